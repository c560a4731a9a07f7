//! Compares everything this crate declares with the data in `tests/abi`.
//!
//! The declaring macros record what they declare as rows of the types below, and `registry`
//! gathers the rows. The data are rows of the C headers: `table_history.json` counts, for every
//! dispatch table and version, how many leading members stand in their present place in every
//! loader published for that version.

mod compare;
mod registry;

use crate::TableMember;

pub(crate) struct Constant {
    pub(crate) name: &'static str,
    pub(crate) value: &'static str,
}

pub(crate) struct Enum {
    pub(crate) name: &'static str,
    pub(crate) prefix: &'static str,
    pub(crate) values: &'static [(&'static str, u32)],
}

pub(crate) struct Struct {
    pub(crate) name: &'static str,
    /// The number that marks it, if it is extensible.
    pub(crate) stype: &'static [u32],
    pub(crate) size: usize,
    pub(crate) align: usize,
    pub(crate) fields: &'static [Field],
}

pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) type_name: &'static str,
    pub(crate) offset: usize,
    pub(crate) size: usize,
}

pub(crate) struct Function {
    pub(crate) name: &'static str,
    pub(crate) pointer: &'static str,
    pub(crate) params: &'static [(&'static str, &'static str)],
}

pub(crate) struct Table {
    pub(crate) name: &'static str,
    pub(crate) getter: &'static str,
    pub(crate) size: usize,
    pub(crate) members: &'static [TableMember],
    pub(crate) pointers: &'static [&'static str],
}

/// Every function that has a declared type.
pub(crate) fn functions() -> impl Iterator<Item = &'static Function> {
    registry::FUNCTIONS.iter().copied().flatten()
}
