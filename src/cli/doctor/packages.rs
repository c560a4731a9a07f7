//! How to install something by name on this machine's distribution.

use crate::cli::doctor::machine::Machine;

/// A thing to install, under the names that distributions give it.
pub(crate) struct Package {
    debian: &'static str,
    fedora: &'static str,
    arch: &'static str,
}

/// The Level Zero loader.
pub(crate) const LOADER: Package = Package {
    debian: "libze1",
    fedora: "oneapi-level-zero",
    arch: "level-zero-loader",
};

/// Intel's Level Zero driver for GPUs.
pub(crate) const INTEL_DRIVER: Package = Package {
    debian: "libze-intel-gpu1",
    fedora: "intel-level-zero",
    arch: "intel-compute-runtime",
};

/// The command that installs `package`, where the distribution is one we know.
pub(crate) fn install(package: &Package, machine: &Machine) -> Option<String> {
    let release = machine.text("/etc/os-release")?;
    let field = |name| {
        let line = release.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_default().trim_matches('"')
    };
    let families = [field("ID="), field("ID_LIKE=")].join(" ");
    families.split(' ').find_map(|family| match family {
        "debian" | "ubuntu" => Some(format!("sudo apt-get install {}", package.debian)),
        "fedora" | "rhel" => Some(format!("sudo dnf install {}", package.fedora)),
        "arch" => Some(format!("sudo pacman -S {}", package.arch)),
        _ => None,
    })
}
