//! The driver layer against a real Level Zero driver, well-behaved and hostile.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use level_zero_host::world::pattern::waveform;
use zetscope::driver::layout::{Field, Layout, Sequence};
use zetscope::driver::{DriverError, OpenGroup, Options, discover};
use zetscope::model::batch::Integrity;
use zetscope::model::catalog::{Access, DeviceKind, GroupInfo, Kind, Origin};
use zetscope::model::value::ValueType;

use crate::support::{Patterns, drivers, in_own_process, instance, shared_driver};

/// Reads one pass and returns each value's bits by the name of its metric.
fn pass(open: &mut OpenGroup, group: &GroupInfo) -> BTreeMap<String, u64> {
    let mut slots = vec![0; open.columns().len()];
    open.read(&mut slots).expect("a pass");
    let names = open
        .columns()
        .iter()
        .map(|column| group.metrics[*column as usize].name.clone());
    names.zip(slots).collect()
}

/// Whether the group is one of exported memory, not of reports.
fn exports(group: &GroupInfo) -> bool {
    group.sampling.names == ["tracer"]
}

fn every_metric(group: &GroupInfo) -> Vec<u32> {
    (0..group.metrics.len() as u32).collect()
}

/// Compares a pass of the waveforms with the functions they are made from.
fn assert_waveforms(pass: &BTreeMap<String, u64>) {
    let now = pass["Timestamp"];
    assert_eq!(pass["WideCounter"], waveform::wide_counter(now));
    assert_eq!(
        pass["WrappingCounter"],
        u64::from(waveform::wrapping_counter(now))
    );
    assert_eq!(pass["Sine"], waveform::sine(now).to_bits());
    assert_eq!(
        pass["RampF32"],
        u64::from(waveform::ramp_f32(now).to_bits())
    );
    assert_eq!(pass["Flag"], u64::from(waveform::flag(now)));
}

#[test]
fn the_built_in_driver_lists_this_machine_and_its_values_move() {
    let discovery = discover(&Options {
        host: true,
        ..Options::default()
    });
    assert_eq!(discovery.problems, []);
    let mut driver = discovery.drivers.into_iter().next().expect("one driver");
    assert_eq!(driver.info.origin, Origin::BuiltIn);
    let device = &mut driver.devices[0];
    assert_eq!(device.info().kind, DeviceKind::Cpu);
    assert!(!device.info().simulated);
    let groups = device.groups().expect("groups");
    for group in groups.iter().filter(|group| exports(group)) {
        assert!(
            group.is_readable(),
            "{} has a reason: {:?}",
            group.name,
            group.reason
        );
        assert_eq!(group.access, Some(Access::Map));
    }
    let timestamp = groups[0].timestamp().expect("a timestamp").index;
    let mut open = device.open(0, &[timestamp]).expect("readable");
    let mut slot = [0];
    open.read(&mut slot).expect("a pass");
    let first = slot[0];
    let deadline = Instant::now() + Duration::from_secs(5);
    while slot[0] == first && Instant::now() < deadline {
        open.read(&mut slot).expect("a pass");
    }
    assert!(slot[0] > first, "the driver refreshes what it exports");
}

#[test]
fn every_way_of_reading_shows_the_same_values() {
    for access in Access::ALL {
        for name in ["Waveforms", "WaveformsPerMetric"] {
            let mut patterns = Patterns::read_by("", Some(access));
            let group = patterns.group(name);
            assert_eq!(group.access, Some(access), "{name}: {:?}", group.reason);
            let mut open = patterns
                .device
                .open(group.index, &every_metric(&group))
                .expect("readable");
            assert_eq!(open.access(), access);
            for _ in 0..3 {
                patterns.instance.world().advance(7_000_001);
                let pass = pass(&mut open, &group);
                assert_eq!(pass["Timestamp"], patterns.instance.world().now());
                assert_waveforms(&pass);
            }
            open.close().expect("released");
        }
    }
}

