//! Session time laid over the physical pixels of a chart.
//!
//! A pixel lasts a whole number of nanoseconds and begins at a multiple of it since the session
//! began. So an instant always falls into the same pixel of its neighbourhood: while the view
//! follows, the picture moves by whole pixels and nothing in it shimmers. What is shown is
//! longer than what was asked for by less than a nanosecond a pixel.

use crate::model::decimate::Grid;
use crate::model::time::{Time, TimeSpan};

/// The time axis of all charts, in physical pixels from their left edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeScale {
    nanos_per_pixel: i64,
    /// Pixels from the beginning of the session to the left edge.
    first: i64,
    columns: u32,
}

impl TimeScale {
    /// Lays `view` over `columns` pixels, one at least; the end of the view is always shown.
    pub(super) fn new(view: TimeSpan, columns: u32) -> Self {
        let columns = columns.max(1);
        let nanos_per_pixel = (view.nanos().max(1) - 1) / i64::from(columns) + 1;
        let last = view.end.0.saturating_sub(1).div_euclid(nanos_per_pixel);
        let fits = i64::MAX / nanos_per_pixel - 1;
        Self {
            nanos_per_pixel,
            first: last.min(fits).saturating_sub(i64::from(columns) - 1),
            columns,
        }
    }

    /// What is shown, to the pixel.
    pub(super) fn span(&self) -> TimeSpan {
        let edge = |column: i64| Time(column.saturating_mul(self.nanos_per_pixel));
        TimeSpan::new(edge(self.first), edge(self.first + i64::from(self.columns)))
    }

    /// Number of pixels.
    pub(super) fn columns(&self) -> u32 {
        self.columns
    }

    /// The left edge's number when the session is counted in pixels.
    pub(super) fn first(&self) -> i64 {
        self.first
    }

    /// Nanoseconds a pixel.
    pub(super) fn nanos_per_pixel(&self) -> i64 {
        self.nanos_per_pixel
    }

    /// Pixels a second.
    pub(super) fn pixels_per_second(&self) -> f64 {
        1e9 / self.nanos_per_pixel as f64
    }

    /// A cell of the store's for each pixel.
    pub(super) fn grid(&self) -> Grid {
        Grid::exact(
            self.nanos_per_pixel,
            self.first..self.first + i64::from(self.columns),
        )
    }

    /// How many pixels from the left edge `time` lies.
    pub(super) fn x(&self, time: Time) -> f64 {
        (time - self.span().start) as f64 / self.nanos_per_pixel as f64
    }

    /// The time `x` pixels from the left edge.
    pub(super) fn time(&self, x: f64) -> Time {
        self.span().start + (x * self.nanos_per_pixel as f64).round() as i64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i64 = 1_000_000_000;
    const MONTH: i64 = 30 * 86_400 * SECOND;

    fn scale(start: i64, nanos: i64, columns: u32) -> TimeScale {
        TimeScale::new(TimeSpan::new(Time(start), Time(start + nanos)), columns)
    }

    #[test]
    fn what_was_asked_for_is_shown_and_hardly_more() {
        for (start, nanos, columns) in [(0, 10 * SECOND, 1507), (MONTH, 999, 1920), (-7, 3, 2)] {
            let shown = scale(start, nanos, columns).span();
            assert!(shown.start.0 <= start && start + nanos <= shown.end.0);
            assert!(shown.nanos() - nanos <= i64::from(columns), "{shown:?}");
        }
    }

    #[test]
    fn a_moving_view_moves_by_whole_pixels() {
        let instant = Time(MONTH + 5 * SECOND);
        let at = |start| {
            scale(start, 10 * SECOND + 1, 1507)
                .x(instant)
                .rem_euclid(1.0)
        };
        let before = at(MONTH);
        for step in 1..200 {
            let moved = (at(MONTH + step * 16_777_213) - before).abs();
            assert!(moved.min(1.0 - moved) < 1e-5, "{step} {moved}");
        }
    }

    #[test]
    fn a_time_read_back_is_the_same_nanosecond() {
        let scale = scale(MONTH, 1000, 800);
        for nanos in [0, 1, 499, 999] {
            let time = scale.span().start + nanos;
            assert_eq!(scale.time(scale.x(time)), time);
        }
    }

    #[test]
    fn absurd_views_do_not_panic() {
        for start in [i64::MIN, -1, i64::MAX] {
            for columns in [0, 1, u32::MAX] {
                for end in [start, i64::MAX] {
                    let view = TimeSpan::new(Time(start), Time(end));
                    let scale = TimeScale::new(view, columns);
                    assert!(scale.x(Time(0)).is_finite());
                    let _: Time = scale.time(f64::INFINITY);
                }
            }
        }
    }
}
