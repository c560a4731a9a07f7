//! Importing exported memory, and copying out of it.

use std::ffi::c_void;
use std::os::fd::{AsRawFd as _, OwnedFd};
use std::ptr::null_mut;

use level_zero_sys::*;

use crate::client::{Client, GroupFacts, bytes, call, ok, readable};

fn duplicate(fd: i32) -> OwnedFd {
    let file = std::fs::File::open(format!("/proc/self/fd/{fd}")).expect("an open descriptor");
    file.into()
}

fn is_open(fd: i32) -> bool {
    std::fs::read_link(format!("/proc/self/fd/{fd}")).is_ok()
}

fn import(fd: i32) -> ze_external_memory_import_fd_t {
    ze_external_memory_import_fd_t {
        flags: ze_external_memory_type_flags_t::DMA_BUF,
        fd,
        ..Default::default()
    }
}

fn import_host(
    client: &Client,
    import: &ze_external_memory_import_fd_t,
    size: usize,
) -> (ze_result_t, *mut c_void) {
    let desc = ze_host_mem_alloc_desc_t {
        pNext: (&raw const *import).cast(),
        ..Default::default()
    };
    let mut pointer = null_mut();
    let alloc = client.api.memory.zeMemAllocHost;
    let result = call!(
        alloc,
        client.context,
        &raw const desc,
        size,
        4096,
        &raw mut pointer
    );
    (result, pointer)
}

fn import_device(
    client: &Client,
    import: &ze_external_memory_import_fd_t,
    size: usize,
) -> (ze_result_t, *mut c_void) {
    let desc = ze_device_mem_alloc_desc_t {
        pNext: (&raw const *import).cast(),
        ..Default::default()
    };
    let mut pointer = null_mut();
    let alloc = client.api.memory.zeMemAllocDevice;
    let (context, device) = (client.context, client.device());
    let result = call!(
        alloc,
        context,
        &raw const desc,
        size,
        4096,
        device,
        &raw mut pointer
    );
    (result, pointer)
}

fn kind_of(client: &Client, pointer: *mut c_void) -> ze_memory_type_t {
    let mut properties = ze_memory_allocation_properties_t::default();
    let get = client.api.memory.zeMemGetAllocProperties;
    ok(call!(
        get,
        client.context,
        pointer,
        &raw mut properties,
        null_mut()
    ));
    properties.r#type
}

fn free(client: &Client, pointer: *mut c_void) -> ze_result_t {
    call!(client.api.memory.zeMemFree, client.context, pointer)
}

fn active(client: &Client) -> GroupFacts {
    let group = client.group("Counters64");
    ok(client.activate(&[group.handle]));
    client.instance().world().advance(5_000_000);
    group
}

/// Copies `size` bytes at a device pointer into this process, by command.
fn copied(client: &Client, from: *mut c_void, size: usize) -> (ze_result_t, Vec<u8>) {
    let api = &client.api.command;
    let desc = ze_command_queue_desc_t::default();
    let mut list = ze_command_list_handle_t::null();
    let create = api.zeCommandListCreateImmediate;
    ok(call!(
        create,
        client.context,
        client.device(),
        &raw const desc,
        &raw mut list
    ));
    let mut bytes = vec![0_u8; size];
    let (to, event) = (bytes.as_mut_ptr().cast(), ze_event_handle_t::null());
    let copy = api.zeCommandListAppendMemoryCopy;
    let result = call!(copy, list, to, from, size, event, 0, null_mut());
    ok(call!(api.zeCommandListHostSynchronize, list, u64::MAX));
    ok(call!(api.zeCommandListDestroy, list));
    (result, bytes)
}

#[test]
fn a_host_import_reads_live_values_and_leaves_the_drivers_descriptor_open() {
    let client = Client::patterns("");
    let group = active(&client);
    let own = duplicate(group.fd);
    let (result, pointer) = import_host(&client, &import(own.as_raw_fd()), group.size);
    ok(result);
    assert_eq!(kind_of(&client, pointer), ze_memory_type_t::HOST);
    for _ in 0..3 {
        client.instance().world().advance(1_000_000);
        assert_eq!(readable(pointer, group.size), bytes(group.fd, group.size));
    }
    ok(free(&client, pointer));
    assert_eq!(free(&client, pointer), ze_result_t::ERROR_INVALID_ARGUMENT);
    assert!(is_open(own.as_raw_fd()) && is_open(group.fd));
}

#[test]
fn a_device_import_is_read_by_commands_only() {
    let client = Client::patterns("");
    let group = active(&client);
    let own = duplicate(group.fd);
    let (result, pointer) = import_device(&client, &import(own.as_raw_fd()), group.size);
    ok(result);
    assert_eq!(kind_of(&client, pointer), ze_memory_type_t::DEVICE);
    let (result, copy) = copied(&client, pointer, group.size);
    ok(result);
    assert_eq!(copy, bytes(group.fd, group.size));
    let (beyond, _) = copied(&client, pointer, group.size + 1);
    assert_eq!(beyond, ze_result_t::ERROR_INVALID_SIZE);
    ok(free(&client, pointer));
}

#[test]
fn a_device_import_says_when_the_host_can_read_it() {
    let client = Client::patterns("device-readable");
    let group = active(&client);
    let own = duplicate(group.fd);
    let (result, pointer) = import_device(&client, &import(own.as_raw_fd()), group.size);
    ok(result);
    assert_eq!(kind_of(&client, pointer), ze_memory_type_t::SHARED);
    assert_eq!(readable(pointer, group.size), bytes(group.fd, group.size));
}

