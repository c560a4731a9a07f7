//! What a run of rows holds of one metric: in its own type, step by step, and for any type.

use crate::model::pyramid::Summary;
use crate::model::store::element::Element;
use crate::model::value::Value;

/// The values of some rows as they were read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Levels<T> {
    pub(super) low: T,
    pub(super) high: T,
    /// Finite values; what is left to the number of rows is not finite.
    pub(super) count: u32,
    pub(super) sum: f64,
}

impl<T: Element> Levels<T> {
    /// Takes in one value.
    #[inline]
    pub(super) fn add(&mut self, value: T) {
        if value.is_finite() {
            self.low = if value < self.low { value } else { self.low };
            self.high = if value > self.high { value } else { self.high };
            self.count += 1;
            self.sum += value.to_f64();
        }
    }
}

impl<T: Element> Summary for Levels<T> {
    const EMPTY: Self = Self {
        low: T::HIGHEST,
        high: T::LOWEST,
        count: 0,
        sum: 0.0,
    };

    #[inline]
    fn merge(&mut self, other: &Self) {
        self.low = if other.low < self.low {
            other.low
        } else {
            self.low
        };
        self.high = if other.high > self.high {
            other.high
        } else {
            self.high
        };
        self.count += other.count;
        self.sum += other.sum;
    }
}

/// The steps that lead to some rows of a counter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps {
    pub(super) growth_low: f64,
    pub(super) growth_high: f64,
    pub(super) growth_sum: f64,
    pub(super) rate_low: f64,
    pub(super) rate_high: f64,
    /// Time the steps took, all together.
    pub(super) nanos: u64,
    /// Steps whose growth is known.
    pub(super) count: u32,
    /// Steps whose growth is not known: resets and values that are not finite.
    pub(super) missing: u32,
}

impl Steps {
    /// Takes in one step.
    #[inline]
    pub(super) fn add(&mut self, growth: f64, rate: f64, nanos: u64) {
        self.growth_low = self.growth_low.min(growth);
        self.growth_high = self.growth_high.max(growth);
        self.growth_sum += growth;
        self.rate_low = self.rate_low.min(rate);
        self.rate_high = self.rate_high.max(rate);
        self.nanos = self.nanos.saturating_add(nanos);
        self.count += 1;
    }
}

impl Summary for Steps {
    const EMPTY: Self = Self {
        growth_low: f64::INFINITY,
        growth_high: f64::NEG_INFINITY,
        growth_sum: 0.0,
        rate_low: f64::INFINITY,
        rate_high: f64::NEG_INFINITY,
        nanos: 0,
        count: 0,
        missing: 0,
    };

    #[inline]
    fn merge(&mut self, other: &Self) {
        self.growth_low = self.growth_low.min(other.growth_low);
        self.growth_high = self.growth_high.max(other.growth_high);
        self.growth_sum += other.growth_sum;
        self.rate_low = self.rate_low.min(other.rate_low);
        self.rate_high = self.rate_high.max(other.rate_high);
        self.nanos = self.nanos.saturating_add(other.nanos);
        self.count += other.count;
        self.missing += other.missing;
    }
}

/// What some rows hold of a metric in one view, whatever its type.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Totals {
    /// Values.
    pub(crate) count: u64,
    /// Rows that should have a value and have none.
    pub(crate) missing: u64,
    /// The lowest and the highest value, where there is one.
    pub(crate) range: Option<(Value, Value)>,
    /// Sum of the values; of a rate, of what was counted.
    pub(crate) sum: f64,
    /// Of deltas and rates, the time they cover.
    pub(crate) nanos: u64,
}

impl Totals {
    /// Takes in what `other` holds.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.count += other.count;
        self.missing += other.missing;
        self.sum += other.sum;
        self.nanos = self.nanos.saturating_add(other.nanos);
        self.range = match (self.range, other.range) {
            (Some(mine), Some(theirs)) => Some((
                lower(mine.0, theirs.0),
                if lower(mine.1, theirs.1) == mine.1 {
                    theirs.1
                } else {
                    mine.1
                },
            )),
            (mine, theirs) => mine.or(theirs),
        };
    }
}

/// The lower of two values of one type.
fn lower(a: Value, b: Value) -> Value {
    let b_is_lower = match (a, b) {
        (Value::Unsigned(a), Value::Unsigned(b)) => b < a,
        _ => b.as_f64() < a.as_f64(),
    };
    if b_is_lower { b } else { a }
}
