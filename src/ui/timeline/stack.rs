//! The stack of charts on screen: who gets how much room, and the one time axis below.

use std::time::Duration;

use egui::{
    Align2, CursorIcon, FontId, Rangef, Rect, Role, ScrollArea, Sense, Stroke, Ui, UiBuilder,
    WidgetInfo, pos2, vec2,
};

use crate::capture::state::State;
use crate::model::catalog::{Kind, MetricId};
use crate::model::format::Unit;
use crate::model::time::Time;
use crate::ui::action::Action;
use crate::ui::icon;
use crate::ui::note::{Weight, note_ui, sentence};
use crate::ui::theme::{self, GAP, SECTION, SPACE, TEXT, TEXT_SMALL};
use crate::ui::timeline::charts::{Chart, Series};
use crate::ui::timeline::columns::Columns;
use crate::ui::timeline::figures::Figures;
use crate::ui::timeline::hover::{self, Said};
use crate::ui::timeline::legend::{Ask, Legend, LegendRow, legend_ui};
use crate::ui::timeline::paint::{self, Canvas};
use crate::ui::timeline::time_axis::{TimeAxis, duration};
use crate::ui::timeline::time_scale::TimeScale;
use crate::ui::timeline::tooltip;
use crate::ui::timeline::view_model::{AxisModel, ChartModel, Moment, Room};
use crate::ui::timeline::{Shown, Timeline, plot_id};

/// Height of the time axis, in points.
const AXIS: f32 = 24.0;
/// Height of the line between two charts that can be dragged, in points.
const EDGE: f32 = 6.0;
/// A lane beside curves is this high, and no lane is higher than twice that, in points.
const LANE: f32 = 16.0;
/// Points from one label of the time axis to the next, at least.
const TIME_LABEL: f32 = 76.0;
/// Figures that change with every frame cannot be read: seconds from one to the next.
const FIGURES_EVERY: f64 = 0.2;

/// What a chart is drawn with.
struct Scene<'a> {
    columns: &'a Columns,
    moment: Moment<'a>,
    axis: &'a TimeAxis,
    /// The instant under the pointer.
    hovered: Option<Time>,
}

impl Timeline {
    /// Draws the stack, then applies what was asked for in it.
    pub(super) fn stack_ui(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        columns: &Columns,
        (state, time, edge): (&State, &TimeScale, Time),
        actions: &mut Vec<Action>,
    ) {
        if self.charts.charts().is_empty() {
            let text = "No metric is charted. Tick some in the list.";
            tooltip::remark(ui, area, text);
            return;
        }
        let seconds = ui.input(|input| input.time);
        let labels = std::mem::take(&mut self.labels);
        let moment = Moment {
            state,
            time,
            edge,
            following: self.is_following(),
            labels: &labels,
            seconds,
        };
        let now = moment.following.then(|| time.span().end);
        let most = (columns.plot.span() / TIME_LABEL).max(1.0) as usize;
        let axis = TimeAxis::new(time.span(), now, most);
        let mut stack = area;
        stack.max.y -= AXIS;
        let scene = Scene {
            columns,
            moment,
            axis: &axis,
            hovered: hovered(ui, stack, columns, time),
        };
        let asks = self.charts_ui(ui, stack, &scene, actions);
        axis_ui(
            ui,
            Rect::from_min_max(pos2(area.left(), stack.bottom()), area.max),
            &scene,
        );
        self.legend_edge_ui(ui, stack, columns);
        self.state_ui(
            ui,
            Rect::from_x_y_ranges(columns.legend, stack.bottom()..=area.bottom()),
            &scene,
        );
        self.labels = labels;
        let due = self
            .ranges
            .values()
            .filter_map(|range| range.due_in(seconds));
        if let Some(due) = due.min_by(f64::total_cmp) {
            ui.ctx().request_repaint_after(Duration::from_secs_f64(due));
        }
        for ask in asks {
            self.take_ask(ask, actions);
        }
    }

    fn take_ask(&mut self, ask: Ask, actions: &mut Vec<Action>) {
        match ask {
            Ask::Toggle(metric) => self.charts.toggle_hidden(metric),
            Ask::Isolate(metric) => {
                // The first of the two clicks has already hidden it or shown it.
                self.charts.toggle_hidden(metric);
                self.charts.isolate(metric);
            }
            Ask::View(metric, view) => actions.push(Action::SetView(metric, view)),
            Ask::ChartView(metric, view) => {
                let counters = self.charts.counters_beside(metric);
                actions.extend(counters.map(|metric| Action::SetView(metric, view)));
            }
            Ask::Remove(metric) => actions.push(Action::ShowMetric(metric, false)),
            Ask::Select(metric) => actions.push(Action::Select(Some(metric))),
        }
        self.figures.clear();
    }

