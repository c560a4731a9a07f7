//! Event pools and events.

use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use level_zero_sys::{
    ze_context_handle_t, ze_device_handle_t, ze_event_desc_t, ze_event_handle_t,
    ze_event_pool_desc_t, ze_event_pool_handle_t, ze_result_t,
};

use super::context::{ContextObject, lock};
use super::{Answer, described, filled, guard};
use crate::handle::{self, Handle};
use crate::world::{Held, World};

/// An event pool as clients hold it.
struct EventPoolObject {
    count: u32,
    world: Arc<World>,
    _held: Held,
}

/// An event as clients hold it.
pub(super) struct EventObject {
    signalled: Mutex<bool>,
    changed: Condvar,
    _held: Held,
}

impl EventObject {
    pub(super) fn is_signalled(&self) -> bool {
        *lock(&self.signalled)
    }

    pub(super) fn set(&self, signalled: bool) {
        *lock(&self.signalled) = signalled;
        self.changed.notify_all();
    }

    /// Signals the client's event, if it gave one.
    pub(super) fn signal(event: ze_event_handle_t) -> Answer {
        if !event.is_null() {
            handle::get::<Self>(event.0)?.set(true);
        }
        Ok(())
    }
}

pub(super) unsafe extern "C" fn pool_create(
    context: ze_context_handle_t,
    desc: *const ze_event_pool_desc_t,
    _device_count: u32,
    _devices: *mut ze_device_handle_t,
    pool: *mut ze_event_pool_handle_t,
) -> ze_result_t {
    guard(|| {
        let context = handle::get::<ContextObject>(context.0)?;
        // SAFETY: the client hands over a description and room, or null.
        let (desc, pool) = unsafe { (described(desc)?, filled(pool)?) };
        if desc.count == 0 {
            return Err(ze_result_t::ERROR_INVALID_SIZE);
        }
        let handle = Handle::of(Arc::new(EventPoolObject {
            count: desc.count,
            world: Arc::clone(&context.world),
            _held: context.world.hold(),
        }));
        *pool = ze_event_pool_handle_t(handle.as_ptr());
        Ok(())
    })
}

pub(super) unsafe extern "C" fn pool_destroy(pool: ze_event_pool_handle_t) -> ze_result_t {
    guard(|| handle::take::<EventPoolObject>(pool.0).map(drop))
}

pub(super) unsafe extern "C" fn create(
    pool: ze_event_pool_handle_t,
    desc: *const ze_event_desc_t,
    event: *mut ze_event_handle_t,
) -> ze_result_t {
    guard(|| {
        let pool = handle::get::<EventPoolObject>(pool.0)?;
        // SAFETY: the client hands over a description and room, or null.
        let (desc, event) = unsafe { (described(desc)?, filled(event)?) };
        if desc.index >= pool.count {
            return Err(ze_result_t::ERROR_INVALID_ARGUMENT);
        }
        let handle = Handle::of(Arc::new(EventObject {
            signalled: Mutex::default(),
            changed: Condvar::new(),
            _held: pool.world.hold(),
        }));
        *event = ze_event_handle_t(handle.as_ptr());
        Ok(())
    })
}

pub(super) unsafe extern "C" fn destroy(event: ze_event_handle_t) -> ze_result_t {
    guard(|| handle::take::<EventObject>(event.0).map(drop))
}

pub(super) unsafe extern "C" fn host_signal(event: ze_event_handle_t) -> ze_result_t {
    guard(|| {
        handle::get::<EventObject>(event.0)?.set(true);
        Ok(())
    })
}

pub(super) unsafe extern "C" fn host_reset(event: ze_event_handle_t) -> ze_result_t {
    guard(|| {
        handle::get::<EventObject>(event.0)?.set(false);
        Ok(())
    })
}

pub(super) unsafe extern "C" fn query_status(event: ze_event_handle_t) -> ze_result_t {
    guard(|| {
        let event = handle::get::<EventObject>(event.0)?;
        if event.is_signalled() {
            Ok(())
        } else {
            Err(ze_result_t::NOT_READY)
        }
    })
}

pub(super) unsafe extern "C" fn host_synchronize(
    event: ze_event_handle_t,
    timeout: u64,
) -> ze_result_t {
    guard(|| {
        let event = handle::get::<EventObject>(event.0)?;
        let timeout = Duration::from_nanos(timeout);
        let signalled = lock(&event.signalled);
        let waited = event
            .changed
            .wait_timeout_while(signalled, timeout, |signalled| !*signalled);
        let signalled = waited.is_ok_and(|(signalled, _)| *signalled);
        if signalled {
            Ok(())
        } else {
            Err(ze_result_t::NOT_READY)
        }
    })
}
