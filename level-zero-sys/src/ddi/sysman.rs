//! Dispatch tables of the management interface.

use crate::declare::tables;

tables! {
    /// Start-up.
    zes_global_dditable_t from zesGetGlobalProcAddrTable {
        (1, 5) pfnInit: zes_pfnInit_t = zesInit,
    }

    /// Devices, and what they are made of.
    zes_device_dditable_t from zesGetDeviceProcAddrTable {
        (1, 0) pfnGetProperties: zes_pfnDeviceGetProperties_t = zesDeviceGetProperties,
        (1, 0) pfnGetState: zes_pfnDeviceGetState_t = zesDeviceGetState,
        (1, 0) pfnReset: zes_pfnDeviceReset_t = zesDeviceReset,
        (1, 0) pfnProcessesGetState: zes_pfnDeviceProcessesGetState_t = zesDeviceProcessesGetState,
        (1, 0) pfnPciGetProperties: zes_pfnDevicePciGetProperties_t = zesDevicePciGetProperties,
        (1, 0) pfnPciGetState: zes_pfnDevicePciGetState_t = zesDevicePciGetState,
        (1, 0) pfnPciGetBars: zes_pfnDevicePciGetBars_t = zesDevicePciGetBars,
        (1, 0) pfnPciGetStats: zes_pfnDevicePciGetStats_t = zesDevicePciGetStats,
        (1, 0) pfnEnumDiagnosticTestSuites: untyped_pfn_t = zesDeviceEnumDiagnosticTestSuites,
        (1, 0) pfnEnumEngineGroups: zes_pfnDeviceEnumEngineGroups_t = zesDeviceEnumEngineGroups,
        (1, 0) pfnEventRegister: zes_pfnDeviceEventRegister_t = zesDeviceEventRegister,
        (1, 0) pfnEnumFabricPorts: untyped_pfn_t = zesDeviceEnumFabricPorts,
        (1, 0) pfnEnumFans: zes_pfnDeviceEnumFans_t = zesDeviceEnumFans,
        (1, 0) pfnEnumFirmwares: untyped_pfn_t = zesDeviceEnumFirmwares,
        (1, 0) pfnEnumFrequencyDomains: zes_pfnDeviceEnumFrequencyDomains_t =
            zesDeviceEnumFrequencyDomains,
        (1, 0) pfnEnumLeds: untyped_pfn_t = zesDeviceEnumLeds,
        (1, 0) pfnEnumMemoryModules: zes_pfnDeviceEnumMemoryModules_t = zesDeviceEnumMemoryModules,
        (1, 0) pfnEnumPerformanceFactorDomains: untyped_pfn_t =
            zesDeviceEnumPerformanceFactorDomains,
        (1, 0) pfnEnumPowerDomains: zes_pfnDeviceEnumPowerDomains_t = zesDeviceEnumPowerDomains,
        (1, 3) pfnGetCardPowerDomain: zes_pfnDeviceGetCardPowerDomain_t =
            zesDeviceGetCardPowerDomain,
        (1, 3) pfnEnumPsus: zes_pfnDeviceEnumPsus_t = zesDeviceEnumPsus,
        (1, 3) pfnEnumRasErrorSets: zes_pfnDeviceEnumRasErrorSets_t = zesDeviceEnumRasErrorSets,
        (1, 3) pfnEnumSchedulers: untyped_pfn_t = zesDeviceEnumSchedulers,
        (1, 3) pfnEnumStandbyDomains: zes_pfnDeviceEnumStandbyDomains_t =
            zesDeviceEnumStandbyDomains,
        (1, 3) pfnEnumTemperatureSensors: zes_pfnDeviceEnumTemperatureSensors_t =
            zesDeviceEnumTemperatureSensors,
        (1, 4) pfnEccAvailable: untyped_pfn_t = zesDeviceEccAvailable,
        (1, 4) pfnEccConfigurable: untyped_pfn_t = zesDeviceEccConfigurable,
        (1, 4) pfnGetEccState: untyped_pfn_t = zesDeviceGetEccState,
        (1, 4) pfnSetEccState: untyped_pfn_t = zesDeviceSetEccState,
        (1, 5) pfnGet: zes_pfnDeviceGet_t = zesDeviceGet,
        (1, 5) pfnSetOverclockWaiver: untyped_pfn_t = zesDeviceSetOverclockWaiver,
        (1, 5) pfnGetOverclockDomains: untyped_pfn_t = zesDeviceGetOverclockDomains,
        (1, 5) pfnGetOverclockControls: untyped_pfn_t = zesDeviceGetOverclockControls,
        (1, 5) pfnResetOverclockSettings: untyped_pfn_t = zesDeviceResetOverclockSettings,
        (1, 5) pfnReadOverclockState: untyped_pfn_t = zesDeviceReadOverclockState,
        (1, 5) pfnEnumOverclockDomains: untyped_pfn_t = zesDeviceEnumOverclockDomains,
        (1, 7) pfnResetExt: zes_pfnDeviceResetExt_t = zesDeviceResetExt,
        (1, 15) pfnPciLinkSpeedUpdateExt: untyped_pfn_t = zesDevicePciLinkSpeedUpdateExt,
    }

    /// Devices, experimental.
    zes_device_exp_dditable_t from zesGetDeviceExpProcAddrTable {
        (1, 12) pfnGetSubDevicePropertiesExp: zes_pfnDeviceGetSubDevicePropertiesExp_t =
            zesDeviceGetSubDevicePropertiesExp,
        (1, 12) pfnEnumActiveVFExp: untyped_pfn_t = zesDeviceEnumActiveVFExp,
        (1, 12) pfnEnumEnabledVFExp: untyped_pfn_t = zesDeviceEnumEnabledVFExp,
    }

    /// Drivers and their events.
    zes_driver_dditable_t from zesGetDriverProcAddrTable {
        (1, 0) pfnEventListen: zes_pfnDriverEventListen_t = zesDriverEventListen,
        (1, 1) pfnEventListenEx: zes_pfnDriverEventListenEx_t = zesDriverEventListenEx,
        (1, 5) pfnGet: zes_pfnDriverGet_t = zesDriverGet,
        (1, 8) pfnGetExtensionProperties: zes_pfnDriverGetExtensionProperties_t =
            zesDriverGetExtensionProperties,
        (1, 8) pfnGetExtensionFunctionAddress: zes_pfnDriverGetExtensionFunctionAddress_t =
            zesDriverGetExtensionFunctionAddress,
    }

    /// Drivers, experimental.
    zes_driver_exp_dditable_t from zesGetDriverExpProcAddrTable {
        (1, 8) pfnGetDeviceByUuidExp: zes_pfnDriverGetDeviceByUuidExp_t =
            zesDriverGetDeviceByUuidExp,
    }

    /// Overclocking.
    zes_overclock_dditable_t from zesGetOverclockProcAddrTable {
        (1, 5) pfnGetDomainProperties: untyped_pfn_t = zesOverclockGetDomainProperties,
        (1, 5) pfnGetDomainVFProperties: untyped_pfn_t = zesOverclockGetDomainVFProperties,
        (1, 5) pfnGetDomainControlProperties: untyped_pfn_t =
            zesOverclockGetDomainControlProperties,
        (1, 5) pfnGetControlCurrentValue: untyped_pfn_t = zesOverclockGetControlCurrentValue,
        (1, 5) pfnGetControlPendingValue: untyped_pfn_t = zesOverclockGetControlPendingValue,
        (1, 5) pfnSetControlUserValue: untyped_pfn_t = zesOverclockSetControlUserValue,
        (1, 5) pfnGetControlState: untyped_pfn_t = zesOverclockGetControlState,
        (1, 5) pfnGetVFPointValues: untyped_pfn_t = zesOverclockGetVFPointValues,
        (1, 5) pfnSetVFPointValues: untyped_pfn_t = zesOverclockSetVFPointValues,
    }

    /// Schedulers.
    zes_scheduler_dditable_t from zesGetSchedulerProcAddrTable {
        (1, 0) pfnGetProperties: untyped_pfn_t = zesSchedulerGetProperties,
        (1, 0) pfnGetCurrentMode: untyped_pfn_t = zesSchedulerGetCurrentMode,
        (1, 0) pfnGetTimeoutModeProperties: untyped_pfn_t = zesSchedulerGetTimeoutModeProperties,
        (1, 0) pfnGetTimesliceModeProperties: untyped_pfn_t =
            zesSchedulerGetTimesliceModeProperties,
        (1, 0) pfnSetTimeoutMode: untyped_pfn_t = zesSchedulerSetTimeoutMode,
        (1, 0) pfnSetTimesliceMode: untyped_pfn_t = zesSchedulerSetTimesliceMode,
        (1, 0) pfnSetExclusiveMode: untyped_pfn_t = zesSchedulerSetExclusiveMode,
        (1, 0) pfnSetComputeUnitDebugMode: untyped_pfn_t = zesSchedulerSetComputeUnitDebugMode,
    }

    /// Performance factors.
    zes_performance_factor_dditable_t from zesGetPerformanceFactorProcAddrTable {
        (1, 0) pfnGetProperties: untyped_pfn_t = zesPerformanceFactorGetProperties,
        (1, 0) pfnGetConfig: untyped_pfn_t = zesPerformanceFactorGetConfig,
        (1, 0) pfnSetConfig: untyped_pfn_t = zesPerformanceFactorSetConfig,
    }

    /// Power domains.
    zes_power_dditable_t from zesGetPowerProcAddrTable {
        (1, 0) pfnGetProperties: zes_pfnPowerGetProperties_t = zesPowerGetProperties,
        (1, 0) pfnGetEnergyCounter: zes_pfnPowerGetEnergyCounter_t = zesPowerGetEnergyCounter,
        (1, 0) pfnGetLimits: zes_pfnPowerGetLimits_t = zesPowerGetLimits,
        (1, 0) pfnSetLimits: zes_pfnPowerSetLimits_t = zesPowerSetLimits,
        (1, 0) pfnGetEnergyThreshold: zes_pfnPowerGetEnergyThreshold_t = zesPowerGetEnergyThreshold,
        (1, 0) pfnSetEnergyThreshold: zes_pfnPowerSetEnergyThreshold_t = zesPowerSetEnergyThreshold,
        (1, 4) pfnGetLimitsExt: zes_pfnPowerGetLimitsExt_t = zesPowerGetLimitsExt,
        (1, 4) pfnSetLimitsExt: zes_pfnPowerSetLimitsExt_t = zesPowerSetLimitsExt,
        (1, 16) pfnGetUsage: untyped_pfn_t = zesPowerGetUsage,
        (1, 16) pfnGetLimitsExt2: untyped_pfn_t = zesPowerGetLimitsExt2,
        (1, 16) pfnSetLimitsExt2: untyped_pfn_t = zesPowerSetLimitsExt2,
    }

    /// Frequency domains.
    zes_frequency_dditable_t from zesGetFrequencyProcAddrTable {
        (1, 0) pfnGetProperties: zes_pfnFrequencyGetProperties_t = zesFrequencyGetProperties,
        (1, 0) pfnGetAvailableClocks: zes_pfnFrequencyGetAvailableClocks_t =
            zesFrequencyGetAvailableClocks,
        (1, 0) pfnGetRange: zes_pfnFrequencyGetRange_t = zesFrequencyGetRange,
        (1, 0) pfnSetRange: zes_pfnFrequencySetRange_t = zesFrequencySetRange,
        (1, 0) pfnGetState: zes_pfnFrequencyGetState_t = zesFrequencyGetState,
        (1, 0) pfnGetThrottleTime: zes_pfnFrequencyGetThrottleTime_t = zesFrequencyGetThrottleTime,
        (1, 0) pfnOcGetCapabilities: untyped_pfn_t = zesFrequencyOcGetCapabilities,
        (1, 0) pfnOcGetFrequencyTarget: untyped_pfn_t = zesFrequencyOcGetFrequencyTarget,
        (1, 0) pfnOcSetFrequencyTarget: untyped_pfn_t = zesFrequencyOcSetFrequencyTarget,
        (1, 0) pfnOcGetVoltageTarget: untyped_pfn_t = zesFrequencyOcGetVoltageTarget,
        (1, 0) pfnOcSetVoltageTarget: untyped_pfn_t = zesFrequencyOcSetVoltageTarget,
        (1, 0) pfnOcSetMode: untyped_pfn_t = zesFrequencyOcSetMode,
        (1, 0) pfnOcGetMode: untyped_pfn_t = zesFrequencyOcGetMode,
        (1, 0) pfnOcGetIccMax: untyped_pfn_t = zesFrequencyOcGetIccMax,
        (1, 0) pfnOcSetIccMax: untyped_pfn_t = zesFrequencyOcSetIccMax,
        (1, 0) pfnOcGetTjMax: untyped_pfn_t = zesFrequencyOcGetTjMax,
        (1, 0) pfnOcSetTjMax: untyped_pfn_t = zesFrequencyOcSetTjMax,
    }

    /// Engines.
    zes_engine_dditable_t from zesGetEngineProcAddrTable {
        (1, 0) pfnGetProperties: zes_pfnEngineGetProperties_t = zesEngineGetProperties,
        (1, 0) pfnGetActivity: zes_pfnEngineGetActivity_t = zesEngineGetActivity,
        (1, 7) pfnGetActivityExt: zes_pfnEngineGetActivityExt_t = zesEngineGetActivityExt,
    }

    /// Standby domains.
    zes_standby_dditable_t from zesGetStandbyProcAddrTable {
        (1, 0) pfnGetProperties: zes_pfnStandbyGetProperties_t = zesStandbyGetProperties,
        (1, 0) pfnGetMode: zes_pfnStandbyGetMode_t = zesStandbyGetMode,
        (1, 0) pfnSetMode: zes_pfnStandbySetMode_t = zesStandbySetMode,
    }

    /// Firmwares.
    zes_firmware_dditable_t from zesGetFirmwareProcAddrTable {
        (1, 0) pfnGetProperties: untyped_pfn_t = zesFirmwareGetProperties,
        (1, 0) pfnFlash: untyped_pfn_t = zesFirmwareFlash,
        (1, 8) pfnGetFlashProgress: untyped_pfn_t = zesFirmwareGetFlashProgress,
        (1, 9) pfnGetConsoleLogs: untyped_pfn_t = zesFirmwareGetConsoleLogs,
    }

    /// Firmwares, experimental.
    zes_firmware_exp_dditable_t from zesGetFirmwareExpProcAddrTable {
        (1, 8) pfnGetSecurityVersionExp: untyped_pfn_t = zesFirmwareGetSecurityVersionExp,
        (1, 8) pfnSetSecurityVersionExp: untyped_pfn_t = zesFirmwareSetSecurityVersionExp,
    }

    /// Memories.
    zes_memory_dditable_t from zesGetMemoryProcAddrTable {
        (1, 0) pfnGetProperties: zes_pfnMemoryGetProperties_t = zesMemoryGetProperties,
        (1, 0) pfnGetState: zes_pfnMemoryGetState_t = zesMemoryGetState,
        (1, 0) pfnGetBandwidth: zes_pfnMemoryGetBandwidth_t = zesMemoryGetBandwidth,
    }

    /// Ports of the fabric between devices.
    zes_fabric_port_dditable_t from zesGetFabricPortProcAddrTable {
        (1, 0) pfnGetProperties: untyped_pfn_t = zesFabricPortGetProperties,
        (1, 0) pfnGetLinkType: untyped_pfn_t = zesFabricPortGetLinkType,
        (1, 0) pfnGetConfig: untyped_pfn_t = zesFabricPortGetConfig,
        (1, 0) pfnSetConfig: untyped_pfn_t = zesFabricPortSetConfig,
        (1, 0) pfnGetState: untyped_pfn_t = zesFabricPortGetState,
        (1, 0) pfnGetThroughput: untyped_pfn_t = zesFabricPortGetThroughput,
        (1, 7) pfnGetFabricErrorCounters: untyped_pfn_t = zesFabricPortGetFabricErrorCounters,
        (1, 7) pfnGetMultiPortThroughput: untyped_pfn_t = zesFabricPortGetMultiPortThroughput,
    }

    /// Temperature sensors.
    zes_temperature_dditable_t from zesGetTemperatureProcAddrTable {
        (1, 0) pfnGetProperties: zes_pfnTemperatureGetProperties_t = zesTemperatureGetProperties,
        (1, 0) pfnGetConfig: zes_pfnTemperatureGetConfig_t = zesTemperatureGetConfig,
        (1, 0) pfnSetConfig: zes_pfnTemperatureSetConfig_t = zesTemperatureSetConfig,
        (1, 0) pfnGetState: zes_pfnTemperatureGetState_t = zesTemperatureGetState,
    }

    /// Power supplies.
    zes_psu_dditable_t from zesGetPsuProcAddrTable {
        (1, 0) pfnGetProperties: zes_pfnPsuGetProperties_t = zesPsuGetProperties,
        (1, 0) pfnGetState: zes_pfnPsuGetState_t = zesPsuGetState,
    }

    /// Fans.
    zes_fan_dditable_t from zesGetFanProcAddrTable {
        (1, 0) pfnGetProperties: zes_pfnFanGetProperties_t = zesFanGetProperties,
        (1, 0) pfnGetConfig: zes_pfnFanGetConfig_t = zesFanGetConfig,
        (1, 0) pfnSetDefaultMode: zes_pfnFanSetDefaultMode_t = zesFanSetDefaultMode,
        (1, 0) pfnSetFixedSpeedMode: zes_pfnFanSetFixedSpeedMode_t = zesFanSetFixedSpeedMode,
        (1, 0) pfnSetSpeedTableMode: zes_pfnFanSetSpeedTableMode_t = zesFanSetSpeedTableMode,
        (1, 0) pfnGetState: zes_pfnFanGetState_t = zesFanGetState,
    }

    /// Lamps.
    zes_led_dditable_t from zesGetLedProcAddrTable {
        (1, 0) pfnGetProperties: untyped_pfn_t = zesLedGetProperties,
        (1, 0) pfnGetState: untyped_pfn_t = zesLedGetState,
        (1, 0) pfnSetState: untyped_pfn_t = zesLedSetState,
        (1, 0) pfnSetColor: untyped_pfn_t = zesLedSetColor,
    }

    /// Error counters.
    zes_ras_dditable_t from zesGetRasProcAddrTable {
        (1, 0) pfnGetProperties: zes_pfnRasGetProperties_t = zesRasGetProperties,
        (1, 0) pfnGetConfig: zes_pfnRasGetConfig_t = zesRasGetConfig,
        (1, 0) pfnSetConfig: zes_pfnRasSetConfig_t = zesRasSetConfig,
        (1, 0) pfnGetState: zes_pfnRasGetState_t = zesRasGetState,
    }

    /// Error counters, experimental.
    zes_ras_exp_dditable_t from zesGetRasExpProcAddrTable {
        (1, 7) pfnGetStateExp: zes_pfnRasGetStateExp_t = zesRasGetStateExp,
        (1, 7) pfnClearStateExp: zes_pfnRasClearStateExp_t = zesRasClearStateExp,
        (1, 16) pfnGetSupportedCategoriesExp: untyped_pfn_t = zesRasGetSupportedCategoriesExp,
        (1, 16) pfnGetStateExp2: untyped_pfn_t = zesRasGetStateExp2,
        (1, 16) pfnGetConfigExp: untyped_pfn_t = zesRasGetConfigExp,
        (1, 16) pfnSetConfigExp: untyped_pfn_t = zesRasSetConfigExp,
    }

    /// Self-tests.
    zes_diagnostics_dditable_t from zesGetDiagnosticsProcAddrTable {
        (1, 0) pfnGetProperties: untyped_pfn_t = zesDiagnosticsGetProperties,
        (1, 0) pfnGetTests: untyped_pfn_t = zesDiagnosticsGetTests,
        (1, 0) pfnRunTests: untyped_pfn_t = zesDiagnosticsRunTests,
    }

    /// Virtual functions, experimental.
    zes_vf_management_exp_dditable_t from zesGetVFManagementExpProcAddrTable {
        (1, 12) pfnGetVFPropertiesExp: untyped_pfn_t = zesVFManagementGetVFPropertiesExp,
        (1, 12) pfnGetVFMemoryUtilizationExp: untyped_pfn_t =
            zesVFManagementGetVFMemoryUtilizationExp,
        (1, 12) pfnGetVFEngineUtilizationExp: untyped_pfn_t =
            zesVFManagementGetVFEngineUtilizationExp,
        (1, 12) pfnSetVFTelemetryModeExp: untyped_pfn_t = zesVFManagementSetVFTelemetryModeExp,
        (1, 12) pfnSetVFTelemetrySamplingIntervalExp: untyped_pfn_t =
            zesVFManagementSetVFTelemetrySamplingIntervalExp,
        (1, 12) pfnGetVFCapabilitiesExp: untyped_pfn_t = zesVFManagementGetVFCapabilitiesExp,
        (1, 12) pfnGetVFMemoryUtilizationExp2: untyped_pfn_t =
            zesVFManagementGetVFMemoryUtilizationExp2,
        (1, 12) pfnGetVFEngineUtilizationExp2: untyped_pfn_t =
            zesVFManagementGetVFEngineUtilizationExp2,
        (1, 12) pfnGetVFCapabilitiesExp2: untyped_pfn_t = zesVFManagementGetVFCapabilitiesExp2,
    }
}
