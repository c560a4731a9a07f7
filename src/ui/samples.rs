//! Descriptions and states for the tests of the window.

use std::sync::Arc;

use crate::capture::state::{Device, Group, Listing, Phase, State};
use crate::model::catalog::{
    Access, DeviceId, DeviceInfo, DeviceKind, DriverInfo, Flags, GroupId, GroupInfo, Kind,
    MetricInfo, Origin, Uuid, Version,
};
use crate::model::rate::SampleRate;
use crate::model::reason::Reason;
use crate::model::value::ValueType;

/// A readable group: a timestamp, then counters, of which the last cannot be read.
pub(crate) fn group(name: &str, metrics: u32) -> GroupInfo {
    GroupInfo {
        index: 0,
        name: name.to_owned(),
        description: String::new(),
        domain: 0,
        sampling: Flags::default(),
        kinds: Flags::default(),
        export_bytes: Some(4096),
        access: Some(Access::Map),
        reason: None,
        metrics: (0..metrics).map(|index| metric(index, metrics)).collect(),
    }
}

fn metric(index: u32, metrics: u32) -> MetricInfo {
    let kind = if index == 0 {
        Kind::Timestamp
    } else {
        Kind::Monotonic { bits: 64 }
    };
    let reason = (index + 1 == metrics).then(|| Reason::new("the driver names no value type"));
    MetricInfo {
        index,
        name: if index == 0 {
            "Timestamp".to_owned()
        } else {
            format!("Counter{index}")
        },
        description: String::new(),
        component: "Kernel".to_owned(),
        tier: 1,
        metric_type: "event".to_owned(),
        value_type: Some(ValueType::U64),
        value_type_name: "u64".to_owned(),
        unit: "events".to_owned(),
        kind,
        reason,
    }
}

/// A group nothing can be read of.
pub(crate) fn unreadable(name: &str, reason: Reason) -> GroupInfo {
    GroupInfo {
        reason: Some(reason),
        access: None,
        ..group(name, 3)
    }
}

/// A state with a built-in driver and one device for each listing.
pub(crate) fn state(listings: Vec<(&str, Listing)>) -> State {
    let mut state = State::new(1 << 20);
    state.drivers.push(DriverInfo {
        origin: Origin::BuiltIn,
        api_version: Version(0x0001_000e),
        driver_version: 1,
        extensions: Vec::new(),
        reason: None,
    });
    for (number, (name, listing)) in (0..).zip(listings) {
        let device = DeviceId(number);
        if let Listing::Ready(groups) = &listing {
            add_groups(&mut state, device, groups);
        }
        state.devices.push(Device {
            id: device,
            driver: 0,
            info: DeviceInfo {
                uuid: Uuid::default(),
                name: name.to_owned(),
                kind: DeviceKind::Cpu,
                simulated: false,
                sub_devices: Vec::new(),
            },
            listing,
            lost: None,
            cpu_share: 0.0,
        });
    }
    state
}

fn add_groups(state: &mut State, device: DeviceId, groups: &Arc<[GroupInfo]>) {
    for (index, info) in (0..).zip(groups.iter()) {
        let id = GroupId { device, index };
        state.store.add_group(id, info);
        let group = Group {
            wanted: Vec::new(),
            rate: SampleRate::from_hz(100.0).expect("valid"),
            phase: Phase::Off,
            refused: Vec::new(),
            status: None,
        };
        state.groups.insert(id, group);
    }
}
