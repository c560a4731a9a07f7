//! The thread that keeps an active group's memory fresh.

use std::io;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

/// A running refresher thread; dropping it stops and joins the thread.
pub(crate) struct Refresher {
    stop: Arc<Stop>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Stop {
    asked: Mutex<bool>,
    changed: Condvar,
}

impl Refresher {
    /// Calls `refresh` every `period`, at absolute deadlines, on a thread called `name`.
    ///
    /// A deadline that has already passed is skipped: late refreshes never come in bursts.
    pub(crate) fn start(
        name: String,
        period: Duration,
        mut refresh: impl FnMut() + Send + 'static,
    ) -> io::Result<Self> {
        let stop = Arc::new(Stop::default());
        let told = Arc::clone(&stop);
        let thread = Builder::new().name(name).spawn(move || {
            let mut deadline = Instant::now() + period;
            while !told.wait_until(deadline) {
                refresh();
                deadline = following(deadline, period, Instant::now());
            }
        })?;
        Ok(Self {
            stop,
            thread: Some(thread),
        })
    }
}

impl Drop for Refresher {
    fn drop(&mut self) {
        *self
            .stop
            .asked
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = true;
        self.stop.changed.notify_all();
        if let Some(thread) = self.thread.take() {
            // A panicking source has already been reported by the panic hook.
            thread.join().ok();
        }
    }
}

impl Stop {
    /// Waits for `deadline`; true when asked to stop.
    fn wait_until(&self, deadline: Instant) -> bool {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if *asked || left.is_zero() {
                return *asked;
            }
            asked = self
                .changed
                .wait_timeout(asked, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }
}

/// The first deadline on the grid `deadline + n * period` that lies after `now`.
fn following(deadline: Instant, period: Duration, now: Instant) -> Instant {
    let late = now.saturating_duration_since(deadline);
    let missed = late.as_nanos() / period.as_nanos().max(1);
    deadline + period * (u32::try_from(missed).unwrap_or(u32::MAX - 1) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missed_deadlines_are_skipped_on_the_grid() {
        let start = Instant::now();
        let period = Duration::from_millis(10);
        let on_time = following(start, period, start + Duration::from_millis(1));
        assert_eq!(on_time, start + period);
        let late = following(start, period, start + Duration::from_millis(34));
        assert_eq!(late, start + Duration::from_millis(40));
    }
}
