//! What a metric says about itself.

use crate::world::value::ValueType;

/// How a metric's values behave, in the words of Level Zero's metric types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricKind {
    /// Cumulative time.
    Duration,
    /// Cumulative count of events.
    Event,
    /// Cumulative amount of data.
    Throughput,
    /// A point in time.
    Timestamp,
    /// True or false.
    Flag,
    /// A share of a whole.
    Ratio,
    /// A level, which rises and falls.
    Raw,
    /// A place in a program.
    Address,
}

/// Units of what can be counted; a value in any other unit is a level, whatever its kind.
const COUNTED: [&str; 7] = [
    "ns",
    "cycles",
    "events",
    "Events",
    "bytes",
    "messages",
    "microjoules",
];

/// One metric of a group. All texts stay below 256 bytes, Level Zero's limit.
#[derive(Clone, Debug)]
pub struct Metric {
    /// Unique within its group.
    pub name: String,
    /// One sentence.
    pub description: String,
    /// The part of the machine it belongs to, such as "CPU 0" or "vda".
    pub component: String,
    /// Unit, such as "ns", "bytes", "percent" or "events"; empty for a plain number.
    pub unit: &'static str,
    /// How values behave.
    pub kind: MetricKind,
    /// How values are stored.
    pub value_type: ValueType,
}

impl Metric {
    /// A metric without description or component.
    pub fn new(
        name: impl Into<String>,
        kind: MetricKind,
        value_type: ValueType,
        unit: &'static str,
    ) -> Self {
        Self {
            name: name.into(),
            description: String::new(),
            component: String::new(),
            unit,
            kind,
            value_type,
        }
    }

    /// A cumulative u64 count of `unit`.
    pub fn count(name: impl Into<String>, unit: &'static str) -> Self {
        let kind = match unit {
            "ns" => MetricKind::Duration,
            "bytes" => MetricKind::Throughput,
            _ => MetricKind::Event,
        };
        Self::new(name, kind, ValueType::U64, unit)
    }

    /// A u64 level in `unit`.
    pub fn level(name: impl Into<String>, unit: &'static str) -> Self {
        Self::new(name, MetricKind::Raw, ValueType::U64, unit)
    }

    /// An f64 share in percent.
    pub fn percent(name: impl Into<String>) -> Self {
        Self::new(name, MetricKind::Ratio, ValueType::F64, "percent")
    }

    /// The timestamp every timestamped group begins with.
    pub fn timestamp() -> Self {
        Self::new("Timestamp", MetricKind::Timestamp, ValueType::U64, "ns")
            .about("Host time (CLOCK_MONOTONIC_RAW) of the refresh that wrote this group.")
            .of("Driver")
    }

    /// The time that a report covers.
    pub fn interval() -> Self {
        Self::count("IntervalTime", "ns")
            .about("Time that this report covers.")
            .of("Driver")
    }

    /// Whether the value is an amount that grows, so that a report holds what it grew by.
    pub fn is_counted(&self) -> bool {
        let grows = matches!(
            self.kind,
            MetricKind::Duration | MetricKind::Event | MetricKind::Throughput
        );
        grows && COUNTED.contains(&self.unit)
    }

    /// Sets the description.
    #[must_use]
    pub fn about(mut self, description: impl Into<String>) -> Self {
        self.description = description.into();
        self
    }

    /// Sets the component.
    #[must_use]
    pub fn of(mut self, component: impl Into<String>) -> Self {
        self.component = component.into();
        self
    }
}
