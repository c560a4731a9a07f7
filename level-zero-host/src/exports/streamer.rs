//! Streamers: reports of one active group, taken at a fixed period.

use std::sync::{Arc, Mutex};

use level_zero_sys::{
    ze_event_handle_t, ze_result_t, zet_context_handle_t, zet_device_handle_t,
    zet_metric_group_handle_t, zet_metric_streamer_desc_t, zet_metric_streamer_handle_t,
};

use super::context::{ContextObject, lock};
use super::event::EventObject;
use super::{Answer, filled, guard};
use crate::handle::{self, Handle};
use crate::object::{DeviceObject, GroupObject, present};
use crate::world::Held;
use crate::world::fault::Fault;
use crate::world::group::Delivery;
use crate::world::stream::{Notify, OpenError, Streamer, Terms};

/// A streamer as clients hold it.
struct StreamerObject {
    group: Arc<GroupObject>,
    /// Serialises reads, so that each takes reports that follow one another.
    streamer: Mutex<Streamer>,
    _held: Held,
}

pub(super) unsafe extern "C" fn open(
    context: zet_context_handle_t,
    device: zet_device_handle_t,
    group: zet_metric_group_handle_t,
    desc: *mut zet_metric_streamer_desc_t,
    event: ze_event_handle_t,
    streamer: *mut zet_metric_streamer_handle_t,
) -> ze_result_t {
    guard(|| {
        let context = handle::get::<ContextObject>(context.0)?;
        present(&handle::get::<DeviceObject>(device.0)?.device)?;
        let group = handle::get::<GroupObject>(group.0)?;
        // SAFETY: the client hands over a description and room, or null.
        let (desc, streamer) = unsafe { (filled(desc)?, filled(streamer)?) };
        streamable(&context, Handle::from_ptr(device.0), &group)?;
        let asked = Terms {
            period_ns: desc.samplingPeriod,
            notify_every: desc.notifyEveryNReports,
        };
        let opened = group.group.stream(asked, notify(event)?).map_err(code)?;
        desc.samplingPeriod = opened.granted().period_ns;
        desc.notifyEveryNReports = opened.granted().notify_every;
        let handle = Handle::of(Arc::new(StreamerObject {
            group,
            streamer: Mutex::new(opened),
            _held: context.world.hold(),
        }));
        let mut streamers = lock(&context.streamers);
        streamers.retain(|handle| handle::get::<StreamerObject>(handle.as_ptr()).is_ok());
        streamers.push(handle);
        *streamer = zet_metric_streamer_handle_t(handle.as_ptr());
        Ok(())
    })
}

pub(super) unsafe extern "C" fn close(streamer: zet_metric_streamer_handle_t) -> ze_result_t {
    guard(|| handle::take::<StreamerObject>(streamer.0).map(drop))
}

/// Asked for the size, answers what as many reports take as are wanted and can wait, however
/// many do. A read that finds none succeeds with 0 bytes.
pub(super) unsafe extern "C" fn read_data(
    streamer: zet_metric_streamer_handle_t,
    max_reports: u32,
    raw_size: *mut usize,
    raw: *mut u8,
) -> ze_result_t {
    guard(|| {
        let object = handle::get::<StreamerObject>(streamer.0)?;
        present(&object.group.device)?;
        // SAFETY: the client hands over room for a number, or null.
        let raw_size = unsafe { filled(raw_size) }?;
        let streamer = lock(&object.streamer);
        let report_size = object.group.group.report_size().max(1);
        if *raw_size == 0 || raw.is_null() {
            *raw_size = report_size * streamer.capacity().min(max_reports as usize);
            return Ok(());
        }
        let room = *raw_size / report_size;
        let taken = streamer.read(room.min(max_reports as usize));
        *raw_size = taken.raw.len();
        let raw_bytes = taken.raw.as_slice();
        // SAFETY: there is room for as many bytes as the client said, and no more are taken.
        unsafe { raw.copy_from_nonoverlapping(raw_bytes.as_ptr(), raw_bytes.len()) };
        let nothing = taken.raw.is_empty();
        match taken.dropped {
            0 if nothing && object.group.group.faults.has(&Fault::NothingIsNotReady) => {
                Err(ze_result_t::NOT_READY)
            }
            0 => Ok(()),
            _ => Err(ze_result_t::WARNING_DROPPED_DATA),
        }
    })
}

/// An error for a group that has no reports, belongs elsewhere, or is not active.
fn streamable(context: &ContextObject, device: Handle, group: &GroupObject) -> Answer {
    let has_reports = matches!(group.group.delivery, Delivery::Reports { .. });
    if group.device_handle != device || !has_reports {
        return Err(ze_result_t::ERROR_INVALID_ARGUMENT);
    }
    if !context.has_active(device, &group.group) {
        return Err(ze_result_t::NOT_READY);
    }
    Ok(())
}

/// What raises the client's event, if it gave one.
pub(super) fn notify(event: ze_event_handle_t) -> Answer<Option<Notify>> {
    if event.is_null() {
        return Ok(None);
    }
    let event = handle::get::<EventObject>(event.0)?;
    Ok(Some(Box::new(move || event.set(true))))
}

fn code(error: OpenError) -> ze_result_t {
    match error {
        OpenError::InUse => ze_result_t::ERROR_HANDLE_OBJECT_IN_USE,
        OpenError::NotAvailable => ze_result_t::ERROR_NOT_AVAILABLE,
        OpenError::Unknown => ze_result_t::ERROR_UNKNOWN,
    }
}
