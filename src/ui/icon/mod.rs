//! Small pictures, painted as strokes so that they are crisp at every scale and take the colour
//! of the text beside them.

mod strokes;

use egui::{
    Color32, CornerRadius, Painter, Pos2, Rect, Response, Role, Sense, Shape, Stroke, Ui,
    WidgetInfo, pos2, vec2,
};

use crate::model::catalog::Kind;
use crate::ui::theme::{self, RADIUS, ROW};

/// Side of the square an icon fills, in points.
pub const SIZE: f32 = 16.0;

/// A picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// Closed: what is below is hidden.
    Closed,
    /// Open: what is below is shown.
    Open,
    /// Take away, close.
    Close,
    /// Put on the clipboard.
    Copy,
    /// Look for.
    Search,
    /// Something is missing.
    Warning,
    /// An explanation.
    Info,
    /// Hold still.
    Hold,
    /// Run along.
    Follow,
    /// Light theme.
    Sun,
    /// Dark theme.
    Moon,
    /// The system's theme.
    System,
    /// Keys and gestures.
    Help,
    /// Fold everything.
    Fold,
    /// Unfold everything.
    Unfold,
    /// A level.
    Gauge,
    /// A growing count.
    Count,
    /// A share.
    Ratio,
    /// True or false.
    Flag,
    /// A time.
    Clock,
    /// An identifier.
    Identifier,
    /// Nothing is known.
    Unknown,
}

impl Icon {
    /// The picture of what a metric's values mean.
    pub fn of_kind(kind: Kind) -> Self {
        match kind {
            Kind::Gauge => Self::Gauge,
            Kind::Monotonic { .. } => Self::Count,
            Kind::Ratio => Self::Ratio,
            Kind::Flag => Self::Flag,
            Kind::Timestamp => Self::Clock,
            Kind::Identifier => Self::Identifier,
            Kind::Unknown => Self::Unknown,
        }
    }

    /// Paints the icon into the middle of `rect`.
    pub fn paint(self, painter: &Painter, rect: Rect, color: Color32) {
        let origin = rect.center() - vec2(SIZE, SIZE) / 2.0;
        let place = |&(x, y): &(f32, f32)| -> Pos2 { origin + vec2(x, y) };
        let stroke = Stroke::new(1.25, color);
        match self {
            Self::Hold => {
                for x in [4.0, 9.5] {
                    let bar = Rect::from_min_size(place(&(x, 3.0)), vec2(2.5, 10.0));
                    painter.rect_filled(bar, CornerRadius::ZERO, color);
                }
            }
            Self::Follow => {
                let points = [(4.5, 2.5), (13.0, 8.0), (4.5, 13.5)];
                let points = points.iter().map(place).collect();
                painter.add(Shape::convex_polygon(points, color, Stroke::NONE));
            }
            _ => {}
        }
        for points in self.strokes() {
            painter.line(points.iter().map(place).collect(), stroke);
        }
        for (center, radius) in self.circles() {
            painter.circle_stroke(place(center), *radius, stroke);
        }
    }
}

/// A square button that shows `icon`; `name` is its tooltip and what assistive tools read.
pub fn icon_button(ui: &mut Ui, icon: Icon, name: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ROW, ROW), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    if ui.is_rect_visible(rect) {
        paint_button(ui, &response, rect);
        let tokens = theme::tokens(ui.visuals());
        let color = if response.hovered() {
            tokens.text
        } else {
            tokens.text_weak
        };
        icon.paint(ui.painter(), rect, color);
    }
    response.on_hover_text(name)
}

/// The ground of a button without a frame at rest: shown under the pointer and with focus.
pub fn paint_button(ui: &Ui, response: &Response, rect: Rect) {
    let tokens = theme::tokens(ui.visuals());
    let radius = CornerRadius::same(RADIUS);
    if response.hovered() || response.is_pointer_button_down_on() {
        ui.painter().rect_filled(rect, radius, tokens.hover);
    }
    if response.has_focus() {
        paint_focus(ui, rect);
    }
}

/// Three dots of which one after the other is bright, for as long as something is awaited.
pub fn paint_waiting(ui: &Ui, rect: Rect) {
    let tokens = theme::tokens(ui.visuals());
    let bright = (ui.input(|input| input.time) * 3.0) as usize % 3;
    for dot in 0..3 {
        let color = if dot == bright {
            tokens.accent
        } else {
            tokens.line
        };
        let center = rect.center() + vec2(5.0 * (dot as f32 - 1.0), 0.0);
        ui.painter().circle_filled(center, 1.75, color);
    }
    ui.request_repaint_after(std::time::Duration::from_millis(333));
}

/// The ring around what the keyboard acts on.
pub fn paint_focus(ui: &Ui, rect: Rect) {
    let tokens = theme::tokens(ui.visuals());
    let radius = CornerRadius::same(RADIUS);
    let stroke = Stroke::new(1.5, tokens.accent);
    ui.painter()
        .rect_stroke(rect, radius, stroke, egui::StrokeKind::Inside);
}

/// A box that is ticked, unticked or partly ticked, painted into the middle of `rect`.
pub fn paint_box(
    painter: &Painter,
    rect: Rect,
    ticked: Option<bool>,
    enabled: bool,
    tokens: &theme::Tokens,
) {
    let side = Rect::from_center_size(rect.center(), vec2(14.0, 14.0));
    let radius = CornerRadius::same(3);
    let (ink, line) = if enabled {
        (tokens.accent, tokens.text_faint)
    } else {
        (tokens.text_faint, tokens.line)
    };
    if ticked == Some(false) {
        let stroke = Stroke::new(1.25, line);
        painter.rect(
            side,
            radius,
            tokens.canvas,
            stroke,
            egui::StrokeKind::Inside,
        );
        return;
    }
    painter.rect_filled(side, radius, ink);
    let at = |x: f32, y: f32| pos2(side.left() + x, side.top() + y);
    let mark = if ticked == Some(true) {
        vec![at(3.0, 7.2), at(6.0, 10.2), at(11.2, 4.0)]
    } else {
        vec![at(3.5, 7.0), at(10.5, 7.0)]
    };
    painter.line(mark, Stroke::new(1.75, tokens.canvas));
}
