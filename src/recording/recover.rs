//! Writes what can be read of recordings into a clean file, and checks it by reading it back.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::model::batch::Batch;
use crate::model::catalog::GroupId;
use crate::model::time::{Time, TimeSpan};
use crate::recording::compression::Compression;
use crate::recording::error::{Damage, ReadError, WriteError};
use crate::recording::event::{Event, What};
use crate::recording::reader::{Passes, Recording};
use crate::recording::session::Session;
use crate::recording::sink::SinkOptions;
use crate::recording::writer::Writer;

/// What became of a recovery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// Passes in the clean file.
    pub passes: u64,
    /// Events in it, gaps included.
    pub events: u64,
    /// Its length in bytes.
    pub bytes: u64,
    /// What could not be recovered.
    pub lost: Vec<Damage>,
}

/// Why a recording could not be recovered.
#[derive(Debug, thiserror::Error)]
pub enum RecoverError {
    /// The damaged file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The clean file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Another program wrote the file.
    #[error("another program wrote this file; only recordings of zetscope can be recovered")]
    Foreign,
    /// The clean file does not read back as it was written.
    #[error("the clean file did not read back as it was written; the disk may be failing")]
    Differs,
}

/// Writes everything that can be read of the recording at `from` into a new file at `to`, and
/// verifies it by reading it back. `progress` is told how many bytes of `from` are done; it
/// returns whether to go on. On an error nothing is left at `to`.
///
/// # Errors
/// [`RecoverError`].
pub fn recover(
    from: &Path,
    to: &Path,
    compression: Compression,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Recovered, RecoverError> {
    let damaged = Recording::open(from)?;
    if damaged.is_foreign() {
        return Err(RecoverError::Foreign);
    }
    let file = create(to)?;
    let outcome = recover_into(&damaged, &file, to, compression, progress);
    if outcome.is_err()
        && let Err(error) = fs::remove_file(to)
    {
        tracing::warn!(%error, path = %to.display(), "a half-written file could not be removed");
    }
    outcome
}

fn recover_into(
    damaged: &Recording,
    file: &File,
    to: &Path,
    compression: Compression,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Recovered, RecoverError> {
    let twin = file.try_clone().map_err(WriteError::Io)?;
    let mut writer = Writer::new(twin, damaged.session().clone(), compression)?;
    let mut written = Tally::default();
    let mut passes = damaged.read_all();
    copy(&mut passes, &mut writer, &mut written, progress)?;
    let bytes = writer.finish()?;
    file.sync_all().map_err(WriteError::Io)?;
    let clean = Recording::open(to)?;
    let mut read = Tally::default();
    let mut passes = clean.read_all();
    passes.keep_events();
    while let Some(batch) = passes.next() {
        read.add(&batch?);
        read.add_events(&passes.drain_events());
    }
    read.add_events(&passes.drain_events());
    if read != written || !clean.is_complete() {
        return Err(RecoverError::Differs);
    }
    Ok(Recovered {
        passes: written.passes,
        events: written.events,
        bytes,
        lost: damaged.damage(),
    })
}

/// Copies passes, gaps and events.
fn copy<W: Write>(
    passes: &mut Passes<'_>,
    writer: &mut Writer<W>,
    written: &mut Tally,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<(), RecoverError> {
    passes.keep_events();
    while let Some(batch) = passes.next() {
        let batch = batch?;
        writer.write(&batch)?;
        written.add(&batch);
        copy_events(passes, writer, written)?;
        if !progress(passes.bytes_done()) {
            return Err(ReadError::Cancelled.into());
        }
    }
    copy_events(passes, writer, written)
}

fn copy_events<W: Write>(
    passes: &mut Passes<'_>,
    writer: &mut Writer<W>,
    written: &mut Tally,
) -> Result<(), RecoverError> {
    let events = passes.drain_events();
    written.add_events(&events);
    // Gaps go with their batches.
    for event in events.iter().filter(|event| !is_gap(event)) {
        writer.note(event)?;
    }
    Ok(())
}

fn is_gap(event: &Event) -> bool {
    matches!(event.what, What::Gap { .. })
}

/// Makes one file at the options' path of those that follow one another, from `start` on.
///
/// # Errors
/// [`WriteError`]; parts that cannot be read are named in it.
pub(crate) fn join(
    parts: &[PathBuf],
    options: &SinkOptions,
    session: Session,
    start: Time,
) -> Result<(), WriteError> {
    let named = |error| WriteError::Create {
        path: options.path.clone(),
        error,
    };
    let mut open = OpenOptions::new();
    open.write(true)
        .create(true)
        .truncate(true)
        .create_new(!options.replace);
    let file = open.open(&options.path).map_err(named)?;
    let twin = file.try_clone().map_err(named)?;
    let mut writer = Writer::new(twin, session, options.compression)?;
    let span = TimeSpan::new(start, Time(i64::MAX));
    for path in parts {
        let outcome = Recording::open(path)
            .map_err(RecoverError::Read)
            .and_then(|part| {
                let mut passes = part.read(span, |_| true);
                copy(&mut passes, &mut writer, &mut Tally::default(), &mut |_| {
                    true
                })
            });
        match outcome {
            Ok(()) => {}
            Err(RecoverError::Write(error)) => return Err(error),
            Err(other) => return Err(WriteError::Describe(other.to_string())),
        }
    }
    writer.finish()?;
    file.sync_all()?;
    Ok(())
}

fn create(path: &Path) -> Result<File, WriteError> {
    let named = |error| WriteError::Create {
        path: path.to_path_buf(),
        error,
    };
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .map_err(named)
}

/// What a file holds, in a form that can be compared: every bit of every pass counts, how they
/// are cut into batches does not.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    passes: u64,
    events: u64,
    groups: BTreeMap<GroupId, u64>,
    gaps: u64,
}

impl Tally {
    fn add(&mut self, batch: &Batch) {
        self.passes += batch.len() as u64;
        self.gaps += batch.gaps.len() as u64;
        let sum = self.groups.entry(batch.group).or_default();
        for row in 0..batch.len() {
            let mut hasher = DefaultHasher::new();
            sum.hash(&mut hasher);
            (batch.times[row], batch.read_nanos[row]).hash(&mut hasher);
            (&batch.columns, batch.row(row)).hash(&mut hasher);
            batch
                .torn
                .binary_search(&(row as u32))
                .is_ok()
                .hash(&mut hasher);
            *sum = hasher.finish();
        }
    }

    fn add_events(&mut self, events: &[Event]) {
        self.events += events.iter().filter(|event| !is_gap(event)).count() as u64;
    }
}
