//! A group's message: its `ros2msg` definition, and a pass as CDR bytes and back.
//!
//! Bytes only, no file. Every pass of a channel has the same length, so where each field lies
//! is worked out once; after that nothing is allocated and nothing is looked up for a pass.
//!
//! Layout, little endian, offsets behind the 4-byte CDR header: `int64 t_ns` at 0, `uint32
//! read_ns` at 8, `bool torn` at 12, then each metric in its own type at its natural alignment.

use std::fmt::Write as _;

use crate::model::batch::Integrity;
use crate::model::time::Time;
use crate::model::value::ValueType;
use crate::recording::identifier::one_line;

/// Marks CDR, little endian; the last two bytes are options nobody uses.
const CDR_HEADER: [u8; 4] = [0, 1, 0, 0];
/// Where the first metric may lie, behind the header and the three fields of every pass.
const FIXED: usize = 13;

/// The field names every message begins with.
pub(crate) const FIXED_FIELDS: [&str; 3] = ["t_ns", "read_ns", "torn"];

/// What a pass says besides its values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PassHead {
    /// When it began.
    pub(crate) time: Time,
    /// How long it took, in nanoseconds.
    pub(crate) read_nanos: u32,
    /// Whether its values belong together.
    pub(crate) integrity: Integrity,
}

/// Where each value of a pass lies in its message.
#[derive(Clone, Debug)]
pub(crate) struct PassLayout {
    runs: Vec<Run>,
    size: usize,
}

/// Consecutive columns of one type, which lie side by side.
#[derive(Clone, Copy, Debug)]
struct Run {
    value_type: ValueType,
    /// Byte offset in the message, header included.
    offset: usize,
    first: usize,
    count: usize,
}

impl PassLayout {
    /// The layout of passes whose values have these types, in this order.
    pub(crate) fn new(types: &[ValueType]) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        let mut end = FIXED;
        for (column, &value_type) in types.iter().enumerate() {
            let start = end.next_multiple_of(value_type.size());
            end = start + value_type.size();
            match runs.last_mut() {
                Some(run) if run.value_type == value_type => run.count += 1,
                _ => runs.push(Run {
                    value_type,
                    offset: CDR_HEADER.len() + start,
                    first: column,
                    count: 1,
                }),
            }
        }
        Self {
            runs,
            size: CDR_HEADER.len() + end,
        }
    }

    /// A message of this layout with every value zero, for [`PassLayout::encode`] to fill.
    pub(crate) fn blank(&self) -> Vec<u8> {
        let mut message = vec![0; self.size];
        message[..CDR_HEADER.len()].copy_from_slice(&CDR_HEADER);
        message
    }

    /// Writes a pass into `message`, which [`PassLayout::blank`] made.
    ///
    /// Panics when `message` or `row` belongs to another layout.
    pub(crate) fn encode(&self, head: PassHead, row: &[u64], message: &mut [u8]) {
        message[4..12].copy_from_slice(&head.time.0.to_le_bytes());
        message[12..16].copy_from_slice(&head.read_nanos.to_le_bytes());
        message[16] = u8::from(head.integrity == Integrity::Torn);
        for run in &self.runs {
            let bytes = &mut message[run.offset..][..run.count * run.value_type.size()];
            run.put(&row[run.first..][..run.count], bytes);
        }
    }

    /// Reads a pass and appends its values to `slots`; `None`, and nothing appended, when the
    /// message is not of this layout.
    pub(crate) fn decode(&self, message: &[u8], slots: &mut Vec<u64>) -> Option<PassHead> {
        if message.len() != self.size || message[..2] != CDR_HEADER[..2] || message[16] > 1 {
            return None;
        }
        for run in &self.runs {
            run.take(
                &message[run.offset..][..run.count * run.value_type.size()],
                slots,
            );
        }
        let torn = message[16] == 1;
        Some(PassHead {
            time: Time(i64::from_le_bytes(*message[4..].first_chunk()?)),
            read_nanos: u32::from_le_bytes(*message[12..].first_chunk()?),
            integrity: if torn {
                Integrity::Torn
            } else {
                Integrity::Whole
            },
        })
    }
}

impl Run {
    fn put(&self, slots: &[u64], bytes: &mut [u8]) {
        match self.value_type {
            ValueType::U8 => put::<1>(slots, bytes),
            ValueType::U16 => put::<2>(slots, bytes),
            ValueType::U32 | ValueType::F32 => put::<4>(slots, bytes),
            ValueType::U64 | ValueType::F64 => put::<8>(slots, bytes),
            ValueType::Bool8 => {
                for (byte, slot) in bytes.iter_mut().zip(slots) {
                    *byte = u8::from(slot & 0xff != 0);
                }
            }
        }
    }

    fn take(&self, bytes: &[u8], slots: &mut Vec<u64>) {
        match self.value_type {
            ValueType::U8 | ValueType::Bool8 => slots.extend(bytes.iter().copied().map(u64::from)),
            ValueType::U16 => take::<2>(bytes, slots),
            ValueType::U32 | ValueType::F32 => take::<4>(bytes, slots),
            ValueType::U64 | ValueType::F64 => take::<8>(bytes, slots),
        }
    }
}

/// Writes the low `N` bytes of each slot.
fn put<const N: usize>(slots: &[u64], bytes: &mut [u8]) {
    for (value, slot) in bytes.as_chunks_mut::<N>().0.iter_mut().zip(slots) {
        value.copy_from_slice(&slot.to_le_bytes()[..N]);
    }
}

