//! From raw report bytes to values, on this machine or on another.

use std::ffi::c_void;

use crate::declare::{constants, enums, functions, structs};
use crate::{
    ze_driver_handle_t, zet_metric_group_handle_t, zet_structure_type_t, zet_typed_value_t,
};

constants! {
    /// Extension that calculates several sets of reports at once.
    pub const ZET_MULTI_METRICS_EXP_NAME: &str = "ZET_experimental_calculate_multiple_metrics";
    /// Extension that lets another machine calculate.
    pub const ZET_EXPORT_METRICS_DATA_EXP_NAME: &str = "ZET_experimental_metric_export_data";
}

enums! {
    /// Which values a calculation returns.
    zet_metric_group_calculation_type_t: "ZET_METRIC_GROUP_CALCULATION_TYPE" {
        /// The values of the reports.
        METRIC_VALUES = 0,
        /// The highest values the metrics can reach.
        MAX_METRIC_VALUES = 1,
    }
}

structs! {
    /// Wishes for a calculation.
    zet_metric_calculate_exp_desc_t: zet_structure_type_t::METRIC_CALCULATE_EXP_DESC {
        stype: zet_structure_type_t,
        pNext: *const c_void,
        /// Reports to skip after each one calculated.
        rawReportSkipCount: u32,
    }
}

functions! {
    /// Turns raw bytes into values, one set of metrics after the other.
    zet_pfnMetricGroupCalculateMetricValues_t = fn zetMetricGroupCalculateMetricValues(
        hMetricGroup: zet_metric_group_handle_t,
        r#type: zet_metric_group_calculation_type_t,
        rawDataSize: usize,
        pRawData: *const u8,
        pMetricValueCount: *mut u32,
        pMetricValues: *mut zet_typed_value_t,
    );

    /// Turns raw bytes into values, with a count per set.
    zet_pfnMetricGroupCalculateMultipleMetricValuesExp_t =
        fn zetMetricGroupCalculateMultipleMetricValuesExp(
        hMetricGroup: zet_metric_group_handle_t,
        r#type: zet_metric_group_calculation_type_t,
        rawDataSize: usize,
        pRawData: *const u8,
        pSetCount: *mut u32,
        pTotalMetricValueCount: *mut u32,
        pMetricCounts: *mut u32,
        pMetricValues: *mut zet_typed_value_t,
    );

    /// Adds to raw bytes what another machine needs to calculate them.
    zet_pfnMetricGroupGetExportDataExp_t = fn zetMetricGroupGetExportDataExp(
        hMetricGroup: zet_metric_group_handle_t,
        pRawData: *const u8,
        rawDataSize: usize,
        pExportDataSize: *mut usize,
        pExportData: *mut u8,
    );

    /// Calculates raw bytes that another machine exported.
    zet_pfnMetricGroupCalculateMetricExportDataExp_t =
        fn zetMetricGroupCalculateMetricExportDataExp(
        hDriver: ze_driver_handle_t,
        r#type: zet_metric_group_calculation_type_t,
        exportDataSize: usize,
        pExportData: *const u8,
        pCalculateDescriptor: *mut zet_metric_calculate_exp_desc_t,
        pSetCount: *mut u32,
        pTotalMetricValueCount: *mut u32,
        pMetricCounts: *mut u32,
        pMetricValues: *mut zet_typed_value_t,
    );
}
