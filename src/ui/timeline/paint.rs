//! Paints what the view model decided: one chart's gutter and curves.

use egui::epaint::Mesh;
use egui::{Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2};

use crate::model::catalog::MetricId;
use crate::ui::theme::{GAP, TEXT_SMALL, Tokens};
use crate::ui::timeline::columns::Columns;
use crate::ui::timeline::drawings::Drawings;
use crate::ui::timeline::line::Line;
use crate::ui::timeline::marks;
use crate::ui::timeline::stroke::{Pen, PixelFrame, dot, stroke};
use crate::ui::timeline::time_axis::TimeAxis;
use crate::ui::timeline::time_scale::TimeScale;
use crate::ui::timeline::view_model::{AxisModel, ChartModel, CurveModel, LaneModel};

/// Width of a curve, in points.
const LINE_WIDTH: f32 = 1.25;
/// Width of a curve that is pointed at in the legend, in points.
const STRONG_LINE_WIDTH: f32 = 2.25;
/// Radius of a sample that stands alone, in points.
const DOT_RADIUS: f32 = 2.0;

/// Where and with what a chart is painted.
#[derive(Clone, Copy)]
pub(super) struct Canvas<'a> {
    /// Restricted to the visible part of the stack.
    pub(super) painter: &'a Painter,
    /// Colours.
    pub(super) tokens: &'static Tokens,
    /// Edges of gutter and curves.
    pub(super) columns: &'a Columns,
    /// The curves' place, with edges on physical pixels.
    pub(super) plot: Rect,
    /// The part of `plot` above the lanes.
    pub(super) curves: Rect,
    /// Session time on screen.
    pub(super) time: &'a TimeScale,
    /// The metric that is pointed at in the legend.
    pub(super) strong: Option<MetricId>,
}

impl Canvas<'_> {
    fn frame(&self) -> PixelFrame {
        PixelFrame {
            origin: self.plot.min,
            pixels_per_point: self.columns.pixels_per_point,
        }
    }

    fn clipped(&self) -> Painter {
        self.painter
            .with_clip_rect(self.plot.intersect(self.painter.clip_rect()))
    }
}

/// Paints ground, grid, gaps, curves, lanes and marks.
pub(super) fn paint(canvas: &Canvas<'_>, model: &ChartModel, drawings: &Drawings, axis: &TimeAxis) {
    let ground = CornerRadius::ZERO;
    canvas
        .painter
        .rect_filled(canvas.plot, ground, canvas.tokens.canvas);
    gaps(canvas, &model.gaps);
    time_grid(canvas, axis);
    if let Some(axis) = model.labelled(canvas.strong) {
        value_axis(canvas, axis);
    }
    lanes(canvas, &model.lanes);
    let mut mesh = Mesh::default();
    for curve in &model.curves {
        if let Some(drawing) = drawings.of(curve.metric) {
            curve_mesh(&mut mesh, canvas, curve, &drawing.line);
        }
    }
    marks::add(&mut mesh, canvas, &model.marks);
    canvas.clipped().add(Shape::mesh(mesh));
}

fn small() -> FontId {
    FontId::proportional(TEXT_SMALL)
}

fn gaps(canvas: &Canvas<'_>, gaps: &[(f32, f32)]) {
    let frame = canvas.frame();
    let height = canvas.plot.height() * canvas.columns.pixels_per_point;
    let mut mesh = Mesh::default();
    for &(start, end) in gaps {
        let (start, end) = (start.floor(), end.round().max(start.floor() + 1.0));
        let rect = Rect::from_min_max(frame.point(start, 0.0), frame.point(end, height));
        mesh.add_colored_rect(rect.intersect(canvas.plot), canvas.tokens.gap);
    }
    canvas.clipped().add(Shape::mesh(mesh));
}

fn time_grid(canvas: &Canvas<'_>, axis: &TimeAxis) {
    let stroke = Stroke::new(1.0 / canvas.columns.pixels_per_point, canvas.tokens.grid);
    for mark in &axis.marks {
        let x = pixel_center(canvas, canvas.time.x(mark.time));
        canvas.clipped().vline(x, canvas.plot.y_range(), stroke);
    }
}

/// The middle of the physical pixel that `pixel` lies in.
fn pixel_center(canvas: &Canvas<'_>, pixel: f64) -> f32 {
    canvas.columns.x(pixel.round() + 0.5)
}

