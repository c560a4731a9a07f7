//! Where the time axis is marked, and how the marks are labelled.
//!
//! From nanoseconds to months, in integers. While the view follows, labels count back from now;
//! while it is held they are session time. Where a label would need more digits than there is
//! room for, the common part is said once as the axis' base.

use crate::model::time::{Time, TimeSpan};

const MICRO: i64 = 1_000;
const MILLI: i64 = 1_000_000;
const SECOND: i64 = 1_000_000_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// Steps people count in, beyond a second.
const CLOCK_STEPS: [i64; 21] = [
    SECOND,
    2 * SECOND,
    5 * SECOND,
    10 * SECOND,
    15 * SECOND,
    30 * SECOND,
    MINUTE,
    2 * MINUTE,
    5 * MINUTE,
    10 * MINUTE,
    15 * MINUTE,
    30 * MINUTE,
    HOUR,
    2 * HOUR,
    3 * HOUR,
    6 * HOUR,
    12 * HOUR,
    DAY,
    2 * DAY,
    5 * DAY,
    10 * DAY,
];

/// The marks of a time axis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TimeAxis {
    /// Nanoseconds between two marks.
    pub(super) step: i64,
    /// Session time that labels are to be added to, where they are not complete.
    pub(super) base: Option<String>,
    /// The marks, earliest first.
    pub(super) marks: Vec<TimeMark>,
}

/// One mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TimeMark {
    /// Where.
    pub(super) time: Time,
    /// What stands below it.
    pub(super) label: String,
}

impl TimeAxis {
    /// Marks for `view` with at most `most` of them; `now` is where a following view ends.
    pub(super) fn new(view: TimeSpan, now: Option<Time>, most: usize) -> Self {
        let most = most.max(1) as i64;
        let step = nice_step((view.nanos() + most - 1) / most);
        match now {
            Some(now) => Self {
                step,
                base: None,
                marks: marks(view, now, step, |offset| {
                    before_now(offset, view.nanos(), step)
                }),
            },
            None if step < MILLI => Self::with_base(view, step),
            None => Self {
                step,
                base: None,
                marks: marks(view, Time::ZERO, step, |time| clock(time, step)),
            },
        }
    }

    fn with_base(view: TimeSpan, step: i64) -> Self {
        let base = Time(view.start.0.div_euclid(MILLI).saturating_mul(MILLI));
        let largest = view.end - base;
        Self {
            step,
            base: Some(clock(base.0, MILLI)),
            marks: marks(view, base, step, |offset| {
                format!("+{}", scaled(offset, largest, step))
            }),
        }
    }
}

/// Marks at whole multiples of `step` from `zero`, labelled by their distance from it.
fn marks(view: TimeSpan, zero: Time, step: i64, label: impl Fn(i64) -> String) -> Vec<TimeMark> {
    let first = (view.start - zero).div_euclid(step) + i64::from((view.start - zero) % step != 0);
    let last = (view.end - zero).div_euclid(step);
    (first..=last)
        .map(|index| index.saturating_mul(step))
        .map(|offset| TimeMark {
            time: zero + offset,
            label: label(offset),
        })
        .collect()
}

/// The smallest step people count in that is at least `nanos`.
fn nice_step(nanos: i64) -> i64 {
    if nanos <= SECOND / 2 {
        let decade = 10_i64.pow((nanos.max(1)).ilog10());
        return [1, 2, 5, 10]
            .map(|factor| factor * decade)
            .into_iter()
            .find(|step| *step >= nanos)
            .unwrap_or(SECOND);
    }
    CLOCK_STEPS
        .into_iter()
        .find(|step| *step >= nanos)
        .unwrap_or_else(|| {
            let days = nanos / DAY + 1;
            let decade = 10_i64.pow(days.ilog10());
            ((days - 1) / decade + 1)
                .saturating_mul(decade)
                .saturating_mul(DAY)
        })
}

/// How long before now, for a view of `span` nanoseconds.
fn before_now(offset: i64, span: i64, step: i64) -> String {
    if offset == 0 {
        "now".to_owned()
    } else if span > 2 * MINUTE {
        clock(offset, step)
    } else {
        scaled(offset, span, step)
    }
}

/// A number with the unit that suits `largest`, with the digits that `step` needs.
pub(super) fn scaled(nanos: i64, largest: i64, step: i64) -> String {
    let (unit, name) = match largest {
        SECOND.. => (SECOND, "s"),
        MILLI.. => (MILLI, "ms"),
        MICRO.. => (MICRO, "µs"),
        _ => (1, "ns"),
    };
    let sign = if nanos < 0 { "−" } else { "" };
    let (whole, part) = (
        nanos.unsigned_abs() / unit as u64,
        nanos.unsigned_abs() % unit as u64,
    );
    let digits = decimals(step, unit);
    format!("{sign}{whole}{} {name}", fraction(part, unit, digits))
}

