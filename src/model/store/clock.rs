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
        visit: impl FnMut(usize, Link) -> ControlFlow<()>,
    ) {
        let _done = match self.base {
            Base::Host(times) => self.walk_over(rows, |row| times[row].0 as u64, visit),
            Base::Device(stamps, _) => self.walk_over(rows, |row| stamps[row], visit),
        };
    }

    #[inline]
    fn walk_over(
        &self,
        rows: Range<usize>,
        at: impl Fn(usize) -> u64,
        mut visit: impl FnMut(usize, Link) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let may_be_stale = matches!(self.base, Base::Device(_, true));
        let mut cut = self
            .cuts
            .partition_point(|&cut| (cut as usize) < rows.start);
        let mut from = rows
            .start
            .checked_sub(1)
            .and_then(|row| self.sample_at(row));
        let mut then = from.map(&at).or(self.carried);
        let mut row = rows.start;
        while row < rows.end {
            let next_cut = self.cuts.get(cut).map_or(rows.end, |&cut| cut as usize);
            let link = match then {
                _ if next_cut == row => Link::First,
                None => Link::First,
                Some(then) if at(row) == then => Link::Stale,
                Some(then) => Link::Step {
                    from,
                    nanos: at(row).wrapping_sub(then),
                },
            };
            cut += usize::from(next_cut == row);
            if link != Link::Stale {
                (from, then) = (Some(row), Some(at(row)));
            }
            visit(row, link)?;
            row += 1;
            // From here to the next cut every row follows the one before, as it mostly does.
            while !may_be_stale && row < next_cut.min(rows.end) {
                let nanos = at(row).wrapping_sub(at(row - 1));
                visit(
                    row,
                    Link::Step {
                        from: Some(row - 1),
                        nanos,
                    },
                )?;
                (from, then) = (Some(row), Some(at(row)));
                row += 1;
            }
        }
        ControlFlow::Continue(())
    }
}
