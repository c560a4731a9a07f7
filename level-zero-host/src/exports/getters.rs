//! The exported getters, through which a loader fetches the dispatch tables, and the search by
//! which an embedded client finds the same functions.

use std::ffi::c_void;

use level_zero_sys::{DispatchTable as _, ze_api_version_t, ze_result_t};

use super::{guard, tables};

/// Declares the getter of every table, and the search through those that are filled.
macro_rules! getters {
    (
        filled { $($filled:ident from $filled_getter:ident = $fill:ident;)* }
        empty { $($empty:ident from $empty_getter:ident;)* }
    ) => {
        $(getters! { getter $filled from $filled_getter = tables::$fill(0) })*
        $(getters! { getter $empty from $empty_getter = level_zero_sys::$empty::default() })*

        /// The address of the C function called `symbol` as the driver in `slot` has it; null
        /// if it has none.
        pub(crate) fn find(slot: usize, symbol: &str) -> *const c_void {
            $(
                let found = tables::$fill(slot).find(symbol);
                if !found.is_null() {
                    return found;
                }
            )*
            std::ptr::null()
        }
    };
    (getter $table:ident from $getter:ident = $filled:expr) => {
        #[doc = concat!("Fills a loader's `", stringify!($table), "` as far as its version goes.")]
        ///
        /// # Safety
        /// `table` must be null or have room for the table as large as it was in `version`.
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $getter(
            version: ze_api_version_t,
            table: *mut level_zero_sys::$table,
        ) -> ze_result_t {
            guard(|| {
                if table.is_null() {
                    return Err(ze_result_t::ERROR_INVALID_NULL_POINTER);
                }
                // SAFETY: the loader hands over room for a table of its own version.
                unsafe { $filled.fill(table, version) };
                Ok(())
            })
        }
    };
}

getters! {
    filled {
        ze_global_dditable_t from zeGetGlobalProcAddrTable = global;
        ze_driver_dditable_t from zeGetDriverProcAddrTable = driver;
        ze_device_dditable_t from zeGetDeviceProcAddrTable = device;
        ze_context_dditable_t from zeGetContextProcAddrTable = context;
        ze_command_list_dditable_t from zeGetCommandListProcAddrTable = command_list;
        ze_mem_dditable_t from zeGetMemProcAddrTable = mem;
        ze_event_pool_dditable_t from zeGetEventPoolProcAddrTable = event_pool;
        ze_event_dditable_t from zeGetEventProcAddrTable = event;
        zet_metric_tracer_exp_dditable_t from zetGetMetricTracerExpProcAddrTable = metric_tracer_exp;
        zet_metric_decoder_exp_dditable_t from zetGetMetricDecoderExpProcAddrTable = metric_decoder_exp;
        zet_device_exp_dditable_t from zetGetDeviceExpProcAddrTable = metric_device_exp;
        zet_context_dditable_t from zetGetContextProcAddrTable = metric_context;
        zet_metric_dditable_t from zetGetMetricProcAddrTable = metric;
        zet_metric_group_dditable_t from zetGetMetricGroupProcAddrTable = metric_group;
        zet_metric_streamer_dditable_t from zetGetMetricStreamerProcAddrTable = metric_streamer;
        zet_metric_group_exp_dditable_t from zetGetMetricGroupExpProcAddrTable = metric_group_exp;
        zet_command_list_dditable_t from zetGetCommandListProcAddrTable = metric_command_list;
    }
    empty {
        ze_device_exp_dditable_t from zeGetDeviceExpProcAddrTable;
        ze_command_queue_dditable_t from zeGetCommandQueueProcAddrTable;
        ze_command_list_exp_dditable_t from zeGetCommandListExpProcAddrTable;
        ze_image_dditable_t from zeGetImageProcAddrTable;
        ze_image_exp_dditable_t from zeGetImageExpProcAddrTable;
        ze_mem_exp_dditable_t from zeGetMemExpProcAddrTable;
        ze_fence_dditable_t from zeGetFenceProcAddrTable;
        ze_event_exp_dditable_t from zeGetEventExpProcAddrTable;
        ze_module_dditable_t from zeGetModuleProcAddrTable;
        ze_module_build_log_dditable_t from zeGetModuleBuildLogProcAddrTable;
        ze_kernel_dditable_t from zeGetKernelProcAddrTable;
        ze_kernel_exp_dditable_t from zeGetKernelExpProcAddrTable;
        ze_sampler_dditable_t from zeGetSamplerProcAddrTable;
        ze_physical_mem_dditable_t from zeGetPhysicalMemProcAddrTable;
        ze_virtual_mem_dditable_t from zeGetVirtualMemProcAddrTable;
        ze_fabric_vertex_exp_dditable_t from zeGetFabricVertexExpProcAddrTable;
        ze_fabric_edge_exp_dditable_t from zeGetFabricEdgeExpProcAddrTable;
        ze_driver_exp_dditable_t from zeGetDriverExpProcAddrTable;
        ze_rtas_builder_dditable_t from zeGetRTASBuilderProcAddrTable;
        ze_rtas_builder_exp_dditable_t from zeGetRTASBuilderExpProcAddrTable;
        ze_rtas_parallel_operation_dditable_t from zeGetRTASParallelOperationProcAddrTable;
        ze_rtas_parallel_operation_exp_dditable_t from zeGetRTASParallelOperationExpProcAddrTable;
        ze_graph_dditable_t from zeGetGraphProcAddrTable;
        ze_executable_graph_dditable_t from zeGetExecutableGraphProcAddrTable;
        zet_metric_programmable_exp_dditable_t from zetGetMetricProgrammableExpProcAddrTable;
        zet_device_dditable_t from zetGetDeviceProcAddrTable;
        zet_command_list_exp_dditable_t from zetGetCommandListExpProcAddrTable;
        zet_module_dditable_t from zetGetModuleProcAddrTable;
        zet_kernel_dditable_t from zetGetKernelProcAddrTable;
        zet_metric_exp_dditable_t from zetGetMetricExpProcAddrTable;
        zet_metric_query_pool_dditable_t from zetGetMetricQueryPoolProcAddrTable;
        zet_metric_query_dditable_t from zetGetMetricQueryProcAddrTable;
        zet_tracer_exp_dditable_t from zetGetTracerExpProcAddrTable;
        zet_debug_dditable_t from zetGetDebugProcAddrTable;
        zes_global_dditable_t from zesGetGlobalProcAddrTable;
        zes_device_dditable_t from zesGetDeviceProcAddrTable;
        zes_device_exp_dditable_t from zesGetDeviceExpProcAddrTable;
        zes_driver_dditable_t from zesGetDriverProcAddrTable;
        zes_driver_exp_dditable_t from zesGetDriverExpProcAddrTable;
        zes_overclock_dditable_t from zesGetOverclockProcAddrTable;
        zes_scheduler_dditable_t from zesGetSchedulerProcAddrTable;
        zes_performance_factor_dditable_t from zesGetPerformanceFactorProcAddrTable;
        zes_power_dditable_t from zesGetPowerProcAddrTable;
        zes_frequency_dditable_t from zesGetFrequencyProcAddrTable;
        zes_engine_dditable_t from zesGetEngineProcAddrTable;
        zes_standby_dditable_t from zesGetStandbyProcAddrTable;
        zes_firmware_dditable_t from zesGetFirmwareProcAddrTable;
        zes_firmware_exp_dditable_t from zesGetFirmwareExpProcAddrTable;
        zes_memory_dditable_t from zesGetMemoryProcAddrTable;
        zes_fabric_port_dditable_t from zesGetFabricPortProcAddrTable;
        zes_temperature_dditable_t from zesGetTemperatureProcAddrTable;
        zes_psu_dditable_t from zesGetPsuProcAddrTable;
        zes_fan_dditable_t from zesGetFanProcAddrTable;
        zes_led_dditable_t from zesGetLedProcAddrTable;
        zes_ras_dditable_t from zesGetRasProcAddrTable;
        zes_ras_exp_dditable_t from zesGetRasExpProcAddrTable;
        zes_diagnostics_dditable_t from zesGetDiagnosticsProcAddrTable;
        zes_vf_management_exp_dditable_t from zesGetVFManagementExpProcAddrTable;
    }
}

