//! Temperatures of the machine's thermal zones and hardware monitors.

use std::io;
use std::path::{Path, PathBuf};

use super::reread::{self, Reread};
use super::{Offer, Roots, absent};
use crate::world::metric::{Metric, MetricKind};
use crate::world::source::Source;
use crate::world::value::{Value, ValueType};

const NAME: &str = "Thermal";

pub(super) fn group(roots: &Roots) -> Offer {
    let mut sensors = zones(&roots.sys.join("class/thermal"));
    sensors.extend(monitors(&roots.sys.join("class/hwmon")));
    let mut files = Vec::new();
    let mut metrics = Vec::new();
    for (name, component, path) in sensors {
        let Ok(mut file) = Reread::open(&path) else {
            continue;
        };
        if file.number().is_ok() {
            files.push(file);
            let metric = Metric::new(name, MetricKind::Raw, ValueType::F64, "celsius");
            metrics.push(metric.about("Temperature at this sensor.").of(component));
        }
    }
    if files.is_empty() {
        return Err(absent(NAME, "the kernel shows no temperature sensor"));
    }
    let description = "Temperatures as the kernel's sensors report them.";
    Ok(super::group(NAME, description, 2, metrics, Thermal(files)))
}

/// Name, component and file of a sensor.
type Sensor = (String, String, PathBuf);

fn zones(folder: &Path) -> Vec<Sensor> {
    let zones = entries(folder, "thermal_zone").into_iter();
    zones
        .filter_map(|(name, path)| {
            let component = reread::line(&path.join("type")).ok()?;
            Some((name, component, path.join("temp")))
        })
        .collect()
}

fn monitors(folder: &Path) -> Vec<Sensor> {
    let mut sensors = Vec::new();
    for (monitor, path) in entries(folder, "hwmon") {
        let chip = reread::line(&path.join("name")).unwrap_or_default();
        for (file, input) in entries(&path, "temp") {
            let Some(sensor) = file.strip_suffix("_input") else {
                continue;
            };
            let label = reread::line(&path.join(format!("{sensor}_label")));
            let component = label.map_or_else(|_| chip.clone(), |label| format!("{chip} {label}"));
            sensors.push((format!("{monitor}.{sensor}"), component, input));
        }
    }
    sensors
}

/// Names and paths in `folder` that begin with `prefix`, sorted.
fn entries(folder: &Path, prefix: &str) -> Vec<(String, PathBuf)> {
    let found = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut entries: Vec<_> = found
        .filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.path())))
        .filter(|(name, _)| name.starts_with(prefix))
        .collect();
    entries.sort();
    entries
}

struct Thermal(Vec<Reread>);

impl Source for Thermal {
    fn read(&mut self, _now: u64, out: &mut Vec<Option<Value>>) -> io::Result<()> {
        out.extend(self.0.iter_mut().map(|file| {
            let millidegrees = file.number().ok()?;
            Some(Value::F64(millidegrees as f64 / 1000.0))
        }));
        Ok(())
    }
}
