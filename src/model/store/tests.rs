use super::testing::{GROUP, batch, gap, group, info, single};
use super::*;
use crate::model::batch::GapCause;
use crate::model::catalog::{Kind, View};
use crate::model::time::Time;
use crate::model::value::{Value, ValueType};

const ALL: TimeSpan = TimeSpan {
    start: Time(i64::MIN),
    end: Time(i64::MAX),
};
const U64: (ValueType, Kind) = (ValueType::U64, Kind::Monotonic { bits: 64 });
const U32: (ValueType, Kind) = (ValueType::U32, Kind::Monotonic { bits: 32 });
const F64: (ValueType, Kind) = (ValueType::F64, Kind::Gauge);
const CLOCK: (ValueType, Kind) = (ValueType::U64, Kind::Timestamp);

/// All values of `metric` in `view` by row.
fn values(group: &GroupStore, metric: u32, view: View) -> Vec<Option<Value>> {
    group.rows(ALL).map(|row| row.value(metric, view)).collect()
}

fn some(values: &[u64]) -> Vec<Option<Value>> {
    values
        .iter()
        .map(|&value| Some(Value::Unsigned(value)))
        .collect()
}

#[test]
fn values_come_back_exactly() {
    let mut group = group(&[U64, F64]);
    let big = (1 << 53) + 1;
    let nan = f64::NAN.to_bits();
    group
        .append(&batch(&[
            (5, &[big, nan]),
            (6, &[u64::MAX, 2.5_f64.to_bits()]),
        ]))
        .unwrap();
    assert_eq!(values(&group, 0, View::Raw), some(&[big, u64::MAX]));
    assert_eq!(group.value(1, View::Raw, 1), Some(Value::Double(2.5)));
    assert!(matches!(group.value(1, View::Raw, 0), Some(Value::Double(value)) if value.is_nan()));
    assert_eq!(
        group.value(0, View::Delta, 1),
        Some(Value::Unsigned(u64::MAX - big))
    );
    assert_eq!(group.metric_counts(1).non_finite, 1);
}

#[test]
fn a_rate_needs_two_samples() {
    let mut group = group(&[U32]);
    group.append(&single([(0, 100)])).unwrap();
    assert_eq!(group.latest(0, View::Rate), None);
    group.append(&single([(2_000_000_000, 150)])).unwrap();
    let latest = group.latest(0, View::Rate).expect("two samples");
    assert_eq!((latest.row, latest.value), (1, Value::Double(25.0)));
}

#[test]
fn stale_rows_are_the_same_sample() {
    let mut group = group(&[CLOCK, U64]);
    let rows: &[(i64, &[u64])] = &[
        (0, &[1000, 7]),
        (1, &[1000, 7]),
        (2, &[3000, 17]),
        (3, &[3000, 17]),
        (4, &[3000, 17]),
        (5, &[4000, 18]),
    ];
    group.append(&batch(rows)).unwrap();
    let delta = values(&group, 1, View::Delta);
    let grown = |value| Some(Value::Unsigned(value));
    assert_eq!(delta, [None, None, grown(10), None, None, grown(1)]);
    let rate = group.statistics(1, View::Rate, ALL);
    assert_eq!((rate.count, rate.missing), (2, 0));
    assert_eq!(rate.max, Some(Value::Double(5e6)));
    assert_eq!(rate.mean, Some(11.0 * 1e9 / 3000.0));
}

#[test]
fn resets_are_missing_and_wraps_are_not() {
    let mut group = group(&[U32]);
    let top = u64::from(u32::MAX);
    group
        .append(&single([(0, top - 1), (1, 3), (2, 9), (3, 2), (4, 4)]))
        .unwrap();
    let grown = |value| Some(Value::Unsigned(value));
    assert_eq!(
        values(&group, 0, View::Delta),
        [None, grown(5), grown(6), None, grown(2)]
    );
    let counts = group.metric_counts(0);
    assert_eq!((counts.wraps, counts.resets), (1, 1));
    assert_eq!(group.statistics(0, View::Delta, ALL).missing, 1);
}

#[test]
fn a_late_gap_keeps_the_epoch_and_a_lost_device_ends_it() {
    let mut group = group(&[U64]);
    let mut passes = single([(0, 10), (30, 40), (60, 50)]);
    passes.gaps.push(gap(1, 0, 30, 2, GapCause::Late));
    passes.gaps.push(gap(2, 30, 60, 0, GapCause::DeviceLost));
    group.append(&passes).unwrap();
    assert_eq!(
        values(&group, 0, View::Delta),
        [None, Some(Value::Unsigned(30)), None]
    );
    assert_eq!(group.gaps(ALL).count(), 2);
    let statistics = group.statistics(0, View::Raw, ALL);
    assert_eq!((statistics.gaps, statistics.missed), (2, 2));
}

#[test]
fn an_unknown_group_and_a_malformed_batch_are_refused() {
    let mut store = Store::new();
    assert_eq!(
        store.append(&single([(0, 1)])),
        Err(AppendError::UnknownGroup(GROUP))
    );
    store.add_group(GROUP, &info(&[U64]));
    let mut passes = single([(0, 1)]);
    passes.slots.push(2);
    assert_eq!(store.append(&passes), Err(AppendError::Malformed(GROUP)));
    assert_eq!(
        store.append(&batch(&[(0, &[1, 2])])),
        Err(AppendError::Malformed(GROUP))
    );
    assert_eq!(store.span(), None);
}
