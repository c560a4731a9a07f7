//! The sampler: one named thread per device that reads passes at absolute deadlines.
//!
//! The thread owns its [`Source`] and makes every call on it, so access to a device is serialised
//! by construction. Commands come down and events go up through bounded queues. The thread never
//! waits for whoever reads them: a full batch queue drops whole batches, counts them, and leaves
//! a gap in their place. What a driver is, is not known here.

pub mod clock;
pub mod message;
pub mod source;

mod meter;
mod outbox;
mod schedule;
mod wait;
mod worker;

use std::io;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};

use crate::model::catalog::DeviceId;
use crate::sampler::clock::SessionClock;
use crate::sampler::message::{Command, Outputs};
use crate::sampler::source::Source;
use crate::sampler::worker::Worker;

/// Commands that may wait for the sampler thread.
const COMMAND_QUEUE: usize = 256;

/// A running sampler thread.
#[derive(Debug)]
pub struct Sampler {
    commands: Sender<Command>,
    finished: Receiver<()>,
    thread: JoinHandle<()>,
}

impl Sampler {
    /// Starts the thread of `device`, which enumerates `source` at once and then waits for
    /// commands.
    ///
    /// # Errors
    /// The system's error when no thread can be started.
    pub fn start(
        device: DeviceId,
        source: Box<dyn Source + Send>,
        clock: SessionClock,
        outputs: Outputs,
    ) -> io::Result<Self> {
        let (commands, inbox) = bounded(COMMAND_QUEUE);
        // Nothing is ever sent on it: the thread's end closes it, however the thread ends.
        let (alive, finished) = bounded(0);
        let thread = thread::Builder::new()
            .name(format!("sampler-{}", device.0))
            .spawn(move || {
                let _alive: Sender<()> = alive;
                Worker::new(device, source, clock, outputs).run(&inbox);
            })?;
        Ok(Self {
            commands,
            finished,
            thread,
        })
    }

    /// Queues a command without waiting.
    ///
    /// # Errors
    /// [`SendError`] when the thread is too far behind or has ended.
    pub fn send(&self, command: Command) -> Result<(), SendError> {
        self.commands
            .try_send(command)
            .map_err(|error| match error {
                TrySendError::Full(_) => SendError::Busy,
                TrySendError::Disconnected(_) => SendError::Ended,
            })
    }

    /// Asks the thread to release its device and end, and waits at most `patience` for it.
    ///
    /// Returns whether it ended; one that hangs in its driver is left behind.
    pub fn stop(self, patience: Duration) -> bool {
        let Self {
            commands,
            finished,
            thread,
        } = self;
        // A closed command queue is the order to end.
        drop(commands);
        match finished.recv_timeout(patience) {
            Err(crossbeam_channel::RecvTimeoutError::Timeout) => false,
            Ok(()) | Err(crossbeam_channel::RecvTimeoutError::Disconnected) => {
                if thread.join().is_err() {
                    tracing::error!("a sampler thread panicked");
                }
                true
            }
        }
    }
}

/// Why a command was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// The queue is full: the device answers too slowly.
    #[error("the device has not answered its last {COMMAND_QUEUE} commands yet; try again")]
    Busy,
    /// The thread has ended.
    #[error("the sampler of this device has ended; reopen the device")]
    Ended,
}
