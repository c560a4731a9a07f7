//! The catalog as JSON. The shape is documented in docs/json.md and only ever grows.

use std::io::{self, Write};

use serde::Serialize;

use crate::cli::choice::Picked;
use crate::cli::list::catalog::{Driver, Node};
use crate::model::catalog::{Access, Extension, MetricInfo};
use crate::model::reason::Reason;

#[derive(Serialize)]
struct Listing<'a> {
    drivers: Vec<DriverEntry<'a>>,
    problems: Vec<String>,
}

#[derive(Serialize)]
struct DriverEntry<'a> {
    origin: &'static str,
    api_version: String,
    extensions: Vec<ExtensionEntry<'a>>,
    reason: Option<String>,
    devices: Vec<DeviceEntry<'a>>,
}

#[derive(Serialize)]
struct ExtensionEntry<'a> {
    name: &'a str,
    version: String,
}

#[derive(Serialize)]
struct DeviceEntry<'a> {
    uuid: String,
    name: &'a str,
    r#type: String,
    simulated: bool,
    reason: Option<String>,
    sub_devices: Vec<DeviceEntry<'a>>,
    groups: Vec<GroupEntry<'a>>,
}

#[derive(Serialize)]
struct GroupEntry<'a> {
    index: u32,
    name: &'a str,
    description: &'a str,
    domain: u32,
    sampling: &'a [String],
    r#type: &'a [String],
    access: Option<&'static str>,
    export: Option<Export>,
    reason: Option<String>,
    metrics: Vec<MetricEntry<'a>>,
}

#[derive(Serialize)]
struct Export {
    bytes: u64,
}

#[derive(Serialize)]
struct MetricEntry<'a> {
    name: &'a str,
    description: &'a str,
    component: &'a str,
    tier: u32,
    r#type: &'a str,
    value_type: &'a str,
    unit: &'a str,
    kind: &'static str,
    reason: Option<String>,
}

/// Writes the whole listing and a line end.
pub(crate) fn write(
    drivers: &[Driver<'_>],
    problems: &[Reason],
    out: &mut dyn Write,
) -> io::Result<()> {
    let listing = Listing {
        drivers: drivers.iter().map(driver_entry).collect(),
        problems: problems.iter().map(Reason::to_string).collect(),
    };
    serde_json::to_writer_pretty(&mut *out, &listing)?;
    writeln!(out)
}

fn driver_entry<'a>(driver: &Driver<'a>) -> DriverEntry<'a> {
    let info = driver.info;
    DriverEntry {
        origin: info.origin.name(),
        api_version: info.api_version.to_string(),
        extensions: info.extensions.iter().map(extension_entry).collect(),
        reason: text(info.reason.as_ref()),
        devices: driver.devices.iter().map(device_entry).collect(),
    }
}

fn extension_entry(extension: &Extension) -> ExtensionEntry<'_> {
    ExtensionEntry {
        name: &extension.name,
        version: extension.version.to_string(),
    }
}

fn device_entry<'a>(node: &Node<'a>) -> DeviceEntry<'a> {
    DeviceEntry {
        uuid: node.info.uuid.to_string(),
        name: &node.info.name,
        r#type: node.info.kind.to_string(),
        simulated: node.info.simulated,
        reason: text(node.reason.as_ref()),
        sub_devices: node.sub_devices.iter().map(device_entry).collect(),
        groups: node.groups.iter().map(group_entry).collect(),
    }
}

fn group_entry<'a>(picked: &Picked<'a>) -> GroupEntry<'a> {
    let Picked { group, metrics, .. } = picked;
    GroupEntry {
        index: group.index,
        name: &group.name,
        description: &group.description,
        domain: group.domain,
        sampling: &group.sampling.names,
        r#type: &group.kinds.names,
        access: group.access.map(Access::name),
        export: group.export_bytes.map(|bytes| Export { bytes }),
        reason: text(group.reason.as_ref()),
        metrics: metrics.iter().map(|metric| metric_entry(metric)).collect(),
    }
}

fn metric_entry(metric: &MetricInfo) -> MetricEntry<'_> {
    MetricEntry {
        name: &metric.name,
        description: &metric.description,
        component: &metric.component,
        tier: metric.tier,
        r#type: &metric.metric_type,
        value_type: &metric.value_type_name,
        unit: &metric.unit,
        kind: metric.kind.name(),
        reason: text(metric.reason.as_ref()),
    }
}

fn text(reason: Option<&Reason>) -> Option<String> {
    reason.map(Reason::to_string)
}
