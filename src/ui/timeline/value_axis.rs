//! Where a value axis is marked, and how the marks are labelled.
//!
//! All labels of an axis share one prefix, which stands once beside the unit. Where values are
//! so close together that labels would not fit the gutter, what they have in common is said
//! once as the axis' base: a raw counter at a million million that moves by a few hundred.

use crate::model::format::{AxisFormat, Unit};
use crate::ui::timeline::value_range::{Anchor, ValueRange, fitting, round_step};

/// Labels longer than this do not fit the gutter.
const LONGEST_LABEL: usize = 7;
/// With a power of ten they may be a little longer: there is no other way to say them.
const LONGEST_POWER: usize = 9;

/// The marks of a value axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ValueAxis {
    /// What the labels are in, prefix included; empty where there is neither.
    pub(super) unit: String,
    /// What labels are to be added to, where they are not complete.
    pub(super) base: Option<String>,
    /// The marks, lowest first.
    pub(super) marks: Vec<ValueMark>,
}

/// One mark.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ValueMark {
    /// Where, in the unit's symbol.
    pub(super) value: f64,
    /// What stands beside it.
    pub(super) label: String,
}

/// The range that shows values from `lowest` to `highest`, on round numbers of what the axis
/// will be labelled in. All in the unit's symbol.
pub(super) fn range(unit: &Unit, lowest: f64, highest: f64, anchor: Anchor) -> ValueRange {
    let format = format(unit, lowest, highest);
    fitting(lowest, highest, anchor, format.one() * unit.scale())
}

impl ValueAxis {
    /// About `most` marks for a range in the symbol of `unit`.
    pub(super) fn new(unit: &Unit, range: ValueRange, most: usize) -> Self {
        let whole = format(unit, range.low, range.high);
        let one = whole.one() * unit.scale();
        let (low, high) = (range.low / one, range.high / one);
        let most = most.max(1);
        let step = round_step(high / most as f64 - low / most as f64);
        let values = multiples(low, high, step, most * 2);
        let tick = |value: f64| typeset(&whole.tick(value * whole.one(), step * whole.one()));
        let labels: Vec<String> = values.iter().map(|value| tick(*value)).collect();
        let powers = || -> Vec<String> { values.iter().map(|value| power(*value, step)).collect() };
        let complete = Some(labels)
            .filter(|labels| fit(labels, LONGEST_LABEL))
            .or_else(|| Some(powers()).filter(|labels| fit(labels, LONGEST_POWER)));
        if let Some(labels) = complete {
            return Self {
                unit: whole.unit().to_owned(),
                base: None,
                marks: marks(&values, one, labels),
            };
        }
        let base = values.first().copied().unwrap_or_default();
        let part = format(unit, 0.0, (high - base) * one);
        let above = |value: &f64| {
            let (value, step) = ((value - base) * whole.one(), step * whole.one());
            format!("+{}", typeset(&part.tick(value, step)))
        };
        Self {
            unit: part.unit().to_owned(),
            base: Some(
                format!("{} {}", tick(base), whole.unit())
                    .trim_end()
                    .to_owned(),
            ),
            marks: marks(&values, one, values.iter().map(above).collect()),
        }
    }
}

/// The format for values from `low` to `high` in the unit's symbol.
fn format(unit: &Unit, low: f64, high: f64) -> AxisFormat {
    AxisFormat::new(unit, low / unit.scale(), high / unit.scale())
}

/// Multiples of `step` from `low` to `high`, at most `limit` of them.
fn multiples(low: f64, high: f64, step: f64, limit: usize) -> Vec<f64> {
    let first = (low / step - 1e-6).ceil();
    (0..limit)
        .map(|index| (first + index as f64) * step)
        .take_while(|value| *value <= high + step * 1e-6 && value.is_finite())
        .collect()
}

