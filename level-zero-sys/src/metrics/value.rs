//! A metric's value as a calculation returns it: eight bytes and a tag.

use crate::declare::{enums, structs, unions};
use crate::ze_bool_t;

enums! {
    /// Which member of a `zet_value_t` holds the value, and how many bytes it takes in a report.
    zet_value_type_t: "ZET_VALUE_TYPE" {
        /// Four bytes, in `ui32`.
        UINT32 = 0,
        /// Eight bytes, in `ui64`.
        UINT64 = 1,
        /// Four bytes, in `fp32`.
        FLOAT32 = 2,
        /// Eight bytes, in `fp64`.
        FLOAT64 = 3,
        /// One byte, in `b8`.
        BOOL8 = 4,
        /// Text, which no member of `zet_value_t` can hold.
        STRING = 5,
        /// One byte, for which `zet_value_t` has no member.
        UINT8 = 6,
        /// Two bytes, for which `zet_value_t` has no member.
        UINT16 = 7,
    }
}

unions! {
    /// A value whose type is told elsewhere.
    zet_value_t {
        ui32: u32,
        ui64: u64,
        fp32: f32,
        fp64: f64,
        b8: ze_bool_t,
    }
}

structs! {
    /// A value and its type.
    zet_typed_value_t {
        r#type: zet_value_type_t,
        value: zet_value_t,
    }
}
