//! What could not be queued yet, and what never will be.
//!
//! The side that offers passes never waits. A pass that finds the queue full is gone from the
//! file; that it is must be said in the file, in its place: with the next batch of its group
//! that finds room.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use crossbeam_channel::{Sender, TrySendError};

use crate::model::batch::{Batch, Gap, GapCause, GapMark};
use crate::model::catalog::GroupId;
use crate::model::time::TimeSpan;
use crate::recording::event::Event;
use crate::recording::session::Session;

/// Events that may wait for the queue.
const MOST_EVENTS: usize = 4096;
/// Gaps of lost batches that are remembered one by one; more become one.
const MOST_GAPS: usize = 256;

/// A message to the thread.
#[derive(Debug)]
pub(super) enum Message {
    /// Passes, and the gaps that stand before the first of them.
    Batch(Arc<Batch>, Vec<Gap>),
    /// An event.
    Note(Event),
    /// The catalog has grown.
    Session(Box<Session>),
}

/// What waits or is lost.
#[derive(Debug, Default)]
pub(super) struct Backlog {
    waiting: VecDeque<Message>,
    lost: BTreeMap<GroupId, Vec<Gap>>,
}

impl Backlog {
    /// Queues a batch; returns how many passes are lost because there is no room.
    pub(super) fn offer(&mut self, batch: &Arc<Batch>, queue: &Sender<Message>) -> u64 {
        if !self.send_waiting(queue) {
            return self.lose(batch, Vec::new());
        }
        let gaps = self.lost.remove(&batch.group).unwrap_or_default();
        match queue.try_send(Message::Batch(Arc::clone(batch), gaps)) {
            Ok(()) => 0,
            Err(TrySendError::Full(message) | TrySendError::Disconnected(message)) => {
                let Message::Batch(batch, gaps) = message else {
                    return 0;
                };
                self.lose(&batch, gaps)
            }
        }
    }

    /// Queues something small, now or as soon as there is room. Events beyond a limit are lost.
    pub(super) fn post(&mut self, message: Message, queue: &Sender<Message>) {
        if self.waiting.len() < MOST_EVENTS {
            self.waiting.push_back(message);
        } else {
            tracing::warn!("the disk is too slow for this many events; one is lost");
        }
        self.send_waiting(queue);
    }

    /// Waits until everything is queued, the gaps nobody has told of included.
    pub(super) fn drain(&mut self, queue: &Sender<Message>) {
        for (group, gaps) in std::mem::take(&mut self.lost) {
            let mut batch = Batch::new(group, Arc::from([]));
            let mark = |gap| GapMark { row: 0, gap };
            batch.gaps = gaps.into_iter().map(mark).collect();
            self.waiting
                .push_back(Message::Batch(Arc::new(batch), Vec::new()));
        }
        for message in self.waiting.drain(..) {
            // The thread ends early only after an error, which it has told of.
            drop(queue.send(message));
        }
    }

    /// Queues what waits; returns whether nothing does any more.
    fn send_waiting(&mut self, queue: &Sender<Message>) -> bool {
        while let Some(message) = self.waiting.pop_front() {
            match queue.try_send(message) {
                Ok(()) => {}
                Err(TrySendError::Disconnected(_)) => return true,
                Err(TrySendError::Full(message)) => {
                    self.waiting.push_front(message);
                    return false;
                }
            }
        }
        true
    }

    /// Remembers that a batch is lost; `gaps` are those that should have gone with it.
    fn lose(&mut self, batch: &Batch, mut gaps: Vec<Gap>) -> u64 {
        gaps.extend(batch.gaps.iter().map(|mark| mark.gap));
        let passes = batch.len() as u64;
        if let Some(span) = batch.span() {
            gaps.push(Gap {
                span,
                missed: passes,
                cause: GapCause::NotRecorded,
            });
        }
        let lost = self.lost.entry(batch.group).or_default();
        for gap in gaps {
            add(lost, gap);
        }
        passes
    }
}

/// Adds a gap to a list that stays short.
fn add(gaps: &mut Vec<Gap>, gap: Gap) {
    let is_full = gaps.len() >= MOST_GAPS;
    if let Some(last) = gaps.last_mut()
        && (last.cause == gap.cause || is_full)
    {
        last.span = TimeSpan::new(last.span.start, gap.span.end.max(last.span.end));
        last.missed = last.missed.saturating_add(gap.missed);
        return;
    }
    gaps.push(gap);
}

#[cfg(test)]
mod tests {
    use crossbeam_channel::bounded;

    use super::*;
    use crate::model::time::Time;
    use crate::recording::sample;

    fn batch(times: &[i64]) -> Arc<Batch> {
        let mut batch = Batch::new(sample::GROUP, Arc::from([0_u32]));
        batch.times = times.iter().copied().map(Time).collect();
        batch.read_nanos = vec![0; times.len()];
        batch.slots = vec![0; times.len()];
        Arc::new(batch)
    }

    #[test]
    fn lost_passes_are_told_of_before_the_next_that_find_room() {
        let (sender, receiver) = bounded(1);
        let mut backlog = Backlog::default();
        assert_eq!(backlog.offer(&batch(&[1]), &sender), 0);
        assert_eq!(backlog.offer(&batch(&[2, 3]), &sender), 2);
        backlog.post(Message::Note(sample::events().remove(4)), &sender);
        assert_eq!(backlog.offer(&batch(&[4]), &sender), 1);
        assert!(matches!(receiver.try_recv(), Ok(Message::Batch(first, _)) if first.len() == 1));
        // The event goes first and takes the only place.
        assert_eq!(backlog.offer(&batch(&[5]), &sender), 1);
        assert!(matches!(receiver.try_recv(), Ok(Message::Note(_))));
        assert_eq!(backlog.offer(&batch(&[6]), &sender), 0);
        let Ok(Message::Batch(last, gaps)) = receiver.try_recv() else {
            panic!("the last batch found room");
        };
        assert_eq!(last.times, [Time(6)]);
        let span = TimeSpan::new(Time(2), Time(6));
        assert_eq!(
            gaps,
            [Gap {
                span,
                missed: 4,
                cause: GapCause::NotRecorded
            }]
        );
    }

    #[test]
    fn what_nobody_told_of_is_told_at_the_end() {
        let (sender, receiver) = bounded(4);
        let mut backlog = Backlog::default();
        backlog.lose(&batch(&[7, 8]), Vec::new());
        backlog.drain(&sender);
        let Ok(Message::Batch(last, _)) = receiver.try_recv() else {
            panic!("a batch of gaps alone");
        };
        assert!(last.times.is_empty());
        assert_eq!(last.gaps[0].gap.missed, 2);
    }
}
