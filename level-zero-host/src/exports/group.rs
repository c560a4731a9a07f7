//! Metric groups: what they are, the memory they export, and the clock of their reports.

use level_zero_sys::{
    find_in_chain, ze_bool_t, ze_result_t, zet_device_handle_t,
    zet_export_dma_buf_exp_properties_t, zet_metric_global_timestamps_resolution_exp_t,
    zet_metric_group_handle_t, zet_metric_group_properties_t,
    zet_metric_group_sampling_type_flags_t, zet_metric_group_type_exp_flags_t,
    zet_metric_group_type_exp_t,
};
use std::ffi::c_void;
use std::io;

use super::{Answer, filled, growing_list, guard, list, text};
use crate::handle;
use crate::object::{DeviceObject, GroupObject, present};
use crate::world::device_clock::Counting;
use crate::world::fault::Fault;
use crate::world::group::{Delivery, Export, Exported, Group};

pub(super) unsafe extern "C" fn get(
    device: zet_device_handle_t,
    count: *mut u32,
    groups: *mut zet_metric_group_handle_t,
) -> ze_result_t {
    guard(|| {
        let object = handle::get::<DeviceObject>(device.0)?;
        present(&object.device)?;
        if !object.device.metrics_enabled() {
            return Err(ze_result_t::ERROR_DEPENDENCY_UNAVAILABLE);
        }
        let handles = object
            .groups
            .iter()
            .map(|handle| zet_metric_group_handle_t(handle.as_ptr()));
        let handles: Vec<_> = handles.collect();
        let grows = object.device.faults.has(&Fault::CountGrows);
        let answer = if grows { growing_list } else { list };
        // SAFETY: the client hands over room for what it says.
        unsafe { answer(&handles, count, groups) }
    })
}

pub(super) unsafe extern "C" fn get_properties(
    group: zet_metric_group_handle_t,
    properties: *mut zet_metric_group_properties_t,
) -> ze_result_t {
    guard(|| {
        let object = handle::get::<GroupObject>(group.0)?;
        present(&object.device)?;
        let group = &object.group;
        // SAFETY: the client hands over a structure to fill, or null.
        let properties = unsafe { filled(properties) }?;
        properties.name = text::name(&group.name, &group.faults);
        properties.description = text::array(&group.description);
        properties.samplingType = sampling(group);
        properties.domain = group.domain;
        properties.metricCount = group.metrics.len() as u32;
        if group.faults.has(&Fault::ChainUntouched) {
            return Ok(());
        }
        // SAFETY: the client chains structures of this family, each as large as its number says.
        unsafe {
            fill_type(properties.pNext, group);
            fill_resolution(properties.pNext, object.device.clock.counting);
            match group.export() {
                Some(Export::PerMetric) | None => Ok(()),
                Some(_) => fill_memory(properties.pNext, || group.exported()),
            }
        }
    })
}

/// Whose clock is asked for beside the metric clock, which here is the device's own.
pub(super) unsafe extern "C" fn get_global_timestamps(
    group: zet_metric_group_handle_t,
    synchronized_with_host: ze_bool_t,
    global: *mut u64,
    metric: *mut u64,
) -> ze_result_t {
    guard(|| {
        let object = handle::get::<GroupObject>(group.0)?;
        present(&object.device)?;
        // SAFETY: the client hands over room for a number each, or null.
        let (global, metric) = unsafe { (filled(global)?, filled(metric)?) };
        let (host, device) = object.device.clock.both();
        *global = if synchronized_with_host == 0 {
            device
        } else {
            host
        };
        *metric = device;
        Ok(())
    })
}

fn sampling(group: &Group) -> zet_metric_group_sampling_type_flags_t {
    let unknown = zet_metric_group_sampling_type_flags_t(1 << 20);
    let known = match group.delivery {
        // Exported groups are neither streamed nor queried, which leaves tracing.
        Delivery::Memory { .. } => zet_metric_group_sampling_type_flags_t::EXP_TRACER_BASED,
        Delivery::Reports { .. } => zet_metric_group_sampling_type_flags_t::TIME_BASED,
        Delivery::Queries => zet_metric_group_sampling_type_flags_t::EVENT_BASED,
    };
    if group.faults.has(&Fault::UnknownTypes) {
        known | unknown
    } else {
        known
    }
}

fn group_type(group: &Group) -> zet_metric_group_type_exp_flags_t {
    let export = zet_metric_group_type_exp_flags_t::EXPORT_DMA_BUF;
    let other = zet_metric_group_type_exp_flags_t::OTHER;
    let whole = matches!(group.export(), Some(Export::Whole | Export::Sequenced));
    if group.faults.has(&Fault::OldTypeBits) {
        // Bit 1 was the memory and bit 0 everything else.
        return zet_metric_group_type_exp_flags_t(if whole { 0b10 } else { 0b01 });
    }
    match whole {
        true if group.faults.has(&Fault::SeveralTypeBits) => export | other,
        true => export,
        false => other,
    }
}

/// Fills the group's type where the client asks for it.
///
/// # Safety
/// As [`find_in_chain`], and what is found may be written.
unsafe fn fill_type(chain: *mut c_void, group: &Group) {
    // SAFETY: the caller vouches for the chain.
    let found = unsafe { find_in_chain::<zet_metric_group_type_exp_t>(chain) };
    // SAFETY: found in the client's chain, which it hands over to be written.
    if let Some(found) = found.and_then(|found| unsafe { found.cast_mut().as_mut() }) {
        found.r#type = group_type(group);
    }
}

/// Fills in how the group's timestamps count where the client asks for it.
///
/// # Safety
/// As [`find_in_chain`], and what is found may be written.
unsafe fn fill_resolution(chain: *mut c_void, counting: Counting) {
    // SAFETY: the caller vouches for the chain.
    let found = unsafe { find_in_chain::<zet_metric_global_timestamps_resolution_exp_t>(chain) };
    // SAFETY: found in the client's chain, which it hands over to be written.
    if let Some(found) = found.and_then(|found| unsafe { found.cast_mut().as_mut() }) {
        found.timerResolution = counting.ticks_per_second();
        found.timestampValidBits = u64::from(counting.valid_bits);
    }
}

/// Fills descriptor and size of a memory where the client asks for them.
///
/// # Safety
/// As [`find_in_chain`], and what is found may be written.
pub(super) unsafe fn fill_memory(
    chain: *mut c_void,
    exported: impl FnOnce() -> io::Result<Exported>,
) -> Answer {
    // SAFETY: the caller vouches for the chain.
    let found = unsafe { find_in_chain::<zet_export_dma_buf_exp_properties_t>(chain) };
    // SAFETY: found in the client's chain, which it hands over to be written.
    if let Some(found) = found.and_then(|found| unsafe { found.cast_mut().as_mut() }) {
        let memory = exported().or(Err(ze_result_t::ERROR_OUT_OF_HOST_MEMORY))?;
        found.fd = memory.fd;
        found.size = memory.size;
    }
    Ok(())
}
