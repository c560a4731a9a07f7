//! The charts: a stack of them over one time axis, live or held.
//!
//! [`Timeline`] is what the user has arranged and where they look; it owns no data. Each frame
//! the capture's state becomes a `view_model::ChartModel` for each visible chart, which
//! `paint` puts on screen. Values come through the store's decimation alone, at most two a
//! pixel column; curves are turned into triangles here (see `curve`).

mod chart;
mod charts;
mod columns;
mod curve;
mod drawings;
mod figures;
mod gesture;
mod hover;
mod legend;
mod line;
mod marks;
mod notice;
mod paint;
mod reading;
mod stack;
mod stroke;
mod time_axis;
mod time_scale;
mod time_view;
mod tooltip;
mod value_axis;
mod value_range;
mod view_model;

#[cfg(test)]
mod fixture;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use egui::{Id, Key, Rect, Ui};

use crate::capture::state::{Group, Phase, State};
use crate::model::catalog::{MetricId, View};
use crate::model::time::{Time, TimeSpan};
use crate::ui::action::{Action, ChartLayout};
use crate::ui::theme::palette::SeriesSlot;
use crate::ui::timeline::charts::{ChartId, Charts};
use crate::ui::timeline::columns::Columns;
use crate::ui::timeline::drawings::Drawings;
use crate::ui::timeline::gesture::Gesture;
use crate::ui::timeline::time_scale::TimeScale;
use crate::ui::timeline::time_view::TimeView;
use crate::ui::timeline::view_model::Ranges;

/// Part of what is shown that a key moves by.
const KEY_STEP: i64 = 8;
/// A region narrower than this, in points, is a slip of the hand.
const NARROWEST_REGION: f32 = 4.0;
/// How late passes arrive, in nanoseconds, when all is well.
const USUAL_DELAY: i64 = 30_000_000;
/// The part of the width that legends take at first, and the most of it, in points.
const LEGEND: (f32, f32) = (0.38, 420.0);

/// Figures on screen.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Shown {
    /// The session time they are of.
    span: TimeSpan,
    /// How many rows there were.
    rows: u64,
    /// When others may take their place, in seconds of egui's clock.
    due: f64,
}

/// The charts: what is on them, how they are arranged, and the time they show.
#[derive(Debug)]
pub struct Timeline {
    charts: Charts,
    shown: Vec<MetricId>,
    labels: BTreeMap<MetricId, String>,
    view: TimeView,
    drawings: Drawings,
    ranges: Ranges,
    /// A region that is being marked.
    region: Option<(Time, Time)>,
    /// Width of the legends in points, once somebody chose it.
    legend_width: Option<f32>,
    /// The metric pointed at in a legend, as of the last frame.
    strong: Option<MetricId>,
    /// What the figures of each chart's legend are of, and how long they stay.
    figures: BTreeMap<ChartId, Shown>,
}

impl Default for Timeline {
    fn default() -> Self {
        Self::new()
    }
}

impl Timeline {
    /// No charts yet, following the last ten seconds.
    pub fn new() -> Self {
        Self {
            charts: Charts::default(),
            shown: Vec::new(),
            labels: BTreeMap::new(),
            view: TimeView::default(),
            drawings: Drawings::default(),
            ranges: Ranges::new(),
            region: None,
            legend_width: None,
            strong: None,
            figures: BTreeMap::new(),
        }
    }

    /// Charts exactly these metrics. New ones join the chart of their unit with the next frame.
    pub fn set_shown(&mut self, metrics: &[MetricId]) {
        if self.shown != metrics {
            self.shown = metrics.to_vec();
        }
    }

    /// Whether the right edge goes along with the newest data.
    pub fn is_following(&self) -> bool {
        self.view.is_following()
    }

    /// Goes along with the newest data, or holds still while sampling goes on.
    pub fn set_following(&mut self, following: bool) {
        if following {
            self.view.follow();
        } else {
            self.view.hold();
        }
    }

