//! Asking groups and metrics for the memory they export.
//!
//! A driver that does not know a chained structure leaves it untouched, so each is zeroed before
//! and believed only as far as what it says can be checked.

use std::ffi::c_void;

use level_zero_sys::{
    Api, zet_export_dma_buf_exp_properties_t, zet_metric_group_handle_t,
    zet_metric_group_properties_t, zet_metric_group_type_exp_flags_t, zet_metric_group_type_exp_t,
    zet_metric_handle_t, zet_metric_properties_t,
};

use crate::driver::error::{DriverError, check};
use crate::driver::memory::Export;
use crate::model::reason::Reason;

/// A group's own properties, and what sort of group it is where `with_type` asks for that.
///
/// # Errors
/// What the driver answered.
#[doc(alias = "zetMetricGroupGetProperties")]
pub(super) fn group_properties(
    api: &Api,
    group: zet_metric_group_handle_t,
    with_type: bool,
) -> Result<
    (
        zet_metric_group_properties_t,
        zet_metric_group_type_exp_flags_t,
    ),
    DriverError,
> {
    let mut kind = zet_metric_group_type_exp_t::default();
    let next = if with_type {
        (&raw mut kind).cast()
    } else {
        std::ptr::null_mut()
    };
    // SAFETY: `next` is null or leads to a structure that lives across the call.
    let properties = unsafe { ask_group(api, group, next) }?;
    Ok((properties, kind.r#type))
}

/// The memory a group exports.
///
/// # Errors
/// The reason why there is none to read.
#[doc(alias = "zetMetricGroupGetProperties")]
pub(super) fn group_memory(
    api: &Api,
    group: zet_metric_group_handle_t,
) -> Result<Export, DriverError> {
    let mut memory = zet_export_dma_buf_exp_properties_t::default();
    // SAFETY: the chained structure lives across the call.
    unsafe { ask_group(api, group, (&raw mut memory).cast()) }?;
    judge(&memory)
}

/// A metric's properties.
///
/// # Errors
/// What the driver answered.
#[doc(alias = "zetMetricGetProperties")]
pub(super) fn metric_properties(
    api: &Api,
    metric: zet_metric_handle_t,
) -> Result<zet_metric_properties_t, DriverError> {
    // SAFETY: nothing is chained.
    unsafe { ask_metric(api, metric, std::ptr::null_mut()) }
}

/// The memory a metric exports.
///
/// # Errors
/// The reason why there is none to read.
#[doc(alias = "zetMetricGetProperties")]
pub(super) fn metric_memory(api: &Api, metric: zet_metric_handle_t) -> Result<Export, DriverError> {
    let mut memory = zet_export_dma_buf_exp_properties_t::default();
    // SAFETY: the chained structure lives across the call.
    unsafe { ask_metric(api, metric, (&raw mut memory).cast()) }?;
    judge(&memory)
}

/// # Safety
/// `next` must be null or lead to a structure that may be chained into a group's properties.
unsafe fn ask_group(
    api: &Api,
    group: zet_metric_group_handle_t,
    next: *mut c_void,
) -> Result<zet_metric_group_properties_t, DriverError> {
    let mut properties = zet_metric_group_properties_t {
        pNext: next,
        ..Default::default()
    };
    // SAFETY: the group's handle is alive, and the structure lives across the call.
    let result = unsafe { (api.metric.zetMetricGroupGetProperties)(group, &raw mut properties) };
    check("zetMetricGroupGetProperties", result)?;
    Ok(properties)
}

/// # Safety
/// `next` must be null or lead to a structure that may be chained into a metric's properties.
unsafe fn ask_metric(
    api: &Api,
    metric: zet_metric_handle_t,
    next: *mut c_void,
) -> Result<zet_metric_properties_t, DriverError> {
    let mut properties = zet_metric_properties_t {
        pNext: next,
        ..Default::default()
    };
    // SAFETY: the metric's handle is alive, and the structure lives across the call.
    let result = unsafe { (api.metric.zetMetricGetProperties)(metric, &raw mut properties) };
    check("zetMetricGetProperties", result)?;
    Ok(properties)
}

fn judge(memory: &zet_export_dma_buf_exp_properties_t) -> Result<Export, DriverError> {
    if memory.fd == 0 && memory.size == 0 {
        return Err(DriverError::Refused(Reason::new(
            "the driver says that memory is exported, but not which: \
             descriptor and size were left at 0",
        )));
    }
    Ok(Export::new(memory.fd, memory.size as u64)?)
}
