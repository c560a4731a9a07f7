//! Gathers an overview pass by pass, in bounded memory.
//!
//! Buckets begin short; when a group would need too many, neighbours are joined and every
//! bucket is twice as long from then on. Buckets start at multiples of their length, so
//! overviews of files that follow one another fit together.

use std::collections::BTreeMap;

use crate::model::batch::Batch;
use crate::model::catalog::GroupId;
use crate::model::time::Time;
use crate::model::value::ValueType;
use crate::recording::overview::{
    Bucket, Cell, GroupOverview, MetricOverview, Overview, is_finite, order,
};

/// Length of the buckets a group begins with: about a millisecond.
const SHORTEST_NANOS: i64 = 1 << 20;
/// Most buckets of a group.
const MOST_BUCKETS: usize = 4096;
/// Most cells of a group, so that wide groups get fewer buckets.
const MOST_CELLS: usize = 1 << 16;
/// Passes below which a group needs no overview.
const FEW_PASSES: u64 = 4096;
/// Passes a bucket must stand for on average to be worth its bytes.
const WORTHWHILE: u64 = 128;

/// Gathers the overviews of all groups.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    groups: BTreeMap<GroupId, GroupOverview>,
}

impl Builder {
    /// Takes in the passes of a batch whose columns have these types.
    pub(crate) fn add(&mut self, batch: &Batch, types: &[ValueType]) {
        let empty = || GroupOverview {
            group: batch.group,
            width_nanos: SHORTEST_NANOS,
            first: 0,
            buckets: Vec::new(),
            metrics: Vec::new(),
        };
        let overview = self.groups.entry(batch.group).or_insert_with(empty);
        let places = overview.places(&batch.columns, types);
        let mut row = 0;
        while row < batch.len() {
            let at = overview.bucket_for(batch.times[row]);
            let end = overview.span(at).end;
            let beyond = batch.times[row..].partition_point(|&time| time < end);
            let rows = row..row + beyond.max(1);
            row = rows.end;
            overview.fold(at, batch, rows, &places, types);
        }
    }

    /// What was gathered, as far as it is worth its bytes.
    pub(crate) fn overview(&self) -> Overview {
        let worthwhile = |group: &&GroupOverview| group.passes() >= FEW_PASSES;
        let mut groups: Vec<_> = self.groups.values().filter(worthwhile).cloned().collect();
        for group in &mut groups {
            let most = (group.passes() / WORTHWHILE).max(1) as usize;
            group.shorten(most);
        }
        Overview { groups }
    }
}

impl GroupOverview {
    /// Where each column's metric lies in `metrics`, which get a place where they had none.
    fn places(&mut self, columns: &[u32], types: &[ValueType]) -> Vec<usize> {
        let find = |metrics: &[MetricOverview], column: u32| {
            metrics.binary_search_by_key(&column, |entry| entry.metric)
        };
        for (&metric, &value_type) in columns.iter().zip(types) {
            if let Err(at) = find(&self.metrics, metric) {
                let cells = vec![Cell::default(); self.buckets.len()];
                self.metrics.insert(
                    at,
                    MetricOverview {
                        metric,
                        value_type,
                        cells,
                    },
                );
            }
        }
        self.shorten(self.most_buckets());
        let place = |&column: &u32| find(&self.metrics, column).unwrap_or_default();
        columns.iter().map(place).collect()
    }

    fn most_buckets(&self) -> usize {
        (MOST_CELLS / self.metrics.len().max(1)).clamp(2, MOST_BUCKETS)
    }

    /// The bucket for `time`, which is made where there is none yet. Times before the first
    /// bucket count into it: batches come in order.
    fn bucket_for(&mut self, time: Time) -> usize {
        loop {
            let index = time.0.div_euclid(self.width_nanos);
            if self.buckets.is_empty() {
                self.first = index;
            }
            let at = usize::try_from(index.saturating_sub(self.first)).unwrap_or(0);
            if at < self.most_buckets() {
                self.extend_to(at + 1);
                return at;
            }
            self.join_neighbours();
        }
    }

    fn extend_to(&mut self, buckets: usize) {
        if buckets > self.buckets.len() {
            self.buckets.resize(buckets, Bucket::default());
            for metric in &mut self.metrics {
                metric.cells.resize(buckets, Cell::default());
            }
        }
    }

    /// Joins neighbours until there are at most `most` buckets.
    fn shorten(&mut self, most: usize) {
        while self.buckets.len() > most.max(2) {
            self.join_neighbours();
        }
    }

    /// Makes every bucket twice as long.
    fn join_neighbours(&mut self) {
        let odd = self.first.rem_euclid(2) as usize;
        self.first = self.first.div_euclid(2);
        self.width_nanos = self.width_nanos.saturating_mul(2);
        join(&mut self.buckets, odd, Bucket::append);
        for metric in &mut self.metrics {
            let value_type = metric.value_type;
            join(&mut metric.cells, odd, |cell, next| {
                cell.append(next, value_type);
            });
        }
    }

