//! Load averages, exported with one memory per metric.

use std::io;

use procfs::{FromRead as _, LoadAverage};

use super::reread::Reread;
use super::{Offer, Roots, unreadable};
use crate::world::group::{Delivery, Export, GroupSpec};
use crate::world::metric::{Metric, MetricKind};
use crate::world::source::Source;
use crate::world::value::{Value, ValueType};

const NAME: &str = "LoadAverage";

pub(super) fn group(roots: &Roots) -> Offer {
    let path = roots.proc.join("loadavg");
    let mut file = Reread::open(&path).map_err(unreadable(NAME, &path))?;
    file.read().map_err(unreadable(NAME, &path))?;
    let average = |name: &str, span: &str| {
        Metric::new(name, MetricKind::Raw, ValueType::F64, "tasks")
            .about(format!(
                "Runnable and blocked tasks, averaged over about {span}."
            ))
            .of("Kernel")
    };
    let metrics = vec![
        average("Load1", "1 minute"),
        average("Load5", "5 minutes"),
        average("Load15", "15 minutes"),
        Metric::level("Tasks", "tasks")
            .about("Processes and threads alive.")
            .of("Kernel"),
    ];
    let description = "Load averages, each metric in a memory of its own; the kernel computes \
                       the averages every 5 s.";
    let delivery = Delivery::Memory {
        export: Export::PerMetric,
        rate_hz: 1,
    };
    Ok(GroupSpec {
        delivery,
        ..super::group(NAME, description, 1, metrics, Load(file))
    })
}

struct Load(Reread);

impl Source for Load {
    fn read(&mut self, _now: u64, out: &mut Vec<Option<Value>>) -> io::Result<()> {
        let load = LoadAverage::from_read(self.0.read()?.as_bytes()).map_err(io::Error::other)?;
        // The file has two decimals, which the crate keeps in an f32.
        let averages = [load.one, load.five, load.fifteen];
        out.extend(averages.map(|value| Some(Value::F64(hundredths(value)))));
        out.push(Some(Value::U64(u64::from(load.max))));
        Ok(())
    }
}

/// The decimal that the file shows, rather than its nearest f32.
fn hundredths(value: f32) -> f64 {
    (f64::from(value) * 100.0).round() / 100.0
}
