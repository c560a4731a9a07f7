//! Which groups and metrics the user means.

use crate::capture::selection::Selection;
use crate::cli::args::Choice;
use crate::cli::names::{self, Patterns};
use crate::model::catalog::{GroupInfo, MetricInfo};

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
