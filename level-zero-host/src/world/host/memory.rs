//! How much memory is used for what.

use std::io;

use procfs::{FromBufRead as _, Meminfo};

use super::reread::Reread;
use super::{Offer, Roots, unreadable};
use crate::world::metric::Metric;
use crate::world::source::Source;
use crate::world::value::Value;

const NAME: &str = "Memory";

/// A metric's name, its description, and how it follows from the kernel's table.
type Row = (&'static str, &'static str, fn(&Meminfo) -> Option<u64>);

const ROWS: [Row; 14] = [
    ("Total", "Memory that the kernel manages.", |m| {
        Some(m.mem_total)
    }),
    ("Free", "Memory that nothing uses.", |m| Some(m.mem_free)),
    (
        "Available",
        "Estimate of what a new program could use without swapping.",
        |m| m.mem_available,
    ),
    ("Used", "Total less available.", |m| {
        Some(m.mem_total.saturating_sub(m.mem_available?))
    }),
    ("Buffers", "Cached blocks of raw devices.", |m| {
        Some(m.buffers)
    }),
    ("Cached", "Cached files, shared memory included.", |m| {
        Some(m.cached)
    }),
    ("Shared", "Shared memory and tmpfs files.", |m| m.shmem),
    ("Anonymous", "Pages of programs that no file backs.", |m| {
        m.anon_pages
    }),
    ("Slab", "The kernel's own data structures.", |m| {
        Some(m.slab)
    }),
    ("PageTables", "Page tables.", |m| m.page_tables),
    ("Dirty", "File data waiting to be written.", |m| {
        Some(m.dirty)
    }),
    ("Writeback", "File data being written.", |m| {
        Some(m.writeback)
    }),
    ("SwapTotal", "Swap space.", |m| Some(m.swap_total)),
    ("SwapUsed", "Swap space in use.", |m| {
        Some(m.swap_total.saturating_sub(m.swap_free))
    }),
];

pub(super) fn group(roots: &Roots) -> Offer {
    let path = roots.proc.join("meminfo");
    let mut file = Reread::open(&path).map_err(unreadable(NAME, &path))?;
    let now = parse(&mut file).map_err(unreadable(NAME, &path))?;
    let rows: Vec<Row> = ROWS
        .into_iter()
        .filter(|(.., value)| value(&now).is_some())
        .collect();
    let metrics = rows
        .iter()
        .map(|(name, about, _)| Metric::level(*name, "bytes").about(*about).of("Memory"))
        .collect();
    let description = "How much memory is used for what.";
    Ok(super::group(
        NAME,
        description,
        10,
        metrics,
        Memory { file, rows },
    ))
}

fn parse(file: &mut Reread) -> io::Result<Meminfo> {
    Meminfo::from_buf_read(file.read()?.as_bytes()).map_err(io::Error::other)
}

struct Memory {
    file: Reread,
    rows: Vec<Row>,
}

impl Source for Memory {
    fn read(&mut self, _now: u64, out: &mut Vec<Option<Value>>) -> io::Result<()> {
        let now = parse(&mut self.file)?;
        out.extend(
            self.rows
                .iter()
                .map(|(.., value)| value(&now).map(Value::U64)),
        );
        Ok(())
    }
}
