//! Finding drivers and devices: through the system's Level Zero loader, and the built-in one.
//!
//! Discovery never fails. What is missing becomes a reason, and everything else is listed.

use std::path::PathBuf;
use std::sync::Arc;

use level_zero_host::Instance;
use level_zero_sys::{
    Api, LoadError, ZET_METRIC_EXPORT_MEMORY_EXP_NAME, ze_api_version_t, ze_device_handle_t,
    ze_device_properties_t, ze_driver_extension_properties_t, ze_driver_handle_t,
    ze_driver_properties_t, ze_init_driver_type_desc_t, ze_init_driver_type_flags_t,
    ze_init_flags_t,
};

use crate::driver::device::Device;
use crate::driver::error::{DriverError, check};
use crate::driver::raw_device::RawDevice;
use crate::driver::{convert, list};
use crate::model::catalog::{Access, DeviceInfo, DriverInfo, Extension, Origin, Version};
use crate::model::reason::Reason;

/// Environment variables that must be set before the loader or a driver is loaded.
const SWITCHES: [&str; 2] = ["ZET_ENABLE_METRICS", "ZES_ENABLE_SYSMAN"];

/// What to do where the loader finds no driver.
const INSTALL_DRIVER: &str =
    "install the Level Zero driver of your device (Intel GPUs: libze-intel-gpu1)";

/// Where to look for drivers.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Through the system's Level Zero loader.
    pub system: bool,
    /// In the driver that is linked into this program.
    pub host: bool,
    /// Whether that driver offers its pattern generator, too.
    pub patterns: bool,
    /// The loader to use instead of the system's.
    pub loader: Option<PathBuf>,
    /// The only way in which exported memory may be read.
    pub access: Option<Access>,
}

/// What was found.
#[derive(Debug, Default)]
pub struct Discovery {
    /// Every driver that answered.
    pub drivers: Vec<Driver>,
    /// Why others are not there.
    pub problems: Vec<Reason>,
    /// The loader, where one was loaded.
    pub loader: Option<LoaderInfo>,
}

/// The Level Zero loader in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoaderInfo {
    /// Its file, where the system tells which it is.
    pub path: Option<PathBuf>,
    /// Its version, such as `1.8.12`; loaders before 1.9 may not tell.
    pub version: Option<String>,
}

/// A driver and its devices.
#[derive(Debug)]
pub struct Driver {
    /// What the driver says of itself; its reason says why devices are missing.
    pub info: DriverInfo,
    /// Its devices, each followed by its sub-devices, which list metric groups of their own.
    pub devices: Vec<Device>,
}

/// Switches metrics and system management on in the environment, unless it says otherwise.
///
/// Does so only while this is the process's one thread: call it first in `main`. Returns whether
/// it was.
pub fn prepare_environment() -> bool {
    let threads = std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count);
    if threads != 1 {
        return false;
    }
    for name in SWITCHES {
        if std::env::var_os(name).is_none() {
            // SAFETY: no other thread exists that could read the environment now.
            unsafe { std::env::set_var(name, "1") };
        }
    }
    true
}

/// The functions of one loader or driver, and what must live as long as they are called.
pub(super) struct Library {
    pub(super) api: Api,
    /// The built-in driver, where the functions are its.
    _instance: Option<Instance>,
}

/// Loads what `options` name and lists drivers and devices.
///
/// Takes as long as drivers take to start, which may be seconds.
pub fn discover(options: &Options) -> Discovery {
    let mut discovery = Discovery::default();
    if options.host {
        let library = built_in(options.patterns);
        discovery.take(library, Origin::BuiltIn, options.access);
    }
    if options.system {
        // SAFETY: the library is the system's Level Zero loader, or the one that the user names.
        let library = unsafe { Api::load(options.loader.as_deref()) };
        let library = library
            .map(Library::from)
            .map_err(|error| not_loaded(&error));
        discovery.take(library, Origin::Loader, options.access);
    }
    discovery
}

/// Lists the drivers behind `api` and their devices; `access` is the only way in which exported
/// memory may be read, where one is given.
///
/// # Errors
/// The reason why no driver can be started or listed.
pub fn drivers_of(api: Api, origin: Origin, access: Option<Access>) -> Result<Vec<Driver>, Reason> {
    start(&Arc::new(Library::from(api)), origin, access)
}

impl Discovery {
    /// Lists the drivers of a library, or notes why there are none.
    fn take(&mut self, library: Result<Library, Reason>, origin: Origin, access: Option<Access>) {
        let outcome = library.and_then(|library| {
            let library = Arc::new(library);
            let drivers = start(&library, origin, access);
            if origin == Origin::Loader {
                // After the start: the loader lists its components only then.
                self.loader = Some(loader_info(&library.api));
            }
            drivers
        });
        match outcome {
            Ok(drivers) => self.drivers.extend(drivers),
            Err(reason) => self.problems.push(reason),
        }
    }
}

impl From<Api> for Library {
    fn from(api: Api) -> Self {
        Self {
            api,
            _instance: None,
        }
    }
}

/// The driver that is linked into this program, with what the environment and `patterns` ask for.
fn built_in(patterns: bool) -> Result<Library, Reason> {
    let mut options =
        level_zero_host::options_from_environment().map_err(|error| in_built_in(&error))?;
    options.patterns |= patterns;
    let instance = Instance::new(options).map_err(|error| in_built_in(&error))?;
    // SAFETY: the instance answers its own functions, which have the signatures of the C headers.
    let api = unsafe { Api::from_lookup(|symbol| instance.lookup(symbol)) };
    let api = api.map_err(|error| in_built_in(&error))?;
    Ok(Library {
        api,
        _instance: Some(instance),
    })
}

fn not_loaded(error: &LoadError) -> Reason {
    match error {
        LoadError::NotFound { .. } => {
            Reason::new(error.to_string()).with_fix("sudo apt-get install libze1")
        }
        LoadError::MissingSymbol { .. } => Reason::new(error.to_string()),
    }
}

/// Starts the drivers of `library` and lists them.
fn start(
    library: &Arc<Library>,
    origin: Origin,
    access: Option<Access>,
) -> Result<Vec<Driver>, Reason> {
    let handles = driver_handles(&library.api).map_err(|error| no_drivers(error, origin))?;
    if handles.is_empty() {
        let none = Reason::new("it lists no driver");
        return Err(no_drivers(none.into(), origin));
    }
    let drivers = handles
        .into_iter()
        .map(|handle| driver(library, handle, origin, access));
    Ok(drivers.collect())
}

fn no_drivers(error: DriverError, origin: Origin) -> Reason {
    let reason = error.into_reason();
    match origin {
        Origin::Loader => Reason {
            what: format!("the Level Zero loader is there, but {}", reason.what),
            fix: reason.fix.or_else(|| Some(INSTALL_DRIVER.to_owned())),
        },
        Origin::BuiltIn => in_built_in(&reason),
    }
}

fn in_built_in(problem: &impl std::fmt::Display) -> Reason {
    Reason::new(format!("the built-in driver: {problem}"))
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

/// The loader's file, and its version where it tells.
fn loader_info(api: &Api) -> LoaderInfo {
    LoaderInfo {
        path: api.file.clone(),
        version: loader_version(api),
    }
}

fn loader_version(api: &Api) -> Option<String> {
    let components = api.components();
    let loader = components.into_iter().find(|part| part.name == "loader");
    loader.map(|loader| loader.version)
}
