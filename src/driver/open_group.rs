//! A metric group that is active and read.

use std::sync::Arc;
use std::time::Duration;

use level_zero_sys::zet_metric_group_handle_t;
use rustix::time::{ClockId, clock_gettime};

use crate::driver::error::DriverError;
use crate::driver::memories::Readable;
use crate::driver::memory::Memory;
use crate::driver::plan::Plan;
use crate::driver::raw_device::{RawDevice, log_failure};
use crate::model::batch::Integrity;
use crate::model::catalog::Access;
use crate::model::reason::Reason;

/// How often the driver is asked whether the device is still there; memory does not tell.
const STATUS_PERIOD: Duration = Duration::from_millis(200);

/// An active group whose memories are mapped or imported.
///
/// Dropping it releases first the memories, then the group, and logs what fails;
/// [`OpenGroup::close`] returns it instead.
#[derive(Debug)]
pub struct OpenGroup {
    columns: Vec<u32>,
    refused: Vec<(u32, Reason)>,
    access: Access,
    /// Before `activation`, so that memories are released before the group is.
    parts: Vec<OpenPart>,
    activation: Activation,
    next_status: Duration,
}

/// One memory and the loads of one pass over it.
#[derive(Debug)]
struct OpenPart {
    memory: Arc<Memory>,
    plan: Plan,
}

impl OpenGroup {
    /// Prepares to read what is `readable` of the active group.
    ///
    /// # Errors
    /// Why nothing is.
    pub(super) fn new(readable: Readable, activation: Activation) -> Result<Self, DriverError> {
        let columns = readable.columns();
        let Some(access) = readable.access() else {
            let reason = readable.refused.into_values().next();
            return Err(reason
                .unwrap_or_else(|| Reason::new("no metric was asked for"))
                .into());
        };
        let mut parts = Vec::with_capacity(readable.parts.len());
        for (layout, memory) in readable.parts {
            let plan = Plan::new(&layout, &columns, memory.len())?;
            parts.push(OpenPart { memory, plan });
        }
        Ok(Self {
            columns,
            refused: readable.refused.into_iter().collect(),
            access,
            parts,
            activation,
            next_status: Duration::ZERO,
        })
    }

    /// The metrics of a pass, as ascending indices into the group's list.
    pub fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// The metrics that were asked for and cannot be read, ascending, each with the reason.
    pub fn refused(&self) -> &[(u32, Reason)] {
        &self.refused
    }

    /// How the memory is read; of the first memory where metrics have several.
    pub fn access(&self) -> Access {
        self.access
    }

    /// Reads one pass into `slots`, one for each of [`OpenGroup::columns`]: the value's bits,
    /// zero-extended to 64. Does not allocate.
    ///
    /// # Errors
    /// [`DriverError::Transient`] where this pass failed, [`DriverError::Refused`] where the
    /// memory cannot be read any more, [`DriverError::DeviceLost`] where the device is gone; then
    /// the slots mean nothing.
    ///
    /// # Panics
    /// If there are fewer slots than columns.
    #[inline]
    pub fn read(&mut self, slots: &mut [u64]) -> Result<Integrity, DriverError> {
        let slots = &mut slots[..self.columns.len()];
        self.check_device()?;
        let mut integrity = Integrity::Whole;
        for OpenPart { memory, plan } in &self.parts {
            if plan.read(memory, slots)? == Integrity::Torn {
                integrity = Integrity::Torn;
            }
        }
        Ok(integrity)
    }

    /// Releases the memories, then the group.
    ///
    /// # Errors
    /// What the driver answered; everything counts as released all the same.
    pub fn close(self) -> Result<(), DriverError> {
        let Self {
            parts, activation, ..
        } = self;
        drop(parts);
        activation.end()
    }

    #[inline]
    fn check_device(&mut self) -> Result<(), DriverError> {
        // The coarse clock costs a few nanoseconds and is exact enough for this.
        let now = clock_gettime(ClockId::MonotonicCoarse);
        let now = Duration::new(now.tv_sec as u64, now.tv_nsec as u32);
        if now < self.next_status {
            return Ok(());
        }
        self.next_status = now + STATUS_PERIOD;
        self.activation.device.status()
    }
}

/// A group's part in what is active on its device; ends on drop.
#[derive(Debug)]
pub(super) struct Activation {
    device: Arc<RawDevice>,
    group: Option<zet_metric_group_handle_t>,
}

// SAFETY: Level Zero handles belong to no thread, and activation happens under a lock.
unsafe impl Send for Activation {}

impl Activation {
    /// Activates `group`.
    ///
    /// # Errors
    /// Why the driver does not.
    pub(super) fn begin(
        device: &Arc<RawDevice>,
        group: zet_metric_group_handle_t,
    ) -> Result<Self, DriverError> {
        device.activate(group)?;
        Ok(Self {
            device: Arc::clone(device),
            group: Some(group),
        })
    }

    /// Deactivates the group.
    ///
    /// # Errors
    /// What the driver answered.
    fn end(mut self) -> Result<(), DriverError> {
        match self.group.take() {
            Some(group) => self.device.deactivate(group),
            None => Ok(()),
        }
    }
}

impl Drop for Activation {
    fn drop(&mut self) {
        if let Some(group) = self.group.take() {
            log_failure(self.device.deactivate(group));
        }
    }
}
