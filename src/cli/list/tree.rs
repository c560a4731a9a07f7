//! The catalog as a tree for people.

use std::io::{self, Write};

use crate::cli::choice::Picked;
use crate::cli::list::catalog::{Driver, Node};
use crate::model::catalog::MetricInfo;
use crate::model::reason::Reason;

/// Writes drivers, devices, groups and, where wanted, metrics; two spaces deeper each.
pub(crate) struct Tree<'a> {
    pub(crate) out: &'a mut dyn Write,
    pub(crate) metrics: bool,
}

impl Tree<'_> {
    /// A driver with everything below it.
    pub(crate) fn driver(&mut self, driver: &Driver<'_>) -> io::Result<()> {
        let info = driver.info;
        let (origin, version) = (info.origin.name(), info.api_version);
        writeln!(self.out, "Level Zero {version} driver, {origin}")?;
        self.reason(2, info.reason.as_ref())?;
        for device in &driver.devices {
            self.device(2, device)?;
        }
        Ok(())
    }

    /// Something that is missing altogether.
    pub(crate) fn problem(&mut self, problem: &Reason) -> io::Result<()> {
        self.reason(0, Some(problem))
    }

    fn device(&mut self, indent: usize, node: &Node<'_>) -> io::Result<()> {
        let info = node.info;
        let simulated = if info.simulated { ", simulated" } else { "" };
        writeln!(
            self.out,
            "{:indent$}{} [{}{simulated}] {}",
            "", info.name, info.kind, info.uuid
        )?;
        self.reason(indent + 2, node.reason.as_ref())?;
        for group in &node.groups {
            self.group(indent + 2, group)?;
        }
        for device in &node.sub_devices {
            self.device(indent + 2, device)?;
        }
        Ok(())
    }

    fn group(&mut self, indent: usize, picked: &Picked<'_>) -> io::Result<()> {
        let Picked { group, metrics, .. } = picked;
        let state = match (&group.reason, group.access) {
            (None, Some(access)) => access.name(),
            _ => "unavailable",
        };
        let count = metrics.len();
        let noun = if count == 1 { "metric" } else { "metrics" };
        writeln!(
            self.out,
            "{:indent$}{:<24} {state}, {count} {noun}, {}",
            "",
            group.name,
            group.sampling.names.join("+")
        )?;
        self.reason(indent + 2, group.reason.as_ref())?;
        if self.metrics {
            for metric in metrics {
                self.metric(indent + 2, metric)?;
            }
        }
        Ok(())
    }

    fn metric(&mut self, indent: usize, metric: &MetricInfo) -> io::Result<()> {
        write!(
            self.out,
            "{:indent$}{:<24} {} {}",
            "",
            metric.name,
            metric.value_type_name,
            metric.kind.name()
        )?;
        if !metric.unit.is_empty() {
            write!(self.out, " [{}]", metric.unit)?;
        }
        if !metric.description.is_empty() {
            write!(self.out, "  {}", metric.description)?;
        }
        writeln!(self.out)?;
        self.reason(indent + 2, metric.reason.as_ref())
    }

    fn reason(&mut self, indent: usize, reason: Option<&Reason>) -> io::Result<()> {
        match reason {
            Some(reason) => writeln!(self.out, "{:indent$}! {reason}", ""),
            None => Ok(()),
        }
    }
}
