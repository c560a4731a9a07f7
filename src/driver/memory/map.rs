//! Reading through a mapping of the exported descriptor.
//!
//! A dma-buf is mapped and every pass is bracketed by the kernel's cache synchronisation. Any
//! other file is mapped only if it is sealed against shrinking: touching a page that is no
//! longer there would kill the process.

use std::os::fd::{AsFd as _, BorrowedFd, OwnedFd};
use std::ptr::NonNull;

use rustix::io::Errno;
use rustix::ioctl::{Setter, ioctl, opcode};
use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};

use crate::driver::descriptor::ExportedFd;
use crate::driver::error::DriverError;
use crate::driver::window::Window;
use crate::model::reason::Reason;

/// How often an interrupted synchronisation is repeated.
const ATTEMPTS: u32 = 1000;

/// `DMA_BUF_SYNC_READ | DMA_BUF_SYNC_START`.
const START_READ: u64 = 1;
/// `DMA_BUF_SYNC_READ | DMA_BUF_SYNC_END`.
const END_READ: u64 = 1 | 4;
/// `DMA_BUF_IOCTL_SYNC`.
const SYNC: rustix::ioctl::Opcode = opcode::write::<u64>(b'b', 0);

/// A readable mapping of an exported memory.
#[derive(Debug)]
pub(super) struct Mapping {
    start: NonNull<u8>,
    len: usize,
    /// For a dma-buf, a descriptor of our own to synchronise through.
    dma_buf: Option<OwnedFd>,
}

// SAFETY: the mapping belongs to no thread, and all access to it is by volatile loads.
unsafe impl Send for Mapping {}
// SAFETY: as above; loads do not disturb each other.
unsafe impl Sync for Mapping {}

impl Mapping {
    /// Maps the first `len` bytes; `Ok(None)` where the file could shrink under the mapping.
    ///
    /// # Errors
    /// The reason why the descriptor cannot be mapped.
    pub(super) fn new(fd: ExportedFd, len: usize) -> Result<Option<Self>, Reason> {
        let is_dma_buf = match bracket(fd.borrow()) {
            Ok(()) => true,
            Err(Errno::NOTTY) if fd.cannot_shrink() => false,
            Err(Errno::NOTTY) => return Ok(None),
            Err(error) => return Err(fd.failed("be synchronised", error)),
        };
        let start = map(fd, len).map_err(|error| fd.failed("be mapped", error))?;
        let mut mapping = Self {
            start,
            len,
            dma_buf: None,
        };
        if is_dma_buf {
            mapping.dma_buf = Some(fd.duplicate()?);
        }
        Ok(Some(mapping))
    }

    /// Lets `read` look at the bytes between two synchronisations.
    ///
    /// # Errors
    /// [`DriverError::Transient`] where the kernel does not synchronise this time.
    #[inline]
    pub(super) fn with<R>(&self, read: impl FnOnce(Window<'_>) -> R) -> Result<R, DriverError> {
        if let Some(dma_buf) = &self.dma_buf {
            sync(dma_buf.as_fd(), START_READ).map_err(not_synchronised)?;
        }
        // SAFETY: the mapping is page-aligned, readable for `len` bytes, and lives as long as
        // `self`; the file behind it cannot shrink.
        let value = read(unsafe { Window::new(self.start, self.len) });
        if let Some(dma_buf) = &self.dma_buf {
            sync(dma_buf.as_fd(), END_READ).map_err(not_synchronised)?;
        }
        Ok(value)
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: exactly the range that `new` mapped; no window outlives `self`.
        if let Err(error) = unsafe { munmap(self.start.as_ptr().cast(), self.len) } {
            tracing::warn!(%error, "an exported memory stays mapped");
        }
    }
}

fn map(fd: ExportedFd, len: usize) -> Result<NonNull<u8>, Errno> {
    let (any, read, shared) = (std::ptr::null_mut(), ProtFlags::READ, MapFlags::SHARED);
    // SAFETY: the kernel chooses the address, so no existing memory is touched.
    let start = unsafe { mmap(any, len, read, shared, fd.borrow(), 0) }?;
    NonNull::new(start.cast()).ok_or(Errno::FAULT)
}

/// Synchronises once for nothing, which tells whether the descriptor is a dma-buf.
fn bracket(fd: BorrowedFd<'_>) -> Result<(), Errno> {
    sync(fd, START_READ)?;
    sync(fd, END_READ)
}

fn sync(fd: BorrowedFd<'_>, flags: u64) -> Result<(), Errno> {
    let mut outcome = Err(Errno::AGAIN);
    for _ in 0..ATTEMPTS {
        // SAFETY: `DMA_BUF_IOCTL_SYNC` reads one `struct dma_buf_sync`, which is a u64.
        outcome = unsafe { ioctl(fd, Setter::<SYNC, u64>::new(flags)) };
        if !matches!(outcome, Err(Errno::AGAIN | Errno::INTR)) {
            break;
        }
    }
    outcome
}

fn not_synchronised(error: Errno) -> DriverError {
    DriverError::Transient(Reason::new(format!(
        "the exported dma-buf cannot be synchronised ({error})"
    )))
}

#[cfg(test)]
mod tests {
    use std::os::fd::{AsRawFd as _, FromRawFd as _};

