//! The functions a client calls, one table per family of objects.
//!
//! A required function is one without which no device or metric group can be listed; its absence
//! fails the load. Any other may be missing from an old loader and is `None` then.

use std::ffi::c_void;

/// Finds the address of a function by its C name; null where there is none.
pub(crate) type Find<'a> = dyn FnMut(&'static str) -> *const c_void + 'a;

/// The name of a required function that was not found.
pub(crate) struct Missing(pub(crate) &'static str);

/// A search for functions, which keeps account of the optional ones it did not find.
pub(crate) struct Search<'a> {
    find: &'a mut Find<'a>,
    pub(crate) missing: Vec<&'static str>,
}

impl<'a> Search<'a> {
    /// # Safety
    /// `find` must answer null or the address of the C function of the name it is given.
    pub(crate) unsafe fn new(find: &'a mut Find<'a>) -> Self {
        Self {
            find,
            missing: Vec::new(),
        }
    }

    /// # Safety
    /// `F` must be the function pointer type of the symbol.
    #[expect(
        clippy::unnecessary_wraps,
        reason = "answers like `required`, so that one macro writes both calls"
    )]
    unsafe fn optional<F: Copy>(&mut self, symbol: &'static str) -> Result<Option<F>, Missing> {
        let address = (self.find)(symbol);
        // SAFETY: the caller vouches for the type of what stands at the address.
        let function = unsafe { function(address) };
        if function.is_none() {
            self.missing.push(symbol);
        }
        Ok(function)
    }

    /// # Safety
    /// `F` must be the function pointer type of the symbol.
    unsafe fn required<F: Copy>(&mut self, symbol: &'static str) -> Result<F, Missing> {
        let address = (self.find)(symbol);
        // SAFETY: the caller vouches for the type of what stands at the address.
        unsafe { function(address) }.ok_or(Missing(symbol))
    }
}

/// An address as a function pointer of type `F`, or `None` for null.
///
/// # Safety
/// `F` must be a function pointer type, and the address null or that of such a function.
unsafe fn function<F: Copy>(address: *const c_void) -> Option<F> {
    const { assert!(size_of::<Option<F>>() == size_of::<*const c_void>()) };
    // SAFETY: a function pointer is an address, and in an `Option` null is `None`.
    unsafe { std::mem::transmute_copy(&address) }
}

macro_rules! field {
    (required $type:ty) => { $type };
    (optional $type:ty) => { Option<$type> };
}

