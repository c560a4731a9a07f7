//! Command queues, command lists and fences: just enough to copy memory.

use std::ffi::c_void;

use crate::declare::{enums, flags, functions, handles, structs};
use crate::{ze_context_handle_t, ze_device_handle_t, ze_event_handle_t, ze_structure_type_t};

handles! {
    /// Where closed command lists are sent to be executed.
    ze_command_queue_handle_t,
    /// A list of commands, or an immediate list that executes each at once.
    ze_command_list_handle_t,
    /// Tells the host that a queue has executed what was sent.
    ze_fence_handle_t,
}

enums! {
    /// Whether a call returns before its work is done.
    ze_command_queue_mode_t: "ZE_COMMAND_QUEUE_MODE" {
        DEFAULT = 0,
        SYNCHRONOUS = 1,
        ASYNCHRONOUS = 2,
    }

    /// Which queue the device prefers.
    ze_command_queue_priority_t: "ZE_COMMAND_QUEUE_PRIORITY" {
        NORMAL = 0,
        PRIORITY_LOW = 1,
        PRIORITY_HIGH = 2,
    }
}

flags! {
    /// How a queue, or an immediate list, orders its work.
    ze_command_queue_flags_t: "ZE_COMMAND_QUEUE_FLAG" {
        EXPLICIT_ONLY = 0x1,
        IN_ORDER = 0x2,
        COPY_OFFLOAD_HINT = 0x4,
    }

    /// How a list orders its work.
    ze_command_list_flags_t: "ZE_COMMAND_LIST_FLAG" {
        RELAXED_ORDERING = 0x1,
        MAXIMIZE_THROUGHPUT = 0x2,
        EXPLICIT_ONLY = 0x4,
        IN_ORDER = 0x8,
        EXP_CLONEABLE = 0x10,
        COPY_OFFLOAD_HINT = 0x20,
    }

    /// State of a new fence.
    ze_fence_flags_t: "ZE_FENCE_FLAG" {
        SIGNALED = 0x1,
    }
}

structs! {
    /// Wishes for a queue or an immediate list.
    ze_command_queue_desc_t: ze_structure_type_t::COMMAND_QUEUE_DESC {
        stype: ze_structure_type_t,
        pNext: *const c_void,
        /// Index of the queue group.
        ordinal: u32,
        /// Index of the queue within its group.
        index: u32,
        flags: ze_command_queue_flags_t,
        mode: ze_command_queue_mode_t,
        priority: ze_command_queue_priority_t,
    }

    /// Wishes for a command list.
    ze_command_list_desc_t: ze_structure_type_t::COMMAND_LIST_DESC {
        stype: ze_structure_type_t,
        pNext: *const c_void,
        /// Index of the queue group that will execute it.
        commandQueueGroupOrdinal: u32,
        flags: ze_command_list_flags_t,
    }

    /// Wishes for a fence.
    ze_fence_desc_t: ze_structure_type_t::FENCE_DESC {
        stype: ze_structure_type_t,
        pNext: *const c_void,
        flags: ze_fence_flags_t,
    }
}

functions! {
    /// Makes a command queue.
    ze_pfnCommandQueueCreate_t = fn zeCommandQueueCreate(
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
        desc: *const ze_command_queue_desc_t,
        phCommandQueue: *mut ze_command_queue_handle_t,
    );

    /// Ends a command queue.
    ze_pfnCommandQueueDestroy_t = fn zeCommandQueueDestroy(
        hCommandQueue: ze_command_queue_handle_t,
    );

    /// Sends closed lists to be executed in order.
    ze_pfnCommandQueueExecuteCommandLists_t = fn zeCommandQueueExecuteCommandLists(
        hCommandQueue: ze_command_queue_handle_t,
        numCommandLists: u32,
        phCommandLists: *mut ze_command_list_handle_t,
        hFence: ze_fence_handle_t,
    );

    /// Waits for a queue; the timeout is in nanoseconds.
    ze_pfnCommandQueueSynchronize_t = fn zeCommandQueueSynchronize(
        hCommandQueue: ze_command_queue_handle_t,
        timeout: u64,
    );

    /// Makes a command list.
    ze_pfnCommandListCreate_t = fn zeCommandListCreate(
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
        desc: *const ze_command_list_desc_t,
        phCommandList: *mut ze_command_list_handle_t,
    );

    /// Makes a list that executes each command as it is appended.
    ze_pfnCommandListCreateImmediate_t = fn zeCommandListCreateImmediate(
        hContext: ze_context_handle_t,
        hDevice: ze_device_handle_t,
        altdesc: *const ze_command_queue_desc_t,
        phCommandList: *mut ze_command_list_handle_t,
    );

    /// Ends a command list.
    ze_pfnCommandListDestroy_t = fn zeCommandListDestroy(hCommandList: ze_command_list_handle_t);

    /// Ends recording, so that the list can be executed.
    ze_pfnCommandListClose_t = fn zeCommandListClose(hCommandList: ze_command_list_handle_t);

    /// Empties a list, so that it can be recorded anew.
    ze_pfnCommandListReset_t = fn zeCommandListReset(hCommandList: ze_command_list_handle_t);

    /// Waits for an immediate list; the timeout is in nanoseconds.
    ze_pfnCommandListHostSynchronize_t = fn zeCommandListHostSynchronize(
        hCommandList: ze_command_list_handle_t,
        timeout: u64,
    );

    /// Writes the device's clock, in ticks, to memory.
    ze_pfnCommandListAppendWriteGlobalTimestamp_t = fn zeCommandListAppendWriteGlobalTimestamp(
        hCommandList: ze_command_list_handle_t,
        dstptr: *mut u64,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    );

    /// Holds later commands back until earlier ones are done.
    ze_pfnCommandListAppendBarrier_t = fn zeCommandListAppendBarrier(
        hCommandList: ze_command_list_handle_t,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    );

    /// Copies bytes between host, device or shared memory.
    ze_pfnCommandListAppendMemoryCopy_t = fn zeCommandListAppendMemoryCopy(
        hCommandList: ze_command_list_handle_t,
        dstptr: *mut c_void,
        srcptr: *const c_void,
        size: usize,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    );

    /// Fills memory with a repeated pattern.
    ze_pfnCommandListAppendMemoryFill_t = fn zeCommandListAppendMemoryFill(
        hCommandList: ze_command_list_handle_t,
        ptr: *mut c_void,
        pattern: *const c_void,
        pattern_size: usize,
        size: usize,
        hSignalEvent: ze_event_handle_t,
        numWaitEvents: u32,
        phWaitEvents: *mut ze_event_handle_t,
    );

    /// Makes a fence.
    ze_pfnFenceCreate_t = fn zeFenceCreate(
        hCommandQueue: ze_command_queue_handle_t,
        desc: *const ze_fence_desc_t,
        phFence: *mut ze_fence_handle_t,
    );

    /// Ends a fence.
    ze_pfnFenceDestroy_t = fn zeFenceDestroy(hFence: ze_fence_handle_t);

    /// Waits for a fence; the timeout is in nanoseconds.
    ze_pfnFenceHostSynchronize_t = fn zeFenceHostSynchronize(
        hFence: ze_fence_handle_t,
        timeout: u64,
    );

    /// Asks whether a fence has been signalled.
    ze_pfnFenceQueryStatus_t = fn zeFenceQueryStatus(hFence: ze_fence_handle_t);

    /// Makes a fence ready for its next use.
    ze_pfnFenceReset_t = fn zeFenceReset(hFence: ze_fence_handle_t);
}
