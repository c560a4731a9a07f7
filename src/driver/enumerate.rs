//! Starting the drivers of a library, and listing them and their devices.
//!
//! A driver that does not answer in full is listed with what it told, and the reason where
//! devices are missing.

use std::sync::Arc;

use level_zero_sys::{
    Api, ZET_METRIC_EXPORT_MEMORY_EXP_NAME, ze_api_version_t, ze_device_handle_t,
    ze_device_properties_t, ze_driver_extension_properties_t, ze_driver_handle_t,
    ze_driver_properties_t, ze_init_driver_type_desc_t, ze_init_driver_type_flags_t,
    ze_init_flags_t,
};

use crate::driver::device::Device;
use crate::driver::error::{DriverError, check};
use crate::driver::load::Library;
use crate::driver::raw_device::RawDevice;
use crate::driver::{convert, list};
use crate::model::catalog::{Access, DeviceInfo, DriverInfo, Extension, Origin, Version};
use crate::model::reason::Reason;

/// A driver and its devices.
#[derive(Debug)]
pub struct Driver {
    /// What the driver says of itself; its reason says why devices are missing.
    pub info: DriverInfo,
    /// Its devices, each followed by its sub-devices, which list metric groups of their own.
    pub devices: Vec<Device>,
}

/// Starts the drivers of `library` and lists them; each device is read by `access` only, where
/// one is given.
///
/// # Errors
/// Why none answers.
pub(super) fn drivers(
    library: &Arc<Library>,
    origin: Origin,
    access: Option<Access>,
) -> Result<Vec<Driver>, DriverError> {
    let handles = driver_handles(&library.api)?;
    if handles.is_empty() {
        return Err(Reason::new("no driver is listed").into());
    }
    let drivers = handles
        .into_iter()
        .map(|handle| driver(library, handle, origin, access));
    Ok(drivers.collect())
}

#[doc(alias = "zeInitDrivers")]
#[doc(alias = "zeInit")]
#[doc(alias = "zeDriverGet")]
fn driver_handles(api: &Api) -> Result<Vec<ze_driver_handle_t>, DriverError> {
    if let Some(init_drivers) = api.driver.zeInitDrivers {
        let mut every = ze_init_driver_type_desc_t {
            flags: ze_init_driver_type_flags_t::GPU | ze_init_driver_type_flags_t::NPU,
            ..Default::default()
        };
        let drivers = list::fetch("zeInitDrivers", |count, drivers| {
            // SAFETY: `fetch` hands over a count and room for as many; the description lives
            // across the call.
            unsafe { init_drivers(count, drivers, &raw mut every) }
        });
        if let Ok(drivers) = drivers
            && !drivers.is_empty()
        {
            return Ok(drivers);
        }
    }
    // SAFETY: the function takes no pointer.
    check("zeInit", unsafe {
        (api.driver.zeInit)(ze_init_flags_t::empty())
    })?;
    list::fetch("zeDriverGet", |count, drivers| {
        // SAFETY: `fetch` hands over a count and room for as many.
        unsafe { (api.driver.zeDriverGet)(count, drivers) }
    })
}

fn driver(
    library: &Arc<Library>,
    handle: ze_driver_handle_t,
    origin: Origin,
    access: Option<Access>,
) -> Driver {
    let api = &library.api;
    let mut info = DriverInfo {
        origin,
        api_version: api_version(api, handle),
        driver_version: driver_version(api, handle),
        extensions: extensions(api, handle),
        reason: None,
    };
    let exports = info
        .extensions
        .iter()
        .any(|extension| extension.name == ZET_METRIC_EXPORT_MEMORY_EXP_NAME);
    let found = Found {
        library,
        driver: handle,
        access,
        exports,
    };
    let devices = found.devices().unwrap_or_else(|error| {
        info.reason = Some(error.into_reason());
        Vec::new()
    });
    Driver { info, devices }
}

#[doc(alias = "zeDriverGetApiVersion")]
fn api_version(api: &Api, driver: ze_driver_handle_t) -> Version {
    let mut version = ze_api_version_t(0);
    if let Some(ask) = api.driver.zeDriverGetApiVersion {
        // SAFETY: the driver's handle is alive and the place for the answer lives across the call.
        let outcome = check("zeDriverGetApiVersion", unsafe {
            ask(driver, &raw mut version)
        });
        log_failure(outcome);
    }
    Version(version.0)
}

