//! Memory modules: size, use and bandwidth.

use std::ffi::c_void;

use crate::declare::{enums, functions, handles, structs};
use crate::{ze_bool_t, zes_device_handle_t, zes_structure_type_t};

handles! {
    /// One memory of a device.
    zes_mem_handle_t,
}

enums! {
    /// Kind of a memory.
    zes_mem_type_t: "ZES_MEM_TYPE" {
        HBM = 0,
        DDR = 1,
        DDR3 = 2,
        DDR4 = 3,
        DDR5 = 4,
        LPDDR = 5,
        LPDDR3 = 6,
        LPDDR4 = 7,
        LPDDR5 = 8,
        SRAM = 9,
        L1 = 10,
        L3 = 11,
        GRF = 12,
        SLM = 13,
        GDDR4 = 14,
        GDDR5 = 15,
        GDDR5X = 16,
        GDDR6 = 17,
        GDDR6X = 18,
        GDDR7 = 19,
        LPDDR5X = 20,
        HBM2 = 21,
        DDR2 = 22,
        HBM2E = 23,
        HBM3 = 24,
        HBM3E = 25,
        HBM4 = 26,
        LPDDR6 = 27,
    }

    /// Where a memory sits.
    zes_mem_loc_t: "ZES_MEM_LOC" {
        SYSTEM = 0,
        DEVICE = 1,
    }

    /// Health of a memory.
    zes_mem_health_t: "ZES_MEM_HEALTH" {
        UNKNOWN = 0,
        OK = 1,
        DEGRADED = 2,
        CRITICAL = 3,
        REPLACE = 4,
    }
}

structs! {
    /// What a memory is.
    zes_mem_properties_t: zes_structure_type_t::MEM_PROPERTIES {
        stype: zes_structure_type_t,
        pNext: *mut c_void,
        r#type: zes_mem_type_t,
        onSubdevice: ze_bool_t,
        subdeviceId: u32,
        location: zes_mem_loc_t,
        /// Bytes; zero where unknown.
        physicalSize: u64,
        /// Bits; -1 where unknown.
        busWidth: i32,
        numChannels: i32,
    }

    /// Use and health of a memory.
    zes_mem_state_t: zes_structure_type_t::MEM_STATE {
        stype: zes_structure_type_t,
        pNext: *const c_void,
        health: zes_mem_health_t,
        /// Bytes not in use.
        free: u64,
        /// Bytes that can be used.
        size: u64,
    }

    /// Traffic of a memory since some moment.
    zes_mem_bandwidth_t {
        /// Bytes read.
        readCounter: u64,
        /// Bytes written.
        writeCounter: u64,
        /// Bytes per second.
        maxBandwidth: u64,
        /// Microseconds; only differences mean anything.
        timestamp: u64,
    }
}

functions! {
    /// Lists the memories of a device.
    zes_pfnDeviceEnumMemoryModules_t = fn zesDeviceEnumMemoryModules(
        hDevice: zes_device_handle_t,
        pCount: *mut u32,
        phMemory: *mut zes_mem_handle_t,
    );

    /// Tells what a memory is.
    zes_pfnMemoryGetProperties_t = fn zesMemoryGetProperties(
        hMemory: zes_mem_handle_t,
        pProperties: *mut zes_mem_properties_t,
    );

    /// Reads use and health of a memory.
    zes_pfnMemoryGetState_t = fn zesMemoryGetState(
        hMemory: zes_mem_handle_t,
        pState: *mut zes_mem_state_t,
    );

    /// Reads the traffic counters of a memory.
    zes_pfnMemoryGetBandwidth_t = fn zesMemoryGetBandwidth(
        hMemory: zes_mem_handle_t,
        pBandwidth: *mut zes_mem_bandwidth_t,
    );
}
