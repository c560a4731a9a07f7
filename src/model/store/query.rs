//! Reading a group's time series: single samples, statistics, gaps.
//!
//! Everything here is exact to one row, whatever the zoom; summaries are used only where they
//! give the same answer.

use std::ops::Range;

use crate::model::batch::Gap;
use crate::model::catalog::View;
use crate::model::store::chunk::Chunk;
use crate::model::store::gap_list::GapSum;
use crate::model::store::group::GroupStore;
use crate::model::store::run::Run;
use crate::model::time::{Time, TimeSpan};
use crate::model::value::Value;

/// A value and where it stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The row's number in its group.
    pub row: u64,
    /// When the pass began.
    pub time: Time,
    /// The value in the view that was asked for: as it was read, how much the counter grew
    /// since the sample before (exact for integers), or that per second.
    pub value: Value,
    /// Whether the record moved while it was read, so that the value is suspect.
    pub torn: bool,
}

/// What a metric did within a span of time, in one view.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Values.
    pub count: u64,
    /// Rows that should have a value and have none: not finite, reset, or not read.
    pub missing: u64,
    /// The lowest value; of deltas and rates as a float.
    pub min: Option<Value>,
    /// The highest value; of deltas and rates as a float.
    pub max: Option<Value>,
    /// Mean of the values; of a rate, all that was counted over the time it took.
    pub mean: Option<f64>,
    /// Sum of the values; of a delta or rate, all that was counted.
    pub sum: f64,
    /// The first value.
    pub first: Option<Sample>,
    /// The last value.
    pub last: Option<Sample>,
    /// Gaps of the group that stand before a row of the span.
    pub gaps: u64,
    /// Passes missing in those gaps, as far as the number is known.
    pub missed: u64,
    /// Rows whose record moved while it was read.
    pub torn: u64,
}

impl GroupStore {
    /// Numbers of the rows whose time lies in `span`.
    pub fn rows_in(&self, span: TimeSpan) -> Range<u64> {
        let start = self.row_at(span.start);
        start..self.row_at(span.end).max(start)
    }

    /// When row `row` was taken, where it is here.
    pub fn time_of(&self, row: u64) -> Option<Time> {
        let chunk = self.chunk_of(row)?;
        Some(chunk.times[(row - chunk.first_row) as usize])
    }

    /// The value of `metric` in `row`, where there is one. Raw values that are not finite are
    /// values too.
    pub fn value(&self, metric: u32, view: View, row: u64) -> Option<Value> {
        let chunk = self.chunk_of(row)?;
        chunk.value(metric, view, (row - chunk.first_row) as usize)
    }

    /// The newest value of `metric`, passing over rows without a finite one.
    pub fn latest(&self, metric: u32, view: View) -> Option<Sample> {
        self.last_in(metric, view, self.row_numbers())
    }

    /// The last value of `metric` at or before `time`, passing over rows without a finite one.
    ///
    /// A gap may lie between the two; [`GroupStore::gaps`] tells.
    pub fn at_or_before(&self, metric: u32, view: View, time: Time) -> Option<Sample> {
        let end = if time == Time(i64::MAX) {
            self.row_numbers().end
        } else {
            self.row_at(time + 1)
        };
        self.last_in(metric, view, self.row_numbers().start..end)
    }

    /// The value of `metric` nearest to `time`, the earlier of two that are equally near.
    pub fn nearest(&self, metric: u32, view: View, time: Time) -> Option<Sample> {
        let before = self.at_or_before(metric, view, time);
        let rows = self.row_at(time)..self.row_numbers().end;
        let after = self.first_in(metric, view, rows);
        match (before, after) {
            (Some(before), Some(after)) => {
                let is_after = after.time.0.abs_diff(time.0) < before.time.0.abs_diff(time.0);
                Some(if is_after { after } else { before })
            }
            (before, after) => before.or(after),
        }
    }

    /// What `metric` did within `span`: of all rows whose time lies in it, exactly.
    pub fn statistics(&self, metric: u32, view: View, span: TimeSpan) -> Statistics {
        let place = self.place(self.rows_in(span));
        let Run {
            totals,
            ends,
            absent,
            ..
        } = self.run(metric, view, &place);
        let gaps = self.gap_sum(&place);
        let mean = match view {
            View::Raw | View::Delta => totals.sum / totals.count as f64,
            View::Rate => totals.sum * 1e9 / totals.nanos as f64,
        };
        Statistics {
            count: totals.count,
            missing: totals.missing + absent.map_or(0, |(rows, _)| rows),
            min: totals.range.map(|(low, _)| low),
            max: totals.range.map(|(_, high)| high),
            mean: (totals.count > 0).then_some(mean),
            sum: totals.sum,
            first: ends.map(|(first, _)| first),
            last: ends.map(|(_, last)| last),
            gaps: gaps.map_or(0, |gaps| gaps.count),
            missed: gaps.map_or(0, |gaps| gaps.missed),
            torn: self.torn_in(&place).map_or(0, |(count, _)| count),
        }
    }

    /// The gaps that overlap `span`, in order.
    pub fn gaps(&self, span: TimeSpan) -> impl Iterator<Item = Gap> {
        // A gap stands before the first row after it, so one past the span may reach into it.
        let rows = self.row_at(span.start)..self.row_at(span.end).saturating_add(1);
        let chunks = self.chunks_of(&rows);
        let placed = chunks.flat_map(move |chunk| chunk.gaps.iter(chunk.local(&rows)));
        let pending = self.pending.iter(0..1);
        placed.chain(pending).filter(move |gap| {
            let within = gap.span.nanos() == 0 && span.contains(gap.span.start);
            within || gap.span.overlaps(span)
        })
    }

    /// The first row at or after `time`.
    pub(crate) fn row_at(&self, time: Time) -> u64 {
        self.row_by(time, |chunk| chunk.row_at(time))
    }

    /// Like [`GroupStore::row_at`], but moved to an end of a summarised run of rows, where there
    /// is one that lasts at most `nanos`.
    pub(crate) fn row_near(&self, time: Time, nanos: i64) -> u64 {
        self.row_by(time, |chunk| chunk.row_near(time, nanos))
    }

    fn row_by(&self, time: Time, row_in: impl Fn(&Chunk) -> usize) -> u64 {
        let ends_before = |chunk: &Chunk| chunk.times.last().is_some_and(|&last| last < time);
        let at = self.chunks.partition_point(ends_before);
        match self.chunks.get(at) {
            Some(chunk) => chunk.first_row + row_in(chunk) as u64,
            None => self.row_numbers().end,
        }
    }

    /// The gaps that stand directly before `row`, which may be the next one to come.
    pub(crate) fn gap_before(&self, row: u64) -> Option<GapSum> {
        if row >= self.row_numbers().end {
            self.pending.sum(0..1)
        } else {
            self.gap_sum(&self.place(row..row + 1))
        }
    }

    pub(super) fn chunk_of(&self, row: u64) -> Option<&Chunk> {
        let at = self.chunks.partition_point(|chunk| chunk.end_row() <= row);
        self.chunks.get(at).filter(|chunk| chunk.first_row <= row)
    }

    /// The chunks that hold any of `rows`.
    pub(super) fn chunks_of(
        &self,
        rows: &Range<u64>,
    ) -> impl DoubleEndedIterator<Item = &Chunk> + use<'_> {
        let start = self
            .chunks
            .partition_point(|chunk| chunk.end_row() <= rows.start);
        let end = self
            .chunks
            .partition_point(|chunk| chunk.first_row < rows.end);
        self.chunks.range(start..end.max(start))
    }
}
