//! The catalog: every driver, device, group and metric there is, what can be sampled and why the
//! rest cannot.

pub mod ticks;
pub mod tooltip;

mod filter;
mod layout;
mod paint;
mod row_painter;
mod values;
mod view_model;

use std::sync::Arc;
use std::time::Instant;

use egui::{
    Id, Key, Margin, Modifiers, Rect, Response, ScrollArea, TextEdit, Ui, UiBuilder, pos2, vec2,
};

use crate::capture::state::State;
use crate::model::catalog::MetricId;
use crate::ui::action::Action;
use crate::ui::catalog::layout::Layout;
use crate::ui::catalog::paint::RowUi;
use crate::ui::catalog::values::Values;
use crate::ui::catalog::view_model::{Cache, Node, Rows, Tree};
use crate::ui::icon::{self, Icon, icon_button};
use crate::ui::theme::palette::SeriesSlot;
use crate::ui::theme::{self, GAP, ROW, SPACE};

/// The tree, its filter and what of it is open.
#[derive(Default)]
pub struct Catalog {
    tree: Tree,
    cache: Cache,
    layout: Layout,
    values: Values,
    text: String,
    focus_filter: bool,
    /// The row that takes the keyboard as soon as it is on screen.
    focus_row: Option<usize>,
}

impl Catalog {
    /// Puts the cursor into the filter.
    pub fn focus_filter(&mut self) {
        self.focus_filter = true;
    }

    /// Draws the panel. `slot` tells by which colour a charted metric is drawn.
    pub fn ui(
        &mut self,
        ui: &mut Ui,
        state: &State,
        slot: &dyn Fn(MetricId) -> Option<SeriesSlot>,
        actions: &mut Vec<Action>,
    ) {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.add_space(SPACE);
        self.filter_ui(ui);
        let rows = self.cache.rows(state, &mut self.tree);
        self.summary_ui(ui, state, &rows, actions);
        ui.add_space(GAP);
        self.rows_ui(ui, state, &rows, slot, actions);
    }

