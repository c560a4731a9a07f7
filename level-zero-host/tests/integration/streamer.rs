//! Streamers: opening, reading, notifying, and turning reports into values.

use std::ptr::{null, null_mut};

use level_zero_host::world::pattern::waveform;
use level_zero_host::world::{Options, stream::Reports};
use level_zero_sys::*;

use crate::client::{Client, call, ok, text};

/// What a period of a millisecond is rewritten to.
const PERIOD: u64 = 851_968;

/// An open streamer of one active group.
struct Streamed<'a> {
    client: &'a Client,
    group: zet_metric_group_handle_t,
    streamer: zet_metric_streamer_handle_t,
    granted: zet_metric_streamer_desc_t,
}

fn open(
    client: &Client,
    group: zet_metric_group_handle_t,
    event: ze_event_handle_t,
) -> Result<Streamed<'_>, ze_result_t> {
    let mut granted = zet_metric_streamer_desc_t {
        samplingPeriod: 1_000_000,
        notifyEveryNReports: 2,
        ..Default::default()
    };
    let mut streamer = zet_metric_streamer_handle_t::null();
    let (context, device) = (client.context, client.device());
    let open = client.api.streamer.zetMetricStreamerOpen;
    let desc = &raw mut granted;
    match call!(open, context, device, group, desc, event, &raw mut streamer) {
        ze_result_t::SUCCESS => Ok(Streamed {
            client,
            group,
            streamer,
            granted,
        }),
        error => Err(error),
    }
}

fn activated<'a>(client: &'a Client, name: &str) -> Result<Streamed<'a>, ze_result_t> {
    let group = client.group(name).handle;
    ok(client.activate(&[group]));
    open(client, group, ze_event_handle_t::null())
}

impl Streamed<'_> {
    fn pass(&self, reports: u64) {
        self.client.instance().world().advance(reports * PERIOD);
    }

    fn read(&self, max: u32, room: usize) -> (ze_result_t, Vec<u8>) {
        let (mut size, mut raw) = (room, vec![0xa5; room + 8]);
        let read = self.client.api.streamer.zetMetricStreamerReadData;
        let result = call!(read, self.streamer, max, &raw mut size, raw.as_mut_ptr());
        assert!(raw[room..].iter().all(|byte| *byte == 0xa5), "beyond");
        raw.truncate(size);
        (result, raw)
    }

    fn size_of(&self, max: u32) -> usize {
        let mut size = 0;
        let read = self.client.api.streamer.zetMetricStreamerReadData;
        ok(call!(read, self.streamer, max, &raw mut size, null_mut()));
        size
    }

    fn close(&self) -> ze_result_t {
        call!(
            self.client.api.streamer.zetMetricStreamerClose,
            self.streamer
        )
    }

    /// The values of the only set, by the older and by the newer function.
    fn calculate(&self, raw: &[u8]) -> Vec<zet_typed_value_t> {
        let calculate = self
            .client
            .api
            .calculate
            .zetMetricGroupCalculateMetricValues;
        let kind = zet_metric_group_calculation_type_t::METRIC_VALUES;
        let (group, size, bytes) = (self.group, raw.len(), raw.as_ptr());
        let mut count = 0;
        ok(call!(
            calculate,
            group,
            kind,
            size,
            bytes,
            &raw mut count,
            null_mut()
        ));
        let mut values = vec![zet_typed_value_t::default(); count as usize];
        let out = values.as_mut_ptr();
        ok(call!(
            calculate,
            group,
            kind,
            size,
            bytes,
            &raw mut count,
            out
        ));
        let sets = calculate_sets(self.client, group, raw);
        assert_eq!(same(&sets[0]), same(&values));
        values
    }
}

fn calculate_sets(
    client: &Client,
    group: zet_metric_group_handle_t,
    raw: &[u8],
) -> Vec<Vec<zet_typed_value_t>> {
    let calculate = client
        .api
        .calculate
        .zetMetricGroupCalculateMultipleMetricValuesExp;
    let kind = zet_metric_group_calculation_type_t::METRIC_VALUES;
    let (size, bytes) = (raw.len(), raw.as_ptr());
    let (mut sets, mut total) = (0, 0);
    let (set_count, value_count) = (&raw mut sets, &raw mut total);
    ok(call!(
        calculate,
        group,
        kind,
        size,
        bytes,
        set_count,
        value_count,
        null_mut(),
        null_mut()
    ));
    let mut counts = vec![0; sets as usize];
    let mut values = vec![zet_typed_value_t::default(); total as usize];
    let (lengths, out) = (counts.as_mut_ptr(), values.as_mut_ptr());
    ok(call!(
        calculate,
        group,
        kind,
        size,
        bytes,
        &raw mut sets,
        &raw mut total,
        lengths,
        out
    ));
    let mut rest = values.into_iter();
    let split = counts
        .iter()
        .map(|count| rest.by_ref().take(*count as usize).collect());
    let split: Vec<Vec<_>> = split.collect();
    assert!(rest.next().is_none());
    split
}

