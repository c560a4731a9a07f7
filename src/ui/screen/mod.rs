//! What is on screen, apart from the data: the panels and how they lie.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use egui::{CentralPanel, Context, Frame, Margin, Panel, ThemePreference, Ui};

use crate::capture::selection;
use crate::capture::state::State;
use crate::model::catalog::{DeviceId, MetricId, View};
use crate::model::reason::Reason;
use crate::model::time::Time;
use crate::ui::action::{Action, Overlay};
use crate::ui::banner::{Tone, banner_ui, line_ui};
use crate::ui::catalog::{Catalog, ticks};
use crate::ui::details::details_ui;
use crate::ui::empty::empty_ui;
use crate::ui::help::help_ui;
use crate::ui::keys::Command;
use crate::ui::messages::messages_ui;
use crate::ui::note::sentence;
use crate::ui::status::status_ui;
use crate::ui::theme::{self, BAR, SPACE, STATUS_BAR};
use crate::ui::timeline::Timeline;
use crate::ui::top_bar::{Look, SPANS, top_bar_ui};

/// The line that explains the first picture.
const WELCOME: &str = "These are this machine's own counters, read through Level Zero exported \
                       memory; tick others at the left.";

/// Whether the line that explains the first picture is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Welcome {
    /// Nothing is charted yet.
    #[default]
    Waiting,
    /// What is charted is what a first start charts.
    Shown,
    /// It was put away, or the user has chosen something else.
    Gone,
}

impl Welcome {
    /// Goes on to what `state` asks for.
    fn advance(self, state: &State) -> Self {
        let mut sampled = state
            .groups
            .iter()
            .filter(|(_, group)| !group.wanted.is_empty())
            .peekable();
        if self == Self::Gone || self == Self::Waiting && sampled.peek().is_none() {
            return self;
        }
        let starter = selection::starter();
        let any = sampled.peek().is_some();
        let is_starter = sampled.all(|(id, group)| {
            let known = state.device(id.device).zip(state.group_info(*id));
            known.is_some_and(|(device, info)| starter(&device.info, info) == group.wanted)
        });
        if any && is_starter {
            Self::Shown
        } else {
            Self::Gone
        }
    }
}

/// More curves than this nobody can tell apart, and their legends alone fill the window.
const MOST_DRAWN: usize = 128;

/// What is on screen.
#[derive(Default)]
pub(super) struct Screen {
    catalog: Catalog,
    timeline: Timeline,
    /// The ticked metrics in the order in which they were ticked.
    ticked: Vec<MetricId>,
    selected: Option<MetricId>,
    overlay: Option<Overlay>,
    theme: ThemePreference,
    welcome: Welcome,
    /// Requests that were refused.
    refused: Vec<Reason>,
    /// Lost devices whose line was put away.
    put_away: Vec<DeviceId>,
    /// Log entries that have been looked at.
    read: usize,
}

impl Screen {
    /// Whether the charts run along with time.
    pub(super) fn is_following(&self) -> bool {
        self.timeline.is_following()
    }

    /// Shows why something that was asked for is not done.
    pub(super) fn complain(&mut self, reason: Reason) {
        if !self.refused.contains(&reason) {
            self.refused.push(reason);
        }
    }

    /// Charts what is ticked: newcomers come last, so that the others keep their colours.
    pub(super) fn follow_ticks(&mut self, state: &State) {
        let is_ticked = |id: &MetricId| {
            let group = state.groups.get(&id.group);
            group.is_some_and(|group| group.wanted.binary_search(&id.index).is_ok())
        };
        self.ticked.retain(is_ticked);
        let known: BTreeSet<MetricId> = self.ticked.iter().copied().collect();
        for (id, group) in &state.groups {
            let Some(info) = state.group_info(*id).filter(|_| !group.wanted.is_empty()) else {
                continue;
            };
            for &index in &group.wanted {
                let metric = MetricId { group: *id, index };
                let has_box = info
                    .metrics
                    .get(index as usize)
                    .is_some_and(ticks::can_tick);
                if has_box && !known.contains(&metric) {
                    self.ticked.push(metric);
                }
            }
        }
        let drawn = self.ticked.len().min(MOST_DRAWN);
        self.timeline.set_shown(&self.ticked[..drawn]);
        self.welcome = self.welcome.advance(state);
        self.put_away.retain(|id| {
            state
                .device(*id)
                .is_some_and(|device| device.lost.is_some())
        });
    }

    /// Does what does not concern the capture.
    pub(super) fn apply(&mut self, context: &Context, action: Action) {
        match action {
            Action::Select(metric) => self.selected = metric,
            Action::Follow(follow) => self.timeline.set_following(follow),
            Action::SetSpan(nanos) => self.timeline.set_span(nanos),
            Action::SetLayout(layout) => self.timeline.set_layout(layout),
            Action::SetView(metric, view) => self.timeline.set_view(metric, view),
            Action::SetTheme(theme) => {
                self.theme = theme;
                context.set_theme(theme);
            }
            Action::Copy(text) => context.copy_text(text),
            Action::Toggle(overlay) => {
                self.overlay = (self.overlay != Some(overlay)).then_some(overlay);
            }
            Action::DismissWelcome => self.welcome = Welcome::Gone,
            // The rest concerns the capture.
            _ => {}
        }
    }

