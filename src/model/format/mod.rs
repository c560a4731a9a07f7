//! Numbers as people read them: the one place that decides prefixes and digits.
//!
//! Three significant digits, so that columns of changing values do not jump, and the largest
//! prefix that leaves a digit before the point. These texts are for eyes; exports write
//! [`Value`]'s own text, which reads back exactly.

mod axis;
mod unit;

use std::fmt;

pub use self::axis::AxisFormat;
use self::unit::Prefixes;
pub use self::unit::{Quantity, Unit};
use crate::model::value::Value;

/// A number and the unit behind it, prefix included; either may be aligned by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formatted {
    /// Sign and digits: `1.23`, `-0.5`, `NaN`.
    pub number: String,
    /// Prefix and unit: `MiB/s`, `k events`; empty where there is neither.
    pub unit: String,
}

impl fmt::Display for Formatted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.number)?;
        if !self.unit.is_empty() {
            write!(f, " {}", self.unit)?;
        }
        Ok(())
    }
}

/// Writes a number that was read in `unit` with three significant digits.
pub fn number(value: f64, unit: &Unit) -> Formatted {
    let value = value * unit.scale();
    let size = value.abs();
    let sign = if value < 0.0 { "-" } else { "" };
    let (digits, prefix) = if size == 0.0 {
        ("0".to_owned(), Step::ONE)
    } else if size.is_finite() {
        scaled(size, steps(unit.prefixes))
    } else {
        let word = if size.is_nan() { "NaN" } else { "inf" };
        (word.to_owned(), Step::ONE)
    };
    Formatted {
        number: format!("{sign}{digits}"),
        unit: with_prefix(unit, &prefix),
    }
}

/// Writes a value that was read in `unit`; an integer below a thousand is written whole.
pub fn value(value: Value, unit: &Unit) -> Formatted {
    match value {
        Value::Unsigned(whole) if whole < 1000 && unit.scale() == 1.0 => Formatted {
            number: whole.to_string(),
            unit: with_prefix(unit, &Step::ONE),
        },
        Value::Flag(_) => Formatted {
            number: value.to_string(),
            unit: String::new(),
        },
        _ => number(value.as_f64(), unit),
    }
}

/// A prefix, or a unit of time in place of the second, and what it stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    name: &'static str,
    factor: f64,
}

impl Step {
    const ONE: Self = step("", 1.0);
}

const fn step(name: &'static str, factor: f64) -> Step {
    Step { name, factor }
}

const NONE: &[Step] = &[Step::ONE];
const THOUSANDS: &[Step] = &[
    Step::ONE,
    step("k", 1e3),
    step("M", 1e6),
    step("G", 1e9),
    step("T", 1e12),
    step("P", 1e15),
    step("E", 1e18),
];
const SI: &[Step] = &[
    step("p", 1e-12),
    step("n", 1e-9),
    step("µ", 1e-6),
    step("m", 1e-3),
    Step::ONE,
    step("k", 1e3),
    step("M", 1e6),
    step("G", 1e9),
    step("T", 1e12),
    step("P", 1e15),
    step("E", 1e18),
];
const BINARY: &[Step] = &[
    Step::ONE,
    step("Ki", 1024.0),
    step("Mi", 1_048_576.0),
    step("Gi", 1_073_741_824.0),
    step("Ti", 1_099_511_627_776.0),
    step("Pi", 1_125_899_906_842_624.0),
    step("Ei", 1_152_921_504_606_846_976.0),
];
const TIME: &[Step] = &[
    step("ns", 1e-9),
    step("µs", 1e-6),
    step("ms", 1e-3),
    step("s", 1.0),
    step("min", 60.0),
    step("h", 3600.0),
    step("d", 86_400.0),
];

/// The prefixes a unit may have, smallest first.
fn steps(prefixes: Prefixes) -> &'static [Step] {
    match prefixes {
        Prefixes::None => NONE,
        Prefixes::Thousands => THOUSANDS,
        Prefixes::Si => SI,
        Prefixes::Binary => BINARY,
        Prefixes::Time => TIME,
    }
}

/// The largest number written with `steps[at]`: where the next one stands for 1.
fn limit(steps: &[Step], at: usize) -> f64 {
    match (steps.get(at), steps.get(at + 1)) {
        (Some(this), Some(next)) if next.factor / this.factor > 1023.0 => 1024.0,
        (Some(_), Some(_)) => 1000.0,
        _ => 1e6,
    }
}

/// Digits and prefix for a finite number above 0.
fn scaled(size: f64, steps: &[Step]) -> (String, Step) {
    for (at, step) in steps.iter().enumerate() {
        let number = size / step.factor;
        if number >= limit(steps, at) {
            continue;
        }
        let smallest = at == 0;
        if let Some(digits) = digits(number, limit(steps, at), smallest) {
            return (digits, *step);
        }
        if smallest && number < 1.0 {
            break;
        }
    }
    let one = steps.iter().find(|step| step.factor == 1.0);
    (format!("{size:.2e}"), one.copied().unwrap_or(Step::ONE))
}

/// Three significant digits; `None` where rounding reaches `limit` or nothing would be left.
fn digits(number: f64, limit: f64, below_one: bool) -> Option<String> {
    if number < 0.9995 && below_one {
        let text = format!("{number:.3}");
        return (number >= 0.0005).then_some(text);
    }
    for decimals in [2, 1] {
        let text = format!("{number:.decimals$}");
        if text.len() <= 4 {
            return Some(text);
        }
    }
    let rounded = number.round();
    (rounded < limit).then(|| format!("{rounded:.0}"))
}

/// The unit with a prefix: at a symbol, before a word, or a unit of time in its place.
fn with_prefix(unit: &Unit, step: &Step) -> String {
    match unit.prefixes {
        Prefixes::Time if step.name.is_empty() => unit.symbol().to_owned(),
        Prefixes::Time => step.name.to_owned(),
        Prefixes::Thousands if !step.name.is_empty() && !unit.symbol().is_empty() => {
            format!("{} {}", step.name, unit.symbol())
        }
        _ => format!("{}{}", step.name, unit.symbol()),
    }
}

#[cfg(test)]
mod tests;
