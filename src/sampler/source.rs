//! What the sampler knows of a device: enumerate, enable, read, disable.
//!
//! Exported memory yields one pass a read, a metric streamer many reports with times of their
//! own; both push into [`Passes`]. Sources of other vendors join behind the same trait.

use std::sync::Arc;

use crate::model::batch::{Batch, Integrity};
use crate::model::catalog::{Access, GroupInfo};
use crate::model::reason::Reason;
use crate::model::time::Time;
use crate::sampler::clock::SessionClock;

/// A device as the sampler thread uses it. Every call comes from that one thread.
pub trait Source {
    /// Lists the device's metric groups and judges how each can be read.
    ///
    /// # Errors
    /// Why the device cannot list any.
    fn enumerate(&mut self) -> Result<Vec<GroupInfo>, SourceError>;

    /// Begins to read `metrics` (ascending indices) of group `group`, replacing what was enabled
    /// of that group before.
    ///
    /// # Errors
    /// Why nothing of the group can be read.
    fn enable(&mut self, group: u32, metrics: &[u32]) -> Result<Enabled, SourceError>;

    /// Releases whatever [`Source::enable`] took for `group`.
    ///
    /// # Errors
    /// What the driver said; the group counts as released all the same.
    fn disable(&mut self, group: u32) -> Result<(), SourceError>;

    /// Reads `group` once and pushes what there is.
    ///
    /// # Errors
    /// Why nothing could be read this time.
    fn read(&mut self, group: u32, passes: &mut Passes<'_>) -> Result<(), SourceError>;
}

/// What was granted when a group was enabled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enabled {
    /// The metrics every pass will carry, as ascending indices.
    pub columns: Arc<[u32]>,
    /// The metrics that were asked for and cannot be read.
    pub refused: Vec<(u32, Reason)>,
    /// How the memory is read.
    pub access: Access,
}

/// What went wrong, sorted by what the sampler does about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// This group cannot be read (any more): it is closed with this reason.
    #[error("{0}")]
    Refused(Reason),
    /// One read failed; the next may succeed. The pass becomes a gap.
    #[error("{0}")]
    Transient(Reason),
    /// The device is gone: all its groups are closed with this reason.
    #[error("{0}")]
    DeviceLost(Reason),
}

/// Where a [`Source`] puts the passes it read.
#[derive(Debug)]
pub struct Passes<'a> {
    clock: SessionClock,
    batch: &'a mut Batch,
    last: &'a mut Time,
}

impl<'a> Passes<'a> {
    pub(crate) fn new(clock: SessionClock, batch: &'a mut Batch, last: &'a mut Time) -> Self {
        Self { clock, batch, last }
    }

    /// Takes one pass now: `read` fills one slot a column between two clock reads.
    ///
    /// # Errors
    /// What `read` returned; then there is no pass.
    pub fn take<E>(
        &mut self,
        read: impl FnOnce(&mut [u64]) -> Result<Integrity, E>,
    ) -> Result<(), E> {
        let old = self.batch.slots.len();
        self.batch.slots.resize(old + self.batch.columns.len(), 0);
        let start = self.clock.now();
        let outcome = read(&mut self.batch.slots[old..]);
        let end = self.clock.now();
        match outcome {
            Ok(integrity) => self.stamp(start, end - start, integrity),
            Err(error) => {
                self.batch.slots.truncate(old);
                return Err(error);
            }
        }
        Ok(())
    }

    fn stamp(&mut self, start: Time, read_nanos: i64, integrity: Integrity) {
        // Two passes can start within one tick of a coarse clock; times must still increase.
        let time = start.max(*self.last + 1);
        if integrity == Integrity::Torn {
            self.batch.torn.push(self.batch.times.len() as u32);
        }
        self.batch.times.push(time);
        self.batch
            .read_nanos
            .push(u32::try_from(read_nanos).unwrap_or(u32::MAX));
        *self.last = time;
    }
}
