//! What the driver shows: devices, groups, metrics and the memory that holds their values.
//!
//! Safe Rust without a C type (one file, `memory`, writes shared memory). `exports` dresses a
//! world up as a Level Zero driver; tests script it directly.

pub mod clock;
pub mod concurrent;
mod content;
pub mod device;
pub mod device_clock;
pub mod fault;
pub mod group;
mod held;
pub mod hierarchy;
pub mod host;
pub mod layout;
pub mod memory;
pub mod metric;
pub mod pattern;
mod refresher;
pub mod source;
pub mod stream;
pub mod value;

#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use crate::world::clock::Clock;
use crate::world::device::Device;
use crate::world::fault::Faults;
use crate::world::held::Holdings;
use crate::world::hierarchy::Hierarchy;

pub(crate) use crate::world::held::Held;

/// What a world contains.
#[derive(Clone, Debug)]
pub struct Options {
    /// This machine's own counters.
    pub host: bool,
    /// The pattern generator.
    pub patterns: bool,
    /// What goes wrong on the pattern generator, which faults switch on.
    pub faults: Faults,
    /// How devices with several tiles are listed.
    pub hierarchy: Hierarchy,
    /// Starts a clock that only [`World::advance`] moves, at this many nanoseconds; without it
    /// the world runs by the machine's clock.
    pub manual_clock: Option<u64>,
}

impl Default for Options {
    /// This machine's counters and nothing simulated.
    fn default() -> Self {
        Self {
            host: true,
            patterns: false,
            faults: Faults::default(),
            hierarchy: Hierarchy::default(),
            manual_clock: None,
        }
    }
}

/// All devices of one driver and the clock they share.
pub struct World {
    devices: Vec<Arc<Device>>,
    clock: Arc<Clock>,
    faults: Faults,
    hierarchy: Hierarchy,
    holdings: Holdings,
}

impl World {
    /// Builds the devices that `options` name. Nothing runs until a group is activated.
    pub fn new(options: Options) -> Self {
        let clock = Arc::new(match options.manual_clock {
            Some(start) => Clock::Manual(AtomicU64::new(start)),
            None => Clock::Host,
        });
        let mut devices = Vec::new();
        if options.host {
            let device = Device::new(host::device(), &clock, Faults::default());
            devices.push(Arc::new(device));
        }
        if options.patterns || !options.faults.is_empty() {
            let device = Device::new(pattern::device(), &clock, options.faults.clone());
            devices.push(Arc::new(device));
        }
        Self {
            devices,
            clock,
            faults: options.faults,
            hierarchy: options.hierarchy,
            holdings: Holdings::default(),
        }
    }

    /// In the order in which they are listed, whole whatever the hierarchy.
    pub fn devices(&self) -> &[Arc<Device>] {
        &self.devices
    }

    /// What goes wrong, on purpose.
    pub fn faults(&self) -> &Faults {
        &self.faults
    }

    /// How devices with several tiles are listed.
    pub fn hierarchy(&self) -> Hierarchy {
        self.hierarchy
    }

    /// What clients made and have not given back: contexts, allocations, events and their pools,
    /// command lists, streamers.
    pub fn held(&self) -> usize {
        self.holdings.count()
    }

    /// Counts what a client makes, until the result is dropped.
    pub(crate) fn hold(&self) -> Held {
        self.holdings.one()
    }

    /// Nanoseconds by the world's clock.
    pub fn now(&self) -> u64 {
        self.clock.now()
    }

    /// Moves a manual clock by `nanos` and refreshes every active group once, before returning.
    ///
    /// With the machine's clock this refreshes the active groups and moves nothing.
    pub fn advance(&self, nanos: u64) {
        self.clock.advance(nanos);
        self.devices.iter().for_each(|device| device.refresh());
    }
}
