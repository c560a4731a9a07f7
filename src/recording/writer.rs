//! Writes a recording to anything that takes bytes.
//!
//! One [`Writer`] writes one file, in order, on one thread. It knows nothing of threads, disks
//! or clocks: when to flush, rotate or stop is decided by [`crate::recording::sink`]. After a
//! write that failed it refuses every further one, so that a file never holds the end of
//! something without its beginning.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufWriter, Write};
use std::sync::Arc;

use mcap::WriteOptions;
use mcap::records::{MessageHeader, Metadata};

use crate::model::batch::{Batch, Integrity};
use crate::model::catalog::GroupId;
use crate::model::time::Time;
use crate::model::value::ValueType;
use crate::recording::channel::ChannelDescription;
use crate::recording::compression::Compression;
use crate::recording::counted::{Count, Counted};
use crate::recording::error::WriteError;
use crate::recording::event::{self, Event, What};
use crate::recording::identifier::{topic_part, type_name};
use crate::recording::overview;
use crate::recording::schema::{PassHead, PassLayout};
use crate::recording::session::Session;
use crate::recording::{FORMAT_VERSION, checked, stored};

/// Uncompressed bytes after which a chunk is closed.
const CHUNK_BYTES: u64 = 1 << 20;
/// Most bytes of events that are repeated at the end of the file for quick reading.
const EVENT_COPY_BYTES: usize = 4 << 20;
/// The name of the attachment that repeats all events, one JSON object a line.
pub(crate) const EVENTS_ATTACHMENT: &str = "zetscope.events";
/// The name of the metadata record that holds the session.
pub(crate) const SESSION_METADATA: &str = "zetscope";
/// The name of the metadata record that repeats a channel's description outside any chunk.
pub(crate) const CHANNEL_METADATA: &str = "zetscope.channel";

type Container<W> = mcap::Writer<mcap::write::NoSeek<Counted<BufWriter<W>>>>;

/// Writes one recording.
///
/// Dropping it without [`Writer::finish`] tries to finish the file and logs when that fails.
pub struct Writer<W: Write> {
    container: Container<W>,
    session: Session,
    topics: BTreeMap<GroupId, String>,
    type_names: BTreeSet<String>,
    groups: BTreeMap<GroupId, OpenGroup>,
    overview: overview::Builder,
    /// Events as they were written, one a line; `None` when there are too many to repeat.
    event_copy: Option<Vec<u8>>,
    events: Sequence,
    written: Arc<Count>,
    intact: u64,
    passes: u64,
    last: Time,
    phase: Phase,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Open,
    Failed,
    Finished,
}

/// A channel's id and how many messages it has.
#[derive(Clone, Copy, Debug)]
struct Sequence {
    channel: u16,
    messages: u32,
}

/// The channels of a group, one for each set of metrics that was read.
#[derive(Debug)]
struct OpenGroup {
    channels: Vec<OpenChannel>,
    /// The one in use.
    current: usize,
}

#[derive(Debug)]
struct OpenChannel {
    columns: Arc<[u32]>,
    types: Vec<ValueType>,
    layout: PassLayout,
    message: Vec<u8>,
    sequence: Sequence,
}

impl<W: Write> Writer<W> {
    /// Begins a recording of `session`: writes the header, the session and its catalog.
    ///
    /// # Errors
    /// [`WriteError`] when the session cannot be expressed or the bytes are refused.
    pub fn new(out: W, session: Session, compression: Compression) -> Result<Self, WriteError> {
        let written = Arc::new(Count::default());
        let out = Counted::new(BufWriter::new(out), Arc::clone(&written));
        let mut container = options(compression).create(mcap::write::NoSeek::new(out))?;
        write_session(&mut container, &session)?;
        let schema =
            container.add_schema(event::SCHEMA_NAME, "jsonschema", event::SCHEMA.as_bytes())?;
        let channel = container.add_channel(schema, event::TOPIC, "json", &BTreeMap::new())?;
        container.flush()?;
        Ok(Self {
            container,
            topics: topics(&session),
            session,
            type_names: BTreeSet::new(),
            groups: BTreeMap::new(),
            overview: overview::Builder::default(),
            event_copy: Some(Vec::new()),
            events: Sequence {
                channel,
                messages: 0,
            },
            intact: written.get(),
            written,
            passes: 0,
            last: Time(i64::MIN),
            phase: Phase::Open,
        })
    }

