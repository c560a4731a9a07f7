mod naive;

use super::chunk::Chunk;
use super::testing::{GROUP, batch, gap, group, info, single};
use super::*;
use crate::model::batch::GapCause;
use crate::model::catalog::{GroupId, Kind, View};
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
fn a_reset_behind_a_stale_row_is_counted() {
    let mut group = group(&[CLOCK, U64]);
    // The second row has a counter that already moved, under the timestamp of the first.
    group
        .append(&batch(&[(0, &[1000, 100]), (1, &[1000, 5])]))
        .unwrap();
    group.append(&batch(&[(2, &[2000, 6])])).unwrap();
    assert_eq!(group.metric_counts(1).resets, 1);
    assert_eq!(group.statistics(1, View::Delta, ALL).missing, 1);
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

/// Rows of a group whose metrics all hold the row's number.
fn filled(metrics: &[(ValueType, Kind)], rows: i64) -> GroupStore {
    let mut group = group(metrics);
    // Small chunks, so that few rows fill several.
    group.set_chunk_bytes(GroupStore::CHUNK_BYTES / 16);
    for start in (0..rows).step_by(500) {
        let slots: Vec<Vec<u64>> = (start..start + 500)
            .map(|row| vec![row as u64; metrics.len()])
            .collect();
        let rows: Vec<(i64, &[u64])> = (start..).zip(slots.iter().map(Vec::as_slice)).collect();
        group.append(&batch(&rows)).expect("sound");
    }
    group
}

#[test]
fn summaries_take_little_beside_the_values() {
    let u8s = vec![(ValueType::U8, Kind::Gauge); 64];
    let mixed: Vec<_> = [
        U64,
        U32,
        F64,
        (ValueType::U8, Kind::Flag),
        (ValueType::F32, Kind::Ratio),
    ]
    .into_iter()
    .cycle()
    .take(64)
    .collect();
    for (name, metrics, limit) in [
        ("64 x u64", vec![U64; 64], 1.35),
        ("64 x u32", vec![U32; 64], 1.35),
        ("64 x u8", u8s, 1.35),
        ("mixed", mixed, 1.35),
        ("16 x u32", vec![U32; 16], 1.35),
        ("2000 x u64", vec![U64; 2000], 1.35),
    ] {
        let rows = (1_280_000 / metrics.len() as i64 / 500 * 500).max(1000);
        let group = filled(&metrics, rows);
        let row = 8 + metrics
            .iter()
            .map(|(value_type, _)| value_type.size())
            .sum::<usize>();
        let ratio = group.bytes() as f64 / (rows as usize * row) as f64;
        assert!(ratio <= limit, "{name}: {ratio:.3} times the raw bytes");
    }
}

#[test]
fn eviction_keeps_row_numbers_and_an_honest_count_of_bytes() {
    let other = GroupId {
        device: GROUP.device,
        index: 1,
    };
    let mut store = Store::new();
    store.set_budget(2 << 20);
    store.add_group(GROUP, &info(&[U64; 8]));
    store.add_group(other, &info(&[U64; 2]));
    for start in (0..100_000_i64).step_by(1000) {
        let slots: Vec<[u64; 8]> = (start..start + 1000).map(|row| [row as u64; 8]).collect();
        let rows: Vec<(i64, &[u64])> = (start..)
            .zip(slots.iter().map(<[u64; 8]>::as_slice))
            .collect();
        store.append(&batch(&rows)).expect("sound");
        let few: Vec<(i64, &[u64])> = rows
            .iter()
            .map(|&(time, slots)| (time, &slots[..2]))
            .collect();
        let mut few = batch(&few);
        few.group = other;
        store.append(&few).expect("sound");
        assert!(store.bytes() <= 2 << 20, "{} bytes", store.bytes());
    }
    let (wide, narrow) = (
        store.group(GROUP).expect("added"),
        store.group(other).expect("added"),
    );
    for group in [wide, narrow] {
        let rows = group.row_numbers();
        assert!(rows.start > 0);
        assert_eq!(rows.end, 100_000);
        assert_eq!(
            group.value(0, View::Raw, rows.start),
            Some(Value::Unsigned(rows.start))
        );
        assert_eq!(group.value(0, View::Raw, rows.start - 1), None);
        assert_eq!(
            group.value(0, View::Delta, rows.start),
            Some(Value::Unsigned(1))
        );
        let count = group.statistics(0, View::Raw, ALL).count;
        assert_eq!(count, rows.end - rows.start);
        let recounted: usize = group.chunks.iter().map(Chunk::bytes).sum();
        assert_eq!(group.bytes(), recounted);
    }
    let (wide, narrow) = (wide.row_numbers().start, narrow.row_numbers().start);
    assert!(
        wide.abs_diff(narrow) <= 8192,
        "the edges are {wide} and {narrow}"
    );
}

#[test]
fn gaps_without_rows_in_between_do_not_pile_up() {
    let mut group = group(&[U64]);
    group.append(&single([(0, 1)])).expect("sound");
    for time in 1..100_000_i64 {
        let mut nothing = single([]);
        let cause = [GapCause::ReadFailed, GapCause::Late][time as usize % 2];
        nothing.gaps.push(gap(0, time - 1, time, 1, cause));
        group.append(&nothing).expect("sound");
    }
    assert_eq!(group.counts().gaps, 2);
    assert_eq!(group.counts().missed, 99_999);
    assert!(group.bytes() < 10_000, "{} bytes", group.bytes());
    let gaps: Vec<_> = group.gaps(ALL).collect();
    assert_eq!(gaps.iter().map(|gap| gap.missed).sum::<u64>(), 99_999);
    assert_eq!(gaps[0].span.end, Time(99_999));
}

#[test]
fn gaps_between_all_rows_are_all_there() {
    let mut group = group(&[U64]);
    for row in 0..10_000_i64 {
        let mut passes = single([(row * 100, row as u64)]);
        passes
            .gaps
            .push(gap(0, row * 100 - 100, row * 100, 2, GapCause::Late));
        group.append(&passes).expect("sound");
    }
    assert_eq!(group.gaps(ALL).count(), 10_000);
    let some: Vec<_> = group.gaps(TimeSpan::new(Time(1050), Time(1150))).collect();
    assert_eq!(
        some.iter().map(|gap| gap.span.start.0).collect::<Vec<_>>(),
        [1000, 1100]
    );
    let statistics = group.statistics(0, View::Delta, TimeSpan::new(Time(1000), Time(2000)));
    assert_eq!(
        (statistics.gaps, statistics.missed, statistics.count),
        (10, 20, 10)
    );
}

#[test]
fn passes_out_of_order_are_left_out_and_counted() {
    let mut group = group(&[U64]);
    group
        .append(&single([
            (5, 1),
            (5, 2),
            (4, 3),
            (6, 4),
            (i64::MIN, 5),
            (7, 6),
        ]))
        .expect("sound");
    assert_eq!(values(&group, 0, View::Raw), some(&[1, 4, 6]));
    assert_eq!(group.counts().out_of_order, 3);
}

#[test]
fn torn_rows_are_counted_and_marked() {
    let mut group = group(&[U64]);
    let mut passes = single((0..300).map(|row| (row, row as u64)));
    passes.torn = vec![3, 299];
    group.append(&passes).expect("sound");
    assert_eq!(group.counts().torn, 2);
    let torn: Vec<u64> = group
        .rows(ALL)
        .filter(super::Row::is_torn)
        .map(|row| row.number())
        .collect();
    assert_eq!(torn, [3, 299]);
    let nearest = group.nearest(0, View::Raw, Time(3)).expect("a row");
    assert!(nearest.torn);
    assert_eq!(
        group
            .statistics(0, View::Raw, TimeSpan::new(Time(3), Time(299)))
            .torn,
        1
    );
}

#[test]
fn a_month_and_the_ends_of_time_are_exact() {
    let month = 30 * 86_400 * 1_000_000_000_i64;
    let mut group = group(&[U64]);
    let times = [
        i64::MIN,
        0,
        month,
        month + 1,
        1_800_000_000_000_000_000,
        i64::MAX,
    ];
    group
        .append(&single((0..).zip(times).map(|(slot, time)| (time, slot))))
        .expect("sound");
    for (row, time) in times.into_iter().enumerate() {
        let found = group.nearest(0, View::Raw, Time(time)).expect("a row");
        assert_eq!((found.row, found.time), (row as u64, Time(time)));
        let found = group.at_or_before(0, View::Raw, Time(time)).expect("a row");
        assert_eq!(found.row, row as u64);
    }
    assert_eq!(
        group
            .at_or_before(0, View::Raw, Time(month - 1))
            .map(|at| at.row),
        Some(1)
    );
    assert_eq!(group.value(0, View::Rate, 3), Some(Value::Double(1e9)));
    assert_eq!(
        group.value(0, View::Rate, 1),
        Some(Value::Double(1e9 / 2_f64.powi(63)))
    );
    assert_eq!(
        group
            .statistics(0, View::Raw, TimeSpan::new(Time(7), Time(3)))
            .count,
        0
    );
}
