//! Metric groups, the metrics in them, and memory through which they are exported.

use std::ffi::{c_char, c_int, c_void};

use crate::declare::{constants, enums, flags, functions, handles, structs};
use crate::{
    ze_bool_t, ze_command_list_handle_t, ze_context_handle_t, ze_device_handle_t,
    ze_driver_handle_t, zet_structure_type_t, zet_value_type_t,
};

constants! {
    /// Bytes in a group's name, terminator included.
    pub const ZET_MAX_METRIC_GROUP_NAME: usize = 256;
    /// Bytes in a group's description, terminator included.
    pub const ZET_MAX_METRIC_GROUP_DESCRIPTION: usize = 256;
    /// Bytes in a metric's name, terminator included.
    pub const ZET_MAX_METRIC_NAME: usize = 256;
    /// Bytes in a metric's description, terminator included.
    pub const ZET_MAX_METRIC_DESCRIPTION: usize = 256;
    /// Bytes in the name of a metric's component, terminator included.
    pub const ZET_MAX_METRIC_COMPONENT: usize = 256;
    /// Bytes in a metric's unit, terminator included.
    pub const ZET_MAX_METRIC_RESULT_UNITS: usize = 256;
    /// Extension that exports metrics as memory.
    pub const ZET_METRIC_EXPORT_MEMORY_EXP_NAME: &str = "ZET_experimental_metric_export_memory";
    /// Extension that puts markers into a group's data.
    pub const ZET_METRIC_GROUP_MARKER_EXP_NAME: &str = "ZET_experimental_metric_group_marker";
    /// Extension that tells which groups can be active together.
    pub const ZET_CONCURRENT_METRIC_GROUPS_EXP_NAME: &str =
        "ZET_experimental_concurrent_metric_groups";
    /// Extension that switches metrics on and off while the program runs.
    pub const ZET_METRICS_RUNTIME_ENABLE_DISABLE_EXP_NAME: &str =
        "ZET_experimental_metrics_runtime_enable_disable";
    /// Extension that reads the metric clock.
    pub const ZET_GLOBAL_METRICS_TIMESTAMPS_EXP_NAME: &str =
        "ZET_experimental_global_metric_timestamps";
}

handles! {
    /// Metrics that the hardware samples together.
    zet_metric_group_handle_t,
    /// One counter of a metric group.
    zet_metric_handle_t,
}

/// A driver, as the metrics interface spells it.
pub type zet_driver_handle_t = ze_driver_handle_t;

/// A device, as the metrics interface spells it.
pub type zet_device_handle_t = ze_device_handle_t;

/// A context, as the metrics interface spells it.
pub type zet_context_handle_t = ze_context_handle_t;

/// A command list, as the metrics interface spells it.
pub type zet_command_list_handle_t = ze_command_list_handle_t;

enums! {
    /// What a metric says it measures; drivers do not always say it well.
    zet_metric_type_t: "ZET_METRIC_TYPE" {
        /// A time.
        DURATION = 0,
        /// A count of events.
        EVENT = 1,
        /// A count of events that has a limit.
        EVENT_WITH_RANGE = 2,
        /// An amount per time.
        THROUGHPUT = 3,
        /// A moment.
        TIMESTAMP = 4,
        /// Yes or no.
        FLAG = 5,
        /// A share.
        RATIO = 6,
        /// A value without a meaning the interface knows.
        RAW = 7,
        /// An event whose time alone counts.
        EVENT_EXP_TIMESTAMP = 0x7fff_fff9,
        /// The first of a pair of events.
        EVENT_EXP_START = 0x7fff_fffa,
        /// The second of a pair of events.
        EVENT_EXP_END = 0x7fff_fffb,
        /// An event whose value grows, and begins anew at its limit.
        EVENT_EXP_MONOTONIC_WRAPS_VALUE = 0x7fff_fffc,
        /// A metric that is read from memory of its own.
        EXP_EXPORT_DMA_BUF = 0x7fff_fffd,
        /// The former name of `IP`.
        IP_EXP = 0x7fff_fffe,
        /// A place in a program.
        IP = 0x7fff_fffe,
    }
}

flags! {
    /// How a group is sampled.
    zet_metric_group_sampling_type_flags_t: "ZET_METRIC_GROUP_SAMPLING_TYPE_FLAG" {
        /// Around commands, by queries.
        EVENT_BASED = 0x1,
        /// At a fixed period, by streamers.
        TIME_BASED = 0x2,
        /// As events happen, by tracers; a group exported as memory can be marked so too.
        EXP_TRACER_BASED = 0x4,
    }

    /// What else a group is: a set, to be tested bit by bit and never as a whole.
    ///
    /// Drivers of late 2024 gave other meanings to the first two bits (other, dma-buf), under the
    /// same structure number.
    zet_metric_group_type_exp_flags_t: "ZET_METRIC_GROUP_TYPE_EXP_FLAG" {
        /// The group or its metrics are exported as memory.
        EXPORT_DMA_BUF = 0x1,
        /// A program made the group out of single metrics.
        USER_CREATED = 0x2,
        /// The group is a collection of metrics.
        OTHER = 0x4,
        /// Markers can be put into the group's data.
        MARKER = 0x8,
    }
}

