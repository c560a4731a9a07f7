//! All that is known of one metric group: its rows in chunks, its gaps, what was noticed.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use crate::model::batch::{Batch, Gap};
use crate::model::catalog::{GroupInfo, Kind};
use crate::model::pyramid::{BLOCK, FAN};
use crate::model::store::AppendError;
use crate::model::store::chunk::{Chunk, ClockState};
use crate::model::store::column::{Column, Findings, column};
use crate::model::store::gap_list::GapList;
use crate::model::time::{Time, TimeSpan};
use crate::model::value::ValueType;

/// What has happened to a group since it was added, evicted rows included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GroupCounts {
    /// Passes stored.
    pub rows: u64,
    /// Gaps; one that goes on without a pass in between counts once.
    pub gaps: u64,
    /// Passes missing in gaps, where the number is known.
    pub missed: u64,
    /// Passes whose record moved while it was read.
    pub torn: u64,
    /// Passes refused because their time was not after the one before.
    pub out_of_order: u64,
    /// Times the device's clock ran backwards.
    pub clock_resets: u64,
}

/// What has been noticed in a metric since its group was added, evicted rows included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MetricCounts {
    /// Values that are not a finite number.
    pub non_finite: u64,
    /// Steps backwards that are taken for a new start.
    pub resets: u64,
    /// Steps backwards that are taken for the end of the counter's width.
    pub wraps: u64,
}

/// The time series of one metric group.
///
/// Rows are numbered from 0 in the order they were appended; eviction removes rows from the
/// front and leaves the numbers of the others alone. Metrics are named by their index in the
/// group. A metric that is not in the group, or was never read, simply has no value.
#[derive(Debug)]
pub struct GroupStore {
    pub(super) metrics: Vec<Metric>,
    pub(super) chunks: VecDeque<Chunk>,
    /// Gaps after the last row.
    pub(super) pending: GapList,
    /// Chunks that are gone.
    pub(super) evicted_chunks: u64,
    counts: GroupCounts,
    /// The metric that is the device's time.
    device_clock: Option<u32>,
    chunk_bytes: usize,
    /// Bytes of all chunks but the last, and of the last.
    sealed_bytes: usize,
    open_bytes: usize,
    identity: Arc<()>,
}

/// What the store must know of a metric, and what it noticed.
#[derive(Debug)]
pub(super) struct Metric {
    value_type: Option<ValueType>,
    kind: Kind,
    counts: MetricCounts,
}

impl GroupStore {
    /// Bytes a chunk grows to unless [`GroupStore::set_chunk_bytes`] says otherwise.
    pub const CHUNK_BYTES: usize = 4 << 20;

    /// An empty series for the metrics of `info`.
    pub fn new(info: &GroupInfo) -> Self {
        let clock = info
            .timestamp()
            .filter(|metric| metric.value_type == Some(ValueType::U64));
        let metrics = info.metrics.iter().map(|metric| Metric {
            value_type: metric.value_type,
            kind: metric.kind,
            counts: MetricCounts::default(),
        });
        Self {
            metrics: metrics.collect(),
            chunks: VecDeque::new(),
            pending: GapList::default(),
            evicted_chunks: 0,
            counts: GroupCounts::default(),
            device_clock: clock.map(|metric| metric.index),
            chunk_bytes: Self::CHUNK_BYTES,
            sealed_bytes: 0,
            open_bytes: 0,
            identity: Arc::new(()),
        }
    }

    /// Lets chunks that begin from now on grow to about `bytes`.
    pub fn set_chunk_bytes(&mut self, bytes: usize) {
        self.chunk_bytes = bytes;
    }

    /// Appends the passes and gaps of `batch`.
    ///
    /// A pass that is not later than the last one is left out and counted.
    ///
    /// # Errors
    /// [`AppendError::Malformed`] when the batch contradicts itself or names a metric that
    /// cannot be read; nothing of it is stored then.
    pub fn append(&mut self, batch: &Batch) -> Result<(), AppendError> {
        self.check(batch)?;
        let mut row = 0;
        for mark in &batch.gaps {
            let until = (mark.row as usize).min(batch.len());
            self.append_rows(batch, row..until);
            row = row.max(until);
            self.add_gap(mark.gap);
        }
        self.append_rows(batch, row..batch.len());
        self.open_bytes = self.chunks.back().map_or(0, Chunk::bytes);
        Ok(())
    }

