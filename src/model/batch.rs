//! Passes on their way from the sampler to whoever keeps them.
//!
//! A *pass* is one reading of a group's enabled metrics between two clock reads. Passes of one
//! group travel together in a [`Batch`], row by row, with the gaps between them in place: what
//! was not read is as much part of the data as what was.

use std::sync::Arc;

use crate::model::catalog::GroupId;
use crate::model::time::{Time, TimeSpan};

/// Consecutive passes of one group.
///
/// Layout: pass `i` owns `slots[i * columns.len()..][..columns.len()]`, one slot a metric in the
/// order of `columns`. A slot holds the value's bits, zero-extended to 64. Times strictly
/// increase within a batch and from batch to batch of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// The group that was read.
    pub group: GroupId,
    /// The metrics read in every pass of this batch, as ascending indices into the group's list.
    pub columns: Arc<[u32]>,
    /// When each pass began.
    pub times: Vec<Time>,
    /// How long each pass took to read, in nanoseconds.
    pub read_nanos: Vec<u32>,
    /// The values, pass after pass.
    pub slots: Vec<u64>,
    /// Passes whose record moved while it was read, as ascending row numbers of this batch.
    pub torn: Vec<u32>,
    /// What is missing, in order: each stands before pass `row`, or after the last one.
    pub gaps: Vec<GapMark>,
}

impl Batch {
    /// An empty batch for `group` whose passes read `columns`.
    pub fn new(group: GroupId, columns: Arc<[u32]>) -> Self {
        Self {
            group,
            columns,
            times: Vec::new(),
            read_nanos: Vec::new(),
            slots: Vec::new(),
            torn: Vec::new(),
            gaps: Vec::new(),
        }
    }

    /// Number of passes.
    pub fn len(&self) -> usize {
        self.times.len()
    }

    /// Whether there is neither a pass nor a gap to tell of.
    pub fn is_empty(&self) -> bool {
        self.times.is_empty() && self.gaps.is_empty()
    }

    /// The slots of pass `row`, in the order of `columns`. Panics beyond the last pass.
    pub fn row(&self, row: usize) -> &[u64] {
        let width = self.columns.len();
        &self.slots[row * width..(row + 1) * width]
    }

    /// From the first pass to just after the last, where there is one.
    pub fn span(&self) -> Option<TimeSpan> {
        let (first, last) = (*self.times.first()?, *self.times.last()?);
        Some(TimeSpan::new(first, last + 1))
    }
}

/// Whether the values of a pass belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integrity {
    /// Nothing says that the record moved while it was read.
    Whole,
    /// The record's sequence word moved during every attempt to read it.
    Torn,
}

/// A gap and its place in a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GapMark {
    /// The pass the gap stands before; the batch's length when it stands after the last.
    pub row: u32,
    /// The gap.
    pub gap: Gap,
}

/// A stretch of session time in which nothing was read or what was read is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// From the last pass before to the first pass after, as far as they are known.
    pub span: TimeSpan,
    /// Passes or reports missing; 0 when the number is unknown.
    pub missed: u64,
    /// Why.
    pub cause: GapCause,
}

/// Why passes are missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GapCause {
    /// The sampler woke or read too late for one or more deadlines.
    Late,
    /// The queue to the consumer was full; whole batches were dropped.
    QueueFull,
    /// The driver dropped reports.
    DriverDropped,
    /// A read failed and was given up for this pass.
    ReadFailed,
    /// The group was not enabled.
    Disabled,
    /// The device was lost.
    DeviceLost,
    /// The pass was read and shown, but the recording could not keep up.
    NotRecorded,
    /// The pass was recorded, and the file that held it is damaged.
    Damaged,
}

impl GapCause {
    /// A few words for tables and tooltips.
    pub fn name(self) -> &'static str {
        match self {
            Self::Late => "late",
            Self::QueueFull => "queue full",
            Self::DriverDropped => "dropped by driver",
            Self::ReadFailed => "read failed",
            Self::Disabled => "not enabled",
            Self::DeviceLost => "device lost",
            Self::NotRecorded => "not recorded",
            Self::Damaged => "damaged in file",
        }
    }

    /// Whether data was there and lost, as opposed to never having been due or read.
    pub fn is_drop(self) -> bool {
        matches!(
            self,
            Self::QueueFull | Self::DriverDropped | Self::NotRecorded | Self::Damaged
        )
    }
}
