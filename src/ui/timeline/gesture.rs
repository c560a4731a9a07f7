//! What the pointer does over a chart, read from egui and said in the chart's own terms.
//!
//! Only reads; what a gesture means for the view is decided by the timeline.

use egui::{PointerButton, Rect, Response, Ui, Vec2};

/// Scrolling by this many points zooms by a factor of e.
const POINTS_PER_E: f32 = 250.0;
/// A region narrower than this, in points, is a slip of the hand.
const NARROWEST_REGION: f32 = 4.0;

/// What the pointer asks for. Lengths are points, positions are on screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Gesture {
    /// The data goes along with the pointer, this far to the right.
    Pan(f32),
    /// Show `factor` times as much time, around this position.
    Zoom {
        /// Above 1 to see more.
        factor: f64,
        /// What stays in place.
        x: f32,
    },
    /// A region is being marked between two positions.
    Mark(f32, f32),
    /// The marked region is to fill the chart.
    ZoomTo(f32, f32),
    /// Leave the marked region as it is.
    Forget,
    /// Back to the whole picture.
    Reset,
}

/// The gesture over the chart at `rect`, which answered with `response`.
pub(super) fn read(ui: &Ui, response: &Response, rect: Rect) -> Option<Gesture> {
    if response.double_clicked() {
        return Some(Gesture::Reset);
    }
    drag(ui, response, rect).or_else(|| wheel(ui, response))
}

fn drag(ui: &Ui, response: &Response, rect: Rect) -> Option<Gesture> {
    let marks = response.dragged_by(PointerButton::Secondary)
        || response.drag_stopped_by(PointerButton::Secondary)
        || ui.input(|input| input.modifiers.shift);
    let (from, to) = ui.input(|input| {
        let from = input.pointer.press_origin();
        (from, input.pointer.latest_pos())
    });
    if response.drag_stopped() {
        // The press origin is gone with the button.
        let to = response.interact_pointer_pos()?.x;
        let from = to - response.total_drag_delta().unwrap_or(Vec2::ZERO).x;
        let wide = (to - from).abs() >= NARROWEST_REGION;
        return Some(if marks && wide {
            Gesture::ZoomTo(rect.x_range().clamp(from), rect.x_range().clamp(to))
        } else {
            Gesture::Forget
        });
    }
    if !response.dragged() {
        return None;
    }
    if marks {
        let (from, to) = (from?.x, to?.x);
        return Some(Gesture::Mark(
            rect.x_range().clamp(from),
            rect.x_range().clamp(to),
        ));
    }
    let moved = response.drag_delta().x;
    (moved != 0.0).then_some(Gesture::Pan(moved))
}

fn wheel(ui: &Ui, response: &Response) -> Option<Gesture> {
    let pointer = response.hover_pos()?;
    let (scroll, pinch) = ui.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
    if scroll == Vec2::ZERO && pinch == 1.0 {
        return None;
    }
    // The stack of charts must not scroll away under the pointer as well.
    ui.input_mut(|input| input.smooth_scroll_delta = Vec2::ZERO);
    if scroll.x.abs() > scroll.y.abs() {
        return Some(Gesture::Pan(scroll.x));
    }
    Some(Gesture::Zoom {
        factor: f64::from((-scroll.y / POINTS_PER_E).exp() / pinch.max(0.01)),
        x: pointer.x,
    })
}
