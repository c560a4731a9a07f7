//! Allocations, and the import of exported memory.
//!
//! A device allocation has an address that the host cannot read, as on a GPU: its bytes are
//! reached by commands only. A client that follows it fails here as it would there.

use std::collections::BTreeMap;
use std::ffi::c_void;
use std::io;
use std::os::fd::BorrowedFd;

use level_zero_sys::{
    find_in_chain, ze_context_handle_t, ze_device_handle_t, ze_device_mem_alloc_desc_t,
    ze_external_memory_import_fd_t, ze_external_memory_type_flags_t, ze_host_mem_alloc_desc_t,
    ze_memory_allocation_properties_t, ze_memory_type_t, ze_result_t,
};

use super::context::{ContextObject, lock};
use super::region::Region;
use super::{Answer, described, filled, guard};
use crate::handle::{self, Handle};
use crate::object::{DeviceObject, present};
use crate::world::Held;
use crate::world::fault::{Fault, Faults};

/// A context's allocations by the address that the client knows.
pub(super) type Allocations = BTreeMap<usize, Allocation>;

/// One allocation or import.
pub(super) struct Allocation {
    kind: ze_memory_type_t,
    id: u64,
    /// Null for host allocations.
    device: ze_device_handle_t,
    /// Where the bytes are.
    bytes: Region,
    /// What the client sees instead, where it must not see the bytes.
    _seen: Option<Region>,
    _held: Held,
}

// SAFETY: the handle in it is a number, never followed.
unsafe impl Send for Allocation {}

/// What the client asks for.
struct Request {
    size: usize,
    import: Option<i32>,
}

pub(super) unsafe extern "C" fn alloc_device(
    context: ze_context_handle_t,
    desc: *const ze_device_mem_alloc_desc_t,
    size: usize,
    alignment: usize,
    device: ze_device_handle_t,
    out: *mut *mut c_void,
) -> ze_result_t {
    guard(|| {
        let context = handle::get::<ContextObject>(context.0)?;
        let object = handle::get::<DeviceObject>(device.0)?;
        present(&object.device)?;
        // SAFETY: the client hands over a description with its chain, and room, or null.
        let (request, out) = unsafe {
            (
                request(described(desc)?.pNext, size, alignment)?,
                filled(out)?,
            )
        };
        let faults = &object.device.faults;
        let refused = faults.has(&Fault::ImportRefused);
        let bytes = region(&request, refused, ze_result_t::ERROR_OUT_OF_DEVICE_MEMORY)?;
        let readable = faults.has(&Fault::DeviceReadable);
        let seen = if readable {
            None
        } else {
            Some(Region::unreadable(size).map_err(|error| code(&error))?)
        };
        let kind = if readable {
            ze_memory_type_t::SHARED
        } else {
            ze_memory_type_t::DEVICE
        };
        *out = context.keep(kind, device, bytes, seen);
        close_imported(&request, faults);
        Ok(())
    })
}

pub(super) unsafe extern "C" fn alloc_host(
    context: ze_context_handle_t,
    desc: *const ze_host_mem_alloc_desc_t,
    size: usize,
    alignment: usize,
    out: *mut *mut c_void,
) -> ze_result_t {
    guard(|| {
        let context = handle::get::<ContextObject>(context.0)?;
        // SAFETY: the client hands over a description with its chain, and room, or null.
        let (request, out) = unsafe {
            (
                request(described(desc)?.pNext, size, alignment)?,
                filled(out)?,
            )
        };
        let faults = context.world.faults();
        let refused = faults.has(&Fault::ImportRefused) || faults.has(&Fault::HostImportRefused);
        let bytes = region(&request, refused, ze_result_t::ERROR_OUT_OF_HOST_MEMORY)?;
        *out = context.keep(
            ze_memory_type_t::HOST,
            ze_device_handle_t::null(),
            bytes,
            None,
        );
        close_imported(&request, faults);
        Ok(())
    })
}

