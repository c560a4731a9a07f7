//! The index at the end of a file, believed only when its checksum fits.

use mcap::records::{ChunkIndex, Record, op};

use crate::recording::error::{Damage, ReadError};
use crate::recording::reader::index::{ChunkRef, Index, RawChannel, RawSchema};
use crate::recording::reader::record::{HEAD, Head, LIMIT};
use crate::recording::reader::source::Bytes;

/// Bytes of the footer record: head, two offsets, checksum.
const FOOTER: u64 = HEAD + 8 + 8 + 4;

/// What stands at the end of a file.
pub(crate) enum Found {
    /// An index.
    Index(Index),
    /// No index that can be believed.
    None {
        /// Why not, where there should have been one.
        damage: Option<Damage>,
        /// Whether the file ends as a finished file does.
        has_end: bool,
    },
}

/// Reads the index at the end of the file.
///
/// # Errors
/// The system's error.
pub(crate) fn read(bytes: &Bytes) -> Result<Found, ReadError> {
    let Some(footer) = Footer::read(bytes)? else {
        return Ok(Found::None {
            damage: None,
            has_end: false,
        });
    };
    if footer.start == 0 {
        return Ok(Found::None {
            damage: None,
            has_end: true,
        });
    }
    let damaged = |what: &str| {
        let range = footer.start.min(footer.offset)..bytes.len();
        Ok(Found::None {
            damage: Some(Damage::new(what).at(range)),
            has_end: true,
        })
    };
    if footer.start >= footer.offset || !footer.is_intact(bytes)? {
        return damaged("the index at the end of the file is damaged and was rebuilt");
    }
    match records(bytes, &footer)? {
        // Messages outside chunks have no index: they must be looked for.
        Some(index) if index.chunks.is_empty() && index.counts.values().any(|&count| count > 0) => {
            Ok(Found::None {
                damage: None,
                has_end: true,
            })
        }
        Some(mut index) => {
            index.has_end = true;
            index.is_certain = footer.sum != 0;
            Ok(Found::Index(index))
        }
        None => damaged("the index at the end of the file does not make sense and was rebuilt"),
    }
}

struct Footer {
    /// Where the footer record begins.
    offset: u64,
    /// Where the index begins; 0 for none.
    start: u64,
    /// CRC-32 from there to the footer's checksum; 0 for none.
    sum: u32,
}

impl Footer {
    fn read(bytes: &Bytes) -> Result<Option<Self>, ReadError> {
        let Some(offset) = bytes.len().checked_sub(FOOTER + 8) else {
            return Ok(None);
        };
        let expected = Head {
            opcode: op::FOOTER,
            length: FOOTER - HEAD,
        };
        if Head::read(bytes, offset)? != Some(expected) {
            return Ok(None);
        }
        let start = bytes.array(offset + HEAD)?.map(u64::from_le_bytes);
        let sum = bytes.array(offset + HEAD + 16)?.map(u32::from_le_bytes);
        Ok(start
            .zip(sum)
            .map(|(start, sum)| Self { offset, start, sum }))
    }

    fn is_intact(&self, bytes: &Bytes) -> Result<bool, ReadError> {
        if self.sum == 0 {
            return Ok(true);
        }
        let end = self.offset + HEAD + 16;
        let mut hasher = crc32fast::Hasher::new();
        let mut at = self.start;
        while at < end {
            let length = (end - at).min(1 << 16);
            let Some(part) = bytes.vec(at, length, length)? else {
                return Ok(false);
            };
            hasher.update(&part);
            at += length;
        }
        Ok(hasher.finalize() == self.sum)
    }
}

/// Takes the index apart; `None` when it cannot be.
fn records(bytes: &Bytes, footer: &Footer) -> Result<Option<Index>, ReadError> {
    let mut index = Index::default();
    let mut at = footer.start;
    while at < footer.offset {
        let Some(head) = Head::read(bytes, at)? else {
            return Ok(None);
        };
        let body = bytes.vec(at + HEAD, head.length, LIMIT.min(footer.offset - at))?;
        let Some(body) = body else {
            return Ok(None);
        };
        let Ok(()) = take(&mut index, head.opcode, &body, bytes.len()) else {
            return Ok(None);
        };
        at += HEAD + head.length;
    }
    Ok((at == footer.offset).then_some(index))
}

/// What cannot be taken apart.
pub(crate) struct Nonsense;

/// Takes one record of the index.
fn take(index: &mut Index, opcode: u8, body: &[u8], length: u64) -> Result<(), Nonsense> {
    match opcode {
        op::CHUNK_INDEX | op::STATISTICS | op::ATTACHMENT_INDEX | op::METADATA_INDEX => {}
        _ => return define(index, opcode, body),
    }
    match mcap::parse_record(opcode, body) {
        Ok(Record::ChunkIndex(chunk)) => {
            index.chunks.push(chunk_ref(chunk, length).ok_or(Nonsense)?);
        }
        Ok(Record::Statistics(statistics)) => index.counts = statistics.channel_message_counts,
        Ok(Record::AttachmentIndex(entry)) => index.attachments.push((entry.name, entry.offset)),
        Ok(Record::MetadataIndex(entry)) => index.metadata.push(entry.offset),
        _ => return Err(Nonsense),
    }
    Ok(())
}

/// Takes a record that defines a schema or a channel; any other is passed over.
pub(crate) fn define(index: &mut Index, opcode: u8, body: &[u8]) -> Result<(), Nonsense> {
    if !matches!(opcode, op::SCHEMA | op::CHANNEL) {
        return Ok(());
    }
    match mcap::parse_record(opcode, body) {
        Ok(Record::Schema { header, data }) => {
            let schema = RawSchema {
                name: header.name,
                encoding: header.encoding,
                data: data.into_owned(),
            };
            index.schemas.insert(header.id, schema);
        }
        Ok(Record::Channel(channel)) => {
            let raw = RawChannel {
                topic: channel.topic,
                schema: channel.schema_id,
                encoding: channel.message_encoding,
                metadata: channel.metadata,
            };
            index.channels.insert(channel.id, raw);
        }
        _ => return Err(Nonsense),
    }
    Ok(())
}

fn chunk_ref(chunk: ChunkIndex, length: u64) -> Option<ChunkRef> {
    let start = chunk.chunk_start_offset;
    let end = start.checked_add(chunk.chunk_length)?;
    let channels: Vec<_> = chunk.message_index_offsets.into_keys().collect();
    let is_sound = end <= length
        && chunk.chunk_length > HEAD
        && chunk.message_start_time <= chunk.message_end_time;
    is_sound.then(|| ChunkRef {
        bytes: start..end,
        is_bare: false,
        times: Some((chunk.message_start_time, chunk.message_end_time))
            .filter(|&times| times != (0, 0) || !channels.is_empty()),
        is_doubtful: false,
        // A file without message indexes says nothing about channels.
        channels: (!channels.is_empty()).then_some(channels),
        expected: Some((
            chunk.compression,
            chunk.compressed_size,
            chunk.uncompressed_size,
        )),
    })
}
