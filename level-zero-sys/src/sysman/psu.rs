//! Power supplies.

use std::ffi::c_void;

use crate::declare::{enums, functions, handles, structs};
use crate::{ze_bool_t, zes_device_handle_t, zes_structure_type_t};

handles! {
    /// One power supply.
    zes_psu_handle_t,
}

enums! {
    /// Health of a supply's voltage.
    zes_psu_voltage_status_t: "ZES_PSU_VOLTAGE_STATUS" {
        UNKNOWN = 0,
        NORMAL = 1,
        OVER = 2,
        UNDER = 3,
    }
}

structs! {
    /// What a power supply is.
    zes_psu_properties_t: zes_structure_type_t::PSU_PROPERTIES {
        stype: zes_structure_type_t,
        pNext: *mut c_void,
        onSubdevice: ze_bool_t,
        subdeviceId: u32,
        haveFan: ze_bool_t,
        /// Milliamperes; -1 where unknown.
        ampLimit: i32,
    }

    /// State of a power supply.
    zes_psu_state_t: zes_structure_type_t::PSU_STATE {
        stype: zes_structure_type_t,
        pNext: *const c_void,
        voltStatus: zes_psu_voltage_status_t,
        fanFailed: ze_bool_t,
        /// Degrees Celsius; -1 where unknown.
        temperature: i32,
        /// Milliamperes; -1 where unknown.
        current: i32,
    }
}

functions! {
    /// Lists the power supplies of a device.
    zes_pfnDeviceEnumPsus_t = fn zesDeviceEnumPsus(
        hDevice: zes_device_handle_t,
        pCount: *mut u32,
        phPsu: *mut zes_psu_handle_t,
    );

    /// Tells what a power supply is.
    zes_pfnPsuGetProperties_t = fn zesPsuGetProperties(
        hPsu: zes_psu_handle_t,
        pProperties: *mut zes_psu_properties_t,
    );

    /// Reads the state of a power supply.
    zes_pfnPsuGetState_t = fn zesPsuGetState(hPsu: zes_psu_handle_t, pState: *mut zes_psu_state_t);
}