/// A label with a power of ten.
fn power(value: f64, step: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let decimals = (value.abs().log10().floor() - step.log10().floor()).clamp(0.0, 9.0);
    typeset(&format!("{value:.*e}", decimals as usize))
}

/// Whether labels are short enough and tell their marks apart.
fn fit(labels: &[String], longest: usize) -> bool {
    let short = |label: &String| label.chars().count() <= longest;
    labels.iter().all(short) && labels.windows(2).all(|pair| pair[0] != pair[1])
}

fn marks(values: &[f64], one: f64, labels: Vec<String>) -> Vec<ValueMark> {
    let marks = values.iter().zip(labels).map(|(value, label)| ValueMark {
        value: value * one,
        label,
    });
    marks.collect()
}

fn typeset(number: &str) -> String {
    number.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(unit: &str, low: f64, high: f64) -> ValueAxis {
        ValueAxis::new(&Unit::parse(unit), ValueRange { low, high }, 5)
    }

    fn labels(axis: &ValueAxis) -> Vec<&str> {
        axis.marks.iter().map(|mark| mark.label.as_str()).collect()
    }

    #[test]
    fn labels_have_the_digits_they_need() {
        assert_eq!(
            labels(&axis("percent", 0.0, 100.0)),
            ["0", "20", "40", "60", "80", "100"]
        );
        assert_eq!(
            labels(&axis("", -1.0, 1.0)),
            ["−1.0", "−0.5", "0", "0.5", "1.0"]
        );
        let millions = axis("events", 0.0, 2_500_000.0);
        assert_eq!(labels(&millions), ["0", "0.5", "1.0", "1.5", "2.0", "2.5"]);
        assert_eq!(millions.unit, "M events");
    }

    #[test]
    fn bytes_are_marked_in_round_binary_numbers() {
        let axis = axis("bytes", 0.0, 10.0 * 1_048_576.0);
        assert_eq!(labels(&axis), ["0", "2", "4", "6", "8", "10"]);
        assert_eq!(axis.unit, "MiB");
        let range = range(&Unit::parse("bytes"), 0.0, 9_000_000.0, Anchor::Zero);
        assert_eq!(range.high % 1_048_576.0, 0.0);
    }

    #[test]
    fn a_unit_with_a_factor_is_marked_in_its_symbol() {
        let axis = axis("MHz", 0.0, 2.5e9);
        assert_eq!(labels(&axis), ["0", "0.5", "1.0", "1.5", "2.0", "2.5"]);
        assert_eq!((axis.unit.as_str(), axis.marks[5].value), ("GHz", 2.5e9));
    }

    #[test]
    fn a_large_counter_that_moves_little_is_said_from_a_base() {
        let low = 123_456_789_000.0;
        let axis = axis("events", low, low + 1000.0);
        assert_eq!(axis.base.as_deref(), Some("123.4567890 G events"));
        assert_eq!(
            labels(&axis),
            ["+0", "+0.2", "+0.4", "+0.6", "+0.8", "+1.0"]
        );
        assert_eq!(axis.unit, "k events");
        assert!((axis.marks[0].value - low).abs() < 1e-3);
    }

    #[test]
    fn every_magnitude_has_a_few_labels_that_fit() {
        for unit in ["", "percent", "bytes", "ns", "mV"] {
            for power in -300..300 {
                let size = 10_f64.powi(power);
                for (low, high) in [(0.0, size), (-size, size), (size, size * 1.001)] {
                    let axis = axis(unit, low, high);
                    assert!((2..=10).contains(&axis.marks.len()), "{low:e} {high:e}");
                    for label in labels(&axis) {
                        assert!(label.chars().count() <= 10, "{low:e} {high:e} {label}");
                    }
                }
            }
        }
    }

    #[test]
    fn ranges_at_the_end_of_floats_do_not_hang() {
        assert!(!axis("", f64::MIN, f64::MAX).marks.is_empty());
        assert!(axis("ns", 1e300, 1e300_f64.next_up()).marks.len() <= 10);
    }
}