fn bits(value: &zet_typed_value_t) -> u64 {
    // SAFETY: any eight bytes are a number.
    unsafe { value.value.ui64 }
}

fn same(values: &[zet_typed_value_t]) -> Vec<(zet_value_type_t, u64)> {
    values
        .iter()
        .map(|value| (value.r#type, bits(value)))
        .collect()
}

fn reports(client: &Client, name: &str) -> Reports {
    let devices = client.instance().world().devices();
    let mut groups = devices.iter().flat_map(|device| &device.groups);
    groups
        .find(|group| group.name == name)
        .expect(name)
        .reports()
}

#[test]
fn reports_become_the_values_of_the_published_functions() {
    let client = Client::patterns("");
    let streamed = activated(&client, "StreamedWaveforms").expect("free");
    assert_eq!(u64::from(streamed.granted.samplingPeriod), PERIOD);
    assert_eq!(streamed.granted.notifyEveryNReports, 2);
    streamed.pass(10);
    let (result, raw) = streamed.read(u32::MAX, streamed.size_of(u32::MAX));
    ok(result);
    let values = streamed.calculate(&raw);
    let metrics = client.metrics(streamed.group);
    let names: Vec<_> = metrics.iter().map(|m| text(&m.properties.name)).collect();
    let place = |name: &str| {
        names
            .iter()
            .position(|known| known == name)
            .expect("listed")
    };
    assert_eq!(values.len(), 9 * metrics.len());
    for row in values.chunks(metrics.len()) {
        for (value, metric) in row.iter().zip(&metrics) {
            assert_eq!(value.r#type, metric.properties.resultType);
        }
        let end = 52 * bits(&row[place("ReportTime")]);
        let bursts = waveform::bursts(end) - waveform::bursts(end - PERIOD);
        assert_eq!(bits(&row[place("Bursts")]), bursts);
        let busy = u64::from(waveform::busy(end).to_bits());
        assert_eq!(bits(&row[place("Busy")]), busy);
        assert_eq!(bits(&row[place("Flag")]), u64::from(waveform::flag(end)));
    }
    assert_eq!(client.instance().world().held(), 2, "context and streamer");
    ok(streamed.close());
    assert_eq!(client.instance().world().held(), 1);
    assert_eq!(streamed.close(), ze_result_t::ERROR_INVALID_ARGUMENT);
}

#[test]
fn a_streamer_needs_an_active_group_with_reports_of_this_device() {
    let client = Client::patterns("");
    let event = ze_event_handle_t::null();
    let group = client.group("StreamedWaveforms").handle;
    let before = open(&client, group, event).err();
    assert_eq!(before, Some(ze_result_t::NOT_READY));
    let exported = client.group("Waveforms").handle;
    ok(client.activate(&[exported]));
    let argument = Some(ze_result_t::ERROR_INVALID_ARGUMENT);
    assert_eq!(open(&client, exported, event).err(), argument);
    let other = Client::patterns("");
    let foreign = other.group("StreamedWaveforms").handle;
    assert_eq!(open(&client, foreign, event).err(), argument);
}

#[test]
fn no_data_is_success_with_nothing_or_not_ready_as_scripted() {
    for (fault, expected) in [
        ("", ze_result_t::SUCCESS),
        ("nothing-is-not-ready", ze_result_t::NOT_READY),
    ] {
        let client = Client::patterns(fault);
        let streamed = activated(&client, "StreamedWaveforms").expect("free");
        assert_eq!(streamed.read(u32::MAX, 4096), (expected, Vec::new()));
        streamed.pass(2);
        let (result, raw) = streamed.read(u32::MAX, 4096);
        assert_eq!((result, raw.is_empty()), (ze_result_t::SUCCESS, false));
    }
}

#[test]
fn no_more_is_read_than_there_is_room_for_or_was_asked() {
    let client = Client::patterns("ring-holds=100");
    let streamed = activated(&client, "StreamedWaveforms").expect("free");
    let one = streamed.size_of(1);
    assert_eq!(streamed.size_of(7), 7 * one);
    assert_eq!(streamed.size_of(u32::MAX), 100 * one);
    streamed.pass(21);
    let sizes = [
        streamed.read(3, 10 * one),
        streamed.read(u32::MAX, 2 * one + one / 2),
        streamed.read(u32::MAX, one - 1),
        streamed.read(u32::MAX, 100 * one),
    ]
    .map(|(result, raw)| {
        ok(result);
        raw.len() / one
    });
    assert_eq!(sizes, [3, 2, 0, 15]);
}

#[test]
fn lost_reports_are_a_warning_and_add_up() {
    for (faults, first_is_empty) in [
        ("ring-holds=10", false),
        ("ring-holds=10,drops-without-data", true),
    ] {
        let client = Client::patterns(faults);
        let streamed = activated(&client, "StreamedWaveforms").expect("free");
        let room = streamed.size_of(u32::MAX);
        streamed.pass(26);
        let (result, first) = streamed.read(u32::MAX, room);
        assert_eq!(result, ze_result_t::WARNING_DROPPED_DATA);
        assert_eq!(first.is_empty(), first_is_empty, "{faults}");
        let (result, second) = streamed.read(u32::MAX, room);
        ok(result);
        let received = (first.len() + second.len()) / streamed.size_of(1);
        let counts = reports(&client, "StreamedWaveforms");
        assert_eq!((received, counts.generated), (10, 25));
        assert_eq!(received as u64 + counts.dropped, counts.generated);
    }
}

#[test]
fn an_event_is_raised_when_enough_reports_wait() {
    let client = Client::patterns("");
    let api = &client.api.event;
    let desc = ze_event_pool_desc_t {
        flags: ze_event_pool_flags_t::HOST_VISIBLE,
        count: 1,
        ..Default::default()
    };
    let mut pool = ze_event_pool_handle_t::null();
    let (context, out) = (client.context, &raw mut pool);
    let create = api.zeEventPoolCreate;
    ok(call!(create, context, &raw const desc, 0, null_mut(), out));
    let (desc, mut event) = (ze_event_desc_t::default(), ze_event_handle_t::null());
    ok(call!(
        api.zeEventCreate,
        pool,
        &raw const desc,
        &raw mut event
    ));
    let group = client.group("StreamedWaveforms").handle;
    ok(client.activate(&[group]));
    let streamed = open(&client, group, event).expect("free");
    let waiting = || call!(api.zeEventHostSynchronize, event, 0);
    streamed.pass(2);
    assert_eq!(waiting(), ze_result_t::NOT_READY);
    streamed.pass(1);
    ok(waiting());
    ok(call!(api.zeEventQueryStatus, event));
    ok(call!(api.zeEventHostReset, event));
    ok(streamed.read(u32::MAX, 4096).0);
    assert_eq!(waiting(), ze_result_t::NOT_READY);
    ok(streamed.close());
    ok(call!(api.zeEventDestroy, event));
    ok(call!(api.zeEventPoolDestroy, pool));
}

#[test]
fn opening_fails_as_scripted_and_later_not_any_more() {
    let client = Client::patterns("streamer-refused");
    let refused = activated(&client, "StreamedWaveforms").err();
    assert_eq!(refused, Some(ze_result_t(0x7fff_fffe)));
    for (fault, code) in [
        ("block-in-use=2", ze_result_t::ERROR_HANDLE_OBJECT_IN_USE),
        ("block-not-available=2", ze_result_t::ERROR_NOT_AVAILABLE),
    ] {
        let client = Client::patterns(fault);
        for _ in 0..2 {
            assert_eq!(activated(&client, "StreamedWaveforms").err(), Some(code));
        }
        activated(&client, "StreamedWaveforms").expect("free by now");
    }
}

#[test]
fn a_streamed_group_is_neither_streamed_twice_nor_deactivated() {
    let client = Client::patterns("");
    let streamed = activated(&client, "StreamedWaveforms").expect("free");
    let in_use = ze_result_t::ERROR_HANDLE_OBJECT_IN_USE;
    let again = open(&client, streamed.group, ze_event_handle_t::null()).err();
    assert_eq!(again, Some(in_use));
    assert_eq!(client.activate(&[]), in_use);
    let counters = client.group("StreamedCounters").handle;
    ok(client.activate(&[streamed.group, counters]));
    ok(streamed.close());
    ok(client.activate(&[]));
}

#[test]
fn a_context_takes_its_streamers_along() {
    let client = Client::patterns("");
    let streamed = activated(&client, "StreamedWaveforms").expect("free");
    ok(call!(client.api.context.zeContextDestroy, client.context));
    assert_eq!(streamed.close(), ze_result_t::ERROR_INVALID_ARGUMENT);
    let groups = &client.instance().world().devices()[0].groups;
    assert!(
        groups
            .iter()
            .all(|group| !group.is_streamed() && !group.is_active())
    );
}

#[test]
fn a_lost_device_ends_reading_but_not_closing() {
    let client = Client::patterns("");
    let streamed = activated(&client, "StreamedWaveforms").expect("free");
    client.instance().world().devices()[0].set_lost(true);
    let lost = ze_result_t::ERROR_DEVICE_LOST;
    assert_eq!(streamed.read(u32::MAX, 4096).0, lost);
    assert_eq!(client.activate(&[]), lost);
    ok(streamed.close());
}

#[test]
fn reports_of_two_tiles_are_two_sets_and_the_older_function_sees_one() {
    let client = Client::patterns("");
    let streamed = activated(&client, "StreamedTiles").expect("free");
    streamed.pass(5);
    let (result, raw) = streamed.read(u32::MAX, 4096);
    ok(result);
    let sets = calculate_sets(&client, streamed.group, &raw);
    assert_eq!(sets.len(), 2);
    for (tile, set) in sets.iter().enumerate() {
        for row in set.chunks(3) {
            let end = 52 * bits(&row[1]);
            let events = waveform::counter(tile, end) - waveform::counter(tile, end - PERIOD);
            assert_eq!(bits(&row[2]), events, "tile {tile}");
        }
    }
    assert_eq!(streamed.calculate(&raw).len(), sets[0].len());
}

#[test]
fn what_cannot_be_calculated_is_refused() {
    let client = Client::patterns("");
    let streamed = activated(&client, "StreamedWaveforms").expect("free");
    streamed.pass(2);
    let (_, raw) = streamed.read(u32::MAX, 4096);
    let calculate = client.api.calculate.zetMetricGroupCalculateMetricValues;
    let mut count = 0;
    let mut ask = |group, kind: u32, size, bytes| {
        let kind = zet_metric_group_calculation_type_t(kind);
        call!(
            calculate,
            group,
            kind,
            size,
            bytes,
            &raw mut count,
            null_mut()
        )
    };
    let (group, size, bytes) = (streamed.group, raw.len(), raw.as_ptr());
    let invalid = ze_result_t::ERROR_INVALID_SIZE;
    assert_eq!(ask(group, 0, size - 1, bytes), invalid);
    assert_eq!(ask(group, 0, 0, bytes), invalid);
    let exported = client.group("Waveforms").handle;
    assert_eq!(ask(exported, 0, size, bytes), invalid);
    let null_pointer = ze_result_t::ERROR_INVALID_NULL_POINTER;
    assert_eq!(ask(group, 0, size, null()), null_pointer);
    let unsupported = ze_result_t::ERROR_UNSUPPORTED_FEATURE;
    assert_eq!(ask(group, 1, size, bytes), unsupported);
    let enumeration = ze_result_t::ERROR_INVALID_ENUMERATION;
    assert_eq!(ask(group, 9, size, bytes), enumeration);
}

#[test]
fn the_metric_clock_is_told_with_the_hosts_or_the_devices() {
    let client = Client::patterns("");
    let group = client.group("StreamedWaveforms").handle;
    let get = client.api.metric.zetMetricGroupGetGlobalTimestampsExp;
    let clocks = |with_host| {
        let (mut global, mut metric) = (0, 0);
        ok(call!(
            get,
            group,
            with_host,
            &raw mut global,
            &raw mut metric
        ));
        (global, metric)
    };
    let ticks = 1_000_000_007 / 52;
    assert_eq!(clocks(1), (1_000_000_007, ticks));
    assert_eq!(clocks(0), (ticks, ticks));
    let mut resolution = zet_metric_global_timestamps_resolution_exp_t::default();
    let mut properties = zet_metric_group_properties_t {
        pNext: (&raw mut resolution).cast(),
        ..Default::default()
    };
    let get = client.api.metric.zetMetricGroupGetProperties;
    // SAFETY: the chained structure lives until the end of this function.
    ok(unsafe { get(group, &raw mut properties) });
    let counting = (resolution.timerResolution, resolution.timestampValidBits);
    assert_eq!(counting, (19_230_769, 32));
}

#[test]
fn on_the_machines_clock_a_thread_takes_reports_and_raises_the_event() {
    let client = Client::new(Options {
        host: false,
        patterns: true,
        ..Options::default()
    });
    let streamed = activated(&client, "StreamedCounters").expect("free");
    let room = streamed.size_of(1000);
    let mut received = 0;
    while received < 100 {
        let (result, raw) = streamed.read(1000, room);
        ok(result);
        received += raw.len() / streamed.size_of(1);
        std::thread::yield_now();
    }
    ok(streamed.close());
    let counts = reports(&client, "StreamedCounters");
    assert_eq!(counts.read, received as u64);
    assert_eq!(
        counts.generated,
        counts.read + counts.dropped + counts.discarded
    );
}