pub(super) unsafe extern "C" fn alloc_shared(
    context: ze_context_handle_t,
    device_desc: *const ze_device_mem_alloc_desc_t,
    host_desc: *const ze_host_mem_alloc_desc_t,
    size: usize,
    alignment: usize,
    device: ze_device_handle_t,
    out: *mut *mut c_void,
) -> ze_result_t {
    guard(|| {
        let context = handle::get::<ContextObject>(context.0)?;
        // SAFETY: the client hands over descriptions and room, or null.
        let out = unsafe {
            described(device_desc)?;
            described(host_desc)?;
            filled(out)?
        };
        let request = Request {
            size: checked(size, alignment)?,
            import: None,
        };
        let bytes = region(&request, false, ze_result_t::ERROR_OUT_OF_HOST_MEMORY)?;
        *out = context.keep(ze_memory_type_t::SHARED, device, bytes, None);
        Ok(())
    })
}

pub(super) unsafe extern "C" fn free(
    context: ze_context_handle_t,
    pointer: *mut c_void,
) -> ze_result_t {
    guard(|| {
        let context = handle::get::<ContextObject>(context.0)?;
        if pointer.is_null() {
            return Err(ze_result_t::ERROR_INVALID_NULL_POINTER);
        }
        let freed = lock(&context.allocations).remove(&pointer.addr());
        freed.map(drop).ok_or(ze_result_t::ERROR_INVALID_ARGUMENT)
    })
}

pub(super) unsafe extern "C" fn get_alloc_properties(
    context: ze_context_handle_t,
    pointer: *const c_void,
    properties: *mut ze_memory_allocation_properties_t,
    device: *mut ze_device_handle_t,
) -> ze_result_t {
    guard(|| {
        let context = handle::get::<ContextObject>(context.0)?;
        if pointer.is_null() {
            return Err(ze_result_t::ERROR_INVALID_NULL_POINTER);
        }
        // SAFETY: the client hands over a structure to fill, or null.
        let properties = unsafe { filled(properties) }?;
        let allocations = lock(&context.allocations);
        let found = around(&allocations, pointer.addr()).map(|(_, allocation)| allocation);
        properties.r#type = found.map_or(ze_memory_type_t::UNKNOWN, |found| found.kind);
        properties.id = found.map_or(0, |found| found.id);
        properties.pageSize = found.map_or(0, |_| rustix::param::page_size() as u64);
        // SAFETY: the client hands over room for a handle, or null where it does not care.
        if let Ok(device) = unsafe { filled(device) } {
            *device = found.map_or(ze_device_handle_t::null(), |found| found.device);
        }
        Ok(())
    })
}

pub(super) unsafe extern "C" fn get_address_range(
    context: ze_context_handle_t,
    pointer: *const c_void,
    base: *mut *mut c_void,
    size: *mut usize,
) -> ze_result_t {
    guard(|| {
        let context = handle::get::<ContextObject>(context.0)?;
        let allocations = lock(&context.allocations);
        let (start, allocation) =
            around(&allocations, pointer.addr()).ok_or(ze_result_t::ERROR_INVALID_ARGUMENT)?;
        // SAFETY: the client hands over room for each, or null where it does not care.
        let (base, size) = unsafe { (filled(base).ok(), filled(size).ok()) };
        if let Some(base) = base {
            *base = pointer.cast_mut().with_addr(start);
        }
        if let Some(size) = size {
            *size = allocation.bytes.size();
        }
        Ok(())
    })
}

impl ContextObject {
    /// Keeps an allocation and returns the address that the client gets.
    fn keep(
        &self,
        kind: ze_memory_type_t,
        device: ze_device_handle_t,
        bytes: Region,
        seen: Option<Region>,
    ) -> *mut c_void {
        let shown = seen.as_ref().unwrap_or(&bytes);
        let (address, pointer) = (shown.address(), shown.inside(0, 0));
        let allocation = Allocation {
            kind,
            id: Handle::reserve().as_ptr().addr() as u64,
            device,
            bytes,
            _seen: seen,
            _held: self.world.hold(),
        };
        lock(&self.allocations).insert(address, allocation);
        pointer.unwrap_or_default().cast()
    }

