//! Where a client's functions come from: the system's loader, or a driver in this process.
//!
//! The loader is searched for in the places the system searches; which driver it loads is its own
//! affair. Nothing is started here: the first call into Level Zero is the client's.

use std::ffi::c_void;
use std::fmt;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use libloading::Library;

use crate::locate::file_of;
use crate::tables::{
    CalculateFunctions, CommandFunctions, ContextFunctions, DeviceFunctions, DriverFunctions,
    EngineFunctions, EventFunctions, FanFunctions, FrequencyFunctions, LoaderFunctions,
    MemoryFunctions, MemoryModuleFunctions, MetricFunctions, Missing, PciFunctions, PowerFunctions,
    PsuFunctions, QueryFunctions, RasFunctions, Search, StandbyFunctions, StreamerFunctions,
    SysmanDeviceFunctions, SysmanFunctions, TemperatureFunctions, TracerFunctions,
};

/// The names a loader goes by, in the order they are tried.
#[cfg(not(windows))]
const LOADER_NAMES: &[&str] = &["libze_loader.so.1", "libze_loader.so"];
/// The names a loader goes by, in the order they are tried.
#[cfg(windows)]
const LOADER_NAMES: &[&str] = &["ze_loader.dll"];

/// The functions of Level Zero, from wherever they came.
///
/// All of them are `unsafe` to call and follow the rules of the C interface.
#[derive(Debug)]
pub struct Api {
    /// Start-up and drivers.
    pub driver: DriverFunctions,
    /// Devices and sub-devices.
    pub device: DeviceFunctions,
    /// Contexts.
    pub context: ContextFunctions,
    /// Allocations and imports.
    pub memory: MemoryFunctions,
    /// Command queues, command lists and fences.
    pub command: CommandFunctions,
    /// Event pools and events.
    pub event: EventFunctions,
    /// Metric groups and metrics.
    pub metric: MetricFunctions,
    /// Metric streamers.
    pub streamer: StreamerFunctions,
    /// Calculation of values from raw reports.
    pub calculate: CalculateFunctions,
    /// Metric queries.
    pub query: QueryFunctions,
    /// Metric tracers and decoders.
    pub tracer: TracerFunctions,
    /// Start-up and drivers of the management interface.
    pub sysman: SysmanFunctions,
    /// Devices under management.
    pub sysman_device: SysmanDeviceFunctions,
    /// PCI links.
    pub pci: PciFunctions,
    /// Engines.
    pub engine: EngineFunctions,
    /// Frequency domains.
    pub frequency: FrequencyFunctions,
    /// Power domains.
    pub power: PowerFunctions,
    /// Temperature sensors.
    pub temperature: TemperatureFunctions,
    /// Memory modules.
    pub memory_module: MemoryModuleFunctions,
    /// Fans.
    pub fan: FanFunctions,
    /// Power supplies.
    pub psu: PsuFunctions,
    /// Standby domains.
    pub standby: StandbyFunctions,
    /// Error counters.
    pub ras: RasFunctions,
    /// The loader itself.
    pub loader: LoaderFunctions,
    /// C names of the optional functions that were not found.
    pub missing: Vec<&'static str>,
    /// The file the functions came from, if they came from one and the system tells which.
    pub file: Option<PathBuf>,
}

// Any thread may call through one table; what a call may do there is the caller's business.
const _: () = {
    const fn shared_between_threads<T: Send + Sync>() {}
    shared_between_threads::<Api>();
};

