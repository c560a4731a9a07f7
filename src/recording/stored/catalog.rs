//! Drivers, devices, groups and metrics as they lie in a file.

use serde::{Deserialize, Serialize};

use crate::model::catalog::{
    Access, DeviceInfo, DeviceKind, DriverInfo, Extension, Flags, GroupInfo, Kind, MetricInfo,
    Origin, Uuid, Version,
};
use crate::model::reason::Reason;
use crate::model::value::ValueType;
use crate::recording::session::DeviceEntry;

#[derive(Serialize, Deserialize)]
#[serde(rename = "Driver")]
pub(super) struct StoredDriver {
    origin: StoredOrigin,
    api_version: u32,
    driver_version: u32,
    extensions: Vec<(String, u32)>,
    reason: Option<StoredReason>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
enum StoredOrigin {
    BuiltIn,
    Loader,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Reason")]
struct StoredReason {
    what: String,
    fix: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Device")]
pub(super) struct StoredDevice {
    driver: u32,
    info: StoredDeviceInfo,
    groups: Vec<StoredGroup>,
    reason: Option<StoredReason>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Info")]
struct StoredDeviceInfo {
    uuid: [u8; 16],
    name: String,
    kind: StoredDeviceKind,
    simulated: bool,
    sub_devices: Vec<Self>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
enum StoredDeviceKind {
    Gpu,
    Cpu,
    Fpga,
    Mca,
    Vpu,
    Other(u32),
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Flags")]
struct StoredFlags {
    bits: u32,
    names: Vec<String>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
enum StoredAccess {
    Map,
    Host,
    Copy,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Group")]
struct StoredGroup {
    index: u32,
    name: String,
    description: String,
    domain: u32,
    sampling: StoredFlags,
    kinds: StoredFlags,
    export_bytes: Option<u64>,
    access: Option<StoredAccess>,
    reason: Option<StoredReason>,
    metrics: Vec<StoredMetric>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Metric")]
struct StoredMetric {
    index: u32,
    name: String,
    description: String,
    component: String,
    tier: u32,
    metric_type: String,
    value_type: Option<StoredValueType>,
    value_type_name: String,
    unit: String,
    kind: StoredKind,
    reason: Option<StoredReason>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
enum StoredValueType {
    U8,
    U16,
    U32,
    U64,
    F32,
    F64,
    Bool8,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
enum StoredKind {
    Gauge,
    Monotonic { bits: u8 },
    Ratio,
    Flag,
    Timestamp,
    Identifier,
    Unknown,
}

/// Enumerations whose variants have the same names on both sides.
macro_rules! same_variants {
    ($model:ident, $stored:ident: $($variant:ident),+ $(; $other:ident($type:ty))?) => {
        impl From<$model> for $stored {
            fn from(value: $model) -> Self {
                match value {
                    $($model::$variant => Self::$variant,)+
                    $($model::$other(number) => Self::$other(number),)?
                }
            }
        }

        impl From<$stored> for $model {
            fn from(value: $stored) -> Self {
                match value {
                    $($stored::$variant => Self::$variant,)+
                    $($stored::$other(number) => Self::$other(number),)?
                }
            }
        }
    };
}

same_variants!(Origin, StoredOrigin: BuiltIn, Loader);
same_variants!(Access, StoredAccess: Map, Host, Copy);
same_variants!(ValueType, StoredValueType: U8, U16, U32, U64, F32, F64, Bool8);
same_variants!(DeviceKind, StoredDeviceKind: Gpu, Cpu, Fpga, Mca, Vpu; Other(u32));

impl From<Kind> for StoredKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Gauge => Self::Gauge,
            Kind::Monotonic { bits } => Self::Monotonic { bits },
            Kind::Ratio => Self::Ratio,
            Kind::Flag => Self::Flag,
            Kind::Timestamp => Self::Timestamp,
            Kind::Identifier => Self::Identifier,
            Kind::Unknown => Self::Unknown,
        }
    }
}

impl From<StoredKind> for Kind {
    fn from(kind: StoredKind) -> Self {
        match kind {
            StoredKind::Gauge => Self::Gauge,
            StoredKind::Monotonic { bits } => Self::Monotonic { bits },
            StoredKind::Ratio => Self::Ratio,
            StoredKind::Flag => Self::Flag,
            StoredKind::Timestamp => Self::Timestamp,
            StoredKind::Identifier => Self::Identifier,
            StoredKind::Unknown => Self::Unknown,
        }
    }
}

impl From<&Reason> for StoredReason {
    fn from(reason: &Reason) -> Self {
        Self {
            what: reason.what.clone(),
            fix: reason.fix.clone(),
        }
    }
}

impl From<StoredReason> for Reason {
    fn from(reason: StoredReason) -> Self {
        Self {
            what: reason.what,
            fix: reason.fix,
        }
    }
}

impl From<&Flags> for StoredFlags {
    fn from(flags: &Flags) -> Self {
        Self {
            bits: flags.bits,
            names: flags.names.clone(),
        }
    }
}

impl From<StoredFlags> for Flags {
    fn from(flags: StoredFlags) -> Self {
        Self {
            bits: flags.bits,
            names: flags.names,
        }
    }
}

impl From<&DriverInfo> for StoredDriver {
    fn from(driver: &DriverInfo) -> Self {
        let extension = |extension: &Extension| (extension.name.clone(), extension.version.0);
        Self {
            origin: driver.origin.into(),
            api_version: driver.api_version.0,
            driver_version: driver.driver_version,
            extensions: driver.extensions.iter().map(extension).collect(),
            reason: driver.reason.as_ref().map(Into::into),
        }
    }
}

impl From<StoredDriver> for DriverInfo {
    fn from(driver: StoredDriver) -> Self {
        let extension = |(name, version)| Extension {
            name,
            version: Version(version),
        };
        Self {
            origin: driver.origin.into(),
            api_version: Version(driver.api_version),
            driver_version: driver.driver_version,
            extensions: driver.extensions.into_iter().map(extension).collect(),
            reason: driver.reason.map(Into::into),
        }
    }
}

impl From<&DeviceInfo> for StoredDeviceInfo {
    fn from(info: &DeviceInfo) -> Self {
        Self {
            uuid: info.uuid.0,
            name: info.name.clone(),
            kind: info.kind.into(),
            simulated: info.simulated,
            sub_devices: info.sub_devices.iter().map(Into::into).collect(),
        }
    }
}

impl From<StoredDeviceInfo> for DeviceInfo {
    fn from(info: StoredDeviceInfo) -> Self {
        Self {
            uuid: Uuid(info.uuid),
            name: info.name,
            kind: info.kind.into(),
            simulated: info.simulated,
            sub_devices: info.sub_devices.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<&DeviceEntry> for StoredDevice {
    fn from(device: &DeviceEntry) -> Self {
        Self {
            driver: device.driver as u32,
            info: (&device.info).into(),
            groups: device.groups.iter().map(Into::into).collect(),
            reason: device.reason.as_ref().map(Into::into),
        }
    }
}

impl From<StoredDevice> for DeviceEntry {
    fn from(device: StoredDevice) -> Self {
        Self {
            driver: device.driver as usize,
            info: device.info.into(),
            groups: device.groups.into_iter().map(Into::into).collect(),
            reason: device.reason.map(Into::into),
        }
    }
}

impl From<&GroupInfo> for StoredGroup {
    fn from(group: &GroupInfo) -> Self {
        Self {
            index: group.index,
            name: group.name.clone(),
            description: group.description.clone(),
            domain: group.domain,
            sampling: (&group.sampling).into(),
            kinds: (&group.kinds).into(),
            export_bytes: group.export_bytes,
            access: group.access.map(Into::into),
            reason: group.reason.as_ref().map(Into::into),
            metrics: group.metrics.iter().map(Into::into).collect(),
        }
    }
}

impl From<StoredGroup> for GroupInfo {
    fn from(group: StoredGroup) -> Self {
        Self {
            index: group.index,
            name: group.name,
            description: group.description,
            domain: group.domain,
            sampling: group.sampling.into(),
            kinds: group.kinds.into(),
            export_bytes: group.export_bytes,
            access: group.access.map(Into::into),
            reason: group.reason.map(Into::into),
            metrics: group.metrics.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<&MetricInfo> for StoredMetric {
    fn from(metric: &MetricInfo) -> Self {
        Self {
            index: metric.index,
            name: metric.name.clone(),
            description: metric.description.clone(),
            component: metric.component.clone(),
            tier: metric.tier,
            metric_type: metric.metric_type.clone(),
            value_type: metric.value_type.map(Into::into),
            value_type_name: metric.value_type_name.clone(),
            unit: metric.unit.clone(),
            kind: metric.kind.into(),
            reason: metric.reason.as_ref().map(Into::into),
        }
    }
}

impl From<StoredMetric> for MetricInfo {
    fn from(metric: StoredMetric) -> Self {
        Self {
            index: metric.index,
            name: metric.name,
            description: metric.description,
            component: metric.component,
            tier: metric.tier,
            metric_type: metric.metric_type,
            value_type: metric.value_type.map(Into::into),
            value_type_name: metric.value_type_name,
            unit: metric.unit,
            kind: metric.kind.into(),
            reason: metric.reason.map(Into::into),
        }
    }
}
