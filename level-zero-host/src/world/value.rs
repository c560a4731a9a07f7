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

    /// What stands in a report where there is no value: nothing counted, not a number, not so.
    pub(crate) const fn nothing(self) -> Value {
        match self {
            Self::U32 => Value::U32(0),
            Self::U64 => Value::U64(0),
            Self::F32 => Value::F32(f32::NAN),
            Self::F64 => Value::F64(f64::NAN),
            Self::Bool8 => Value::Bool8(false),
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

    /// What a count grew by since it was `before`, across a wrap at its own width; `None` where
    /// the two are not whole numbers of one type.
    pub(crate) const fn grown_since(self, before: Self) -> Option<Self> {
        match (before, self) {
            (Self::U32(before), Self::U32(after)) => Some(Self::U32(after.wrapping_sub(before))),
            (Self::U64(before), Self::U64(after)) => Some(Self::U64(after.wrapping_sub(before))),
            _ => None,
        }
    }

    /// Writes the value to as many bytes as its type takes.
    pub(crate) fn write(self, out: &mut [u8]) {
        match self {
            Self::U32(value) => out.copy_from_slice(&value.to_ne_bytes()),
            Self::U64(value) => out.copy_from_slice(&value.to_ne_bytes()),
            Self::F32(value) => out.copy_from_slice(&value.to_ne_bytes()),
            Self::F64(value) => out.copy_from_slice(&value.to_ne_bytes()),
            Self::Bool8(value) => out.fill(u8::from(value)),
        }
    }

    /// The value in bytes that [`write`](Self::write) wrote; fewer bytes are filled up with 0.
    pub(crate) fn read(value_type: ValueType, bytes: &[u8]) -> Self {
        let mut word = [0; 8];
        for (byte, from) in word.iter_mut().zip(bytes) {
            *byte = *from;
        }
        let half = [word[0], word[1], word[2], word[3]];
        match value_type {
            ValueType::U32 => Self::U32(u32::from_ne_bytes(half)),
            ValueType::U64 => Self::U64(u64::from_ne_bytes(word)),
            ValueType::F32 => Self::F32(f32::from_ne_bytes(half)),
            ValueType::F64 => Self::F64(f64::from_ne_bytes(word)),
            ValueType::Bool8 => Self::Bool8(word[0] != 0),
        }
    }
}
