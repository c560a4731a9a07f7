//! What this machine is called, and an identifier that stays the same between starts.

use std::path::Path;

use procfs::{CpuInfo, FromBufRead as _};

use super::{Roots, reread};

/// The processor's model name, or "Host CPU" where the kernel gives none.
pub(super) fn name(roots: &Roots) -> String {
    std::fs::read(roots.proc.join("cpuinfo"))
        .ok()
        .and_then(|text| CpuInfo::from_buf_read(text.as_slice()).ok())
        .and_then(|info| info.model_name(0).map(str::to_owned))
        .unwrap_or_else(|| "Host CPU".to_owned())
}

/// Derived one-way from the machine's identifier, which must not leave the machine itself.
pub(super) fn uuid(machine_id: &Path) -> [u8; 16] {
    let identifier = reread::line(machine_id).unwrap_or_default();
    let text = format!("zetscope host cpu {identifier}");
    let (low, high) = (fnv1a(text.as_bytes(), 0), fnv1a(text.as_bytes(), 1));
    let mut uuid = (u128::from(high) << 64 | u128::from(low)).to_be_bytes();
    // Version 8 (custom), variant 1, as RFC 9562 asks.
    uuid[6] = uuid[6] & 0x0f | 0x80;
    uuid[8] = uuid[8] & 0x3f | 0x80;
    uuid
}

/// The FNV-1a hash, started from `seed`.
fn fnv1a(bytes: &[u8], seed: u64) -> u64 {
    let start = 0xcbf2_9ce4_8422_2325 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bytes.iter().fold(start, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_identifier_is_stable_and_well_formed() {
        let uuid = uuid(Path::new("/etc/machine-id"));
        assert_eq!(uuid, super::uuid(Path::new("/etc/machine-id")));
        assert_ne!(uuid, super::uuid(Path::new("/nonexistent")));
        assert_eq!((uuid[6] >> 4, uuid[8] >> 6), (8, 2));
    }
}
