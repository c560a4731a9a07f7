//! Texts in the fixed arrays of C structures.

use std::ffi::c_char;

use crate::world::fault::{Fault, Faults};

/// Bytes in every text of the interface, the NUL included.
pub(super) const LENGTH: usize = 256;

/// `text` as C wants it: cut at a character that fits, and filled up with NUL.
pub(super) fn array(text: &str) -> [c_char; LENGTH] {
    let mut array = [0; LENGTH];
    let end = text.floor_char_boundary(LENGTH - 1);
    let kept = text.get(..end).unwrap_or_default();
    for (place, byte) in array.iter_mut().zip(kept.bytes()) {
        *place = byte as c_char;
    }
    array
}

/// The name of a group or metric, as scripted.
pub(super) fn name(text: &str, faults: &Faults) -> [c_char; LENGTH] {
    if faults.has(&Fault::NameEmpty) {
        return [0; LENGTH];
    }
    let mut array = array(text);
    if faults.has(&Fault::NameUnterminated) {
        for place in array.iter_mut().filter(|place| **place == 0) {
            *place = b'X' as c_char;
        }
    }
    if faults.has(&Fault::NameNotUtf8) {
        array[0] = 0xff_u8 as c_char;
        array[1] = 0xc3_u8 as c_char;
    }
    array
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_between_characters_and_terminated() {
        let text = "é".repeat(200);
        let bytes = array(&text).map(|byte| byte as u8);
        let end = bytes
            .iter()
            .position(|byte| *byte == 0)
            .expect("terminated");
        assert_eq!(std::str::from_utf8(&bytes[..end]), Ok(&text[..254]));
    }
}
