//! Counts the bytes that pass through, for whoever cannot reach the writer itself.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number of bytes that one side writes and another reads.
#[derive(Debug, Default)]
pub(crate) struct Count(AtomicU64);

impl Count {
    /// The number as it is now.
    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A writer that counts.
#[derive(Debug)]
pub(crate) struct Counted<W> {
    inner: W,
    count: Arc<Count>,
}

impl<W> Counted<W> {
    /// Counts what `inner` takes into `count`.
    pub(crate) fn new(inner: W, count: Arc<Count>) -> Self {
        Self { inner, count }
    }
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = self.inner.write(bytes)?;
        self.count.0.fetch_add(taken as u64, Ordering::Relaxed);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
