//! What the scheduler did: switches, processes, interrupts.

use std::io;

use super::reread::Reread;
use super::stat::Stat;
use super::{Offer, Roots, unreadable};
use crate::world::metric::Metric;
use crate::world::source::Source;
use crate::world::value::Value;

const NAME: &str = "Scheduler";

pub(super) fn group(roots: &Roots) -> Offer {
    let path = roots.proc.join("stat");
    let mut file = Reread::open(&path).map_err(unreadable(NAME, &path))?;
    let mut stat = Stat::default();
    let text = file.read().map_err(unreadable(NAME, &path))?;
    stat.parse(text).map_err(unreadable(NAME, &path))?;
    let rate_hz = rate_hz(stat.cpus.len());
    let metrics = vec![
        Metric::count("ContextSwitches", "events").about("Switches from one task to another."),
        Metric::count("ProcessesCreated", "events").about("Processes and threads created."),
        Metric::count("Interrupts", "events").about("Interrupts served, over all sources."),
        Metric::count("SoftInterrupts", "events").about("Deferred interrupt work, all kinds."),
        Metric::level("RunnableTasks", "tasks").about("Tasks running or ready to run."),
        Metric::level("BlockedTasks", "tasks").about("Tasks waiting for I/O to complete."),
    ];
    let source = Scheduler { file, stat };
    let description = "Context switches, interrupts and tasks, over all processors.";
    let metrics = metrics
        .into_iter()
        .map(|metric| metric.of("Kernel"))
        .collect();
    Ok(super::group(NAME, description, rate_hz, metrics, source))
}

/// The kernel's work for this file grows with the number of processors.
const fn rate_hz(cpus: usize) -> u32 {
    match cpus {
        0..=8 => 100,
        9..=64 => 20,
        _ => 5,
    }
}

struct Scheduler {
    file: Reread,
    stat: Stat,
}

impl Source for Scheduler {
    fn read(&mut self, _now: u64, out: &mut Vec<Option<Value>>) -> io::Result<()> {
        self.stat.parse(self.file.read()?)?;
        let stat = &self.stat;
        let values = [
            stat.context_switches,
            stat.processes,
            stat.interrupts,
            stat.soft_interrupts,
            stat.running,
            stat.blocked,
        ];
        out.extend(values.map(|value| Some(Value::U64(value))));
        Ok(())
    }
}