impl Api {
    /// Loads the loader at `path`, or else the first one the system finds.
    ///
    /// The library stays in memory until the process ends, because drivers start threads that
    /// outlive every handle and no call ends them.
    ///
    /// # Errors
    /// [`LoadError::NotFound`] if no library could be loaded, [`LoadError::MissingSymbol`] if
    /// the one that was lacks a required function.
    ///
    /// # Safety
    /// Loading a library runs its code. The library must be what it claims to be: its symbols
    /// with names of Level Zero functions must be these functions.
    pub unsafe fn load(path: Option<&Path>) -> Result<Self, LoadError> {
        // SAFETY: the caller vouches for the library.
        let library = ManuallyDrop::new(unsafe { open(path) }?);
        let mut find = |symbol: &'static str| {
            // SAFETY: an address is taken, and not yet as that of anything.
            let address = unsafe { library.get::<*const c_void>(symbol) };
            address.map_or(std::ptr::null(), |address| *address)
        };
        let file = file_of(find("zeInit"));
        // SAFETY: the caller vouches for the functions behind the names.
        match unsafe { Self::search(&mut find) } {
            Ok(api) => Ok(Self { file, ..api }),
            Err(Missing(symbol)) => Err(LoadError::MissingSymbol { file, symbol }),
        }
    }

    /// Takes the functions from a driver in this process: `find` answers the address of a C
    /// function by its name, such as `zeInit`, or null.
    ///
    /// # Errors
    /// [`LoadError::MissingSymbol`] if a required function is not found.
    ///
    /// # Safety
    /// What `find` answers must be null or the address of the function of that name, with the
    /// signature of the C headers, for as long as the process lives.
    pub unsafe fn from_lookup(
        mut find: impl FnMut(&'static str) -> *const c_void,
    ) -> Result<Self, LoadError> {
        // SAFETY: the caller vouches for the functions behind the names.
        unsafe { Self::search(&mut find) }
            .map_err(|Missing(symbol)| LoadError::MissingSymbol { file: None, symbol })
    }

    /// # Safety
    /// As for [`Self::from_lookup`].
    unsafe fn search(find: &mut dyn FnMut(&'static str) -> *const c_void) -> Result<Self, Missing> {
        // SAFETY: the caller vouches for what `find` answers.
        let mut search = unsafe { Search::new(find) };
        Ok(Self {
            driver: DriverFunctions::search(&mut search)?,
            device: DeviceFunctions::search(&mut search)?,
            context: ContextFunctions::search(&mut search)?,
            memory: MemoryFunctions::search(&mut search)?,
            command: CommandFunctions::search(&mut search)?,
            event: EventFunctions::search(&mut search)?,
            metric: MetricFunctions::search(&mut search)?,
            streamer: StreamerFunctions::search(&mut search)?,
            calculate: CalculateFunctions::search(&mut search)?,
            query: QueryFunctions::search(&mut search)?,
            tracer: TracerFunctions::search(&mut search)?,
            sysman: SysmanFunctions::search(&mut search)?,
            sysman_device: SysmanDeviceFunctions::search(&mut search)?,
            pci: PciFunctions::search(&mut search)?,
            engine: EngineFunctions::search(&mut search)?,
            frequency: FrequencyFunctions::search(&mut search)?,
            power: PowerFunctions::search(&mut search)?,
            temperature: TemperatureFunctions::search(&mut search)?,
            memory_module: MemoryModuleFunctions::search(&mut search)?,
            fan: FanFunctions::search(&mut search)?,
            psu: PsuFunctions::search(&mut search)?,
            standby: StandbyFunctions::search(&mut search)?,
            ras: RasFunctions::search(&mut search)?,
            loader: LoaderFunctions::search(&mut search)?,
            missing: search.missing,
            file: None,
        })
    }
}

/// Opens the library at `path`, or else the first of [`LOADER_NAMES`].
///
/// # Safety
/// As for [`Api::load`].
unsafe fn open(path: Option<&Path>) -> Result<Library, LoadError> {
    let mut tried = Vec::new();
    let names = LOADER_NAMES.iter().map(Path::new);
    let candidates = path.map_or_else(|| names.collect(), |path| vec![path]);
    for name in candidates {
        // SAFETY: the caller vouches for the library.
        match unsafe { open_one(name, path.is_none()) } {
            Ok(library) => return Ok(library),
            Err(error) => tried.push(Attempt::new(name, &error)),
        }
    }
    Err(LoadError::NotFound { tried })
}

/// # Safety
/// As for [`Api::load`].
#[cfg(not(windows))]
unsafe fn open_one(name: &Path, _by_name: bool) -> Result<Library, libloading::Error> {
    // SAFETY: the caller vouches for the library.
    unsafe { Library::new(name) }
}

/// A library that is only named is taken from the system folder and nowhere else, so that none
/// beside the program or in the current folder is taken for it.
///
/// # Safety
/// As for [`Api::load`].
#[cfg(windows)]
unsafe fn open_one(name: &Path, by_name: bool) -> Result<Library, libloading::Error> {
    use libloading::os::windows::{LOAD_LIBRARY_SEARCH_SYSTEM32, Library as WindowsLibrary};

    let flags = if by_name {
        LOAD_LIBRARY_SEARCH_SYSTEM32
    } else {
        0
    };
    // SAFETY: the caller vouches for the library.
    unsafe { WindowsLibrary::load_with_flags(name, flags) }.map(Library::from)
}

/// Why there are no functions.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// No library could be loaded.
    #[error(
        "no Level Zero loader could be loaded ({}); install it \
         (Debian and Ubuntu: `apt-get install libze1`) or name its file",
        Attempts(tried)
    )]
    NotFound {
        /// Every library that was tried, in order.
        tried: Vec<Attempt>,
    },
    /// A required function is missing.
    #[error(
        "{} lacks {symbol}, without which no metric group can be listed; \
         it is no Level Zero loader or an outdated one",
        Origin(file.as_deref())
    )]
    MissingSymbol {
        /// The file that was loaded; `None` for a driver in this process.
        file: Option<PathBuf>,
        /// C name of the missing function.
        symbol: &'static str,
    },
}

