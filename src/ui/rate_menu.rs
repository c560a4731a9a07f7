//! Choosing a sampling rate: usual ones by click, any other by typing.

use egui::{Id, Popup, PopupCloseBehavior, Response, TextEdit, Ui};

use crate::model::rate::SampleRate;
use crate::ui::theme;

/// The usual rates in hertz.
const USUAL: [f64; 11] = [1.0, 10.0, 50.0, 100.0, 500.0, 1e3, 5e3, 1e4, 5e4, 1e5, 2e5];

/// Opens a menu below `button` when it is clicked; returns the rate that was chosen in it.
///
/// `current` is marked; `None` where groups differ.
pub fn rate_menu(button: &Response, current: Option<SampleRate>) -> Option<SampleRate> {
    Popup::menu(button)
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .width(132.0)
        .show(|ui| {
            let chosen = menu_ui(ui, button.id, current);
            if chosen.is_some() {
                ui.close();
            }
            chosen
        })
        .and_then(|shown| shown.inner)
}

fn menu_ui(ui: &mut Ui, button: Id, current: Option<SampleRate>) -> Option<SampleRate> {
    let mut chosen = None;
    ui.spacing_mut().item_spacing.y = 0.0;
    for rate in USUAL.iter().filter_map(|hz| SampleRate::from_hz(*hz).ok()) {
        if ui
            .selectable_label(current == Some(rate), rate.to_string())
            .clicked()
        {
            chosen = Some(rate);
        }
    }
    ui.add_space(theme::GAP);
    ui.separator();
    chosen.or(typed_ui(ui, button))
}

/// A field for any rate; what is no rate is explained below it.
fn typed_ui(ui: &mut Ui, button: Id) -> Option<SampleRate> {
    let id = button.with("typed");
    let mut text: String = ui.data_mut(|data| data.get_temp(id)).unwrap_or_default();
    let field = ui.add(
        TextEdit::singleline(&mut text)
            .id(id.with("field"))
            .hint_text("e.g. 2.5 kHz")
            .margin(egui::Margin::symmetric(6, 4))
            .desired_width(f32::INFINITY),
    );
    ui.ctx()
        .accesskit_node_builder(field.id, |node| node.set_label("Another rate"));
    let parsed = text.parse::<SampleRate>();
    let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    if let Err(error) = parsed
        && !text.is_empty()
    {
        let tokens = theme::tokens(ui.visuals());
        ui.colored_label(
            tokens.danger,
            egui::RichText::new(error.to_string()).small(),
        );
    }
    let chosen = parsed.ok().filter(|_| entered);
    if chosen.is_some() {
        text.clear();
    }
    ui.data_mut(|data| data.insert_temp(id, text));
    chosen
}
