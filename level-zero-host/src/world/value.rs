//! Values as a metric's memory holds them: their type, size and bytes.
//!
//! Level Zero's numbering of the same types is the business of `exports`.

/// The type of one value in exported memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// Unsigned, 32 bits.
    U32,
    /// Unsigned, 64 bits.
    U64,
    /// IEEE 754 binary32.
    F32,
    /// IEEE 754 binary64.
    F64,
    /// One byte, 0 or 1.
    Bool8,
}

impl ValueType {
    /// Size in bytes, which is also the natural alignment.
    pub const fn size(self) -> usize {
        match self {
            Self::U32 | Self::F32 => 4,
            Self::U64 | Self::F64 => 8,
            Self::Bool8 => 1,
        }
    }
}

/// One value, ready to be written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Unsigned, 32 bits.
    U32(u32),
    /// Unsigned, 64 bits.
    U64(u64),
    /// IEEE 754 binary32.
    F32(f32),
    /// IEEE 754 binary64.
    F64(f64),
    /// One byte, 0 or 1.
    Bool8(bool),
}

impl Value {
    /// The type this value is written as.
    pub const fn value_type(self) -> ValueType {
        match self {
            Self::U32(_) => ValueType::U32,
            Self::U64(_) => ValueType::U64,
            Self::F32(_) => ValueType::F32,
            Self::F64(_) => ValueType::F64,
            Self::Bool8(_) => ValueType::Bool8,
        }
    }
}
