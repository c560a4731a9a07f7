//! The sampler thread's loop.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use crossbeam_channel::{Receiver, TrySendError};

use crate::model::batch::GapCause;
use crate::model::catalog::{DeviceId, GroupId};
use crate::model::rate::SampleRate;
use crate::model::reason::Reason;
use crate::sampler::clock::{SessionClock, deadline_now, thread_cpu_nanos};
use crate::sampler::message::{Command, Event, GroupEnabled, News, Outputs, SamplerStatus};
use crate::sampler::meter::Meter;
use crate::sampler::outbox::Outbox;
use crate::sampler::schedule::Deadlines;
use crate::sampler::source::{Source, SourceError};
use crate::sampler::wait::{self, Woken};

/// How often a thread that samples reports on itself.
const STATUS_NANOS: i64 = 250_000_000;
/// How long the thread waits before it offers an event again that nobody took.
const RETRY_NANOS: i64 = 5_000_000;

/// One group that is being read.
struct Active {
    deadlines: Deadlines,
    rate: SampleRate,
    outbox: Outbox,
    meter: Meter,
}

/// Everything the thread owns.
pub(crate) struct Worker {
    device: DeviceId,
    source: Box<dyn Source + Send>,
    clock: SessionClock,
    outputs: Outputs,
    active: BTreeMap<u32, Active>,
    /// Events nobody has taken yet. While there are any, no command is taken, so there are never
    /// more than one command's worth.
    undelivered: VecDeque<Event>,
    reported_at: i64,
    reported_cpu: i64,
}

impl Worker {
    pub(crate) fn new(
        device: DeviceId,
        source: Box<dyn Source + Send>,
        clock: SessionClock,
        outputs: Outputs,
    ) -> Self {
        Self {
            device,
            source,
            clock,
            outputs,
            active: BTreeMap::new(),
            undelivered: VecDeque::new(),
            reported_at: 0,
            reported_cpu: 0,
        }
    }

    /// Runs until the command queue closes, then releases every group.
    pub(crate) fn run(mut self, commands: &Receiver<Command>) {
        wait::sharpen_timers();
        self.enumerate();
        let nobody = crossbeam_channel::never();
        loop {
            self.deliver();
            let inbox = if self.undelivered.is_empty() {
                commands
            } else {
                &nobody
            };
            match self.wait(inbox) {
                Woken::Command(command) => self.obey(command),
                Woken::Deadline => self.read_due(),
                Woken::Closed => break,
            }
            self.report_if_due();
        }
        for group in self.active.keys().copied().collect::<Vec<_>>() {
            self.close(group, None);
        }
        self.deliver();
    }

    fn wait(&self, inbox: &Receiver<Command>) -> Woken {
        let period = self
            .active
            .values()
            .map(|active| active.rate.period_nanos());
        let deadline = self.active.values().map(|active| active.deadlines.next());
        match (deadline.min(), period.min()) {
            (Some(deadline), Some(period)) => wait::until(deadline, period, inbox),
            _ if self.undelivered.is_empty() => wait::for_command(inbox),
            _ => wait::until(deadline_now() + RETRY_NANOS, RETRY_NANOS, inbox),
        }
    }

    fn obey(&mut self, command: Command) {
        match command {
            Command::Enumerate => self.enumerate(),
            Command::Enable {
                group,
                metrics,
                rate,
            } => self.enable(group, &metrics, rate),
            Command::Disable { group } => self.close(group, None),
            Command::SetRate { group, rate } => self.set_rate(group, rate),
        }
    }

    fn enumerate(&mut self) {
        let news = match self.source.enumerate() {
            Ok(groups) => News::Catalog(groups),
            Err(error) => News::NoCatalog(reason_of(error)),
        };
        self.tell(news);
    }

    fn enable(&mut self, index: u32, metrics: &[u32], rate: SampleRate) {
        // What was gathered belongs to the old set of metrics and leaves before it changes.
        let before = self.active.remove(&index).map(|mut active| {
            active.outbox.send(&self.outputs.batches);
            active.outbox.last_read()
        });
        let enabled = match self.source.enable(index, metrics) {
            Ok(enabled) => enabled,
            Err(SourceError::DeviceLost(reason)) => {
                self.tell_disabled(index, Some(reason.clone()));
                return self.device_lost(&reason);
            }
            Err(error) => return self.tell_disabled(index, Some(reason_of(error))),
        };
        let since = before.unwrap_or_else(|| self.clock.now());
        let group = self.group(index);
        let columns = Arc::clone(&enabled.columns);
        if self.active.is_empty() {
            self.begin_reports();
        }
        self.active.insert(
            index,
            Active {
                deadlines: Deadlines::starting(deadline_now(), rate.period_nanos()),
                rate,
                outbox: Outbox::new(group, columns, since),
                meter: Meter::default(),
            },
        );
        self.tell(News::Enabled(GroupEnabled {
            group,
            columns: enabled.columns,
            refused: enabled.refused,
            access: enabled.access,
            rate,
        }));
    }