#[doc(alias = "zeDriverGetProperties")]
fn driver_version(api: &Api, driver: ze_driver_handle_t) -> u32 {
    let mut properties = ze_driver_properties_t::default();
    // SAFETY: the driver's handle is alive and the structure lives across the call.
    let result = unsafe { (api.driver.zeDriverGetProperties)(driver, &raw mut properties) };
    log_failure(check("zeDriverGetProperties", result));
    properties.driverVersion
}

#[doc(alias = "zeDriverGetExtensionProperties")]
fn extensions(api: &Api, driver: ze_driver_handle_t) -> Vec<Extension> {
    const CALL: &str = "zeDriverGetExtensionProperties";
    let Some(ask) = api.driver.zeDriverGetExtensionProperties else {
        return Vec::new();
    };
    let listed = list::fetch(
        CALL,
        |count, extensions: *mut ze_driver_extension_properties_t| {
            // SAFETY: the driver is alive; `fetch` hands over a count and room for as many.
            unsafe { ask(driver, count, extensions) }
        },
    );
    match listed {
        Ok(extensions) => extensions.iter().map(convert::extension).collect(),
        Err(error) => {
            log_failure(Err(error));
            Vec::new()
        }
    }
}

/// A driver while its devices are listed.
struct Found<'a> {
    library: &'a Arc<Library>,
    driver: ze_driver_handle_t,
    access: Option<Access>,
    exports: bool,
}

impl Found<'_> {
    #[doc(alias = "zeDeviceGet")]
    fn devices(&self) -> Result<Vec<Device>, DriverError> {
        let handles = list::fetch("zeDeviceGet", |count, devices| {
            // SAFETY: the driver is alive; `fetch` hands over a count and room for as many.
            unsafe { (self.library.api.device.zeDeviceGet)(self.driver, count, devices) }
        })?;
        if handles.is_empty() {
            return Err(Reason::new("the driver lists no devices").into());
        }
        let mut devices = Vec::new();
        for (index, handle) in handles.into_iter().enumerate() {
            let tiles = self.sub_devices(handle);
            let mut info = self.device_info(handle, index);
            info.sub_devices = tiles.iter().map(|(_, info)| info.clone()).collect();
            devices.push(self.device(handle, info));
            devices.extend(
                tiles
                    .into_iter()
                    .map(|(tile, info)| self.device(tile, info)),
            );
        }
        Ok(devices)
    }

    #[doc(alias = "zeDeviceGetSubDevices")]
    fn sub_devices(&self, device: ze_device_handle_t) -> Vec<(ze_device_handle_t, DeviceInfo)> {
        let Some(ask) = self.library.api.device.zeDeviceGetSubDevices else {
            return Vec::new();
        };
        let listed = list::fetch("zeDeviceGetSubDevices", |count, devices| {
            // SAFETY: the device is alive; `fetch` hands over a count and room for as many.
            unsafe { ask(device, count, devices) }
        });
        let handles = listed.unwrap_or_else(|error| {
            log_failure(Err(error));
            Vec::new()
        });
        let described = handles
            .into_iter()
            .enumerate()
            .map(|(index, handle)| (handle, self.device_info(handle, index)));
        described.collect()
    }

    #[doc(alias = "zeDeviceGetProperties")]
    fn device_info(&self, device: ze_device_handle_t, index: usize) -> DeviceInfo {
        let mut properties = ze_device_properties_t::default();
        let ask = self.library.api.device.zeDeviceGetProperties;
        // SAFETY: the device's handle is alive and the structure lives across the call.
        let result = unsafe { ask(device, &raw mut properties) };
        log_failure(check("zeDeviceGetProperties", result));
        convert::device(&properties, index)
    }

    fn device(&self, handle: ze_device_handle_t, info: DeviceInfo) -> Device {
        let raw = RawDevice::new(Arc::clone(self.library), self.driver, handle);
        let no_exports = (!self.exports).then(|| {
            Reason::new(format!(
                "the driver does not offer {ZET_METRIC_EXPORT_MEMORY_EXP_NAME}, \
                 and zetscope reads exported memory only"
            ))
        });
        Device::new(info, raw, no_exports, self.access)
    }
}

fn log_failure(outcome: Result<(), DriverError>) {
    if let Err(error) = outcome {
        tracing::warn!(%error, "a driver does not describe itself in full");
    }
}
