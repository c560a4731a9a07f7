//! Dispatch tables of the metrics and tools interface.

use crate::declare::tables;

tables! {
    /// Metrics the caller configures, experimental.
    zet_metric_programmable_exp_dditable_t from zetGetMetricProgrammableExpProcAddrTable {
        (1, 8) pfnGetExp: untyped_pfn_t = zetMetricProgrammableGetExp,
        (1, 8) pfnGetPropertiesExp: untyped_pfn_t = zetMetricProgrammableGetPropertiesExp,
        (1, 8) pfnGetParamInfoExp: untyped_pfn_t = zetMetricProgrammableGetParamInfoExp,
        (1, 8) pfnGetParamValueInfoExp: untyped_pfn_t = zetMetricProgrammableGetParamValueInfoExp,
    }

    /// Tracers of metric events, experimental.
    zet_metric_tracer_exp_dditable_t from zetGetMetricTracerExpProcAddrTable {
        (1, 11) pfnCreateExp: zet_pfnMetricTracerCreateExp_t = zetMetricTracerCreateExp,
        (1, 11) pfnDestroyExp: zet_pfnMetricTracerDestroyExp_t = zetMetricTracerDestroyExp,
        (1, 11) pfnEnableExp: zet_pfnMetricTracerEnableExp_t = zetMetricTracerEnableExp,
        (1, 11) pfnDisableExp: zet_pfnMetricTracerDisableExp_t = zetMetricTracerDisableExp,
        (1, 11) pfnReadDataExp: zet_pfnMetricTracerReadDataExp_t = zetMetricTracerReadDataExp,
        (1, 11) pfnDecodeExp: zet_pfnMetricTracerDecodeExp_t = zetMetricTracerDecodeExp,
    }

    /// Decoders of metric events, experimental.
    zet_metric_decoder_exp_dditable_t from zetGetMetricDecoderExpProcAddrTable {
        (1, 11) pfnCreateExp: zet_pfnMetricDecoderCreateExp_t = zetMetricDecoderCreateExp,
        (1, 11) pfnDestroyExp: zet_pfnMetricDecoderDestroyExp_t = zetMetricDecoderDestroyExp,
        (1, 11) pfnGetDecodableMetricsExp: zet_pfnMetricDecoderGetDecodableMetricsExp_t =
            zetMetricDecoderGetDecodableMetricsExp,
    }

    /// Devices under the debugger.
    zet_device_dditable_t from zetGetDeviceProcAddrTable {
        (1, 0) pfnGetDebugProperties: untyped_pfn_t = zetDeviceGetDebugProperties,
    }

    /// Metrics of a device, experimental.
    zet_device_exp_dditable_t from zetGetDeviceExpProcAddrTable {
        (1, 11) pfnGetConcurrentMetricGroupsExp: zet_pfnDeviceGetConcurrentMetricGroupsExp_t =
            zetDeviceGetConcurrentMetricGroupsExp,
        (1, 11) pfnCreateMetricGroupsFromMetricsExp: untyped_pfn_t =
            zetDeviceCreateMetricGroupsFromMetricsExp,
        (1, 13) pfnEnableMetricsExp: zet_pfnDeviceEnableMetricsExp_t = zetDeviceEnableMetricsExp,
        (1, 13) pfnDisableMetricsExp: zet_pfnDeviceDisableMetricsExp_t = zetDeviceDisableMetricsExp,
    }

    /// Active metric groups.
    zet_context_dditable_t from zetGetContextProcAddrTable {
        (1, 0) pfnActivateMetricGroups: zet_pfnContextActivateMetricGroups_t =
            zetContextActivateMetricGroups,
    }

    /// Metric commands of a list.
    zet_command_list_dditable_t from zetGetCommandListProcAddrTable {
        (1, 0) pfnAppendMetricStreamerMarker: zet_pfnCommandListAppendMetricStreamerMarker_t =
            zetCommandListAppendMetricStreamerMarker,
        (1, 0) pfnAppendMetricQueryBegin: zet_pfnCommandListAppendMetricQueryBegin_t =
            zetCommandListAppendMetricQueryBegin,
        (1, 0) pfnAppendMetricQueryEnd: zet_pfnCommandListAppendMetricQueryEnd_t =
            zetCommandListAppendMetricQueryEnd,
        (1, 0) pfnAppendMetricMemoryBarrier: zet_pfnCommandListAppendMetricMemoryBarrier_t =
            zetCommandListAppendMetricMemoryBarrier,
    }

    /// Metric commands of a list, experimental.
    zet_command_list_exp_dditable_t from zetGetCommandListExpProcAddrTable {
        (1, 13) pfnAppendMarkerExp: zet_pfnCommandListAppendMarkerExp_t =
            zetCommandListAppendMarkerExp,
    }

    /// Debug information of modules.
    zet_module_dditable_t from zetGetModuleProcAddrTable {
        (1, 0) pfnGetDebugInfo: untyped_pfn_t = zetModuleGetDebugInfo,
    }

    /// Profiles of kernels.
    zet_kernel_dditable_t from zetGetKernelProcAddrTable {
        (1, 0) pfnGetProfileInfo: untyped_pfn_t = zetKernelGetProfileInfo,
    }

    /// Metrics.
    zet_metric_dditable_t from zetGetMetricProcAddrTable {
        (1, 0) pfnGet: zet_pfnMetricGet_t = zetMetricGet,
        (1, 0) pfnGetProperties: zet_pfnMetricGetProperties_t = zetMetricGetProperties,
    }

    /// Metrics the caller configures, experimental.
    zet_metric_exp_dditable_t from zetGetMetricExpProcAddrTable {
        (1, 12) pfnCreateFromProgrammableExp: untyped_pfn_t = zetMetricCreateFromProgrammableExp,
        (1, 12) pfnDestroyExp: untyped_pfn_t = zetMetricDestroyExp,
        (1, 12) pfnCreateFromProgrammableExp2: untyped_pfn_t = zetMetricCreateFromProgrammableExp2,
    }

    /// Metric groups.
    zet_metric_group_dditable_t from zetGetMetricGroupProcAddrTable {
        (1, 0) pfnGet: zet_pfnMetricGroupGet_t = zetMetricGroupGet,
        (1, 0) pfnGetProperties: zet_pfnMetricGroupGetProperties_t = zetMetricGroupGetProperties,
        (1, 0) pfnCalculateMetricValues: zet_pfnMetricGroupCalculateMetricValues_t =
            zetMetricGroupCalculateMetricValues,
    }

    /// Metric groups, experimental.
    zet_metric_group_exp_dditable_t from zetGetMetricGroupExpProcAddrTable {
        (1, 12) pfnCalculateMultipleMetricValuesExp: zet_pfnMetricGroupCalculateMultipleMetricValuesExp_t =
            zetMetricGroupCalculateMultipleMetricValuesExp,
        (1, 12) pfnGetGlobalTimestampsExp: zet_pfnMetricGroupGetGlobalTimestampsExp_t =
            zetMetricGroupGetGlobalTimestampsExp,
        (1, 12) pfnGetExportDataExp: zet_pfnMetricGroupGetExportDataExp_t =
            zetMetricGroupGetExportDataExp,
        (1, 12) pfnCalculateMetricExportDataExp: zet_pfnMetricGroupCalculateMetricExportDataExp_t =
            zetMetricGroupCalculateMetricExportDataExp,
        (1, 12) pfnCreateExp: untyped_pfn_t = zetMetricGroupCreateExp,
        (1, 12) pfnAddMetricExp: untyped_pfn_t = zetMetricGroupAddMetricExp,
        (1, 12) pfnRemoveMetricExp: untyped_pfn_t = zetMetricGroupRemoveMetricExp,
        (1, 12) pfnCloseExp: untyped_pfn_t = zetMetricGroupCloseExp,
        (1, 12) pfnDestroyExp: untyped_pfn_t = zetMetricGroupDestroyExp,
    }

    /// Streamers of metric reports.
    zet_metric_streamer_dditable_t from zetGetMetricStreamerProcAddrTable {
        (1, 0) pfnOpen: zet_pfnMetricStreamerOpen_t = zetMetricStreamerOpen,
        (1, 0) pfnClose: zet_pfnMetricStreamerClose_t = zetMetricStreamerClose,
        (1, 0) pfnReadData: zet_pfnMetricStreamerReadData_t = zetMetricStreamerReadData,
    }

    /// Pools of metric queries.
    zet_metric_query_pool_dditable_t from zetGetMetricQueryPoolProcAddrTable {
        (1, 0) pfnCreate: zet_pfnMetricQueryPoolCreate_t = zetMetricQueryPoolCreate,
        (1, 0) pfnDestroy: zet_pfnMetricQueryPoolDestroy_t = zetMetricQueryPoolDestroy,
    }

    /// Metric queries.
    zet_metric_query_dditable_t from zetGetMetricQueryProcAddrTable {
        (1, 0) pfnCreate: zet_pfnMetricQueryCreate_t = zetMetricQueryCreate,
        (1, 0) pfnDestroy: zet_pfnMetricQueryDestroy_t = zetMetricQueryDestroy,
        (1, 0) pfnReset: zet_pfnMetricQueryReset_t = zetMetricQueryReset,
        (1, 0) pfnGetData: zet_pfnMetricQueryGetData_t = zetMetricQueryGetData,
    }

    /// Tracers of calls, experimental but asked for by every loader.
    zet_tracer_exp_dditable_t from zetGetTracerExpProcAddrTable {
        (1, 0) pfnCreate: untyped_pfn_t = zetTracerExpCreate,
        (1, 0) pfnDestroy: untyped_pfn_t = zetTracerExpDestroy,
        (1, 0) pfnSetPrologues: untyped_pfn_t = zetTracerExpSetPrologues,
        (1, 0) pfnSetEpilogues: untyped_pfn_t = zetTracerExpSetEpilogues,
        (1, 0) pfnSetEnabled: untyped_pfn_t = zetTracerExpSetEnabled,
    }

    /// Debugger sessions.
    zet_debug_dditable_t from zetGetDebugProcAddrTable {
        (1, 0) pfnAttach: untyped_pfn_t = zetDebugAttach,
        (1, 0) pfnDetach: untyped_pfn_t = zetDebugDetach,
        (1, 0) pfnReadEvent: untyped_pfn_t = zetDebugReadEvent,
        (1, 0) pfnAcknowledgeEvent: untyped_pfn_t = zetDebugAcknowledgeEvent,
        (1, 0) pfnInterrupt: untyped_pfn_t = zetDebugInterrupt,
        (1, 0) pfnResume: untyped_pfn_t = zetDebugResume,
        (1, 0) pfnReadMemory: untyped_pfn_t = zetDebugReadMemory,
        (1, 0) pfnWriteMemory: untyped_pfn_t = zetDebugWriteMemory,
        (1, 0) pfnGetRegisterSetProperties: untyped_pfn_t = zetDebugGetRegisterSetProperties,
        (1, 0) pfnReadRegisters: untyped_pfn_t = zetDebugReadRegisters,
        (1, 0) pfnWriteRegisters: untyped_pfn_t = zetDebugWriteRegisters,
        (1, 5) pfnGetThreadRegisterSetProperties: untyped_pfn_t =
            zetDebugGetThreadRegisterSetProperties,
    }
}
