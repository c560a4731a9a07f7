//! Pressure stall information: time that tasks lost waiting for a resource.

use std::io;

use procfs::{FromBufRead as _, IoPressure};

use super::reread::Reread;
use super::{Offer, Roots, absent, unreadable};
use crate::world::metric::Metric;
use crate::world::source::Source;
use crate::world::value::Value;

const NAME: &str = "Pressure";
const RESOURCES: [(&str, &str, &str); 3] = [
    ("cpu", "Cpu", "CPU"),
    ("memory", "Memory", "Memory"),
    ("io", "Io", "I/O"),
];

pub(super) fn group(roots: &Roots) -> Offer {
    let folder = roots.proc.join("pressure");
    if !folder.exists() {
        return Err(absent(
            NAME,
            "the kernel does not account pressure stalls (psi=1)",
        ));
    }
    let mut files = Vec::new();
    let mut metrics = Vec::new();
    for (file, prefix, component) in RESOURCES {
        let path = folder.join(file);
        let mut file = Reread::open(&path).map_err(unreadable(NAME, &path))?;
        // With psi=0 the files are there and cannot be read.
        file.read().map_err(unreadable(NAME, &path))?;
        files.push(file);
        metrics.extend(self::metrics(prefix, component));
    }
    let description = "Time that tasks lost waiting for processors, memory and I/O.";
    Ok(super::group(
        NAME,
        description,
        10,
        metrics,
        Pressure(files),
    ))
}

fn metrics(prefix: &str, component: &'static str) -> [Metric; 4] {
    let [some, full] = ["some task", "every task that was not idle"];
    let stall = |name: &str, who: &str| {
        Metric::count(format!("{prefix}{name}StallTime"), "ns")
            .about(format!("Time in which {who} waited for this resource."))
            .of(component)
    };
    let share = |name: &str, who: &str| {
        Metric::percent(format!("{prefix}{name}Stall10s"))
            .about(format!(
                "Share of the last 10 s in which {who} waited for this resource."
            ))
            .of(component)
    };
    [
        stall("Some", some),
        share("Some", some),
        stall("Full", full),
        share("Full", full),
    ]
}

struct Pressure(Vec<Reread>);

impl Source for Pressure {
    fn read(&mut self, _now: u64, out: &mut Vec<Option<Value>>) -> io::Result<()> {
        for file in &mut self.0 {
            // The three files have one form.
            let pressure =
                IoPressure::from_buf_read(file.read()?.as_bytes()).map_err(io::Error::other)?;
            for record in [pressure.some, pressure.full] {
                out.push(Some(Value::U64(record.total * 1000)));
                out.push(Some(Value::F64(f64::from(record.avg10))));
            }
        }
        Ok(())
    }
}
