//! The shared library under the system's loader, with its validation layer watching.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use level_zero_host::world::Options;
use level_zero_host::world::pattern::waveform;
use level_zero_sys::*;

use crate::client::{Client, GroupFacts, bytes, call, ok, text};

/// Where the child process, which is this test once more, writes what it found.
const REPORT: &str = "ZETSCOPE_HOST_TEST_REPORT";

/// The loader prints and sets up for a whole process, so it gets one of its own.
#[test]
fn the_system_loader_lists_the_same_and_its_validation_layer_is_silent() {
    if let Some(report) = env::var_os(REPORT) {
        return child(PathBuf::from(report));
    }
    let report = tempfile::NamedTempFile::new().expect("a temporary file");
    let output = spawn(report.path().to_owned());
    let (out, err) = (text_of(&output.stdout), text_of(&output.stderr));
    assert!(output.status.success(), "{out}{err}");
    assert_eq!(err, "", "the layer has something to say");
    let chatter = ["", "running 1 test", "test result: ok."];
    for line in out.lines() {
        let harness = line.is_empty() || chatter[1..].iter().any(|known| line.starts_with(known));
        assert!(
            harness || line.ends_with("... ok"),
            "unexpected output: {line}"
        );
    }
    let client = Client::new(Options {
        patterns: true,
        ..Options::default()
    });
    let listed = fs::read_to_string(report.path()).expect("the child's report");
    assert_eq!(listed, listing(&client));
    assert!(listed.contains("Sequenced"), "{listed}");
}

/// Its threads must not lose the code that they run.
#[test]
fn the_library_stays_in_memory_when_it_is_closed() {
    let path = library();
    let name = path.to_str().expect("UTF-8");
    // SAFETY: loading the driver starts nothing.
    let library = unsafe { libloading::Library::new(name) }.expect("the driver loads");
    library.close().expect("the driver closes");
    let maps = fs::read_to_string("/proc/self/maps").expect("this process");
    assert!(maps.contains(name), "{maps}");
}

fn spawn(report: PathBuf) -> Output {
    let test = "loader::the_system_loader_lists_the_same_and_its_validation_layer_is_silent";
    Command::new(env::current_exe().expect("this test"))
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
        .env(REPORT, report)
        .env("ZE_ENABLE_ALT_DRIVERS", library())
        .env("ZE_ENABLE_VALIDATION_LAYER", "1")
        .env("ZE_ENABLE_PARAMETER_VALIDATION", "1")
        .env(level_zero_host::PATTERNS_VARIABLE, "1")
        .output()
        .expect("the child starts")
}

/// Cargo leaves the shared library beside the test, or one folder above.
fn library() -> PathBuf {
    let exe = env::current_exe().expect("this test");
    let places = exe.ancestors().skip(1).take(2);
    let mut candidates = places.map(|folder| folder.join("liblevel_zero_host.so"));
    candidates
        .find(|path| path.exists())
        .expect("the driver was built as a shared library")
}

fn child(report: PathBuf) {
    // SAFETY: the system's loader is what it claims to be.
    let api = unsafe { Api::load(None) }.expect("libze1 is installed");
    let client = Client::start(api);
    let maps = fs::read_to_string("/proc/self/maps").expect("this process");
    for library in [
        "libze_loader",
        "libze_validation_layer",
        "liblevel_zero_host",
    ] {
        assert!(maps.contains(library), "{library} takes no part");
    }
    fs::write(report, listing(&client)).expect("the report is written");
    for device in client.devices() {
        read_a_record(&client, device);
        read_a_report(&client, device);
    }
}

/// Everything that is said about groups and metrics; descriptors differ between processes.
fn listing(client: &Client) -> String {
    let mut lines = String::new();
    for device in client.devices() {
        for GroupFacts {
            handle,
            properties,
            kind,
            size,
            ..
        } in client.groups(device)
        {
            let (name, about) = (text(&properties.name), text(&properties.description));
            writeln!(lines, "{name} | {about} | {kind} | {size}").expect("a String takes all");
            for metric in client.metrics(handle) {
                let metric_size = metric.size;
                let metric = metric.properties;
                writeln!(
                    lines,
                    "  {} | {} | {} | {} | {} | {} | {metric_size}",
                    text(&metric.name),
                    text(&metric.description),
                    text(&metric.component),
                    metric.metricType,
                    metric.resultType,
                    text(&metric.resultUnits),
                )
                .expect("a String takes all");
            }
        }
    }
    lines
}

