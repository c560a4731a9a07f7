//! Finds its way through a file without an index, from record to record.
//!
//! Only heads are read, not what is in the chunks. Nothing protects the heads: a record whose
//! lengths do not add up, or that has no business where it stands, is given up, and the search
//! goes on at the next thing that looks like a chunk in every respect.

use mcap::records::op;

use crate::recording::error::{Damage, ReadError};
use crate::recording::reader::index::{ChunkRef, Index};
use crate::recording::reader::record::{self, ChunkHead, HEAD, Head, LIMIT};
use crate::recording::reader::source::Bytes;
use crate::recording::reader::summary::define;

/// Bytes looked through at a time in search of a chunk.
const WINDOW: u64 = 1 << 20;
/// Bytes from a chunk's opcode to its compressed data, at most.
const CHUNK_HEAD: u64 = HEAD + 56;
/// Bytes of bare messages gathered into one stretch.
const BARE_BYTES: u64 = 1 << 20;

/// Goes through the whole file.
///
/// # Errors
/// The system's error.
pub(crate) fn rebuild(bytes: &Bytes) -> Result<Index, ReadError> {
    let mut hop = Hop {
        bytes,
        index: Index::default(),
        at: 8,
        is_past_data: false,
    };
    hop.run()?;
    Ok(hop.index)
}

struct Hop<'a> {
    bytes: &'a Bytes,
    index: Index,
    at: u64,
    is_past_data: bool,
}

/// What became of a record.
enum Outcome {
    /// It is taken, or may be passed over.
    Fine,
    /// It makes no sense where it stands.
    Senseless,
}

