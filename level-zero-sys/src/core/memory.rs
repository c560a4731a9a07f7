//! Allocations, and memory that crosses a driver's border as a file descriptor.

use std::ffi::{c_int, c_void};

use crate::declare::{enums, flags, functions, structs};
use crate::{
    ze_context_handle_t, ze_device_handle_t, ze_external_memory_type_flags_t, ze_structure_type_t,
};

enums! {
    /// Whose memory a pointer leads to.
    ze_memory_type_t: "ZE_MEMORY_TYPE" {
        UNKNOWN = 0,
        HOST = 1,
        DEVICE = 2,
        SHARED = 3,
        HOST_IMPORTED = 4,
    }
}

flags! {
    /// Hints for a device allocation.
    ze_device_mem_alloc_flags_t: "ZE_DEVICE_MEM_ALLOC_FLAG" {
        BIAS_CACHED = 0x1,
        BIAS_UNCACHED = 0x2,
        BIAS_INITIAL_PLACEMENT = 0x4,
    }

    /// Hints for a host allocation.
    ze_host_mem_alloc_flags_t: "ZE_HOST_MEM_ALLOC_FLAG" {
        BIAS_CACHED = 0x1,
        BIAS_UNCACHED = 0x2,
        BIAS_WRITE_COMBINED = 0x4,
        BIAS_INITIAL_PLACEMENT = 0x8,
        MEM_READ_ONLY = 0x10,
    }
}

structs! {
    /// Wishes for a device allocation; the import structures chain here.
    ze_device_mem_alloc_desc_t: ze_structure_type_t::DEVICE_MEM_ALLOC_DESC {
        stype: ze_structure_type_t,
        pNext: *const c_void,
        flags: ze_device_mem_alloc_flags_t,
        /// Index of the local memory to take from.
        ordinal: u32,
    }

    /// Wishes for a host allocation; the import structures chain here.
    ze_host_mem_alloc_desc_t: ze_structure_type_t::HOST_MEM_ALLOC_DESC {
        stype: ze_structure_type_t,
        pNext: *const c_void,
        flags: ze_host_mem_alloc_flags_t,
    }

    /// What a driver knows about an allocation.
    ze_memory_allocation_properties_t: ze_structure_type_t::MEMORY_ALLOCATION_PROPERTIES {
        stype: ze_structure_type_t,
        pNext: *mut c_void,
        r#type: ze_memory_type_t,
        id: u64,
        /// Bytes.
        pageSize: u64,
    }

    /// Asks for an allocation that can be exported.
    ze_external_memory_export_desc_t: ze_structure_type_t::EXTERNAL_MEMORY_EXPORT_DESC {
        stype: ze_structure_type_t,
        pNext: *const c_void,
        flags: ze_external_memory_type_flags_t,
    }

    /// Asks to import memory instead of allocating it.
    ze_external_memory_import_fd_t: ze_structure_type_t::EXTERNAL_MEMORY_IMPORT_FD {
        stype: ze_structure_type_t,
        pNext: *const c_void,
        /// Exactly one kind.
        flags: ze_external_memory_type_flags_t,
        /// May be closed by the driver when the import succeeds: hand over a duplicate.
        fd: c_int,
    }

    /// Receives the file descriptor of an exportable allocation.
    ze_external_memory_export_fd_t: ze_structure_type_t::EXTERNAL_MEMORY_EXPORT_FD {
        stype: ze_structure_type_t,
        pNext: *const c_void,
        flags: ze_external_memory_type_flags_t,
        /// Filled by the driver.
        fd: c_int,
    }
}

functions! {
    /// Allocates memory that host and device may both touch.
    ze_pfnMemAllocShared_t = fn zeMemAllocShared(
        hContext: ze_context_handle_t,
        device_desc: *const ze_device_mem_alloc_desc_t,
        host_desc: *const ze_host_mem_alloc_desc_t,
        size: usize,
        alignment: usize,
        hDevice: ze_device_handle_t,
        pptr: *mut *mut c_void,
    );

    /// Allocates or imports memory for a device; not in general readable by the host.
    ze_pfnMemAllocDevice_t = fn zeMemAllocDevice(
        hContext: ze_context_handle_t,
        device_desc: *const ze_device_mem_alloc_desc_t,
        size: usize,
        alignment: usize,
        hDevice: ze_device_handle_t,
        pptr: *mut *mut c_void,
    );

    /// Allocates or imports memory the host can read and the device can reach.
    ze_pfnMemAllocHost_t = fn zeMemAllocHost(
        hContext: ze_context_handle_t,
        host_desc: *const ze_host_mem_alloc_desc_t,
        size: usize,
        alignment: usize,
        pptr: *mut *mut c_void,
    );

    /// Frees an allocation, or releases an import.
    ze_pfnMemFree_t = fn zeMemFree(hContext: ze_context_handle_t, ptr: *mut c_void);

    /// Tells whose memory a pointer leads to.
    ze_pfnMemGetAllocProperties_t = fn zeMemGetAllocProperties(
        hContext: ze_context_handle_t,
        ptr: *const c_void,
        pMemAllocProperties: *mut ze_memory_allocation_properties_t,
        phDevice: *mut ze_device_handle_t,
    );

    /// Tells start and size of the allocation around a pointer.
    ze_pfnMemGetAddressRange_t = fn zeMemGetAddressRange(
        hContext: ze_context_handle_t,
        ptr: *const c_void,
        pBase: *mut *mut c_void,
        pSize: *mut usize,
    );
}
