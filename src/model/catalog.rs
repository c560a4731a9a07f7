//! Drivers, devices, metric groups and metrics as they were found.
//!
//! These are descriptions only: what a driver said of itself, already made safe (text is valid,
//! unknown numbers are kept as numbers) and judged (what each metric means, how its group can be
//! read, or why it cannot).

use std::fmt;

use crate::model::reason::Reason;
use crate::model::value::ValueType;

/// A device of this session, numbered in the order of discovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeviceId(pub u32);

/// A metric group of this session: its device and its index in that device's list.
///
/// Group names are not unique, so a name never identifies a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupId {
    /// The device that offers the group.
    pub device: DeviceId,
    /// Position in the device's list of groups.
    pub index: u32,
}

/// A metric of this session: its group and its index in that group's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MetricId {
    /// The group the metric belongs to.
    pub group: GroupId,
    /// Position in the group's list of metrics.
    pub index: u32,
}

/// How a driver was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Linked into this program.
    BuiltIn,
    /// Through the system's Level Zero loader.
    Loader,
}

impl Origin {
    /// The word used in listings: `built-in` or `loader`.
    pub fn name(self) -> &'static str {
        match self {
            Self::BuiltIn => "built-in",
            Self::Loader => "loader",
        }
    }
}

/// A version as Level Zero packs it: major in the upper half, minor in the lower.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(pub u32);

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 >> 16, self.0 & 0xffff)
    }
}

/// A driver extension and its version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extension {
    /// The extension's name, such as `ZET_experimental_metric_export_memory`.
    pub name: String,
    /// The version the driver implements.
    pub version: Version,
}

/// A Level Zero driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DriverInfo {
    /// How it was reached.
    pub origin: Origin,
    /// The API version it reports.
    pub api_version: Version,
    /// The driver's own version number, as it reports it.
    pub driver_version: u32,
    /// What it offers beyond the core, in its own order.
    pub extensions: Vec<Extension>,
    /// Why something of this driver is missing.
    pub reason: Option<Reason>,
}

/// What sort of processor a device is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeviceKind {
    /// Graphics processor.
    Gpu,
    /// General purpose processor.
    Cpu,
    /// Field programmable gate array.
    Fpga,
    /// Memory copy accelerator.
    Mca,
    /// Vision or neural processor.
    Vpu,
    /// A number this version does not know.
    Other(u32),
}

impl fmt::Display for DeviceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gpu => f.write_str("GPU"),
            Self::Cpu => f.write_str("CPU"),
            Self::Fpga => f.write_str("FPGA"),
            Self::Mca => f.write_str("MCA"),
            Self::Vpu => f.write_str("NPU"),
            Self::Other(number) => write!(f, "0x{number:x}"),
        }
    }
}

/// A device's identity across sessions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Uuid(pub [u8; 16]);

impl fmt::Display for Uuid {
    /// Writes the usual 8-4-4-4-12 hexadecimal digits, first byte first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, byte) in self.0.iter().enumerate() {
            if matches!(position, 4 | 6 | 8 | 10) {
                f.write_str("-")?;
            }
            write!(f, "{byte:02x}")?;
        }
        Ok(())
    }
}

/// A device or sub-device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceInfo {
    /// Identity across sessions.
    pub uuid: Uuid,
    /// The name to show, never empty.
    pub name: String,
    /// What sort of processor it is.
    pub kind: DeviceKind,
    /// Whether its values come from a generator and not from hardware.
    pub simulated: bool,
    /// Its tiles, in the driver's order.
    pub sub_devices: Vec<DeviceInfo>,
}

/// How a group's memory is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    /// The exported file descriptor is mapped into this process.
    Map,
    /// The memory is imported as a host allocation.
    Host,
    /// The memory is imported as a device allocation and copied before each read.
    Copy,
}

impl Access {
    /// Every strategy in the order they are tried.
    pub const ALL: [Self; 3] = [Self::Map, Self::Host, Self::Copy];

    /// The word used on the command line and in listings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::Host => "host",
            Self::Copy => "copy",
        }
    }
}

/// A bit set a driver reported, with the words for the bits that are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// The bits as reported.
    pub bits: u32,
    /// The known bits' names in ascending order; an unknown bit appears in hexadecimal.
    pub names: Vec<String>,
}

