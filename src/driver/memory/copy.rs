//! Reading through an import as memory of the device, from which each pass is copied first.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use level_zero_sys::{
    ze_command_list_handle_t, ze_command_queue_desc_t, ze_command_queue_group_properties_t,
    ze_command_queue_group_property_flags_t, ze_command_queue_mode_t, ze_event_handle_t,
};

use crate::driver::error::{DriverError, check, missing};
use crate::driver::list;
use crate::driver::memory::import::Allocation;
use crate::driver::memory::{Export, copyable};
use crate::driver::raw_device::{RawDevice, log_failure};
use crate::driver::window::Window;
use crate::model::reason::Reason;

/// An exported memory, imported as a device allocation, and where it is copied to.
#[derive(Debug)]
pub(super) struct Copied {
    /// First, so that it is destroyed before the memory it copies.
    list: Mutex<CommandList>,
    source: Allocation,
    target: Allocation,
    len: usize,
}

impl Copied {
    /// Imports `export` and copies it once, to see that it can be done.
    ///
    /// # Errors
    /// The reason why it cannot.
    pub(super) fn new(device: &Arc<RawDevice>, export: &Export) -> Result<Self, Reason> {
        copyable(export.size as usize)?;
        Self::prepare(device, export).map_err(DriverError::into_reason)
    }

    fn prepare(device: &Arc<RawDevice>, export: &Export) -> Result<Self, DriverError> {
        let len = export.size as usize;
        let copied = Self {
            list: Mutex::new(CommandList::new(device)?),
            source: Allocation::import_device(device, export)?,
            target: Allocation::host(device, len)?,
            len,
        };
        copied.with(0..len, |_| ())?;
        Ok(copied)
    }

    /// Copies the bytes of `extent` and lets `read` look at the copy.
    ///
    /// # Errors
    /// Why the driver does not copy, now or ever.
    pub(super) fn with<R>(
        &self,
        extent: Range<usize>,
        read: impl FnOnce(Window<'_>) -> R,
    ) -> Result<R, DriverError> {
        let list = self.list.lock().unwrap_or_else(PoisonError::into_inner);
        list.copy(&self.target, &self.source, extent)?;
        let start = self.target.pointer().cast();
        // SAFETY: the target was allocated as memory of the host with `len` bytes, page-aligned,
        // and the lock keeps the next copy from it until `read` returns.
        Ok(read(unsafe { Window::new(start, self.len) }))
    }
}

/// An immediate command list that executes each command before the call returns.
#[derive(Debug)]
struct CommandList {
    device: Arc<RawDevice>,
    handle: ze_command_list_handle_t,
}

// SAFETY: a command list belongs to no thread; it is used under a lock only.
unsafe impl Send for CommandList {}

impl CommandList {
    #[doc(alias = "zeCommandListCreateImmediate")]
    fn new(device: &Arc<RawDevice>) -> Result<Self, DriverError> {
        const CALL: &str = "zeCommandListCreateImmediate";
        let create = device.api().command.zeCommandListCreateImmediate;
        let create = create.ok_or(missing(CALL))?;
        let wishes = ze_command_queue_desc_t {
            ordinal: copy_ordinal(device)?,
            mode: ze_command_queue_mode_t::SYNCHRONOUS,
            ..Default::default()
        };
        let mut handle = ze_command_list_handle_t::null();
        // SAFETY: context and device are alive; both places live across the call.
        check(CALL, unsafe {
            create(
                device.context()?,
                device.handle(),
                &raw const wishes,
                &raw mut handle,
            )
        })?;
        Ok(Self {
            device: Arc::clone(device),
            handle,
        })
    }

    /// Copies the bytes of `extent` to the same place in `target`.
    #[doc(alias = "zeCommandListAppendMemoryCopy")]
    fn copy(
        &self,
        target: &Allocation,
        source: &Allocation,
        extent: Range<usize>,
    ) -> Result<(), DriverError> {
        const CALL: &str = "zeCommandListAppendMemoryCopy";
        let copy = self.device.api().command.zeCommandListAppendMemoryCopy;
        let copy = copy.ok_or(missing(CALL))?;
        let offset = extent.start;
        // SAFETY: the list is alive and used under its lock; both allocations hold at least
        // `extent.end` bytes, since plans are checked against the size they were made with.
        check(CALL, unsafe {
            copy(
                self.handle,
                target.pointer().byte_add(offset).as_ptr(),
                source.pointer().byte_add(offset).as_ptr(),
                extent.len(),
                ze_event_handle_t::null(),
                0,
                std::ptr::null_mut(),
            )
        })
    }
}

impl Drop for CommandList {
    fn drop(&mut self) {
        const CALL: &str = "zeCommandListDestroy";
        let Some(destroy) = self.device.api().command.zeCommandListDestroy else {
            return log_failure(Err(missing(CALL)));
        };
        // SAFETY: the list was made here, has executed everything, and is used no more.
        log_failure(check(CALL, unsafe { destroy(self.handle) }));
    }
}

/// The first group of queues that can copy; the first of all where the driver does not tell.
#[doc(alias = "zeDeviceGetCommandQueueGroupProperties")]
fn copy_ordinal(device: &RawDevice) -> Result<u32, DriverError> {
    const CALL: &str = "zeDeviceGetCommandQueueGroupProperties";
    let Some(describe) = device.api().device.zeDeviceGetCommandQueueGroupProperties else {
        return Ok(0);
    };
    let groups = list::fetch(
        CALL,
        |count, groups: *mut ze_command_queue_group_properties_t| {
            // SAFETY: the device is alive; `fetch` hands over a count and room for as many.
            unsafe { describe(device.handle(), count, groups) }
        },
    )?;
    let copies = ze_command_queue_group_property_flags_t::COPY;
    let ordinal = groups.iter().position(|group| group.flags.contains(copies));
    Ok(ordinal.unwrap_or(0) as u32)
}
