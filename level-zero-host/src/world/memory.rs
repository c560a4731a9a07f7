//! One exported memory: a memfd that clients map, and the driver's way of writing it.
//!
//! Besides `exports` and `handle` this is the only file with unsafe code. It knows nothing of
//! metrics; who writes what where is decided by `group`.

#![expect(unsafe_code, reason = "mapped memory is written through raw pointers")]

use std::io;
use std::os::fd::{AsRawFd as _, OwnedFd, RawFd};
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};

use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, ftruncate, memfd_create};
use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};

use crate::world::value::Value;

/// Memory shared with clients through a file descriptor.
pub struct Memory {
    fd: OwnedFd,
    size: usize,
    writer: Writer,
}

/// How the driver writes a memory.
enum Writer {
    /// Through the driver's own mapping of a sealed file.
    Mapped(Mapping),
    /// Through the descriptor, for a file that may shrink; false once it has shrunk.
    Descriptor(AtomicBool),
}

impl Memory {
    /// A memfd of whole pages, at least `size` bytes, that can neither shrink nor grow, and
    /// that nobody but this driver can write.
    ///
    /// # Errors
    /// Whatever the kernel answers, out of descriptors above all.
    pub fn sealed(name: &str, size: usize) -> io::Result<Self> {
        let (fd, size) = memfd(name, size)?;
        // The driver's own writable mapping must exist before writing is sealed.
        let mapping = Mapping::new(&fd, size)?;
        let seals = SealFlags::SHRINK | SealFlags::GROW;
        fcntl_add_seals(&fd, seals)?;
        // Linux before 5.1 lacks FUTURE_WRITE; the memory is then writable by clients too.
        fcntl_add_seals(&fd, SealFlags::FUTURE_WRITE).ok();
        fcntl_add_seals(&fd, SealFlags::SEAL)?;
        Ok(Self {
            fd,
            size,
            writer: Writer::Mapped(mapping),
        })
    }

    /// A memfd without seals, which [`shrink`](Self::shrink) can cut off under a reader.
    ///
    /// # Errors
    /// Whatever the kernel answers.
    pub fn unsealed(name: &str, size: usize) -> io::Result<Self> {
        let (fd, size) = memfd(name, size)?;
        Ok(Self {
            fd,
            size,
            writer: Writer::Descriptor(AtomicBool::new(true)),
        })
    }

    /// Cuts an unsealed memory to nothing and stops writing it; a sealed one stays as it is.
    pub fn shrink(&self) {
        if let Writer::Descriptor(writable) = &self.writer {
            writable.store(false, Ordering::Release);
            ftruncate(&self.fd, 0).ok();
        }
    }

    /// The descriptor that is handed to clients; it stays this driver's.
    pub fn fd(&self) -> RawFd {
        self.fd.as_raw_fd()
    }

    /// Size of the file in bytes, a multiple of the page size.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Writes one value at `offset` with one store of its own width.
    ///
    /// A value that would lie outside or unaligned is not written.
    pub fn store(&self, offset: usize, value: Value) {
        let width = value.value_type().size();
        let inside = offset
            .checked_add(width)
            .is_some_and(|end| end <= self.size);
        if !inside || !offset.is_multiple_of(width) {
            return;
        }
        match &self.writer {
            Writer::Mapped(mapping) => mapping.store(offset, value),
            Writer::Descriptor(writable) => {
                if writable.load(Ordering::Acquire) {
                    self.write_through_descriptor(offset, value);
                }
            }
        }
    }

    fn write_through_descriptor(&self, offset: usize, value: Value) {
        let at = offset as u64;
        let written = match value {
            Value::U32(v) => rustix::io::pwrite(&self.fd, &v.to_ne_bytes(), at),
            Value::U64(v) => rustix::io::pwrite(&self.fd, &v.to_ne_bytes(), at),
            Value::F32(v) => rustix::io::pwrite(&self.fd, &v.to_ne_bytes(), at),
            Value::F64(v) => rustix::io::pwrite(&self.fd, &v.to_ne_bytes(), at),
            Value::Bool8(v) => rustix::io::pwrite(&self.fd, &[u8::from(v)], at),
        };
        // A failed write leaves the old value, which the group's timestamp shows to be old.
        written.ok();
    }
}

fn memfd(name: &str, size: usize) -> io::Result<(OwnedFd, usize)> {
    let size = size.max(1).next_multiple_of(rustix::param::page_size());
    let fd = memfd_create(name, MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
    ftruncate(&fd, size as u64)?;
    Ok((fd, size))
}

/// A writable mapping of a whole file that cannot shrink.
struct Mapping {
    start: NonNull<u8>,
    size: usize,
}

// SAFETY: the mapping belongs to no thread, and every access to it is an atomic store.
unsafe impl Send for Mapping {}
// SAFETY: as above; concurrent stores are atomic.
unsafe impl Sync for Mapping {}

impl Mapping {
    fn new(fd: &OwnedFd, size: usize) -> io::Result<Self> {
        let protection = ProtFlags::READ | ProtFlags::WRITE;
        // SAFETY: the kernel chooses the address, so no existing memory is touched.
        let start = unsafe {
            mmap(
                std::ptr::null_mut(),
                size,
                protection,
                MapFlags::SHARED,
                fd,
                0,
            )?
        };
        NonNull::new(start.cast())
            .map(|start| Self { start, size })
            .ok_or_else(|| io::Error::other("mmap returned a null address"))
    }

    /// `offset` has been checked by [`Memory::store`]: inside, and aligned to the value.
    ///
    /// The three stores below rest on the same facts: the place is valid for the value's width
    /// until the mapping is dropped, it is aligned because the mapping begins on a page and the
    /// offset was checked, and this process accesses these bytes atomically only.
    fn store(&self, offset: usize, value: Value) {
        // SAFETY: `offset` lies inside the mapping.
        let at = unsafe { self.start.as_ptr().add(offset) };
        let store_8 = |bits| {
            // SAFETY: see above.
            unsafe { AtomicU8::from_ptr(at) }.store(bits, Ordering::Relaxed);
        };
        let store_32 = |bits| {
            // SAFETY: see above.
            unsafe { AtomicU32::from_ptr(at.cast()) }.store(bits, Ordering::Relaxed);
        };
        let store_64 = |bits| {
            // SAFETY: see above.
            unsafe { AtomicU64::from_ptr(at.cast()) }.store(bits, Ordering::Relaxed);
        };
        match value {
            Value::U32(value) => store_32(value),
            Value::F32(value) => store_32(value.to_bits()),
            Value::U64(value) => store_64(value),
            Value::F64(value) => store_64(value.to_bits()),
            Value::Bool8(value) => store_8(u8::from(value)),
        }
    }
}

impl Drop for Mapping {
    fn drop(&mut self) {
        // SAFETY: exactly the range that `new` mapped; nothing borrows from it.
        unsafe { munmap(self.start.as_ptr().cast(), self.size) }.ok();
    }
}
