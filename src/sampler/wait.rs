//! Waiting for the next deadline while staying open to commands.

use std::hint;
use std::num::NonZeroU64;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, TryRecvError};
use rustix::process::setpriority_process;
use rustix::thread::{
    ClockId, Timespec, clock_nanosleep_absolute, gettid, set_current_timer_slack,
};

use crate::sampler::clock::deadline_now;
use crate::sampler::message::Command;

/// Closer deadlines than this are waited for on the CPU: a sleep of the kernel takes longer to
/// wake from than such a period lasts.
const SPIN_PERIOD_NANOS: i64 = 50_000;
/// The last stretch before a deadline is slept in one uninterrupted, precise sleep.
const PRECISE_NANOS: i64 = 3_000_000;

/// Why a wait ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Woken {
    /// A command came first.
    Command(Command),
    /// The deadline is reached.
    Deadline,
    /// Nobody can send commands any more.
    Closed,
}

/// How much this thread goes before others, as a nice value. Where the system does not allow
/// it, the sampler competes like any other thread, and its misses show.
const NICE: i32 = -10;

/// Asks the kernel to wake this thread as exactly and as early as it can. Without the first,
/// sleeps end up to 50 µs late, which is half a period at 10 kHz.
pub(crate) fn sharpen_timers() {
    if let Err(error) = set_current_timer_slack(NonZeroU64::new(1)) {
        tracing::debug!(%error, "timer slack stays at its default");
    }
    // On Linux a thread has a nice value of its own, named by its thread id.
    if let Err(error) = setpriority_process(Some(gettid()), NICE) {
        tracing::debug!(%error, "the sampler keeps the priority of its process");
    }
}

/// Waits for a command, as long as it takes.
pub(crate) fn for_command(commands: &Receiver<Command>) -> Woken {
    match commands.recv() {
        Ok(command) => Woken::Command(command),
        Err(_disconnected) => Woken::Closed,
    }
}

/// Waits until `deadline` of the deadline clock or for a command, whichever is first. `period` is
/// the shortest period among the groups being read.
pub(crate) fn until(deadline: i64, period: i64, commands: &Receiver<Command>) -> Woken {
    match commands.try_recv() {
        Ok(command) => return Woken::Command(command),
        Err(TryRecvError::Disconnected) => return Woken::Closed,
        Err(TryRecvError::Empty) => {}
    }
    let remaining = deadline - deadline_now();
    if remaining > PRECISE_NANOS {
        let patience = Duration::from_nanos((remaining - PRECISE_NANOS) as u64);
        match commands.recv_timeout(patience) {
            Ok(command) => return Woken::Command(command),
            Err(RecvTimeoutError::Disconnected) => return Woken::Closed,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    if period < SPIN_PERIOD_NANOS {
        while deadline_now() < deadline {
            hint::spin_loop();
        }
    } else {
        sleep_until(deadline);
    }
    Woken::Deadline
}

fn sleep_until(deadline: i64) {
    let request = Timespec {
        tv_sec: deadline / 1_000_000_000,
        tv_nsec: deadline % 1_000_000_000,
    };
    while deadline_now() < deadline {
        match clock_nanosleep_absolute(ClockId::Monotonic, &request) {
            Err(rustix::io::Errno::INTR) => {}
            // The clock exists and the request is in range, so no other error is expected; giving
            // up the rest of the sleep beats spinning on one.
            Ok(()) | Err(_) => return,
        }
    }
}
