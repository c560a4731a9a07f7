//! Paints one row of the tree and takes its clicks.

use egui::{Id, Rect, Response, Role, Sense, Ui, UiBuilder, WidgetInfo, accesskit, pos2};

use crate::capture::state::{Device, Group, Phase, State};
use crate::model::catalog::{GroupId, GroupInfo, MetricId, MetricInfo};
use crate::ui::action::Action;
use crate::ui::catalog::layout::note_left;
use crate::ui::catalog::row_painter::{INDENT, RowPainter, strong};
use crate::ui::catalog::ticks::{self, Ticks};
use crate::ui::catalog::tooltip;
use crate::ui::catalog::values::Values;
use crate::ui::catalog::view_model::{Node, Note, Row};
use crate::ui::icon::{self, Icon};
use crate::ui::note::{Weight, note_ui};
use crate::ui::rate_menu::rate_menu;
use crate::ui::theme::palette::SeriesSlot;
use crate::ui::theme::{self, GAP, SPACE};

/// Widest a value may be, as a share of the row.
const VALUE_SHARE: f32 = 0.45;
/// Width of the button that shows a group's rate: room for `100.5 kHz`.
const RATE_WIDTH: f32 = 64.0;

/// A row about to be painted.
pub(super) struct RowUi<'a> {
    pub(super) state: &'a State,
    pub(super) row: &'a Row,
    pub(super) rect: Rect,
    pub(super) slot: &'a dyn Fn(MetricId) -> Option<SeriesSlot>,
    pub(super) values: &'a mut Values,
    pub(super) actions: &'a mut Vec<Action>,
}

