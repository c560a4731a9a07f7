//! The curve of one series in pixels: what the store summarised for each pixel column, put on
//! the chart's value range.

use std::ops::Range;

use crate::model::decimate::{Bar, Spot, Trace};
use crate::ui::timeline::curve::Cut;
use crate::ui::timeline::time_scale::TimeScale;
use crate::ui::timeline::value_range::ValueRange;

/// No y is further from the chart than this, in pixels, whatever the value.
const FARTHEST: f64 = 30_000.0;

/// Values laid over the physical pixels of a chart's height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ValueScale {
    /// The values from the lower edge to the upper.
    pub(super) range: ValueRange,
    /// What values are multiplied by to be on the range.
    pub(super) factor: f64,
    /// The height in pixels.
    pub(super) height: f32,
    /// Pixels above and below the range, so that a curve on its end is seen whole.
    pub(super) margin: f32,
}

impl ValueScale {
    /// Pixels from the upper edge to `value`.
    pub(super) fn y(&self, value: f64) -> f32 {
        let share = self.range.share(value * self.factor);
        let room = f64::from(self.height - 2.0 * self.margin);
        let y = f64::from(self.margin) + (1.0 - share) * room;
        y.clamp(-FARTHEST, FARTHEST) as f32
    }
}

/// A curve. Kept from frame to frame for its buffers.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    cuts: Vec<Cut>,
    runs: Vec<Range<usize>>,
    begin: usize,
}

impl Line {
    /// The stretches of the curve, unbroken each. A stretch of a single sample is a dot.
    pub(super) fn runs(&self) -> impl Iterator<Item = &[Cut]> {
        self.runs.iter().map(|run| &self.cuts[run.clone()])
    }

    /// Draws `trace`, which was made for the grid of `time`.
    pub(super) fn draw(&mut self, trace: &Trace, time: &TimeScale, values: &ValueScale) {
        self.cuts.clear();
        self.runs.clear();
        self.begin = 0;
        let mut before = trace.before();
        for (cell, bar) in trace.bars() {
            let Some((first, last)) = bar.ends else {
                continue;
            };
            let column = (cell - time.first()) as i32;
            if !bar.joined {
                self.lift();
            } else if let Some(before) = before.filter(|_| self.cuts.is_empty()) {
                self.lead_in(before, (column, first), time, values);
            }
            self.bar(column, bar, (first, last), values);
            before = Some(last);
        }
        if let (Some(last), Some(after)) = (before, trace.after()) {
            self.lead_out(last, after, time, values);
        }
        self.lift();
    }

    /// Ends the run.
    fn lift(&mut self) {
        if self.begin < self.cuts.len() {
            self.runs.push(self.begin..self.cuts.len());
            self.begin = self.cuts.len();
        }
    }

    fn bar(&mut self, column: i32, bar: &Bar, ends: (Spot, Spot), values: &ValueScale) {
        let (first, last) = (values.y(ends.0.y), values.y(ends.1.y));
        if bar.broken && bar.count == 2 {
            self.cuts.push(Cut::sample(column, first));
            self.lift();
            self.cuts.push(Cut::sample(column, last));
            return;
        }
        self.cuts.push(Cut {
            column,
            first,
            last,
            top: values.y(bar.high),
            bottom: values.y(bar.low),
        });
    }

    /// The line from a value left of the chart to the first one on it.
    fn lead_in(&mut self, from: Spot, to: (i32, Spot), time: &TimeScale, values: &ValueScale) {
        let (x, y) = (time.x(from.time), values.y(from.y));
        let (end, target) = (f64::from(to.0) + 0.5, values.y(to.1.y));
        let share = ((-0.5 - x) / (end - x)).clamp(0.0, 1.0) as f32;
        self.cuts.push(Cut::sample(-1, y + (target - y) * share));
    }

