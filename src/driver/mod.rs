//! The safe layer over Level Zero: from a library in this process to passes of values.
//!
//! [`discover`] lists drivers and their devices; a [`Device`] lists its metric groups and opens
//! them; an [`OpenGroup`] reads one pass after another. No C type is visible above this folder,
//! no value a driver wrote is trusted, and whatever fails leaves the rest working and carries
//! its reason. All unsafe code of the application is here.
//!
//! A device belongs to the thread that owns it: the export extension demands that access to
//! exported memory be serialised, so a device and the groups opened on it stay together.

mod convert;
mod descriptor;
mod device;
mod enumerate;
mod error;
mod groups;
mod judge;
pub mod layout;
mod list;
mod load;
mod memories;
mod memory;
mod open_group;
mod permission;
mod plan;
mod query;
mod raw_device;
mod text;
mod window;

pub use device::Device;
pub use enumerate::Driver;
pub use error::DriverError;
pub use load::{Discovery, LoaderInfo, Options, discover, drivers_of, prepare_environment};
pub use open_group::OpenGroup;
