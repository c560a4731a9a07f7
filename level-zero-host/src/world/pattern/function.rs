//! A source whose every value is a function of time.

use std::io;

use crate::world::source::Source;
use crate::world::value::Value;

/// Values without a past of their own: the function gives them as of any time.
pub(crate) struct Function<F>(pub(crate) F);

impl<F: FnMut(u64, &mut Vec<Option<Value>>) + Send> Source for Function<F> {
    fn is_function_of_time(&self) -> bool {
        true
    }

    fn read(&mut self, now: u64, out: &mut Vec<Option<Value>>) -> io::Result<()> {
        (self.0)(now, out);
        Ok(())
    }
}
