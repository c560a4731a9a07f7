//! Power domains: energy used and limits set.

use std::ffi::c_void;

use crate::declare::{constants, enums, functions, handles, structs};
use crate::{ze_bool_t, zes_device_handle_t, zes_structure_type_t};

constants! {
    /// Extension that lists power limits of any kind.
    pub const ZES_POWER_LIMITS_EXT_NAME: &str = "ZES_extension_power_limits";
}

handles! {
    /// Parts of a device whose power is metered together.
    zes_pwr_handle_t,
}

enums! {
    /// Which parts are metered together.
    zes_power_domain_t: "ZES_POWER_DOMAIN" {
        UNKNOWN = 0,
        CARD = 1,
        PACKAGE = 2,
        STACK = 3,
        MEMORY = 4,
        GPU = 5,
    }

    /// Over what time a limit holds.
    zes_power_level_t: "ZES_POWER_LEVEL" {
        UNKNOWN = 0,
        SUSTAINED = 1,
        BURST = 2,
        PEAK = 3,
        INSTANTANEOUS = 4,
    }

    /// Supply a limit is for.
    zes_power_source_t: "ZES_POWER_SOURCE" {
        ANY = 0,
        MAINS = 1,
        BATTERY = 2,
    }

    /// Unit of a limit.
    zes_limit_unit_t: "ZES_LIMIT_UNIT" {
        UNKNOWN = 0,
        CURRENT = 1,
        POWER = 2,
    }
}

structs! {
    /// What a power domain is; limits in milliwatts.
    zes_power_properties_t: zes_structure_type_t::POWER_PROPERTIES {
        stype: zes_structure_type_t,
        pNext: *mut c_void,
        onSubdevice: ze_bool_t,
        subdeviceId: u32,
        canControl: ze_bool_t,
        isEnergyThresholdSupported: ze_bool_t,
        defaultLimit: i32,
        minLimit: i32,
        maxLimit: i32,
    }

    /// Which parts are metered; chains into the properties.
    zes_power_ext_properties_t: zes_structure_type_t::POWER_EXT_PROPERTIES {
        stype: zes_structure_type_t,
        pNext: *mut c_void,
        domain: zes_power_domain_t,
        defaultLimit: *mut zes_power_limit_ext_desc_t,
    }

    /// Energy used since some moment.
    zes_power_energy_counter_t {
        /// Microjoules.
        energy: u64,
        /// Microseconds; only differences mean anything.
        timestamp: u64,
    }

    /// Limit of the average power.
    zes_power_sustained_limit_t {
        enabled: ze_bool_t,
        /// Milliwatts.
        power: i32,
        /// Milliseconds over which the average is taken.
        interval: i32,
    }

    /// Limit of short bursts.
    zes_power_burst_limit_t {
        enabled: ze_bool_t,
        /// Milliwatts.
        power: i32,
    }

    /// Limit that is never passed.
    zes_power_peak_limit_t {
        /// Milliwatts on mains.
        powerAC: i32,
        /// Milliwatts on battery.
        powerDC: i32,
    }

    /// Energy at which an event is raised.
    zes_energy_threshold_t {
        enable: ze_bool_t,
        /// Joules.
        threshold: f64,
        processId: u32,
    }

    /// One limit of any kind.
    zes_power_limit_ext_desc_t: zes_structure_type_t::POWER_LIMIT_EXT_DESC {
        stype: zes_structure_type_t,
        pNext: *const c_void,
        level: zes_power_level_t,
        source: zes_power_source_t,
        limitUnit: zes_limit_unit_t,
        enabledStateLocked: ze_bool_t,
        enabled: ze_bool_t,
        intervalValueLocked: ze_bool_t,
        /// Milliseconds.
        interval: i32,
        limitValueLocked: ze_bool_t,
        /// In the unit of `limitUnit`: milliwatts or milliamperes.
        limit: i32,
    }
}

functions! {
    /// Lists the power domains of a device.
    zes_pfnDeviceEnumPowerDomains_t = fn zesDeviceEnumPowerDomains(
        hDevice: zes_device_handle_t,
        pCount: *mut u32,
        phPower: *mut zes_pwr_handle_t,
    );

    /// Finds the power domain of the whole card.
    zes_pfnDeviceGetCardPowerDomain_t = fn zesDeviceGetCardPowerDomain(
        hDevice: zes_device_handle_t,
        phPower: *mut zes_pwr_handle_t,
    );

    /// Tells what a power domain is.
    zes_pfnPowerGetProperties_t = fn zesPowerGetProperties(
        hPower: zes_pwr_handle_t,
        pProperties: *mut zes_power_properties_t,
    );

    /// Reads the energy used.
    zes_pfnPowerGetEnergyCounter_t = fn zesPowerGetEnergyCounter(
        hPower: zes_pwr_handle_t,
        pEnergy: *mut zes_power_energy_counter_t,
    );

    /// Reads the three classic limits.
    zes_pfnPowerGetLimits_t = fn zesPowerGetLimits(
        hPower: zes_pwr_handle_t,
        pSustained: *mut zes_power_sustained_limit_t,
        pBurst: *mut zes_power_burst_limit_t,
        pPeak: *mut zes_power_peak_limit_t,
    );

    /// Sets the three classic limits.
    zes_pfnPowerSetLimits_t = fn zesPowerSetLimits(
        hPower: zes_pwr_handle_t,
        pSustained: *const zes_power_sustained_limit_t,
        pBurst: *const zes_power_burst_limit_t,
        pPeak: *const zes_power_peak_limit_t,
    );

    /// Tells the energy at which an event is raised.
    zes_pfnPowerGetEnergyThreshold_t = fn zesPowerGetEnergyThreshold(
        hPower: zes_pwr_handle_t,
        pThreshold: *mut zes_energy_threshold_t,
    );

    /// Sets the energy, in joules, at which an event is raised.
    zes_pfnPowerSetEnergyThreshold_t = fn zesPowerSetEnergyThreshold(
        hPower: zes_pwr_handle_t,
        threshold: f64,
    );

    /// Lists the limits of any kind.
    zes_pfnPowerGetLimitsExt_t = fn zesPowerGetLimitsExt(
        hPower: zes_pwr_handle_t,
        pCount: *mut u32,
        pSustained: *mut zes_power_limit_ext_desc_t,
    );

    /// Sets limits of any kind.
    zes_pfnPowerSetLimitsExt_t = fn zesPowerSetLimitsExt(
        hPower: zes_pwr_handle_t,
        pCount: *mut u32,
        pSustained: *mut zes_power_limit_ext_desc_t,
    );
}
