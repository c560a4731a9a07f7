//! A small session for the tests of this folder.

use std::collections::BTreeMap;

use crate::model::batch::{Gap, GapCause};
use crate::model::catalog::{
    Access, DeviceId, DeviceInfo, DeviceKind, DriverInfo, Extension, Flags, GroupId, GroupInfo,
    Kind, MetricId, MetricInfo, Origin, Uuid, Version,
};
use crate::model::reason::Reason;
use crate::model::time::{Time, TimeSpan};
use crate::model::value::ValueType;
use crate::recording::{DeviceEntry, Event, Session, What};

/// The group most tests are about.
pub(crate) const GROUP: GroupId = GroupId {
    device: DeviceId(0),
    index: 0,
};

/// A session with two devices of one name and a group of every value type.
pub(crate) fn session() -> Session {
    let path = "/proc/sys/dev/xe/observation_paranoid".to_owned();
    Session {
        began_unix_nanos: 1_700_000_000_000_000_000,
        tool_version: "0.1.0".to_owned(),
        host: "lab \"7\"".to_owned(),
        kernel: "Linux 6.12".to_owned(),
        loader: Some("/usr/lib/libze_loader.so.1 1.21".to_owned()),
        settings: BTreeMap::from([(path, "1".to_owned())]),
        layouts: BTreeMap::from([("a.ron".to_owned(), "(size: 8)\n".to_owned())]),
        drivers: vec![DriverInfo {
            origin: Origin::Loader,
            api_version: Version(0x0001_000b),
            driver_version: 17,
            extensions: vec![Extension {
                name: "ZET_experimental_metric_export_memory".to_owned(),
                version: Version(0x0001_0000),
            }],
            reason: None,
        }],
        devices: vec![
            device(1, vec![group(0, "Mixed"), group(1, "Mixed")]),
            device(2, Vec::new()),
        ],
    }
}

fn device(number: u8, groups: Vec<GroupInfo>) -> DeviceEntry {
    let info = |name: &str, sub_devices| DeviceInfo {
        uuid: Uuid([number; 16]),
        name: name.to_owned(),
        kind: DeviceKind::Gpu,
        simulated: number == 2,
        sub_devices,
    };
    DeviceEntry {
        driver: 0,
        info: info("Arc B580", vec![info("tile 0", Vec::new())]),
        reason: groups
            .is_empty()
            .then(|| Reason::new("no groups").with_fix("ZET_ENABLE_METRICS=1")),
        groups,
    }
}

fn group(index: u32, name: &str) -> GroupInfo {
    GroupInfo {
        index,
        name: name.to_owned(),
        description: "every type".to_owned(),
        domain: 3,
        sampling: Flags {
            bits: 4,
            names: vec!["tracer".to_owned()],
        },
        kinds: Flags {
            bits: 1,
            names: vec!["export-dma-buf".to_owned()],
        },
        export_bytes: Some(4096),
        access: Some(Access::Map),
        reason: None,
        metrics: ValueType::ALL.into_iter().enumerate().map(metric).collect(),
    }
}

fn metric((index, value_type): (usize, ValueType)) -> MetricInfo {
    let kind = match value_type {
        ValueType::U64 => Kind::Monotonic { bits: 40 },
        ValueType::U32 => Kind::Ratio,
        ValueType::Bool8 => Kind::Flag,
        _ => Kind::Gauge,
    };
    MetricInfo {
        index: index as u32,
        name: format!("Value {}", value_type.name()),
        description: "a value, \"quoted\"".to_owned(),
        component: "L3".to_owned(),
        tier: 2,
        metric_type: "event".to_owned(),
        value_type: Some(value_type),
        value_type_name: value_type.name().to_owned(),
        unit: if kind == Kind::Gauge {
            String::new()
        } else {
            "events".to_owned()
        },
        kind,
        reason: None,
    }
}

/// One event of every kind.
pub(crate) fn events() -> Vec<Event> {
    let gap = Gap {
        span: TimeSpan::new(Time(-5), Time(1 << 60)),
        missed: u64::MAX,
        cause: GapCause::DriverDropped,
    };
    let reason = Reason::new("gone").with_fix("reboot");
    [
        What::Gap { group: GROUP, gap },
        What::Reset {
            metric: MetricId {
                group: GROUP,
                index: 3,
            },
        },
        What::DeviceLost {
            device: DeviceId(1),
            reason: reason.clone(),
        },
        What::Rate {
            group: GROUP,
            period_nanos: 10_000,
        },
        What::Marker {
            text: "here: \"é\"\n".to_owned(),
        },
        What::ClockJump {
            began_unix_nanos: -1,
        },
        What::Note {
            device: Some(DeviceId(0)),
            group: Some(GROUP),
            reason: reason.clone(),
        },
        What::Note {
            device: None,
            group: None,
            reason,
        },
    ]
    .into_iter()
    .enumerate()
    .map(|(at, what)| Event {
        time: Time(at as i64 * 1_000),
        what,
    })
    .collect()
}