    fn check(&self, batch: &Batch) -> Result<(), AppendError> {
        let readable = |&metric: &u32| {
            let metric = self.metrics.get(metric as usize);
            metric.is_some_and(|metric| metric.value_type.is_some())
        };
        let sound = batch.read_nanos.len() == batch.len()
            && batch.slots.len() == batch.len() * batch.columns.len()
            && batch.columns.is_sorted_by(|a, b| a < b)
            && batch.columns.iter().all(readable);
        if sound {
            Ok(())
        } else {
            Err(AppendError::Malformed(batch.group))
        }
    }

    fn add_gap(&mut self, gap: Gap) {
        self.counts.missed = self.counts.missed.saturating_add(gap.missed);
        if self.pending.push(0, gap) {
            self.counts.gaps += 1;
        }
    }

    /// Appends rows of `batch` without those that are out of order.
    fn append_rows(&mut self, batch: &Batch, rows: Range<usize>) {
        let mut start = rows.start;
        while start < rows.end {
            let last = self.last_time();
            let times = &batch.times[start..rows.end];
            if last.is_some_and(|last| times[0] <= last) {
                self.counts.out_of_order += 1;
                start += 1;
                continue;
            }
            let ordered = times
                .windows(2)
                .take_while(|pair| pair[0] < pair[1])
                .count()
                + 1;
            self.append_ordered(batch, start..start + ordered);
            start += ordered;
        }
    }

    fn append_ordered(&mut self, batch: &Batch, rows: Range<usize>) {
        let mut start = rows.start;
        while start < rows.end {
            let chunk = self.chunk_for(&batch.columns);
            let end = rows.end.min(start + chunk.room());
            let torn = chunk.torn.len();
            let (findings, backwards) = chunk.append(batch, start..end);
            let torn = chunk.torn.len() - torn;
            self.counts.torn += torn as u64;
            self.counts.clock_resets += backwards;
            self.counts.rows += (end - start) as u64;
            for (&metric, found) in batch.columns.iter().zip(&findings) {
                self.metrics[metric as usize].counts.add(*found);
            }
            start = end;
        }
    }

    /// The chunk the next row of `metrics` belongs to, with all pending gaps in place.
    fn chunk_for(&mut self, metrics: &Arc<[u32]>) -> &mut Chunk {
        let fits = |chunk: &Chunk| chunk.room() > 0 && chunk.metrics == *metrics;
        if !self.chunks.back().is_some_and(fits) {
            self.begin_chunk(metrics);
        }
        let new_epoch = self.pending.ends_epoch();
        let gaps = self.pending.drain();
        let chunk = self.chunks.back_mut().expect("a chunk was just begun");
        gaps.for_each(|gap| chunk.mark(gap, new_epoch));
        chunk
    }

    fn begin_chunk(&mut self, metrics: &Arc<[u32]>) {
        if let Some(last) = self.chunks.back_mut() {
            last.seal();
            self.sealed_bytes += last.bytes();
        }
        let last = self.chunks.back();
        let sample = last.and_then(Chunk::last_sample);
        let data: Vec<Box<dyn Column>> = metrics
            .iter()
            .filter_map(|&index| {
                let metric = &self.metrics[index as usize];
                let carried = last.and_then(|chunk| chunk.column(index)?.slot(sample));
                Some(column(metric.value_type?, metric.kind, carried))
            })
            .collect();
        let clock = ClockState::after(last, sample, metrics, self.device_clock);
        let limit = self.rows_per_chunk(metrics);
        let chunk = Chunk::new(self.counts.rows, Arc::clone(metrics), data, clock, limit);
        self.chunks.push_back(chunk);
    }

    /// As many rows as fit the wanted size, in whole blocks, two of them at least.
    fn rows_per_chunk(&self, metrics: &[u32]) -> usize {
        let size = |&metric: &u32| {
            self.metrics[metric as usize]
                .value_type
                .map_or(0, ValueType::size)
        };
        let row = size_of::<Time>() + size_of::<u32>() + metrics.iter().map(size).sum::<usize>();
        let blocks = (self.chunk_bytes / row / BLOCK).max(2);
        // Whole summaries up to the chunk's end are worth a little less than the wanted size.
        let whole = if blocks < FAN * FAN { 1 } else { FAN };
        // Row numbers within a chunk are stored in 32 bits.
        (blocks - blocks % whole).min(u32::MAX as usize / BLOCK / 2) * BLOCK
    }