#[test]
fn values_are_listed_with_what_they_mean() {
    let group = Patterns::with("").group("Waveforms");
    for (name, kind) in [
        ("Timestamp", Kind::Timestamp),
        ("Flag", Kind::Flag),
        ("Ratio", Kind::Ratio),
        ("WrappingCounter", Kind::Monotonic { bits: 32 }),
        ("WideCounter", Kind::Monotonic { bits: 64 }),
    ] {
        assert_eq!(group.metrics[metric(&group, name) as usize].kind, kind);
    }
    assert_eq!(group.kinds.names, ["export-dma-buf"]);
    assert_eq!(group.sampling.names, ["tracer"]);
    assert!(group.export_bytes.is_some_and(|bytes| bytes > 0));
}

#[test]
fn only_what_was_asked_for_is_read() {
    let mut patterns = Patterns::with("");
    let group = patterns.group("Waveforms");
    let mut open = patterns
        .device
        .open(group.index, &[9, 0, 9, 999])
        .expect("readable");
    assert_eq!(open.columns(), [0, 9]);
    assert_eq!(open.refused().len(), 1);
    assert_eq!(open.refused()[0].0, 999);
    let pass = pass(&mut open, &group);
    assert_eq!(
        pass["WideCounter"],
        waveform::wide_counter(pass["Timestamp"])
    );
}

#[test]
fn groups_of_one_domain_exclude_each_other_and_say_so() {
    let mut patterns = Patterns::with("");
    let group = patterns.group("Waveforms");
    let rival = patterns.group("WaveformsRival");
    let counters = patterns.group("Counters64");
    let mut open = patterns.device.open(group.index, &[0]).expect("readable");
    let refused = patterns.device.open(rival.index, &[0]).err();
    let refused = refused.expect("the domain is taken").to_string();
    assert!(refused.contains("Waveforms is being read"), "{refused}");
    let other = patterns.device.open(counters.index, &[0]);
    let other = other.expect("another domain");
    patterns.instance.world().advance(1_000);
    assert_eq!(
        pass(&mut open, &group)["Timestamp"],
        patterns.instance.world().now()
    );
    drop((open, other));
    patterns
        .device
        .open(rival.index, &[0])
        .expect("the domain is free again");
}

/// Two metrics of the group `Sequenced` and its sequence word.
fn sequenced_layout(group: &GroupInfo) -> Layout {
    let place = |name: &str, offset| Field {
        metric: metric(group, name),
        offset,
        value_type: ValueType::U64,
    };
    Layout {
        fields: vec![place("Timestamp", 8), place("WideCounter", 24)],
        sequence: Some(Sequence {
            offset: 0,
            value_type: ValueType::U32,
            odd_while_written: true,
        }),
    }
}

fn metric(group: &GroupInfo, name: &str) -> u32 {
    let found = group.metrics.iter().find(|metric| metric.name == name);
    found.expect(name).index
}

#[test]
fn a_record_with_a_sequence_word_is_read_whole_or_said_to_be_torn() {
    let mut patterns = Patterns::with("");
    let group = patterns.group("Sequenced");
    patterns
        .device
        .set_layout(group.index, sequenced_layout(&group));
    let metrics = every_metric(&group);
    let mut open = patterns
        .device
        .open(group.index, &metrics)
        .expect("readable");
    assert_eq!(open.columns().len(), 2, "only what the layout places");
    let world = patterns.instance.world();
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| (0..20_000).for_each(|_| world.advance(1_000)));
        let mut slots = [0; 2];
        let mut whole = 0;
        while !writer.is_finished() || whole == 0 {
            if open.read(&mut slots) == Ok(Integrity::Whole) {
                assert_eq!(slots[1], waveform::wide_counter(slots[0]));
                whole += 1;
            }
        }
    });
}

/// Faults that leave one group unreadable, and words of the reason it must give.
const UNREADABLE: [(&str, &str); 10] = [
    ("fd-zero", "descriptor 0,"),
    ("fd-negative", "descriptor -1,"),
    ("fd-closed", "not open"),
    ("size-zero", "0 bytes"),
    ("size-zero@Waveforms,fd-zero", "left at 0"),
    ("size-mismatch", "unknown layout"),
    ("size-beyond-file", "its file holds only"),
    ("old-type-bits", "exported memory only"),
    ("chain-untouched", "exported memory only"),
    ("unknown-types", "unknown layout"),
];

