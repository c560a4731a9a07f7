//! Which groups and metrics are asked for, before any of them is read.

use std::collections::BTreeSet;

use anyhow::bail;

use crate::capture::selection::{self, metrics_with_timestamp};
use crate::capture::state::{Device, Listing, State};
use crate::cli::args::Choice;
use crate::cli::choice::{self, Patterned};
use crate::cli::names;
use crate::model::catalog::{DeviceId, GroupId, GroupInfo};
use crate::model::reason::Reason;

/// A group that is asked for and can be read.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    /// The group.
    pub(crate) id: GroupId,
    /// `device` and `group`, each unique in its place.
    pub(crate) place: Place,
    /// Metrics to read: those to print and, for rates, the group's timestamp.
    pub(crate) read: Vec<u32>,
    /// Metrics to print.
    pub(crate) print: BTreeSet<u32>,
}

/// Where a group belongs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// Its device's name, unique among devices.
    pub(crate) device: String,
    /// Its name, unique within the device.
    pub(crate) group: String,
}

impl Place {
    /// `device/group`.
    pub(crate) fn path(&self) -> String {
        format!("{}/{}", self.device, self.group)
    }
}

/// What is asked for, in the order of discovery, and what of it cannot be read.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request {
    /// Groups to read.
    pub(crate) groups: Vec<Wanted>,
    /// Groups that match and cannot be read, with reasons.
    pub(crate) unreadable: Vec<(Place, Reason)>,
}

/// Finds what `choice` means among everything listed; without one, what a first start shows.
///
/// # Errors
/// That nothing matches, with the names that come near, or that nothing of it can be read.
pub(crate) fn find(state: &State, choice: &Choice) -> anyhow::Result<Request> {
    let patterns = Patterned::new(choice)?;
    let names = state.devices.iter().map(|device| device.info.name.as_str());
    let mut request = Request::default();
    for (device, name) in state.devices.iter().zip(names::unique(names)) {
        if let Listing::Ready(groups) = &device.listing {
            if *choice == Choice::default() {
                request.add_starter(device, &name, groups);
            } else {
                request.add_chosen(device.id, &name, groups, &patterns);
            }
        }
    }
    if request.groups.is_empty() {
        bail!(why_none(state, choice, &request));
    }
    Ok(request)
}

impl Request {
    fn add_starter(&mut self, device: &Device, name: &str, groups: &[GroupInfo]) {
        let select = selection::starter();
        let labels = names::unique(groups.iter().map(|group| group.name.as_str()));
        for (group, label) in groups.iter().zip(labels) {
            let read = select(&device.info, group);
            if read.is_empty() {
                continue;
            }
            self.groups.push(Wanted {
                id: id(device.id, group),
                place: place(name, label),
                print: read.iter().copied().collect(),
                read,
            });
        }
    }

    fn add_chosen(
        &mut self,
        device: DeviceId,
        name: &str,
        groups: &[GroupInfo],
        patterns: &Patterned,
    ) {
        for picked in patterns.pick(name, groups) {
            let print: BTreeSet<u32> = picked.readable().into_iter().collect();
            let place = place(name, picked.name);
            let group = picked.group;
            if print.is_empty() {
                let reason = group.reason.clone();
                let reason = reason.unwrap_or_else(|| Reason::new("no metric of it can be read"));
                self.unreadable.push((place, reason));
                continue;
            }
            self.groups.push(Wanted {
                id: id(device, group),
                place,
                read: metrics_with_timestamp(group, |metric| print.contains(&metric.index)),
                print,
            });
        }
    }
}

fn id(device: DeviceId, group: &GroupInfo) -> GroupId {
    GroupId {
        device,
        index: group.index,
    }
}

fn place(device: &str, group: String) -> Place {
    Place {
        device: device.to_owned(),
        group,
    }
}

fn why_none(state: &State, choice: &Choice, request: &Request) -> String {
    if let Some((place, reason)) = request.unreadable.first() {
        return format!(
            "nothing that matches can be read; {}: {reason}",
            place.path()
        );
    }
    choice::why_none(state, choice)
}