/// A record between two equal, even sequence words holds what the functions say.
fn read_a_record(client: &Client, device: ze_device_handle_t) {
    let groups = client.groups(device);
    let found = groups
        .into_iter()
        .find(|group| text(&group.properties.name) == "Sequenced");
    let Some(group) = found else { return };
    let mut handles = [group.handle];
    let activate = client
        .api
        .metric
        .zetContextActivateMetricGroups
        .expect("offered");
    // SAFETY: handles of the driver, in an array of the length given.
    ok(unsafe { activate(client.context, device, 1, handles.as_mut_ptr()) });
    let word = |bytes: &[u8], offset: usize| {
        u64::from_ne_bytes(bytes[offset..offset + 8].try_into().expect("eight bytes"))
    };
    let sequence = |bytes: &[u8]| word(bytes, 0) as u32;
    let record = loop {
        let (before, after) = (bytes(group.fd, group.size), bytes(group.fd, group.size));
        if before == after && sequence(&before) % 2 == 0 && sequence(&before) > 4 {
            break before;
        }
    };
    let time = word(&record, 8);
    assert_eq!(f64::from_bits(word(&record, 16)), waveform::sine(time));
    assert_eq!(word(&record, 24), waveform::wide_counter(time));
    // SAFETY: as above, with no handle.
    ok(unsafe { activate(client.context, device, 0, std::ptr::null_mut()) });
}

/// A report that was opened, read and calculated through the loader holds what the functions say.
fn read_a_report(client: &Client, device: ze_device_handle_t) {
    let groups = client.groups(device).into_iter();
    let mut named = groups.filter(|group| text(&group.properties.name) == "StreamedTiles");
    let Some(group) = named.next().map(|group| group.handle) else {
        return;
    };
    let mut groups = [group];
    let activate = client.api.metric.zetContextActivateMetricGroups;
    let (context, handles) = (client.context, groups.as_mut_ptr());
    ok(call!(activate, context, device, 1, handles));
    let mut desc = zet_metric_streamer_desc_t {
        samplingPeriod: 1_000_000,
        notifyEveryNReports: 1,
        ..Default::default()
    };
    let api = &client.api.streamer;
    let (event, mut streamer) = (
        ze_event_handle_t::null(),
        zet_metric_streamer_handle_t::null(),
    );
    let (wish, out) = (&raw mut desc, &raw mut streamer);
    ok(call!(
        api.zetMetricStreamerOpen,
        context,
        device,
        group,
        wish,
        event,
        out
    ));
    let mut raw = Vec::new();
    while raw.is_empty() {
        raw = vec![0; 4096];
        let mut size = raw.len();
        let (room, out) = (&raw mut size, raw.as_mut_ptr());
        ok(call!(api.zetMetricStreamerReadData, streamer, 1, room, out));
        raw.truncate(size);
    }
    let calculate = client.api.calculate.zetMetricGroupCalculateMetricValues;
    let kind = zet_metric_group_calculation_type_t::METRIC_VALUES;
    let mut values = [zet_typed_value_t::default(); 3];
    let (mut count, out) = (3, values.as_mut_ptr());
    let (size, bytes) = (raw.len(), raw.as_ptr());
    ok(call!(
        calculate,
        group,
        kind,
        size,
        bytes,
        &raw mut count,
        out
    ));
    // SAFETY: all metrics of this group are whole numbers of 64 bits.
    let [interval, end, events] = values.map(|value| unsafe { value.value.ui64 });
    assert_eq!(interval, u64::from(desc.samplingPeriod));
    // The timestamp has 32 bits, beyond which the functions do not begin again; their slope is
    // the same wherever it is taken.
    let expected = interval / 1000..=interval / 1000 + 1;
    assert!(end > 0 && expected.contains(&events), "{end}: {events}");
    ok(call!(api.zetMetricStreamerClose, streamer));
    ok(call!(activate, context, device, 0, std::ptr::null_mut()));
}

fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
