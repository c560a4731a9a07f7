//! Opens recordings and reads any span of them.
//!
//! Only the index, the definitions and the overview are kept; values are read when they are
//! asked for, a chunk at a time, so memory does not grow with the file. A [`Recording`] can be
//! read by several threads at once.

mod channels;
mod chunk;
mod foreign;
mod hop;
mod index;
mod passes;
mod record;
mod scan;
mod source;
mod summary;

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::model::catalog::GroupId;
use crate::model::time::{Time, TimeSpan};
use crate::recording::error::{Damage, ReadError};
use crate::recording::event::Event;
use crate::recording::overview::{self, Overview};
use crate::recording::reader::channels::{Channel, Content};
use crate::recording::reader::index::Index;
use crate::recording::reader::source::Bytes;
use crate::recording::session::Session;
use crate::recording::writer::EVENTS_ATTACHMENT;

pub use self::passes::Passes;
pub use self::scan::Scan;
pub use self::source::Source;

/// An open recording.
pub struct Recording {
    bytes: Bytes,
    index: Index,
    session: Session,
    channels: BTreeMap<u16, Channel>,
    is_foreign: bool,
    overview: Option<Overview>,
    /// Every event, where the file repeats them at its end.
    events: Option<Vec<Event>>,
    /// What is missing or damaged, as far as it is known.
    damage: Mutex<Vec<Damage>>,
}

/// What a file holds of one group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedGroup {
    /// The group; [`Session::group`] describes it.
    pub group: GroupId,
    /// The topics of its channels, one for each set of metrics that was read.
    pub topics: Vec<String>,
    /// The metrics that were read at least once, ascending.
    pub metrics: Vec<u32>,
    /// Passes as the index counts them. A file that was not finished may claim a wrong number.
    pub passes: u64,
}

