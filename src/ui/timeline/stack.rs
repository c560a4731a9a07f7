//! The stack of charts on screen: who gets how much room, and the one time axis below.

use std::time::Duration;

use egui::{
    Align2, CursorIcon, FontId, Rangef, Rect, Role, ScrollArea, Sense, Stroke, Ui, UiBuilder,
    WidgetInfo, pos2, vec2,
};

use crate::capture::state::State;
use crate::model::catalog::MetricId;
use crate::model::time::Time;
use crate::ui::action::Action;
use crate::ui::icon;
use crate::ui::theme::{self, GAP, SPACE, TEXT, TEXT_SMALL};
use crate::ui::timeline::charts::Chart;
use crate::ui::timeline::columns::Columns;
use crate::ui::timeline::legend::Ask;
use crate::ui::timeline::time_axis::{TimeAxis, duration};
use crate::ui::timeline::time_scale::TimeScale;
use crate::ui::timeline::tooltip;
use crate::ui::timeline::view_model::Moment;
use crate::ui::timeline::{Timeline, plot_id};

/// Height of the time axis, in points.
const AXIS: f32 = 24.0;
/// Height of the line between two charts that can be dragged, in points.
pub(super) const EDGE: f32 = 6.0;
/// Points from one label of the time axis to the next, at least.
const TIME_LABEL: f32 = 76.0;

/// What every chart is drawn with.
pub(super) struct Scene<'a> {
    /// Where gutter, curves and legends lie.
    pub(super) columns: &'a Columns,
    /// The capture and the time on screen.
    pub(super) moment: Moment<'a>,
    /// The marks of the time axis.
    pub(super) axis: &'a TimeAxis,
    /// The instant under the pointer.
    pub(super) hovered: Option<Time>,
}

/// What was asked for while the charts were drawn.
#[derive(Default)]
pub(super) struct Wishes {
    /// In the legends.
    pub(super) asks: Vec<Ask>,
    /// The metric pointed at in a legend.
    pub(super) strong: Option<MetricId>,
    /// The chart whose lower edge is dragged, and by how many points.
    drag: Option<(usize, f32)>,
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

    fn charts_ui(
        &mut self,
        ui: &mut Ui,
        stack: Rect,
        scene: &Scene<'_>,
        actions: &mut Vec<Action>,
    ) -> Vec<Ask> {
        // Aside for the while, so that a chart can be drawn with everything else at hand.
        let mut charts = std::mem::take(&mut self.charts);
        let heights = charts.heights(stack.height());
        let mut wishes = Wishes::default();
        let builder = UiBuilder::new().id_salt("charts").max_rect(stack);
        ui.scope_builder(builder, |ui| {
            ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
            let area = ScrollArea::vertical().auto_shrink(false);
            area.show_viewport(ui, |ui, viewport| {
                ui.set_height(heights.iter().sum());
                let top = ui.max_rect().top();
                let places = places(&heights, stack.x_range(), top).into_iter();
                let seen = viewport.translate(vec2(0.0, top));
                let all = charts.charts().iter().zip(places).enumerate();
                let visible: Vec<_> = all
                    .filter(|(_, (_, place))| place.y_range().intersects(seen.y_range()))
                    .collect();
                let drawn: Vec<&Chart> = visible.iter().map(|(_, (chart, _))| *chart).collect();
                let moment = &scene.moment;
                self.drawings
                    .update(&drawn, &moment.state.store, moment.time);
                for (index, (chart, place)) in visible {
                    self.chart_ui(ui, place, chart, scene, (&mut wishes, actions));
                    if index + 1 < heights.len() {
                        edge_ui(ui, place, (index, chart), scene, &mut wishes);
                    }
                }
            });
        });
        if self.strong != wishes.strong {
            self.strong = wishes.strong;
            ui.ctx().request_repaint();
        }
        if let Some((index, points)) = wishes.drag {
            charts.drag_edge(index, points, stack.height());
        }
        self.charts = charts;
        wishes.asks
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

/// The instant under the pointer, wherever in the stack it is.
fn hovered(ui: &Ui, stack: Rect, columns: &Columns, time: &TimeScale) -> Option<Time> {
    let plots = Rect::from_x_y_ranges(columns.plot, stack.y_range());
    if !ui.rect_contains_pointer(plots) {
        return None;
    }
    let pointer = ui.input(|input| input.pointer.hover_pos())?;
    Some(time.time(columns.pixel(pointer.x)))
}

/// The lower edge of a chart, which can be dragged.
fn edge_ui(
    ui: &Ui,
    place: Rect,
    (index, chart): (usize, &Chart),
    scene: &Scene<'_>,
    wishes: &mut Wishes,
) {
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
    if response.dragged() {
        wishes.drag = Some((index, response.drag_delta().y));
    }
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
