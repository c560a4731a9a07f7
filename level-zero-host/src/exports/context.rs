//! Contexts: who owns allocations and active metric groups.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use level_zero_sys::{
    ze_context_desc_t, ze_context_handle_t, ze_device_handle_t, ze_driver_handle_t, ze_result_t,
    zet_context_handle_t, zet_device_handle_t, zet_metric_group_handle_t,
};

use super::memory::Allocations;
use super::{Answer, described, filled, guard, listed};
use crate::handle::{self, Handle};
use crate::object::{DeviceObject, DriverObject, GroupObject, present};
use crate::world::device::Device;
use crate::world::fault::Fault;
use crate::world::group::Group;
use crate::world::{Held, World};

/// A context as clients hold it.
pub(super) struct ContextObject {
    pub(super) world: Arc<World>,
    pub(super) allocations: Mutex<Allocations>,
    /// Streamers that were opened in this context; those closed since are among them.
    pub(super) streamers: Mutex<Vec<Handle>>,
    /// Active groups of each device.
    active: Mutex<BTreeMap<Handle, Vec<Arc<Group>>>>,
    _held: Held,
}

/// Contexts that may still live, so that an instance can end those of its world.
static CONTEXTS: Mutex<Vec<(Handle, Weak<ContextObject>)>> = Mutex::new(Vec::new());

pub(super) unsafe extern "C" fn create(
    driver: ze_driver_handle_t,
    desc: *const ze_context_desc_t,
    context: *mut ze_context_handle_t,
) -> ze_result_t {
    // SAFETY: the same contract, with no device named.
    unsafe { create_ex(driver, desc, 0, std::ptr::null_mut(), context) }
}

/// Which devices the client names is checked, and makes no difference: all share one memory.
pub(super) unsafe extern "C" fn create_ex(
    driver: ze_driver_handle_t,
    desc: *const ze_context_desc_t,
    device_count: u32,
    devices: *mut ze_device_handle_t,
    context: *mut ze_context_handle_t,
) -> ze_result_t {
    guard(|| {
        let driver = handle::get::<DriverObject>(driver.0)?;
        // SAFETY: the client hands over a description, devices and room, or null.
        let context = unsafe {
            described(desc)?;
            for device in listed(devices, device_count)? {
                handle::get::<DeviceObject>(device.0)?;
            }
            filled(context)?
        };
        let object = Arc::new(ContextObject {
            world: Arc::clone(&driver.world),
            allocations: Mutex::default(),
            streamers: Mutex::default(),
            active: Mutex::default(),
            _held: driver.world.hold(),
        });
        let weak = Arc::downgrade(&object);
        let handle = Handle::of(object);
        let mut contexts = contexts();
        contexts.retain(|(_, context)| context.strong_count() > 0);
        contexts.push((handle, weak));
        *context = ze_context_handle_t(handle.as_ptr());
        Ok(())
    })
}

pub(super) unsafe extern "C" fn destroy(context: ze_context_handle_t) -> ze_result_t {
    guard(|| {
        handle::take::<ContextObject>(context.0)?.end();
        Ok(())
    })
}

pub(super) unsafe extern "C" fn get_status(context: ze_context_handle_t) -> ze_result_t {
    guard(|| {
        let context = handle::get::<ContextObject>(context.0)?;
        context
            .world
            .devices()
            .iter()
            .try_for_each(|device| present(device))
    })
}

pub(super) unsafe extern "C" fn activate_metric_groups(
    context: zet_context_handle_t,
    device: zet_device_handle_t,
    count: u32,
    groups: *mut zet_metric_group_handle_t,
) -> ze_result_t {
    guard(|| {
        let context = handle::get::<ContextObject>(context.0)?;
        let object = handle::get::<DeviceObject>(device.0)?;
        // SAFETY: the client hands over as many handles as it says, or null.
        let groups = unsafe { listed(groups, count) }?;
        let device = Handle::from_ptr(device.0);
        if object.device.is_lost() {
            // Whatever was active is over, so that its threads end.
            context.let_go(device);
            return Err(ze_result_t::ERROR_DEVICE_LOST);
        }
        context.activate(device, &object.device, &wanted(device, groups)?)
    })
}

