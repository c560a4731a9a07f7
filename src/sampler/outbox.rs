//! Passes of one group on their way out: gathered, sent without waiting, drops made visible.

use std::sync::Arc;

use crossbeam_channel::{Sender, TrySendError};

use crate::model::batch::{Batch, Gap, GapCause, GapMark};
use crate::model::catalog::GroupId;
use crate::model::time::{Time, TimeSpan};
use crate::sampler::clock::SessionClock;
use crate::sampler::source::Passes;

/// A batch leaves when it spans this much time: half a frame at 60 frames a second.
const BATCH_NANOS: i64 = 8_000_000;
/// A batch leaves when it holds this many slots, so that a queue of batches stays bounded.
const BATCH_SLOTS: usize = 64 * 1024;

/// Gathers the passes of one group and sends them.
#[derive(Debug)]
pub(crate) struct Outbox {
    batch: Batch,
    /// The last pass read, or the moment reading began.
    last_read: Time,
    /// The last pass that was delivered, or the moment reading began.
    last_delivered: Time,
    /// Passes dropped that no delivered gap has told of yet.
    undelivered: u64,
    dropped: u64,
}

impl Outbox {
    /// An empty outbox for passes of `columns` after `since`.
    pub(crate) fn new(group: GroupId, columns: Arc<[u32]>, since: Time) -> Self {
        Self {
            batch: Batch::new(group, columns),
            last_read: since,
            last_delivered: since,
            undelivered: 0,
            dropped: 0,
        }
    }

    /// Passes lost so far because the queue was full.
    pub(crate) fn dropped(&self) -> u64 {
        self.dropped
    }

    /// The passes gathered and not sent yet.
    pub(crate) fn pending(&self) -> &Batch {
        &self.batch
    }

    /// Where a source pushes its next passes.
    pub(crate) fn passes(&mut self, clock: SessionClock) -> Passes<'_> {
        Passes::new(clock, &mut self.batch, &mut self.last_read)
    }

    /// Notes that passes are missing between the last one read and `until`, before pass `row` of
    /// the batch being gathered.
    pub(crate) fn gap(
        &mut self,
        row: usize,
        since: Time,
        until: Time,
        missed: u64,
        cause: GapCause,
    ) {
        let row = row as u32;
        let span = TimeSpan::new(since, until);
        // Failures in a row are one gap.
        if let Some(mark) = self.batch.gaps.last_mut()
            && mark.row == row
            && mark.gap.cause == cause
        {
            mark.gap.span = mark.gap.span.union(span);
            mark.gap.missed += missed;
            return;
        }
        let gap = Gap {
            span,
            missed,
            cause,
        };
        self.batch.gaps.push(GapMark { row, gap });
    }

    /// The last pass read, or the moment reading began.
    pub(crate) fn last_read(&self) -> Time {
        self.last_read
    }

    /// Sends what was gathered at `now` if it is large enough, or would be too old when the next
    /// pass comes `period` nanoseconds later.
    pub(crate) fn send_if_ready(&mut self, now: Time, period: i64, queue: &Sender<Batch>) {
        let begun = match (self.batch.times.first(), self.batch.gaps.first()) {
            (Some(time), _) => *time,
            (None, Some(mark)) => mark.gap.span.end,
            (None, None) => return,
        };
        if now - begun + period >= BATCH_NANOS || self.batch.slots.len() >= BATCH_SLOTS {
            self.send(queue);
        }
    }

    /// Sends what was gathered; drops and counts it when the queue is full.
    pub(crate) fn send(&mut self, queue: &Sender<Batch>) {
        if self.batch.is_empty() {
            return;
        }
        let fresh = self.fresh_batch();
        let mut batch = std::mem::replace(&mut self.batch, fresh);
        let passes = batch.len() as u64;
        let last = batch.times.last().copied();
        if self.undelivered > 0 {
            self.tell_of_drops(&mut batch);
        }
        match queue.try_send(batch) {
            Ok(()) => {
                self.last_delivered = last.unwrap_or(self.last_delivered);
                self.undelivered = 0;
            }
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => {
                self.dropped += passes;
                self.undelivered += passes;
            }
        }
    }

    fn fresh_batch(&self) -> Batch {
        let mut fresh = Batch::new(self.batch.group, Arc::clone(&self.batch.columns));
        let passes = self.batch.len();
        fresh.times.reserve(passes);
        fresh.read_nanos.reserve(passes);
        fresh.slots.reserve(self.batch.slots.len());
        fresh
    }

    fn tell_of_drops(&self, batch: &mut Batch) {
        let until = batch.times.first().copied().unwrap_or(self.last_read);
        let gap = Gap {
            span: TimeSpan::new(self.last_delivered, until),
            missed: self.undelivered,
            cause: GapCause::QueueFull,
        };
        batch.gaps.insert(0, GapMark { row: 0, gap });
    }
}

