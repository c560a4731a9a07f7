//! The charts as somebody meets them: found by accessible name, driven by pointer and keys.

use egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use crate::capture::state::Phase;
use crate::model::batch::{Gap, GapCause, GapMark};
use crate::model::catalog::{Kind, MetricInfo, View};
use crate::model::reason::Reason;
use crate::model::time::{Time, TimeSpan};
use crate::model::value::ValueType;
use crate::ui::action::{Action, ChartLayout};
use crate::ui::timeline::fixture::{GROUP, batch, id, metric};
use crate::ui::timeline::tests::{Bench, SECOND};

impl Bench {
    fn harness(self) -> Harness<'static, Self> {
        Harness::builder()
            .with_size(vec2(1000.0, 600.0))
            .with_step_dt(1.0 / 60.0)
            .build_ui_state(
                |ui, bench: &mut Self| {
                    let Self {
                        state,
                        timeline,
                        now,
                        actions,
                    } = bench;
                    timeline.ui(ui, state, *now, actions);
                },
                self,
            )
    }
}

/// A place on the curves of the uppermost chart.
const CHART: Pos2 = pos2(300.0, 60.0);

fn drag(harness: &mut Harness<'_, Bench>, to: Pos2, button: PointerButton) {
    let press = |pos, pressed| Event::PointerButton {
        pos,
        button,
        pressed,
        modifiers: Modifiers::NONE,
    };
    harness.event(Event::PointerMoved(CHART));
    harness.step();
    harness.event(press(CHART, true));
    harness.step();
    harness.event(Event::PointerMoved(CHART.lerp(to, 0.5)));
    harness.step();
    harness.event(Event::PointerMoved(to));
    harness.step();
    harness.event(press(to, false));
    harness.run();
}

fn wheel(harness: &mut Harness<'_, Bench>, delta: f32) {
    harness.event(Event::PointerMoved(CHART));
    harness.event(Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, delta),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    harness.run_steps(12);
}

#[test]
fn every_unit_has_a_chart_that_says_what_it_shows() {
    let harness = Bench::new().filled().harness();
    harness.get_by_label("Chart of group in %, 2 series: metric 0 last 99 %, metric 1 last 1 %");
    harness.get_by_label("Chart of metric 2 in B/s, 1 series: metric 2 last 9.77 KiB/s");
    harness.get_by_label_contains("Chart of metric 3, 1 series");
}

#[test]
fn a_series_is_hidden_and_removed_in_the_legend() {
    let mut harness = Bench::new().filled().harness();
    harness.get_by_label("metric 1").click();
    harness.run();
    assert!(
        harness
            .state()
            .timeline
            .charts
            .series(id(1))
            .is_some_and(|series| series.hidden)
    );
    harness.get_by_label("Remove metric 1").click();
    harness.run();
    assert_eq!(harness.state().actions, [Action::ShowMetric(id(1), false)]);
}

#[test]
fn a_counter_can_be_looked_at_raw() {
    let mut harness = Bench::new().filled().harness();
    harness.get_by_label("View of metric 2: rate").click();
    harness.run();
    harness.get_by_label("raw").click();
    harness.run();
    let asked = Action::SetView(id(2), View::Raw);
    assert_eq!(harness.state().actions, [asked]);
}

#[test]
fn dragging_holds_and_a_double_click_follows_again() {
    let mut harness = Bench::new().filled().harness();
    let before = harness.state().timeline.span();
    drag(
        &mut harness,
        CHART + vec2(100.0, 0.0),
        PointerButton::Primary,
    );
    let timeline = &harness.state().timeline;
    assert!(!timeline.is_following());
    assert!(timeline.span().start < before.start);
    harness.get_by_label_contains("Charts are held");
    for _ in 0..2 {
        for pressed in [true, false] {
            harness.event(Event::PointerButton {
                pos: CHART,
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            });
        }
    }
    harness.run();
    assert!(harness.state().timeline.is_following());
    harness.get_by_label("Charts are live");
}

#[test]
fn a_marked_region_fills_the_charts_and_a_slip_changes_nothing() {
    let mut harness = Bench::new().filled().harness();
    let before = harness.state().timeline.span();
    drag(&mut harness, CHART, PointerButton::Secondary);
    assert_eq!(harness.state().timeline.span(), before);
    drag(
        &mut harness,
        CHART + vec2(120.0, 0.0),
        PointerButton::Secondary,
    );
    let span = harness.state().timeline.span();
    assert!(span.nanos() < before.nanos() / 2, "{span:?}");
    assert!(before.start < span.start && span.end < before.end);
}

#[test]
fn the_wheel_spun_to_both_extremes_stops_there() {
    let mut harness = Bench::new().filled().harness();
    harness.state_mut().timeline.set_following(false);
    for _ in 0..5 {
        wheel(&mut harness, 2000.0);
    }
    assert_eq!(harness.state().timeline.span_nanos(), 1_000);
    for _ in 0..5 {
        wheel(&mut harness, -2000.0);
    }
    assert_eq!(harness.state().timeline.span_nanos(), 400 * 86_400 * SECOND);
    harness.get_by_label_contains("Chart of group");
}

