//! What the product talks about: drivers, devices, metric groups, metrics, passes and time.
//!
//! Plain data and arithmetic. No I/O, no threads, no clock is read here, and nothing in this
//! folder knows Level Zero's C types or egui: a live device, a recording and a test all speak
//! in these types.

pub mod batch;
pub mod catalog;
pub mod decimate;
pub mod derive;
pub mod format;
pub mod meaning;
pub(crate) mod pyramid;
pub mod rate;
pub mod reason;
pub mod store;
pub mod time;
pub mod value;
