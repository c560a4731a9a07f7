//! One streamer at work: when the next report is due, and what was read for the last one.

use super::ring::Ring;
use super::{Notify, Reports, Stream, Terms};
use crate::world::fault::Fault;
use crate::world::source::Source;
use crate::world::value::Value;

/// How long a device sleeps that is scripted to.
const SLEEP_NS: u64 = 1_000_000_000;

pub(super) struct Run {
    period: u64,
    notify_every: usize,
    notify: Option<Notify>,
    ring: Ring,
    /// By the device's clock: when the report that is being counted for ends.
    next_end: u64,
    /// What the source said at the beginning of that report.
    before: Vec<Option<Value>>,
    /// Lost reports that no read has told of.
    untold: u64,
    slept: bool,
}

impl Run {
    pub(super) fn new(
        stream: &Stream,
        granted: Terms,
        notify: Option<Notify>,
        source: &mut dyn Source,
    ) -> Self {
        let mut run = Self {
            period: u64::from(granted.period_ns),
            notify_every: granted.notify_every as usize,
            notify,
            ring: Ring::new(stream.format.size(), stream.capacity()),
            next_end: 0,
            before: Vec::new(),
            untold: 0,
            slept: false,
        };
        run.begin(source, stream.clock.nanos());
        run
    }

    pub(super) const fn waiting(&self) -> usize {
        self.ring.len()
    }

    pub(super) fn pop(&mut self, most: usize) -> Vec<u8> {
        self.ring.pop(most)
    }

    /// Lost reports that have not been told of before.
    pub(super) fn tell_dropped(&mut self) -> u64 {
        std::mem::take(&mut self.untold)
    }

    /// Takes every report that is due, and notifies the owner if enough wait.
    pub(super) fn take_due(
        &mut self,
        stream: &Stream,
        source: &mut dyn Source,
        reports: &mut Reports,
    ) {
        let now = stream.clock.nanos();
        if self.next_end > now + self.period {
            // The device's clock has begun again.
            self.begin(source, now);
        }
        if source.is_function_of_time() {
            self.skip_hopeless(source, now, reports);
            while self.next_end <= now && !stream.health.is_lost() {
                self.take(stream, source, self.next_end, reports);
                self.next_end += self.period;
                if self.falls_asleep(stream, reports) {
                    break;
                }
            }
        } else if self.next_end <= now && !stream.health.is_lost() {
            // What is read now belongs to now, however late that is.
            self.take(stream, source, now, reports);
            self.next_end += self.period * ((now - self.next_end) / self.period + 1);
        }
        if let Some(notify) = &self.notify
            && self.ring.len() >= self.notify_every
        {
            notify();
        }
    }

    /// Begins to count. The reports of a function of time end at whole periods of the clock.
    fn begin(&mut self, source: &mut dyn Source, now: u64) {
        let start = if source.is_function_of_time() {
            now.next_multiple_of(self.period)
        } else {
            now
        };
        self.before.clear();
        source.read(start, &mut self.before).ok();
        self.next_end = start + self.period;
    }

    /// Loses at once those reports that later ones, due as well, would push out of the ring.
    fn skip_hopeless(&mut self, source: &mut dyn Source, now: u64, reports: &mut Reports) {
        let Some(late) = now.checked_sub(self.next_end) else {
            return;
        };
        let due = late / self.period + 1;
        let skipped = due.saturating_sub(self.ring.capacity() as u64);
        if skipped == 0 {
            return;
        }
        reports.generated += skipped;
        let forgotten = self.ring.clear() as u64;
        self.lose(skipped + forgotten, reports);
        self.begin(source, self.next_end + (skipped - 1) * self.period);
    }

    fn take(&mut self, stream: &Stream, source: &mut dyn Source, end: u64, reports: &mut Reports) {
        let mut after = Vec::with_capacity(self.before.len());
        if source.read(end, &mut after).is_err() {
            // The next report covers this time as well.
            return;
        }
        reports.generated += 1;
        let every = stream.faults.number(Fault::DropsEvery);
        if every.is_some_and(|every| every > 0 && reports.generated.is_multiple_of(every)) {
            self.lose(1, reports);
        } else {
            let (place, lost) = self.ring.push();
            stream.format.write(&self.before, &after, place);
            self.lose(u64::from(lost), reports);
        }
        self.before = after;
        stream.health.count_refresh();
    }

    const fn lose(&mut self, lost: u64, reports: &mut Reports) {
        self.untold += lost;
        reports.dropped += lost;
    }

    /// Sends the device to sleep if it is time.
    fn falls_asleep(&mut self, stream: &Stream, reports: &Reports) -> bool {
        let after = stream.faults.number(Fault::SuspendsAfter);
        if self.slept || after.is_none_or(|after| reports.generated < after) {
            return false;
        }
        self.slept = true;
        stream.clock.begin_again_in(SLEEP_NS);
        true
    }
}