structs! {
    /// What a metric group is; the export structures chain here.
    zet_metric_group_properties_t: zet_structure_type_t::METRIC_GROUP_PROPERTIES {
        stype: zet_structure_type_t,
        pNext: *mut c_void,
        /// Not unique; ends at the first NUL, if there is one.
        name: [c_char; ZET_MAX_METRIC_GROUP_NAME],
        description: [c_char; ZET_MAX_METRIC_GROUP_DESCRIPTION],
        samplingType: zet_metric_group_sampling_type_flags_t,
        /// Two streamed groups of one domain cannot be active together.
        domain: u32,
        metricCount: u32,
    }

    /// What a metric is; the export structures chain here.
    zet_metric_properties_t: zet_structure_type_t::METRIC_PROPERTIES {
        stype: zet_structure_type_t,
        pNext: *mut c_void,
        name: [c_char; ZET_MAX_METRIC_NAME],
        description: [c_char; ZET_MAX_METRIC_DESCRIPTION],
        component: [c_char; ZET_MAX_METRIC_COMPONENT],
        /// The higher, the more knowledge of the hardware a metric takes.
        tierNumber: u32,
        metricType: zet_metric_type_t,
        /// Type of the value, which is also its size in exported memory.
        resultType: zet_value_type_t,
        resultUnits: [c_char; ZET_MAX_METRIC_RESULT_UNITS],
    }

    /// What else a group is; chains into the group's properties.
    zet_metric_group_type_exp_t: zet_structure_type_t::METRIC_GROUP_TYPE_EXP {
        stype: zet_structure_type_t,
        pNext: *mut c_void,
        r#type: zet_metric_group_type_exp_flags_t,
    }

    /// Exported memory; chains into the properties of a group or a metric.
    zet_export_dma_buf_exp_properties_t: zet_structure_type_t::EXPORT_DMA_EXP_PROPERTIES {
        stype: zet_structure_type_t,
        pNext: *mut c_void,
        /// Belongs to the driver: never to be closed by who asked.
        fd: c_int,
        /// Bytes.
        size: usize,
    }

    /// Resolution of the metric clock.
    zet_metric_global_timestamps_resolution_exp_t:
        zet_structure_type_t::METRIC_GLOBAL_TIMESTAMPS_RESOLUTION_EXP {
        stype: zet_structure_type_t,
        pNext: *const c_void,
        /// Ticks per second.
        timerResolution: u64,
        timestampValidBits: u64,
    }

    /// Which hardware block a group or metric comes from.
    zet_metric_source_id_exp_t: zet_structure_type_t::METRIC_SOURCE_ID_EXP {
        stype: zet_structure_type_t,
        pNext: *mut c_void,
        sourceId: u32,
    }
}

functions! {
    /// Lists the metric groups of a device.
    zet_pfnMetricGroupGet_t = fn zetMetricGroupGet(
        hDevice: zet_device_handle_t,
        pCount: *mut u32,
        phMetricGroups: *mut zet_metric_group_handle_t,
    );

    /// Tells what a metric group is.
    zet_pfnMetricGroupGetProperties_t = fn zetMetricGroupGetProperties(
        hMetricGroup: zet_metric_group_handle_t,
        pProperties: *mut zet_metric_group_properties_t,
    );

    /// Lists the metrics of a group, in the order of their values.
    zet_pfnMetricGet_t = fn zetMetricGet(
        hMetricGroup: zet_metric_group_handle_t,
        pCount: *mut u32,
        phMetrics: *mut zet_metric_handle_t,
    );

    /// Tells what a metric is.
    zet_pfnMetricGetProperties_t = fn zetMetricGetProperties(
        hMetric: zet_metric_handle_t,
        pProperties: *mut zet_metric_properties_t,
    );

    /// Sets which groups of a device are active; an empty list ends all.
    zet_pfnContextActivateMetricGroups_t = fn zetContextActivateMetricGroups(
        hContext: zet_context_handle_t,
        hDevice: zet_device_handle_t,
        count: u32,
        phMetricGroups: *mut zet_metric_group_handle_t,
    );

    /// Reads the metric clock and the host's or device's clock at one moment.
    zet_pfnMetricGroupGetGlobalTimestampsExp_t = fn zetMetricGroupGetGlobalTimestampsExp(
        hMetricGroup: zet_metric_group_handle_t,
        synchronizedWithHost: ze_bool_t,
        globalTimestamp: *mut u64,
        metricTimestamp: *mut u64,
    );

    /// Sorts groups into sets that can be active together.
    zet_pfnDeviceGetConcurrentMetricGroupsExp_t = fn zetDeviceGetConcurrentMetricGroupsExp(
        hDevice: zet_device_handle_t,
        metricGroupCount: u32,
        phMetricGroups: *mut zet_metric_group_handle_t,
        pMetricGroupsCountPerConcurrentGroup: *mut u32,
        pConcurrentGroupCount: *mut u32,
    );

    /// Switches metrics on for a device.
    zet_pfnDeviceEnableMetricsExp_t = fn zetDeviceEnableMetricsExp(hDevice: zet_device_handle_t);

    /// Switches metrics off for a device.
    zet_pfnDeviceDisableMetricsExp_t = fn zetDeviceDisableMetricsExp(hDevice: zet_device_handle_t);

    /// Puts a marker into the data of a group.
    zet_pfnCommandListAppendMarkerExp_t = fn zetCommandListAppendMarkerExp(
        hCommandList: zet_command_list_handle_t,
        hMetricGroup: zet_metric_group_handle_t,
        value: u32,
    );
}
