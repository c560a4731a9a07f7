//! The thread that takes in what the samplers send.

use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, after, never, select, tick};

use crate::capture::backlog::{Arrival, Backlog};
use crate::capture::cost::CostMeter;
use crate::capture::live::{Findings, FoundDriver};
use crate::capture::selection::Selection;
use crate::capture::state::{Device, Group, Listing, LogEntry, Phase, State};
use crate::capture::{Found, Shared};
use crate::model::batch::Batch;
use crate::model::catalog::{DeviceId, GroupId, GroupInfo};
use crate::model::rate::SampleRate;
use crate::model::reason::Reason;
use crate::sampler::Sampler;
use crate::sampler::clock::SessionClock;
use crate::sampler::message::{Event, News, Outputs, SamplerStatus};

/// How often this program's own cost is measured.
const COST_INTERVAL: Duration = Duration::from_secs(1);

/// How soon the state is tried again while a view holds it.
const RETRY: Duration = Duration::from_millis(1);

/// What the thread owns.
pub(crate) struct Ingest {
    pub(crate) shared: Arc<Shared>,
    pub(crate) clock: SessionClock,
    pub(crate) outputs: Outputs,
    pub(crate) selection: Selection,
    pub(crate) rate: SampleRate,
}

impl Ingest {
    /// Runs until `stop` closes.
    pub(crate) fn run(
        self,
        found: &Found,
        events: &Receiver<Event>,
        batches: &Receiver<Batch>,
        stop: &Receiver<()>,
    ) {
        let cost_due = tick(COST_INTERVAL);
        let mut cost = CostMeter::start(self.clock.now().0);
        let mut found = found.clone();
        let mut backlog = Backlog::default();
        loop {
            let retry = if backlog.is_empty() {
                never()
            } else {
                after(RETRY)
            };
            select! {
                recv(batches) -> batch => if let Ok(batch) = batch { backlog.push(Arrival::Batch(batch)) },
                recv(events) -> event => if let Ok(event) = event { backlog.push(Arrival::Event(event)) },
                recv(found) -> findings => match findings {
                    Ok(findings) => backlog.push(Arrival::Findings(findings)),
                    // Every discovery has ended.
                    Err(_) => found = never(),
                },
                recv(cost_due) -> _ => {
                    backlog.push(Arrival::Cost(cost.measure(self.clock.now().0)));
                }
                recv(retry) -> _ => {}
                recv(stop) -> _ => break,
            }
            if self.hand_on(&mut backlog) {
                self.shared.announce();
            }
        }
    }

    /// Tells the state what has arrived, if no view holds it; returns whether it did.
    fn hand_on(&self, backlog: &mut Backlog) -> bool {
        let free = if backlog.is_full() {
            Some(self.shared.lock())
        } else {
            self.shared.try_lock()
        };
        let Some(mut state) = free else {
            return false;
        };
        for arrival in backlog.take() {
            match arrival {
                Arrival::Batch(batch) => take_batch(&mut state, batch),
                Arrival::Event(event) => self.take_event(&mut state, event),
                Arrival::Findings(findings) => self.take_findings(&mut state, findings),
                Arrival::Cost(cost) => state.cost = cost,
            }
        }
        true
    }

    fn take_findings(&self, state: &mut State, findings: Findings) {
        state.discovering = state.discovering.saturating_sub(1);
        state.problems.extend(findings.problems);
        state.loader = findings.loader.or(state.loader.take());
        for driver in findings.drivers {
            self.take_driver(state, driver);
        }
    }

    fn take_driver(&self, state: &mut State, found: FoundDriver) {
        let driver = state.drivers.len();
        state.drivers.push(found.info);
        for device in found.devices {
            let id = DeviceId(state.devices.len() as u32);
            let started = Sampler::start(id, device.source, self.clock, self.outputs.clone());
            let listing = match started {
                Ok(sampler) => {
                    state.add_sampler(id, sampler);
                    Listing::Pending
                }
                Err(error) => {
                    Listing::Failed(Reason::new(format!("no thread for this device: {error}")))
                }
            };
            state.devices.push(Device {
                id,
                driver,
                info: device.info,
                listing,
                lost: None,
                cpu_share: 0.0,
            });
        }
    }

