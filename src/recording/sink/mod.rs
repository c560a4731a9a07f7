//! Records while the session goes on: a thread of its own behind a bounded queue.
//!
//! Offering passes never waits and never fails the live session. When the disk cannot keep up,
//! whole batches are left out of the file alone, counted, and written as a gap in their place.
//! When the disk is nearly full or refuses bytes, the file is ended and the reason told.

mod backlog;
mod options;
mod part;
mod status;
mod thread;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use crossbeam_channel::{Sender, bounded};

use crate::model::batch::Batch;
use crate::recording::error::WriteError;
use crate::recording::event::Event;
use crate::recording::session::Session;
use crate::recording::sink::backlog::{Backlog, Message};
use crate::recording::sink::part::Part;
use crate::recording::sink::status::Shared;
use crate::recording::sink::thread::Worker;

pub use self::options::{Rotate, SinkOptions};
pub use self::status::{SinkPhase, SinkStatus};

/// A recording in the making. Dropping it finishes the file.
pub struct Sink {
    /// `None` once everything was offered.
    queue: Option<Sender<Message>>,
    backlog: Mutex<Backlog>,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<Result<Vec<PathBuf>, WriteError>>>,
}

impl Sink {
    /// Creates the file, writes the session into it and starts the thread.
    ///
    /// # Errors
    /// [`WriteError`] when the file cannot be created or written, or no thread started.
    pub fn start(session: Session, options: SinkOptions) -> Result<Self, WriteError> {
        let part = Part::create(&options, 1, session)?;
        let shared = Arc::new(Shared::new(part.path.clone()));
        let (queue, inbox) = bounded(options.queue.max(1));
        let worker = Worker::new(inbox, Arc::clone(&shared), options, part);
        let thread = std::thread::Builder::new()
            .name("recording".to_owned())
            .spawn(move || worker.run())?;
        Ok(Self {
            queue: Some(queue),
            backlog: Mutex::default(),
            shared,
            thread: Some(thread),
        })
    }

    /// Offers passes without waiting. Those that find no room are counted in
    /// [`SinkStatus::dropped`] and become a gap in the file.
    pub fn offer(&self, batch: &Arc<Batch>) {
        if let Some(queue) = &self.queue {
            let lost = self.backlog().offer(batch, queue);
            self.shared.drop_passes(lost);
        }
    }

    /// Records an event without waiting.
    pub fn note(&self, event: Event) {
        self.post(Message::Note(event));
    }

    /// Records a catalog that has grown, without waiting: call it before the first pass of a
    /// group that was not there when the recording began. Numbers of devices and groups must
    /// not change meaning.
    pub fn set_session(&self, session: Session) {
        self.post(Message::Session(Box::new(session)));
    }

    /// How it is going.
    pub fn status(&self) -> SinkStatus {
        self.shared
            .status(self.queue.as_ref().map_or(0, Sender::len))
    }

    /// Writes what is queued, ends the file and waits for the disk. Returns the files, and how
    /// it went: a recording that ended by itself before is told of there.
    ///
    /// # Errors
    /// [`WriteError`] when the end could not be written; what was synced before is kept.
    pub fn finish(mut self) -> Result<(Vec<PathBuf>, SinkStatus), WriteError> {
        let files = self.end()?;
        Ok((files, self.shared.status(0)))
    }

    fn post(&self, message: Message) {
        if let Some(queue) = &self.queue {
            self.backlog().post(message, queue);
        }
    }

    fn backlog(&self) -> MutexGuard<'_, Backlog> {
        self.backlog.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&mut self) -> Result<Vec<PathBuf>, WriteError> {
        if let Some(queue) = self.queue.take() {
            self.backlog().drain(&queue);
        }
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(outcome)) => outcome,
            Some(Err(_panic)) => Err(WriteError::Describe(
                "the recording thread panicked".to_owned(),
            )),
            None => Ok(Vec::new()),
        }
    }
}

impl Drop for Sink {
    fn drop(&mut self) {
        if let Err(error) = self.end() {
            tracing::error!(%error, "a recording could not be finished");
        }
    }
}
