//! A run of rows with the same metrics, stored column by column.
//!
//! A chunk is complete in itself: it carries the last values and time before it, so deltas and
//! rates of its first row need no other chunk, and dropping one never changes another.

use std::ops::Range;
use std::sync::Arc;

use crate::model::batch::{Batch, Gap};
use crate::model::catalog::{Kind, View};
use crate::model::pyramid::{BLOCK, FAN};
use crate::model::store::clock::{Base, Clock};
use crate::model::store::column::{Column, Findings, grow};
use crate::model::store::gap_list::GapList;
use crate::model::store::query::Sample;
use crate::model::time::Time;
use crate::model::value::Value;

/// A run of rows with the same metrics.
#[derive(Debug)]
pub(super) struct Chunk {
    /// Number of the first row in its group.
    pub(super) first_row: u64,
    /// The metrics that were read, ascending, in the order of `data`.
    pub(super) metrics: Arc<[u32]>,
    pub(super) times: Vec<Time>,
    pub(super) read_nanos: Vec<u32>,
    pub(super) data: Vec<Box<dyn Column>>,
    /// Rows that moved while they were read, ascending.
    pub(super) torn: Vec<u32>,
    pub(super) gaps: GapList,
    clock: ClockState,
    limit: usize,
}

/// What a chunk's [`Clock`] is made from, apart from the times themselves.
#[derive(Debug)]
pub(super) struct ClockState {
    /// Which column is the device's time, where one is.
    device: Option<usize>,
    /// The last host time before the chunk and the device's, where it was read.
    carried: Option<(Time, Option<u64>)>,
    any_stale: bool,
    cuts: Vec<u32>,
}

impl Chunk {
    /// A chunk for at most `limit` rows.
    pub(super) fn new(
        first_row: u64,
        metrics: Arc<[u32]>,
        data: Vec<Box<dyn Column>>,
        clock: ClockState,
        limit: usize,
    ) -> Self {
        Self {
            first_row,
            metrics,
            times: Vec::new(),
            read_nanos: Vec::new(),
            data,
            torn: Vec::new(),
            gaps: GapList::default(),
            clock,
            limit,
        }
    }

    /// Number of rows.
    pub(super) fn len(&self) -> usize {
        self.times.len()
    }

    /// How many rows still fit.
    pub(super) fn room(&self) -> usize {
        self.limit.saturating_sub(self.len())
    }

    /// Number of the first row after the chunk.
    pub(super) fn end_row(&self) -> u64 {
        self.first_row + self.len() as u64
    }

    /// The part of `rows`, numbered in the group, that lies here, numbered in the chunk.
    pub(super) fn local(&self, rows: &Range<u64>) -> Range<usize> {
        let start = rows.start.clamp(self.first_row, self.end_row());
        let end = rows.end.clamp(start, self.end_row());
        (start - self.first_row) as usize..(end - self.first_row) as usize
    }

    /// The column of `metric`, where it was read.
    pub(super) fn column(&self, metric: u32) -> Option<&dyn Column> {
        let at = self.metrics.binary_search(&metric).ok()?;
        Some(&*self.data[at])
    }

    /// The value of `metric` in `row`, where it has one in `view`.
    pub(super) fn value(&self, metric: u32, view: View, row: usize) -> Option<Value> {
        let column = self.column(metric)?;
        match view {
            View::Raw => Some(column.value(row)),
            View::Delta | View::Rate => {
                let (_, value) = column.first(view, row..row + 1, &self.clock())?;
                Some(value)
            }
        }
    }

    /// A value of `row` with its place.
    pub(super) fn sample(&self, row: usize, value: Value) -> Sample {
        Sample {
            row: self.first_row + row as u64,
            time: self.times[row],
            value,
            torn: self.torn.binary_search(&(row as u32)).is_ok(),
        }
    }

    /// Whether deltas and rates are cut off before one of `rows`.
    pub(super) fn is_cut(&self, rows: Range<usize>) -> bool {
        let cuts = &self.clock.cuts;
        let at = cuts.partition_point(|&cut| (cut as usize) < rows.start);
        cuts.get(at).is_some_and(|&cut| (cut as usize) < rows.end)
    }

