//! Lines through the cells of a trace.

use std::ops::Range;

use crate::model::decimate::cells::Cells;
use crate::model::decimate::grid::Grid;
use crate::model::decimate::trace::{Bar, Point, Spot, Trace};

/// Puts down points; lifted, it begins a new line.
struct Pen<'a> {
    points: &'a mut Vec<Point>,
    segments: &'a mut Vec<Range<usize>>,
    grid: Grid,
}

impl Pen<'_> {
    fn lift(&mut self) {
        let start = self.segments.last().map_or(0, |segment| segment.end);
        if start < self.points.len() {
            self.segments.push(start..self.points.len());
        }
    }

    fn point(&mut self, spot: Spot, y: f64) {
        let x = self.grid.x(spot.time);
        self.points.push(Point { x, y });
    }

    /// Two points for a cell: its own values, or the lowest and the highest of more.
    fn bar(&mut self, bar: &Bar, first: Spot, last: Spot) {
        let exact = bar.count <= 2;
        let (start, end) = match first.y <= last.y {
            _ if exact => (first.y, last.y),
            true => (bar.low, bar.high),
            false => (bar.high, bar.low),
        };
        self.point(first, start);
        if bar.broken && exact {
            self.lift();
        }
        if bar.count > 1 {
            self.point(last, end);
        }
        // Two points cannot show where inside a fuller cell something is missing.
        if bar.broken && !exact {
            self.lift();
        }
    }
}

impl Trace {
    /// Draws the lines.
    pub(super) fn draw_lines(&mut self, cells: &Cells) {
        self.points.clear();
        self.segments.clear();
        let mut pen = Pen {
            points: &mut self.points,
            segments: &mut self.segments,
            grid: cells.grid,
        };
        let (before, after) = self.outside;
        if let Some(before) = before {
            pen.point(before, before.y);
        }
        let mut lone = before.is_some();
        for bar in self.strip.iter() {
            let Some((first, last)) = bar.ends else {
                continue;
            };
            if lone && !bar.joined {
                pen.points.clear();
            }
            lone = false;
            if !bar.joined {
                pen.lift();
            }
            pen.bar(bar, first, last);
        }
        match after {
            Some(after) => pen.point(after, after.y),
            None if lone => pen.points.clear(),
            None => {}
        }
        pen.lift();
    }
}