impl Hop<'_> {
    fn run(&mut self) -> Result<(), ReadError> {
        while self.at < self.bytes.len() {
            if self.is_at_end()? {
                return Ok(());
            }
            let head = Head::read(self.bytes, self.at)?;
            let place = head.and_then(|head| Some((head, head.end(self.at, self.bytes)?)));
            let Some((head, end)) = place else {
                self.search()?;
                continue;
            };
            match self.take(head, end)? {
                Outcome::Fine => self.at = end,
                Outcome::Senseless => self.search()?,
            }
        }
        Ok(())
    }

    /// Whether nothing is left but the mark at the end.
    fn is_at_end(&mut self) -> Result<bool, ReadError> {
        let left = self.bytes.len() - self.at;
        let is_end = left == 8 && self.bytes.array(self.at)? == Some(*MAGIC);
        self.index.has_end |= is_end;
        Ok(is_end)
    }

    fn take(&mut self, head: Head, end: u64) -> Result<Outcome, ReadError> {
        let fine = |is_fine: bool| {
            Ok(if is_fine {
                Outcome::Fine
            } else {
                Outcome::Senseless
            })
        };
        let body = self.at + HEAD;
        match head.opcode {
            op::CHUNK => self.take_chunk(head, end),
            op::MESSAGE_INDEX => self.take_message_index(body, head.length),
            op::METADATA => {
                let known =
                    head.length <= LIMIT && record::metadata(self.bytes, self.at)?.is_some();
                if known {
                    self.index.metadata.push(self.at);
                }
                fine(known)
            }
            op::ATTACHMENT => {
                let name = record::attachment_name(self.bytes, body, head.length)?;
                let known = name.is_some();
                self.index
                    .attachments
                    .extend(name.map(|name| (name, self.at)));
                fine(known)
            }
            op::DATA_END => {
                self.is_past_data = true;
                fine(head.length == 4)
            }
            op::FOOTER => fine(head.length == 20 && self.is_past_data),
            op::HEADER => fine(self.at == 8),
            // What stands behind the data repeats it, and is not protected any more.
            _ if self.is_past_data => fine(head.opcode <= op::DATA_END),
            op::SCHEMA | op::CHANNEL => self.take_definition(head),
            op::MESSAGE => self.take_message(body, head.length, end),
            0x80.. => {
                let what = "a record that only another program understands was passed over";
                self.index.damage.push(Damage::new(what).at(self.at..end));
                Ok(Outcome::Fine)
            }
            _ => Ok(Outcome::Senseless),
        }
    }

    fn take_chunk(&mut self, head: Head, end: u64) -> Result<Outcome, ReadError> {
        let chunk = ChunkHead::read(self.bytes, self.at + HEAD, head.length)?;
        let Some(chunk) = chunk.filter(|chunk| chunk.start <= chunk.end) else {
            return Ok(Outcome::Senseless);
        };
        self.index.chunks.push(ChunkRef {
            bytes: self.at..end,
            is_bare: false,
            times: Some((chunk.start, chunk.end)).filter(|&times| times != (0, 0)),
            is_doubtful: false,
            channels: None,
            expected: None,
        });
        Ok(Outcome::Fine)
    }

    /// Takes from a message index whose channel it is, and of how many messages.
    fn take_message_index(&mut self, body: u64, length: u64) -> Result<Outcome, ReadError> {
        let Some([a, b, size @ ..]) = self.bytes.array::<6>(body)? else {
            return Ok(Outcome::Senseless);
        };
        let (channel, size) = (
            u16::from_le_bytes([a, b]),
            u64::from(u32::from_le_bytes(size)),
        );
        if size.checked_add(6) != Some(length) || size % 16 != 0 {
            return Ok(Outcome::Senseless);
        }
        *self.index.counts.entry(channel).or_default() += size / 16;
        if let Some(chunk) = self.index.chunks.last_mut() {
            chunk.channels.get_or_insert_default().push(channel);
        }
        Ok(Outcome::Fine)
    }

    fn take_definition(&mut self, head: Head) -> Result<Outcome, ReadError> {
        let body = self.bytes.vec(self.at + HEAD, head.length, LIMIT)?;
        let taken = body.is_some_and(|body| define(&mut self.index, head.opcode, &body).is_ok());
        Ok(if taken {
            Outcome::Fine
        } else {
            Outcome::Senseless
        })
    }

    /// Adds a bare message to the stretch before it, or begins another.
    fn take_message(&mut self, body: u64, length: u64, end: u64) -> Result<Outcome, ReadError> {
        let Some([a, b, _, _, _, _, time @ ..]) = self.bytes.array::<14>(body)? else {
            return Ok(Outcome::Senseless);
        };
        let (channel, time) = (u16::from_le_bytes([a, b]), u64::from_le_bytes(time));
        if length < 22 {
            return Ok(Outcome::Senseless);
        }
        *self.index.counts.entry(channel).or_default() += 1;
        let at = self.at;
        let joins = |last: &&mut ChunkRef| {
            last.is_bare && last.bytes.end == at && at - last.bytes.start < BARE_BYTES
        };
        if let Some(last) = self.index.chunks.last_mut().filter(joins) {
            last.bytes.end = end;
            last.times = last.times.map(|(from, to)| (from.min(time), to.max(time)));
            return Ok(Outcome::Fine);
        }
        self.index.chunks.push(ChunkRef {
            bytes: at..end,
            is_bare: true,
            times: Some((time, time)),
            is_doubtful: false,
            channels: None,
            expected: None,
        });
        Ok(Outcome::Fine)
    }

    /// Goes to the next thing that looks like a chunk, or to the end, and says what was lost.
    fn search(&mut self) -> Result<(), ReadError> {
        let found = self.next_chunk(self.at + 1)?;
        let what = match found {
            Some(_) => "a part of the file is damaged and was passed over",
            None if self.is_past_data => "the index at the end of the file is incomplete",
            None => "the file ends in the middle of a record; it was not finished",
        };
        let until = found.unwrap_or(self.bytes.len());
        self.index.damage.push(Damage::new(what).at(self.at..until));
        self.at = until;
        Ok(())
    }

    /// Where the next chunk begins, at or after `from`.
    fn next_chunk(&self, mut from: u64) -> Result<Option<u64>, ReadError> {
        while from < self.bytes.len() {
            let length = (self.bytes.len() - from).min(WINDOW);
            let window = self.bytes.vec(from, length, WINDOW)?.unwrap_or_default();
            // A chunk that begins too near the window's end is looked at in the next one.
            let is_last = from + length == self.bytes.len();
            let starts = if is_last { length } else { length - CHUNK_HEAD };
            for start in 0..starts as usize {
                let may_be = window[start] == op::CHUNK
                    // The length's upper half, where it is in sight.
                    && window.get(start + 5..start + 9).is_none_or(|half| half == [0; 4]);
                if may_be && self.looks_like_chunk(from + start as u64)? {
                    return Ok(Some(from + start as u64));
                }
            }
            from += starts;
        }
        Ok(None)
    }

    fn looks_like_chunk(&self, at: u64) -> Result<bool, ReadError> {
        let Some(head) = Head::read(self.bytes, at)? else {
            return Ok(false);
        };
        if head.opcode != op::CHUNK || head.end(at, self.bytes).is_none() {
            return Ok(false);
        }
        let chunk = ChunkHead::read(self.bytes, at + HEAD, head.length)?;
        Ok(chunk.is_some_and(|chunk| chunk.is_known() && chunk.start <= chunk.end))
    }
}

/// The mark at both ends of a file.
const MAGIC: &[u8; 8] = b"\x89MCAP0\r\n";
