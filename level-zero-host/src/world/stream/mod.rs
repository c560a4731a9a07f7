//! The stream of one group: reports taken at a fixed period while a streamer is open.
//!
//! A report covers the time since the one before it, and holds of each count what it grew by.
//! Reports wait in a ring until they are read; what the ring has no room for is lost, counted,
//! and told of by the next read. Every report is accounted for, see [`Reports`].

mod by_address;
mod period;
mod report;
mod ring;
mod run;

#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex};
use std::time::Duration;

pub(crate) use by_address::summed;
pub(crate) use report::Format;

use crate::world::content::lock;
use crate::world::device::Health;
use crate::world::device_clock::DeviceClock;
use crate::world::fault::{Fault, Faults, Numbered};
use crate::world::refresher::Refresher;
use crate::world::source::Source;
use run::Run;

/// Bytes that wait in a ring at most, as in the buffer of Intel's GPUs.
const RING_BYTES: usize = 16 << 20;

/// Reports are taken no more often than this, in one go all that are due.
const SHORTEST_WAIT: Duration = Duration::from_millis(1);

/// What becomes of a group's reports, over all its streamers:
/// `generated == dropped + read + discarded + waiting`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reports {
    /// Taken by the device.
    pub generated: u64,
    /// Lost before anybody could read them.
    pub dropped: u64,
    /// Handed out.
    pub read: u64,
    /// Neither lost nor read when their streamer was closed.
    pub discarded: u64,
    /// In the ring of an open streamer.
    pub waiting: u64,
}

/// What a streamer is asked for, and what it is granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Nanoseconds between two reports.
    pub period_ns: u32,
    /// Reports that must wait for the owner to be notified.
    pub notify_every: u32,
}

/// Called by any thread when enough reports wait; must not come back to the stream.
pub type Notify = Box<dyn Fn() + Send>;

/// Why there is no streamer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// Somebody streams the group already, or pretends to.
    InUse,
    /// Somebody else holds the hardware.
    NotAvailable,
    /// The driver does not say.
    Unknown,
}

/// What a read takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    /// Whole raw reports, the oldest first.
    pub raw: Vec<u8>,
    /// Reports lost since the read before this one. They were older than those taken now.
    pub dropped: u64,
}

/// The part of a streamed group that takes its reports.
pub(crate) struct Stream {
    pub(crate) format: Format,
    shortest_ns: u32,
    faults: Faults,
    clock: Arc<DeviceClock>,
    health: Arc<Health>,
    state: Mutex<State>,
}

struct State {
    source: Box<dyn Source>,
    run: Option<Run>,
    reports: Reports,
    /// Attempts to open that were refused as scripted.
    refused: u64,
}

/// An open streamer; dropping it closes it.
pub struct Streamer {
    stream: Arc<Stream>,
    granted: Terms,
    refresher: Option<Refresher>,
}

impl Stream {
    pub(crate) fn new(
        source: Box<dyn Source>,
        format: Format,
        shortest_ns: u32,
        faults: Faults,
        clock: Arc<DeviceClock>,
        health: Arc<Health>,
    ) -> Self {
        let state = State {
            source,
            run: None,
            reports: Reports::default(),
            refused: 0,
        };
        Self {
            format,
            shortest_ns,
            faults,
            clock,
            health,
            state: Mutex::new(state),
        }
    }

    /// Opens the one streamer of the group; `name` is that of its thread.
    pub(crate) fn open(
        self: &Arc<Self>,
        name: String,
        asked: Terms,
        notify: Option<Notify>,
    ) -> Result<Streamer, OpenError> {
        let granted = self.granted(asked);
        self.begin(granted, notify)?;
        // From here on dropping the streamer ends what was begun.
        let mut streamer = Streamer {
            stream: Arc::clone(self),
            granted,
            refresher: None,
        };
        if self.clock.is_host() {
            let wait = Duration::from_nanos(u64::from(granted.period_ns)).max(SHORTEST_WAIT);
            let stream = Arc::clone(self);
            let refresher = Refresher::start(name, wait, move || stream.take_due());
            streamer.refresher = Some(refresher.or(Err(OpenError::Unknown))?);
        }
        Ok(streamer)
    }

