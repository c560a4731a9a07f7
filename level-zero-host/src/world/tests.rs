//! A world seen through its exported memory, on a clock that the test moves.

use std::fs::File;
use std::os::unix::fs::FileExt as _;
use std::sync::Arc;

use procfs::{CurrentSI as _, KernelStats};

use super::*;
use crate::world::fault::Fault;
use crate::world::group::{Export, Exported, Group};
use crate::world::pattern::waveform;

fn patterns(faults: Faults) -> World {
    World::new(Options {
        host: false,
        patterns: true,
        faults,
        manual_clock: Some(1_234_567_891),
        ..Options::default()
    })
}

fn host() -> World {
    World::new(Options {
        manual_clock: Some(0),
        ..Options::default()
    })
}

fn group(world: &World, name: &str) -> Arc<Group> {
    let groups = world.devices().iter().flat_map(|device| &device.groups);
    let found = groups.clone().find(|group| group.name == name);
    Arc::clone(found.unwrap_or_else(|| panic!("no group {name}")))
}

/// What another process would read: the file behind the descriptor.
fn bytes<const N: usize>(exported: Exported, offset: usize) -> [u8; N] {
    let file = File::open(format!("/proc/self/fd/{}", exported.fd)).expect("an open descriptor");
    let mut bytes = [0; N];
    file.read_exact_at(&mut bytes, offset as u64)
        .expect("within the file");
    bytes
}

fn place(group: &Group, metric: &str) -> (Exported, usize) {
    let index = group.metrics.iter().position(|m| m.name == metric);
    let index = index.unwrap_or_else(|| panic!("no metric {metric}"));
    match group.export() {
        Some(Export::PerMetric) => (group.exported_metric(index).expect("exported"), 0),
        _ => (
            group.exported().expect("exported"),
            group.layout().offsets[index],
        ),
    }
}

fn u64_of(group: &Group, metric: &str) -> u64 {
    let (exported, offset) = place(group, metric);
    u64::from_ne_bytes(bytes(exported, offset))
}

fn u32_of(group: &Group, metric: &str) -> u32 {
    let (exported, offset) = place(group, metric);
    u32::from_ne_bytes(bytes(exported, offset))
}

fn f64_of(group: &Group, metric: &str) -> f64 {
    f64::from_bits(u64_of(group, metric))
}

#[test]
fn waveforms_hold_what_the_published_functions_say() {
    let world = patterns(Faults::default());
    for name in ["Waveforms", "WaveformsPerMetric"] {
        let group = group(&world, name);
        group.activate().expect("activates");
        for step in [0, 1, 333_333_333, 499_999_999, 7_000_000_001] {
            world.advance(step);
            let t = u64_of(&group, "Timestamp");
            assert_eq!(t, world.now());
            assert_eq!(f64_of(&group, "Sine"), waveform::sine(t));
            assert_eq!(f64_of(&group, "Ramp"), waveform::ramp(t));
            assert_eq!(u32_of(&group, "RampF32"), waveform::ramp_f32(t).to_bits());
            assert_eq!(u32_of(&group, "RampU32"), waveform::ramp_u32(t));
            assert_eq!(u32_of(&group, "Square"), waveform::square(t));
            assert_eq!(f64_of(&group, "Ratio"), waveform::ratio(t));
            assert_eq!(
                u32_of(&group, "WrappingCounter"),
                waveform::wrapping_counter(t)
            );
            assert_eq!(u64_of(&group, "WideCounter"), waveform::wide_counter(t));
            assert_eq!(u64_of(&group, "NanBurst"), waveform::nan_burst(t).to_bits());
            assert_eq!(f64_of(&group, "Infinities"), waveform::infinities(t));
            let (exported, offset) = place(&group, "Flag");
            assert_eq!(bytes(exported, offset), [u8::from(waveform::flag(t))]);
        }
    }
}

