//! Why a chart is empty, and what would fill it.
//!
//! No chart is blank without a word. Pure; the words go where the curves would be.

use crate::capture::state::{Group, Phase, State};
use crate::model::catalog::View;
use crate::model::rate::SampleRate;
use crate::model::reason::Reason;
use crate::model::store::GroupStore;
use crate::model::time::{Time, TimeSpan};
use crate::ui::timeline::charts::{Chart, Series};
use crate::ui::timeline::drawings::{Drawing, Drawings};
use crate::ui::timeline::reading;
use crate::ui::timeline::time_axis::{clock, duration};

/// A value that is late by less than this is not worth a word, in nanoseconds.
const PATIENCE: i64 = 1_000_000_000;

/// Why nothing of `chart` can be seen in `view`, which ends at `edge`; `None` where something can.
pub(super) fn notice(
    chart: &Chart,
    state: &State,
    drawings: &Drawings,
    view: TimeSpan,
    edge: Time,
) -> Option<Reason> {
    let Some(first) = chart.series.iter().find(|series| !series.hidden) else {
        return Some(Reason::new(
            "every series is hidden; click one in the legend",
        ));
    };
    let seen = |series: &Series| drawings.get(series).is_some_and(Drawing::is_visible);
    if chart.series.iter().any(seen) {
        return None;
    }
    Some(absence(first, state, view, edge))
}

/// Why `series` has no value in `view`.
fn absence(series: &Series, state: &State, view: TimeSpan, edge: Time) -> Reason {
    let id = series.metric;
    let device = state.device(id.group.device);
    if let Some(lost) = device.and_then(|device| device.lost.clone()) {
        return lost;
    }
    let Some(group) = state.groups.get(&id.group) else {
        return Reason::new("its metric group is not part of this session");
    };
    if let Some(reason) = refusal(group, id.index) {
        return reason;
    }
    match &group.phase {
        Phase::Failed(reason) => return reason.clone(),
        Phase::Starting => return Reason::new("starting: the driver has not answered yet"),
        Phase::Off | Phase::On { .. } => {}
    }
    match state.store.group(id.group) {
        Some(store) => missing(series, store, view, edge),
        None => Reason::new("waiting for the first sample"),
    }
}

fn refusal(group: &Group, metric: u32) -> Option<Reason> {
    let mut refused = group.refused.iter();
    refused
        .find(|(index, _)| *index == metric)
        .map(|(_, reason)| reason.clone())
}

/// Why a metric that is being read has no value in `view`.
fn missing(series: &Series, store: &GroupStore, view: TimeSpan, edge: Time) -> Reason {
    let metric = series.metric.index;
    let Some(latest) = store.latest(metric, View::Raw) else {
        let what = match store.metric_counts(metric).non_finite {
            0 => "waiting for the first sample",
            _ => "every value so far is NaN or infinite",
        };
        return Reason::new(what);
    };
    if series.view != View::Raw && store.latest(metric, series.view).is_none() {
        let view = series.view.name();
        return Reason::new(format!("a {view} needs two samples; so far there is one"));
    }
    if let Some(gap) = store.gaps(view).find(|gap| covers(gap.span, view)) {
        return Reason::new(reading::describe(&gap));
    }
    if latest.time < view.start {
        let since = duration(edge - latest.time);
        return Reason::new(format!("no new value for {since}"));
    }
    let first = store.span().map_or(Time::ZERO, |span| span.start);
    if view.end <= first {
        let began = clock(first.0, 1_000_000);
        return Reason::new(format!("nothing was read before {began}"));
    }
    Reason::new("no value was read in this stretch of time")
}

fn covers(outer: TimeSpan, inner: TimeSpan) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// How late the newest value of `chart` is, in words, where values should be coming in and the
/// lateness is worth a word.
pub(super) fn lateness(chart: &Chart, state: &State, edge: Time) -> Option<String> {
    let last = |series: &Series| {
        let id = series.metric;
        let rate = state
            .groups
            .get(&id.group)
            .filter(|group| is_read(group))?
            .rate;
        let latest = state.store.group(id.group)?.latest(id.index, series.view)?;
        Some((edge - latest.time, rate))
    };
    let visible = chart.series.iter().filter(|series| !series.hidden);
    let (late, rate) = visible.filter_map(last).min_by_key(|(late, _)| *late)?;
    let patience = PATIENCE.max(SampleRate::period_nanos(rate).saturating_mul(10));
    (late > patience).then(|| format!("no new value for {}", duration(late)))
}

fn is_read(group: &Group) -> bool {
    matches!(group.phase, Phase::On { .. })
}
