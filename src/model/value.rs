//! Counter values in their own types.
//!
//! A value travels from the sampler to the store as a *slot*: its bits, zero-extended to 64.
//! Together with the metric's [`ValueType`] a slot is exact; `u64` counters beyond 2^53 never
//! pass through a float.

use std::fmt;

/// How a metric's value lies in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ValueType {
    /// Unsigned 8-bit integer.
    U8,
    /// Unsigned 16-bit integer.
    U16,
    /// Unsigned 32-bit integer.
    U32,
    /// Unsigned 64-bit integer.
    U64,
    /// IEEE 754 single precision.
    F32,
    /// IEEE 754 double precision.
    F64,
    /// One byte, zero or not zero.
    Bool8,
}

impl ValueType {
    /// Every type, smallest integers first.
    pub const ALL: [Self; 7] = [
        Self::U8,
        Self::U16,
        Self::U32,
        Self::U64,
        Self::F32,
        Self::F64,
        Self::Bool8,
    ];

    /// Size and natural alignment in bytes.
    pub fn size(self) -> usize {
        match self {
            Self::U8 | Self::Bool8 => 1,
            Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
            Self::U64 | Self::F64 => 8,
        }
    }

    /// The name used in listings and files: `u32`, `f64`, `bool8`.
    pub fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
            Self::F32 => "f32",
            Self::F64 => "f64",
            Self::Bool8 => "bool8",
        }
    }

    /// Whether the values are integers, so that differences of them are exact.
    pub fn is_integer(self) -> bool {
        !matches!(self, Self::F32 | Self::F64)
    }
}

/// One value, exact in its own type.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Any of the unsigned integer types.
    Unsigned(u64),
    /// A single-precision float, kept apart so that it prints with its own digits.
    Single(f32),
    /// A double-precision float.
    Double(f64),
    /// A flag.
    Flag(bool),
}

impl Value {
    /// Reads a slot: the value's bits, zero-extended to 64.
    pub fn from_slot(value_type: ValueType, slot: u64) -> Self {
        match value_type {
            ValueType::U8 => Self::Unsigned(slot & 0xff),
            ValueType::U16 => Self::Unsigned(slot & 0xffff),
            ValueType::U32 => Self::Unsigned(slot & 0xffff_ffff),
            ValueType::U64 => Self::Unsigned(slot),
            ValueType::F32 => Self::Single(f32::from_bits(slot as u32)),
            ValueType::F64 => Self::Double(f64::from_bits(slot)),
            ValueType::Bool8 => Self::Flag(slot & 0xff != 0),
        }
    }

    /// The value as a float for drawing; integers beyond 2^53 round.
    pub fn as_f64(self) -> f64 {
        match self {
            Self::Unsigned(value) => value as f64,
            Self::Single(value) => f64::from(value),
            Self::Double(value) => value,
            Self::Flag(value) => f64::from(u8::from(value)),
        }
    }

    /// Whether the value can be drawn: integers and flags always, floats unless NaN or infinite.
    pub fn is_finite(self) -> bool {
        match self {
            Self::Unsigned(_) | Self::Flag(_) => true,
            Self::Single(value) => value.is_finite(),
            Self::Double(value) => value.is_finite(),
        }
    }
}

impl fmt::Display for Value {
    /// The shortest text that reads back to the same value; flags are `0` and `1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsigned(value) => write!(f, "{value}"),
            Self::Single(value) => write!(f, "{value}"),
            Self::Double(value) => write!(f, "{value}"),
            Self::Flag(value) => write!(f, "{}", u8::from(*value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsigned_values_beyond_a_doubles_precision_stay_exact() {
        let slot = (1 << 53) + 1;
        let value = Value::from_slot(ValueType::U64, slot);
        assert_eq!(value.to_string(), "9007199254740993");
    }

    #[test]
    fn slots_ignore_bits_beyond_their_type() {
        assert_eq!(
            Value::from_slot(ValueType::U8, 0xffff_ff07),
            Value::Unsigned(7)
        );
        assert_eq!(
            Value::from_slot(ValueType::Bool8, 0x100),
            Value::Flag(false)
        );
    }

    #[test]
    fn single_precision_prints_its_own_digits() {
        let slot = u64::from(0.1_f32.to_bits());
        assert_eq!(Value::from_slot(ValueType::F32, slot).to_string(), "0.1");
    }
}