#[cfg(test)]
mod tests {
    use crossbeam_channel::bounded;

    use super::*;
    use crate::model::batch::Integrity;
    use crate::model::catalog::DeviceId;

    const GROUP: GroupId = GroupId {
        device: DeviceId(0),
        index: 0,
    };

    fn outbox() -> (Outbox, SessionClock) {
        let clock = SessionClock::start();
        (Outbox::new(GROUP, Arc::from([0_u32]), clock.now()), clock)
    }

    fn take(outbox: &mut Outbox, clock: SessionClock, value: u64) {
        let outcome: Result<(), ()> = outbox.passes(clock).take(|slots| {
            slots[0] = value;
            Ok(Integrity::Whole)
        });
        assert_eq!(outcome, Ok(()));
    }

    #[test]
    fn a_full_queue_drops_counts_and_leaves_a_gap_in_place() {
        let (mut outbox, clock) = outbox();
        let (sender, receiver) = bounded(1);
        for value in 1..=4 {
            take(&mut outbox, clock, value);
            outbox.send(&sender);
        }
        assert_eq!(outbox.dropped(), 3);
        let first = receiver.recv().expect("delivered");
        take(&mut outbox, clock, 5);
        outbox.send(&sender);
        let second = receiver.recv().expect("delivered");
        assert_eq!(second.slots, [5]);
        let mark = second.gaps[0];
        assert_eq!((mark.row, mark.gap.missed), (0, 3));
        assert_eq!(mark.gap.cause, GapCause::QueueFull);
        assert_eq!(mark.gap.span.start, first.times[0]);
        assert_eq!(mark.gap.span.end, second.times[0]);
    }

    #[test]
    fn a_failed_read_leaves_no_pass_behind() {
        let (mut outbox, clock) = outbox();
        take(&mut outbox, clock, 1);
        let outcome = outbox.passes(clock).take(|slots| {
            slots[0] = 99;
            Err("gone")
        });
        assert_eq!(outcome, Err("gone"));
        assert_eq!(outbox.pending().slots, [1]);
        assert_eq!(outbox.pending().len(), 1);
    }

    #[test]
    fn times_strictly_increase_however_fast_the_passes() {
        let (mut outbox, clock) = outbox();
        for value in 0..1000 {
            take(&mut outbox, clock, value);
        }
        let times = &outbox.pending().times;
        assert!(times.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn failures_in_a_row_are_one_gap() {
        let (mut outbox, _clock) = outbox();
        outbox.gap(0, Time(10), Time(20), 1, GapCause::ReadFailed);
        outbox.gap(0, Time(20), Time(30), 1, GapCause::ReadFailed);
        assert_eq!(outbox.pending().gaps.len(), 1);
        let gap = outbox.pending().gaps[0].gap;
        assert_eq!(
            (gap.span.start, gap.span.end, gap.missed),
            (Time(10), Time(30), 2)
        );
    }
}
