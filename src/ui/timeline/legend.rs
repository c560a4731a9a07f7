//! The legend beside a chart: which curve is which, and what it did in view.

use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Align, Align2, Color32, FontId, Galley, Layout, Painter, Popup, Rangef, Rect, Role, ScrollArea,
    Sense, Stroke, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use crate::model::catalog::{Kind, MetricId, View};
use crate::ui::icon::{self, Icon};
use crate::ui::theme::palette::{Dash, SeriesSlot};
use crate::ui::theme::{self, GAP, SPACE, TEXT, TEXT_SMALL, Tokens};
use crate::ui::timeline::figures::{COLUMNS, Figures};

/// Height of a row, in points.
const ROW: f32 = 20.0;
const SWATCH: f32 = 18.0;
const FIGURE: f32 = 54.0;
const NARROWEST_NAME: f32 = 84.0;
const VIEW: f32 = 38.0;

/// What somebody asked for in a legend.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ask {
    /// Hide this curve or show it again.
    Toggle(MetricId),
    /// Show this curve alone, or all again.
    Isolate(MetricId),
    /// Look at this metric in another way.
    View(MetricId, View),
    /// Look at every counter of this metric's chart in another way.
    ChartView(MetricId, View),
    /// Do not chart this metric any more.
    Remove(MetricId),
    /// Show this metric's details.
    Select(MetricId),
}

/// One row.
#[derive(Clone, Debug)]
pub(super) struct LegendRow {
    /// Whose values.
    pub(super) metric: MetricId,
    /// What to call it.
    pub(super) label: String,
    /// What the driver says of it.
    pub(super) description: String,
    /// Colour and dash.
    pub(super) slot: SeriesSlot,
    /// What the values mean.
    pub(super) kind: Kind,
    /// How they are looked at.
    pub(super) view: View,
    /// Whether the curve is left out.
    pub(super) hidden: bool,
    /// What it did in view; the first figure is what it says under the pointer while there is one.
    pub(super) figures: Figures,
    /// The unit, where the heading does not say it.
    pub(super) unit: String,
}

/// A legend.
#[derive(Clone, Debug)]
pub(super) struct Legend {
    /// What the chart is about.
    pub(super) title: String,
    /// The unit of all rows, where there is one.
    pub(super) unit: String,
    /// Whether the first figure is what is under the pointer.
    pub(super) hovering: bool,
    /// The rows.
    pub(super) rows: Vec<LegendRow>,
}

/// Which figures fit `width`, as indices into [`COLUMNS`], from left to right.
fn columns(width: f32, views: f32) -> &'static [usize] {
    let room = width - SWATCH - NARROWEST_NAME - views - ROW;
    match (room / FIGURE) as i64 {
        ..=0 => &[],
        1 => &[0],
        2 => &[0, 1],
        3 => &[0, 2, 1],
        _ => &[0, 3, 2, 1],
    }
}

/// Where the parts of a row lie.
struct Parts {
    swatch: Rangef,
    name: Rangef,
    view: Rangef,
    figures: Vec<(usize, f32)>,
    remove: Rangef,
}

impl Parts {
    fn new(x: Rangef, with_views: bool) -> Self {
        let remove = Rangef::new(x.max - ROW, x.max);
        let views = if with_views { VIEW } else { 0.0 };
        let shown = columns(x.span(), views);
        let first = remove.min - FIGURE * shown.len() as f32;
        let figures = shown.iter().enumerate();
        let view = Rangef::new(first - views, first);
        let swatch = Rangef::new(x.min, x.min + SWATCH);
        Self {
            name: Rangef::new(swatch.max + GAP, view.min - GAP),
            figures: figures
                .map(|(place, column)| (*column, first + FIGURE * (place + 1) as f32))
                .collect(),
            swatch,
            view,
            remove,
        }
    }
}

/// Draws the legend into `rect`; returns what was asked for and the row that is pointed at.
pub(super) fn legend_ui(ui: &mut Ui, rect: Rect, legend: &Legend) -> (Vec<Ask>, Option<MetricId>) {
    let rect = rect.shrink2(vec2(SPACE, 0.0));
    let with_views = legend.rows.iter().any(has_views);
    let parts = Parts::new(rect.x_range(), with_views);
    let (mut asks, mut pointed) = (Vec::new(), None);
    let heading = Rect::from_min_size(rect.min, vec2(rect.width(), ROW));
    heading_ui(ui, heading, &parts, legend);
    let mut rows = rect;
    rows.min.y = heading.bottom();
    let builder = UiBuilder::new()
        .id_salt(("legend", legend.rows.first().map(|row| row.metric)))
        .max_rect(rows)
        .layout(Layout::top_down(Align::Min));
    ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing = vec2(0.0, 0.0);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            for row in &legend.rows {
                if row_ui(ui, row, &parts, &mut asks) {
                    pointed = Some(row.metric);
                }
            }
        });
    });
    (asks, pointed)
}

