//! From the built-in driver through the sampler thread into the store.

use std::time::Duration;

use level_zero_host::Instance;
use level_zero_host::world::pattern;
use zetscope::capture::Capture;
use zetscope::capture::live::{DriverChoice, LiveOptions, Way};
use zetscope::capture::selection::{self, Selection, metrics_with_timestamp};
use zetscope::capture::state::{Listing, Phase, State};
use zetscope::driver::Discovery;
use zetscope::model::catalog::{GroupId, View};
use zetscope::model::rate::SampleRate;
use zetscope::model::value::Value;

use crate::support;

/// Far longer than anything here takes; reached only by a failure.
const PATIENCE: Duration = Duration::from_secs(30);

fn host(patterns: bool) -> Vec<Way> {
    let choice = DriverChoice {
        system: false,
        host: true,
        patterns,
        loader: None,
        access: None,
    };
    choice.ways()
}

fn start(ways: Vec<Way>, selection: Selection, hz: f64) -> Capture {
    let options = LiveOptions {
        selection,
        rate: SampleRate::from_hz(hz).expect("a rate"),
        budget_bytes: 64 << 20,
    };
    Capture::live(ways, options, Box::new(|| {})).expect("threads start")
}

/// Samples all of one group.
fn only(name: &'static str) -> Selection {
    Box::new(move |_device, group| metrics_with_timestamp(group, |_metric| group.name == name))
}

fn find(state: &State, name: &str) -> Option<GroupId> {
    let mut groups = state.groups.keys().copied();
    groups.find(|id| state.group_info(*id).is_some_and(|info| info.name == name))
}

fn rows(state: &State, id: GroupId) -> u64 {
    let series = state.store.group(id).expect("known");
    series.row_numbers().end
}

#[track_caller]
fn wait(capture: &Capture, reached: impl Fn(&State) -> bool) {
    assert!(capture.wait_until(PATIENCE, reached), "not in time");
}

#[test]
fn a_first_start_charts_this_machine() {
    let capture = start(host(false), selection::starter(), 100.0);
    wait(&capture, |state| {
        state.is_listed() && find(state, "CpuUtilisation").is_some_and(|id| rows(state, id) >= 20)
    });
    let state = capture.lock();
    let on = |name| {
        let id = find(&state, name).expect("listed");
        matches!(state.groups[&id].phase, Phase::On { .. })
    };
    for name in ["CpuUtilisation", "Scheduler", "Memory"] {
        assert!(on(name), "{name} is sampled");
    }
}

#[test]
fn every_value_equals_the_published_function_at_its_own_time() {
    // Five passes a refresh, so that most passes lie between two refreshes.
    let capture = start(host(true), only("Waveforms"), 5000.0);
    wait(&capture, |state| {
        find(state, "Waveforms").is_some_and(|id| rows(state, id) >= 1000)
    });
    let state = capture.lock();
    let id = find(&state, "Waveforms").expect("listed");
    let info = state.group_info(id).expect("listed");
    let index = |name| {
        info.metrics
            .iter()
            .find(|m| m.name == name)
            .expect("listed")
            .index
    };
    let (time, wide) = (
        info.timestamp().expect("listed").index,
        index("WideCounter"),
    );
    let series = state.store.group(id).expect("known");
    let all: Vec<_> = series.rows(series.span().expect("rows")).collect();
    // The generator may write while a pass is read; where its time stood still around a pass,
    // the pass is whole.
    let whole = all.windows(3).filter_map(|rows| {
        let times = [0, 1, 2].map(|row| rows[row].value(time, View::Raw));
        (times[0] == times[1] && times[1] == times[2]).then_some((times[1], &rows[1]))
    });
    let mut compared = 0;
    for (time, row) in whole {
        let Some(Value::Unsigned(time)) = time else {
            panic!("every pass reads the time");
        };
        let expected = Value::Unsigned(pattern::waveform::wide_counter(time));
        assert_eq!(row.value(wide, View::Raw), Some(expected));
        let sine = Value::Double(pattern::waveform::sine(time));
        assert_eq!(row.value(index("Sine"), View::Raw), Some(sine));
        compared += 1;
    }
    assert!(
        compared >= 50,
        "only {compared} passes lie between refreshes"
    );
}

