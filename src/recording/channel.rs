//! What a channel's metadata says of its group: enough to read the channel without a catalog.
//!
//! JSON under one key of the channel's metadata, for strangers as much as for the reader here.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::model::catalog::{
    DeviceId, DeviceInfo, DeviceKind, Flags, GroupId, GroupInfo, Kind, MetricInfo, Uuid,
};
use crate::model::reason::Reason;
use crate::model::value::ValueType;
use crate::recording::FORMAT_VERSION;
use crate::recording::error::WriteError;
use crate::recording::identifier::field_name;
use crate::recording::schema::{FIXED_FIELDS, Field, definition};
use crate::recording::session::Session;

/// The key of the channel's metadata that holds the JSON.
pub(crate) const METADATA_KEY: &str = "zetscope";

/// A channel: the passes of one group while the same metrics were read.
#[derive(Clone, Debug)]
pub(crate) struct ChannelDescription {
    /// The wall-clock instant of the session's beginning, in nanoseconds since 1970 UTC.
    pub(crate) began_unix_nanos: i64,
    /// The group.
    pub(crate) group: GroupId,
    /// The metrics in each pass, ascending.
    pub(crate) columns: Arc<[u32]>,
    /// Their types, in the order of `columns`.
    pub(crate) types: Vec<ValueType>,
    /// The field each is in, in the order of `columns`.
    pub(crate) fields: Vec<String>,
    /// Device and group as far as the channel knows them.
    pub(crate) device: DeviceInfo,
    /// The group with every metric the channel knows of.
    pub(crate) info: GroupInfo,
    /// 1 for the first set of metrics of the group, and counting.
    pub(crate) part: u32,
}

#[derive(Serialize, Deserialize)]
struct StoredChannel {
    format_version: u32,
    began_unix_ns: i64,
    device: u32,
    device_name: String,
    device_uuid: String,
    simulated: bool,
    group: u32,
    group_name: String,
    group_description: String,
    domain: u32,
    sampling: Vec<String>,
    part: u32,
    metrics: Vec<StoredMetric>,
}