    /// Whether the figures of `chart` are to be computed anew: when there are others, but only a
    /// few times a second, and those of different charts in different frames.
    fn takes_figures(&mut self, ui: &Ui, chart: &Chart, moment: &Moment<'_>) -> bool {
        let span = moment.time.span();
        let store = |series: &Series| moment.state.store.group(series.metric.group);
        let groups = chart.series.iter().filter_map(store);
        let rows = groups.map(|group| group.row_numbers().end).sum();
        let known = self.figures.get(&chart.id).copied();
        if known.is_some_and(|known| known.span == span && known.rows == rows) {
            return false;
        }
        if let Some(wait) = known.map(|known| known.due - moment.seconds)
            && wait > 0.0
        {
            ui.ctx()
                .request_repaint_after(Duration::from_secs_f64(wait));
            return false;
        }
        let apart = match known {
            Some(_) => 0.0,
            None => self.figures.len() as f64 * FIGURES_EVERY / 8.0,
        };
        let due = moment.seconds + FIGURES_EVERY + apart;
        self.figures.insert(chart.id, Shown { span, rows, due });
        true
    }

    fn charts_ui(
        &mut self,
        ui: &mut Ui,
        stack: Rect,
        scene: &Scene<'_>,
        actions: &mut Vec<Action>,
    ) -> Vec<Ask> {
        let heights = self.charts.heights(stack.height());
        let total: f32 = heights.iter().sum();
        let (mut asks, mut strong, mut drag) = (Vec::new(), None, None);
        let builder = UiBuilder::new().id_salt("charts").max_rect(stack);
        ui.scope_builder(builder, |ui| {
            ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
            ScrollArea::vertical()
                .auto_shrink(false)
                .show_viewport(ui, |ui, viewport| {
                    ui.set_height(total);
                    let top = ui.max_rect().top();
                    let charts = self.charts.charts().to_vec();
                    let places = places(&heights, stack.x_range(), top);
                    let seen = |place: &Rect| {
                        place.bottom() - top > viewport.top()
                            && place.top() - top < viewport.bottom()
                    };
                    let visible: Vec<_> = charts
                        .iter()
                        .zip(places)
                        .enumerate()
                        .filter(|(_, (_, place))| seen(place))
                        .collect();
                    let shown: Vec<Chart> = visible
                        .iter()
                        .map(|(_, (chart, _))| (*chart).clone())
                        .collect();
                    self.drawings
                        .update(&shown, &scene.moment.state.store, scene.moment.time);
                    for (index, (chart, place)) in visible {
                        let (more, pointed) = self.chart_ui(ui, place, chart, scene, actions);
                        asks.extend(more);
                        strong = strong.or(pointed);
                        drag = drag.or(edge_ui(ui, place, chart, scene, index + 1 == charts.len())
                            .map(|by| (index, by)));
                    }
                });
        });
        if self.strong != strong {
            self.strong = strong;
            ui.ctx().request_repaint();
        }
        if let Some((index, by)) = drag {
            self.charts.drag_edge(index, by, stack.height());
        }
        asks
    }

