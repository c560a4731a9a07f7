//! What the window says in each state a capture can be in.

use egui::Vec2;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::*;
use crate::capture::state::{Listing, LogEntry, Phase};
use crate::model::catalog::GroupId;
use crate::ui::samples::{group, state, unreadable};

/// A window on a state that stands still, and what was asked for in it.
struct Still {
    screen: Screen,
    state: State,
    actions: Vec<Action>,
}

fn window(state: State) -> Harness<'static, Still> {
    let still = Still {
        screen: Screen::default(),
        state,
        actions: Vec::new(),
    };
    let mut installed = false;
    Harness::builder()
        .with_size(Vec2::new(1000.0, 700.0))
        .build_ui_state(
            move |ui, still: &mut Still| {
                if !std::mem::replace(&mut installed, true) {
                    theme::install(ui.ctx());
                    return;
                }
                still.screen.follow_ticks(&still.state);
                still
                    .screen
                    .ui(ui, &still.state, Time::ZERO, &mut still.actions);
            },
            still,
        )
}

/// Everything an assistive tool could read, in order.
fn said(harness: &Harness<'_, Still>) -> String {
    let lines = harness.root().children_recursive().filter_map(|node| {
        let node = node.accesskit_node();
        let label = node.label().or_else(|| node.value())?;
        (!label.trim().is_empty()).then(|| format!("{:?}: {label}\n", node.role()))
    });
    lines.collect()
}

fn one_device() -> State {
    let groups = vec![
        group("Scheduler", 3),
        unreadable(
            "Oa",
            Reason::new("reading needs more rights").with_fix("sudo sysctl x=0"),
        ),
    ];
    state(vec![("Host CPU", Listing::Ready(groups.into()))])
}

const SCHEDULER: GroupId = GroupId {
    device: DeviceId(0),
    index: 0,
};

#[test]
fn while_drivers_are_looked_for() {
    let mut looking = state(Vec::new());
    looking.drivers.clear();
    looking.discovering = 2;
    let mut harness = window(looking);
    harness.run();
    insta::assert_snapshot!(said(&harness));
}

#[test]
fn without_any_device_the_reason_and_its_remedy() {
    let mut none = state(Vec::new());
    none.drivers.clear();
    let reason = Reason::new("no Level Zero loader is installed");
    none.problems
        .push(reason.with_fix("sudo apt install libze1"));
    let mut harness = window(none);
    harness.run();
    insta::assert_snapshot!(said(&harness));
    let copies: Vec<_> = harness.get_all_by_label("Copy this command").collect();
    copies
        .last()
        .expect("one in the tree, one in the middle")
        .click();
    harness.run();
    let copied = Action::Copy("sudo apt install libze1".to_owned());
    assert_eq!(harness.state().actions, [copied]);
}

#[test]
fn with_nothing_ticked_what_to_do() {
    let mut harness = window(one_device());
    harness.run();
    insta::assert_snapshot!(said(&harness));
    harness
        .get_by_label("Chart this machine's usual counters")
        .click();
    harness.run();
    assert_eq!(harness.state().actions, [Action::ShowUsual]);
}

#[test]
fn a_lost_device_is_announced_until_put_away() {
    let mut lost = one_device();
    let reason = Reason::new("the driver answers ZE_RESULT_ERROR_DEVICE_LOST");
    lost.devices[0].lost = Some(reason.clone());
    lost.log.push_back(LogEntry {
        time: Time(2_500_000_000),
        device: DeviceId(0),
        group: None,
        reason,
    });
    let mut harness = window(lost);
    harness.run();
    let line = "Host CPU is lost. The driver answers ZE_RESULT_ERROR_DEVICE_LOST.";
    harness.get_by_label("Put this line away").click();
    assert!(harness.query_by_label(line).is_some());
    harness.run();
    assert!(harness.query_by_label(line).is_none());
    harness.get_by_label("messages 1").click();
    harness.run();
    assert_eq!(harness.state().actions, [Action::Toggle(Overlay::Messages)]);
}