/// A metric group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupInfo {
    /// Position in the device's list; with the device's uuid and the sampling type its identity.
    pub index: u32,
    /// The name to show, never empty, not unique.
    pub name: String,
    /// What the group is about, as the driver says; may be empty.
    pub description: String,
    /// Two streamed groups of one domain cannot be active together.
    pub domain: u32,
    /// How the driver can sample it: `event`, `time`, `tracer`.
    pub sampling: Flags,
    /// What the group is: `export-dma-buf`, `user-created`, `other`, `marker`.
    pub kinds: Flags,
    /// Bytes of memory the group itself exports, where it does.
    pub export_bytes: Option<u64>,
    /// How its memory will be read, where it can be.
    pub access: Option<Access>,
    /// Why the group cannot be sampled, where it cannot.
    pub reason: Option<Reason>,
    /// Its metrics in the driver's order.
    pub metrics: Vec<MetricInfo>,
}

impl GroupInfo {
    /// Whether at least one metric of the group can be sampled.
    pub fn is_readable(&self) -> bool {
        self.reason.is_none() && self.metrics.iter().any(MetricInfo::is_readable)
    }

    /// The metric whose values are the device's own time in nanoseconds, where there is one.
    ///
    /// Rates are computed over it, so that reading faster than the device writes shows each
    /// value once and not a rate of zero in between.
    pub fn timestamp(&self) -> Option<&MetricInfo> {
        self.metrics
            .iter()
            .find(|metric| metric.kind == Kind::Timestamp && metric.is_readable())
    }
}

/// A metric.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetricInfo {
    /// Position in the group's list.
    pub index: u32,
    /// The name to show, never empty.
    pub name: String,
    /// What it counts, as the driver says; may be empty.
    pub description: String,
    /// The part of the device it belongs to, such as `L3 cache`; may be empty.
    pub component: String,
    /// The driver's tier: 1 is of interest to everybody, higher numbers to fewer.
    pub tier: u32,
    /// The driver's metric type in words (`event`, `ratio`), or hexadecimal when unknown.
    pub metric_type: String,
    /// How the value lies in memory, where that is known.
    pub value_type: Option<ValueType>,
    /// The value type in words, also when it is one that cannot be charted.
    pub value_type_name: String,
    /// The unit as the driver says; empty where it gives none.
    pub unit: String,
    /// What the values mean.
    pub kind: Kind,
    /// Why this metric cannot be sampled while others of its group can.
    pub reason: Option<Reason>,
}

impl MetricInfo {
    /// Whether the metric can be sampled, as far as the metric itself is concerned.
    pub fn is_readable(&self) -> bool {
        self.reason.is_none() && self.value_type.is_some()
    }
}

/// What the values of a metric mean, decided from source, unit and type together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A level that goes up and down: a temperature, a frequency.
    Gauge,
    /// A count that only grows, until it wraps at `bits` or the device resets it.
    Monotonic {
        /// Width of the counter in bits, 1 to 64.
        bits: u8,
    },
    /// A share in percent; values above 100 are shown as they are.
    Ratio,
    /// True or false.
    Flag,
    /// The device's own time; not charted as a value.
    Timestamp,
    /// An instruction pointer or other identifier; not charted as a value.
    Identifier,
    /// Nothing is known: drawn as a gauge and marked.
    Unknown,
}

impl Kind {
    /// The word used in listings.
    pub fn name(self) -> &'static str {
        match self {
            Self::Gauge => "gauge",
            Self::Monotonic { .. } => "monotonic",
            Self::Ratio => "ratio",
            Self::Flag => "flag",
            Self::Timestamp => "timestamp",
            Self::Identifier => "identifier",
            Self::Unknown => "unknown",
        }
    }

    /// Whether values are drawn as a curve or lane.
    pub fn is_charted(self) -> bool {
        !matches!(self, Self::Timestamp | Self::Identifier)
    }

    /// The view a chart starts with.
    pub fn default_view(self) -> View {
        match self {
            Self::Monotonic { .. } => View::Rate,
            _ => View::Raw,
        }
    }
}

/// How the values of a metric are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum View {
    /// The values as they were read.
    #[default]
    Raw,
    /// The difference to the sample before; monotonic metrics only.
    Delta,
    /// The difference divided by the time between the two, per second; monotonic metrics only.
    Rate,
}

impl View {
    /// Every view.
    pub const ALL: [Self; 3] = [Self::Raw, Self::Delta, Self::Rate];

    /// The word used on the command line and on buttons.
    pub fn name(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Delta => "delta",
            Self::Rate => "rate",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_and_uuids_read_as_people_write_them() {
        assert_eq!(Version(0x0001_000b).to_string(), "1.11");
        let uuid = Uuid([
            0x12, 0x34, 0x56, 0x78, 0x9a, 0xbc, 0xde, 0xf0, 0, 1, 2, 3, 4, 5, 6, 7,
        ]);
        assert_eq!(uuid.to_string(), "12345678-9abc-def0-0001-020304050607");
    }
}
