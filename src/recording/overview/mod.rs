//! What a recording holds, seen from far away: first, last, lowest and highest value of each
//! metric in a few thousand stretches of time.
//!
//! Computed while recording and stored beside the data, so that a huge file shows its whole
//! span at once. Raw values only: rates are derived from them by whoever draws. A group with
//! few passes has none; reading it is as quick.

mod build;
mod coding;

pub(crate) use self::build::Builder;
pub(crate) use self::coding::{decode, encode};

use crate::model::catalog::GroupId;
use crate::model::time::{Time, TimeSpan};
use crate::model::value::{Value, ValueType};

/// The name of the attachment that holds an overview.
pub(crate) const ATTACHMENT: &str = "zetscope.overview";

/// The groups of a recording from far away.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overview {
    /// Groups with enough passes to need one, in order of their ids.
    pub groups: Vec<GroupOverview>,
}

/// A group from far away. All lists of it and its metrics are equally long: one entry a bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupOverview {
    /// The group.
    pub group: GroupId,
    /// Length of a bucket in nanoseconds, a power of two.
    pub width_nanos: i64,
    /// Bucket `i` covers the session time from `(first + i) * width_nanos`.
    pub first: i64,
    /// What is known of each bucket's passes.
    pub buckets: Vec<Bucket>,
    /// The metrics that were read at least once, ascending.
    pub metrics: Vec<MetricOverview>,
}

/// The passes within one stretch of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bucket {
    /// How many there are.
    pub passes: u32,
    /// The first one's time; meaningless without passes.
    pub first: Time,
    /// The last one's time; meaningless without passes.
    pub last: Time,
}

/// A metric from far away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetricOverview {
    /// Position in the group's list of metrics.
    pub metric: u32,
    /// The type of its values.
    pub value_type: ValueType,
    /// Its values in each bucket.
    pub cells: Vec<Cell>,
}

/// The values of a metric within one bucket, as slots; all zero when `count` is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Finite values.
    pub count: u32,
    /// The first of them.
    pub first: u64,
    /// The last.
    pub last: u64,
    /// The lowest.
    pub min: u64,
    /// The highest.
    pub max: u64,
}

impl GroupOverview {
    /// The session time of bucket `at`.
    pub fn span(&self, at: usize) -> TimeSpan {
        let start = self
            .first
            .saturating_add(at as i64)
            .saturating_mul(self.width_nanos);
        TimeSpan::new(Time(start), Time(start) + self.width_nanos)
    }

    /// The overview of `metric`, where it was read.
    pub fn metric(&self, metric: u32) -> Option<&MetricOverview> {
        let at = self
            .metrics
            .binary_search_by_key(&metric, |entry| entry.metric)
            .ok()?;
        Some(&self.metrics[at])
    }

    /// Number of passes.
    pub fn passes(&self) -> u64 {
        self.buckets
            .iter()
            .map(|bucket| u64::from(bucket.passes))
            .sum()
    }
}

impl MetricOverview {
    /// The lowest and the highest value in bucket `at`, where there is one.
    pub fn range(&self, at: usize) -> Option<(Value, Value)> {
        let cell = self.cells.get(at).filter(|cell| cell.count > 0)?;
        let value = |slot| Value::from_slot(self.value_type, slot);
        Some((value(cell.min), value(cell.max)))
    }
}

impl Bucket {
    /// Takes in the passes of the bucket that follows.
    fn append(&mut self, next: &Self) {
        if next.passes == 0 {
            return;
        }
        if self.passes == 0 {
            *self = *next;
            return;
        }
        self.passes = self.passes.saturating_add(next.passes);
        self.last = next.last;
    }
}

impl Cell {
    /// Takes in the values of the cell that follows.
    fn append(&mut self, next: &Self, value_type: ValueType) {
        if next.count == 0 {
            return;
        }
        if self.count == 0 {
            *self = *next;
            return;
        }
        self.count = self.count.saturating_add(next.count);
        self.last = next.last;
        if order(value_type, next.min) < order(value_type, self.min) {
            self.min = next.min;
        }
        if order(value_type, next.max) > order(value_type, self.max) {
            self.max = next.max;
        }
    }
}

/// A number that orders finite values of a type as they order themselves.
fn order(value_type: ValueType, slot: u64) -> u64 {
    let flip = |bits: u64, sign: u64| if bits & sign == 0 { bits | sign } else { !bits };
    match value_type {
        ValueType::F32 => flip(slot, 1 << 31) & 0xffff_ffff,
        ValueType::F64 => flip(slot, 1 << 63),
        _ => slot,
    }
}

/// Whether a slot holds a finite value.
fn is_finite(value_type: ValueType, slot: u64) -> bool {
    match value_type {
        ValueType::F32 => f32::from_bits(slot as u32).is_finite(),
        ValueType::F64 => f64::from_bits(slot).is_finite(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_ordered_as_numbers() {
        let doubles = [
            f64::MIN,
            -1.5,
            -f64::MIN_POSITIVE,
            0.0,
            1e-300,
            2.0,
            f64::MAX,
        ];
        assert!(doubles.is_sorted_by_key(|value| order(ValueType::F64, value.to_bits())));
        let singles = [
            f32::MIN,
            -1.5,
            -f32::MIN_POSITIVE,
            0.0,
            1e-30,
            2.0,
            f32::MAX,
        ];
        let key = |value: &f32| order(ValueType::F32, u64::from(value.to_bits()));
        assert!(singles.is_sorted_by_key(key));
    }
}