/// Declares tables: per function whether it is required, its C name and its pointer type.
macro_rules! families {
    ($($(#[$doc:meta])* $family:ident { $($need:ident $function:ident: $type:ident,)* })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug)]
            pub struct $family {
                $(
                    #[doc = concat!("See [`crate::", stringify!($type), "`].")]
                    pub $function: field!($need crate::$type),
                )*
            }

            impl $family {
                pub(crate) fn search(search: &mut Search<'_>) -> Result<Self, Missing> {
                    Ok(Self {
                        // SAFETY: the address is that of the named function, and the C headers give
                        // it this type, as a test compares.
                        $($function: unsafe { search.$need(stringify!($function)) }?,)*
                    })
                }
            }
        )*

        #[cfg(test)]
        const FAMILIES: &[(&str, &[(&str, &str)])] = &[$(
            (stringify!($family), &[$((stringify!($function), stringify!($type))),*]),
        )*];
    };
}

families! {
    /// Start-up and drivers.
    DriverFunctions {
        required zeInit: ze_pfnInit_t,
        optional zeInitDrivers: ze_pfnInitDrivers_t,
        required zeDriverGet: ze_pfnDriverGet_t,
        optional zeDriverGetApiVersion: ze_pfnDriverGetApiVersion_t,
        required zeDriverGetProperties: ze_pfnDriverGetProperties_t,
        optional zeDriverGetIpcProperties: ze_pfnDriverGetIpcProperties_t,
        optional zeDriverGetExtensionProperties: ze_pfnDriverGetExtensionProperties_t,
        optional zeDriverGetExtensionFunctionAddress: ze_pfnDriverGetExtensionFunctionAddress_t,
        optional zeDriverGetLastErrorDescription: ze_pfnDriverGetLastErrorDescription_t,
    }

    /// Devices and sub-devices.
    DeviceFunctions {
        required zeDeviceGet: ze_pfnDeviceGet_t,
        optional zeDeviceGetRootDevice: ze_pfnDeviceGetRootDevice_t,
        optional zeDeviceGetSubDevices: ze_pfnDeviceGetSubDevices_t,
        required zeDeviceGetProperties: ze_pfnDeviceGetProperties_t,
        optional zeDeviceGetComputeProperties: ze_pfnDeviceGetComputeProperties_t,
        optional zeDeviceGetCommandQueueGroupProperties:
            ze_pfnDeviceGetCommandQueueGroupProperties_t,
        optional zeDeviceGetMemoryProperties: ze_pfnDeviceGetMemoryProperties_t,
        optional zeDeviceGetMemoryAccessProperties: ze_pfnDeviceGetMemoryAccessProperties_t,
        optional zeDeviceGetExternalMemoryProperties: ze_pfnDeviceGetExternalMemoryProperties_t,
        optional zeDeviceGetStatus: ze_pfnDeviceGetStatus_t,
        optional zeDeviceGetGlobalTimestamps: ze_pfnDeviceGetGlobalTimestamps_t,
        optional zeDevicePciGetPropertiesExt: ze_pfnDevicePciGetPropertiesExt_t,
    }

    /// Contexts.
    ContextFunctions {
        optional zeContextCreate: ze_pfnContextCreate_t,
        optional zeContextCreateEx: ze_pfnContextCreateEx_t,
        optional zeContextDestroy: ze_pfnContextDestroy_t,
        optional zeContextGetStatus: ze_pfnContextGetStatus_t,
    }

    /// Allocations and imports.
    MemoryFunctions {
        optional zeMemAllocShared: ze_pfnMemAllocShared_t,
        optional zeMemAllocDevice: ze_pfnMemAllocDevice_t,
        optional zeMemAllocHost: ze_pfnMemAllocHost_t,
        optional zeMemFree: ze_pfnMemFree_t,
        optional zeMemGetAllocProperties: ze_pfnMemGetAllocProperties_t,
        optional zeMemGetAddressRange: ze_pfnMemGetAddressRange_t,
    }

    /// Command queues, command lists and fences.
    CommandFunctions {
        optional zeCommandQueueCreate: ze_pfnCommandQueueCreate_t,
        optional zeCommandQueueDestroy: ze_pfnCommandQueueDestroy_t,
        optional zeCommandQueueExecuteCommandLists: ze_pfnCommandQueueExecuteCommandLists_t,
        optional zeCommandQueueSynchronize: ze_pfnCommandQueueSynchronize_t,
        optional zeCommandListCreate: ze_pfnCommandListCreate_t,
        optional zeCommandListCreateImmediate: ze_pfnCommandListCreateImmediate_t,
        optional zeCommandListDestroy: ze_pfnCommandListDestroy_t,
        optional zeCommandListClose: ze_pfnCommandListClose_t,
        optional zeCommandListReset: ze_pfnCommandListReset_t,
        optional zeCommandListHostSynchronize: ze_pfnCommandListHostSynchronize_t,
        optional zeCommandListAppendWriteGlobalTimestamp:
            ze_pfnCommandListAppendWriteGlobalTimestamp_t,
        optional zeCommandListAppendBarrier: ze_pfnCommandListAppendBarrier_t,
        optional zeCommandListAppendMemoryCopy: ze_pfnCommandListAppendMemoryCopy_t,
        optional zeCommandListAppendMemoryFill: ze_pfnCommandListAppendMemoryFill_t,
        optional zeFenceCreate: ze_pfnFenceCreate_t,
        optional zeFenceDestroy: ze_pfnFenceDestroy_t,
        optional zeFenceHostSynchronize: ze_pfnFenceHostSynchronize_t,
        optional zeFenceQueryStatus: ze_pfnFenceQueryStatus_t,
        optional zeFenceReset: ze_pfnFenceReset_t,
    }

    /// Event pools and events.
    EventFunctions {
        optional zeEventPoolCreate: ze_pfnEventPoolCreate_t,
        optional zeEventPoolDestroy: ze_pfnEventPoolDestroy_t,
        optional zeEventCreate: ze_pfnEventCreate_t,
        optional zeEventDestroy: ze_pfnEventDestroy_t,
        optional zeEventHostSignal: ze_pfnEventHostSignal_t,
        optional zeEventHostSynchronize: ze_pfnEventHostSynchronize_t,
        optional zeEventQueryStatus: ze_pfnEventQueryStatus_t,
        optional zeEventHostReset: ze_pfnEventHostReset_t,
        optional zeCommandListAppendSignalEvent: ze_pfnCommandListAppendSignalEvent_t,
        optional zeCommandListAppendWaitOnEvents: ze_pfnCommandListAppendWaitOnEvents_t,
        optional zeCommandListAppendEventReset: ze_pfnCommandListAppendEventReset_t,
    }

    /// Metric groups and metrics.
    MetricFunctions {
        required zetMetricGroupGet: zet_pfnMetricGroupGet_t,
        required zetMetricGroupGetProperties: zet_pfnMetricGroupGetProperties_t,
        required zetMetricGet: zet_pfnMetricGet_t,
        required zetMetricGetProperties: zet_pfnMetricGetProperties_t,
        optional zetContextActivateMetricGroups: zet_pfnContextActivateMetricGroups_t,
        optional zetMetricGroupGetGlobalTimestampsExp: zet_pfnMetricGroupGetGlobalTimestampsExp_t,
        optional zetDeviceGetConcurrentMetricGroupsExp: zet_pfnDeviceGetConcurrentMetricGroupsExp_t,
        optional zetDeviceEnableMetricsExp: zet_pfnDeviceEnableMetricsExp_t,
        optional zetDeviceDisableMetricsExp: zet_pfnDeviceDisableMetricsExp_t,
        optional zetCommandListAppendMarkerExp: zet_pfnCommandListAppendMarkerExp_t,
    }

    /// Metric streamers.
    StreamerFunctions {
        optional zetMetricStreamerOpen: zet_pfnMetricStreamerOpen_t,
        optional zetMetricStreamerClose: zet_pfnMetricStreamerClose_t,
        optional zetMetricStreamerReadData: zet_pfnMetricStreamerReadData_t,
        optional zetCommandListAppendMetricStreamerMarker:
            zet_pfnCommandListAppendMetricStreamerMarker_t,
    }

    /// Calculation of values from raw reports.
    CalculateFunctions {
        optional zetMetricGroupCalculateMetricValues: zet_pfnMetricGroupCalculateMetricValues_t,
        optional zetMetricGroupCalculateMultipleMetricValuesExp:
            zet_pfnMetricGroupCalculateMultipleMetricValuesExp_t,
        optional zetMetricGroupGetExportDataExp: zet_pfnMetricGroupGetExportDataExp_t,
        optional zetMetricGroupCalculateMetricExportDataExp:
            zet_pfnMetricGroupCalculateMetricExportDataExp_t,
    }

    /// Metric queries.
    QueryFunctions {
        optional zetMetricQueryPoolCreate: zet_pfnMetricQueryPoolCreate_t,
        optional zetMetricQueryPoolDestroy: zet_pfnMetricQueryPoolDestroy_t,
        optional zetMetricQueryCreate: zet_pfnMetricQueryCreate_t,
        optional zetMetricQueryDestroy: zet_pfnMetricQueryDestroy_t,
        optional zetMetricQueryReset: zet_pfnMetricQueryReset_t,
        optional zetMetricQueryGetData: zet_pfnMetricQueryGetData_t,
        optional zetCommandListAppendMetricQueryBegin: zet_pfnCommandListAppendMetricQueryBegin_t,
        optional zetCommandListAppendMetricQueryEnd: zet_pfnCommandListAppendMetricQueryEnd_t,
        optional zetCommandListAppendMetricMemoryBarrier:
            zet_pfnCommandListAppendMetricMemoryBarrier_t,
    }

    /// Metric tracers and decoders.
    TracerFunctions {
        optional zetMetricTracerCreateExp: zet_pfnMetricTracerCreateExp_t,
        optional zetMetricTracerDestroyExp: zet_pfnMetricTracerDestroyExp_t,
        optional zetMetricTracerEnableExp: zet_pfnMetricTracerEnableExp_t,
        optional zetMetricTracerDisableExp: zet_pfnMetricTracerDisableExp_t,
        optional zetMetricTracerReadDataExp: zet_pfnMetricTracerReadDataExp_t,
        optional zetMetricDecoderCreateExp: zet_pfnMetricDecoderCreateExp_t,
        optional zetMetricDecoderDestroyExp: zet_pfnMetricDecoderDestroyExp_t,
        optional zetMetricDecoderGetDecodableMetricsExp:
            zet_pfnMetricDecoderGetDecodableMetricsExp_t,
        optional zetMetricTracerDecodeExp: zet_pfnMetricTracerDecodeExp_t,
    }

    /// Start-up and drivers of the management interface.
    SysmanFunctions {
        optional zesInit: zes_pfnInit_t,
        optional zesDriverGet: zes_pfnDriverGet_t,
        optional zesDriverGetExtensionProperties: zes_pfnDriverGetExtensionProperties_t,
        optional zesDriverGetExtensionFunctionAddress: zes_pfnDriverGetExtensionFunctionAddress_t,
        optional zesDriverEventListen: zes_pfnDriverEventListen_t,
        optional zesDriverEventListenEx: zes_pfnDriverEventListenEx_t,
        optional zesDeviceEventRegister: zes_pfnDeviceEventRegister_t,
    }

    /// Devices under management.
    SysmanDeviceFunctions {
        optional zesDeviceGet: zes_pfnDeviceGet_t,
        optional zesDeviceGetProperties: zes_pfnDeviceGetProperties_t,
        optional zesDeviceGetState: zes_pfnDeviceGetState_t,
        optional zesDeviceReset: zes_pfnDeviceReset_t,
        optional zesDeviceResetExt: zes_pfnDeviceResetExt_t,
        optional zesDeviceProcessesGetState: zes_pfnDeviceProcessesGetState_t,
        optional zesDeviceGetSubDevicePropertiesExp: zes_pfnDeviceGetSubDevicePropertiesExp_t,
        optional zesDriverGetDeviceByUuidExp: zes_pfnDriverGetDeviceByUuidExp_t,
    }

    /// PCI links.
    PciFunctions {
        optional zesDevicePciGetProperties: zes_pfnDevicePciGetProperties_t,
        optional zesDevicePciGetState: zes_pfnDevicePciGetState_t,
        optional zesDevicePciGetBars: zes_pfnDevicePciGetBars_t,
        optional zesDevicePciGetStats: zes_pfnDevicePciGetStats_t,
    }

    /// Engines.
    EngineFunctions {
        optional zesDeviceEnumEngineGroups: zes_pfnDeviceEnumEngineGroups_t,
        optional zesEngineGetProperties: zes_pfnEngineGetProperties_t,
        optional zesEngineGetActivity: zes_pfnEngineGetActivity_t,
        optional zesEngineGetActivityExt: zes_pfnEngineGetActivityExt_t,
    }

    /// Frequency domains.
    FrequencyFunctions {
        optional zesDeviceEnumFrequencyDomains: zes_pfnDeviceEnumFrequencyDomains_t,
        optional zesFrequencyGetProperties: zes_pfnFrequencyGetProperties_t,
        optional zesFrequencyGetAvailableClocks: zes_pfnFrequencyGetAvailableClocks_t,
        optional zesFrequencyGetRange: zes_pfnFrequencyGetRange_t,
        optional zesFrequencySetRange: zes_pfnFrequencySetRange_t,
        optional zesFrequencyGetState: zes_pfnFrequencyGetState_t,
        optional zesFrequencyGetThrottleTime: zes_pfnFrequencyGetThrottleTime_t,
    }

    /// Power domains.
    PowerFunctions {
        optional zesDeviceEnumPowerDomains: zes_pfnDeviceEnumPowerDomains_t,
        optional zesDeviceGetCardPowerDomain: zes_pfnDeviceGetCardPowerDomain_t,
        optional zesPowerGetProperties: zes_pfnPowerGetProperties_t,
        optional zesPowerGetEnergyCounter: zes_pfnPowerGetEnergyCounter_t,
        optional zesPowerGetLimits: zes_pfnPowerGetLimits_t,
        optional zesPowerSetLimits: zes_pfnPowerSetLimits_t,
        optional zesPowerGetEnergyThreshold: zes_pfnPowerGetEnergyThreshold_t,
        optional zesPowerSetEnergyThreshold: zes_pfnPowerSetEnergyThreshold_t,
        optional zesPowerGetLimitsExt: zes_pfnPowerGetLimitsExt_t,
        optional zesPowerSetLimitsExt: zes_pfnPowerSetLimitsExt_t,
    }

    /// Temperature sensors.
    TemperatureFunctions {
        optional zesDeviceEnumTemperatureSensors: zes_pfnDeviceEnumTemperatureSensors_t,
        optional zesTemperatureGetProperties: zes_pfnTemperatureGetProperties_t,
        optional zesTemperatureGetConfig: zes_pfnTemperatureGetConfig_t,
        optional zesTemperatureSetConfig: zes_pfnTemperatureSetConfig_t,
        optional zesTemperatureGetState: zes_pfnTemperatureGetState_t,
    }

    /// Memory modules.
    MemoryModuleFunctions {
        optional zesDeviceEnumMemoryModules: zes_pfnDeviceEnumMemoryModules_t,
        optional zesMemoryGetProperties: zes_pfnMemoryGetProperties_t,
        optional zesMemoryGetState: zes_pfnMemoryGetState_t,
        optional zesMemoryGetBandwidth: zes_pfnMemoryGetBandwidth_t,
    }

    /// Fans.
    FanFunctions {
        optional zesDeviceEnumFans: zes_pfnDeviceEnumFans_t,
        optional zesFanGetProperties: zes_pfnFanGetProperties_t,
        optional zesFanGetConfig: zes_pfnFanGetConfig_t,
        optional zesFanSetDefaultMode: zes_pfnFanSetDefaultMode_t,
        optional zesFanSetFixedSpeedMode: zes_pfnFanSetFixedSpeedMode_t,
        optional zesFanSetSpeedTableMode: zes_pfnFanSetSpeedTableMode_t,
        optional zesFanGetState: zes_pfnFanGetState_t,
    }

    /// Power supplies.
    PsuFunctions {
        optional zesDeviceEnumPsus: zes_pfnDeviceEnumPsus_t,
        optional zesPsuGetProperties: zes_pfnPsuGetProperties_t,
        optional zesPsuGetState: zes_pfnPsuGetState_t,
    }

    /// Standby domains.
    StandbyFunctions {
        optional zesDeviceEnumStandbyDomains: zes_pfnDeviceEnumStandbyDomains_t,
        optional zesStandbyGetProperties: zes_pfnStandbyGetProperties_t,
        optional zesStandbyGetMode: zes_pfnStandbyGetMode_t,
        optional zesStandbySetMode: zes_pfnStandbySetMode_t,
    }

    /// Error counters.
    RasFunctions {
        optional zesDeviceEnumRasErrorSets: zes_pfnDeviceEnumRasErrorSets_t,
        optional zesRasGetProperties: zes_pfnRasGetProperties_t,
        optional zesRasGetConfig: zes_pfnRasGetConfig_t,
        optional zesRasSetConfig: zes_pfnRasSetConfig_t,
        optional zesRasGetState: zes_pfnRasGetState_t,
        optional zesRasGetStateExp: zes_pfnRasGetStateExp_t,
        optional zesRasClearStateExp: zes_pfnRasClearStateExp_t,
    }

    /// The loader itself.
    LoaderFunctions {
        optional zelLoaderGetVersions: zel_pfnLoaderGetVersions_t,
        optional zelGetLoaderVersion: zel_pfnGetLoaderVersion_t,
    }
}

#[cfg(test)]
mod tests {
    use std::ptr;

    use super::*;
    use crate::abi::functions;

    #[test]
    fn functions_have_the_type_of_their_name() {
        for (family, members) in FAMILIES {
            for (name, pointer) in *members {
                let function = functions().find(|function| function.name == *name);
                let declared = function
                    .expect("a family has declared functions only")
                    .pointer;
                assert_eq!(*pointer, declared, "{family}.{name}");
            }
        }
    }

    #[test]
    fn every_declared_function_has_a_family() {
        let members = || FAMILIES.iter().flat_map(|(_, members)| members.iter());
        for function in functions() {
            let families = members().filter(|(name, _)| *name == function.name).count();
            assert_eq!(families, 1, "{}", function.name);
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let mut nowhere = |_| ptr::null();
        // SAFETY: null is allowed.
        let mut search = unsafe { Search::new(&mut nowhere) };
        let streamer = StreamerFunctions::search(&mut search).ok();
        assert!(streamer.is_some_and(|streamer| streamer.zetMetricStreamerOpen.is_none()));
        assert!(search.missing.contains(&"zetMetricStreamerOpen"));
        let missing = DriverFunctions::search(&mut search).err();
        assert_eq!(missing.map(|Missing(symbol)| symbol), Some("zeInit"));
    }
}
