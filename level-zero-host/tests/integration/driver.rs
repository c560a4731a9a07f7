//! Listing: drivers, devices, groups and metrics, and what activation does.

use level_zero_host::world::Options;
use level_zero_host::world::pattern::{DEVICE_NAME, waveform};
use level_zero_sys::*;

use crate::client::{Client, bytes, call, entries, ok, text};

const TRACED: zet_metric_group_sampling_type_flags_t =
    zet_metric_group_sampling_type_flags_t::EXP_TRACER_BASED;

fn host() -> Client {
    Client::new(Options {
        manual_clock: Some(0),
        ..Options::default()
    })
}

fn word(bytes: &[u8], offset: usize) -> u64 {
    u64::from_ne_bytes(bytes[offset..offset + 8].try_into().expect("eight bytes"))
}

#[test]
fn the_driver_tells_version_identity_and_extensions() {
    let client = host();
    let mut version = ze_api_version_t::default();
    ok(call!(
        client.api.driver.zeDriverGetApiVersion,
        client.driver,
        &raw mut version
    ));
    assert!(version >= ze_api_version_t::_1_11);
    let get = client.api.driver.zeDriverGetExtensionProperties;
    let extensions: Vec<ze_driver_extension_properties_t> =
        entries(|count, out| call!(get, client.driver, count, out));
    let names: Vec<_> = extensions
        .iter()
        .map(|extension| text(&extension.name))
        .collect();
    assert!(
        names.contains(&ZET_METRIC_EXPORT_MEMORY_EXP_NAME.to_owned()),
        "{names:?}"
    );
}

