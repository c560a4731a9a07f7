//! The window on live captures, used by what it says: every widget is found by its name.

use std::time::Duration;

use egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use zetscope::capture::live::{DriverChoice, LiveOptions, Way};
use zetscope::capture::selection::{self, Selection};
use zetscope::capture::state::{Phase, State};
use zetscope::driver::Discovery;
use zetscope::model::catalog::{GroupId, View};
use zetscope::model::rate::SampleRate;
use zetscope::model::reason::Reason;
use zetscope::ui::app::App;

/// How long a machine under load may take to answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// The line that explains the first picture.
const WELCOME: &str = "These are this machine's own counters, read through Level Zero exported \
                       memory; tick others at the left.";

fn open(ways: Vec<Way>, selection: Selection) -> Harness<'static, App> {
    let options = LiveOptions {
        selection,
        rate: SampleRate::from_hz(100.0).expect("valid"),
        budget_bytes: 16 << 20,
    };
    Harness::builder()
        .with_size(Vec2::new(1280.0, 800.0))
        .build_eframe(|creation| {
            App::new(&creation.egui_ctx, ways, options).expect("threads can be started")
        })
}

/// A window on this machine's own counters, all of them listed.
fn host(selection: Selection) -> Harness<'static, App> {
    let choice = DriverChoice {
        system: false,
        host: true,
        patterns: false,
        loader: None,
        access: None,
    };
    let mut window = open(choice.ways(), selection);
    wait(&mut window, State::is_listed);
    window
}

/// Waits for the capture, then lets the window show it.
fn wait(window: &mut Harness<'_, App>, reached: impl Fn(&State) -> bool) {
    assert!(window.state().capture().wait_until(PATIENCE, reached));
    settle(window);
}

/// A few frames: a live window never comes to rest by itself.
fn settle(window: &mut Harness<'_, App>) {
    window.run_steps(4);
}

fn click(window: &mut Harness<'_, App>, label: &str) {
    window.get_by_label(label).click();
    settle(window);
}

/// The group of that name on the first device.
fn find(state: &State, name: &str) -> Option<GroupId> {
    let is_it = |id: &&GroupId| state.group_info(**id).is_some_and(|info| info.name == name);
    state.groups.keys().find(is_it).copied()
}

/// Whether metric `metric` of group `group` has a value in the store.
fn has_value(state: &State, group: &str, metric: &str) -> bool {
    find(state, group).is_some_and(|id| {
        let info = state.group_info(id).expect("found");
        let metric = info
            .metrics
            .iter()
            .find(|info| info.name == metric)
            .expect("listed");
        let series = state.store.group(id).expect("listed");
        series.latest(metric.index, View::Raw).is_some()
    })
}

#[test]
fn the_first_start_shows_this_machine_and_says_so() {
    let mut window = host(selection::starter());
    wait(&mut window, |state| {
        has_value(state, "Scheduler", "ContextSwitches")
    });
    assert!(window.query_by_label(WELCOME).is_some());
    assert!(
        window
            .query_by_label("Scheduler / ContextSwitches")
            .is_some()
    );
    click(&mut window, "Put this line away");
    assert!(window.query_by_label(WELCOME).is_none());
}

#[test]
fn a_tick_samples_a_metric_and_another_ends_it() {
    let mut window = host(selection::nothing());
    assert!(window.query_by_label("Nothing is charted").is_some());
    click(&mut window, "Scheduler");
    click(&mut window, "Scheduler / ContextSwitches");
    wait(&mut window, |state| {
        has_value(state, "Scheduler", "ContextSwitches")
    });
    assert!(window.query_by_label("Nothing is charted").is_none());
    assert!(window.query_by_label("1 ticked").is_some());
    click(&mut window, "Scheduler / ContextSwitches");
    wait(&mut window, |state| {
        let scheduler = find(state, "Scheduler").expect("listed");
        state.groups[&scheduler].phase == Phase::Off
    });
    assert!(window.query_by_label("Nothing is charted").is_some());
}

#[test]
fn the_usual_counters_are_one_click_away() {
    let mut window = host(selection::nothing());
    click(&mut window, "Chart this machine's usual counters");
    wait(&mut window, |state| has_value(state, "Memory", "Used"));
    assert!(window.query_by_label(WELCOME).is_some());
    click(&mut window, "Untick every metric");
    wait(&mut window, |state| {
        state.groups.values().all(|group| group.wanted.is_empty())
    });
    assert!(window.query_by_label(WELCOME).is_none());
}

