//! Raw bindings for oneAPI Level Zero.
