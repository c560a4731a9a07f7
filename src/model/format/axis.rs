//! Ticks of one axis, all with the same prefix.

use crate::model::format::unit::Unit;
use crate::model::format::{Step, limit, steps, with_prefix};

/// Writes the ticks of an axis; the prefix is chosen once from the axis's range.
#[derive(Clone, Debug, PartialEq)]
pub struct AxisFormat {
    unit: String,
    factor: f64,
}

/// From here on ticks are written with an exponent.
const MOST_DIGITS: f64 = 1e6;

impl AxisFormat {
    /// For an axis over values from `low` to `high` that were read in `unit`.
    pub fn new(unit: &Unit, low: f64, high: f64) -> Self {
        let size = low.abs().max(high.abs()) * unit.scale();
        let step = if size.is_finite() && size > 0.0 {
            let steps = steps(unit.prefixes);
            let fits = |&at: &usize| size / steps[at].factor < limit(steps, at);
            steps[(0..steps.len()).find(fits).unwrap_or(steps.len() - 1)]
        } else {
            Step::ONE
        };
        Self {
            unit: with_prefix(unit, &step),
            factor: unit.scale() / step.factor,
        }
    }

    /// What the ticks are in, prefix included; empty where there is neither.
    pub fn unit(&self) -> &str {
        &self.unit
    }

    /// How many of the values it was made from one [`AxisFormat::unit`] is.
    pub fn one(&self) -> f64 {
        1.0 / self.factor
    }

    /// The tick at `value` of ticks that are `spacing` apart: as many decimals as set them apart.
    pub fn tick(&self, value: f64, spacing: f64) -> String {
        let (value, spacing) = (value * self.factor, (spacing * self.factor).abs());
        if value == 0.0 || !value.is_finite() {
            return if value == 0.0 {
                "0".to_owned()
            } else {
                String::new()
            };
        }
        if value.abs() >= MOST_DIGITS {
            return format!("{value:.2e}");
        }
        // A hair's breadth keeps 0.1, which is a little less than a tenth, at one decimal.
        let decimals = (-spacing.log10() - 1e-9).ceil().clamp(0.0, 9.0) as usize;
        let text = format!("{value:.decimals$}");
        let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
        if is_zero { "0".to_owned() } else { text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_prefix_serves_all_ticks() {
        let bytes = AxisFormat::new(&Unit::parse("bytes"), 0.0, 3.0 * 1_048_576.0);
        assert_eq!(bytes.unit(), "MiB");
        assert_eq!(bytes.tick(1_048_576.0, 524_288.0), "1.0");
        assert_eq!(bytes.tick(524_288.0, 524_288.0), "0.5");
        let events = AxisFormat::new(&Unit::parse("events"), -2500.0, 100.0);
        assert_eq!(events.unit(), "k events");
        assert_eq!(events.tick(-2000.0, 500.0), "-2.0");
    }

    #[test]
    fn ticks_have_the_decimals_that_set_them_apart() {
        let axis = AxisFormat::new(&Unit::parse(""), 0.0, 5.0);
        assert_eq!(axis.tick(1.0, 1.0), "1");
        assert_eq!(axis.tick(1.1, 0.1), "1.1");
        assert_eq!(axis.tick(1.02, 0.01), "1.02");
        assert_eq!(axis.tick(-1e-17, 0.1), "0");
    }

    #[test]
    fn axes_without_a_range_and_absurd_ticks_do_not_panic() {
        for unit in ["", "bytes", "ns", "percent", "mV"] {
            for (low, high) in [
                (0.0, 0.0),
                (f64::NAN, f64::NAN),
                (-1e300, 1e300),
                (1e-300, 2e-300),
            ] {
                let axis = AxisFormat::new(&Unit::parse(unit), low, high);
                for spacing in [0.0, f64::NAN, f64::INFINITY, 1e-300, 1e300] {
                    for value in [0.0, high, low, f64::INFINITY] {
                        assert!(axis.tick(value, spacing).len() < 24);
                    }
                }
            }
        }
    }
}
