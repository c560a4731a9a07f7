//! What the driver says about itself.

use std::ffi::{CStr, c_char, c_void};

use level_zero_sys::{
    ZET_CONCURRENT_METRIC_GROUPS_EXP_NAME, ZET_GLOBAL_METRICS_TIMESTAMPS_EXP_NAME,
    ZET_METRIC_EXPORT_MEMORY_EXP_NAME, ZET_METRICS_RUNTIME_ENABLE_DISABLE_EXP_NAME,
    ZET_MULTI_METRICS_EXP_NAME, ze_api_version_t, ze_driver_extension_properties_t,
    ze_driver_handle_t, ze_driver_ipc_properties_t, ze_driver_properties_t, ze_driver_uuid_t,
    ze_ipc_property_flags_t, ze_result_t,
};

use super::{described, filled, getters, guard, list, text};
use crate::handle;
use crate::object::DriverObject;
use crate::world::fault::Fault;

/// The specification that this driver was written for.
pub(super) const API_VERSION: ze_api_version_t = ze_api_version_t::_1_13;

/// What this driver offers beyond the specification's core.
const EXTENSIONS: [&str; 5] = [
    ZET_METRIC_EXPORT_MEMORY_EXP_NAME,
    ZET_METRICS_RUNTIME_ENABLE_DISABLE_EXP_NAME,
    ZET_MULTI_METRICS_EXP_NAME,
    ZET_GLOBAL_METRICS_TIMESTAMPS_EXP_NAME,
    ZET_CONCURRENT_METRIC_GROUPS_EXP_NAME,
];

pub(super) unsafe extern "C" fn get_api_version(
    driver: ze_driver_handle_t,
    version: *mut ze_api_version_t,
) -> ze_result_t {
    guard(|| {
        handle::get::<DriverObject>(driver.0)?;
        // SAFETY: the client hands over room for a version, or null.
        *unsafe { filled(version) }? = API_VERSION;
        Ok(())
    })
}

pub(super) unsafe extern "C" fn get_properties(
    driver: ze_driver_handle_t,
    properties: *mut ze_driver_properties_t,
) -> ze_result_t {
    guard(|| {
        let driver = handle::get::<DriverObject>(driver.0)?;
        // SAFETY: the client hands over a structure to fill, or null.
        let properties = unsafe { filled(properties) }?;
        properties.uuid = ze_driver_uuid_t { id: driver.uuid };
        properties.driverVersion = version();
        Ok(())
    })
}

/// Major, minor and patch in eight bits each, below the top eight.
fn version() -> u32 {
    let part = |text: &str| text.parse::<u8>().unwrap_or_default();
    u32::from_be_bytes([
        0,
        part(env!("CARGO_PKG_VERSION_MAJOR")),
        part(env!("CARGO_PKG_VERSION_MINOR")),
        part(env!("CARGO_PKG_VERSION_PATCH")),
    ])
}

pub(super) unsafe extern "C" fn get_ipc_properties(
    driver: ze_driver_handle_t,
    properties: *mut ze_driver_ipc_properties_t,
) -> ze_result_t {
    guard(|| {
        handle::get::<DriverObject>(driver.0)?;
        // SAFETY: the client hands over a structure to fill, or null.
        unsafe { filled(properties) }?.flags = ze_ipc_property_flags_t::empty();
        Ok(())
    })
}

pub(super) unsafe extern "C" fn get_extension_properties(
    driver: ze_driver_handle_t,
    count: *mut u32,
    properties: *mut ze_driver_extension_properties_t,
) -> ze_result_t {
    guard(|| {
        let driver = handle::get::<DriverObject>(driver.0)?;
        let export = ZET_METRIC_EXPORT_MEMORY_EXP_NAME;
        let hidden = driver.world.faults().has(&Fault::ExtensionNotAdvertised);
        let offered = EXTENSIONS.iter().filter(|name| !hidden || **name != export);
        let extensions: Vec<_> = offered
            .map(|name| ze_driver_extension_properties_t {
                name: text::array(name),
                version: ze_api_version_t::_1_0.0,
            })
            .collect();
        // SAFETY: the client hands over room for what it says.
        unsafe { list(&extensions, count, properties) }
    })
}

pub(super) unsafe extern "C" fn get_extension_function_address(
    driver: ze_driver_handle_t,
    name: *const c_char,
    address: *mut *mut c_void,
) -> ze_result_t {
    guard(|| {
        let driver = handle::get::<DriverObject>(driver.0)?;
        // SAFETY: the client hands over a text, or null.
        unsafe { described(name) }?;
        // SAFETY: not null, and a text of C ends with NUL.
        let name = unsafe { CStr::from_ptr(name) }.to_str().unwrap_or_default();
        // SAFETY: the client hands over room for an address, or null.
        let address = unsafe { filled(address) }?;
        let found = getters::find(driver.slot, name);
        if found.is_null() || driver.world.faults().hides(name) {
            return Err(ze_result_t::ERROR_INVALID_ARGUMENT);
        }
        *address = found.cast_mut();
        Ok(())
    })
}