fn heading_ui(ui: &Ui, rect: Rect, parts: &Parts, legend: &Legend) {
    let tokens = theme::tokens(ui.visuals());
    let small = FontId::proportional(TEXT_SMALL);
    let middle = rect.center().y;
    let end = parts
        .figures
        .first()
        .map_or(rect.right(), |(_, right)| right - FIGURE);
    let unit = ui
        .painter()
        .layout_no_wrap(legend.unit.clone(), small.clone(), tokens.text_weak);
    let room = (end - rect.left() - unit.size().x - SPACE).max(0.0);
    let title = elided(ui.painter(), &legend.title, TEXT, tokens.text, room);
    let at = |x: f32, height: f32| pos2(x, middle - height / 2.0);
    let after = rect.left() + title.size().x + GAP;
    ui.painter()
        .galley(at(rect.left(), title.size().y), title, tokens.text);
    ui.painter()
        .galley(at(after, unit.size().y), unit, tokens.text_weak);
    for (column, right) in &parts.figures {
        let (text, color) = match column {
            0 if legend.hovering => ("here", tokens.accent),
            _ => (COLUMNS[*column], tokens.text_faint),
        };
        let at = pos2(*right, middle);
        ui.painter()
            .text(at, Align2::RIGHT_CENTER, text, small.clone(), color);
    }
}

/// One line of text, cut off with an ellipsis where there is not enough room.
fn elided(painter: &Painter, text: &str, size: f32, color: Color32, room: f32) -> Arc<Galley> {
    let format = TextFormat::simple(FontId::proportional(size), color);
    let mut job = LayoutJob::single_section(text.to_owned(), format);
    job.wrap = TextWrapping::truncate_at_width(room);
    painter.layout_job(job)
}

fn has_views(row: &LegendRow) -> bool {
    matches!(row.kind, Kind::Monotonic { .. })
}

/// Draws one row; returns whether it is pointed at.
fn row_ui(ui: &mut Ui, row: &LegendRow, parts: &Parts, asks: &mut Vec<Ask>) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    if !ui.is_rect_visible(rect) {
        return false;
    }
    let tokens = theme::tokens(ui.visuals());
    response.widget_info(|| {
        let mut info = WidgetInfo::selected(Role::CheckBox, true, !row.hidden, &row.label);
        info.current_text_value = Some(spoken(row));
        info
    });
    let over = ui.rect_contains_pointer(rect);
    if over {
        ui.painter().rect_filled(rect, theme::RADIUS, tokens.hover);
    }
    if response.has_focus() {
        icon::paint_focus(ui, rect);
    }
    paint_row(ui, rect, row, parts, tokens);
    if has_views(row) {
        let area = Rect::from_x_y_ranges(parts.view, rect.y_range());
        view_ui(ui, area, row, asks);
    }
    let area = Rect::from_x_y_ranges(parts.remove, rect.y_range());
    remove_ui(ui, area, row, over, asks);
    if response.clicked() {
        asks.push(Ask::Toggle(row.metric));
    }
    if response.double_clicked() {
        asks.push(Ask::Isolate(row.metric));
    }
    response.context_menu(|ui| menu_ui(ui, row, asks));
    response.on_hover_ui(|ui| about_ui(ui, row));
    over
}

fn spoken(row: &LegendRow) -> String {
    let figures = COLUMNS.iter().zip(&row.figures.0);
    let texts = figures.filter(|(_, text)| !text.is_empty());
    let texts: Vec<String> = texts.map(|(name, text)| format!("{name} {text}")).collect();
    texts.join(", ")
}

fn paint_row(ui: &Ui, rect: Rect, row: &LegendRow, parts: &Parts, tokens: &Tokens) {
    let middle = rect.center().y;
    let ink = if row.hidden {
        tokens.text_faint
    } else {
        tokens.text
    };
    let color = if row.hidden {
        tokens.line
    } else {
        row.slot.color(&tokens.series)
    };
    swatch(ui.painter(), parts.swatch, middle, color, row.slot.dash());
    let font = FontId::proportional(TEXT_SMALL + 1.0);
    let mut name = parts.name;
    if row.kind == Kind::Unknown {
        let place = Rect::from_center_size(pos2(name.min + 6.0, middle), vec2(12.0, 12.0));
        Icon::Unknown.paint(ui.painter(), place, tokens.text_faint);
        name.min += 14.0;
    }
    let weak = if row.hidden {
        tokens.text_faint
    } else {
        tokens.text_weak
    };
    let unit = elided(ui.painter(), &row.unit, TEXT_SMALL, weak, name.span() / 2.0);
    let room = name.span()
        - if row.unit.is_empty() {
            0.0
        } else {
            unit.size().x + GAP
        };
    let label = elided(ui.painter(), &row.label, TEXT_SMALL + 1.0, ink, room);
    let at = |x: f32, height: f32| pos2(x, middle - height / 2.0);
    let after = name.min + label.size().x + GAP;
    ui.painter()
        .galley(at(name.min, label.size().y), label, ink);
    ui.painter().galley(at(after, unit.size().y), unit, weak);
    let weak = if row.hidden {
        tokens.text_faint
    } else {
        tokens.text_weak
    };
    for (column, right) in &parts.figures {
        let color = if *column == 0 { ink } else { weak };
        let mut text = row.figures.0[*column].clone();
        if text.is_empty() {
            "–".clone_into(&mut text);
        }
        ui.painter().text(
            pos2(*right, middle),
            Align2::RIGHT_CENTER,
            text,
            font.clone(),
            color,
        );
    }
}

