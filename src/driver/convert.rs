//! C structures into the model's types, in this one place.

use level_zero_sys::{
    ze_device_properties_t, ze_device_type_t, ze_driver_extension_properties_t,
    zet_metric_group_sampling_type_flags_t as sampling_t,
    zet_metric_group_type_exp_flags_t as kinds_t, zet_metric_properties_t, zet_metric_type_t,
    zet_value_type_t,
};

use crate::driver::text;
use crate::model::catalog::{DeviceInfo, DeviceKind, Extension, Flags, MetricInfo, Uuid, Version};
use crate::model::meaning::{self, Provenance};
use crate::model::value::ValueType;

/// What the uuid of every device that the built-in driver simulates begins with.
const SIMULATED: &[u8] = b"zetscope-";

const SAMPLING: [(u32, &str); 3] = [
    (sampling_t::EVENT_BASED.0, "event"),
    (sampling_t::TIME_BASED.0, "time"),
    (sampling_t::EXP_TRACER_BASED.0, "tracer"),
];

const KINDS: [(u32, &str); 4] = [
    (kinds_t::EXPORT_DMA_BUF.0, "export-dma-buf"),
    (kinds_t::USER_CREATED.0, "user-created"),
    (kinds_t::OTHER.0, "other"),
    (kinds_t::MARKER.0, "marker"),
];

/// A device without its sub-devices; `index` is its place in the list it came in.
pub(super) fn device(properties: &ze_device_properties_t, index: usize) -> DeviceInfo {
    DeviceInfo {
        uuid: Uuid(properties.uuid.id),
        name: text::name(&properties.name, || format!("(unnamed device {index})")),
        kind: device_kind(properties.r#type),
        simulated: properties.uuid.id.starts_with(SIMULATED),
        sub_devices: Vec::new(),
    }
}

fn device_kind(number: ze_device_type_t) -> DeviceKind {
    match number {
        ze_device_type_t::GPU => DeviceKind::Gpu,
        ze_device_type_t::CPU => DeviceKind::Cpu,
        ze_device_type_t::FPGA => DeviceKind::Fpga,
        ze_device_type_t::MCA => DeviceKind::Mca,
        ze_device_type_t::VPU => DeviceKind::Vpu,
        ze_device_type_t(other) => DeviceKind::Other(other),
    }
}

/// A driver extension.
pub(super) fn extension(properties: &ze_driver_extension_properties_t) -> Extension {
    Extension {
        name: text::text(&properties.name),
        version: Version(properties.version),
    }
}

/// How a group is sampled.
pub(super) fn sampling(bits: sampling_t) -> Flags {
    flags(bits.0, &SAMPLING)
}

/// What else a group is.
pub(super) fn group_kinds(bits: kinds_t) -> Flags {
    flags(bits.0, &KINDS)
}

fn flags(bits: u32, known: &[(u32, &str)]) -> Flags {
    let mut nameless = bits;
    let mut names = Vec::new();
    for (bit, name) in known {
        if bits & bit != 0 {
            nameless &= !bit;
            names.push((*name).to_owned());
        }
    }
    if nameless != 0 {
        names.push(format!("0x{nameless:x}"));
    }
    Flags { bits, names }
}

/// A metric, not yet judged.
pub(super) fn metric(properties: &zet_metric_properties_t, index: u32) -> MetricInfo {
    let value_type = value_type(properties.resultType);
    let unit = text::unit(&properties.resultUnits);
    MetricInfo {
        index,
        name: text::name(&properties.name, || format!("(unnamed metric {index})")),
        description: text::text(&properties.description),
        component: text::text(&properties.component),
        tier: properties.tierNumber,
        metric_type: metric_type_name(properties.metricType),
        value_type,
        value_type_name: value_type_name(properties.resultType),
        kind: meaning::kind(
            Provenance::ExportedMemory,
            properties.metricType.0,
            value_type,
            &unit,
        ),
        unit,
        reason: None,
    }
}

fn value_type(number: zet_value_type_t) -> Option<ValueType> {
    match number {
        zet_value_type_t::UINT8 => Some(ValueType::U8),
        zet_value_type_t::UINT16 => Some(ValueType::U16),
        zet_value_type_t::UINT32 => Some(ValueType::U32),
        zet_value_type_t::UINT64 => Some(ValueType::U64),
        zet_value_type_t::FLOAT32 => Some(ValueType::F32),
        zet_value_type_t::FLOAT64 => Some(ValueType::F64),
        zet_value_type_t::BOOL8 => Some(ValueType::Bool8),
        _ => None,
    }
}

fn value_type_name(number: zet_value_type_t) -> String {
    match (value_type(number), number) {
        (Some(known), _) => known.name().to_owned(),
        (None, zet_value_type_t::STRING) => "string".to_owned(),
        (None, zet_value_type_t(other)) => format!("0x{other:x}"),
    }
}

fn metric_type_name(number: zet_metric_type_t) -> String {
    let name = match number {
        zet_metric_type_t::DURATION => "duration",
        zet_metric_type_t::EVENT => "event",
        zet_metric_type_t::EVENT_WITH_RANGE => "event-with-range",
        zet_metric_type_t::THROUGHPUT => "throughput",
        zet_metric_type_t::TIMESTAMP => "timestamp",
        zet_metric_type_t::FLAG => "flag",
        zet_metric_type_t::RATIO => "ratio",
        zet_metric_type_t::RAW => "raw",
        zet_metric_type_t::EVENT_EXP_TIMESTAMP => "event-timestamp",
        zet_metric_type_t::EVENT_EXP_START => "event-start",
        zet_metric_type_t::EVENT_EXP_END => "event-end",
        zet_metric_type_t::EVENT_EXP_MONOTONIC_WRAPS_VALUE => "event-monotonic-wraps",
        zet_metric_type_t::EXP_EXPORT_DMA_BUF => "export-dma-buf",
        zet_metric_type_t::IP => "ip",
        zet_metric_type_t(other) => return format!("0x{other:x}"),
    };
    name.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_numbers_are_kept_and_shown_in_hex() {
        let properties = zet_metric_properties_t {
            metricType: zet_metric_type_t(0x1234),
            resultType: zet_value_type_t(0x99),
            ..Default::default()
        };
        let metric = metric(&properties, 7);
        assert_eq!(metric.name, "(unnamed metric 7)");
        assert_eq!(metric.metric_type, "0x1234");
        assert_eq!(metric.value_type, None);
        assert_eq!(metric.value_type_name, "0x99");
        assert_eq!(device_kind(ze_device_type_t(9)), DeviceKind::Other(9));
    }

    #[test]
    fn bits_are_told_apart_and_unknown_ones_kept() {
        let flags = group_kinds(kinds_t(0x15));
        assert_eq!(flags.names, ["export-dma-buf", "other", "0x10"]);
        assert_eq!(flags.bits, 0x15);
        assert!(sampling(sampling_t(0)).names.is_empty());
    }
}
