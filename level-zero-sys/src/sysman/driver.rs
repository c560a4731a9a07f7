//! Start-up and drivers of the management interface.

use std::ffi::{c_char, c_void};

use crate::declare::{constants, flags, functions, structs};
use crate::{ze_device_handle_t, ze_driver_handle_t, zes_structure_type_t};

constants! {
    /// Bytes in an extension's name, terminator included.
    pub const ZES_MAX_EXTENSION_NAME: usize = 256;
}

/// A driver, as the management interface spells it.
pub type zes_driver_handle_t = ze_driver_handle_t;

/// A device, as the management interface spells it; not always the same handle as the core's.
pub type zes_device_handle_t = ze_device_handle_t;

flags! {
    /// Reserved; only a placeholder is defined.
    zes_init_flags_t: "ZES_INIT_FLAG" {
        PLACEHOLDER = 0x1,
    }

    /// What a device can report unasked.
    zes_event_type_flags_t: "ZES_EVENT_TYPE_FLAG" {
        DEVICE_DETACH = 0x1,
        DEVICE_ATTACH = 0x2,
        DEVICE_SLEEP_STATE_ENTER = 0x4,
        DEVICE_SLEEP_STATE_EXIT = 0x8,
        FREQ_THROTTLED = 0x10,
        ENERGY_THRESHOLD_CROSSED = 0x20,
        TEMP_CRITICAL = 0x40,
        TEMP_THRESHOLD1 = 0x80,
        TEMP_THRESHOLD2 = 0x100,
        MEM_HEALTH = 0x200,
        FABRIC_PORT_HEALTH = 0x400,
        PCI_LINK_HEALTH = 0x800,
        RAS_CORRECTABLE_ERRORS = 0x1000,
        RAS_UNCORRECTABLE_ERRORS = 0x2000,
        DEVICE_RESET_REQUIRED = 0x4000,
        SURVIVABILITY_MODE_DETECTED = 0x8000,
    }
}

structs! {
    /// Head of every management structure the caller hands over to be filled.
    zes_base_properties_t {
        stype: zes_structure_type_t,
        pNext: *mut c_void,
    }

    /// One management extension a driver offers.
    zes_driver_extension_properties_t {
        name: [c_char; ZES_MAX_EXTENSION_NAME],
        /// Version of the extension in `ze_api_version_t` packing.
        version: u32,
    }
}

functions! {
    /// Starts the management interface; must come before its other calls.
    zes_pfnInit_t = fn zesInit(flags: zes_init_flags_t);

    /// Lists the drivers that offer management.
    zes_pfnDriverGet_t = fn zesDriverGet(pCount: *mut u32, phDrivers: *mut zes_driver_handle_t);

    /// Lists the management extensions a driver offers.
    zes_pfnDriverGetExtensionProperties_t = fn zesDriverGetExtensionProperties(
        hDriver: zes_driver_handle_t,
        pCount: *mut u32,
        pExtensionProperties: *mut zes_driver_extension_properties_t,
    );

    /// Finds a function that is not part of the dispatch tables.
    zes_pfnDriverGetExtensionFunctionAddress_t = fn zesDriverGetExtensionFunctionAddress(
        hDriver: zes_driver_handle_t,
        name: *const c_char,
        ppFunctionAddress: *mut *mut c_void,
    );

    /// Waits for events of several devices; the timeout is in milliseconds.
    zes_pfnDriverEventListen_t = fn zesDriverEventListen(
        hDriver: ze_driver_handle_t,
        timeout: u32,
        count: u32,
        phDevices: *mut zes_device_handle_t,
        pNumDeviceEvents: *mut u32,
        pEvents: *mut zes_event_type_flags_t,
    );

    /// Waits for events of several devices; the timeout is in milliseconds.
    zes_pfnDriverEventListenEx_t = fn zesDriverEventListenEx(
        hDriver: ze_driver_handle_t,
        timeout: u64,
        count: u32,
        phDevices: *mut zes_device_handle_t,
        pNumDeviceEvents: *mut u32,
        pEvents: *mut zes_event_type_flags_t,
    );

    /// Sets which events of a device are worth waking for.
    zes_pfnDeviceEventRegister_t = fn zesDeviceEventRegister(
        hDevice: zes_device_handle_t,
        events: zes_event_type_flags_t,
    );
}
