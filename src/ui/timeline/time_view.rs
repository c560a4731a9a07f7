//! Which stretch of session time the charts show.
//!
//! Integer arithmetic on session time, clamped at both extremes. Pixels enter only as the number
//! of columns a [`Grid`](crate::model::decimate::Grid) is cut into; gestures and keys are
//! translated elsewhere.

use crate::model::time::{Time, TimeSpan};

/// The shortest span that can be shown: a microsecond.
pub(super) const SHORTEST_NANOS: i64 = 1_000;
/// The longest span that can be shown: a year and a bit.
pub(super) const LONGEST_NANOS: i64 = 400 * 86_400 * 1_000_000_000;

const DEFAULT_NANOS: i64 = 10 * 1_000_000_000;

/// Session time on screen: a span that either follows the live edge or is held still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeView {
    start: Time,
    span_nanos: i64,
    following: bool,
}

impl Default for TimeView {
    /// The last ten seconds, following.
    fn default() -> Self {
        Self {
            start: Time(-DEFAULT_NANOS),
            span_nanos: DEFAULT_NANOS,
            following: true,
        }
    }
}

impl TimeView {
    /// What is shown.
    pub(super) fn span(&self) -> TimeSpan {
        TimeSpan::new(self.start, self.start + self.span_nanos)
    }

    /// Whether the right edge stays at the newest data.
    pub(super) fn is_following(&self) -> bool {
        self.following
    }

    /// Goes along with the live edge from now on.
    pub(super) fn follow(&mut self) {
        self.following = true;
    }

    /// Stays where it is from now on.
    pub(super) fn hold(&mut self) {
        self.following = false;
    }

    /// Moves the right edge to `edge` while following.
    pub(super) fn advance(&mut self, edge: Time) {
        if self.following {
            self.start = Time(edge.0.saturating_sub(self.span_nanos));
        }
    }

    /// Moves by `nanos` towards later times, and holds.
    pub(super) fn pan(&mut self, nanos: i64) {
        self.following = false;
        self.start = self.start + nanos;
    }

    /// Shows `factor` times as much. While following the right edge stays, else `anchor` does.
    pub(super) fn zoom(&mut self, factor: f64, anchor: Time) {
        if !factor.is_finite() || factor <= 0.0 {
            return;
        }
        let wanted = clamp_span(self.span_nanos as f64 * factor);
        let fixed = if self.following {
            self.span().end
        } else {
            anchor
        };
        let share = fixed.seconds_since(self.start) * 1e9 / self.span_nanos as f64;
        self.start = Time(
            fixed
                .0
                .saturating_sub((share * wanted as f64).round() as i64),
        );
        self.span_nanos = wanted;
    }

    /// Shows `nanos` of time. While following the right edge stays, else the middle does.
    pub(super) fn set_span(&mut self, nanos: i64) {
        let middle = self.start + self.span_nanos / 2;
        self.zoom(nanos as f64 / self.span_nanos as f64, middle);
        // The ratio may have rounded; the length itself is exact.
        let end = self.span().end;
        let wanted = nanos.clamp(SHORTEST_NANOS, LONGEST_NANOS);
        if self.following {
            self.start = Time(end.0.saturating_sub(wanted));
        }
        self.span_nanos = wanted;
    }

    /// Shows exactly `span`, as far as its length can be shown, and holds.
    pub(super) fn show(&mut self, span: TimeSpan) {
        self.following = false;
        self.start = span.start;
        self.span_nanos = span.nanos().clamp(SHORTEST_NANOS, LONGEST_NANOS);
    }

    /// Keeps at least a tenth of what is shown inside `session`, so that nobody gets lost.
    pub(super) fn clamp_to(&mut self, session: TimeSpan) {
        if self.following {
            return;
        }
        let overlap = self.span_nanos / 10;
        let earliest = session.start + (overlap - self.span_nanos);
        let latest = Time(session.end.0.saturating_sub(overlap)).max(earliest);
        self.start = self.start.clamp(earliest, latest);
    }
}

fn clamp_span(nanos: f64) -> i64 {
    (nanos.round() as i64).clamp(SHORTEST_NANOS, LONGEST_NANOS)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 1_000_000_000;
    const DAY: i64 = 86_400 * SECOND;

    fn held(start: i64, span: i64) -> TimeView {
        let mut view = TimeView::default();
        view.show(TimeSpan::new(Time(start), Time(start + span)));
        view
    }

    #[test]
    fn following_keeps_the_edge_and_holding_keeps_the_place() {
        let mut view = TimeView::default();
        view.advance(Time(50 * SECOND));
        assert_eq!(view.span().end, Time(50 * SECOND));
        view.zoom(0.5, Time(0));
        assert_eq!(
            view.span(),
            TimeSpan::new(Time(45 * SECOND), Time(50 * SECOND))
        );
        view.pan(-SECOND);
        view.advance(Time(60 * SECOND));
        assert_eq!(view.span().end, Time(49 * SECOND));
        assert!(!view.is_following());
    }

    #[test]
    fn zooming_while_held_leaves_the_anchor_under_the_pointer() {
        let mut view = held(30 * DAY, 1000);
        view.zoom(2.0, Time(30 * DAY + 250));
        assert_eq!(
            view.span(),
            TimeSpan::new(Time(30 * DAY - 250), Time(30 * DAY + 1750))
        );
    }

    #[test]
    fn the_wheel_spun_to_both_extremes_stops_there() {
        let mut view = held(0, SECOND);
        for _ in 0..10_000 {
            view.zoom(1.3, Time(SECOND / 3));
        }
        assert_eq!(view.span().nanos(), LONGEST_NANOS);
        for _ in 0..10_000 {
            view.zoom(0.7, Time(SECOND / 3));
        }
        assert_eq!(view.span().nanos(), SHORTEST_NANOS);
        assert!(view.span().contains(Time(SECOND / 3)));
    }

    #[test]
    fn nonsense_changes_nothing() {
        let view = held(0, SECOND);
        for factor in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let mut other = view;
            other.zoom(factor, Time(5));
            assert_eq!(other, view, "{factor}");
        }
        let mut empty = view;
        empty.show(TimeSpan::new(Time(7), Time(7)));
        assert_eq!(empty.span().nanos(), SHORTEST_NANOS);
        empty.pan(i64::MAX);
        empty.pan(i64::MAX);
        empty.clamp_to(TimeSpan::new(Time(0), Time(SECOND)));
        assert!(empty.span().overlaps(TimeSpan::new(Time(0), Time(SECOND))));
    }

    #[test]
    fn a_view_never_leaves_the_session_behind() {
        let session = TimeSpan::new(Time(0), Time(100 * SECOND));
        let mut view = held(0, 10 * SECOND);
        view.pan(1000 * SECOND);
        view.clamp_to(session);
        assert_eq!(view.span().start, Time(99 * SECOND));
        view.pan(-1000 * SECOND);
        view.clamp_to(session);
        assert_eq!(view.span().end, Time(SECOND));
    }

    #[test]
    fn a_typed_span_is_exact() {
        let mut view = TimeView::default();
        view.advance(Time(9 * DAY));
        view.set_span(7 * DAY + 1);
        assert_eq!(view.span().nanos(), 7 * DAY + 1);
        assert_eq!(view.span().end, Time(9 * DAY));
    }
}
