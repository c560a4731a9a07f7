//! A reason on screen: what is the matter, and the command that changes it, ready to copy.

use egui::{
    Color32, CornerRadius, FontId, FontSelection, Frame, Label, Margin, Rect, RichText, Stroke,
    TextWrapMode, Ui, vec2,
};

use crate::model::reason::Reason;
use crate::ui::action::Action;
use crate::ui::icon::{self, Icon, icon_button};
use crate::ui::theme::{self, GAP, RADIUS, ROW, SPACE, TEXT, TEXT_SMALL};

/// How much a reason matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Something cannot be had.
    Remark,
    /// Something that was there is gone.
    Alarm,
}

/// Paints `reason` over the whole width.
pub fn note_ui(ui: &mut Ui, reason: &Reason, weight: Weight, actions: &mut Vec<Action>) {
    let tokens = theme::tokens(ui.visuals());
    let color = match weight {
        Weight::Remark => tokens.warning,
        Weight::Alarm => tokens.danger,
    };
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    let left = icon::SIZE + GAP;
    let text = RichText::new(sentence(&reason.what)).color(tokens.text_weak);
    let top = ui.cursor().min;
    Frame::new()
        .inner_margin(Margin {
            left: left as i8,
            ..Margin::ZERO
        })
        .show(ui, |ui| {
            ui.set_min_height(icon::SIZE);
            ui.add(Label::new(text).wrap());
        });
    let square = Rect::from_min_size(top, vec2(icon::SIZE, icon::SIZE));
    Icon::Warning.paint(ui.painter(), square, color);
    if let Some(fix) = &reason.fix {
        fix_ui(ui, fix, actions);
    }
}

/// The height [`note_ui`] takes at `width`.
pub fn note_height(ui: &Ui, reason: &Reason, width: f32) -> f32 {
    let font = FontSelection::Default.resolve(ui.style());
    let wrap = (width - icon::SIZE - GAP).max(ROW);
    let text = sentence(&reason.what);
    let galley = ui.painter().layout(text, font, Color32::WHITE, wrap);
    let fix = reason.fix.as_ref().map_or(0.0, |_| ROW + GAP);
    galley.size().y.max(icon::SIZE) + fix
}

/// A command in a box of its own, with a button that copies it.
pub fn fix_ui(ui: &mut Ui, fix: &str, actions: &mut Vec<Action>) {
    let tokens = theme::tokens(ui.visuals());
    Frame::new()
        .fill(tokens.control)
        .stroke(Stroke::new(1.0, tokens.line))
        .corner_radius(CornerRadius::same(RADIUS))
        .inner_margin(Margin {
            left: SPACE as i8,
            right: 0,
            top: 0,
            bottom: 0,
        })
        .show(ui, |ui| {
            ui.spacing_mut().interact_size.y = ROW - 2.0;
            ui.horizontal(|ui| {
                let room = ui.available_width() - ROW - GAP;
                let text = RichText::new(fix)
                    .font(FontId::monospace(TEXT - 1.0))
                    .color(tokens.text);
                ui.scope(|ui| {
                    ui.set_max_width(room);
                    ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
                    ui.add(Label::new(text)).on_hover_text(fix);
                });
                if icon_button(ui, Icon::Copy, "Copy this command").clicked() {
                    actions.push(Action::Copy(fix.to_owned()));
                }
            });
        });
}

/// The text with a capital at its beginning and a full stop at its end.
pub fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(char::to_uppercase);
    let mut sentence: String = first.into_iter().flatten().chain(characters).collect();
    if !sentence.ends_with(['.', '!', '?', ':']) {
        sentence.push('.');
    }
    sentence
}

/// Small text on a ground of its own: what sort of thing this is.
pub fn badge_ui(ui: &mut Ui, text: &str) -> egui::Response {
    let tokens = theme::tokens(ui.visuals());
    Frame::new()
        .fill(tokens.control)
        .corner_radius(CornerRadius::same(3))
        .inner_margin(Margin::symmetric(GAP as i8, 0))
        .show(ui, |ui| {
            let text = RichText::new(text).size(TEXT_SMALL).color(tokens.text_weak);
            ui.add(Label::new(text).wrap_mode(TextWrapMode::Extend))
        })
        .inner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_become_sentences() {
        assert_eq!(
            sentence("the kernel counts nothing"),
            "The kernel counts nothing."
        );
        assert_eq!(sentence("Done."), "Done.");
        assert_eq!(sentence(""), ".");
    }
}
