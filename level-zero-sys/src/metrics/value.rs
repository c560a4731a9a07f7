//! A metric's value as a calculation returns it: eight bytes and a tag.

use crate::declare::{enums, structs, unions};
use crate::ze_bool_t;

enums! {
    /// Which member of a `zet_value_t` holds the value, and how many bytes it takes in a report.
    zet_value_type_t: "ZET_VALUE_TYPE" {
        UINT32 = 0,
        UINT64 = 1,
        FLOAT32 = 2,
        FLOAT64 = 3,
        BOOL8 = 4,
        STRING = 5,
        UINT8 = 6,
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
