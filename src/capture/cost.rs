//! What this program itself costs, so that the observer is never left out of the picture.

use std::fs;

use crate::sampler::clock::process_cpu_nanos;

/// CPU and memory of this process.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// CPU time per time of all threads over the last second: 1.0 is one whole core.
    pub cpu_cores: f64,
    /// Resident memory in bytes, where the system tells.
    pub resident_bytes: Option<u64>,
}

/// Measures [`Cost`] from one call to the next.
#[derive(Debug)]
pub(crate) struct CostMeter {
    at_nanos: i64,
    cpu_nanos: i64,
}

impl CostMeter {
    /// Begins to measure at session time `at_nanos`.
    pub(crate) fn start(at_nanos: i64) -> Self {
        Self {
            at_nanos,
            cpu_nanos: process_cpu_nanos(),
        }
    }

    /// The cost since the call before.
    pub(crate) fn measure(&mut self, at_nanos: i64) -> Cost {
        let cpu_nanos = process_cpu_nanos();
        let elapsed = (at_nanos - self.at_nanos).max(1);
        let cost = Cost {
            cpu_cores: (cpu_nanos - self.cpu_nanos) as f64 / elapsed as f64,
            resident_bytes: resident_bytes(),
        };
        *self = Self {
            at_nanos,
            cpu_nanos,
        };
        cost
    }
}

fn resident_bytes() -> Option<u64> {
    let statm = fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages * rustix::param::page_size() as u64)
}
