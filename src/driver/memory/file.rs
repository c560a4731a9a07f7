//! Reading a file that may shrink: with `pread`, which answers short instead of killing us.

use std::ops::Range;
use std::os::fd::OwnedFd;
use std::ptr::NonNull;
use std::sync::{Mutex, PoisonError};

use rustix::io::Errno;

use crate::driver::descriptor::ExportedFd;
use crate::driver::error::DriverError;
use crate::driver::memory::copyable;
use crate::driver::window::Window;
use crate::model::reason::Reason;

/// A file and the buffer that passes are copied into.
#[derive(Debug)]
pub(super) struct File {
    fd: OwnedFd,
    /// In words, so that every value in it is aligned as it is in the file.
    copy: Mutex<Vec<u64>>,
}

impl File {
    /// Prepares to read the first `len` bytes.
    ///
    /// # Errors
    /// The reason why there is no descriptor or no buffer of that size.
    pub(super) fn new(fd: ExportedFd, len: usize) -> Result<Self, Reason> {
        copyable(len)?;
        Ok(Self {
            fd: fd.duplicate()?,
            copy: Mutex::new(vec![0; len.div_ceil(size_of::<u64>())]),
        })
    }

    /// Copies the bytes of `extent` and lets `read` look at the copy.
    ///
    /// # Errors
    /// [`DriverError::Refused`] where the file has become too short,
    /// [`DriverError::Transient`] where the kernel does not read this time.
    pub(super) fn with<R>(
        &self,
        extent: Range<usize>,
        read: impl FnOnce(Window<'_>) -> R,
    ) -> Result<R, DriverError> {
        let mut copy = self.copy.lock().unwrap_or_else(PoisonError::into_inner);
        self.fill(&mut copy, extent)?;
        let len = size_of_val(copy.as_slice());
        let start = NonNull::from(copy.as_mut_slice()).cast();
        // SAFETY: the buffer is locked until `read` returns, and a `Vec<u64>` is aligned to 8.
        Ok(read(unsafe { Window::new(start, len) }))
    }

    fn fill(&self, copy: &mut [u64], extent: Range<usize>) -> Result<(), DriverError> {
        // SAFETY: any bytes are words and any words are bytes; the slice is not used otherwise.
        let (_, bytes, _) = unsafe { copy.align_to_mut::<u8>() };
        let mut at = extent.start;
        while at < extent.end {
            match rustix::io::pread(&self.fd, &mut bytes[at..extent.end], at as u64) {
                Ok(0) => return Err(shrunk(at, extent.end)),
                Ok(count) => at += count,
                Err(Errno::INTR) => {}
                Err(error) => {
                    return Err(DriverError::Transient(Reason::new(format!(
                        "the exported file cannot be read ({error})"
                    ))));
                }
            }
        }
        Ok(())
    }
}

fn shrunk(now: usize, needed: usize) -> DriverError {
    DriverError::Refused(Reason::new(format!(
        "the exported memory shrank while it was read: {needed} bytes are needed, {now} are left"
    )))
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsRawFd as _;

    use rustix::fs::{MemfdFlags, ftruncate, memfd_create};
    use rustix::io::pwrite;

    use super::*;
    use crate::model::value::ValueType;

    #[test]
    fn a_file_that_shrinks_ends_the_reading_and_not_the_process() {
        let file = memfd_create("exported", MemfdFlags::CLOEXEC).expect("memfd");
        ftruncate(&file, 4096).expect("sized");
        pwrite(&file, &7_u32.to_ne_bytes(), 12).expect("written");
        let exported = ExportedFd::new(file.as_raw_fd()).expect("open");
        let reader = File::new(exported, 4096).expect("small enough");
        let mut slot = [0];
        reader
            .with(8..16, |window| window.load(12, ValueType::U32, &mut slot))
            .expect("all there");
        assert_eq!(slot, [7]);
        ftruncate(&file, 10).expect("cut");
        let error = reader.with(8..16, |_| ()).expect_err("two bytes left");
        assert!(matches!(error, DriverError::Refused(_)));
        assert!(error.to_string().contains("shrank"), "{error}");
    }

    #[test]
    fn what_is_too_large_to_be_copied_is_refused() {
        let file = memfd_create("exported", MemfdFlags::CLOEXEC).expect("memfd");
        let exported = ExportedFd::new(file.as_raw_fd()).expect("open");
        assert!(File::new(exported, 1 << 40).is_err());
    }
}
