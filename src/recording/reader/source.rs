//! Where a recording's bytes come from: ordinary reads at a place, never a memory map.
//!
//! A mapped file that somebody shortens kills the process; a read that finds less than there
//! was is an error like any other.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;

use crate::recording::error::ReadError;

/// Bytes that can be read at any place, by several threads at once.
pub trait Source: Send + Sync {
    /// How many bytes there are.
    ///
    /// # Errors
    /// The system's error.
    fn size(&self) -> io::Result<u64>;

    /// Reads some bytes from `offset` on into `bytes` and returns how many; 0 at the end.
    ///
    /// # Errors
    /// The system's error.
    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize>;
}

impl Source for File {
    fn size(&self) -> io::Result<u64> {
        Ok(self.metadata()?.len())
    }

    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
        FileExt::read_at(self, bytes, offset)
    }
}

impl Source for Vec<u8> {
    fn size(&self) -> io::Result<u64> {
        Ok(self.len() as u64)
    }

    fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
        let start = usize::try_from(offset)
            .unwrap_or(usize::MAX)
            .min(self.len());
        let count = bytes.len().min(self.len() - start);
        bytes[..count].copy_from_slice(&self[start..start + count]);
        Ok(count)
    }
}

/// A source and how long it was when it was opened.
pub(crate) struct Bytes {
    source: Box<dyn Source>,
    length: u64,
}

impl Bytes {
    /// Takes the length of `source` once and for all.
    ///
    /// # Errors
    /// [`ReadError::Io`].
    pub(crate) fn new(source: Box<dyn Source>) -> Result<Self, ReadError> {
        let length = source
            .size()
            .map_err(|error| ReadError::Io { offset: 0, error })?;
        Ok(Self { source, length })
    }

    /// The length in bytes.
    pub(crate) fn len(&self) -> u64 {
        self.length
    }

    /// Fills `bytes` from `offset` on.
    ///
    /// # Errors
    /// [`ReadError::Shrunk`] when there are not that many, [`ReadError::Io`].
    pub(crate) fn fill(&self, mut bytes: &mut [u8], mut offset: u64) -> Result<(), ReadError> {
        while !bytes.is_empty() {
            match self.source.read_at(bytes, offset) {
                Ok(0) => return Err(ReadError::Shrunk { offset }),
                Ok(count) => {
                    offset += count as u64;
                    bytes = &mut bytes[count..];
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(ReadError::Io { offset, error }),
            }
        }
        Ok(())
    }

    /// The `N` bytes from `offset` on, or `None` where the source never was that long.
    ///
    /// # Errors
    /// As [`Bytes::fill`].
    pub(crate) fn array<const N: usize>(&self, offset: u64) -> Result<Option<[u8; N]>, ReadError> {
        if !self.holds(offset, N as u64) {
            return Ok(None);
        }
        let mut array = [0; N];
        self.fill(&mut array, offset)?;
        Ok(Some(array))
    }

    /// The `length` bytes from `offset` on, or `None` where there never were that many or they
    /// are more than `limit`.
    ///
    /// # Errors
    /// As [`Bytes::fill`].
    pub(crate) fn vec(
        &self,
        offset: u64,
        length: u64,
        limit: u64,
    ) -> Result<Option<Vec<u8>>, ReadError> {
        if length > limit || !self.holds(offset, length) {
            return Ok(None);
        }
        let mut bytes = vec![0; length as usize];
        self.fill(&mut bytes, offset)?;
        Ok(Some(bytes))
    }

    fn holds(&self, offset: u64, length: u64) -> bool {
        offset
            .checked_add(length)
            .is_some_and(|end| end <= self.length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_reserved_for_bytes_that_cannot_be_there() {
        let bytes = Bytes::new(Box::new(vec![1_u8, 2, 3])).expect("opens");
        assert_eq!(bytes.vec(1, 2, 9).expect("reads"), Some(vec![2, 3]));
        assert_eq!(bytes.vec(2, u64::MAX, u64::MAX).expect("reads"), None);
        assert_eq!(bytes.vec(0, 3, 2).expect("reads"), None);
        assert_eq!(bytes.array::<2>(2).expect("reads"), None);
    }

    /// Says it is longer than it is, as a file does that shrinks after it was opened.
    struct Shrinking(Vec<u8>);

    impl Source for Shrinking {
        fn size(&self) -> io::Result<u64> {
            Ok(self.0.len() as u64 + 10)
        }

        fn read_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
            self.0.read_at(bytes, offset)
        }
    }

    #[test]
    fn a_file_that_shrank_is_an_error_with_its_place() {
        let bytes = Bytes::new(Box::new(Shrinking(vec![1_u8, 2, 3]))).expect("opens");
        let outcome = bytes.vec(1, 4, 9);
        assert!(
            matches!(outcome, Err(ReadError::Shrunk { offset: 3 })),
            "{outcome:?}"
        );
    }
}