    fn chart_ui(
        &mut self,
        ui: &mut Ui,
        place: Rect,
        chart: &Chart,
        scene: &Scene<'_>,
        actions: &mut Vec<Action>,
    ) -> (Vec<Ask>, Option<MetricId>) {
        let tokens = theme::tokens(ui.visuals());
        let scale = scene.columns.pixels_per_point;
        let snap = |y: f32| (y * scale).round() / scale;
        let rows = Rangef::new(snap(place.top()), snap(place.bottom() - EDGE));
        let plot = Rect::from_x_y_ranges(scene.columns.plot, rows);
        let curves = curves_rect(plot, chart, scale);
        let room = Room {
            height: curves.height() * scale,
            pixels_per_point: scale,
        };
        let model = ChartModel::new(
            chart,
            &scene.moment,
            room,
            &mut self.drawings,
            &mut self.ranges,
        );
        let response = ui.interact(plot, plot_id(chart.id), Sense::click_and_drag());
        response.widget_info(|| {
            WidgetInfo::labeled(
                Role::GraphicsObject,
                true,
                model.sentence(chart, &scene.moment),
            )
        });
        let painter = ui.painter().clone();
        let canvas = Canvas {
            painter: &painter,
            tokens,
            columns: scene.columns,
            plot,
            curves,
            time: scene.moment.time,
            strong: self.strong,
        };
        paint::paint(&canvas, &model, &self.drawings, scene.axis);
        notice_ui(ui, plot, &model, actions);
        self.region_ui(ui, plot, scene);
        let said = self.hover_ui(ui, plot, &response, chart, &model, scene);
        if response.has_focus() {
            icon::paint_focus(ui, plot);
        }
        if !scene.columns.has_legend() {
            return (Vec::new(), None);
        }
        let legend = self.legend(ui, chart, &model, scene, said.as_deref());
        let beside = Rect::from_x_y_ranges(scene.columns.legend, rows);
        legend_ui(ui, beside, &legend)
    }

    fn legend(
        &mut self,
        ui: &Ui,
        chart: &Chart,
        model: &ChartModel,
        scene: &Scene<'_>,
        said: Option<&[Said]>,
    ) -> Legend {
        let state = scene.moment.state;
        let is_new = self.takes_figures(ui, chart, &scene.moment);
        let mixed = model.axes.len() > 1;
        let row = |series: &Series| {
            let id = series.metric;
            let info = state
                .group_info(id.group)
                .and_then(|group| group.metrics.get(id.index as usize));
            let drawing = self.drawings.entry(id);
            if is_new && let Some((store, info)) = state.store.group(id.group).zip(info) {
                let statistics = store.statistics(id.index, series.view, scene.moment.time.span());
                let unit = Unit::parse(&info.unit);
                drawing.figures = Figures::new(&statistics, &unit, series.view);
            }
            let mut figures = drawing.figures.clone();
            if let Some(said) = said.and_then(|said| said.iter().find(|said| said.metric == id)) {
                figures.0[0].clone_from(&said.short);
            }
            LegendRow {
                metric: id,
                label: scene.moment.label(id).to_owned(),
                description: info
                    .map(|info| info.description.clone())
                    .unwrap_or_default(),
                slot: series.slot,
                kind: series.kind,
                view: series.view,
                hidden: series.hidden,
                figures,
                unit: if mixed {
                    series.unit().symbol().to_owned()
                } else {
                    String::new()
                },
            }
        };
        let unit = model.axes.first().filter(|_| !mixed);
        Legend {
            title: model.title.clone(),
            unit: unit.map_or_else(String::new, |axis: &AxisModel| {
                axis.unit.symbol().to_owned()
            }),
            hovering: said.is_some(),
            rows: chart.series.iter().map(row).collect(),
        }
    }

    /// The pointer's line, a dot on each curve, and the table beside the pointer.
    fn hover_ui(
        &self,
        ui: &Ui,
        plot: Rect,
        response: &egui::Response,
        chart: &Chart,
        model: &ChartModel,
        scene: &Scene<'_>,
    ) -> Option<Vec<Said>> {
        let time = scene.hovered?;
        let tokens = theme::tokens(ui.visuals());
        let scale = scene.columns.pixels_per_point;
        let painter = ui.painter().with_clip_rect(plot.intersect(ui.clip_rect()));
        let x = scene.columns.x(scene.moment.time.x(time).floor() + 0.5);
        painter.vline(
            x,
            plot.y_range(),
            Stroke::new(1.0 / scale, tokens.text_faint),
        );
        let said = hover::said(chart, model, &scene.moment, time);
        for said in &said {
            if let Some((x, y)) = said.place {
                let at = plot.min + vec2(x, y) / scale;
                painter.circle(
                    at,
                    3.0,
                    said.slot.color(&tokens.series),
                    Stroke::new(1.0, tokens.canvas),
                );
            }
        }
        let pointer = response
            .hover_pos()
            .filter(|_| self.region.is_none() && !response.dragged());
        if let Some(pointer) = pointer.filter(|pointer| plot.contains(*pointer)) {
            let table = tooltip::Table {
                heading: hover::instant(time, &scene.moment),
                closest: hover::closest(&said, (pointer.y - plot.top()) * scale),
                said: &said,
            };
            tooltip::paint(ui, pointer, ui.ctx().content_rect(), plot, &table);
        }
        Some(said)
    }

