//! Numbers out of a CDR message, by its definition.

use crate::recording::reader::foreign::exact;
use crate::recording::reader::foreign::ros2msg::{Definition, Field, Primitive, Shape, is_spread};

/// Appends the numbers at fixed places to `slots`; `None` when the message is too short or
/// not plain CDR.
pub(super) fn decode(definition: &Definition, message: &[u8], slots: &mut Vec<u64>) -> Option<()> {
    let (header, body) = message.split_first_chunk::<4>()?;
    let is_little = match header[..2] {
        [0, 0] => false,
        [0, 1] => true,
        _ => return None,
    };
    let mut cursor = Cursor {
        body,
        at: 0,
        is_little,
    };
    cursor.fields(&definition.fields, Some(slots))
}

struct Cursor<'a> {
    body: &'a [u8],
    at: usize,
    is_little: bool,
}

impl Cursor<'_> {
    fn fields(&mut self, fields: &[Field], mut slots: Option<&mut Vec<u64>>) -> Option<()> {
        if fields.is_empty() {
            // A message without fields takes one byte.
            self.take(1)?;
        }
        for field in fields {
            self.shape(&field.shape, slots.as_deref_mut())?;
        }
        Some(())
    }

    fn shape(&mut self, shape: &Shape, slots: Option<&mut Vec<u64>>) -> Option<()> {
        match shape {
            Shape::Number(primitive) => {
                let slot = self.number(*primitive)?;
                if let Some(slots) = slots {
                    slots.push(slot);
                }
            }
            Shape::Text => {
                let length = self.number(Primitive::U32)?;
                self.take(length as usize)?;
            }
            Shape::Message(fields) => self.fields(fields, slots)?,
            Shape::Array(count, of) => self.array(*count, of, slots)?,
        }
        Some(())
    }

    fn array(
        &mut self,
        count: Option<usize>,
        of: &Shape,
        slots: Option<&mut Vec<u64>>,
    ) -> Option<()> {
        let mut slots = slots.filter(|_| is_spread(count));
        let count = match count {
            Some(count) => count,
            None => self.number(Primitive::U32)? as usize,
        };
        // Every element takes a byte at least, so a damaged count ends here.
        (count <= self.body.len() - self.at).then_some(())?;
        for _ in 0..count {
            self.shape(of, slots.as_deref_mut())?;
        }
        Some(())
    }

    fn take(&mut self, count: usize) -> Option<&[u8]> {
        let end = self.at.checked_add(count)?;
        let taken = self.body.get(self.at..end)?;
        self.at = end;
        Some(taken)
    }

    /// A number as the slot of its value type.
    fn number(&mut self, primitive: Primitive) -> Option<u64> {
        let size = primitive.size();
        self.at = self.at.checked_next_multiple_of(size)?;
        let is_little = self.is_little;
        let mut bytes = [0; 8];
        let target = &mut bytes[..size];
        target.copy_from_slice(self.take(size)?);
        if !is_little {
            target.reverse();
        }
        let raw = u64::from_le_bytes(bytes);
        let signed = |bits: u32| i128::from((raw << (64 - bits)).cast_signed() >> (64 - bits));
        Some(match primitive {
            Primitive::I8 => exact(signed(8)).to_bits(),
            Primitive::I16 => exact(signed(16)).to_bits(),
            Primitive::I32 => exact(signed(32)).to_bits(),
            Primitive::I64 => exact(signed(64)).to_bits(),
            _ => raw,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(text: &str, message: &[u8]) -> Option<Vec<u64>> {
        let definition = Definition::parse("a/B", text).expect("is understood");
        let mut slots = Vec::new();
        decode(&definition, message, &mut slots)?;
        Some(slots)
    }

    #[test]
    fn numbers_behind_text_and_lists_are_found() {
        let text = "string s\nuint16[] list\nint8 n\nuint64 big";
        let message = [
            0, 1, 0, 0, // little endian
            3, 0, 0, 0, b'h', b'i', 0, 0, // text and padding
            2, 0, 0, 0, 1, 0, 2, 0, // list
            0xff, 0, 0, 0, 0, 0, 0, 0, // n and padding
            1, 0, 0, 0, 0, 0, 32, 0, // big
        ];
        let expected = vec![(-1.0_f64).to_bits(), (1 << 53) + 1];
        assert_eq!(decoded(text, &message), Some(expected));
        for length in 0..message.len() {
            assert_eq!(decoded(text, &message[..length]), None, "{length}");
        }
    }

    #[test]
    fn big_endian_is_read_and_inexact_integers_are_not() {
        assert_eq!(
            decoded("uint32 n", &[0, 0, 0, 0, 0, 0, 1, 2]),
            Some(vec![0x102])
        );
        let mut message = vec![0, 1, 0, 0];
        message.extend(((1_i64 << 53) + 1).to_le_bytes());
        let slots = decoded("int64 n", &message).expect("decodes");
        assert!(f64::from_bits(slots[0]).is_nan());
    }
}
