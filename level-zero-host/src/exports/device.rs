//! What devices say about themselves, and their clocks.

use level_zero_sys::{
    ze_command_queue_group_properties_t, ze_command_queue_group_property_flags_t,
    ze_device_external_memory_properties_t, ze_device_handle_t,
    ze_device_memory_access_properties_t, ze_device_memory_properties_t,
    ze_device_memory_property_flags_t, ze_device_properties_t, ze_device_property_flags_t,
    ze_device_type_t, ze_device_uuid_t, ze_driver_handle_t, ze_external_memory_type_flags_t,
    ze_memory_access_cap_flags_t, ze_result_t, ze_structure_type_t, zet_device_handle_t,
};

use super::{filled, guard, list, text};
use crate::handle;
use crate::object::{DeviceObject, DriverObject, present};
use crate::world::device::DeviceKind;
use crate::world::fault::Fault;

pub(super) unsafe extern "C" fn get(
    driver: ze_driver_handle_t,
    count: *mut u32,
    devices: *mut ze_device_handle_t,
) -> ze_result_t {
    guard(|| {
        let driver = handle::get::<DriverObject>(driver.0)?;
        let handles = driver
            .devices
            .iter()
            .map(|handle| ze_device_handle_t(handle.as_ptr()));
        let handles: Vec<_> = handles.collect();
        // SAFETY: the client hands over room for what it says.
        unsafe { list(&handles, count, devices) }
    })
}

pub(super) unsafe extern "C" fn get_sub_devices(
    device: ze_device_handle_t,
    count: *mut u32,
    sub_devices: *mut ze_device_handle_t,
) -> ze_result_t {
    guard(|| {
        let object = handle::get::<DeviceObject>(device.0)?;
        let tiles = object.tiles.iter();
        let handles: Vec<_> = tiles
            .map(|tile| ze_device_handle_t(tile.as_ptr()))
            .collect();
        // SAFETY: the client hands over room for what it says.
        unsafe { list(&handles, count, sub_devices) }
    })
}

pub(super) unsafe extern "C" fn get_root_device(
    device: ze_device_handle_t,
    root: *mut ze_device_handle_t,
) -> ze_result_t {
    guard(|| {
        let object = handle::get::<DeviceObject>(device.0)?;
        let found = object.root.map(|root| ze_device_handle_t(root.as_ptr()));
        // SAFETY: the client hands over room for a handle, or null.
        *unsafe { filled(root) }? = found.unwrap_or_default();
        Ok(())
    })
}

pub(super) unsafe extern "C" fn get_properties(
    device: ze_device_handle_t,
    properties: *mut ze_device_properties_t,
) -> ze_result_t {
    guard(|| {
        let object = handle::get::<DeviceObject>(device.0)?;
        present(&object.device)?;
        // SAFETY: the client hands over a structure to fill, or null.
        let properties = unsafe { filled(properties) }?;
        let in_cycles = properties.stype == ze_structure_type_t::DEVICE_PROPERTIES_1_2;
        let counting = object.device.clock.counting;
        let integrated = ze_device_property_flags_t::INTEGRATED;
        let is_cpu = object.device.kind == DeviceKind::Cpu;
        *properties = ze_device_properties_t {
            stype: properties.stype,
            pNext: properties.pNext,
            r#type: if is_cpu {
                ze_device_type_t::CPU
            } else {
                ze_device_type_t::GPU
            },
            flags: match object.root {
                Some(_) => integrated | ze_device_property_flags_t::SUBDEVICE,
                None => integrated,
            },
            subdeviceId: object.root.map_or(0, |_| object.place),
            maxMemAllocSize: memory_size(),
            timerResolution: if in_cycles {
                counting.ticks_per_second()
            } else {
                counting.tick_ns
            },
            timestampValidBits: counting.valid_bits,
            kernelTimestampValidBits: counting.valid_bits,
            uuid: ze_device_uuid_t {
                id: object.device.uuid,
            },
            name: text::array(&object.device.name),
            ..Default::default()
        };
        Ok(())
    })
}

/// Bytes of memory in this machine, which every device here shares.
fn memory_size() -> u64 {
    let info = rustix::system::sysinfo();
    info.totalram
        .saturating_mul(u64::from(info.mem_unit.max(1)))
}

