//! Reading through an import as memory of the host, which the CPU reads directly.

use std::sync::Arc;

use crate::driver::error::DriverError;
use crate::driver::memory::Export;
use crate::driver::memory::import::Allocation;
use crate::driver::raw_device::RawDevice;
use crate::driver::window::Window;
use crate::model::reason::Reason;

/// An exported memory, imported as a host allocation.
#[derive(Debug)]
pub(super) struct HostImport {
    allocation: Allocation,
    len: usize,
}

impl HostImport {
    /// Imports `export`.
    ///
    /// # Errors
    /// The reason why the driver does not.
    pub(super) fn new(device: &Arc<RawDevice>, export: &Export) -> Result<Self, Reason> {
        Ok(Self {
            allocation: Allocation::import_host(device, export)
                .map_err(DriverError::into_reason)?,
            len: export.size as usize,
        })
    }

    /// Lets `read` look at the bytes.
    pub(super) fn with<R>(&self, read: impl FnOnce(Window<'_>) -> R) -> R {
        let start = self.allocation.pointer().cast();
        // SAFETY: the driver says that the allocation is memory of the host, it was imported
        // with `len` bytes, its alignment was checked, and it lives as long as `self`.
        read(unsafe { Window::new(start, self.len) })
    }
}
