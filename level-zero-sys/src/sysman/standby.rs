//! Standby domains: parts that switch themselves off when idle.

use std::ffi::c_void;

use crate::declare::{enums, functions, handles, structs};
use crate::{ze_bool_t, zes_device_handle_t, zes_structure_type_t};

handles! {
    /// Parts of a device that go to standby together.
    zes_standby_handle_t,
}

enums! {
    /// Which parts go to standby together.
    zes_standby_type_t: "ZES_STANDBY_TYPE" {
        GLOBAL = 0,
    }

    /// How willingly parts go to standby.
    zes_standby_promo_mode_t: "ZES_STANDBY_PROMO_MODE" {
        DEFAULT = 0,
        NEVER = 1,
    }
}

structs! {
    /// What a standby domain is.
    zes_standby_properties_t: zes_structure_type_t::STANDBY_PROPERTIES {
        stype: zes_structure_type_t,
        pNext: *mut c_void,
        r#type: zes_standby_type_t,
        onSubdevice: ze_bool_t,
        subdeviceId: u32,
    }
}

functions! {
    /// Lists the standby domains of a device.
    zes_pfnDeviceEnumStandbyDomains_t = fn zesDeviceEnumStandbyDomains(
        hDevice: zes_device_handle_t,
        pCount: *mut u32,
        phStandby: *mut zes_standby_handle_t,
    );

    /// Tells what a standby domain is.
    zes_pfnStandbyGetProperties_t = fn zesStandbyGetProperties(
        hStandby: zes_standby_handle_t,
        pProperties: *mut zes_standby_properties_t,
    );

    /// Tells how willingly a domain goes to standby.
    zes_pfnStandbyGetMode_t = fn zesStandbyGetMode(
        hStandby: zes_standby_handle_t,
        pMode: *mut zes_standby_promo_mode_t,
    );

    /// Sets how willingly a domain goes to standby.
    zes_pfnStandbySetMode_t = fn zesStandbySetMode(
        hStandby: zes_standby_handle_t,
        mode: zes_standby_promo_mode_t,
    );
}
