//! The overlay that lists keys and gestures.

use egui::{Context, Frame, Grid, Id, Key, Margin, Modal, RichText, ScrollArea, Ui};

use crate::ui::icon::{Icon, icon_button};
use crate::ui::keys::BINDINGS;
use crate::ui::theme::{SECTION, SPACE, TEXT, strong};

/// Keys that need no dispatching of ours.
const BUILT_IN: [(&str, &str); 3] = [
    ("Esc", "Close what is open on top"),
    ("Ctrl + / Ctrl −", "Larger or smaller text"),
    ("Ctrl 0", "Text as large as the system says"),
];

/// What the pointer and keys do on charts.
const GESTURES: [(&str, &str); 8] = [
    ("Drag", "Move through time; the charts hold still"),
    ("Wheel", "Show more or less time around the pointer"),
    ("Shift drag", "Mark a stretch of time and show just that"),
    (
        "Double click",
        "Follow again; once more for the whole session",
    ),
    ("Drag an edge", "Change the heights of charts"),
    ("← →", "Move through time"),
    ("↑ ↓", "Show less or more time"),
    ("Home / End", "Go to the beginning, or follow"),
];

/// What keys and the pointer do in the tree of metrics.
const TREE: [(&str, &str); 4] = [
    ("↑ ↓", "Walk through the rows"),
    ("← →", "Close or open a row"),
    ("Space", "Tick or untick the metric"),
    ("Right click", "Show everything known of the metric"),
];

/// Draws the overlay; returns whether it is to be closed.
pub fn help_ui(context: &Context) -> bool {
    let modal = modal("help", context).show(context, |ui| {
        ui.set_width(400.0);
        let close = title_ui(ui, "Keys and gestures");
        let most = context.content_rect().height() - 160.0;
        ScrollArea::vertical()
            .max_height(most)
            .show(ui, |ui| tables_ui(ui, context));
        close
    });
    modal.inner || modal.should_close() || context.input(|input| input.key_pressed(Key::Escape))
}

fn tables_ui(ui: &mut Ui, context: &Context) {
    let keys = BINDINGS.iter().filter(|binding| !binding.text.is_empty());
    let keys: Vec<(String, &str)> = keys
        .map(|binding| (binding.name(context), binding.text))
        .collect();
    let keys = keys.iter().map(|(key, text)| (key.as_str(), *text));
    table_ui(ui, "Anywhere", keys.chain(BUILT_IN));
    table_ui(ui, "On charts", GESTURES.iter().copied());
    table_ui(ui, "In the tree", TREE.iter().copied());
}

/// A window on top of everything that must be closed first.
pub fn modal(name: &str, context: &Context) -> Modal {
    let frame = Frame::window(&context.global_style()).inner_margin(Margin::same(SECTION as i8));
    Modal::new(Id::unique(name)).frame(frame)
}

/// A heading with a button that closes; returns whether it was clicked.
pub fn title_ui(ui: &mut Ui, title: &str) -> bool {
    ui.horizontal(|ui| {
        ui.heading(title);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            icon_button(ui, Icon::Close, "Close").clicked()
        })
        .inner
    })
    .inner
}

fn table_ui<'t>(ui: &mut Ui, title: &str, lines: impl Iterator<Item = (&'t str, &'t str)>) {
    ui.add_space(SPACE);
    let font = egui::FontId::new(TEXT, strong());
    ui.label(RichText::new(title).font(font));
    Grid::new(title)
        .num_columns(2)
        .min_col_width(128.0)
        .min_row_height(20.0)
        .spacing([SECTION, 0.0])
        .show(ui, |ui| {
            for (key, text) in lines {
                ui.label(RichText::new(key).weak());
                ui.label(text);
                ui.end_row();
            }
        });
}
