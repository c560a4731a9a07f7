//! Passes of several groups in the order of time.
//!
//! Each group's passes arrive in order, but batch by batch and from threads of their own. A pass
//! leaves as soon as every group has shown a later one, or when it is older than the horizon: a
//! group that is silent holds the others up for that long and no longer.

use std::collections::VecDeque;
use std::sync::Arc;

use crate::model::batch::{Batch, Gap};
use crate::model::time::Time;

/// A pass or a gap on its way out; `group` is the position among the groups being watched.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    /// Row `row` of a batch.
    Pass {
        /// Whose pass.
        group: usize,
        /// Where it lies.
        batch: Arc<Batch>,
        /// Which row.
        row: usize,
    },
    /// Something that is missing.
    Gap {
        /// Whose gap.
        group: usize,
        /// What is missing.
        gap: Gap,
    },
}

/// Puts passes in order.
#[derive(Debug)]
pub(crate) struct Merge {
    lanes: Vec<Lane>,
    last: Time,
    late: u64,
}

/// The batches of one group that have not left yet.
#[derive(Debug, Default)]
struct Lane {
    batches: VecDeque<Arc<Batch>>,
    /// The next row and the next gap of the front batch.
    row: usize,
    gap: usize,
    ended: bool,
}

impl Merge {
    /// For `groups` groups.
    pub(crate) fn new(groups: usize) -> Self {
        Self {
            lanes: std::iter::repeat_with(Lane::default).take(groups).collect(),
            last: Time(i64::MIN),
            late: 0,
        }
    }

    /// Takes in a batch of the group at position `group`.
    pub(crate) fn push(&mut self, group: usize, batch: Arc<Batch>) {
        if !batch.is_empty() {
            self.lanes[group].batches.push_back(batch);
        }
    }

    /// Nothing more will come of `group`; the others stop waiting for it.
    pub(crate) fn end(&mut self, group: usize) {
        self.lanes[group].ended = true;
    }

    /// Items that left after a later one.
    pub(crate) fn late(&self) -> u64 {
        self.late
    }

    /// The next item, if nothing earlier can come any more or it is not after `horizon`.
    pub(crate) fn next(&mut self, horizon: Time) -> Option<Item> {
        let heads = self.lanes.iter().enumerate();
        let heads = heads.filter_map(|(group, lane)| Some((lane.head()?, group)));
        let (time, group) = heads.min()?;
        let complete = self.lanes.iter().all(Lane::has_shown);
        if !complete && time > horizon {
            return None;
        }
        self.late += u64::from(time < self.last);
        self.last = self.last.max(time);
        Some(self.lanes[group].take(group))
    }
}

impl Lane {
    /// Whether this group need not be waited for.
    fn has_shown(&self) -> bool {
        self.ended || !self.batches.is_empty()
    }

    /// The time of what comes next.
    fn head(&self) -> Option<Time> {
        let batch = self.batches.front()?;
        let pass = batch.times.get(self.row).copied();
        // A gap leaves right before the pass it stands before.
        pass.or_else(|| Some(batch.gaps.get(self.gap)?.gap.span.end))
    }

    /// Takes what comes next. There must be something.
    fn take(&mut self, group: usize) -> Item {
        let batch = Arc::clone(&self.batches[0]);
        let mark = batch.gaps.get(self.gap);
        let item = if let Some(mark) = mark.filter(|mark| mark.row as usize <= self.row) {
            self.gap += 1;
            Item::Gap {
                group,
                gap: mark.gap,
            }
        } else {
            self.row += 1;
            Item::Pass {
                group,
                batch: Arc::clone(&batch),
                row: self.row - 1,
            }
        };
        if self.row == batch.len() && self.gap == batch.gaps.len() {
            self.batches.pop_front();
            (self.row, self.gap) = (0, 0);
        }
        item
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::batch::{GapCause, GapMark};
    use crate::model::catalog::{DeviceId, GroupId};
    use crate::model::time::TimeSpan;

    fn batch(times: &[i64], gaps: &[(u32, i64)]) -> Arc<Batch> {
        let id = GroupId {
            device: DeviceId(0),
            index: 0,
        };
        let mut batch = Batch::new(id, Arc::from([]));
        batch.times = times.iter().copied().map(Time).collect();
        batch.gaps = gaps.iter().map(|(row, end)| mark(*row, *end)).collect();
        Arc::new(batch)
    }

    fn mark(row: u32, end: i64) -> GapMark {
        GapMark {
            row,
            gap: Gap {
                span: TimeSpan::new(Time(0), Time(end)),
                missed: 1,
                cause: GapCause::Late,
            },
        }
    }

    /// Everything that leaves by `horizon`, as `group:time` and `group:gap`.
    fn leaving(merge: &mut Merge, horizon: i64) -> String {
        let mut seen = Vec::new();
        while let Some(item) = merge.next(Time(horizon)) {
            seen.push(match item {
                Item::Pass { group, batch, row } => format!("{group}:{}", batch.times[row].0),
                Item::Gap { group, .. } => format!("{group}:gap"),
            });
        }
        seen.join(" ")
    }

    #[test]
    fn passes_wait_for_the_other_groups_and_leave_in_order() {
        let mut merge = Merge::new(2);
        merge.push(0, batch(&[10, 30], &[]));
        assert_eq!(leaving(&mut merge, 5), "");
        merge.push(1, batch(&[20, 40], &[]));
        assert_eq!(leaving(&mut merge, 5), "0:10 1:20 0:30");
        assert_eq!(leaving(&mut merge, 40), "1:40");
        assert_eq!(merge.late(), 0);
    }

    #[test]
    fn a_silent_group_holds_the_others_up_only_to_the_horizon() {
        let mut merge = Merge::new(2);
        merge.push(0, batch(&[10, 30], &[]));
        assert_eq!(leaving(&mut merge, 20), "0:10");
        merge.push(1, batch(&[5], &[]));
        assert_eq!(leaving(&mut merge, 20), "1:5");
        assert_eq!(merge.late(), 1);
        merge.end(1);
        assert_eq!(leaving(&mut merge, 20), "0:30");
    }

    #[test]
    fn gaps_keep_their_place_between_passes() {
        let mut merge = Merge::new(1);
        merge.push(0, batch(&[10, 20], &[(0, 10), (1, 20), (2, 25)]));
        merge.push(0, batch(&[], &[(0, 30)]));
        assert_eq!(leaving(&mut merge, 0), "0:gap 0:10 0:gap 0:20 0:gap 0:gap");
    }
}
