//! Text from a driver, made safe to show.

use std::ffi::c_char;

/// The text in a C array: up to the first NUL or the end, invalid UTF-8 and characters that
/// would disturb a line of text replaced, spaces trimmed.
pub(super) fn text(array: &[c_char]) -> String {
    let bytes: Vec<u8> = array
        .iter()
        .map(|unit| *unit as u8)
        .take_while(|byte| *byte != 0)
        .collect();
    let harmless: String = String::from_utf8_lossy(&bytes)
        .chars()
        .map(harmless)
        .collect();
    harmless.trim().to_owned()
}

/// As [`text`], with `placeholder` where nothing is left.
pub(super) fn name(array: &[c_char], placeholder: impl FnOnce() -> String) -> String {
    let text = text(array);
    if text.is_empty() { placeholder() } else { text }
}

/// As [`text`], for units: some drivers print a missing one as `(null)`.
pub(super) fn unit(array: &[c_char]) -> String {
    let text = text(array);
    if text == "(null)" {
        String::new()
    } else {
        text
    }
}

fn harmless(character: char) -> char {
    match character {
        '\t' | '\n' | '\r' => ' ',
        // Marks that turn the direction of what follows, also outside of this text.
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        other if other.is_control() => '\u{fffd}',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(bytes: &[u8]) -> Vec<c_char> {
        bytes.iter().map(|byte| *byte as c_char).collect()
    }

    #[test]
    fn text_ends_at_the_first_nul_or_with_the_array() {
        assert_eq!(text(&array(b"EuActive\0rubbish")), "EuActive");
        assert_eq!(text(&array(&[b'x'; 256])), "x".repeat(256));
    }

    #[test]
    fn what_is_not_text_is_replaced_and_the_rest_kept() {
        assert_eq!(text(&array(b"a\xffb\x1b[2Jc")), "a\u{fffd}b\u{fffd}[2Jc");
        assert_eq!(text(&array(b" two\r\nlines ")), "two  lines");
        assert_eq!(text(&array("a\u{202e}b".as_bytes())), "a\u{fffd}b");
    }

    #[test]
    fn nothing_gets_a_placeholder_and_a_null_unit_is_nothing() {
        let unnamed = || "(unnamed group 3)".to_owned();
        assert_eq!(name(&array(b"  \0"), unnamed), "(unnamed group 3)");
        assert_eq!(unit(&array(b"(null)\0")), "");
        assert_eq!(unit(&array(b"MHz\0")), "MHz");
    }
}
