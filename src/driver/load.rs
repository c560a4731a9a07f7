//! Finding drivers: through the system's Level Zero loader, and the built-in one.
//!
//! Discovery never fails. What is missing becomes a reason, and everything else is listed.

use std::path::PathBuf;
use std::sync::Arc;

use level_zero_host::Instance;
use level_zero_sys::{Api, LoadError};

use crate::driver::enumerate::{Driver, drivers};
use crate::driver::error::DriverError;
use crate::model::catalog::{Access, Origin};
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
    drivers(&Arc::new(Library::from(api)), origin, access)
        .map_err(|error| no_drivers(error, origin))
}

impl Discovery {
    /// Lists the drivers of a library, or notes why there are none.
    fn take(&mut self, library: Result<Library, Reason>, origin: Origin, access: Option<Access>) {
        let outcome = library.and_then(|library| {
            let library = Arc::new(library);
            let drivers = drivers(&library, origin, access);
            if origin == Origin::Loader {
                // After the start: the loader lists its components only then.
                self.loader = Some(loader_info(&library.api));
            }
            drivers.map_err(|error| no_drivers(error, origin))
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
