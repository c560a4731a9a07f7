//! Tracers: events that groups write as they happen, and the decoder of their bytes.

use std::ffi::c_void;

use crate::declare::{constants, functions, handles, structs};
use crate::{
    ze_bool_t, ze_event_handle_t, zet_context_handle_t, zet_device_handle_t,
    zet_metric_group_handle_t, zet_metric_handle_t, zet_structure_type_t, zet_value_t,
};

constants! {
    /// Extension that traces metric events.
    pub const ZET_METRICS_TRACER_EXP_NAME: &str = "ZET_experimental_metric_tracer";
}

handles! {
    /// A running collection of events.
    zet_metric_tracer_exp_handle_t,
    /// Knowledge of how to read a tracer's bytes.
    zet_metric_decoder_exp_handle_t,
}

structs! {
    /// Wishes for a tracer; the driver answers what it granted.
    zet_metric_tracer_exp_desc_t: zet_structure_type_t::METRIC_TRACER_EXP_DESC {
        stype: zet_structure_type_t,
        pNext: *const c_void,
        /// Bytes between two notifications; in and out.
        notifyEveryNBytes: u32,
    }

    /// One decoded event.
    zet_metric_entry_exp_t {
        value: zet_value_t,
        /// Ticks of the metric clock.
        timeStamp: u64,
        /// Index into the metrics the decoder was asked for.
        metricIndex: u32,
        onSubdevice: ze_bool_t,
        subdeviceId: u32,
    }
}

functions! {
    /// Makes a tracer on active groups.
    zet_pfnMetricTracerCreateExp_t = fn zetMetricTracerCreateExp(
        hContext: zet_context_handle_t,
        hDevice: zet_device_handle_t,
        metricGroupCount: u32,
        phMetricGroups: *mut zet_metric_group_handle_t,
        desc: *mut zet_metric_tracer_exp_desc_t,
        hNotificationEvent: ze_event_handle_t,
        phMetricTracer: *mut zet_metric_tracer_exp_handle_t,
    );

    /// Ends a tracer.
    zet_pfnMetricTracerDestroyExp_t = fn zetMetricTracerDestroyExp(
        hMetricTracer: zet_metric_tracer_exp_handle_t,
    );

    /// Starts a tracer.
    zet_pfnMetricTracerEnableExp_t = fn zetMetricTracerEnableExp(
        hMetricTracer: zet_metric_tracer_exp_handle_t,
        synchronous: ze_bool_t,
    );

    /// Pauses a tracer.
    zet_pfnMetricTracerDisableExp_t = fn zetMetricTracerDisableExp(
        hMetricTracer: zet_metric_tracer_exp_handle_t,
        synchronous: ze_bool_t,
    );

    /// Takes the raw bytes of waiting events.
    zet_pfnMetricTracerReadDataExp_t = fn zetMetricTracerReadDataExp(
        hMetricTracer: zet_metric_tracer_exp_handle_t,
        pRawDataSize: *mut usize,
        pRawData: *mut u8,
    );

    /// Makes a decoder for a tracer.
    zet_pfnMetricDecoderCreateExp_t = fn zetMetricDecoderCreateExp(
        hMetricTracer: zet_metric_tracer_exp_handle_t,
        phMetricDecoder: *mut zet_metric_decoder_exp_handle_t,
    );

    /// Ends a decoder.
    zet_pfnMetricDecoderDestroyExp_t = fn zetMetricDecoderDestroyExp(
        phMetricDecoder: zet_metric_decoder_exp_handle_t,
    );

    /// Lists the metrics a decoder can read.
    zet_pfnMetricDecoderGetDecodableMetricsExp_t = fn zetMetricDecoderGetDecodableMetricsExp(
        hMetricDecoder: zet_metric_decoder_exp_handle_t,
        pCount: *mut u32,
        phMetrics: *mut zet_metric_handle_t,
    );

    /// Turns raw bytes into events.
    zet_pfnMetricTracerDecodeExp_t = fn zetMetricTracerDecodeExp(
        phMetricDecoder: zet_metric_decoder_exp_handle_t,
        pRawDataSize: *mut usize,
        pRawData: *mut u8,
        metricsCount: u32,
        phMetrics: *mut zet_metric_handle_t,
        pSetCount: *mut u32,
        pMetricEntriesCountPerSet: *mut u32,
        pMetricEntriesCount: *mut u32,
        pMetricEntries: *mut zet_metric_entry_exp_t,
    );
}
