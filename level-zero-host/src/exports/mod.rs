//! Level Zero's C functions: thin, one file per family of objects.
//!
//! Every function checks the handles and pointers it is given, asks the world, and writes the
//! answer. Handles are checked against all that were ever given out. Pointers can only be
//! checked for null: that they lead to memory of the right kind is the client's part of the
//! contract, as everywhere in C. No panic leaves this module.

#![expect(unsafe_code, reason = "C clients hand over raw pointers")]

mod calculate;
mod command;
mod concurrent;
mod context;
mod copy;
mod device;
mod driver;
mod event;
mod getters;
mod group;
mod memory;
mod metric;
mod refuse;
mod region;
mod start;
mod streamer;
mod tables;
mod text;

use std::panic::{AssertUnwindSafe, catch_unwind};

use level_zero_sys::ze_result_t;

pub(crate) use context::forget_contexts;
pub(crate) use getters::find;

/// What a function answers: nothing, or the code of what went wrong.
type Answer<T = ()> = Result<T, ze_result_t>;

/// Runs the body of a C function.
fn guard(body: impl FnOnce() -> Answer) -> ze_result_t {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => ze_result_t::SUCCESS,
        Ok(Err(code)) => code,
        Err(_) => ze_result_t::ERROR_UNKNOWN,
    }
}

/// Memory that the client wants filled.
///
/// # Safety
/// `pointer` must be null, or valid for reads and writes of a `T` that holds a value and that
/// nobody else touches until the calling C function returns.
unsafe fn filled<'call, T>(pointer: *mut T) -> Answer<&'call mut T> {
    // SAFETY: the caller vouches for the memory.
    unsafe { pointer.as_mut() }.ok_or(ze_result_t::ERROR_INVALID_NULL_POINTER)
}

/// A description that the client handed over.
///
/// # Safety
/// `pointer` must be null, or valid for reads of a `T` that nobody writes until the calling C
/// function returns.
unsafe fn described<'call, T>(pointer: *const T) -> Answer<&'call T> {
    // SAFETY: the caller vouches for the memory.
    unsafe { pointer.as_ref() }.ok_or(ze_result_t::ERROR_INVALID_NULL_POINTER)
}

/// Handles or structures that the client handed over; none if `count` is 0.
///
/// # Safety
/// `pointer` must be null or valid for reads of `count` values until the C function returns.
unsafe fn listed<'call, T>(pointer: *const T, count: u32) -> Answer<&'call [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() {
        return Err(ze_result_t::ERROR_INVALID_SIZE);
    }
    // SAFETY: not null, and the caller vouches for `count` values.
    Ok(unsafe { std::slice::from_raw_parts(pointer, count as usize) })
}

/// Answers a question for a list: how long it is, or as many items as the client has room for.
///
/// # Safety
/// `count` must be null or valid as [`filled`] asks; `out` must be null or valid for writes of
/// `*count` values.
unsafe fn list<T: Copy>(items: &[T], count: *mut u32, out: *mut T) -> Answer {
    // SAFETY: the caller vouches for `count`.
    let count = unsafe { filled(count) }?;
    let total = items.len() as u32;
    if *count == 0 || out.is_null() {
        *count = total;
        return Ok(());
    }
    *count = total.min(*count);
    // SAFETY: `out` has room for what `count` said, which is no less than now.
    unsafe { items.as_ptr().copy_to_nonoverlapping(out, *count as usize) };
    Ok(())
}

/// As [`list`], by a driver whose list grows after it was asked for its length, and which then
/// claims all of it. It writes no more than there is room for.
///
/// # Safety
/// As [`list`].
unsafe fn growing_list<T: Copy>(items: &[T], count: *mut u32, out: *mut T) -> Answer {
    // SAFETY: the caller vouches for `count`.
    let asked = unsafe { filled(count) }?;
    if *asked == 0 || out.is_null() {
        *asked = (items.len() as u32).saturating_sub(1);
        return Ok(());
    }
    // SAFETY: the caller vouches for both.
    unsafe { list(items, count, out) }?;
    // SAFETY: the caller vouches for `count`.
    *unsafe { filled(count) }? = items.len() as u32;
    Ok(())
}