/// Session time as a clock shows it: `m:ss`, with hours, days and decimals as needed.
pub(super) fn clock(nanos: i64, step: i64) -> String {
    let sign = if nanos < 0 { "−" } else { "" };
    let total = nanos.unsigned_abs();
    let seconds = total / SECOND as u64;
    let (hours, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let part = fraction(total % SECOND as u64, SECOND, decimals(step, SECOND));
    match (hours / 24, hours % 24) {
        (0, 0) => format!("{sign}{minute}:{second:02}{part}"),
        (0, hours) => format!("{sign}{hours}:{minute:02}:{second:02}{part}"),
        (days, hours) if step >= MINUTE => format!("{sign}{days} d {hours}:{minute:02}"),
        (days, hours) => format!("{sign}{days} d {hours}:{minute:02}:{second:02}{part}"),
    }
}

/// A length of time in three or four significant digits: `12.3 s`, `4:05 min`, `850 ms`.
pub(super) fn duration(nanos: i64) -> String {
    let nanos = nanos.max(0);
    match nanos {
        DAY.. => format!("{} d {} h", nanos / DAY, nanos % DAY / HOUR),
        HOUR.. => format!("{} h {} min", nanos / HOUR, nanos % HOUR / MINUTE),
        _ if nanos >= 2 * MINUTE => {
            format!("{} min {} s", nanos / MINUTE, nanos % MINUTE / SECOND)
        }
        _ => {
            let unit = [SECOND, MILLI, MICRO, 1]
                .into_iter()
                .find(|unit| nanos >= *unit)
                .unwrap_or(1);
            let step = match nanos / unit {
                100.. => unit,
                10.. => unit / 10,
                _ => unit / 100,
            };
            scaled(nanos, nanos, step.max(1))
        }
    }
}

/// How many decimals of `unit` tell multiples of `step` apart.
fn decimals(step: i64, unit: i64) -> usize {
    let (mut digits, mut place) = (0, unit);
    while place > 1 && step % place != 0 {
        place /= 10;
        digits += 1;
    }
    digits
}

fn fraction(part: u64, unit: i64, digits: usize) -> String {
    if digits == 0 {
        return String::new();
    }
    let width = unit.ilog10() as usize;
    let text = format!("{part:0width$}");
    format!(".{}", &text[..digits.min(width)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(view: TimeSpan, now: Option<Time>, most: usize) -> Vec<String> {
        let axis = TimeAxis::new(view, now, most);
        axis.marks.into_iter().map(|mark| mark.label).collect()
    }

    fn span(start: i64, nanos: i64) -> TimeSpan {
        TimeSpan::new(Time(start), Time(start + nanos))
    }

    #[test]
    fn a_following_axis_counts_back_from_now() {
        let end = Time(1_234_567_890_123);
        let ten = TimeSpan::new(end + -10 * SECOND, end);
        assert_eq!(
            labels(ten, Some(end), 6),
            ["−10 s", "−8 s", "−6 s", "−4 s", "−2 s", "now"]
        );
        let short = TimeSpan::new(end + -1500 * MICRO, end);
        assert_eq!(
            labels(short, Some(end), 4),
            ["−1.5 ms", "−1.0 ms", "−0.5 ms", "now"]
        );
        let long = TimeSpan::new(end + -10 * MINUTE, end);
        assert_eq!(labels(long, Some(end), 3), ["−10:00", "−5:00", "now"]);
    }

    #[test]
    fn a_held_axis_shows_session_time() {
        assert_eq!(
            labels(span(HOUR - SECOND, 2 * SECOND), None, 4),
            ["59:59.0", "59:59.5", "1:00:00.0", "1:00:00.5", "1:00:01.0"]
        );
        assert_eq!(
            labels(span(0, 30 * DAY), None, 4),
            ["0:00", "10 d 0:00", "20 d 0:00", "30 d 0:00"]
        );
        assert_eq!(
            labels(span(-SECOND, 2 * SECOND), None, 2),
            ["−0:01", "0:00", "0:01"]
        );
    }

    #[test]
    fn nanoseconds_far_into_a_session_are_said_from_a_base() {
        let start = 30 * DAY + 5 * MILLI + 250;
        let axis = TimeAxis::new(span(start, 1000), None, 4);
        assert_eq!(axis.base.as_deref(), Some("30 d 0:00:00.005"));
        let labels: Vec<_> = axis.marks.iter().map(|mark| mark.label.as_str()).collect();
        assert_eq!(labels, ["+0.5 µs", "+1.0 µs"]);
        assert_eq!(axis.marks[0].time, Time(30 * DAY + 5 * MILLI + 500));
    }

    #[test]
    fn there_are_never_many_more_marks_than_asked_for() {
        let mut nanos = 1_000_i64;
        while nanos < 400 * DAY {
            for most in [1, 2, 5, 10, 20] {
                for now in [None, Some(Time(5 * DAY))] {
                    let marks = labels(span(5 * DAY - nanos, nanos), now, most);
                    assert!(marks.len() <= most + 1, "{nanos} {most}: {marks:?}");
                }
            }
            nanos = nanos * 7 / 3;
        }
    }

    #[test]
    fn the_ends_of_time_do_not_panic() {
        for start in [i64::MIN, i64::MAX - 10, 0] {
            let view = TimeSpan::new(Time(start), Time(start) + DAY);
            assert!(labels(view, None, 5).len() <= 7);
        }
    }

    #[test]
    fn durations_have_as_many_digits_as_help() {
        for (nanos, text) in [
            (0, "0 ns"),
            (850 * MILLI, "850 ms"),
            (12_345 * MILLI, "12.3 s"),
            (3_216 * MILLI, "3.21 s"),
            (125 * SECOND, "2 min 5 s"),
            (2 * HOUR + 61 * SECOND, "2 h 1 min"),
        ] {
            assert_eq!(duration(nanos), text);
        }
    }
}
