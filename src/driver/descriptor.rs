//! File descriptors that a driver exports: checked, told apart, duplicated, never closed.
//!
//! The number a driver reports may be anything: zero because the driver left the structure
//! untouched, closed, or open on something that is no memory at all.

use std::os::fd::{BorrowedFd, OwnedFd, RawFd};

use rustix::fs::{FileType, SealFlags, SeekFrom};
use rustix::io::Errno;
use rustix::process::Resource;

use crate::model::reason::Reason;

/// `f_type` of the file system that all anonymous inodes share one inode number of.
const ANON_INODE_FS: u64 = 0x0904_1934;

/// Standard input, output and error: what an untouched or careless structure holds.
const STANDARD_STREAMS: std::ops::RangeInclusive<RawFd> = 0..=2;

/// Files get the lowest free number; few programs have as many open as this.
const HIGH: u64 = 512;

/// An open descriptor that belongs to the driver.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExportedFd(RawFd);

/// What a descriptor is open on; equal for two descriptors of the same memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Identity {
    device: u64,
    inode: u64,
    /// Tells descriptors apart whose inode does not: before Linux 5.3 all dma-bufs share one.
    descriptor: Option<RawFd>,
}

impl ExportedFd {
    /// Takes the number a driver reported.
    ///
    /// # Errors
    /// The reason why it cannot be an exported memory.
    pub(super) fn new(raw: RawFd) -> Result<Self, Reason> {
        if raw < 0 || STANDARD_STREAMS.contains(&raw) {
            return Err(Reason::new(format!(
                "the driver exports file descriptor {raw}, which cannot be a memory"
            )));
        }
        let fd = Self(raw);
        match rustix::fs::fstat(fd.borrow()) {
            Ok(_) => Ok(fd),
            Err(error) => Err(Reason::new(format!(
                "the driver exports file descriptor {raw}, which is not open ({error})"
            ))),
        }
    }

    /// The number to hand to a system call.
    pub(super) fn borrow(&self) -> BorrowedFd<'_> {
        // SAFETY: the number is not -1. The driver keeps it open while its group exists; should
        // it not, calls on it fail or reach another file of this process, whose memory they do
        // not touch.
        unsafe { BorrowedFd::borrow_raw(self.0) }
    }

    /// What the descriptor is open on.
    ///
    /// # Errors
    /// Why the kernel does not tell.
    pub(super) fn identity(self) -> Result<Identity, Reason> {
        identity_of(self.borrow()).map_err(|error| self.failed("be identified", error))
    }

    /// Bytes behind the descriptor.
    ///
    /// # Errors
    /// Why there is no telling: a pipe or a socket, for example.
    pub(super) fn length(self) -> Result<u64, Reason> {
        length_of(self.borrow()).map_err(|error| self.failed("be measured", error))
    }

    /// Whether the kernel promises that the file cannot become shorter.
    pub(super) fn cannot_shrink(self) -> bool {
        rustix::fs::fcntl_get_seals(self.borrow())
            .is_ok_and(|seals| seals.contains(SealFlags::SHRINK))
    }

    /// A descriptor of our own for the same memory.
    ///
    /// # Errors
    /// Out of descriptors, above all.
    pub(super) fn duplicate(self) -> Result<OwnedFd, Reason> {
        rustix::io::fcntl_dupfd_cloexec(self.borrow(), STANDARD_STREAMS.end() + 1)
            .map_err(|error| self.failed("be duplicated", error))
    }

    /// As [`Self::duplicate`], under a number above those that files usually get.
    ///
    /// # Errors
    /// Out of descriptors, above all.
    pub(super) fn duplicate_high(self) -> Result<OwnedFd, Reason> {
        let limit = rustix::process::getrlimit(Resource::Nofile).current;
        let floor = limit.map_or(HIGH, |limit| HIGH.min(limit / 2));
        rustix::io::fcntl_dupfd_cloexec(self.borrow(), floor as RawFd)
            .map_err(|error| self.failed("be duplicated", error))
    }

    /// The reason for an operation on this descriptor that the kernel refused.
    pub(super) fn failed(self, what: &str, error: Errno) -> Reason {
        let reason = Reason::new(format!(
            "exported file descriptor {} cannot {what} ({error})",
            self.0
        ));
        if error == Errno::MFILE {
            return reason.with_fix("ulimit -n 65536");
        }
        reason
    }
}

