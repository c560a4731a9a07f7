//! Groups and batches for tests.

use std::sync::Arc;

use crate::model::batch::{Batch, Gap, GapCause, GapMark};
use crate::model::catalog::{DeviceId, Flags, GroupId, GroupInfo, Kind, MetricInfo};
use crate::model::store::GroupStore;
use crate::model::time::{Time, TimeSpan};
use crate::model::value::ValueType;

/// The group all test batches are of.
pub(crate) const GROUP: GroupId = GroupId {
    device: DeviceId(0),
    index: 0,
};

/// A group of metrics with these types and meanings; a timestamp is in nanoseconds.
pub(crate) fn info(metrics: &[(ValueType, Kind)]) -> GroupInfo {
    let metric = |(index, &(value_type, kind)): (usize, &(ValueType, Kind))| MetricInfo {
        index: index as u32,
        name: format!("metric {index}"),
        description: String::new(),
        component: String::new(),
        tier: 1,
        metric_type: "event".to_owned(),
        value_type: Some(value_type),
        value_type_name: value_type.name().to_owned(),
        unit: if kind == Kind::Timestamp {
            "ns"
        } else {
            "events"
        }
        .to_owned(),
        kind,
        reason: None,
    };
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
        metrics: metrics.iter().enumerate().map(metric).collect(),
    }
}

/// An empty series of such a group.
pub(crate) fn group(metrics: &[(ValueType, Kind)]) -> GroupStore {
    GroupStore::new(&info(metrics))
}

/// A batch of rows: time in nanoseconds and the slots of metrics 0, 1, and so on.
pub(crate) fn batch(rows: &[(i64, &[u64])]) -> Batch {
    let width = rows.first().map_or(0, |(_, slots)| slots.len() as u32);
    let mut batch = Batch::new(GROUP, (0..width).collect());
    for &(time, slots) in rows {
        batch.times.push(Time(time));
        batch.read_nanos.push(0);
        batch.slots.extend_from_slice(slots);
    }
    batch
}

/// A batch of rows with one metric.
pub(crate) fn single(rows: impl IntoIterator<Item = (i64, u64)>) -> Batch {
    let mut batch = Batch::new(GROUP, Arc::from([0]));
    for (time, slot) in rows {
        batch.times.push(Time(time));
        batch.read_nanos.push(0);
        batch.slots.push(slot);
    }
    batch
}

/// A gap from `start` to `end` before row `row` of a batch.
pub(crate) fn gap(row: u32, start: i64, end: i64, missed: u64, cause: GapCause) -> GapMark {
    let span = TimeSpan::new(Time(start), Time(end));
    GapMark {
        row,
        gap: Gap {
            span,
            missed,
            cause,
        },
    }
}