    /// How the rows follow one another.
    pub(super) fn clock(&self) -> Clock<'_> {
        let stamps = self.clock.device.and_then(|at| self.data[at].as_u64s());
        self.clock.view(&self.times, stamps)
    }

    /// Puts a gap before the next row; `new_epoch` when counters may start again there.
    pub(super) fn mark(&mut self, gap: Gap, new_epoch: bool) {
        let row = self.len() as u32;
        self.gaps.push(row, gap);
        if new_epoch && self.clock.cuts.last() != Some(&row) {
            self.clock.cuts.push(row);
        }
    }

    /// Appends passes of `batch`, which must fit and follow in time, and reports what each
    /// column found and how often the device's time ran backwards.
    pub(super) fn append(&mut self, batch: &Batch, rows: Range<usize>) -> (Vec<Findings>, u64) {
        let before = self.len();
        grow(&mut self.times, rows.len(), self.limit);
        grow(&mut self.read_nanos, rows.len(), self.limit);
        self.times.extend_from_slice(&batch.times[rows.clone()]);
        self.read_nanos
            .extend_from_slice(&batch.read_nanos[rows.clone()]);
        let torn = batch.torn.iter().map(|&row| row as usize);
        let torn = torn.filter(|row| rows.contains(row));
        self.torn
            .extend(torn.map(|row| (before + row - rows.start) as u32));
        let stride = self.metrics.len();
        let slots = &batch.slots[rows.start * stride..rows.end * stride];
        for (at, column) in self.data.iter_mut().enumerate() {
            column.extend(slots.get(at..).unwrap_or_default(), stride, self.limit);
        }
        let backwards = self.read_device_time(before);
        (
            self.with_clock(|column, clock| column.settle(clock)),
            backwards,
        )
    }

    /// Notes stale rows and cuts in the device's time from row `start` on.
    fn read_device_time(&mut self, start: usize) -> u64 {
        let Some(stamps) = self.clock.device.and_then(|at| self.data[at].as_u64s()) else {
            return 0;
        };
        self.clock.read(stamps, start)
    }

    /// Closes the chunk: nothing will be appended any more.
    pub(super) fn seal(&mut self) {
        self.with_clock(|column, clock| column.seal(clock));
        self.times.shrink_to_fit();
        self.read_nanos.shrink_to_fit();
        self.torn.shrink_to_fit();
        self.gaps.shrink();
        self.clock.cuts.shrink_to_fit();
    }

    /// Calls `change` with every column and the chunk's clock, and collects what it returns.
    pub(super) fn with_clock<R>(
        &mut self,
        mut change: impl FnMut(&mut dyn Column, &Clock<'_>) -> R,
    ) -> Vec<R> {
        let Some(device) = self.clock.device else {
            let clock = self.clock.view(&self.times, None);
            return self
                .data
                .iter_mut()
                .map(|column| change(&mut **column, &clock))
                .collect();
        };
        // The device's time is a column itself, so it is taken out while the others change.
        let (before, rest) = self.data.split_at_mut(device);
        let Some((time, after)) = rest.split_first_mut() else {
            return Vec::new();
        };
        let mut results = Vec::with_capacity(before.len() + after.len() + 1);
        let clock = self.clock.view(&self.times, time.as_u64s());
        results.extend(
            before
                .iter_mut()
                .map(|column| change(&mut **column, &clock)),
        );
        results.push(change(&mut **time, &self.clock.view(&self.times, None)));
        let clock = self.clock.view(&self.times, time.as_u64s());
        results.extend(after.iter_mut().map(|column| change(&mut **column, &clock)));
        results
    }

    /// The last host time before the chunk and the device's, where it was read.
    pub(super) fn carried_time(&self) -> Option<(Time, Option<u64>)> {
        self.clock.carried
    }

    /// Treats the values of `metric` as `kind` from now on.
    pub(super) fn set_kind(&mut self, metric: u32, kind: Kind) -> Findings {
        let Ok(at) = self.metrics.binary_search(&metric) else {
            return Findings::default();
        };
        let mut position = 0..;
        let found = self.with_clock(|column, clock| {
            let wanted = position.next() == Some(at);
            wanted.then(|| column.set_kind(kind, clock))
        });
        found.into_iter().flatten().next().unwrap_or_default()
    }

    /// The row with the last sample; `None` when that lies before the chunk.
    pub(super) fn last_sample(&self) -> Option<usize> {
        self.clock().sample_at(self.len().checked_sub(1)?)
    }

    /// The first row at or after `time`.
    ///
    /// Passes are mostly evenly spaced, so the search begins where the row would be then.
    pub(super) fn row_at(&self, time: Time) -> usize {
        let (Some(&first), Some(&last)) = (self.times.first(), self.times.last()) else {
            return 0;
        };
        if time <= first || last < time {
            return if time <= first { 0 } else { self.len() };
        }
        let share = (time - first) as f64 / (last - first) as f64;
        let guess = (share * (self.len() - 1) as f64) as usize;
        let (mut low, mut high, mut stride) = (guess, guess + 1, 1);
        while low > 0 && self.times[low] >= time {
            low = low.saturating_sub(stride);
            stride *= 2;
        }
        while high < self.len() && self.times[high] < time {
            high = (high + stride).min(self.len());
            stride *= 2;
        }
        low + self.times[low..high].partition_point(|&at| at < time)
    }

    /// Like [`Chunk::row_at`], but moved to the nearer end of the largest summarised run of
    /// rows around `time` that lasts at most `nanos`.
    pub(super) fn row_near(&self, time: Time, nanos: i64) -> usize {
        let row = self.row_at(time);
        let (mut near, mut size) = (row, BLOCK);
        loop {
            let start = row - row % size;
            let end = start + size;
            match self.times.get(start..end) {
                Some([first, .., last]) if *last - *first <= nanos => {
                    near = if row - start < end - row { start } else { end };
                    size *= FAN;
                }
                _ => return near,
            }
        }
    }

    /// Bytes allocated.
    pub(super) fn bytes(&self) -> usize {
        let columns: usize = self.data.iter().map(|column| column.bytes()).sum();
        size_of::<Self>()
            + self.times.capacity() * size_of::<Time>()
            + (self.read_nanos.capacity() + self.torn.capacity() + self.clock.cuts.capacity()) * 4
            + self.data.capacity() * size_of::<Box<dyn Column>>()
            + self.gaps.bytes()
            + columns
    }
}

