//! The time series of a session: every row that was read, and everything that is missing.
//!
//! [`Store`] holds one [`GroupStore`] for each metric group, and a budget in bytes for all of
//! them. In use:
//!
//! ```text
//! let mut store = Store::new();
//! store.add_group(id, &info);                 // once, before its first batch
//! store.append(&batch)?;                      // rows and gaps; may evict the oldest chunks
//! let group = store.group(id);                // Option<&GroupStore>
//! group.latest(metric, View::Rate)            // Option<Sample { row, time, value, torn }>
//! group.nearest(metric, view, time)           // hover; also at_or_before
//! group.statistics(metric, view, span)        // count, min, max, mean, first, last, ...
//! group.rows(span), group.gaps(span)          // iterators, exact values
//! group.counts(), group.metric_counts(metric) // gaps, missed, torn; resets, wraps, non_finite
//!
//! let grid = Grid::new(span, pixels, origin); // time columns of one chart or strip
//! group.locate(&grid, &mut cells);            // `Cells`: once a frame for group and grid
//! group.decimate(metric, view, &cells, &mut trace); // `Trace`: once a frame for each series
//! ```
//!
//! `Cells` and `Trace` (in [`crate::model::decimate`]) are kept by the caller from frame to
//! frame: they hold the buffers and what is still true of the last picture.
//!
//! Rows lie in chunks, column by column, in each metric's own type; a chunk ends when it is
//! full or when other metrics are read. Deltas and rates are derived on reading. Summaries of
//! 128 rows and more are kept beside the values, so that any span costs about the same.
//!
//! Nothing here reads a clock, a file or another thread: who appends decides when.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use crate::model::batch::Batch;
use crate::model::catalog::{GroupId, GroupInfo};
use crate::model::time::TimeSpan;

mod chunk;
mod clock;
mod column;
mod element;
mod gap_list;
mod group;
mod query;
mod rows;
mod run;
mod summary;

#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

pub(crate) use self::gap_list::GapSum;
pub use self::group::{GroupCounts, GroupStore, MetricCounts};
pub use self::query::{Sample, Statistics};
pub use self::rows::Row;
pub(crate) use self::run::Place;

/// All groups of a session and the bytes they may take.
#[derive(Debug)]
pub struct Store {
    groups: BTreeMap<GroupId, GroupStore>,
    budget: usize,
}

impl Store {
    /// The budget of a new store: 1 GiB.
    pub const DEFAULT_BUDGET: usize = 1 << 30;

    /// An empty store with the default budget.
    pub fn new() -> Self {
        Self {
            groups: BTreeMap::new(),
            budget: Self::DEFAULT_BUDGET,
        }
    }

    /// Makes room for a group; one that is already here stays as it is.
    pub fn add_group(&mut self, id: GroupId, info: &GroupInfo) {
        self.groups
            .entry(id)
            .or_insert_with(|| GroupStore::new(info));
        self.divide_budget();
    }

    /// The series of group `id`, where it was added.
    pub fn group(&self, id: GroupId) -> Option<&GroupStore> {
        self.groups.get(&id)
    }

    /// The series of group `id` for changes, where it was added.
    pub fn group_mut(&mut self, id: GroupId) -> Option<&mut GroupStore> {
        self.groups.get_mut(&id)
    }

    /// All groups in the order of their ids.
    pub fn groups(&self) -> impl Iterator<Item = (GroupId, &GroupStore)> {
        self.groups.iter().map(|(&id, group)| (id, group))
    }

    /// Appends the passes and gaps of `batch` to its group, then keeps to the budget.
    ///
    /// # Errors
    /// [`AppendError`] when the group was not added or the batch contradicts itself; nothing of
    /// it is stored then.
    pub fn append(&mut self, batch: &Batch) -> Result<(), AppendError> {
        let group = self.groups.get_mut(&batch.group);
        group
            .ok_or(AppendError::UnknownGroup(batch.group))?
            .append(batch)?;
        self.evict();
        Ok(())
    }

    /// The bytes that may be taken.
    pub fn budget(&self) -> usize {
        self.budget
    }

    /// Allows `bytes` from now on, and evicts what is beyond.
    pub fn set_budget(&mut self, bytes: usize) {
        self.budget = bytes;
        self.divide_budget();
        self.evict();
    }

    /// Bytes allocated for rows, gaps and summaries.
    ///
    /// Exceeds the budget only where the newest chunks of all groups together do.
    pub fn bytes(&self) -> usize {
        self.groups.values().map(GroupStore::bytes).sum()
    }

    /// From the first row of any group to just after the last, where there is one.
    pub fn span(&self) -> Option<TimeSpan> {
        self.groups
            .values()
            .filter_map(GroupStore::span)
            .reduce(TimeSpan::union)
    }

    /// Keeps chunks so small that those being filled are a small part of the budget.
    fn divide_budget(&mut self) {
        let share = self.budget / 64 / self.groups.len().max(1);
        let bytes = share.min(GroupStore::CHUNK_BYTES);
        self.groups
            .values_mut()
            .for_each(|group| group.set_chunk_bytes(bytes));
    }

    /// Drops whole chunks, the one that ended first before all others, until the budget is kept.
    fn evict(&mut self) {
        let mut bytes = self.bytes();
        while bytes > self.budget {
            let ends = self
                .groups
                .values_mut()
                .filter_map(|group| Some((group.oldest_end()?, group)));
            let Some((_, group)) = ends.min_by_key(|&(end, _)| end) else {
                return;
            };
            bytes -= group.bytes();
            group.evict_oldest();
            bytes += group.bytes();
        }
    }
}

impl Default for Store {
    fn default() -> Self {
        Self::new()
    }
}

/// Why a batch was not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppendError {
    /// The batch's group was not added to the store.
    UnknownGroup(GroupId),
    /// The batch's parts do not fit together, or it names a metric that cannot be read.
    Malformed(GroupId),
}

impl fmt::Display for AppendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (id, what) = match self {
            Self::UnknownGroup(id) => (id, "was not added to the store before its first passes"),
            Self::Malformed(id) => (id, "sent passes that contradict its description"),
        };
        write!(f, "group {} of device {} {what}", id.index, id.device.0)
    }
}

impl Error for AppendError {}
