//! The status line: what sampling was asked for, what it achieves, what is lost, and what the
//! observer itself costs.

mod view_model;

use std::sync::Arc;

use egui::{
    Align, Align2, FontId, Galley, Grid, Layout, Popup, Rect, Response, RichText, Role, Sense, Ui,
    WidgetInfo, vec2,
};

use crate::capture::state::State;
use crate::ui::action::{Action, Overlay};
use crate::ui::icon;
use crate::ui::quantity;
use crate::ui::status::view_model::{Own, Sampling};
use crate::ui::theme::{self, GAP, SPACE, TEXT, Tokens};

/// How a figure is meant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tone {
    Plain,
    Late,
    Lost,
}

/// Draws the line. `messages` is how many messages there are that nobody has read.
pub fn status_ui(ui: &mut Ui, state: &State, messages: usize, actions: &mut Vec<Action>) {
    let sampling = Sampling::new(state);
    let own = Own::new(state, &sampling);
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        sampling_ui(ui, &sampling);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            own_ui(ui, &own, messages, actions);
        });
    });
}

fn sampling_ui(ui: &mut Ui, sampling: &Sampling) {
    let late = if sampling.is_late() {
        Tone::Late
    } else {
        Tone::Plain
    };
    let groups = match sampling.groups.len() {
        1 => "1 group".to_owned(),
        groups => format!("{groups} groups"),
    };
    let rates = figure(ui, &groups, &sampling.requested_text(), 48.0, Tone::Plain);
    let achieved = figure(ui, "achieved", &sampling.achieved_text(), 48.0, late);
    let lost = |count: u64| if count > 0 { Tone::Lost } else { Tone::Plain };
    let late_count = |count: u64| if count > 0 { Tone::Late } else { Tone::Plain };
    let dropped = figure(
        ui,
        "dropped",
        &sampling.dropped.to_string(),
        24.0,
        lost(sampling.dropped),
    );
    let gaps = figure(
        ui,
        "gaps",
        &sampling.gaps.to_string(),
        24.0,
        late_count(sampling.gaps),
    );
    for response in [rates, achieved, dropped, gaps] {
        let popup = Popup::from_toggle_button_response(&response).width(560.0);
        popup.show(|ui| groups_ui(ui, sampling));
        response.on_hover_ui(|ui| groups_ui(ui, sampling));
    }
}

/// What the observer costs; what there is no room for is left out, the least important first.
fn own_ui(ui: &mut Ui, own: &Own, messages: usize, actions: &mut Vec<Action>) {
    let tone = if messages > 0 {
        Tone::Late
    } else {
        Tone::Plain
    };
    let open = figure(ui, "messages", &messages.to_string(), 24.0, tone);
    if open
        .on_hover_text("Open the list of what happened")
        .clicked()
    {
        actions.push(Action::Toggle(Overlay::Messages));
    }
    let full = if own.full > 0.99 {
        Tone::Late
    } else {
        Tone::Plain
    };
    let figures = [
        (
            "own CPU",
            &own.cpu,
            48.0,
            Tone::Plain,
            "Share of one core that this program takes, all of its threads together",
        ),
        (
            "memory",
            &own.resident,
            60.0,
            Tone::Plain,
            "Memory this program takes, values included",
        ),
        (
            "stored",
            &own.stored,
            132.0,
            full,
            "Values kept in memory, and how much they may take; beyond that the oldest are \
             forgotten",
        ),
        (
            "sampler",
            &own.sampler,
            48.0,
            Tone::Plain,
            "Share of one core that the sampler threads take",
        ),
    ];
    for (name, value, width, tone, tip) in figures {
        let figure = Figure::new(ui, name, value, width, tone);
        if figure.width() > ui.available_width() {
            break;
        }
        figure.ui(ui).on_hover_text(tip);
    }
}

fn figure(ui: &mut Ui, name: &str, value: &str, width: f32, tone: Tone) -> Response {
    Figure::new(ui, name, value, width, tone).ui(ui)
}

/// A name and a figure with room for a certain width, so that nothing moves when digits change.
struct Figure {
    spoken: String,
    name: Arc<Galley>,
    value: Arc<Galley>,
    room: f32,
    tone: Tone,
}

impl Figure {
    fn new(ui: &Ui, name: &str, value: &str, width: f32, tone: Tone) -> Self {
        let tokens = theme::tokens(ui.visuals());
        let font = FontId::proportional(TEXT - 1.0);
        let text = |text: &str, color| {
            let painter = ui.painter();
            painter.layout_no_wrap(text.to_owned(), font.clone(), color)
        };
        let value_text = text(value, color(tokens, tone));
        Self {
            spoken: format!("{name} {value}"),
            name: text(name, tokens.text_weak),
            room: width.max(value_text.size().x),
            value: value_text,
            tone,
        }
    }

    fn width(&self) -> f32 {
        SPACE + self.name.size().x + GAP + self.room + SPACE
    }

    fn ui(self, ui: &mut Ui) -> Response {
        let tokens = theme::tokens(ui.visuals());
        let size = vec2(self.width(), ui.available_height());
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &self.spoken));
        let inside = rect.shrink2(vec2(1.0, 3.0));
        if self.tone == Tone::Lost {
            ui.painter()
                .rect_filled(inside, theme::RADIUS, tokens.danger_fill);
        }
        icon::paint_button(ui, &response, inside);
        let text = rect.shrink2(vec2(SPACE, 0.0));
        let mut value = text;
        value.min.x = text.right() - self.room;
        put(ui, self.name, text);
        put(ui, self.value, value);
        response
    }
}

fn put(ui: &Ui, galley: Arc<Galley>, rect: Rect) {
    let place = Align2::LEFT_CENTER.align_size_within_rect(galley.size(), rect);
    ui.painter()
        .galley(place.min, galley, egui::Color32::PLACEHOLDER);
}

fn color(tokens: &Tokens, tone: Tone) -> egui::Color32 {
    match tone {
        Tone::Plain => tokens.text,
        Tone::Late => tokens.warning,
        Tone::Lost => tokens.danger,
    }
}

/// Every group that is being read, figure by figure.
fn groups_ui(ui: &mut Ui, sampling: &Sampling) {
    let heads = [
        "Group",
        "Requested",
        "Achieved",
        "Jitter",
        "Pass",
        "Missed",
        "Dropped",
        "Torn",
        "Failed",
    ];
    if sampling.groups.is_empty() {
        ui.label("Nothing is sampled. Tick metrics at the left.");
        return;
    }
    Grid::new("sampled groups")
        .num_columns(heads.len())
        .spacing([SPACE * 1.5, 2.0])
        .show(ui, |ui| {
            for head in heads {
                ui.label(RichText::new(head).weak());
            }
            ui.end_row();
            for (_, name, status) in &sampling.groups {
                ui.label(name);
                if let Some(status) = status {
                    let cells = [
                        status.requested.to_string(),
                        quantity::hertz(status.achieved_hz),
                        quantity::nanos(status.jitter_nanos),
                        quantity::nanos(status.pass_nanos),
                        status.missed.to_string(),
                        status.dropped.to_string(),
                        status.torn.to_string(),
                        status.failed.to_string(),
                    ];
                    for cell in cells {
                        ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.label(cell));
                    }
                }
                ui.end_row();
            }
        });
}
