//! Which samples of a chunk follow one another, and how much time lies between them.
//!
//! Where the group has a timestamp of the device, that is the time that counts, and a row whose
//! timestamp is that of the row before is *stale*: the same sample read twice. Else the host's
//! time of each pass counts and no row is stale. A *cut* is a row before which the counters may
//! have started again: no step leads over it.

use std::ops::{ControlFlow, Range};

use crate::model::time::Time;

/// The times between the rows of one chunk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock<'a> {
    /// The times that count.
    pub(super) base: Base<'a>,
    /// When the last sample before the chunk was taken, in terms of `base`.
    pub(super) carried: Option<u64>,
    /// Rows no step leads to, ascending.
    pub(super) cuts: &'a [u32],
}

/// The times that count. As differences alone matter, both are told as wrapping 64-bit numbers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Base<'a> {
    /// When the host read each row.
    Host(&'a [Time]),
    /// The device's own timestamp in each row, and whether any row is stale.
    Device(&'a [u64], bool),
}

/// What a row is in the chain of samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    /// The sample after the one in row `from` (`None`: the last before the chunk), `nanos` later.
    Step {
        /// The row of the sample before.
        from: Option<usize>,
        /// Time between the two.
        nanos: u64,
    },
    /// The first sample after a cut, or of all.
    First,
    /// The same sample as the row before.
    Stale,
}

impl Clock<'_> {
    /// When row `row` was taken.
    #[inline]
    pub(super) fn at(&self, row: usize) -> u64 {
        match self.base {
            Base::Host(times) => times[row].0 as u64,
            Base::Device(stamps, _) => stamps[row],
        }
    }

    /// The row that holds the last sample at or before `row`; `None` when the last before the
    /// chunk is still the current one.
    pub(super) fn sample_at(&self, row: usize) -> Option<usize> {
        let Base::Device(stamps, true) = self.base else {
            return Some(row);
        };
        let epoch = self.cuts.partition_point(|&cut| cut as usize <= row);
        let start = epoch.checked_sub(1).map_or(0, |at| self.cuts[at] as usize);
        let first = start + stamps[start..row].partition_point(|&stamp| stamp < stamps[row]);
        let carried = first == 0 && start == 0 && !self.is_cut(0);
        (!carried || self.carried != Some(stamps[first])).then_some(first)
    }

    /// Whether no step leads to `row`.
    fn is_cut(&self, row: usize) -> bool {
        self.cuts.binary_search(&(row as u32)).is_ok()
    }

    /// Tells what each of `rows` is, in order, until `visit` has had enough.
    #[inline]
    pub(super) fn walk(
        &self,
        rows: Range<usize>,
        mut visit: impl FnMut(usize, Link) -> ControlFlow<()>,
    ) {
        let mut cut = self
            .cuts
            .partition_point(|&cut| (cut as usize) < rows.start);
        let mut from = rows
            .start
            .checked_sub(1)
            .and_then(|row| self.sample_at(row));
        let mut then = from.map(|row| self.at(row)).or(self.carried);
        for row in rows {
            let now = self.at(row);
            let link = if self.cuts.get(cut).is_some_and(|&cut| cut as usize == row) {
                cut += 1;
                Link::First
            } else if let Some(then) = then {
                match now.wrapping_sub(then) {
                    0 => Link::Stale,
                    nanos => Link::Step { from, nanos },
                }
            } else {
                Link::First
            };
            if link != Link::Stale {
                (from, then) = (Some(row), Some(now));
            }
            if visit(row, link).is_break() {
                break;
            }
        }
    }
}
