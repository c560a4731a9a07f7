//! A device's own clock: how it counts, how far it counts, and where it began.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::world::clock::Clock;

/// How a device's timestamps count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counting {
    /// Nanoseconds in a tick.
    pub tick_ns: u64,
    /// Bits of a timestamp that count; it begins again at 0 beyond them.
    pub valid_bits: u32,
}

impl Counting {
    /// Nanoseconds, for ever.
    pub const HOST: Self = Self {
        tick_ns: 1,
        valid_bits: u64::BITS,
    };

    /// As Intel's GPUs count: ticks of 52 ns, which begin again at 0 after 223 s.
    pub const GPU: Self = Self {
        tick_ns: 52,
        valid_bits: u32::BITS,
    };

    /// The timestamp at `nanos` since the clock began.
    pub const fn ticks(self, nanos: u64) -> u64 {
        (nanos / self.tick_ns) & (u64::MAX >> (u64::BITS - self.valid_bits))
    }

    /// Ticks in a second, to the nearest.
    pub const fn ticks_per_second(self) -> u64 {
        (1_000_000_000 + self.tick_ns / 2) / self.tick_ns
    }
}

/// The clock of one device, which may begin again while the host's goes on.
#[derive(Debug)]
pub struct DeviceClock {
    /// How its timestamps count.
    pub counting: Counting,
    host: Arc<Clock>,
    /// Host time at which the device's clock showed 0.
    began: AtomicU64,
}

impl DeviceClock {
    pub(crate) fn new(host: &Arc<Clock>, counting: Counting) -> Self {
        Self {
            counting,
            host: Arc::clone(host),
            began: AtomicU64::new(0),
        }
    }

    /// Host time in nanoseconds, and the device's timestamp of the same moment.
    pub fn both(&self) -> (u64, u64) {
        let host = self.host.now();
        (host, self.counting.ticks(self.since_beginning(host)))
    }

    /// Nanoseconds since the device's clock began; 0 while it has yet to begin.
    pub fn nanos(&self) -> u64 {
        self.since_beginning(self.host.now())
    }

    /// Whether threads drive this clock's world, rather than a test.
    pub(crate) fn is_host(&self) -> bool {
        self.host.is_host()
    }

    /// Stops the clock, and lets it begin again at 0 in `nanos` from now.
    pub(crate) fn begin_again_in(&self, nanos: u64) {
        self.began.store(self.host.now() + nanos, Ordering::Release);
    }

    fn since_beginning(&self, host: u64) -> u64 {
        host.saturating_sub(self.began.load(Ordering::Acquire))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gpus_ticks_begin_again_and_a_hosts_never_do() {
        let wrap = 52 << 32;
        assert_eq!(Counting::GPU.ticks(wrap - 52), u64::from(u32::MAX));
        assert_eq!(Counting::GPU.ticks(wrap + 103), 1);
        assert_eq!(Counting::HOST.ticks(u64::MAX), u64::MAX);
        assert_eq!(Counting::GPU.ticks_per_second(), 19_230_769);
    }

    #[test]
    fn a_clock_that_begins_again_stands_at_0_until_then() {
        let host = Arc::new(Clock::Manual(AtomicU64::new(1_000)));
        let clock = DeviceClock::new(&host, Counting::GPU);
        assert_eq!((clock.nanos(), clock.both()), (1_000, (1_000, 19)));
        clock.begin_again_in(500);
        assert_eq!(clock.nanos(), 0);
        host.advance(600);
        assert_eq!((clock.nanos(), clock.both()), (100, (1_600, 1)));
    }
}
