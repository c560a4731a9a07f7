//! From millions of rows to the few points a chart can show, without losing any extreme.
//!
//! A [`Grid`] divides a view into cells about a pixel wide. [`Cells`] says which rows and gaps
//! of a group fall into each. [`Trace`] summarises one series cell by cell: two samples or
//! fewer are drawn where they are, more become their lowest and highest value. A line never
//! leads over a gap, a value that is not finite, a reset or rows in which the metric was not
//! read. Both keep what is still true from frame to frame, so that a live view summarises only
//! what is new.
//!
//! Where a summarised run of rows lasts less than a small part of a cell it is not split between
//! two cells: an edge may lie up to 1/16 of a cell off. No row is lost or counted twice.

mod cells;
mod flag;
mod grid;
mod line;
mod strip;
mod trace;

#[cfg(test)]
mod tests;

pub use self::cells::{Cells, GapSpan};
pub use self::flag::FlagSpan;
pub use self::grid::Grid;
pub use self::trace::{Absence, Bar, Point, Spot, Trace};

/// Something worth a mark, or several of a kind in one cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Where, in seconds since the grid's origin; of several, where the first is.
    pub x: f64,
    /// What.
    pub kind: MarkKind,
    /// How many.
    pub count: u64,
}

/// What a [`Mark`] stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MarkKind {
    /// Data was there and was lost on its way.
    Drop,
    /// The record moved while it was read, so values are suspect.
    Torn,
    /// A counter started again.
    Reset,
    /// A value is NaN or infinite.
    NotFinite,
}