    /// How much time is shown, in nanoseconds.
    pub fn span_nanos(&self) -> i64 {
        self.view.span().nanos()
    }

    /// Shows this much time, in nanoseconds; from 1 µs to 400 days.
    pub fn set_span(&mut self, nanos: i64) {
        self.view.set_span(nanos);
    }

    /// The session time on screen.
    pub fn span(&self) -> TimeSpan {
        self.view.span()
    }

    /// Shows exactly this stretch of session time, and holds.
    pub fn show_span(&mut self, span: TimeSpan) {
        self.view.show(span);
    }

    /// Shows `factor` times as much time around the middle, or up to now while following.
    pub fn zoom(&mut self, factor: f64) {
        let span = self.view.span();
        self.view.zoom(factor, span.start + span.nanos() / 2);
    }

    /// How series are put on charts.
    pub fn layout(&self) -> ChartLayout {
        self.charts.layout()
    }

    /// Puts series on charts in this manner.
    pub fn set_layout(&mut self, layout: ChartLayout) {
        self.charts.set_layout(layout);
    }

    /// Colour and dash of a charted metric.
    pub fn slot(&self, metric: MetricId) -> Option<SeriesSlot> {
        self.charts.series(metric).map(|series| series.slot)
    }

    /// How a charted metric is looked at.
    pub fn view(&self, metric: MetricId) -> Option<View> {
        self.charts.series(metric).map(|series| series.view)
    }

    /// Looks at a charted metric in another way.
    pub fn set_view(&mut self, metric: MetricId, view: View) {
        self.charts.set_view(metric, view);
        self.figures.clear();
    }

    /// Draws the charts into all the room there is. `now` is the present session time.
    pub fn ui(&mut self, ui: &mut Ui, state: &State, now: Time, actions: &mut Vec<Action>) {
        self.take_shown(state);
        let area = ui.available_rect_before_wrap();
        let usual = (area.width() * LEGEND.0).min(LEGEND.1);
        let legend = self.legend_width.unwrap_or(usual);
        let columns = Columns::new(area, legend, ui.pixels_per_point());
        self.take_keys(ui, state);
        self.take_gestures(ui, &columns, state);
        let edge = self.live_edge(state, now);
        self.view.advance(edge);
        self.view.clamp_to(session(state, edge));
        let time = TimeScale::new(self.view.span(), columns.pixels());
        self.stack_ui(ui, area, &columns, (state, &time, edge), actions);
        ui.advance_cursor_after_rect(area);
    }

    /// Takes over which metrics are shown, as far as they are known by now.
    fn take_shown(&mut self, state: &State) {
        let kind = |id: &MetricId| {
            let info = state.group_info(id.group)?.metrics.get(id.index as usize)?;
            let store = state.store.group(id.group);
            let kind = store.map_or(info.kind, |store| store.kind(id.index));
            kind.is_charted().then_some((*id, kind))
        };
        let shown: Vec<_> = self.shown.iter().filter_map(kind).collect();
        let info = |id: MetricId| state.group_info(id.group)?.metrics.get(id.index as usize);
        if self.charts.set_shown(shown, info) {
            let ids: Vec<MetricId> = self.charts.metrics().collect();
            self.labels = figures::labels(state, &ids);
            self.drawings.retain(&ids);
            let charts = self.charts.charts();
            self.ranges
                .retain(|(id, _), _| charts.iter().any(|chart| chart.id == *id));
            self.figures.clear();
        }
    }