    /// Bytes written so far.
    pub fn bytes(&self) -> u64 {
        self.written.get()
    }

    /// Passes written so far.
    pub fn passes(&self) -> u64 {
        self.passes
    }

    /// Bytes up to the end of the last [`Writer::flush`]: what can be read whatever happens.
    pub fn intact_bytes(&self) -> u64 {
        self.intact
    }

    /// The session as it was last written.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Writes a catalog that has grown. Numbers of devices and groups must not change meaning.
    ///
    /// # Errors
    /// As [`Writer::write`].
    pub fn set_session(&mut self, session: Session) -> Result<(), WriteError> {
        self.attempt(|writer| {
            write_session(&mut writer.container, &session)?;
            writer.topics = topics(&session);
            writer.session = session;
            Ok(())
        })
    }

    /// Writes the passes and gaps of a batch.
    ///
    /// # Errors
    /// [`WriteError::UnknownGroup`] and [`WriteError::ValueType`] when the batch does not fit
    /// the catalog; nothing was written then and other batches still can be. After any other
    /// error the recording takes nothing more.
    pub fn write(&mut self, batch: &Batch) -> Result<(), WriteError> {
        self.attempt(|writer| writer.write_batch(batch))
    }

    /// Writes an event.
    ///
    /// # Errors
    /// [`WriteError`]; the recording takes nothing more then.
    pub fn note(&mut self, event: &Event) -> Result<(), WriteError> {
        self.attempt(|writer| writer.write_event(event))
    }

    /// Ends the chunk and hands everything on; after that, what was written can be read
    /// whatever happens to this process. To outlive the machine it must be synced too.
    ///
    /// # Errors
    /// As [`Writer::note`].
    pub fn flush(&mut self) -> Result<(), WriteError> {
        self.attempt(|writer| {
            writer.container.flush()?;
            writer.intact = writer.written.get();
            Ok(())
        })
    }

    /// Writes what is known so far of the recording seen from far away.
    ///
    /// # Errors
    /// As [`Writer::note`].
    pub fn write_overview(&mut self) -> Result<(), WriteError> {
        self.attempt(Self::attach_overview)
    }

    /// Writes the overview, the index and the end of the file. Returns its length in bytes.
    ///
    /// # Errors
    /// [`WriteError`] when the bytes are refused; what was flushed before can be read all the
    /// same.
    pub fn finish(mut self) -> Result<u64, WriteError> {
        self.close()?;
        Ok(self.written.get())
    }

    fn close(&mut self) -> Result<(), WriteError> {
        self.attempt(|writer| {
            writer.attach_overview()?;
            if let Some(events) = writer.event_copy.take() {
                writer.attach(EVENTS_ATTACHMENT, "application/x-ndjson", events)?;
            }
            writer.container.finish()?;
            writer.phase = Phase::Finished;
            Ok(())
        })
    }

    /// Does `work` unless an earlier write failed, and remembers when this one does.
    fn attempt(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<(), WriteError>,
    ) -> Result<(), WriteError> {
        if self.phase != Phase::Open {
            return Err(WriteError::Failed);
        }
        let outcome = work(self);
        let harmless = matches!(
            outcome,
            Ok(()) | Err(WriteError::UnknownGroup { .. } | WriteError::ValueType(_))
        );
        if !harmless {
            self.phase = Phase::Failed;
        }
        outcome
    }

    fn write_batch(&mut self, batch: &Batch) -> Result<(), WriteError> {
        if !batch.times.is_empty() {
            self.open_channel(batch)?;
        }
        let mut gaps = batch.gaps.iter().peekable();
        for row in 0..batch.len() {
            while let Some(mark) = gaps.next_if(|mark| mark.row as usize <= row) {
                self.write_gap(batch, batch.times[row], mark.gap)?;
            }
            self.write_pass(batch, row)?;
        }
        let after = batch.times.last().map_or(Time(i64::MIN), |&last| last + 1);
        for mark in gaps {
            self.write_gap(batch, after.max(mark.gap.span.end), mark.gap)?;
        }
        if !batch.times.is_empty()
            && let Some(channel) = self.groups.get(&batch.group).map(OpenGroup::channel)
        {
            self.overview.add(batch, &channel.types);
        }
        Ok(())
    }

