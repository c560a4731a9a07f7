//! Lanes of a trace: when a flag is up.

use crate::model::decimate::cells::Cells;
use crate::model::decimate::trace::{Bar, Trace};

/// A stretch in which a flag is up, or goes up and down within every cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlagSpan {
    /// Where it begins, in seconds since the grid's origin.
    pub start: f64,
    /// Where it ends: at the next sample that says otherwise, or at the last before a gap.
    pub end: f64,
    /// Whether the flag is up only some of the time, too briefly to be drawn.
    pub mixed: bool,
}

/// What a flag is from some sample on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Down,
    Up,
    Mixed,
}

impl State {
    fn of(y: f64) -> Self {
        if y == 0.0 { Self::Down } else { Self::Up }
    }

    fn of_bar(bar: &Bar) -> Self {
        if bar.low > 0.0 || bar.high < 0.0 {
            Self::Up
        } else if bar.low == 0.0 && bar.high == 0.0 {
            Self::Down
        } else {
            Self::Mixed
        }
    }
}

/// Follows a flag from sample to sample.
struct Lane<'a> {
    spans: &'a mut Vec<FlagSpan>,
    since: f64,
    state: State,
}

impl Lane<'_> {
    /// From `x` on the flag is `state`.
    fn turn(&mut self, x: f64, state: State) {
        if state != self.state {
            if self.state != State::Down {
                self.spans.push(FlagSpan {
                    start: self.since,
                    end: x,
                    mixed: self.state == State::Mixed,
                });
            }
            self.since = x;
            self.state = state;
        }
    }
}

impl Trace {
    /// Draws the lane.
    pub(super) fn draw_flags(&mut self, cells: &Cells) {
        self.flags.clear();
        let grid = &cells.grid;
        let mut lane = Lane {
            spans: &mut self.flags,
            since: 0.0,
            state: State::Down,
        };
        let mut end = 0.0;
        if let Some(before) = self.outside.0 {
            end = grid.x(before.time);
            lane.turn(end, State::of(before.y));
        }
        let mut lone = self.outside.0.is_some();
        for bar in self.strip.iter() {
            let Some((first, last)) = bar.ends else {
                continue;
            };
            if !bar.joined {
                lane.turn(end, State::Down);
                if lone {
                    lane.spans.clear();
                }
            }
            lone = false;
            let start = grid.x(first.time);
            end = grid.x(last.time);
            if bar.count > 2 {
                lane.turn(start, State::of_bar(bar));
            } else {
                lane.turn(start, State::of(first.y));
                if bar.broken {
                    lane.turn(start, State::Down);
                }
                lane.turn(end, State::of(last.y));
            }
            if bar.broken && bar.count > 2 {
                lane.turn(end, State::Down);
            }
        }
        match self.outside.1 {
            Some(after) => lane.turn(grid.x(after.time), State::Down),
            None => lane.turn(end, State::Down),
        }
        if lone && self.outside.1.is_none() {
            self.flags.clear();
        }
    }
}
