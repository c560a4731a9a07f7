//! Files that were cut off, flipped or never finished: no panic, never a wrong value, and what
//! is missing has a name.

use zetscope::model::batch::GapCause;
use zetscope::model::time::{Time, TimeSpan};
use zetscope::recording::{Compression, ReadError, Recording};

use super::sample::{self, Facts};

/// What must be found in the small recording, all of it and within its middle chunk.
struct Recorded {
    all: Facts,
    middle: Facts,
}

/// Beginning and end of the middle chunk.
const MIDDLE: TimeSpan = TimeSpan {
    start: Time(1_000_000),
    end: Time(2_000_001),
};

impl Recorded {
    fn small() -> Self {
        let all = sample::small().facts();
        let mut middle = all.clone();
        middle.values.retain(|fact| MIDDLE.contains(Time(fact.1)));
        Self { all, middle }
    }

    /// Reads what a damaged file still has, checks that nothing in it is invented and nothing
    /// missing is kept quiet, and counts the values; `None` when it is refused altogether.
    fn check(&self, bytes: Vec<u8>, what: &str) -> Option<usize> {
        let recording = match sample::open(bytes) {
            Ok(recording) => recording,
            Err(ReadError::NotARecording) => return None,
            Err(other) => panic!("{what}: {other}"),
        };
        let read = check_span(&recording, sample::always(), &self.all, what);
        check_span(&recording, MIDDLE, &self.middle, what);
        Some(read)
    }
}

fn check_span(recording: &Recording, span: TimeSpan, recorded: &Facts, what: &str) -> usize {
    let read = Facts::read(recording, span).unwrap_or_else(|error| panic!("{what}: {error}"));
    let invented: Vec<_> = read.values.difference(&recorded.values).collect();
    assert!(invented.is_empty(), "{what}: {invented:?}");
    for (group, gap) in &read.gaps {
        let known = recorded.gaps.contains(&(*group, *gap)) || gap.cause == GapCause::Damaged;
        assert!(known, "{what}: {gap:?}");
    }
    if read.values.len() < recorded.values.len() {
        let damage = recording.damage();
        assert!(
            !damage.is_empty(),
            "{what}: values are missing without a word"
        );
        assert!(!recording.is_complete(), "{what}");
    }
    read.values.len()
}

#[test]
fn a_file_cut_off_at_any_byte_gives_what_it_has() {
    let whole = sample::small().file(Compression::Zstd(1));
    let recorded = Recorded::small();
    let mut before = 0;
    for length in 0..whole.len() {
        let what = format!("cut to {length} of {}", whole.len());
        let read = recorded.check(whole[..length].to_vec(), &what).unwrap_or(0);
        assert!(read >= before, "{what}: more bytes gave less");
        before = read;
    }
    assert_eq!(
        before,
        recorded.all.values.len(),
        "only the end was missing"
    );
}

#[test]
fn a_flipped_bit_in_any_byte_is_noticed_or_does_no_harm() {
    let whole = sample::small().file(Compression::None);
    let recorded = Recorded::small();
    let mut harmless = 0;
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        let what = format!("byte {at} of {} flipped", whole.len());
        let read = recorded.check(bytes, &what).expect("opens all the same");
        harmless += usize::from(read == recorded.all.values.len());
    }
    // Bits outside chunks cost at most what they say themselves.
    assert!(harmless * 2 > whole.len(), "{harmless} of {}", whole.len());
}

#[test]
fn a_flipped_bit_in_an_unfinished_file_is_noticed_or_does_no_harm() {
    let whole = sample::small().file(Compression::Zstd(1));
    let recorded = Recorded::small();
    // Without the footer the index is rebuilt from what nothing protects.
    let unfinished = &whole[..whole.len() - 20];
    for at in 8..unfinished.len() {
        let mut bytes = unfinished.to_vec();
        bytes[at] ^= 1 << ((at + 5) % 8);
        let what = format!("byte {at} of {} flipped", unfinished.len());
        recorded.check(bytes, &what).expect("opens all the same");
    }
}

#[test]
fn the_damaged_part_is_named_and_shown_as_a_gap() {
    let mut bytes = sample::file(Compression::Zstd(1));
    let whole = sample::open(bytes.clone()).expect("opens");
    let wall = |batch: usize| {
        let batch = whole
            .read_all()
            .nth(batch)
            .expect("a batch")
            .expect("reads");
        batch.times[0]
    };
    assert_eq!(wall(0), Time(0));
    // The second stretch of passes: its compressed bytes lie behind the second flush.
    let chunks = chunk_offsets(&bytes);
    bytes[chunks[2] + 60] ^= 0x10;
    let recording = sample::open(bytes).expect("opens");
    let read = Facts::read(&recording, sample::always()).expect("reads");
    let damaged: Vec<_> = read
        .gaps
        .iter()
        .filter(|(_, gap)| gap.cause == GapCause::Damaged)
        .collect();
    assert!(!damaged.is_empty(), "{:?}", recording.damage());
    let damage = recording.damage();
    assert!(
        damage[0].bytes.is_some() && damage[0].span.is_some(),
        "{damage:?}"
    );
    assert!(damage[0].to_string().contains("damaged"), "{}", damage[0]);
}

/// Where chunks begin, found by hopping over the records of an intact file.
fn chunk_offsets(bytes: &[u8]) -> Vec<usize> {
    let (mut at, mut offsets) = (8, Vec::new());
    while at + 9 <= bytes.len() {
        let length = u64::from_le_bytes(bytes[at + 1..at + 9].try_into().expect("8 bytes"));
        if bytes[at] == 6 {
            offsets.push(at);
        }
        at += 9 + length as usize;
    }
    offsets
}

#[test]
fn nonsense_is_refused_and_a_newer_format_says_so() {
    assert!(matches!(
        sample::open(Vec::new()),
        Err(ReadError::NotARecording)
    ));
    assert!(matches!(
        sample::open(vec![7; 4096]),
        Err(ReadError::NotARecording)
    ));
    let missing = Recording::open(std::path::Path::new("/nonexistent/file.mcap"));
    assert!(matches!(missing, Err(ReadError::Open { .. })));
}
