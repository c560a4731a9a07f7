//! The machine the doctor looks at: this one, or one that a test has arranged in a folder.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};
use rustix::process::{getgid, getgroups, getuid};

/// Where to look, and as whom.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    /// Stands for `/`.
    pub(crate) root: PathBuf,
    /// The environment variables that matter here, where they are set.
    pub(crate) environment: BTreeMap<&'static str, String>,
    /// The user's number; 0 may do everything.
    pub(crate) uid: u32,
    /// The groups this process belongs to.
    pub(crate) gids: Vec<u32>,
    /// Whether this user may read and write a path.
    pub(crate) may_use: fn(&Path) -> io::Result<()>,
}

/// The variables that findings depend on.
const VARIABLES: [&str; 5] = [
    "DISPLAY",
    "USER",
    "WAYLAND_DISPLAY",
    "XDG_RUNTIME_DIR",
    "ZET_ENABLE_METRICS",
];

impl Machine {
    /// This machine and this process.
    pub(crate) fn this() -> Self {
        let set = |name| std::env::var(name).ok().map(|value| (name, value));
        let mut gids: Vec<u32> = getgroups()
            .unwrap_or_default()
            .into_iter()
            .map(rustix::process::Gid::as_raw)
            .collect();
        gids.push(getgid().as_raw());
        Self {
            root: PathBuf::from("/"),
            environment: VARIABLES.into_iter().filter_map(set).collect(),
            uid: getuid().as_raw(),
            gids,
            may_use: |path| Ok(access(path, Access::READ_OK | Access::WRITE_OK)?),
        }
    }

    /// Where absolute `path` is to be found.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root.join(path.trim_start_matches('/'))
    }

    /// The trimmed text of the file at absolute `path`, where it can be read.
    pub(crate) fn text(&self, path: &str) -> Option<String> {
        let text = fs::read_to_string(self.path(path)).ok()?;
        Some(text.trim().to_owned())
    }

    /// The value of an environment variable that is set and not empty.
    pub(crate) fn variable(&self, name: &str) -> Option<&str> {
        let value = self.environment.get(name)?.as_str();
        (!value.is_empty()).then_some(value)
    }

    /// The user's name, or what a shell puts in its place.
    pub(crate) fn user(&self) -> String {
        self.variable("USER").unwrap_or("$USER").to_owned()
    }

    /// Whether this process runs as root.
    pub(crate) fn is_root(&self) -> bool {
        self.uid == 0
    }
}