/// A piece of the curve.
fn swatch(painter: &Painter, x: Rangef, y: f32, color: Color32, dash: Dash) {
    let stroke = Stroke::new(2.5, color);
    let (on, off) = match dash {
        Dash::Solid => (x.span(), 0.0),
        Dash::Dashed => (7.0, 3.0),
        Dash::Dotted => (2.5, 2.5),
    };
    let mut from = x.min;
    while from < x.max - 0.5 {
        painter.hline(from..=(from + on).min(x.max), y, stroke);
        from += on + off;
    }
}

/// A button that names the view and opens the choice.
fn view_ui(ui: &Ui, rect: Rect, row: &LegendRow, asks: &mut Vec<Ask>) {
    let tokens = theme::tokens(ui.visuals());
    let id = ui.make_persistent_id(("view", row.metric));
    let response = ui.interact(rect, id, Sense::click());
    let name = format!("View of {}: {}", row.label, row.view.name());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    icon::paint_button(ui, &response, rect.shrink(1.0));
    let font = FontId::proportional(TEXT_SMALL);
    let color = if response.hovered() {
        tokens.text
    } else {
        tokens.accent
    };
    ui.painter().text(
        rect.center(),
        Align2::CENTER_CENTER,
        row.view.name(),
        font,
        color,
    );
    Popup::menu(&response)
        .width(176.0)
        .show(|ui| views_ui(ui, row, asks));
    response.on_hover_text("Raw values, differences or rates");
}

fn views_ui(ui: &mut Ui, row: &LegendRow, asks: &mut Vec<Ask>) {
    for view in View::ALL {
        if ui.selectable_label(view == row.view, view.name()).clicked() {
            asks.push(Ask::View(row.metric, view));
            ui.close();
        }
    }
    ui.separator();
    for view in View::ALL {
        let text = format!("{} for the whole chart", view.name());
        if ui.selectable_label(false, text).clicked() {
            asks.push(Ask::ChartView(row.metric, view));
            ui.close();
        }
    }
}

/// A button at the end of the row, painted only where somebody is looking for it.
fn remove_ui(ui: &Ui, rect: Rect, row: &LegendRow, over: bool, asks: &mut Vec<Ask>) {
    let id = ui.make_persistent_id(("remove", row.metric));
    let response = ui.interact(rect, id, Sense::click());
    let name = format!("Remove {}", row.label);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    if over || response.has_focus() {
        let tokens = theme::tokens(ui.visuals());
        icon::paint_button(ui, &response, rect);
        Icon::Close.paint(ui.painter(), rect, tokens.text_weak);
    }
    if response.on_hover_text(name).clicked() {
        asks.push(Ask::Remove(row.metric));
    }
}

fn menu_ui(ui: &mut Ui, row: &LegendRow, asks: &mut Vec<Ask>) {
    let show = if row.hidden { "Show" } else { "Hide" };
    let mut item = |ui: &mut Ui, text: &str, ask: Ask| {
        if ui.button(text).clicked() {
            asks.push(ask);
            ui.close();
        }
    };
    item(ui, show, Ask::Toggle(row.metric));
    item(ui, "Show alone, or all again", Ask::Isolate(row.metric));
    item(ui, "Details", Ask::Select(row.metric));
    item(ui, "Remove from the charts", Ask::Remove(row.metric));
    if has_views(row) {
        ui.separator();
        views_ui(ui, row, asks);
    }
}

fn about_ui(ui: &mut Ui, row: &LegendRow) {
    let tokens = theme::tokens(ui.visuals());
    ui.label(&row.label);
    if !row.description.is_empty() {
        ui.label(egui::RichText::new(&row.description).color(tokens.text_weak));
    }
    if row.kind == Kind::Unknown {
        ui.label("Nothing says what these values mean; they are drawn as they were read.");
    }
    let help = "Click to hide or show, double-click to show alone";
    ui.label(
        egui::RichText::new(help)
            .size(TEXT_SMALL)
            .color(tokens.text_faint),
    );
}