    fn set_rate(&mut self, index: u32, rate: SampleRate) {
        if let Some(active) = self.active.get_mut(&index) {
            active.outbox.send(&self.outputs.batches);
            active.rate = rate;
            active.deadlines = Deadlines::starting(deadline_now(), rate.period_nanos());
        }
    }

    fn close(&mut self, index: u32, reason: Option<Reason>) {
        let Some(mut active) = self.active.remove(&index) else {
            return;
        };
        active.outbox.send(&self.outputs.batches);
        if let Err(error) = self.source.disable(index) {
            tracing::warn!(%error, group = index, "the driver did not release the group cleanly");
        }
        self.tell_disabled(index, reason);
    }

    fn device_lost(&mut self, reason: &Reason) {
        for index in self.active.keys().copied().collect::<Vec<_>>() {
            self.close(index, Some(reason.clone()));
        }
        self.tell(News::DeviceLost(reason.clone()));
    }

    fn read_due(&mut self) {
        let now = deadline_now();
        let mut refused = Vec::new();
        for (index, active) in &mut self.active {
            let Some(due) = active.deadlines.take(now) else {
                continue;
            };
            active.meter.due(due);
            match read_group(&mut *self.source, self.clock, *index, active, due.missed) {
                Ok(()) => {
                    let last = active.outbox.last_read();
                    let period = active.rate.period_nanos();
                    let queue = &self.outputs.batches;
                    active.outbox.send_if_ready(last, period, queue);
                }
                Err(SourceError::DeviceLost(reason)) => return self.device_lost(&reason),
                Err(error) => refused.push((*index, reason_of(error))),
            }
        }
        for (index, reason) in refused {
            self.close(index, Some(reason));
        }
    }

    fn begin_reports(&mut self) {
        self.reported_at = deadline_now();
        self.reported_cpu = thread_cpu_nanos();
    }

    fn report_if_due(&mut self) {
        let elapsed = deadline_now() - self.reported_at;
        if self.active.is_empty() || elapsed < STATUS_NANOS {
            return;
        }
        let cpu = thread_cpu_nanos() - self.reported_cpu;
        self.begin_reports();
        let device = self.device;
        let groups = self.active.iter_mut().map(|(index, active)| {
            let group = GroupId {
                device,
                index: *index,
            };
            let dropped = active.outbox.dropped();
            active.meter.report(group, active.rate, dropped, elapsed)
        });
        let status = SamplerStatus {
            cpu_share: cpu as f64 / elapsed as f64,
            groups: groups.collect(),
        };
        // A report that waits behind others is out of date: the next one replaces it.
        if self.undelivered.is_empty() {
            self.tell(News::Status(status));
        }
    }

    fn group(&self, index: u32) -> GroupId {
        GroupId {
            device: self.device,
            index,
        }
    }

    fn tell_disabled(&mut self, index: u32, reason: Option<Reason>) {
        let group = self.group(index);
        self.tell(News::Disabled { group, reason });
    }

    fn tell(&mut self, news: News) {
        self.undelivered.push_back(Event {
            device: self.device,
            time: self.clock.now(),
            news,
        });
        self.deliver();
    }

    fn deliver(&mut self) {
        while let Some(event) = self.undelivered.pop_front() {
            match self.outputs.events.try_send(event) {
                Ok(()) => {}
                Err(TrySendError::Full(event)) => {
                    self.undelivered.push_front(event);
                    return;
                }
                // Nobody is left to listen; the command queue closes next.
                Err(TrySendError::Disconnected(_)) => self.undelivered.clear(),
            }
        }
    }
}

/// Reads one group and notes what is missing before the new passes.
fn read_group(
    source: &mut dyn Source,
    clock: SessionClock,
    index: u32,
    active: &mut Active,
    missed: u64,
) -> Result<(), SourceError> {
    let rows = active.outbox.pending().len();
    let torn = active.outbox.pending().torn.len();
    let since = active.outbox.last_read();
    let outcome = source.read(index, &mut active.outbox.passes(clock));
    let fresh = active.outbox.pending();
    active
        .meter
        .read(&fresh.read_nanos[rows..], fresh.torn.len() - torn);
    let until = fresh.times.get(rows).copied();
    if missed > 0 {
        let until = until.unwrap_or_else(|| clock.now());
        active
            .outbox
            .gap(rows, since, until, missed, GapCause::Late);
    }
    match outcome {
        Err(SourceError::Transient(reason)) => {
            tracing::debug!(%reason, group = index, "a read failed");
            active.meter.failed();
            active
                .outbox
                .gap(rows, since, clock.now(), 1, GapCause::ReadFailed);
            Ok(())
        }
        other => other,
    }
}

fn reason_of(error: SourceError) -> Reason {
    match error {
        SourceError::Refused(reason)
        | SourceError::Transient(reason)
        | SourceError::DeviceLost(reason) => reason,
    }
}
