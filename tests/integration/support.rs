//! What tests share: scripted drivers, and running one test in a process of its own.

use std::path::PathBuf;
use std::process::{Command, Output};

use level_zero_host::Instance;
use level_zero_host::world::Options;
use level_zero_sys::Api;
use zetscope::driver::{Device, Driver, drivers_of};
use zetscope::model::catalog::{Access, GroupInfo, Origin};

/// Set in a process that was started for one test.
const CHILD: &str = "ZETSCOPE_TEST_CHILD";

/// A driver of our own that shows the pattern generator, by a clock that only we move.
pub(crate) struct Patterns {
    /// First, so that it is gone before its driver is.
    pub(crate) device: Device,
    pub(crate) instance: Instance,
}

impl Patterns {
    /// The pattern generator with `faults`, as the built-in driver reads them.
    pub(crate) fn with(faults: &str) -> Self {
        Self::read_by(faults, None)
    }

    /// As [`Self::with`], read in the given way only.
    pub(crate) fn read_by(faults: &str, access: Option<Access>) -> Self {
        let instance = instance(faults);
        let mut drivers = drivers(&instance, access);
        let device = drivers.remove(0).devices.remove(0);
        Self { device, instance }
    }

    /// Every group, as listed.
    pub(crate) fn groups(&mut self) -> Vec<GroupInfo> {
        self.device.groups().expect("the device lists its groups")
    }

    /// The group of that name, as listed.
    pub(crate) fn group(&mut self, name: &str) -> GroupInfo {
        let groups = self.groups();
        let found = groups.into_iter().find(|group| group.name == name);
        found.unwrap_or_else(|| panic!("there is a group {name}"))
    }
}

/// A driver with the pattern generator alone, started at an odd hour.
pub(crate) fn instance(faults: &str) -> Instance {
    let options = Options {
        host: false,
        patterns: true,
        faults: faults.parse().expect("known faults"),
        manual_clock: Some(1_234_567_890_123),
        ..Options::default()
    };
    Instance::new(options).expect("a free slot")
}

/// What is found through the C functions of `instance`.
pub(crate) fn drivers(instance: &Instance, access: Option<Access>) -> Vec<Driver> {
    drivers_of(api(instance), Origin::BuiltIn, access).expect("the driver starts")
}

#[expect(
    unsafe_code,
    reason = "the functions come from a driver in this process"
)]
fn api(instance: &Instance) -> Api {
    // SAFETY: the instance answers its own functions, which have the signatures of the headers.
    unsafe { Api::from_lookup(|symbol| instance.lookup(symbol)) }.expect("all required functions")
}

/// Runs `body` as test `name` in a process of its own, with `variables` in its environment, for
/// what a process has only one of. Fails where the child fails or says anything on its standard
/// error.
pub(crate) fn in_own_process(name: &str, variables: &[(&str, &str)], body: impl FnOnce()) {
    if std::env::var_os(CHILD).is_some() {
        return body();
    }
    let output = run_test(name, variables);
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    let passed = output.status.success() && said.contains("1 passed");
    assert!(passed && errors.is_empty(), "{said}{errors}");
}

fn run_test(name: &str, variables: &[(&str, &str)]) -> Output {
    let program = std::env::current_exe().expect("this program has a file");
    Command::new(program)
        .args(["--exact", name, "--nocapture"])
        .env(CHILD, "1")
        .envs(variables.iter().copied())
        .output()
        .expect("the test starts again")
}

/// The built-in driver as a shared library, which the build puts beside this program.
pub(crate) fn shared_driver() -> PathBuf {
    let program = std::env::current_exe().expect("this program has a file");
    let library = program.with_file_name("liblevel_zero_host.so");
    assert!(library.exists(), "{} is not built", library.display());
    library
}