#[test]
fn large_groups_hold_every_metric_in_its_place() {
    let world = patterns(Faults::default());
    let (counters, many) = (group(&world, "Counters64"), group(&world, "Many"));
    counters.activate().expect("activates");
    many.activate().expect("activates");
    world.advance(5_000_000);
    assert_eq!(
        u64_of(&counters, "Counter63"),
        waveform::counter(63, world.now())
    );
    assert_eq!(
        u32_of(&many, "Metric4095"),
        waveform::many(4095, world.now())
    );
    assert_eq!(many.exported().expect("exported").size, 4 * 4096);
}

#[test]
fn a_sequenced_record_is_whole_between_refreshes() {
    let world = patterns(Faults::default());
    let group = group(&world, "Sequenced");
    group.activate().expect("activates");
    let first = u32_of(&group, "Sequence");
    world.advance(1);
    let second = u32_of(&group, "Sequence");
    assert_eq!((first % 2, second), (0, first + 2));
    assert_eq!(second, u32_of(&group, "SequenceEnd"));
    assert_eq!(
        f64_of(&group, "Sine"),
        waveform::sine(u64_of(&group, "Timestamp"))
    );
}

#[test]
fn memory_is_filled_once_and_then_moves_only_while_active() {
    let world = patterns(Faults::default());
    let group = group(&world, "Waveforms");
    let first = u64_of(&group, "Timestamp");
    assert_eq!(first, world.now());
    world.advance(10);
    assert_eq!(u64_of(&group, "Timestamp"), first);
    group.activate().expect("activates");
    group.activate().expect("activates for a second user");
    assert_eq!(u64_of(&group, "Timestamp"), world.now());
    group.deactivate();
    world.advance(10);
    assert_eq!(u64_of(&group, "Timestamp"), world.now());
    group.deactivate();
    let last = world.now();
    world.advance(10);
    assert_eq!(u64_of(&group, "Timestamp"), last);
}

#[test]
fn every_host_group_is_timestamped_described_and_stays_within_its_texts() {
    let world = host();
    let device = &world.devices()[0];
    assert!(!device.name.is_empty());
    for group in &device.groups {
        assert_eq!(group.metrics[0].name, "Timestamp", "{}", group.name);
        assert!(group.description.len() < 256, "{}", group.description);
        let mut names: Vec<_> = group.metrics.iter().map(|metric| &metric.name).collect();
        names.sort();
        names.dedup();
        assert_eq!(
            names.len(),
            group.metrics.len(),
            "{} repeats a name",
            group.name
        );
        for metric in &group.metrics {
            assert!(!metric.description.is_empty() && metric.description.len() < 256);
            assert!(!metric.component.is_empty() && metric.name.len() < 256);
        }
    }
}

#[test]
fn host_counters_lie_between_two_readings_of_proc() {
    let world = host();
    let names = ["CpuUtilisation", "Scheduler", "Paging"];
    let [cpu, scheduler, paging] = names.map(|name| group(&world, name));
    for group in [&cpu, &scheduler, &paging] {
        group.activate().expect("activates");
    }
    let before = kernel();
    world.advance(1);
    let after = kernel();
    let tick = 1_000_000_000 / procfs::ticks_per_second();
    let seen = [
        u64_of(&cpu, "CpuUserTime") / tick,
        u64_of(&cpu, "CpuIdleTime") / tick,
        u64_of(&scheduler, "ContextSwitches"),
        u64_of(&scheduler, "ProcessesCreated"),
        u64_of(&paging, "PageFaults"),
    ];
    for ((low, value), high) in before.into_iter().zip(seen).zip(after) {
        assert!(low <= value && value <= high, "{low} <= {value} <= {high}");
    }
}

fn kernel() -> [u64; 5] {
    let stat = KernelStats::current().expect("/proc/stat");
    let faults = procfs::vmstat().expect("/proc/vmstat")["pgfault"];
    let total = stat.total;
    [
        total.user,
        total.idle,
        stat.ctxt,
        stat.processes,
        faults as u64,
    ]
}

