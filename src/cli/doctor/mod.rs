//! `doctor`: what this machine lacks, and the one command that changes it.
//!
//! Looks and never touches. Works on a machine that has none of it.

mod display;
mod drivers;
mod finding;
mod kernel;
mod machine;
mod packages;
mod render;

use std::io::Write;

use serde::Serialize;

use crate::cli::args::{Doctor, Pace, Sources};
use crate::cli::connect;
use crate::cli::doctor::finding::{Finding, Status, worst, write_text};
use crate::cli::doctor::machine::Machine;
use crate::cli::outcome::Outcome;

#[derive(Serialize)]
struct Report<'a> {
    version: &'static str,
    status: Status,
    findings: &'a [Finding],
}

/// Looks at this machine and at what `sources` offer.
///
/// # Errors
/// No thread, or output that cannot be written.
pub(crate) fn run(
    doctor: &Doctor,
    sources: &Sources,
    out: &mut dyn Write,
) -> anyhow::Result<Outcome> {
    let machine = Machine::this();
    let capture = connect::start(sources, Pace::default())?;
    let mut findings = drivers::findings(&capture.lock(), sources, &machine);
    findings.extend(surroundings(&machine));
    let status = worst(&findings);
    if doctor.json {
        let report = Report {
            version: env!("CARGO_PKG_VERSION"),
            status,
            findings: &findings,
        };
        serde_json::to_writer_pretty(&mut *out, &report)?;
        writeln!(out)?;
    } else {
        write_text(&findings, out)?;
    }
    Ok(match status {
        Status::Ok | Status::Warning => Outcome::Done,
        Status::Problem => Outcome::Failed,
    })
}

/// Why no window can open here, when none can.
pub(crate) fn no_display() -> Option<String> {
    let findings = display::findings(&Machine::this());
    let first = findings.first()?;
    let fix = first.fix.as_deref()?;
    let silent = first.status != Status::Ok;
    silent.then(|| format!("{}; `{fix}` works without one", first.what))
}

fn surroundings(machine: &Machine) -> Vec<Finding> {
    let mut findings = render::findings(machine);
    findings.extend(kernel::findings(machine));
    findings.extend(display::findings(machine));
    findings
}

#[cfg(test)]
mod tests;
