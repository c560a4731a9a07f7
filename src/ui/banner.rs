//! A line across the charts about something that matters now, which can be put away.

use egui::{Align, Frame, Label, Layout, Margin, RichText, Sense, Ui, vec2};

use crate::ui::action::Action;
use crate::ui::icon::{self, Icon, icon_button};
use crate::ui::note::fix_ui;
use crate::ui::theme::{self, ROW, SPACE};

/// What sort of line it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// An explanation.
    Hint,
    /// Something was refused.
    Warning,
    /// Something was lost.
    Danger,
}

/// Draws a line that stays as long as it holds.
pub fn line_ui(ui: &mut Ui, tone: Tone, text: &str) {
    ground(ui, tone).show(ui, |ui| {
        ui.set_min_height(ROW);
        ui.horizontal(|ui| text_ui(ui, tone, text));
    });
}

/// Draws a line with its remedy, and a button that puts it away; returns whether it was clicked.
pub fn banner_ui(
    ui: &mut Ui,
    tone: Tone,
    text: &str,
    fix: Option<&str>,
    actions: &mut Vec<Action>,
) -> bool {
    let framed = ground(ui, tone).show(ui, |ui| {
        let line = ui.horizontal(|ui| {
            let ends = Layout::right_to_left(Align::Center);
            let closed = ui.with_layout(ends, |ui| {
                let closed = icon_button(ui, Icon::Close, "Put this line away").clicked();
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    text_ui(ui, tone, text);
                });
                closed
            });
            closed.inner
        });
        if let Some(fix) = fix {
            fix_ui(ui, fix, actions);
            ui.add_space(2.0);
        }
        line.inner
    });
    framed.inner
}

fn ground(ui: &Ui, tone: Tone) -> Frame {
    let tokens = theme::tokens(ui.visuals());
    let fill = match tone {
        Tone::Hint => tokens.accent_fill,
        Tone::Warning => tokens.warning_fill,
        Tone::Danger => tokens.danger_fill,
    };
    Frame::new()
        .fill(fill)
        .inner_margin(Margin::symmetric(SPACE as i8, 2))
}

fn text_ui(ui: &mut Ui, tone: Tone, text: &str) {
    let tokens = theme::tokens(ui.visuals());
    let (ink, icon) = match tone {
        Tone::Hint => (tokens.accent, Icon::Info),
        Tone::Warning => (tokens.warning, Icon::Warning),
        Tone::Danger => (tokens.danger, Icon::Warning),
    };
    let (rect, _) = ui.allocate_exact_size(vec2(icon::SIZE, icon::SIZE), Sense::hover());
    icon.paint(ui.painter(), rect, ink);
    ui.add(Label::new(RichText::new(text).color(tokens.text)).wrap());
}
