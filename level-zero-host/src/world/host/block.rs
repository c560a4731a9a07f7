//! Traffic of the machine's disks.

use std::io;

use procfs::{DiskStat, DiskStats, FromBufRead as _};

use super::reread::Reread;
use super::{Offer, Roots, absent, unreadable};
use crate::world::metric::Metric;
use crate::world::source::Source;
use crate::world::value::Value;

const NAME: &str = "BlockIo";
/// The kernel counts sectors of this size whatever the disk's own is.
const SECTOR: u64 = 512;

/// A metric: name, unit, description, value of one disk.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    fn(&DiskStat) -> u64,
);

const ROWS: [Row; 7] = [
    ("BytesRead", "bytes", "Read from the disk.", |d| {
        d.sectors_read * SECTOR
    }),
    ("BytesWritten", "bytes", "Written to the disk.", |d| {
        d.sectors_written * SECTOR
    }),
    ("Reads", "events", "Reads completed.", |d| d.reads),
    ("Writes", "events", "Writes completed.", |d| d.writes),
    (
        "ReadTime",
        "ns",
        "Time that reads took, summed over reads.",
        |d| millis(d.time_reading),
    ),
    (
        "WriteTime",
        "ns",
        "Time that writes took, summed over writes.",
        |d| millis(d.time_writing),
    ),
    (
        "BusyTime",
        "ns",
        "Time in which at least one request was in progress.",
        |d| millis(d.time_in_progress),
    ),
];

pub(super) fn group(roots: &Roots) -> Offer {
    let path = roots.proc.join("diskstats");
    let mut file = Reread::open(&path).map_err(unreadable(NAME, &path))?;
    let now = parse(&mut file).map_err(unreadable(NAME, &path))?;
    // A disk that a driver stands behind has a device; loop devices, RAM disks and the like
    // have none, nor have partitions, which are not listed in /sys/block.
    let is_disk = |name: &str| roots.sys.join("block").join(name).join("device").exists();
    let disks: Vec<String> = now
        .into_iter()
        .map(|disk| disk.name)
        .filter(|name| is_disk(name))
        .collect();
    if disks.is_empty() {
        return Err(absent(NAME, "this machine has no disk of its own"));
    }
    let total = ROWS.iter().map(|(name, unit, about, _)| {
        Metric::count(*name, unit)
            .about(format!("{about} All disks."))
            .of("Disks")
    });
    let each = disks.iter().flat_map(|disk| {
        ROWS.iter().map(move |(name, unit, about, _)| {
            Metric::count(format!("{disk}.{name}"), unit)
                .about(*about)
                .of(disk)
        })
    });
    let metrics = total.chain(each).collect();
    let description = "Traffic of each disk, and of all together.";
    Ok(super::group(
        NAME,
        description,
        20,
        metrics,
        BlockIo { file, disks },
    ))
}

fn parse(file: &mut Reread) -> io::Result<Vec<DiskStat>> {
    let text = file.read()?.as_bytes();
    DiskStats::from_buf_read(text)
        .map(|stats| stats.0)
        .map_err(io::Error::other)
}

const fn millis(millis: u64) -> u64 {
    millis * 1_000_000
}

struct BlockIo {
    file: Reread,
    disks: Vec<String>,
}

impl Source for BlockIo {
    fn read(&mut self, _now: u64, out: &mut Vec<Option<Value>>) -> io::Result<()> {
        let now = parse(&mut self.file)?;
        let listed: Vec<Option<&DiskStat>> = self
            .disks
            .iter()
            .map(|name| now.iter().find(|disk| disk.name == *name))
            .collect();
        // A sum without one of its parts would be a fall that never happened.
        let complete = listed.iter().all(Option::is_some);
        out.extend(ROWS.iter().map(|(.., value)| {
            let sum = listed.iter().flatten().map(|disk| value(disk)).sum();
            complete.then_some(Value::U64(sum))
        }));
        for disk in listed {
            out.extend(
                ROWS.iter()
                    .map(|(.., value)| disk.map(|disk| Value::U64(value(disk)))),
            );
        }
        Ok(())
    }
}
