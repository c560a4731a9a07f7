//! The handles that clients hold, and the check of every one they hand back.
//!
//! A handle is a number that was never a pointer: nothing is ever read through it, and it is
//! never given out twice, so that a stale or invented handle is recognised whatever it is.

use std::any::Any;
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use level_zero_sys::ze_result_t;

/// An object that a client may hold a handle of.
pub(crate) type Object = Arc<dyn Any + Send + Sync>;

/// A handle as the driver keeps it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Handle(usize);

/// Not a valid address on any 64-bit machine: whoever follows a handle fails at once.
const FIRST: usize = 0x7a65_7400_0000_0000;
const STEP: usize = 16;

static NEXT: AtomicUsize = AtomicUsize::new(FIRST);
static OBJECTS: RwLock<BTreeMap<Handle, Object>> = RwLock::new(BTreeMap::new());

impl Handle {
    /// A new handle of nothing as yet.
    pub(crate) fn reserve() -> Self {
        Self(NEXT.fetch_add(STEP, Ordering::Relaxed))
    }

    /// A new handle of `object`.
    pub(crate) fn of(object: Object) -> Self {
        let handle = Self::reserve();
        handle.assign(object);
        handle
    }

    /// Gives a reserved handle its object.
    pub(crate) fn assign(self, object: Object) {
        let mut objects = OBJECTS.write().unwrap_or_else(PoisonError::into_inner);
        objects.insert(self, object);
    }

    /// Forgets the handle; whoever uses the object right now may finish.
    pub(crate) fn forget(self) -> Option<Object> {
        let mut objects = OBJECTS.write().unwrap_or_else(PoisonError::into_inner);
        objects.remove(&self)
    }

    /// What the client holds.
    pub(crate) fn as_ptr(self) -> *mut c_void {
        std::ptr::without_provenance_mut(self.0)
    }

    /// What the client handed back.
    pub(crate) fn from_ptr(handle: *mut c_void) -> Self {
        Self(handle.addr())
    }
}

/// The object behind a client's handle.
///
/// # Errors
/// `INVALID_NULL_HANDLE` for null; `INVALID_ARGUMENT` for a handle that was never given out, is
/// not valid any more, or belongs to another kind of object.
pub(crate) fn get<T: Any + Send + Sync>(handle: *mut c_void) -> Result<Arc<T>, ze_result_t> {
    if handle.is_null() {
        return Err(ze_result_t::ERROR_INVALID_NULL_HANDLE);
    }
    let objects = OBJECTS.read().unwrap_or_else(PoisonError::into_inner);
    let object = objects.get(&Handle::from_ptr(handle)).cloned();
    object
        .and_then(|object| object.downcast().ok())
        .ok_or(ze_result_t::ERROR_INVALID_ARGUMENT)
}

/// Forgets a client's handle, which must be of a `T`, and returns the object.
///
/// # Errors
/// As [`get`].
pub(crate) fn take<T: Any + Send + Sync>(handle: *mut c_void) -> Result<Arc<T>, ze_result_t> {
    let object = get(handle)?;
    Handle::from_ptr(handle)
        .forget()
        .map(|_| object)
        .ok_or(ze_result_t::ERROR_INVALID_ARGUMENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_live_handles_of_the_right_kind_are_accepted() {
        let handle = Handle::of(Arc::new(7_u32)).as_ptr();
        assert_eq!(get::<u32>(handle), Ok(Arc::new(7)));
        assert_eq!(get::<u64>(handle), Err(ze_result_t::ERROR_INVALID_ARGUMENT));
        assert_eq!(take::<u32>(handle), Ok(Arc::new(7)));
        assert_eq!(
            take::<u32>(handle),
            Err(ze_result_t::ERROR_INVALID_ARGUMENT)
        );
        let null = std::ptr::null_mut();
        assert_eq!(
            get::<u32>(null),
            Err(ze_result_t::ERROR_INVALID_NULL_HANDLE)
        );
    }
}
