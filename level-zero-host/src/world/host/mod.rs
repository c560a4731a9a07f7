//! This machine: its own counters, read from /proc, /sys and perf events.
//!
//! A counter the machine lacks is not listed; a group it lacks is named, with the reason, in
//! [`Device::absent`](crate::world::device::Device::absent). Nothing is ever made up: a file
//! that cannot be read any more leaves the group's memory, timestamp included, as it was.

mod block;
mod cpu;
mod frequency;
mod identity;
mod load;
mod memory;
mod network;
mod paging;
mod perf;
mod power;
mod pressure;
mod reread;
mod scheduler;
mod stat;
mod thermal;

#[cfg(test)]
mod tests;

use std::io;
use std::path::{Path, PathBuf};

use crate::world::device::{Absent, DeviceKind, DeviceSpec};
use crate::world::device_clock::Counting;
use crate::world::group::{Delivery, Export, GroupSpec};
use crate::world::metric::Metric;
use crate::world::source::Source;
use crate::world::value::Value;

/// Where the kernel's file systems are mounted; tests point it elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct Roots {
    proc: PathBuf,
    sys: PathBuf,
}

impl Default for Roots {
    fn default() -> Self {
        Self {
            proc: PathBuf::from("/proc"),
            sys: PathBuf::from("/sys"),
        }
    }
}

/// A group of this machine, or why there is none.
type Offer = Result<GroupSpec, Absent>;

/// The Host CPU device.
pub(super) fn device() -> DeviceSpec {
    let roots = Roots::default();
    let mut groups = Vec::new();
    let mut absent = Vec::new();
    for (domain, offer) in offers(&roots).into_iter().enumerate() {
        match offer {
            // A domain each, so that all can be active together.
            Ok(group) => groups.push((domain as u32, group)),
            Err(why) => absent.push(why),
        }
    }
    DeviceSpec {
        name: identity::name(&roots),
        kind: DeviceKind::Cpu,
        uuid: identity::uuid(Path::new("/etc/machine-id")),
        counting: Counting::HOST,
        groups,
        tiles: Vec::new(),
        absent,
    }
}

fn offers(roots: &Roots) -> Vec<Offer> {
    vec![
        cpu::group(roots),
        scheduler::group(roots),
        load::group(roots),
        pressure::group(roots),
        memory::group(roots),
        paging::group(roots),
        block::group(roots),
        network::group(roots),
        frequency::group(roots),
        thermal::group(roots),
        power::group(roots),
        perf::software(roots),
        perf::hardware(roots),
        cpu::reports(roots),
    ]
}

/// A group whose metrics follow a timestamp.
fn group(
    name: &'static str,
    description: &str,
    rate_hz: u32,
    metrics: Vec<Metric>,
    source: impl Source + 'static,
) -> GroupSpec {
    let timestamp = std::iter::once(Metric::timestamp());
    GroupSpec {
        name: name.to_owned(),
        description: description.to_owned(),
        delivery: Delivery::Memory {
            export: Export::Whole,
            rate_hz,
        },
        metrics: timestamp.chain(metrics).collect(),
        source: Box::new(Timestamped(source)),
    }
}

/// A streamed group, whose metrics follow a timestamp and the time that a report covers.
fn reported(
    name: &'static str,
    description: &str,
    shortest_ns: u32,
    metrics: Vec<Metric>,
    source: impl Source + 'static,
) -> GroupSpec {
    let times = [
        Metric::timestamp().about("Host time (CLOCK_MONOTONIC_RAW) at which the report ends."),
        Metric::interval(),
    ];
    GroupSpec {
        name: name.to_owned(),
        description: description.to_owned(),
        delivery: Delivery::Reports {
            shortest_ns,
            sets: 1,
            by_address: false,
        },
        metrics: times.into_iter().chain(metrics).collect(),
        source: Box::new(Timestamped(Timestamped(source))),
    }
}

fn absent(group: &'static str, reason: impl Into<String>) -> Absent {
    let reason = reason.into();
    Absent { group, reason }
}

/// Turns a failed attempt to open or read `path` into a reason.
fn unreadable(group: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Absent {
    let path = path.display().to_string();
    move |error| absent(group, format!("{path} cannot be read: {error}"))
}

/// Puts the time of the reading before the values of the inner source.
struct Timestamped<S>(S);

impl<S: Source> Source for Timestamped<S> {
    fn start(&mut self) -> io::Result<()> {
        self.0.start()
    }

    fn stop(&mut self) {
        self.0.stop();
    }

    fn read(&mut self, now: u64, out: &mut Vec<Option<Value>>) -> io::Result<()> {
        out.push(Some(Value::U64(now)));
        self.0.read(now, out)
    }
}
