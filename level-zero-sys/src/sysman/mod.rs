//! The management interface (`zes…`): what a device draws, how hot and how busy it is.
//!
//! Overclocking, firmware, schedulers, fabric, diagnostics and virtual functions are left out.

pub(crate) mod device;
pub(crate) mod driver;
pub(crate) mod engine;
pub(crate) mod fan;
pub(crate) mod frequency;
pub(crate) mod memory;
pub(crate) mod pci;
pub(crate) mod power;
pub(crate) mod psu;
pub(crate) mod ras;
pub(crate) mod standby;
pub(crate) mod structure_type;
pub(crate) mod temperature;

pub use device::*;
pub use driver::*;
pub use engine::*;
pub use fan::*;
pub use frequency::*;
pub use memory::*;
pub use pci::*;
pub use power::*;
pub use psu::*;
pub use ras::*;
pub use standby::*;
pub use structure_type::*;
pub use temperature::*;
