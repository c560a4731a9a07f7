//! Queries: reports taken around commands of a list instead of by time.

use std::ffi::c_void;

use crate::declare::{enums, functions, handles, structs};
use crate::{
    ze_event_handle_t, zet_command_list_handle_t, zet_context_handle_t, zet_device_handle_t,
    zet_metric_group_handle_t, zet_structure_type_t,
};

handles! {
    /// Memory that queries live in.
    zet_metric_query_pool_handle_t,
    /// One pair of reports around commands.
    zet_metric_query_handle_t,
}

enums! {
    /// What the queries of a pool measure.
    zet_metric_query_pool_type_t: "ZET_METRIC_QUERY_POOL_TYPE" {
        PERFORMANCE = 0,
        EXECUTION = 1,
    }
}

structs! {
    /// Wishes for a query pool.
    zet_metric_query_pool_desc_t: zet_structure_type_t::METRIC_QUERY_POOL_DESC {
        stype: zet_structure_type_t,
        pNext: *const c_void,
        r#type: zet_metric_query_pool_type_t,
        count: u32,
    }
}

functions! {
    /// Makes a query pool.
    zet_pfnMetricQueryPoolCreate_t = fn zetMetricQueryPoolCreate(
        hContext: zet_context_handle_t,
        hDevice: zet_device_handle_t,
        hMetricGroup: zet_metric_group_handle_t,
        desc: *const zet_metric_query_pool_desc_t,
        phMetricQueryPool: *mut zet_metric_query_pool_handle_t,
    );

    /// Ends a query pool; its queries must be gone.
    zet_pfnMetricQueryPoolDestroy_t = fn zetMetricQueryPoolDestroy(
        hMetricQueryPool: zet_metric_query_pool_handle_t,
    );

    /// Makes a query in a pool.
    zet_pfnMetricQueryCreate_t = fn zetMetricQueryCreate(
        hMetricQueryPool: zet_metric_query_pool_handle_t,
        index: u32,
        phMetricQuery: *mut zet_metric_query_handle_t,
    );

    /// Ends a query.
    zet_pfnMetricQueryDestroy_t = fn zetMetricQueryDestroy(hMetricQuery: zet_metric_query_handle_t);

    /// Makes a query ready for its next use.
    zet_pfnMetricQueryReset_t = fn zetMetricQueryReset(hMetricQuery: zet_metric_query_handle_t);

    /// Takes the raw bytes of a finished query.
    zet_pfnMetricQueryGetData_t = fn zetMetricQueryGetData(
        hMetricQuery: zet_metric_query_handle_t,
        pRawDataSize: *mut usize,
        pRawData: *mut u8,
    );

    /// Takes the first report.
    zet_pfnCommandListAppendMetricQueryBegin_t = fn zetCommandListAppendMetricQueryBegin(
        hCommandList: zet_command_list_handle_t,
        hMetricQuery: zet_metric_query_handle_t,
    );

    /// Takes the second report.
    zet_pfnCommandListAppendMetricQueryEnd_t = fn zetCommandListAppendMetricQueryEnd(
        hCommandList: zet_command_list_handle_t,
        hMetricQuery: zet_metric_query_handle_t,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    );

    /// Makes reports visible to the host.
    zet_pfnCommandListAppendMetricMemoryBarrier_t = fn zetCommandListAppendMetricMemoryBarrier(
        hCommandList: zet_command_list_handle_t,
    );
}
