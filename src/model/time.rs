//! Session time: integer nanoseconds since the recording or live session began.
//!
//! Wall-clock time is not known here. A session stores once which wall-clock instant its
//! [`Time::ZERO`] was; everything inside the session is compared and subtracted as integers, so
//! two passes a nanosecond apart stay apart in a session that runs for months.

use std::ops::{Add, Sub};

/// An instant of a session, in nanoseconds since the session began. Negative before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub i64);

impl Time {
    /// The instant the session began.
    pub const ZERO: Self = Self(0);

    /// Builds an instant from whole and fractional seconds, to the nearest nanosecond.
    ///
    /// Saturates at the ends of the range; a non-number becomes [`Time::ZERO`].
    pub fn from_seconds(seconds: f64) -> Self {
        Self((seconds * 1e9).round() as i64)
    }

    /// Seconds since `origin` as a float. Exact to a nanosecond within 100 days of `origin`.
    pub fn seconds_since(self, origin: Self) -> f64 {
        self.0.saturating_sub(origin.0) as f64 * 1e-9
    }
}

impl Add<i64> for Time {
    type Output = Self;

    /// Later by `nanos`; saturates.
    fn add(self, nanos: i64) -> Self {
        Self(self.0.saturating_add(nanos))
    }
}

impl Sub for Time {
    type Output = i64;

    /// Nanoseconds from `earlier` to `self`; saturates.
    fn sub(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// A half-open span of session time: `start` belongs to it, `end` does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeSpan {
    /// First instant inside.
    pub start: Time,
    /// First instant after; never before `start`.
    pub end: Time,
}

impl TimeSpan {
    /// The span from `start` to `end`, empty when they are the wrong way round.
    pub fn new(start: Time, end: Time) -> Self {
        Self {
            start,
            end: end.max(start),
        }
    }

    /// Length in nanoseconds; never negative.
    pub fn nanos(self) -> i64 {
        self.end - self.start
    }

    /// Length in seconds.
    pub fn seconds(self) -> f64 {
        self.nanos() as f64 * 1e-9
    }

    /// Whether `time` lies inside.
    pub fn contains(self, time: Time) -> bool {
        self.start <= time && time < self.end
    }

    /// Whether the two spans share an instant.
    pub fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The smallest span that holds both.
    pub fn union(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nanoseconds_survive_far_from_the_origin() {
        let month = Time(30 * 86_400 * 1_000_000_000);
        let later = month + 1;
        assert_eq!(later - month, 1);
        assert_eq!(later.seconds_since(month), 1e-9);
    }

    #[test]
    fn spans_are_half_open_and_never_negative() {
        let span = TimeSpan::new(Time(10), Time(20));
        assert!(span.contains(Time(10)) && !span.contains(Time(20)));
        assert!(!span.overlaps(TimeSpan::new(Time(20), Time(30))));
        assert_eq!(TimeSpan::new(Time(5), Time(1)).nanos(), 0);
    }

    #[test]
    fn absurd_seconds_saturate() {
        assert_eq!(Time::from_seconds(f64::INFINITY), Time(i64::MAX));
        assert_eq!(Time::from_seconds(f64::NAN), Time::ZERO);
    }
}
