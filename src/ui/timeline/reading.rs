//! What a series says at one instant: the value nearest to it, or why there is none.
//!
//! Pure questions to the store, exact to one row whatever the zoom.

use crate::model::batch::Gap;
use crate::model::catalog::View;
use crate::model::store::{GroupStore, Sample};
use crate::model::time::{Time, TimeSpan};

/// What a series says at an instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Reading {
    /// The nearest sample.
    Sample(Sample),
    /// The instant lies in a gap.
    Gap(Gap),
    /// The metric has no value around the instant: not read yet, not read any more, not finite.
    Nothing,
}

impl Reading {
    /// What `metric` says at `time`; a sample within `reach` nanoseconds counts even in a gap.
    pub(super) fn at(store: &GroupStore, metric: u32, view: View, time: Time, reach: i64) -> Self {
        let gap = gap_at(store, time);
        let Some(nearest) = store.nearest(metric, view, time) else {
            return gap.map_or(Self::Nothing, Self::Gap);
        };
        // The middle of a narrow gap is still a gap.
        let reach = gap.map_or(reach, |gap| reach.min(gap.span.nanos() / 4));
        if (nearest.time - time).saturating_abs() <= reach {
            return Self::Sample(nearest);
        }
        if let Some(gap) = gap {
            return Self::Gap(gap);
        }
        if joins(store, metric, view, time) {
            Self::Sample(nearest)
        } else {
            Self::Nothing
        }
    }

    /// The sample, where there is one.
    pub(super) fn sample(&self) -> Option<&Sample> {
        match self {
            Self::Sample(sample) => Some(sample),
            Self::Gap(_) | Self::Nothing => None,
        }
    }

    /// Why there is no value, in a few words.
    pub(super) fn absence(&self) -> Option<String> {
        match self {
            Self::Sample(_) => None,
            Self::Nothing => Some("no value here".to_owned()),
            Self::Gap(gap) => Some(describe(gap)),
        }
    }
}

/// A gap in a few words: `no value here: late, 3 missed`.
pub(super) fn describe(gap: &Gap) -> String {
    let cause = gap.cause.name();
    match gap.missed {
        0 => format!("no value here: {cause}"),
        missed => format!("no value here: {cause}, {missed} missed"),
    }
}

fn gap_at(store: &GroupStore, time: Time) -> Option<Gap> {
    store.gaps(TimeSpan::new(time, time + 1)).next()
}

/// Whether the curve runs on over `time`, from the sample before to the one after.
fn joins(store: &GroupStore, metric: u32, view: View, time: Time) -> bool {
    let before = store.at_or_before(metric, view, time);
    let rows = store.row_at(time)..store.row_numbers().end;
    let after = store.first_in(metric, view, rows);
    before
        .zip(after)
        .is_some_and(|(before, after)| store.is_joined(metric, view, before.row, after.row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::batch::{GapCause, GapMark};
    use crate::model::catalog::Kind;
    use crate::model::value::Value;
    use crate::ui::timeline::fixture::{batch, group, metric};

    const MONTH: i64 = 30 * 86_400 * 1_000_000_000;

    fn store() -> GroupStore {
        let mut store = GroupStore::new(&group(vec![metric(0, "", Kind::Gauge)]));
        let big = u64::MAX - 1;
        let passes: [(i64, &[u64]); 4] = [
            (MONTH, &[1]),
            (MONTH + 1, &[big]),
            (MONTH + 1000, &[3]),
            (MONTH + 2000, &[4]),
        ];
        let mut batch = batch(&passes);
        batch.gaps.push(GapMark {
            row: 2,
            gap: Gap {
                span: TimeSpan::new(Time(MONTH + 1), Time(MONTH + 1000)),
                missed: 3,
                cause: GapCause::Late,
            },
        });
        store.append(&batch).expect("a sound batch");
        store
    }

    fn at(offset: i64) -> Reading {
        Reading::at(&store(), 0, View::Raw, Time(MONTH + offset), 5)
    }

    #[test]
    fn a_value_is_read_back_exactly_to_one_sample_a_month_on() {
        let value = |offset| at(offset).sample().map(|sample| sample.value);
        assert_eq!(value(0), Some(Value::Unsigned(1)));
        assert_eq!(value(1), Some(Value::Unsigned(u64::MAX - 1)));
        assert_eq!(value(1400), Some(Value::Unsigned(3)));
        assert_eq!(value(1600), Some(Value::Unsigned(4)));
    }

    #[test]
    fn inside_a_gap_there_is_no_value_but_a_reason() {
        assert_eq!(
            at(500).absence().as_deref(),
            Some("no value here: late, 3 missed")
        );
        assert!(at(997).sample().is_some());
    }

    #[test]
    fn before_the_first_and_after_the_last_sample_there_is_nothing() {
        assert_eq!(at(-100), Reading::Nothing);
        assert_eq!(at(3000), Reading::Nothing);
        assert!(at(2004).sample().is_some());
    }
}
