//! Where a group's values come from.

use std::io;

use crate::world::value::Value;

/// Produces the values of one group.
///
/// A source is used by one thread at a time and reads nothing while its group is inactive.
pub trait Source: Send {
    /// Called when the group becomes active; opens what is costly to keep open.
    ///
    /// # Errors
    /// The group then stays inactive.
    fn start(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Called when nobody has the group active any more.
    fn stop(&mut self) {}

    /// Whether the values of any time can be had later, and are a function of it alone. A source
    /// that is not reads the machine as it is now.
    fn is_function_of_time(&self) -> bool {
        false
    }

    /// Appends one entry per metric, in metric order, as of `now` (ns).
    ///
    /// `None` means that there is no new value: the memory keeps the previous one.
    ///
    /// # Errors
    /// Nothing of this refresh is written then, so that the group's timestamp stands still and
    /// shows that its values are old.
    fn read(&mut self, now: u64, out: &mut Vec<Option<Value>>) -> io::Result<()>;
}
