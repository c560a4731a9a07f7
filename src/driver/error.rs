//! What can go wrong below, sorted by what the caller does about it.
//!
//! Every kind carries a [`Reason`] that can be shown as it is. Which result code means what is
//! decided here and nowhere else.

use level_zero_sys::{Outcome, ze_result_t};
use thiserror::Error;

use crate::driver::permission;
use crate::model::reason::Reason;

/// Why a device, group or pass is not there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DriverError {
    /// The device is gone; nothing on it will work again in this process.
    #[error("{0}")]
    DeviceLost(Reason),
    /// This does not work, and trying again changes nothing.
    #[error("{0}")]
    Refused(Reason),
    /// This one attempt failed; the next may succeed.
    #[error("{0}")]
    Transient(Reason),
}

impl DriverError {
    /// What to show.
    pub fn reason(&self) -> &Reason {
        match self {
            Self::DeviceLost(reason) | Self::Refused(reason) | Self::Transient(reason) => reason,
        }
    }

    /// What to show, by value.
    pub fn into_reason(self) -> Reason {
        match self {
            Self::DeviceLost(reason) | Self::Refused(reason) | Self::Transient(reason) => reason,
        }
    }
}

impl From<Reason> for DriverError {
    /// Something was judged and refused, without a call having failed.
    fn from(reason: Reason) -> Self {
        Self::Refused(reason)
    }
}

/// Sorts what the C function `call` answered. Warnings count as success, "not ready" does not.
///
/// # Errors
/// What the caller does about it, with the call and its code named.
pub(super) fn check(call: &'static str, result: ze_result_t) -> Result<(), DriverError> {
    match result.sort() {
        Outcome::Success => Ok(()),
        Outcome::Warning if result != ze_result_t::NOT_READY => Ok(()),
        _ => Err(failed(call, result)),
    }
}

/// The error of a C function that this driver or loader does not have.
pub(super) fn missing(call: &'static str) -> DriverError {
    DriverError::Refused(Reason::new(format!(
        "the Level Zero loader or driver is too old: it has no {call}"
    )))
}

fn failed(call: &'static str, result: ze_result_t) -> DriverError {
    let because = |what: &str| Reason::new(format!("{what} ({call}: {result})"));
    match result {
        ze_result_t::ERROR_DEVICE_LOST => DriverError::DeviceLost(because("the device was lost")),
        ze_result_t::ERROR_DEVICE_REQUIRES_RESET => {
            DriverError::DeviceLost(because("the device must be reset"))
        }
        ze_result_t::ERROR_DEVICE_IN_LOW_POWER_STATE => {
            DriverError::Transient(because("the device is asleep"))
        }
        ze_result_t::NOT_READY => DriverError::Transient(because("the device is not ready")),
        ze_result_t::ERROR_OUT_OF_HOST_MEMORY | ze_result_t::ERROR_OUT_OF_DEVICE_MEMORY => {
            DriverError::Transient(because("there is no memory left"))
        }
        ze_result_t::ERROR_INSUFFICIENT_PERMISSIONS | ze_result_t::ERROR_UNKNOWN => {
            DriverError::Refused(permission::denied(call, result))
        }
        ze_result_t::ERROR_DEPENDENCY_UNAVAILABLE => DriverError::Refused(metrics_off(call)),
        ze_result_t::ERROR_NOT_AVAILABLE | ze_result_t::ERROR_HANDLE_OBJECT_IN_USE => {
            DriverError::Refused(because("another program is using it"))
        }
        ze_result_t::ERROR_UNSUPPORTED_FEATURE | ze_result_t::ERROR_UNSUPPORTED_VERSION => {
            DriverError::Refused(because("the driver does not offer this"))
        }
        ze_result_t::ERROR_UNINITIALIZED => {
            DriverError::Refused(because("no Level Zero driver could be started"))
        }
        _ => DriverError::Refused(because("the driver failed")),
    }
}

/// Why a driver answers that something its metrics need is missing.
fn metrics_off(call: &'static str) -> Reason {
    let code = ze_result_t::ERROR_DEPENDENCY_UNAVAILABLE;
    if std::env::var_os("ZET_ENABLE_METRICS").is_some_and(|value| value == "1") {
        return Reason::new(format!(
            "the driver's metrics library is missing ({call}: {code})"
        ))
        .with_fix("install the package that holds libigdmd.so.1");
    }
    Reason::new(format!("metrics are switched off ({call}: {code})"))
        .with_fix("export ZET_ENABLE_METRICS=1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_by_what_the_caller_does() {
        let sort = |code| check("zetMetricGroupGet", ze_result_t(code));
        assert_eq!(sort(0), Ok(()));
        assert_eq!(sort(0x7002_0001), Ok(()), "dropped data is not a failure");
        assert!(matches!(sort(1), Err(DriverError::Transient(_))));
        assert!(matches!(sort(0x7000_0001), Err(DriverError::DeviceLost(_))));
        assert!(matches!(sort(0x7800_0004), Err(DriverError::Refused(_))));
    }

    #[test]
    fn an_unknown_code_is_named_in_hex_with_its_call() {
        let error = check("zeInit", ze_result_t(0x7abc_def0)).expect_err("unknown");
        let text = error.to_string();
        assert!(
            text.contains("zeInit") && text.contains("0x7abcdef0"),
            "{text}"
        );
    }

    #[test]
    fn metrics_that_are_off_come_with_a_remedy() {
        let error = check("zetMetricGroupGet", ze_result_t(0x7002_0000)).expect_err("off");
        assert!(error.reason().fix.is_some());
    }
}
