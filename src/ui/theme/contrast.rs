//! How well two colours can be told apart, as WCAG 2 measures it.

use egui::Color32;

/// The colour's channels without gamma, 0 to 1.
pub(super) fn linear(color: Color32) -> [f64; 3] {
    [color.r(), color.g(), color.b()].map(|channel| {
        let channel = f64::from(channel) / 255.0;
        if channel <= 0.04045 {
            channel / 12.92
        } else {
            ((channel + 0.055) / 1.055).powf(2.4)
        }
    })
}

/// Contrast ratio of two opaque colours, 1 to 21.
pub(super) fn contrast(a: Color32, b: Color32) -> f64 {
    let luminance = |color| {
        let [r, g, b] = linear(color);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}
