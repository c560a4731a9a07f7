//! The bar at the top: whether charts run along, how much time they show, how fast everything
//! is sampled, and how the window looks.

use egui::{Align, Layout, Popup, Response, Role, ThemePreference, Ui, WidgetInfo, vec2};

use crate::capture::state::State;
use crate::model::rate::SampleRate;
use crate::ui::action::{Action, ChartLayout, Overlay};
use crate::ui::icon::{Icon, icon_button};
use crate::ui::quantity;
use crate::ui::rate_menu::rate_menu;
use crate::ui::theme::{self, ROW, SPACE};

/// The usual spans: nanoseconds and the words for them.
pub const SPANS: [(i64, &str); 7] = [
    (1_000_000_000, "1 s"),
    (5_000_000_000, "5 s"),
    (10_000_000_000, "10 s"),
    (30_000_000_000, "30 s"),
    (60_000_000_000, "1 min"),
    (300_000_000_000, "5 min"),
    (600_000_000_000, "10 min"),
];

/// What the bar shows of the charts.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Whether the charts run along with time.
    pub following: bool,
    /// How much time they show, in nanoseconds.
    pub span_nanos: i64,
    /// How series are put on them.
    pub layout: ChartLayout,
    /// The theme that was asked for.
    pub theme: ThemePreference,
}

/// Draws the bar.
pub fn top_bar_ui(ui: &mut Ui, state: &State, look: Look, actions: &mut Vec<Action>) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = SPACE;
        follow_ui(ui, look.following, actions);
        span_ui(ui, look.span_nanos, actions);
        rate_ui(ui, state, actions);
        layout_ui(ui, look.layout, actions);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if icon_button(ui, Icon::Help, "Keys and gestures (F1)").clicked() {
                actions.push(Action::Toggle(Overlay::Help));
            }
            theme_ui(ui, look.theme, actions);
        });
    });
}

/// Live or held: one button that says which and does the other.
fn follow_ui(ui: &mut Ui, following: bool, actions: &mut Vec<Action>) {
    let tokens = theme::tokens(ui.visuals());
    let (icon, text, tip) = if following {
        (
            Icon::Hold,
            "Hold",
            "Hold the charts still; sampling goes on (Space)",
        )
    } else {
        (
            Icon::Follow,
            "Follow",
            "Go along with the newest values again (Space)",
        )
    };
    let size = vec2(88.0, ROW);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, text));
    let (ground, ink) = match (following, response.hovered()) {
        (true, false) => (tokens.control, tokens.text),
        (true, true) => (tokens.hover, tokens.text),
        // Held charts are easily taken for live ones: the way back stands out.
        (false, _) => (tokens.accent_fill, tokens.accent),
    };
    ui.painter().rect_filled(rect, theme::RADIUS, ground);
    if response.has_focus() {
        crate::ui::icon::paint_focus(ui, rect);
    }
    let mut square = rect;
    square.set_width(ROW + SPACE);
    icon.paint(ui.painter(), square, ink);
    let at = egui::pos2(square.right() - 2.0, rect.center().y);
    let font = egui::TextStyle::Button.resolve(ui.style());
    ui.painter()
        .text(at, egui::Align2::LEFT_CENTER, text, font, ink);
    if response.on_hover_text(tip).clicked() {
        actions.push(Action::Follow(!following));
    }
}

fn span_ui(ui: &mut Ui, span_nanos: i64, actions: &mut Vec<Action>) {
    let usual = SPANS.iter().find(|(nanos, _)| *nanos == span_nanos);
    let text = usual.map_or_else(
        || quantity::nanos(span_nanos as f64),
        |(_, text)| (*text).to_owned(),
    );
    let button =
        choice_ui(ui, "Span", &text, 48.0).on_hover_text("How much time the charts show (+ and −)");
    Popup::menu(&button).width(96.0).show(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (nanos, text) in SPANS {
            if ui.selectable_label(nanos == span_nanos, text).clicked() {
                actions.push(Action::SetSpan(nanos));
            }
        }
    });
}

