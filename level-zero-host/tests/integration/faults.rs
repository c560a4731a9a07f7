//! Every scripted fault, as the C interface shows it.

use level_zero_host::Instance;
use level_zero_host::world::Options;
use level_zero_sys::*;

use crate::client::{Client, bytes, call, entries, ok, text};

/// Nothing is filled in where a fault leaves structures untouched: what the client put there.
const UNTOUCHED: (i32, usize) = (-7, 0);

fn raw(array: &[std::ffi::c_char]) -> Vec<u8> {
    array.iter().map(|c| *c as u8).collect()
}

#[test]
fn descriptors_lie() {
    for (fault, expected) in [("fd-zero", 0), ("fd-negative", -1)] {
        let group = Client::patterns(fault).group("Waveforms");
        assert_eq!(group.fd, expected, "{fault}");
        assert!(group.size > 0, "{fault}");
    }
    let client = Client::patterns("fd-closed");
    let group = client.group("Waveforms");
    assert!(std::fs::read_link(format!("/proc/self/fd/{}", group.fd)).is_err());
    let per_metric = client.metrics(client.group("WaveformsPerMetric").handle);
    assert!(per_metric.iter().all(|metric| metric.fd == group.fd));
}

#[test]
fn sizes_lie() {
    let honest = Client::patterns("").group("Waveforms").size;
    assert_eq!(Client::patterns("size-zero").group("Waveforms").size, 0);
    assert!(Client::patterns("size-mismatch").group("Waveforms").size < honest);
    let client = Client::patterns("size-beyond-file");
    let group = client.group("Waveforms");
    let file = std::fs::metadata(format!("/proc/self/fd/{}", group.fd)).expect("open");
    assert!(file.len() < group.size as u64);
}

#[test]
fn type_bits_come_in_sets_and_in_an_old_numbering() {
    let (export, other) = (
        zet_metric_group_type_exp_flags_t::EXPORT_DMA_BUF,
        zet_metric_group_type_exp_flags_t::OTHER,
    );
    let several = Client::patterns("several-type-bits");
    let group = several.group("Waveforms");
    assert_eq!(group.kind, export | other);
    assert_eq!(
        bytes(group.fd, group.size).len(),
        group.size,
        "and it works"
    );
    let old = Client::patterns("old-type-bits").group("Waveforms").kind;
    assert_eq!(old, zet_metric_group_type_exp_flags_t(2));
}

#[test]
fn chained_structures_stay_as_they_were() {
    let client = Client::patterns("chain-untouched");
    let group = client.group("Waveforms");
    assert_eq!((group.fd, group.size), UNTOUCHED);
    assert!(group.kind.is_empty());
    let metrics = client.metrics(client.group("WaveformsPerMetric").handle);
    assert!(
        metrics
            .iter()
            .all(|metric| (metric.fd, metric.size) == UNTOUCHED)
    );
}

#[test]
fn names_are_unterminated_undecodable_or_empty() {
    let name = |fault: &str| {
        let client = Client::patterns(fault);
        let groups = client.groups(client.device());
        raw(&groups[0].properties.name)
    };
    assert!(!name("name-unterminated").contains(&0));
    assert!(std::str::from_utf8(&name("name-not-utf8")).is_err());
    assert!(name("name-empty").iter().all(|byte| *byte == 0));
}

#[test]
fn a_count_grows_and_claims_more_than_there_is_room_for() {
    let client = Client::patterns("count-grows");
    let honest = client.instance().world().devices()[0].groups.len() as u32;
    let mut count = 0;
    let get = client.api.metric.zetMetricGroupGet;
    // SAFETY: there is room for a number.
    ok(unsafe { get(client.device(), &raw mut count, std::ptr::null_mut()) });
    assert_eq!(count, honest - 1);
    let mut groups = vec![zet_metric_group_handle_t::null(); honest as usize];
    // SAFETY: there is room for one more than is asked.
    ok(unsafe { get(client.device(), &raw mut count, groups.as_mut_ptr()) });
    assert_eq!(count, honest, "a lie");
    assert!(
        groups[honest as usize - 1].is_null(),
        "but nothing was written beyond"
    );
}

#[test]
fn types_are_unknown() {
    let client = Client::patterns("unknown-types");
    let metric = client.metrics(client.group("Waveforms").handle)[1].properties;
    assert_eq!(metric.metricType.to_string(), "0x12345678");
    assert_eq!(metric.resultType.to_string(), "0x12345678");
}

