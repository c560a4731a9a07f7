//! zetscope, a desktop oscilloscope for GPU counters.
//!
//! The folders are the data flow: [`model`] is what everything talks about, [`driver`] finds
//! devices and reads their exported memory, [`sampler`] does so on threads of its own,
//! [`recording`] writes and reads sessions as files, [`capture`] keeps what they send, [`ui`]
//! draws it and [`cli`] prints it.

pub mod capture;
pub mod cli;
#[expect(
    unsafe_code,
    reason = "the border to Level Zero and to exported memory"
)]
pub mod driver;
pub mod model;
pub mod recording;
pub mod sampler;
#[cfg(feature = "gui")]
pub mod ui;
