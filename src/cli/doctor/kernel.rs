//! The kernel's switches that keep counters from ordinary users.

use crate::cli::doctor::finding::Finding;
use crate::cli::doctor::machine::Machine;

/// A switch, what it guards, and the largest value that still lets every user in.
struct Switch {
    name: &'static str,
    guards: &'static str,
    open_up_to: i32,
}

const SWITCHES: [Switch; 3] = [
    Switch {
        name: "dev.i915.perf_stream_paranoid",
        guards: "counters of GPUs driven by i915",
        open_up_to: 0,
    },
    Switch {
        name: "dev.xe.observation_paranoid",
        guards: "counters of GPUs driven by xe",
        open_up_to: 0,
    },
    Switch {
        name: "kernel.perf_event_paranoid",
        guards: "perf events over all processors",
        open_up_to: 0,
    },
];

/// One finding for each switch this kernel has.
pub(crate) fn findings(machine: &Machine) -> Vec<Finding> {
    SWITCHES
        .iter()
        .filter_map(|switch| look_at(switch, machine))
        .collect()
}

fn look_at(switch: &Switch, machine: &Machine) -> Option<Finding> {
    let Switch {
        name,
        guards,
        open_up_to,
    } = switch;
    let value = machine.text(&format!("/proc/sys/{}", name.replace('.', "/")))?;
    let open = value.parse().is_ok_and(|value: i32| value <= *open_up_to);
    let finding = if open {
        Finding::ok(
            "kernel",
            format!("{name} is {value}: all users may read {guards}"),
        )
    } else if machine.is_root() {
        Finding::ok(
            "kernel",
            format!("{name} is {value}, but root may read {guards}"),
        )
    } else {
        Finding::warning(
            "kernel",
            format!("{name} is {value}: only root may read {guards}"),
        )
        .with_fix(format!("sudo sysctl {name}={open_up_to}"))
    };
    Some(finding)
}
