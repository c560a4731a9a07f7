//! Quantities the window itself speaks of, written as the whole product writes numbers.

use std::sync::LazyLock;

use crate::model::format::{self, Unit};

static BYTES: LazyLock<Unit> = LazyLock::new(|| Unit::parse("bytes"));
static NANOS: LazyLock<Unit> = LazyLock::new(|| Unit::parse("ns"));
static HERTZ: LazyLock<Unit> = LazyLock::new(|| Unit::parse("Hz"));

/// An amount of memory.
pub fn bytes(bytes: u64) -> String {
    format::number(bytes as f64, &BYTES).to_string()
}

/// A length of time in nanoseconds.
pub fn nanos(nanos: f64) -> String {
    format::number(nanos, &NANOS).to_string()
}

/// A rate as it was measured.
pub fn hertz(hertz: f64) -> String {
    format::number(hertz, &HERTZ).to_string()
}
