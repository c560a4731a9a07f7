//! A capture: what is on screen and in memory, fed by live devices.
//!
//! Owns the sampler threads and the one thread that takes in what they send. Everything a view
//! shows is in [`State`], behind a lock: that thread holds it while it appends, a view while
//! it lays out what it draws. The thread never waits for a view but keeps taking in what arrives
//! meanwhile. No driver call, no disk and no waiting happens under the lock.

pub mod cost;
pub mod live;
pub mod selection;
pub mod state;
pub mod tap;

mod backlog;
mod ingest;

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::capture::ingest::Ingest;
use crate::capture::live::{LiveOptions, Way};
use crate::capture::state::{Phase, State};
use crate::capture::tap::Tap;
use crate::model::catalog::GroupId;
use crate::model::rate::SampleRate;
use crate::model::reason::Reason;
use crate::model::time::Time;
use crate::sampler::clock::SessionClock;
use crate::sampler::message::{Command, Outputs};

pub use crate::capture::live::{LoaderInfo, prepare_environment};
pub use crate::sampler::message::{GroupStatus, SamplerStatus};

/// Batches that may wait to be taken in. At 100 kHz one batch is 8 ms of a group.
const BATCH_QUEUE: usize = 256;
/// Events that may wait to be taken in.
const EVENT_QUEUE: usize = 256;
/// How long ending a capture waits for threads that hang in a driver.
const STOP_PATIENCE: Duration = Duration::from_secs(2);

/// Called when there is something new to show; must not block. At most one call is made between
/// two calls of [`Capture::take_news`].
pub type Wake = Box<dyn Fn() + Send + Sync>;

/// A running capture. Dropping it ends the sampler threads and releases the devices.
pub struct Capture {
    shared: Arc<Shared>,
    clock: SessionClock,
    /// Closing it ends the ingest thread.
    running: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// What the ingest thread and the views share.
pub(crate) struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    news: AtomicBool,
    wake: Wake,
}

impl Shared {
    /// The state. A panic elsewhere does not take the view along: each change to the state is
    /// complete in itself.
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state, unless somebody holds it.
    pub(crate) fn try_lock(&self) -> Option<MutexGuard<'_, State>> {
        match self.state.try_lock() {
            Ok(state) => Some(state),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }

    /// Tells whoever waits that the state has changed.
    pub(crate) fn announce(&self) {
        self.changed.notify_all();
        if !self.news.swap(true, Ordering::AcqRel) {
            (self.wake)();
        }
    }
}

impl Capture {
    /// Begins to look for devices in every way given, and to capture what `options` select.
    ///
    /// Returns at once; drivers are loaded and asked on threads of their own.
    ///
    /// # Errors
    /// The system's error when no thread can be started.
    pub fn live(ways: Vec<Way>, options: LiveOptions, wake: Wake) -> io::Result<Self> {
        let clock = SessionClock::start();
        let (batches, batch_inbox) = bounded(BATCH_QUEUE);
        let (events, event_inbox) = bounded(EVENT_QUEUE);
        let (running, stop) = bounded(0);
        let state = State::new(options.budget_bytes);
        let shared = Arc::new(Shared {
            state: Mutex::new(state),
            changed: Condvar::new(),
            news: AtomicBool::new(false),
            wake,
        });
        let found = live::discover(ways, &shared)?;
        let ingest = Ingest {
            shared: Arc::clone(&shared),
            clock,
            outputs: Outputs { batches, events },
            selection: options.selection,
            rate: options.rate,
        };
        let thread = thread::Builder::new()
            .name("ingest".to_owned())
            .spawn(move || ingest.run(&found, &event_inbox, &batch_inbox, &stop))?;
        Ok(Self {
            shared,
            clock,
            running: Some(running),
            thread: Some(thread),
        })
    }

    /// The present session time.
    pub fn now(&self) -> Time {
        self.clock.now()
    }

    /// Everything there is to show. Hold the guard briefly: new data waits for it.
    pub fn lock(&self) -> MutexGuard<'_, State> {
        self.shared.lock()
    }

    /// Whether anything changed since the call before.
    pub fn take_news(&self) -> bool {
        self.shared.news.swap(false, Ordering::AcqRel)
    }

    /// Waits until `reached` holds, at most `patience`; returns whether it does.
    pub fn wait_until(&self, patience: Duration, reached: impl Fn(&State) -> bool) -> bool {
        let deadline = Instant::now() + patience;
        let mut state = self.shared.lock();
        while !reached(&state) {
            let Some(remaining) = deadline.checked_duration_since(Instant::now()) else {
                return false;
            };
            state = self
                .shared
                .changed
                .wait_timeout(state, remaining)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
        true
    }

    /// Reads exactly these metrics of `group` from now on; none of them ends its sampling.
    ///
    /// # Errors
    /// A reason when the group is unknown or its device takes no orders.
    pub fn set_metrics(&self, group: GroupId, metrics: Vec<u32>) -> Result<(), Reason> {
        let outcome = self.shared.lock().request_metrics(group, metrics);
        self.shared.announce();
        outcome
    }

    /// Reads `group` at another rate from now on, and when it is next enabled.
    ///
    /// # Errors
    /// A reason when the group is unknown or its device takes no orders.
    pub fn set_rate(&self, group: GroupId, rate: SampleRate) -> Result<(), Reason> {
        let mut state = self.shared.lock();
        let entry = state.groups.get_mut(&group).ok_or_else(unknown_group)?;
        entry.rate = rate;
        if matches!(entry.phase, Phase::Off | Phase::Failed(_)) {
            return Ok(());
        }
        let index = group.index;
        state.send(group.device, Command::SetRate { group: index, rate })?;
        drop(state);
        self.shared.announce();
        Ok(())
    }

    /// Hands every pass taken in from now on to the caller too, through a queue of `depth`
    /// batches. Batches that find it full are lost to this tap alone, and counted.
    pub fn tap(&self, depth: usize) -> Tap {
        let (tap, feed) = tap::open(depth);
        self.shared.lock().taps.push(feed);
        tap
    }
}

impl Drop for Capture {
    fn drop(&mut self) {
        self.running = None;
        let samplers = self.shared.lock().take_samplers();
        let deadline = Instant::now() + STOP_PATIENCE;
        for (device, sampler) in samplers {
            let patience = deadline.saturating_duration_since(Instant::now());
            if !sampler.stop(patience) {
                tracing::warn!(device = device.0, "the driver does not answer; left behind");
            }
        }
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the ingest thread panicked");
        }
    }
}

pub(crate) fn unknown_group() -> Reason {
    Reason::new("this metric group is not part of the session")
}

/// Where discovery threads put what they found.
pub(crate) type Found = Receiver<live::Findings>;
