//! What a group's memories hold: read from the source, written in an order that readers can
//! rely on.
//!
//! Memory is created when it is first asked for, and filled at once, so that no client ever
//! sees bytes that nobody wrote.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering, fence};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::world::clock::Clock;
use crate::world::device::Health;
use crate::world::group::Export;
use crate::world::memory::Memory;
use crate::world::source::Source;
use crate::world::value::Value;

/// The part of a group that its refresher thread shares.
pub(crate) struct Content {
    writer: Writer,
    refreshes: AtomicU64,
    work: Mutex<Work>,
}

/// What it takes to write values, and never changes.
pub(crate) struct Writer {
    pub(crate) export: Export,
    /// Where each metric lies in a memory for the whole group.
    pub(crate) offsets: Vec<usize>,
    pub(crate) clock: Arc<Clock>,
    pub(crate) health: Arc<Health>,
    pub(crate) shrinks_after: Option<u64>,
}

struct Work {
    source: Box<dyn Source>,
    values: Vec<Option<Value>>,
    memories: Vec<Arc<Memory>>,
    /// Whether the memories have been written once.
    filled: bool,
}

impl Content {
    /// `memories` may be empty until [`prepare`](Self::prepare) makes them.
    pub(crate) fn new(writer: Writer, source: Box<dyn Source>, memories: Vec<Arc<Memory>>) -> Self {
        let work = Work {
            source,
            values: Vec::with_capacity(writer.offsets.len()),
            memories,
            filled: false,
        };
        Self {
            writer,
            refreshes: AtomicU64::new(0),
            work: Mutex::new(work),
        }
    }

    /// Fills the memories, the first time, and makes them before if there are none.
    pub(crate) fn prepare(
        &self,
        make: impl FnOnce() -> io::Result<Vec<Arc<Memory>>>,
    ) -> io::Result<()> {
        let mut work = lock(&self.work);
        if work.filled {
            return Ok(());
        }
        if work.memories.is_empty() {
            work.memories = make()?;
        }
        work.filled = self.writer.refresh(&mut work);
        Ok(())
    }

    /// The memory of metric number `index`; the last one serves all that have none of their own.
    pub(crate) fn memory(&self, index: usize) -> Option<Arc<Memory>> {
        let work = lock(&self.work);
        let last = work.memories.len().checked_sub(1)?;
        work.memories.get(index.min(last)).cloned()
    }

    /// Starts the source and refreshes once.
    pub(crate) fn start(&self) -> io::Result<()> {
        lock(&self.work).source.start()?;
        self.refresh();
        Ok(())
    }

    /// Stops the source; the memories keep their values.
    pub(crate) fn stop(&self) {
        lock(&self.work).source.stop();
    }

    /// Refreshes an active group, and lets the script count it.
    pub(crate) fn refresh(&self) {
        let mut work = lock(&self.work);
        if !self.writer.refresh(&mut work) {
            return;
        }
        let refreshes = self.refreshes.fetch_add(1, Ordering::AcqRel) + 1;
        let shrinks_after = self.writer.shrinks_after;
        if shrinks_after.is_some_and(|after| refreshes >= after) {
            for memory in &work.memories {
                memory.shrink();
            }
        }
        self.writer.health.count_refresh();
    }

    /// Refreshes while somebody had the group active.
    pub(crate) fn refreshes(&self) -> u64 {
        self.refreshes.load(Ordering::Acquire)
    }

    /// Whether a thread refreshes the group, rather than a test.
    pub(crate) fn is_driven_by_time(&self) -> bool {
        self.writer.clock.is_host()
    }
}

impl Writer {
    /// Reads the source and writes what it gave; false if it gave nothing or the device is lost.
    fn refresh(&self, work: &mut Work) -> bool {
        work.values.clear();
        let now = self.clock.now();
        if self.health.is_lost() || work.source.read(now, &mut work.values).is_err() {
            return false;
        }
        match self.export {
            Export::Sequenced => self.write_sequenced(&work.memories, &work.values),
            Export::Whole | Export::PerMetric => self.write(&work.memories, &work.values),
        }
        true
    }

    /// The first metric, which is the timestamp where there is one, is written last: no value is
    /// older than the timestamp says.
    fn write(&self, memories: &[Arc<Memory>], values: &[Option<Value>]) {
        for index in 1..values.len() {
            self.store(memories, values, index);
        }
        fence(Ordering::Release);
        self.store(memories, values, 0);
    }

    /// The first word goes odd, the fields follow, the last and then the first word go even.
    fn write_sequenced(&self, memories: &[Arc<Memory>], values: &[Option<Value>]) {
        let [Some(Value::U32(sequence)), ..] = values else {
            return;
        };
        if let (Some(memory), Some(first)) = (memories.first(), self.offsets.first()) {
            memory.store(*first, Value::U32(sequence.wrapping_sub(1)));
        }
        fence(Ordering::Release);
        for index in 1..values.len() - 1 {
            self.store(memories, values, index);
        }
        fence(Ordering::Release);
        self.store(memories, values, values.len() - 1);
        fence(Ordering::Release);
        self.store(memories, values, 0);
    }

    /// Writes one value to its place, if it is a new one.
    fn store(&self, memories: &[Arc<Memory>], values: &[Option<Value>], index: usize) {
        let Some(Some(value)) = values.get(index) else {
            return;
        };
        let last = memories.len().saturating_sub(1);
        let (memory, offset) = match self.export {
            Export::PerMetric => (memories.get(index.min(last)), Some(&0)),
            Export::Whole | Export::Sequenced => (memories.first(), self.offsets.get(index)),
        };
        if let (Some(memory), Some(offset)) = (memory, offset) {
            memory.store(*offset, *value);
        }
    }
}

/// Every mutex in a world guards data that is whole between any two statements.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
