//! Dispatch tables: how a loader asks a driver for its functions.
//!
//! A loader calls one getter per table and hands over its own version and memory for a table as
//! large as it was in that version. Tables have grown since, so a driver must write no more than
//! [`DispatchTable::fill`] does.

pub(crate) mod core;
pub(crate) mod metrics;
pub(crate) mod sysman;

use std::ffi::c_void;

pub use core::*;
pub use metrics::*;
pub use sysman::*;

use crate::ze_api_version_t;

/// A function whose signature this crate does not declare. It must not be called as it is.
pub type untyped_pfn_t = unsafe extern "C" fn();

/// One member of a dispatch table.
#[derive(Clone, Copy, Debug)]
pub struct TableMember {
    /// Name of the member, such as `pfnGet`.
    pub name: &'static str,
    /// Name of the C function it leads to, such as `zeDriverGet`.
    pub function: &'static str,
    /// Bytes from the start of the table.
    pub offset: usize,
    /// First version from which every published loader has this member in this place.
    ///
    /// It may be later than the version that introduced the function: some experimental tables
    /// were published in another order first.
    pub since: ze_api_version_t,
}

/// A dispatch table.
///
/// # Safety
/// The type must be `repr(C)` and have nothing but one optional function pointer per row of
/// `MEMBERS`, in that order.
pub unsafe trait DispatchTable: Copy + Default {
    /// C name of the table.
    const NAME: &'static str;

    /// Name of the function through which a driver fills the table.
    const GETTER: &'static str;

    /// The members in order of their place.
    const MEMBERS: &'static [TableMember];

    /// Bytes that may be written to a table of a loader of this version.
    fn size_at(version: ze_api_version_t) -> usize {
        let members = Self::MEMBERS.iter();
        members.take_while(|member| member.since <= version).count()
            * size_of::<Option<untyped_pfn_t>>()
    }

    /// Writes to a loader's table the members it has room for.
    ///
    /// # Safety
    /// `table` must be writable for [`Self::size_at`]`(version)` bytes and aligned for pointers.
    unsafe fn fill(&self, table: *mut Self, version: ze_api_version_t) {
        let source = (&raw const *self).cast::<u8>();
        // SAFETY: `source` is at least as large as any prefix of its own type, the caller vouches
        // for `table`, and `self` cannot overlap memory the caller may write.
        unsafe { source.copy_to_nonoverlapping(table.cast(), Self::size_at(version)) }
    }

    /// The address of a C function by its name; null if the table lacks it or it is not set.
    fn find(&self, function: &str) -> *const c_void {
        let member = Self::MEMBERS
            .iter()
            .find(|member| member.function == function);
        member.map_or(std::ptr::null(), |member| {
            // SAFETY: the trait promises an optional function pointer at this offset, and `None`
            // is the null pointer.
            unsafe {
                (&raw const *self)
                    .byte_add(member.offset)
                    .cast::<*const c_void>()
                    .read()
            }
        })
    }
}
