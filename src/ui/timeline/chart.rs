//! One chart on screen: curves with what is under the pointer, and the legend beside them.

use std::time::Duration;

use egui::{
    Align2, FontId, Rangef, Rect, Response, Role, Sense, Stroke, Ui, UiBuilder, WidgetInfo, pos2,
    vec2,
};

use crate::model::catalog::Kind;
use crate::model::format::Unit;
use crate::model::time::Time;
use crate::ui::action::Action;
use crate::ui::icon;
use crate::ui::note::{Weight, note_ui, sentence};
use crate::ui::theme::{self, GAP, SECTION, SPACE, TEXT, TEXT_SMALL};
use crate::ui::timeline::charts::{Chart, Series};
use crate::ui::timeline::figures::Figures;
use crate::ui::timeline::hover::{self, Said};
use crate::ui::timeline::legend::{Legend, LegendRow, legend_ui};
use crate::ui::timeline::paint::{self, Canvas};
use crate::ui::timeline::stack::{EDGE, Scene, Wishes};
use crate::ui::timeline::time_axis::duration;
use crate::ui::timeline::tooltip;
use crate::ui::timeline::view_model::{AxisModel, ChartModel, Moment, Room};
use crate::ui::timeline::{Shown, Timeline, plot_id};

/// A lane beside curves is this high, in points.
const LANE: f32 = 16.0;
/// Figures that change with every frame cannot be read: seconds from one to the next.
const FIGURES_EVERY: f64 = 0.2;

impl Timeline {
    /// Draws `chart` into `place`: gutter, curves, what is under the pointer, and the legend.
    pub(super) fn chart_ui(
        &mut self,
        ui: &mut Ui,
        place: Rect,
        chart: &Chart,
        scene: &Scene<'_>,
        (wishes, actions): (&mut Wishes, &mut Vec<Action>),
    ) {
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
            return;
        }
        let legend = self.legend(ui, chart, &model, scene, said.as_deref());
        let beside = Rect::from_x_y_ranges(scene.columns.legend, rows);
        let (asks, pointed) = legend_ui(ui, beside, &legend);
        wishes.asks.extend(asks);
        wishes.strong = wishes.strong.or(pointed);
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
        response: &Response,
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
