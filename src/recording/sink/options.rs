//! How a recording is to be made.

use std::path::PathBuf;
use std::time::Duration;

use crate::recording::compression::Compression;

/// Where and how to record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SinkOptions {
    /// The file. With [`SinkOptions::rotate`] or [`SinkOptions::keep_last`] a number is added
    /// to the names of its parts: `run.mcap` becomes `run-0001.mcap` and so on.
    pub path: PathBuf,
    /// Whether a file of that name may be replaced.
    pub replace: bool,
    /// How chunks are compressed.
    pub compression: Compression,
    /// When to begin another file.
    pub rotate: Option<Rotate>,
    /// Keep only what is younger than this: older parts are removed while recording goes on,
    /// and what is left becomes one file at the end.
    pub keep_last: Option<Duration>,
    /// Free space at which recording ends, in bytes. On a small file system a sixteenth of it
    /// or 4 MiB count instead, whichever is more.
    pub free_floor_bytes: u64,
    /// How often what was recorded is flushed and synced: what a power cut may cost.
    pub sync_interval: Duration,
    /// How often the recording seen from far away is written.
    pub overview_interval: Duration,
    /// Batches that may wait for the disk.
    pub queue: usize,
}

/// When to begin another file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rotate {
    /// When a file has this many bytes.
    Bytes(u64),
    /// When a file covers this much time.
    Time(Duration),
}

impl SinkOptions {
    /// Records into one new file at `path`, synced once a second.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            replace: false,
            compression: Compression::default(),
            rotate: None,
            keep_last: None,
            free_floor_bytes: 64 << 20,
            sync_interval: Duration::from_secs(1),
            overview_interval: Duration::from_mins(3),
            queue: 256,
        }
    }

    /// The name of part `number`, counted from 1; the file itself when there are no parts.
    pub(super) fn part(&self, number: u32) -> PathBuf {
        if self.rotate.is_none() && self.keep_last.is_none() {
            return self.path.clone();
        }
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let extension = self.path.extension().map(|end| end.to_string_lossy());
        let name = match extension {
            Some(extension) => format!("{stem}-{number:04}.{extension}"),
            None => format!("{stem}-{number:04}"),
        };
        self.path.with_file_name(name)
    }

    /// When a part ends.
    pub(super) fn part_ends(&self) -> Option<Rotate> {
        // Eight parts and one in the making: at most an eighth more than was asked for is kept.
        let rolling = self.keep_last.map(|keep| Rotate::Time(keep / 8));
        rolling.or(self.rotate)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn parts_are_numbered_before_the_extension() {
        let mut options = SinkOptions::new("/tmp/a.b/run.mcap");
        assert_eq!(options.part(1), Path::new("/tmp/a.b/run.mcap"));
        options.rotate = Some(Rotate::Bytes(1));
        assert_eq!(options.part(12), Path::new("/tmp/a.b/run-0012.mcap"));
        options.path = "run".into();
        assert_eq!(options.part(1), Path::new("run-0001"));
    }
}