    /// Takes the values of `rows` into bucket `at`.
    fn fold(
        &mut self,
        at: usize,
        batch: &Batch,
        rows: std::ops::Range<usize>,
        places: &[usize],
        types: &[ValueType],
    ) {
        self.buckets[at].append(&Bucket {
            passes: rows.len() as u32,
            first: batch.times[rows.start],
            last: batch.times[rows.end - 1],
        });
        let width = batch.columns.len();
        let slots = &batch.slots[rows.start * width..rows.end * width];
        for (column, (&place, &value_type)) in places.iter().zip(types).enumerate() {
            let values = slots[column..].iter().copied().step_by(width);
            self.metrics[place].cells[at].append(&summarise(values, value_type), value_type);
        }
    }
}

/// Joins entries `2k - odd` and `2k + 1 - odd` into entry `k`.
fn join<T: Copy>(entries: &mut Vec<T>, odd: usize, append: impl Fn(&mut T, &T)) {
    let mut joined: usize = 0;
    for index in 0..entries.len() {
        let place = usize::midpoint(index, odd);
        let entry = entries[index];
        if place == joined && index > 0 {
            append(&mut entries[place], &entry);
        } else {
            entries[place] = entry;
            joined = place;
        }
    }
    entries.truncate(joined + usize::from(!entries.is_empty()));
}

/// What a run of values holds.
fn summarise(values: impl Iterator<Item = u64>, value_type: ValueType) -> Cell {
    let mut cell = Cell::default();
    let (mut lowest, mut highest) = (u64::MAX, 0);
    for slot in values.filter(|&slot| is_finite(value_type, slot)) {
        let key = order(value_type, slot);
        if cell.count == 0 {
            cell.first = slot;
        }
        if key <= lowest {
            (lowest, cell.min) = (key, slot);
        }
        if key >= highest {
            (highest, cell.max) = (key, slot);
        }
        cell.last = slot;
        cell.count += 1;
    }
    cell
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::model::value::Value;
    use crate::recording::sample;

    const TYPES: [ValueType; 2] = [ValueType::U64, ValueType::F32];

    fn batch(times: impl IntoIterator<Item = i64>, value: impl Fn(i64) -> f32) -> Batch {
        let mut batch = Batch::new(sample::GROUP, Arc::from([0_u32, 3]));
        for time in times {
            batch.times.push(Time(time));
            batch.read_nanos.push(1);
            let single = u64::from(value(time).to_bits());
            batch.slots.extend([u64::MAX - time as u64, single]);
        }
        batch
    }

    #[test]
    fn a_one_sample_spike_survives_every_joining() {
        let mut builder = Builder::default();
        let spike = |time: i64| if time == 700_000_000 { 1e6 } else { -1.0 };
        for start in 0..1000 {
            let times = (0..100).map(|step| (start * 100 + step) * 1_000_000);
            builder.add(&batch(times, spike), &TYPES);
        }
        let overview = builder.overview();
        let [group] = &overview.groups[..] else {
            panic!("one group: {overview:?}");
        };
        assert_eq!(group.passes(), 100_000);
        assert!(
            group.buckets.len() <= 100_000 / 128,
            "{}",
            group.buckets.len()
        );
        let metric = group.metric(3).expect("was read");
        let at = (700_000_000 / group.width_nanos - group.first) as usize;
        let expected = (Value::Single(-1.0), Value::Single(1e6));
        assert_eq!(metric.range(at), Some(expected));
        assert_eq!(group.metric(1), None);
    }

    #[test]
    fn values_that_are_not_finite_leave_a_bucket_empty() {
        let cell = summarise([u64::from(f32::NAN.to_bits())].into_iter(), ValueType::F32);
        assert_eq!(cell, Cell::default());
    }

    #[test]
    fn small_groups_have_none() {
        let mut builder = Builder::default();
        builder.add(&batch(0..100, |_| 0.0), &TYPES);
        assert_eq!(builder.overview(), Overview::default());
    }

    proptest! {
        #[test]
        fn joining_loses_nothing(
            steps in prop::collection::vec(1..40_000_000_i64, 1..300),
            start in -1_000_000_000..1_000_000_000_i64,
            most in 2..50_usize,
        ) {
            let times: Vec<_> = steps.iter().scan(start, |time, step| {
                *time += step;
                Some(*time)
            }).collect();
            let mut builder = Builder::default();
            for part in times.chunks(7) {
                builder.add(&batch(part.iter().copied(), |time| time as f32), &TYPES);
            }
            let mut group = builder.groups.remove(&sample::GROUP).expect("one group");
            group.shorten(most);
            prop_assert!(group.buckets.len() <= most);
            prop_assert_eq!(group.passes(), times.len() as u64);
            for (at, bucket) in group.buckets.iter().enumerate() {
                let span = group.span(at);
                let inside: Vec<_> = times.iter().filter(|&&t| span.contains(Time(t))).collect();
                prop_assert_eq!(inside.len(), bucket.passes as usize);
                let cell = group.metrics[0].cells[at];
                prop_assert_eq!(cell.count, bucket.passes);
                if let (Some(&&first), Some(&&last)) = (inside.first(), inside.last()) {
                    prop_assert_eq!((bucket.first, bucket.last), (Time(first), Time(last)));
                    prop_assert_eq!((cell.first, cell.max), (u64::MAX - first as u64, cell.first.max(cell.last)));
                }
            }
        }
    }
}
