//! The built-in Level Zero driver: this machine's own counters, and simulated ones on demand.
//!
//! `world` is what the driver shows: devices, metric groups and the memory that carries their
//! values, in safe Rust without a C type.

pub mod world;
