//! What every way of printing a watch has to do.

use std::io;

use crate::capture::Capture;
use crate::cli::watch::plan::Watched;
use crate::model::batch::Gap;
use crate::model::reason::Reason;
use crate::model::time::Time;

/// One pass, ready to print.
pub(crate) struct Pass<'a> {
    /// Position of its group among those being watched.
    pub(crate) group: usize,
    /// Its group.
    pub(crate) watched: &'a Watched,
    /// When it began.
    pub(crate) time: Time,
    /// How long it took, in nanoseconds.
    pub(crate) read_nanos: u32,
    /// Whether the record moved while it was read.
    pub(crate) torn: bool,
    /// The values' bits, in the order of the group's slots.
    pub(crate) slots: &'a [u64],
}

/// A way of printing. What it has no words for, it leaves out: the last words on standard error
/// tell of everything that is missing.
pub(crate) trait Printer {
    /// A pass was read.
    fn pass(&mut self, pass: &Pass<'_>) -> io::Result<()>;

    /// Passes are missing.
    fn gap(&mut self, _watched: &Watched, _gap: &Gap) -> io::Result<()> {
        Ok(())
    }

    /// A group is no longer read.
    fn ended(&mut self, _watched: &Watched, _time: Time, _reason: &Reason) -> io::Result<()> {
        Ok(())
    }

    /// Some time has passed.
    fn tick(&mut self, _capture: &Capture, _now: Time) -> io::Result<()> {
        Ok(())
    }

    /// Nothing more will come.
    fn finish(&mut self, _capture: &Capture, _now: Time) -> io::Result<()> {
        Ok(())
    }

    /// Everything printed so far shall be seen.
    fn flush(&mut self) -> io::Result<()>;
}
