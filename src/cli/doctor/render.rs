//! The GPUs' device nodes, and whether this user may use them.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

use crate::cli::doctor::finding::Finding;
use crate::cli::doctor::machine::Machine;

const FOLDER: &str = "/dev/dri";
const TOPIC: &str = "gpu";
/// Intel's vendor number on the PCI bus.
const INTEL: &str = "0x8086";

/// One finding for each render node, or that there is none.
pub(crate) fn findings(machine: &Machine) -> Vec<Finding> {
    let nodes = nodes(machine);
    if nodes.is_empty() {
        let what = format!("no render node in {FOLDER}: the kernel drives no GPU here");
        return vec![Finding::warning(TOPIC, what)];
    }
    nodes.iter().map(|node| look_at(node, machine)).collect()
}

/// Whether any render node belongs to a GPU of Intel's.
pub(crate) fn has_intel_gpu(machine: &Machine) -> bool {
    let vendor = |node: &String| machine.text(&format!("/sys/class/drm/{node}/device/vendor"));
    nodes(machine)
        .iter()
        .filter_map(vendor)
        .any(|id| id == INTEL)
}

/// Names of the render nodes, in order.
fn nodes(machine: &Machine) -> Vec<String> {
    let entries = fs::read_dir(machine.path(FOLDER)).into_iter().flatten();
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.starts_with("renderD"))
        .collect();
    names.sort();
    names
}

fn look_at(name: &str, machine: &Machine) -> Finding {
    let path = machine.path(&format!("{FOLDER}/{name}"));
    let shown = format!("{FOLDER}/{name}{}", driven_by(name, machine));
    match (machine.may_use)(&path) {
        Ok(()) => Finding::ok(TOPIC, format!("{shown} may be used")),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            denied(&shown, &path, machine)
        }
        Err(error) => Finding::problem(TOPIC, format!("{shown} cannot be used: {error}")),
    }
}

/// ` (i915)`, where the kernel tells which driver it is.
fn driven_by(name: &str, machine: &Machine) -> String {
    let link = machine.path(&format!("/sys/class/drm/{name}/device/driver"));
    let driver = fs::read_link(link).ok();
    let driver = driver.as_deref().and_then(Path::file_name);
    driver.map_or_else(String::new, |driver| format!(" ({})", driver.display()))
}

fn denied(shown: &str, path: &Path, machine: &Machine) -> Finding {
    let user = machine.user();
    let group = fs::metadata(path)
        .ok()
        .and_then(|metadata| Group::numbered(metadata.gid(), machine));
    let Some(group) = group else {
        return Finding::problem(TOPIC, format!("{shown} may not be used by {user}"));
    };
    let name = &group.name;
    if machine.gids.contains(&group.gid) {
        let what = format!("{shown} may not be used, although {user} is in group {name}");
        return Finding::problem(TOPIC, what);
    }
    if group.members.contains(&user) {
        let what =
            format!("{shown} may not be used yet: {user} joined group {name} after logging in");
        return Finding::problem(TOPIC, what).with_fix(format!("newgrp {name}"));
    }
    let what = format!("{shown} may not be used: {user} is not in group {name}");
    let fix = format!("sudo usermod -aG {name} {user} && newgrp {name}");
    Finding::problem(TOPIC, what).with_fix(fix)
}

/// A line of /etc/group.
struct Group {
    name: String,
    gid: u32,
    members: Vec<String>,
}

impl Group {
    fn numbered(gid: u32, machine: &Machine) -> Option<Self> {
        let text = machine.text("/etc/group")?;
        text.lines()
            .filter_map(Self::parse)
            .find(|group| group.gid == gid)
    }

    fn parse(line: &str) -> Option<Self> {
        let mut fields = line.split(':');
        let (name, _password, gid) = (fields.next()?, fields.next()?, fields.next()?);
        let members = fields.next().unwrap_or_default().split(',');
        Some(Self {
            name: name.to_owned(),
            gid: gid.parse().ok()?,
            members: members.map(ToOwned::to_owned).collect(),
        })
    }
}
