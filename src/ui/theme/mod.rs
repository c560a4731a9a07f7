//! Colours, sizes and fonts. Every other file of the window takes them from here, so that the
//! product looks like one thing and a colour is decided in one place.

pub mod palette;

mod fonts;
mod style;

#[cfg(test)]
mod contrast;

use egui::{Color32, Visuals};

use crate::ui::theme::palette::Palette;

pub use crate::ui::theme::fonts::strong;

/// Small gap: between a glyph and its label.
pub const GAP: f32 = 4.0;
/// Usual gap: between widgets, and the margin inside panels.
pub const SPACE: f32 = 8.0;
/// Wide gap: between sections.
pub const SECTION: f32 = 16.0;
/// Height of buttons, text fields and rows of a list.
pub const ROW: f32 = 24.0;
/// Height of the bars at the top and bottom of the window.
pub const BAR: f32 = 36.0;
/// Height of the status line.
pub const STATUS_BAR: f32 = 28.0;
/// Corner radius of buttons, fields and cards.
pub const RADIUS: u8 = 4;

/// Size of ordinary text.
pub const TEXT: f32 = 13.0;
/// Size of badges, axis labels and remarks.
pub const TEXT_SMALL: f32 = 11.0;
/// Size of headings.
pub const TEXT_HEADING: f32 = 16.0;

/// The colours of one theme, named by what they are for.
#[derive(Clone, Debug, PartialEq)]
pub struct Tokens {
    /// Behind curves.
    pub canvas: Color32,
    /// Behind bars and side panels.
    pub panel: Color32,
    /// Behind cards, menus and tooltips.
    pub raised: Color32,
    /// Behind a button at rest, and a badge.
    pub control: Color32,
    /// Behind what the pointer is over.
    pub hover: Color32,
    /// Lines between panels and around fields.
    pub line: Color32,
    /// Grid lines behind curves.
    pub grid: Color32,
    /// Ordinary text.
    pub text: Color32,
    /// Text of lesser weight: units, labels, axis numbers.
    pub text_weak: Color32,
    /// Glyphs and text of what cannot be used now.
    pub text_faint: Color32,
    /// What is on, selected or can be clicked.
    pub accent: Color32,
    /// Behind what is selected.
    pub accent_fill: Color32,
    /// Text and glyphs of what is well.
    pub good: Color32,
    /// Text and glyphs of what needs attention.
    pub warning: Color32,
    /// Behind a warning.
    pub warning_fill: Color32,
    /// Text and glyphs of what is wrong: drops, lost devices.
    pub danger: Color32,
    /// Behind what is wrong.
    pub danger_fill: Color32,
    /// Over the time in which nothing was read.
    pub gap: Color32,
    /// Characters of a name that the filter matched.
    pub matched: Color32,
    /// Series.
    pub series: Palette,
}

const LIGHT: Tokens = Tokens {
    canvas: Color32::from_rgb(0xff, 0xff, 0xff),
    panel: Color32::from_rgb(0xf5, 0xf6, 0xf8),
    raised: Color32::from_rgb(0xff, 0xff, 0xff),
    control: Color32::from_rgb(0xe7, 0xea, 0xee),
    hover: Color32::from_rgb(0xdd, 0xe1, 0xe7),
    line: Color32::from_rgb(0xd3, 0xd8, 0xde),
    grid: Color32::from_rgb(0xe6, 0xe9, 0xed),
    text: Color32::from_rgb(0x1a, 0x20, 0x29),
    text_weak: Color32::from_rgb(0x50, 0x5b, 0x69),
    text_faint: Color32::from_rgb(0x6e, 0x78, 0x86),
    accent: Color32::from_rgb(0x0f, 0x58, 0xb8),
    accent_fill: Color32::from_rgb(0xd9, 0xe8, 0xfb),
    good: Color32::from_rgb(0x12, 0x6f, 0x42),
    warning: Color32::from_rgb(0x80, 0x52, 0x00),
    warning_fill: Color32::from_rgb(0xfd, 0xf1, 0xd3),
    danger: Color32::from_rgb(0xb0, 0x22, 0x1c),
    danger_fill: Color32::from_rgb(0xfc, 0xe6, 0xe4),
    gap: Color32::from_rgba_premultiplied(0x1a, 0x1d, 0x22, 0x2a),
    matched: Color32::from_rgb(0x0f, 0x58, 0xb8),
    series: palette::LIGHT,
};

const DARK: Tokens = Tokens {
    canvas: Color32::from_rgb(0x0f, 0x12, 0x16),
    panel: Color32::from_rgb(0x17, 0x1b, 0x21),
    raised: Color32::from_rgb(0x1f, 0x24, 0x2c),
    control: Color32::from_rgb(0x29, 0x30, 0x39),
    hover: Color32::from_rgb(0x34, 0x3c, 0x47),
    line: Color32::from_rgb(0x30, 0x37, 0x41),
    grid: Color32::from_rgb(0x22, 0x28, 0x30),
    text: Color32::from_rgb(0xe4, 0xe8, 0xed),
    text_weak: Color32::from_rgb(0xa6, 0xb0, 0xbc),
    text_faint: Color32::from_rgb(0x84, 0x8e, 0x9b),
    accent: Color32::from_rgb(0x5c, 0xab, 0xf7),
    accent_fill: Color32::from_rgb(0x1c, 0x3a, 0x5b),
    good: Color32::from_rgb(0x52, 0xc7, 0x8d),
    warning: Color32::from_rgb(0xe6, 0xb4, 0x4c),
    warning_fill: Color32::from_rgb(0x38, 0x2c, 0x12),
    danger: Color32::from_rgb(0xff, 0x84, 0x7b),
    danger_fill: Color32::from_rgb(0x43, 0x1c, 0x1b),
    gap: Color32::from_rgba_premultiplied(0x20, 0x21, 0x22, 0x24),
    matched: Color32::from_rgb(0x7f, 0xc1, 0xff),
    series: palette::DARK,
};

/// The colours of the theme in use: `theme::tokens(ui.visuals())`.
pub fn tokens(visuals: &Visuals) -> &'static Tokens {
    if visuals.dark_mode { &DARK } else { &LIGHT }
}

/// Gives `context` our fonts, spacing and colours, in light and in dark.
pub fn install(context: &egui::Context) {
    context.set_fonts(fonts::definitions());
    for theme in [egui::Theme::Light, egui::Theme::Dark] {
        context.set_style_of(theme, style::style(theme));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::theme::contrast::contrast;

    #[test]
    fn text_can_be_read_on_whatever_it_stands_on() {
        for tokens in [&LIGHT, &DARK] {
            let grounds = [tokens.canvas, tokens.panel, tokens.raised, tokens.control];
            for ground in grounds {
                for text in [tokens.text, tokens.text_weak, tokens.accent] {
                    assert!(contrast(text, ground) >= 4.5, "{text:?} on {ground:?}");
                }
                assert!(contrast(tokens.text_faint, ground) >= 3.0, "{ground:?}");
            }
            for (text, ground) in [
                (tokens.text, tokens.hover),
                (tokens.text, tokens.accent_fill),
                (tokens.accent, tokens.accent_fill),
                (tokens.warning, tokens.warning_fill),
                (tokens.danger, tokens.danger_fill),
                (tokens.text, tokens.warning_fill),
                (tokens.text, tokens.danger_fill),
                (tokens.good, tokens.panel),
                (tokens.warning, tokens.panel),
                (tokens.danger, tokens.panel),
                (tokens.matched, tokens.panel),
            ] {
                assert!(contrast(text, ground) >= 4.5, "{text:?} on {ground:?}");
            }
        }
    }
}
