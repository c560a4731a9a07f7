//! Address ranges of this process that back allocations and imports.

use std::io;
use std::os::fd::BorrowedFd;
use std::ptr::NonNull;

use rustix::fs::{SealFlags, SeekFrom, fcntl_get_seals, seek};
use rustix::mm::{MapFlags, ProtFlags, mmap, mmap_anonymous, munmap};

/// A mapped range, unmapped when dropped.
pub(super) struct Region {
    start: NonNull<u8>,
    size: usize,
    writable: bool,
}

// SAFETY: the range belongs to no thread; what is in it is the client's to synchronise.
unsafe impl Send for Region {}
// SAFETY: as above.
unsafe impl Sync for Region {}

impl Region {
    /// Zeroed memory.
    pub(super) fn zeroed(size: usize) -> io::Result<Self> {
        Self::anonymous(size, ProtFlags::READ | ProtFlags::WRITE)
    }

    /// Addresses that nothing can be read from, as a GPU's addresses are to the host.
    pub(super) fn unreadable(size: usize) -> io::Result<Self> {
        Self::anonymous(size, ProtFlags::empty())
    }

    fn anonymous(size: usize, protection: ProtFlags) -> io::Result<Self> {
        // SAFETY: the kernel chooses the address, so no existing memory is touched.
        let start =
            unsafe { mmap_anonymous(std::ptr::null_mut(), size, protection, MapFlags::PRIVATE)? };
        Self::at(start.cast(), size, protection.contains(ProtFlags::WRITE))
    }

    /// The first `size` bytes of an exported memory, to be read.
    ///
    /// A file that may shrink is refused: reading it could end the process.
    pub(super) fn imported(fd: BorrowedFd<'_>, size: usize) -> io::Result<Self> {
        let end = seek(fd, SeekFrom::End(0))?;
        let refused = io::ErrorKind::InvalidInput;
        if end < size as u64 {
            return Err(refused.into());
        }
        // Only memfds have seals; a dma-buf has none and cannot shrink.
        if fcntl_get_seals(fd).is_ok_and(|seals| !seals.contains(SealFlags::SHRINK)) {
            return Err(refused.into());
        }
        // SAFETY: the kernel chooses the address, so no existing memory is touched.
        let start = unsafe {
            mmap(
                std::ptr::null_mut(),
                size,
                ProtFlags::READ,
                MapFlags::SHARED,
                fd,
                0,
            )?
        };
        Self::at(start.cast(), size, false)
    }

    fn at(start: *mut u8, size: usize, writable: bool) -> io::Result<Self> {
        let start = NonNull::new(start).ok_or(io::ErrorKind::OutOfMemory)?;
        Ok(Self {
            start,
            size,
            writable,
        })
    }

    /// First address.
    pub(super) fn address(&self) -> usize {
        self.start.as_ptr().addr()
    }

    /// A pointer into the range, if `size` bytes from `offset` lie inside.
    pub(super) fn inside(&self, offset: usize, size: usize) -> Option<*mut u8> {
        let end = offset.checked_add(size)?;
        // SAFETY: the offset lies inside the range.
        (end <= self.size).then(|| unsafe { self.start.as_ptr().add(offset) })
    }

    /// Bytes.
    pub(super) const fn size(&self) -> usize {
        self.size
    }

    /// Whether it may be written.
    pub(super) const fn is_writable(&self) -> bool {
        self.writable
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: exactly the range that was mapped; the client gave it back, or its context.
        unsafe { munmap(self.start.as_ptr().cast(), self.size) }.ok();
    }
}
