//! Where everything lies in a file: taken from its end where there is one, else found by
//! hopping from record to record.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::recording::error::{Damage, ReadError};
use crate::recording::reader::source::Bytes;
use crate::recording::reader::{hop, summary};

/// Time around a chunk whose own word is all there is, in nanoseconds: such a chunk is read
/// when it comes this close to the span that is asked for.
const DOUBT_NANOS: u64 = 2_000_000_000;
/// Chunks of such a file that claim to hold more time than this are always read.
const ABSURD_NANOS: u64 = 10_000_000_000;

/// Where everything lies.
#[derive(Debug, Default)]
pub(crate) struct Index {
    /// Definitions found outside chunks, by channel number.
    pub(crate) channels: BTreeMap<u16, RawChannel>,
    /// Definitions of schemas found outside chunks.
    pub(crate) schemas: BTreeMap<u16, RawSchema>,
    /// Stretches of messages in the order of the file.
    pub(crate) chunks: Vec<ChunkRef>,
    /// Where metadata records begin.
    pub(crate) metadata: Vec<u64>,
    /// Names of attachments and where they begin.
    pub(crate) attachments: Vec<(String, u64)>,
    /// Messages of each channel, where they are known.
    pub(crate) counts: BTreeMap<u16, u64>,
    /// Whether the file has its end.
    pub(crate) has_end: bool,
    /// Whether what is written here is protected by a checksum.
    pub(crate) is_certain: bool,
    /// What is missing or damaged.
    pub(crate) damage: Vec<Damage>,
}

/// A channel as it is defined in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RawChannel {
    /// Its topic.
    pub(crate) topic: String,
    /// The number of its schema; 0 for none.
    pub(crate) schema: u16,
    /// How its messages are encoded.
    pub(crate) encoding: String,
    /// Its metadata.
    pub(crate) metadata: BTreeMap<String, String>,
}

/// A schema as it is defined in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RawSchema {
    /// Its name.
    pub(crate) name: String,
    /// In which language it is written.
    pub(crate) encoding: String,
    /// Its text.
    pub(crate) data: Vec<u8>,
}

/// A stretch of messages in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChunkRef {
    /// The bytes of the record, or of the records where they lie outside chunks.
    pub(crate) bytes: Range<u64>,
    /// Whether the messages lie bare in the file, outside any chunk.
    pub(crate) is_bare: bool,
    /// Earliest and latest log time; `None` when there is no message.
    pub(crate) times: Option<(u64, u64)>,
    /// Whether the times may be wrong, so that it is read for every span.
    pub(crate) is_doubtful: bool,
    /// The channels of its messages, where they are known.
    pub(crate) channels: Option<Vec<u16>>,
    /// Compression, compressed and uncompressed size as the index at the file's end has them.
    pub(crate) expected: Option<(String, u64, u64)>,
}

impl Index {
    /// Finds out where everything lies.
    ///
    /// # Errors
    /// [`ReadError::NotARecording`], or the system's error.
    pub(crate) fn read(bytes: &Bytes) -> Result<Self, ReadError> {
        let is_magic = |found: Option<[u8; 8]>| found.is_some_and(|found| found == mcap::MAGIC);
        let begins = is_magic(bytes.array(0)?);
        let ends = is_magic(bytes.array(bytes.len().saturating_sub(8))?);
        if !(begins || ends && bytes.len() > 16) {
            return Err(ReadError::NotARecording);
        }
        let mut index = match summary::read(bytes)? {
            summary::Found::Index(index) => index,
            summary::Found::None { damage, has_end } => {
                let mut index = hop::rebuild(bytes)?;
                index.has_end |= has_end;
                index.damage.extend(damage);
                index.mark_doubtful();
                index
            }
        };
        if !begins {
            let damage = Damage::new("the first bytes of the file are damaged");
            index.damage.push(damage.at(0..8));
        }
        Ok(index)
    }

    /// The chunks that may hold messages of `channels` within log times `from..=to`.
    pub(crate) fn select(&self, from: u64, to: u64, wants: &dyn Fn(u16) -> bool) -> Vec<usize> {
        let slack = if self.is_certain { 0 } else { DOUBT_NANOS };
        let is_near = |chunk: &ChunkRef| match chunk.times {
            _ if chunk.is_doubtful => true,
            Some((start, end)) => {
                start <= to.saturating_add(slack) && end.saturating_add(slack) >= from
            }
            None => false,
        };
        // Without a checksum the list of channels may be wrong too, so it is not believed.
        let is_wanted = |chunk: &ChunkRef| match &chunk.channels {
            Some(channels) if self.is_certain => channels.iter().any(|&channel| wants(channel)),
            _ => true,
        };
        let chosen = |(_, chunk): &(usize, &ChunkRef)| is_near(chunk) && is_wanted(chunk);
        self.chunks
            .iter()
            .enumerate()
            .filter(chosen)
            .map(|(at, _)| at)
            .collect()
    }

    /// Marks chunks whose times do not fit those around them.
    fn mark_doubtful(&mut self) {
        let times: Vec<_> = self.chunks.iter().map(|chunk| chunk.times).collect();
        for (at, chunk) in self.chunks.iter_mut().enumerate() {
            let Some((start, end)) = chunk.times else {
                // A chunk may say that it is empty because the bytes that say so are damaged.
                chunk.is_doubtful = true;
                continue;
            };
            let before = times[..at].iter().rev().find_map(|times| *times);
            let after = times[at + 1..].iter().find_map(|times| *times);
            let steps_back =
                before.is_some_and(|(_, end)| start.saturating_add(ABSURD_NANOS) < end);
            let overtakes =
                after.is_some_and(|(next, _)| start > next.saturating_add(ABSURD_NANOS));
            chunk.is_doubtful = end - start > ABSURD_NANOS || steps_back || overtakes;
        }
    }
}
