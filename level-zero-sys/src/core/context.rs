//! Contexts: the owner of allocations, queues and active metric groups.

use std::ffi::c_void;

use crate::declare::{flags, functions, handles, structs};
use crate::{ze_device_handle_t, ze_driver_handle_t, ze_structure_type_t};

handles! {
    /// Owner of allocations, queues and active metric groups.
    ze_context_handle_t,
}

flags! {
    /// Reserved; no flag is defined yet.
    ze_context_flags_t: "ZE_CONTEXT_FLAG" {
        TBD = 0x1,
    }
}

structs! {
    /// Wishes for a new context.
    ze_context_desc_t: ze_structure_type_t::CONTEXT_DESC {
        stype: ze_structure_type_t,
        pNext: *const c_void,
        flags: ze_context_flags_t,
    }
}

functions! {
    /// Makes a context that sees every device of a driver.
    ze_pfnContextCreate_t = fn zeContextCreate(
        hDriver: ze_driver_handle_t,
        desc: *const ze_context_desc_t,
        phContext: *mut ze_context_handle_t,
    );

    /// Makes a context that sees the given devices only.
    ze_pfnContextCreateEx_t = fn zeContextCreateEx(
        hDriver: ze_driver_handle_t,
        desc: *const ze_context_desc_t,
        numDevices: u32,
        phDevices: *mut ze_device_handle_t,
        phContext: *mut ze_context_handle_t,
    );

    /// Ends a context; everything made from it must be gone.
    ze_pfnContextDestroy_t = fn zeContextDestroy(hContext: ze_context_handle_t);

    /// Asks whether every device of a context is still there.
    ze_pfnContextGetStatus_t = fn zeContextGetStatus(hContext: ze_context_handle_t);
}
