//! What a tick in the tree asks a group to sample.
//!
//! The group's timestamp comes along with whatever is ticked and goes with the last tick; the
//! user never meets it.

use crate::capture::selection::metrics_with_timestamp;
use crate::model::catalog::{GroupInfo, MetricInfo};

/// How much of a group is ticked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ticks {
    /// Nothing.
    None,
    /// Some of what could be.
    Some,
    /// All that could be.
    All,
}

/// Whether a box stands before the metric: it can be read, and drawn as a curve or lane.
pub fn can_tick(metric: &MetricInfo) -> bool {
    metric.is_readable() && metric.kind.is_charted()
}

/// How many metrics of `group` have a box, and how many boxes are ticked when `wanted`
/// (ascending) is sampled.
pub(super) fn count(group: &GroupInfo, wanted: &[u32]) -> (usize, usize) {
    let boxes = group.metrics.iter().filter(|metric| can_tick(metric));
    boxes.fold((0, 0), |(boxes, ticked), metric| {
        let is_ticked = wanted.binary_search(&metric.index).is_ok();
        (boxes + 1, ticked + usize::from(is_ticked))
    })
}

/// How much of `group` is ticked when `wanted` (ascending) is sampled.
pub(super) fn ticks(group: &GroupInfo, wanted: &[u32]) -> Ticks {
    match count(group, wanted) {
        (_, 0) => Ticks::None,
        (boxes, ticked) if boxes == ticked => Ticks::All,
        _ => Ticks::Some,
    }
}

/// What to sample of `group` once `metric` is ticked or unticked.
pub fn with_metric(group: &GroupInfo, wanted: &[u32], metric: u32, on: bool) -> Vec<u32> {
    select(group, |candidate| {
        if candidate.index == metric {
            on
        } else {
            wanted.binary_search(&candidate.index).is_ok()
        }
    })
}

/// What to sample of `group` once all of it is ticked or unticked.
pub fn with_all(group: &GroupInfo, on: bool) -> Vec<u32> {
    select(group, |_| on)
}

fn select(group: &GroupInfo, ticked: impl Fn(&MetricInfo) -> bool) -> Vec<u32> {
    metrics_with_timestamp(group, |metric| can_tick(metric) && ticked(metric))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::samples::group;

    #[test]
    fn the_timestamp_comes_and_goes_with_the_ticks() {
        // Index 0 is the timestamp, 3 cannot be read.
        let group = group("Scheduler", 4);
        let one = with_metric(&group, &[], 2, true);
        assert_eq!(one, [0, 2]);
        let two = with_metric(&group, &one, 1, true);
        assert_eq!(two, [0, 1, 2]);
        assert_eq!(with_metric(&group, &two, 2, false), [0, 1]);
        assert_eq!(with_metric(&group, &one, 2, false), [0_u32; 0]);
    }

    #[test]
    fn a_group_is_all_ticked_when_every_box_is() {
        let group = group("Scheduler", 4);
        assert_eq!(with_all(&group, true), [0, 1, 2]);
        assert_eq!(with_all(&group, false), [0_u32; 0]);
        assert_eq!(ticks(&group, &[]), Ticks::None);
        assert_eq!(ticks(&group, &[0, 2]), Ticks::Some);
        assert_eq!(ticks(&group, &[0, 1, 2]), Ticks::All);
        assert_eq!(count(&group, &[0, 2]), (2, 1));
    }
}
