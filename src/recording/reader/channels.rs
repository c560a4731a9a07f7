//! What the channels of a file hold, and the session they belong to.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::model::catalog::{
    DeviceInfo, DeviceKind, DriverInfo, Flags, GroupId, GroupInfo, Origin, Uuid, Version,
};
use crate::model::reason::Reason;
use crate::model::value::ValueType;
use crate::recording::channel::{ChannelDescription, METADATA_KEY};
use crate::recording::error::{Damage, ReadError};
use crate::recording::reader::chunk::{self, ChunkError, Inside};
use crate::recording::reader::foreign;
use crate::recording::reader::index::{ChunkRef, Index, RawChannel};
use crate::recording::reader::record;
use crate::recording::reader::source::Bytes;
use crate::recording::reader::summary::define;
use crate::recording::schema::PassLayout;
use crate::recording::session::{DeviceEntry, Session};
use crate::recording::writer::{CHANNEL_METADATA, SESSION_METADATA};
use crate::recording::{FORMAT_VERSION, checked, event, stored};

/// A channel that can be read, or the reason why not.
pub(crate) struct Channel {
    /// Its topic.
    pub(crate) topic: String,
    /// What its messages are.
    pub(crate) content: Content,
}

/// What the messages of a channel are.
pub(crate) enum Content {
    /// Passes of a group.
    Passes {
        /// The group.
        group: GroupId,
        /// The metrics in each pass, ascending.
        columns: Arc<[u32]>,
        /// Their types, in the order of `columns`.
        types: Vec<ValueType>,
        /// How to take values out of a message.
        decoder: Decoder,
    },
    /// Events.
    Events,
    /// Nothing this reader understands; the reason stands in the catalog.
    Unreadable,
}

/// How to take values out of a message.
pub(crate) enum Decoder {
    /// As this program writes it.
    Own(PassLayout),
    /// As another program wrote it.
    Foreign(foreign::Decoder),
}

/// A file's session and channels.
pub(crate) struct Contents {
    /// The session.
    pub(crate) session: Session,
    /// The channels by number.
    pub(crate) channels: BTreeMap<u16, Channel>,
    /// Whether another program wrote the file.
    pub(crate) is_foreign: bool,
}

/// Reads the definitions of everything in the file, and completes `index` with them.
///
/// # Errors
/// [`ReadError::Newer`], or the system's error.
pub(crate) fn read(bytes: &Bytes, index: &mut Index) -> Result<Contents, ReadError> {
    let session = read_metadata(bytes, index)?;
    find_missing_channels(bytes, index)?;
    let is_own = |channel: &RawChannel| channel.metadata.contains_key(METADATA_KEY);
    if session.is_none() && !index.channels.values().any(is_own) {
        return foreign::contents(bytes, index);
    }
    Ok(own_contents(index, session))
}

/// Reads the metadata records of this program: the session, and channels' descriptions.
fn read_metadata(bytes: &Bytes, index: &mut Index) -> Result<Option<Session>, ReadError> {
    let mut session = None;
    for offset in index.metadata.clone() {
        let damaged = |what: &str| Damage::new(what).at(offset..offset + 1);
        let Some((name, entries)) = record::metadata(bytes, offset)? else {
            index.damage.push(damaged("a metadata record is damaged"));
            continue;
        };
        if name != SESSION_METADATA && name != CHANNEL_METADATA {
            continue;
        }
        let Some(entries) = checked::open(&name, entries) else {
            let what = format!("the metadata record {name} is damaged and was not used");
            index.damage.push(damaged(&what));
            continue;
        };
        if name == CHANNEL_METADATA {
            take_channel(index, entries);
            continue;
        }
        check_version(&entries)?;
        let text = entries
            .get("session")
            .map(String::as_str)
            .unwrap_or_default();
        match stored::session_from_text(text) {
            Ok(read) => session = Some(read),
            Err(error) => {
                let what = format!("the catalog cannot be understood: {error}");
                index.damage.push(damaged(&what));
            }
        }
    }
    Ok(session)
}

fn check_version(entries: &BTreeMap<String, String>) -> Result<(), ReadError> {
    let found = entries
        .get("format_version")
        .and_then(|text| text.parse().ok());
    match found {
        Some(found) if found > FORMAT_VERSION => Err(ReadError::Newer {
            found,
            known: FORMAT_VERSION,
        }),
        _ => Ok(()),
    }
}

/// Takes the copy of a channel's definition that stands outside chunks.
fn take_channel(index: &mut Index, mut entries: BTreeMap<String, String>) {
    let id = entries.remove("id").and_then(|id| id.parse().ok());
    let Some((id, topic)) = id.zip(entries.remove("topic")) else {
        return;
    };
    let raw = RawChannel {
        topic,
        schema: 0,
        encoding: "cdr".to_owned(),
        metadata: entries,
    };
    index.channels.entry(id).or_insert(raw);
}

/// Looks inside chunks for definitions where the file has no index to repeat them.
fn find_missing_channels(bytes: &Bytes, index: &mut Index) -> Result<(), ReadError> {
    let mut at = 0;
    while at < index.chunks.len() && misses_channels(index) {
        let chunk = index.chunks[at].clone();
        at += 1;
        let outcome = chunk::visit(bytes, &chunk, &mut |inside| {
            if let Inside::Definition { opcode, body } = inside {
                // What cannot be taken apart stays missing, and is told of later.
                drop(define(index, opcode, body));
            }
            true
        });
        match outcome {
            Err(ChunkError::Read(error)) => return Err(error),
            // Damage is told of when the chunk is read for its values.
            Err(ChunkError::Damaged(_) | ChunkError::Stopped) | Ok(()) => {}
        }
    }
    Ok(())
}

