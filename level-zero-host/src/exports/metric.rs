//! The metrics of a group.

use level_zero_sys::{
    ze_result_t, zet_metric_group_handle_t, zet_metric_handle_t, zet_metric_properties_t,
    zet_metric_type_t, zet_value_type_t,
};

use super::group::fill_memory;
use super::{filled, growing_list, guard, list, text};
use crate::handle;
use crate::object::{GroupObject, MetricObject, present};
use crate::world::fault::Fault;
use crate::world::group::{Export, Group};
use crate::world::metric::{Metric, MetricKind};
use crate::world::value::ValueType;

pub(super) unsafe extern "C" fn get(
    group: zet_metric_group_handle_t,
    count: *mut u32,
    metrics: *mut zet_metric_handle_t,
) -> ze_result_t {
    guard(|| {
        let object = handle::get::<GroupObject>(group.0)?;
        present(&object.device)?;
        let handles = object
            .metrics
            .iter()
            .map(|handle| zet_metric_handle_t(handle.as_ptr()));
        let handles: Vec<_> = handles.collect();
        let grows = object.group.faults.has(&Fault::CountGrows);
        let answer = if grows { growing_list } else { list };
        // SAFETY: the client hands over room for what it says.
        unsafe { answer(&handles, count, metrics) }
    })
}

pub(super) unsafe extern "C" fn get_properties(
    metric: zet_metric_handle_t,
    properties: *mut zet_metric_properties_t,
) -> ze_result_t {
    guard(|| {
        let object = handle::get::<MetricObject>(metric.0)?;
        present(&object.device)?;
        let group = &object.group;
        let metric = group
            .metrics
            .get(object.index)
            .ok_or(ze_result_t::ERROR_UNKNOWN)?;
        // SAFETY: the client hands over a structure to fill, or null.
        let properties = unsafe { filled(properties) }?;
        fill(properties, metric, group);
        if group.export() != Some(Export::PerMetric) || group.faults.has(&Fault::ChainUntouched) {
            return Ok(());
        }
        // SAFETY: the client chains structures of this family, each as large as its number says.
        unsafe { fill_memory(properties.pNext, || group.exported_metric(object.index)) }
    })
}

fn fill(properties: &mut zet_metric_properties_t, metric: &Metric, group: &Group) {
    let unknown = group.faults.has(&Fault::UnknownTypes);
    properties.name = text::name(&metric.name, &group.faults);
    properties.description = text::array(&metric.description);
    properties.component = text::array(&metric.component);
    properties.tierNumber = 1;
    properties.metricType = match group.export() {
        _ if unknown => zet_metric_type_t(0x1234_5678),
        // Says where the value is; what it is, only the unit tells.
        Some(Export::PerMetric) => zet_metric_type_t::EXP_EXPORT_DMA_BUF,
        _ => metric_type(metric.kind),
    };
    properties.resultType = if unknown {
        zet_value_type_t(0x1234_5678)
    } else {
        value_type(metric.value_type)
    };
    properties.resultUnits = text::array(metric.unit);
}

const fn metric_type(kind: MetricKind) -> zet_metric_type_t {
    match kind {
        MetricKind::Duration => zet_metric_type_t::DURATION,
        MetricKind::Event => zet_metric_type_t::EVENT,
        MetricKind::Throughput => zet_metric_type_t::THROUGHPUT,
        MetricKind::Timestamp => zet_metric_type_t::TIMESTAMP,
        MetricKind::Flag => zet_metric_type_t::FLAG,
        MetricKind::Ratio => zet_metric_type_t::RATIO,
        MetricKind::Raw => zet_metric_type_t::RAW,
        MetricKind::Address => zet_metric_type_t::IP,
    }
}

pub(super) const fn value_type(value_type: ValueType) -> zet_value_type_t {
    match value_type {
        ValueType::U32 => zet_value_type_t::UINT32,
        ValueType::U64 => zet_value_type_t::UINT64,
        ValueType::F32 => zet_value_type_t::FLOAT32,
        ValueType::F64 => zet_value_type_t::FLOAT64,
        ValueType::Bool8 => zet_value_type_t::BOOL8,
    }
}
