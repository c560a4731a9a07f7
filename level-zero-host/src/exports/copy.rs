//! Copying bytes that the driver's threads may be writing at the same time.

use std::ffi::c_void;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// Copies `size` bytes; each aligned word of the source is read whole.
///
/// # Safety
/// `from` must be valid for reads and `to` for writes of `size` bytes. Other threads may write
/// what is read here only with atomic stores; nobody may touch what is written.
pub(super) unsafe fn copy(from: *mut u8, to: *mut u8, size: usize) {
    const WORD: usize = size_of::<u64>();
    let mut done = 0;
    while done < size {
        // SAFETY: `done` is less than `size`.
        let (source, target) = unsafe { (from.add(done), to.add(done)) };
        if source.addr().is_multiple_of(WORD) && size - done >= WORD {
            // SAFETY: aligned, and a whole word is left on both sides.
            unsafe { copy_word(source.cast(), target.cast()) };
            done += WORD;
        } else {
            // SAFETY: one byte is left on both sides.
            unsafe { target.write(AtomicU8::from_ptr(source).load(Ordering::Relaxed)) };
            done += 1;
        }
    }
}

/// Copies one word from an aligned place to any place.
///
/// # Safety
/// As [`copy`], for a word.
unsafe fn copy_word(from: *mut c_void, to: *mut c_void) {
    // SAFETY: the caller vouches for an aligned word that may be written meanwhile.
    let word = unsafe { AtomicU64::from_ptr(from.cast()) }.load(Ordering::Relaxed);
    // SAFETY: the caller vouches for room for a word.
    unsafe { to.cast::<u64>().write_unaligned(word) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_offset_and_length_arrives() {
        let mut source: Vec<u8> = (0..64).collect();
        for (start, size) in [(0, 64), (1, 30), (7, 1), (8, 8), (3, 0)] {
            let mut target = [0xff; 64];
            let from = source[start..].as_mut_ptr();
            // SAFETY: both arrays hold `size` bytes from here on.
            unsafe { copy(from, target.as_mut_ptr(), size) };
            assert_eq!(target[..size], source[start..start + size]);
            assert!(target[size..].iter().all(|byte| *byte == 0xff));
        }
    }
}
