//! Reliability: errors the hardware corrected, and those it could not.

use std::ffi::c_void;

use crate::declare::{constants, enums, functions, handles, structs};
use crate::{ze_bool_t, zes_device_handle_t, zes_structure_type_t};

constants! {
    /// Categories an error set counts.
    pub const ZES_MAX_RAS_ERROR_CATEGORY_COUNT: usize = 7;
    /// Extension that counts errors by finer categories.
    pub const ZES_RAS_GET_STATE_EXP_NAME: &str = "ZES_extension_ras_state";
}

handles! {
    /// One set of error counters.
    zes_ras_handle_t,
}

enums! {
    /// Whether the hardware could correct the errors.
    zes_ras_error_type_t: "ZES_RAS_ERROR_TYPE" {
        CORRECTABLE = 0,
        UNCORRECTABLE = 1,
    }

    /// Category of an error; its number is the index of its counter.
    zes_ras_error_cat_t: "ZES_RAS_ERROR_CAT" {
        RESET = 0,
        PROGRAMMING_ERRORS = 1,
        DRIVER_ERRORS = 2,
        COMPUTE_ERRORS = 3,
        NON_COMPUTE_ERRORS = 4,
        CACHE_ERRORS = 5,
        DISPLAY_ERRORS = 6,
    }

    /// Category of an error, finer.
    zes_ras_error_category_exp_t: "ZES_RAS_ERROR_CATEGORY_EXP" {
        RESET = 0,
        PROGRAMMING_ERRORS = 1,
        DRIVER_ERRORS = 2,
        COMPUTE_ERRORS = 3,
        NON_COMPUTE_ERRORS = 4,
        CACHE_ERRORS = 5,
        DISPLAY_ERRORS = 6,
        MEMORY_ERRORS = 7,
        SCALE_ERRORS = 8,
        L3FABRIC_ERRORS = 9,
        PCIE_ERRORS = 10,
        FABRIC_ERRORS = 11,
        SOC_INTERNAL_ERRORS = 12,
    }
}

structs! {
    /// What an error set counts.
    zes_ras_properties_t: zes_structure_type_t::RAS_PROPERTIES {
        stype: zes_structure_type_t,
        pNext: *mut c_void,
        r#type: zes_ras_error_type_t,
        onSubdevice: ze_bool_t,
        subdeviceId: u32,
    }

    /// The counters of an error set, one per category.
    zes_ras_state_t: zes_structure_type_t::RAS_STATE {
        stype: zes_structure_type_t,
        pNext: *const c_void,
        category: [u64; ZES_MAX_RAS_ERROR_CATEGORY_COUNT],
    }

    /// Counts at which an event is raised.
    zes_ras_config_t: zes_structure_type_t::RAS_CONFIG {
        stype: zes_structure_type_t,
        pNext: *const c_void,
        totalThreshold: u64,
        detailedThresholds: zes_ras_state_t,
    }

    /// The counter of one finer category.
    zes_ras_state_exp_t {
        category: zes_ras_error_category_exp_t,
        errorCounter: u64,
    }
}

functions! {
    /// Lists the error sets of a device.
    zes_pfnDeviceEnumRasErrorSets_t = fn zesDeviceEnumRasErrorSets(
        hDevice: zes_device_handle_t,
        pCount: *mut u32,
        phRas: *mut zes_ras_handle_t,
    );

    /// Tells what an error set counts.
    zes_pfnRasGetProperties_t = fn zesRasGetProperties(
        hRas: zes_ras_handle_t,
        pProperties: *mut zes_ras_properties_t,
    );

    /// Tells the counts at which an event is raised.
    zes_pfnRasGetConfig_t = fn zesRasGetConfig(
        hRas: zes_ras_handle_t,
        pConfig: *mut zes_ras_config_t,
    );

    /// Sets the counts at which an event is raised.
    zes_pfnRasSetConfig_t = fn zesRasSetConfig(
        hRas: zes_ras_handle_t,
        pConfig: *const zes_ras_config_t,
    );

    /// Reads the counters of an error set, and clears them if asked to.
    zes_pfnRasGetState_t = fn zesRasGetState(
        hRas: zes_ras_handle_t,
        clear: ze_bool_t,
        pState: *mut zes_ras_state_t,
    );

    /// Reads the counters of the finer categories.
    zes_pfnRasGetStateExp_t = fn zesRasGetStateExp(
        hRas: zes_ras_handle_t,
        pCount: *mut u32,
        pState: *mut zes_ras_state_exp_t,
    );

    /// Clears the counter of one finer category.
    zes_pfnRasClearStateExp_t = fn zesRasClearStateExp(
        hRas: zes_ras_handle_t,
        category: zes_ras_error_category_exp_t,
    );
}
