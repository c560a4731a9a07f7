//! What stands behind each handle: a driver's world, cut into Level Zero's objects.

use std::sync::Arc;

use level_zero_sys::ze_result_t;

use crate::handle::Handle;
use crate::world::World;
use crate::world::device::Device;
use crate::world::group::Group;
use crate::world::hierarchy::Hierarchy;

/// A driver as clients hold it.
pub(crate) struct DriverObject {
    pub(crate) world: Arc<World>,
    pub(crate) slot: usize,
    pub(crate) uuid: [u8; 16],
    pub(crate) devices: Vec<Handle>,
}

/// A device or tile as clients hold it.
pub(crate) struct DeviceObject {
    pub(crate) device: Arc<Device>,
    pub(crate) groups: Vec<Handle>,
    /// The device that this tile is a part of, as far as the hierarchy shows it.
    pub(crate) root: Option<Handle>,
    /// Place among the tiles of that device.
    pub(crate) place: u32,
    /// Parts of this device, as far as the hierarchy shows them.
    pub(crate) tiles: Vec<Handle>,
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
            .flat_map(|device| register_device(device, world.hierarchy(), &mut all))
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

/// Registers a device with its tiles, and answers what a client is listed of them.
fn register_device(
    device: &Arc<Device>,
    hierarchy: Hierarchy,
    all: &mut Vec<Handle>,
) -> Vec<Handle> {
    let root = Handle::reserve();
    let shown = (hierarchy != Hierarchy::Flat).then_some(root);
    let tiles: Vec<Handle> = (0..)
        .zip(&device.tiles)
        .map(|(place, tile)| {
            let handle = Handle::reserve();
            register_part(handle, tile, shown, place, Vec::new(), all);
            handle
        })
        .collect();
    register_part(root, device, None, 0, tiles.clone(), all);
    if hierarchy == Hierarchy::Composite || tiles.is_empty() {
        vec![root]
    } else {
        tiles
    }
}

fn register_part(
    handle: Handle,
    device: &Arc<Device>,
    root: Option<Handle>,
    place: u32,
    tiles: Vec<Handle>,
    all: &mut Vec<Handle>,
) {
    all.push(handle);
    let groups = device.groups.iter();
    let groups = groups
        .map(|group| register_group(device, handle, group, all))
        .collect();
    handle.assign(Arc::new(DeviceObject {
        device: Arc::clone(device),
        groups,
        root,
        place,
        tiles,
    }));
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
