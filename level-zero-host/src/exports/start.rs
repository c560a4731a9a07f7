//! Starting the driver and listing it: the functions that exist once per slot.
//!
//! Which kinds of driver the client asks for is not heeded: this one is neither a GPU's nor an
//! NPU's, and whoever put it into the process wants it.

use level_zero_sys::{
    ze_driver_handle_t, ze_init_driver_type_desc_t, ze_init_flags_t, ze_pfnDriverGet_t,
    ze_pfnInit_t, ze_pfnInitDrivers_t, ze_result_t,
};

use super::{described, guard, list};
use crate::instance;

/// The functions of one slot.
pub(super) struct Start {
    pub(super) init: ze_pfnInit_t,
    pub(super) init_drivers: ze_pfnInitDrivers_t,
    pub(super) driver_get: ze_pfnDriverGet_t,
}

macro_rules! slots {
    ($($slot:literal)*) => {
        [$(Start {
            init: init::<$slot>,
            init_drivers: init_drivers::<$slot>,
            driver_get: driver_get::<$slot>,
        }),*]
    };
}

/// The functions of every slot.
#[rustfmt::skip]
pub(super) static STARTS: [Start; instance::SLOTS] = slots!(
     0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
    32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
);

unsafe extern "C" fn init<const SLOT: usize>(_flags: ze_init_flags_t) -> ze_result_t {
    guard(|| instance::start(SLOT))
}

unsafe extern "C" fn init_drivers<const SLOT: usize>(
    count: *mut u32,
    drivers: *mut ze_driver_handle_t,
    desc: *mut ze_init_driver_type_desc_t,
) -> ze_result_t {
    guard(|| {
        // SAFETY: the client hands over a description, or null.
        let desc = unsafe { described(desc) }?;
        if desc.flags.is_empty() {
            return Err(ze_result_t::ERROR_INVALID_ENUMERATION);
        }
        instance::start(SLOT)?;
        let driver = ze_driver_handle_t(instance::driver(SLOT)?.as_ptr());
        // SAFETY: the client hands over room for what it says.
        unsafe { list(&[driver], count, drivers) }
    })
}

unsafe extern "C" fn driver_get<const SLOT: usize>(
    count: *mut u32,
    drivers: *mut ze_driver_handle_t,
) -> ze_result_t {
    guard(|| {
        let driver = ze_driver_handle_t(instance::driver(SLOT)?.as_ptr());
        // SAFETY: the client hands over room for what it says.
        unsafe { list(&[driver], count, drivers) }
    })
}
