//! Raw bindings for the parts of oneAPI Level Zero that zetscope calls and implements.
//!
//! The crate is the C interface in Rust spelling and nothing more. Names are those of the C
//! headers; only the constants of enumerations drop what their type already says
//! (`ZE_RESULT_SUCCESS` is [`ze_result_t::SUCCESS`]). What the C headers leave open stays open:
//! - A value that a driver writes is never a Rust `enum`, since it may be any number. Enumerations
//!   and bit sets are transparent numbers that print their C name, or themselves in hex.
//! - Handles are opaque, every function is `unsafe` to call, and nothing is checked on the way.
//!   Lifetimes, threads and strings are the business of whoever calls.
//! - Structures start from `Default`, which sets `stype`, so that no caller can forget it.
//!
//! A client gets its functions as one [`Api`], from the system's loader or from a driver in the
//! same process. A driver gets the dispatch tables it fills, and writes through
//! [`DispatchTable::fill`] no more of them than the loader has room for.
//!
//! Every size, offset, number and signature is compared with the data in `tests/abi`, which holds
//! rows for the C headers of loader 1.32 on 64-bit Linux.

#![expect(unsafe_code, reason = "this crate is the border to C")]
#![expect(
    non_camel_case_types,
    non_snake_case,
    reason = "items keep the names of the C headers, where people look them up"
)]

#[cfg(test)]
mod abi;
mod core;
mod ddi;
mod declare;
mod extensible;
mod load;
mod loader;
mod locate;
mod metrics;
mod result;
mod sysman;
mod tables;

pub use core::*;
pub use ddi::*;
pub use extensible::*;
pub use load::*;
pub use loader::*;
pub use metrics::*;
pub use result::*;
pub use sysman::*;
pub use tables::*;
