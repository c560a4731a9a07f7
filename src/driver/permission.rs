//! Why the system does not let this user read counters, and the command that changes it.
//!
//! A driver only says "insufficient permissions", or nothing at all ("unknown"); the kernel's
//! own switches tell more.

use std::fs;
use std::path::Path;

use level_zero_sys::ze_result_t;

use crate::model::reason::Reason;

/// Kernel switches that keep counters from ordinary users while they are not zero.
const SWITCHES: [&str; 2] = [
    "dev/i915/perf_stream_paranoid",
    "dev/xe/observation_paranoid",
];

/// The reason for a call that answered "insufficient permissions" or "unknown".
pub(super) fn denied(call: &'static str, result: ze_result_t) -> Reason {
    explain(call, result, Path::new("/proc/sys"))
}

fn explain(call: &'static str, result: ze_result_t, sysctl: &Path) -> Reason {
    for switch in SWITCHES {
        if let Some(value) = closed(&sysctl.join(switch)) {
            return Reason::new(format!(
                "the kernel lets only root read counters: /proc/sys/{switch} is {value} \
                 ({call}: {result})"
            ))
            .with_fix(format!("sudo sysctl {}=0", switch.replace('/', ".")));
        }
    }
    if result == ze_result_t::ERROR_UNKNOWN {
        return Reason::new(format!(
            "the driver failed without a reason ({call}: {result})"
        ));
    }
    Reason::new(format!("this user may not do that ({call}: {result})"))
}

/// The value of a switch that is there and not zero.
fn closed(path: &Path) -> Option<String> {
    let value = fs::read_to_string(path).ok()?.trim().to_owned();
    (value != "0").then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(value: Option<&str>) -> Reason {
        let root = tempfile::tempdir().expect("a folder");
        if let Some(value) = value {
            let switch = root.path().join(SWITCHES[1]);
            fs::create_dir_all(switch.parent().expect("has one")).expect("created");
            fs::write(switch, value).expect("written");
        }
        let code = ze_result_t::ERROR_INSUFFICIENT_PERMISSIONS;
        explain("zetMetricStreamerOpen", code, root.path())
    }

    #[test]
    fn a_closed_switch_is_named_with_the_command_that_opens_it() {
        let fix = explained(Some("1\n")).fix;
        assert_eq!(
            fix.as_deref(),
            Some("sudo sysctl dev.xe.observation_paranoid=0")
        );
    }

    #[test]
    fn an_open_or_absent_switch_is_not_blamed() {
        for value in [Some("0\n"), None] {
            let reason = explained(value);
            assert_eq!(reason.fix, None);
            assert!(reason.what.contains("zetMetricStreamerOpen"), "{reason}");
        }
    }
}
