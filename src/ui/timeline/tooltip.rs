//! The small table beside the pointer: what the series of the chart say there.

use egui::{
    Align2, Color32, CornerRadius, FontId, Id, LayerId, Order, Pos2, Rect, Stroke, StrokeKind, Ui,
    Vec2, pos2, vec2,
};

use crate::ui::theme::{self, GAP, RADIUS, SPACE, TEXT, TEXT_SMALL};
use crate::ui::timeline::hover::Said;

/// Rows shown at most; the legend shows the others.
const MOST_ROWS: usize = 8;
/// From the pointer's line to the table.
const DISTANCE: f32 = 12.0;
const LINE: f32 = 18.0;
const SWATCH: f32 = 10.0;

/// What the table says.
pub(super) struct Table<'a> {
    /// The instant.
    pub(super) heading: String,
    /// The series.
    pub(super) said: &'a [Said],
    /// The one closest to the pointer.
    pub(super) closest: Option<usize>,
}

/// Paints the table beside `pointer`, inside `bounds`, where it covers the curve least.
pub(super) fn paint(ui: &Ui, pointer: Pos2, bounds: Rect, plot: Rect, table: &Table<'_>) {
    let tokens = theme::tokens(ui.visuals());
    let layer = LayerId::new(Order::Tooltip, Id::unique("chart table"));
    let painter = ui.ctx().layer_painter(layer);
    let font = FontId::proportional(TEXT_SMALL + 1.0);
    let layout =
        |text: &str, color: Color32| painter.layout_no_wrap(text.to_owned(), font.clone(), color);
    let heading = layout(&table.heading, tokens.text_weak);
    let rows: Vec<_> = ordered(table)
        .map(|(index, said)| {
            let is_closest = table.closest == Some(index);
            let ink = if is_closest {
                tokens.text
            } else {
                tokens.text_weak
            };
            let value = if said.short.is_empty() {
                tokens.text_faint
            } else {
                ink
            };
            (said, layout(&said.label, ink), layout(&said.text, value))
        })
        .collect();
    let names = rows.iter().map(|row| row.1.size().x).fold(0.0, f32::max);
    let values = rows.iter().map(|row| row.2.size().x).fold(0.0, f32::max);
    let exact = closest_exact(table).map(|text| layout(&text, tokens.text_weak));
    let exact_width = exact.as_ref().map_or(0.0, |galley| galley.size().x);
    let width = (SWATCH + GAP + names + 2.0 * SPACE + values)
        .max(heading.size().x)
        .max(exact_width);
    let lines = 1 + rows.len() + usize::from(exact.is_some());
    let size = vec2(width + 2.0 * SPACE, lines as f32 * LINE + SPACE);
    let rect = place(pointer, size, bounds, plot);
    let stroke = Stroke::new(1.0, tokens.line);
    let radius = CornerRadius::same(RADIUS);
    painter.rect(rect, radius, tokens.raised, stroke, StrokeKind::Inside);
    let mut at = rect.min + vec2(SPACE, SPACE / 2.0);
    let centered = |at: Pos2, height: f32| pos2(at.x, at.y + (LINE - height) / 2.0);
    painter.galley(centered(at, heading.size().y), heading, tokens.text);
    for (said, name, value) in rows {
        at.y += LINE;
        let color = said.slot.color(&tokens.series);
        let middle = pos2(at.x + SWATCH / 2.0, at.y + LINE / 2.0);
        painter.circle_filled(middle, SWATCH / 2.0 - 1.0, color);
        painter.galley(
            centered(at + vec2(SWATCH + GAP, 0.0), name.size().y),
            name,
            tokens.text,
        );
        let right = rect.right() - SPACE - value.size().x;
        painter.galley(
            centered(pos2(right, at.y), value.size().y),
            value,
            tokens.text,
        );
    }
    if let Some(exact) = exact {
        at.y += LINE;
        painter.galley(centered(at, exact.size().y), exact, tokens.text);
    }
}

/// As many rows as there is room for; the closest one is always among them.
fn ordered<'a>(table: &'a Table<'_>) -> impl Iterator<Item = (usize, &'a Said)> {
    let first = table
        .closest
        .map_or(0, |closest| (closest + 1).saturating_sub(MOST_ROWS));
    table.said.iter().enumerate().skip(first).take(MOST_ROWS)
}

fn closest_exact(table: &Table<'_>) -> Option<String> {
    let exact = table.said.get(table.closest?)?.exact.as_ref()?;
    Some(format!("read {exact}"))
}

/// Beside the pointer inside the chart if there is room, in the half where the curve is not.
fn place(pointer: Pos2, size: Vec2, bounds: Rect, plot: Rect) -> Rect {
    let (right, left) = (pointer.x + DISTANCE, pointer.x - DISTANCE - size.x);
    let x = if right + size.x <= plot.right() || left < plot.left() {
        right
    } else {
        left
    };
    let y = if pointer.y < plot.center().y {
        plot.bottom() - GAP - size.y
    } else {
        plot.top() + GAP
    };
    let inside = |start: f32, length: f32, low: f32, high: f32| start.min(high - length).max(low);
    let corner = pos2(
        inside(x, size.x, bounds.left(), bounds.right()),
        inside(y, size.y, bounds.top(), bounds.bottom()),
    );
    Rect::from_min_size(corner, size)
}

/// A line of ordinary text in the middle of `rect`.
pub(super) fn remark(ui: &Ui, rect: Rect, text: &str) {
    let tokens = theme::tokens(ui.visuals());
    let font = FontId::proportional(TEXT);
    ui.painter().text(
        rect.center(),
        Align2::CENTER_CENTER,
        text,
        font,
        tokens.text_weak,
    );
}
