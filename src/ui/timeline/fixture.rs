//! Groups and passes for the tests of this folder.

use std::sync::Arc;

use crate::model::batch::Batch;
use crate::model::catalog::{DeviceId, Flags, GroupId, GroupInfo, Kind, MetricId, MetricInfo};
use crate::model::time::Time;
use crate::model::value::ValueType;

/// The only group.
pub(super) const GROUP: GroupId = GroupId {
    device: DeviceId(0),
    index: 0,
};

/// The metric numbered `index`.
pub(super) fn id(index: u32) -> MetricId {
    let group = GROUP;
    MetricId { group, index }
}

/// A metric of unsigned integers, or of flags.
pub(super) fn metric(index: u32, unit: &str, kind: Kind) -> MetricInfo {
    let value_type = match kind {
        Kind::Flag => ValueType::Bool8,
        _ => ValueType::U64,
    };
    MetricInfo {
        index,
        name: format!("metric {index}"),
        description: String::new(),
        component: String::new(),
        tier: 1,
        metric_type: String::new(),
        value_type: Some(value_type),
        value_type_name: value_type.name().to_owned(),
        unit: unit.to_owned(),
        kind,
        reason: None,
    }
}

/// A group of `metrics`.
pub(super) fn group(metrics: Vec<MetricInfo>) -> GroupInfo {
    GroupInfo {
        index: 0,
        name: "group".to_owned(),
        description: String::new(),
        domain: 0,
        sampling: Flags::default(),
        kinds: Flags::default(),
        export_bytes: None,
        access: None,
        reason: None,
        metrics,
    }
}

/// Passes at some times, of the group's metrics from the first on.
pub(super) fn batch(passes: &[(i64, &[u64])]) -> Batch {
    let width = passes.first().map_or(0, |(_, values)| values.len());
    let columns: Vec<u32> = (0..width as u32).collect();
    let mut batch = Batch::new(GROUP, Arc::from(columns));
    for (time, values) in passes {
        batch.times.push(Time(*time));
        batch.read_nanos.push(0);
        batch.slots.extend_from_slice(values);
    }
    batch
}
