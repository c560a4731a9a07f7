//! /proc/stat: processor times by processor number, and the kernel's own counts.
//!
//! Parsed here because the `procfs` crate drops processor numbers and interrupt totals, and
//! because this file is read most often of all.

use std::io;

/// Kinds of time in the order of /proc/stat, with what each is.
pub(super) const TIMES: [(&str, &str); 8] = [
    ("User", "running programs"),
    ("Nice", "running programs of low priority"),
    ("System", "running the kernel"),
    ("Idle", "doing nothing"),
    ("IoWait", "doing nothing while I/O was outstanding"),
    ("Irq", "serving interrupts"),
    ("SoftIrq", "serving deferred interrupt work"),
    ("Steal", "wanted, but given by the hypervisor to others"),
];

const IDLE: usize = 3;
const IO_WAIT: usize = 4;

/// Ticks that one processor, or all, spent since boot, in the order of [`TIMES`].
pub(super) type Ticks = [u64; TIMES.len()];

/// What the kernel's ticks count in nanoseconds.
pub(super) fn nanos_per_tick() -> u64 {
    1_000_000_000 / procfs::ticks_per_second().max(1)
}

/// Everything of one reading that the groups use.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Stat {
    /// Over all processors.
    pub(super) total: Ticks,
    /// Processor number and its times; processors that are off are not in it.
    pub(super) cpus: Vec<(u32, Ticks)>,
    pub(super) interrupts: u64,
    pub(super) soft_interrupts: u64,
    pub(super) context_switches: u64,
    pub(super) processes: u64,
    pub(super) running: u64,
    pub(super) blocked: u64,
}

impl Stat {
    /// Reads `text` into `self`, whose memory is used again.
    pub(super) fn parse(&mut self, text: &str) -> io::Result<()> {
        self.cpus.clear();
        for line in text.lines() {
            let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
            match key {
                "cpu" => self.total = ticks(rest)?,
                "intr" => self.interrupts = first(rest)?,
                "softirq" => self.soft_interrupts = first(rest)?,
                "ctxt" => self.context_switches = first(rest)?,
                "processes" => self.processes = first(rest)?,
                "procs_running" => self.running = first(rest)?,
                "procs_blocked" => self.blocked = first(rest)?,
                _ => {
                    if let Some(number) = key.strip_prefix("cpu") {
                        self.cpus.push((first(number)?, ticks(rest)?));
                    }
                }
            }
        }
        Ok(())
    }
}

/// Percent of the time between two readings that was not idle; `None` if no tick passed.
pub(super) fn busy(before: &Ticks, after: &Ticks) -> Option<f64> {
    // Waiting for I/O may run backwards, as the kernel's documentation warns.
    let passed: Vec<u64> = after
        .iter()
        .zip(before)
        .map(|(after, before)| after.saturating_sub(*before))
        .collect();
    let all: u64 = passed.iter().sum();
    let idle = passed[IDLE] + passed[IO_WAIT];
    (all > 0).then(|| 100.0 * (all - idle) as f64 / all as f64)
}

fn ticks(text: &str) -> io::Result<Ticks> {
    let mut numbers = text.split_ascii_whitespace();
    let mut ticks = Ticks::default();
    for tick in &mut ticks {
        *tick = first(numbers.next().unwrap_or_default())?;
    }
    Ok(ticks)
}

fn first<T: std::str::FromStr>(text: &str) -> io::Result<T> {
    let word = text.split_ascii_whitespace().next().unwrap_or_default();
    word.parse().or(Err(io::ErrorKind::InvalidData.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "cpu  10 1 5 80 4 0 2 3 9 9\n\
        cpu0 6 1 3 40 2 0 1 1 9 9\n\
        cpu3 4 0 2 40 2 0 1 2 0 0\n\
        intr 208522 0 0 1 1\nctxt 335415\nbtime 1796059710\nprocesses 8045\n\
        procs_running 4\nprocs_blocked 2\nsoftirq 130095 0 17032\n";

    #[test]
    fn every_line_is_found_and_processors_keep_their_number() {
        let mut stat = Stat::default();
        stat.parse(TEXT).expect("well-formed");
        assert_eq!(stat.total, [10, 1, 5, 80, 4, 0, 2, 3]);
        assert_eq!(stat.cpus[1], (3, [4, 0, 2, 40, 2, 0, 1, 2]));
        assert_eq!((stat.interrupts, stat.soft_interrupts), (208_522, 130_095));
        assert_eq!((stat.context_switches, stat.processes), (335_415, 8045));
        assert_eq!((stat.running, stat.blocked), (4, 2));
    }

    #[test]
    fn waiting_for_io_is_not_busy_and_may_fall() {
        let before = [10, 0, 0, 50, 9, 0, 0, 0];
        let after = [13, 0, 0, 56, 8, 0, 0, 1];
        assert_eq!(busy(&before, &after), Some(40.0));
        assert_eq!(busy(&after, &after), None);
    }

    #[test]
    fn a_broken_line_is_an_error() {
        assert!(Stat::default().parse("cpu  1 2 x 4 5 6 7 8\n").is_err());
        assert!(Stat::default().parse("ctxt\n").is_err());
    }
}
