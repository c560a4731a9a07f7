//! zetscope, a desktop oscilloscope for GPU counters.
//!
//! The folders are the data flow: [`model`] is what everything talks about, [`sampler`] reads
//! devices on threads of its own, and [`ui`] draws it.

pub mod model;
pub mod sampler;
#[cfg(feature = "gui")]
pub mod ui;
