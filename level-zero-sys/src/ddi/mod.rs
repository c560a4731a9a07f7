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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ze_driver_handle_t, ze_init_driver_type_desc_t, ze_init_flags_t, ze_result_t};

    unsafe extern "C" fn init(_flags: ze_init_flags_t) -> ze_result_t {
        ze_result_t::SUCCESS
    }

    unsafe extern "C" fn init_drivers(
        _count: *mut u32,
        _drivers: *mut ze_driver_handle_t,
        _desc: *mut ze_init_driver_type_desc_t,
    ) -> ze_result_t {
        ze_result_t::SUCCESS
    }

    const TABLE: ze_global_dditable_t = ze_global_dditable_t {
        pfnInit: Some(init),
        pfnInitDrivers: Some(init_drivers),
    };

    /// What a loader of this version finds in its table, which was empty before.
    fn filled(version: ze_api_version_t) -> (bool, bool) {
        let mut table = ze_global_dditable_t::default();
        // SAFETY: the table has room for every member.
        unsafe { TABLE.fill(&raw mut table, version) };
        (table.pfnInit.is_some(), table.pfnInitDrivers.is_some())
    }

    #[test]
    fn an_old_loader_gets_no_more_than_it_has_room_for() {
        assert_eq!(filled(ze_api_version_t::_1_4), (true, false));
        assert_eq!(filled(ze_api_version_t::_1_10), (true, false));
        assert_eq!(filled(ze_api_version_t::_1_11), (true, true));
    }

    #[test]
    fn a_loader_of_the_future_gets_all_there_is() {
        assert_eq!(filled(ze_api_version_t::new(2, 0)), (true, true));
    }

    #[test]
    fn functions_are_found_by_their_c_name() {
        assert_eq!(TABLE.find("zeInit"), init as *const c_void);
        assert!(TABLE.find("zeDriverGet").is_null(), "not in this table");
        assert!(
            ze_global_dditable_t::default().find("zeInit").is_null(),
            "not set"
        );
    }
}
