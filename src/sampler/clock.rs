//! The clocks of a session.
//!
//! Passes are stamped with `CLOCK_MONOTONIC_RAW`, which nothing slews or sets. Deadlines are kept
//! in `CLOCK_MONOTONIC`, the clock the kernel can sleep on. The two drift apart by parts per
//! million, which moves a deadline but never a timestamp.

use rustix::time::{ClockId, Timespec, clock_gettime};

use crate::model::time::Time;

/// Reads session time. Copies share the session's beginning.
#[derive(Clone, Copy, Debug)]
pub struct SessionClock {
    epoch_nanos: i64,
}

impl SessionClock {
    /// A clock whose zero is now.
    pub fn start() -> Self {
        Self {
            epoch_nanos: read(ClockId::MonotonicRaw),
        }
    }

    /// The present session time.
    pub fn now(&self) -> Time {
        self.at_raw(read(ClockId::MonotonicRaw))
    }

    /// The session time of a `CLOCK_MONOTONIC_RAW` reading in nanoseconds.
    pub fn at_raw(&self, raw_nanos: i64) -> Time {
        Time(raw_nanos - self.epoch_nanos)
    }
}

/// The present `CLOCK_MONOTONIC` in nanoseconds: the time base of deadlines.
pub(crate) fn deadline_now() -> i64 {
    read(ClockId::Monotonic)
}

/// CPU time used by the calling thread, in nanoseconds.
pub(crate) fn thread_cpu_nanos() -> i64 {
    read(ClockId::ThreadCPUTime)
}

/// CPU time used by this whole process, in nanoseconds.
pub fn process_cpu_nanos() -> i64 {
    read(ClockId::ProcessCPUTime)
}

fn read(clock: ClockId) -> i64 {
    let Timespec { tv_sec, tv_nsec } = clock_gettime(clock);
    tv_sec * 1_000_000_000 + tv_nsec
}
