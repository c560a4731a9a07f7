//! Exported memory and the ways to read it.
//!
//! Three strategies behind one interface, tried in this order: map the descriptor, import it as
//! a host allocation, import it as a device allocation and copy from there. Whoever reads sees
//! the same [`Window`] and does not know which it is. What the bytes mean is not known here.

mod copy;
mod file;
mod host;
mod import;
mod map;

use std::ops::Range;
use std::sync::Arc;

use crate::driver::descriptor::{ExportedFd, Identity};
use crate::driver::error::DriverError;
use crate::driver::raw_device::RawDevice;
use crate::driver::window::Window;
use crate::model::catalog::Access;
use crate::model::reason::Reason;

use copy::Copied;
use file::File;
use host::HostImport;
use map::Mapping;

/// Most bytes that are copied at each pass; a larger memory must be mapped.
const LARGEST_COPY: usize = 64 << 20;

/// A memory that a group or metric says it exports.
#[derive(Clone, Copy, Debug)]
pub(super) struct Export {
    /// Checked to be open.
    pub(super) fd: ExportedFd,
    /// Which memory it is.
    pub(super) identity: Identity,
    /// Bytes, no more than there are.
    pub(super) size: u64,
}

impl Export {
    /// Takes what the driver reported.
    ///
    /// # Errors
    /// The reason why there cannot be `size` bytes to read behind the descriptor.
    pub(super) fn new(fd: i32, size: u64) -> Result<Self, Reason> {
        if size == 0 {
            return Err(Reason::new("the driver exports a memory of 0 bytes"));
        }
        let fd = ExportedFd::new(fd)?;
        let length = fd.length()?;
        if length < size {
            return Err(Reason::new(format!(
                "the driver exports {size} bytes, but its file holds only {length}"
            )));
        }
        Ok(Self {
            fd,
            identity: fd.identity()?,
            size,
        })
    }
}

/// An exported memory, ready to be read.
#[derive(Debug)]
pub(super) struct Memory {
    len: usize,
    reader: Reader,
}

#[derive(Debug)]
enum Reader {
    Map(Mapping),
    File(File),
    Host(HostImport),
    Copy(Copied),
}

impl Memory {
    /// Opens `export` by the first strategy that works, or only by `forced`.
    ///
    /// # Errors
    /// Why none works, each strategy with its own reason.
    pub(super) fn open(
        device: &Arc<RawDevice>,
        export: &Export,
        forced: Option<Access>,
    ) -> Result<Self, Reason> {
        let mut refusals = Vec::new();
        for access in Access::ALL {
            if forced.is_some_and(|forced| forced != access) {
                continue;
            }
            match Self::open_by(device, export, access) {
                Ok(memory) => return Ok(memory),
                Err(reason) => refusals.push((access, reason)),
            }
        }
        Err(all_refused(refusals))
    }

    fn open_by(device: &Arc<RawDevice>, export: &Export, access: Access) -> Result<Self, Reason> {
        let len = usize::try_from(export.size).map_err(|_too_large| too_large(export.size))?;
        let reader = match access {
            Access::Map => match Mapping::new(export.fd, len)? {
                Some(mapping) => Reader::Map(mapping),
                None => Reader::File(File::new(export.fd, len)?),
            },
            Access::Host => Reader::Host(HostImport::new(device, export)?),
            Access::Copy => Reader::Copy(Copied::new(device, export)?),
        };
        Ok(Self { len, reader })
    }

    /// A mapped memory that holds `words`.
    #[cfg(test)]
    pub(super) fn holding(words: &[u64]) -> Self {
        use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
        use std::os::fd::AsRawFd as _;

        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let file = memfd_create("exported", flags).expect("memfd");
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        rustix::io::pwrite(&file, &bytes, 0).expect("written");
        fcntl_add_seals(&file, SealFlags::SHRINK).expect("sealed");
        let export = Export::new(file.as_raw_fd(), bytes.len() as u64).expect("open");
        let mapping = Mapping::new(export.fd, bytes.len()).expect("mapped");
        Self {
            len: bytes.len(),
            reader: Reader::Map(mapping.expect("sealed")),
        }
    }

    /// Bytes that can be read.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Which strategy reads this memory.
    pub(super) fn access(&self) -> Access {
        match self.reader {
            // A file that cannot be mapped safely is still read through its own descriptor.
            Reader::Map(_) | Reader::File(_) => Access::Map,
            Reader::Host(_) => Access::Host,
            Reader::Copy(_) => Access::Copy,
        }
    }

    /// Makes the bytes of `extent` current and lets `read` look at them.
    ///
    /// # Errors
    /// Why they cannot be read, now or ever.
    #[inline]
    pub(super) fn with<R>(
        &self,
        extent: Range<usize>,
        read: impl FnOnce(Window<'_>) -> R,
    ) -> Result<R, DriverError> {
        match &self.reader {
            Reader::Map(mapping) => mapping.with(read),
            Reader::File(file) => file.with(extent, read),
            Reader::Host(import) => Ok(import.with(read)),
            Reader::Copy(copied) => copied.with(extent, read),
        }
    }
}

/// Whether a memory of `len` bytes may be copied at each pass.
fn copyable(len: usize) -> Result<(), Reason> {
    if len > LARGEST_COPY {
        return Err(too_large(len as u64));
    }
    Ok(())
}

fn too_large(len: u64) -> Reason {
    Reason::new(format!(
        "{len} bytes are too many to be copied at each reading"
    ))
}

/// One reason out of those of each strategy that was tried.
fn all_refused(mut refusals: Vec<(Access, Reason)>) -> Reason {
    if refusals.len() == 1
        && let Some((_, reason)) = refusals.pop()
    {
        return reason;
    }
    let fix = refusals.iter().find_map(|(_, reason)| reason.fix.clone());
    let tried: Vec<_> = refusals
        .iter()
        .map(|(access, reason)| format!("{}: {}", access.name(), reason.what))
        .collect();
    Reason {
        what: format!(
            "the memory cannot be read by any means ({})",
            tried.join("; ")
        ),
        fix,
    }
}
