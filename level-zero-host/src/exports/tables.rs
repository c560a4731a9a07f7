//! Dispatch tables: the functions that this driver has, table by table.
//!
//! A table that is not filled here is answered empty by its getter: the loader then tells its
//! client that the feature is not supported, and a lookup finds nothing.

use level_zero_sys::{
    ze_command_list_dditable_t, ze_context_dditable_t, ze_device_dditable_t, ze_driver_dditable_t,
    ze_event_dditable_t, ze_event_pool_dditable_t, ze_global_dditable_t, ze_mem_dditable_t,
    zet_command_list_dditable_t, zet_context_dditable_t, zet_device_exp_dditable_t,
    zet_metric_dditable_t, zet_metric_decoder_exp_dditable_t, zet_metric_group_dditable_t,
    zet_metric_group_exp_dditable_t, zet_metric_streamer_dditable_t,
    zet_metric_tracer_exp_dditable_t,
};

use super::refuse::Refuse;
use super::start::STARTS;
use super::{
    calculate, command, concurrent, context, device, driver, event, group, memory, metric, streamer,
};

pub(super) fn global(slot: usize) -> ze_global_dditable_t {
    let start = STARTS.get(slot);
    ze_global_dditable_t {
        pfnInit: start.map(|start| start.init),
        pfnInitDrivers: start.map(|start| start.init_drivers),
    }
}

pub(super) fn driver(slot: usize) -> ze_driver_dditable_t {
    ze_driver_dditable_t {
        pfnGet: STARTS.get(slot).map(|start| start.driver_get),
        pfnGetApiVersion: Some(driver::get_api_version),
        pfnGetProperties: Some(driver::get_properties),
        pfnGetIpcProperties: Some(driver::get_ipc_properties),
        pfnGetExtensionProperties: Some(driver::get_extension_properties),
        pfnGetExtensionFunctionAddress: Some(driver::get_extension_function_address),
        ..Default::default()
    }
}

pub(super) fn device(_slot: usize) -> ze_device_dditable_t {
    ze_device_dditable_t {
        pfnGet: Some(device::get),
        pfnGetSubDevices: Some(device::get_sub_devices),
        pfnGetProperties: Some(device::get_properties),
        pfnGetCommandQueueGroupProperties: Some(device::get_command_queue_group_properties),
        pfnGetMemoryProperties: Some(device::get_memory_properties),
        pfnGetMemoryAccessProperties: Some(device::get_memory_access_properties),
        pfnGetExternalMemoryProperties: Some(device::get_external_memory_properties),
        pfnGetStatus: Some(device::get_status),
        pfnGetGlobalTimestamps: Some(device::get_global_timestamps),
        pfnGetRootDevice: Some(device::get_root_device),
        ..Default::default()
    }
}

pub(super) fn context(_slot: usize) -> ze_context_dditable_t {
    ze_context_dditable_t {
        pfnCreate: Some(context::create),
        pfnDestroy: Some(context::destroy),
        pfnGetStatus: Some(context::get_status),
        pfnCreateEx: Some(context::create_ex),
        ..Default::default()
    }
}

pub(super) fn command_list(_slot: usize) -> ze_command_list_dditable_t {
    ze_command_list_dditable_t {
        pfnCreateImmediate: Some(command::create_immediate),
        pfnDestroy: Some(command::destroy),
        pfnAppendBarrier: Some(command::append_barrier),
        pfnAppendMemoryCopy: Some(command::append_memory_copy),
        pfnAppendSignalEvent: Some(command::append_signal_event),
        pfnHostSynchronize: Some(command::host_synchronize),
        ..Default::default()
    }
}

pub(super) fn mem(_slot: usize) -> ze_mem_dditable_t {
    ze_mem_dditable_t {
        pfnAllocShared: Some(memory::alloc_shared),
        pfnAllocDevice: Some(memory::alloc_device),
        pfnAllocHost: Some(memory::alloc_host),
        pfnFree: Some(memory::free),
        pfnGetAllocProperties: Some(memory::get_alloc_properties),
        pfnGetAddressRange: Some(memory::get_address_range),
        ..Default::default()
    }
}

