//! A second reader of the passes a capture takes in: a listing on the terminal, a file.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};

use crate::model::batch::Batch;

/// The reading end. Dropping it closes the tap.
#[derive(Debug)]
pub struct Tap {
    /// Batches in the order they were taken in; closes when the capture ends.
    pub batches: Receiver<Arc<Batch>>,
    lost: Arc<AtomicU64>,
}

impl Tap {
    /// Passes that found the queue full and are lost to this tap.
    pub fn lost(&self) -> u64 {
        self.lost.load(Ordering::Relaxed)
    }
}

/// The feeding end.
#[derive(Debug)]
pub(crate) struct Feed {
    batches: Sender<Arc<Batch>>,
    lost: Arc<AtomicU64>,
}

impl Feed {
    /// Offers a batch without waiting; returns whether anybody still reads.
    pub(crate) fn offer(&self, batch: &Arc<Batch>) -> bool {
        match self.batches.try_send(Arc::clone(batch)) {
            Ok(()) => true,
            Err(TrySendError::Full(batch)) => {
                self.lost.fetch_add(batch.len() as u64, Ordering::Relaxed);
                true
            }
            Err(TrySendError::Disconnected(_)) => false,
        }
    }
}

/// Both ends of a tap with room for `depth` batches.
pub(crate) fn open(depth: usize) -> (Tap, Feed) {
    let (sender, receiver) = bounded(depth);
    let lost = Arc::new(AtomicU64::new(0));
    let feed = Feed {
        batches: sender,
        lost: Arc::clone(&lost),
    };
    let tap = Tap {
        batches: receiver,
        lost,
    };
    (tap, feed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::catalog::{DeviceId, GroupId};
    use crate::model::time::Time;

    #[test]
    fn a_slow_reader_loses_passes_and_knows_how_many() {
        let group = GroupId {
            device: DeviceId(0),
            index: 0,
        };
        let mut batch = Batch::new(group, Arc::from([0_u32]));
        batch.times = vec![Time(1), Time(2)];
        let batch = Arc::new(batch);
        let (tap, feed) = open(1);
        assert!(feed.offer(&batch) && feed.offer(&batch));
        assert_eq!(tap.lost(), 2);
        drop(tap);
        assert!(!feed.offer(&batch));
    }
}
