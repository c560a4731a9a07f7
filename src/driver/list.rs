//! Lists as Level Zero gives them: ask for the count, make room, ask again.
//!
//! A count may grow between the two calls, and it may be nonsense.

use std::ptr;

use level_zero_sys::ze_result_t;

use crate::driver::error::{DriverError, check};
use crate::model::reason::Reason;

/// How often a list that keeps growing is asked for again.
const ATTEMPTS: u32 = 8;

/// Most entries of any list. The largest known driver lists a few thousand metrics a group.
pub(super) const MOST: u32 = 65_536;

/// Fetches a whole list. `ask` is given a count to read and change, and null or room for as many.
///
/// # Errors
/// What the call answered, or that the list is too long or does not come to rest.
pub(super) fn fetch<T: Clone + Default>(
    call: &'static str,
    mut ask: impl FnMut(*mut u32, *mut T) -> ze_result_t,
) -> Result<Vec<T>, DriverError> {
    let mut expected = count(call, &mut ask)?;
    for _ in 0..ATTEMPTS {
        if expected == 0 {
            return Ok(Vec::new());
        }
        let mut items = vec![T::default(); expected as usize];
        let mut filled = expected;
        let result = ask(&raw mut filled, items.as_mut_ptr());
        // A driver with more to tell says so in the count, in the code, or not at all.
        let now = count(call, &mut ask)?;
        if filled > expected || now > expected {
            expected = now.max(filled).min(MOST);
            continue;
        }
        check(call, result)?;
        items.truncate(filled as usize);
        return Ok(items);
    }
    Err(DriverError::Transient(Reason::new(format!(
        "the driver's list keeps growing while it is read ({call})"
    ))))
}

fn count<T>(
    call: &'static str,
    ask: &mut impl FnMut(*mut u32, *mut T) -> ze_result_t,
) -> Result<u32, DriverError> {
    let mut count = 0;
    check(call, ask(&raw mut count, ptr::null_mut()))?;
    if count > MOST {
        return Err(DriverError::Refused(Reason::new(format!(
            "the driver claims a list of {count} entries; no more than {MOST} are believed ({call})"
        ))));
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A list of `lengths[call]` entries, as a driver that only ever writes into the room given.
    fn list(lengths: &[u32]) -> Result<Vec<u32>, DriverError> {
        let mut calls = 0;
        fetch("zetMetricGet", |count, items: *mut u32| {
            let length = lengths[calls.min(lengths.len() - 1)];
            calls += 1;
            // SAFETY: `fetch` hands over a live count, and room for as many items unless null.
            unsafe {
                if !items.is_null() {
                    for index in 0..length.min(*count) {
                        items.add(index as usize).write(index + 1);
                    }
                }
                *count = length;
            }
            ze_result_t::SUCCESS
        })
    }

    #[test]
    fn a_steady_list_comes_whole() {
        assert_eq!(list(&[3]), Ok(vec![1, 2, 3]));
        assert_eq!(list(&[0]), Ok(vec![]));
    }

    #[test]
    fn a_list_that_grows_between_the_calls_comes_whole() {
        assert_eq!(list(&[2, 3]), Ok(vec![1, 2, 3]));
        assert_eq!(list(&[2, 2, 3]), Ok(vec![1, 2, 3]));
    }

    #[test]
    fn a_list_that_shrinks_is_not_padded() {
        assert_eq!(list(&[3, 2]), Ok(vec![1, 2]));
    }

    #[test]
    fn growth_without_end_and_absurd_counts_end() {
        let growing: Vec<_> = (1..1000).collect();
        assert!(matches!(list(&growing), Err(DriverError::Transient(_))));
        assert!(matches!(list(&[u32::MAX]), Err(DriverError::Refused(_))));
    }
}