pub(super) unsafe extern "C" fn get_command_queue_group_properties(
    device: ze_device_handle_t,
    count: *mut u32,
    properties: *mut ze_command_queue_group_properties_t,
) -> ze_result_t {
    guard(|| {
        let object = handle::get::<DeviceObject>(device.0)?;
        present(&object.device)?;
        let copies = ze_command_queue_group_properties_t {
            flags: ze_command_queue_group_property_flags_t::COPY,
            numQueues: 1,
            ..Default::default()
        };
        // SAFETY: the client hands over room for what it says.
        unsafe { list(&[copies], count, properties) }
    })
}

pub(super) unsafe extern "C" fn get_memory_properties(
    device: ze_device_handle_t,
    count: *mut u32,
    properties: *mut ze_device_memory_properties_t,
) -> ze_result_t {
    guard(|| {
        let object = handle::get::<DeviceObject>(device.0)?;
        present(&object.device)?;
        let memory = ze_device_memory_properties_t {
            flags: ze_device_memory_property_flags_t::empty(),
            totalSize: memory_size(),
            name: text::array("Host memory"),
            ..Default::default()
        };
        // SAFETY: the client hands over room for what it says.
        unsafe { list(&[memory], count, properties) }
    })
}

pub(super) unsafe extern "C" fn get_memory_access_properties(
    device: ze_device_handle_t,
    properties: *mut ze_device_memory_access_properties_t,
) -> ze_result_t {
    guard(|| {
        let object = handle::get::<DeviceObject>(device.0)?;
        present(&object.device)?;
        // SAFETY: the client hands over a structure to fill, or null.
        let properties = unsafe { filled(properties) }?;
        let read_write = ze_memory_access_cap_flags_t::RW;
        properties.hostAllocCapabilities = read_write;
        properties.deviceAllocCapabilities = read_write;
        properties.sharedSingleDeviceAllocCapabilities = read_write;
        properties.sharedCrossDeviceAllocCapabilities = read_write;
        properties.sharedSystemAllocCapabilities = read_write;
        Ok(())
    })
}

pub(super) unsafe extern "C" fn get_external_memory_properties(
    device: ze_device_handle_t,
    properties: *mut ze_device_external_memory_properties_t,
) -> ze_result_t {
    guard(|| {
        let object = handle::get::<DeviceObject>(device.0)?;
        present(&object.device)?;
        // SAFETY: the client hands over a structure to fill, or null.
        let properties = unsafe { filled(properties) }?;
        let none = ze_external_memory_type_flags_t::empty();
        let refused = object.device.faults.has(&Fault::ImportRefused);
        let dma_buf = ze_external_memory_type_flags_t::DMA_BUF;
        properties.memoryAllocationImportTypes = if refused { none } else { dma_buf };
        properties.memoryAllocationExportTypes = none;
        properties.imageImportTypes = none;
        properties.imageExportTypes = none;
        Ok(())
    })
}

pub(super) unsafe extern "C" fn get_status(device: ze_device_handle_t) -> ze_result_t {
    guard(|| present(&handle::get::<DeviceObject>(device.0)?.device))
}

pub(super) unsafe extern "C" fn get_global_timestamps(
    device: ze_device_handle_t,
    host: *mut u64,
    device_time: *mut u64,
) -> ze_result_t {
    guard(|| {
        let object = handle::get::<DeviceObject>(device.0)?;
        present(&object.device)?;
        // SAFETY: the client hands over room for a number each, or null.
        let (host, device_time) = unsafe { (filled(host)?, filled(device_time)?) };
        (*host, *device_time) = object.device.clock.both();
        Ok(())
    })
}

pub(super) unsafe extern "C" fn enable_metrics(device: zet_device_handle_t) -> ze_result_t {
    switch_metrics(device, true)
}

pub(super) unsafe extern "C" fn disable_metrics(device: zet_device_handle_t) -> ze_result_t {
    switch_metrics(device, false)
}

fn switch_metrics(device: zet_device_handle_t, enabled: bool) -> ze_result_t {
    guard(|| {
        let object = handle::get::<DeviceObject>(device.0)?;
        present(&object.device)?;
        object.device.enable_metrics(enabled);
        Ok(())
    })
}
