//! When a group is due: absolute deadlines that do not drift and never pile up.
//!
//! Pure arithmetic over nanoseconds of the deadline clock; nobody waits here.

/// The deadlines of one group: every `period` since an anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Deadlines {
    next: i64,
    period: i64,
}

/// What became of the deadlines up to a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Due {
    /// Nanoseconds from the newest deadline that had passed.
    pub(crate) lateness: i64,
    /// Deadlines before that one that were never served.
    pub(crate) missed: u64,
}

impl Deadlines {
    /// Deadlines every `period` nanoseconds (at least 1), the first at or after `now`.
    ///
    /// All groups of a period share its multiples, so groups of one rate are read back to back
    /// and their passes line up.
    pub(crate) fn starting(now: i64, period: i64) -> Self {
        let period = period.max(1);
        let past = now.rem_euclid(period);
        let next = if past == 0 { now } else { now + period - past };
        Self { next, period }
    }

    /// The deadline to wait for.
    pub(crate) fn next(&self) -> i64 {
        self.next
    }

    /// Takes every deadline up to `now`, where there is one.
    ///
    /// One pass serves the newest of them; the others are missed for good. Reading late and then
    /// reading again at once would only pretend to catch up.
    pub(crate) fn take(&mut self, now: i64) -> Option<Due> {
        let late = now - self.next;
        if late < 0 {
            return None;
        }
        let missed = late / self.period;
        self.next += (missed + 1) * self.period;
        Some(Due {
            lateness: late % self.period,
            missed: missed as u64,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn served_in_time_nothing_is_missed_and_nothing_drifts() {
        let mut deadlines = Deadlines::starting(1_000, 100);
        for tick in 0..10 {
            let deadline = 1_000 + tick * 100;
            assert_eq!(deadlines.next(), deadline);
            let due = deadlines.take(deadline + 7);
            assert_eq!(
                due,
                Some(Due {
                    lateness: 7,
                    missed: 0
                })
            );
            assert_eq!(deadlines.take(deadline + 8), None);
        }
    }

    #[test]
    fn a_long_stop_is_one_pass_and_many_missed_deadlines() {
        let mut deadlines = Deadlines::starting(0, 100);
        let due = deadlines.take(1_000_000_050).expect("due");
        assert_eq!(
            due,
            Due {
                lateness: 50,
                missed: 10_000_000
            }
        );
        assert_eq!(deadlines.next(), 1_000_000_100);
    }

    #[test]
    fn groups_of_one_rate_share_their_deadlines() {
        let first = Deadlines::starting(1_001, 100);
        let second = Deadlines::starting(1_099, 100);
        assert_eq!(first, second);
        assert_eq!(first.next(), 1_100);
    }
}