    fn take_event(&self, state: &mut State, event: Event) {
        let device = event.device.0 as usize;
        match event.news {
            News::Catalog(groups) => self.take_catalog(state, event.device, groups),
            News::NoCatalog(reason) => state.devices[device].listing = Listing::Failed(reason),
            News::Enabled(granted) => {
                if let Some(group) = state.groups.get_mut(&granted.group) {
                    group.phase = Phase::On {
                        columns: granted.columns,
                        access: granted.access,
                    };
                    group.refused = granted.refused;
                }
            }
            News::Disabled { group, reason } => {
                if let Some(reason) = &reason {
                    state.note(LogEntry {
                        time: event.time,
                        device: event.device,
                        group: Some(group),
                        reason: reason.clone(),
                    });
                }
                take_disabled(state, group, reason);
            }
            News::DeviceLost(reason) => {
                state.note(LogEntry {
                    time: event.time,
                    device: event.device,
                    group: None,
                    reason: reason.clone(),
                });
                state.devices[device].lost = Some(reason);
                state.devices[device].cpu_share = 0.0;
            }
            News::Status(status) => take_status(state, event.device, status),
        }
    }

    fn take_catalog(&self, state: &mut State, device: DeviceId, groups: Vec<GroupInfo>) {
        let groups: Arc<[GroupInfo]> = groups.into();
        let entry = &mut state.devices[device.0 as usize];
        entry.listing = Listing::Ready(Arc::clone(&groups));
        entry.lost = None;
        let info = entry.info.clone();
        for (index, group) in groups.iter().enumerate() {
            let id = GroupId {
                device,
                index: index as u32,
            };
            state.store.add_group(id, group);
            state.groups.entry(id).or_insert_with(|| Group {
                wanted: Vec::new(),
                rate: self.rate,
                phase: Phase::Off,
                refused: Vec::new(),
                status: None,
            });
            let metrics = (self.selection)(&info, group);
            if let Err(reason) = state.request_metrics(id, metrics) {
                take_disabled(state, id, Some(reason));
            }
        }
    }
}

fn take_batch(state: &mut State, batch: Batch) {
    let batch = Arc::new(batch);
    if let Err(error) = state.store.append(&batch) {
        // The samplers only send what they announced, so this is a fault of this program; the
        // other groups go on.
        tracing::error!(%error, group = ?batch.group, "a batch could not be kept");
        return;
    }
    state.taps.retain(|feed| feed.offer(&batch));
}

fn take_disabled(state: &mut State, id: GroupId, reason: Option<Reason>) {
    let Some(group) = state.groups.get_mut(&id) else {
        return;
    };
    group.status = None;
    match reason {
        Some(reason) => group.phase = Phase::Failed(reason),
        // A request made meanwhile stands: only what is still unwanted is off.
        None if group.wanted.is_empty() => group.phase = Phase::Off,
        None => {}
    }
}

fn take_status(state: &mut State, device: DeviceId, status: SamplerStatus) {
    state.devices[device.0 as usize].cpu_share = status.cpu_share;
    for report in status.groups {
        if let Some(group) = state.groups.get_mut(&report.group) {
            group.status = Some(report);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;
    use std::sync::{Condvar, Mutex};

    use crossbeam_channel::bounded;

    use super::*;
    use crate::capture::selection;
    use crate::model::time::Time;

    const GROUP: GroupId = GroupId {
        device: DeviceId(0),
        index: 0,
    };
    /// Reached only by a failure.
    const PATIENCE: Duration = Duration::from_secs(30);

    #[test]
    fn a_view_that_holds_the_state_costs_no_pass() {
        let (batches, batch_inbox) = bounded(1);
        let (events, event_inbox) = bounded(1);
        let (running, stop) = bounded::<()>(0);
        let shared = Arc::new(Shared {
            state: Mutex::new(State::new(1 << 20)),
            changed: Condvar::new(),
            news: AtomicBool::new(false),
            wake: Box::new(|| {}),
        });
        let ingest = Ingest {
            shared: Arc::clone(&shared),
            clock: SessionClock::start(),
            outputs: Outputs {
                batches: batches.clone(),
                events,
            },
            selection: selection::nothing(),
            rate: SampleRate::SLOWEST,
        };
        let mut view = shared.lock();
        view.store.add_group(GROUP, &selection::tests::group(&[]));
        let thread = std::thread::Builder::new()
            .spawn(move || ingest.run(&never(), &event_inbox, &batch_inbox, &stop))
            .expect("a thread");
        for time in 1..=2000 {
            let mut batch = Batch::new(GROUP, Arc::from([]));
            batch.times.push(Time(time));
            batch.read_nanos.push(0);
            batches
                .send_timeout(batch, PATIENCE)
                .expect("taken in while the view is busy");
        }
        drop(view);
        let deadline = std::time::Instant::now() + PATIENCE;
        while shared
            .lock()
            .store
            .group(GROUP)
            .expect("known")
            .counts()
            .rows
            < 2000
        {
            assert!(std::time::Instant::now() < deadline, "handed on");
            std::thread::yield_now();
        }
        drop(running);
        thread.join().expect("ends");
    }
}
