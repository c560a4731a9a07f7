//! From where to where a value axis runs.
//!
//! An axis grows at once when a value would leave it and shrinks only after a while, in steps
//! of round numbers, so that it neither hides a value nor jitters with every sample.

/// A stretch of values; `low` is below `high` and both are finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ValueRange {
    /// The lower end.
    pub(super) low: f64,
    /// The upper end.
    pub(super) high: f64,
}

impl ValueRange {
    /// The height of `value`: 0 at the lower end, 1 at the upper.
    pub(super) fn share(self, value: f64) -> f64 {
        // Halves, since the difference of two finite numbers may be infinite.
        (value / 2.0 - self.low / 2.0) / (self.high / 2.0 - self.low / 2.0)
    }

    /// Whether all of `other` lies inside.
    pub(super) fn holds(self, other: Self) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    fn half_length(self) -> f64 {
        self.high / 2.0 - self.low / 2.0
    }
}

/// What an axis must show beside the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// 0 to 100, whatever the values.
    Percent,
    /// Zero: for what is counted.
    Zero,
    /// Nothing; zero only when the values come near it.
    Free,
}

/// The range that shows values from `lowest` to `highest` with some air, on multiples of a
/// round step counted in units of `unit` (a prefix' factor).
pub(super) fn fitting(lowest: f64, highest: f64, anchor: Anchor, unit: f64) -> ValueRange {
    let (lowest, highest) = (lowest.min(highest), highest.max(lowest));
    let (mut low, mut high) = match anchor {
        Anchor::Percent => (lowest.min(0.0), highest.max(100.0)),
        Anchor::Zero => (lowest.min(0.0), highest.max(0.0)),
        Anchor::Free if lowest >= 0.0 && lowest <= highest * 0.3 => (0.0, highest),
        Anchor::Free => (lowest, highest),
    };
    let bare = ValueRange { low, high };
    let size = lowest.abs().max(highest.abs());
    if bare.half_length() <= size * 1e-15 || low == high {
        // A constant: as much air as makes it a line in the middle, or off the ground.
        let air = if size == 0.0 { unit } else { size * 0.1 };
        low = if low == 0.0 || anchor == Anchor::Zero {
            low
        } else {
            low - air
        };
        high = if high == 0.0 && low < 0.0 {
            high
        } else {
            high + air
        };
    } else {
        let air = bare.half_length() * 0.1;
        low = if low == 0.0 { low } else { low - air };
        high = if high == 0.0 || bare.high == 100.0 && anchor == Anchor::Percent {
            high
        } else {
            high + air
        };
    }
    rounded(low, high, unit)
}

/// The ends moved outwards to multiples of a fifth of the range, roundly.
fn rounded(low: f64, high: f64, unit: f64) -> ValueRange {
    let step = round_step((high / 5.0 - low / 5.0) / unit) * unit;
    let outward = |value: f64, round: fn(f64) -> f64| {
        let moved = round(value / step) * step;
        if moved.is_finite() { moved } else { value }
    };
    let (low, high) = (low.max(f64::MIN), high.min(f64::MAX));
    let (low, high) = (outward(low, f64::floor), outward(high, f64::ceil));
    if low < high {
        ValueRange { low, high }
    } else {
        // Beyond what a float resolves: the nearest numbers that differ.
        ValueRange {
            low: low.next_down().max(f64::MIN),
            high: high.next_up().min(f64::MAX),
        }
    }
}

/// The smallest of 1, 2, 5 times a power of ten that is at least `step`.
pub(super) fn round_step(step: f64) -> f64 {
    if !step.is_finite() || step <= 0.0 {
        return f64::MIN_POSITIVE;
    }
    let decade = 10_f64.powf(step.log10().floor()).max(f64::MIN_POSITIVE);
    [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * decade)
        .into_iter()
        .find(|round| *round >= step * (1.0 - 1e-9))
        .unwrap_or(step)
}

/// A range that follows its values without haste.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AutoRange {
    shown: Option<ValueRange>,
    /// Since when, in seconds of the caller's clock, much less would do.
    roomy_since: Option<f64>,
}

impl AutoRange {
    /// How long a range stays that has become too large, in seconds.
    const PATIENCE: f64 = 1.5;

