//! Lays out one row of the tree from both ends: what names it from the left, what qualifies it
//! from the right, and the name elided to what is left between the two.

use std::sync::Arc;

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align2, Color32, CornerRadius, FontId, Galley, Rect, TextStyle, Ui, pos2, vec2};

use crate::ui::icon::{self, Icon};
use crate::ui::theme::{self, GAP, SPACE, TEXT_SMALL, Tokens};

/// Horizontal step of one level of the tree.
pub(super) const INDENT: f32 = 14.0;

/// The font of what holds others.
pub(super) fn strong() -> FontId {
    FontId::new(theme::TEXT, theme::strong())
}

/// Paints a row, keeping the left and right edge of what is still free.
pub(super) struct RowPainter<'a> {
    ui: &'a Ui,
    pub(super) tokens: &'static Tokens,
    rect: Rect,
    left: f32,
    right: f32,
}

impl<'a> RowPainter<'a> {
    /// Begins a row at `depth` steps of indentation.
    pub(super) fn new(ui: &'a Ui, rect: Rect, depth: u8) -> Self {
        Self {
            ui,
            tokens: theme::tokens(ui.visuals()),
            rect,
            left: rect.left() + GAP + f32::from(depth) * INDENT,
            right: rect.right() - SPACE,
        }
    }

    /// Takes a square for an icon from the left.
    pub(super) fn take_left(&mut self) -> Rect {
        let square = Rect::from_min_size(
            pos2(self.left, self.rect.center().y - icon::SIZE / 2.0),
            vec2(icon::SIZE, icon::SIZE),
        );
        self.left += icon::SIZE + GAP;
        square
    }

    /// Leaves `width` free at the left.
    pub(super) fn skip(&mut self, width: f32) {
        self.left += width;
    }

    /// Takes `width` from the right, over the row's whole height.
    pub(super) fn take_right(&mut self, width: f32) -> Rect {
        let rect = Rect::from_x_y_ranges(self.right - width..=self.right, self.rect.y_range());
        self.right -= width + GAP;
        rect
    }

    /// An icon at the left.
    pub(super) fn icon(&mut self, icon: Icon, color: Color32) {
        let rect = self.take_left();
        icon.paint(self.ui.painter(), rect, color);
    }

    /// Text at the right end, never wider than `most`.
    pub(super) fn text_right(&mut self, text: &str, color: Color32, most: f32) {
        let room = most.min(self.right - self.left);
        let galley = self.layout(text, self.font(), color, room, &[]);
        let rect = self.take_right(galley.size().x);
        let at = Align2::RIGHT_CENTER.align_size_within_rect(galley.size(), rect);
        self.ui.painter().galley(at.min, galley, color);
    }

    /// Small text on a ground of its own at the right end.
    pub(super) fn badge_right(&mut self, text: &str, color: Color32, ground: Color32) {
        let font = FontId::proportional(TEXT_SMALL);
        let galley = self.layout(text, font, color, 96.0, &[]);
        let rect = self.take_right(galley.size().x + 2.0 * GAP);
        let ground_rect = Rect::from_center_size(rect.center(), vec2(rect.width(), 16.0));
        let painter = self.ui.painter();
        painter.rect_filled(ground_rect, CornerRadius::same(3), ground);
        let at = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), rect);
        painter.galley(at.min, galley, color);
    }

    /// The name, in what is still free; the characters in `hits` stand out.
    pub(super) fn name(&mut self, text: &str, font: FontId, color: Color32, hits: &[u32]) {
        let room = (self.right - self.left).max(0.0);
        let galley = self.layout(text, font, color, room, hits);
        let at = pos2(self.left, self.rect.center().y - galley.size().y / 2.0);
        self.left += galley.size().x + GAP;
        self.ui.painter().galley(at, galley, color);
    }

    /// Ordinary text.
    pub(super) fn font(&self) -> FontId {
        TextStyle::Body.resolve(self.ui.style())
    }

    fn layout(
        &self,
        text: &str,
        font: FontId,
        color: Color32,
        width: f32,
        hits: &[u32],
    ) -> Arc<Galley> {
        let mut job = LayoutJob {
            wrap: TextWrapping::truncate_at_width(width),
            break_on_newline: false,
            ..LayoutJob::default()
        };
        let plain = TextFormat::simple(font, color);
        let hit = TextFormat {
            color: self.tokens.matched,
            underline: egui::Stroke::new(1.0, self.tokens.matched),
            ..plain.clone()
        };
        for (piece, is_hit) in pieces(text, hits) {
            let format = if is_hit { &hit } else { &plain };
            job.append(piece, 0.0, format.clone());
        }
        self.ui.painter().layout_job(job)
    }
}

/// Cuts `text` where characters that were hit (ascending) begin and end.
fn pieces<'t>(text: &'t str, hits: &[u32]) -> Vec<(&'t str, bool)> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut was_hit = false;
    for (character, (byte, _)) in (0_u32..).zip(text.char_indices()) {
        let is_hit = hits.binary_search(&character).is_ok();
        if is_hit != was_hit {
            if byte > start {
                pieces.push((&text[start..byte], was_hit));
            }
            (start, was_hit) = (byte, is_hit);
        }
    }
    pieces.push((&text[start..], was_hit));
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_at_characters_not_bytes() {
        assert_eq!(
            pieces("Größe", &[2, 3]),
            [("Gr", false), ("öß", true), ("e", false)]
        );
        assert_eq!(pieces("ab", &[0]), [("a", true), ("b", false)]);
        assert_eq!(pieces("ab", &[]), [("ab", false)]);
    }
}
