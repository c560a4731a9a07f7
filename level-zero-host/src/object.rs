//! What stands behind each handle: a driver's world, cut into Level Zero's objects.

use std::sync::Arc;

use level_zero_sys::ze_result_t;

use crate::handle::Handle;
use crate::world::World;
use crate::world::device::Device;
use crate::world::group::Group;

/// A driver as clients hold it.
pub(crate) struct DriverObject {
    pub(crate) world: Arc<World>,
    pub(crate) slot: usize,
    pub(crate) uuid: [u8; 16],
    pub(crate) devices: Vec<Handle>,
}

/// A device as clients hold it.
pub(crate) struct DeviceObject {
    pub(crate) device: Arc<Device>,
    pub(crate) groups: Vec<Handle>,
}

/// A metric group as clients hold it.
pub(crate) struct GroupObject {
    pub(crate) device: Arc<Device>,
    pub(crate) device_handle: Handle,
    pub(crate) group: Arc<Group>,
    pub(crate) metrics: Vec<Handle>,
}

/// A metric as clients hold it.
pub(crate) struct MetricObject {
    pub(crate) device: Arc<Device>,
    pub(crate) group: Arc<Group>,
    pub(crate) index: usize,
}

/// All handles of one driver, to be forgotten together.
pub(crate) struct Registered {
    pub(crate) driver: Handle,
    all: Vec<Handle>,
}

impl Registered {
    /// Makes handles for everything in `world`.
    pub(crate) fn new(world: &Arc<World>, slot: usize, uuid: [u8; 16]) -> Self {
        let driver = Handle::reserve();
        let mut all = vec![driver];
        let devices = world.devices().iter();
        let devices = devices
            .map(|device| register_device(device, &mut all))
            .collect();
        driver.assign(Arc::new(DriverObject {
            world: Arc::clone(world),
            slot,
            uuid,
            devices,
        }));
        Self { driver, all }
    }
}

impl Drop for Registered {
    fn drop(&mut self) {
        for handle in &self.all {
            handle.forget();
        }
    }
}

fn register_device(device: &Arc<Device>, all: &mut Vec<Handle>) -> Handle {
    let handle = Handle::reserve();
    all.push(handle);
    let groups = device.groups.iter();
    let groups = groups
        .map(|group| register_group(device, handle, group, all))
        .collect();
    handle.assign(Arc::new(DeviceObject {
        device: Arc::clone(device),
        groups,
    }));
    handle
}

fn register_group(
    device: &Arc<Device>,
    device_handle: Handle,
    group: &Arc<Group>,
    all: &mut Vec<Handle>,
) -> Handle {
    let metrics: Vec<Handle> = (0..group.metrics.len())
        .map(|index| {
            Handle::of(Arc::new(MetricObject {
                device: Arc::clone(device),
                group: Arc::clone(group),
                index,
            }))
        })
        .collect();
    all.extend(&metrics);
    let handle = Handle::of(Arc::new(GroupObject {
        device: Arc::clone(device),
        device_handle,
        group: Arc::clone(group),
        metrics,
    }));
    all.push(handle);
    handle
}

/// An error on a device that is lost.
pub(crate) fn present(device: &Device) -> Result<(), ze_result_t> {
    if device.is_lost() {
        return Err(ze_result_t::ERROR_DEVICE_LOST);
    }
    Ok(())
}
