//! Streams seen through their groups, on a clock that the test moves.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::world::fault::Faults;
use crate::world::group::Group;
use crate::world::pattern::waveform;
use crate::world::value::Value;
use crate::world::{Options, World};

const SECOND: u64 = 1_000_000_000;

/// What is asked for where nothing depends on it.
const TERMS: Terms = Terms {
    period_ns: 1_000_000,
    notify_every: 1,
};

/// What a period of a millisecond is rewritten to.
const PERIOD: u64 = 851_968;

fn patterns(faults: &str) -> World {
    World::new(Options {
        host: false,
        patterns: true,
        faults: faults.parse::<Faults>().expect("known faults"),
        manual_clock: Some(1_234_567_891),
        ..Options::default()
    })
}

fn group(world: &World, name: &str) -> Arc<Group> {
    let groups = world.devices().iter().flat_map(|device| &device.groups);
    let found = groups.clone().find(|group| group.name == name);
    Arc::clone(found.unwrap_or_else(|| panic!("no group {name}")))
}

fn whole(value: Value) -> u64 {
    match value {
        Value::U64(value) => value,
        Value::U32(value) => u64::from(value),
        other => panic!("{other:?}"),
    }
}

/// The reports in `raw`, each as its values by metric.
fn rows(group: &Group, raw: &[u8]) -> Vec<Vec<Value>> {
    let sets = group.calculate(raw).expect("whole reports");
    let rows = sets[0].chunks(group.metrics.len());
    rows.map(<[Value]>::to_vec).collect()
}

fn column(group: &Group, metric: &str) -> usize {
    let found = group.metrics.iter().position(|known| known.name == metric);
    found.unwrap_or_else(|| panic!("no metric {metric}"))
}

/// Nothing is lost without being told of, and what is told of is lost.
fn assert_accounted(group: &Group, received: u64, told: u64) {
    let reports = group.reports();
    assert_eq!(reports.read, received);
    assert_eq!(reports.dropped, told);
    let sum = reports.dropped + reports.read + reports.discarded + reports.waiting;
    assert_eq!(reports.generated, sum, "{reports:?}");
}

#[test]
fn every_report_is_the_difference_of_the_published_functions() {
    let world = patterns("");
    let group = group(&world, "StreamedWaveforms");
    let streamer = group.stream(TERMS, None).expect("free");
    assert_eq!(u64::from(streamer.granted().period_ns), PERIOD);
    world.advance(3 * SECOND);
    let rows = rows(&group, &streamer.read(usize::MAX).raw);
    assert_eq!(rows.len() as u64, 3 * SECOND / PERIOD - 1);
    let of = |row: &[Value], metric| row[column(&group, metric)];
    for row in &rows {
        // The test ends before the timestamp begins again at 0.
        let end = 52 * whole(of(row, "ReportTime"));
        let begin = end - PERIOD;
        let grown = |function: fn(u64) -> u64| Value::U64(function(end) - function(begin));
        assert_eq!(of(row, "IntervalTime"), Value::U64(PERIOD));
        assert_eq!(of(row, "CoreCycles"), grown(waveform::cycles));
        assert_eq!(of(row, "Bursts"), grown(waveform::bursts));
        assert_eq!(of(row, "BytesMoved"), grown(waveform::bytes_moved));
        let small = waveform::wrapping_counter(end).wrapping_sub(waveform::wrapping_counter(begin));
        assert_eq!(of(row, "SmallEvents"), Value::U32(small));
        assert_eq!(of(row, "CoreFrequency"), Value::U64(1500));
        assert_eq!(of(row, "Busy"), Value::F32(waveform::busy(end)));
        assert_eq!(of(row, "Sine"), Value::F64(waveform::sine(end)));
        assert_eq!(of(row, "Flag"), Value::Bool8(waveform::flag(end)));
    }
    assert_accounted(&group, rows.len() as u64, 0);
}

