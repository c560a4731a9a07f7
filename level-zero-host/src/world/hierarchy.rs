//! How a device with several tiles is listed.

use std::convert::Infallible;
use std::str::FromStr;

/// Environment variable that every Level Zero driver heeds.
pub const HIERARCHY_VARIABLE: &str = "ZE_FLAT_DEVICE_HIERARCHY";

/// How a device with several tiles is listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hierarchy {
    /// As one device, with its tiles as sub-devices.
    #[default]
    Composite,
    /// As one device for each tile. The device that they are parts of cannot be reached.
    Flat,
    /// As one device for each tile, from each of which the device that it is a part of is found.
    Combined,
}

impl FromStr for Hierarchy {
    type Err = Infallible;

    /// Reads the variable's value; a value that is not known asks for nothing.
    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "FLAT" => Self::Flat,
            "COMBINED" => Self::Combined,
            _ => Self::Composite,
        })
    }
}
