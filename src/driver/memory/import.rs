//! Allocations of the driver: plain ones, and exported memory imported as one.
//!
//! An import is given a duplicate of the exported descriptor. Intel's current driver closes what
//! it was given once the import succeeds, an older one leaves it open; the original survives
//! both, and so that the duplicate does not leak, what is left of it is closed here.

use std::ffi::c_void;
use std::os::fd::{BorrowedFd, FromRawFd as _, IntoRawFd as _, OwnedFd, RawFd};
use std::ptr::NonNull;
use std::sync::{Arc, Mutex, PoisonError};

use level_zero_sys::{
    ze_device_handle_t, ze_device_mem_alloc_desc_t, ze_external_memory_import_fd_t,
    ze_external_memory_type_flags_t, ze_host_mem_alloc_desc_t, ze_memory_allocation_properties_t,
    ze_memory_type_t,
};

use crate::driver::descriptor::{ExportedFd, identity_of};
use crate::driver::error::{DriverError, check, missing};
use crate::driver::memory::Export;
use crate::driver::raw_device::{RawDevice, log_failure};
use crate::model::reason::Reason;

/// Alignment asked for: that of a page, which every driver grants.
const ALIGNMENT: usize = 4096;

/// Held from the moment a duplicate is lent until it is clear what became of it, so that of our
/// own threads none can open a file under its number in between.
static LENDING: Mutex<()> = Mutex::new(());

/// Memory that the driver allocated or imported, freed on drop.
#[derive(Debug)]
pub(super) struct Allocation {
    device: Arc<RawDevice>,
    pointer: NonNull<c_void>,
}

// SAFETY: an allocation belongs to no thread; what it is used for decides whether that may
// happen at the same time.
unsafe impl Send for Allocation {}
// SAFETY: as above.
unsafe impl Sync for Allocation {}

impl Allocation {
    /// Imports `export` as memory of the host.
    ///
    /// # Errors
    /// Why the driver does not, or that what came of it cannot be read by the CPU.
    #[doc(alias = "zeMemAllocHost")]
    pub(super) fn import_host(
        device: &Arc<RawDevice>,
        export: &Export,
    ) -> Result<Self, DriverError> {
        let allocation = lend(export.fd, |fd| {
            let import = import_of(fd);
            let wishes = ze_host_mem_alloc_desc_t {
                pNext: (&raw const import).cast(),
                ..Default::default()
            };
            Self::allocate_host(device, &wishes, export.size as usize)
        })??;
        allocation.check_host_readable()?;
        Ok(allocation)
    }

    /// Imports `export` as memory of the device, which the CPU must not touch.
    ///
    /// # Errors
    /// Why the driver does not.
    #[doc(alias = "zeMemAllocDevice")]
    pub(super) fn import_device(
        device: &Arc<RawDevice>,
        export: &Export,
    ) -> Result<Self, DriverError> {
        lend(export.fd, |fd| {
            let import = import_of(fd);
            let wishes = ze_device_mem_alloc_desc_t {
                pNext: (&raw const import).cast(),
                ..Default::default()
            };
            Self::allocate_device(device, &wishes, export.size as usize)
        })?
    }

    /// Allocates `size` bytes of the host, of unknown content.
    ///
    /// # Errors
    /// Why the driver does not.
    #[doc(alias = "zeMemAllocHost")]
    pub(super) fn host(device: &Arc<RawDevice>, size: usize) -> Result<Self, DriverError> {
        Self::allocate_host(device, &ze_host_mem_alloc_desc_t::default(), size)
    }

    /// The start of the allocation: for the CPU only where it is of the host.
    pub(super) fn pointer(&self) -> NonNull<c_void> {
        self.pointer
    }

    fn allocate_host(
        device: &Arc<RawDevice>,
        wishes: &ze_host_mem_alloc_desc_t,
        size: usize,
    ) -> Result<Self, DriverError> {
        const CALL: &str = "zeMemAllocHost";
        let allocate = device.api().memory.zeMemAllocHost.ok_or(missing(CALL))?;
        let context = device.context()?;
        let mut pointer = std::ptr::null_mut();
        // SAFETY: the context is alive; the wishes and what is chained to them, and the place
        // for the pointer, live across the call.
        check(CALL, unsafe {
            allocate(context, wishes, size, ALIGNMENT, &raw mut pointer)
        })?;
        Self::own(device, pointer, CALL)
    }

    fn allocate_device(
        device: &Arc<RawDevice>,
        wishes: &ze_device_mem_alloc_desc_t,
        size: usize,
    ) -> Result<Self, DriverError> {
        const CALL: &str = "zeMemAllocDevice";
        let allocate = device.api().memory.zeMemAllocDevice.ok_or(missing(CALL))?;
        let context = device.context()?;
        let mut pointer = std::ptr::null_mut();
        // SAFETY: context and device are alive; the wishes and what is chained to them, and the
        // place for the pointer, live across the call.
        check(CALL, unsafe {
            allocate(
                context,
                wishes,
                size,
                ALIGNMENT,
                device.handle(),
                &raw mut pointer,
            )
        })?;
        Self::own(device, pointer, CALL)
    }