#[test]
fn utilisation_is_not_a_number_until_there_is_an_interval() {
    let world = host();
    let cpu = group(&world, "CpuUtilisation");
    cpu.activate().expect("activates");
    assert!(f64_of(&cpu, "CpuBusy").is_nan());
    let start = u64_of(&cpu, "CpuIdleTime") + u64_of(&cpu, "CpuUserTime");
    while u64_of(&cpu, "CpuIdleTime") + u64_of(&cpu, "CpuUserTime") == start {
        world.advance(1);
    }
    let busy = f64_of(&cpu, "CpuBusy");
    assert!((0.0..=100.0).contains(&busy), "{busy}");
}

#[test]
fn memory_adds_up() {
    let world = host();
    let memory = group(&world, "Memory");
    let total = u64_of(&memory, "Total");
    assert_eq!(
        total,
        u64_of(&memory, "Used") + u64_of(&memory, "Available")
    );
    assert!(total > u64_of(&memory, "Free"));
}

#[test]
fn exported_memory_cannot_shrink_or_be_written_by_others() {
    let world = patterns(Faults::default());
    let exported = group(&world, "Waveforms").exported().expect("exported");
    let path = format!("/proc/self/fd/{}", exported.fd);
    let file = File::options()
        .read(true)
        .write(true)
        .open(path)
        .expect("an open descriptor");
    assert!(file.metadata().expect("metadata").len() >= exported.size as u64);
    assert!(file.set_len(0).is_err());
    assert!(file.write_at(&[1], 0).is_err());
}

#[test]
fn a_lost_device_stands_still_until_it_is_back() {
    let world = patterns(Faults::default().with(Fault::LostAfter(2)));
    let group = group(&world, "Waveforms");
    group.activate().expect("activates");
    world.advance(1);
    let lost_at = u64_of(&group, "Timestamp");
    assert!(world.devices()[0].is_lost());
    world.advance(1);
    assert_eq!(u64_of(&group, "Timestamp"), lost_at);
    world.devices()[0].set_lost(false);
    world.advance(1);
    assert_eq!(u64_of(&group, "Timestamp"), lost_at + 2);
}

#[test]
fn scripted_lies_about_memory_are_told_of_the_named_group_only() {
    let faults: Faults = "fd-zero@Waveforms,size-zero@Many,fd-closed@Counters64,\
        size-beyond-file@Sequenced,size-mismatch@WaveformsRival"
        .parse()
        .expect("known faults");
    let world = patterns(faults);
    let exported = |name: &str| group(&world, name).exported().expect("exported");
    assert_eq!(exported("Waveforms").fd, 0);
    assert_eq!(exported("Many").size, 0);
    assert!(File::open(format!("/proc/self/fd/{}", exported("Counters64").fd)).is_err());
    let (long, short) = (exported("Sequenced"), exported("WaveformsRival"));
    let file = File::open(format!("/proc/self/fd/{}", long.fd)).expect("open");
    assert!(file.metadata().expect("metadata").len() < long.size as u64);
    assert!(short.size < group(&world, "WaveformsRival").layout().size);
}

#[test]
fn an_unsealed_file_shrinks_on_time_and_the_writer_lives() {
    let world = patterns(Faults::default().with(Fault::ShrinksAfter(3)));
    let group = group(&world, "Waveforms");
    group.activate().expect("activates");
    let (exported, _) = place(&group, "Timestamp");
    let file = File::open(format!("/proc/self/fd/{}", exported.fd)).expect("open");
    assert!(file.metadata().expect("metadata").len() > 0);
    world.advance(1);
    world.advance(1);
    assert_eq!(file.metadata().expect("metadata").len(), 0);
}

#[test]
fn one_descriptor_serves_all_when_shared() {
    let world = patterns(Faults::default().with(Fault::SharedFd));
    let (one, other) = (group(&world, "Waveforms"), group(&world, "WaveformsRival"));
    let fd = one.exported().expect("exported").fd;
    assert_eq!(fd, other.exported().expect("exported").fd);
    assert_eq!(
        fd,
        group(&world, "WaveformsPerMetric")
            .exported_metric(3)
            .expect("exported")
            .fd
    );
}
