//! What can go wrong with a recording, and what was found missing or damaged in one.
//!
//! Damage is not an error: a file is opened as far as it can be read, and what could not be is
//! told as [`Damage`].

use std::io;
use std::ops::Range;
use std::path::PathBuf;

use mcap::McapError;

use crate::model::time::TimeSpan;

/// Why a recording could not be written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The file or its folder cannot be used.
    #[error("cannot create {}: {error}; choose another place or name", path.display())]
    Create {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The system refused bytes.
    #[error("cannot write the recording: {0}; what was written before is kept")]
    Io(#[source] io::Error),
    /// The container refused a record.
    #[error("cannot write the recording: {0}; start another one")]
    Container(#[source] McapError),
    /// An earlier write failed.
    #[error("an earlier write to this recording failed; start another one")]
    Failed,
    /// What was read is not part of the catalog the recording began with.
    #[error("group {group} of device {device} is not in the catalog; update the catalog first")]
    UnknownGroup {
        /// The device's number.
        device: u32,
        /// The group's number on it.
        group: u32,
    },
    /// A metric has no type that a recording could hold.
    #[error("metric {0} has a value type that cannot be recorded; leave it out")]
    ValueType(String),
    /// The session could not be put into words.
    #[error("cannot describe the session: {0}")]
    Describe(String),
}

impl From<McapError> for WriteError {
    fn from(error: McapError) -> Self {
        match error {
            McapError::Io(error) => Self::Io(error),
            McapError::AttemptedWriteAfterFailure => Self::Failed,
            other => Self::Container(other),
        }
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Why a recording cannot be read, or not any further.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be opened.
    #[error("cannot open {}: {error}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: io::Error,
    },
    /// The system refused bytes.
    #[error("cannot read the recording at byte {offset}: {error}")]
    Io {
        /// Where.
        offset: u64,
        /// What the system said.
        error: io::Error,
    },
    /// The file became shorter while it was read.
    #[error(
        "the recording ends before byte {offset} although it was longer when it was opened; \
         open it again"
    )]
    Shrunk {
        /// The first byte that is gone.
        offset: u64,
    },
    /// The file is something else.
    #[error("this is not an MCAP file; a recording begins with the bytes 89 4d 43 41 50")]
    NotARecording,
    /// A newer version of this program wrote the file.
    #[error(
        "the recording has format version {found} and this program reads up to {known}; \
         open it with a newer zetscope"
    )]
    Newer {
        /// The version in the file.
        found: u32,
        /// The newest version known here.
        known: u32,
    },
    /// The caller asked to stop.
    #[error("reading was cancelled")]
    Cancelled,
}

/// A part of a recording that is missing, damaged or not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// What was found, as a whole sentence without a trailing full stop.
    pub what: String,
    /// The bytes of the file, where they are known.
    pub bytes: Option<Range<u64>>,
    /// The session time that is affected, where it is known.
    pub span: Option<TimeSpan>,
}

impl Damage {
    /// Damage to the file as a whole.
    pub(crate) fn new(what: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            bytes: None,
            span: None,
        }
    }

    /// The same damage with its place in the file.
    #[must_use]
    pub(crate) fn at(mut self, bytes: Range<u64>) -> Self {
        self.bytes = Some(bytes);
        self
    }
}

impl std::fmt::Display for Damage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what)?;
        if let Some(bytes) = &self.bytes {
            write!(f, " (bytes {} to {})", bytes.start, bytes.end)?;
        }
        if let Some(span) = &self.span {
            let (start, end) = (span.start.0 as f64 * 1e-9, span.end.0 as f64 * 1e-9);
            write!(f, " ({start:.3} s to {end:.3} s)")?;
        }
        Ok(())
    }
}
