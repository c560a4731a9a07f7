//! Which rows and gaps of a group fall into each cell of a grid: what its metrics share.

use std::ops::Range;
use std::sync::Arc;

use crate::model::batch::GapCause;
use crate::model::decimate::grid::Grid;
use crate::model::decimate::strip::Strip;
use crate::model::decimate::{Mark, MarkKind};
use crate::model::store::{GapSum, GroupStore, Place};
use crate::model::time::Time;

/// A cell's edge moves by at most half of this part of its width, so that what is summarised
/// stays whole.
const EDGE_TOLERANCE: i64 = 8;

/// The rows and gaps of one group, cell by cell.
///
/// Kept from frame to frame, one for each group and time axis: a cell that lies wholly in the
/// past is looked up once.
#[derive(Debug, Default)]
pub struct Cells {
    pub(super) grid: Grid,
    /// Renewed whenever nothing of the last picture is left.
    pub(super) picture: Arc<()>,
    /// Counts the calls of [`GroupStore::locate`] since `picture` was renewed.
    pub(super) frame: u64,
    /// The cells that are as they were the frame before.
    pub(super) unchanged: Range<i64>,
    /// The first row the group still has.
    pub(super) first_row: u64,
    series: Option<Arc<()>>,
    strip: Strip<Cell>,
    gaps: Vec<GapSpan>,
    marks: Vec<Mark>,
}

/// What falls into one cell.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) place: Place,
    pub(super) gaps: Option<GapSum>,
    /// Whether deltas and rates are cut off before one of the rows.
    pub(super) cut: bool,
    /// How many rows moved while they were read, and when the first one did.
    torn: Option<(u64, Time)>,
    /// Whether no row can be added any more.
    settled: bool,
}

/// A stretch without data, or several with less than a cell between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GapSpan {
    /// Where it begins, in seconds from the grid's origin.
    pub start: f64,
    /// Where it ends.
    pub end: f64,
    /// How many gaps it stands for.
    pub count: u64,
    /// Passes missing, as far as the number is known.
    pub missed: u64,
    /// How many of the gaps are data that was there and lost.
    pub drops: u64,
    /// Why the first of them is there.
    pub cause: GapCause,
}

impl Cells {
    /// The grid they are the cells of.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Stretches without data, in order, for shading.
    pub fn gaps(&self) -> &[GapSpan] {
        &self.gaps
    }

    /// Drops and torn rows, at most one of each a cell.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    pub(super) fn cell(&self, cell: i64) -> Option<&Cell> {
        self.strip.get(cell)
    }

    /// The row after those of all cells.
    pub(super) fn end_row(&self) -> u64 {
        self.strip.back().map_or(0, |cell| cell.place.rows.end)
    }

    /// Drops what is not true any more and notes what stays.
    fn keep(&mut self, group: &GroupStore, grid: &Grid) {
        let same = self
            .series
            .as_ref()
            .is_some_and(|mine| Arc::ptr_eq(mine, group.identity()));
        let first_row = group.row_numbers().start;
        self.first_row = first_row;
        let evicted = self
            .strip
            .iter()
            .take_while(|cell| cell.place.rows.start < first_row)
            .count();
        let settled = self.strip.iter().take_while(|cell| cell.settled).count();
        let mine = self.strip.cells();
        let wanted = grid.cells();
        let start = wanted.start.max(mine.start + evicted as i64);
        let end = wanted.end.min(mine.start + settled as i64);
        if same && grid.width_nanos() == self.grid.width_nanos() && start < end {
            self.unchanged = start..end;
            self.frame += 1;
        } else {
            self.unchanged = wanted.start..wanted.start;
            self.frame = 0;
            self.picture = Arc::new(());
            self.series = Some(Arc::clone(group.identity()));
        }
        self.grid = *grid;
        self.strip.keep(&self.unchanged);
    }

    /// Looks up the cells before and after those that stay.
    fn fill(&mut self, group: &GroupStore) {
        let (wanted, kept) = (self.grid.cells(), self.unchanged.clone());
        let edge = |cell: i64| {
            group.row_near(
                self.grid.start_of(cell),
                self.grid.width_nanos() / EDGE_TOLERANCE,
            )
        };
        let mut row = edge(wanted.start);
        let mut before = Vec::with_capacity((kept.start - wanted.start) as usize);
        for cell in wanted.start..kept.start {
            // Neighbours share their edge exactly, or a row would be lost or drawn twice.
            let next = match self.strip.front() {
                Some(first) if cell + 1 == kept.start => first.place.rows.start,
                _ => edge(cell + 1).max(row),
            };
            before.push(Cell::new(group, row..next, self.grid.start_of(cell + 1)));
            row = next;
        }
        self.strip.prepend(before.into_iter());
        let mut row = self.strip.back().map_or(row, |cell| cell.place.rows.end);
        for cell in kept.end..wanted.end {
            let next = edge(cell + 1).max(row);
            self.strip
                .push(Cell::new(group, row..next, self.grid.start_of(cell + 1)));
            row = next;
        }
    }

    /// Writes down gaps and marks for drawing.
    fn describe(&mut self, group: &GroupStore) {
        self.gaps.clear();
        self.marks.clear();
        let width = self.grid.width_nanos() as f64 * 1e-9;
        let x = |time: Time| self.grid.x(time);
        for cell in self.strip.iter() {
            if let Some(gaps) = &cell.gaps {
                add_gap(&mut self.gaps, gaps, &self.grid, width);
                mark(
                    &mut self.marks,
                    MarkKind::Drop,
                    gaps.drops,
                    x(gaps.span.start),
                );
            }
            if let Some((count, time)) = cell.torn {
                mark(&mut self.marks, MarkKind::Torn, count, x(time));
            }
        }
        // The gap before the next row begins inside the view.
        if let Some(gaps) = group.gap_before(self.end_row())
            && gaps.span.overlaps(self.grid.span())
        {
            add_gap(&mut self.gaps, &gaps, &self.grid, width);
        }
    }
}

impl Cell {
    fn new(group: &GroupStore, rows: Range<u64>, end: Time) -> Self {
        let place = group.place(rows);
        Self {
            gaps: group.gap_sum(&place),
            cut: group.is_cut(&place),
            torn: group.torn_in(&place),
            settled: group.last_time().is_some_and(|last| end <= last),
            place,
        }
    }
}

/// Adds gaps, joined to the ones before when there is less than a cell in between.
fn add_gap(spans: &mut Vec<GapSpan>, gaps: &GapSum, grid: &Grid, width: f64) {
    let (start, end) = (grid.x(gaps.span.start), grid.x(gaps.span.end));
    if let Some(last) = spans.last_mut()
        && start < last.end + width
    {
        last.end = last.end.max(end);
        last.count += gaps.count;
        last.missed = last.missed.saturating_add(gaps.missed);
        last.drops += gaps.drops;
        return;
    }
    spans.push(GapSpan {
        start,
        end,
        count: gaps.count,
        missed: gaps.missed,
        drops: gaps.drops,
        cause: gaps.cause,
    });
}

/// Adds a mark, unless there is nothing to mark.
pub(super) fn mark(marks: &mut Vec<Mark>, kind: MarkKind, count: u64, x: f64) {
    if count > 0 {
        marks.push(Mark { x, kind, count });
    }
}

impl GroupStore {
    /// Looks up which rows and gaps fall into each cell of `grid`.
    ///
    /// Do this once a frame for each group and grid, then [`GroupStore::decimate`] each series.
    pub fn locate(&self, grid: &Grid, cells: &mut Cells) {
        cells.keep(self, grid);
        cells.fill(self);
        cells.describe(self);
    }
}
