//! The core interface (`ze…`): drivers, devices, contexts, memory and the copying of it.
//!
//! Kernels, modules, images and everything else that computes is left out.

pub(crate) mod command;
pub(crate) mod context;
pub(crate) mod device;
pub(crate) mod driver;
pub(crate) mod event;
pub(crate) mod memory;
pub(crate) mod structure_type;

pub use command::*;
pub use context::*;
pub use device::*;
pub use driver::*;
pub use event::*;
pub use memory::*;
pub use structure_type::*;

/// Yes (not zero) or no (zero), in one byte.
pub type ze_bool_t = u8;
