//! Passes, gaps and events as JSON, one object a line. The shapes are documented in docs/json.md.
//!
//! A metric that was not read is absent. JSON has no number for what is not finite, so these are
//! the strings `NaN`, `inf` and `-inf`.

use std::io::{self, Write};
use std::time::SystemTime;

use jiff::Timestamp;
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::cli::watch::plan::{Column, Watched};
use crate::cli::watch::printer::{Pass, Printer};
use crate::model::batch::Gap;
use crate::model::reason::Reason;
use crate::model::time::Time;
use crate::model::value::Value;

/// Writes one object a line.
pub(crate) struct NdjsonPrinter<'a> {
    out: &'a mut dyn Write,
}

#[derive(serde::Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Line<'a> {
    Start {
        /// The wall-clock time of `t_ns` 0, in UTC.
        began: String,
        groups: Vec<GroupEntry<'a>>,
    },
    Pass {
        t_ns: i64,
        read_ns: u32,
        device: &'a str,
        group: &'a str,
        #[serde(skip_serializing_if = "is_false")]
        torn: bool,
        values: Values<'a>,
    },
    Gap {
        start_ns: i64,
        end_ns: i64,
        device: &'a str,
        group: &'a str,
        cause: &'static str,
        missed: Option<u64>,
    },
    Ended {
        t_ns: i64,
        device: &'a str,
        group: &'a str,
        reason: String,
    },
}

#[derive(serde::Serialize)]
struct GroupEntry<'a> {
    device: &'a str,
    group: &'a str,
    metrics: Vec<MetricEntry<'a>>,
}

#[derive(serde::Serialize)]
struct MetricEntry<'a> {
    name: &'a str,
    unit: &'a str,
    value_type: &'a str,
    kind: &'static str,
}

impl<'a> NdjsonPrinter<'a> {
    /// Writes the first line: when the session began, and what will be read.
    ///
    /// # Errors
    /// What the output answers.
    pub(crate) fn new(
        groups: &[Watched],
        began: SystemTime,
        out: &'a mut dyn Write,
    ) -> io::Result<Self> {
        let began = Timestamp::try_from(began).map_err(io::Error::other)?;
        let mut printer = Self { out };
        printer.line(&Line::Start {
            began: began.to_string(),
            groups: groups.iter().map(group_entry).collect(),
        })?;
        Ok(printer)
    }

    fn line(&mut self, line: &Line<'_>) -> io::Result<()> {
        serde_json::to_writer(&mut *self.out, line)?;
        writeln!(self.out)
    }
}

impl Printer for NdjsonPrinter<'_> {
    fn pass(&mut self, pass: &Pass<'_>) -> io::Result<()> {
        let place = &pass.watched.place;
        self.line(&Line::Pass {
            t_ns: pass.time.0,
            read_ns: pass.read_nanos,
            device: &place.device,
            group: &place.group,
            torn: pass.torn,
            values: Values {
                columns: &pass.watched.columns,
                slots: pass.slots,
            },
        })
    }

    fn gap(&mut self, watched: &Watched, gap: &Gap) -> io::Result<()> {
        self.line(&Line::Gap {
            start_ns: gap.span.start.0,
            end_ns: gap.span.end.0,
            device: &watched.place.device,
            group: &watched.place.group,
            cause: gap.cause.name(),
            missed: (gap.missed > 0).then_some(gap.missed),
        })
    }

    fn ended(&mut self, watched: &Watched, time: Time, reason: &Reason) -> io::Result<()> {
        self.line(&Line::Ended {
            t_ns: time.0,
            device: &watched.place.device,
            group: &watched.place.group,
            reason: reason.to_string(),
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn group_entry(group: &Watched) -> GroupEntry<'_> {
    let metrics = group.columns.iter().map(|column| MetricEntry {
        name: &column.name,
        unit: &column.metric.unit,
        value_type: &column.metric.value_type_name,
        kind: column.metric.kind.name(),
    });
    GroupEntry {
        device: &group.place.device,
        group: &group.place.group,
        metrics: metrics.collect(),
    }
}

/// The values of a pass by the names of their metrics.
struct Values<'a> {
    columns: &'a [Column],
    slots: &'a [u64],
}

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for column in self.columns {
            if let (Some(value_type), Some(slot)) =
                (column.metric.value_type, self.slots.get(column.slot))
            {
                let value = Value::from_slot(value_type, *slot);
                map.serialize_entry(&column.name, &Exact(value))?;
            }
        }
        map.end()
    }
}

/// A value with all its digits.
struct Exact(Value);

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            value if !value.is_finite() => serializer.collect_str(&value),
            Value::Unsigned(value) => serializer.serialize_u64(value),
            Value::Single(value) => serializer.serialize_f32(value),
            Value::Double(value) => serializer.serialize_f64(value),
            Value::Flag(value) => serializer.serialize_bool(value),
        }
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands over a reference"
)]
fn is_false(flag: &bool) -> bool {
    !flag
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(value: Value) -> String {
        serde_json::to_string(&Exact(value)).expect("serialises")
    }

    #[test]
    fn every_value_is_exact_and_valid_json() {
        assert_eq!(json(Value::Unsigned(u64::MAX)), "18446744073709551615");
        assert_eq!(json(Value::Single(0.1)), "0.1");
        assert_eq!(json(Value::Double(f64::NAN)), "\"NaN\"");
        assert_eq!(json(Value::Single(f32::NEG_INFINITY)), "\"-inf\"");
        assert_eq!(json(Value::Flag(true)), "true");
    }
}
