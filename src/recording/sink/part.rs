//! One file of a recording on its disk.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::recording::error::WriteError;
use crate::recording::session::Session;
use crate::recording::sink::options::SinkOptions;
use crate::recording::writer::Writer;

/// A file that is being written.
pub(super) struct Part {
    pub(super) path: PathBuf,
    pub(super) began: Instant,
    pub(super) writer: Writer<File>,
    /// The same file, for what the writer does not do: syncing and cutting.
    file: File,
}

impl Part {
    /// Creates part `number` and writes the session into it.
    pub(super) fn create(
        options: &SinkOptions,
        number: u32,
        session: Session,
    ) -> Result<Self, WriteError> {
        let path = options.part(number);
        let named = |error| WriteError::Create {
            path: path.clone(),
            error,
        };
        let mut open = OpenOptions::new();
        open.write(true);
        if options.replace {
            open.create(true).truncate(true);
        } else {
            open.create_new(true);
        }
        let file = open.open(&path).map_err(named)?;
        let twin = file.try_clone().map_err(named)?;
        let writer = Writer::new(twin, session, options.compression)?;
        sync_folder(&path);
        Ok(Self {
            path,
            began: Instant::now(),
            writer,
            file,
        })
    }

    /// Flushes, and waits until the disk has everything.
    pub(super) fn sync(&mut self) -> Result<(), WriteError> {
        self.writer.flush()?;
        self.file.sync_data()?;
        Ok(())
    }

    /// Ends the file properly and syncs it. Returns its length.
    pub(super) fn finish(self) -> Result<u64, WriteError> {
        let intact = self.writer.intact_bytes();
        let outcome = self.writer.finish();
        if outcome.is_err() {
            cut(&self.file, intact);
        }
        let length = outcome?;
        self.file.sync_all()?;
        Ok(length)
    }

    /// Leaves the file after an error: what was flushed stays, half a record behind it goes.
    pub(super) fn abandon(self) {
        let intact = self.writer.intact_bytes();
        drop(self.writer);
        cut(&self.file, intact);
    }

    /// Bytes that can still be written to the file system, and how many it has altogether;
    /// `None` where the system does not say.
    pub(super) fn room(&self) -> Option<(u64, u64)> {
        let system = rustix::fs::fstatvfs(&self.file).ok()?;
        let bytes = |blocks: u64| blocks.saturating_mul(system.f_frsize);
        Some((bytes(system.f_bavail), bytes(system.f_blocks)))
    }
}

/// Cuts a file to what is intact. That may fail on a disk in trouble; the file can be read
/// all the same.
fn cut(file: &File, intact: u64) {
    let outcome = file.set_len(intact).and_then(|()| file.sync_all());
    if let Err(error) = outcome {
        tracing::warn!(%error, "the end of a recording could not be tidied");
    }
}

/// Makes the name of a new file outlive a power cut, where the folder can be synced.
fn sync_folder(path: &Path) {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let outcome = File::open(folder.unwrap_or(Path::new("."))).and_then(|file| file.sync_all());
    if let Err(error) = outcome {
        tracing::debug!(%error, "the folder of a recording cannot be synced");
    }
}

/// Removes a part that is too old to be kept.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)
}
