//! What happened besides passes: one JSON message each on the events channel.

use serde::{Deserialize, Serialize};

use crate::model::batch::{Gap, GapCause};
use crate::model::catalog::{DeviceId, GroupId, MetricId};
use crate::model::reason::Reason;
use crate::model::time::{Time, TimeSpan};

/// The topic of the events channel.
pub(crate) const TOPIC: &str = "/zetscope/events";
/// The name of its schema.
pub(crate) const SCHEMA_NAME: &str = "zetscope.Event";
/// Its schema.
pub(crate) const SCHEMA: &str = include_str!("event.schema.json");

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// When, in session time.
    pub time: Time,
    /// What.
    pub what: What,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Passes of a group are missing. The event's time is that of the pass the gap stands
    /// before, or lies after the last one.
    Gap {
        /// The group.
        group: GroupId,
        /// The gap.
        gap: Gap,
    },
    /// A counter started again.
    Reset {
        /// The counter.
        metric: MetricId,
    },
    /// A device stopped answering.
    DeviceLost {
        /// The device.
        device: DeviceId,
        /// Why, as far as it is known.
        reason: Reason,
    },
    /// From now on a group is to be read at this rate.
    Rate {
        /// The group.
        group: GroupId,
        /// Nanoseconds between two passes.
        period_nanos: u64,
    },
    /// A mark somebody set.
    Marker {
        /// What they wrote.
        text: String,
    },
    /// The wall clock was set; passes go on in session time.
    ClockJump {
        /// The wall-clock instant of [`Time::ZERO`] by the clock as it is now, in nanoseconds
        /// since 1970 UTC.
        began_unix_nanos: i64,
    },
    /// Anything else worth knowing.
    Note {
        /// The device it is about, where it is about one.
        device: Option<DeviceId>,
        /// The group it is about, where it is about one.
        group: Option<GroupId>,
        /// What it is.
        reason: Reason,
    },
}