#[test]
fn the_filter_finds_metrics_by_a_few_letters() {
    let mut window = host(selection::nothing());
    window.key_press_modifiers(Modifiers::COMMAND, Key::F);
    settle(&mut window);
    let filter = window.get_by_label("Filter metrics");
    assert!(filter.is_focused());
    filter.type_text("ctxsw");
    settle(&mut window);
    assert!(
        window
            .query_by_label("Scheduler / ContextSwitches")
            .is_some()
    );
    assert!(window.query_by_label("Scheduler / Interrupts").is_none());
    click(&mut window, "Clear the filter");
    assert!(
        window
            .query_by_label("Scheduler / ContextSwitches")
            .is_none()
    );
}

#[test]
fn rates_are_chosen_for_one_group_or_for_all() {
    let mut window = host(selection::nothing());
    click(&mut window, "Sampling rate of Scheduler: 100 Hz");
    click(&mut window, "1 kHz");
    let rate = |state: &State, group: &str| {
        let id = find(state, group).expect("listed");
        state.groups[&id].rate.to_string()
    };
    wait(&mut window, |state| rate(state, "Scheduler") == "1 kHz");
    assert_eq!(rate(&window.state().capture().lock(), "Memory"), "100 Hz");
    click(&mut window, "Rate: mixed");
    click(&mut window, "10 Hz");
    wait(&mut window, |state| {
        rate(state, "Scheduler") == "10 Hz" && rate(state, "Memory") == "10 Hz"
    });
}

#[test]
fn any_rate_can_be_typed_and_what_is_none_is_explained() {
    let mut window = host(selection::nothing());
    click(&mut window, "Rate: 100 Hz");
    window.get_by_label("Another rate").click();
    settle(&mut window);
    window.get_by_label("Another rate").type_text("300 kHz");
    settle(&mut window);
    assert!(
        window
            .query_by_label("a rate lies between 1 Hz and 200 kHz")
            .is_some()
    );
    for _ in 0.."00 kHz".len() {
        window.key_press(Key::Backspace);
        settle(&mut window);
    }
    window.get_by_label("Another rate").type_text("3 Hz");
    settle(&mut window);
    window.key_press(Key::Enter);
    settle(&mut window);
    assert!(window.query_by_label("Rate: 33 Hz").is_some());
}

#[test]
fn keys_hold_zoom_and_help() {
    let mut window = host(selection::starter());
    wait(&mut window, |state| has_value(state, "Memory", "Used"));
    window.key_press(Key::Space);
    settle(&mut window);
    assert!(window.query_by_label("Follow").is_some());
    window.key_press(Key::Space);
    settle(&mut window);
    assert!(window.query_by_label("Hold").is_some());
    window.key_press(Key::Minus);
    settle(&mut window);
    assert!(window.query_by_label("Span: 30 s").is_some());
    window.key_press(Key::F1);
    settle(&mut window);
    assert!(window.query_by_label("Keys and gestures").is_some());
    window.key_press(Key::Escape);
    settle(&mut window);
    assert!(window.query_by_label("Keys and gestures").is_none());
}

#[test]
fn the_theme_goes_from_the_systems_to_light_to_dark() {
    let mut window = host(selection::nothing());
    click(&mut window, "Theme: as the system");
    click(&mut window, "Theme: light");
    let theme = window.ctx.options(|options| options.theme_preference);
    assert_eq!(theme, egui::ThemePreference::Dark);
    assert!(window.query_by_label("Theme: dark").is_some());
}

#[test]
fn charts_can_be_one_for_each_metric() {
    let mut window = host(selection::starter());
    wait(&mut window, |state| has_value(state, "Memory", "Used"));
    click(&mut window, "Charts: per unit");
    click(&mut window, "One chart per metric");
    assert!(window.query_by_label("Charts: per metric").is_some());
}

#[test]
fn without_drivers_the_window_says_why() {
    let nothing: Way = Box::new(|| Discovery {
        problems: vec![Reason::new("no loader is installed").with_fix("sudo apt install libze1")],
        ..Discovery::default()
    });
    let mut window = open(vec![nothing], selection::starter());
    wait(&mut window, State::is_listed);
    assert!(
        window
            .query_by_label("No Level Zero device was found")
            .is_some()
    );
    let copies: Vec<_> = window.get_all_by_label("Copy this command").collect();
    copies[0].click();
    settle_until_copied(&mut window, "sudo apt install libze1");
}

/// Steps frame by frame until the clipboard is given `text`.
fn settle_until_copied(window: &mut Harness<'_, App>, text: &str) {
    let copied = (0..4).any(|_| {
        window.step();
        let commands = &window.output().platform_output.commands;
        commands.contains(&egui::OutputCommand::CopyText(text.to_owned()))
    });
    assert!(copied, "{text} is on the clipboard");
}
