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
use crate::model::store::summary::Totals;
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
        let rows = self.rows_in(span);
        let totals = self.totals(metric, view, &rows);
        let gaps = self.gap_sum(&rows);
        let mean = match view {
            View::Raw | View::Delta => totals.sum / totals.count as f64,
            View::Rate => totals.sum * 1e9 / totals.nanos as f64,
        };
        Statistics {
            count: totals.count,
            missing: totals.missing,
            min: totals.range.map(|(low, _)| low),
            max: totals.range.map(|(_, high)| high),
            mean: (totals.count > 0).then_some(mean),
            sum: totals.sum,
            first: self.first_in(metric, view, rows.clone()),
            last: self.last_in(metric, view, rows.clone()),
            gaps: gaps.map_or(0, |gaps| gaps.count),
            missed: gaps.map_or(0, |gaps| gaps.missed),
            torn: self.torn_in(&rows),
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

    /// Like [`GroupStore::row_at`], but up to half a block of rows off where a block lasts at
    /// most `nanos`.
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

    /// What `rows` hold of `metric` in `view`; rows in which it was not read are missing.
    pub(crate) fn totals(&self, metric: u32, view: View, rows: &Range<u64>) -> Totals {
        let mut totals = Totals::default();
        for chunk in self.chunks_of(rows) {
            let local = chunk.local(rows);
            match chunk.column(metric) {
                Some(column) => totals.merge(&column.fold(view, local, &chunk.clock())),
                None => totals.missing += local.len() as u64,
            }
        }
        totals
    }

    /// The first value in `rows`.
    pub(crate) fn first_in(&self, metric: u32, view: View, rows: Range<u64>) -> Option<Sample> {
        self.chunks_of(&rows).find_map(|chunk| {
            let column = chunk.column(metric)?;
            let (row, value) = column.first(view, chunk.local(&rows), &chunk.clock())?;
            Some(chunk.sample(row, value))
        })
    }

    /// The last value in `rows`.
    pub(crate) fn last_in(&self, metric: u32, view: View, rows: Range<u64>) -> Option<Sample> {
        self.chunks_of(&rows).rev().find_map(|chunk| {
            let column = chunk.column(metric)?;
            let (row, value) = column.last(view, chunk.local(&rows), &chunk.clock())?;
            Some(chunk.sample(row, value))
        })
    }

    /// Whether nothing is missing between the values in rows `from` and `to`: no gap, no value
    /// that is not finite, no reset, no row in which the metric was not read.
    pub(crate) fn is_joined(&self, metric: u32, view: View, from: u64, to: u64) -> bool {
        let between = from + 1..to + 1;
        self.gap_sum(&between).is_none()
            && (view == View::Raw || !self.is_cut(&between))
            && (to == from + 1 || self.totals(metric, view, &(from + 1..to)).missing == 0)
    }

    /// The gaps that stand before one of `rows`, taken together.
    pub(crate) fn gap_sum(&self, rows: &Range<u64>) -> Option<GapSum> {
        let sums = self
            .chunks_of(rows)
            .filter_map(|chunk| chunk.gaps.sum(chunk.local(rows)));
        sums.reduce(|mut sum, later| {
            sum.merge(&later);
            sum
        })
    }

    /// The gaps that stand directly before `row`, which may be the next one to come.
    pub(crate) fn gap_before(&self, row: u64) -> Option<GapSum> {
        if row >= self.row_numbers().end {
            self.pending.sum(0..1)
        } else {
            self.gap_sum(&(row..row + 1))
        }
    }

    /// Whether deltas and rates are cut off before one of `rows`.
    pub(crate) fn is_cut(&self, rows: &Range<u64>) -> bool {
        self.chunks_of(rows)
            .any(|chunk| chunk.is_cut(chunk.local(rows)))
    }

    /// How many of `rows` do not have `metric`, and from the first to the last of them.
    pub(crate) fn absence(&self, metric: u32, rows: &Range<u64>) -> Option<(u64, TimeSpan)> {
        let without = self
            .chunks_of(rows)
            .filter(|chunk| chunk.column(metric).is_none());
        let spans = without.filter_map(|chunk| {
            let local = chunk.local(rows);
            let times = &chunk.times[local];
            Some((
                times.len() as u64,
                TimeSpan::new(*times.first()?, *times.last()?),
            ))
        });
        spans.reduce(|(count, span), (more, later)| (count + more, span.union(later)))
    }

    /// How many of `rows` moved while they were read.
    pub(crate) fn torn_in(&self, rows: &Range<u64>) -> u64 {
        self.chunks_of(rows)
            .map(|chunk| within(&chunk.torn, chunk.local(rows)).len() as u64)
            .sum()
    }

    /// How often `metric` started again in `rows`, and when first.
    pub(crate) fn resets_in(&self, metric: u32, rows: &Range<u64>) -> Option<(u64, Time)> {
        let mut found: Option<(u64, Time)> = None;
        for chunk in self.chunks_of(rows) {
            let all = chunk
                .column(metric)
                .map_or(&[][..], |column| column.resets());
            let resets = within(all, chunk.local(rows));
            if let Some(&first) = resets.first() {
                let time = chunk.times[first as usize];
                let (count, _) = found.get_or_insert((0, time));
                *count += resets.len() as u64;
            }
        }
        found
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

/// The part of ascending row numbers that lies in `rows`.
fn within(numbers: &[u32], rows: Range<usize>) -> &[u32] {
    let start = numbers.partition_point(|&row| (row as usize) < rows.start);
    let end = numbers.partition_point(|&row| (row as usize) < rows.end);
    &numbers[start..end.max(start)]
}
