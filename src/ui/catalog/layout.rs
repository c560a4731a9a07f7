//! Where each row of the tree lies, so that only those on screen are painted.
//!
//! Rows are equally high but for reasons, which wrap; heights are worked out anew only when the
//! rows or the width change.

use std::ops::Range;
use std::sync::Arc;

use egui::{Rangef, Ui};

use crate::capture::state::State;
use crate::ui::catalog::row_painter::INDENT;
use crate::ui::catalog::view_model::{Node, Note, Row, Rows};
use crate::ui::note::note_height;
use crate::ui::theme::{GAP, ROW, SPACE};

/// Offsets of the rows.
#[derive(Default)]
pub(super) struct Layout {
    rows: Option<Arc<Rows>>,
    width: f32,
    /// Top of each row, and the bottom of the last.
    tops: Vec<f32>,
    page: f32,
    offset: f32,
}

impl Layout {
    /// Makes the offsets fit `rows` at the width of `ui`.
    pub(super) fn update(&mut self, ui: &Ui, state: &State, rows: &Arc<Rows>) {
        let width = ui.available_width();
        let same = self
            .rows
            .as_ref()
            .is_some_and(|known| Arc::ptr_eq(known, rows));
        if same && self.width == width {
            return;
        }
        self.tops.clear();
        self.tops.push(0.0);
        let mut top = 0.0;
        for row in &rows.list {
            top += height(ui, state, row, width);
            self.tops.push(top);
        }
        self.rows = Some(Arc::clone(rows));
        self.width = width;
    }

    /// Height of all rows.
    pub(super) fn height(&self) -> f32 {
        self.tops.last().copied().unwrap_or(0.0)
    }

    /// The rows of which something lies in `range`.
    pub(super) fn visible(&self, range: Rangef) -> Range<usize> {
        let rows = self.tops.len().saturating_sub(1);
        let first = self.tops.partition_point(|top| *top <= range.min);
        let end = self.tops.partition_point(|top| *top < range.max);
        first.saturating_sub(1).min(rows)..end.min(rows)
    }

    /// Top and bottom of a row.
    pub(super) fn span(&self, index: usize) -> Rangef {
        Rangef::new(self.tops[index], self.tops[index + 1])
    }

    /// Remembers how much of the tree is on screen.
    pub(super) fn set_page(&mut self, page: f32, offset: f32) {
        (self.page, self.offset) = (page, offset);
    }

    /// The scroll offset at which row `index` is on screen; `None` when it is already.
    pub(super) fn offset_to_show(&self, index: usize) -> Option<f32> {
        let (top, bottom) = (*self.tops.get(index)?, *self.tops.get(index + 1)?);
        if top < self.offset {
            Some(top)
        } else if bottom > self.offset + self.page {
            Some(bottom - self.page)
        } else {
            None
        }
    }
}

/// The left edge of a reason below a row at `depth` less one.
pub(super) fn note_left(depth: u8) -> f32 {
    GAP + f32::from(depth) * INDENT
}

fn height(ui: &Ui, state: &State, row: &Row, width: f32) -> f32 {
    let Node::Note(note) = row.node else {
        return ROW;
    };
    let room = width - note_left(row.depth) - SPACE;
    let Some(reason) = note.reason(state) else {
        return 0.0;
    };
    // Below the reason of a group that failed there is a button.
    let button = if matches!(note, Note::Failed(_)) {
        ROW + GAP
    } else {
        0.0
    };
    note_height(ui, reason, room) + button + 2.0 * GAP
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(heights: &[f32]) -> Layout {
        let mut tops = vec![0.0];
        for height in heights {
            tops.push(tops[tops.len() - 1] + height);
        }
        Layout {
            tops,
            page: 50.0,
            offset: 10.0,
            ..Layout::default()
        }
    }

    #[test]
    fn only_rows_on_screen_are_visible() {
        let layout = layout(&[20.0, 40.0, 20.0, 20.0]);
        assert_eq!(layout.visible(Rangef::new(0.0, 20.0)), 0..1);
        assert_eq!(layout.visible(Rangef::new(20.0, 61.0)), 1..3);
        assert_eq!(layout.visible(Rangef::new(95.0, 900.0)), 3..4);
        assert_eq!(Layout::default().visible(Rangef::new(0.0, 100.0)), 0..0);
    }

    #[test]
    fn scrolling_goes_no_further_than_needed() {
        let layout = layout(&[20.0, 40.0, 20.0, 20.0]);
        assert_eq!(layout.offset_to_show(0), Some(0.0));
        assert_eq!(layout.offset_to_show(1), None);
        assert_eq!(layout.offset_to_show(3), Some(50.0));
        assert_eq!(layout.offset_to_show(9), None);
    }
}
