//! What stands where charts would be when there are none: why, and what to do.

use egui::{Button, RichText, Ui, vec2};

use crate::capture::state::{Listing, State};
use crate::ui::action::Action;
use crate::ui::icon;
use crate::ui::note::{Weight, note_ui};
use crate::ui::theme::{self, GAP, ROW, SECTION, SPACE};

/// Width of the text.
const WIDTH: f32 = 440.0;

/// Why there are no charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emptiness {
    /// Drivers or devices have not answered yet.
    Looking,
    /// There is no device, or none that offers a metric that could be charted.
    NoMetrics,
    /// Nothing is ticked.
    Unticked,
}

impl Emptiness {
    /// Judges `state`, of which nothing is charted.
    pub fn of(state: &State) -> Self {
        let mut listed = state
            .devices
            .iter()
            .filter_map(|device| match &device.listing {
                Listing::Ready(groups) => Some(groups),
                Listing::Pending | Listing::Failed(_) => None,
            });
        if listed.any(|groups| {
            groups
                .iter()
                .any(crate::model::catalog::GroupInfo::is_readable)
        }) {
            Self::Unticked
        } else if state.is_listed() {
            Self::NoMetrics
        } else {
            Self::Looking
        }
    }
}

/// Draws the explanation into the middle of `ui`.
pub fn empty_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let space = ui.available_size();
    ui.add_space((space.y * 0.28).max(SECTION));
    let width = WIDTH.min(space.x - 2.0 * SECTION);
    ui.horizontal(|ui| {
        ui.add_space((space.x - width) / 2.0);
        ui.vertical(|ui| {
            ui.set_width(width);
            ui.spacing_mut().item_spacing.y = SPACE;
            match Emptiness::of(state) {
                Emptiness::Looking => looking_ui(ui),
                Emptiness::NoMetrics => no_metrics_ui(ui, state, actions),
                Emptiness::Unticked => unticked_ui(ui, actions),
            }
        });
    });
}

fn looking_ui(ui: &mut Ui) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(icon::SIZE, ROW), egui::Sense::hover());
        icon::paint_waiting(ui, rect);
        ui.heading("Looking for Level Zero devices");
    });
    text_ui(
        ui,
        "Drivers are loaded and asked for their metric groups. A driver that takes its \
                 time does not keep the others waiting.",
    );
}

fn no_metrics_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    ui.heading(if state.devices.is_empty() {
        "No Level Zero device was found"
    } else {
        "No metric can be sampled"
    });
    let drivers = state
        .drivers
        .iter()
        .filter_map(|driver| driver.reason.as_ref());
    let devices = state
        .devices
        .iter()
        .filter_map(|device| match &device.listing {
            Listing::Failed(reason) => Some(reason),
            Listing::Pending | Listing::Ready(_) => None,
        });
    let mut reasons = state
        .problems
        .iter()
        .chain(drivers)
        .chain(devices)
        .peekable();
    if reasons.peek().is_none() {
        text_ui(ui, "Each group in the tree at the left says why.");
    }
    for reason in reasons {
        note_ui(ui, reason, Weight::Remark, actions);
        ui.add_space(GAP);
    }
}

fn unticked_ui(ui: &mut Ui, actions: &mut Vec<Action>) {
    ui.heading("Nothing is charted");
    text_ui(
        ui,
        "Tick a metric in the tree at the left and it is sampled and drawn here from that \
                 moment on. Tick a group to chart all of it.",
    );
    text_ui(
        ui,
        "Ctrl+F finds metrics by name: a few letters of it are enough.",
    );
    ui.add_space(GAP);
    let button = Button::new("Chart this machine's usual counters").min_size(vec2(0.0, ROW));
    if ui.add(button).clicked() {
        actions.push(Action::ShowUsual);
    }
}

fn text_ui(ui: &mut Ui, text: &str) {
    let tokens = theme::tokens(ui.visuals());
    ui.label(RichText::new(text).color(tokens.text_weak));
}
