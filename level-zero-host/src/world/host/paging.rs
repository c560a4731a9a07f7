//! Page faults and pages moved between memory and disk.

use std::collections::HashMap;
use std::io;

use procfs::{FromBufRead as _, VmStat};

use super::reread::Reread;
use super::{Offer, Roots, unreadable};
use crate::world::metric::Metric;
use crate::world::source::Source;
use crate::world::value::Value;

const NAME: &str = "Paging";

/// A metric: its name, unit, description, the kernel's name, and bytes or events in one count.
struct Row {
    name: &'static str,
    unit: &'static str,
    about: &'static str,
    key: &'static str,
    scale: u64,
}

fn rows() -> Vec<Row> {
    let page = rustix::param::page_size() as u64;
    let events = |name, key, about| Row {
        name,
        unit: "events",
        about,
        key,
        scale: 1,
    };
    let bytes = |name, key, about, scale| Row {
        name,
        unit: "bytes",
        about,
        key,
        scale,
    };
    vec![
        events(
            "PageFaults",
            "pgfault",
            "Page faults, those served without I/O included.",
        ),
        events("MajorFaults", "pgmajfault", "Page faults that needed I/O."),
        bytes(
            "PagedIn",
            "pgpgin",
            "Read from disks for pages and files.",
            1024,
        ),
        bytes(
            "PagedOut",
            "pgpgout",
            "Written to disks for pages and files.",
            1024,
        ),
        bytes("SwappedIn", "pswpin", "Read back from swap.", page),
        bytes("SwappedOut", "pswpout", "Written to swap.", page),
        bytes(
            "Freed",
            "pgfree",
            "Pages given back to the allocator.",
            page,
        ),
        events(
            "OomKills",
            "oom_kill",
            "Programs killed because memory ran out.",
        ),
    ]
}

pub(super) fn group(roots: &Roots) -> Offer {
    let path = roots.proc.join("vmstat");
    let mut file = Reread::open(&path).map_err(unreadable(NAME, &path))?;
    let now = parse(&mut file).map_err(unreadable(NAME, &path))?;
    let rows: Vec<Row> = rows()
        .into_iter()
        .filter(|row| now.contains_key(row.key))
        .collect();
    let metrics = rows
        .iter()
        .map(|row| {
            Metric::count(row.name, row.unit)
                .about(row.about)
                .of("Memory")
        })
        .collect();
    let description = "Page faults, and pages moved between memory and disk.";
    Ok(super::group(
        NAME,
        description,
        10,
        metrics,
        Paging { file, rows },
    ))
}

fn parse(file: &mut Reread) -> io::Result<HashMap<String, i64>> {
    let text = file.read()?.as_bytes();
    VmStat::from_buf_read(text)
        .map(|stat| stat.0)
        .map_err(io::Error::other)
}

struct Paging {
    file: Reread,
    rows: Vec<Row>,
}

impl Source for Paging {
    fn read(&mut self, _now: u64, out: &mut Vec<Option<Value>>) -> io::Result<()> {
        let now = parse(&mut self.file)?;
        out.extend(self.rows.iter().map(|row| {
            let count = u64::try_from(*now.get(row.key)?).ok()?;
            Some(Value::U64(count.wrapping_mul(row.scale)))
        }));
        Ok(())
    }
}