    /// Where `size` bytes at the client's `pointer` really are; memory that is not an
    /// allocation is the client's own.
    pub(super) fn resolve(&self, pointer: *mut u8, size: usize, write: bool) -> Answer<*mut u8> {
        let allocations = lock(&self.allocations);
        let Some((start, allocation)) = around(&allocations, pointer.addr()) else {
            return Ok(pointer);
        };
        if write && !allocation.bytes.is_writable() {
            return Err(ze_result_t::ERROR_INVALID_ARGUMENT);
        }
        let bytes = allocation.bytes.inside(pointer.addr() - start, size);
        bytes.ok_or(ze_result_t::ERROR_INVALID_SIZE)
    }
}

/// The allocation that `address` lies in, with its first address.
fn around(allocations: &Allocations, address: usize) -> Option<(usize, &Allocation)> {
    let (start, allocation) = allocations.range(..=address).next_back()?;
    (address - start < allocation.bytes.size()).then_some((*start, allocation))
}

/// Reads what the client asks for.
///
/// # Safety
/// `chain` must be null or lead to live structures of the core family.
unsafe fn request(chain: *const c_void, size: usize, alignment: usize) -> Answer<Request> {
    let size = checked(size, alignment)?;
    // SAFETY: the caller vouches for the chain.
    let import = unsafe { find_in_chain::<ze_external_memory_import_fd_t>(chain) };
    // SAFETY: found in the client's chain.
    let import = match import.and_then(|import| unsafe { import.as_ref() }) {
        None => None,
        Some(import) if import.flags == ze_external_memory_type_flags_t::DMA_BUF => Some(import.fd),
        Some(_) => return Err(ze_result_t::ERROR_UNSUPPORTED_ENUMERATION),
    };
    Ok(Request { size, import })
}

fn checked(size: usize, alignment: usize) -> Answer<usize> {
    if size == 0 {
        return Err(ze_result_t::ERROR_UNSUPPORTED_SIZE);
    }
    let fits = alignment == 0 || alignment.is_power_of_two();
    if !fits || alignment > rustix::param::page_size() {
        return Err(ze_result_t::ERROR_UNSUPPORTED_ALIGNMENT);
    }
    Ok(size)
}

/// Memory for a request: what it imports, or new.
fn region(request: &Request, refused: bool, exhausted: ze_result_t) -> Answer<Region> {
    match request.import {
        None => Region::zeroed(request.size).or(Err(exhausted)),
        Some(_) if refused => Err(ze_result_t::ERROR_UNSUPPORTED_FEATURE),
        Some(fd) if fd < 0 => Err(ze_result_t::ERROR_INVALID_ARGUMENT),
        Some(fd) => {
            // SAFETY: not -1; the client keeps it open for this call, and one that is not open
            // is refused by the kernel.
            let fd = unsafe { BorrowedFd::borrow_raw(fd) };
            Region::imported(fd, request.size).map_err(|error| code(&error))
        }
    }
}

fn code(error: &io::Error) -> ze_result_t {
    match error.kind() {
        io::ErrorKind::OutOfMemory => ze_result_t::ERROR_OUT_OF_HOST_MEMORY,
        _ => ze_result_t::ERROR_INVALID_ARGUMENT,
    }
}

/// Closes the descriptor that was imported, as some drivers do.
fn close_imported(request: &Request, faults: &Faults) {
    if let Some(fd) = request.import
        && faults.has(&Fault::CloseOnImport)
    {
        // SAFETY: this driver's declared behaviour, which the client asked to be tried on it:
        // the descriptor that it handed over is used up.
        unsafe { rustix::io::close(fd) };
    }
}
