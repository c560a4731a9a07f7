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
            self.low = lower(self.low, value);
            self.high = higher(self.high, value);
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
        self.low = lower(self.low, other.low);
        self.high = higher(self.high, other.high);
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
    /// Takes in one step, whose growth and rate are finite.
    #[inline]
    pub(super) fn add(&mut self, growth: f64, rate: f64, nanos: u64) {
        self.growth_low = lower(self.growth_low, growth);
        self.growth_high = higher(self.growth_high, growth);
        self.growth_sum += growth;
        self.rate_low = lower(self.rate_low, rate);
        self.rate_high = higher(self.rate_high, rate);
        self.nanos = self.nanos.saturating_add(nanos);
        self.count += 1;
    }
}

/// The lower of two numbers, neither of which is NaN.
#[inline]
fn lower<T: PartialOrd>(a: T, b: T) -> T {
    if b < a { b } else { a }
}

/// The higher of two numbers, neither of which is NaN.
#[inline]
fn higher<T: PartialOrd>(a: T, b: T) -> T {
    if b > a { b } else { a }
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
        self.growth_low = lower(self.growth_low, other.growth_low);
        self.growth_high = higher(self.growth_high, other.growth_high);
        self.growth_sum += other.growth_sum;
        self.rate_low = lower(self.rate_low, other.rate_low);
        self.rate_high = higher(self.rate_high, other.rate_high);
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
            (Some((low, high)), Some((other_low, other_high))) => Some((
                if is_below(other_low, low) {
                    other_low
                } else {
                    low
                },
                if is_below(high, other_high) {
                    other_high
                } else {
                    high
                },
            )),
            (mine, theirs) => mine.or(theirs),
        };
    }
}

/// Whether `a` is below `b`, of two values of one type.
fn is_below(a: Value, b: Value) -> bool {
    match (a, b) {
        (Value::Unsigned(a), Value::Unsigned(b)) => a < b,
        _ => a.as_f64() < b.as_f64(),
    }
}
