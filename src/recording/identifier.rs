//! Names that message definitions and topics allow, made from names that drivers chose.
//!
//! The original names are never lost: they stand in the channel's metadata.

use std::collections::BTreeSet;

/// Longest field or type name made from a driver's name; a suffix may follow.
const LONGEST: usize = 80;

/// A field name: lower-case ASCII words joined by single underscores, beginning with a letter,
/// different from every name in `taken`, to which it is added.
///
/// `AvgGpuCoreFrequencyMHz` becomes `avg_gpu_core_frequency_mhz`.
pub(crate) fn field_name(name: &str, taken: &mut BTreeSet<String>) -> String {
    let words = words(name).join("_");
    let base = match words.bytes().next() {
        Some(first) if first.is_ascii_lowercase() => words,
        Some(_) => format!("m_{words}"),
        None => "metric".to_owned(),
    };
    unique(&base, "_", taken)
}

/// The name of a message type: ASCII letters and digits, beginning with a capital, different
/// from every name in `taken`, to which it is added.
///
/// `L3 cache (time)` becomes `L3CacheTime`.
pub(crate) fn type_name(name: &str, taken: &mut BTreeSet<String>) -> String {
    let capitalised = |word: String| {
        let (first, rest) = word.split_at(1);
        first.to_ascii_uppercase() + rest
    };
    let joined: String = words(name).into_iter().map(capitalised).collect();
    let base = match joined.bytes().next() {
        Some(first) if first.is_ascii_uppercase() => joined,
        _ => format!("Group{joined}"),
    };
    unique(&base, "V", taken)
}

/// A part of a topic: `name` without slashes and control characters, different from every name
/// in `taken`, to which it is added.
pub(crate) fn topic_part(name: &str, taken: &mut BTreeSet<String>) -> String {
    let allowed = |c: char| {
        if c == '/' || c.is_control() { '_' } else { c }
    };
    let base: String = name.trim().chars().map(allowed).collect();
    unique(if base.is_empty() { "unnamed" } else { &base }, " ", taken)
}

/// Text that fits behind a comment sign: one line, no control characters.
pub(crate) fn one_line(text: &str) -> String {
    let printable = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(printable).collect()
}

/// The ASCII words of `name` in lower case; a capital after a small letter or digit begins a
/// new one.
fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut before = ' ';
    for c in name.chars().take(LONGEST) {
        let begins = c.is_ascii_uppercase() && !before.is_ascii_uppercase();
        if begins || !c.is_ascii_alphanumeric() {
            words.push(std::mem::take(&mut word));
        }
        if c.is_ascii_alphanumeric() {
            word.push(c.to_ascii_lowercase());
        }
        before = c;
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

fn unique(base: &str, joint: &str, taken: &mut BTreeSet<String>) -> String {
    let numbered = (2_u32..).map(|number| format!("{base}{joint}{number}"));
    let free = std::iter::once(base.to_owned())
        .chain(numbered)
        .find(|name| !taken.contains(name))
        .unwrap_or_default();
    taken.insert(free.clone());
    free
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_of_counters_stay_readable() {
        for (name, field) in [
            ("AvgGpuCoreFrequencyMHz", "avg_gpu_core_frequency_mhz"),
            ("XVE_BUSY", "xve_busy"),
            ("L3Hit", "l3_hit"),
            ("GpuTime", "gpu_time"),
            ("  spaces & signs!", "spaces_signs"),
            ("__init__", "init"),
            ("3DPipe", "m_3_dpipe"),
            ("温度", "metric"),
            ("", "metric"),
        ] {
            assert_eq!(field_name(name, &mut BTreeSet::new()), field, "{name}");
        }
    }

    #[test]
    fn names_of_groups_become_types_and_topics() {
        let taken = &mut BTreeSet::new();
        assert_eq!(type_name("L3 cache (time)", taken), "L3CacheTime");
        assert_eq!(type_name("L3 cache (time)", taken), "L3CacheTimeV2");
        assert_eq!(type_name("99 luft", taken), "Group99Luft");
        let taken = &mut BTreeSet::new();
        assert_eq!(topic_part("Arc B580", taken), "Arc B580");
        assert_eq!(topic_part("Arc B580", taken), "Arc B580 2");
        assert_eq!(topic_part("a/b\n", taken), "a_b");
    }

    proptest! {
        #[test]
        fn fields_are_identifiers_and_unique(names in prop::collection::vec(".{0,12}", 1..20)) {
            let mut taken = BTreeSet::new();
            let fields: Vec<_> = names.iter().map(|name| field_name(name, &mut taken)).collect();
            prop_assert_eq!(taken.len(), names.len());
            for field in fields {
                prop_assert!(field.starts_with(|c: char| c.is_ascii_lowercase()));
                prop_assert!(!field.contains("__") && !field.ends_with('_'));
                let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
                prop_assert!(field.chars().all(allowed), "{}", field);
            }
        }
    }
}