    fn filter_ui(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            ui.add_space(SPACE);
            let field = self.field_ui(ui);
            let square = |x: f32| {
                let center = pos2(x, field.rect.center().y);
                Rect::from_center_size(center, vec2(ROW, ROW))
            };
            let lens = square(field.rect.left() + SPACE + icon::SIZE / 2.0);
            let tokens = theme::tokens(ui.visuals());
            Icon::Search.paint(ui.painter(), lens, tokens.text_faint);
            if !self.text.is_empty() {
                let right = UiBuilder::new().max_rect(square(field.rect.right() - ROW / 2.0));
                let clear =
                    ui.scope_builder(right, |ui| icon_button(ui, Icon::Close, "Clear the filter"));
                if clear.inner.clicked() {
                    self.text.clear();
                }
            }
        });
        if self.text != self.tree.filter.text() {
            self.tree.set_filter(&self.text);
            self.cache.invalidate();
        }
    }

    fn field_ui(&mut self, ui: &mut Ui) -> Response {
        let width = ui.available_width() - SPACE;
        let left = SPACE + icon::SIZE + GAP;
        let margin = Margin {
            left: left as i8,
            right: ROW as i8,
            top: 4,
            bottom: 4,
        };
        let field = ui.add(
            TextEdit::singleline(&mut self.text)
                .id(Id::unique("catalog filter"))
                .hint_text("Filter metrics")
                .margin(margin)
                .min_size(vec2(width, ROW))
                .desired_width(width - left - ROW),
        );
        ui.ctx()
            .accesskit_node_builder(field.id, |node| node.set_label("Filter metrics"));
        if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Escape)) {
            self.text.clear();
        }
        if std::mem::take(&mut self.focus_filter) {
            field.request_focus();
        }
        field
    }

    /// How many metrics there are or match, how many are ticked, and buttons for the whole tree.
    fn summary_ui(&mut self, ui: &mut Ui, state: &State, rows: &Rows, actions: &mut Vec<Action>) {
        let tokens = theme::tokens(ui.visuals());
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            ui.add_space(SPACE + GAP);
            let text = if self.tree.filter.is_empty() {
                count(rows.metrics_known)
            } else {
                format!("{} of {}", rows.metrics_shown, count(rows.metrics_known))
            };
            ui.label(egui::RichText::new(text).color(tokens.text_weak));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.add_space(SPACE);
                if icon_button(ui, Icon::Fold, "Close all groups").clicked() {
                    self.open_all(state, false);
                }
                if icon_button(ui, Icon::Unfold, "Open all groups").clicked() {
                    self.open_all(state, true);
                }
                let ticked = ticked(state);
                if ticked > 0 {
                    if icon_button(ui, Icon::Close, "Untick every metric").clicked() {
                        actions.push(Action::ShowNothing);
                    }
                    let text = format!("{ticked} ticked");
                    ui.label(egui::RichText::new(text).color(tokens.text_weak));
                }
            });
        });
    }

    fn open_all(&mut self, state: &State, open: bool) {
        self.tree.open_all(state, open);
        self.cache.invalidate();
    }

    fn rows_ui(
        &mut self,
        ui: &mut Ui,
        state: &State,
        rows: &Arc<Rows>,
        slot: &dyn Fn(MetricId) -> Option<SeriesSlot>,
        actions: &mut Vec<Action>,
    ) {
        self.values.begin_frame(Instant::now());
        let mut area = ScrollArea::vertical()
            .auto_shrink(false)
            .id_salt("catalog rows");
        if let Some(offset) = self.scroll_to_focus(ui) {
            area = area.vertical_scroll_offset(offset);
        }
        let shown = area.show_viewport(ui, |ui, viewport| {
            self.layout.update(ui, state, rows);
            ui.set_height(self.layout.height());
            let origin = ui.max_rect().min;
            let width = ui.available_width();
            for index in self.layout.visible(viewport.y_range()) {
                let span = self.layout.span(index);
                let rect = Rect::from_x_y_ranges(
                    origin.x..=origin.x + width,
                    origin.y + span.min..=origin.y + span.max,
                );
                self.row_ui(ui, state, rows, index, rect, slot, actions);
            }
        });
        self.layout
            .set_page(shown.inner_rect.height(), shown.state.clamped_offset().y);
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "a row is painted from all of these"
    )]
    fn row_ui(
        &mut self,
        ui: &mut Ui,
        state: &State,
        rows: &Rows,
        index: usize,
        rect: Rect,
        slot: &dyn Fn(MetricId) -> Option<SeriesSlot>,
        actions: &mut Vec<Action>,
    ) {
        let row = &rows.list[index];
        let painted = RowUi {
            state,
            row,
            rect,
            slot,
            values: &mut self.values,
            actions,
        }
        .ui(ui);
        let Some(response) = painted else {
            return;
        };
        if self.focus_row == Some(index) {
            self.focus_row = None;
            response.request_focus();
        }
        if let Some(open) = row.expanded
            && response.clicked()
        {
            self.tree.open(row.node, !open);
            self.cache.invalidate();
        }
        if response.has_focus() {
            self.keys(ui, rows, index, response.id);
        }
    }

    /// Arrow keys walk through the tree, open and close.
    fn keys(&mut self, ui: &Ui, rows: &Rows, index: usize, id: Id) {
        let arrows = egui::EventFilter {
            horizontal_arrows: true,
            vertical_arrows: true,
            ..egui::EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, arrows));
        if !ui.memory(|memory| memory.had_focus_last_frame(id)) {
            // The filter is taken from the second frame on: there has to be one.
            ui.request_repaint();
        }
        let row = &rows.list[index];
        // Taken, or the row that gets the keyboard in this same frame would walk on.
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        let target = if pressed(Key::ArrowDown) {
            walk(rows, index, 1)
        } else if pressed(Key::ArrowUp) {
            walk(rows, index, -1)
        } else if pressed(Key::ArrowRight) {
            match row.expanded {
                Some(false) => self.open(row.node, true),
                Some(true) => walk(rows, index, 1),
                None => None,
            }
        } else if pressed(Key::ArrowLeft) {
            match row.expanded {
                Some(true) => self.open(row.node, false),
                _ => parent(rows, index),
            }
        } else {
            None
        };
        if target.is_some() {
            self.focus_row = target;
            ui.request_repaint();
        }
    }

    /// Opens or closes a row; the keyboard stays where it is.
    fn open(&mut self, node: Node, open: bool) -> Option<usize> {
        self.tree.open(node, open);
        self.cache.invalidate();
        None
    }

    /// Where to scroll so that the row that takes the keyboard is on screen.
    fn scroll_to_focus(&self, ui: &Ui) -> Option<f32> {
        let index = self.focus_row?;
        ui.request_repaint();
        self.layout.offset_to_show(index)
    }
}

/// The row `step` places further that the keyboard can stand on.
fn walk(rows: &Rows, from: usize, step: isize) -> Option<usize> {
    let mut index = from;
    loop {
        index = index.checked_add_signed(step)?;
        let row = rows.list.get(index)?;
        if !matches!(
            row.node,
            Node::Note(_) | Node::Pending(_) | Node::Discovering
        ) {
            return Some(index);
        }
    }
}

/// The row that holds the row at `index`.
fn parent(rows: &Rows, index: usize) -> Option<usize> {
    let depth = rows.list[index].depth;
    let above = &rows.list[..index];
    above
        .iter()
        .rposition(|row| row.depth < depth && row.expanded.is_some())
}

/// How many metrics are charted.
fn ticked(state: &State) -> usize {
    let sampled = state
        .groups
        .iter()
        .filter(|(_, group)| !group.wanted.is_empty());
    sampled
        .filter_map(|(id, group)| Some(ticks::count(state.group_info(*id)?, &group.wanted).1))
        .sum()
}

fn count(metrics: usize) -> String {
    match metrics {
        1 => "1 metric".to_owned(),
        _ => format!("{metrics} metrics"),
    }
}