#[test]
fn metrics_and_rate_change_while_sampling_goes_on() {
    let capture = start(host(true), only("Waveforms"), 200.0);
    wait(&capture, |state| {
        find(state, "Waveforms").is_some_and(|id| rows(state, id) >= 20)
    });
    let id = find(&capture.lock(), "Waveforms").expect("listed");
    capture.set_metrics(id, vec![0, 1]).expect("taken");
    let columns = |state: &State| match &state.groups[&id].phase {
        Phase::On { columns, .. } => columns.to_vec(),
        _ => Vec::new(),
    };
    wait(&capture, |state| columns(state) == [0, 1]);
    let before = rows(&capture.lock(), id);
    wait(&capture, |state| rows(state, id) >= before + 20);
    // What was read with all metrics is still there, and what was not read has no value.
    {
        let state = capture.lock();
        let series = state.store.group(id).expect("known");
        let span = series.span().expect("rows");
        let all: Vec<_> = series.rows(span).collect();
        assert!(all.first().expect("rows").value(2, View::Raw).is_some());
        assert!(all.last().expect("rows").value(2, View::Raw).is_none());
    }
    let fast = SampleRate::from_hz(1000.0).expect("a rate");
    capture.set_rate(id, fast).expect("taken");
    wait(&capture, |state| {
        let status = state.groups[&id].status;
        status.is_some_and(|status| status.requested == fast && status.achieved_hz > 300.0)
    });
    capture.set_metrics(id, Vec::new()).expect("taken");
    wait(&capture, |state| state.groups[&id].status.is_none());
    assert_eq!(capture.lock().groups[&id].phase, Phase::Off);
}

#[test]
fn a_lost_device_says_so_and_another_goes_on() {
    let instance: Instance = support::instance("lost-after=50");
    let lossy = support::drivers(&instance, None);
    let mut ways = host(false);
    ways.push(Box::new(move || Discovery {
        drivers: lossy,
        ..Discovery::default()
    }));
    let all: Selection = Box::new(|_device, group| metrics_with_timestamp(group, |_metric| true));
    let capture = start(ways, all, 100.0);
    wait(&capture, |state| {
        state.is_listed() && find(state, "Waveforms").is_some_and(|id| rows(state, id) >= 1)
    });
    for _ in 0..50 {
        instance.world().advance(10_000_000);
    }
    wait(&capture, |state| {
        state.devices.iter().any(|device| device.lost.is_some())
    });
    let state = capture.lock();
    let lost = state.devices.iter().find(|device| device.lost.is_some());
    let reason = lost.and_then(|device| device.lost.clone()).expect("lost");
    assert!(reason.what.contains("lost"), "{reason}");
    assert!(state.log.iter().any(|entry| entry.reason == reason));
    let failed = find(&state, "Waveforms").expect("listed");
    assert!(matches!(state.groups[&failed].phase, Phase::Failed(_)));
    let id = find(&state, "Memory").expect("listed");
    let before = rows(&state, id);
    drop(state);
    wait(&capture, |state| rows(state, id) >= before + 10);
}

#[test]
fn a_counters_rate_is_derived_over_the_devices_own_time() {
    // Ten readings a refresh: without the device's time nine of ten rates would be zero.
    let capture = start(host(false), selection::starter(), 1000.0);
    wait(&capture, |state| {
        find(state, "Scheduler").is_some_and(|id| rows(state, id) >= 1000)
    });
    let state = capture.lock();
    let id = find(&state, "Scheduler").expect("listed");
    let info = state.group_info(id).expect("listed");
    let switches = info.metrics.iter().find(|m| m.name == "ContextSwitches");
    let series = state.store.group(id).expect("known");
    let span = series.span().expect("rows");
    let index = switches.expect("listed").index;
    let rate = series.statistics(index, View::Rate, span);
    assert!(rate.count > 0 && rate.count < 500, "{rate:?}");
    assert!(rate.min.is_some_and(|min| min.as_f64() > 0.0), "{rate:?}");
}

#[test]
fn a_driver_that_is_not_there_is_a_reason_not_an_error() {
    let choice = DriverChoice {
        system: true,
        host: false,
        patterns: false,
        loader: Some("/nowhere/libze_loader.so.1".into()),
        access: None,
    };
    let capture = start(choice.ways(), selection::nothing(), 100.0);
    wait(&capture, State::is_listed);
    let state = capture.lock();
    assert!(state.devices.is_empty());
    assert!(
        state
            .problems
            .iter()
            .any(|reason| reason.what.contains("/nowhere"))
    );
    assert!(
        !state
            .devices
            .iter()
            .any(|device| matches!(device.listing, Listing::Pending))
    );
}
