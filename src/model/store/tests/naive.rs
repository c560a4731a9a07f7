//! Deltas, rates and statistics against a plain reading of the rules, row by row.

use std::sync::Arc;

use proptest::prelude::*;

use crate::model::batch::{Batch, Gap, GapCause, GapMark};
use crate::model::catalog::{Kind, View};
use crate::model::derive::{Step, float_step, integer_step, rate};
use crate::model::store::GroupStore;
use crate::model::store::testing::{GROUP, group};
use crate::model::time::{Time, TimeSpan};
use crate::model::value::{Value, ValueType};

/// A device clock, two counters that may run backwards, and a float that may be no number.
const METRICS: [(ValueType, Kind); 4] = [
    (ValueType::U64, Kind::Timestamp),
    (ValueType::U32, Kind::Monotonic { bits: 32 }),
    (ValueType::F64, Kind::Monotonic { bits: 64 }),
    (ValueType::F32, Kind::Gauge),
];

/// Sets of metrics that are read together; the last has no device clock.
const SETS: [&[u32]; 3] = [&[0, 1, 2, 3], &[0, 2], &[1, 2, 3]];

#[derive(Clone, Debug)]
struct Pass {
    time: i64,
    stamp: u64,
    count: u32,
    float: f64,
    single: f32,
    gap: Option<GapCause>,
    set: usize,
}

impl Pass {
    fn slots(&self) -> [u64; 4] {
        let single = u64::from(self.single.to_bits());
        [
            self.stamp,
            u64::from(self.count),
            self.float.to_bits(),
            single,
        ]
    }

    fn has(&self, metric: u32) -> bool {
        SETS[self.set].contains(&metric)
    }

    fn value(&self, metric: u32) -> Value {
        let (value_type, _) = METRICS[metric as usize];
        Value::from_slot(value_type, self.slots()[metric as usize])
    }
}

/// Passes that mostly go on evenly, with everything that can go wrong now and then.
fn passes() -> impl Strategy<Value = Vec<Pass>> {
    let float = prop_oneof![
        30 => 0.0..9.0_f64,
        1 => Just(f64::NAN),
        1 => Just(f64::INFINITY),
        1 => Just(-1e300),
    ];
    let cause = prop_oneof![
        60 => Just(None),
        1 => Just(Some(GapCause::Late)),
        1 => Just(Some(GapCause::DeviceLost)),
    ];
    let stamp = prop_oneof![10 => 1..2000_i64, 6 => Just(0), 1 => -5000..0_i64];
    let count = prop_oneof![30 => 0..1000_u32, 1 => (1_u32 << 29)..(1 << 31), 1 => any::<u32>()];
    let set = prop_oneof![200 => Just(None), 1 => (0..SETS.len()).prop_map(Some)];
    let step = (1..100_i64, stamp, count, float, cause, set);
    prop::collection::vec(step, 0..1200).prop_map(|steps| {
        let mut pass = Pass {
            time: 0,
            stamp: 1_000_000,
            count: u32::MAX - 100_000,
            float: 0.0,
            single: 0.0,
            gap: None,
            set: 0,
        };
        let mut passes = Vec::new();
        for (time, stamp, count, float, gap, set) in steps {
            pass.time += time;
            pass.stamp = pass.stamp.saturating_add_signed(stamp);
            pass.count = pass.count.wrapping_add(count);
            pass.single = float as f32;
            pass.float = if pass.float.is_finite() && pass.float >= 0.0 {
                pass.float + float
            } else {
                float
            };
            pass.gap = gap;
            pass.set = set.unwrap_or(pass.set);
            passes.push(pass.clone());
        }
        passes
    })
}

