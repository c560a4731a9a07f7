//! The built-in Level Zero driver: this machine's own counters, and simulated ones on demand.
//!
//! `world` is what the driver shows: devices, metric groups and the memory that carries their
//! values, in safe Rust without a C type. `exports` dresses it up in Level Zero's C functions,
//! and `handle` checks what clients hand back.
//!
//! The crate is two things at once. As a shared library, Intel's loader takes it as a driver
//! (`ZE_ENABLE_ALT_DRIVERS`), and the environment says what it contains. As a Rust library it is
//! linked into a program, which makes an [`Instance`] and finds the same C functions through
//! [`Instance::lookup`].

mod exports;
mod handle;
mod instance;
mod object;
pub mod world;

pub use instance::{
    FAULTS_VARIABLE, Instance, PATTERNS_VARIABLE, SLOTS, TooManyInstances, options_from_environment,
};
