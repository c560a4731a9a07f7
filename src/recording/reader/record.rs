//! Single MCAP records, as far as they can be believed.
//!
//! Lengths come from the file and are checked against the file's own length and a limit before
//! anything is reserved for them.

use std::collections::BTreeMap;

use mcap::records::{Record, op};

use crate::recording::error::ReadError;
use crate::recording::reader::source::Bytes;

/// Longest record that is ever taken into memory, and longest chunk when decompressed.
pub(crate) const LIMIT: u64 = 256 << 20;
/// Bytes of a record's opcode and length.
pub(crate) const HEAD: u64 = 9;
/// Bytes of a chunk's header without its compression's name.
const CHUNK_HEAD: usize = 40;

/// The opcode and the length of what follows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    /// The opcode.
    pub(crate) opcode: u8,
    /// Bytes of the body.
    pub(crate) length: u64,
}

impl Head {
    /// The head at `offset`; `None` where the file ends before.
    ///
    /// # Errors
    /// The system's error.
    pub(crate) fn read(bytes: &Bytes, offset: u64) -> Result<Option<Self>, ReadError> {
        Ok(bytes.array::<9>(offset)?.map(|head| Self::parse(&head)))
    }

    fn parse(head: &[u8; 9]) -> Self {
        let [opcode, length @ ..] = *head;
        Self {
            opcode,
            length: u64::from_le_bytes(length),
        }
    }

    /// Where a record with this head at `offset` ends; `None` beyond the end of the file.
    pub(crate) fn end(self, offset: u64, bytes: &Bytes) -> Option<u64> {
        let end = offset.checked_add(HEAD)?.checked_add(self.length)?;
        (end <= bytes.len()).then_some(end)
    }
}

/// What a chunk says of itself. Nothing protects these bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChunkHead {
    /// Earliest log time in it; 0 without messages.
    pub(crate) start: u64,
    /// Latest log time.
    pub(crate) end: u64,
    /// Bytes when decompressed.
    pub(crate) uncompressed: u64,
    /// Name of the compression; empty for none.
    pub(crate) compression: String,
    /// Bytes as they lie in the file.
    pub(crate) compressed: u64,
}

impl ChunkHead {
    /// Reads the beginning of a chunk's body, which is `length` bytes long altogether; `None`
    /// when it contradicts itself.
    pub(crate) fn parse(body: &[u8], length: u64) -> Option<Self> {
        let u64_at = |at: usize| {
            body.get(at..)?
                .first_chunk()
                .map(|n| u64::from_le_bytes(*n))
        };
        let name_length = u32::from_le_bytes(*body.get(28..)?.first_chunk()?) as usize;
        let name = body.get(32..32 + name_length.min(16))?;
        let head = Self {
            start: u64_at(0)?,
            end: u64_at(8)?,
            uncompressed: u64_at(16)?,
            compression: std::str::from_utf8(name).ok()?.to_owned(),
            compressed: u64_at(32 + name_length)?,
        };
        let whole = (CHUNK_HEAD + name_length) as u64;
        let adds_up = name_length <= 16
            && head.compressed.checked_add(whole) == Some(length)
            && head.uncompressed <= LIMIT
            && head.compressed <= LIMIT;
        adds_up.then_some(head)
    }

    /// Whether it is one this reader can decompress.
    pub(crate) fn is_known(&self) -> bool {
        matches!(self.compression.as_str(), "" | "lz4" | "zstd")
    }

    /// Reads the head of the chunk whose body of `length` bytes begins at `offset`.
    ///
    /// # Errors
    /// The system's error.
    pub(crate) fn read(bytes: &Bytes, offset: u64, length: u64) -> Result<Option<Self>, ReadError> {
        let most = (CHUNK_HEAD + 16) as u64;
        let body = bytes.vec(offset, length.min(most), most)?;
        Ok(body.and_then(|body| Self::parse(&body, length)))
    }
}

/// The name of a metadata record and its entries.
pub(crate) type Metadata = (String, BTreeMap<String, String>);

/// Name and entries of the metadata record at `offset`; `None` when there is none or it is
/// damaged so that it cannot be taken apart.
///
/// # Errors
/// The system's error.
pub(crate) fn metadata(bytes: &Bytes, offset: u64) -> Result<Option<Metadata>, ReadError> {
    let Some(head) = Head::read(bytes, offset)? else {
        return Ok(None);
    };
    if head.opcode != op::METADATA {
        return Ok(None);
    }
    let body = bytes.vec(offset + HEAD, head.length, LIMIT)?;
    Ok(
        body.and_then(|body| match mcap::parse_record(op::METADATA, &body) {
            Ok(Record::Metadata(metadata)) => {
                let entry = |(key, value): (&String, &String)| 8 + key.len() + value.len();
                let entries: usize = metadata.metadata.iter().map(entry).sum();
                // A damaged length must not swallow what follows.
                (4 + metadata.name.len() + 4 + entries == body.len())
                    .then_some((metadata.name, metadata.metadata))
            }
            _ => None,
        }),
    )
}

/// An attachment's name and data.
pub(crate) struct Attachment {
    /// Its name.
    pub(crate) name: String,
    /// Its data.
    pub(crate) data: Vec<u8>,
}

/// The attachment at `offset`; `None` when there is none or its checksum does not fit.
///
/// # Errors
/// The system's error.
pub(crate) fn attachment(bytes: &Bytes, offset: u64) -> Result<Option<Attachment>, ReadError> {
    let Some(head) = Head::read(bytes, offset)? else {
        return Ok(None);
    };
    if head.opcode != op::ATTACHMENT {
        return Ok(None);
    }
    let body = bytes.vec(offset + HEAD, head.length, LIMIT)?;
    Ok(body.and_then(|body| parse_attachment(&body)))
}

/// The name of the attachment whose body of `length` bytes begins at `offset`; `None` when its
/// lengths do not add up.
///
/// # Errors
/// The system's error.
pub(crate) fn attachment_name(
    bytes: &Bytes,
    offset: u64,
    length: u64,
) -> Result<Option<String>, ReadError> {
    const MOST: u64 = 4096;
    let Some(start) = bytes.vec(offset, length.min(MOST), MOST)? else {
        return Ok(None);
    };
    let mut rest = start.get(16..).unwrap_or_default();
    let (Some(name), Some(_)) = (take_string(&mut rest), take_string(&mut rest)) else {
        return Ok(None);
    };
    let used = (start.len() - rest.len()) as u64;
    let data = rest.first_chunk().map(|data| u64::from_le_bytes(*data));
    let whole = data.and_then(|data| data.checked_add(used + 8 + 4));
    Ok((whole == Some(length)).then_some(name))
}

fn parse_attachment(body: &[u8]) -> Option<Attachment> {
    let (checked, sum) = body.split_last_chunk::<4>()?;
    if crc32fast::hash(checked) != u32::from_le_bytes(*sum) {
        return None;
    }
    let mut rest = checked.get(16..)?;
    let name = take_string(&mut rest)?;
    take_string(&mut rest)?;
    let (length, data) = rest.split_first_chunk::<8>()?;
    (u64::from_le_bytes(*length) == data.len() as u64).then(|| Attachment {
        name,
        data: data.to_vec(),
    })
}

fn take_string(rest: &mut &[u8]) -> Option<String> {
    let (length, after) = rest.split_first_chunk::<4>()?;
    let (text, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    *rest = after;
    String::from_utf8(text.to_vec()).ok()
}
