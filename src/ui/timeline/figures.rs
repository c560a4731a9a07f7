//! The numbers and texts of a legend.
//!
//! Pure; the store is asked for statistics, numbers become text through the product's one
//! formatter, and a unit that all rows share is left to the heading.

use std::collections::BTreeMap;

use crate::capture::state::State;
use crate::model::catalog::{MetricId, View};
use crate::model::format::{self, Quantity, Unit};
use crate::model::store::Statistics;
use crate::model::value::Value;

/// The columns of a legend, in the order in which they matter.
pub(super) const COLUMNS: [&str; 4] = ["last", "max", "mean", "min"];

/// The texts of one row, in the order of [`COLUMNS`]; empty where there is no value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Figures(pub(super) [String; 4]);

impl Figures {
    /// What a metric read in `unit` did, without the unit's symbol.
    pub(super) fn new(statistics: &Statistics, unit: &Unit, view: View) -> Self {
        let drawn = unit.of_view(view);
        let text =
            |value: Option<Value>| value.map_or_else(String::new, |value| short(value, &drawn));
        Self([
            text(statistics.last.map(|sample| sample.value)),
            text(statistics.max),
            text(statistics.mean.map(Value::Double)),
            text(statistics.min),
        ])
    }
}

/// A value in a unit that stands elsewhere: digits and prefix alone.
pub(super) fn short(value: Value, unit: &Unit) -> String {
    let formatted = format::value(value, unit);
    let number = typeset(&formatted.number);
    // A second's relatives are units of their own: `m` alone would be a minute to some.
    let prefix = match unit.quantity() {
        Quantity::Time => formatted.unit.as_str(),
        _ => formatted.unit.trim_end_matches(unit.symbol()).trim_end(),
    };
    if prefix.is_empty() {
        number
    } else {
        format!("{number} {prefix}")
    }
}

/// A value with its whole unit.
pub(super) fn long(value: Value, unit: &Unit) -> String {
    typeset(&format::value(value, unit).to_string())
}

/// A minus sign as long as a digit, so that columns align.
fn typeset(number: &str) -> String {
    match number.strip_prefix('-') {
        Some(digits) => format!("−{digits}"),
        None => number.to_owned(),
    }
}

/// What to call each of `metrics`: its name, and as much more as tells it from the others.
pub(super) fn labels(state: &State, metrics: &[MetricId]) -> BTreeMap<MetricId, String> {
    let parts: Vec<(MetricId, [String; 4])> = metrics
        .iter()
        .filter_map(|metric| Some((*metric, parts(state, *metric)?)))
        .collect();
    parts
        .iter()
        .map(|(metric, mine)| (*metric, label(mine, &parts)))
        .collect()
}

/// Name, component, group and device.
fn parts(state: &State, id: MetricId) -> Option<[String; 4]> {
    let group = state.group_info(id.group)?;
    let metric = group.metrics.get(id.index as usize)?;
    let device = &state.device(id.group.device)?.info;
    Some([
        metric.name.clone(),
        metric.component.clone(),
        group.name.clone(),
        device.name.clone(),
    ])
}

/// The name, then each further part that differs among those still alike.
fn label(mine: &[String; 4], all: &[(MetricId, [String; 4])]) -> String {
    let mut alike: Vec<&[String; 4]> = all
        .iter()
        .map(|(_, parts)| parts)
        .filter(|parts| parts[0] == mine[0])
        .collect();
    let mut label = mine[0].clone();
    for part in 1..mine.len() {
        let differs = alike.iter().any(|other| other[part] != mine[part]);
        if differs && !mine[part].is_empty() {
            label = format!("{label} · {}", mine[part]);
            alike.retain(|other| other[part] == mine[part]);
        }
    }
    label
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(texts: [&str; 4]) -> (MetricId, [String; 4]) {
        (
            crate::ui::timeline::fixture::id(0),
            texts.map(str::to_owned),
        )
    }

    #[test]
    fn a_name_is_enough_until_another_metric_has_it_too() {
        let all = [
            parts(["busy", "core 0", "cpu", "host"]),
            parts(["busy", "core 1", "cpu", "host"]),
            parts(["busy", "core 1", "cpu", "other"]),
            parts(["free", "", "memory", "host"]),
        ];
        let labels: Vec<_> = all.iter().map(|(_, mine)| label(mine, &all)).collect();
        assert_eq!(
            labels,
            [
                "busy · core 0",
                "busy · core 1 · host",
                "busy · core 1 · other",
                "free"
            ]
        );
    }

    #[test]
    fn rows_leave_the_unit_to_the_heading() {
        let short = |value, unit: &str| short(Value::Double(value), &Unit::parse(unit));
        assert_eq!(short(1_500_000.0, "events"), "1.50 M");
        assert_eq!(short(1_572_864.0, "bytes"), "1.50 Mi");
        assert_eq!(short(12.3, "percent"), "12.3");
        assert_eq!(short(-1_500_000.0, "ns"), "−1.50 ms");
    }

    #[test]
    fn no_value_is_no_text_and_not_a_zero() {
        let none = Figures::new(&Statistics::default(), &Unit::parse("bytes"), View::Rate);
        assert_eq!(none, Figures::default());
    }
}
