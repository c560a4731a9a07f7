use proptest::prelude::*;

use super::*;
use crate::model::batch::GapCause;
use crate::model::catalog::{Kind, View};
use crate::model::store::GroupStore;
use crate::model::store::testing::{batch, gap, group, single};
use crate::model::time::{Time, TimeSpan};
use crate::model::value::ValueType;

const COUNTER: &[(ValueType, Kind)] = &[(ValueType::U64, Kind::Monotonic { bits: 64 })];
const FLOAT: &[(ValueType, Kind)] = &[(ValueType::F64, Kind::Gauge)];
const FLAG: &[(ValueType, Kind)] = &[(ValueType::Bool8, Kind::Flag)];

/// The grid over a span in `pixels` cells, with x counted from its start.
fn grid(start: i64, end: i64, pixels: u32) -> Grid {
    let span = TimeSpan::new(Time(start), Time(end));
    Grid::covering(span, pixels, span.start)
}

/// Metric 0 of `group` as it is drawn for the first time.
fn draw(group: &GroupStore, view: View, grid: Grid) -> (Trace, Cells) {
    let (mut cells, mut trace) = (Cells::default(), Trace::default());
    group.locate(&grid, &mut cells);
    group.decimate(0, view, &cells, &mut trace);
    (trace, cells)
}

fn xy(trace: &Trace) -> Vec<(f64, f64)> {
    trace
        .points()
        .iter()
        .map(|point| (point.x, point.y))
        .collect()
}

/// The lengths of all lines.
fn lines(trace: &Trace) -> Vec<usize> {
    trace
        .segments()
        .iter()
        .map(std::iter::ExactSizeIterator::len)
        .collect()
}

/// Rows of floats at 0 ns, 1 s, 2 s, ...
fn seconds(values: &[f64]) -> GroupStore {
    let mut group = group(FLOAT);
    let rows = values.iter().enumerate();
    let rows = rows.map(|(second, value)| (second as i64 * 1_000_000_000, value.to_bits()));
    group.append(&single(rows)).expect("sound");
    group
}

#[test]
fn few_samples_are_drawn_where_they_are() {
    let group = seconds(&[3.0, 1.0, 2.0]);
    let (trace, _) = draw(&group, View::Raw, grid(0, 3_000_000_000, 100));
    assert_eq!(xy(&trace), [(0.0, 3.0), (1.0, 1.0), (2.0, 2.0)]);
    assert_eq!(lines(&trace), [3]);
    assert_eq!(trace.y_range(), Some((1.0, 3.0)));
}

#[test]
fn lines_lead_in_and_out_of_the_view() {
    let group = seconds(&[3.0, 1.0, 2.0, 7.0]);
    let (trace, _) = draw(&group, View::Raw, grid(1_200_000_000, 1_800_000_000, 10));
    assert_eq!(lines(&trace), [2]);
    let (from, to) = (trace.points()[0], trace.points()[1]);
    assert_eq!((from.y, to.y), (1.0, 2.0));
    assert!((from.x + 0.2).abs() < 1e-12 && (to.x - 0.8).abs() < 1e-12);
    assert_eq!(trace.y_range(), None);
}

#[test]
fn nothing_is_drawn_across_a_gap_that_fills_the_view() {
    let mut group = group(FLOAT);
    let mut passes = single([(0, 1.0_f64.to_bits()), (1000, 2.0_f64.to_bits())]);
    passes.gaps.push(gap(1, 0, 1000, 9, GapCause::Late));
    group.append(&passes).expect("sound");
    let (trace, cells) = draw(&group, View::Raw, grid(200, 800, 10));
    assert_eq!(trace.points(), []);
    assert_eq!(cells.gaps().len(), 1);
    let shaded = cells.gaps()[0];
    assert!(shaded.start <= 0.0 && shaded.end >= 600e-9, "{shaded:?}");
    assert_eq!((shaded.count, shaded.missed, shaded.drops), (1, 9, 0));
}

