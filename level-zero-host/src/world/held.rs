//! What clients made and have not given back.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts what clients hold of one driver.
#[derive(Debug, Default)]
pub(crate) struct Holdings(Arc<AtomicUsize>);

/// One thing that a client holds, until it is dropped.
#[derive(Debug)]
pub(crate) struct Held(Arc<AtomicUsize>);

impl Holdings {
    /// Counts one more.
    pub(crate) fn one(&self) -> Held {
        self.0.fetch_add(1, Ordering::AcqRel);
        Held(Arc::clone(&self.0))
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.0.load(Ordering::Acquire)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}