/// A series of `passes`, appended `size` at a time.
fn stored(passes: &[Pass], size: usize) -> GroupStore {
    let mut group = group(&METRICS);
    group.set_chunk_bytes(1);
    for some in passes.chunks(size) {
        for same in some.chunk_by(|a, b| a.set == b.set) {
            let set = SETS[same[0].set];
            let mut batch = Batch::new(GROUP, Arc::from(set));
            for (row, pass) in same.iter().enumerate() {
                batch.times.push(Time(pass.time));
                batch.read_nanos.push(7);
                batch
                    .slots
                    .extend(set.iter().map(|&metric| pass.slots()[metric as usize]));
                if let Some(cause) = pass.gap {
                    let span = TimeSpan::new(Time(pass.time - 1), Time(pass.time));
                    let gap = Gap {
                        span,
                        missed: 1,
                        cause,
                    };
                    batch.gaps.push(GapMark {
                        row: row as u32,
                        gap,
                    });
                }
            }
            group.append(&batch).expect("sound");
        }
    }
    group
}

/// What a row is to a metric in a view.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cell {
    /// A value, and over how many nanoseconds it was counted.
    Value(Value, u64),
    /// There should be a value.
    Missing,
    /// There is nothing to be missed.
    Nothing,
}

/// Every row of `metric` in `view` by the rules.
fn expected(passes: &[Pass], metric: u32, view: View) -> Vec<Cell> {
    let mut before: Option<&Pass> = None;
    let mut known = false;
    let mut cells = Vec::new();
    for pass in passes {
        let cell = if pass.has(metric) {
            match view {
                View::Raw if pass.value(metric).is_finite() => Cell::Value(pass.value(metric), 0),
                View::Raw => Cell::Missing,
                _ => derived(before.filter(|_| known), pass, metric, view),
            }
        } else {
            known = false;
            Cell::Missing
        };
        cells.push(cell);
        if !is_stale(before, pass) {
            before = Some(pass);
            known = pass.has(metric);
        }
    }
    cells
}

/// Whether counters may have started again before `pass`.
fn is_cut(before: Option<&Pass>, pass: &Pass) -> bool {
    let backwards =
        before.is_some_and(|before| pass.has(0) && before.has(0) && pass.stamp < before.stamp);
    backwards || pass.gap == Some(GapCause::DeviceLost)
}

fn is_stale(before: Option<&Pass>, pass: &Pass) -> bool {
    let same =
        before.is_some_and(|before| pass.has(0) && before.has(0) && pass.stamp == before.stamp);
    same && !is_cut(before, pass)
}

fn derived(before: Option<&Pass>, pass: &Pass, metric: u32, view: View) -> Cell {
    let Some(before) = before.filter(|_| !is_cut(before, pass) && !is_stale(before, pass)) else {
        return Cell::Nothing;
    };
    let nanos = if pass.has(0) && before.has(0) {
        pass.stamp - before.stamp
    } else {
        (pass.time - before.time) as u64
    };
    let step = match metric {
        1 => integer_step(u64::from(before.count), u64::from(pass.count), 32),
        2 => float_step(before.float, pass.float),
        _ => return Cell::Nothing,
    };
    match step {
        Step::Grew(by) | Step::Wrapped(by) => {
            let rate = rate(by.as_f64(), nanos);
            match view {
                _ if !rate.is_finite() => Cell::Missing,
                View::Rate => Cell::Value(Value::Double(rate), nanos),
                _ => Cell::Value(by, nanos),
            }
        }
        Step::Reset | Step::NotFinite => Cell::Missing,
    }
}