    fn write_gap(
        &mut self,
        batch: &Batch,
        time: Time,
        gap: crate::model::batch::Gap,
    ) -> Result<(), WriteError> {
        let what = What::Gap {
            group: batch.group,
            gap,
        };
        self.write_event(&Event { time, what })
    }

    fn write_pass(&mut self, batch: &Batch, row: usize) -> Result<(), WriteError> {
        let Some(group) = self.groups.get_mut(&batch.group) else {
            return Ok(());
        };
        let channel = &mut group.channels[group.current];
        let torn = batch.torn.binary_search(&(row as u32)).is_ok();
        let head = PassHead {
            time: batch.times[row],
            read_nanos: batch.read_nanos[row],
            integrity: if torn {
                Integrity::Torn
            } else {
                Integrity::Whole
            },
        };
        channel
            .layout
            .encode(head, batch.row(row), &mut channel.message);
        let header = channel.sequence.next(wall(&self.session, head.time));
        self.container
            .write_to_known_channel(&header, &channel.message)?;
        self.passes += 1;
        self.last = self.last.max(head.time);
        Ok(())
    }

    fn write_event(&mut self, event: &Event) -> Result<(), WriteError> {
        let json = event.to_json();
        let header = self.events.next(wall(&self.session, event.time));
        self.container.write_to_known_channel(&header, &json)?;
        if let Some(copy) = &mut self.event_copy {
            copy.extend_from_slice(&json);
            copy.push(b'\n');
            if copy.len() > EVENT_COPY_BYTES {
                self.event_copy = None;
            }
        }
        Ok(())
    }

    /// Makes the channel of the batch's group and columns the current one of the group.
    fn open_channel(&mut self, batch: &Batch) -> Result<(), WriteError> {
        let known = self.groups.get_mut(&batch.group);
        if let Some(group) = known {
            if group.channel().columns == batch.columns {
                return Ok(());
            }
            let same = |channel: &OpenChannel| channel.columns == batch.columns;
            if let Some(at) = group.channels.iter().position(same) {
                group.current = at;
                return Ok(());
            }
        }
        let part = self
            .groups
            .get(&batch.group)
            .map_or(0, |group| group.channels.len()) as u32
            + 1;
        let (group, columns) = (batch.group, &batch.columns);
        let description = ChannelDescription::new(&self.session, group, columns, part)?;
        let channel = self.add_channel(&description)?;
        let group = self.groups.entry(batch.group);
        let group = group.or_insert_with(|| OpenGroup {
            channels: Vec::new(),
            current: 0,
        });
        group.current = group.channels.len();
        group.channels.push(channel);
        Ok(())
    }

    fn add_channel(&mut self, description: &ChannelDescription) -> Result<OpenChannel, WriteError> {
        let mut topic = self
            .topics
            .get(&description.group)
            .cloned()
            .unwrap_or_default();
        if description.part > 1 {
            topic = format!("{topic}/{}", description.part);
        }
        let metadata = description.to_metadata()?;
        // Outside any chunk and before the first pass: a damaged chunk then takes no
        // definition along.
        let mut copy = metadata.clone();
        copy.insert("topic".to_owned(), topic.clone());
        let id = self
            .groups
            .values()
            .map(|group| group.channels.len())
            .sum::<usize>()
            + 2;
        copy.insert("id".to_owned(), id.to_string());
        write_metadata(&mut self.container, CHANNEL_METADATA, copy)?;
        let name = type_name(&description.info.name, &mut self.type_names);
        let schema = self.container.add_schema(
            &format!("zetscope/msg/{name}"),
            "ros2msg",
            description.definition().as_bytes(),
        )?;
        let channel = self
            .container
            .add_channel(schema, &topic, "cdr", &metadata)?;
        if usize::from(channel) != id {
            return Err(WriteError::Describe(format!(
                "channel {channel} came instead of {id}"
            )));
        }
        let layout = PassLayout::new(&description.types);
        Ok(OpenChannel {
            columns: Arc::clone(&description.columns),
            types: description.types.clone(),
            message: layout.blank(),
            layout,
            sequence: Sequence {
                channel,
                messages: 0,
            },
        })
    }