#[cfg(test)]
mod tests {
    use level_zero_sys::{ze_device_dditable_t, ze_global_dditable_t};

    use super::*;

    /// Room for a table, followed by what must not be touched.
    #[repr(C)]
    struct Guarded<T> {
        table: T,
        guard: [usize; 8],
    }

    const GUARD: usize = 0x6775_6172_6475_7021;

    /// The loader of version 1.4 has room for one pointer, on its stack.
    #[test]
    fn a_getter_writes_no_more_than_the_version_has_room_for() {
        let mut memory = Guarded {
            table: [GUARD; 1],
            guard: [GUARD; 8],
        };
        let table = (&raw mut memory).cast::<ze_global_dditable_t>();
        // SAFETY: there is room for the table of that version, and more.
        let answer = unsafe { zeGetGlobalProcAddrTable(ze_api_version_t::_1_4, table) };
        assert_eq!(answer, ze_result_t::SUCCESS);
        assert_ne!(memory.table, [GUARD]);
        assert_eq!(memory.guard, [GUARD; 8]);
    }

    #[test]
    fn a_newer_loader_gets_the_newer_members() {
        let mut table = ze_global_dditable_t::default();
        // SAFETY: there is room for the whole table.
        unsafe { zeGetGlobalProcAddrTable(ze_api_version_t::_1_11, &raw mut table) };
        assert!(table.pfnInit.is_some() && table.pfnInitDrivers.is_some());
        let newest = ze_api_version_t(0x0001_00ff);
        let mut table = ze_device_dditable_t::default();
        // SAFETY: there is room for the whole table.
        unsafe { zeGetDeviceProcAddrTable(newest, &raw mut table) };
        assert!(table.pfnGetRootDevice.is_some());
    }

    #[test]
    fn a_lookup_finds_what_the_tables_hold() {
        let mut table = ze_device_dditable_t::default();
        // SAFETY: there is room for the whole table.
        unsafe { zeGetDeviceProcAddrTable(ze_api_version_t::CURRENT, &raw mut table) };
        let function = table.pfnGet.map(|function| function as *const c_void);
        assert_eq!(function, Some(find(0, "zeDeviceGet")));
        assert_ne!(
            find(1, "zeDriverGet"),
            find(2, "zeDriverGet"),
            "each slot has its own"
        );
    }

    #[test]
    fn no_table_is_an_error() {
        // SAFETY: null is what is tried.
        let answer =
            unsafe { zeGetGlobalProcAddrTable(ze_api_version_t::_1_4, std::ptr::null_mut()) };
        assert_eq!(answer, ze_result_t::ERROR_INVALID_NULL_POINTER);
    }
}