fn value_axis(canvas: &Canvas<'_>, model: &AxisModel) {
    let pixel = 1.0 / canvas.columns.pixels_per_point;
    let bottom = canvas.curves.bottom();
    // The unit stands where the topmost label would.
    let mut lowest_free = canvas.curves.top() + TEXT_SMALL * 1.4;
    let right = canvas.columns.gutter.max - GAP;
    let corner = pos2(right, canvas.curves.top() + 1.0);
    let unit = model.axis.unit.as_str();
    if unit.is_empty() {
        lowest_free = canvas.curves.top();
    } else {
        text(
            canvas,
            corner,
            Align2::RIGHT_TOP,
            unit,
            canvas.tokens.text_weak,
        );
    }
    if let Some(base) = &model.axis.base {
        let at = canvas.curves.left_bottom() + vec2(GAP, -1.0);
        text(
            canvas,
            at,
            Align2::LEFT_BOTTOM,
            &format!("{base} +"),
            canvas.tokens.text_faint,
        );
    }
    for mark in &model.axis.marks {
        let y = canvas.curves.top() + model.scale.y(mark.value) * pixel;
        let y = ((y / pixel).floor() + 0.5) * pixel;
        let color = if mark.value == 0.0 {
            canvas.tokens.line
        } else {
            canvas.tokens.grid
        };
        let stroke = Stroke::new(pixel, color);
        canvas.clipped().hline(canvas.plot.x_range(), y, stroke);
        let half = TEXT_SMALL * 0.7;
        if y - half >= lowest_free - half * 0.5 && y <= canvas.plot.bottom() + 1.0 {
            let y = y.clamp(canvas.curves.top() + half, bottom - half);
            let at = pos2(right, y);
            text(
                canvas,
                at,
                Align2::RIGHT_CENTER,
                &mark.label,
                canvas.tokens.text_weak,
            );
        }
    }
}

fn text(canvas: &Canvas<'_>, at: Pos2, align: Align2, text: &str, color: Color32) {
    canvas.painter.text(at, align, text, small(), color);
}

/// Adds a curve in triangles: strips for its runs, dots for samples that stand alone.
fn curve_mesh(mesh: &mut Mesh, canvas: &Canvas<'_>, curve: &CurveModel, line: &Line) {
    let frame = canvas.frame();
    let is_strong = canvas.strong == Some(curve.metric);
    let is_faint = canvas.strong.is_some() && !is_strong;
    let color = curve.slot.color(&canvas.tokens.series);
    let color = if is_faint {
        color.gamma_multiply(0.35)
    } else {
        color
    };
    let width = if is_strong {
        STRONG_LINE_WIDTH
    } else {
        LINE_WIDTH
    };
    let pen = Pen {
        color,
        width: (width * frame.pixels_per_point).max(1.0),
        dash: curve.slot.dash(),
        phase: canvas.time.first(),
    };
    for run in line.runs() {
        if let [alone] = run
            && alone.top == alone.bottom
        {
            let center = frame.point(alone.column as f32 + 0.5, alone.first);
            dot(
                mesh,
                center,
                DOT_RADIUS,
                1.0 / frame.pixels_per_point,
                color,
            );
        } else {
            stroke(mesh, run, &pen, &frame);
        }
    }
}

fn lanes(canvas: &Canvas<'_>, lanes: &[LaneModel]) {
    if lanes.is_empty() {
        return;
    }
    let top = if canvas.curves.height() > 0.0 {
        canvas.curves.bottom()
    } else {
        canvas.plot.top()
    };
    let height = (canvas.plot.bottom() - top) / lanes.len() as f32;
    let (frame, painter) = (canvas.frame(), canvas.clipped());
    let pixel = 1.0 / canvas.columns.pixels_per_point;
    for (index, lane) in lanes.iter().enumerate() {
        let bottom = top + height * (index + 1) as f32;
        let (up, down) = (bottom - height * 0.8, bottom - height * 0.15);
        let color = lane.slot.color(&canvas.tokens.series);
        painter.hline(
            canvas.plot.x_range(),
            down,
            Stroke::new(pixel, canvas.tokens.grid),
        );
        let mut mesh = Mesh::default();
        for &(start, end, mixed) in &lane.spans {
            let (left, right) = (
                frame.point(start.floor(), 0.0).x,
                frame.point(end.ceil(), 0.0).x,
            );
            let span = Rect::from_min_max(pos2(left, up), pos2(right, down));
            let fill = color.gamma_multiply(if mixed { 0.45 } else { 0.85 });
            mesh.add_colored_rect(span.intersect(canvas.plot), fill);
        }
        painter.add(Shape::mesh(mesh));
        let at = pos2(canvas.columns.gutter.max - GAP, f32::midpoint(up, down));
        let gutter = Rect::from_x_y_ranges(canvas.columns.gutter, canvas.plot.y_range());
        let clip = gutter.intersect(canvas.painter.clip_rect());
        let painter = canvas.painter.with_clip_rect(clip);
        painter.text(
            at,
            Align2::RIGHT_CENTER,
            &lane.label,
            small(),
            canvas.tokens.text_weak,
        );
    }
}