    fn attach_overview(&mut self) -> Result<(), WriteError> {
        let overview = self.overview.overview();
        if overview.groups.is_empty() {
            return Ok(());
        }
        let bytes = overview::encode(&overview);
        self.attach(overview::ATTACHMENT, "application/octet-stream", bytes)
    }

    fn attach(&mut self, name: &str, media_type: &str, data: Vec<u8>) -> Result<(), WriteError> {
        let time = wall(&self.session, self.last.max(Time::ZERO));
        self.container.attach(&mcap::Attachment {
            log_time: time,
            create_time: time,
            name: name.to_owned(),
            media_type: media_type.to_owned(),
            data: data.into(),
        })?;
        Ok(())
    }
}

impl<W: Write> Drop for Writer<W> {
    fn drop(&mut self) {
        if self.phase == Phase::Open
            && let Err(error) = self.close()
        {
            tracing::error!(%error, "a recording could not be finished");
        }
    }
}

impl OpenGroup {
    fn channel(&self) -> &OpenChannel {
        &self.channels[self.current]
    }
}

impl Sequence {
    /// The header of the channel's next message.
    fn next(&mut self, wall: u64) -> MessageHeader {
        let header = MessageHeader {
            channel_id: self.channel,
            sequence: self.messages,
            log_time: wall,
            publish_time: wall,
        };
        self.messages = self.messages.wrapping_add(1);
        header
    }
}

fn options(compression: Compression) -> WriteOptions {
    let (method, level) = match compression {
        Compression::None => (None, 0),
        Compression::Lz4 => (Some(mcap::Compression::Lz4), 0),
        Compression::Zstd(level) => (Some(mcap::Compression::Zstd), u32::from(level)),
    };
    WriteOptions::new()
        .profile("zetscope")
        .library(concat!("zetscope ", env!("CARGO_PKG_VERSION")))
        .compression(method)
        .compression_level(level)
        // Threads of its own would cost more than they bring at these sizes.
        .compression_threads(0)
        .chunk_size(Some(CHUNK_BYTES))
        // Each chunk is put together in memory and written in one piece: no file ever holds
        // half a chunk that was merely not finished yet.
        .disable_seeking(true)
}

/// Wall-clock time of `time` as MCAP counts it, from 1970 on.
fn wall(session: &Session, time: Time) -> u64 {
    u64::try_from(session.wall_nanos(time)).unwrap_or(0)
}

fn write_session<W: Write>(
    container: &mut Container<W>,
    session: &Session,
) -> Result<(), WriteError> {
    let entries = [
        ("format_version", FORMAT_VERSION.to_string()),
        ("tool_version", session.tool_version.clone()),
        ("host", session.host.clone()),
        ("kernel", session.kernel.clone()),
        ("began_unix_ns", session.began_unix_nanos.to_string()),
        ("session", stored::session_to_text(session)?),
    ];
    let entries = entries.map(|(key, value)| (key.to_owned(), value));
    write_metadata(container, SESSION_METADATA, entries.into())
}

fn write_metadata<W: Write>(
    container: &mut Container<W>,
    name: &str,
    entries: BTreeMap<String, String>,
) -> Result<(), WriteError> {
    container.write_metadata(&Metadata {
        name: name.to_owned(),
        metadata: checked::seal(name, entries),
    })?;
    Ok(())
}

/// The topic of every group: `/<device>/<group>`, numbered where names repeat.
fn topics(session: &Session) -> BTreeMap<GroupId, String> {
    let mut devices = BTreeSet::from(["zetscope".to_owned()]);
    let mut topics = BTreeMap::new();
    for (number, device) in session.devices.iter().enumerate() {
        let device_part = topic_part(&device.info.name, &mut devices);
        let mut groups = BTreeSet::new();
        for (index, group) in device.groups.iter().enumerate() {
            let id = GroupId {
                device: crate::model::catalog::DeviceId(number as u32),
                index: index as u32,
            };
            let group_part = topic_part(&group.name, &mut groups);
            topics.insert(id, format!("/{device_part}/{group_part}"));
        }
    }
    topics
}
