//! What of a metric group can be read, where it lies, and why the rest cannot.
//!
//! Asked anew each time a group is listed or opened: which descriptors a driver exports may
//! change in between. Nothing is mapped or imported here.

use std::collections::{BTreeMap, BTreeSet};

use level_zero_sys::zet_metric_group_sampling_type_flags_t as sampling_t;

use crate::driver::descriptor::Identity;
use crate::driver::error::DriverError;
use crate::driver::groups::Group;
use crate::driver::layout::{Layout, unknown};
use crate::driver::memory::Export;
use crate::driver::query;
use crate::driver::raw_device::RawDevice;
use crate::model::reason::Reason;

/// One memory of a group and what lies in it.
pub(super) struct Part {
    pub(super) export: Export,
    pub(super) layout: Layout,
}

/// What of a group can be read.
#[derive(Default)]
pub(super) struct Findings {
    /// Each memory in which at least one value lies.
    pub(super) parts: Vec<Part>,
    /// Why other metrics cannot be read.
    pub(super) refused: BTreeMap<u32, Reason>,
    /// Bytes of the group's own memory.
    pub(super) bytes: Option<u64>,
}

/// Asks for the memories of `group` and its metrics and decides what lies in them; `layout`
/// holds for the group's own memory where one is given.
///
/// # Errors
/// Why nothing of the group can be read.
pub(super) fn judge(
    device: &RawDevice,
    group: &Group,
    layout: Option<&Layout>,
) -> Result<Findings, DriverError> {
    if let Some(reason) = &group.info.reason {
        return Err(reason.clone().into());
    }
    if !group.exports && !group.metrics.iter().any(|metric| metric.exports) {
        return Err(not_exported(group.sampling).into());
    }
    if group.metrics.is_empty() {
        return Err(Reason::new("the group lists no metrics").into());
    }
    let mut findings = Findings::default();
    own_memories(device, group, &mut findings)?;
    group_memory(device, group, layout, &mut findings)?;
    Ok(findings)
}

/// The memory of each metric that has one of its own.
fn own_memories(
    device: &RawDevice,
    group: &Group,
    findings: &mut Findings,
) -> Result<(), DriverError> {
    let mut found: Vec<(u32, Export)> = Vec::new();
    for (index, metric) in (0..).zip(&group.metrics) {
        if !metric.exports {
            continue;
        }
        match query::metric_memory(device.api(), metric.handle) {
            Ok(export) => found.push((index, export)),
            Err(DriverError::DeviceLost(reason)) => return Err(DriverError::DeviceLost(reason)),
            Err(error) => {
                findings.refused.insert(index, error.into_reason());
            }
        }
    }
    for (index, export) in &found {
        let value_type = group.info.metrics[*index as usize].value_type;
        let layout = match sharer(&found, *index, export.identity) {
            Some(other) => Err(shared(&group.info.metrics[other as usize].name)),
            None => Layout::single(*index, value_type, export.size),
        };
        findings.take(*export, layout, std::iter::once(*index));
    }
    Ok(())
}

/// The memory of the group, in which the metrics without one of their own lie.
fn group_memory(
    device: &RawDevice,
    group: &Group,
    layout: Option<&Layout>,
    findings: &mut Findings,
) -> Result<(), DriverError> {
    let inside = (0..)
        .zip(&group.metrics)
        .filter(|(_, metric)| !metric.exports)
        .map(|(index, _)| index);
    if inside.clone().next().is_none() {
        return Ok(());
    }
    if !group.exports {
        let reason = Reason::new("neither this metric nor its group exports memory");
        findings.refuse(inside, &reason);
        return Ok(());
    }
    match query::group_memory(device.api(), group.handle) {
        Ok(export) => {
            findings.bytes = Some(export.size);
            let given = layout.map(|layout| Ok(layout.clone()));
            let layout = given.unwrap_or_else(|| default_layout(group, export.size));
            findings.take(export, layout, inside);
        }
        Err(DriverError::DeviceLost(reason)) => return Err(DriverError::DeviceLost(reason)),
        Err(error) => findings.refuse(inside, error.reason()),
    }
    Ok(())
}

fn default_layout(group: &Group, size: u64) -> Result<Layout, Reason> {
    if group.metrics.iter().any(|metric| metric.exports) {
        return Err(unknown(
            "some metrics have memory of their own; \
             whether the group's memory leaves room for them is not said",
        ));
    }
    let types: Vec<_> = group
        .info
        .metrics
        .iter()
        .map(|metric| metric.value_type)
        .collect();
    Layout::packed(&types, size)
}

impl Findings {
    /// Takes a memory in which the metrics `inside` should lie.
    fn take(
        &mut self,
        export: Export,
        layout: Result<Layout, Reason>,
        inside: impl Iterator<Item = u32>,
    ) {
        let (layout, reason) = match layout {
            Ok(layout) => (layout, unknown("no place is given for this metric")),
            Err(reason) => (Layout::default(), reason),
        };
        let placed: BTreeSet<u32> = layout.fields.iter().map(|field| field.metric).collect();
        self.refuse(inside.filter(|index| !placed.contains(index)), &reason);
        if !layout.fields.is_empty() {
            self.parts.push(Part { export, layout });
        }
    }

    fn refuse(&mut self, metrics: impl Iterator<Item = u32>, reason: &Reason) {
        self.refused
            .extend(metrics.map(|metric| (metric, reason.clone())));
    }
}

/// Another metric than `index` whose memory is the same.
fn sharer(found: &[(u32, Export)], index: u32, identity: Identity) -> Option<u32> {
    found
        .iter()
        .find(|(other, export)| *other != index && export.identity == identity)
        .map(|(other, _)| *other)
}

fn shared(other: &str) -> Reason {
    unknown(&format!(
        "metric {other} exports the same memory; which value lies where is not said"
    ))
}

fn not_exported(sampling: sampling_t) -> Reason {
    let through = if sampling.contains(sampling_t::TIME_BASED) {
        "a metric streamer"
    } else if sampling.contains(sampling_t::EVENT_BASED) {
        "metric queries"
    } else if sampling.contains(sampling_t::EXP_TRACER_BASED) {
        "a metric tracer"
    } else {
        "other means"
    };
    Reason::new(format!(
        "zetscope reads exported memory only; this group is offered through {through}"
    ))
}
