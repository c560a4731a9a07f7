//! Immediate command lists: commands that are done when the call returns.

use std::ffi::c_void;
use std::sync::Arc;

use level_zero_sys::{
    ze_command_list_handle_t, ze_command_queue_desc_t, ze_context_handle_t, ze_device_handle_t,
    ze_event_handle_t, ze_result_t,
};

use super::context::ContextObject;
use super::copy::copy;
use super::event::EventObject;
use super::{Answer, described, filled, guard, listed};
use crate::handle::{self, Handle};
use crate::object::{DeviceObject, present};
use crate::world::Held;

/// An immediate command list as clients hold it.
struct CommandListObject {
    context: Arc<ContextObject>,
    device: Arc<DeviceObject>,
    _held: Held,
}

pub(super) unsafe extern "C" fn create_immediate(
    context: ze_context_handle_t,
    device: ze_device_handle_t,
    desc: *const ze_command_queue_desc_t,
    command_list: *mut ze_command_list_handle_t,
) -> ze_result_t {
    guard(|| {
        let context = handle::get::<ContextObject>(context.0)?;
        let device = handle::get::<DeviceObject>(device.0)?;
        present(&device.device)?;
        // SAFETY: the client hands over a description and room, or null.
        let (desc, command_list) = unsafe { (described(desc)?, filled(command_list)?) };
        if desc.ordinal != 0 || desc.index != 0 {
            return Err(ze_result_t::ERROR_INVALID_ARGUMENT);
        }
        let handle = Handle::of(Arc::new(CommandListObject {
            _held: context.world.hold(),
            context,
            device,
        }));
        *command_list = ze_command_list_handle_t(handle.as_ptr());
        Ok(())
    })
}

pub(super) unsafe extern "C" fn destroy(command_list: ze_command_list_handle_t) -> ze_result_t {
    guard(|| handle::take::<CommandListObject>(command_list.0).map(drop))
}

pub(super) unsafe extern "C" fn host_synchronize(
    command_list: ze_command_list_handle_t,
    _timeout: u64,
) -> ze_result_t {
    guard(|| list(command_list).map(drop))
}

pub(super) unsafe extern "C" fn append_memory_copy(
    command_list: ze_command_list_handle_t,
    to: *mut c_void,
    from: *const c_void,
    size: usize,
    signal: ze_event_handle_t,
    wait_count: u32,
    waits: *mut ze_event_handle_t,
) -> ze_result_t {
    guard(|| {
        let list = list(command_list)?;
        if to.is_null() || from.is_null() {
            return Err(ze_result_t::ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: the client hands over as many handles as it says, or null.
        unsafe { waited(waits, wait_count) }?;
        let from = list.context.resolve(from.cast_mut().cast(), size, false)?;
        let to = list.context.resolve(to.cast(), size, true)?;
        // SAFETY: allocations were checked to hold `size` bytes, and the client vouches for
        // memory of its own; exported memory is only ever written atomically.
        unsafe { copy(from, to, size) };
        EventObject::signal(signal)
    })
}

pub(super) unsafe extern "C" fn append_barrier(
    command_list: ze_command_list_handle_t,
    signal: ze_event_handle_t,
    wait_count: u32,
    waits: *mut ze_event_handle_t,
) -> ze_result_t {
    guard(|| {
        list(command_list)?;
        // SAFETY: the client hands over as many handles as it says, or null.
        unsafe { waited(waits, wait_count) }?;
        EventObject::signal(signal)
    })
}

pub(super) unsafe extern "C" fn append_signal_event(
    command_list: ze_command_list_handle_t,
    event: ze_event_handle_t,
) -> ze_result_t {
    guard(|| {
        list(command_list)?;
        handle::get::<EventObject>(event.0)?;
        EventObject::signal(event)
    })
}

/// The list behind a handle, of a device that is there.
fn list(command_list: ze_command_list_handle_t) -> Answer<Arc<CommandListObject>> {
    let list = handle::get::<CommandListObject>(command_list.0)?;
    present(&list.device.device)?;
    Ok(list)
}

/// Commands run at once, so what they wait for must have happened.
///
/// # Safety
/// As [`listed`].
unsafe fn waited(waits: *const ze_event_handle_t, count: u32) -> Answer {
    // SAFETY: the caller vouches for the handles.
    for event in unsafe { listed(waits, count) }? {
        if !handle::get::<EventObject>(event.0)?.is_signalled() {
            return Err(ze_result_t::ERROR_INVALID_SYNCHRONIZATION_OBJECT);
        }
    }
    Ok(())
}
