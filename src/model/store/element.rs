//! The types a metric's values can have, as far as the store must tell them apart.

use crate::model::derive::{Step, float_step, integer_step};
use crate::model::value::Value;

/// A value in its own type.
pub(super) trait Element:
    Copy + PartialOrd + std::fmt::Debug + Send + Sync + 'static
{
    /// At least as high as every finite value: where a search for the lowest begins.
    const HIGHEST: Self;
    /// At most as high as every finite value: where a search for the highest begins.
    const LOWEST: Self;

    /// Reads a slot: the value's bits, zero-extended to 64.
    fn from_slot(slot: u64) -> Self;

    /// The value as a slot.
    fn to_slot(self) -> u64;

    /// The value as a float; integers beyond 2^53 round.
    fn to_f64(self) -> f64;

    /// The value with its type.
    fn to_value(self) -> Value;

    /// Whether the value can be drawn.
    fn is_finite(self) -> bool;

    /// The step from `old` to `new` of a counter that is `bits` wide.
    fn step(old: Self, new: Self, bits: u8) -> Step;

    /// The values themselves, where they are unsigned 64-bit integers.
    fn as_u64s(_values: &[Self]) -> Option<&[u64]> {
        None
    }
}

/// The unsigned integers, which differ in their width only.
macro_rules! integer_element {
    ($type:ty, $to_f64:expr $(, $as_u64s:item)?) => {
        impl Element for $type {
            const HIGHEST: Self = Self::MAX;
            const LOWEST: Self = Self::MIN;

            fn from_slot(slot: u64) -> Self {
                slot as Self
            }

            fn to_slot(self) -> u64 {
                u64::from(self)
            }

            fn to_f64(self) -> f64 {
                $to_f64(self)
            }

            fn to_value(self) -> Value {
                Value::Unsigned(u64::from(self))
            }

            fn is_finite(self) -> bool {
                true
            }

            fn step(old: Self, new: Self, bits: u8) -> Step {
                integer_step(u64::from(old), u64::from(new), bits)
            }

            $($as_u64s)?
        }
    };
}

integer_element!(u8, f64::from);
integer_element!(u16, f64::from);
integer_element!(u32, f64::from);
integer_element!(
    u64,
    |value: u64| value as f64,
    fn as_u64s(values: &[Self]) -> Option<&[u64]> {
        Some(values)
    }
);

impl Element for bool {
    const HIGHEST: Self = true;
    const LOWEST: Self = false;

    fn from_slot(slot: u64) -> Self {
        slot & 0xff != 0
    }

    fn to_slot(self) -> u64 {
        u64::from(self)
    }

    fn to_f64(self) -> f64 {
        f64::from(u8::from(self))
    }

    fn to_value(self) -> Value {
        Value::Flag(self)
    }

    fn is_finite(self) -> bool {
        true
    }

    fn step(old: Self, new: Self, bits: u8) -> Step {
        integer_step(u64::from(old), u64::from(new), bits)
    }
}

impl Element for f32 {
    const HIGHEST: Self = Self::INFINITY;
    const LOWEST: Self = Self::NEG_INFINITY;

    fn from_slot(slot: u64) -> Self {
        Self::from_bits(slot as u32)
    }

    fn to_slot(self) -> u64 {
        u64::from(self.to_bits())
    }

    fn to_f64(self) -> f64 {
        f64::from(self)
    }

    fn to_value(self) -> Value {
        Value::Single(self)
    }

    fn is_finite(self) -> bool {
        self.is_finite()
    }

    fn step(old: Self, new: Self, _bits: u8) -> Step {
        float_step(f64::from(old), f64::from(new))
    }
}

impl Element for f64 {
    const HIGHEST: Self = Self::INFINITY;
    const LOWEST: Self = Self::NEG_INFINITY;

    fn from_slot(slot: u64) -> Self {
        Self::from_bits(slot)
    }

    fn to_slot(self) -> u64 {
        self.to_bits()
    }

    fn to_f64(self) -> f64 {
        self
    }

    fn to_value(self) -> Value {
        Value::Double(self)
    }

    fn is_finite(self) -> bool {
        self.is_finite()
    }

    fn step(old: Self, new: Self, _bits: u8) -> Step {
        float_step(old, new)
    }
}
