//! zetscope, a desktop oscilloscope for GPU counters.
//!
//! The folders are the data flow: [`model`] is what everything talks about.

pub mod model;
