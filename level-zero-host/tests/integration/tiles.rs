//! Sub-devices, in each hierarchy that clients can ask for.

use level_zero_host::world::Options;
use level_zero_host::world::hierarchy::Hierarchy;
use level_zero_host::world::pattern::{TILE_COUNTERS, tile_counter};
use level_zero_sys::*;

use crate::client::{Client, bytes, call, entries, ok, text};

fn client(hierarchy: Hierarchy) -> Client {
    Client::new(Options {
        host: false,
        patterns: true,
        hierarchy,
        manual_clock: Some(1_000_000_007),
        ..Options::default()
    })
}

fn tiles(client: &Client, device: ze_device_handle_t) -> Vec<ze_device_handle_t> {
    let get = client.api.device.zeDeviceGetSubDevices;
    entries(|count, out| call!(get, device, count, out))
}

fn root(client: &Client, device: ze_device_handle_t) -> ze_device_handle_t {
    let mut root = ze_device_handle_t::null();
    let get = client.api.device.zeDeviceGetRootDevice;
    ok(call!(get, device, &raw mut root));
    root
}

fn properties(client: &Client, device: ze_device_handle_t) -> ze_device_properties_t {
    let mut properties = ze_device_properties_t::default();
    let get = client.api.device.zeDeviceGetProperties;
    // SAFETY: there is room for what is asked.
    ok(unsafe { get(device, &raw mut properties) });
    properties
}

fn is_sub_device(properties: &ze_device_properties_t) -> bool {
    properties
        .flags
        .contains(ze_device_property_flags_t::SUBDEVICE)
}

fn group_names(client: &Client, device: ze_device_handle_t) -> Vec<String> {
    let groups = client.groups(device);
    groups
        .iter()
        .map(|group| text(&group.properties.name))
        .collect()
}

#[test]
fn a_composite_device_has_its_tiles_below_it() {
    let client = client(Hierarchy::Composite);
    let devices = client.devices();
    assert_eq!(devices.len(), 1);
    let whole = devices[0];
    assert!(root(&client, whole).is_null());
    assert!(!is_sub_device(&properties(&client, whole)));
    let tiles = tiles(&client, whole);
    assert_eq!(tiles.len(), 2);
    for (place, tile) in (0..).zip(&tiles) {
        assert_eq!(root(&client, *tile), whole);
        let properties = properties(&client, *tile);
        assert!(is_sub_device(&properties));
        assert_eq!(properties.subdeviceId, place);
        assert_eq!(group_names(&client, *tile), ["TileCounters", "TileReports"]);
    }
    let uuids = [whole, tiles[0], tiles[1]].map(|device| properties(&client, device).uuid.id);
    assert!(uuids[0] != uuids[1] && uuids[1] != uuids[2] && uuids[0] != uuids[2]);
    assert!(!group_names(&client, whole).contains(&"TileCounters".to_owned()));
}

#[test]
fn flat_tiles_are_devices_of_no_other() {
    let client = client(Hierarchy::Flat);
    let devices = client.devices();
    assert_eq!(devices.len(), 2);
    for device in devices {
        assert!(root(&client, device).is_null() && tiles(&client, device).is_empty());
        let properties = properties(&client, device);
        assert!(!is_sub_device(&properties));
        assert_eq!(properties.subdeviceId, 0);
    }
}

#[test]
fn combined_tiles_are_devices_that_know_their_whole() {
    let client = client(Hierarchy::Combined);
    let devices = client.devices();
    assert_eq!(devices.len(), 2);
    let whole = root(&client, devices[0]);
    assert!(!whole.is_null());
    assert_eq!(root(&client, devices[1]), whole);
    assert_eq!(tiles(&client, whole), devices);
    assert!(tiles(&client, devices[0]).is_empty());
    assert!(is_sub_device(&properties(&client, devices[1])));
}

#[test]
fn each_tile_counts_for_itself() {
    let client = client(Hierarchy::Composite);
    let activate = client.api.metric.zetContextActivateMetricGroups;
    for (place, tile) in tiles(&client, client.device()).into_iter().enumerate() {
        let group = client.groups(tile)[0];
        let mut groups = [group.handle];
        let (context, list) = (client.context, groups.as_mut_ptr());
        let on_the_whole = call!(activate, context, client.device(), 1, list);
        assert_eq!(on_the_whole, ze_result_t::ERROR_INVALID_ARGUMENT);
        ok(call!(activate, context, tile, 1, list));
        client.instance().world().advance(1_000_000);
        let bytes = bytes(group.fd, group.size);
        let words: Vec<u64> = bytes
            .chunks_exact(8)
            .map(|word| u64::from_ne_bytes(word.try_into().expect("eight bytes")))
            .collect();
        assert_eq!(words.len(), TILE_COUNTERS + 1);
        for index in 0..TILE_COUNTERS {
            assert_eq!(words[index + 1], tile_counter(place, index, words[0]));
        }
        ok(call!(activate, context, tile, 0, std::ptr::null_mut()));
    }
}

#[test]
fn tiles_are_lost_with_their_whole() {
    let client = client(Hierarchy::Composite);
    let tile = tiles(&client, client.device())[0];
    client.instance().world().devices()[0].set_lost(true);
    let status = call!(client.api.device.zeDeviceGetStatus, tile);
    assert_eq!(status, ze_result_t::ERROR_DEVICE_LOST);
}

#[test]
fn the_environment_names_the_hierarchy() {
    let read = |text: &str| text.parse::<Hierarchy>().expect("never fails");
    assert_eq!(read("FLAT"), Hierarchy::Flat);
    assert_eq!(read("COMBINED"), Hierarchy::Combined);
    assert_eq!(read("COMPOSITE"), Hierarchy::Composite);
    assert_eq!(read("nonsense"), Hierarchy::Composite);
}
