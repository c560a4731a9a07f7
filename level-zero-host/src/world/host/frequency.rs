//! The frequency at which each processor runs, where the kernel measures or sets it.
//!
//! Not from /proc/cpuinfo: without a frequency driver that file shows the nominal frequency,
//! which is a property of the model and not a measurement.

use std::io;
use std::path::Path;

use super::reread::Reread;
use super::{Offer, Roots, absent};
use crate::world::metric::{Metric, MetricKind};
use crate::world::source::Source;
use crate::world::value::{Value, ValueType};

const NAME: &str = "Frequency";

pub(super) fn group(roots: &Roots) -> Offer {
    let folder = roots.sys.join("devices/system/cpu");
    let mut files = Vec::new();
    let mut metrics = Vec::new();
    for number in cpus(&folder) {
        let path = folder.join(format!("cpu{number}/cpufreq/scaling_cur_freq"));
        let Ok(mut file) = Reread::open(&path) else {
            continue;
        };
        if file.number().is_ok() {
            files.push(file);
            metrics.push(metric(number));
        }
    }
    if files.is_empty() {
        return Err(absent(
            NAME,
            "the kernel has no frequency driver for these processors",
        ));
    }
    let description = "Frequency of each processor as the kernel reports it.";
    Ok(super::group(
        NAME,
        description,
        10,
        metrics,
        Frequency(files),
    ))
}

/// Numbers of the processors that are listed in `folder`, in order.
fn cpus(folder: &Path) -> Vec<usize> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut numbers: Vec<usize> = names
        .filter_map(|name| name.strip_prefix("cpu")?.parse().ok())
        .collect();
    numbers.sort_unstable();
    numbers
}

fn metric(number: usize) -> Metric {
    Metric::new(
        format!("Cpu{number}Frequency"),
        MetricKind::Raw,
        ValueType::F64,
        "MHz",
    )
    .about("Frequency at which this processor runs.")
    .of(format!("CPU {number}"))
}

struct Frequency(Vec<Reread>);

impl Source for Frequency {
    fn read(&mut self, _now: u64, out: &mut Vec<Option<Value>>) -> io::Result<()> {
        // A processor that is switched off answers with an error and has no new value.
        out.extend(self.0.iter_mut().map(|file| {
            let kilohertz = file.number().ok()?;
            Some(Value::F64(kilohertz as f64 / 1000.0))
        }));
        Ok(())
    }
}
