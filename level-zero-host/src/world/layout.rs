//! Where each metric of a group lies in the group's memory.
//!
//! The extension leaves this open. This driver lays values out in the order in which it lists
//! the metrics, each in its own size at its natural alignment; the size is rounded up to the
//! largest alignment, as a C compiler does with a structure.

use crate::world::value::ValueType;

/// Byte offsets of a group's values and the size of the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// One offset per metric, in metric order.
    pub offsets: Vec<usize>,
    /// Bytes, a multiple of the largest alignment.
    pub size: usize,
}

impl Layout {
    /// The layout of `types`, in order.
    pub fn of(types: impl IntoIterator<Item = ValueType>) -> Self {
        let mut end = 0_usize;
        let mut alignment = 1;
        let offsets = types
            .into_iter()
            .map(|value_type| {
                let size = value_type.size();
                alignment = alignment.max(size);
                let offset = end.next_multiple_of(size);
                end = offset + size;
                offset
            })
            .collect();
        Self {
            offsets,
            size: end.next_multiple_of(alignment),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_naturally_aligned_and_the_size_is_padded() {
        let layout = Layout::of([
            ValueType::Bool8,
            ValueType::U32,
            ValueType::Bool8,
            ValueType::F64,
            ValueType::F32,
        ]);
        assert_eq!(layout.offsets, [0, 4, 8, 16, 24]);
        assert_eq!(layout.size, 32);
    }

    #[test]
    fn a_small_group_is_not_padded_to_eight() {
        assert_eq!(Layout::of([ValueType::Bool8, ValueType::Bool8]).size, 2);
        assert_eq!(Layout::of([]).size, 0);
    }
}
