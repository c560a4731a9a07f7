//! The status line: what sampling was asked for, what it achieves, what is lost, and what the
//! observer itself costs.

mod view_model;

use egui::{
    Align, Align2, FontId, Grid, Layout, Popup, Rect, Response, RichText, Role, Sense, Ui,
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
    figure(ui, "stored", &own.stored, 132.0, full).on_hover_text(
        "Values kept in memory, and how much they may take; beyond that the oldest are forgotten",
    );
    figure(ui, "memory", &own.resident, 60.0, Tone::Plain)
        .on_hover_text("Memory this program takes, values included");
    figure(ui, "sampler", &own.sampler, 48.0, Tone::Plain)
        .on_hover_text("Share of one core that the sampler threads take");
    figure(ui, "own CPU", &own.cpu, 48.0, Tone::Plain)
        .on_hover_text("Share of one core that this program takes, all of its threads together");
}

/// A name and a figure with room for `width`, so that nothing moves when its digits change.
fn figure(ui: &mut Ui, name: &str, value: &str, width: f32, tone: Tone) -> Response {
    let tokens = theme::tokens(ui.visuals());
    let font = FontId::proportional(TEXT - 1.0);
    let name_color = tokens.text_weak;
    let name_galley = ui
        .painter()
        .layout_no_wrap(name.to_owned(), font.clone(), name_color);
    let value_galley = ui
        .painter()
        .layout_no_wrap(value.to_owned(), font, color(tokens, tone));
    let width = width.max(value_galley.size().x);
    let size = vec2(
        SPACE + name_galley.size().x + GAP + width + SPACE,
        ui.available_height(),
    );
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{name} {value}")));
    let inside = rect.shrink2(vec2(1.0, 3.0));
    if tone == Tone::Lost {
        ui.painter()
            .rect_filled(inside, theme::RADIUS, tokens.danger_fill);
    }
    icon::paint_button(ui, &response, inside);
    let text = rect.shrink2(vec2(SPACE, 0.0));
    put(ui, name_galley, text, Align2::LEFT_CENTER);
    let value_rect = Rect::from_min_max(egui::pos2(text.right() - width, text.top()), text.max);
    put(ui, value_galley, value_rect, Align2::LEFT_CENTER);
    response
}

fn put(ui: &Ui, galley: std::sync::Arc<egui::Galley>, rect: Rect, align: Align2) {
    let place = align.align_size_within_rect(galley.size(), rect);
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