#[test]
fn values_that_are_not_finite_break_lines_and_lone_values_stay() {
    let group = seconds(&[1.0, f64::NAN, 2.0, f64::INFINITY, 3.0, 4.0]);
    let (trace, _) = draw(&group, View::Raw, grid(0, 6_000_000_000, 100));
    assert_eq!(lines(&trace), [1, 1, 2]);
    let marks: Vec<_> = trace
        .marks()
        .iter()
        .map(|mark| (mark.kind, mark.count))
        .collect();
    assert_eq!(marks, [(MarkKind::NotFinite, 1); 2]);
}

#[test]
fn a_gap_inside_a_full_cell_breaks_the_line_behind_it() {
    let mut group = group(FLOAT);
    let mut passes = single((0..40).map(|time| (time, (time as f64).to_bits())));
    passes.gaps.push(gap(15, 14, 15, 0, GapCause::QueueFull));
    group.append(&passes).expect("sound");
    let (trace, cells) = draw(&group, View::Raw, grid(0, 40, 4));
    assert_eq!(lines(&trace), [4, 4]);
    let drops: Vec<_> = cells
        .marks()
        .iter()
        .map(|mark| (mark.kind, mark.count))
        .collect();
    assert_eq!(drops, [(MarkKind::Drop, 1)]);
}

#[test]
fn extreme_values_are_drawn_as_they_are() {
    let group = seconds(&[1e300, -1e300, 1e-300, 0.0, 5e-324]);
    let (trace, _) = draw(&group, View::Raw, grid(0, 5_000_000_000, 100));
    let drawn: Vec<f64> = trace.points().iter().map(|point| point.y).collect();
    assert_eq!(drawn, [1e300, -1e300, 1e-300, 0.0, 5e-324]);
}

#[test]
fn flags_hold_until_they_change() {
    let mut group = group(FLAG);
    let rows = [(0, 0), (10, 1), (20, 1), (30, 0), (40, 1)];
    group.append(&single(rows)).expect("sound");
    let (trace, _) = draw(&group, View::Raw, grid(0, 50, 50));
    let spans: Vec<_> = trace
        .flags()
        .iter()
        .map(|span| (span.start, span.end, span.mixed))
        .collect();
    assert_eq!(
        spans,
        [
            (10.0 * 1e-9, 30.0 * 1e-9, false),
            (40.0 * 1e-9, 40.0 * 1e-9, false)
        ]
    );
}

#[test]
fn a_flag_that_flickers_is_mixed() {
    let mut group = group(FLAG);
    group
        .append(&single(
            (0..100).map(|time| (time, u64::from(time % 3 == 0))),
        ))
        .expect("sound");
    let (trace, _) = draw(&group, View::Raw, grid(0, 100, 10));
    assert_eq!(trace.flags().len(), 1);
    assert!(trace.flags()[0].mixed);
}

#[test]
fn a_metric_that_was_not_read_is_absent_and_not_joined() {
    let mut group = group(&[COUNTER[0], FLOAT[0]]);
    group
        .append(&batch(&[(0, &[1, 0]), (1, &[2, 0])]))
        .expect("sound");
    let mut without = batch(&[(2, &[0]), (3, &[0])]);
    without.columns = std::sync::Arc::from([1]);
    group.append(&without).expect("sound");
    group
        .append(&batch(&[(4, &[5, 0]), (5, &[6, 0])]))
        .expect("sound");
    let (trace, _) = draw(&group, View::Raw, grid(0, 6, 6));
    assert_eq!(lines(&trace), [2, 2]);
    assert_eq!(trace.absences().len(), 1);
    let (trace, _) = draw(&group, View::Delta, grid(0, 6, 6));
    assert_eq!(lines(&trace), [1, 1]);
    assert!(trace.points().iter().all(|point| point.y == 1.0));
}

#[test]
fn a_change_of_other_metrics_does_not_break_a_line() {
    let mut group = group(&[COUNTER[0], FLOAT[0]]);
    group
        .append(&batch(&[(0, &[1, 0]), (1, &[2, 0])]))
        .expect("sound");
    group
        .append(&batch(&[(2, &[4]), (3, &[7])]))
        .expect("sound");
    let (trace, _) = draw(&group, View::Delta, grid(0, 4, 4));
    assert_eq!(lines(&trace), [3]);
    assert_eq!(
        trace
            .points()
            .iter()
            .map(|point| point.y)
            .collect::<Vec<_>>(),
        [1.0, 2.0, 3.0]
    );
}