    /// Translates a key.
    pub(super) fn command(&mut self, command: Command, actions: &mut Vec<Action>) {
        let span = self.timeline.span_nanos();
        match command {
            Command::Follow => actions.push(Action::Follow(!self.timeline.is_following())),
            Command::Filter => self.catalog.focus_filter(),
            Command::Nearer => {
                let nearer = SPANS.iter().rev().find(|(nanos, _)| *nanos < span);
                actions.extend(nearer.map(|(nanos, _)| Action::SetSpan(*nanos)));
            }
            Command::Wider => {
                let wider = SPANS.iter().find(|(nanos, _)| *nanos > span);
                actions.extend(wider.map(|(nanos, _)| Action::SetSpan(*nanos)));
            }
            Command::Theme => actions.push(Action::SetTheme(next_theme(self.theme))),
            Command::Messages => actions.push(Action::Toggle(Overlay::Messages)),
            Command::Help => actions.push(Action::Toggle(Overlay::Help)),
        }
    }

    /// Draws everything.
    pub(super) fn ui(&mut self, ui: &mut Ui, state: &State, now: Time, actions: &mut Vec<Action>) {
        let tokens = theme::tokens(ui.visuals());
        let bar = Frame::new()
            .fill(tokens.panel)
            .inner_margin(Margin::symmetric(SPACE as i8, 0));
        let look = Look {
            following: self.timeline.is_following(),
            span_nanos: self.timeline.span_nanos(),
            layout: self.timeline.layout(),
            theme: self.theme,
        };
        Panel::top("top bar")
            .exact_size(BAR)
            .frame(bar)
            .show(ui, |ui| {
                top_bar_ui(ui, state, look, actions);
            });
        let unread = state.log.len().saturating_sub(self.read);
        let status = bar.inner_margin(Margin::ZERO);
        Panel::bottom("status line")
            .exact_size(STATUS_BAR)
            .frame(status)
            .show(ui, |ui| {
                status_ui(ui, state, unread, actions);
            });
        let side = Frame::new().fill(tokens.panel);
        Panel::left("catalog")
            .default_size(340.0)
            .size_range(240.0..=640.0)
            .frame(side)
            .show(ui, |ui| {
                let timeline = &self.timeline;
                self.catalog
                    .ui(ui, state, &|metric| timeline.slot(metric), actions);
            });
        if let Some(metric) = self.selected {
            let view = self.timeline.view(metric).unwrap_or(View::Raw);
            Panel::right("details")
                .default_size(280.0)
                .frame(bar)
                .show(ui, |ui| {
                    details_ui(ui, state, metric, view, actions);
                });
        }
        CentralPanel::no_frame()
            .frame(Frame::new().fill(tokens.canvas))
            .show(ui, |ui| {
                self.middle_ui(ui, state, now, actions);
            });
        self.overlay_ui(ui.ctx(), state, actions);
    }

    fn middle_ui(&mut self, ui: &mut Ui, state: &State, now: Time, actions: &mut Vec<Action>) {
        ui.spacing_mut().item_spacing.y = 0.0;
        self.banners_ui(ui, state, actions);
        if self.ticked.is_empty() {
            empty_ui(ui, state, actions);
        } else {
            self.timeline.ui(ui, state, now, actions);
        }
    }

    fn banners_ui(&mut self, ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
        for device in &state.devices {
            let Some(reason) = device
                .lost
                .as_ref()
                .filter(|_| !self.put_away.contains(&device.id))
            else {
                continue;
            };
            let text = format!("{} is lost. {}", device.info.name, sentence(&reason.what));
            if banner_ui(ui, Tone::Danger, &text, reason.fix.as_deref(), actions) {
                self.put_away.push(device.id);
            }
        }
        self.refused.retain(|reason| {
            let text = sentence(&reason.what);
            !banner_ui(ui, Tone::Warning, &text, reason.fix.as_deref(), actions)
        });
        if self.ticked.len() > MOST_DRAWN {
            let text = format!(
                "All {} ticked metrics are sampled and the first {MOST_DRAWN} are drawn; the tree \
                 at the left shows the values of the others.",
                self.ticked.len()
            );
            line_ui(ui, Tone::Warning, &text);
        }
        if self.welcome == Welcome::Shown && banner_ui(ui, Tone::Hint, WELCOME, None, actions) {
            actions.push(Action::DismissWelcome);
        }
    }

    fn overlay_ui(&mut self, context: &Context, state: &State, actions: &mut Vec<Action>) {
        let close = match self.overlay {
            Some(Overlay::Help) => help_ui(context),
            Some(Overlay::Messages) => {
                self.read = state.log.len();
                messages_ui(context, state, actions)
            }
            None => false,
        };
        if close {
            self.overlay = None;
        }
    }
}

/// The theme after `theme`: system, light, dark, and again.
pub(super) fn next_theme(theme: ThemePreference) -> ThemePreference {
    match theme {
        ThemePreference::System => ThemePreference::Light,
        ThemePreference::Light => ThemePreference::Dark,
        ThemePreference::Dark => ThemePreference::System,
    }
}