    fn own(
        device: &Arc<RawDevice>,
        pointer: *mut c_void,
        call: &'static str,
    ) -> Result<Self, DriverError> {
        let Some(pointer) = NonNull::new(pointer) else {
            return Err(DriverError::Refused(Reason::new(format!(
                "{call} succeeded, but there is no memory"
            ))));
        };
        Ok(Self {
            device: Arc::clone(device),
            pointer,
        })
    }

    /// Makes sure that the driver calls this memory of the host, and that it is aligned.
    #[doc(alias = "zeMemGetAllocProperties")]
    fn check_host_readable(&self) -> Result<(), DriverError> {
        const CALL: &str = "zeMemGetAllocProperties";
        let Some(describe) = self.device.api().memory.zeMemGetAllocProperties else {
            return Err(missing(CALL));
        };
        let mut properties = ze_memory_allocation_properties_t::default();
        let mut owner = ze_device_handle_t::null();
        // SAFETY: context and allocation are alive; both places live across the call.
        check(CALL, unsafe {
            describe(
                self.device.context()?,
                self.pointer.as_ptr(),
                &raw mut properties,
                &raw mut owner,
            )
        })?;
        let readable = matches!(
            properties.r#type,
            ze_memory_type_t::HOST | ze_memory_type_t::HOST_IMPORTED | ze_memory_type_t::SHARED
        );
        if readable && self.pointer.cast::<u64>().is_aligned() {
            return Ok(());
        }
        Err(DriverError::Refused(Reason::new(format!(
            "what was imported cannot be read by the CPU ({CALL}: {})",
            properties.r#type
        ))))
    }
}

impl Drop for Allocation {
    fn drop(&mut self) {
        let Some(free) = self.device.api().memory.zeMemFree else {
            return log_failure(Err(missing("zeMemFree")));
        };
        let outcome = self.device.context().and_then(|context| {
            // SAFETY: the allocation was made in this context and is used no more.
            check("zeMemFree", unsafe { free(context, self.pointer.as_ptr()) })
        });
        log_failure(outcome);
    }
}

fn import_of(fd: RawFd) -> ze_external_memory_import_fd_t {
    ze_external_memory_import_fd_t {
        flags: ze_external_memory_type_flags_t::DMA_BUF,
        fd,
        ..Default::default()
    }
}

/// Lends a duplicate of `fd` to a call that may close it or leave it open.
///
/// Afterwards the number is looked at: where it is still open on the same memory it is the
/// duplicate, and closed. Another file could only have come under that number if the driver
/// closed it and opened the same memory again within the call; the duplicate lies above the
/// numbers that files usually get, which are the lowest free ones.
///
/// # Errors
/// Why there is no duplicate.
fn lend<R>(fd: ExportedFd, call: impl FnOnce(RawFd) -> R) -> Result<R, Reason> {
    let _alone = LENDING.lock().unwrap_or_else(PoisonError::into_inner);
    let identity = fd.identity()?;
    let lent = fd.duplicate_high()?.into_raw_fd();
    let outcome = call(lent);
    // SAFETY: the number is not -1, and is only asked whether it is open and on what.
    let left = identity_of(unsafe { BorrowedFd::borrow_raw(lent) });
    if left == Ok(identity) {
        // SAFETY: the number is open on what was lent, so it is what was lent, and nobody
        // else's.
        drop(unsafe { OwnedFd::from_raw_fd(lent) });
    }
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsRawFd as _;

    use rustix::fs::{MemfdFlags, memfd_create};
    use rustix::io::DupFlags;

    use super::*;

    /// One test, so that no other one gets the numbers that are looked at.
    #[test]
    fn a_lent_duplicate_is_closed_once_and_the_original_survives() {
        let original = memfd_create("exported", MemfdFlags::CLOEXEC).expect("memfd");
        let exported = ExportedFd::new(original.as_raw_fd()).expect("open");
        let left_open = lend(exported, |fd| fd).expect("lent");
        let closed = lend(exported, |fd| {
            drop(take(fd));
            fd
        })
        .expect("lent");
        for lent in [left_open, closed] {
            assert!(ExportedFd::new(lent).is_err(), "{lent} is still open");
        }
        let other = memfd_create("other", MemfdFlags::CLOEXEC).expect("memfd");
        let reused = lend(exported, |fd| {
            let mut lent = take(fd);
            rustix::io::dup3(&other, &mut lent, DupFlags::CLOEXEC).expect("duplicated");
            lent
        })
        .expect("lent");
        assert!(rustix::fs::fstat(&reused).is_ok(), "closed a foreign file");
        assert!(rustix::fs::fstat(&original).is_ok(), "closed the original");
    }

    /// Stands for a driver that makes the descriptor it was given its own.
    fn take(fd: RawFd) -> OwnedFd {
        // SAFETY: the number was lent to this test, which may close it.
        unsafe { OwnedFd::from_raw_fd(fd) }
    }
}
