//! Files that other programs wrote, as far as they hold numbers this reader can find.
//!
//! Each channel becomes a group of one device, each number in its messages a metric. `cdr`
//! messages are read by their `ros2msg` schema, `json` by what the first message holds. What
//! cannot be read is listed with the reason. Time is the log time, counted from the file's
//! first message.

mod cdr;
mod json;
mod ros2msg;

use std::collections::BTreeMap;

use mcap::records::{Record, op};

use crate::model::catalog::{
    DeviceId, DeviceInfo, DeviceKind, Flags, GroupId, GroupInfo, Kind, MetricInfo, Uuid,
};
use crate::model::reason::Reason;
use crate::model::value::ValueType;
use crate::recording::error::ReadError;
use crate::recording::reader::channels::Decoder as AnyDecoder;
use crate::recording::reader::channels::{Channel, Content, Contents, unknown_driver};
use crate::recording::reader::chunk::{self, ChunkError, Inside};
use crate::recording::reader::index::{Index, RawChannel};
use crate::recording::reader::record::{HEAD, Head};
use crate::recording::reader::source::Bytes;
use crate::recording::session::{DeviceEntry, Session};

/// Most metrics that are made of one channel.
const MOST_METRICS: usize = 1000;
/// Chunks that are looked through for the first message of each channel.
const FIRST_CHUNKS: usize = 64;

/// Takes numbers out of a message.
pub(crate) enum Decoder {
    /// By a message definition.
    Cdr(ros2msg::Definition),
    /// By names.
    Json(json::Paths),
}

impl Decoder {
    /// Appends the numbers of a message to `slots`; `None`, and nothing appended, when the
    /// message is not what its schema says.
    pub(crate) fn decode(&self, message: &[u8], slots: &mut Vec<u64>) -> Option<()> {
        let before = slots.len();
        let outcome = match self {
            Self::Cdr(definition) => cdr::decode(definition, message, slots),
            Self::Json(paths) => paths.decode(message, slots),
        };
        if outcome.is_none() {
            slots.truncate(before);
        }
        outcome
    }
}

/// A number in a channel's messages.
struct Number {
    name: String,
    value_type: ValueType,
    kind: Kind,
}

/// Reads what the file defines.
///
/// # Errors
/// The system's error.
pub(crate) fn contents(bytes: &Bytes, index: &Index) -> Result<Contents, ReadError> {
    let first = first_messages(bytes, index)?;
    let library = library(bytes)?;
    let mut device = device(&library);
    let mut channels = BTreeMap::new();
    for (&id, raw) in &index.channels {
        let group = GroupId {
            device: DeviceId(0),
            index: device.groups.len() as u32,
        };
        let read = decoder(index, raw, first.get(&id).map(|(_, data)| &data[..]));
        let (content, info) = describe(group, raw, read);
        device.groups.push(info);
        let topic = raw.topic.clone();
        channels.insert(id, Channel { topic, content });
    }
    let began = index
        .chunks
        .iter()
        .filter_map(|chunk| Some(chunk.times?.0))
        .min();
    let began = began.or_else(|| first.values().map(|(time, _)| *time).min());
    Ok(Contents {
        session: Session {
            began_unix_nanos: i64::try_from(began.unwrap_or(0)).unwrap_or(i64::MAX),
            tool_version: library,
            drivers: vec![unknown_driver("another program wrote this file")],
            devices: vec![device],
            ..Session::default()
        },
        channels,
        is_foreign: true,
    })
}

fn device(library: &str) -> DeviceEntry {
    let name = if library.is_empty() {
        "another program"
    } else {
        library
    };
    DeviceEntry {
        driver: 0,
        info: DeviceInfo {
            uuid: Uuid::default(),
            name: name.to_owned(),
            kind: DeviceKind::Other(0),
            simulated: false,
            sub_devices: Vec::new(),
        },
        groups: Vec::new(),
        reason: None,
    }
}

/// The program that wrote the file, in its own words.
fn library(bytes: &Bytes) -> Result<String, ReadError> {
    let Some(head) = Head::read(bytes, 8)?.filter(|head| head.opcode == op::HEADER) else {
        return Ok(String::new());
    };
    let body = bytes.vec(8 + HEAD, head.length, 4096)?.unwrap_or_default();
    Ok(match mcap::parse_record(op::HEADER, &body) {
        Ok(Record::Header(header)) => header.library,
        _ => String::new(),
    })
}

