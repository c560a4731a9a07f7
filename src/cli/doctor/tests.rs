//! The doctor on machines arranged in a folder.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;

use insta::assert_snapshot;
use tempfile::TempDir;

use super::*;
use crate::capture::LoaderInfo;
use crate::capture::state::State;
use crate::cli::args::Which;
use crate::model::reason::Reason;

/// A machine with nothing in it, and an ordinary user.
struct Arranged {
    folder: TempDir,
    machine: Machine,
}

impl Arranged {
    fn empty() -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let machine = Machine {
            root: folder.path().to_owned(),
            environment: [("USER", "ada".to_owned())].into(),
            uid: 1000,
            gids: vec![1000],
            may_use: |_| Ok(()),
        };
        Self { folder, machine }
    }

    fn file(self, path: &str, text: &str) -> Self {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().expect("it has one")).expect("created");
        fs::write(path, text).expect("written");
        self
    }

    /// A GPU of Intel's that this user may not use, in a group of the given members.
    fn locked_gpu(self, members: &str) -> Self {
        let driver = self
            .folder
            .path()
            .join("sys/class/drm/renderD128/device/driver");
        let mut arranged = self
            .file("dev/dri/renderD128", "")
            .file("sys/class/drm/renderD128/device/vendor", "0x8086\n");
        symlink("../../../bus/pci/drivers/xe", driver).expect("linked");
        let node = arranged.folder.path().join("dev/dri/renderD128");
        let gid = std::os::unix::fs::MetadataExt::gid(&fs::metadata(node).expect("it is there"));
        arranged = arranged.file("etc/group", &format!("render:x:{gid}:{members}\n"));
        arranged.machine.gids.retain(|own| *own != gid);
        arranged.machine.may_use = |_| Err(io::ErrorKind::PermissionDenied.into());
        arranged
    }

    fn variable(mut self, name: &'static str, value: &str) -> Self {
        self.machine.environment.insert(name, value.to_owned());
        self
    }

    fn text(&self) -> String {
        text(&surroundings(&self.machine))
    }
}

fn text(findings: &[Finding]) -> String {
    let mut out = Vec::new();
    write_text(findings, &mut out).expect("memory takes it");
    String::from_utf8(out).expect("it is text")
}

fn sources(driver: Which) -> Sources {
    Sources {
        driver,
        patterns: false,
        loader: None,
        access: None,
    }
}

