//! The gaps among the rows of a chunk, each at the row it stands before.
//!
//! However many there are, how many lie between two rows, over what span and with how many
//! passes missing is answered by two binary searches: what is counted is stored as running
//! totals. At one row there is at most one gap of each cause, so a stream of failures without
//! a row in between stays one gap that grows.

use std::ops::Range;

use crate::model::batch::{Gap, GapCause};
use crate::model::time::TimeSpan;

/// Gaps in the order of their rows.
#[derive(Debug, Default)]
pub(super) struct GapList {
    marks: Vec<Mark>,
}

/// A gap and all that were missing up to its end.
#[derive(Clone, Copy, Debug)]
struct Mark {
    span: TimeSpan,
    missed_so_far: u64,
    row: u32,
    drops_so_far: u32,
    cause: GapCause,
}

/// All the gaps of a run of rows, taken together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GapSum {
    /// From the beginning of the first to the end of the last.
    pub(crate) span: TimeSpan,
    /// How many there are.
    pub(crate) count: u64,
    /// Passes missing in all of them; what is unknown counts as none.
    pub(crate) missed: u64,
    /// How many of them are data that was there and lost.
    pub(crate) drops: u64,
    /// Why the first one is there.
    pub(crate) cause: GapCause,
}

impl GapSum {
    /// Takes in gaps that come later.
    pub(crate) fn merge(&mut self, later: &Self) {
        self.span = self.span.union(later.span);
        self.count += later.count;
        self.missed = self.missed.saturating_add(later.missed);
        self.drops += later.drops;
    }
}

impl GapList {
    /// Adds a gap before `row`, which must not lie before the last gap's; joins it with one of
    /// the same cause at the same row. Returns whether it is one more.
    pub(super) fn push(&mut self, row: u32, gap: Gap) -> bool {
        let here = self.marks.iter().rev().take_while(|mark| mark.row == row);
        let known = here.into_iter().position(|mark| mark.cause == gap.cause);
        if let Some(back) = known {
            let at = self.marks.len() - 1 - back;
            self.marks[at].span = self.marks[at].span.union(gap.span);
            for mark in &mut self.marks[at..] {
                mark.missed_so_far = mark.missed_so_far.saturating_add(gap.missed);
            }
            return false;
        }
        let last = self.marks.last();
        let (missed, drops) = last.map_or((0, 0), |mark| (mark.missed_so_far, mark.drops_so_far));
        self.marks.push(Mark {
            span: gap.span,
            missed_so_far: missed.saturating_add(gap.missed),
            row,
            drops_so_far: drops + u32::from(gap.cause.is_drop()),
            cause: gap.cause,
        });
        true
    }

    /// The gap at position `at`.
    fn gap(&self, at: usize) -> Gap {
        Gap {
            span: self.marks[at].span,
            missed: self.marks[at].missed_so_far - self.missed_before(at),
            cause: self.marks[at].cause,
        }
    }

    fn missed_before(&self, at: usize) -> u64 {
        at.checked_sub(1)
            .map_or(0, |before| self.marks[before].missed_so_far)
    }

    fn drops_before(&self, at: usize) -> u32 {
        at.checked_sub(1)
            .map_or(0, |before| self.marks[before].drops_so_far)
    }

    /// Positions of the gaps that stand before one of `rows`.
    fn positions(&self, rows: Range<usize>) -> Range<usize> {
        let start = self
            .marks
            .partition_point(|mark| (mark.row as usize) < rows.start);
        let end = self
            .marks
            .partition_point(|mark| (mark.row as usize) < rows.end);
        start..end.max(start)
    }

    /// The gaps that stand before one of `rows`, taken together.
    pub(super) fn sum(&self, rows: Range<usize>) -> Option<GapSum> {
        let at = self.positions(rows);
        let (first, last) = (
            self.marks[at.clone()].first()?,
            self.marks[at.clone()].last()?,
        );
        Some(GapSum {
            span: first.span.union(last.span),
            count: at.len() as u64,
            missed: last.missed_so_far - self.missed_before(at.start),
            drops: u64::from(last.drops_so_far - self.drops_before(at.start)),
            cause: first.cause,
        })
    }

    /// The gaps that stand before one of `rows`, one by one.
    pub(super) fn iter(&self, rows: Range<usize>) -> impl Iterator<Item = Gap> {
        self.positions(rows).map(|at| self.gap(at))
    }

    /// Whether a cause says that counters may have started again at the last row.
    pub(super) fn ends_epoch(&self) -> bool {
        let ends = |mark: &Mark| matches!(mark.cause, GapCause::Disabled | GapCause::DeviceLost);
        self.marks.iter().any(ends)
    }

    /// Takes all gaps out, each with its place.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = Gap> {
        let gaps: Vec<Gap> = (0..self.marks.len()).map(|at| self.gap(at)).collect();
        self.marks.clear();
        gaps.into_iter()
    }

    pub(super) fn shrink(&mut self) {
        self.marks.shrink_to_fit();
    }

    /// Bytes allocated.
    pub(super) fn bytes(&self) -> usize {
        self.marks.capacity() * size_of::<Mark>()
    }
}
