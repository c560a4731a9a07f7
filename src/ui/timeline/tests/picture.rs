//! What charts show, as text: the view model of small captures, word for word.

use crate::model::batch::{Gap, GapCause, GapMark};
use crate::model::time::{Time, TimeSpan};
use crate::ui::action::ChartLayout;
use crate::ui::timeline::fixture::batch;
use crate::ui::timeline::hover::{instant, said};
use crate::ui::timeline::tests::{Bench, SECOND};
use crate::ui::timeline::time_scale::TimeScale;
use crate::ui::timeline::view_model::{ChartModel, Moment, Room};

/// Ten seconds on a hundred pixels, so that a pixel is a pass.
const COLUMNS: u32 = 100;
const ROOM: Room = Room {
    height: 108.0,
    pixels_per_point: 1.0,
};

/// Calls `look` with each chart's model.
fn models(
    bench: &mut Bench,
    mut look: impl FnMut(&crate::ui::timeline::charts::Chart, &ChartModel, &Moment<'_>),
) {
    let Bench {
        state,
        timeline,
        now,
        ..
    } = bench;
    timeline.take_shown(state);
    timeline.view.advance(*now);
    let time = TimeScale::new(timeline.view.span(), COLUMNS);
    let moment = Moment {
        state,
        time: &time,
        edge: *now,
        following: timeline.is_following(),
        labels: &timeline.labels,
        seconds: 0.0,
    };
    let charts = timeline.charts.charts().to_vec();
    let drawn: Vec<_> = charts.iter().collect();
    timeline.drawings.update(&drawn, &state.store, &time);
    for chart in &charts {
        let model = ChartModel::new(
            chart,
            &moment,
            ROOM,
            &mut timeline.drawings,
            &mut timeline.ranges,
        );
        look(chart, &model, &moment);
    }
}

/// The whole picture, a line for each thing on it.
fn picture(bench: &mut Bench) -> String {
    let mut lines = Vec::new();
    models(bench, |_, model, _| {
        lines.push(format!("chart {}", model.title));
        for axis in &model.axes {
            let labels: Vec<_> = axis
                .axis
                .marks
                .iter()
                .map(|mark| mark.label.as_str())
                .collect();
            lines.push(format!("  axis {:?}: {}", axis.axis.unit, labels.join(" ")));
        }
        for lane in &model.lanes {
            lines.push(format!("  lane {}: {:?}", lane.label, lane.spans));
        }
        lines.extend(
            model
                .curves
                .iter()
                .map(|curve| format!("  curve {:?}", curve.slot)),
        );
        lines.extend(model.gaps.iter().map(|gap| format!("  gap {gap:?}")));
        lines.extend(
            model
                .marks
                .iter()
                .map(|mark| format!("  {:?} at {:.0}", mark.kind, mark.x)),
        );
        lines.extend(
            model
                .notice
                .iter()
                .map(|notice| format!("  notice: {notice}")),
        );
        lines.extend(model.late.iter().map(|late| format!("  late: {late}")));
    });
    lines.join("\n")
}

/// A gap of 0.4 s after 4 s in which reports were dropped, and a counter that starts again at 7 s.
fn eventful() -> Bench {
    let mut bench = Bench::new();
    let values: Vec<[u64; 4]> = (0..100)
        .map(|step| {
            [
                step,
                100 - step,
                step % 70 * 1000,
                u64::from(step / 25 % 2 == 1),
            ]
        })
        .collect();
    let steps = (0..100).filter(|step| !(41..44).contains(step));
    let passes: Vec<_> = steps
        .map(|step| (step * SECOND / 10, values[step as usize].as_slice()))
        .collect();
    let mut batch = batch(&passes);
    batch.gaps.push(GapMark {
        row: 41,
        gap: Gap {
            span: TimeSpan::new(Time(4 * SECOND), Time(44 * SECOND / 10)),
            missed: 3,
            cause: GapCause::DriverDropped,
        },
    });
    bench.state.store.append(&batch).expect("sound");
    bench
}

#[test]
fn gaps_drops_resets_and_lanes_are_in_the_picture() {
    assert_eq!(picture(&mut eventful()), EVENTFUL);
}

const EVENTFUL: &str = "\
chart group
  axis \"%\": 0 50 100
  curve SeriesSlot(0)
  curve SeriesSlot(1)
  gap (40.0, 44.0)
  Drop at 40
chart metric 2
  axis \"KiB/s\": 0 5 10 15
  curve SeriesSlot(0)
  gap (40.0, 44.0)
  Drop at 40
  Reset at 70
chart metric 3
  lane metric 3: [(25.0, 40.0, false), (44.0, 50.0, false), (75.0, 99.0, false)]
  gap (40.0, 44.0)
  Drop at 40";

#[test]
fn one_chart_for_all_has_an_axis_for_each_unit() {
    let mut bench = eventful();
    bench.timeline.set_layout(ChartLayout::Single);
    bench.timeline.take_shown(&bench.state);
    let picture = picture(&mut bench);
    assert_eq!(picture.matches("chart ").count(), 1, "{picture}");
    assert_eq!(picture.matches("  axis ").count(), 2, "{picture}");
    assert_eq!(picture.matches("  lane ").count(), 1, "{picture}");
}

#[test]
fn under_the_pointer_are_the_values_that_were_read_and_reasons() {
    let mut texts = Vec::new();
    models(&mut eventful(), |chart, model, moment| {
        for at in [2 * SECOND, 42 * SECOND / 10] {
            for said in said(chart, model, moment, Time(at)) {
                texts.push(format!("{} {} ({:?})", said.label, said.text, said.exact));
            }
        }
        texts.push(instant(Time(2 * SECOND + 50_000_000), moment));
    });
    assert_eq!(texts, SAID);
}

const SAID: [&str; 11] = [
    "metric 0 20 % (Some(\"20\"))",
    "metric 1 80 % (Some(\"80\"))",
    "metric 0 no value here: dropped by driver, 3 missed (None)",
    "metric 1 no value here: dropped by driver, 3 missed (None)",
    "0:02.0  (−7.9 s)",
    "metric 2 9.77 KiB/s (Some(\"20000\"))",
    "metric 2 no value here: dropped by driver, 3 missed (None)",
    "0:02.0  (−7.9 s)",
    "metric 3 0 (Some(\"0\"))",
    "metric 3 no value here: dropped by driver, 3 missed (None)",
    "0:02.0  (−7.9 s)",
];
