//! What the values of a metric mean, judged from what a driver says of it.
//!
//! Metric types alone mislead: drivers are known to label frequencies and percentages as
//! events, percentages as durations, and to give the literal unit `(null)`. So the unit speaks
//! first, the metric type second, and where both are silent the answer is
//! [`Kind::Unknown`]. Numbers are Level Zero's own; their C names stand beside them.

use crate::model::catalog::Kind;
use crate::model::format::{Quantity, Unit};
use crate::model::value::ValueType;

/// How values reach us, which decides whether a count goes on or starts anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Provenance {
    /// Memory the driver exports and the device keeps writing: counts go on.
    ExportedMemory,
    /// Reports of a streamer or query: a count is that of the report's own interval.
    Report,
}

/// `ZET_METRIC_TYPE_TIMESTAMP`
const TIMESTAMP: u32 = 4;
/// `ZET_METRIC_TYPE_FLAG`
const FLAG: u32 = 5;
/// `ZET_METRIC_TYPE_RATIO`
const RATIO: u32 = 6;
/// `ZET_METRIC_TYPE_RAW`
const RAW: u32 = 7;
/// `ZET_METRIC_TYPE_EVENT_EXP_TIMESTAMP`: the event's time matters, its value says nothing.
const EVENT_TIMESTAMP: u32 = 0x7fff_fff9;
/// `ZET_METRIC_TYPE_EVENT_EXP_MONOTONIC_WRAPS_VALUE`
const MONOTONIC_WRAPS: u32 = 0x7fff_fffc;
/// `ZET_METRIC_TYPE_EXP_EXPORT_DMA_BUF`
const EXPORT_DMA_BUF: u32 = 0x7fff_fffd;
/// `ZET_METRIC_TYPE_IP`
const IP: u32 = 0x7fff_fffe;

/// What the values of a metric mean.
///
/// `metric_type` is `zet_metric_type_t` as the driver gave it, `unit` its `resultUnits`. A
/// value type that cannot be read makes no difference to the answer.
///
/// - Percent is a ratio, whatever the type says; frequencies, throughputs, temperatures,
///   voltages and powers are gauges.
/// - A counted unit (bytes, a length of time, energy, any other word) in exported memory is a
///   count that goes on, as wide as its integer type. Not so under `RAW`, which describes
///   states: free memory is in bytes too. Cycles and energy only ever grow, even there.
/// - In reports, and as floats, the same is a gauge.
pub fn kind(
    provenance: Provenance,
    metric_type: u32,
    value_type: Option<ValueType>,
    unit: &str,
) -> Kind {
    let unit = Unit::parse(unit);
    match (metric_type, unit.quantity()) {
        (FLAG, _) => Kind::Flag,
        _ if value_type == Some(ValueType::Bool8) => Kind::Flag,
        (IP | EVENT_TIMESTAMP, _) | (_, Quantity::Address) => Kind::Identifier,
        (_, Quantity::Percent) => Kind::Ratio,
        (_, Quantity::Level) | (RATIO, _) => Kind::Gauge,
        (TIMESTAMP, Quantity::Time) => Kind::Timestamp,
        (MONOTONIC_WRAPS, _) => counter(value_type),
        (RAW, quantity) if !only_grows(quantity, &unit) => raw(quantity),
        (_, Quantity::Nothing) => Kind::Unknown,
        (0..=3 | RAW | EXPORT_DMA_BUF, _) if provenance == Provenance::ExportedMemory => {
            counter(value_type)
        }
        (0..=3 | RAW | EXPORT_DMA_BUF, _) => Kind::Gauge,
        _ => Kind::Unknown,
    }
}

/// A count as wide as its integer type; a float that counts is a gauge.
fn counter(value_type: Option<ValueType>) -> Kind {
    match value_type {
        Some(value_type) if value_type.is_integer() => Kind::Monotonic {
            bits: 8 * value_type.size() as u8,
        },
        _ => Kind::Gauge,
    }
}

/// Whether there is no level of such a thing, only a count.
fn only_grows(quantity: Quantity, unit: &Unit) -> bool {
    quantity == Quantity::Energy || unit.symbol() == "cycles"
}