pub(super) fn event_pool(_slot: usize) -> ze_event_pool_dditable_t {
    ze_event_pool_dditable_t {
        pfnCreate: Some(event::pool_create),
        pfnDestroy: Some(event::pool_destroy),
        ..Default::default()
    }
}

pub(super) fn event(_slot: usize) -> ze_event_dditable_t {
    ze_event_dditable_t {
        pfnCreate: Some(event::create),
        pfnDestroy: Some(event::destroy),
        pfnHostSignal: Some(event::host_signal),
        pfnHostSynchronize: Some(event::host_synchronize),
        pfnQueryStatus: Some(event::query_status),
        pfnHostReset: Some(event::host_reset),
        ..Default::default()
    }
}

pub(super) fn metric_device_exp(_slot: usize) -> zet_device_exp_dditable_t {
    zet_device_exp_dditable_t {
        pfnGetConcurrentMetricGroupsExp: Some(concurrent::get_groups),
        pfnEnableMetricsExp: Some(device::enable_metrics),
        pfnDisableMetricsExp: Some(device::disable_metrics),
        ..Default::default()
    }
}

pub(super) fn metric_context(_slot: usize) -> zet_context_dditable_t {
    zet_context_dditable_t {
        pfnActivateMetricGroups: Some(context::activate_metric_groups),
    }
}

pub(super) fn metric(_slot: usize) -> zet_metric_dditable_t {
    zet_metric_dditable_t {
        pfnGet: Some(metric::get),
        pfnGetProperties: Some(metric::get_properties),
    }
}

pub(super) fn metric_group(_slot: usize) -> zet_metric_group_dditable_t {
    zet_metric_group_dditable_t {
        pfnGet: Some(group::get),
        pfnGetProperties: Some(group::get_properties),
        pfnCalculateMetricValues: Some(calculate::metric_values),
    }
}

pub(super) fn metric_group_exp(_slot: usize) -> zet_metric_group_exp_dditable_t {
    zet_metric_group_exp_dditable_t {
        pfnCalculateMultipleMetricValuesExp: Some(calculate::multiple_metric_values),
        pfnGetGlobalTimestampsExp: Some(group::get_global_timestamps),
        ..Default::default()
    }
}

pub(super) fn metric_command_list(_slot: usize) -> zet_command_list_dditable_t {
    zet_command_list_dditable_t {
        pfnAppendMetricStreamerMarker: Some(Refuse::REFUSE),
        ..Default::default()
    }
}

pub(super) fn metric_streamer(_slot: usize) -> zet_metric_streamer_dditable_t {
    zet_metric_streamer_dditable_t {
        pfnOpen: Some(streamer::open),
        pfnClose: Some(streamer::close),
        pfnReadData: Some(streamer::read_data),
    }
}

pub(super) fn metric_tracer_exp(_slot: usize) -> zet_metric_tracer_exp_dditable_t {
    zet_metric_tracer_exp_dditable_t {
        pfnCreateExp: Some(Refuse::REFUSE),
        pfnDestroyExp: Some(Refuse::REFUSE),
        pfnEnableExp: Some(Refuse::REFUSE),
        pfnDisableExp: Some(Refuse::REFUSE),
        pfnReadDataExp: Some(Refuse::REFUSE),
        pfnDecodeExp: Some(Refuse::REFUSE),
    }
}

pub(super) fn metric_decoder_exp(_slot: usize) -> zet_metric_decoder_exp_dditable_t {
    zet_metric_decoder_exp_dditable_t {
        pfnCreateExp: Some(Refuse::REFUSE),
        pfnDestroyExp: Some(Refuse::REFUSE),
        pfnGetDecodableMetricsExp: Some(Refuse::REFUSE),
    }
}