fn rate_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let rate = common_rate(state);
    let text = match rate {
        Some(rate) => rate.to_string(),
        None if state.groups.is_empty() => "–".to_owned(),
        None => "mixed".to_owned(),
    };
    let tip = "How often every group is sampled; each group's own rate is in the tree";
    let button = choice_ui(ui, "Rate", &text, 64.0).on_hover_text(tip);
    if let Some(rate) = rate_menu(&button, rate) {
        actions.push(Action::SetAllRates(rate));
    }
}

/// The rate of all sampled groups, or of all groups while none is sampled; `None` when they differ.
fn common_rate(state: &State) -> Option<SampleRate> {
    let any_sampled = state.groups.values().any(|group| !group.wanted.is_empty());
    let mut rates = state
        .groups
        .values()
        .filter(|group| !any_sampled || !group.wanted.is_empty())
        .map(|group| group.rate);
    let first = rates.next()?;
    rates.all(|rate| rate == first).then_some(first)
}

fn layout_ui(ui: &mut Ui, layout: ChartLayout, actions: &mut Vec<Action>) {
    let button =
        choice_ui(ui, "Charts", short(layout), 72.0).on_hover_text("How series are put on charts");
    Popup::menu(&button).width(160.0).show(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for choice in ChartLayout::ALL {
            if ui
                .selectable_label(choice == layout, choice.name())
                .clicked()
            {
                actions.push(Action::SetLayout(choice));
            }
        }
    });
}

fn short(layout: ChartLayout) -> &'static str {
    match layout {
        ChartLayout::PerUnit => "per unit",
        ChartLayout::PerMetric => "per metric",
        ChartLayout::Single => "single",
    }
}

/// A button that names a setting and shows its value, with room for `width` points of it.
fn choice_ui(ui: &mut Ui, name: &str, value: &str, width: f32) -> Response {
    let tokens = theme::tokens(ui.visuals());
    let font = egui::TextStyle::Button.resolve(ui.style());
    let name_galley = ui
        .painter()
        .layout_no_wrap(name.to_owned(), font.clone(), tokens.text_weak);
    let value_galley = ui
        .painter()
        .layout_no_wrap(value.to_owned(), font, tokens.text);
    let room = width.max(value_galley.size().x);
    let wide = SPACE + name_galley.size().x + SPACE + room + 20.0;
    let (rect, response) = ui.allocate_exact_size(vec2(wide, ROW), egui::Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{name}: {value}")));
    let ground = if response.hovered() {
        tokens.hover
    } else {
        tokens.control
    };
    ui.painter().rect_filled(rect, theme::RADIUS, ground);
    if response.has_focus() {
        crate::ui::icon::paint_focus(ui, rect);
    }
    let y = |galley: &egui::Galley| rect.center().y - galley.size().y / 2.0;
    let name_at = egui::pos2(rect.left() + SPACE, y(&name_galley));
    let value_at = egui::pos2(name_at.x + name_galley.size().x + SPACE, y(&value_galley));
    ui.painter().galley(name_at, name_galley, tokens.text_weak);
    ui.painter().galley(value_at, value_galley, tokens.text);
    let mut square = rect;
    square.min.x = rect.right() - 20.0;
    Icon::Open.paint(ui.painter(), square, tokens.text_weak);
    response
}

fn theme_ui(ui: &mut Ui, theme: ThemePreference, actions: &mut Vec<Action>) {
    let (icon, name, next) = match theme {
        ThemePreference::System => (Icon::System, "Theme: as the system", ThemePreference::Light),
        ThemePreference::Light => (Icon::Sun, "Theme: light", ThemePreference::Dark),
        ThemePreference::Dark => (Icon::Moon, "Theme: dark", ThemePreference::System),
    };
    if icon_button(ui, icon, name).clicked() {
        actions.push(Action::SetTheme(next));
    }
}
