//! Where the values of a metric group lie in its memory.
//!
//! The extension does not say what the exported bytes mean. What is here is the default reading,
//! which is used only where the sizes agree with it, and the form in which a better one is given.
//! Nothing is read here, and nothing is guessed.

use crate::model::reason::Reason;
use crate::model::value::ValueType;

/// Units to which drivers round the size of a memory: words, cache lines, CPU and GPU pages.
const ROUNDINGS: [u64; 5] = [8, 16, 64, 4096, 65_536];

/// One value in a memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Index of the metric in its group.
    pub metric: u32,
    /// Distance from the start of the memory in bytes; a multiple of the value's size.
    pub offset: u64,
    /// How the value is stored.
    pub value_type: ValueType,
}

/// A word that changes whenever the record around it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// Distance from the start of the memory in bytes; a multiple of the word's size.
    pub offset: u64,
    /// How the word is stored.
    pub value_type: ValueType,
    /// Whether an odd value means that the record is being written.
    pub odd_while_written: bool,
}

/// What a memory holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The values, in any order; a metric without a field cannot be read.
    pub fields: Vec<Field>,
    /// The word by which a torn record is recognised, where there is one.
    pub sequence: Option<Sequence>,
}

impl Layout {
    /// The default reading: values of `types` in metric order, each at its natural alignment.
    ///
    /// A type of `None` is one whose size is not known.
    ///
    /// # Errors
    /// The reason why this reading cannot be right for a memory of `size` bytes.
    pub fn packed(types: &[Option<ValueType>], size: u64) -> Result<Self, Reason> {
        let mut end = 0_u64;
        let mut fields = Vec::with_capacity(types.len());
        for (metric, value_type) in types.iter().enumerate() {
            let Some(value_type) = *value_type else {
                return Err(unknown(&format!(
                    "metric {metric} is of a type whose size is not known"
                )));
            };
            let offset = end.next_multiple_of(value_type.size() as u64);
            end = offset + value_type.size() as u64;
            fields.push(Field {
                metric: metric as u32,
                offset,
                value_type,
            });
        }
        if !fits(end, size) {
            return Err(unknown(&format!(
                "the {} metrics in order take {end} bytes, but {size} bytes are exported",
                types.len()
            )));
        }
        Ok(Self {
            fields,
            sequence: None,
        })
    }

    /// A metric's own memory: one value of `value_type` at its start.
    ///
    /// # Errors
    /// The reason why a memory of `size` bytes cannot be just that.
    pub fn single(metric: u32, value_type: Option<ValueType>, size: u64) -> Result<Self, Reason> {
        let Some(value_type) = value_type else {
            return Err(unknown("the metric is of a type whose size is not known"));
        };
        if !fits(value_type.size() as u64, size) {
            return Err(unknown(&format!(
                "the value takes {} bytes, but {size} bytes are exported",
                value_type.size()
            )));
        }
        Ok(Self {
            fields: vec![Field {
                metric,
                offset: 0,
                value_type,
            }],
            sequence: None,
        })
    }
}

/// Whether a memory of `size` bytes can be one record of `used` bytes and padding only.
fn fits(used: u64, size: u64) -> bool {
    used > 0
        && (used == size
            || ROUNDINGS
                .iter()
                .any(|unit| used.next_multiple_of(*unit) == size))
}

/// The reason for a memory whose contents cannot be told apart.
pub(super) fn unknown(detail: &str) -> Reason {
    Reason::new(format!("unknown layout: {detail}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offsets(types: &[ValueType], size: u64) -> Result<Vec<u64>, String> {
        let types: Vec<_> = types.iter().copied().map(Some).collect();
        match Layout::packed(&types, size) {
            Ok(layout) => Ok(layout.fields.iter().map(|field| field.offset).collect()),
            Err(reason) => Err(reason.what),
        }
    }

    #[test]
    fn every_value_lies_at_its_natural_alignment() {
        use ValueType::{Bool8, F32, F64, U8, U16, U32, U64};
        let found = offsets(&[U8, U64, Bool8, U16, U32, F32, F64], 40);
        assert_eq!(found, Ok(vec![0, 8, 16, 18, 20, 24, 32]));
    }

    #[test]
    fn padding_to_usual_units_fits_and_nothing_else_does() {
        let types = [ValueType::U64, ValueType::U32];
        for size in [12, 16, 64, 4096, 65_536] {
            assert!(offsets(&types, size).is_ok(), "{size}");
        }
        for size in [0, 4, 11, 13, 24, 128, 8192, 1 << 40, u64::MAX] {
            let refused = offsets(&types, size).expect_err("a size that cannot be explained");
            assert!(refused.starts_with("unknown layout: "), "{refused}");
        }
    }

    #[test]
    fn a_type_of_unknown_size_makes_the_whole_layout_unknown() {
        let refused = Layout::packed(&[Some(ValueType::U64), None], 4096);
        let reason = refused.expect_err("the second value could lie anywhere");
        assert!(reason.what.contains("metric 1"), "{reason}");
    }

    #[test]
    fn a_metric_of_its_own_lies_at_the_start() {
        let layout = Layout::single(7, Some(ValueType::F64), 4096).expect("one page");
        assert_eq!((layout.fields[0].metric, layout.fields[0].offset), (7, 0));
        assert!(Layout::single(7, Some(ValueType::F64), 4).is_err());
        assert!(Layout::single(7, None, 8).is_err());
    }
}
