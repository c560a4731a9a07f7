//! Engines: how busy they are.

use std::ffi::c_void;

use crate::declare::{constants, enums, functions, handles, structs};
use crate::{ze_bool_t, zes_device_handle_t, zes_structure_type_t};

constants! {
    /// Extension that reads activity per virtual function.
    pub const ZES_ENGINE_ACTIVITY_EXT_NAME: &str = "ZES_extension_engine_activity";
}

handles! {
    /// One engine, or a group of engines.
    zes_engine_handle_t,
}

enums! {
    /// Kind of an engine or group of engines.
    zes_engine_group_t: "ZES_ENGINE_GROUP" {
        ALL = 0,
        COMPUTE_ALL = 1,
        MEDIA_ALL = 2,
        COPY_ALL = 3,
        COMPUTE_SINGLE = 4,
        RENDER_SINGLE = 5,
        MEDIA_DECODE_SINGLE = 6,
        MEDIA_ENCODE_SINGLE = 7,
        COPY_SINGLE = 8,
        MEDIA_ENHANCEMENT_SINGLE = 9,
        _3D_SINGLE = 10,
        _3D_RENDER_COMPUTE_ALL = 11,
        RENDER_ALL = 12,
        _3D_ALL = 13,
        MEDIA_CODEC_SINGLE = 14,
    }
}

structs! {
    /// What an engine is.
    zes_engine_properties_t: zes_structure_type_t::ENGINE_PROPERTIES {
        stype: zes_structure_type_t,
        pNext: *mut c_void,
        r#type: zes_engine_group_t,
        onSubdevice: ze_bool_t,
        subdeviceId: u32,
    }

    /// Busy time of an engine; busy share is the ratio of two differences.
    zes_engine_stats_t {
        /// Grows while busy, in the unit of `timestamp`.
        activeTime: u64,
        /// Moment of reading, in the driver's own unit: only ratios of differences mean anything.
        timestamp: u64,
    }
}

functions! {
    /// Lists the engines of a device.
    zes_pfnDeviceEnumEngineGroups_t = fn zesDeviceEnumEngineGroups(
        hDevice: zes_device_handle_t,
        pCount: *mut u32,
        phEngine: *mut zes_engine_handle_t,
    );

    /// Tells what an engine is.
    zes_pfnEngineGetProperties_t = fn zesEngineGetProperties(
        hEngine: zes_engine_handle_t,
        pProperties: *mut zes_engine_properties_t,
    );

    /// Reads the busy time of an engine.
    zes_pfnEngineGetActivity_t = fn zesEngineGetActivity(
        hEngine: zes_engine_handle_t,
        pStats: *mut zes_engine_stats_t,
    );

    /// Reads the busy time of an engine per virtual function.
    zes_pfnEngineGetActivityExt_t = fn zesEngineGetActivityExt(
        hEngine: zes_engine_handle_t,
        pCount: *mut u32,
        pStats: *mut zes_engine_stats_t,
    );
}