#[test]
fn timestamps_begin_again_after_32_bits_and_reports_do_not() {
    let world = patterns("");
    let group = group(&world, "StreamedCounters");
    world.advance((52 << 32) - world.now() - 2 * PERIOD);
    let streamer = group.stream(TERMS, None).expect("free");
    world.advance(6 * PERIOD);
    let rows = rows(&group, &streamer.read(usize::MAX).raw);
    let times: Vec<u64> = rows.iter().map(|row| whole(row[1])).collect();
    assert!(times.first() > times.last(), "{times:?}");
    for pair in times.windows(2) {
        let passed = (pair[1] as u32).wrapping_sub(pair[0] as u32);
        assert_eq!(u64::from(passed), PERIOD / 52);
    }
}

#[test]
fn a_full_ring_loses_the_oldest_and_tells_once() {
    let world = patterns("ring-holds=10");
    let group = group(&world, "StreamedWaveforms");
    let streamer = group.stream(TERMS, None).expect("free");
    for _ in 0..14 {
        world.advance(PERIOD);
    }
    let generated = group.reports().generated;
    let first = streamer.read(4);
    assert_eq!(first.dropped, generated - 10);
    assert_eq!(rows(&group, &first.raw).len(), 4);
    let second = streamer.read(100);
    assert_eq!((second.dropped, rows(&group, &second.raw).len()), (0, 6));
    assert_eq!(streamer.read(100), Taken::default());
    assert_accounted(&group, 10, first.dropped);
}

#[test]
fn reports_that_cannot_be_kept_are_counted_without_being_taken() {
    let world = patterns("ring-holds=10");
    let group = group(&world, "StreamedWaveforms");
    let streamer = group.stream(TERMS, None).expect("free");
    let began = world.now().div_ceil(PERIOD);
    world.advance(3_600 * SECOND);
    let taken = streamer.read(100);
    let rows = rows(&group, &taken.raw);
    let last = 52 * (whole(rows[9][column(&group, "ReportTime")]));
    let now = world.now() % (52 << 32);
    assert!(now - last < PERIOD, "the youngest are kept");
    assert!(rows.iter().all(|row| row[0] == Value::U64(PERIOD)));
    assert_eq!(taken.dropped + 10, world.now() / PERIOD - began);
    assert_accounted(&group, 10, taken.dropped);
}

#[test]
fn every_nth_report_is_lost_and_some_reads_tell_so_without_data() {
    for (fault, silent) in [("", false), (",drops-without-data", true)] {
        let world = patterns(&format!("drops-every=4{fault}"));
        let group = group(&world, "StreamedWaveforms");
        let streamer = group.stream(TERMS, None).expect("free");
        world.advance(9 * PERIOD);
        assert_eq!(group.reports().generated, 8);
        let first = streamer.read(100);
        assert_eq!((first.dropped, first.raw.is_empty()), (2, silent));
        let second = streamer.read(100);
        assert_eq!(second.dropped, 0);
        let received = rows(&group, &[first.raw, second.raw].concat()).len();
        assert_accounted(&group, received as u64, 2);
        assert_eq!(received, 6);
    }
}

#[test]
fn owners_are_notified_when_enough_reports_wait() {
    let world = patterns("");
    let group = group(&world, "StreamedWaveforms");
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let notify: Notify = Box::new(move || {
        counted.fetch_add(1, Ordering::Relaxed);
    });
    let terms = Terms {
        notify_every: 3,
        ..TERMS
    };
    let streamer = group.stream(terms, Some(notify)).expect("free");
    let told = |reports: u64| {
        world.advance(reports * PERIOD);
        calls.swap(0, Ordering::Relaxed) > 0
    };
    assert!(!told(1) && !told(1) && told(2));
    assert!(told(0), "as long as they wait");
    streamer.read(100);
    assert!(!told(2) && told(1));
}

#[test]
fn one_streamer_at_a_time_and_what_it_left_is_discarded() {
    let world = patterns("");
    let group = group(&world, "StreamedWaveforms");
    let streamer = group.stream(TERMS, None).expect("free");
    assert_eq!(group.stream(TERMS, None).err(), Some(OpenError::InUse));
    world.advance(5 * PERIOD);
    drop(streamer);
    let left = group.reports();
    assert_eq!((left.discarded, left.waiting), (4, 0));
    world.advance(5 * PERIOD);
    assert_eq!(group.reports(), left, "nothing is taken while none is open");
    group.stream(TERMS, None).expect("free again");
}

