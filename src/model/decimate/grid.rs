//! Time columns one pixel wide that stay where they are while the view moves.

use std::ops::Range;

use crate::model::time::{Time, TimeSpan};

/// The most cells a grid has, whatever is asked for.
const MOST_CELLS: u32 = 1 << 16;

/// How far from the session's beginning cells lie at most, in nanoseconds: 146 years.
const FARTHEST: i64 = 1 << 62;

/// Equally wide spans of time, the *cells*, that cover a view: one for each pixel, or a few less.
///
/// Cells begin at whole multiples of their width since the session began, and widths are taken
/// from a coarse scale. So a view that scrolls, or whose length trembles, sees the same cells
/// again, and what was drawn stays where it was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    origin: Time,
    width: i64,
    first: i64,
    count: u32,
}

impl Grid {
    /// The grid for a view of `span` that is `pixels` wide; x is counted from `origin`.
    ///
    /// Cells are at least a pixel wide and at most an eighth wider. There is one more than
    /// there are pixels where cells reach over both ends, and none when there is no pixel.
    pub fn covering(span: TimeSpan, pixels: u32, origin: Time) -> Self {
        let nanos = |time: Time| i128::from(time.0.clamp(-FARTHEST, FARTHEST));
        let (start, end) = (nanos(span.start), nanos(span.end));
        let pixels = pixels.min(MOST_CELLS);
        if pixels == 0 {
            return Self {
                origin,
                width: 1,
                ..Self::default()
            };
        }
        let exact = (end - start).max(1) as u128;
        let width = round_up(exact.div_ceil(u128::from(pixels))) as i128;
        let first = start.div_euclid(width);
        let last = (end - 1).max(start).div_euclid(width);
        Self {
            origin,
            width: width as i64,
            first: first as i64,
            count: (last - first + 1) as u32,
        }
    }

    /// Exactly the cells `cells`, each `width_nanos` long; x is counted from the first one.
    ///
    /// For a view that keeps its own cells still while it moves.
    pub fn exact(width_nanos: i64, cells: Range<i64>) -> Self {
        let mut grid = Self {
            origin: Time::ZERO,
            width: width_nanos.max(1),
            first: cells.start.clamp(-FARTHEST, FARTHEST),
            count: cells
                .end
                .saturating_sub(cells.start)
                .clamp(0, i64::from(MOST_CELLS)) as u32,
        };
        grid.origin = grid.start_of(cells.start);
        grid
    }

    /// Where x is 0.
    pub fn origin(&self) -> Time {
        self.origin
    }

    /// How long a cell lasts, in nanoseconds; at least 1.
    pub fn width_nanos(&self) -> i64 {
        self.width
    }

    /// Numbers of the cells; cell `n` begins `n` times the width after the session.
    pub fn cells(&self) -> Range<i64> {
        self.first..self.first + i64::from(self.count)
    }

    /// The time of all cells together.
    pub fn span(&self) -> TimeSpan {
        let cells = self.cells();
        TimeSpan::new(self.start_of(cells.start), self.start_of(cells.end))
    }

    /// Where `time` lies on the x axis, in seconds.
    pub fn x(&self, time: Time) -> f64 {
        time.seconds_since(self.origin)
    }

    /// When cell `cell` begins.
    pub(super) fn start_of(&self, cell: i64) -> Time {
        let nanos = i128::from(cell) * i128::from(self.width);
        Time(nanos.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64)
    }
}

/// The next number at or above `width` of the form m x 2^k with m from 8 to 15.
fn round_up(width: u128) -> u128 {
    let bits = u128::BITS - width.leading_zeros();
    let step = 1 << bits.saturating_sub(4);
    width.next_multiple_of(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(start: i64, end: i64, pixels: u32) -> Grid {
        Grid::covering(TimeSpan::new(Time(start), Time(end)), pixels, Time(start))
    }

    #[test]
    fn cells_cover_the_view_with_about_one_a_pixel() {
        for pixels in [1, 2, 3, 799, 1000, 4096] {
            for (start, end) in [(0, 1), (-5, 7), (0, 10_000_000_000), (123, 987_654_321_987)] {
                let grid = grid(start, end, pixels);
                let span = grid.span();
                assert!(
                    span.start <= Time(start) && Time(end) <= span.end,
                    "{grid:?}"
                );
                assert!(grid.count <= pixels + 1, "{grid:?}");
                let pixel = (end - start) as f64 / f64::from(pixels);
                assert!(grid.width as f64 <= (pixel + 1.0) * 1.126, "{grid:?}");
            }
        }
    }

    #[test]
    fn a_view_that_moves_or_trembles_keeps_its_cells() {
        let before = grid(1_000_000, 11_000_000, 1000);
        for (start, end) in [(1_000_001, 11_000_001), (1_004_000, 11_004_321)] {
            let after = grid(start, end, 1000);
            assert_eq!(after.width, before.width);
            assert_eq!(after.start_of(before.first), before.start_of(before.first));
        }
    }

    #[test]
    fn an_exact_grid_has_the_cells_it_was_asked_for() {
        let grid = Grid::exact(7, -3..5);
        assert_eq!((grid.width_nanos(), grid.cells()), (7, -3..5));
        assert_eq!(grid.span(), TimeSpan::new(Time(-21), Time(35)));
        assert_eq!(grid.x(Time(-21)), 0.0);
    }

    #[test]
    fn absurd_views_do_not_panic() {
        for (start, end) in [
            (i64::MIN, i64::MAX),
            (0, 0),
            (i64::MAX, i64::MAX),
            (i64::MIN, i64::MIN),
        ] {
            for pixels in [0, 1, 1000, u32::MAX] {
                let grid = grid(start, end, pixels);
                assert!(grid.count <= MOST_CELLS + 1);
                assert_eq!(grid.count == 0, pixels == 0);
                assert!(grid.span().nanos() >= 0);
            }
        }
    }
}
