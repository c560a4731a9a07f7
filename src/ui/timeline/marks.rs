//! Small signs on the edges of a chart for what happened.
//!
//! Drops hang from the upper edge in the colour of what is wrong, torn rows are notches in it,
//! resets stand on the lower edge, values that are not finite are crosses; the last two are in
//! the colour of their series. Plain triangles: there may be many.

use egui::epaint::Mesh;
use egui::{Color32, Pos2, pos2, vec2};

use crate::model::decimate::MarkKind;
use crate::ui::timeline::paint::Canvas;
use crate::ui::timeline::view_model::MarkModel;

/// Side of a sign, in points.
const SIDE: f32 = 6.0;
/// Width of a line that is part of one, in points.
const LINE: f32 = 1.25;

/// Adds the signs of `marks` to `mesh`.
pub(super) fn add(mesh: &mut Mesh, canvas: &Canvas<'_>, marks: &[MarkModel]) {
    for mark in marks {
        let x = canvas.columns.x(f64::from(mark.x));
        let series = mark.slot.map_or(canvas.tokens.text_weak, |slot| {
            slot.color(&canvas.tokens.series)
        });
        let (top, bottom) = (pos2(x, canvas.plot.top()), pos2(x, canvas.plot.bottom()));
        match mark.kind {
            MarkKind::Drop => drop_sign(mesh, top, canvas.tokens.danger),
            MarkKind::Torn => torn_sign(mesh, top, canvas.tokens.warning),
            MarkKind::Reset => reset_sign(mesh, bottom, series),
            MarkKind::NotFinite => cross(mesh, top + vec2(0.0, SIDE), series),
        }
    }
}

/// A triangle that points down.
fn drop_sign(mesh: &mut Mesh, at: Pos2, color: Color32) {
    let half = SIDE / 2.0;
    let corners = [vec2(-half, 0.0), vec2(half, 0.0), vec2(0.0, SIDE)];
    let [a, b, c] = corners.map(|corner| at + corner);
    quad(mesh, [a, b, c, c], color);
}

/// A notch.
fn torn_sign(mesh: &mut Mesh, at: Pos2, color: Color32) {
    let (half, low) = (SIDE / 2.0, vec2(0.0, SIDE));
    for side in [-half, half] {
        let (start, end) = (at + vec2(side, 0.0), at + low);
        let wide = vec2(LINE, 0.0);
        quad(mesh, [start, start + wide, end + wide, end], color);
    }
}

/// A diamond.
fn reset_sign(mesh: &mut Mesh, at: Pos2, color: Color32) {
    let (half, height) = (SIDE / 2.0, SIDE * 1.5);
    let corners = [
        (0.0, -height),
        (half, -height / 2.0),
        (0.0, 0.0),
        (-half, -height / 2.0),
    ];
    quad(mesh, corners.map(|(x, y)| at + vec2(x, y)), color);
}

fn cross(mesh: &mut Mesh, at: Pos2, color: Color32) {
    let half = SIDE / 2.0;
    for sign in [-1.0, 1.0] {
        let (arm, wide) = (vec2(half, half * sign), vec2(-sign, 1.0) * LINE / 2.0);
        let (start, end) = (at - arm, at + arm);
        quad(
            mesh,
            [start - wide, end - wide, end + wide, start + wide],
            color,
        );
    }
}

/// A convex quadrilateral.
fn quad(mesh: &mut Mesh, corners: [Pos2; 4], color: Color32) {
    let first = mesh.vertices.len() as u32;
    for corner in corners {
        mesh.colored_vertex(corner, color);
    }
    mesh.add_triangle(first, first + 1, first + 2);
    mesh.add_triangle(first, first + 2, first + 3);
}