/// One library that could not be loaded.
#[derive(Debug)]
pub struct Attempt {
    /// The name or path that was tried.
    pub name: PathBuf,
    /// What the system says about it.
    pub reason: String,
}

impl Attempt {
    fn new(name: &Path, error: &libloading::Error) -> Self {
        let source = std::error::Error::source(error);
        let reason = source.map_or_else(|| error.to_string(), ToString::to_string);
        Self {
            name: name.to_owned(),
            reason,
        }
    }
}

struct Attempts<'a>(&'a [Attempt]);

impl fmt::Display for Attempts<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, Attempt { name, reason }) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{}: {reason}", name.display())?;
        }
        Ok(())
    }
}

struct Origin<'a>(Option<&'a Path>);

impl fmt::Display for Origin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(file) => write!(f, "{}", file.display()),
            None => f.write_str("the driver"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ze_init_flags_t, ze_result_t};

    unsafe extern "C" fn init(_flags: ze_init_flags_t) -> ze_result_t {
        ze_result_t::SUCCESS
    }

    #[test]
    fn a_library_that_is_not_there_is_named_with_the_reason() {
        // SAFETY: there is no such file to be run.
        let error = unsafe { Api::load(Some(Path::new("/no/such/libze_loader.so"))) };
        let Err(LoadError::NotFound { tried }) = error else {
            panic!("a library that does not exist was loaded");
        };
        assert_eq!(
            tried.len(),
            1,
            "a path given by the user is the only one tried"
        );
        assert_eq!(tried[0].name, Path::new("/no/such/libze_loader.so"));
        let message = LoadError::NotFound { tried }.to_string();
        assert!(message.contains("No such file"), "{message}");
        assert!(message.contains("apt-get install libze1"), "{message}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_library_that_is_no_loader_is_named_with_the_missing_symbol() {
        // SAFETY: the mathematics library has no code that runs when it is loaded.
        let error = unsafe { Api::load(Some(Path::new("libm.so.6"))) }.err();
        let message = error.map(|error| error.to_string()).unwrap_or_default();
        assert!(message.contains("lacks zeInit"), "{message}");
    }

    #[test]
    fn a_driver_in_this_process_must_have_what_is_required() {
        let find = |symbol: &str| match symbol {
            "zeInit" => init as *const c_void,
            _ => std::ptr::null(),
        };
        // SAFETY: the one function found has the signature of `zeInit`.
        let error = unsafe { Api::from_lookup(find) }.err();
        let message = error.map(|error| error.to_string()).unwrap_or_default();
        assert!(
            message.starts_with("the driver lacks zeDriverGet,"),
            "{message}"
        );
    }
}