#[test]
fn a_suspended_device_leaves_a_gap_and_its_clock_begins_again() {
    let world = patterns("suspends-after=3");
    let group = group(&world, "StreamedCounters");
    let streamer = group.stream(TERMS, None).expect("free");
    world.advance(4 * PERIOD);
    assert_eq!(group.reports().generated, 3);
    world.advance(SECOND);
    assert_eq!(group.reports().generated, 3, "asleep");
    world.advance(10 * PERIOD);
    let rows = rows(&group, &streamer.read(100).raw);
    let times: Vec<u64> = rows.iter().map(|row| whole(row[1])).collect();
    assert!(times[2] > times[3], "{times:?}");
    assert_eq!(times[3], PERIOD / 52, "the first whole period");
    assert!(rows.iter().all(|row| row[0] == Value::U64(PERIOD)));
    assert_accounted(&group, rows.len() as u64, 0);
}

#[test]
fn a_lost_device_takes_no_reports() {
    let world = patterns("lost-after=2");
    let group = group(&world, "StreamedWaveforms");
    let _streamer = group.stream(TERMS, None).expect("free");
    world.advance(9 * PERIOD);
    assert_eq!(group.reports().generated, 2);
}

#[test]
fn opening_is_refused_as_scripted() {
    let open = |world: &World| {
        group(world, "StreamedWaveforms")
            .stream(TERMS, None)
            .map(drop)
    };
    let world = patterns("streamer-refused");
    assert_eq!(open(&world), Err(OpenError::Unknown));
    for (fault, error) in [
        ("block-in-use=2", OpenError::InUse),
        ("block-not-available=2", OpenError::NotAvailable),
    ] {
        let world = patterns(fault);
        assert_eq!([open(&world), open(&world)], [Err(error); 2], "{fault}");
        assert_eq!(open(&world), Ok(()), "{fault}");
    }
}

#[test]
fn terms_are_rewritten() {
    let world = patterns("ring-holds=10,period-granted=5000000@StreamedCounters");
    let granted = |name, period_ns, notify_every| {
        let terms = Terms {
            period_ns,
            notify_every,
        };
        let streamer = group(&world, name).stream(terms, None).expect("free");
        let Terms {
            period_ns,
            notify_every,
        } = streamer.granted();
        (period_ns, notify_every)
    };
    assert_eq!(granted("StreamedWaveforms", 0, 0), (13_312, 1));
    assert_eq!(granted("StreamedWaveforms", 30_000, 900), (26_624, 5));
    assert_eq!(granted("StreamedCounters", 30_000, 3), (5_000_000, 3));
}

#[test]
fn host_reports_cover_the_very_time_since_the_one_before() {
    let world = World::new(Options {
        manual_clock: Some(500),
        ..Options::default()
    });
    let group = group(&world, "CpuUtilisationReports");
    let streamer = group.stream(TERMS, None).expect("free");
    let shortest = u64::from(streamer.granted().period_ns);
    assert_eq!(shortest % 100_000_000, 0, "no finer than the kernel counts");
    world.advance(shortest - 1);
    assert_eq!(group.reports().generated, 0, "not due");
    world.advance(1);
    // Late by more than a period: one report, which says how long it took.
    world.advance(5 * shortest / 2);
    let rows = rows(&group, &streamer.read(100).raw);
    assert_eq!(rows.len(), 2);
    let intervals: Vec<u64> = rows.iter().map(|row| whole(row[1])).collect();
    assert_eq!(intervals, [shortest, 5 * shortest / 2]);
    assert_eq!(whole(rows[1][0]), world.now());
    let idle = whole(rows[1][column(&group, "CpuIdleTime")]);
    assert!(
        idle < 3_600 * SECOND,
        "what passed, not all since boot: {idle}"
    );
}