impl RowUi<'_> {
    /// Paints it. Returns the response of what the keyboard can stand on, where there is such.
    pub(super) fn ui(mut self, ui: &mut Ui) -> Option<Response> {
        match self.row.node {
            Node::Driver(index) => Some(self.driver(ui, index)),
            Node::Device(id) => Some(self.device(ui, self.state.device(id)?)),
            Node::Unreadable(first) => Some(self.unreadable(ui, first)),
            Node::Group(id) => {
                let (state, info) = (self.state, self.state.group_info(id)?);
                Some(self.group(ui, id, info, state.groups.get(&id)))
            }
            Node::Metric(id) => {
                let info = self.state.group_info(id.group)?;
                let metric = info.metrics.get(id.index as usize)?;
                Some(self.metric(ui, id, info, metric))
            }
            Node::Note(note) => self.note(ui, note),
            Node::Pending(_) => self.waiting(ui, "Asking for metric groups…"),
            Node::Discovering => self.waiting(ui, "Looking for drivers…"),
        }
    }

    /// The row as a whole: highlighted under the pointer, focusable, with a name.
    fn interact(&self, ui: &Ui, role: Role, name: &str) -> Response {
        let id = row_id(self.row.node);
        let response = ui.interact(self.rect, id, Sense::click());
        response.widget_info(|| WidgetInfo::labeled(role, true, name));
        icon::paint_button(ui, &response, self.rect.shrink2(egui::vec2(2.0, 0.0)));
        response
    }

    /// A row that opens and closes.
    fn parent(&self, ui: &Ui, name: &str) -> Response {
        let response = self.interact(ui, Role::TreeItem, name);
        if let Some(open) = self.row.expanded {
            ui.ctx()
                .accesskit_node_builder(response.id, |node| node.set_expanded(open));
        }
        response
    }

    fn painter<'u>(&self, ui: &'u Ui) -> RowPainter<'u> {
        let mut painter = RowPainter::new(ui, self.rect, self.row.depth);
        let color = painter.tokens.text_weak;
        match self.row.expanded {
            Some(true) => painter.icon(Icon::Open, color),
            Some(false) => painter.icon(Icon::Closed, color),
            None => {}
        }
        painter
    }

    fn driver(&self, ui: &Ui, index: usize) -> Response {
        let driver = &self.state.drivers[index];
        let name = format!("Level Zero {} driver", driver.api_version);
        let response = self.parent(ui, &format!("{name}, {}", driver.origin.name()));
        let mut painter = self.painter(ui);
        let tokens = painter.tokens;
        painter.badge_right(driver.origin.name(), tokens.text_weak, tokens.control);
        painter.name(&name, strong(), tokens.text, &[]);
        tooltip::beside(&response, |ui| tooltip::driver(ui, driver));
        response
    }

    fn device(&self, ui: &Ui, device: &Device) -> Response {
        let response = self.parent(ui, &device.info.name);
        let mut painter = self.painter(ui);
        let tokens = painter.tokens;
        let kind = device.info.kind.to_string();
        painter.badge_right(&kind, tokens.text_weak, tokens.control);
        if device.info.simulated {
            painter.badge_right("simulated", tokens.warning, tokens.warning_fill);
        }
        if device.lost.is_some() {
            painter.badge_right("lost", tokens.danger, tokens.danger_fill);
        }
        painter.name(&device.info.name, strong(), tokens.text, &[]);
        tooltip::beside(&response, |ui| tooltip::device(ui, device));
        response
    }

    fn unreadable(&self, ui: &Ui, first: GroupId) -> Response {
        let groups = self
            .state
            .device(first.device)
            .into_iter()
            .flat_map(|device| match &device.listing {
                crate::capture::state::Listing::Ready(groups) => groups.iter(),
                _ => [].iter(),
            });
        let reason = self.state.group_info(first).map(|group| &group.reason);
        let count = groups.filter(|group| Some(&group.reason) == reason).count();
        let name = match count {
            1 => "1 group cannot be sampled".to_owned(),
            _ => format!("{count} groups cannot be sampled"),
        };
        let response = self.parent(ui, &name);
        let mut painter = self.painter(ui);
        painter.name(&name, painter.font(), painter.tokens.text_weak, &[]);
        response
    }

    fn group(
        &mut self,
        ui: &mut Ui,
        id: GroupId,
        info: &GroupInfo,
        group: Option<&Group>,
    ) -> Response {
        let response = self.parent(ui, &info.name);
        let mut painter = self.painter(ui);
        let tokens = painter.tokens;
        let ticked = group.filter(|_| info.reason.is_none());
        if let Some(group) = ticked {
            let square = painter.take_left();
            let rate = painter.take_right(RATE_WIDTH);
            self.group_box(ui, square, id, info, group);
            self.rate(ui, rate, id, info, group);
            let (boxes, on) = ticks::count(info, &group.wanted);
            painter.text_right(&format!("{on}/{boxes}"), tokens.text_weak, 80.0);
            if let Some(access) = access(info, group) {
                painter.badge_right(access, tokens.text_weak, tokens.control);
            }
            if group.phase == Phase::Starting {
                painter.badge_right("starting", tokens.text_weak, tokens.control);
            }
            if matches!(group.phase, Phase::Failed(_)) {
                painter.badge_right("failed", tokens.danger, tokens.danger_fill);
            }
        }
        let color = if ticked.is_some() {
            tokens.text
        } else {
            tokens.text_faint
        };
        painter.name(&info.name, painter.font(), color, &[]);
        tooltip::beside(&response, |ui| tooltip::group(ui, info, group));
        response
    }

    fn group_box(&mut self, ui: &Ui, square: Rect, id: GroupId, info: &GroupInfo, group: &Group) {
        let ticks = ticks::ticks(info, &group.wanted);
        let hit = square.expand(GAP);
        let response = ui.interact(hit, row_id(self.row.node).with("box"), Sense::click());
        let name = format!("All of {}", info.name);
        let ticked = match ticks {
            Ticks::None => Some(false),
            Ticks::Some => None,
            Ticks::All => Some(true),
        };
        response.widget_info(|| {
            WidgetInfo::selected(Role::CheckBox, true, ticked == Some(true), &name)
        });
        if ticked.is_none() {
            ui.ctx().accesskit_node_builder(response.id, |node| {
                node.set_toggled(accesskit::Toggled::Mixed);
            });
        }
        icon::paint_box(
            ui.painter(),
            square,
            ticked,
            true,
            theme::tokens(ui.visuals()),
        );
        if response.has_focus() {
            icon::paint_focus(ui, hit);
        }
        if response.clicked() {
            self.actions
                .push(Action::ShowGroup(id, ticks != Ticks::All));
        }
        response.on_hover_text(match ticks {
            Ticks::All => "Stop sampling this group",
            Ticks::None | Ticks::Some => "Sample and chart every metric of this group",
        });
    }

    fn rate(&mut self, ui: &Ui, rect: Rect, id: GroupId, info: &GroupInfo, group: &Group) {
        let response = ui.interact(rect, row_id(self.row.node).with("rate"), Sense::click());
        let text = group.rate.to_string();
        let name = format!("Sampling rate of {}: {text}", info.name);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        let tokens = theme::tokens(ui.visuals());
        let frame = rect.shrink2(egui::vec2(0.0, 2.0));
        let ground = if response.hovered() {
            tokens.hover
        } else {
            tokens.control
        };
        ui.painter().rect_filled(frame, theme::RADIUS, ground);
        if response.has_focus() {
            icon::paint_focus(ui, frame);
        }
        let late = group
            .status
            .as_ref()
            .is_some_and(|status| status.achieved_hz < 0.95 * status.requested.hz());
        let color = if late { tokens.warning } else { tokens.text };
        let font = egui::FontId::proportional(theme::TEXT - 1.0);
        let at = egui::Align2::RIGHT_CENTER;
        ui.painter().text(
            pos2(rect.right() - 6.0, rect.center().y),
            at,
            &text,
            font,
            color,
        );
        if let Some(rate) = rate_menu(&response, Some(group.rate)) {
            self.actions.push(Action::SetRate(id, rate));
        }
        response.on_hover_ui(|ui| tooltip::rate(ui, group));
    }

    fn metric(
        &mut self,
        ui: &Ui,
        id: MetricId,
        group: &GroupInfo,
        metric: &MetricInfo,
    ) -> Response {
        let sampling = self.state.groups.get(&id.group);
        let refused = sampling.and_then(|group| {
            let refused = group.refused.iter().find(|(index, _)| *index == id.index);
            refused.map(|(_, reason)| reason)
        });
        let reason = metric.reason.as_ref().or(refused);
        let enabled = ticks::can_tick(metric) && group.reason.is_none();
        let wanted = sampling.is_some_and(|group| group.wanted.binary_search(&id.index).is_ok());
        let ticked = wanted && enabled;
        let name = format!("{} / {}", group.name, metric.name);
        let response = self.interact(ui, Role::CheckBox, &name);
        response.widget_info(|| WidgetInfo::selected(Role::CheckBox, enabled, ticked, &name));
        let mut painter = self.painter(ui);
        let tokens = painter.tokens;
        // Boxes of metrics stand a step to the right of their group's.
        painter.skip(icon::SIZE + GAP - INDENT);
        let square = painter.take_left();
        if metric.kind.is_charted() {
            icon::paint_box(ui.painter(), square, Some(ticked), enabled, tokens);
        }
        let slot = (self.slot)(id).filter(|_| ticked);
        let ink = slot.map_or(tokens.text_faint, |slot| slot.color(&tokens.series));
        painter.icon(Icon::of_kind(metric.kind), ink);
        let room = self.rect.width() * VALUE_SHARE;
        let value = if wanted {
            self.values.last(self.state, id, metric)
        } else {
            None
        };
        match (reason, value) {
            (Some(reason), _) => painter.text_right(&reason.what, tokens.warning, room),
            (None, Some(value)) => painter.text_right(&value.short, tokens.text, room),
            (None, None) => painter.text_right(&metric.unit, tokens.text_faint, room),
        }
        let color = if enabled && reason.is_none() {
            tokens.text
        } else {
            tokens.text_faint
        };
        painter.name(&metric.name, painter.font(), color, &self.row.hits);
        if response.clicked() && enabled {
            self.actions.push(Action::ShowMetric(id, !ticked));
        }
        if response.secondary_clicked() {
            self.actions.push(Action::Select(Some(id)));
        }
        let exact = value.map(|value| value.exact.clone());
        tooltip::beside(&response, |ui| {
            tooltip::metric(ui, group, metric, reason, exact.as_deref());
        });
        response
    }

    fn note(&mut self, ui: &mut Ui, note: Note) -> Option<Response> {
        let reason = note.reason(self.state)?;
        let weight = match note {
            Note::Lost(_) | Note::Failed(_) => Weight::Alarm,
            _ => Weight::Remark,
        };
        let mut rect = self.rect.shrink2(egui::vec2(0.0, GAP));
        rect.min.x += note_left(self.row.depth);
        rect.max.x -= SPACE;
        let builder = UiBuilder::new()
            .max_rect(rect)
            .id_salt(row_id(self.row.node));
        ui.scope_builder(builder, |ui| {
            note_ui(ui, reason, weight, self.actions);
            if let Note::Failed(group) = note
                && ui.button("Try again").clicked()
            {
                self.actions.push(Action::Retry(group));
            }
        });
        None
    }

    fn waiting(&self, ui: &Ui, text: &str) -> Option<Response> {
        let mut painter = self.painter(ui);
        let square = painter.take_left();
        icon::paint_waiting(ui, square);
        painter.name(text, painter.font(), painter.tokens.text_weak, &[]);
        let response = ui.interact(self.rect, row_id(self.row.node), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Status, true, text));
        None
    }
}

fn row_id(node: Node) -> Id {
    Id::unique(("catalog", node))
}

/// How the group's memory is read, or will be.
fn access(info: &GroupInfo, group: &Group) -> Option<&'static str> {
    match &group.phase {
        Phase::On { access, .. } => Some(access.name()),
        _ => info.access.map(crate::model::catalog::Access::name),
    }
}