#[test]
fn a_group_that_cannot_be_read_says_why_and_leaves_the_others_alone() {
    for (fault, words) in UNREADABLE {
        let mut patterns = Patterns::with(&format!("{fault}@Waveforms"));
        let group = patterns.group("Waveforms");
        let reason = group.reason.clone().expect(fault);
        assert!(reason.what.contains(words), "{fault}: {reason}");
        assert!(!group.is_readable());
        let refused = patterns.device.open(group.index, &[0]).err();
        assert_eq!(refused, Some(DriverError::Refused(reason)), "{fault}");
        let other = patterns.group("Counters64");
        assert!(other.is_readable(), "{fault}: {:?}", other.reason);
        patterns.device.open(other.index, &[0]).expect(fault);
    }
}

#[test]
fn oddities_that_can_be_lived_with_are() {
    for faults in [
        "several-type-bits",
        "name-unterminated",
        "name-not-utf8",
        "name-empty",
        "count-grows",
        "unsealed",
        "close-on-import",
        "device-readable",
        "import-refused",
        "metrics-disabled",
        "symbol-missing=zeInitDrivers",
        "symbol-missing=zeMemAllocHost",
        "symbol-missing=zetDeviceEnableMetricsExp",
    ] {
        let plain = Patterns::with("").groups();
        let mut patterns = Patterns::with(faults);
        let groups = patterns.groups();
        assert_eq!(groups.len(), plain.len(), "{faults}");
        let group = &groups[0];
        assert!(group.is_readable(), "{faults}: {:?}", group.reason);
        assert_eq!(group.metrics.len(), plain[0].metrics.len(), "{faults}");
        assert!(!group.name.is_empty() && !group.name.contains('\0'));
        let mut open = patterns.device.open(0, &every_metric(group)).expect(faults);
        patterns.instance.world().advance(1_000);
        let mut slots = vec![0; open.columns().len()];
        open.read(&mut slots).expect(faults);
        assert_eq!(slots[0], patterns.instance.world().now(), "{faults}");
    }
}

#[test]
fn nameless_groups_get_a_placeholder() {
    let mut patterns = Patterns::with("name-empty");
    let groups = patterns.groups();
    assert_eq!(groups[2].name, "(unnamed group 2)");
    assert_eq!(groups[2].metrics[1].name, "(unnamed metric 1)");
}

#[test]
fn a_driver_without_the_extension_or_permission_says_so() {
    let mut patterns = Patterns::with("extension-not-advertised");
    for group in patterns.groups() {
        let reason = group.reason.expect("no group exports");
        assert!(
            reason
                .what
                .contains("ZET_experimental_metric_export_memory")
        );
    }
    let mut patterns = Patterns::with("activation-denied");
    let group = patterns.group("Waveforms");
    let refused = patterns.device.open(group.index, &[0]).err();
    let refused = refused.expect("denied").to_string();
    assert!(refused.contains("INSUFFICIENT_PERMISSIONS"), "{refused}");
}

#[test]
fn metrics_that_share_one_memory_are_not_guessed_apart() {
    let mut patterns = Patterns::with("shared-fd@WaveformsPerMetric");
    let group = patterns.group("WaveformsPerMetric");
    if let Some(reason) = &group.reason {
        assert!(reason.what.contains("same memory"), "{reason}");
    }
    let mut shared = Patterns::with("shared-fd");
    let group = shared.group("WaveformsPerMetric");
    let reason = group.reason.expect("all values would be one");
    assert!(reason.what.contains("exports the same memory"), "{reason}");
}

