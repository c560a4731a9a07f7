//! A device inside its driver: its handles, and what must be undone when it is left.
//!
//! Order matters at the end. Whatever reads a device's memory holds an `Arc` of this and is
//! released first; then groups are deactivated, metrics switched off and the context destroyed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use level_zero_sys::{
    Api, ze_context_desc_t, ze_context_handle_t, ze_device_handle_t, ze_driver_handle_t,
    zet_metric_group_handle_t,
};

use crate::driver::error::{DriverError, check, missing};
use crate::driver::load::Library;

/// Handles of one device, and the context and switches that belong to it.
pub(super) struct RawDevice {
    library: Arc<Library>,
    driver: ze_driver_handle_t,
    handle: ze_device_handle_t,
    context: OnceLock<Result<ze_context_handle_t, DriverError>>,
    /// Whether metrics were switched on here and are to be switched off again.
    enabled: AtomicBool,
    /// Every active group, as often as it was activated.
    active: Mutex<Vec<zet_metric_group_handle_t>>,
}

// SAFETY: Level Zero handles belong to no thread. The calls that must not run at the same time
// for one device (activation) are made under the lock of `active`.
unsafe impl Send for RawDevice {}
// SAFETY: as above.
unsafe impl Sync for RawDevice {}

impl RawDevice {
    /// The device `handle` of `driver`, both obtained from `library` and alive as long as it is.
    pub(super) fn new(
        library: Arc<Library>,
        driver: ze_driver_handle_t,
        handle: ze_device_handle_t,
    ) -> Self {
        Self {
            library,
            driver,
            handle,
            context: OnceLock::new(),
            enabled: AtomicBool::new(false),
            active: Mutex::new(Vec::new()),
        }
    }

    pub(super) fn api(&self) -> &Api {
        &self.library.api
    }

    pub(super) fn handle(&self) -> ze_device_handle_t {
        self.handle
    }

    /// The device's context, made when it is first needed.
    ///
    /// # Errors
    /// Why the driver makes none.
    #[doc(alias = "zeContextCreate")]
    pub(super) fn context(&self) -> Result<ze_context_handle_t, DriverError> {
        self.context.get_or_init(|| self.create_context()).clone()
    }

    fn create_context(&self) -> Result<ze_context_handle_t, DriverError> {
        const CALL: &str = "zeContextCreate";
        let create = self.api().context.zeContextCreate.ok_or(missing(CALL))?;
        let wishes = ze_context_desc_t::default();
        let mut context = ze_context_handle_t::null();
        // SAFETY: the driver's handle is alive; both structures live across the call.
        check(CALL, unsafe {
            create(self.driver, &raw const wishes, &raw mut context)
        })?;
        Ok(context)
    }

    /// Asks whether the device is still there.
    ///
    /// # Errors
    /// [`DriverError::DeviceLost`] where it is not.
    #[doc(alias = "zeDeviceGetStatus")]
    pub(super) fn status(&self) -> Result<(), DriverError> {
        let Some(status) = self.api().device.zeDeviceGetStatus else {
            return Ok(());
        };
        // SAFETY: the device's handle is alive.
        match check("zeDeviceGetStatus", unsafe { status(self.handle) }) {
            Err(DriverError::DeviceLost(reason)) => Err(DriverError::DeviceLost(reason)),
            // A device that sleeps, or a driver that does not answer the question, is not lost.
            _ => Ok(()),
        }
    }

    /// Switches metrics on for this device while the program runs.
    ///
    /// # Errors
    /// Why the driver does not.
    #[doc(alias = "zetDeviceEnableMetricsExp")]
    pub(super) fn enable_metrics(&self) -> Result<(), DriverError> {
        const CALL: &str = "zetDeviceEnableMetricsExp";
        let enable = self.api().metric.zetDeviceEnableMetricsExp;
        let enable = enable.ok_or(missing(CALL))?;
        // SAFETY: the device's handle is alive.
        check(CALL, unsafe { enable(self.handle) })?;
        self.enabled.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Adds `group` to the active groups of the device.
    ///
    /// # Errors
    /// Why the driver does not activate it; what was active before stays so.
    #[doc(alias = "zetContextActivateMetricGroups")]
    pub(super) fn activate(&self, group: zet_metric_group_handle_t) -> Result<(), DriverError> {
        let mut active = self.active.lock().unwrap_or_else(PoisonError::into_inner);
        let before = active.clone();
        active.push(group);
        if before.contains(&group) {
            return Ok(());
        }
        let outcome = self.set_active(&active);
        if outcome.is_err() {
            *active = before;
            // A driver may have dropped the old groups before it refused the new one.
            if !active.is_empty()
                && let Err(error) = self.set_active(&active)
            {
                tracing::warn!(%error, "groups that were active may not be any more");
            }
        }
        outcome
    }

    /// Takes `group` from the active groups, once for each time it was added.
    ///
    /// # Errors
    /// What the driver answered; the group counts as inactive all the same.
    #[doc(alias = "zetContextActivateMetricGroups")]
    pub(super) fn deactivate(&self, group: zet_metric_group_handle_t) -> Result<(), DriverError> {
        let mut active = self.active.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(position) = active.iter().position(|other| *other == group) {
            active.swap_remove(position);
        }
        if active.contains(&group) {
            return Ok(());
        }
        self.set_active(&active)
    }

    /// The groups that are active now.
    pub(super) fn active(&self) -> Vec<zet_metric_group_handle_t> {
        let active = self.active.lock();
        active.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Makes exactly `groups` active: each call replaces what was active before.
    fn set_active(&self, groups: &[zet_metric_group_handle_t]) -> Result<(), DriverError> {
        const CALL: &str = "zetContextActivateMetricGroups";
        let activate = self.api().metric.zetContextActivateMetricGroups;
        let activate = activate.ok_or(missing(CALL))?;
        let mut once = groups.to_vec();
        once.sort_by_key(|group| group.0);
        once.dedup();
        let first = if once.is_empty() {
            std::ptr::null_mut()
        } else {
            once.as_mut_ptr()
        };
        let context = self.context()?;
        // SAFETY: context, device and groups are alive, and `first` leads to as many handles as
        // are announced.
        check(CALL, unsafe {
            activate(context, self.handle, once.len() as u32, first)
        })
    }
}

impl Drop for RawDevice {
    fn drop(&mut self) {
        if self.enabled.load(Ordering::Relaxed)
            && let Some(disable) = self.api().metric.zetDeviceDisableMetricsExp
        {
            // SAFETY: the device's handle is alive; everything read from it is released, since
            // whatever reads holds an `Arc` of `self`.
            let result = unsafe { disable(self.handle) };
            log_failure(check("zetDeviceDisableMetricsExp", result));
        }
        if let Some(Ok(context)) = self.context.get()
            && let Some(destroy) = self.api().context.zeContextDestroy
        {
            // SAFETY: the context was made here and everything made from it is released.
            let result = unsafe { destroy(*context) };
            log_failure(check("zeContextDestroy", result));
        }
    }
}

impl std::fmt::Debug for RawDevice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RawDevice").field(&self.handle).finish()
    }
}

/// Notes an error where there is nobody to return it to.
pub(super) fn log_failure(outcome: Result<(), DriverError>) {
    if let Err(error) = outcome {
        tracing::warn!(%error, "something of a device could not be released");
    }
}