/// The first message of each channel whose messages say by themselves what they hold.
fn first_messages(
    bytes: &Bytes,
    index: &Index,
) -> Result<BTreeMap<u16, (u64, Vec<u8>)>, ReadError> {
    let json = index
        .channels
        .iter()
        .filter(|(_, raw)| raw.encoding == "json");
    let mut missing: Vec<_> = json.map(|(&id, _)| id).collect();
    let mut found = BTreeMap::new();
    for chunk in index.chunks.iter().take(FIRST_CHUNKS) {
        if missing.is_empty() {
            break;
        }
        let outcome = chunk::visit(bytes, chunk, &mut |inside| {
            if let Inside::Message {
                channel,
                time,
                data,
            } = inside
                && missing.contains(&channel)
            {
                missing.retain(|&other| other != channel);
                found.insert(channel, (time, data.to_vec()));
            }
            !missing.is_empty()
        });
        if let Err(ChunkError::Read(error)) = outcome {
            return Err(error);
        }
    }
    Ok(found)
}

/// How to read a channel, and what it holds; or why it cannot be read.
fn decoder(
    index: &Index,
    raw: &RawChannel,
    first: Option<&[u8]>,
) -> Result<(Decoder, Vec<Number>), String> {
    let schema = index.schemas.get(&raw.schema);
    let (decoder, numbers) = match (raw.encoding.as_str(), schema) {
        ("cdr", Some(schema)) if schema.encoding == "ros2msg" => {
            let text = String::from_utf8_lossy(&schema.data);
            let definition = ros2msg::Definition::parse(&schema.name, &text)?;
            let numbers = definition.numbers();
            (Decoder::Cdr(definition), numbers)
        }
        ("cdr", Some(schema)) => {
            return Err(format!("its schema is {} and not ros2msg", schema.encoding));
        }
        ("cdr", None) => return Err("its messages have no schema".to_owned()),
        ("json", _) => {
            let first = first.ok_or("none of its messages was found near the beginning")?;
            let paths = json::Paths::find(first)?;
            let numbers = paths.numbers();
            (Decoder::Json(paths), numbers)
        }
        (other, _) => return Err(format!("its messages are {other}, which is not read yet")),
    };
    match numbers.len() {
        0 => Err("its messages hold no numbers at fixed places".to_owned()),
        count if count > MOST_METRICS => Err(format!("its messages hold {count} numbers")),
        _ => Ok((decoder, numbers)),
    }
}

/// A channel and its group.
fn describe(
    group: GroupId,
    raw: &RawChannel,
    read: Result<(Decoder, Vec<Number>), String>,
) -> (Content, GroupInfo) {
    let mut info = GroupInfo {
        index: group.index,
        name: raw.topic.clone(),
        description: String::new(),
        domain: 0,
        sampling: Flags::default(),
        kinds: Flags::default(),
        export_bytes: None,
        access: None,
        reason: None,
        metrics: Vec::new(),
    };
    match read {
        Ok((decoder, numbers)) => {
            let types: Vec<_> = numbers.iter().map(|number| number.value_type).collect();
            let columns = (0..numbers.len() as u32).collect();
            info.metrics = numbers.into_iter().enumerate().map(metric).collect();
            let decoder = AnyDecoder::Foreign(decoder);
            (
                Content::Passes {
                    group,
                    columns,
                    types,
                    decoder,
                },
                info,
            )
        }
        Err(what) => {
            info.reason = Some(Reason::new(format!("the channel cannot be read: {what}")));
            (Content::Unreadable, info)
        }
    }
}

fn metric((index, number): (usize, Number)) -> MetricInfo {
    MetricInfo {
        index: index as u32,
        name: number.name,
        description: String::new(),
        component: String::new(),
        tier: 1,
        metric_type: String::new(),
        value_type: Some(number.value_type),
        value_type_name: number.value_type.name().to_owned(),
        unit: String::new(),
        kind: number.kind,
        reason: None,
    }
}

/// An integer as a double, or not a number where a double cannot hold it: a value that is not
/// exact is not shown.
fn exact(integer: i128) -> f64 {
    let double = integer as f64;
    if double as i128 == integer {
        double
    } else {
        f64::NAN
    }
}