#[test]
fn a_group_that_fails_says_why_and_can_be_asked_for_again() {
    let mut failed = one_device();
    let group = failed.groups.get_mut(&SCHEDULER).expect("listed");
    group.wanted = vec![0, 1];
    group.phase = Phase::Failed(Reason::new("the memory is smaller than the driver says"));
    let mut harness = window(failed);
    harness.run();
    assert!(
        harness
            .query_by_label("The memory is smaller than the driver says.")
            .is_some()
    );
    harness.get_by_label("Try again").click();
    harness.run();
    assert_eq!(harness.state().actions, [Action::Retry(SCHEDULER)]);
}

#[test]
fn ticks_ask_for_metrics_and_groups() {
    let mut harness = window(one_device());
    harness.run();
    harness.get_by_label("Scheduler").click();
    harness.run();
    harness.get_by_label("Scheduler / Counter1").click();
    harness.get_by_label("All of Scheduler").click();
    harness.run();
    let metric = MetricId {
        group: SCHEDULER,
        index: 1,
    };
    let asked = [
        Action::ShowMetric(metric, true),
        Action::ShowGroup(SCHEDULER, true),
    ];
    assert_eq!(harness.state().actions, asked);
    assert!(harness.query_by_label("Scheduler / Timestamp").is_some());
}

#[test]
fn arrow_keys_walk_open_and_tick() {
    let mut harness = window(one_device());
    harness.run();
    harness.get_by_label("Scheduler").focus();
    harness.run();
    harness.key_press(egui::Key::ArrowRight);
    harness.run();
    for _ in 0..2 {
        harness.key_press(egui::Key::ArrowDown);
        harness.run();
    }
    assert!(harness.get_by_label("Scheduler / Counter1").is_focused());
    harness.key_press(egui::Key::Space);
    harness.run();
    let metric = MetricId {
        group: SCHEDULER,
        index: 1,
    };
    assert_eq!(harness.state().actions, [Action::ShowMetric(metric, true)]);
    harness.key_press(egui::Key::ArrowLeft);
    harness.run();
    assert!(harness.get_by_label("Scheduler").is_focused());
}

#[test]
fn overlays_open_on_keys_and_close_again() {
    let mut harness = window(one_device());
    harness.run();
    harness.state_mut().screen.overlay = Some(Overlay::Help);
    harness.run();
    assert!(harness.query_by_label("Keys and gestures").is_some());
    harness.key_press(egui::Key::Escape);
    harness.run();
    assert!(harness.query_by_label("Keys and gestures").is_none());
}

#[test]
fn of_thousands_of_ticks_some_are_drawn_and_all_are_sampled() {
    let many = group("Many", 4000);
    let mut ticked = state(vec![("Host CPU", Listing::Ready(vec![many].into()))]);
    ticked.groups.get_mut(&SCHEDULER).expect("listed").wanted = (0..3999).collect();
    let mut harness = window(ticked);
    harness.run();
    let line = "All 3998 ticked metrics are sampled and the first 128 are drawn; the tree at the \
                left shows the values of the others.";
    assert!(harness.query_by_label(line).is_some());
    assert!(harness.query_by_label("3998 ticked").is_some());
}

#[test]
fn details_say_everything_known_of_a_metric() {
    let mut harness = window(one_device());
    harness.run();
    harness.get_by_label("Scheduler").click();
    harness.run();
    harness
        .get_by_label("Scheduler / Counter1")
        .click_secondary();
    harness.run();
    let metric = MetricId {
        group: SCHEDULER,
        index: 1,
    };
    assert_eq!(harness.state().actions, [Action::Select(Some(metric))]);
    harness.state_mut().screen.selected = Some(metric);
    harness.run();
    assert!(
        harness
            .query_by_label("count that only grows, 64 bits")
            .is_some()
    );
    harness.get_by_label("delta").click();
    harness.run();
    let asked = harness.state().actions.last();
    assert_eq!(asked, Some(&Action::SetView(metric, View::Delta)));
}
