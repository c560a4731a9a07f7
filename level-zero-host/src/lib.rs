//! The built-in Level Zero driver.
