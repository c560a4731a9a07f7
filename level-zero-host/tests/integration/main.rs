//! The driver as clients see it: through its C functions, in this process and in others.

#![expect(unsafe_code, reason = "these tests call C functions")]

mod abuse;
mod client;
mod concurrent;
mod driver;
mod faults;
mod loader;
mod memory;
mod streamer;
mod tiles;