    /// The range to show now that `wanted` would do, at `seconds` of any steady clock.
    pub(super) fn settle(&mut self, wanted: ValueRange, seconds: f64) -> ValueRange {
        let Some(shown) = self.shown.filter(|shown| shown.holds(wanted)) else {
            return self.jump(wanted);
        };
        if wanted.half_length() > 0.75 * shown.half_length() {
            self.roomy_since = None;
            return shown;
        }
        let since = *self.roomy_since.get_or_insert(seconds);
        if seconds - since >= Self::PATIENCE {
            return self.jump(wanted);
        }
        shown
    }

    /// The range that was shown last.
    pub(super) fn shown(&self) -> Option<ValueRange> {
        self.shown
    }

    /// How many seconds from `seconds` on the range may change by itself.
    pub(super) fn due_in(&self, seconds: f64) -> Option<f64> {
        let since = self.roomy_since?;
        Some((since + Self::PATIENCE - seconds).max(0.0))
    }

    fn jump(&mut self, to: ValueRange) -> ValueRange {
        self.shown = Some(to);
        self.roomy_since = None;
        to
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(low: f64, high: f64) -> ValueRange {
        ValueRange { low, high }
    }

    #[test]
    fn percent_begins_with_a_hundred_and_shows_more_where_there_is_more() {
        assert_eq!(fitting(3.0, 12.0, Anchor::Percent, 1.0), range(0.0, 100.0));
        assert_eq!(fitting(0.0, 100.0, Anchor::Percent, 1.0), range(0.0, 100.0));
        let more = fitting(0.0, 130.0, Anchor::Percent, 1.0);
        assert!(more.low == 0.0 && more.high >= 130.0, "{more:?}");
    }

    #[test]
    fn counts_stand_on_zero_and_levels_where_they_are() {
        assert_eq!(fitting(900.0, 950.0, Anchor::Zero, 1.0).low, 0.0);
        let level = fitting(900.0, 950.0, Anchor::Free, 1.0);
        assert!(level.low > 800.0 && level.high < 1000.0, "{level:?}");
        assert_eq!(fitting(100.0, 950.0, Anchor::Free, 1.0).low, 0.0);
    }

    #[test]
    fn constants_and_extremes_have_sane_axes() {
        for value in [
            0.0,
            5.0,
            -5.0,
            1e-300,
            1e300,
            -1e300,
            f64::MAX,
            5e-324,
            1e15 + 0.5,
        ] {
            for anchor in [Anchor::Percent, Anchor::Zero, Anchor::Free] {
                let fit = fitting(value, value, anchor, 1.0);
                assert!(fit.low < fit.high, "{value:e} {anchor:?} {fit:?}");
                assert!(
                    fit.low <= value && value <= fit.high,
                    "{value:e} {anchor:?} {fit:?}"
                );
                assert!(fit.share(value).is_finite(), "{value:e} {anchor:?} {fit:?}");
            }
        }
        let all = fitting(f64::MIN, f64::MAX, Anchor::Free, 1.0);
        assert_eq!(all.share(0.0), 0.5);
        let wide = fitting(1e-300, 1e300, Anchor::Free, 1.0);
        assert!(wide.low == 0.0 && wide.high >= 1e300, "{wide:?}");
    }

    #[test]
    fn a_range_grows_at_once_and_shrinks_late() {
        let mut auto = AutoRange::default();
        auto.settle(range(0.0, 10.0), 0.0);
        assert_eq!(auto.settle(range(0.0, 20.0), 0.1), range(0.0, 20.0));
        assert_eq!(auto.settle(range(0.0, 5.0), 0.2), range(0.0, 20.0));
        assert_eq!(auto.due_in(0.2), Some(AutoRange::PATIENCE));
        assert_eq!(auto.settle(range(0.0, 18.0), 1.0), range(0.0, 20.0));
        assert_eq!(auto.settle(range(0.0, 5.0), 1.9), range(0.0, 20.0));
        assert_eq!(auto.settle(range(0.0, 5.0), 3.5), range(0.0, 5.0));
        assert_eq!(auto.due_in(3.5), None);
    }

    #[test]
    fn steps_are_round() {
        for (step, rounded) in [(0.9, 1.0), (1.1, 2.0), (2.0, 2.0), (3.0, 5.0), (7e5, 1e6)] {
            assert!(
                (round_step(step) - rounded).abs() < rounded * 1e-9,
                "{step}"
            );
        }
        assert!(round_step(0.0) > 0.0 && round_step(f64::NAN) > 0.0);
    }
}
