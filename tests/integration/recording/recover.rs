//! Clean copies of damaged recordings.

use std::fs;

use zetscope::model::batch::GapCause;
use zetscope::recording::{Compression, ReadError, Recording, RecoverError, WriteError, recover};

use super::sample::{self, Facts};

#[test]
fn an_unfinished_recording_becomes_a_complete_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let (from, to) = (folder.path().join("a.mcap"), folder.path().join("b.mcap"));
    let whole = sample::file(Compression::Zstd(1));
    // Cut in the last chunk but one: the index, the events and some passes are gone.
    let cut = whole.len() * 7 / 10;
    fs::write(&from, &whole[..cut]).expect("is written");
    let mut seen = 0;
    let recovered = recover(&from, &to, Compression::Lz4, &mut |bytes| {
        seen = bytes;
        true
    })
    .expect("recovers");
    assert!(!recovered.lost.is_empty());
    assert!(seen > 0 && seen <= cut as u64);
    let (damaged, clean) = (
        Recording::open(&from).expect("opens"),
        Recording::open(&to).expect("opens"),
    );
    assert!(clean.is_complete() && !damaged.is_complete());
    assert_eq!(clean.bytes(), recovered.bytes);
    let left = Facts::read(&damaged, sample::always()).expect("reads");
    assert_eq!(Facts::read(&clean, sample::always()).expect("reads"), left);
    assert_eq!(left.passes as u64, recovered.passes);
    assert_eq!(clean.session(), damaged.session());
}

#[test]
fn what_a_damaged_chunk_held_stays_a_gap_in_the_copy() {
    let folder = tempfile::tempdir().expect("a folder");
    let (from, to) = (folder.path().join("a.mcap"), folder.path().join("b.mcap"));
    let mut bytes = sample::file(Compression::None);
    let at = bytes
        .windows(9)
        .position(|window| window == b"half time")
        .expect("the marker is in the second chunk");
    bytes[at] ^= 1;
    fs::write(&from, bytes).expect("is written");
    let recovered = recover(&from, &to, Compression::None, &mut |_| true).expect("recovers");
    assert!(
        recovered.lost[0].what.contains("damaged"),
        "{:?}",
        recovered.lost
    );
    let clean = Recording::open(&to).expect("opens");
    let read = Facts::read(&clean, sample::always()).expect("reads");
    assert!(
        read.gaps
            .iter()
            .any(|(_, gap)| gap.cause == GapCause::Damaged)
    );
    assert!(read.values.is_subset(&sample::story().facts().values));
}

#[test]
fn nothing_is_left_of_a_recovery_that_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    let (from, to) = (folder.path().join("a.mcap"), folder.path().join("b.mcap"));
    fs::write(&from, sample::file(Compression::None)).expect("is written");
    let cancelled = recover(&from, &to, Compression::None, &mut |_| false);
    assert!(matches!(
        cancelled,
        Err(RecoverError::Read(ReadError::Cancelled))
    ));
    assert!(!to.exists());
    let onto_itself = recover(&from, &from, Compression::None, &mut |_| true);
    assert!(matches!(
        onto_itself,
        Err(RecoverError::Write(WriteError::Create { .. }))
    ));
    assert!(from.exists(), "what is there is not touched");
}