#[test]
fn a_device_is_lost_in_mid_run() {
    let client = Client::patterns("lost-after=2");
    let group = client.group("Waveforms");
    ok(client.activate(&[group.handle]));
    let device = client.device();
    client.instance().world().advance(1_000_000);
    let last = bytes(group.fd, group.size);
    client.instance().world().advance(1_000_000);
    assert_eq!(bytes(group.fd, group.size), last, "memory stands still");
    let lost = ze_result_t::ERROR_DEVICE_LOST;
    let mut count = 0;
    let mut properties = ze_device_properties_t::default();
    // SAFETY: there is room for what is asked.
    unsafe {
        let get = client.api.metric.zetMetricGroupGet;
        assert_eq!(get(device, &raw mut count, std::ptr::null_mut()), lost);
        let get = client.api.device.zeDeviceGetProperties;
        assert_eq!(get(device, &raw mut properties), lost);
    }
    assert_eq!(call!(client.api.device.zeDeviceGetStatus, device), lost);
    assert_eq!(client.activate(&[]), lost);
    assert!(
        !client.instance().world().devices()[0].groups[0].is_active(),
        "and is let go"
    );
    client.instance().world().devices()[0].set_lost(false);
    ok(client.activate(&[group.handle]));
}

#[test]
fn activation_is_denied() {
    let client = Client::patterns("activation-denied@Waveforms");
    ok(client.activate(&[client.group("Many").handle]));
    let denied = client.activate(&[client.group("Waveforms").handle]);
    assert_eq!(denied, ze_result_t::ERROR_INSUFFICIENT_PERMISSIONS);
}

#[test]
fn the_extension_is_not_advertised() {
    let client = Client::patterns("extension-not-advertised");
    let get = client.api.driver.zeDriverGetExtensionProperties;
    let extensions: Vec<ze_driver_extension_properties_t> =
        entries(|count, out| call!(get, client.driver, count, out));
    let names: Vec<_> = extensions
        .iter()
        .map(|extension| text(&extension.name))
        .collect();
    assert!(
        !names.contains(&ZET_METRIC_EXPORT_MEMORY_EXP_NAME.to_owned()),
        "{names:?}"
    );
}

#[test]
fn symbols_are_missing() {
    let faults = "symbol-missing=zeInitDrivers,symbol-missing=zetMetricGet";
    let options = Options {
        host: false,
        faults: faults.parse().expect("known"),
        ..Options::default()
    };
    let instance = Instance::new(options).expect("a free slot");
    assert!(instance.lookup("zeInitDrivers").is_null());
    // SAFETY: the driver answers addresses of its own functions.
    let error = unsafe { Api::from_lookup(|symbol| instance.lookup(symbol)) }.err();
    let message = error.map(|error| error.to_string()).unwrap_or_default();
    assert!(message.contains("lacks zetMetricGet"), "{message}");
}

#[test]
fn metrics_are_off_until_they_are_switched_on() {
    let client = Client::patterns("metrics-disabled");
    let (device, mut count) = (client.device(), 0);
    let get = client.api.metric.zetMetricGroupGet;
    // SAFETY: there is room for a number.
    let mut ask = || unsafe { get(device, &raw mut count, std::ptr::null_mut()) };
    assert_eq!(ask(), ze_result_t::ERROR_DEPENDENCY_UNAVAILABLE);
    ok(call!(client.api.metric.zetDeviceEnableMetricsExp, device));
    ok(ask());
    ok(call!(client.api.metric.zetDeviceDisableMetricsExp, device));
    assert_eq!(ask(), ze_result_t::ERROR_DEPENDENCY_UNAVAILABLE);
}

#[test]
fn one_descriptor_stands_for_all() {
    let client = Client::patterns("shared-fd");
    let fd = client.group("Waveforms").fd;
    assert_eq!(fd, client.group("WaveformsRival").fd);
    let metrics = client.metrics(client.group("WaveformsPerMetric").handle);
    assert!(metrics.iter().all(|metric| metric.fd == fd));
}

#[test]
fn a_file_shrinks_while_it_is_read() {
    let client = Client::patterns("shrinks-after=3");
    let group = client.group("Waveforms");
    ok(client.activate(&[group.handle]));
    assert_eq!(bytes(group.fd, group.size).len(), group.size);
    let world = client.instance().world();
    world.advance(1);
    world.advance(1);
    let file = std::fs::metadata(format!("/proc/self/fd/{}", group.fd)).expect("open");
    assert_eq!(file.len(), 0);
}
