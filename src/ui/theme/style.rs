//! Turns tokens into egui's style.

use egui::style::{Selection, WidgetVisuals, Widgets};
use egui::{
    Color32, CornerRadius, FontId, Margin, Shadow, Stroke, Style, TextStyle, Theme, Visuals, vec2,
};

use crate::ui::theme::{
    self, GAP, RADIUS, ROW, SPACE, TEXT, TEXT_HEADING, TEXT_SMALL, Tokens, fonts,
};

/// The style of `theme`.
pub(super) fn style(theme: Theme) -> Style {
    let mut style = theme.default_style();
    style.visuals = visuals(theme.default_visuals());
    style.text_styles = [
        (
            TextStyle::Heading,
            FontId::new(TEXT_HEADING, fonts::strong()),
        ),
        (TextStyle::Body, FontId::proportional(TEXT)),
        (TextStyle::Button, FontId::proportional(TEXT)),
        (TextStyle::Small, FontId::proportional(TEXT_SMALL)),
        (TextStyle::Monospace, FontId::monospace(TEXT - 1.0)),
    ]
    .into();
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(SPACE, GAP);
    spacing.button_padding = vec2(SPACE, 3.0);
    spacing.interact_size = vec2(ROW, ROW);
    spacing.menu_margin = Margin::same(6);
    spacing.window_margin = Margin::same(SPACE as i8);
    spacing.icon_width = 14.0;
    spacing.icon_width_inner = 8.0;
    spacing.icon_spacing = 6.0;
    spacing.tooltip_width = 420.0;
    spacing.combo_width = 72.0;
    style.interaction.tooltip_delay = 0.4;
    style.interaction.selectable_labels = false;
    style.animation_time = 0.08;
    style
}

fn visuals(mut visuals: Visuals) -> Visuals {
    let tokens = theme::tokens(&visuals);
    let radius = CornerRadius::same(RADIUS);
    let line = Stroke::new(1.0, tokens.line);
    visuals.widgets = widgets(tokens);
    visuals.selection = Selection {
        bg_fill: tokens.accent_fill,
        stroke: Stroke::new(1.0, tokens.accent),
    };
    visuals.weak_text_color = Some(tokens.text_weak);
    visuals.hyperlink_color = tokens.accent;
    visuals.faint_bg_color = tokens.control;
    visuals.extreme_bg_color = tokens.canvas;
    visuals.text_edit_bg_color = Some(tokens.canvas);
    visuals.code_bg_color = tokens.control;
    visuals.warn_fg_color = tokens.warning;
    visuals.error_fg_color = tokens.danger;
    visuals.panel_fill = tokens.panel;
    visuals.window_fill = tokens.raised;
    visuals.window_stroke = line;
    visuals.window_corner_radius = CornerRadius::same(8);
    visuals.menu_corner_radius = CornerRadius::same(6);
    visuals.window_shadow = shadow(12);
    visuals.popup_shadow = shadow(6);
    visuals.indent_has_left_vline = false;
    visuals.slider_trailing_fill = true;
    visuals.widgets.noninteractive.corner_radius = radius;
    visuals
}

fn shadow(blur: u8) -> Shadow {
    Shadow {
        offset: [0, 2],
        blur,
        spread: 0,
        color: Color32::from_black_alpha(48),
    }
}

fn widgets(tokens: &Tokens) -> Widgets {
    let widget = |fill: Color32, weak_fill: Color32, line: Color32, text: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: weak_fill,
        bg_stroke: Stroke::new(1.0, line),
        corner_radius: CornerRadius::same(RADIUS),
        fg_stroke: Stroke::new(1.0, text),
        // Widgets that grow under the pointer are out of line with their neighbours.
        expansion: 0.0,
    };
    Widgets {
        noninteractive: widget(tokens.panel, tokens.panel, tokens.line, tokens.text),
        inactive: widget(tokens.control, tokens.control, tokens.control, tokens.text),
        hovered: widget(tokens.hover, tokens.hover, tokens.line, tokens.text),
        active: widget(tokens.hover, tokens.hover, tokens.accent, tokens.text),
        open: widget(tokens.hover, tokens.hover, tokens.line, tokens.text),
    }
}