    fn region_ui(&self, ui: &Ui, plot: Rect, scene: &Scene<'_>) {
        let Some((from, to)) = self.region else {
            return;
        };
        let tokens = theme::tokens(ui.visuals());
        let x = |time: Time| scene.columns.x(scene.moment.time.x(time));
        let (left, right) = (x(from).min(x(to)), x(from).max(x(to)));
        let area = Rect::from_x_y_ranges(left..=right, plot.y_range());
        let painter = ui.painter().with_clip_rect(plot.intersect(ui.clip_rect()));
        painter.rect_filled(area, 0.0, tokens.accent.gamma_multiply(0.15));
        for x in [left, right] {
            painter.vline(x, plot.y_range(), Stroke::new(1.0, tokens.accent));
        }
        let text = duration((to - from).saturating_abs());
        let font = FontId::proportional(TEXT_SMALL);
        let at = pos2(area.center().x, plot.top() + GAP);
        painter.text(at, Align2::CENTER_TOP, text, font, tokens.accent);
    }

    /// The border between curves and legends, which can be dragged.
    fn legend_edge_ui(&mut self, ui: &Ui, stack: Rect, columns: &Columns) {
        if !columns.has_legend() {
            return;
        }
        let x = columns.legend.min;
        let rect = Rect::from_x_y_ranges(x - 1.0..=x + EDGE - 1.0, stack.y_range());
        let response = ui.interact(rect, ui.scope_id().with("legend edge"), Sense::drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Splitter, true, "Width of the legends"));
        if response.hovered() || response.dragged() {
            let tokens = theme::tokens(ui.visuals());
            ui.painter().vline(
                x + EDGE / 2.0 - 1.0,
                stack.y_range(),
                Stroke::new(1.0, tokens.accent),
            );
        }
        let response = response.on_hover_and_drag_cursor(CursorIcon::ResizeHorizontal);
        if response.dragged() {
            self.legend_width = Some(columns.legend.span() - response.drag_delta().x);
        }
    }

    /// Whether the charts are live, in words, at the foot of the legends; a click changes it.
    fn state_ui(&mut self, ui: &Ui, rect: Rect, scene: &Scene<'_>) {
        if !scene.columns.has_legend() {
            return;
        }
        let tokens = theme::tokens(ui.visuals());
        let behind = scene.moment.edge - scene.moment.time.span().end;
        let (text, color) = if self.is_following() {
            ("live".to_owned(), tokens.good)
        } else if behind > 0 {
            (
                format!("held, {} behind: press Space", duration(behind)),
                tokens.warning,
            )
        } else {
            ("held: press Space".to_owned(), tokens.warning)
        };
        let rect = rect.shrink2(vec2(SPACE, 2.0));
        let response = ui.interact(rect, ui.scope_id().with("live or held"), Sense::click());
        response
            .widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Charts are {text}")));
        icon::paint_button(ui, &response, rect);
        let at = pos2(rect.left() + SPACE, rect.center().y);
        if self.is_following() {
            ui.painter().circle_filled(at, 4.0, color);
        } else {
            for x in [-3.0, 1.0] {
                let bar = Rect::from_min_size(at + vec2(x, -4.0), vec2(2.0, 8.0));
                ui.painter().rect_filled(bar, 0.0, color);
            }
        }
        let font = FontId::proportional(TEXT);
        ui.painter().text(
            at + vec2(SPACE, 0.0),
            Align2::LEFT_CENTER,
            text,
            font,
            color,
        );
        if response.clicked() {
            self.set_following(!self.is_following());
        }
    }
}

/// The charts' places, one below the other.
fn places(heights: &[f32], x: Rangef, top: f32) -> Vec<Rect> {
    let mut bottom = top;
    let place = |height: &f32| {
        let rect = Rect::from_x_y_ranges(x, bottom..=bottom + height);
        bottom += height;
        rect
    };
    heights.iter().map(place).collect()
}

/// The part of `plot` for curves: all of it without flags, none of it with nothing but flags.
fn curves_rect(plot: Rect, chart: &Chart, scale: f32) -> Rect {
    let flags = chart
        .series
        .iter()
        .filter(|series| series.kind == Kind::Flag);
    let lanes = flags.clone().filter(|series| !series.hidden).count();
    let mut curves = plot;
    if flags.count() == chart.series.len() {
        curves.max.y = plot.min.y;
    } else {
        let height = (lanes as f32 * LANE).min(plot.height() / 2.0);
        curves.max.y = ((plot.max.y - height) * scale).round() / scale;
    }
    curves
}

