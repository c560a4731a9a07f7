//! The pattern generator's groups of exported memory.

use super::function::Function;
use super::{COUNTERS, MANY, waveform};
use crate::world::group::{Delivery, Export, GroupSpec};
use crate::world::metric::{Metric, MetricKind};
use crate::world::value::{Value, ValueType};

/// All groups, each with its domain. `Waveforms` and `WaveformsRival` share one.
pub(super) fn all() -> Vec<(u32, GroupSpec)> {
    vec![
        (0, waveforms("Waveforms", Export::Whole)),
        (1, counters64()),
        (2, sequenced()),
        (3, many()),
        (4, waveforms("WaveformsPerMetric", Export::PerMetric)),
        (0, waveforms("WaveformsRival", Export::Whole)),
    ]
}

const fn memory(export: Export, rate_hz: u32) -> Delivery {
    Delivery::Memory { export, rate_hz }
}

/// A metric together with the function that gives its value.
type Wave = (Metric, fn(u64) -> Value);

fn waveforms(name: &str, export: Export) -> GroupSpec {
    let waves = waves();
    let functions: Vec<_> = waves.iter().map(|(_, function)| *function).collect();
    let description = match export {
        Export::PerMetric => "Simulated: known waveforms, each in a memory of its own.",
        _ => "Simulated: known waveforms, each a published function of the timestamp.",
    };
    GroupSpec {
        name: name.to_owned(),
        description: description.to_owned(),
        delivery: memory(export, 1000),
        metrics: waves
            .into_iter()
            .map(|(metric, _)| metric.of("Pattern"))
            .collect(),
        source: Box::new(Function(move |now, out: &mut Vec<_>| {
            out.extend(functions.iter().map(|function| Some(function(now))));
        })),
    }
}

fn waves() -> Vec<Wave> {
    let mut waves = smooth_waves();
    waves.extend(awkward_waves());
    waves
}

fn smooth_waves() -> Vec<Wave> {
    let raw = |name: &str, value_type| Metric::new(name, MetricKind::Raw, value_type, "");
    vec![
        (Metric::timestamp(), Value::U64),
        (
            raw("Sine", ValueType::F64).about("Sine of amplitude 1 and period 1 s."),
            |t| Value::F64(waveform::sine(t)),
        ),
        (
            raw("Ramp", ValueType::F64).about("Rises from 0 to 100 in 2 s."),
            |t| Value::F64(waveform::ramp(t)),
        ),
        (
            raw("RampF32", ValueType::F32).about("Microseconds within the second, as a float."),
            |t| Value::F32(waveform::ramp_f32(t)),
        ),
        (
            raw("RampU32", ValueType::U32).about("Microseconds within the second."),
            |t| Value::U32(waveform::ramp_u32(t)),
        ),
        (
            raw("Square", ValueType::U32).about("0 and 1 for half a second each."),
            |t| Value::U32(waveform::square(t)),
        ),
        (
            Metric::new("Flag", MetricKind::Flag, ValueType::Bool8, "")
                .about("False and true for half a second each."),
            |t| Value::Bool8(waveform::flag(t)),
        ),
        (
            Metric::percent("Ratio").about("Triangle from 0 to 100 percent and back in 4 s."),
            |t| Value::F64(waveform::ratio(t)),
        ),
    ]
}