/// The groups behind the handles: of this device, and each of another domain.
fn wanted(device: Handle, handles: &[zet_metric_group_handle_t]) -> Answer<Vec<Arc<Group>>> {
    let mut wanted: Vec<Arc<Group>> = Vec::with_capacity(handles.len());
    for handle in handles {
        let object = handle::get::<GroupObject>(handle.0)?;
        let rival = wanted
            .iter()
            .any(|group| group.domain == object.group.domain);
        if object.device_handle != device || rival {
            return Err(ze_result_t::ERROR_INVALID_ARGUMENT);
        }
        if object.group.faults.has(&Fault::ActivationDenied) {
            return Err(ze_result_t::ERROR_INSUFFICIENT_PERMISSIONS);
        }
        wanted.push(Arc::clone(&object.group));
    }
    Ok(wanted)
}

impl ContextObject {
    /// Whether this context has `group` of `device` active.
    pub(super) fn has_active(&self, device: Handle, group: &Arc<Group>) -> bool {
        let active = lock(&self.active);
        let groups = active.get(&device);
        groups.is_some_and(|groups| groups.iter().any(|active| Arc::ptr_eq(active, group)))
    }

    /// Makes `wanted` the active groups of `device`; those that were active already go on.
    fn activate(&self, device: Handle, object: &Device, wanted: &[Arc<Group>]) -> Answer {
        let _order = object.activation();
        let mut active = lock(&self.active);
        let before = active.get(&device).cloned().unwrap_or_default();
        let in_both = |group: &Arc<Group>, others: &[Arc<Group>]| {
            others.iter().any(|other| Arc::ptr_eq(other, group))
        };
        let ended = before.iter().filter(|group| !in_both(group, wanted));
        if ended.clone().any(|group| group.is_streamed()) {
            return Err(ze_result_t::ERROR_HANDLE_OBJECT_IN_USE);
        }
        let taken = |group: &Arc<Group>| {
            let mut rivals = object.rivals(group);
            rivals.any(|rival| rival.users() > usize::from(in_both(rival, &before)))
        };
        if wanted.iter().any(taken) {
            return Err(ze_result_t::ERROR_NOT_AVAILABLE);
        }
        let mut begun: Vec<&Arc<Group>> = Vec::new();
        for group in wanted.iter().filter(|group| !in_both(group, &before)) {
            if let Err(error) = group.activate() {
                for group in begun {
                    group.deactivate();
                }
                return Err(activation_error(&error));
            }
            begun.push(group);
        }
        ended.for_each(|group| group.deactivate());
        active.insert(device, wanted.to_vec());
        Ok(())
    }

    /// Deactivates every group of a device that is lost.
    fn let_go(&self, device: Handle) {
        for group in lock(&self.active).remove(&device).into_iter().flatten() {
            group.deactivate();
        }
    }

    /// Gives everything back that the client left behind.
    fn end(&self) {
        for streamer in std::mem::take(&mut *lock(&self.streamers)) {
            streamer.forget();
        }
        let active = std::mem::take(&mut *lock(&self.active));
        for group in active.into_values().flatten() {
            group.deactivate();
        }
        lock(&self.allocations).clear();
    }
}

fn activation_error(error: &io::Error) -> ze_result_t {
    match error.kind() {
        io::ErrorKind::PermissionDenied => ze_result_t::ERROR_INSUFFICIENT_PERMISSIONS,
        io::ErrorKind::OutOfMemory => ze_result_t::ERROR_OUT_OF_HOST_MEMORY,
        _ => ze_result_t::ERROR_NOT_AVAILABLE,
    }
}

/// Ends every context of `world` that clients left behind.
pub(crate) fn forget_contexts(world: &Arc<World>) {
    let left: Vec<_> = contexts().iter().cloned().collect();
    for (handle, context) in left {
        if let Some(context) = context.upgrade().filter(|c| Arc::ptr_eq(&c.world, world)) {
            handle.forget();
            context.end();
        }
    }
}

fn contexts() -> MutexGuard<'static, Vec<(Handle, Weak<ContextObject>)>> {
    lock(&CONTEXTS)
}

/// Every mutex here guards data that is whole between any two statements.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