#[test]
fn a_machine_with_nothing_in_it() {
    assert_snapshot!(Arranged::empty().text(), @r"
    warning  gpu      no render node in /dev/dri: the kernel drives no GPU here
    warning  display  neither WAYLAND_DISPLAY nor DISPLAY is set: the window has no screen
                      fix: zetscope watch
    ");
}

#[test]
fn a_gpu_that_is_locked_in_every_way() {
    let arranged = Arranged::empty()
        .locked_gpu("bob")
        .file("proc/sys/dev/i915/perf_stream_paranoid", "0\n")
        .file("proc/sys/dev/xe/observation_paranoid", "1\n")
        .file("proc/sys/kernel/perf_event_paranoid", "3\n")
        .variable("DISPLAY", ":7");
    assert_snapshot!(arranged.text(), @r"
    problem  gpu      /dev/dri/renderD128 (xe) may not be used: ada is not in group render
                      fix: sudo usermod -aG render ada && newgrp render
    ok       kernel   dev.i915.perf_stream_paranoid is 0: all users may read counters of GPUs driven by i915
    warning  kernel   dev.xe.observation_paranoid is 1: only root may read counters of GPUs driven by xe
                      fix: sudo sysctl dev.xe.observation_paranoid=0
    warning  kernel   kernel.perf_event_paranoid is 3: only root may read perf events over all processors
                      fix: sudo sysctl kernel.perf_event_paranoid=0
    warning  display  DISPLAY=:7 does not answer: No such file or directory (os error 2)
                      fix: zetscope watch
    ");
}

#[test]
fn a_user_who_has_not_logged_in_again() {
    let arranged = Arranged::empty().locked_gpu("bob,ada");
    assert_snapshot!(text(&render::findings(&arranged.machine)), @r"
    problem  gpu      /dev/dri/renderD128 (xe) may not be used yet: ada joined group render after logging in
                      fix: newgrp render
    ");
}

#[test]
fn a_member_who_is_locked_out_is_not_told_to_join() {
    let mut arranged = Arranged::empty().locked_gpu("ada");
    arranged.machine.gids = (0..100_000).collect();
    let finding = &render::findings(&arranged.machine)[0];
    assert_eq!((finding.status, &finding.fix), (Status::Problem, &None));
}

#[test]
fn root_is_not_bothered_with_switches() {
    let mut arranged = Arranged::empty().file("proc/sys/dev/xe/observation_paranoid", "1\n");
    arranged.machine.uid = 0;
    assert_snapshot!(text(&kernel::findings(&arranged.machine)), @r"
    ok       kernel   dev.xe.observation_paranoid is 1, but root may read counters of GPUs driven by xe
    ");
}

#[test]
fn displays_that_answer() {
    let arranged = Arranged::empty().file("tmp/.X11-unix/keep", "");
    let socket = arranged.folder.path().join("tmp/.X11-unix/X7");
    let _server = UnixListener::bind(socket).expect("it can listen");
    let arranged = arranged.variable("DISPLAY", ":7.0");
    assert_snapshot!(text(&display::findings(&arranged.machine)), @r"
    ok       display  DISPLAY=:7.0 answers
    ");
    for nonsense in ["7", ":", ":x", ":99999999", "::::"] {
        let arranged = Arranged::empty().variable("DISPLAY", nonsense);
        let status = display::findings(&arranged.machine)[0].status;
        assert_eq!(status, Status::Warning, "{nonsense}");
    }
}

#[test]
fn a_wayland_display_is_found_by_name_and_by_path() {
    for name in ["wayland-1", "/run/user/1000/wayland-1"] {
        let arranged = Arranged::empty()
            .file("run/user/1000/keep", "")
            .variable("XDG_RUNTIME_DIR", "/run/user/1000")
            .variable("WAYLAND_DISPLAY", name);
        let socket = arranged.folder.path().join("run/user/1000/wayland-1");
        let _server = UnixListener::bind(socket).expect("it can listen");
        let status = display::findings(&arranged.machine)[0].status;
        assert_eq!(status, Status::Ok, "{name}");
    }
}

#[test]
fn no_loader_and_how_to_install_it_here() {
    let mut state = State::new(0);
    state.problems.push(Reason::new("no loader was found"));
    for (release, fix) in [
        ("ID=debian\n", "sudo apt-get install libze1"),
        (
            "ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n",
            "sudo apt-get install libze1",
        ),
        ("ID=fedora\n", "sudo dnf install oneapi-level-zero"),
    ] {
        let arranged = Arranged::empty().file("etc/os-release", release);
        let findings = drivers::findings(&state, &sources(Which::System), &arranged.machine);
        assert!(text(&findings).contains(fix), "{findings:?}");
    }
}

#[test]
fn a_gpu_without_its_driver_and_metrics_that_are_off() {
    let mut state = State::new(0);
    state.loader = Some(LoaderInfo {
        path: Some("/usr/lib/libze_loader.so.1".into()),
        version: Some("1.8.12".to_owned()),
    });
    state.problems.push(Reason::new("no driver answers"));
    let arranged = Arranged::empty()
        .locked_gpu("")
        .file("etc/os-release", "ID=debian\n")
        .variable("ZET_ENABLE_METRICS", "0");
    let findings = drivers::findings(&state, &sources(Which::All), &arranged.machine);
    assert_snapshot!(text(&findings), @r"
    problem  metrics  ZET_ENABLE_METRICS is 0: drivers offer no metrics
                      fix: unset ZET_ENABLE_METRICS
    ok       loader   Level Zero loader 1.8.12 at /usr/lib/libze_loader.so.1
    warning  driver   no driver answers
                      fix: sudo apt-get install libze-intel-gpu1
    ");
}
