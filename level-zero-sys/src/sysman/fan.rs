//! Fans.

use std::ffi::c_void;

use crate::declare::{constants, enums, functions, handles, structs};
use crate::{ze_bool_t, zes_device_handle_t, zes_structure_type_t};

constants! {
    /// Most points of a fan's speed table.
    pub const ZES_FAN_TEMP_SPEED_PAIR_COUNT: usize = 32;
}

handles! {
    /// One fan.
    zes_fan_handle_t,
}

enums! {
    /// Who decides how fast a fan turns.
    zes_fan_speed_mode_t: "ZES_FAN_SPEED_MODE" {
        DEFAULT = 0,
        FIXED = 1,
        TABLE = 2,
    }

    /// Unit of a fan's speed.
    zes_fan_speed_units_t: "ZES_FAN_SPEED_UNITS" {
        RPM = 0,
        PERCENT = 1,
    }
}

structs! {
    /// Speed of a fan and its unit.
    zes_fan_speed_t {
        /// -1 where no fixed speed is set or known.
        speed: i32,
        units: zes_fan_speed_units_t,
    }

    /// Speed a fan shall have at a temperature.
    zes_fan_temp_speed_t {
        /// Degrees Celsius.
        temperature: u32,
        speed: zes_fan_speed_t,
    }

    /// Speeds by temperature.
    zes_fan_speed_table_t {
        /// Points in use; -1 where the hardware takes no table.
        numPoints: i32,
        table: [zes_fan_temp_speed_t; ZES_FAN_TEMP_SPEED_PAIR_COUNT],
    }

    /// What a fan is.
    zes_fan_properties_t: zes_structure_type_t::FAN_PROPERTIES {
        stype: zes_structure_type_t,
        pNext: *mut c_void,
        onSubdevice: ze_bool_t,
        subdeviceId: u32,
        canControl: ze_bool_t,
        supportedModes: u32,
        supportedUnits: u32,
        /// Revolutions per minute; -1 where unknown.
        maxRPM: i32,
        maxPoints: i32,
    }

    /// Who decides how fast a fan turns, and by what rule.
    zes_fan_config_t: zes_structure_type_t::FAN_CONFIG {
        stype: zes_structure_type_t,
        pNext: *const c_void,
        mode: zes_fan_speed_mode_t,
        speedFixed: zes_fan_speed_t,
        speedTable: zes_fan_speed_table_t,
    }
}

functions! {
    /// Lists the fans of a device.
    zes_pfnDeviceEnumFans_t = fn zesDeviceEnumFans(
        hDevice: zes_device_handle_t,
        pCount: *mut u32,
        phFan: *mut zes_fan_handle_t,
    );

    /// Tells what a fan is.
    zes_pfnFanGetProperties_t = fn zesFanGetProperties(
        hFan: zes_fan_handle_t,
        pProperties: *mut zes_fan_properties_t,
    );

    /// Tells by what rule a fan turns.
    zes_pfnFanGetConfig_t = fn zesFanGetConfig(
        hFan: zes_fan_handle_t,
        pConfig: *mut zes_fan_config_t,
    );

    /// Lets the hardware decide how fast a fan turns.
    zes_pfnFanSetDefaultMode_t = fn zesFanSetDefaultMode(hFan: zes_fan_handle_t);

    /// Sets a fixed speed.
    zes_pfnFanSetFixedSpeedMode_t = fn zesFanSetFixedSpeedMode(
        hFan: zes_fan_handle_t,
        speed: *const zes_fan_speed_t,
    );

    /// Sets speeds by temperature.
    zes_pfnFanSetSpeedTableMode_t = fn zesFanSetSpeedTableMode(
        hFan: zes_fan_handle_t,
        speedTable: *const zes_fan_speed_table_t,
    );

    /// Reads the speed of a fan.
    zes_pfnFanGetState_t = fn zesFanGetState(
        hFan: zes_fan_handle_t,
        units: zes_fan_speed_units_t,
        pSpeed: *mut i32,
    );
}
