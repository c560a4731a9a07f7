//! Turns the outlines of curves into triangles.
//!
//! One mesh a curve, made here and not by egui's tessellator: a strip between neighbouring
//! profiles with a soft edge above and below. See [`crate::ui::timeline::curve`] for the shape.

use std::f32::consts::TAU;

use egui::epaint::{Mesh, Vertex, WHITE_UV};
use egui::{Color32, Pos2, Vec2};

use crate::ui::theme::palette::Dash;
use crate::ui::timeline::curve::{Cut, Profile, outline};

/// Where physical pixels of a chart lie on screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct PixelFrame {
    /// The chart's upper left corner, in points.
    pub(super) origin: Pos2,
    /// Physical pixels a point.
    pub(super) pixels_per_point: f32,
}

impl PixelFrame {
    /// The point at `x`, `y` physical pixels from the corner.
    pub(super) fn point(&self, x: f32, y: f32) -> Pos2 {
        Pos2 {
            x: self.origin.x + x / self.pixels_per_point,
            y: self.origin.y + y / self.pixels_per_point,
        }
    }
}

/// How a curve looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pen {
    /// Opaque or not.
    pub(super) color: Color32,
    /// Line width in physical pixels.
    pub(super) width: f32,
    /// Where the line is interrupted.
    pub(super) dash: Dash,
    /// Added to a column's number so that dashes move along with the data.
    pub(super) phase: i64,
}

impl Pen {
    /// Columns drawn and columns left out, in turn.
    fn pattern(&self, pixels_per_point: f32) -> Option<(i64, i64)> {
        let pixels = |points: f32| (points * pixels_per_point).round().max(1.0) as i64;
        match self.dash {
            Dash::Solid => None,
            Dash::Dashed => Some((pixels(7.0), pixels(4.0))),
            Dash::Dotted => Some((pixels(2.0), pixels(3.0))),
        }
    }
}

/// Adds the curve through unbroken `cuts` to `mesh`.
pub(super) fn stroke(mesh: &mut Mesh, cuts: &[Cut], pen: &Pen, frame: &PixelFrame) {
    let pattern = pen.pattern(frame.pixels_per_point);
    // At most four vertices and three quads for each cut and for both ends.
    mesh.reserve_vertices(4 * (cuts.len() + 2));
    mesh.reserve_triangles(6 * (cuts.len() + 2));
    let mut strip = Strip {
        mesh,
        frame,
        color: pen.color,
        open: false,
    };
    outline(cuts, pen.width, pattern.is_some(), |profile| {
        let drawn = pattern.is_none_or(|(on, off)| {
            (profile.x.floor() as i64 + pen.phase).rem_euclid(on + off) < on
        });
        if drawn {
            strip.extend(&profile);
        } else {
            strip.open = false;
        }
    });
}

/// Adds a disc with an edge that fades over a pixel, `pixel` points wide.
pub(super) fn dot(mesh: &mut Mesh, center: Pos2, radius: f32, pixel: f32, color: Color32) {
    const CORNERS: u32 = 8;
    let first = mesh.vertices.len() as u32;
    mesh.colored_vertex(center, color);
    for corner in 0..CORNERS {
        let direction = Vec2::angled(corner as f32 * TAU / CORNERS as f32);
        mesh.colored_vertex(center + direction * (radius - pixel / 2.0), color);
        let outside = center + direction * (radius + pixel / 2.0);
        mesh.colored_vertex(outside, Color32::TRANSPARENT);
    }
    for corner in 0..CORNERS {
        let (inner, outer) = (first + 1 + 2 * corner, first + 2 + 2 * corner);
        let after = (corner + 1) % CORNERS;
        let (next, next_outer) = (first + 1 + 2 * after, first + 2 + 2 * after);
        mesh.add_triangle(first, inner, next);
        mesh.add_triangle(inner, outer, next);
        mesh.add_triangle(next, outer, next_outer);
    }
}

struct Strip<'a> {
    mesh: &'a mut Mesh,
    frame: &'a PixelFrame,
    color: Color32,
    open: bool,
}

impl Strip<'_> {
    fn extend(&mut self, profile: &Profile) {
        let next = self.mesh.vertices.len() as u32;
        let colors = [
            Color32::TRANSPARENT,
            self.color,
            self.color,
            Color32::TRANSPARENT,
        ];
        let vertices = profile.y.into_iter().zip(colors).map(|(y, color)| Vertex {
            pos: self.frame.point(profile.x, y),
            uv: WHITE_UV,
            color,
        });
        self.mesh.vertices.extend(vertices);
        if self.open {
            let quads = (0..3).flat_map(|side| {
                let (a, b) = (next - 4 + side, next + side);
                [a, a + 1, b, b, a + 1, b + 1]
            });
            self.mesh.indices.extend(quads);
        }
        self.open = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: PixelFrame = PixelFrame {
        origin: Pos2::new(10.0, 20.0),
        pixels_per_point: 2.0,
    };

    fn pen(dash: Dash) -> Pen {
        Pen {
            color: Color32::WHITE,
            width: 2.0,
            dash,
            phase: 0,
        }
    }

    #[test]
    fn a_dense_curve_costs_four_vertices_a_column() {
        let cuts: Vec<_> = (0..1000).map(|column| Cut::sample(column, 5.0)).collect();
        let mut mesh = Mesh::default();
        stroke(&mut mesh, &cuts, &pen(Dash::Solid), &FRAME);
        assert_eq!(mesh.vertices.len(), 4 * 1002);
        assert!(mesh.is_valid());
    }

    #[test]
    fn dashes_leave_columns_out_and_stay_with_the_data() {
        let cuts = [Cut::sample(0, 5.0), Cut::sample(500, 5.0)];
        let drawn = |phase| {
            let mut mesh = Mesh::default();
            let pen = Pen {
                phase,
                ..pen(Dash::Dashed)
            };
            stroke(&mut mesh, &cuts, &pen, &FRAME);
            mesh.indices.len()
        };
        let mut solid = Mesh::default();
        stroke(&mut solid, &cuts, &pen(Dash::Solid), &FRAME);
        assert!(solid.indices.len() < drawn(0));
        let phases: Vec<_> = (0..22).map(drawn).collect();
        assert!(phases.iter().all(|drawn| drawn.abs_diff(phases[0]) < 100));
    }
}