/// Reads slots of which only the low `N` bytes were written.
fn take<const N: usize>(bytes: &[u8], slots: &mut Vec<u64>) {
    slots.extend(bytes.as_chunks::<N>().0.iter().map(|value| {
        let mut slot = [0; 8];
        slot[..N].copy_from_slice(value);
        u64::from_le_bytes(slot)
    }));
}

/// The type a value has in a message definition.
pub(crate) fn ros_type(value_type: ValueType) -> &'static str {
    match value_type {
        ValueType::U8 => "uint8",
        ValueType::U16 => "uint16",
        ValueType::U32 => "uint32",
        ValueType::U64 => "uint64",
        ValueType::F32 => "float32",
        ValueType::F64 => "float64",
        ValueType::Bool8 => "bool",
    }
}

/// One metric's line in a message definition.
pub(crate) struct Field<'a> {
    /// The field's name.
    pub(crate) name: &'a str,
    /// Its type.
    pub(crate) value_type: ValueType,
    /// The metric's own name.
    pub(crate) metric: &'a str,
    /// The metric's unit; may be empty.
    pub(crate) unit: &'a str,
}

/// The message definition of a group's passes; `title` says in one line what they are of.
pub(crate) fn definition(title: &str, fields: &[Field<'_>]) -> String {
    let mut text = format!(
        "# {}\n\
         int64 t_ns  # when the pass began, since the session began [ns]\n\
         uint32 read_ns  # how long the pass took to read [ns]\n\
         bool torn  # whether the values moved while they were read\n",
        one_line(title)
    );
    for field in fields {
        let (name, metric) = (field.name, one_line(field.metric));
        let line = format!("{} {name}  # {metric}", ros_type(field.value_type));
        let unit = match field.unit {
            "" => String::new(),
            unit => format!(" [{}]", one_line(unit)),
        };
        writeln!(text, "{line}{unit}").unwrap_or_default();
    }
    text
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn head(time: i64, torn: bool) -> PassHead {
        PassHead {
            time: Time(time),
            read_nanos: 7,
            integrity: if torn {
                Integrity::Torn
            } else {
                Integrity::Whole
            },
        }
    }

    #[test]
    fn eight_byte_values_are_aligned_behind_the_header() {
        let layout = PassLayout::new(&[ValueType::U8, ValueType::U64, ValueType::F32]);
        let mut message = layout.blank();
        layout.encode(head(1, true), &[0xab, 0x0102, 0x3f80_0000], &mut message);
        let expected = [
            0, 1, 0, 0, // header
            1, 0, 0, 0, 0, 0, 0, 0, // t_ns at 0
            7, 0, 0, 0,    // read_ns at 8
            1,    // torn at 12
            0xab, // at 13
            0, 0, // padding
            2, 1, 0, 0, 0, 0, 0, 0, // at 16
            0, 0, 0x80, 0x3f, // at 24
        ];
        assert_eq!(message, expected);
    }

    #[test]
    fn messages_of_another_layout_are_refused_whole() {
        let layout = PassLayout::new(&[ValueType::U32]);
        let mut message = layout.blank();
        layout.encode(head(1, false), &[9], &mut message);
        let mut slots = Vec::new();
        let damaged = |at: usize, byte: u8| {
            let mut damaged = message.clone();
            damaged[at] = byte;
            damaged
        };
        for bad in [
            &message[..message.len() - 1],
            &[],
            &damaged(1, 0),
            &damaged(16, 2),
        ] {
            assert_eq!(layout.decode(bad, &mut slots), None);
        }
        assert!(slots.is_empty());
    }

    #[test]
    fn a_definition_names_metrics_and_units_on_one_line_each() {
        let field = Field {
            name: "gpu_time",
            value_type: ValueType::U64,
            metric: "Gpu\nTime",
            unit: "ns",
        };
        let text = definition("a\rb", &[field]);
        assert!(text.starts_with("# a b\nint64 t_ns"), "{text}");
        assert!(
            text.ends_with("\nuint64 gpu_time  # Gpu Time [ns]\n"),
            "{text}"
        );
        assert_eq!(text.lines().count(), 5);
    }

    proptest! {
        #[test]
        fn any_pass_reads_back_bit_for_bit(
            cells in prop::collection::vec((0..7_usize, any::<u64>()), 0..40),
            time in any::<i64>(),
            torn in any::<bool>(),
        ) {
            let types: Vec<_> = cells.iter().map(|&(at, _)| ValueType::ALL[at]).collect();
            let masked = |(value_type, slot): (&ValueType, u64)| match value_type {
                ValueType::Bool8 => u64::from(slot & 0xff != 0),
                other => slot & (u64::MAX >> (64 - 8 * other.size())),
            };
            let row: Vec<_> = cells.iter().map(|&(_, slot)| slot).collect();
            let layout = PassLayout::new(&types);
            let mut message = layout.blank();
            layout.encode(head(time, torn), &row, &mut message);
            let mut slots = Vec::new();
            prop_assert_eq!(layout.decode(&message, &mut slots), Some(head(time, torn)));
            let expected: Vec<_> = types.iter().zip(row).map(masked).collect();
            prop_assert_eq!(slots, expected);
        }
    }
}
