//! What a run of rows holds, gathered in one pass over the chunks it lies in.

use std::ops::Range;

use crate::model::catalog::View;
use crate::model::store::chunk::Chunk;
use crate::model::store::gap_list::GapSum;
use crate::model::store::group::GroupStore;
use crate::model::store::query::Sample;
use crate::model::store::summary::Totals;
use crate::model::time::{Time, TimeSpan};

/// A run of rows and the chunks it lies in, so that they are looked up once for all metrics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// Numbers of the rows.
    pub(crate) rows: Range<u64>,
    /// Numbers of the chunks, counted from the first the group ever had.
    chunks: Range<u64>,
}

/// What a run of rows holds of one metric in one view.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Run {
    pub(crate) totals: Totals,
    /// The first and the last value.
    pub(crate) ends: Option<(Sample, Sample)>,
    /// How often the counter started again, and when first.
    pub(crate) resets: Option<(u64, Time)>,
    /// In how many rows the metric was not read, and from the first to the last of them.
    pub(crate) absent: Option<(u64, TimeSpan)>,
}

impl GroupStore {
    /// Where `rows` lie, as far as they are here.
    pub(crate) fn place(&self, rows: Range<u64>) -> Place {
        let start = self
            .chunks
            .partition_point(|chunk| chunk.end_row() <= rows.start);
        let end = self
            .chunks
            .partition_point(|chunk| chunk.first_row < rows.end);
        let number = |at: usize| self.evicted_chunks + at as u64;
        Place {
            rows,
            chunks: number(start)..number(end.max(start)),
        }
    }

    /// The chunks of `place` that are still here, each with its own part of the rows.
    fn parts(&self, place: &Place) -> impl DoubleEndedIterator<Item = (&Chunk, Range<usize>)> {
        let at = |number: u64| {
            (number.saturating_sub(self.evicted_chunks) as usize).min(self.chunks.len())
        };
        let chunks = self
            .chunks
            .range(at(place.chunks.start)..at(place.chunks.end));
        let rows = place.rows.clone();
        chunks.map(move |chunk| (chunk, chunk.local(&rows)))
    }

    /// What `place` holds of `metric` in `view`.
    pub(crate) fn run(&self, metric: u32, view: View, place: &Place) -> Run {
        let mut run = Run::default();
        let mut last = None;
        for (chunk, rows) in self.parts(place) {
            let Some(column) = chunk.column(metric) else {
                run.add_absence(&chunk.times[rows]);
                continue;
            };
            let totals = column.fold(view, rows.clone(), &chunk.clock());
            run.totals.merge(&totals);
            run.add_resets(within(column.resets(), &rows), &chunk.times);
            if totals.count > 0 {
                last = Some((chunk, rows.clone(), column));
                if run.ends.is_none() {
                    let first = column.first(view, rows, &chunk.clock());
                    run.ends = first
                        .map(|(row, value)| chunk.sample(row, value))
                        .map(|at| (at, at));
                }
            }
        }
        if let (Some((chunk, rows, column)), Some(ends)) = (last, &mut run.ends)
            && let Some((row, value)) = column.last(view, rows, &chunk.clock())
        {
            ends.1 = chunk.sample(row, value);
        }
        run
    }

    /// The gaps that stand before a row of `place`, taken together.
    pub(crate) fn gap_sum(&self, place: &Place) -> Option<GapSum> {
        let sums = self
            .parts(place)
            .filter_map(|(chunk, rows)| chunk.gaps.sum(rows));
        sums.reduce(|mut sum, later| {
            sum.merge(&later);
            sum
        })
    }

    /// Whether deltas and rates are cut off before a row of `place`.
    pub(crate) fn is_cut(&self, place: &Place) -> bool {
        self.parts(place).any(|(chunk, rows)| chunk.is_cut(rows))
    }

    /// How many rows of `place` moved while they were read, and when the first one did.
    pub(crate) fn torn_in(&self, place: &Place) -> Option<(u64, Time)> {
        let torn = self.parts(place).filter_map(|(chunk, rows)| {
            let torn = within(&chunk.torn, &rows);
            Some((torn.len() as u64, chunk.times[*torn.first()? as usize]))
        });
        torn.reduce(|(count, first), (more, _)| (count + more, first))
    }

    /// The first value in `rows`.
    pub(crate) fn first_in(&self, metric: u32, view: View, rows: Range<u64>) -> Option<Sample> {
        self.parts(&self.place(rows)).find_map(|(chunk, rows)| {
            let (row, value) = chunk.column(metric)?.first(view, rows, &chunk.clock())?;
            Some(chunk.sample(row, value))
        })
    }

    /// The last value in `rows`.
    pub(crate) fn last_in(&self, metric: u32, view: View, rows: Range<u64>) -> Option<Sample> {
        self.parts(&self.place(rows))
            .rev()
            .find_map(|(chunk, rows)| {
                let (row, value) = chunk.column(metric)?.last(view, rows, &chunk.clock())?;
                Some(chunk.sample(row, value))
            })
    }

    /// Whether nothing is missing between the values in rows `from` and `to`: no gap, no value
    /// that is not finite, no reset, no row in which the metric was not read.
    pub(crate) fn is_joined(&self, metric: u32, view: View, from: u64, to: u64) -> bool {
        let steps = self.place(from + 1..to + 1);
        let nothing_missing = || {
            let run = self.run(metric, view, &self.place(from + 1..to));
            run.totals.missing == 0 && run.absent.is_none()
        };
        self.gap_sum(&steps).is_none()
            && (view == View::Raw || !self.is_cut(&steps))
            && (to == from + 1 || nothing_missing())
    }
}

impl Run {
    fn add_absence(&mut self, times: &[Time]) {
        let (Some(&first), Some(&last)) = (times.first(), times.last()) else {
            return;
        };
        let (count, span) = self.absent.unwrap_or((0, TimeSpan::new(first, last)));
        let span = span.union(TimeSpan::new(first, last));
        self.absent = Some((count + times.len() as u64, span));
    }

    fn add_resets(&mut self, resets: &[u32], times: &[Time]) {
        if let Some(&first) = resets.first() {
            let (count, _) = self.resets.get_or_insert((0, times[first as usize]));
            *count += resets.len() as u64;
        }
    }
}

/// The part of ascending row numbers that lies in `rows`.
fn within<'a>(numbers: &'a [u32], rows: &Range<usize>) -> &'a [u32] {
    let start = numbers.partition_point(|&row| (row as usize) < rows.start);
    let end = numbers.partition_point(|&row| (row as usize) < rows.end);
    &numbers[start..end.max(start)]
}
