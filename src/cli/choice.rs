//! Which groups and metrics the user means.

use crate::capture::selection::Selection;
use crate::capture::state::{Device, Listing, State};
use crate::cli::args::Choice;
use crate::cli::names::{self, Patterns};
use crate::model::catalog::{GroupInfo, MetricInfo};
use crate::model::reason::Reason;

/// A [`Choice`] whose patterns have been read.
#[derive(Clone, Debug)]
pub(crate) struct Patterned {
    groups: Patterns,
    metrics: Patterns,
}

/// A group that is meant, and those of its metrics that are.
#[derive(Clone, Debug)]
pub(crate) struct Picked<'a> {
    /// The group.
    pub(crate) group: &'a GroupInfo,
    /// The group's name among those of its device.
    pub(crate) name: String,
    /// Metrics in the driver's order.
    pub(crate) metrics: Vec<&'a MetricInfo>,
}

impl Picked<'_> {
    /// Indices of the metrics that can be sampled, ascending.
    pub(crate) fn readable(&self) -> Vec<u32> {
        if !self.group.is_readable() {
            return Vec::new();
        }
        let metrics = self.metrics.iter().filter(|metric| metric.is_readable());
        metrics.map(|metric| metric.index).collect()
    }
}

impl Patterned {
    /// Reads the patterns.
    ///
    /// # Errors
    /// The pattern that is none, and why.
    pub(crate) fn new(choice: &Choice) -> anyhow::Result<Self> {
        Ok(Self {
            groups: Patterns::new(&choice.group)?,
            metrics: Patterns::new(&choice.metric)?,
        })
    }

    /// Samples what is meant as soon as it is listed.
    pub(crate) fn selection(self) -> Selection {
        Box::new(move |device, group| {
            let picked = self.pick(&device.name, std::slice::from_ref(group));
            picked.iter().flat_map(Picked::readable).collect()
        })
    }

    /// The groups of the device named `device` that are meant. A group none of whose metrics is
    /// meant is left out, unless it has none.
    pub(crate) fn pick<'a>(&self, device: &str, groups: &'a [GroupInfo]) -> Vec<Picked<'a>> {
        let names = names::unique(groups.iter().map(|group| group.name.as_str()));
        let picked = groups.iter().zip(names).filter_map(|(group, name)| {
            let path = format!("{device}/{name}");
            if !self.groups.pick(&group.name, &path) {
                return None;
            }
            let meant = |metric: &&MetricInfo| {
                self.metrics
                    .pick(&metric.name, &format!("{path}/{}", metric.name))
            };
            let metrics: Vec<_> = group.metrics.iter().filter(meant).collect();
            let nothing_left = metrics.is_empty() && !self.metrics.is_open();
            (!nothing_left).then_some(Picked {
                group,
                name,
                metrics,
            })
        });
        picked.collect()
    }
}

/// That nothing listed is what `choice` means, and which names come near.
pub(crate) fn why_none(state: &State, choice: &Choice) -> String {
    let listed: Vec<&GroupInfo> = state.devices.iter().flat_map(groups).collect();
    if listed.is_empty() {
        let reasons: Vec<_> = state.problems.iter().map(Reason::to_string).collect();
        let reasons = reasons.join("; ");
        return format!("no metric group is listed; `zetscope doctor` says why: {reasons}");
    }
    let (what, patterns, names): (_, _, Vec<&str>) = if choice.metric.is_empty() {
        let names = listed.iter().map(|group| group.name.as_str());
        ("group", &choice.group, names.collect())
    } else {
        let metrics = listed.iter().flat_map(|group| &group.metrics);
        let names = metrics.map(|metric| metric.name.as_str());
        ("metric", &choice.metric, names.collect())
    };
    let hint = match nearest(patterns, &names).as_slice() {
        [] => "`zetscope list --metrics` names all".to_owned(),
        near => format!("is {} meant?", near.join(" or ")),
    };
    format!("no {what} matches {}; {hint}", patterns.join(", "))
}

fn groups(device: &Device) -> &[GroupInfo] {
    match &device.listing {
        Listing::Ready(groups) => groups,
        Listing::Pending | Listing::Failed(_) => &[],
    }
}

fn nearest<'a>(patterns: &[String], names: &[&'a str]) -> Vec<&'a str> {
    let mut near: Vec<&str> = patterns
        .iter()
        .flat_map(|pattern| names::near(pattern, names.iter().copied()))
        .collect();
    near.truncate(3);
    near
}