fn awkward_waves() -> Vec<Wave> {
    let raw = |name: &str| Metric::new(name, MetricKind::Raw, ValueType::F64, "");
    vec![
        (
            Metric::new(
                "WrappingCounter",
                MetricKind::Event,
                ValueType::U32,
                "events",
            )
            .about("Counts 1.5 a nanosecond and wraps at 32 bits, every 2.86 s."),
            |t| Value::U32(waveform::wrapping_counter(t)),
        ),
        (
            Metric::count("WideCounter", "events").about("Counts nanoseconds from 2^53 + 1."),
            |t| Value::U64(waveform::wide_counter(t)),
        ),
        (
            Metric::count("ResettingCounter", "events")
                .about("Counts microseconds and starts again at 0 every 5 s."),
            |t| Value::U64(waveform::resetting_counter(t)),
        ),
        (
            raw("NanBurst").about("Sine; not a number in the first 50 ms of each second."),
            |t| Value::F64(waveform::nan_burst(t)),
        ),
        (
            raw("Infinities").about("Ramp, with 20 ms of each infinity in every second."),
            |t| Value::F64(waveform::infinities(t)),
        ),
        (
            raw("Spike").about("1000 in the first millisecond of each second, else 0."),
            |t| Value::F64(waveform::spike(t)),
        ),
        (
            Metric::percent("RatioAboveHundred").about("Triangle from 0 to 120 percent."),
            |t| Value::F64(waveform::ratio_above_hundred(t)),
        ),
    ]
}

fn counters64() -> GroupSpec {
    let counters = (0..COUNTERS).map(|index| {
        Metric::count(format!("Counter{index:02}"), "events")
            .about(format!("{} events a microsecond.", index + 1))
            .of("Pattern")
    });
    GroupSpec {
        name: "Counters64".to_owned(),
        description: "Simulated: 64 counters of 64 bits, for tests of high rates.".to_owned(),
        delivery: memory(Export::Whole, 1000),
        metrics: counters.collect(),
        source: Box::new(Function(|now, out: &mut Vec<_>| {
            out.extend((0..COUNTERS).map(|i| Some(Value::U64(waveform::counter(i, now)))));
        })),
    }
}

fn many() -> GroupSpec {
    let metrics = (0..MANY).map(|index| {
        Metric::new(
            format!("Metric{index:04}"),
            MetricKind::Event,
            ValueType::U32,
            "events",
        )
        .about("Counts microseconds in 32 bits.")
        .of("Pattern")
    });
    GroupSpec {
        name: "Many".to_owned(),
        description: "Simulated: thousands of metrics.".to_owned(),
        delivery: memory(Export::Whole, 10),
        metrics: metrics.collect(),
        source: Box::new(Function(|now, out: &mut Vec<_>| {
            out.extend((0..MANY).map(|index| Some(Value::U32(waveform::many(index, now)))));
        })),
    }
}

/// The record is whole when `Sequence` is even, and the same before and after it was read.
fn sequenced() -> GroupSpec {
    let word = |name: &str| {
        Metric::new(name, MetricKind::Raw, ValueType::U32, "")
            .about("Sequence word: odd at the record's start while the record is written.")
    };
    let metrics = vec![
        word("Sequence"),
        Metric::timestamp(),
        Metric::new("Sine", MetricKind::Raw, ValueType::F64, "")
            .about("Sine of amplitude 1 and period 1 s."),
        Metric::count("WideCounter", "events").about("Counts nanoseconds from 2^53 + 1."),
        Metric::new(
            "WrappingCounter",
            MetricKind::Event,
            ValueType::U32,
            "events",
        )
        .about("Counts 1.5 a nanosecond and wraps at 32 bits."),
        word("SequenceEnd"),
    ];
    let mut sequence = 0_u32;
    let source = Function(move |now, out: &mut Vec<_>| {
        sequence = sequence.wrapping_add(2);
        out.extend([
            Some(Value::U32(sequence)),
            Some(Value::U64(now)),
            Some(Value::F64(waveform::sine(now))),
            Some(Value::U64(waveform::wide_counter(now))),
            Some(Value::U32(waveform::wrapping_counter(now))),
            Some(Value::U32(sequence)),
        ]);
    });
    GroupSpec {
        name: "Sequenced".to_owned(),
        description: "Simulated: a record between two sequence words, to tell a torn read."
            .to_owned(),
        delivery: memory(Export::Sequenced, 1000),
        metrics: metrics
            .into_iter()
            .map(|metric| metric.of("Pattern"))
            .collect(),
        source: Box::new(source),
    }
}