/// An event as it is written.
#[derive(Serialize, Deserialize)]
struct StoredEvent {
    t_ns: i64,
    #[serde(flatten)]
    what: StoredWhat,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum StoredWhat {
    Gap {
        device: u32,
        group: u32,
        from_ns: i64,
        to_ns: i64,
        missed: u64,
        cause: StoredCause,
    },
    Reset {
        device: u32,
        group: u32,
        metric: u32,
    },
    DeviceLost {
        device: u32,
        what: String,
        fix: Option<String>,
    },
    Rate {
        device: u32,
        group: u32,
        period_ns: u64,
    },
    Marker {
        text: String,
    },
    ClockJump {
        began_unix_ns: i64,
    },
    Note {
        device: Option<u32>,
        group: Option<u32>,
        what: String,
        fix: Option<String>,
    },
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum StoredCause {
    Late,
    QueueFull,
    DriverDropped,
    ReadFailed,
    Disabled,
    DeviceLost,
    NotRecorded,
    Damaged,
}

impl Event {
    /// The event as JSON.
    pub(crate) fn to_json(&self) -> Vec<u8> {
        let stored = StoredEvent {
            t_ns: self.time.0,
            what: StoredWhat::from(&self.what),
        };
        // Strings and integers only: nothing in it can be refused.
        serde_json::to_vec(&stored).unwrap_or_default()
    }

    /// Reads JSON back.
    ///
    /// # Errors
    /// What is wrong with it, for people.
    pub(crate) fn from_json(json: &[u8]) -> Result<Self, String> {
        let stored: StoredEvent =
            serde_json::from_slice(json).map_err(|error| error.to_string())?;
        Ok(Self {
            time: Time(stored.t_ns),
            what: stored.what.into(),
        })
    }
}

impl From<&What> for StoredWhat {
    fn from(what: &What) -> Self {
        match what {
            What::Gap { group, gap } => Self::Gap {
                device: group.device.0,
                group: group.index,
                from_ns: gap.span.start.0,
                to_ns: gap.span.end.0,
                missed: gap.missed,
                cause: gap.cause.into(),
            },
            What::Reset { metric } => Self::Reset {
                device: metric.group.device.0,
                group: metric.group.index,
                metric: metric.index,
            },
            What::DeviceLost { device, reason } => Self::DeviceLost {
                device: device.0,
                what: reason.what.clone(),
                fix: reason.fix.clone(),
            },
            What::Rate {
                group,
                period_nanos,
            } => Self::Rate {
                device: group.device.0,
                group: group.index,
                period_ns: *period_nanos,
            },
            What::Marker { text } => Self::Marker { text: text.clone() },
            What::ClockJump { began_unix_nanos } => Self::ClockJump {
                began_unix_ns: *began_unix_nanos,
            },
            What::Note {
                device,
                group,
                reason,
            } => Self::Note {
                device: group
                    .map(|group| group.device)
                    .or(*device)
                    .map(|device| device.0),
                group: group.map(|group| group.index),
                what: reason.what.clone(),
                fix: reason.fix.clone(),
            },
        }
    }
}

impl From<StoredWhat> for What {
    fn from(stored: StoredWhat) -> Self {
        let id = |device, index| GroupId {
            device: DeviceId(device),
            index,
        };
        match stored {
            StoredWhat::Gap {
                device,
                group,
                from_ns,
                to_ns,
                missed,
                cause,
            } => Self::Gap {
                group: id(device, group),
                gap: Gap {
                    span: TimeSpan::new(Time(from_ns), Time(to_ns)),
                    missed,
                    cause: cause.into(),
                },
            },
            StoredWhat::Reset {
                device,
                group,
                metric,
            } => Self::Reset {
                metric: MetricId {
                    group: id(device, group),
                    index: metric,
                },
            },
            StoredWhat::DeviceLost { device, what, fix } => Self::DeviceLost {
                device: DeviceId(device),
                reason: Reason { what, fix },
            },
            StoredWhat::Rate {
                device,
                group,
                period_ns,
            } => Self::Rate {
                group: id(device, group),
                period_nanos: period_ns,
            },
            StoredWhat::Marker { text } => Self::Marker { text },
            StoredWhat::ClockJump { began_unix_ns } => Self::ClockJump {
                began_unix_nanos: began_unix_ns,
            },
            StoredWhat::Note {
                device,
                group,
                what,
                fix,
            } => Self::Note {
                device: device.map(DeviceId),
                group: device.zip(group).map(|(device, group)| id(device, group)),
                reason: Reason { what, fix },
            },
        }
    }
}

/// The causes have the same names on both sides.
macro_rules! same_causes {
    ($($cause:ident),+) => {
        impl From<GapCause> for StoredCause {
            fn from(cause: GapCause) -> Self {
                match cause {
                    $(GapCause::$cause => Self::$cause,)+
                }
            }
        }

        impl From<StoredCause> for GapCause {
            fn from(cause: StoredCause) -> Self {
                match cause {
                    $(StoredCause::$cause => Self::$cause,)+
                }
            }
        }
    };
}

same_causes!(
    Late,
    QueueFull,
    DriverDropped,
    ReadFailed,
    Disabled,
    DeviceLost,
    NotRecorded,
    Damaged
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::sample;

    #[test]
    fn every_event_reads_back_and_fits_its_schema() {
        let schema: serde_json::Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
        let kinds = schema["properties"]["kind"]["enum"]
            .as_array()
            .expect("a list");
        let mut told = Vec::new();
        for event in sample::events() {
            let json = event.to_json();
            assert_eq!(Event::from_json(&json), Ok(event.clone()));
            let value: serde_json::Value = serde_json::from_slice(&json).expect("is JSON");
            assert!(kinds.contains(&value["kind"]), "{value}");
            for key in value.as_object().expect("an object").keys() {
                assert!(
                    schema["properties"].get(key).is_some(),
                    "{key} is not in the schema"
                );
            }
            told.push(value["kind"].clone());
        }
        assert!(kinds.iter().all(|kind| told.contains(kind)), "{told:?}");
    }
}
