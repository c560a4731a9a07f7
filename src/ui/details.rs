//! The panel at the right: everything known of the selected metric.

use egui::{RichText, Ui};

use crate::capture::state::State;
use crate::model::catalog::{Kind, MetricId, View};
use crate::ui::action::Action;
use crate::ui::catalog::tooltip;
use crate::ui::help::title_ui;
use crate::ui::theme::{self, SPACE};

/// Draws the panel for `id`, whose values are looked at as `view`.
pub fn details_ui(ui: &mut Ui, state: &State, id: MetricId, view: View, actions: &mut Vec<Action>) {
    ui.add_space(SPACE);
    if title_ui(ui, "Details") {
        actions.push(Action::Select(None));
    }
    let Some(group) = state.group_info(id.group) else {
        return;
    };
    let Some(metric) = group.metrics.get(id.index as usize) else {
        return;
    };
    let series = state.store.group(id.group);
    let latest = series.and_then(|series| series.latest(id.index, View::Raw));
    let exact = latest.map(|sample| format!("{} {}", sample.value, metric.unit));
    tooltip::metric(ui, group, metric, metric.reason.as_ref(), exact.as_deref());
    if matches!(metric.kind, Kind::Monotonic { .. }) {
        ui.add_space(SPACE);
        ui.label(RichText::new("Drawn as").color(theme::tokens(ui.visuals()).text_weak));
        ui.horizontal(|ui| {
            for choice in View::ALL {
                if ui.selectable_label(choice == view, choice.name()).clicked() {
                    actions.push(Action::SetView(id, choice));
                }
            }
        });
    }
}
