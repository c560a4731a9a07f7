//! What all charts say at the instant under the pointer.
//!
//! Pure: the readings of one chart's series, as text and as places for dots.

use crate::model::catalog::{MetricId, View};
use crate::model::time::Time;
use crate::ui::theme::palette::SeriesSlot;
use crate::ui::timeline::charts::{Chart, Series};
use crate::ui::timeline::figures::{long, short};
use crate::ui::timeline::reading::Reading;
use crate::ui::timeline::time_axis::{clock, scaled};
use crate::ui::timeline::view_model::{ChartModel, Moment};

/// Pixels between the pointer and a sample that still counts inside a gap.
const REACH: i64 = 3;

/// What one series says.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Said {
    /// Which.
    pub(super) metric: MetricId,
    /// Its colour.
    pub(super) slot: SeriesSlot,
    /// What to call it.
    pub(super) label: String,
    /// The value with its unit, or why there is none.
    pub(super) text: String,
    /// The value without its unit; empty where there is none.
    pub(super) short: String,
    /// The value bit by bit as it was read, where the text says less.
    pub(super) exact: Option<String>,
    /// When the sample was taken.
    pub(super) time: Option<Time>,
    /// Where the sample lies on the chart, in pixels from its corner.
    pub(super) place: Option<(f32, f32)>,
}

/// What the visible series of `chart` say at `time`.
pub(super) fn said(
    chart: &Chart,
    model: &ChartModel,
    moment: &Moment<'_>,
    time: Time,
) -> Vec<Said> {
    let visible = chart.series.iter().filter(|series| !series.hidden);
    visible
        .map(|series| says(series, model, moment, time))
        .collect()
}

fn says(series: &Series, model: &ChartModel, moment: &Moment<'_>, time: Time) -> Said {
    let id = series.metric;
    let store = moment.state.store.group(id.group);
    let reach = REACH.saturating_mul(moment.time.nanos_per_pixel());
    let reading = store.map_or(Reading::Nothing, |store| {
        Reading::at(store, id.index, series.view, time, reach)
    });
    let sample = reading.sample();
    let unit = series.unit();
    let read = sample.and_then(|sample| store?.value(id.index, View::Raw, sample.row));
    let text = match sample {
        Some(sample) if sample.torn => format!("{} (torn)", long(sample.value, &unit)),
        Some(sample) => long(sample.value, &unit),
        None => reading.absence().unwrap_or_default(),
    };
    let place = sample.and_then(|sample| {
        let curve = model.curves.iter().find(|curve| curve.metric == id)?;
        let x = moment.time.x(sample.time).floor() + 0.5;
        Some((x as f32, curve.scale.y(sample.value.as_f64())))
    });
    Said {
        metric: id,
        slot: series.slot,
        label: moment.label(id).to_owned(),
        short: sample.map_or_else(String::new, |sample| short(sample.value, &unit)),
        exact: read.map(|value| value.to_string()),
        text,
        time: sample.map(|sample| sample.time),
        place,
    }
}

/// An instant in words, to the pixel: session time, and how long before now while following.
pub(super) fn instant(time: Time, moment: &Moment<'_>) -> String {
    let pixel = moment.time.nanos_per_pixel();
    let step = 10_i64.pow(pixel.max(1).ilog10());
    let session = clock(time.0, step.min(100_000_000));
    if !moment.following {
        return session;
    }
    let ago = time - moment.edge;
    let largest = ago.saturating_abs().max(1_000_000);
    format!("{session}  ({})", scaled(ago, largest, step))
}

/// The position in `said` of the curve closest to `y` pixels from the upper edge.
pub(super) fn closest(said: &[Said], y: f32) -> Option<usize> {
    let distance = |said: &Said| said.place.map(|(_, at)| (at - y).abs());
    let placed = said.iter().enumerate();
    placed
        .filter_map(|(index, said)| Some((index, distance(said)?)))
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(index, _)| index)
}
