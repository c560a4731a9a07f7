//! Streamers: reports of one time-based group, taken by the hardware at a fixed period.

use std::ffi::c_void;

use crate::declare::{functions, handles, structs};
use crate::{
    ze_event_handle_t, zet_command_list_handle_t, zet_context_handle_t, zet_device_handle_t,
    zet_metric_group_handle_t, zet_structure_type_t,
};

handles! {
    /// An open stream of reports.
    zet_metric_streamer_handle_t,
}

structs! {
    /// Wishes for a streamer; the driver answers what it granted.
    zet_metric_streamer_desc_t: zet_structure_type_t::METRIC_STREAMER_DESC {
        stype: zet_structure_type_t,
        pNext: *const c_void,
        /// Reports between two notifications; in and out.
        notifyEveryNReports: u32,
        /// Nanoseconds between two reports; in and out.
        samplingPeriod: u32,
    }
}

functions! {
    /// Opens a streamer on an active group.
    zet_pfnMetricStreamerOpen_t = fn zetMetricStreamerOpen(
        hContext: zet_context_handle_t,
        hDevice: zet_device_handle_t,
        hMetricGroup: zet_metric_group_handle_t,
        desc: *mut zet_metric_streamer_desc_t,
        hNotificationEvent: ze_event_handle_t,
        phMetricStreamer: *mut zet_metric_streamer_handle_t,
    );

    /// Ends a streamer.
    zet_pfnMetricStreamerClose_t = fn zetMetricStreamerClose(
        hMetricStreamer: zet_metric_streamer_handle_t,
    );

    /// Takes the raw bytes of waiting reports; dropped reports are a warning.
    zet_pfnMetricStreamerReadData_t = fn zetMetricStreamerReadData(
        hMetricStreamer: zet_metric_streamer_handle_t,
        maxReportCount: u32,
        pRawDataSize: *mut usize,
        pRawData: *mut u8,
    );

    /// Puts a marker into the stream of reports.
    zet_pfnCommandListAppendMetricStreamerMarker_t = fn zetCommandListAppendMetricStreamerMarker(
        hCommandList: zet_command_list_handle_t,
        hMetricStreamer: zet_metric_streamer_handle_t,
        value: u32,
    );
}