    /// Takes every report that is due, if a streamer is open.
    pub(crate) fn take_due(&self) {
        let mut state = lock(&self.state);
        let State {
            source,
            run: Some(run),
            reports,
            ..
        } = &mut *state
        else {
            return;
        };
        run.take_due(self, source.as_mut(), reports);
    }

    /// What became of the reports so far.
    pub(crate) fn reports(&self) -> Reports {
        let state = lock(&self.state);
        let waiting = state.run.as_ref().map_or(0, |run| run.waiting() as u64);
        Reports {
            waiting,
            ..state.reports
        }
    }

    /// Whether a streamer is open.
    pub(crate) fn is_open(&self) -> bool {
        lock(&self.state).run.is_some()
    }

    /// Most reports that wait at a time.
    pub(crate) fn capacity(&self) -> usize {
        let room = RING_BYTES / self.format.size().max(1);
        let scripted = self.faults.number(Fault::RingHolds);
        scripted
            .map_or(room, |reports| room.min(reports as usize))
            .max(1)
    }

    fn granted(&self, asked: Terms) -> Terms {
        let scripted = self.faults.number(Fault::PeriodGranted);
        let period = scripted.and_then(|nanos| u32::try_from(nanos).ok());
        // Half a ring may fill up while the other half is being read.
        let most = (self.capacity() / 2).max(1) as u32;
        Terms {
            period_ns: period
                .unwrap_or_else(|| period::granted(asked.period_ns, self.shortest_ns))
                .max(1),
            notify_every: asked.notify_every.clamp(1, most),
        }
    }

    fn begin(&self, granted: Terms, notify: Option<Notify>) -> Result<(), OpenError> {
        let mut state = lock(&self.state);
        self.refuse_as_scripted(&mut state.refused)?;
        if state.run.is_some() {
            return Err(OpenError::InUse);
        }
        state.source.start().or(Err(OpenError::Unknown))?;
        let run = Run::new(self, granted, notify, state.source.as_mut());
        state.run = Some(run);
        Ok(())
    }

    fn refuse_as_scripted(&self, refused: &mut u64) -> Result<(), OpenError> {
        if self.faults.has(&Fault::StreamerRefused) {
            return Err(OpenError::Unknown);
        }
        let scripted = [
            (Fault::BlockInUse as Numbered, OpenError::InUse),
            (Fault::BlockNotAvailable, OpenError::NotAvailable),
        ];
        for (fault, error) in scripted {
            if self
                .faults
                .number(fault)
                .is_some_and(|times| *refused < times)
            {
                *refused += 1;
                return Err(error);
            }
        }
        Ok(())
    }

    fn read(&self, most: usize) -> Taken {
        let mut state = lock(&self.state);
        let State {
            run: Some(run),
            reports,
            ..
        } = &mut *state
        else {
            return Taken::default();
        };
        let dropped = run.tell_dropped();
        let silent = dropped > 0 && self.faults.has(&Fault::DropsWithoutData);
        let raw = run.pop(if silent { 0 } else { most });
        reports.read += (raw.len() / self.format.size().max(1)) as u64;
        Taken { raw, dropped }
    }

    fn close(&self) {
        let mut state = lock(&self.state);
        if let Some(run) = state.run.take() {
            state.reports.discarded += run.waiting() as u64;
            state.source.stop();
        }
    }
}

impl Streamer {
    /// What was granted.
    pub const fn granted(&self) -> Terms {
        self.granted
    }

    /// Takes up to `most` reports.
    pub fn read(&self, most: usize) -> Taken {
        self.stream.read(most)
    }

    /// Most reports that can wait.
    pub fn capacity(&self) -> usize {
        self.stream.capacity()
    }
}

impl Drop for Streamer {
    fn drop(&mut self) {
        // The thread needs the stream's state to end, so it goes first.
        self.refresher = None;
        self.stream.close();
    }
}
