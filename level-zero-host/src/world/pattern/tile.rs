//! The pattern generator's two sub-devices, each with groups of its own.

use super::function::Function;
use super::{DEVICE_NAME, TILES, reports, waveform};
use crate::world::device::{DeviceKind, DeviceSpec};
use crate::world::device_clock::Counting;
use crate::world::group::{Delivery, Export, GroupSpec};
use crate::world::metric::Metric;
use crate::world::value::Value;

/// Counters in each of a tile's groups.
pub const TILE_COUNTERS: usize = 8;

/// What counter number `index` of `TileCounters` holds on tile number `tile`, and what those of
/// `TileReports` are differences of. No two tiles count alike.
pub fn tile_counter(tile: usize, index: usize, t_ns: u64) -> u64 {
    waveform::counter(tile * TILE_COUNTERS + index, t_ns)
}

pub(super) fn all() -> Vec<DeviceSpec> {
    (0..TILES).map(device).collect()
}

fn device(tile: usize) -> DeviceSpec {
    let mut uuid = *b"zetscope-tile-00";
    uuid[15] += tile as u8;
    DeviceSpec {
        name: format!("{DEVICE_NAME}, tile {tile}"),
        kind: DeviceKind::Gpu,
        uuid,
        counting: Counting::GPU,
        groups: vec![(0, exported(tile)), (1, streamed(tile))],
        tiles: Vec::new(),
        absent: Vec::new(),
    }
}

fn counters(tile: usize) -> impl Iterator<Item = Metric> {
    (0..TILE_COUNTERS).map(move |index| {
        let rate = tile * TILE_COUNTERS + index + 1;
        Metric::count(format!("Counter{index}"), "events")
            .about(format!("{rate} events a microsecond."))
            .of(format!("Tile {tile}"))
    })
}

fn exported(tile: usize) -> GroupSpec {
    GroupSpec {
        name: "TileCounters".to_owned(),
        description: "Simulated: counters of one tile.".to_owned(),
        delivery: Delivery::Memory {
            export: Export::Whole,
            rate_hz: 1000,
        },
        metrics: std::iter::once(Metric::timestamp())
            .chain(counters(tile))
            .collect(),
        source: Box::new(Function(move |now, out: &mut Vec<_>| {
            out.push(Some(Value::U64(now)));
            push_counters(tile, now, out);
        })),
    }
}

fn streamed(tile: usize) -> GroupSpec {
    let times = [Metric::interval(), reports::report_time()];
    GroupSpec {
        name: "TileReports".to_owned(),
        description: "Simulated: reports of counters of one tile.".to_owned(),
        delivery: reports::delivery(1),
        metrics: times.into_iter().chain(counters(tile)).collect(),
        source: Box::new(Function(move |now, out: &mut Vec<_>| {
            let times = [now, waveform::report_time(now)];
            out.extend(times.map(|time| Some(Value::U64(time))));
            push_counters(tile, now, out);
        })),
    }
}

fn push_counters(tile: usize, now: u64, out: &mut Vec<Option<Value>>) {
    let counters = (0..TILE_COUNTERS).map(|index| tile_counter(tile, index, now));
    out.extend(counters.map(|value| Some(Value::U64(value))));
}
