//! The passes of a span of time, chunk by chunk.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use crate::model::batch::{Batch, Gap, GapCause, GapMark, Integrity};
use crate::model::catalog::GroupId;
use crate::model::time::{Time, TimeSpan};
use crate::recording::error::{Damage, ReadError};
use crate::recording::event::{Event, What};
use crate::recording::reader::Recording;
use crate::recording::reader::channels::{Content, Decoder, is_wanted};
use crate::recording::reader::chunk::{self, ChunkError, Inside};
use crate::recording::schema::PassHead;

/// Yields the passes and gaps of a span; see [`Recording::read`].
pub struct Passes<'a> {
    recording: &'a Recording,
    span: TimeSpan,
    wants: Box<dyn Fn(GroupId) -> bool + 'a>,
    chunks: VecDeque<usize>,
    gather: Gather,
    ready: VecDeque<Batch>,
    has_ended: bool,
}

/// What is gathered while chunks are read.
#[derive(Default)]
pub(super) struct Gather {
    /// The batch of each group that is not complete yet.
    open: BTreeMap<GroupId, Batch>,
    /// The last pass of each group.
    last: BTreeMap<GroupId, Time>,
    /// What was lost of each group with the chunks before.
    lost: BTreeMap<GroupId, TimeSpan>,
    /// Batches that are complete.
    done: Vec<Batch>,
    /// Events of any kind, where they are asked for.
    pub(super) events: Option<Vec<Event>>,
    /// Messages that could not be used, by topic.
    refused: BTreeMap<String, u64>,
}

impl<'a> Passes<'a> {
    pub(super) fn new(
        recording: &'a Recording,
        span: TimeSpan,
        wants: Box<dyn Fn(GroupId) -> bool + 'a>,
    ) -> Self {
        let from = recording.wall_time(span.start);
        let to = recording.wall_time(span.end);
        let wanted = |id: u16| {
            let channel = recording.channels.get(&id);
            channel.is_none_or(|channel| is_wanted(channel, &wants))
        };
        let chunks = recording.index.select(from, to, &wanted).into();
        Self {
            recording,
            span,
            wants,
            chunks,
            gather: Gather::default(),
            ready: VecDeque::new(),
            has_ended: false,
        }
    }

    /// Bytes of the file up to where reading is.
    pub fn bytes_done(&self) -> u64 {
        let next = self
            .chunks
            .front()
            .map(|&at| self.recording.index.chunks[at].bytes.start);
        next.unwrap_or(self.recording.bytes())
    }

    /// Keeps events of every kind from now on.
    pub(crate) fn keep_events(&mut self) {
        self.gather.events = Some(Vec::new());
    }

    /// The events kept since the call before.
    pub(crate) fn drain_events(&mut self) -> Vec<Event> {
        self.gather
            .events
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default()
    }

    fn read_chunk(&mut self, at: usize) -> Result<(), ReadError> {
        let recording = self.recording;
        let chunk = &recording.index.chunks[at];
        let (gather, span, wants) = (&mut self.gather, self.span, &self.wants);
        let outcome = chunk::visit(&recording.bytes, chunk, &mut |inside| {
            if let Inside::Message {
                channel,
                time,
                data,
            } = inside
            {
                gather.take(recording, channel, time, data, span, wants);
            }
            true
        });
        match outcome {
            Ok(()) | Err(ChunkError::Stopped) => {}
            Err(ChunkError::Read(error)) => return Err(error),
            Err(ChunkError::Damaged(what)) => self.lose_chunk(at, &what),
        }
        self.gather.close_all();
        self.ready.extend(self.gather.done.drain(..));
        Ok(())
    }

    /// Notes a gap in every group that may have had passes in a damaged chunk.
    fn lose_chunk(&mut self, at: usize, what: &str) {
        let recording = self.recording;
        let chunk = &recording.index.chunks[at];
        let mut damage = Damage::new(format!("a chunk is damaged and was passed over: {what}"));
        let times = chunk.times.filter(|_| !chunk.is_doubtful);
        let span = times.map(|(from, to)| {
            let (from, to) = (recording.session_time(from), recording.session_time(to));
            TimeSpan::new(from, to + 1)
        });
        damage.span = span;
        recording.tell(damage.at(chunk.bytes.clone()));
        let lists = chunk
            .channels
            .as_ref()
            .filter(|_| recording.index.is_certain);
        for (id, channel) in &recording.channels {
            if let Content::Passes { group, .. } = channel.content
                && (self.wants)(group)
                && lists.is_none_or(|list| list.contains(id))
            {
                let before = self.gather.last.get(&group).copied();
                let start = before
                    .or(span.map(|span| span.start))
                    .unwrap_or(self.span.start);
                let end = span.map_or(start, |span| span.end);
                let lost = TimeSpan::new(start, end);
                let entry = self.gather.lost.entry(group).or_insert(lost);
                *entry = entry.union(lost);
            }
        }
    }

    /// What is left to say when every chunk was read.
    fn end(&mut self) {
        self.has_ended = true;
        let recording = self.recording;
        if let Some(events) = &recording.events {
            for event in events.iter().filter(|event| event.time >= self.span.end) {
                self.gather.take_gap(event, self.span, &self.wants);
            }
        }
        for (group, span) in std::mem::take(&mut self.gather.lost) {
            let gap = Gap {
                span,
                missed: 0,
                cause: GapCause::Damaged,
            };
            self.gather.mark(group, gap);
        }
        self.gather.close_all();
        self.ready.extend(self.gather.done.drain(..));
        for (topic, count) in std::mem::take(&mut self.gather.refused) {
            let what = format!("{count} messages on {topic} could not be used");
            recording.tell(Damage::new(what));
        }
    }
}

