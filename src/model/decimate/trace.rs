//! One series as a chart draws it.

use std::ops::Range;
use std::sync::Arc;

use crate::model::catalog::View;
use crate::model::decimate::cells::{Cells, mark};
use crate::model::decimate::flag::FlagSpan;
use crate::model::decimate::strip::Strip;
use crate::model::decimate::{Mark, MarkKind};
use crate::model::store::{GroupStore, Sample};
use crate::model::time::{Time, TimeSpan};

/// A point of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C)]
pub struct Point {
    /// Seconds since the grid's origin.
    pub x: f64,
    /// The value.
    pub y: f64,
}

/// A stretch of rows in which a metric was not read though its group was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Absence {
    /// Where it begins, in seconds since the grid's origin.
    pub start: f64,
    /// Where it ends.
    pub end: f64,
}

/// One series, cell by cell, and the lines, marks and lanes that draw it.
///
/// Kept from frame to frame, one for each series and time axis: cells that lie wholly in the
/// past are summarised once, and buffers are used again.
#[derive(Debug, Default)]
pub struct Trace {
    source: Option<Source>,
    pub(super) strip: Strip<Bar>,
    pub(super) points: Vec<Point>,
    pub(super) segments: Vec<Range<usize>>,
    pub(super) flags: Vec<FlagSpan>,
    pub(super) marks: Vec<Mark>,
    pub(super) absences: Vec<Absence>,
    pub(super) y_range: Option<(f64, f64)>,
    /// The value before the first cell and the one after the last, where a line leads there.
    pub(super) outside: (Option<Spot>, Option<Spot>),
}

/// What the cells of a trace were summarised from.
#[derive(Debug)]
struct Source {
    picture: Arc<()>,
    frame: u64,
    metric: u32,
    view: View,
}

/// A value of a series and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    /// The row's number in its group.
    pub row: u64,
    /// When it was taken.
    pub time: Time,
    /// The value.
    pub y: f64,
}

/// What one cell holds of a series.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bar {
    /// Number of values; the others say nothing when it is 0.
    pub count: u64,
    /// The lowest value.
    pub low: f64,
    /// The highest value.
    pub high: f64,
    /// The first and the last value, where there is one.
    pub ends: Option<(Spot, Spot)>,
    /// Whether a line leads from the value before to the first.
    pub joined: bool,
    /// Whether something is missing between the first value and the last.
    pub broken: bool,
    resets: Option<(u64, Time)>,
    non_finite: u64,
    absent: Option<(u64, TimeSpan)>,
}

impl Trace {
    /// The points of all lines, at most two for each cell, and one before and one after them.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The lines, as ranges of [`Trace::points`]. Nothing is drawn between two lines. A line
    /// of one point is a value that stands alone and is drawn as a dot.
    pub fn segments(&self) -> &[Range<usize>] {
        &self.segments
    }

    /// What each cell holds, with the cell's number, in order.
    pub fn bars(&self) -> impl Iterator<Item = (i64, &Bar)> {
        self.strip.cells().zip(self.strip.iter())
    }

    /// The value before the first cell; the first bar that holds one says whether a line leads
    /// from it.
    pub fn before(&self) -> Option<Spot> {
        self.outside.0
    }

    /// The value after the last cell, where a line leads to it.
    pub fn after(&self) -> Option<Spot> {
        self.outside.1
    }

    /// When the values are not zero, for drawing a lane.
    pub fn flags(&self) -> &[FlagSpan] {
        &self.flags
    }

    /// Resets and values that are not finite, at most one of each a cell.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Stretches in which this metric was not read though its group was, in order.
    pub fn absences(&self) -> &[Absence] {
        &self.absences
    }

    /// The lowest and the highest value of all cells.
    pub fn y_range(&self) -> Option<(f64, f64)> {
        self.y_range
    }

    /// Drops the bars that are not true any more. Returns whether all are still.
    fn keep(&mut self, metric: u32, view: View, cells: &Cells) -> bool {
        let same = self.source.as_ref().filter(|source| {
            let picture = Arc::ptr_eq(&source.picture, &cells.picture);
            picture && source.metric == metric && source.view == view
        });
        let start = cells.grid.cells().start;
        match same.map(|source| source.frame) {
            Some(frame) if frame == cells.frame => return true,
            Some(frame) if frame + 1 == cells.frame => {
                // A view that scrolls on leaves the value before it behind.
                let left = self
                    .strip
                    .get(start - 1)
                    .filter(|_| start == cells.unchanged.start);
                self.outside.0 = left.and_then(|bar| bar.ends).map(|(_, last)| last);
                self.strip.keep(&cells.unchanged);
            }
            _ => {
                self.outside.0 = None;
                self.strip = Strip::default();
            }
        }
        if self.strip.front().is_none() {
            self.strip.keep(&(start..start));
        }
        self.source = Some(Source {
            picture: Arc::clone(&cells.picture),
            frame: cells.frame,
            metric,
            view,
        });
        false
    }

