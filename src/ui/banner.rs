//! A line across the charts about something that matters now, which can be put away.

use egui::{Frame, Label, Layout, Margin, RichText, Ui};

use crate::ui::action::Action;
use crate::ui::icon::{self, Icon, icon_button};
use crate::ui::note::fix_ui;
use crate::ui::theme::{self, SPACE};

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

/// Draws the line; returns whether it was put away.
pub fn banner_ui(
    ui: &mut Ui,
    tone: Tone,
    text: &str,
    fix: Option<&str>,
    actions: &mut Vec<Action>,
) -> bool {
    let tokens = theme::tokens(ui.visuals());
    let (fill, ink, icon) = match tone {
        Tone::Hint => (tokens.accent_fill, tokens.accent, Icon::Info),
        Tone::Warning => (tokens.warning_fill, tokens.warning, Icon::Warning),
        Tone::Danger => (tokens.danger_fill, tokens.danger, Icon::Warning),
    };
    Frame::new()
        .fill(fill)
        .inner_margin(Margin::symmetric(SPACE as i8, 2))
        .show(ui, |ui| {
            let closed = ui.horizontal(|ui| {
                let size = egui::vec2(icon::SIZE, icon::SIZE);
                let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
                icon.paint(ui.painter(), rect, ink);
                ui.with_layout(Layout::right_to_left(egui::Align::Center), |ui| {
                    let closed = icon_button(ui, Icon::Close, "Put this line away").clicked();
                    ui.with_layout(Layout::left_to_right(egui::Align::Center), |ui| {
                        ui.add(Label::new(RichText::new(text).color(tokens.text)).wrap());
                    });
                    closed
                })
                .inner
            });
            if let Some(fix) = fix {
                fix_ui(ui, fix, actions);
                ui.add_space(2.0);
            }
            closed.inner
        })
        .inner
}
