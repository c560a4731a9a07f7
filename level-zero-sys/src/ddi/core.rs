//! Dispatch tables of the core interface.

use crate::declare::tables;

tables! {
    /// Start-up.
    ze_global_dditable_t from zeGetGlobalProcAddrTable {
        (1, 0) pfnInit: ze_pfnInit_t = zeInit,
        (1, 11) pfnInitDrivers: ze_pfnInitDrivers_t = zeInitDrivers,
    }

    /// Drivers.
    ze_driver_dditable_t from zeGetDriverProcAddrTable {
        (1, 0) pfnGet: ze_pfnDriverGet_t = zeDriverGet,
        (1, 0) pfnGetApiVersion: ze_pfnDriverGetApiVersion_t = zeDriverGetApiVersion,
        (1, 0) pfnGetProperties: ze_pfnDriverGetProperties_t = zeDriverGetProperties,
        (1, 0) pfnGetIpcProperties: ze_pfnDriverGetIpcProperties_t = zeDriverGetIpcProperties,
        (1, 0) pfnGetExtensionProperties: ze_pfnDriverGetExtensionProperties_t =
            zeDriverGetExtensionProperties,
        (1, 1) pfnGetExtensionFunctionAddress: ze_pfnDriverGetExtensionFunctionAddress_t =
            zeDriverGetExtensionFunctionAddress,
        (1, 6) pfnGetLastErrorDescription: ze_pfnDriverGetLastErrorDescription_t =
            zeDriverGetLastErrorDescription,
        (1, 13) pfnRTASFormatCompatibilityCheckExt: untyped_pfn_t =
            zeDriverRTASFormatCompatibilityCheckExt,
        (1, 14) pfnGetDefaultContext: untyped_pfn_t = zeDriverGetDefaultContext,
    }

    /// Devices.
    ze_device_dditable_t from zeGetDeviceProcAddrTable {
        (1, 0) pfnGet: ze_pfnDeviceGet_t = zeDeviceGet,
        (1, 0) pfnGetSubDevices: ze_pfnDeviceGetSubDevices_t = zeDeviceGetSubDevices,
        (1, 0) pfnGetProperties: ze_pfnDeviceGetProperties_t = zeDeviceGetProperties,
        (1, 0) pfnGetComputeProperties: ze_pfnDeviceGetComputeProperties_t =
            zeDeviceGetComputeProperties,
        (1, 0) pfnGetModuleProperties: untyped_pfn_t = zeDeviceGetModuleProperties,
        (1, 0) pfnGetCommandQueueGroupProperties: ze_pfnDeviceGetCommandQueueGroupProperties_t =
            zeDeviceGetCommandQueueGroupProperties,
        (1, 0) pfnGetMemoryProperties: ze_pfnDeviceGetMemoryProperties_t =
            zeDeviceGetMemoryProperties,
        (1, 0) pfnGetMemoryAccessProperties: ze_pfnDeviceGetMemoryAccessProperties_t =
            zeDeviceGetMemoryAccessProperties,
        (1, 0) pfnGetCacheProperties: untyped_pfn_t = zeDeviceGetCacheProperties,
        (1, 0) pfnGetImageProperties: untyped_pfn_t = zeDeviceGetImageProperties,
        (1, 0) pfnGetExternalMemoryProperties: ze_pfnDeviceGetExternalMemoryProperties_t =
            zeDeviceGetExternalMemoryProperties,
        (1, 0) pfnGetP2PProperties: untyped_pfn_t = zeDeviceGetP2PProperties,
        (1, 0) pfnCanAccessPeer: untyped_pfn_t = zeDeviceCanAccessPeer,
        (1, 0) pfnGetStatus: ze_pfnDeviceGetStatus_t = zeDeviceGetStatus,
        (1, 1) pfnGetGlobalTimestamps: ze_pfnDeviceGetGlobalTimestamps_t =
            zeDeviceGetGlobalTimestamps,
        (1, 2) pfnReserveCacheExt: untyped_pfn_t = zeDeviceReserveCacheExt,
        (1, 2) pfnSetCacheAdviceExt: untyped_pfn_t = zeDeviceSetCacheAdviceExt,
        (1, 3) pfnPciGetPropertiesExt: ze_pfnDevicePciGetPropertiesExt_t =
            zeDevicePciGetPropertiesExt,
        (1, 7) pfnGetRootDevice: ze_pfnDeviceGetRootDevice_t = zeDeviceGetRootDevice,
        (1, 12) pfnImportExternalSemaphoreExt: untyped_pfn_t = zeDeviceImportExternalSemaphoreExt,
        (1, 12) pfnReleaseExternalSemaphoreExt: untyped_pfn_t = zeDeviceReleaseExternalSemaphoreExt,
        (1, 13) pfnGetVectorWidthPropertiesExt: untyped_pfn_t = zeDeviceGetVectorWidthPropertiesExt,
        (1, 14) pfnSynchronize: untyped_pfn_t = zeDeviceSynchronize,
        (1, 15) pfnGetAggregatedCopyOffloadIncrementValue: untyped_pfn_t =
            zeDeviceGetAggregatedCopyOffloadIncrementValue,
        (1, 16) pfnGetRuntimeRequirements: untyped_pfn_t = zeDeviceGetRuntimeRequirements,
        (1, 16) pfnGetRuntimeRequirementsKey: untyped_pfn_t = zeDeviceGetRuntimeRequirementsKey,
        (1, 16) pfnValidateRuntimeRequirements: untyped_pfn_t = zeDeviceValidateRuntimeRequirements,
        (1, 17) pfnGetCounterBasedEventMaxValue: untyped_pfn_t =
            zeDeviceGetCounterBasedEventMaxValue,
    }

    /// Devices, experimental.
    ze_device_exp_dditable_t from zeGetDeviceExpProcAddrTable {
        (1, 4) pfnGetFabricVertexExp: untyped_pfn_t = zeDeviceGetFabricVertexExp,
    }

    /// Contexts.
    ze_context_dditable_t from zeGetContextProcAddrTable {
        (1, 0) pfnCreate: ze_pfnContextCreate_t = zeContextCreate,
        (1, 0) pfnDestroy: ze_pfnContextDestroy_t = zeContextDestroy,
        (1, 0) pfnGetStatus: ze_pfnContextGetStatus_t = zeContextGetStatus,
        (1, 0) pfnSystemBarrier: untyped_pfn_t = zeContextSystemBarrier,
        (1, 0) pfnMakeMemoryResident: untyped_pfn_t = zeContextMakeMemoryResident,
        (1, 0) pfnEvictMemory: untyped_pfn_t = zeContextEvictMemory,
        (1, 0) pfnMakeImageResident: untyped_pfn_t = zeContextMakeImageResident,
        (1, 0) pfnEvictImage: untyped_pfn_t = zeContextEvictImage,
        (1, 1) pfnCreateEx: ze_pfnContextCreateEx_t = zeContextCreateEx,
    }

    /// Command queues.
    ze_command_queue_dditable_t from zeGetCommandQueueProcAddrTable {
        (1, 0) pfnCreate: ze_pfnCommandQueueCreate_t = zeCommandQueueCreate,
        (1, 0) pfnDestroy: ze_pfnCommandQueueDestroy_t = zeCommandQueueDestroy,
        (1, 0) pfnExecuteCommandLists: ze_pfnCommandQueueExecuteCommandLists_t =
            zeCommandQueueExecuteCommandLists,
        (1, 0) pfnSynchronize: ze_pfnCommandQueueSynchronize_t = zeCommandQueueSynchronize,
        (1, 9) pfnGetOrdinal: untyped_pfn_t = zeCommandQueueGetOrdinal,
        (1, 9) pfnGetIndex: untyped_pfn_t = zeCommandQueueGetIndex,
        (1, 17) pfnGetFlags: untyped_pfn_t = zeCommandQueueGetFlags,
        (1, 17) pfnGetMode: untyped_pfn_t = zeCommandQueueGetMode,
        (1, 17) pfnGetPriority: untyped_pfn_t = zeCommandQueueGetPriority,
    }

    /// Command lists.
    ze_command_list_dditable_t from zeGetCommandListProcAddrTable {
        (1, 0) pfnCreate: ze_pfnCommandListCreate_t = zeCommandListCreate,
        (1, 0) pfnCreateImmediate: ze_pfnCommandListCreateImmediate_t =
            zeCommandListCreateImmediate,
        (1, 0) pfnDestroy: ze_pfnCommandListDestroy_t = zeCommandListDestroy,
        (1, 0) pfnClose: ze_pfnCommandListClose_t = zeCommandListClose,
        (1, 0) pfnReset: ze_pfnCommandListReset_t = zeCommandListReset,
        (1, 0) pfnAppendWriteGlobalTimestamp: ze_pfnCommandListAppendWriteGlobalTimestamp_t =
            zeCommandListAppendWriteGlobalTimestamp,
        (1, 0) pfnAppendBarrier: ze_pfnCommandListAppendBarrier_t = zeCommandListAppendBarrier,
        (1, 0) pfnAppendMemoryRangesBarrier: untyped_pfn_t = zeCommandListAppendMemoryRangesBarrier,
        (1, 0) pfnAppendMemoryCopy: ze_pfnCommandListAppendMemoryCopy_t =
            zeCommandListAppendMemoryCopy,
        (1, 0) pfnAppendMemoryFill: ze_pfnCommandListAppendMemoryFill_t =
            zeCommandListAppendMemoryFill,
        (1, 0) pfnAppendMemoryCopyRegion: untyped_pfn_t = zeCommandListAppendMemoryCopyRegion,
        (1, 0) pfnAppendMemoryCopyFromContext: untyped_pfn_t =
            zeCommandListAppendMemoryCopyFromContext,
        (1, 0) pfnAppendImageCopy: untyped_pfn_t = zeCommandListAppendImageCopy,
        (1, 0) pfnAppendImageCopyRegion: untyped_pfn_t = zeCommandListAppendImageCopyRegion,
        (1, 0) pfnAppendImageCopyToMemory: untyped_pfn_t = zeCommandListAppendImageCopyToMemory,
        (1, 0) pfnAppendImageCopyFromMemory: untyped_pfn_t = zeCommandListAppendImageCopyFromMemory,
        (1, 0) pfnAppendMemoryPrefetch: untyped_pfn_t = zeCommandListAppendMemoryPrefetch,
        (1, 0) pfnAppendMemAdvise: untyped_pfn_t = zeCommandListAppendMemAdvise,
        (1, 0) pfnAppendSignalEvent: ze_pfnCommandListAppendSignalEvent_t =
            zeCommandListAppendSignalEvent,
        (1, 0) pfnAppendWaitOnEvents: ze_pfnCommandListAppendWaitOnEvents_t =
            zeCommandListAppendWaitOnEvents,
        (1, 0) pfnAppendEventReset: ze_pfnCommandListAppendEventReset_t =
            zeCommandListAppendEventReset,
        (1, 0) pfnAppendQueryKernelTimestamps: untyped_pfn_t =
            zeCommandListAppendQueryKernelTimestamps,
        (1, 0) pfnAppendLaunchKernel: untyped_pfn_t = zeCommandListAppendLaunchKernel,
        (1, 0) pfnAppendLaunchCooperativeKernel: untyped_pfn_t =
            zeCommandListAppendLaunchCooperativeKernel,
        (1, 0) pfnAppendLaunchKernelIndirect: untyped_pfn_t =
            zeCommandListAppendLaunchKernelIndirect,
        (1, 0) pfnAppendLaunchMultipleKernelsIndirect: untyped_pfn_t =
            zeCommandListAppendLaunchMultipleKernelsIndirect,
        (1, 3) pfnAppendImageCopyToMemoryExt: untyped_pfn_t =
            zeCommandListAppendImageCopyToMemoryExt,
        (1, 3) pfnAppendImageCopyFromMemoryExt: untyped_pfn_t =
            zeCommandListAppendImageCopyFromMemoryExt,
        (1, 6) pfnHostSynchronize: ze_pfnCommandListHostSynchronize_t =
            zeCommandListHostSynchronize,
        (1, 9) pfnGetDeviceHandle: untyped_pfn_t = zeCommandListGetDeviceHandle,
        (1, 9) pfnGetContextHandle: untyped_pfn_t = zeCommandListGetContextHandle,
        (1, 9) pfnGetOrdinal: untyped_pfn_t = zeCommandListGetOrdinal,
        (1, 9) pfnImmediateGetIndex: untyped_pfn_t = zeCommandListImmediateGetIndex,
        (1, 9) pfnIsImmediate: untyped_pfn_t = zeCommandListIsImmediate,
        (1, 12) pfnAppendSignalExternalSemaphoreExt: untyped_pfn_t =
            zeCommandListAppendSignalExternalSemaphoreExt,
        (1, 12) pfnAppendWaitExternalSemaphoreExt: untyped_pfn_t =
            zeCommandListAppendWaitExternalSemaphoreExt,
        (1, 14) pfnAppendLaunchKernelWithParameters: untyped_pfn_t =
            zeCommandListAppendLaunchKernelWithParameters,
        (1, 14) pfnAppendLaunchKernelWithArguments: untyped_pfn_t =
            zeCommandListAppendLaunchKernelWithArguments,
        (1, 16) pfnAppendMemoryCopyWithParameters: untyped_pfn_t =
            zeCommandListAppendMemoryCopyWithParameters,
        (1, 16) pfnAppendMemoryFillWithParameters: untyped_pfn_t =
            zeCommandListAppendMemoryFillWithParameters,
        (1, 16) pfnImmediateAppendCommandListsWithParameters: untyped_pfn_t =
            zeCommandListImmediateAppendCommandListsWithParameters,
        (1, 17) pfnGetFlags: untyped_pfn_t = zeCommandListGetFlags,
        (1, 17) pfnImmediateGetFlags: untyped_pfn_t = zeCommandListImmediateGetFlags,
        (1, 17) pfnImmediateGetMode: untyped_pfn_t = zeCommandListImmediateGetMode,
        (1, 17) pfnImmediateGetPriority: untyped_pfn_t = zeCommandListImmediateGetPriority,
        (1, 17) pfnBeginGraphCaptureExt: untyped_pfn_t = zeCommandListBeginGraphCaptureExt,
        (1, 17) pfnBeginCaptureIntoGraphExt: untyped_pfn_t = zeCommandListBeginCaptureIntoGraphExt,
        (1, 17) pfnIsGraphCaptureEnabledExt: untyped_pfn_t = zeCommandListIsGraphCaptureEnabledExt,
        (1, 17) pfnEndGraphCaptureExt: untyped_pfn_t = zeCommandListEndGraphCaptureExt,
        (1, 17) pfnGetGraphExt: untyped_pfn_t = zeCommandListGetGraphExt,
        (1, 17) pfnAppendGraphExt: untyped_pfn_t = zeCommandListAppendGraphExt,
        (1, 17) pfnAppendHostFunction: untyped_pfn_t = zeCommandListAppendHostFunction,
    }

    /// Command lists, experimental.
    ze_command_list_exp_dditable_t from zeGetCommandListExpProcAddrTable {
        (1, 12) pfnCreateCloneExp: untyped_pfn_t = zeCommandListCreateCloneExp,
        (1, 12) pfnImmediateAppendCommandListsExp: untyped_pfn_t =
            zeCommandListImmediateAppendCommandListsExp,
        (1, 12) pfnGetNextCommandIdExp: untyped_pfn_t = zeCommandListGetNextCommandIdExp,
        (1, 12) pfnUpdateMutableCommandsExp: untyped_pfn_t = zeCommandListUpdateMutableCommandsExp,
        (1, 12) pfnUpdateMutableCommandSignalEventExp: untyped_pfn_t =
            zeCommandListUpdateMutableCommandSignalEventExp,
        (1, 12) pfnUpdateMutableCommandWaitEventsExp: untyped_pfn_t =
            zeCommandListUpdateMutableCommandWaitEventsExp,
        (1, 12) pfnGetNextCommandIdWithKernelsExp: untyped_pfn_t =
            zeCommandListGetNextCommandIdWithKernelsExp,
        (1, 12) pfnUpdateMutableCommandKernelsExp: untyped_pfn_t =
            zeCommandListUpdateMutableCommandKernelsExp,
        (1, 17) pfnIsMutableExp: untyped_pfn_t = zeCommandListIsMutableExp,
    }

    /// Images.
    ze_image_dditable_t from zeGetImageProcAddrTable {
        (1, 0) pfnGetProperties: untyped_pfn_t = zeImageGetProperties,
        (1, 0) pfnCreate: untyped_pfn_t = zeImageCreate,
        (1, 0) pfnDestroy: untyped_pfn_t = zeImageDestroy,
        (1, 3) pfnGetAllocPropertiesExt: untyped_pfn_t = zeImageGetAllocPropertiesExt,
        (1, 5) pfnViewCreateExt: untyped_pfn_t = zeImageViewCreateExt,
    }

    /// Images, experimental.
    ze_image_exp_dditable_t from zeGetImageExpProcAddrTable {
        (1, 2) pfnGetMemoryPropertiesExp: untyped_pfn_t = zeImageGetMemoryPropertiesExp,
        (1, 2) pfnViewCreateExp: untyped_pfn_t = zeImageViewCreateExp,
        (1, 9) pfnGetDeviceOffsetExp: untyped_pfn_t = zeImageGetDeviceOffsetExp,
    }

    /// Allocations.
    ze_mem_dditable_t from zeGetMemProcAddrTable {
        (1, 0) pfnAllocShared: ze_pfnMemAllocShared_t = zeMemAllocShared,
        (1, 0) pfnAllocDevice: ze_pfnMemAllocDevice_t = zeMemAllocDevice,
        (1, 0) pfnAllocHost: ze_pfnMemAllocHost_t = zeMemAllocHost,
        (1, 0) pfnFree: ze_pfnMemFree_t = zeMemFree,
        (1, 0) pfnGetAllocProperties: ze_pfnMemGetAllocProperties_t = zeMemGetAllocProperties,
        (1, 0) pfnGetAddressRange: ze_pfnMemGetAddressRange_t = zeMemGetAddressRange,
        (1, 0) pfnGetIpcHandle: untyped_pfn_t = zeMemGetIpcHandle,
        (1, 0) pfnOpenIpcHandle: untyped_pfn_t = zeMemOpenIpcHandle,
        (1, 0) pfnCloseIpcHandle: untyped_pfn_t = zeMemCloseIpcHandle,
        (1, 3) pfnFreeExt: untyped_pfn_t = zeMemFreeExt,
        (1, 6) pfnPutIpcHandle: untyped_pfn_t = zeMemPutIpcHandle,
        (1, 9) pfnGetPitchFor2dImage: untyped_pfn_t = zeMemGetPitchFor2dImage,
        (1, 15) pfnGetIpcHandleWithProperties: untyped_pfn_t = zeMemGetIpcHandleWithProperties,
    }

    /// Allocations, experimental.
    ze_mem_exp_dditable_t from zeGetMemExpProcAddrTable {
        (1, 6) pfnGetIpcHandleFromFileDescriptorExp: untyped_pfn_t =
            zeMemGetIpcHandleFromFileDescriptorExp,
        (1, 6) pfnGetFileDescriptorFromIpcHandleExp: untyped_pfn_t =
            zeMemGetFileDescriptorFromIpcHandleExp,
        (1, 7) pfnSetAtomicAccessAttributeExp: untyped_pfn_t = zeMemSetAtomicAccessAttributeExp,
        (1, 7) pfnGetAtomicAccessAttributeExp: untyped_pfn_t = zeMemGetAtomicAccessAttributeExp,
    }

    /// Fences.
    ze_fence_dditable_t from zeGetFenceProcAddrTable {
        (1, 0) pfnCreate: ze_pfnFenceCreate_t = zeFenceCreate,
        (1, 0) pfnDestroy: ze_pfnFenceDestroy_t = zeFenceDestroy,
        (1, 0) pfnHostSynchronize: ze_pfnFenceHostSynchronize_t = zeFenceHostSynchronize,
        (1, 0) pfnQueryStatus: ze_pfnFenceQueryStatus_t = zeFenceQueryStatus,
        (1, 0) pfnReset: ze_pfnFenceReset_t = zeFenceReset,
    }

    /// Event pools.
    ze_event_pool_dditable_t from zeGetEventPoolProcAddrTable {
        (1, 0) pfnCreate: ze_pfnEventPoolCreate_t = zeEventPoolCreate,
        (1, 0) pfnDestroy: ze_pfnEventPoolDestroy_t = zeEventPoolDestroy,
        (1, 0) pfnGetIpcHandle: untyped_pfn_t = zeEventPoolGetIpcHandle,
        (1, 0) pfnOpenIpcHandle: untyped_pfn_t = zeEventPoolOpenIpcHandle,
        (1, 0) pfnCloseIpcHandle: untyped_pfn_t = zeEventPoolCloseIpcHandle,
        (1, 6) pfnPutIpcHandle: untyped_pfn_t = zeEventPoolPutIpcHandle,
        (1, 9) pfnGetContextHandle: untyped_pfn_t = zeEventPoolGetContextHandle,
        (1, 9) pfnGetFlags: untyped_pfn_t = zeEventPoolGetFlags,
    }

    /// Events.
    ze_event_dditable_t from zeGetEventProcAddrTable {
        (1, 0) pfnCreate: ze_pfnEventCreate_t = zeEventCreate,
        (1, 0) pfnDestroy: ze_pfnEventDestroy_t = zeEventDestroy,
        (1, 0) pfnHostSignal: ze_pfnEventHostSignal_t = zeEventHostSignal,
        (1, 0) pfnHostSynchronize: ze_pfnEventHostSynchronize_t = zeEventHostSynchronize,
        (1, 0) pfnQueryStatus: ze_pfnEventQueryStatus_t = zeEventQueryStatus,
        (1, 0) pfnHostReset: ze_pfnEventHostReset_t = zeEventHostReset,
        (1, 0) pfnQueryKernelTimestamp: untyped_pfn_t = zeEventQueryKernelTimestamp,
        (1, 6) pfnQueryKernelTimestampsExt: untyped_pfn_t = zeEventQueryKernelTimestampsExt,
        (1, 9) pfnGetEventPool: untyped_pfn_t = zeEventGetEventPool,
        (1, 9) pfnGetSignalScope: untyped_pfn_t = zeEventGetSignalScope,
        (1, 9) pfnGetWaitScope: untyped_pfn_t = zeEventGetWaitScope,
        (1, 15) pfnCounterBasedCreate: untyped_pfn_t = zeEventCounterBasedCreate,
        (1, 15) pfnCounterBasedGetIpcHandle: untyped_pfn_t = zeEventCounterBasedGetIpcHandle,
        (1, 15) pfnCounterBasedOpenIpcHandle: untyped_pfn_t = zeEventCounterBasedOpenIpcHandle,
        (1, 15) pfnCounterBasedCloseIpcHandle: untyped_pfn_t = zeEventCounterBasedCloseIpcHandle,
        (1, 15) pfnCounterBasedGetDeviceAddress: untyped_pfn_t =
            zeEventCounterBasedGetDeviceAddress,
        (1, 17) pfnGetCounterBasedFlags: untyped_pfn_t = zeEventGetCounterBasedFlags,
    }

    /// Events, experimental.
    ze_event_exp_dditable_t from zeGetEventExpProcAddrTable {
        (1, 2) pfnQueryTimestampsExp: untyped_pfn_t = zeEventQueryTimestampsExp,
    }

    /// Modules of kernels.
    ze_module_dditable_t from zeGetModuleProcAddrTable {
        (1, 0) pfnCreate: untyped_pfn_t = zeModuleCreate,
        (1, 0) pfnDestroy: untyped_pfn_t = zeModuleDestroy,
        (1, 0) pfnDynamicLink: untyped_pfn_t = zeModuleDynamicLink,
        (1, 0) pfnGetNativeBinary: untyped_pfn_t = zeModuleGetNativeBinary,
        (1, 0) pfnGetGlobalPointer: untyped_pfn_t = zeModuleGetGlobalPointer,
        (1, 0) pfnGetKernelNames: untyped_pfn_t = zeModuleGetKernelNames,
        (1, 0) pfnGetProperties: untyped_pfn_t = zeModuleGetProperties,
        (1, 0) pfnGetFunctionPointer: untyped_pfn_t = zeModuleGetFunctionPointer,
        (1, 3) pfnInspectLinkageExt: untyped_pfn_t = zeModuleInspectLinkageExt,
    }

    /// Logs of module builds.
    ze_module_build_log_dditable_t from zeGetModuleBuildLogProcAddrTable {
        (1, 0) pfnDestroy: untyped_pfn_t = zeModuleBuildLogDestroy,
        (1, 0) pfnGetString: untyped_pfn_t = zeModuleBuildLogGetString,
    }

    /// Kernels.
    ze_kernel_dditable_t from zeGetKernelProcAddrTable {
        (1, 0) pfnCreate: untyped_pfn_t = zeKernelCreate,
        (1, 0) pfnDestroy: untyped_pfn_t = zeKernelDestroy,
        (1, 0) pfnSetCacheConfig: untyped_pfn_t = zeKernelSetCacheConfig,
        (1, 0) pfnSetGroupSize: untyped_pfn_t = zeKernelSetGroupSize,
        (1, 0) pfnSuggestGroupSize: untyped_pfn_t = zeKernelSuggestGroupSize,
        (1, 0) pfnSuggestMaxCooperativeGroupCount: untyped_pfn_t =
            zeKernelSuggestMaxCooperativeGroupCount,
        (1, 0) pfnSetArgumentValue: untyped_pfn_t = zeKernelSetArgumentValue,
        (1, 0) pfnSetIndirectAccess: untyped_pfn_t = zeKernelSetIndirectAccess,
        (1, 0) pfnGetIndirectAccess: untyped_pfn_t = zeKernelGetIndirectAccess,
        (1, 0) pfnGetSourceAttributes: untyped_pfn_t = zeKernelGetSourceAttributes,
        (1, 0) pfnGetProperties: untyped_pfn_t = zeKernelGetProperties,
        (1, 0) pfnGetName: untyped_pfn_t = zeKernelGetName,
    }

    /// Kernels, experimental.
    ze_kernel_exp_dditable_t from zeGetKernelExpProcAddrTable {
        (1, 1) pfnSetGlobalOffsetExp: untyped_pfn_t = zeKernelSetGlobalOffsetExp,
        (1, 2) pfnSchedulingHintExp: untyped_pfn_t = zeKernelSchedulingHintExp,
        (1, 12) pfnGetBinaryExp: untyped_pfn_t = zeKernelGetBinaryExp,
        (1, 14) pfnGetAllocationPropertiesExp: untyped_pfn_t = zeKernelGetAllocationPropertiesExp,
    }

    /// Image samplers.
    ze_sampler_dditable_t from zeGetSamplerProcAddrTable {
        (1, 0) pfnCreate: untyped_pfn_t = zeSamplerCreate,
        (1, 0) pfnDestroy: untyped_pfn_t = zeSamplerDestroy,
    }

    /// Physical memory.
    ze_physical_mem_dditable_t from zeGetPhysicalMemProcAddrTable {
        (1, 0) pfnCreate: untyped_pfn_t = zePhysicalMemCreate,
        (1, 0) pfnDestroy: untyped_pfn_t = zePhysicalMemDestroy,
        (1, 15) pfnGetProperties: untyped_pfn_t = zePhysicalMemGetProperties,
    }

    /// Virtual memory.
    ze_virtual_mem_dditable_t from zeGetVirtualMemProcAddrTable {
        (1, 0) pfnReserve: untyped_pfn_t = zeVirtualMemReserve,
        (1, 0) pfnFree: untyped_pfn_t = zeVirtualMemFree,
        (1, 0) pfnQueryPageSize: untyped_pfn_t = zeVirtualMemQueryPageSize,
        (1, 0) pfnMap: untyped_pfn_t = zeVirtualMemMap,
        (1, 0) pfnUnmap: untyped_pfn_t = zeVirtualMemUnmap,
        (1, 0) pfnSetAccessAttribute: untyped_pfn_t = zeVirtualMemSetAccessAttribute,
        (1, 0) pfnGetAccessAttribute: untyped_pfn_t = zeVirtualMemGetAccessAttribute,
    }

    /// Vertices of the fabric between devices, experimental.
    ze_fabric_vertex_exp_dditable_t from zeGetFabricVertexExpProcAddrTable {
        (1, 4) pfnGetExp: untyped_pfn_t = zeFabricVertexGetExp,
        (1, 4) pfnGetSubVerticesExp: untyped_pfn_t = zeFabricVertexGetSubVerticesExp,
        (1, 4) pfnGetPropertiesExp: untyped_pfn_t = zeFabricVertexGetPropertiesExp,
        (1, 4) pfnGetDeviceExp: untyped_pfn_t = zeFabricVertexGetDeviceExp,
    }

    /// Edges of the fabric between devices, experimental.
    ze_fabric_edge_exp_dditable_t from zeGetFabricEdgeExpProcAddrTable {
        (1, 4) pfnGetExp: untyped_pfn_t = zeFabricEdgeGetExp,
        (1, 4) pfnGetVerticesExp: untyped_pfn_t = zeFabricEdgeGetVerticesExp,
        (1, 4) pfnGetPropertiesExp: untyped_pfn_t = zeFabricEdgeGetPropertiesExp,
    }

    /// Drivers, experimental.
    ze_driver_exp_dditable_t from zeGetDriverExpProcAddrTable {
        (1, 7) pfnRTASFormatCompatibilityCheckExp: untyped_pfn_t =
            zeDriverRTASFormatCompatibilityCheckExp,
    }

    /// Builders of ray-tracing structures.
    ze_rtas_builder_dditable_t from zeGetRTASBuilderProcAddrTable {
        (1, 13) pfnCreateExt: untyped_pfn_t = zeRTASBuilderCreateExt,
        (1, 13) pfnGetBuildPropertiesExt: untyped_pfn_t = zeRTASBuilderGetBuildPropertiesExt,
        (1, 13) pfnBuildExt: untyped_pfn_t = zeRTASBuilderBuildExt,
        (1, 13) pfnCommandListAppendCopyExt: untyped_pfn_t = zeRTASBuilderCommandListAppendCopyExt,
        (1, 13) pfnDestroyExt: untyped_pfn_t = zeRTASBuilderDestroyExt,
    }

    /// Builders of ray-tracing structures, experimental.
    ze_rtas_builder_exp_dditable_t from zeGetRTASBuilderExpProcAddrTable {
        (1, 7) pfnCreateExp: untyped_pfn_t = zeRTASBuilderCreateExp,
        (1, 7) pfnGetBuildPropertiesExp: untyped_pfn_t = zeRTASBuilderGetBuildPropertiesExp,
        (1, 7) pfnBuildExp: untyped_pfn_t = zeRTASBuilderBuildExp,
        (1, 7) pfnDestroyExp: untyped_pfn_t = zeRTASBuilderDestroyExp,
    }

    /// Parallel builds of ray-tracing structures.
    ze_rtas_parallel_operation_dditable_t from zeGetRTASParallelOperationProcAddrTable {
        (1, 13) pfnCreateExt: untyped_pfn_t = zeRTASParallelOperationCreateExt,
        (1, 13) pfnGetPropertiesExt: untyped_pfn_t = zeRTASParallelOperationGetPropertiesExt,
        (1, 13) pfnJoinExt: untyped_pfn_t = zeRTASParallelOperationJoinExt,
        (1, 13) pfnDestroyExt: untyped_pfn_t = zeRTASParallelOperationDestroyExt,
    }

    /// Parallel builds of ray-tracing structures, experimental.
    ze_rtas_parallel_operation_exp_dditable_t from zeGetRTASParallelOperationExpProcAddrTable {
        (1, 7) pfnCreateExp: untyped_pfn_t = zeRTASParallelOperationCreateExp,
        (1, 7) pfnGetPropertiesExp: untyped_pfn_t = zeRTASParallelOperationGetPropertiesExp,
        (1, 7) pfnJoinExp: untyped_pfn_t = zeRTASParallelOperationJoinExp,
        (1, 7) pfnDestroyExp: untyped_pfn_t = zeRTASParallelOperationDestroyExp,
    }

    /// Recorded graphs of commands.
    ze_graph_dditable_t from zeGetGraphProcAddrTable {
        (1, 17) pfnCreateExt: untyped_pfn_t = zeGraphCreateExt,
        (1, 17) pfnGetPrimaryCommandListExt: untyped_pfn_t = zeGraphGetPrimaryCommandListExt,
        (1, 17) pfnSetDestructionCallbackExt: untyped_pfn_t = zeGraphSetDestructionCallbackExt,
        (1, 17) pfnInstantiateExt: untyped_pfn_t = zeGraphInstantiateExt,
        (1, 17) pfnIsEmptyExt: untyped_pfn_t = zeGraphIsEmptyExt,
        (1, 17) pfnDumpContentsExt: untyped_pfn_t = zeGraphDumpContentsExt,
        (1, 17) pfnDestroyExt: untyped_pfn_t = zeGraphDestroyExt,
    }

    /// Graphs of commands made ready to run.
    ze_executable_graph_dditable_t from zeGetExecutableGraphProcAddrTable {
        (1, 17) pfnGetSourceGraphExt: untyped_pfn_t = zeExecutableGraphGetSourceGraphExt,
        (1, 17) pfnDestroyExt: untyped_pfn_t = zeExecutableGraphDestroyExt,
    }
}