    /// The line from the last value on the chart, or left of it, to one right of it.
    fn lead_out(&mut self, from: Spot, to: Spot, time: &TimeScale, values: &ValueScale) {
        let columns = time.columns() as i32;
        let (x, y) = (time.x(from.time), values.y(from.y));
        let (end, target) = (time.x(to.time), values.y(to.y));
        let at = |column: i32| {
            let share = ((f64::from(column) + 0.5 - x) / (end - x).max(1e-9)).clamp(0.0, 1.0);
            Cut::sample(column, y + (target - y) * share as f32)
        };
        if self.cuts.is_empty() {
            self.cuts.push(at(-1));
        }
        self.cuts.push(at(columns));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::batch::{Gap, GapCause, GapMark};
    use crate::model::catalog::{Kind, View};
    use crate::model::decimate::Cells;
    use crate::model::store::GroupStore;
    use crate::model::time::{Time, TimeSpan};
    use crate::ui::timeline::fixture::{batch, group, metric};

    const VALUES: ValueScale = ValueScale {
        range: ValueRange {
            low: 0.0,
            high: 100.0,
        },
        factor: 1.0,
        height: 100.0,
        margin: 0.0,
    };

    /// Runs of a gauge that is read every 10 µs from 0 to 990 µs and is 10, but once 90.
    fn drawn(view: (i64, i64), gap_before: Option<u32>) -> Vec<Vec<Cut>> {
        let mut store = GroupStore::new(&group(vec![metric(0, "", Kind::Gauge)]));
        let value = |step| if step == 55 { [90] } else { [10] };
        let values: Vec<[u64; 1]> = (0..100).map(value).collect();
        let passes: Vec<_> = (0..100_i64)
            .map(|step| step * 10_000)
            .zip(values.iter().map(<[u64; 1]>::as_slice))
            .collect();
        let mut batch = batch(&passes);
        let span = TimeSpan::new(Time(290_000), Time(300_000));
        let (missed, cause) = (3, GapCause::Late);
        batch.gaps.extend(gap_before.map(|row| GapMark {
            row,
            gap: Gap {
                span,
                missed,
                cause,
            },
        }));
        store.append(&batch).expect("a sound batch");
        let scale = TimeScale::new(TimeSpan::new(Time(view.0), Time(view.1)), 100);
        let (mut cells, mut trace, mut line) = Default::default();
        store.locate(&scale.grid(), &mut cells);
        let _: &Cells = &cells;
        store.decimate(0, View::Raw, &cells, &mut trace);
        line_of(&mut line, &trace, &scale)
    }

    fn line_of(line: &mut Line, trace: &Trace, scale: &TimeScale) -> Vec<Vec<Cut>> {
        line.draw(trace, scale, &VALUES);
        line.runs().map(<[Cut]>::to_vec).collect()
    }

    #[test]
    fn a_spike_among_many_samples_keeps_its_height() {
        let runs = drawn((0, 10_000_000), None);
        assert_eq!(runs.len(), 1);
        let top = runs[0]
            .iter()
            .map(|cut| cut.top)
            .fold(f32::INFINITY, f32::min);
        assert_eq!(top, 10.0);
        assert_eq!(runs[0].last().map(|cut| cut.column), Some(9));
    }

    #[test]
    fn a_line_is_broken_at_a_gap_and_ends_where_the_data_ends() {
        let runs = drawn((0, 1_000_000), Some(30));
        let columns = |run: &Vec<Cut>| (run[0].column, run[run.len() - 1].column);
        assert_eq!(
            runs.iter().map(columns).collect::<Vec<_>>(),
            [(0, 29), (30, 99)]
        );
    }

    #[test]
    fn a_line_leads_in_from_before_the_view_and_out_of_it() {
        let runs = drawn((551_000, 559_000), None);
        assert_eq!(runs.len(), 1);
        let columns: Vec<_> = runs[0].iter().map(|cut| cut.column).collect();
        assert_eq!(columns, [-1, 100]);
        let (left, right) = (runs[0][0].first, runs[0][1].first);
        assert!(
            (18.0..18.5).contains(&left) && (82.0..83.0).contains(&right),
            "{runs:?}"
        );
        assert!(drawn((292_000, 298_000), Some(30)).is_empty());
    }
}
