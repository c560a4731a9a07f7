//! What was printed and what is missing, for the last words of a watch.

use std::collections::BTreeMap;

use crate::cli::outcome::Outcome;
use crate::model::batch::{Gap, GapCause};

/// Counts over all groups.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// Passes printed.
    pub(crate) passes: u64,
    /// Of these, passes whose record moved while it was read.
    pub(crate) torn: u64,
    /// Passes that came too late to stand in order.
    pub(crate) out_of_order: u64,
    /// Passes that were read and not printed, because printing was too slow.
    pub(crate) unprinted: u64,
    /// Groups or metrics that were asked for and not read to the end.
    pub(crate) failed: u64,
    /// Gaps by cause: how many, and how many passes are missing in them.
    pub(crate) gaps: BTreeMap<&'static str, (u64, u64)>,
    /// Whether a gap means that data was there and is lost.
    pub(crate) lost_in_gaps: bool,
}

impl Tally {
    /// Notes a gap.
    pub(crate) fn gap(&mut self, gap: &Gap) {
        let (count, missed) = self.gaps.entry(gap.cause.name()).or_default();
        *count += 1;
        *missed += gap.missed;
        self.lost_in_gaps |=
            gap.cause.is_drop() || matches!(gap.cause, GapCause::ReadFailed | GapCause::DeviceLost);
    }

    /// How the watch ended.
    pub(crate) fn outcome(&self) -> Outcome {
        if self.lost_in_gaps || self.unprinted > 0 || self.failed > 0 {
            Outcome::Incomplete
        } else {
            Outcome::Done
        }
    }

    /// One line for each thing a reader of the values must know.
    pub(crate) fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        for (cause, (gaps, missed)) in &self.gaps {
            let passes = match missed {
                0 => "an unknown number of passes".to_owned(),
                missed => counted(*missed, "pass", "passes"),
            };
            let gaps = counted(*gaps, "gap", "gaps");
            remarks.push(format!("{passes} missing in {gaps}: {cause}"));
        }
        let others = [
            (
                self.unprinted,
                "not printed: this terminal or pipe is too slow",
            ),
            (self.torn, "torn: the record moved while it was read"),
            (self.out_of_order, "printed after a later one"),
        ];
        for (passes, what) in others.into_iter().filter(|(passes, _)| *passes > 0) {
            remarks.push(format!("{} {what}", counted(passes, "pass", "passes")));
        }
        remarks
    }
}

fn counted(number: u64, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::time::{Time, TimeSpan};

    fn after(cause: GapCause) -> Tally {
        let mut tally = Tally::default();
        tally.gap(&Gap {
            span: TimeSpan::new(Time(0), Time(1)),
            missed: 3,
            cause,
        });
        tally
    }

    #[test]
    fn lost_data_shows_in_the_exit_status_and_missed_deadlines_only_in_the_remarks() {
        let late = after(GapCause::Late);
        assert_eq!(late.outcome(), Outcome::Done);
        assert_eq!(late.remarks(), ["3 passes missing in 1 gap: late"]);
        for cause in [
            GapCause::QueueFull,
            GapCause::DriverDropped,
            GapCause::ReadFailed,
        ] {
            assert_eq!(after(cause).outcome(), Outcome::Incomplete, "{cause:?}");
        }
        assert!(Tally::default().remarks().is_empty());
    }
}