#[test]
fn a_successful_import_uses_the_descriptor_up_when_scripted() {
    let client = Client::patterns("close-on-import");
    let group = active(&client);
    let own = std::os::fd::IntoRawFd::into_raw_fd(duplicate(group.fd));
    let (failed, _) = import_host(&client, &import(own), usize::MAX / 2);
    assert_ne!(failed, ze_result_t::SUCCESS);
    assert!(is_open(own), "a failed import leaves the descriptor alone");
    let target = std::fs::read_link(format!("/proc/self/fd/{own}")).expect("open");
    let (result, pointer) = import_host(&client, &import(own), group.size);
    ok(result);
    // Another thread may have been given the number meanwhile, but for another file.
    let now = std::fs::read_link(format!("/proc/self/fd/{own}"));
    assert!(now.is_err() || now.is_ok_and(|now| now != target) || group.fd != own);
    assert_eq!(readable(pointer, group.size), bytes(group.fd, group.size));
}

#[test]
fn only_dma_bufs_that_are_large_enough_are_imported() {
    let client = Client::patterns("");
    let group = active(&client);
    let own = duplicate(group.fd);
    let fd = own.as_raw_fd();
    let both =
        ze_external_memory_type_flags_t::DMA_BUF | ze_external_memory_type_flags_t::OPAQUE_FD;
    let opaque = ze_external_memory_import_fd_t {
        flags: both,
        ..import(fd)
    };
    let refused = |import, size| import_host(&client, &import, size).0;
    assert_eq!(
        refused(opaque, 8),
        ze_result_t::ERROR_UNSUPPORTED_ENUMERATION
    );
    assert_eq!(refused(import(-1), 8), ze_result_t::ERROR_INVALID_ARGUMENT);
    assert_eq!(
        refused(import(fd), 1 << 20),
        ze_result_t::ERROR_INVALID_ARGUMENT
    );
    assert_eq!(refused(import(fd), 0), ze_result_t::ERROR_UNSUPPORTED_SIZE);
}

#[test]
fn imports_are_refused_as_scripted() {
    let (none, device_only) = (
        Client::patterns("import-refused"),
        Client::patterns("host-import-refused"),
    );
    let unsupported = ze_result_t::ERROR_UNSUPPORTED_FEATURE;
    let group = active(&none);
    assert_eq!(
        import_device(&none, &import(group.fd), group.size).0,
        unsupported
    );
    assert_eq!(
        import_host(&none, &import(group.fd), group.size).0,
        unsupported
    );
    let group = active(&device_only);
    assert_eq!(
        import_host(&device_only, &import(group.fd), group.size).0,
        unsupported
    );
    ok(import_device(&device_only, &import(group.fd), group.size).0);
}

#[test]
fn memory_that_may_shrink_is_not_imported() {
    let client = Client::patterns("unsealed");
    let group = active(&client);
    let (result, _) = import_host(&client, &import(group.fd), group.size);
    assert_eq!(result, ze_result_t::ERROR_INVALID_ARGUMENT);
}

#[test]
fn imported_memory_cannot_be_written() {
    let client = Client::patterns("");
    let group = active(&client);
    let (result, pointer) = import_device(&client, &import(group.fd), group.size);
    ok(result);
    let desc = ze_command_queue_desc_t::default();
    let mut list = ze_command_list_handle_t::null();
    let api = &client.api.command;
    let create = api.zeCommandListCreateImmediate;
    ok(call!(
        create,
        client.context,
        client.device(),
        &raw const desc,
        &raw mut list
    ));
    let bytes = [0_u8; 8];
    let copy = api.zeCommandListAppendMemoryCopy;
    let event = ze_event_handle_t::null();
    let result = call!(
        copy,
        list,
        pointer,
        bytes.as_ptr().cast(),
        8,
        event,
        0,
        null_mut()
    );
    assert_eq!(result, ze_result_t::ERROR_INVALID_ARGUMENT);
}

#[test]
fn an_event_is_raised_by_the_copy_it_was_given_to() {
    let client = Client::patterns("");
    let api = &client.api.event;
    let pool_desc = ze_event_pool_desc_t {
        count: 1,
        ..Default::default()
    };
    let desc = ze_event_desc_t::default();
    let mut pool = ze_event_pool_handle_t::null();
    let mut event = ze_event_handle_t::null();
    let create = api.zeEventPoolCreate;
    ok(call!(
        create,
        client.context,
        &raw const pool_desc,
        0,
        null_mut(),
        &raw mut pool
    ));
    ok(call!(
        api.zeEventCreate,
        pool,
        &raw const desc,
        &raw mut event
    ));
    let waiting = call!(api.zeEventHostSynchronize, event, 0);
    assert_eq!(waiting, ze_result_t::NOT_READY);
    let mut list = ze_command_list_handle_t::null();
    let queue = ze_command_queue_desc_t::default();
    let create = client.api.command.zeCommandListCreateImmediate;
    ok(call!(
        create,
        client.context,
        client.device(),
        &raw const queue,
        &raw mut list
    ));
    let (from, mut to) = ([7_u8; 16], [0_u8; 16]);
    let copy = client.api.command.zeCommandListAppendMemoryCopy;
    let (source, target) = (from.as_ptr().cast(), to.as_mut_ptr().cast());
    ok(call!(copy, list, target, source, 16, event, 0, null_mut()));
    ok(call!(api.zeEventHostSynchronize, event, u64::MAX));
    assert_eq!(to, from);
    ok(call!(api.zeEventHostReset, event));
    assert_eq!(call!(api.zeEventQueryStatus, event), ze_result_t::NOT_READY);
    ok(call!(api.zeEventDestroy, event));
    ok(call!(api.zeEventPoolDestroy, pool));
}
