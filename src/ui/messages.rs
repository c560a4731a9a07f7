//! The list of what happened, newest first.

use egui::{Context, Key, RichText, ScrollArea, Ui};

use crate::capture::state::{LogEntry, State};
use crate::model::time::Time;
use crate::ui::action::Action;
use crate::ui::help::{modal, title_ui};
use crate::ui::note::{Weight, note_ui};
use crate::ui::theme::{SECTION, SPACE, TEXT_SMALL};

/// Draws the list; returns whether it is to be closed.
pub fn messages_ui(context: &Context, state: &State, actions: &mut Vec<Action>) -> bool {
    let modal = modal("messages", context).show(context, |ui| {
        ui.set_width(560.0);
        let close = title_ui(ui, "What happened");
        ui.add_space(SPACE);
        if state.log.is_empty() {
            ui.label(RichText::new("Nothing out of the ordinary so far.").weak());
            return close;
        }
        ScrollArea::vertical()
            .max_height(420.0)
            .auto_shrink([false, true])
            .show(ui, |ui| {
                for entry in state.log.iter().rev() {
                    entry_ui(ui, state, entry, actions);
                }
            });
        close
    });
    modal.inner || modal.should_close() || context.input(|input| input.key_pressed(Key::Escape))
}

fn entry_ui(ui: &mut Ui, state: &State, entry: &LogEntry, actions: &mut Vec<Action>) {
    let device = state
        .device(entry.device)
        .map_or("", |device| device.info.name.as_str());
    let group = entry.group.and_then(|group| state.group_info(group));
    let place = group.map_or_else(
        || device.to_owned(),
        |group| format!("{device} / {}", group.name),
    );
    let text = format!("{}  {place}", since_start(entry.time));
    ui.label(RichText::new(text).size(TEXT_SMALL).weak());
    note_ui(ui, &entry.reason, Weight::Alarm, actions);
    ui.add_space(SECTION - SPACE);
}

/// Hours, minutes and seconds since the session began.
fn since_start(time: Time) -> String {
    let millis = time.0.max(0) / 1_000_000;
    let (seconds, millis) = (millis / 1000, millis % 1000);
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    format!(
        "{:02}:{:02}:{seconds:02}.{millis:03}",
        minutes / 60,
        minutes % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_since_the_start() {
        let time = Time((3600 + 62) * 1_000_000_000 + 5_000_000);
        assert_eq!(since_start(time), "01:01:02.005");
    }
}