fn misses_channels(index: &Index) -> bool {
    let is_own = index
        .channels
        .values()
        .any(|raw| raw.metadata.contains_key(METADATA_KEY));
    let is_known = |id: &u16| index.channels.contains_key(id) || (is_own && *id == EVENTS_CHANNEL);
    let mut used = index
        .chunks
        .iter()
        .filter_map(|chunk| chunk.channels.as_ref())
        .flatten();
    let says_nothing = |chunk: &ChunkRef| chunk.channels.is_none() && !chunk.is_bare;
    let is_silent = index.channels.is_empty() && index.chunks.iter().any(says_nothing);
    is_silent || !used.all(is_known) || !index.counts.keys().all(is_known)
}

fn own_contents(index: &mut Index, session: Option<Session>) -> Contents {
    let mut described = BTreeMap::new();
    let mut channels = BTreeMap::new();
    for (&id, raw) in &index.channels {
        let content = match ChannelDescription::from_metadata(&raw.metadata) {
            Ok(Some(description)) => {
                let content = passes(&description);
                described.insert(id, description);
                content
            }
            Ok(None) if raw.topic == event::TOPIC => Content::Events,
            Ok(None) => Content::Unreadable,
            Err(error) => {
                let what = format!("the channel {} cannot be understood: {error}", raw.topic);
                index.damage.push(Damage::new(what));
                Content::Unreadable
            }
        };
        let topic = raw.topic.clone();
        channels.insert(id, Channel { topic, content });
    }
    add_events_channel(&mut channels);
    let session = session.unwrap_or_else(|| {
        index.damage.push(Damage::new(
            "the catalog is lost; only groups that were recorded are known",
        ));
        Session::default()
    });
    Contents {
        session: complete(session, described.values()),
        channels,
        is_foreign: false,
    }
}

/// The events channel is the first of every file, so it is known even when its definition was
/// lost with the first chunk.
const EVENTS_CHANNEL: u16 = 1;

fn add_events_channel(channels: &mut BTreeMap<u16, Channel>) {
    channels.entry(EVENTS_CHANNEL).or_insert_with(|| Channel {
        topic: event::TOPIC.to_owned(),
        content: Content::Events,
    });
}

fn passes(description: &ChannelDescription) -> Content {
    Content::Passes {
        group: description.group,
        columns: Arc::clone(&description.columns),
        types: description.types.clone(),
        decoder: Decoder::Own(PassLayout::new(&description.types)),
    }
}

/// The session with every group that was recorded, also those its catalog does not have.
fn complete<'a>(
    mut session: Session,
    described: impl Iterator<Item = &'a ChannelDescription>,
) -> Session {
    for description in described {
        if session.began_unix_nanos == 0 {
            session.began_unix_nanos = description.began_unix_nanos;
        }
        let number = description.group.device.0 as usize;
        if number >= MOST_DEVICES || description.group.index as usize >= MOST_GROUPS {
            continue;
        }
        while session.devices.len() <= number {
            session.devices.push(unknown_device());
        }
        let device = &mut session.devices[number];
        if device.info.name.is_empty() {
            device.info = description.device.clone();
        }
        while device.groups.len() <= description.group.index as usize {
            device
                .groups
                .push(unknown_group(device.groups.len() as u32));
        }
        let group = &mut device.groups[description.group.index as usize];
        if group.metrics.len() < description.info.metrics.len() {
            *group = description.info.clone();
        }
        take_recorded_metrics(group, description);
    }
    if session.drivers.is_empty() && !session.devices.is_empty() {
        session.drivers.push(unknown_driver(
            "the recording does not say which driver it was",
        ));
    }
    session
}

/// More devices than any session has; a number beyond is not believed.
const MOST_DEVICES: usize = 4096;
/// More groups than any device has; a number beyond is not believed.
const MOST_GROUPS: usize = 65_536;

/// What the channel says of the metrics it holds goes before what the catalog says.
fn take_recorded_metrics(group: &mut GroupInfo, description: &ChannelDescription) {
    for &column in description.columns.iter() {
        let recorded = description
            .info
            .metrics
            .iter()
            .find(|metric| metric.index == column);
        let known = group.metrics.get_mut(column as usize);
        if let Some((known, recorded)) = known.zip(recorded)
            && (known.value_type, known.kind) != (recorded.value_type, recorded.kind)
        {
            *known = recorded.clone();
        }
    }
}

/// A driver of which nothing is known.
pub(crate) fn unknown_driver(why: &str) -> DriverInfo {
    DriverInfo {
        origin: Origin::Loader,
        api_version: Version(0),
        driver_version: 0,
        extensions: Vec::new(),
        reason: Some(Reason::new(why)),
    }
}

fn unknown_device() -> DeviceEntry {
    DeviceEntry {
        driver: 0,
        info: DeviceInfo {
            uuid: Uuid::default(),
            name: String::new(),
            kind: DeviceKind::Other(0),
            simulated: false,
            sub_devices: Vec::new(),
        },
        groups: Vec::new(),
        reason: Some(Reason::new(
            "the part of the file that described it is damaged",
        )),
    }
}

fn unknown_group(index: u32) -> GroupInfo {
    GroupInfo {
        index,
        name: format!("group {index}"),
        description: String::new(),
        domain: 0,
        sampling: Flags::default(),
        kinds: Flags::default(),
        export_bytes: None,
        access: None,
        reason: Some(Reason::new(
            "the part of the file that described it is damaged",
        )),
        metrics: Vec::new(),
    }
}

/// Whether `channel` has passes of a group that `wants` wants.
pub(crate) fn is_wanted(channel: &Channel, wants: &dyn Fn(GroupId) -> bool) -> bool {
    match &channel.content {
        Content::Passes { group, .. } => wants(*group),
        Content::Events => true,
        Content::Unreadable => false,
    }
}