/// A state: a level where it has a unit, else a number nobody explains.
fn raw(quantity: Quantity) -> Kind {
    match quantity {
        Quantity::Nothing => Kind::Unknown,
        _ => Kind::Gauge,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const U64: Option<ValueType> = Some(ValueType::U64);
    const F32: Option<ValueType> = Some(ValueType::F32);
    const COUNT: Kind = Kind::Monotonic { bits: 64 };

    /// A metric as a driver lists it: name, `metricType`, type of the values, unit; then what
    /// it means in exported memory and in reports.
    type Listed = (
        &'static str,
        u32,
        Option<ValueType>,
        &'static str,
        Kind,
        Kind,
    );

    /// Some of what a real driver lists for an Arc B580.
    const B580: &[Listed] = &[
        ("GpuTime", 1, U64, "ns", COUNT, Kind::Gauge),
        ("GpuCoreClocks", 1, U64, "cycles", COUNT, Kind::Gauge),
        (
            "AvgGpuCoreFrequencyMHz",
            1,
            U64,
            "MHz",
            Kind::Gauge,
            Kind::Gauge,
        ),
        (
            "ResultUncertainty",
            1,
            U64,
            "percent",
            Kind::Ratio,
            Kind::Ratio,
        ),
        ("GPU_BUSY", 0, F32, "percent", Kind::Ratio, Kind::Ratio),
        ("IA_VERTEX", 1, U64, "events", COUNT, Kind::Gauge),
        ("GPU_MEMORY_BYTE_READ", 1, U64, "bytes", COUNT, Kind::Gauge),
        (
            "GPU_MEMORY_BYTE_READ_RATE",
            3,
            F32,
            "GBpS",
            Kind::Gauge,
            Kind::Gauge,
        ),
        (
            "ASYNC_GPGPU_THREAD_EXIT_COUNT",
            1,
            U64,
            "messages",
            COUNT,
            Kind::Gauge,
        ),
        (
            "ReportReason",
            1,
            U64,
            "(null)",
            Kind::Unknown,
            Kind::Unknown,
        ),
        ("Active", 1, U64, "Events", COUNT, Kind::Gauge),
        (
            "QueryBeginTime",
            4,
            U64,
            "ns",
            Kind::Timestamp,
            Kind::Timestamp,
        ),
        (
            "ContextIdValid",
            5,
            Some(ValueType::Bool8),
            "(null)",
            Kind::Flag,
            Kind::Flag,
        ),
        ("ContextId", 7, U64, "(null)", Kind::Unknown, Kind::Unknown),
        ("CoreFrequencyMHz", 7, U64, "MHz", Kind::Gauge, Kind::Gauge),
        (
            "IP",
            0x7fff_fffe,
            U64,
            "Address",
            Kind::Identifier,
            Kind::Identifier,
        ),
    ];

    #[test]
    fn what_a_real_driver_lists_is_understood() {
        for &(name, metric_type, value_type, unit, exported, reported) in B580 {
            let of = |provenance| kind(provenance, metric_type, value_type, unit);
            assert_eq!(of(Provenance::ExportedMemory), exported, "{name}");
            assert_eq!(of(Provenance::Report), reported, "{name}");
        }
    }

    fn exported(metric_type: u32, value_type: Option<ValueType>, unit: &str) -> Kind {
        kind(Provenance::ExportedMemory, metric_type, value_type, unit)
    }

    #[test]
    fn counters_are_as_wide_as_their_type() {
        for (value_type, bits) in [
            (ValueType::U8, 8),
            (ValueType::U16, 16),
            (ValueType::U32, 32),
        ] {
            assert_eq!(
                exported(1, Some(value_type), "events"),
                Kind::Monotonic { bits }
            );
        }
        assert_eq!(
            exported(0x7fff_fffc, Some(ValueType::U32), ""),
            Kind::Monotonic { bits: 32 }
        );
    }

    #[test]
    fn a_state_in_bytes_does_not_count() {
        assert_eq!(exported(7, U64, "bytes"), Kind::Gauge);
        assert_eq!(exported(7, U64, "messages"), Kind::Gauge);
        assert_eq!(exported(7, U64, "microjoules"), COUNT);
        assert_eq!(exported(7, U64, "cycles"), COUNT);
    }

    #[test]
    fn floats_do_not_count() {
        assert_eq!(exported(1, F32, "events"), Kind::Gauge);
        assert_eq!(exported(0, Some(ValueType::F64), "ns"), Kind::Gauge);
    }

    #[test]
    fn numbers_from_the_future_are_unknown_unless_the_unit_speaks() {
        assert_eq!(exported(99, U64, "events"), Kind::Unknown);
        assert_eq!(exported(99, U64, "percent"), Kind::Ratio);
        assert_eq!(exported(99, U64, "celsius"), Kind::Gauge);
    }
}
