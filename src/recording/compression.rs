//! How chunks are compressed.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// How the chunks of a recording are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// Not at all.
    None,
    /// LZ4: half the work of zstd, larger files.
    Lz4,
    /// Zstandard at a level from 1 to 19.
    Zstd(u8),
}

impl Default for Compression {
    /// Zstandard at level 1, fast enough for every rate there is.
    fn default() -> Self {
        Self::Zstd(1)
    }
}

impl fmt::Display for Compression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Lz4 => f.write_str("lz4"),
            Self::Zstd(level) => write!(f, "zstd:{level}"),
        }
    }
}

impl FromStr for Compression {
    type Err = NotACompression;

    /// Reads `none`, `lz4`, `zstd` and `zstd:LEVEL`.
    fn from_str(text: &str) -> Result<Self, NotACompression> {
        match text {
            "none" => Ok(Self::None),
            "lz4" => Ok(Self::Lz4),
            "zstd" => Ok(Self::default()),
            other => {
                let level = other
                    .strip_prefix("zstd:")
                    .and_then(|level| level.parse().ok());
                let level = level.filter(|level| (1..=19).contains(level));
                level.map(Self::Zstd).ok_or(NotACompression)
            }
        }
    }
}

/// The text names no compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotACompression;

impl fmt::Display for NotACompression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("compression is none, lz4, zstd or zstd:LEVEL with a level from 1 to 19")
    }
}

impl Error for NotACompression {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_as_they_print() {
        for compression in [Compression::None, Compression::Lz4, Compression::Zstd(7)] {
            assert_eq!(compression.to_string().parse(), Ok(compression));
        }
        assert_eq!("zstd".parse(), Ok(Compression::Zstd(1)));
        for text in ["", "gzip", "zstd:", "zstd:0", "zstd:20", "zstd:-1"] {
            assert_eq!(text.parse::<Compression>(), Err(NotACompression), "{text}");
        }
    }
}