impl ClockState {
    /// The state of a chunk without rows yet.
    pub(super) fn new(device: Option<usize>, carried: Option<(Time, Option<u64>)>) -> Self {
        Self {
            device,
            carried,
            any_stale: false,
            cuts: Vec::new(),
        }
    }

    /// The clock over a chunk's host times and, where there are any, the device's.
    fn view<'a>(&'a self, times: &'a [Time], stamps: Option<&'a [u64]>) -> Clock<'a> {
        let carried = self.carried.map(|(host, device)| match (stamps, device) {
            (None, _) => host.0 as u64,
            (Some(_), Some(device)) => device,
            // The device's time was not read before: the host tells how far back it was.
            (Some(stamps), None) => match (times.first(), stamps.first()) {
                (Some(&first), Some(stamp)) => stamp.wrapping_sub((first - host) as u64),
                _ => 0,
            },
        });
        Clock {
            base: match stamps {
                Some(stamps) => Base::Device(stamps, self.any_stale),
                None => Base::Host(times),
            },
            carried,
            cuts: &self.cuts,
        }
    }

    /// Notes stale rows, and cuts where the device's time runs backwards, from row `start` on.
    /// Returns how many cuts that makes.
    fn read(&mut self, stamps: &[u64], start: usize) -> u64 {
        let carried = self.carried.and_then(|(_, device)| device);
        let mut before = start
            .checked_sub(1)
            .map_or(carried, |row| Some(stamps[row]));
        let mut backwards = 0;
        for (row, &stamp) in stamps.iter().enumerate().skip(start) {
            self.any_stale |= before == Some(stamp);
            let row = row as u32;
            if before.is_some_and(|before| stamp < before) && self.cuts.binary_search(&row).is_err()
            {
                let at = self.cuts.partition_point(|&cut| cut < row);
                self.cuts.insert(at, row);
                backwards += 1;
            }
            before = Some(stamp);
        }
        backwards
    }
}
