//! The application: holds the capture and what is on screen, keeps the pace, and applies what
//! the panels asked for.

use std::sync::Arc;

use egui::{Context, Ui};

use crate::capture::Capture;
use crate::capture::live::{LiveOptions, Way};
use crate::capture::selection;
use crate::capture::state::Phase;
use crate::model::catalog::{GroupId, GroupInfo};
use crate::model::reason::Reason;
use crate::ui::action::Action;
use crate::ui::catalog::ticks;
use crate::ui::keys;
use crate::ui::pace::{Activity, FrameCost, Pace};
use crate::ui::screen::Screen;
use crate::ui::theme;

/// The window's application.
pub struct App {
    capture: Capture,
    pace: Arc<Pace>,
    cost: FrameCost,
    screen: Screen,
    actions: Vec<Action>,
}

impl App {
    /// Begins to look for devices in every way given, to capture what `options` select, and to
    /// draw it.
    ///
    /// # Errors
    /// The system's error when no thread can be started.
    pub fn new(context: &Context, ways: Vec<Way>, options: LiveOptions) -> std::io::Result<Self> {
        theme::install(context);
        let pace = Arc::new(Pace::default());
        let wake = {
            let (context, pace) = (context.clone(), Arc::clone(&pace));
            Box::new(move || context.request_repaint_after(pace.delay()))
        };
        Ok(Self {
            capture: Capture::live(ways, options, wake)?,
            pace,
            cost: FrameCost::default(),
            screen: Screen::default(),
            actions: Vec::new(),
        })
    }

    /// The capture that is on screen.
    pub fn capture(&self) -> &Capture {
        &self.capture
    }

    /// Decides when the next frame is due, then takes the news, so that whatever comes from now
    /// on asks for that frame.
    fn keep_pace(&mut self, context: &Context) {
        let is_seen = context.input(|input| input.viewport().visible() != Some(false));
        let state = self.capture.lock();
        let samplers: f64 = state.devices.iter().map(|device| device.cpu_share).sum();
        let cores = state.cost.cpu_cores;
        let sampling = state
            .groups
            .values()
            .any(|group| matches!(group.phase, Phase::On { .. }));
        drop(state);
        if self.cost.is_news(cores) {
            self.cost.measure(cores, samplers, self.pace.take_frames());
        }
        let activity = match (is_seen && sampling, self.screen.is_following()) {
            (true, true) => Activity::Running,
            (true, false) => Activity::Still,
            (false, _) => Activity::Idle,
        };
        self.pace.frame(self.cost.interval(activity));
        self.capture.take_news();
    }

    fn apply(&mut self, context: &Context, action: Action) {
        let outcome = match action {
            Action::ShowMetric(metric, on) => self.tick(metric.group, |group, wanted| {
                ticks::with_metric(group, wanted, metric.index, on)
            }),
            Action::ShowGroup(group, on) => self.tick(group, |group, _| ticks::with_all(group, on)),
            Action::Retry(group) => self.tick(group, |_, wanted| wanted.to_vec()),
            Action::ShowNothing => self.tick_nothing(),
            Action::ShowUsual => self.tick_usual(),
            Action::SetRate(group, rate) => self.capture.set_rate(group, rate),
            Action::SetAllRates(rate) => self
                .group_ids()
                .into_iter()
                .try_for_each(|group| self.capture.set_rate(group, rate)),
            action => {
                self.screen.apply(context, action);
                Ok(())
            }
        };
        if let Err(reason) = outcome {
            self.screen.complain(reason);
        }
    }

    /// Samples of `group` what `choose` makes of what is sampled now.
    fn tick(
        &self,
        id: GroupId,
        choose: impl FnOnce(&GroupInfo, &[u32]) -> Vec<u32>,
    ) -> Result<(), Reason> {
        let state = self.capture.lock();
        let (Some(info), Some(group)) = (state.group_info(id), state.groups.get(&id)) else {
            return Ok(());
        };
        let metrics = choose(info, &group.wanted);
        drop(state);
        self.capture.set_metrics(id, metrics)
    }

    fn tick_nothing(&self) -> Result<(), Reason> {
        let mut ids = self.group_ids().into_iter();
        ids.try_for_each(|group| self.capture.set_metrics(group, Vec::new()))
    }

    fn tick_usual(&self) -> Result<(), Reason> {
        let state = self.capture.lock();
        let starter = selection::starter();
        let ids = state.groups.keys().filter_map(|&id| {
            let (device, info) = (state.device(id.device)?, state.group_info(id)?);
            Some((id, starter(&device.info, info)))
        });
        let chosen: Vec<_> = ids.filter(|(_, metrics)| !metrics.is_empty()).collect();
        drop(state);
        let mut chosen = chosen.into_iter();
        chosen.try_for_each(|(group, metrics)| self.capture.set_metrics(group, metrics))
    }

    fn group_ids(&self) -> Vec<GroupId> {
        self.capture.lock().groups.keys().copied().collect()
    }
}

impl eframe::App for App {
    fn logic(&mut self, context: &Context, _frame: &mut eframe::Frame) {
        self.keep_pace(context);
    }

    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        let context = ui.ctx().clone();
        for command in keys::pressed(&context) {
            self.screen.command(command, &mut self.actions);
        }
        let now = self.capture.now();
        let state = self.capture.lock();
        self.screen.follow_ticks(&state);
        self.screen.ui(ui, &state, now, &mut self.actions);
        drop(state);
        for action in std::mem::take(&mut self.actions) {
            self.apply(&context, action);
        }
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        theme::tokens(visuals).canvas.to_normalized_gamma_f32()
    }
}