#[test]
fn a_lost_device_is_noticed_while_it_is_read() {
    let mut patterns = Patterns::with("");
    let group = patterns.group("Counters64");
    let mut open = patterns
        .device
        .open(group.index, &every_metric(&group))
        .expect("readable");
    let mut slots = [0; 64];
    open.read(&mut slots).expect("still there");
    patterns.instance.world().devices()[0].set_lost(true);
    let deadline = Instant::now() + Duration::from_secs(5);
    let error = loop {
        match open.read(&mut slots) {
            Err(error) => break error,
            Ok(_) => assert!(Instant::now() < deadline, "never noticed"),
        }
    };
    assert!(matches!(error, DriverError::DeviceLost(_)), "{error}");
    let error = patterns.device.groups().expect_err("lost");
    assert!(matches!(error, DriverError::DeviceLost(_)), "{error}");
}

#[test]
fn a_file_that_shrinks_under_the_reader_ends_the_group_only() {
    let mut patterns = Patterns::with("shrinks-after=4@Waveforms");
    let group = patterns.group("Waveforms");
    let other = patterns.group("Counters64");
    let mut open = patterns.device.open(group.index, &[0]).expect("readable");
    let mut counters = patterns.device.open(other.index, &[0]).expect("readable");
    let mut slot = [0];
    let error = (0..100).find_map(|_| {
        patterns.instance.world().advance(1_000);
        open.read(&mut slot).err()
    });
    let error = error.expect("the file has shrunk");
    assert!(matches!(error, DriverError::Refused(_)), "{error}");
    assert!(error.to_string().contains("shrank"), "{error}");
    counters.read(&mut slot).expect("not affected");
}

#[test]
fn required_functions_that_are_missing_are_named() {
    let instance = instance("symbol-missing=zetContextActivateMetricGroups");
    let mut driver = drivers(&instance, None).remove(0);
    let device = &mut driver.devices[0];
    device.groups().expect("listed all the same");
    let error = device.open(0, &[0]).expect_err("cannot be activated");
    let error = error.to_string();
    assert!(error.contains("zetContextActivateMetricGroups"), "{error}");
}

#[test]
fn what_keeps_a_driver_from_being_found_is_told_with_a_remedy() {
    let name = "driver::what_keeps_a_driver_from_being_found_is_told_with_a_remedy";
    let variables = [
        ("ZE_ENABLE_ALT_DRIVERS", "/no/such/driver.so"),
        ("ZETSCOPE_HOST_FAULTS", "symbol-missing=zetMetricGroupGet"),
    ];
    in_own_process(name, &variables, || {
        let problem = |options: &Options| {
            let found = discover(options);
            assert!(found.drivers.is_empty());
            found.problems.into_iter().next().expect("a reason")
        };
        let mut options = Options {
            system: true,
            ..Options::default()
        };
        let no_driver = problem(&options);
        assert!(no_driver.what.contains("zeInit"), "{no_driver}");
        assert!(no_driver.fix.is_some());
        options.loader = Some("/no/such/loader.so".into());
        let no_loader = problem(&options);
        assert!(no_loader.what.contains("/no/such/loader.so"), "{no_loader}");
        assert!(no_loader.fix.is_some());
        let incomplete = problem(&Options {
            host: true,
            ..Options::default()
        });
        assert!(
            incomplete.what.contains("zetMetricGroupGet"),
            "{incomplete}"
        );
    });
}

fn open_descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").expect("listed").count()
}

#[test]
fn no_descriptor_leaks_and_the_drivers_own_stay_open() {
    let name = "driver::no_descriptor_leaks_and_the_drivers_own_stay_open";
    in_own_process(name, &[], || {
        for access in Access::ALL {
            // A file that can shrink is read by its descriptor only; the driver imports none.
            let other = match access {
                Access::Map => "unsealed",
                _ => "close-on-import",
            };
            for faults in ["", other] {
                let mut patterns = Patterns::read_by(faults, Some(access));
                let groups = ["Waveforms", "WaveformsPerMetric"].map(|name| patterns.group(name));
                let before = open_descriptors();
                for cycle in 0..1_000 {
                    let group = &groups[cycle % 2];
                    let mut open = patterns
                        .device
                        .open(group.index, &every_metric(group))
                        .expect("the driver's descriptors are still open");
                    let mut slots = vec![0; open.columns().len()];
                    open.read(&mut slots).expect("a pass");
                    open.close().expect("released");
                }
                assert_eq!(open_descriptors(), before, "{access:?} {faults}");
            }
        }
    });
}

