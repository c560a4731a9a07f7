//! Frequency domains: clocks, limits and why a clock is held back.

use std::ffi::c_void;

use crate::declare::{enums, flags, functions, handles, structs};
use crate::{ze_bool_t, zes_device_handle_t, zes_structure_type_t};

handles! {
    /// Parts of a device that share a clock.
    zes_freq_handle_t,
}

enums! {
    /// Which parts share a clock.
    zes_freq_domain_t: "ZES_FREQ_DOMAIN" {
        GPU = 0,
        MEMORY = 1,
        MEDIA = 2,
    }
}

flags! {
    /// Why a clock is held back.
    zes_freq_throttle_reason_flags_t: "ZES_FREQ_THROTTLE_REASON_FLAG" {
        AVE_PWR_CAP = 0x1,
        BURST_PWR_CAP = 0x2,
        CURRENT_LIMIT = 0x4,
        THERMAL_LIMIT = 0x8,
        PSU_ALERT = 0x10,
        SW_RANGE = 0x20,
        HW_RANGE = 0x40,
        VOLTAGE = 0x80,
        THERMAL = 0x100,
        POWER = 0x200,
    }
}

structs! {
    /// What a frequency domain is.
    zes_freq_properties_t: zes_structure_type_t::FREQ_PROPERTIES {
        stype: zes_structure_type_t,
        pNext: *mut c_void,
        r#type: zes_freq_domain_t,
        onSubdevice: ze_bool_t,
        subdeviceId: u32,
        canControl: ze_bool_t,
        isThrottleEventSupported: ze_bool_t,
        /// Lowest clock in MHz.
        min: f64,
        /// Highest clock in MHz.
        max: f64,
    }

    /// Limits of a clock in MHz; -1 where unlimited.
    zes_freq_range_t {
        min: f64,
        max: f64,
    }

    /// Clock of a domain; frequencies in MHz, negative where unknown.
    zes_freq_state_t: zes_structure_type_t::FREQ_STATE {
        stype: zes_structure_type_t,
        pNext: *const c_void,
        /// Volts.
        currentVoltage: f64,
        request: f64,
        tdp: f64,
        efficient: f64,
        actual: f64,
        throttleReasons: zes_freq_throttle_reason_flags_t,
    }

    /// How long a clock was held back.
    zes_freq_throttle_time_t {
        /// Microseconds; only differences mean anything.
        throttleTime: u64,
        /// Microseconds; only differences mean anything.
        timestamp: u64,
    }
}

functions! {
    /// Lists the frequency domains of a device.
    zes_pfnDeviceEnumFrequencyDomains_t = fn zesDeviceEnumFrequencyDomains(
        hDevice: zes_device_handle_t,
        pCount: *mut u32,
        phFrequency: *mut zes_freq_handle_t,
    );

    /// Tells what a frequency domain is.
    zes_pfnFrequencyGetProperties_t = fn zesFrequencyGetProperties(
        hFrequency: zes_freq_handle_t,
        pProperties: *mut zes_freq_properties_t,
    );

    /// Lists the clocks a domain can run at, in MHz.
    zes_pfnFrequencyGetAvailableClocks_t = fn zesFrequencyGetAvailableClocks(
        hFrequency: zes_freq_handle_t,
        pCount: *mut u32,
        phFrequency: *mut f64,
    );

    /// Tells the limits of a clock.
    zes_pfnFrequencyGetRange_t = fn zesFrequencyGetRange(
        hFrequency: zes_freq_handle_t,
        pLimits: *mut zes_freq_range_t,
    );

    /// Sets the limits of a clock.
    zes_pfnFrequencySetRange_t = fn zesFrequencySetRange(
        hFrequency: zes_freq_handle_t,
        pLimits: *const zes_freq_range_t,
    );

    /// Reads the clock of a domain.
    zes_pfnFrequencyGetState_t = fn zesFrequencyGetState(
        hFrequency: zes_freq_handle_t,
        pState: *mut zes_freq_state_t,
    );

    /// Reads how long the clock was held back.
    zes_pfnFrequencyGetThrottleTime_t = fn zesFrequencyGetThrottleTime(
        hFrequency: zes_freq_handle_t,
        pThrottleTime: *mut zes_freq_throttle_time_t,
    );
}