#[test]
fn one_spike_among_a_million_rows_is_seen_from_afar() {
    let mut group = group(&[(ValueType::U32, Kind::Monotonic { bits: 32 })]);
    let (rows, spike) = (1_000_000_i64, 765_432);
    let mut count = 0;
    for start in (0..rows).step_by(100_000) {
        let passes = single((start..start + 100_000).map(|row| {
            count += if row == spike { 100_000 } else { 3 };
            (row * 1000, count)
        }));
        group.append(&passes).expect("sound");
    }
    for (view, high) in [(View::Delta, 100_000.0), (View::Rate, 1e11)] {
        let (trace, cells) = draw(&group, view, grid(0, rows * 1000, 1000));
        let top = trace
            .points()
            .iter()
            .copied()
            .reduce(|a, b| if b.y > a.y { b } else { a });
        let top = top.expect("a picture");
        assert_eq!(top.y, high);
        let cell = cells.grid().width_nanos() as f64 * 1e-9;
        assert!((top.x - spike as f64 * 1e-6).abs() <= cell, "{top:?}");
        assert!(trace.points().len() <= 2002);
        assert_eq!(trace.segments().len(), 1);
    }
}

#[test]
fn pictures_without_rows_or_pixels_are_empty() {
    let empty = group(COUNTER);
    let full = seconds(&[1.0]);
    for group in [&empty, &full] {
        for (start, end) in [(i64::MIN, i64::MAX), (5, 5), (i64::MAX, i64::MAX)] {
            for pixels in [0, 1, 1000] {
                for view in View::ALL {
                    let (trace, _) = draw(group, view, grid(start, end, pixels));
                    assert!(trace.points().len() <= 1);
                }
            }
        }
    }
}

#[test]
fn a_picture_of_another_series_is_not_reused() {
    let (ones, twos) = (seconds(&[1.0; 5]), seconds(&[2.0; 5]));
    let grid = grid(0, 5_000_000_000, 10);
    let (mut trace, mut cells) = draw(&ones, View::Raw, grid);
    twos.locate(&grid, &mut cells);
    twos.decimate(0, View::Raw, &cells, &mut trace);
    assert!(trace.points().iter().all(|point| point.y == 2.0));
}

/// Something that happens to a series.
#[derive(Clone, Debug)]
enum Event {
    Rows(Vec<(i64, Option<f64>)>),
    Gap(GapCause),
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let value = prop_oneof![8 => (-5.0..5.0_f64).prop_map(Some), 1 => Just(None)];
    let rows = prop::collection::vec((1..50_i64, value), 1..400).prop_map(Event::Rows);
    let cause = prop_oneof![Just(GapCause::Late), Just(GapCause::Disabled)];
    let event = prop_oneof![3 => rows, 1 => cause.prop_map(Event::Gap)];
    prop::collection::vec(event, 1..8)
}