fn close(a: f64, b: f64, size: f64) -> bool {
    (a - b).abs() <= 1e-9 * size.max(1e-300)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn every_row_has_the_value_the_rules_give(passes in passes(), size in 1..400_usize) {
        let group = stored(&passes, size);
        for metric in 0..4 {
            for view in View::ALL {
                let expected = expected(&passes, metric, view);
                for (row, cell) in expected.into_iter().enumerate() {
                    let value = group.value(metric, view, row as u64).filter(|value| value.is_finite());
                    let expected = match cell {
                        Cell::Value(value, _) => Some(value),
                        Cell::Missing | Cell::Nothing => None,
                    };
                    prop_assert_eq!(value, expected, "metric {} {:?} row {}", metric, view, row);
                }
            }
        }
    }

    #[test]
    fn statistics_are_those_of_the_rows(
        passes in passes(),
        size in 1..400_usize,
        start in 0..60_000_i64,
        length in 0..60_000_i64,
    ) {
        let group = stored(&passes, size);
        let span = TimeSpan::new(Time(start), Time(start + length));
        for metric in 0..4 {
            for view in View::ALL {
                let cells = expected(&passes, metric, view);
                let inside = passes.iter().zip(cells).filter(|(pass, _)| span.contains(Time(pass.time)));
                let (mut values, mut missing, mut nanos, mut grown) = (Vec::new(), 0, 0, 0.0);
                for (pass, cell) in inside {
                    match cell {
                        Cell::Value(value, time) => {
                            values.push((pass.time, value));
                            nanos += time;
                            let seconds = if view == View::Rate { time as f64 * 1e-9 } else { 1.0 };
                            grown += value.as_f64() * seconds;
                        }
                        Cell::Missing => missing += u64::from(view == View::Raw || metric == 1 || metric == 2 || !pass.has(metric)),
                        Cell::Nothing => {}
                    }
                }
                let found = group.statistics(metric, view, span);
                prop_assert_eq!(found.count, values.len() as u64);
                prop_assert_eq!(found.missing, missing);
                prop_assert_eq!(found.first.map(|at| (at.time.0, at.value)), values.first().copied());
                prop_assert_eq!(found.last.map(|at| (at.time.0, at.value)), values.last().copied());
                let sorted = |pick: fn(f64, f64) -> f64| values.iter().map(|at| at.1.as_f64()).reduce(pick);
                prop_assert_eq!(found.min.map(Value::as_f64), sorted(f64::min));
                prop_assert_eq!(found.max.map(Value::as_f64), sorted(f64::max));
                let size: f64 = values.iter().map(|at| at.1.as_f64().abs()).sum();
                prop_assert!(close(found.sum, grown, size), "{} {}", found.sum, grown);
                if let Some(mean) = found.mean {
                    let count = if view == View::Rate { nanos as f64 * 1e-9 } else { values.len() as f64 };
                    prop_assert!(close(mean, grown / count, size), "{mean} {}", grown / count);
                }
            }
        }
    }

    #[test]
    fn a_kind_that_changes_changes_what_was_before(passes in passes()) {
        let mut group = stored(&passes, 100);
        let before = group.metric_counts(1);
        group.set_kind(1, Kind::Gauge);
        prop_assert_eq!(group.latest(1, View::Delta), None);
        group.set_kind(1, Kind::Monotonic { bits: 32 });
        prop_assert_eq!(group.metric_counts(1), before);
        for (row, cell) in expected(&passes, 1, View::Delta).into_iter().enumerate() {
            let value = group.value(1, View::Delta, row as u64);
            prop_assert_eq!(value.is_some(), matches!(cell, Cell::Value(..)));
        }
    }

    #[test]
    fn the_nearest_value_is_the_nearest(passes in passes(), time in 0..60_000_i64) {
        let group = stored(&passes, 100);
        for (metric, view) in [(1, View::Raw), (1, View::Rate), (3, View::Raw)] {
            let cells = expected(&passes, metric, view);
            let with_value = passes.iter().zip(cells).filter(|(_, cell)| matches!(cell, Cell::Value(..)));
            let times: Vec<i64> = with_value.map(|(pass, _)| pass.time).collect();
            let nearest = times.iter().copied().min_by_key(|at| (at - time).abs());
            let before = times.iter().copied().rev().find(|&at| at <= time);
            let found = |sample: Option<crate::model::store::Sample>| sample.map(|at| at.time.0);
            prop_assert_eq!(found(group.nearest(metric, view, Time(time))), nearest);
            prop_assert_eq!(found(group.at_or_before(metric, view, Time(time))), before);
        }
    }
}
