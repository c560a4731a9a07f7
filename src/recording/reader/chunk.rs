//! The messages of one stretch of the file, checked before the first of them is believed.

use mcap::records::op;
use mcap::sans_io::{LinearReadEvent, LinearReader, LinearReaderOptions};

use crate::recording::error::ReadError;
use crate::recording::reader::index::ChunkRef;
use crate::recording::reader::record::{ChunkHead, HEAD, LIMIT};
use crate::recording::reader::source::Bytes;

/// Why a chunk gives nothing.
#[derive(Debug)]
pub(crate) enum ChunkError {
    /// It is damaged; the text says how.
    Damaged(String),
    /// The file cannot be read.
    Read(ReadError),
    /// The visitor wants no more.
    Stopped,
}

impl From<ReadError> for ChunkError {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}

/// A record inside a chunk.
#[derive(Debug)]
pub(crate) enum Inside<'a> {
    /// A message.
    Message {
        /// The number of its channel.
        channel: u16,
        /// Its log time.
        time: u64,
        /// Its bytes.
        data: &'a [u8],
    },
    /// A schema or channel record.
    Definition {
        /// Which of the two.
        opcode: u8,
        /// Its body.
        body: &'a [u8],
    },
}

/// Calls `visit` with each message and definition of a chunk, in order, until it returns false.
///
/// # Errors
/// [`ChunkError::Damaged`] when its checksum or lengths do not fit; nothing was visited then,
/// unless the file's writer left out checksums.
pub(crate) fn visit(
    bytes: &Bytes,
    chunk: &ChunkRef,
    visit: &mut dyn FnMut(Inside<'_>) -> bool,
) -> Result<(), ChunkError> {
    let length = chunk.bytes.end - chunk.bytes.start;
    let Some(mut raw) = bytes.vec(chunk.bytes.start, length, LIMIT)? else {
        return Err(ChunkError::Damaged(format!(
            "it is larger than {LIMIT} bytes"
        )));
    };
    if !chunk.is_bare {
        repair_head(&mut raw);
        check_head(&raw, chunk).map_err(|what| ChunkError::Damaged(what.to_owned()))?;
    }
    let options = LinearReaderOptions::default()
        .with_skip_start_magic(true)
        .with_skip_end_magic(true)
        .with_prevalidate_chunk_crcs(true)
        .with_record_length_limit(LIMIT as usize);
    let mut reader = LinearReader::new_with_options(options);
    let mut rest = &raw[..];
    while let Some(event) = reader.next_event() {
        let event = event.map_err(|error| ChunkError::Damaged(error.to_string()))?;
        match event {
            LinearReadEvent::ReadRequest(wanted) => {
                let (given, after) = rest.split_at(wanted.min(rest.len()));
                reader.insert(given.len()).copy_from_slice(given);
                reader.notify_read(given.len());
                rest = after;
            }
            LinearReadEvent::Record { opcode, data } => {
                if let Some(inside) = inside(opcode, data)?
                    && !visit(inside)
                {
                    return Err(ChunkError::Stopped);
                }
            }
        }
    }
    Ok(())
}

/// Writes opcode and length as they must be, so that damage to them alone costs nothing.
fn repair_head(raw: &mut [u8]) {
    let length = (raw.len() as u64).saturating_sub(HEAD);
    if let Some((head, _)) = raw.split_first_chunk_mut::<9>() {
        head[0] = op::CHUNK;
        head[1..].copy_from_slice(&length.to_le_bytes());
    }
}

/// Whether the chunk's own word agrees with itself and with the index.
fn check_head(raw: &[u8], chunk: &ChunkRef) -> Result<(), &'static str> {
    let body = raw.get(HEAD as usize..).unwrap_or_default();
    let head = ChunkHead::parse(body, body.len() as u64).ok_or("its lengths do not add up")?;
    if !head.is_known() {
        return Err("its compression is not known");
    }
    match &chunk.expected {
        Some((compression, compressed, uncompressed))
            if *compression != head.compression
                || *compressed != head.compressed
                || *uncompressed != head.uncompressed =>
        {
            Err("it differs from what the index says")
        }
        _ => Ok(()),
    }
}

fn inside(opcode: u8, body: &[u8]) -> Result<Option<Inside<'_>>, ChunkError> {
    match opcode {
        op::MESSAGE => {
            let header = body.split_first_chunk::<22>();
            let (header, data) = header
                .ok_or_else(|| ChunkError::Damaged("a message in it is too short".to_owned()))?;
            let [a, b, _, _, _, _, time @ .., _, _, _, _, _, _, _, _] = *header;
            Ok(Some(Inside::Message {
                channel: u16::from_le_bytes([a, b]),
                time: u64::from_le_bytes(time),
                data,
            }))
        }
        op::SCHEMA | op::CHANNEL => Ok(Some(Inside::Definition { opcode, body })),
        _ => Ok(None),
    }
}
