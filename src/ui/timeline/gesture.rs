//! What the pointer does over a chart, read from egui and said in the chart's own terms.
//!
//! Only reads; what a gesture means for the view is decided by the timeline.

use egui::{PointerButton, Rect, Response, Ui, Vec2};

/// Scrolling by this many points zooms by a factor of e.
const POINTS_PER_E: f32 = 250.0;
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
    /// The button is up: a marked region is to fill the chart.
    Release,
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
    if response.drag_stopped() {
        return Some(Gesture::Release);
    }
    if !response.dragged() {
        return None;
    }
    let shift = ui.input(|input| input.modifiers.shift);
    if shift || response.dragged_by(PointerButton::Secondary) {
        let (from, to) = ui.input(|input| {
            let pointer = &input.pointer;
            Some((pointer.press_origin()?.x, pointer.latest_pos()?.x))
        })?;
        let x = rect.x_range();
        return Some(Gesture::Mark(x.clamp(from), x.clamp(to)));
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
