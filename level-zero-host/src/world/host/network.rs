//! Traffic of the machine's network interfaces.

use std::collections::HashMap;
use std::io;

use procfs::FromBufRead as _;
use procfs::net::{DeviceStatus, InterfaceDeviceStatus};

use super::reread::Reread;
use super::{Offer, Roots, absent, unreadable};
use crate::world::metric::Metric;
use crate::world::source::Source;
use crate::world::value::Value;

const NAME: &str = "Network";
const LOOPBACK: &str = "lo";

/// A metric: name, unit, description, value of one interface.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    fn(&DeviceStatus) -> u64,
);

const ROWS: [Row; 8] = [
    ("RxBytes", "bytes", "Received.", |i| i.recv_bytes),
    ("TxBytes", "bytes", "Sent.", |i| i.sent_bytes),
    ("RxPackets", "packets", "Packets received.", |i| {
        i.recv_packets
    }),
    ("TxPackets", "packets", "Packets sent.", |i| i.sent_packets),
    ("RxDrops", "events", "Packets received and dropped.", |i| {
        i.recv_drop
    }),
    (
        "TxDrops",
        "events",
        "Packets dropped instead of sent.",
        |i| i.sent_drop,
    ),
    ("RxErrors", "events", "Packets received in error.", |i| {
        i.recv_errs
    }),
    (
        "TxErrors",
        "events",
        "Packets that could not be sent.",
        |i| i.sent_errs,
    ),
];

pub(super) fn group(roots: &Roots) -> Offer {
    let path = roots.proc.join("net/dev");
    let mut file = Reread::open(&path).map_err(unreadable(NAME, &path))?;
    let now = parse(&mut file).map_err(unreadable(NAME, &path))?;
    let mut interfaces: Vec<String> = now.into_keys().collect();
    interfaces.sort();
    if interfaces.is_empty() {
        return Err(absent(NAME, "this machine has no network interface"));
    }
    let total = ROWS.iter().map(|(name, unit, about, _)| {
        Metric::count(*name, unit)
            .about(format!("{about} All interfaces but the loopback."))
            .of("Interfaces")
    });
    let each = interfaces.iter().flat_map(|interface| {
        ROWS.iter().map(move |(name, unit, about, _)| {
            Metric::count(format!("{interface}.{name}"), unit)
                .about(*about)
                .of(interface)
        })
    });
    let metrics = total.chain(each).collect();
    let description = "Traffic of each network interface, and of all together.";
    Ok(super::group(
        NAME,
        description,
        20,
        metrics,
        Network { file, interfaces },
    ))
}

fn parse(file: &mut Reread) -> io::Result<HashMap<String, DeviceStatus>> {
    let text = file.read()?.as_bytes();
    InterfaceDeviceStatus::from_buf_read(text)
        .map(|status| status.0)
        .map_err(io::Error::other)
}

struct Network {
    file: Reread,
    interfaces: Vec<String>,
}

impl Source for Network {
    fn read(&mut self, _now: u64, out: &mut Vec<Option<Value>>) -> io::Result<()> {
        let now = parse(&mut self.file)?;
        let listed: Vec<Option<&DeviceStatus>> =
            self.interfaces.iter().map(|name| now.get(name)).collect();
        // A sum without one of its parts would be a fall that never happened.
        let complete = listed.iter().all(Option::is_some);
        let counted = || {
            listed
                .iter()
                .flatten()
                .filter(|status| status.name != LOOPBACK)
        };
        out.extend(ROWS.iter().map(|(.., value)| {
            complete.then(|| Value::U64(counted().map(|status| value(status)).sum()))
        }));
        for status in &listed {
            out.extend(
                ROWS.iter()
                    .map(|(.., value)| status.map(|s| Value::U64(value(s)))),
            );
        }
        Ok(())
    }
}
