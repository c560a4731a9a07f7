//! A small kernel file that is kept open and read again and again.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;
use std::path::Path;

/// An open file of /proc or /sys with a buffer that grows to its size once.
#[derive(Debug)]
pub(super) struct Reread {
    file: File,
    buffer: Vec<u8>,
}

impl Reread {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        Ok(Self {
            file: File::open(path)?,
            buffer: vec![0; 4096],
        })
    }

    /// The file's present content.
    pub(super) fn read(&mut self) -> io::Result<&str> {
        let mut filled = 0;
        loop {
            if filled == self.buffer.len() {
                self.buffer.resize(filled * 2, 0);
            }
            let free = self.buffer.get_mut(filled..).unwrap_or_default();
            match self.file.read_at(free, filled as u64) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        let content = self.buffer.get(..filled).unwrap_or_default();
        std::str::from_utf8(content).map_err(io::Error::other)
    }

    /// The file's present content as one whole number.
    pub(super) fn number(&mut self) -> io::Result<i64> {
        self.read()?.trim().parse().map_err(io::Error::other)
    }
}

/// A file that holds one whole number, read once.
pub(super) fn number(path: &Path) -> io::Result<i64> {
    Reread::open(path)?.number()
}

/// A file that holds one line of text, read once.
pub(super) fn line(path: &Path) -> io::Result<String> {
    Ok(Reread::open(path)?.read()?.trim().to_owned())
}