/// What an open descriptor is open on.
///
/// # Errors
/// `EBADF` where the descriptor is closed.
pub(super) fn identity_of(fd: BorrowedFd<'_>) -> Result<Identity, Errno> {
    use std::os::fd::AsRawFd as _;
    let stat = rustix::fs::fstat(fd)?;
    let shares_inode = rustix::fs::fstatfs(fd)?.f_type as u64 == ANON_INODE_FS;
    Ok(Identity {
        device: stat.st_dev,
        inode: stat.st_ino,
        descriptor: shares_inode.then(|| fd.as_raw_fd()),
    })
}

/// Bytes behind a descriptor, without moving the file offset that the driver shares.
pub(super) fn length_of(fd: BorrowedFd<'_>) -> Result<u64, Errno> {
    let stat = rustix::fs::fstat(fd)?;
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile if stat.st_size > 0 => Ok(stat.st_size as u64),
        // A dma-buf has no file type (or, of late, is a regular file), answers SEEK_END with its
        // size, and has no offset that could move.
        FileType::RegularFile | FileType::Unknown => rustix::fs::seek(fd, SeekFrom::End(0)),
        _ => Err(Errno::SPIPE),
    }
}

#[cfg(test)]
mod tests {
    use std::os::fd::{AsFd as _, AsRawFd as _};

    use rustix::fs::{MemfdFlags, ftruncate, inotify, memfd_create};

    use super::*;

    fn memfd(size: u64) -> OwnedFd {
        let fd = memfd_create("exported", MemfdFlags::CLOEXEC).expect("memfd");
        ftruncate(&fd, size).expect("sized");
        fd
    }

    #[test]
    fn numbers_that_cannot_be_a_memory_are_refused_and_named() {
        for raw in [-1, 0, 1, 2, i32::MIN] {
            let reason = ExportedFd::new(raw).expect_err("no memory");
            assert!(reason.what.contains(&format!("descriptor {raw},")));
        }
        let reason = ExportedFd::new(1_000_000).expect_err("closed");
        assert!(reason.what.contains("not open"), "{reason}");
    }

    #[test]
    fn a_duplicate_has_the_identity_of_its_original_and_others_do_not() {
        let (first, second) = (memfd(8), memfd(8));
        let exported = ExportedFd::new(first.as_raw_fd()).expect("open");
        let identity = exported.identity().expect("known");
        let duplicate = exported.duplicate().expect("room for one more");
        assert_ne!(duplicate.as_raw_fd(), first.as_raw_fd());
        assert_eq!(identity_of(duplicate.as_fd()), Ok(identity));
        assert_ne!(identity_of(second.as_fd()), Ok(identity));
    }

    #[test]
    fn files_that_share_an_anonymous_inode_are_told_apart() {
        let files =
            [(); 2].map(|()| inotify::init(inotify::CreateFlags::CLOEXEC).expect("inotify"));
        let [first, second] = files.each_ref().map(|fd| identity_of(fd.as_fd()));
        assert_ne!(first.expect("known"), second.expect("known"));
    }

    #[test]
    fn measuring_leaves_the_drivers_file_offset_alone() {
        let fd = memfd(4096);
        let exported = ExportedFd::new(fd.as_raw_fd()).expect("open");
        assert_eq!(exported.length(), Ok(4096));
        assert_eq!(rustix::fs::tell(&fd), Ok(0));
    }

    #[test]
    fn a_pipe_is_no_memory() {
        let (reader, _writer) = std::io::pipe().expect("pipe");
        let exported = ExportedFd::new(reader.as_raw_fd()).expect("open");
        let reason = exported.length().expect_err("a pipe has no length");
        assert!(reason.what.contains("cannot be measured"), "{reason}");
    }
}
