//! Perf events over all processors: what the kernel counts, and what the hardware counts.
//!
//! Events are open only while their group is active, and count from then on.

use std::io;
use std::path::Path;

use perf_event::events::{Event, Hardware, Software};
use perf_event::{Builder, CountAndTime, Counter};

use super::reread::Reread;
use super::stat::Stat;
use super::{Offer, Roots, absent};
use crate::world::device::Absent;
use crate::world::metric::Metric;
use crate::world::source::Source;
use crate::world::value::Value;

/// A metric's name, its description, and the event it counts.
type Row<E> = (&'static str, &'static str, E);

const SOFTWARE: [Row<Software>; 4] = [
    ("PageFaults", "Page faults.", Software::PAGE_FAULTS),
    (
        "MajorFaults",
        "Page faults that needed I/O.",
        Software::PAGE_FAULTS_MAJ,
    ),
    (
        "ContextSwitches",
        "Switches from one task to another.",
        Software::CONTEXT_SWITCHES,
    ),
    (
        "Migrations",
        "Tasks moved to another processor.",
        Software::CPU_MIGRATIONS,
    ),
];

const HARDWARE: [Row<Hardware>; 6] = [
    ("Cycles", "Processor cycles.", Hardware::CPU_CYCLES),
    (
        "Instructions",
        "Instructions retired.",
        Hardware::INSTRUCTIONS,
    ),
    (
        "CacheReferences",
        "Accesses to the last-level cache.",
        Hardware::CACHE_REFERENCES,
    ),
    (
        "CacheMisses",
        "Misses of the last-level cache.",
        Hardware::CACHE_MISSES,
    ),
    (
        "Branches",
        "Branch instructions retired.",
        Hardware::BRANCH_INSTRUCTIONS,
    ),
    (
        "BranchMisses",
        "Mispredicted branches.",
        Hardware::BRANCH_MISSES,
    ),
];

/// Descriptors that one group may hold; a machine with more processors goes without.
const DESCRIPTORS: usize = 512;
const RATE_HZ: u32 = 10;

/// Events that the kernel counts itself.
pub(super) fn software(roots: &Roots) -> Offer {
    let description = "Kernel events over all processors, counted while the group is active.";
    group(roots, "PerfSoftware", description, &SOFTWARE)
}

/// Events that the processor counts.
pub(super) fn hardware(roots: &Roots) -> Offer {
    let description = "Hardware events over all processors, counted while the group is active; \
                       scaled up where the kernel shares counters.";
    group(roots, "PerfHardware", description, &HARDWARE)
}

fn group<E: Event + Copy + Send + 'static>(
    roots: &Roots,
    name: &'static str,
    description: &str,
    rows: &[Row<E>],
) -> Offer {
    let cpus = online(&roots.proc.join("stat")).map_err(|error| absent(name, error.to_string()))?;
    let first = cpus.first().copied().unwrap_or_default();
    let offered = rows
        .iter()
        .filter(|(.., event)| open(*event, first).is_ok());
    let offered: Vec<Row<E>> = offered.copied().collect();
    if offered.is_empty() {
        return Err(refusal(name, rows, first));
    }
    let descriptors = offered.len() * cpus.len();
    if descriptors > DESCRIPTORS {
        let reason = format!(
            "counting on {} processors takes {descriptors} files",
            cpus.len()
        );
        return Err(absent(name, reason));
    }
    let metrics = offered.iter().map(|(name, about, _)| {
        let unit = if *name == "Cycles" {
            "cycles"
        } else {
            "events"
        };
        Metric::count(*name, unit).about(*about).of("All CPUs")
    });
    let metrics = metrics.collect();
    let source = Perf {
        totals: vec![0; offered.len()],
        events: offered.into_iter().map(|(.., event)| event).collect(),
        cpus,
        counters: Vec::new(),
    };
    Ok(super::group(name, description, RATE_HZ, metrics, source))
}

fn online(stat: &Path) -> io::Result<Vec<u32>> {
    let mut parsed = Stat::default();
    parsed.parse(Reread::open(stat)?.read()?)?;
    Ok(parsed.cpus.iter().map(|(number, _)| *number).collect())
}

/// Everything `event` does on one processor, in programs and in the kernel.
fn open<E: Event>(event: E, cpu: u32) -> io::Result<Counter> {
    let mut builder = Builder::new(event);
    builder
        .any_pid()
        .one_cpu(cpu as usize)
        .include_kernel()
        .enabled(true);
    builder.build()
}

fn refusal<E: Event + Copy>(name: &'static str, rows: &[Row<E>], cpu: u32) -> Absent {
    let denied = |error: &io::Error| error.kind() == io::ErrorKind::PermissionDenied;
    let error = rows.iter().find_map(|(.., event)| open(*event, cpu).err());
    match error {
        Some(error) if denied(&error) => absent(
            name,
            "counting on all processors needs CAP_PERFMON, or sysctl kernel.perf_event_paranoid=0",
        ),
        Some(error) => absent(
            name,
            format!("the kernel offers none of these events: {error}"),
        ),
        None => absent(name, "the kernel offers none of these events"),
    }
}

/// Counts each event on every processor and sums it up.
struct Perf<E> {
    events: Vec<E>,
    cpus: Vec<u32>,
    /// What each event has come to, over every time the group was active.
    totals: Vec<u64>,
    /// Counters of each event while the group is active.
    counters: Vec<Vec<Running>>,
}

struct Running {
    counter: Counter,
    last: CountAndTime,
}

impl<E: Event + Copy + Send> Source for Perf<E> {
    fn start(&mut self) -> io::Result<()> {
        let on_every_cpu = |event: &E| {
            let counters = self.cpus.iter().map(|cpu| Running::open(*event, *cpu));
            counters.collect::<io::Result<Vec<_>>>()
        };
        self.counters = self
            .events
            .iter()
            .map(on_every_cpu)
            .collect::<io::Result<_>>()?;
        Ok(())
    }

    fn stop(&mut self) {
        self.counters.clear();
    }

    fn read(&mut self, _now: u64, out: &mut Vec<Option<Value>>) -> io::Result<()> {
        for (total, counters) in self.totals.iter_mut().zip(&mut self.counters) {
            for running in counters {
                *total += running.advance()?;
            }
        }
        out.extend(self.totals.iter().map(|total| Some(Value::U64(*total))));
        Ok(())
    }
}

impl Running {
    fn open<E: Event>(event: E, cpu: u32) -> io::Result<Self> {
        let mut counter = open(event, cpu)?;
        let last = counter.read_count_and_time()?;
        Ok(Self { counter, last })
    }

    /// Events since the last call, scaled up to the time in which the kernel counted others.
    fn advance(&mut self) -> io::Result<u64> {
        let now = self.counter.read_count_and_time()?;
        let count = now.count.saturating_sub(self.last.count);
        let enabled = now.time_enabled.saturating_sub(self.last.time_enabled);
        let running = now.time_running.saturating_sub(self.last.time_running);
        self.last = now;
        Ok(scaled(count, enabled, running))
    }
}

/// `count` events in `running` ns, extended to `enabled` ns.
fn scaled(count: u64, enabled: u64, running: u64) -> u64 {
    if running == 0 || running >= enabled {
        return count;
    }
    (u128::from(count) * u128::from(enabled) / u128::from(running)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_counters_are_scaled_to_the_whole_time() {
        assert_eq!(scaled(100, 1000, 1000), 100);
        assert_eq!(scaled(100, 1000, 250), 400);
        assert_eq!(scaled(0, 1000, 0), 0);
    }
}
