//! What a recording says of the session it holds: when, where, with which program, of what.
//!
//! Plain data in the model's own types. How it is written down is the business of
//! [`crate::recording::stored`].

use std::collections::BTreeMap;
use std::fs;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::model::catalog::{DeviceInfo, DriverInfo, GroupId, GroupInfo, MetricId, MetricInfo};
use crate::model::reason::Reason;
use crate::model::time::Time;

/// Settings of the system that decide which counters a user may read.
const SETTINGS: [&str; 4] = [
    "/proc/sys/dev/i915/perf_stream_paranoid",
    "/proc/sys/dev/xe/observation_paranoid",
    "/proc/sys/kernel/perf_event_paranoid",
    "/proc/sys/kernel/yama/ptrace_scope",
];

/// The session a recording is of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Session {
    /// The wall-clock instant of [`Time::ZERO`], in nanoseconds since 1970 UTC.
    pub began_unix_nanos: i64,
    /// The version of the program that recorded; empty when it is not known.
    pub tool_version: String,
    /// The machine's name.
    pub host: String,
    /// The kernel and its version.
    pub kernel: String,
    /// Path and version of the Level Zero loader, where one was used.
    pub loader: Option<String>,
    /// Files of the system that decide what may be read, and what they held.
    pub settings: BTreeMap<String, String>,
    /// Layout files in force: where each came from, and its text.
    pub layouts: BTreeMap<String, String>,
    /// The drivers that were found.
    pub drivers: Vec<DriverInfo>,
    /// The devices; a device's number is its position here.
    pub devices: Vec<DeviceEntry>,
}

/// A device of a recorded session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceEntry {
    /// Position of its driver in [`Session::drivers`].
    pub driver: usize,
    /// What the driver said of it.
    pub info: DeviceInfo,
    /// Its metric groups, recorded or not; a group's number is its position here.
    pub groups: Vec<GroupInfo>,
    /// Why it listed no groups, where it listed none.
    pub reason: Option<Reason>,
}

impl Session {
    /// A session on this machine that began at `began`, with an empty catalog.
    pub fn here(began: SystemTime) -> Self {
        let name = rustix::system::uname();
        let text = |part: &std::ffi::CStr| part.to_string_lossy().into_owned();
        Self {
            began_unix_nanos: unix_nanos(began),
            tool_version: env!("CARGO_PKG_VERSION").to_owned(),
            host: text(name.nodename()),
            kernel: format!(
                "{} {} {}",
                text(name.sysname()),
                text(name.release()),
                text(name.version())
            ),
            settings: settings(),
            ..Self::default()
        }
    }

    /// The description of group `id`, where the catalog has it.
    pub fn group(&self, id: GroupId) -> Option<&GroupInfo> {
        let device = self.devices.get(id.device.0 as usize)?;
        device.groups.get(id.index as usize)
    }

    /// The description of metric `id`, where the catalog has it.
    pub fn metric(&self, id: MetricId) -> Option<&MetricInfo> {
        self.group(id.group)?.metrics.get(id.index as usize)
    }

    /// The wall-clock instant of `time`, in nanoseconds since 1970 UTC; saturates.
    pub fn wall_nanos(&self, time: Time) -> i64 {
        self.began_unix_nanos.saturating_add(time.0)
    }
}

/// A wall-clock instant in nanoseconds since 1970 UTC, negative before; saturates.
fn unix_nanos(instant: SystemTime) -> i64 {
    match instant.duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_nanos()).unwrap_or(i64::MAX),
        Err(before) => -i64::try_from(before.duration().as_nanos()).unwrap_or(i64::MAX),
    }
}

fn settings() -> BTreeMap<String, String> {
    let read = |path: &str| {
        let value = fs::read_to_string(path).ok()?;
        Some((path.to_owned(), value.trim().to_owned()))
    };
    SETTINGS.into_iter().filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn wall_clock_instants_before_1970_are_negative() {
        assert_eq!(unix_nanos(UNIX_EPOCH + Duration::from_nanos(5)), 5);
        assert_eq!(unix_nanos(UNIX_EPOCH - Duration::from_nanos(5)), -5);
    }

    #[test]
    fn a_session_on_this_machine_knows_its_kernel() {
        let session = Session::here(SystemTime::now());
        assert!(session.kernel.starts_with("Linux "), "{}", session.kernel);
        assert!(session.began_unix_nanos > 1_700_000_000_000_000_000);
    }
}
