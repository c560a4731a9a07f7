//! Keeps the shared library in memory once it is loaded.
//!
//! A loader may unload its drivers while a client's groups are still active, and refresher
//! threads must not lose the code that they run.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
}