#[test]
fn one_memory_is_mapped_once_however_many_groups_export_it() {
    let name = "driver::one_memory_is_mapped_once_however_many_groups_export_it";
    in_own_process(name, &[], || {
        let mappings = || {
            let maps = std::fs::read_to_string("/proc/self/maps").expect("listed");
            maps.lines().filter(|line| line.contains("r--s")).count()
        };
        let mut patterns = Patterns::with("shared-fd");
        // The larger first: a smaller one lies inside what is mapped for it.
        let groups = ["Counters64", "Waveforms"].map(|name| patterns.group(name));
        let before = mappings();
        let open = groups.map(|group| patterns.device.open(group.index, &[0]).expect("readable"));
        assert_eq!(mappings(), before + 1);
        drop(open);
        assert_eq!(mappings(), before);
    });
}

#[test]
fn the_systems_loader_shows_the_same_groups_and_values() {
    let name = "driver::the_systems_loader_shows_the_same_groups_and_values";
    let library = shared_driver();
    let variables = [
        ("ZE_ENABLE_ALT_DRIVERS", library.to_str().expect("a path")),
        ("ZE_ENABLE_VALIDATION_LAYER", "1"),
        ("ZE_ENABLE_PARAMETER_VALIDATION", "1"),
        ("ZET_ENABLE_METRICS", "1"),
        ("ZETSCOPE_HOST_PATTERNS", "1"),
    ];
    in_own_process(name, &variables, || {
        compare_loader_with_built_in();
        Access::ALL.into_iter().for_each(read_through_loader);
    });
}

fn compare_loader_with_built_in() {
    let mut found = discover(&Options {
        system: true,
        host: true,
        patterns: true,
        ..Options::default()
    });
    assert_eq!(found.problems, []);
    assert!(found.loader.is_some_and(|loader| loader.path.is_some()));
    let maps = std::fs::read_to_string("/proc/self/maps").expect("listed");
    assert!(maps.contains("libze_validation_layer"), "not validated");
    let mut loaded = found.drivers.pop().expect("through the loader");
    let mut built_in = found.drivers.pop().expect("linked in");
    assert_eq!(loaded.info.origin, Origin::Loader);
    assert_eq!(loaded.info.extensions, built_in.info.extensions);
    assert_eq!(loaded.devices.len(), built_in.devices.len());
    for (device, same) in loaded.devices.iter_mut().zip(&mut built_in.devices) {
        assert_eq!(device.info(), same.info());
        let groups = device.groups().expect("listed");
        let exported = groups.iter().filter(|group| exports(group));
        assert!(exported.clone().count() > 0 && exported.clone().all(GroupInfo::is_readable));
        assert_eq!(Ok(groups), same.groups());
    }
}

/// Reads whole records of a group that is written meanwhile.
fn read_through_loader(access: Access) {
    let mut found = discover(&Options {
        system: true,
        access: Some(access),
        ..Options::default()
    });
    let device = &mut found.drivers[0].devices[1];
    let groups = device.groups().expect("listed").into_iter();
    let mut named = groups.filter(|group| group.name == "Sequenced");
    let group = named.next().expect("patterns are on");
    device.set_layout(group.index, sequenced_layout(&group));
    let mut open = device.open(group.index, &[0, 1, 2, 3]).expect("readable");
    assert_eq!(open.access(), access);
    let (mut slots, mut seen) = ([0; 2], BTreeSet::new());
    while seen.len() < 20 {
        if open.read(&mut slots).expect("a pass") == Integrity::Whole {
            assert_eq!(slots[1], waveform::wide_counter(slots[0]), "{access:?}");
            seen.insert(slots[0]);
        }
    }
    open.close().expect("released");
}
