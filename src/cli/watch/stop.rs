//! Ctrl-C: the first ends the watch cleanly, the second ends the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use rustix::process::{Signal, getpid, kill_process};

/// Whether the user, or the system, wants an end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop {
    asked: Arc<AtomicBool>,
}

impl Stop {
    /// Listens for Ctrl-C, SIGTERM and SIGHUP from now on. Once a process.
    ///
    /// # Errors
    /// The system's error.
    pub(crate) fn on_signal() -> anyhow::Result<Self> {
        let stop = Self::default();
        let asked = Arc::clone(&stop.asked);
        ctrlc::set_handler(move || {
            if asked.swap(true, Ordering::Relaxed)
                && let Err(error) = kill_process(getpid(), Signal::KILL)
            {
                tracing::error!(%error, "this process does not end");
            }
        })
        .context("no signal handler can be installed")?;
        Ok(stop)
    }

    /// Whether an end was asked for.
    pub(crate) fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }
}