/// The instant under the pointer, wherever in the stack it is.
fn hovered(ui: &Ui, stack: Rect, columns: &Columns, time: &TimeScale) -> Option<Time> {
    let plots = Rect::from_x_y_ranges(columns.plot, stack.y_range());
    if !ui.rect_contains_pointer(plots) {
        return None;
    }
    let pointer = ui.input(|input| input.pointer.hover_pos())?;
    Some(time.time(columns.pixel(pointer.x)))
}

fn notice_ui(ui: &mut Ui, plot: Rect, model: &ChartModel, actions: &mut Vec<Action>) {
    let tokens = theme::tokens(ui.visuals());
    if let Some(late) = &model.late {
        let font = FontId::proportional(TEXT_SMALL);
        let at = plot.right_top() + vec2(-GAP, GAP);
        ui.painter()
            .text(at, Align2::RIGHT_TOP, late, font, tokens.warning);
    }
    let Some(reason) = &model.notice else {
        return;
    };
    if reason.fix.is_none() {
        let clip = ui.painter().with_clip_rect(plot.intersect(ui.clip_rect()));
        let text = sentence(&reason.what);
        let font = FontId::proportional(TEXT);
        let galley = clip.layout(text, font, tokens.text_weak, plot.width() - 2.0 * SECTION);
        let at = plot.center() - galley.size() / 2.0;
        clip.galley(at, galley, tokens.text_weak);
        return;
    }
    let width = (plot.width() - 2.0 * SECTION).clamp(80.0, 480.0);
    let size = vec2(width, (plot.height() - SPACE).min(72.0));
    let builder = UiBuilder::new().max_rect(Rect::from_center_size(plot.center(), size));
    ui.scope_builder(builder, |ui| note_ui(ui, reason, Weight::Remark, actions));
}

/// The lower edge of a chart, which can be dragged; returns by how much it was.
fn edge_ui(ui: &Ui, place: Rect, chart: &Chart, scene: &Scene<'_>, is_last: bool) -> Option<f32> {
    if is_last {
        return None;
    }
    let mut rect = place;
    rect.min.y = place.bottom() - EDGE;
    let response = ui.interact(rect, plot_id(chart.id).with("edge"), Sense::drag());
    response.widget_info(|| {
        let first = chart
            .series
            .first()
            .map_or("", |series| scene.moment.label(series.metric));
        WidgetInfo::labeled(
            Role::Splitter,
            true,
            format!("Height of the chart of {first}"),
        )
    });
    if response.hovered() || response.dragged() {
        let tokens = theme::tokens(ui.visuals());
        let y = rect.center().y;
        ui.painter()
            .hline(rect.x_range(), y, Stroke::new(1.0, tokens.accent));
    }
    let response = response.on_hover_and_drag_cursor(CursorIcon::ResizeVertical);
    response.dragged().then(|| response.drag_delta().y)
}

/// The labels of the time axis.
fn axis_ui(ui: &Ui, rect: Rect, scene: &Scene<'_>) {
    let tokens = theme::tokens(ui.visuals());
    let font = FontId::proportional(TEXT_SMALL);
    let y = rect.top() + 2.0;
    let painter = ui.painter_at(rect);
    for mark in &scene.axis.marks {
        let x = scene
            .columns
            .x(scene.moment.time.x(mark.time).round() + 0.5);
        if !scene.columns.plot.contains(x.min(scene.columns.plot.max)) {
            continue;
        }
        painter.vline(x, y..=y + 3.0, Stroke::new(1.0, tokens.line));
        let at = pos2(x, y + 3.0);
        let galley = painter.layout_no_wrap(mark.label.clone(), font.clone(), tokens.text_weak);
        let half = galley.size().x / 2.0;
        let left = (at.x - half).min(scene.columns.plot.max - 2.0 * half);
        painter.galley(pos2(left, at.y), galley, tokens.text_weak);
    }
    if let Some(base) = &scene.axis.base {
        let at = pos2(rect.left() + GAP, y + 3.0);
        painter.text(at, Align2::LEFT_TOP, base, font, tokens.text_faint);
    }
}
