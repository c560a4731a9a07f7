//! The metrics part of the tools interface (`zet…`).
//!
//! The debugger, call tracing and metrics that the caller configures are left out.

pub(crate) mod calculate;
pub(crate) mod group;
pub(crate) mod query;
pub(crate) mod streamer;
pub(crate) mod structure_type;
pub(crate) mod tracer;
pub(crate) mod value;

pub use calculate::*;
pub use group::*;
pub use query::*;
pub use streamer::*;
pub use structure_type::*;
pub use tracer::*;
pub use value::*;
