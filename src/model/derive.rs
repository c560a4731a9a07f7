//! What a counter did between two samples: grew, wrapped or was reset.
//!
//! Only the rule lives here; which two samples make a step, and how much time lies between
//! them, is the store's business. Integers are subtracted as integers, so that a difference of
//! two 64-bit counters is exact before anything becomes a float.

use crate::model::value::Value;

/// The largest plausible step of a counter that wrapped, as a power of two.
///
/// More than any counter moves between two passes: 70 terabytes, or seven hours of cycles.
const WIDEST_WRAP_BITS: u32 = 46;

/// What a counter did between two samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// It grew by this much, or stood still.
    Grew(Value),
    /// It passed the end of its width and grew by this much.
    Wrapped(Value),
    /// It started again, so nothing is known about the time in between.
    Reset,
    /// One of the two values, or their difference, is not a finite number.
    NotFinite,
}

impl Step {
    /// How much the counter grew, where that is known.
    pub fn growth(self) -> Option<Value> {
        match self {
            Self::Grew(by) | Self::Wrapped(by) => Some(by),
            Self::Reset | Self::NotFinite => None,
        }
    }
}

/// The step of an integer counter that is `bits` wide.
///
/// A step backwards is a wrap when both values fit the declared width and the way around its
/// end is short: less than a quarter of the range, and never 2^46 or more. Anything else is a
/// reset. A reset that is taken for a wrap would draw a spike that never was, a wrap that is
/// taken for a reset leaves one sample out, so the rule leans towards the reset.
pub fn integer_step(old: u64, new: u64, bits: u8) -> Step {
    if new >= old {
        return Step::Grew(Value::Unsigned(new - old));
    }
    let bits = u32::from(bits).clamp(1, 64);
    let top = u64::MAX >> (64 - bits);
    let around = new.wrapping_sub(old) & top;
    let widest = 1 << bits.saturating_sub(2).min(WIDEST_WRAP_BITS);
    if old <= top && around < widest {
        Step::Wrapped(Value::Unsigned(around))
    } else {
        Step::Reset
    }
}

/// The step of a floating-point counter; it never wraps.
pub fn float_step(old: f64, new: f64) -> Step {
    let by = new - old;
    if !by.is_finite() {
        Step::NotFinite
    } else if by < 0.0 {
        Step::Reset
    } else {
        Step::Grew(Value::Double(by))
    }
}

/// Growth per second over `nanos` nanoseconds; infinite or NaN when `nanos` is 0.
pub fn rate(growth: f64, nanos: u64) -> f64 {
    growth * 1e9 / nanos as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grown(by: u64) -> Value {
        Value::Unsigned(by)
    }

    #[test]
    fn a_difference_beyond_a_doubles_precision_is_exact() {
        let old = 1 << 60;
        assert_eq!(integer_step(old, old + 1, 64), Step::Grew(grown(1)));
        assert_eq!(
            integer_step(0, u64::MAX, 64),
            Step::Grew(Value::Unsigned(u64::MAX))
        );
    }

    #[test]
    fn a_short_way_around_the_end_is_a_wrap() {
        let top = u64::from(u32::MAX);
        assert_eq!(integer_step(top, 0, 32), Step::Wrapped(grown(1)));
        assert_eq!(integer_step(top - 9, 90, 32), Step::Wrapped(grown(100)));
        assert_eq!(integer_step(u64::MAX - 1, 3, 64), Step::Wrapped(grown(5)));
        assert_eq!(integer_step(255, 10, 8), Step::Wrapped(grown(11)));
    }

    #[test]
    fn a_long_way_around_the_end_is_a_reset() {
        let quarter = 1 << 30;
        let top = u64::from(u32::MAX);
        assert_eq!(integer_step(5, 0, 32), Step::Reset);
        assert_eq!(integer_step(3_000_000_000, 0, 32), Step::Reset);
        assert_eq!(integer_step(top, quarter - 1, 32), Step::Reset);
        assert_eq!(
            integer_step(top, quarter - 2, 32),
            Step::Wrapped(grown(quarter - 1))
        );
        assert_eq!(integer_step(1 << 63, 0, 64), Step::Reset);
        assert_eq!(integer_step(u64::MAX - (1 << 46), 0, 64), Step::Reset);
    }

    #[test]
    fn a_value_wider_than_declared_never_wraps() {
        assert_eq!(integer_step(1 << 33, 5, 32), Step::Reset);
    }

    #[test]
    fn widths_out_of_range_do_not_panic() {
        for bits in [0, 1, 2, 65, 255] {
            assert_eq!(integer_step(7, 9, bits), Step::Grew(grown(2)));
            let _: Step = integer_step(9, 7, bits);
        }
    }

    #[test]
    fn floats_that_are_not_finite_make_no_step() {
        assert_eq!(float_step(1.0, 3.5), Step::Grew(Value::Double(2.5)));
        assert_eq!(float_step(3.5, 1.0), Step::Reset);
        assert_eq!(float_step(f64::NAN, 1.0), Step::NotFinite);
        assert_eq!(float_step(1.0, f64::INFINITY), Step::NotFinite);
        assert_eq!(float_step(-1e308, 1e308), Step::NotFinite);
    }
}