impl Recording {
    /// Opens the file at `path`.
    ///
    /// # Errors
    /// [`ReadError`] when it cannot be read at all. Anything less is told by
    /// [`Recording::damage`].
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        let file = File::open(path).map_err(|error| ReadError::Open {
            path: path.to_path_buf(),
            error,
        })?;
        Self::from_source(Box::new(file))
    }

    /// Opens a recording from anywhere.
    ///
    /// # Errors
    /// As [`Recording::open`].
    pub fn from_source(source: Box<dyn Source>) -> Result<Self, ReadError> {
        let bytes = Bytes::new(source)?;
        let mut index = Index::read(&bytes)?;
        let contents = channels::read(&bytes, &mut index)?;
        if !contents.is_foreign {
            drop_bare_messages(&mut index);
        }
        if !index.has_end {
            index
                .damage
                .push(Damage::new("the recording was not finished"));
        }
        let damage = Mutex::new(std::mem::take(&mut index.damage));
        let mut recording = Self {
            bytes,
            index,
            session: contents.session,
            channels: contents.channels,
            is_foreign: contents.is_foreign,
            overview: None,
            events: None,
            damage,
        };
        recording.read_attachments()?;
        Ok(recording)
    }

    /// When, where and of what the recording is.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Whether another program wrote the file.
    pub fn is_foreign(&self) -> bool {
        self.is_foreign
    }

    /// The file's length in bytes when it was opened.
    pub fn bytes(&self) -> u64 {
        self.bytes.len()
    }

    /// Whether the file has its end and nothing of it is known to be damaged.
    pub fn is_complete(&self) -> bool {
        self.index.has_end && self.locked().is_empty()
    }

    /// What is missing, damaged or not understood, as far as it was noticed until now.
    pub fn damage(&self) -> Vec<Damage> {
        self.locked().clone()
    }

    /// From the first message to just after the last; `None` in an empty recording.
    ///
    /// In a file without an intact index this is what its chunks claim.
    pub fn span(&self) -> Option<TimeSpan> {
        let times = self.index.chunks.iter().filter(|chunk| !chunk.is_doubtful);
        let times = times.filter_map(|chunk| chunk.times);
        let (first, last) = times.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
        Some(TimeSpan::new(
            self.session_time(first),
            self.session_time(last) + 1,
        ))
    }

    /// The groups that were recorded, in order of their ids.
    pub fn groups(&self) -> Vec<RecordedGroup> {
        let mut groups: BTreeMap<GroupId, RecordedGroup> = BTreeMap::new();
        for (id, channel) in &self.channels {
            let Content::Passes { group, columns, .. } = &channel.content else {
                continue;
            };
            let entry = groups.entry(*group).or_insert_with(|| RecordedGroup {
                group: *group,
                topics: Vec::new(),
                metrics: Vec::new(),
                passes: 0,
            });
            entry.topics.push(channel.topic.clone());
            entry.metrics.extend_from_slice(columns);
            entry.passes += self.index.counts.get(id).copied().unwrap_or(0);
        }
        for group in groups.values_mut() {
            group.metrics.sort_unstable();
            group.metrics.dedup();
        }
        groups.into_values().collect()
    }

    /// The recording seen from far away, where the file has that. It covers the whole recording
    /// only when [`Recording::is_complete`]; [`Recording::scan`] makes one for any file.
    pub fn overview(&self) -> Option<&Overview> {
        self.overview.as_ref()
    }

    /// Every event in the order of the file, where the file repeats them at its end; else
    /// [`Recording::scan`] finds them.
    pub fn events(&self) -> Option<&[Event]> {
        self.events.as_deref()
    }

    /// The passes within `span`, and the gaps that touch it, of the groups that `wants` wants.
    ///
    /// Yields batches in the order of the file, a group's in order of time. A damaged chunk
    /// becomes a gap; that it is damaged is told by [`Recording::damage`] too.
    pub fn read<'a>(&'a self, span: TimeSpan, wants: impl Fn(GroupId) -> bool + 'a) -> Passes<'a> {
        Passes::new(self, span, Box::new(wants))
    }

    /// Everything in the recording.
    pub fn read_all(&self) -> Passes<'_> {
        self.read(TimeSpan::new(Time(i64::MIN), Time(i64::MAX)), |_| true)
    }

    /// Goes through the whole file: checks every chunk, finds every event, and makes the
    /// overview. `progress` is told how many bytes are done; it returns whether to go on.
    ///
    /// # Errors
    /// [`ReadError::Cancelled`], or the system's error.
    pub fn scan(&self, progress: &mut dyn FnMut(u64) -> bool) -> Result<Scan, ReadError> {
        scan::scan(self, progress)
    }

    /// Session time of a log time.
    fn session_time(&self, wall: u64) -> Time {
        let wall = i64::try_from(wall).unwrap_or(i64::MAX);
        Time(wall.saturating_sub(self.session.began_unix_nanos))
    }

    /// Log time of a session time; the end of time is the end of time.
    fn wall_time(&self, time: Time) -> u64 {
        if time == Time(i64::MAX) {
            return u64::MAX;
        }
        u64::try_from(self.session.wall_nanos(time)).unwrap_or(0)
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, Vec<Damage>> {
        self.damage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells of damage, once.
    fn tell(&self, damage: Damage) {
        let mut known = self.locked();
        if !known.contains(&damage) {
            known.push(damage);
        }
    }

    /// Reads what the file repeats for quick opening.
    fn read_attachments(&mut self) -> Result<(), ReadError> {
        if self.is_foreign {
            return Ok(());
        }
        if let Some(data) = self.attachment(overview::ATTACHMENT)? {
            self.overview = overview::decode(&data);
            if self.overview.is_none() {
                self.tell(Damage::new("the overview cannot be understood"));
            }
        }
        // Only a finished file repeats all of its events.
        if self.index.has_end
            && self.index.is_certain
            && let Some(data) = self.attachment(EVENTS_ATTACHMENT)?
        {
            let lines = data
                .split(|&byte| byte == b'\n')
                .filter(|line| !line.is_empty());
            self.events = lines.map(|line| Event::from_json(line).ok()).collect();
        }
        Ok(())
    }

    /// The data of the last attachment of this name that is intact.
    fn attachment(&self, name: &str) -> Result<Option<Vec<u8>>, ReadError> {
        let named = self
            .index
            .attachments
            .iter()
            .rev()
            .filter(|(other, _)| other == name);
        for &(_, offset) in named {
            match record::attachment(&self.bytes, offset)? {
                Some(attachment) if attachment.name == name => return Ok(Some(attachment.data)),
                _ => {
                    let damage = Damage::new(format!("the attachment {name} is damaged"));
                    self.tell(damage.at(offset..offset + 1));
                }
            }
        }
        Ok(None)
    }
}

/// This program never writes a message outside a chunk: what looks like one is damage.
fn drop_bare_messages(index: &mut Index) {
    let bare = index.chunks.iter().filter(|chunk| chunk.is_bare);
    let what = "a part of the file is damaged and was passed over";
    let damage = bare.map(|chunk| Damage::new(what).at(chunk.bytes.clone()));
    index.damage.extend(damage.collect::<Vec<_>>());
    index.chunks.retain(|chunk| !chunk.is_bare);
}