    use rustix::fs::{MemfdFlags, OFlags, SealFlags, fcntl_add_seals, ftruncate, memfd_create};
    use rustix::io::pwrite;
    use rustix::ioctl::Updater;

    use super::*;
    use crate::driver::memory::Export;
    use crate::model::value::ValueType;

    fn memfd(len: u64) -> OwnedFd {
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let fd = memfd_create("exported", flags).expect("memfd");
        ftruncate(&fd, len).expect("sized");
        fd
    }

    #[test]
    fn a_file_that_cannot_shrink_is_mapped_and_shows_what_is_written() {
        let file = memfd(16);
        fcntl_add_seals(&file, SealFlags::SHRINK).expect("sealed");
        let exported = ExportedFd::new(file.as_raw_fd()).expect("open");
        let mapping = Mapping::new(exported, 16).expect("mapped").expect("sealed");
        assert!(mapping.dma_buf.is_none(), "a memfd is not synchronised");
        let mut slot = [0];
        for value in [7_u64, u64::MAX] {
            pwrite(&file, &value.to_ne_bytes(), 8).expect("written");
            let read = mapping.with(|window| window.load(8, ValueType::U64, &mut slot));
            read.expect("nothing to synchronise");
            assert_eq!(slot, [value]);
        }
    }

    #[test]
    fn a_file_that_could_shrink_is_not_mapped() {
        let file = memfd(16);
        let exported = ExportedFd::new(file.as_raw_fd()).expect("open");
        assert!(Mapping::new(exported, 16).expect("asked").is_none());
    }

    #[test]
    fn the_ioctl_is_numbered_as_in_the_kernel_headers() {
        assert_eq!(SYNC, 0x4008_6200);
    }

    /// A dma-buf from the first graphics node that makes one, as virtual ones do; none where
    /// this machine or user has none.
    fn dma_buf(len: u32) -> Option<OwnedFd> {
        let mut nodes = std::fs::read_dir("/dev/dri").ok()?.flatten();
        nodes.find_map(|node| {
            let mut access = std::fs::File::options();
            let node = access.read(true).write(true).open(node.path());
            exported_dumb_buffer(&node.ok()?, len).ok()
        })
    }

    fn exported_dumb_buffer(node: &std::fs::File, len: u32) -> Result<OwnedFd, Errno> {
        /// `struct drm_mode_create_dumb`
        #[repr(C)]
        struct CreateDumb {
            lines: u32,
            pixels: u32,
            bits: u32,
            flags: u32,
            handle: u32,
            pitch: u32,
            size: u64,
        }
        /// `struct drm_prime_handle`
        #[repr(C)]
        struct PrimeHandle {
            handle: u32,
            flags: u32,
            fd: i32,
        }
        const CREATE: rustix::ioctl::Opcode = opcode::read_write::<CreateDumb>(b'd', 0xb2);
        const EXPORT: rustix::ioctl::Opcode = opcode::read_write::<PrimeHandle>(b'd', 0x2d);
        let mut dumb = CreateDumb {
            lines: 1,
            pixels: len,
            bits: 8,
            flags: 0,
            handle: 0,
            pitch: 0,
            size: 0,
        };
        // SAFETY: the node's ioctl reads and writes one structure of this form.
        unsafe { ioctl(node, Updater::<CREATE, _>::new(&mut dumb)) }?;
        let mut prime = PrimeHandle {
            handle: dumb.handle,
            flags: (OFlags::CLOEXEC | OFlags::RDWR).bits(),
            fd: -1,
        };
        // SAFETY: as above.
        unsafe { ioctl(node, Updater::<EXPORT, _>::new(&mut prime)) }?;
        // SAFETY: the kernel has just opened this descriptor for us.
        Ok(unsafe { OwnedFd::from_raw_fd(prime.fd) })
    }

    /// Checks nothing on machines that make no dma-buf; says so where it has read one.
    #[test]
    fn a_dma_buf_is_mapped_and_synchronised() {
        let Some(buffer) = dma_buf(4096) else {
            return;
        };
        let export = Export::new(buffer.as_raw_fd(), 4096).expect("measured and identified");
        let mapping = Mapping::new(export.fd, 4096)
            .expect("mapped")
            .expect("cannot shrink");
        assert!(mapping.dma_buf.is_some(), "known to be a dma-buf");
        let (zero, write) = (std::ptr::null_mut(), ProtFlags::WRITE);
        // SAFETY: the kernel chooses the address.
        let start = unsafe { mmap(zero, 4096, write, MapFlags::SHARED, &buffer, 0) };
        let start = start.expect("writable").cast::<u64>();
        let mut slot = [0];
        for value in [7, u64::MAX] {
            // SAFETY: the mapping holds 4096 writable bytes.
            unsafe { start.add(1).write_volatile(value) };
            let read = mapping.with(|window| window.load(8, ValueType::U64, &mut slot));
            read.expect("synchronised");
            assert_eq!(slot, [value]);
        }
        println!("read a genuine dma-buf");
    }
}