#[test]
fn keys_move_zoom_and_come_back() {
    let mut harness = Bench::new().filled().harness();
    harness.key_press(Key::ArrowUp);
    harness.run();
    assert_eq!(harness.state().timeline.span_nanos(), 5 * SECOND);
    harness.key_press(Key::Home);
    harness.run();
    assert_eq!(harness.state().timeline.span().start, Time(0));
    harness.key_press(Key::ArrowRight);
    harness.run();
    assert!(harness.state().timeline.span().start > Time(0));
    harness.key_press(Key::End);
    harness.run();
    assert!(harness.state().timeline.is_following());
}

#[test]
fn every_layout_shows_every_metric() {
    let mut harness = Bench::new().filled().harness();
    for (layout, charts) in [
        (ChartLayout::PerMetric, 4),
        (ChartLayout::Single, 1),
        (ChartLayout::PerUnit, 3),
    ] {
        harness.state_mut().timeline.set_layout(layout);
        harness.run();
        let shown = harness.get_all_by_label_contains("Chart of").count();
        assert_eq!(shown, charts, "{layout:?}");
    }
}

#[test]
fn an_empty_chart_says_why() {
    let said = |bench: Bench, words: &str| {
        let harness = bench.harness();
        let charts: Vec<_> = harness
            .get_all_by_label_contains("Chart of metric 2")
            .collect();
        assert_eq!(charts.len(), 1);
        assert!(
            harness.query_all_by_label_contains(words).count() > 0,
            "{words}"
        );
    };
    let with_phase = |phase| {
        let mut bench = Bench::new();
        bench.state.groups.get_mut(&GROUP).expect("added").phase = phase;
        bench
    };
    said(Bench::new(), "waiting for the first sample");
    said(
        with_phase(Phase::Starting),
        "starting: the driver has not answered yet",
    );
    let reason = Reason::new("no permission").with_fix("sudo sysctl x=0");
    said(
        with_phase(Phase::Failed(reason)),
        "no permission (try: sudo sysctl x=0)",
    );
    let mut once = Bench::new();
    once.state
        .store
        .append(&batch(&[(9 * SECOND, &[1, 2, 3, 0])]))
        .expect("sound");
    said(once, "a rate needs two samples");
    let mut stale = Bench::new().filled();
    stale.now = Time(60 * SECOND);
    said(stale, "no new value for 50.1 s");
}

#[test]
fn everything_in_view_being_a_gap_is_said() {
    let mut bench = Bench::new().filled();
    let mut later = batch(&[(200 * SECOND, &[1, 1, 1, 1])]);
    later.gaps.push(GapMark {
        row: 0,
        gap: Gap {
            span: TimeSpan::new(Time(10 * SECOND), Time(200 * SECOND)),
            missed: 1900,
            cause: GapCause::Late,
        },
    });
    bench.state.store.append(&later).expect("sound");
    bench.now = Time(201 * SECOND);
    let view = TimeSpan::new(Time(50 * SECOND), Time(60 * SECOND));
    bench.timeline.show_span(view);
    let harness = bench.harness();
    harness.get_by_label_contains("metric 2 last 9.77 KiB/s; no value here: late, 1900 missed");
}

#[test]
fn whatever_floats_are_read_nothing_panics_and_axes_are_sane() {
    let cases: [&[f64]; 8] = [
        &[f64::NAN, f64::NAN],
        &[f64::INFINITY, 1.0, f64::NEG_INFINITY],
        &[7.0, 7.0, 7.0],
        &[3.0],
        &[1e-300, 1e300],
        &[f64::MIN, f64::MAX],
        &[0.0, -0.0],
        &[f64::from_bits(1), 1e-310],
    ];
    for values in cases {
        let float = MetricInfo {
            value_type: Some(ValueType::F64),
            ..metric(0, "", Kind::Gauge)
        };
        let mut bench = Bench::of(vec![float]);
        let slots: Vec<[u64; 1]> = values.iter().map(|value| [value.to_bits()]).collect();
        let passes: Vec<_> = slots
            .iter()
            .zip(1..)
            .map(|(slot, step)| (step * SECOND, slot.as_slice()))
            .collect();
        bench.state.store.append(&batch(&passes)).expect("sound");
        let mut harness = bench.harness();
        harness.event(Event::PointerMoved(CHART));
        harness.run();
        let range = harness
            .state()
            .timeline
            .ranges
            .values()
            .next()
            .expect("one axis");
        if let Some(range) = range.shown() {
            assert!(range.low < range.high && range.low.is_finite() && range.high.is_finite());
        }
    }
}

#[test]
fn a_window_of_any_size_is_drawn() {
    for size in [
        vec2(10.0, 10.0),
        vec2(200.0, 100.0),
        vec2(400.0, 2000.0),
        vec2(3000.0, 50.0),
    ] {
        let mut harness = Bench::new().filled().harness();
        harness.set_size(size);
        harness.run();
    }
}
