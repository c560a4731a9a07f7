//! Metadata records that tell when they were damaged.
//!
//! MCAP puts no checksum on metadata records, and these hold the definitions that everything
//! else needs. So each carries its own, under one more key.

use std::collections::BTreeMap;

use crc32fast::Hasher;

/// The key of the checksum.
const KEY: &str = "crc32";

/// The same entries with their checksum.
pub(crate) fn seal(name: &str, mut entries: BTreeMap<String, String>) -> BTreeMap<String, String> {
    entries.remove(KEY);
    let sum = checksum(name, &entries);
    entries.insert(KEY.to_owned(), format!("{sum:08x}"));
    entries
}

/// The entries without their checksum; `None` when it is missing or does not fit.
pub(crate) fn open(
    name: &str,
    mut entries: BTreeMap<String, String>,
) -> Option<BTreeMap<String, String>> {
    let sum = entries.remove(KEY)?;
    (sum == format!("{:08x}", checksum(name, &entries))).then_some(entries)
}

/// CRC-32 over the record's name and each key and value in order of keys, each behind its
/// length in bytes as 8 bytes little endian.
fn checksum(name: &str, entries: &BTreeMap<String, String>) -> u32 {
    let mut hasher = Hasher::new();
    let mut take = |text: &str| {
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    };
    take(name);
    for (key, value) in entries {
        take(key);
        take(value);
    }
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_change_is_noticed() {
        let entries = BTreeMap::from([("a".to_owned(), "bc".to_owned())]);
        let sealed = seal("name", entries.clone());
        assert_eq!(open("name", sealed.clone()), Some(entries));
        assert_eq!(open("nama", sealed.clone()), None);
        let mut moved = sealed.clone();
        moved.remove("a");
        moved.insert("ab".to_owned(), "c".to_owned());
        assert_eq!(open("name", moved), None);
        let mut bare = sealed;
        bare.remove(KEY);
        assert_eq!(open("name", bare), None);
    }
}