#[derive(Serialize, Deserialize)]
struct StoredMetric {
    index: u32,
    name: String,
    enabled: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    unit: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bits: Option<u8>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    value_type: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    description: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    component: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    metric_type: String,
    #[serde(default, skip_serializing_if = "is_zero")]
    tier: u32,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde calls it with a reference"
)]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl ChannelDescription {
    /// The channel for passes over `columns` of a group.
    ///
    /// # Errors
    /// [`WriteError::UnknownGroup`] when a column is not one of the group's metrics,
    /// [`WriteError::ValueType`] when one has no type.
    pub(crate) fn new(
        session: &Session,
        group: GroupId,
        columns: &Arc<[u32]>,
        part: u32,
    ) -> Result<Self, WriteError> {
        let unknown = || WriteError::UnknownGroup {
            device: group.device.0,
            group: group.index,
        };
        let device = session
            .devices
            .get(group.device.0 as usize)
            .ok_or_else(unknown)?;
        let info = device
            .groups
            .get(group.index as usize)
            .ok_or_else(unknown)?;
        let mut taken: BTreeSet<String> = FIXED_FIELDS.map(str::to_owned).into();
        let mut types = Vec::with_capacity(columns.len());
        let mut fields = Vec::with_capacity(columns.len());
        for &column in columns.iter() {
            let metric = info.metrics.get(column as usize).ok_or_else(unknown)?;
            let named = || WriteError::ValueType(metric.name.clone());
            types.push(metric.value_type.ok_or_else(named)?);
            fields.push(field_name(&metric.name, &mut taken));
        }
        Ok(Self {
            began_unix_nanos: session.began_unix_nanos,
            group,
            columns: Arc::clone(columns),
            types,
            fields,
            device: device.info.clone(),
            info: info.clone(),
            part,
        })
    }

    /// The message definition.
    pub(crate) fn definition(&self) -> String {
        let named = |(at, &column): (usize, &u32)| {
            let metric = &self.info.metrics[column as usize];
            Field {
                name: &self.fields[at],
                value_type: self.types[at],
                metric: &metric.name,
                unit: &metric.unit,
            }
        };
        let fields: Vec<_> = self.columns.iter().enumerate().map(named).collect();
        let title = format!("One pass over {} of {}.", self.info.name, self.device.name);
        definition(&title, &fields)
    }

    /// The channel's metadata.
    ///
    /// # Errors
    /// [`WriteError::Describe`] when it cannot be expressed.
    pub(crate) fn to_metadata(&self) -> Result<BTreeMap<String, String>, WriteError> {
        let json = serde_json::to_string(&self.stored())
            .map_err(|error| WriteError::Describe(error.to_string()))?;
        Ok(BTreeMap::from([(METADATA_KEY.to_owned(), json)]))
    }

    fn stored(&self) -> StoredChannel {
        StoredChannel {
            format_version: FORMAT_VERSION,
            began_unix_ns: self.began_unix_nanos,
            device: self.group.device.0,
            device_name: self.device.name.clone(),
            device_uuid: self.device.uuid.to_string(),
            simulated: self.device.simulated,
            group: self.group.index,
            group_name: self.info.name.clone(),
            group_description: self.info.description.clone(),
            domain: self.info.domain,
            sampling: self.info.sampling.names.clone(),
            part: self.part,
            metrics: self
                .info
                .metrics
                .iter()
                .map(|metric| self.stored_metric(metric))
                .collect(),
        }
    }

    fn stored_metric(&self, metric: &MetricInfo) -> StoredMetric {
        let at = self.columns.binary_search(&metric.index).ok();
        let full = |text: &str| {
            if at.is_some() {
                text.to_owned()
            } else {
                String::new()
            }
        };
        StoredMetric {
            index: metric.index,
            name: metric.name.clone(),
            enabled: at.is_some(),
            field: at.map(|at| self.fields[at].clone()),
            unit: full(&metric.unit),
            kind: full(metric.kind.name()),
            bits: match metric.kind {
                Kind::Monotonic { bits } if at.is_some() => Some(bits),
                _ => None,
            },
            value_type: full(metric.value_type.map_or("", ValueType::name)),
            description: full(&metric.description),
            component: full(&metric.component),
            metric_type: full(&metric.metric_type),
            tier: if at.is_some() { metric.tier } else { 0 },
        }
    }

    /// Reads a channel's metadata; `Ok(None)` when the channel is not one of ours.
    ///
    /// # Errors
    /// What is wrong with it, for people.
    pub(crate) fn from_metadata(
        metadata: &BTreeMap<String, String>,
    ) -> Result<Option<Self>, String> {
        let Some(json) = metadata.get(METADATA_KEY) else {
            return Ok(None);
        };
        let stored: StoredChannel =
            serde_json::from_str(json).map_err(|error| error.to_string())?;
        if stored.format_version > FORMAT_VERSION {
            return Err(format!("its format version is {}", stored.format_version));
        }
        Self::from_stored(&stored).map(Some)
    }

    fn from_stored(stored: &StoredChannel) -> Result<Self, String> {
        let enabled: Vec<_> = stored
            .metrics
            .iter()
            .filter(|metric| metric.enabled)
            .collect();
        let columns: Arc<[u32]> = enabled.iter().map(|metric| metric.index).collect();
        if !columns.is_sorted_by(|a, b| a < b) {
            return Err("its metrics are not in order".to_owned());
        }
        let value_type = |metric: &&StoredMetric| {
            let known = value_type(&metric.value_type);
            known.ok_or_else(|| format!("{} has an unknown type", metric.name))
        };
        let types = enabled
            .iter()
            .map(value_type)
            .collect::<Result<Vec<_>, _>>()?;
        let field = |metric: &&StoredMetric| metric.field.clone().unwrap_or_default();
        let fields = enabled.iter().map(field).collect();
        let group = GroupId {
            device: DeviceId(stored.device),
            index: stored.group,
        };
        let info = group_info(stored);
        Ok(Self {
            began_unix_nanos: stored.began_unix_ns,
            group,
            columns,
            types,
            fields,
            device: device_info(stored),
            info,
            part: stored.part,
        })
    }
}

/// The device as far as a channel knows it.
fn device_info(stored: &StoredChannel) -> DeviceInfo {
    DeviceInfo {
        uuid: uuid(&stored.device_uuid),
        name: stored.device_name.clone(),
        kind: DeviceKind::Other(0),
        simulated: stored.simulated,
        sub_devices: Vec::new(),
    }
}

