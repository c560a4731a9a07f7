//! Groups that exclude each other, and what clients hold.

use std::ptr::null_mut;

use level_zero_sys::*;

use crate::client::{Client, call, ok, text};

fn names(client: &Client, groups: &[zet_metric_group_handle_t]) -> Vec<String> {
    let name = |group: &zet_metric_group_handle_t| text(&client.facts(*group).properties.name);
    groups.iter().map(name).collect()
}

fn handles(client: &Client, names: &[&str]) -> Vec<zet_metric_group_handle_t> {
    names.iter().map(|name| client.group(name).handle).collect()
}

#[test]
fn groups_are_sorted_into_sets_that_can_be_active_together() {
    let client = Client::patterns("");
    let asked = [
        "Waveforms",
        "WaveformsRival",
        "StreamedWaveforms",
        "StreamedRival",
        "Many",
    ];
    let mut groups = handles(&client, &asked);
    let count = groups.len() as u32;
    let (device, list) = (client.device(), groups.as_mut_ptr());
    let sort = client.api.metric.zetDeviceGetConcurrentMetricGroupsExp;
    let mut sets = 0;
    ok(call!(sort, device, count, list, null_mut(), &raw mut sets));
    assert_eq!(sets, 2);
    assert_eq!(names(&client, &groups), asked, "as they were");
    let mut sizes = vec![0; sets as usize];
    let out = sizes.as_mut_ptr();
    ok(call!(sort, device, count, list, out, &raw mut sets));
    assert_eq!((sets, sizes.as_slice()), (2, [3, 2].as_slice()));
    let (first, second) = groups.split_at(3);
    assert_eq!(
        names(&client, first),
        ["Waveforms", "StreamedWaveforms", "Many"]
    );
    assert_eq!(names(&client, second), ["WaveformsRival", "StreamedRival"]);
    ok(client.activate(first));
    ok(client.activate(second));
}

#[test]
fn groups_cannot_be_sorted_without_room_or_on_another_device() {
    let (client, other) = (Client::patterns(""), Client::patterns(""));
    let mut groups = handles(&client, &["Waveforms", "WaveformsRival"]);
    let sort = client.api.metric.zetDeviceGetConcurrentMetricGroupsExp;
    let (mut size, mut sets) = (0, 1);
    let (list, out) = (groups.as_mut_ptr(), &raw mut size);
    let short = call!(sort, client.device(), 2, list, out, &raw mut sets);
    assert_eq!((short, sets), (ze_result_t::ERROR_INVALID_SIZE, 2));
    let foreign = call!(sort, other.device(), 2, list, null_mut(), &raw mut sets);
    assert_eq!(foreign, ze_result_t::ERROR_INVALID_ARGUMENT);
}

#[test]
fn a_domain_is_active_in_one_context_at_a_time() {
    let mut client = Client::patterns("");
    let [one, rival] = ["StreamedWaveforms", "StreamedRival"].map(|name| client.group(name).handle);
    let together = client.activate(&[one, rival]);
    assert_eq!(together, ze_result_t::ERROR_INVALID_ARGUMENT);
    ok(client.activate(&[one]));
    let first = client.context;
    client.context = client.new_context();
    let taken = client.activate(&[rival]);
    assert_eq!(taken, ze_result_t::ERROR_NOT_AVAILABLE);
    ok(client.activate(&[one]));
    ok(call!(client.api.context.zeContextDestroy, first));
    ok(client.activate(&[rival]));
}

#[test]
fn what_clients_hold_is_counted_until_they_give_it_back() {
    let client = Client::patterns("");
    let held = || client.instance().world().held();
    assert_eq!(held(), 1, "the context");
    let api = &client.api.event;
    let desc = ze_event_pool_desc_t {
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
    assert_eq!(held(), 3);
    ok(call!(api.zeEventDestroy, event));
    ok(call!(api.zeEventPoolDestroy, pool));
    assert_eq!(held(), 1);
}
