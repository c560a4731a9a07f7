//! The columns every chart of the stack shares: gutter, curves, legend.
//!
//! Their edges lie on physical pixels and do not depend on any text, so that charts align
//! whatever their labels say.

use egui::{Rangef, Rect};

/// Width of the gutter for axis labels, in points.
const GUTTER: f32 = 60.0;
/// A legend is at least this wide, in points.
const NARROWEST_LEGEND: f32 = 120.0;
/// Curves keep at least this much, in points.
const NARROWEST_PLOT: f32 = 160.0;

/// Where the columns lie, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Columns {
    /// Labels of the value axes.
    pub(super) gutter: Rangef,
    /// Curves.
    pub(super) plot: Rangef,
    /// Legends; empty where there is no room.
    pub(super) legend: Rangef,
    /// Physical pixels a point.
    pub(super) pixels_per_point: f32,
}

impl Columns {
    /// Divides the width of `area`; a legend gets `legend` points where there is room.
    pub(super) fn new(area: Rect, legend: f32, pixels_per_point: f32) -> Self {
        let snap = |x: f32| (x * pixels_per_point).round() / pixels_per_point;
        let left = snap(area.left() + GUTTER);
        let room = area.right() - left - NARROWEST_PLOT;
        let legend = if room < NARROWEST_LEGEND {
            0.0
        } else {
            legend.clamp(NARROWEST_LEGEND, room)
        };
        let right = snap(area.right() - legend).max(left + 1.0 / pixels_per_point);
        Self {
            gutter: Rangef::new(area.left(), left),
            plot: Rangef::new(left, right),
            legend: Rangef::new(right, area.right().max(right)),
            pixels_per_point,
        }
    }

    /// Physical pixels from edge to edge of the curves.
    pub(super) fn pixels(&self) -> u32 {
        (self.plot.span() * self.pixels_per_point).round().max(1.0) as u32
    }

    /// Physical pixels from the left edge of the curves to `x`.
    pub(super) fn pixel(&self, x: f32) -> f64 {
        f64::from((x - self.plot.min) * self.pixels_per_point)
    }

    /// Where the `pixel` lies on screen.
    pub(super) fn x(&self, pixel: f64) -> f32 {
        self.plot.min + pixel as f32 / self.pixels_per_point
    }

    /// Whether there is room for a legend.
    pub(super) fn has_legend(&self) -> bool {
        self.legend.span() >= NARROWEST_LEGEND
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Rect, pos2, vec2};

    #[test]
    fn edges_lie_on_physical_pixels_at_any_scale() {
        for scale in [1.0, 1.25, 1.5, 2.0, 3.0] {
            for width in [900.0, 901.3, 1440.7] {
                let area = Rect::from_min_size(pos2(3.3, 0.0), vec2(width, 500.0));
                let columns = Columns::new(area, 333.0, scale);
                for x in [columns.plot.min, columns.plot.max] {
                    let pixel = x * scale;
                    assert!((pixel - pixel.round()).abs() < 1e-2, "{scale} {width} {x}");
                }
                assert_eq!(
                    columns.pixel(columns.plot.max).round() as u32,
                    columns.pixels()
                );
            }
        }
    }

    #[test]
    fn a_narrow_window_gives_the_legend_up_before_the_curves() {
        let width = |width| {
            let area = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, 500.0));
            Columns::new(area, 300.0, 1.0)
        };
        assert_eq!(width(1000.0).legend.span(), 300.0);
        assert!(!width(300.0).has_legend());
        assert!(width(10.0).pixels() >= 1);
    }
}
