//! Temperature sensors.

use std::ffi::c_void;

use crate::declare::{enums, functions, handles, structs};
use crate::{ze_bool_t, zes_device_handle_t, zes_structure_type_t};

handles! {
    /// One temperature sensor.
    zes_temp_handle_t,
}

enums! {
    /// What a sensor measures.
    zes_temp_sensors_t: "ZES_TEMP_SENSORS" {
        GLOBAL = 0,
        GPU = 1,
        MEMORY = 2,
        GLOBAL_MIN = 3,
        GPU_MIN = 4,
        MEMORY_MIN = 5,
        GPU_BOARD = 6,
        GPU_BOARD_MIN = 7,
        VOLTAGE_REGULATOR = 8,
    }
}

structs! {
    /// What a temperature sensor is.
    zes_temp_properties_t: zes_structure_type_t::TEMP_PROPERTIES {
        stype: zes_structure_type_t,
        pNext: *mut c_void,
        r#type: zes_temp_sensors_t,
        onSubdevice: ze_bool_t,
        subdeviceId: u32,
        /// Degrees Celsius; -1 where unknown.
        maxTemperature: f64,
        isCriticalTempSupported: ze_bool_t,
        isThreshold1Supported: ze_bool_t,
        isThreshold2Supported: ze_bool_t,
    }

    /// A temperature at which an event is raised.
    zes_temp_threshold_t {
        enableLowToHigh: ze_bool_t,
        enableHighToLow: ze_bool_t,
        /// Degrees Celsius.
        threshold: f64,
    }

    /// The events of a sensor.
    zes_temp_config_t: zes_structure_type_t::TEMP_CONFIG {
        stype: zes_structure_type_t,
        pNext: *const c_void,
        enableCritical: ze_bool_t,
        threshold1: zes_temp_threshold_t,
        threshold2: zes_temp_threshold_t,
    }
}

functions! {
    /// Lists the temperature sensors of a device.
    zes_pfnDeviceEnumTemperatureSensors_t = fn zesDeviceEnumTemperatureSensors(
        hDevice: zes_device_handle_t,
        pCount: *mut u32,
        phTemperature: *mut zes_temp_handle_t,
    );

    /// Tells what a temperature sensor is.
    zes_pfnTemperatureGetProperties_t = fn zesTemperatureGetProperties(
        hTemperature: zes_temp_handle_t,
        pProperties: *mut zes_temp_properties_t,
    );

    /// Tells the events of a sensor.
    zes_pfnTemperatureGetConfig_t = fn zesTemperatureGetConfig(
        hTemperature: zes_temp_handle_t,
        pConfig: *mut zes_temp_config_t,
    );

    /// Sets the events of a sensor.
    zes_pfnTemperatureSetConfig_t = fn zesTemperatureSetConfig(
        hTemperature: zes_temp_handle_t,
        pConfig: *const zes_temp_config_t,
    );

    /// Reads a temperature in degrees Celsius.
    zes_pfnTemperatureGetState_t = fn zesTemperatureGetState(
        hTemperature: zes_temp_handle_t,
        pTemperature: *mut f64,
    );
}