    /// Treats the values of `metric` as `kind` from now on, those already here included.
    ///
    /// Takes a pass over all its values. The metric that serves as the group's clock stays as
    /// it is. What was noticed before is counted anew, in the rows that are still here.
    pub fn set_kind(&mut self, metric: u32, kind: Kind) {
        if self.device_clock == Some(metric) || metric as usize >= self.metrics.len() {
            return;
        }
        let mut found = Findings::default();
        for chunk in &mut self.chunks {
            found.add(chunk.set_kind(metric, kind));
        }
        let metric = &mut self.metrics[metric as usize];
        metric.kind = kind;
        metric.counts.resets = found.resets;
        metric.counts.wraps = found.wraps;
        self.sealed_bytes = self.chunks.iter().rev().skip(1).map(Chunk::bytes).sum();
        self.open_bytes = self.chunks.back().map_or(0, Chunk::bytes);
        self.identity = Arc::new(());
    }

    /// What the values of `metric` mean; [`Kind::Unknown`] for one that is not in the group.
    pub fn kind(&self, metric: u32) -> Kind {
        self.metrics
            .get(metric as usize)
            .map_or(Kind::Unknown, |metric| metric.kind)
    }

    /// What has happened to the group.
    pub fn counts(&self) -> GroupCounts {
        self.counts
    }

    /// What has been noticed in `metric`.
    pub fn metric_counts(&self, metric: u32) -> MetricCounts {
        self.metrics
            .get(metric as usize)
            .map(|metric| metric.counts)
            .unwrap_or_default()
    }

    /// Numbers of the rows that are here.
    pub fn row_numbers(&self) -> Range<u64> {
        let first = self
            .chunks
            .front()
            .map_or(self.counts.rows, |chunk| chunk.first_row);
        first..self.counts.rows
    }

    /// From the first row that is here to just after the last, where there is one.
    pub fn span(&self) -> Option<TimeSpan> {
        let first = *self.chunks.front()?.times.first()?;
        Some(TimeSpan::new(first, self.last_time()? + 1))
    }

    /// Bytes allocated for rows, gaps and summaries.
    pub fn bytes(&self) -> usize {
        self.sealed_bytes + self.open_bytes + self.pending.bytes()
    }

    /// Which series this is: another series, or the same with other meanings, has another.
    pub(crate) fn identity(&self) -> &Arc<()> {
        &self.identity
    }

    pub(crate) fn last_time(&self) -> Option<Time> {
        self.chunks.back()?.times.last().copied()
    }

    /// When the oldest chunk ends, unless it is the only one.
    pub(super) fn oldest_end(&self) -> Option<Time> {
        let oldest = self.chunks.front().filter(|_| self.chunks.len() > 1)?;
        oldest.times.last().copied()
    }

    /// Drops the oldest chunk, unless it is the only one.
    pub(crate) fn evict_oldest(&mut self) {
        if self.chunks.len() > 1
            && let Some(chunk) = self.chunks.pop_front()
        {
            self.sealed_bytes -= chunk.bytes();
            self.evicted_chunks += 1;
        }
    }
}

impl ClockState {
    /// The state for a chunk of `metrics` behind `last`, whose last sample is in row `sample`.
    fn after(
        last: Option<&Chunk>,
        sample: Option<usize>,
        metrics: &[u32],
        device_clock: Option<u32>,
    ) -> Self {
        let device = device_clock.and_then(|metric| metrics.binary_search(&metric).ok());
        let carried = last.and_then(|chunk| {
            let Some(row) = sample else {
                return chunk.carried_time();
            };
            let stamp = device_clock.and_then(|metric| chunk.column(metric)?.slot(Some(row)));
            Some((chunk.times[row], stamp))
        });
        Self::new(device, carried)
    }
}

impl Findings {
    fn add(&mut self, other: Self) {
        self.non_finite += other.non_finite;
        self.resets += other.resets;
        self.wraps += other.wraps;
    }
}

impl MetricCounts {
    fn add(&mut self, found: Findings) {
        self.non_finite += found.non_finite;
        self.resets += found.resets;
        self.wraps += found.wraps;
    }
}
