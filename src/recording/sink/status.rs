//! How a recording is going, for whoever shows it.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::model::reason::Reason;

/// How a recording is going.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SinkStatus {
    /// The file that is being written, or was last.
    pub path: PathBuf,
    /// Files written so far, the present one included, removed ones too.
    pub files: u32,
    /// Bytes written to all of them.
    pub bytes: u64,
    /// Passes written.
    pub passes: u64,
    /// Passes that were read and are not in the file: the queue was full, or recording had
    /// ended.
    pub dropped: u64,
    /// Time since everything written was safe on the disk; `None` before the first sync.
    pub since_sync: Option<Duration>,
    /// Batches that wait for the disk.
    pub waiting: usize,
    /// Whether it goes on, and if not, why.
    pub phase: SinkPhase,
    /// What went wrong without ending the recording, last.
    pub warning: Option<Reason>,
}

/// Whether a recording goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SinkPhase {
    /// It does.
    Recording,
    /// It ended by itself; the live session goes on.
    Stopped(Reason),
    /// It was ended.
    Finished,
}

/// What the sink's two sides share.
#[derive(Debug)]
pub(super) struct Shared {
    told: Mutex<Told>,
    dropped: AtomicU64,
}

/// What the thread tells.
#[derive(Clone, Debug)]
pub(super) struct Told {
    pub(super) path: PathBuf,
    pub(super) files: u32,
    pub(super) bytes: u64,
    pub(super) passes: u64,
    pub(super) synced: Option<Instant>,
    pub(super) phase: SinkPhase,
    pub(super) warning: Option<Reason>,
}

impl Shared {
    pub(super) fn new(path: PathBuf) -> Self {
        Self {
            told: Mutex::new(Told {
                path,
                files: 1,
                bytes: 0,
                passes: 0,
                synced: None,
                phase: SinkPhase::Recording,
                warning: None,
            }),
            dropped: AtomicU64::new(0),
        }
    }

    /// What was told. Each change is complete in itself, so a panic elsewhere does no harm.
    pub(super) fn lock(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts passes that will not be in the file.
    pub(super) fn drop_passes(&self, passes: u64) {
        self.dropped.fetch_add(passes, Ordering::Relaxed);
    }

    /// The status while `waiting` batches are queued.
    pub(super) fn status(&self, waiting: usize) -> SinkStatus {
        let told = self.lock().clone();
        SinkStatus {
            path: told.path,
            files: told.files,
            bytes: told.bytes,
            passes: told.passes,
            dropped: self.dropped.load(Ordering::Relaxed),
            since_sync: told.synced.map(|at| at.elapsed()),
            waiting,
            phase: told.phase,
            warning: told.warning,
        }
    }
}
