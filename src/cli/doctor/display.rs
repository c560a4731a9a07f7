//! Whether there is a screen to open the window on.

use std::io;
use std::net::{TcpStream, ToSocketAddrs as _};
use std::os::linux::net::SocketAddrExt as _;
use std::os::unix::net::{SocketAddr, UnixStream};
use std::path::Path;
use std::time::Duration;

use crate::cli::doctor::finding::Finding;
use crate::cli::doctor::machine::Machine;

const TOPIC: &str = "display";
/// What works without a display.
const WITHOUT: &str = "zetscope watch";
/// How long a display on another machine may take to answer.
const PATIENCE: Duration = Duration::from_secs(1);

/// The first display that answers, else every one that does not.
pub(crate) fn findings(machine: &Machine) -> Vec<Finding> {
    let named = [
        (
            "WAYLAND_DISPLAY",
            wayland as fn(&str, &Machine) -> io::Result<()>,
        ),
        ("DISPLAY", x11),
    ];
    let mut silent = Vec::new();
    for (variable, reach) in named {
        let Some(value) = machine.variable(variable) else {
            continue;
        };
        match reach(value, machine) {
            Ok(()) => {
                return vec![Finding::ok(TOPIC, format!("{variable}={value} answers"))];
            }
            Err(error) => {
                let what = format!("{variable}={value} does not answer: {error}");
                silent.push(Finding::warning(TOPIC, what).with_fix(WITHOUT.to_owned()));
            }
        }
    }
    if silent.is_empty() {
        let what = "neither WAYLAND_DISPLAY nor DISPLAY is set: the window has no screen";
        silent.push(Finding::warning(TOPIC, what).with_fix(WITHOUT.to_owned()));
    }
    silent
}

fn wayland(name: &str, machine: &Machine) -> io::Result<()> {
    let folder = machine.variable("XDG_RUNTIME_DIR").unwrap_or_default();
    // An absolute name replaces the folder, as Wayland wants it.
    let path = Path::new(folder).join(name);
    let path = path.to_str().ok_or(io::ErrorKind::InvalidInput)?;
    UnixStream::connect(machine.path(path)).map(drop)
}

/// Reaches `[host]:number[.screen]`.
fn x11(display: &str, machine: &Machine) -> io::Result<()> {
    let (host, rest) = display
        .rsplit_once(':')
        .ok_or(io::ErrorKind::InvalidInput)?;
    let number = rest.split('.').next().unwrap_or(rest);
    let invalid = |_not_a_number: std::num::ParseIntError| io::ErrorKind::InvalidInput;
    let number: u16 = number.parse().map_err(invalid)?;
    if !matches!(host, "" | "unix") {
        let port = number
            .checked_add(6000)
            .ok_or(io::ErrorKind::InvalidInput)?;
        return over_network(host, port);
    }
    let socket = format!("/tmp/.X11-unix/X{number}");
    let reached = UnixStream::connect(machine.path(&socket));
    if reached.is_err() && machine.root == Path::new("/") {
        // Servers also listen under the same name outside the file system.
        let name = SocketAddr::from_abstract_name(socket)?;
        if UnixStream::connect_addr(&name).is_ok() {
            return Ok(());
        }
    }
    reached.map(drop)
}

fn over_network(host: &str, port: u16) -> io::Result<()> {
    let mut last = io::Error::from(io::ErrorKind::NotFound);
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(_) => return Ok(()),
            Err(error) => last = error,
        }
    }
    Err(last)
}
