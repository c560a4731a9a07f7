//! What the driver answers to clients that hand over nonsense.

use std::ffi::c_void;
use std::ptr::{null, null_mut};

use level_zero_sys::*;

use crate::client::{Client, call, ok};

const NULL_HANDLE: ze_result_t = ze_result_t::ERROR_INVALID_NULL_HANDLE;
const NULL_POINTER: ze_result_t = ze_result_t::ERROR_INVALID_NULL_POINTER;
const ARGUMENT: ze_result_t = ze_result_t::ERROR_INVALID_ARGUMENT;

/// A pointer that no driver ever gave out.
fn invented() -> *mut c_void {
    std::ptr::without_provenance_mut(0xdead_0000)
}

#[test]
fn null_and_invented_handles_are_told_apart() {
    let client = Client::patterns("");
    let mut count = 0;
    let metric = &client.api.metric;
    for (handle, expected) in [(null_mut(), NULL_HANDLE), (invented(), ARGUMENT)] {
        // SAFETY: handles are only looked up, and there is room for a number.
        let answers = unsafe {
            [
                (client.api.device.zeDeviceGet)(
                    ze_driver_handle_t(handle),
                    &raw mut count,
                    null_mut(),
                ),
                (metric.zetMetricGroupGet)(ze_device_handle_t(handle), &raw mut count, null_mut()),
                (metric.zetMetricGet)(
                    zet_metric_group_handle_t(handle),
                    &raw mut count,
                    null_mut(),
                ),
            ]
        };
        assert_eq!(answers, [expected; 3]);
        let context = ze_context_handle_t(handle);
        assert_eq!(
            call!(client.api.context.zeContextDestroy, context),
            expected
        );
        assert_eq!(
            call!(client.api.memory.zeMemFree, context, handle),
            expected
        );
    }
}

#[test]
fn a_handle_of_another_kind_is_refused() {
    let client = Client::patterns("");
    let device = client.device();
    let mut properties = zet_metric_group_properties_t::default();
    let group = zet_metric_group_handle_t(device.0);
    // SAFETY: handles are only looked up, and there is room for a structure.
    let answer =
        unsafe { (client.api.metric.zetMetricGroupGetProperties)(group, &raw mut properties) };
    assert_eq!(answer, ARGUMENT);
    assert_eq!(properties.metricCount, 0, "nothing was written");
}

#[test]
fn null_pointers_are_refused() {
    let client = Client::patterns("");
    let (device, metric) = (client.device(), &client.api.metric);
    let group = client.group("Waveforms").handle;
    // SAFETY: null is what is tried.
    let answers = unsafe {
        [
            (client.api.driver.zeDriverGet)(null_mut(), null_mut()),
            (client.api.device.zeDeviceGet)(client.driver, null_mut(), null_mut()),
            (client.api.device.zeDeviceGetProperties)(device, null_mut()),
            (metric.zetMetricGroupGet)(device, null_mut(), null_mut()),
            (metric.zetMetricGroupGetProperties)(group, null_mut()),
            (metric.zetMetricGet)(group, null_mut(), null_mut()),
        ]
    };
    assert_eq!(answers, [NULL_POINTER; 6]);
    let mut context = ze_context_handle_t::null();
    let create = client.api.context.zeContextCreate;
    assert_eq!(
        call!(create, client.driver, null(), &raw mut context),
        NULL_POINTER
    );
    let activate = metric.zetContextActivateMetricGroups;
    let answer = call!(activate, client.context, device, 2, null_mut());
    assert_eq!(answer, ze_result_t::ERROR_INVALID_SIZE);
}

#[test]
fn a_short_array_is_filled_and_no_more() {
    let client = Client::patterns("");
    let mut count = 2;
    let mut groups = [zet_metric_group_handle_t::null(); 3];
    // SAFETY: there is room for more than is asked.
    ok(unsafe {
        (client.api.metric.zetMetricGroupGet)(client.device(), &raw mut count, groups.as_mut_ptr())
    });
    assert_eq!(count, 2);
    assert!(!groups[1].is_null() && groups[2].is_null());
    count = 1000;
    let mut many = [zet_metric_group_handle_t::null(); 1000];
    // SAFETY: there is room for what is asked.
    ok(unsafe {
        (client.api.metric.zetMetricGroupGet)(client.device(), &raw mut count, many.as_mut_ptr())
    });
    assert_eq!(
        count as usize,
        many.iter().filter(|group| !group.is_null()).count()
    );
}

#[test]
fn what_is_destroyed_stays_destroyed() {
    let client = Client::patterns("");
    let destroy = client.api.context.zeContextDestroy;
    ok(call!(destroy, client.context));
    assert_eq!(call!(destroy, client.context), ARGUMENT);
    assert_eq!(client.activate(&[]), ARGUMENT);
}

#[test]
fn groups_of_another_device_are_not_activated() {
    let (one, other) = (Client::patterns(""), Client::patterns(""));
    assert_eq!(one.activate(&[other.group("Many").handle]), ARGUMENT);
}

#[test]
fn symbols_that_do_not_exist_are_not_found() {
    let client = Client::patterns("");
    for symbol in ["", "zeNoSuchThing", "zesDriverGet", "zeDeviceGet\0"] {
        assert!(client.instance().lookup(symbol).is_null(), "{symbol}");
    }
}

#[test]
fn functions_are_found_by_the_driver_as_well() {
    let client = Client::patterns("symbol-missing=zeMemFree");
    let find = client.api.driver.zeDriverGetExtensionFunctionAddress;
    let mut address = null_mut();
    let known = c"zeDeviceGet".as_ptr();
    ok(call!(find, client.driver, known, &raw mut address));
    assert_eq!(
        address.cast_const(),
        client.instance().lookup("zeDeviceGet")
    );
    let hidden = c"zeMemFree".as_ptr();
    assert_eq!(
        call!(find, client.driver, hidden, &raw mut address),
        ARGUMENT
    );
}