    /// Where the newest data can be: now while anything shown is being read, else its last.
    ///
    /// Passes arrive a little later than they are read. Where that delay would take a good part
    /// of the view, the view follows the data instead of the clock.
    fn live_edge(&self, state: &State, now: Time) -> Time {
        let groups = || {
            let ids = self.shown.iter().map(|metric| metric.group);
            ids.filter_map(|id| Some((state.groups.get(&id)?, state.store.group(id)?)))
        };
        let newest = groups()
            .filter_map(|(_, store)| Some(store.span()?.end))
            .max();
        let is_read = |group: &Group| matches!(group.phase, Phase::On { .. } | Phase::Starting);
        let read = groups().filter(|(group, _)| is_read(group));
        let Some(period) = read.map(|(group, _)| group.rate.period_nanos()).min() else {
            return newest.unwrap_or(now);
        };
        let delay = period + USUAL_DELAY;
        let matters = delay > self.view.span().nanos() / 20;
        let is_usual = |newest: &Time| now - *newest < 10 * delay;
        newest
            .filter(|newest| matters && is_usual(newest))
            .unwrap_or(now)
    }

    fn take_gestures(&mut self, ui: &Ui, columns: &Columns, state: &State) {
        let ids: Vec<ChartId> = self.charts.charts().iter().map(|chart| chart.id).collect();
        for id in ids {
            let Some(response) = ui.ctx().read_response(plot_id(id)) else {
                continue;
            };
            let rect = Rect::from_x_y_ranges(columns.plot, response.rect.y_range());
            if let Some(gesture) = gesture::read(ui, &response, rect) {
                self.take_gesture(gesture, columns, state);
            }
        }
    }

    fn take_gesture(&mut self, gesture: Gesture, columns: &Columns, state: &State) {
        let time = TimeScale::new(self.view.span(), columns.pixels());
        let at = |x: f32| time.time(columns.pixel(x));
        let nanos = |points: f32| {
            let pixels = f64::from(points * columns.pixels_per_point);
            (pixels * time.nanos_per_pixel() as f64).round() as i64
        };
        match gesture {
            Gesture::Pan(points) => self.view.pan(-nanos(points)),
            Gesture::Zoom { factor, x } => self.view.zoom(factor, at(x)),
            Gesture::Mark(from, to) => self.region = Some((at(from), at(to))),
            Gesture::Release => {
                let marked = self
                    .region
                    .take()
                    .map(|(a, b)| TimeSpan::new(a.min(b), a.max(b)));
                let slip = nanos(NARROWEST_REGION);
                if let Some(marked) = marked.filter(|marked| marked.nanos() >= slip) {
                    self.view.show(marked);
                }
            }
            Gesture::Reset => self.reset(state),
        }
    }

    /// From a held view back to the newest data, from there to the whole session.
    fn reset(&mut self, state: &State) {
        if !self.view.is_following() {
            self.view.follow();
        } else if let Some(span) = state.store.span() {
            self.view.set_span(span.nanos());
        }
    }

    /// Arrows, Home and End, while no widget has the keyboard for itself.
    fn take_keys(&mut self, ui: &Ui, state: &State) {
        let focus = ui.memory(egui::Memory::focused);
        let is_chart = |id: Id| {
            self.charts
                .charts()
                .iter()
                .any(|chart| plot_id(chart.id) == id)
        };
        if focus.is_some_and(|id| !is_chart(id)) {
            return;
        }
        let step = self.view.span().nanos() / KEY_STEP;
        let pressed = |key| ui.input(|input| input.modifiers.is_none() && input.key_pressed(key));
        if pressed(Key::ArrowLeft) {
            self.view.pan(-step);
        }
        if pressed(Key::ArrowRight) {
            self.view.pan(step);
        }
        if pressed(Key::ArrowUp) {
            self.zoom(0.5);
        }
        if pressed(Key::ArrowDown) {
            self.zoom(2.0);
        }
        if pressed(Key::End) {
            self.view.follow();
        }
        if pressed(Key::Home)
            && let Some(span) = state.store.span()
        {
            let end = span.start + self.view.span().nanos();
            self.view.show(TimeSpan::new(span.start, end));
        }
    }
}

/// What can be looked at.
fn session(state: &State, edge: Time) -> TimeSpan {
    let start = state.store.span().map_or(edge, |span| span.start);
    TimeSpan::new(start.min(edge), edge)
}

/// The id of a chart's curves as a widget.
fn plot_id(chart: ChartId) -> Id {
    Id::unique(("chart", chart))
}
