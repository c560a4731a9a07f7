//! The pattern generator: a simulated device whose every value is a published function of time.
//!
//! A reader that knows a group's `Timestamp` can compute what each other metric must hold, bit
//! for bit, by calling the functions of [`waveform`]. A plain group is written value by value,
//! with its timestamp last, so a reader may catch values that are newer than the timestamp; the
//! group `Sequenced` tells when that happened.

mod function;
mod groups;
mod reports;
mod tile;
pub mod waveform;

pub use tile::{TILE_COUNTERS, tile_counter};

use crate::world::device::{DeviceKind, DeviceSpec};
use crate::world::device_clock::Counting;

/// Name of the device; users are told that it is simulated.
pub const DEVICE_NAME: &str = "zetscope pattern generator (simulated)";

/// Sub-devices, each of which has its set of values in the reports of `StreamedTiles`.
pub const TILES: usize = 2;

/// Metrics in the group `Many`.
pub const MANY: usize = 4096;

/// Counters in the group `Counters64`.
pub const COUNTERS: usize = 64;

pub(super) fn device() -> DeviceSpec {
    DeviceSpec {
        name: DEVICE_NAME.to_owned(),
        kind: DeviceKind::Gpu,
        uuid: *b"zetscope-pattern",
        counting: Counting::GPU,
        groups: groups::all().into_iter().chain(reports::all()).collect(),
        tiles: tile::all(),
        absent: Vec::new(),
    }
}
