//! Driver instances, so that many differently scripted drivers can live in one process.
//!
//! C functions carry no state, so each instance has a slot, and the three functions that start
//! a driver and list it exist once per slot. [`Instance::lookup`] resolves to those of its own
//! slot: a client that was built from one instance's symbols sees that instance's driver and no
//! other. Everything else goes by handles, which are unique in the process.
//!
//! Slot 0 is the shared library's own driver, the one that a loader finds. It is built at the
//! first `zeInit` or `zeInitDrivers`, from what the environment asks for.

use std::env;
use std::ffi::c_void;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use level_zero_sys::{ze_driver_handle_t, ze_result_t};

use crate::exports;
use crate::handle::Handle;
use crate::object::Registered;
use crate::world::fault::UnknownFault;
use crate::world::hierarchy::HIERARCHY_VARIABLE;
use crate::world::{Options, World};

/// Instances that can live at one time, the shared library's own included.
pub const SLOTS: usize = 64;

/// Environment variable that turns the pattern generator on, when set to 1.
pub const PATTERNS_VARIABLE: &str = "ZETSCOPE_HOST_PATTERNS";

/// Environment variable that scripts [`Faults`](crate::world::fault::Faults).
pub const FAULTS_VARIABLE: &str = "ZETSCOPE_HOST_FAULTS";

/// The driver in each slot; `None` where a slot is free.
static DRIVERS: Mutex<[Option<Handle>; SLOTS]> = Mutex::new([None; SLOTS]);

/// The shared library's own driver, once it has started; it lives as long as the process.
static LIBRARY: Mutex<Option<Instance>> = Mutex::new(None);

/// One driver. Dropping it makes its handles invalid and stops its threads.
///
/// Contexts and memory made from it must have been given back before, as with any driver.
pub struct Instance {
    slot: usize,
    world: Arc<World>,
    registered: Registered,
}

/// [`SLOTS`] instances live already.
#[derive(Debug)]
pub struct TooManyInstances;

impl Instance {
    /// A driver apart from every other.
    ///
    /// # Errors
    /// Too many instances live already.
    pub fn new(options: Options) -> Result<Self, TooManyInstances> {
        let slot = {
            let mut drivers = drivers();
            let free = (1..SLOTS).find(|slot| drivers.get(*slot).is_some_and(Option::is_none));
            let slot = free.ok_or(TooManyInstances)?;
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

/// What the environment asks a driver to contain.
///
/// # Errors
/// A fault that is not known.
pub fn options_from_environment() -> Result<Options, UnknownFault> {
    let is_set = |name| env::var_os(name).is_some_and(|value| value == "1");
    let faults = env::var(FAULTS_VARIABLE).unwrap_or_default();
    let hierarchy = env::var(HIERARCHY_VARIABLE).unwrap_or_default();
    Ok(Options {
        patterns: is_set(PATTERNS_VARIABLE),
        faults: faults.parse()?,
        hierarchy: hierarchy.parse().unwrap_or_default(),
        ..Options::default()
    })
}

/// Starts the driver in `slot`, if it is one that its client has to start.
pub(crate) fn start(slot: usize) -> Result<(), ze_result_t> {
    if slot != 0 {
        return Ok(());
    }
    let mut library = LIBRARY.lock().unwrap_or_else(PoisonError::into_inner);
    if library.is_none() {
        let options = options_from_environment().or(Err(ze_result_t::ERROR_INVALID_ARGUMENT))?;
        *library = Some(Instance::in_slot(0, options));
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

impl fmt::Display for TooManyInstances {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{SLOTS} host drivers live already; drop one first")
    }
}

impl std::error::Error for TooManyInstances {}
