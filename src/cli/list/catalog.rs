//! What was found, put back into the order it belongs in: sub-devices below their devices.

use std::iter::Peekable;

use crate::capture::state::{Device, Listing, State};
use crate::cli::choice::{Patterned, Picked};
use crate::cli::names;
use crate::model::catalog::{DeviceInfo, DriverInfo};
use crate::model::reason::Reason;

/// A driver and its devices.
pub(crate) struct Driver<'a> {
    pub(crate) info: &'a DriverInfo,
    pub(crate) devices: Vec<Node<'a>>,
}

/// A device or sub-device with the groups, and their metrics, that were asked for.
pub(crate) struct Node<'a> {
    pub(crate) info: &'a DeviceInfo,
    /// Why its groups are not listed.
    pub(crate) reason: Option<Reason>,
    pub(crate) groups: Vec<Picked<'a>>,
    pub(crate) sub_devices: Vec<Node<'a>>,
}

impl Driver<'_> {
    /// Whether none of its devices has a group that was asked for.
    pub(crate) fn is_bare(&self) -> bool {
        self.devices.iter().all(Node::is_bare)
    }
}

impl Node<'_> {
    fn is_bare(&self) -> bool {
        self.groups.is_empty() && self.sub_devices.iter().all(Self::is_bare)
    }
}

/// Every driver of `state` with what `choice` leaves of it.
pub(crate) fn drivers<'a>(state: &'a State, choice: &Patterned) -> Vec<Driver<'a>> {
    let names = state.devices.iter().map(|device| device.info.name.as_str());
    let names = names::unique(names);
    let drivers = state.drivers.iter().enumerate().map(|(index, info)| {
        let mut devices = state
            .devices
            .iter()
            .filter(|device| device.driver == index)
            .peekable();
        let mut roots = Vec::new();
        while let Some(device) = devices.next() {
            roots.push(node(device, &mut devices, &names, choice));
        }
        Driver {
            info,
            devices: roots,
        }
    });
    drivers.collect()
}

/// `device` and, taken from `rest`, the sub-devices that follow it.
fn node<'a>(
    device: &'a Device,
    rest: &mut Peekable<impl Iterator<Item = &'a Device>>,
    names: &[String],
    choice: &Patterned,
) -> Node<'a> {
    let (groups, reason) = groups(device, &names[device.id.0 as usize], choice);
    let mut sub_devices = Vec::new();
    for tile in &device.info.sub_devices {
        if let Some(sub_device) = rest.next_if(|next| next.info.uuid == tile.uuid) {
            sub_devices.push(node(sub_device, rest, names, choice));
        }
    }
    Node {
        info: &device.info,
        reason,
        groups,
        sub_devices,
    }
}

fn groups<'a>(
    device: &'a Device,
    device_name: &str,
    choice: &Patterned,
) -> (Vec<Picked<'a>>, Option<Reason>) {
    match &device.listing {
        Listing::Ready(groups) => {
            let picked = choice.pick(device_name, groups);
            (picked, device.lost.clone())
        }
        Listing::Failed(reason) => (Vec::new(), Some(reason.clone())),
        Listing::Pending => {
            let reason = Reason::new("the driver does not answer");
            (Vec::new(), Some(reason))
        }
    }
}
