//! The zetscope binary.
fn main() {}
