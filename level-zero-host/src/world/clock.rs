//! The clock a world lives by: the machine's, or one that a test moves by hand.

use std::sync::atomic::{AtomicU64, Ordering};

use rustix::time::{ClockId, clock_gettime};

/// Source of every timestamp in a world.
#[derive(Debug, Default)]
pub enum Clock {
    /// The machine's CLOCK_MONOTONIC_RAW.
    #[default]
    Host,
    /// Nanoseconds that only [`World::advance`](crate::world::World::advance) moves.
    Manual(AtomicU64),
}

impl Clock {
    /// Nanoseconds now.
    pub fn now(&self) -> u64 {
        match self {
            Self::Host => {
                let now = clock_gettime(ClockId::MonotonicRaw);
                now.tv_sec as u64 * 1_000_000_000 + now.tv_nsec as u64
            }
            Self::Manual(nanos) => nanos.load(Ordering::Acquire),
        }
    }

    /// Whether threads drive this clock's world, rather than a test.
    pub const fn is_host(&self) -> bool {
        matches!(self, Self::Host)
    }

    /// Moves a manual clock forward; the machine's clock moves by itself.
    pub(crate) fn advance(&self, nanos: u64) {
        if let Self::Manual(now) = self {
            now.fetch_add(nanos, Ordering::AcqRel);
        }
    }
}