impl Iterator for Passes<'_> {
    type Item = Result<Batch, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(batch) = self.ready.pop_front() {
                return Some(Ok(batch));
            }
            let Some(at) = self.chunks.pop_front() else {
                if self.has_ended {
                    return None;
                }
                self.end();
                continue;
            };
            if let Err(error) = self.read_chunk(at) {
                // Nothing after an error could be trusted to be whole.
                self.chunks.clear();
                self.has_ended = true;
                return Some(Err(error));
            }
        }
    }
}

impl Gather {
    /// Takes one message, if it belongs to what is read.
    fn take(
        &mut self,
        recording: &Recording,
        id: u16,
        wall: u64,
        data: &[u8],
        span: TimeSpan,
        wants: &dyn Fn(GroupId) -> bool,
    ) {
        let Some(channel) = recording.channels.get(&id) else {
            return self.refuse(&format!("channel {id}, which is not defined,"));
        };
        match &channel.content {
            Content::Events => match Event::from_json(data) {
                Ok(event) => {
                    // Where every event is known, later ones are added at the end.
                    if recording.events.is_none() || event.time < span.end {
                        self.take_gap(&event, span, wants);
                    }
                    if let Some(events) = &mut self.events {
                        events.push(event);
                    }
                }
                Err(_not_an_event) => self.refuse(&channel.topic),
            },
            Content::Passes {
                group,
                columns,
                decoder,
                ..
            } if wants(*group) => {
                let time = recording.session_time(wall);
                if !self.take_pass(*group, columns, decoder, time, data, span) {
                    self.refuse(&channel.topic);
                }
            }
            Content::Passes { .. } | Content::Unreadable => {}
        }
    }

    fn refuse(&mut self, topic: &str) {
        match self.refused.get_mut(topic) {
            Some(count) => *count += 1,
            None => {
                self.refused.insert(topic.to_owned(), 1);
            }
        }
    }

    /// Takes a gap that touches the span into its group.
    fn take_gap(&mut self, event: &Event, span: TimeSpan, wants: &dyn Fn(GroupId) -> bool) {
        if let What::Gap { group, gap } = &event.what
            && wants(*group)
            && (gap.span.overlaps(span) || span.contains(gap.span.start))
        {
            self.mark(*group, *gap);
        }
    }

    /// Puts a gap behind what was gathered of its group.
    fn mark(&mut self, group: GroupId, gap: Gap) {
        let open = self.open.entry(group);
        let batch = open.or_insert_with(|| Batch::new(group, Arc::from([])));
        let row = batch.len() as u32;
        batch.gaps.push(GapMark { row, gap });
    }

    /// Takes a pass, if it lies in the span; false when it cannot be used.
    fn take_pass(
        &mut self,
        group: GroupId,
        columns: &Arc<[u32]>,
        decoder: &Decoder,
        log_time: Time,
        data: &[u8],
        span: TimeSpan,
    ) -> bool {
        let batch = open_batch(&mut self.open, &mut self.done, group, columns);
        let slots = batch.slots.len();
        let head = match decoder {
            Decoder::Own(layout) => layout.decode(data, &mut batch.slots),
            Decoder::Foreign(decoder) => {
                decoder.decode(data, &mut batch.slots).map(|()| PassHead {
                    time: log_time,
                    read_nanos: 0,
                    integrity: Integrity::Whole,
                })
            }
        };
        let Some(head) = head else {
            return false;
        };
        let is_later = self.last.get(&group).is_none_or(|&last| last < head.time);
        if !is_later || !span.contains(head.time) {
            batch.slots.truncate(slots);
            return is_later;
        }
        if let Some(lost) = self.lost.remove(&group) {
            let span = TimeSpan::new(lost.start.min(head.time), head.time);
            let gap = Gap {
                span,
                missed: 0,
                cause: GapCause::Damaged,
            };
            batch.gaps.push(GapMark {
                row: batch.len() as u32,
                gap,
            });
        }
        if head.integrity == Integrity::Torn {
            batch.torn.push(batch.len() as u32);
        }
        batch.times.push(head.time);
        batch.read_nanos.push(head.read_nanos);
        self.last.insert(group, head.time);
        true
    }

    /// Completes every batch.
    fn close_all(&mut self) {
        let open = std::mem::take(&mut self.open);
        self.done
            .extend(open.into_values().filter(|batch| !batch.is_empty()));
    }
}

/// The group's open batch for passes over `columns`; one for other columns is completed first.
fn open_batch<'a>(
    open: &'a mut BTreeMap<GroupId, Batch>,
    done: &mut Vec<Batch>,
    group: GroupId,
    columns: &Arc<[u32]>,
) -> &'a mut Batch {
    let batch = open
        .entry(group)
        .or_insert_with(|| Batch::new(group, Arc::clone(columns)));
    if batch.columns != *columns {
        if batch.times.is_empty() {
            // Only gaps so far: they stand before these passes just as well.
            batch.columns = Arc::clone(columns);
        } else {
            done.push(std::mem::replace(
                batch,
                Batch::new(group, Arc::clone(columns)),
            ));
        }
    }
    batch
}
