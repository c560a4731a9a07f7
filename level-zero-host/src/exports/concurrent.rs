//! Sorting groups into sets that can be active together.

use std::sync::Arc;

use level_zero_sys::{ze_result_t, zet_device_handle_t, zet_metric_group_handle_t};

use super::{Answer, filled, guard, listed};
use crate::handle::{self, Handle};
use crate::object::{DeviceObject, GroupObject, present};
use crate::world::concurrent::sets;

/// Asked without room for the sizes, tells how many sets there are. Asked with it, puts the
/// client's groups in the order of their sets, and tells the size of each.
pub(super) unsafe extern "C" fn get_groups(
    device: zet_device_handle_t,
    count: u32,
    groups: *mut zet_metric_group_handle_t,
    sizes: *mut u32,
    set_count: *mut u32,
) -> ze_result_t {
    guard(|| {
        present(&handle::get::<DeviceObject>(device.0)?.device)?;
        // SAFETY: the client hands over as many handles as it says and room for a number, or
        // null.
        let (handles, set_count) = unsafe { (listed(groups, count)?.to_vec(), filled(set_count)?) };
        let sets = sets(&domains(Handle::from_ptr(device.0), &handles)?);
        let room = std::mem::replace(set_count, sets.len() as u32) as usize;
        if sizes.is_null() {
            return Ok(());
        }
        if room < sets.len() {
            return Err(ze_result_t::ERROR_INVALID_SIZE);
        }
        let lengths: Vec<u32> = sets.iter().map(|set| set.len() as u32).collect();
        let ordered: Vec<_> = sets.concat().iter().map(|group| handles[*group]).collect();
        // SAFETY: there is room for as many sizes as the client said, and for as many handles as
        // it handed over.
        unsafe {
            sizes.copy_from_nonoverlapping(lengths.as_ptr(), lengths.len());
            groups.copy_from_nonoverlapping(ordered.as_ptr(), ordered.len());
        }
        Ok(())
    })
}

/// The domain of each group, all of which must belong to `device`.
fn domains(device: Handle, handles: &[zet_metric_group_handle_t]) -> Answer<Vec<u32>> {
    let domain = |handle: &zet_metric_group_handle_t| {
        let object: Arc<GroupObject> = handle::get(handle.0)?;
        if object.device_handle == device {
            Ok(object.group.domain)
        } else {
            Err(ze_result_t::ERROR_INVALID_ARGUMENT)
        }
    };
    handles.iter().map(domain).collect()
}