/// A series after `events`, and each row's time and value with whether a gap stands before it.
fn played(events: &[Event]) -> (GroupStore, Vec<(i64, Option<f64>, bool)>) {
    let mut group = group(FLOAT);
    group.set_chunk_bytes(1);
    let (mut time, mut rows, mut gap_before) = (0, Vec::new(), false);
    for event in events {
        let mut passes = single([]);
        match event {
            Event::Gap(cause) => {
                passes.gaps.push(gap(0, time, time + 1, 1, *cause));
                gap_before = true;
            }
            Event::Rows(values) => {
                for &(step, value) in values {
                    time += step;
                    passes.times.push(Time(time));
                    passes.read_nanos.push(1);
                    passes.slots.push(value.unwrap_or(f64::NAN).to_bits());
                    rows.push((time, value, gap_before));
                    gap_before = false;
                }
            }
        }
        group.append(&passes).expect("sound");
    }
    (group, rows)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_cell_holds_what_a_plain_search_finds(
        events in events(),
        start in -100..20_000_i64,
        length in 1..20_000_i64,
        pixels in 1..60_u32,
    ) {
        let (group, rows) = played(&events);
        let grid = grid(start, start + length, pixels);
        let (trace, _) = draw(&group, View::Raw, grid);
        for (cell, bar) in grid.cells().zip(trace.strip.iter()) {
            let inside = |time: i64| {
                grid.start_of(cell).0 <= time && time < grid.start_of(cell + 1).0
            };
            let values: Vec<f64> =
                rows.iter().filter(|row| inside(row.0)).filter_map(|row| row.1).collect();
            prop_assert_eq!(bar.count, values.len() as u64);
            if let Some((first, last)) = bar.ends {
                prop_assert_eq!(bar.low, values.iter().copied().fold(f64::INFINITY, f64::min));
                prop_assert_eq!(bar.high, values.iter().copied().fold(f64::NEG_INFINITY, f64::max));
                prop_assert_eq!((first.y, last.y), (values[0], values[values.len() - 1]));
            }
        }
        prop_assert!(trace.points().len() <= 2 * trace.strip.iter().count() + 2);
    }

    #[test]
    fn no_line_leads_over_anything_missing(
        events in events(),
        start in -100..20_000_i64,
        length in 1..20_000_i64,
        pixels in 1..600_u32,
    ) {
        let (group, rows) = played(&events);
        let grid = grid(start, start + length, pixels);
        let (trace, _) = draw(&group, View::Raw, grid);
        let cell_of = |x: f64| ((x * 1e9).round() as i64 + start).div_euclid(grid.width_nanos());
        let mut covered = 0;
        for segment in trace.segments() {
            prop_assert_eq!(segment.start, covered);
            prop_assert!(segment.end > segment.start);
            covered = segment.end;
            for pair in trace.points()[segment.clone()].windows(2) {
                let (from, to) = ((pair[0].x * 1e9).round() as i64 + start, (pair[1].x * 1e9).round() as i64 + start);
                prop_assert!(from < to);
                let one_cell = cell_of(pair[0].x) == cell_of(pair[1].x);
                let missing = rows.iter().any(|&(time, value, gap_before)| {
                    (from < time && time <= to && gap_before)
                        || (from < time && time < to && value.is_none())
                });
                prop_assert!(!missing || one_cell, "{from} to {to}");
            }
        }
        prop_assert_eq!(covered, trace.points().len());
        let mut shown = rows.iter().filter(|row| grid.span().contains(Time(row.0)));
        prop_assert!(!trace.points().is_empty() || shown.all(|row| row.1.is_none()));
    }

    #[test]
    fn a_picture_kept_over_time_is_the_one_drawn_afresh(
        steps in prop::collection::vec((events(), -400..400_i64, prop::bool::weighted(0.8)), 1..12),
    ) {
        let mut group = group(FLOAT);
        group.set_chunk_bytes(1);
        let (mut cells, mut trace) = (Cells::default(), Trace::default());
        let (mut time, mut start) = (0, 0);
        for (events, pan, seen) in steps {
            for event in events {
                let mut passes = single([]);
                match event {
                    Event::Gap(cause) => passes.gaps.push(gap(0, time, time, 0, cause)),
                    Event::Rows(values) => for (step, value) in values {
                        time += step;
                        passes.times.push(Time(time));
                        passes.read_nanos.push(0);
                        passes.slots.push(value.unwrap_or(f64::NAN).to_bits());
                    }
                }
                group.append(&passes).expect("sound");
            }
            start += pan;
            let grid = grid(start, start + 10_000, 40);
            group.locate(&grid, &mut cells);
            if seen {
                group.decimate(0, View::Raw, &cells, &mut trace);
                let (fresh, fresh_cells) = draw(&group, View::Raw, grid);
                prop_assert_eq!(trace.points(), fresh.points());
                prop_assert_eq!(trace.segments(), fresh.segments());
                prop_assert_eq!(trace.marks(), fresh.marks());
                prop_assert_eq!(cells.gaps(), fresh_cells.gaps());
            }
            if group.row_numbers().end.is_multiple_of(3) {
                group.evict_oldest();
            }
        }
    }
}
