//! Events: how device, driver and host tell each other that something is done.

use std::ffi::c_void;

use crate::declare::{flags, functions, handles, structs};
use crate::{
    ze_command_list_handle_t, ze_context_handle_t, ze_device_handle_t, ze_structure_type_t,
};

handles! {
    /// Memory that events live in.
    ze_event_pool_handle_t,
    /// A flag that device, driver or host raises.
    ze_event_handle_t,
}

flags! {
    /// Who may see the events of a pool.
    ze_event_pool_flags_t: "ZE_EVENT_POOL_FLAG" {
        HOST_VISIBLE = 0x1,
        IPC = 0x2,
        KERNEL_TIMESTAMP = 0x4,
        KERNEL_MAPPED_TIMESTAMP = 0x8,
    }

    /// How far caches are brought in step when an event is raised or awaited.
    ze_event_scope_flags_t: "ZE_EVENT_SCOPE_FLAG" {
        SUBDEVICE = 0x1,
        DEVICE = 0x2,
        HOST = 0x4,
    }
}

structs! {
    /// Wishes for an event pool.
    ze_event_pool_desc_t: ze_structure_type_t::EVENT_POOL_DESC {
        stype: ze_structure_type_t,
        pNext: *const c_void,
        flags: ze_event_pool_flags_t,
        /// Events the pool has room for.
        count: u32,
    }

    /// Wishes for an event.
    ze_event_desc_t: ze_structure_type_t::EVENT_DESC {
        stype: ze_structure_type_t,
        pNext: *const c_void,
        /// Place in the pool.
        index: u32,
        signal: ze_event_scope_flags_t,
        wait: ze_event_scope_flags_t,
    }
}

functions! {
    /// Makes an event pool.
    ze_pfnEventPoolCreate_t = fn zeEventPoolCreate(
        hContext: ze_context_handle_t,
        desc: *const ze_event_pool_desc_t,
        numDevices: u32,
        phDevices: *mut ze_device_handle_t,
        phEventPool: *mut ze_event_pool_handle_t,
    );

    /// Ends an event pool; its events must be gone.
    ze_pfnEventPoolDestroy_t = fn zeEventPoolDestroy(hEventPool: ze_event_pool_handle_t);

    /// Makes an event in a pool.
    ze_pfnEventCreate_t = fn zeEventCreate(
        hEventPool: ze_event_pool_handle_t,
        desc: *const ze_event_desc_t,
        phEvent: *mut ze_event_handle_t,
    );

    /// Ends an event.
    ze_pfnEventDestroy_t = fn zeEventDestroy(hEvent: ze_event_handle_t);

    /// Raises an event from the host.
    ze_pfnEventHostSignal_t = fn zeEventHostSignal(hEvent: ze_event_handle_t);

    /// Waits for an event; the timeout is in nanoseconds.
    ze_pfnEventHostSynchronize_t = fn zeEventHostSynchronize(
        hEvent: ze_event_handle_t,
        timeout: u64,
    );

    /// Asks whether an event has been raised.
    ze_pfnEventQueryStatus_t = fn zeEventQueryStatus(hEvent: ze_event_handle_t);

    /// Lowers an event from the host.
    ze_pfnEventHostReset_t = fn zeEventHostReset(hEvent: ze_event_handle_t);

    /// Raises an event from the device.
    ze_pfnCommandListAppendSignalEvent_t = fn zeCommandListAppendSignalEvent(
        hCommandList: ze_command_list_handle_t,
        hEvent: ze_event_handle_t,
    );

    /// Holds later commands back until the events are raised.
    ze_pfnCommandListAppendWaitOnEvents_t = fn zeCommandListAppendWaitOnEvents(
        hCommandList: ze_command_list_handle_t,
        numEvents: u32,
        phEvents: *mut ze_event_handle_t,
    );

    /// Lowers an event from the device.
    ze_pfnCommandListAppendEventReset_t = fn zeCommandListAppendEventReset(
        hCommandList: ze_command_list_handle_t,
        hEvent: ze_event_handle_t,
    );
}
