//! The pattern generator's streamed groups.
//!
//! Reports end at whole periods of the device's clock. Until that clock begins again, as scripted,
//! a report's `ReportTime` therefore says the very nanosecond at which it ends, once it is
//! extended over its 32 bits; and it covers `IntervalTime` before that. Each count is the
//! difference of its published function between both, everything else the function at the end.

use super::function::Function;
use super::{COUNTERS, TILES, waveform};
use crate::world::group::{Delivery, GroupSpec};
use crate::world::metric::{Metric, MetricKind};
use crate::world::value::{Value, ValueType};

/// 256 ticks: some 75,000 reports a second.
const SHORTEST_NS: u32 = 52 << 8;

/// All groups, each with its domain. `StreamedWaveforms` and `StreamedRival` share one.
pub(super) fn all() -> Vec<(u32, GroupSpec)> {
    vec![
        (10, waveforms("StreamedWaveforms")),
        (10, waveforms("StreamedRival")),
        (11, counters()),
        (12, tiles()),
    ]
}

pub(super) const fn delivery(sets: usize) -> Delivery {
    Delivery::Reports {
        shortest_ns: SHORTEST_NS,
        sets,
        by_address: false,
    }
}

/// A metric together with the function that gives its value.
type Wave = (Metric, fn(u64) -> Value);

fn spec(
    name: &str,
    description: &str,
    sets: usize,
    metrics: Vec<Metric>,
    values: impl FnMut(u64, &mut Vec<Option<Value>>) + Send + 'static,
) -> GroupSpec {
    GroupSpec {
        name: name.to_owned(),
        description: description.to_owned(),
        delivery: delivery(sets),
        metrics: metrics
            .into_iter()
            .map(|metric| metric.of("Pattern"))
            .collect(),
        source: Box::new(Function(values)),
    }
}

fn waveforms(name: &str) -> GroupSpec {
    let mut waves = counts();
    waves.extend(levels());
    let (metrics, functions): (Vec<_>, Vec<_>) = waves.into_iter().unzip();
    let description = "Simulated: reports of known waveforms.";
    spec(name, description, 1, metrics, move |now, out| {
        out.extend(functions.iter().map(|function| Some(function(now))));
    })
}

fn counts() -> Vec<Wave> {
    let small = Metric::new("SmallEvents", MetricKind::Event, ValueType::U32, "events");
    vec![
        (Metric::interval(), Value::U64),
        (
            Metric::count("CoreCycles", "cycles").about("1.5 cycles a nanosecond."),
            |t| Value::U64(waveform::cycles(t)),
        ),
        (
            Metric::count("Bursts", "events")
                .about("A million events a second, at a rate that rises within each second."),
            |t| Value::U64(waveform::bursts(t)),
        ),
        (small.about("1.5 events a nanosecond."), |t| {
            Value::U32(waveform::wrapping_counter(t))
        }),
        (
            Metric::count("BytesMoved", "bytes").about("12 bytes a nanosecond."),
            |t| Value::U64(waveform::bytes_moved(t)),
        ),
    ]
}

/// Several are of a kind that does not fit their unit, as Intel's driver has them.
fn levels() -> Vec<Wave> {
    use MetricKind::{Duration, Event, Flag, Raw, Throughput};
    use ValueType::{Bool8, F32, F64, U64};
    vec![
        (
            Metric::new("CoreFrequency", Event, U64, "MHz").about("1500 MHz."),
            |_| Value::U64(1500),
        ),
        (
            Metric::new("Busy", Duration, F32, "percent")
                .about("Triangle from 0 to 100 percent and back in 4 s."),
            |t| Value::F32(waveform::busy(t)),
        ),
        (
            Metric::new("LinkThroughput", Throughput, F32, "GBpS")
                .about("Triangle from 0 to 10 GB/s and back in 4 s."),
            |t| Value::F32(waveform::throughput(t)),
        ),
        (
            Metric::new("Sine", Raw, F64, "").about("Sine of amplitude 1 and period 1 s."),
            |t| Value::F64(waveform::sine(t)),
        ),
        (
            Metric::new("Flag", Flag, Bool8, "(null)")
                .about("False and true for half a second each."),
            |t| Value::Bool8(waveform::flag(t)),
        ),
        (
            Metric::new("ReportReason", Event, U64, "(null)").about("1: the timer."),
            |_| Value::U64(1),
        ),
        (report_time(), |t| Value::U64(waveform::report_time(t))),
    ]
}

pub(super) fn report_time() -> Metric {
    Metric::new("ReportTime", MetricKind::Timestamp, ValueType::U64, "ticks")
        .about("Device timestamp of the report's end: ticks of 52 ns, in 32 bits.")
}

fn counters() -> GroupSpec {
    let counters = (0..COUNTERS).map(|index| {
        Metric::count(format!("Counter{index:02}"), "events")
            .about(format!("{} events a microsecond.", index + 1))
    });
    let times = [Metric::interval(), report_time()];
    let metrics = times.into_iter().chain(counters).collect();
    let description = "Simulated: reports of 64 counters, for tests of high rates.";
    spec("StreamedCounters", description, 1, metrics, |now, out| {
        let times = [now, waveform::report_time(now)];
        let counters = (0..COUNTERS).map(|index| waveform::counter(index, now));
        out.extend(
            times
                .into_iter()
                .chain(counters)
                .map(|value| Some(Value::U64(value))),
        );
    })
}

fn tiles() -> GroupSpec {
    let metrics = vec![
        Metric::interval(),
        report_time(),
        Metric::count("Counter", "events")
            .about("On sub-device number n, n + 1 events a microsecond."),
    ];
    let description = "Simulated: reports with a set of values of each of two sub-devices.";
    spec("StreamedTiles", description, TILES, metrics, |now, out| {
        for tile in 0..TILES {
            let values = [
                now,
                waveform::report_time(now),
                waveform::counter(tile, now),
            ];
            out.extend(values.map(|value| Some(Value::U64(value))));
        }
    })
}
