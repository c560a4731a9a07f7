//! Recordings: sessions as files that any MCAP reader opens.
//!
//! Layout of a file, in order; `docs/recording-format.md` tells it to strangers, and the two
//! change together with [`FORMAT_VERSION`]:
//!
//! 1. MCAP magic and header, profile `zetscope`.
//! 2. Metadata `zetscope`: format and tool version, host, kernel, wall clock of session time
//!    zero, and the whole session with its catalog as RON. Written again when the catalog grows;
//!    the last one counts.
//! 3. Chunks of at most about 1 MiB, each compressed and with a checksum, each ended at least
//!    once a second. In them
//!    - `/zetscope/events`, channel 1, `json` with a `jsonschema`: gaps, resets, device loss,
//!      rate changes, markers, clock jumps, notes. A gap stands before the pass it precedes.
//!    - `/<device>/<group>`, one channel for each set of metrics of a group, `/2` and so on
//!      appended from the second set on: `cdr` with a `ros2msg` schema, one message a pass:
//!      `int64 t_ns`, `uint32 read_ns`, `bool torn`, then one field for each metric in its own
//!      type. Names, units and kinds stand in the channel's metadata as JSON under `zetscope`.
//! 4. Before a channel's first chunk, metadata `zetscope.channel`: the channel's number, topic
//!    and metadata once more, outside any chunk.
//! 5. Every few minutes and at the end, attachment `zetscope.overview`: first, last, lowest and
//!    highest values in a few thousand stretches of time. At the end, attachment
//!    `zetscope.events`: every event, one JSON object a line, unless they are more than 4 MiB.
//! 6. MCAP's own index, footer and magic.
//!
//! Log and publish time of a pass are `t_ns` plus the wall clock of session time zero. Metadata
//! records have no checksum in MCAP, so these two carry their own under `crc32`. Values are
//! stored as they were read: wraps, resets and rates are derived on reading.

mod channel;
mod checked;
mod compression;
mod counted;
mod error;
mod event;
mod identifier;
mod overview;
mod reader;
mod recover;
mod schema;
mod session;
mod sink;
mod stored;
mod writer;

#[cfg(test)]
mod sample;

pub use self::compression::{Compression, NotACompression};
pub use self::error::{Damage, ReadError, WriteError};
pub use self::event::{Event, What};
pub use self::overview::{Bucket, Cell, GroupOverview, MetricOverview, Overview};
pub use self::reader::{Passes, RecordedGroup, Recording, Scan, Source};
pub use self::recover::{RecoverError, Recovered, recover};
pub use self::session::{DeviceEntry, Session};
pub use self::sink::{Rotate, Sink, SinkOptions, SinkPhase, SinkStatus};
pub use self::writer::Writer;

/// The version of the format that is written, and the newest that is read.
pub const FORMAT_VERSION: u32 = 1;