#[test]
fn devices_tell_what_they_are() {
    let client = Client::new(Options {
        patterns: true,
        ..Options::default()
    });
    let devices = client.devices();
    let facts: Vec<_> = devices
        .iter()
        .map(|device| {
            let mut properties = ze_device_properties_t::default();
            // SAFETY: there is room for what is asked.
            ok(unsafe { (client.api.device.zeDeviceGetProperties)(*device, &raw mut properties) });
            properties
        })
        .collect();
    assert_eq!(facts[0].r#type, ze_device_type_t::CPU);
    assert_eq!(facts[1].r#type, ze_device_type_t::GPU);
    assert_eq!(text(&facts[1].name), DEVICE_NAME);
    assert_ne!(facts[0].uuid.id, facts[1].uuid.id);
    assert!(facts[0].maxMemAllocSize > 1 << 20);
}

#[test]
fn the_host_lists_what_this_machine_has() {
    let client = host();
    let groups = client.groups(client.device());
    let names: Vec<_> = groups
        .iter()
        .map(|group| text(&group.properties.name))
        .collect();
    for expected in [
        "CpuUtilisation",
        "Scheduler",
        "LoadAverage",
        "Memory",
        "Network",
    ] {
        assert!(
            names.iter().any(|name| name == expected),
            "{expected} is not in {names:?}"
        );
    }
    let mut domains: Vec<_> = groups.iter().map(|group| group.properties.domain).collect();
    domains.dedup();
    assert_eq!(
        domains.len(),
        groups.len(),
        "all host groups can be active together"
    );
}

/// Size and natural alignment of every metric make up the whole memory.
#[test]
fn the_size_of_a_memory_follows_from_its_metrics() {
    let client = Client::new(Options {
        patterns: true,
        ..Options::default()
    });
    for group in client
        .devices()
        .into_iter()
        .flat_map(|device| client.groups(device))
    {
        let name = text(&group.properties.name);
        let metrics = client.metrics(group.handle);
        assert_eq!(
            metrics.len(),
            group.properties.metricCount as usize,
            "{name}"
        );
        if group.properties.samplingType != TRACED {
            assert_eq!((group.fd, group.size), (-7, 0), "{name} exports nothing");
            continue;
        }
        let export = zet_metric_group_type_exp_flags_t::EXPORT_DMA_BUF;
        if group.kind == export {
            let (mut end, mut widest) = (0_usize, 1);
            for metric in &metrics {
                let size = width(metric.properties.resultType);
                end = end.next_multiple_of(size) + size;
                widest = widest.max(size);
            }
            assert_eq!(group.size, end.next_multiple_of(widest), "{name}");
            assert_eq!(bytes(group.fd, group.size).len(), group.size);
        } else {
            assert_eq!(
                group.kind,
                zet_metric_group_type_exp_flags_t::OTHER,
                "{name}"
            );
            assert_eq!(
                (group.fd, group.size),
                (-7, 0),
                "{name} has no memory of its own"
            );
            for metric in &metrics {
                assert_eq!(
                    metric.properties.metricType,
                    zet_metric_type_t::EXP_EXPORT_DMA_BUF
                );
                assert_eq!(metric.size, width(metric.properties.resultType));
                assert_eq!(bytes(metric.fd, metric.size).len(), metric.size);
            }
        }
    }
}

fn width(value_type: zet_value_type_t) -> usize {
    match value_type {
        zet_value_type_t::UINT32 | zet_value_type_t::FLOAT32 => 4,
        zet_value_type_t::UINT64 | zet_value_type_t::FLOAT64 => 8,
        zet_value_type_t::BOOL8 => 1,
        other => panic!("{other}"),
    }
}

#[test]
fn activation_is_a_set_that_each_call_replaces() {
    let client = Client::patterns("");
    let (waves, counters) = (client.group("Waveforms"), client.group("Counters64"));
    let moves = |group: &crate::client::GroupFacts, offset| {
        let before = word(&bytes(group.fd, group.size), offset);
        client.instance().world().advance(1_000_000);
        word(&bytes(group.fd, group.size), offset) != before
    };
    assert!(!moves(&waves, 0) && !moves(&counters, 0));
    ok(client.activate(&[waves.handle]));
    assert!(moves(&waves, 0) && !moves(&counters, 0));
    ok(client.activate(&[waves.handle, counters.handle]));
    assert!(moves(&waves, 0) && moves(&counters, 0));
    ok(client.activate(&[counters.handle]));
    assert!(!moves(&waves, 0) && moves(&counters, 0));
    ok(client.activate(&[]));
    assert!(!moves(&waves, 0) && !moves(&counters, 0));
}

#[test]
fn two_groups_of_one_domain_cannot_be_active_together() {
    let client = Client::patterns("");
    let (one, rival) = (client.group("Waveforms"), client.group("WaveformsRival"));
    assert_eq!(one.properties.domain, rival.properties.domain);
    let both = [one.handle, rival.handle];
    assert_eq!(client.activate(&both), ze_result_t::ERROR_INVALID_ARGUMENT);
    ok(client.activate(&both[1..]));
}

#[test]
fn values_equal_the_published_functions() {
    let client = Client::patterns("");
    let group = client.group("Counters64");
    ok(client.activate(&[group.handle]));
    client.instance().world().advance(123_456_789);
    let now = client.instance().world().now();
    let bytes = bytes(group.fd, group.size);
    for index in 0..64 {
        assert_eq!(word(&bytes, 8 * index), waveform::counter(index, now));
    }
}

#[test]
fn on_the_machines_clock_a_thread_refreshes_until_the_context_ends() {
    let client = Client::new(Options {
        host: false,
        patterns: true,
        ..Options::default()
    });
    let group = client.group("Waveforms");
    ok(client.activate(&[group.handle]));
    let first = word(&bytes(group.fd, group.size), 0);
    while word(&bytes(group.fd, group.size), 0) == first {
        std::thread::yield_now();
    }
    ok(call!(client.api.context.zeContextDestroy, client.context));
    assert!(!client.instance().world().devices()[0].groups[0].is_active());
}

#[test]
fn instances_do_not_see_each_other() {
    let (one, other) = (Client::patterns(""), Client::patterns(""));
    assert_ne!(one.driver, other.driver);
    let gone = other.device();
    let mut count = 0;
    drop(other);
    // SAFETY: there is room for a number, and the handle is only looked up.
    let result =
        unsafe { (one.api.metric.zetMetricGroupGet)(gone, &raw mut count, std::ptr::null_mut()) };
    assert_eq!(result, ze_result_t::ERROR_INVALID_ARGUMENT);
}

#[test]
fn a_device_tells_its_clock_and_how_it_counts() {
    let client = Client::patterns("");
    let (mut host, mut device) = (0, 0);
    let get = client.api.device.zeDeviceGetGlobalTimestamps;
    ok(call!(get, client.device(), &raw mut host, &raw mut device));
    assert_eq!((host, device), (1_000_000_007, 1_000_000_007 / 52));
    let counting = |stype| {
        let mut properties = ze_device_properties_t {
            stype,
            ..Default::default()
        };
        let get = client.api.device.zeDeviceGetProperties;
        // SAFETY: there is room for what is asked.
        ok(unsafe { get(client.device(), &raw mut properties) });
        (properties.timerResolution, properties.timestampValidBits)
    };
    assert_eq!(counting(ze_structure_type_t::DEVICE_PROPERTIES), (52, 32));
    let in_cycles = counting(ze_structure_type_t::DEVICE_PROPERTIES_1_2);
    assert_eq!(in_cycles, (19_230_769, 32));
}

#[test]
fn what_is_not_offered_says_so() {
    let client = Client::patterns("");
    let mark = client.api.streamer.zetCommandListAppendMetricStreamerMarker;
    let list = zet_command_list_handle_t::null();
    let result = call!(mark, list, zet_metric_streamer_handle_t::null(), 1);
    assert_eq!(result, ze_result_t::ERROR_UNSUPPORTED_FEATURE);
}
