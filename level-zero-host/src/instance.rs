//! Driver instances, so that many differently scripted drivers can live in one process.
//!
//! C functions carry no state, so each instance has a slot, and the three functions that start
//! a driver and list it exist once per slot. [`Instance::lookup`] resolves to those of its own
//! slot: a client that was built from one instance's symbols sees that instance's driver and no
//! other. Everything else goes by handles, which are unique in the process.
//!
//! Slot 0 is the process's own driver: what a loader finds in the shared library, and what
//! [`lookup`] resolves to. It is built at the first `zeInit` or `zeInitDrivers`, from what
//! [`configure`] was given, or else from the environment.

use std::env;
use std::ffi::c_void;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use level_zero_sys::{ze_driver_handle_t, ze_result_t};

use crate::exports;
use crate::handle::Handle;
use crate::object::Registered;
use crate::world::fault::UnknownFault;
use crate::world::{Options, World};

/// Instances that can live at one time, the process's own included.
pub const SLOTS: usize = 64;

/// Turns the pattern generator on in the shared library, when set to 1.
pub const PATTERNS_VARIABLE: &str = "ZETSCOPE_HOST_PATTERNS";

/// Scripts faults of the shared library, as [`Faults`](crate::world::fault::Faults) reads them.
pub const FAULTS_VARIABLE: &str = "ZETSCOPE_HOST_FAULTS";

/// The driver in each slot; `None` where a slot is free.
static DRIVERS: Mutex<[Option<Handle>; SLOTS]> = Mutex::new([None; SLOTS]);

/// The process's own driver: what it shall be, and what it became.
static PROCESS: Mutex<Process> = Mutex::new(Process {
    options: None,
    instance: None,
});

static PROCESS_STARTED: AtomicBool = AtomicBool::new(false);

struct Process {
    options: Option<Options>,
    instance: Option<Instance>,
}

/// One driver. Dropping it makes its handles invalid and stops its threads.
///
/// Contexts and memory made from it must have been given back before, as with any driver.
pub struct Instance {
    slot: usize,
    world: Arc<World>,
    registered: Registered,
}

/// Why an instance could not be made, or configured.
#[derive(Debug)]
#[non_exhaustive]
pub enum InstanceError {
    /// [`SLOTS`] instances live already.
    TooMany,
    /// The process's own driver has started, and cannot be changed any more.
    Started,
}

impl Instance {
    /// A driver of its own, apart from the process's own and from every other.
    ///
    /// # Errors
    /// [`InstanceError::TooMany`].
    pub fn new(options: Options) -> Result<Self, InstanceError> {
        let slot = {
            let mut drivers = drivers();
            let free = (1..SLOTS).find(|slot| drivers.get(*slot).is_some_and(Option::is_none));
            let slot = free.ok_or(InstanceError::TooMany)?;
            // Taken, until `in_slot` puts the driver in.
            drivers[slot] = Some(Handle::reserve());
            slot
        };
        Ok(Self::in_slot(slot, options))
    }

    /// The driver's handle, which its own `zeDriverGet` lists as well.
    pub fn driver_handle(&self) -> ze_driver_handle_t {
        ze_driver_handle_t(self.registered.driver.as_ptr())
    }

    /// The devices behind the handles, for scripting and for looking behind the scenes.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The address of a C function of this driver; null if it has none of that name.
    pub fn lookup(&self, symbol: &str) -> *const c_void {
        if self.world.faults().hides(symbol) {
            return std::ptr::null();
        }
        exports::find(self.slot, symbol)
    }

    fn in_slot(slot: usize, options: Options) -> Self {
        let world = Arc::new(World::new(options));
        let mut uuid = *b"zetscope-host\0\0\0";
        uuid[15] = slot as u8;
        let registered = Registered::new(&world, slot, uuid);
        drivers()[slot] = Some(registered.driver);
        Self {
            slot,
            world,
            registered,
        }
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        drivers()[self.slot] = None;
        exports::forget_contexts(&self.world);
    }
}

/// Says what the process's own driver shall contain, instead of what the environment says.
///
/// # Errors
/// [`InstanceError::Started`] once a client has called `zeInit` or `zeInitDrivers`.
pub fn configure(options: Options) -> Result<(), InstanceError> {
    let mut process = process();
    if process.instance.is_some() {
        return Err(InstanceError::Started);
    }
    process.options = Some(options);
    Ok(())
}

/// The address of a C function of the process's own driver; null if it has none of that name.
pub fn lookup(symbol: &str) -> *const c_void {
    let process = process();
    match &process.instance {
        Some(instance) => instance.lookup(symbol),
        None => exports::find(0, symbol),
    }
}

/// What the environment asks the shared library to contain.
///
/// # Errors
/// A fault that is not known.
pub fn options_from_environment() -> Result<Options, UnknownFault> {
    let is_set = |name| env::var_os(name).is_some_and(|value| value == "1");
    let faults = env::var(FAULTS_VARIABLE).unwrap_or_default();
    Ok(Options {
        patterns: is_set(PATTERNS_VARIABLE),
        faults: faults.parse()?,
        ..Options::default()
    })
}

/// Starts the driver in `slot`; only the process's own is not always started.
pub(crate) fn start(slot: usize) -> Result<(), ze_result_t> {
    if slot != 0 || PROCESS_STARTED.load(Ordering::Acquire) {
        return Ok(());
    }
    let mut process = process();
    if process.instance.is_none() {
        let options = match process.options.take() {
            Some(options) => options,
            None => options_from_environment().or(Err(ze_result_t::ERROR_INVALID_ARGUMENT))?,
        };
        process.instance = Some(Instance::in_slot(0, options));
        PROCESS_STARTED.store(true, Ordering::Release);
    }
    Ok(())
}

/// The driver in `slot`, once it has started.
pub(crate) fn driver(slot: usize) -> Result<Handle, ze_result_t> {
    let driver = drivers().get(slot).copied().flatten();
    driver.ok_or(ze_result_t::ERROR_UNINITIALIZED)
}

fn drivers() -> MutexGuard<'static, [Option<Handle>; SLOTS]> {
    DRIVERS.lock().unwrap_or_else(PoisonError::into_inner)
}

fn process() -> MutexGuard<'static, Process> {
    PROCESS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl fmt::Display for InstanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany => write!(f, "{SLOTS} host drivers live already; drop one first"),
            Self::Started => f.write_str("the host driver has started; configure it before zeInit"),
        }
    }
}

impl std::error::Error for InstanceError {}
