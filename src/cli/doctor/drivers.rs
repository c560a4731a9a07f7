//! The Level Zero loader, its drivers and what they export.

use crate::capture::LoaderInfo;
use crate::capture::state::{Device, Listing, State};
use crate::cli::args::{Sources, Which};
use crate::cli::doctor::finding::Finding;
use crate::cli::doctor::machine::Machine;
use crate::cli::doctor::packages::{self, INTEL_DRIVER, LOADER};
use crate::cli::doctor::render;
use crate::model::catalog::{DriverInfo, Origin};

const SWITCH: &str = "ZET_ENABLE_METRICS";

/// What a capture that has listed everything found.
pub(crate) fn findings(state: &State, sources: &Sources, machine: &Machine) -> Vec<Finding> {
    let mut findings = Vec::new();
    if sources.driver != Which::Host {
        findings.push(metrics_switch(machine));
    }
    findings.extend(state.loader.as_ref().map(loader));
    for problem in &state.problems {
        let topic = if state.loader.is_none() {
            "loader"
        } else {
            "driver"
        };
        let fix = install(state, machine).or_else(|| problem.fix.clone());
        findings.push(Finding::warning(topic, &problem.what).with_fix(fix));
    }
    for (index, info) in state.drivers.iter().enumerate() {
        findings.push(driver(info));
        let devices = state.devices.iter().filter(|device| device.driver == index);
        findings.extend(devices.map(device));
    }
    findings
}

fn loader(loader: &LoaderInfo) -> Finding {
    let version = loader
        .version
        .as_deref()
        .unwrap_or("(it does not tell its version)");
    let path = loader.path.as_ref().map(|path| path.display().to_string());
    let place = path.map_or_else(String::new, |path| format!(" at {path}"));
    Finding::ok("loader", format!("Level Zero loader {version}{place}"))
}

/// The command that installs what keeps the loader from knowing a driver.
fn install(state: &State, machine: &Machine) -> Option<String> {
    if state.loader.is_none() {
        return packages::install(&LOADER, machine);
    }
    let has_driver = state
        .drivers
        .iter()
        .any(|driver| driver.origin == Origin::Loader);
    let may_help = !has_driver && render::has_intel_gpu(machine);
    may_help.then(|| packages::install(&INTEL_DRIVER, machine))?
}

fn metrics_switch(machine: &Machine) -> Finding {
    match machine.variable(SWITCH) {
        Some("1") => Finding::ok("metrics", format!("{SWITCH} is 1: drivers offer metrics")),
        other => {
            let value = other.unwrap_or("not set");
            let what = format!("{SWITCH} is {value}: drivers offer no metrics");
            Finding::problem("metrics", what).with_fix(format!("unset {SWITCH}"))
        }
    }
}

fn driver(info: &DriverInfo) -> Finding {
    let (origin, version) = (info.origin.name(), info.api_version);
    let what = format!("Level Zero {version} driver, {origin}");
    match &info.reason {
        None => Finding::ok("driver", what),
        Some(reason) => Finding::problem("driver", format!("{what}: {}", reason.what))
            .with_fix(reason.fix.clone()),
    }
}

fn device(device: &Device) -> Finding {
    let name = &device.info.name;
    let groups = match &device.listing {
        Listing::Ready(groups) => groups,
        Listing::Failed(reason) => {
            return Finding::problem("device", format!("{name}: {}", reason.what))
                .with_fix(reason.fix.clone());
        }
        Listing::Pending => return Finding::problem("device", format!("{name} does not answer")),
    };
    let readable = groups.iter().filter(|group| group.is_readable()).count();
    let what = format!(
        "{name}: {readable} of {} metric groups can be sampled",
        groups.len()
    );
    if readable > 0 {
        return Finding::ok("device", what);
    }
    let reason = groups.iter().find_map(|group| group.reason.as_ref());
    match reason {
        None => Finding::warning("device", what),
        Some(reason) => Finding::warning("device", format!("{what}: {}", reason.what))
            .with_fix(reason.fix.clone()),
    }
}
