//! Processor utilisation and times.

use std::io;

use super::reread::Reread;
use super::stat::{Stat, TIMES, Ticks, busy, nanos_per_tick};
use super::{Offer, Roots, unreadable};
use crate::world::device::Absent;
use crate::world::metric::Metric;
use crate::world::source::Source;
use crate::world::value::Value;

const NAME: &str = "CpuUtilisation";

pub(super) fn group(roots: &Roots) -> Offer {
    let (metrics, source) = utilisation(roots, NAME)?;
    let rate_hz = rate_hz(source.cpus.len());
    let description = "Share and total of the time that processors spent in each state.";
    Ok(super::group(NAME, description, rate_hz, metrics, source))
}

/// The same as reports, each of the time since the one before it.
pub(super) fn reports(roots: &Roots) -> Offer {
    const NAME: &str = "CpuUtilisationReports";
    let (metrics, source) = utilisation(roots, NAME)?;
    let description = "Share and amount of the time that processors spent in each state.";
    let shortest_ns = 1_000_000_000 / rate_hz(source.cpus.len());
    Ok(super::reported(
        NAME,
        description,
        shortest_ns,
        metrics,
        source,
    ))
}

fn utilisation(roots: &Roots, group: &'static str) -> Result<(Vec<Metric>, Utilisation), Absent> {
    let path = roots.proc.join("stat");
    let mut file = Reread::open(&path).map_err(unreadable(group, &path))?;
    let mut stat = Stat::default();
    let text = file.read().map_err(unreadable(group, &path))?;
    stat.parse(text).map_err(unreadable(group, &path))?;
    let cpus: Vec<u32> = stat.cpus.iter().map(|(number, _)| *number).collect();
    let each = cpus.iter().flat_map(|number| {
        let (prefix, component) = (format!("Cpu{number}"), format!("CPU {number}"));
        metrics(&prefix, &component)
    });
    let metrics = metrics("Cpu", "All CPUs").into_iter().chain(each).collect();
    let source = Utilisation {
        file,
        stat,
        before: vec![None; cpus.len() + 1],
        cpus,
    };
    Ok((metrics, source))
}

/// Kernel ticks are 10 ms nearly everywhere, so that a shorter interval would show only noise;
/// and the kernel's work for this file grows with the number of processors.
const fn rate_hz(cpus: usize) -> u32 {
    if cpus <= 64 { 10 } else { 5 }
}

fn metrics(prefix: &str, component: &str) -> Vec<Metric> {
    let tick = nanos_per_tick() / 1_000_000;
    let busy = Metric::percent(format!("{prefix}Busy")).about(format!(
        "Share of the time since the previous reading that was not idle; the kernel counts \
         in steps of {tick} ms."
    ));
    let times = TIMES.iter().map(|(name, what)| {
        Metric::count(format!("{prefix}{name}Time"), "ns").about(format!("Time spent {what}."))
    });
    std::iter::once(busy)
        .chain(times)
        .map(|metric| metric.of(component))
        .collect()
}

struct Utilisation {
    file: Reread,
    stat: Stat,
    /// Numbers of the listed processors.
    cpus: Vec<u32>,
    /// Ticks at the previous refresh: over all processors, then per processor.
    before: Vec<Option<Ticks>>,
}

impl Source for Utilisation {
    fn start(&mut self) -> io::Result<()> {
        self.before.fill(None);
        Ok(())
    }

    fn read(&mut self, _now: u64, out: &mut Vec<Option<Value>>) -> io::Result<()> {
        self.stat.parse(self.file.read()?)?;
        let total = Some(self.stat.total);
        let each = self.cpus.iter().map(|number| {
            let listed = self.stat.cpus.iter().find(|(listed, _)| listed == number);
            listed.map(|(_, ticks)| *ticks)
        });
        for (ticks, before) in std::iter::once(total).chain(each).zip(&mut self.before) {
            push(ticks, before, out);
        }
        Ok(())
    }
}

/// Appends share and times; a processor that is switched off has no new values.
fn push(ticks: Option<Ticks>, before: &mut Option<Ticks>, out: &mut Vec<Option<Value>>) {
    let Some(ticks) = ticks else {
        out.extend([None; TIMES.len() + 1]);
        *before = None;
        return;
    };
    match before {
        // Not a number until there is an interval to speak of.
        None => out.push(Some(Value::F64(f64::NAN))),
        Some(before) => out.push(busy(before, &ticks).map(Value::F64)),
    }
    let tick = nanos_per_tick();
    out.extend(ticks.map(|ticks| Some(Value::U64(ticks * tick))));
    *before = Some(ticks);
}