    /// Summarises the cells before and after those that are known.
    fn fill(&mut self, series: &Series<'_>, cells: &Cells) {
        let (wanted, kept) = (cells.grid.cells(), self.strip.cells());
        let mut before = self
            .outside
            .0
            .or_else(|| series.before(cells, wanted.start));
        self.outside.0 = before;
        let bars: Vec<Bar> = (wanted.start..kept.start)
            .map(|cell| series.bar(cells, cell, &mut before))
            .collect();
        self.strip.prepend(bars.into_iter());
        let known = self
            .strip
            .back()
            .and_then(|bar| bar.ends)
            .map(|(_, last)| last);
        let mut before = known.or_else(|| series.before(cells, kept.end));
        for cell in kept.end..wanted.end {
            self.strip.push(series.bar(cells, cell, &mut before));
        }
        self.outside.1 = series.after(cells.end_row());
    }

    /// Whether a line leads from the last value to the one after the last cell.
    fn leads_out(&self, series: &Series<'_>) -> bool {
        let last = self
            .strip
            .iter()
            .rev()
            .find_map(|bar| bar.ends)
            .map(|(_, last)| last);
        match (last.or(self.outside.0), self.outside.1) {
            (Some(last), Some(after)) => series.is_joined(last, after),
            _ => false,
        }
    }

    fn describe(&mut self, cells: &Cells) {
        let grid = &cells.grid;
        self.marks.clear();
        self.absences.clear();
        self.y_range = None;
        let width = grid.width_nanos() as f64 * 1e-9;
        let mut absent_before = false;
        for (cell, bar) in grid.cells().zip(self.strip.iter()) {
            absent_before &= bar.count == 0;
            if bar.count > 0 {
                let (low, high) = self.y_range.unwrap_or((bar.low, bar.high));
                self.y_range = Some((low.min(bar.low), high.max(bar.high)));
            }
            if let Some((count, time)) = bar.resets {
                mark(&mut self.marks, MarkKind::Reset, count, grid.x(time));
            }
            let middle = grid.x(grid.start_of(cell)) + width / 2.0;
            mark(&mut self.marks, MarkKind::NotFinite, bar.non_finite, middle);
            if let Some((_, absent)) = bar.absent {
                let (start, end) = (grid.x(absent.start), grid.x(absent.end));
                match self.absences.last_mut() {
                    Some(last) if absent_before => last.end = end,
                    _ => self.absences.push(Absence { start, end }),
                }
                absent_before = true;
            }
        }
    }
}

/// A metric of a group in one view.
struct Series<'a> {
    group: &'a GroupStore,
    metric: u32,
    view: View,
}

impl Series<'_> {
    /// The last value before `cell`.
    fn before(&self, cells: &Cells, cell: i64) -> Option<Spot> {
        let end = match cells.cell(cell) {
            Some(cell) => cell.place.rows.start,
            None => cells.end_row(),
        };
        let rows = self.group.row_numbers().start..end;
        self.group
            .last_in(self.metric, self.view, rows)
            .map(Spot::from)
    }

    /// The first value in `row` or after it.
    fn after(&self, row: u64) -> Option<Spot> {
        let rows = row..self.group.row_numbers().end;
        self.group
            .first_in(self.metric, self.view, rows)
            .map(Spot::from)
    }

    fn is_joined(&self, from: Spot, to: Spot) -> bool {
        self.group
            .is_joined(self.metric, self.view, from.row, to.row)
    }

    /// What `cell` holds; `before` is the last value before it, and becomes its last.
    fn bar(&self, cells: &Cells, cell: i64, before: &mut Option<Spot>) -> Bar {
        let Some(cell) = cells.cell(cell).filter(|cell| !cell.place.rows.is_empty()) else {
            return Bar::default();
        };
        let run = self.group.run(self.metric, self.view, &cell.place);
        let resets = run.resets.filter(|_| self.view != View::Raw);
        let mut bar = Bar {
            count: run.totals.count,
            resets: run.resets,
            non_finite: run.totals.missing - resets.map_or(0, |(count, _)| count),
            absent: run.absent,
            ..Bar::default()
        };
        let (Some((low, high)), Some((first, last))) = (run.totals.range, run.ends) else {
            return bar;
        };
        let (first, last) = (Spot::from(first), Spot::from(last));
        (bar.low, bar.high) = (low.as_f64(), high.as_f64());
        bar.ends = Some((first, last));
        let sound = cell.gaps.is_none() && !cell.cut;
        bar.joined = before.is_some_and(|before| {
            let next = first.row == before.row + 1;
            next && sound || self.is_joined(before, first)
        });
        let whole = sound && run.totals.missing == 0 && run.absent.is_none();
        bar.broken = !whole && first.row < last.row && !self.is_joined(first, last);
        *before = Some(last);
        bar
    }
}

impl From<Sample> for Spot {
    fn from(sample: Sample) -> Self {
        Self {
            row: sample.row,
            time: sample.time,
            y: sample.value.as_f64(),
        }
    }
}

impl GroupStore {
    /// Prepares `metric` in `view` for drawing over the grid `cells` were located for.
    ///
    /// Deltas and rates of a metric that is not monotonic are empty.
    pub fn decimate(&self, metric: u32, view: View, cells: &Cells, trace: &mut Trace) {
        if trace.keep(metric, view, cells) {
            return;
        }
        let series = Series {
            group: self,
            metric,
            view,
        };
        trace.fill(&series, cells);
        trace.describe(cells);
        let joined_after = trace.leads_out(&series);
        trace.outside.1 = trace.outside.1.filter(|_| joined_after);
        trace.draw_lines(cells);
        trace.draw_flags(cells);
    }
}