/// The group as far as a channel knows it: metrics that were not read have only their names.
fn group_info(stored: &StoredChannel) -> GroupInfo {
    GroupInfo {
        index: stored.group,
        name: stored.group_name.clone(),
        description: stored.group_description.clone(),
        domain: stored.domain,
        sampling: Flags {
            bits: 0,
            names: stored.sampling.clone(),
        },
        kinds: Flags::default(),
        export_bytes: None,
        access: None,
        reason: None,
        metrics: stored.metrics.iter().map(metric_info).collect(),
    }
}

fn metric_info(stored: &StoredMetric) -> MetricInfo {
    MetricInfo {
        index: stored.index,
        name: stored.name.clone(),
        description: stored.description.clone(),
        component: stored.component.clone(),
        tier: stored.tier,
        metric_type: stored.metric_type.clone(),
        value_type: value_type(&stored.value_type),
        value_type_name: stored.value_type.clone(),
        unit: stored.unit.clone(),
        kind: kind(&stored.kind, stored.bits),
        reason: (!stored.enabled).then(|| Reason::new("it was not recorded")),
    }
}

fn value_type(name: &str) -> Option<ValueType> {
    ValueType::ALL
        .into_iter()
        .find(|known| known.name() == name)
}

fn kind(name: &str, bits: Option<u8>) -> Kind {
    match (name, bits) {
        ("gauge", _) => Kind::Gauge,
        ("monotonic", Some(bits)) => Kind::Monotonic { bits },
        ("ratio", _) => Kind::Ratio,
        ("flag", _) => Kind::Flag,
        ("timestamp", _) => Kind::Timestamp,
        ("identifier", _) => Kind::Identifier,
        _ => Kind::Unknown,
    }
}

/// Reads the usual hexadecimal digits; anything else is the nil uuid.
fn uuid(text: &str) -> Uuid {
    let digits: String = text.chars().filter(|&c| c != '-').collect();
    match u128::from_str_radix(&digits, 16) {
        Ok(number) if digits.len() == 32 => Uuid(number.to_be_bytes()),
        _ => Uuid::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::sample;

    fn described(columns: &[u32]) -> ChannelDescription {
        let session = sample::session();
        ChannelDescription::new(&session, sample::GROUP, &columns.into(), 2).expect("a channel")
    }

    #[test]
    fn a_channel_describes_itself_without_the_catalog() {
        let channel = described(&[0, 2]);
        let metadata = channel.to_metadata().expect("can be expressed");
        let read = ChannelDescription::from_metadata(&metadata).expect("reads back");
        let read = read.expect("is ours");
        assert_eq!((read.group, read.part), (channel.group, 2));
        assert_eq!(read.columns, channel.columns);
        assert_eq!((read.types, read.fields), (channel.types, channel.fields));
        assert_eq!(read.device.uuid, channel.device.uuid);
        let (mine, theirs) = (&channel.info.metrics, &read.info.metrics);
        assert_eq!(
            (&mine[2].name, mine[2].kind),
            (&theirs[2].name, theirs[2].kind)
        );
        assert_eq!(mine[1].name, theirs[1].name);
        assert!(theirs[1].reason.is_some(), "the metric that was not read");
    }

    #[test]
    fn channels_of_others_are_not_ours_and_nonsense_is_named() {
        let foreign = BTreeMap::from([("a".to_owned(), "b".to_owned())]);
        assert!(
            ChannelDescription::from_metadata(&foreign)
                .expect("foreign")
                .is_none()
        );
        let broken = BTreeMap::from([(METADATA_KEY.to_owned(), "{}".to_owned())]);
        assert!(ChannelDescription::from_metadata(&broken).is_err());
    }

    #[test]
    fn metrics_without_a_type_cannot_be_recorded() {
        let mut session = sample::session();
        session.devices[0].groups[0].metrics[1].value_type = None;
        let made = ChannelDescription::new(&session, sample::GROUP, &[1].into(), 1);
        assert!(matches!(made, Err(WriteError::ValueType(_))));
        let made = ChannelDescription::new(&session, sample::GROUP, &[999].into(), 1);
        assert!(matches!(made, Err(WriteError::UnknownGroup { .. })));
    }
}
