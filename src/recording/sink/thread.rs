//! The thread that writes.

use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError};

use crate::model::batch::{Batch, Gap};
use crate::model::catalog::GroupId;
use crate::model::reason::Reason;
use crate::model::time::Time;
use crate::recording::error::WriteError;
use crate::recording::event::{Event, What};
use crate::recording::recover;
use crate::recording::session::Session;
use crate::recording::sink::backlog::Message;
use crate::recording::sink::options::{Rotate, SinkOptions};
use crate::recording::sink::part::{self, Part};
use crate::recording::sink::status::{Shared, SinkPhase};

/// Bytes written after which free space is looked at again, whatever the time.
const LOOK_BYTES: u64 = 1 << 20;
/// Room that is kept on the smallest file system, for the chunk in the making, the overview and
/// the index.
const LEAST_ROOM: u64 = 4 << 20;

/// Owns the file while a recording lasts.
pub(super) struct Worker {
    inbox: Receiver<Message>,
    shared: Arc<Shared>,
    options: SinkOptions,
    session: Session,
    /// The file; `None` once recording has ended by itself.
    part: Option<Part>,
    number: u32,
    /// Parts that are complete and younger than what is kept.
    kept: VecDeque<(PathBuf, Instant)>,
    /// Bytes and passes of the parts before this one.
    before: (u64, u64),
    /// The latest rate of each group, repeated in every part.
    rates: BTreeMap<GroupId, Event>,
    /// The latest pass.
    last: Time,
    sync_due: Instant,
    overview_due: Instant,
    /// Bytes of the part when free space was last looked at.
    looked_at: u64,
}

impl Worker {
    pub(super) fn new(
        inbox: Receiver<Message>,
        shared: Arc<Shared>,
        options: SinkOptions,
        part: Part,
    ) -> Self {
        let now = Instant::now();
        Self {
            inbox,
            shared,
            session: part.writer.session().clone(),
            part: Some(part),
            number: 1,
            kept: VecDeque::new(),
            before: (0, 0),
            rates: BTreeMap::new(),
            last: Time::ZERO,
            sync_due: now + options.sync_interval,
            overview_due: now + options.overview_interval,
            looked_at: 0,
            options,
        }
    }

    /// Writes until nobody offers anything any more. Returns the files that are left.
    pub(super) fn run(mut self) -> Result<Vec<PathBuf>, WriteError> {
        loop {
            match self.inbox.recv_deadline(self.sync_due) {
                Ok(message) => self.take(message),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.end(),
            }
            self.keep_up();
        }
    }

    fn take(&mut self, message: Message) {
        let outcome = match message {
            Message::Batch(batch, gaps) => self.take_batch(&batch, &gaps),
            Message::Note(event) => self.take_event(event),
            Message::Session(session) => self.take_session(*session),
        };
        if let Err(error) = outcome {
            self.fail(&error);
        }
    }

    fn take_batch(&mut self, batch: &Arc<Batch>, gaps: &[Gap]) -> Result<(), WriteError> {
        let Some(part) = &mut self.part else {
            self.shared.drop_passes(batch.len() as u64);
            return Ok(());
        };
        let time = batch.times.first().copied();
        for gap in gaps {
            let time = time.unwrap_or(gap.span.end);
            let what = What::Gap {
                group: batch.group,
                gap: *gap,
            };
            part.writer.note(&Event { time, what })?;
        }
        match part.writer.write(batch) {
            Err(error @ (WriteError::UnknownGroup { .. } | WriteError::ValueType(_))) => {
                self.shared.drop_passes(batch.len() as u64);
                self.shared.lock().warning = Some(Reason::new(error.to_string()));
            }
            other => other?,
        }
        self.last = batch.times.last().copied().unwrap_or(self.last);
        Ok(())
    }

    fn take_event(&mut self, event: Event) -> Result<(), WriteError> {
        if let Some(part) = &mut self.part {
            part.writer.note(&event)?;
        }
        if let What::Rate { group, .. } = event.what {
            self.rates.insert(group, event);
        }
        Ok(())
    }

    fn take_session(&mut self, session: Session) -> Result<(), WriteError> {
        if let Some(part) = &mut self.part {
            part.writer.set_session(session.clone())?;
        }
        self.session = session;
        Ok(())
    }

    /// Does what is due: sync, look at free space, begin another part, tell how it goes.
    fn keep_up(&mut self) {
        let outcome = self.sync_if_due().and_then(|()| self.rotate_if_due());
        if let Err(error) = outcome {
            self.fail(&error);
        }
        self.stop_if_full();
        self.tell();
    }

    fn sync_if_due(&mut self) -> Result<(), WriteError> {
        let now = Instant::now();
        if now < self.sync_due {
            return Ok(());
        }
        // The next one is due a whole interval after this one is done: a slow disk must not
        // be kept busy with syncing alone.
        if let Some(part) = &mut self.part {
            if now >= self.overview_due {
                part.writer.write_overview()?;
                self.overview_due = now + self.options.overview_interval;
            }
            part.sync()?;
            self.looked_at = 0;
            self.shared.lock().synced = Some(Instant::now());
        }
        self.sync_due = Instant::now() + self.options.sync_interval;
        Ok(())
    }

    fn rotate_if_due(&mut self) -> Result<(), WriteError> {
        let Some(part) = &self.part else {
            return Ok(());
        };
        let is_due = match self.options.part_ends() {
            Some(Rotate::Bytes(most)) => part.writer.bytes() >= most,
            Some(Rotate::Time(most)) => part.began.elapsed() >= most,
            None => false,
        };
        // A part without a pass is not worth a file.
        if !is_due || part.writer.passes() == 0 {
            return Ok(());
        }
        self.finish_part()?;
        self.number += 1;
        let mut next = Part::create(&self.options, self.number, self.session.clone())?;
        for rate in self.rates.values() {
            next.writer.note(rate)?;
        }
        self.looked_at = 0;
        self.part = Some(next);
        self.remove_old_parts();
        Ok(())
    }

    /// Ends the present part, if there is one.
    fn finish_part(&mut self) -> Result<(), WriteError> {
        let Some(part) = self.part.take() else {
            return Ok(());
        };
        let (path, passes) = (part.path.clone(), part.writer.passes());
        let bytes = part.finish()?;
        self.before.0 += bytes;
        self.before.1 += passes;
        self.kept.push_back((path, Instant::now()));
        self.shared.lock().synced = Some(Instant::now());
        Ok(())
    }

    /// Removes parts in which everything is older than what is kept.
    fn remove_old_parts(&mut self) {
        let Some(keep) = self.options.keep_last else {
            return;
        };
        while let Some((path, ended)) = self.kept.front() {
            if ended.elapsed() < keep {
                return;
            }
            if let Err(error) = part::remove(path) {
                let what = format!("cannot remove {}: {error}", path.display());
                self.shared.lock().warning = Some(Reason::new(what));
            }
            self.kept.pop_front();
        }
    }

    /// Ends the recording properly before the disk is full.
    fn stop_if_full(&mut self) {
        let Some(part) = &self.part else {
            return;
        };
        let written = part.writer.bytes();
        if self.looked_at > 0 && written < self.looked_at + LOOK_BYTES {
            return;
        }
        let Some((free, all)) = part.room() else {
            return;
        };
        self.looked_at = written.max(1);
        if free
            >= self
                .options
                .free_floor_bytes
                .min((all / 16).max(LEAST_ROOM))
        {
            return;
        }
        let what = format!(
            "the recording ended because only {} MiB are left on its disk",
            free >> 20
        );
        let reason = Reason::new(what).with_fix("free some space, or record somewhere else");
        self.stop(reason);
    }

    /// Ends the recording properly, for a reason that is not an error of the file's.
    fn stop(&mut self, reason: Reason) {
        let reason = match self.finish_part() {
            Ok(()) => reason,
            Err(error) => Reason::new(format!("{reason}; {error}")),
        };
        self.shared.lock().phase = SinkPhase::Stopped(reason);
    }

    /// Gives the file up after an error. What was flushed before stays readable.
    fn fail(&mut self, error: &WriteError) {
        tracing::error!(%error, "recording has ended");
        if let Some(part) = self.part.take() {
            self.before.1 += part.writer.passes();
            self.before.0 += part.writer.intact_bytes();
            self.kept.push_back((part.path.clone(), Instant::now()));
            part.abandon();
        }
        let reason = Reason::new(error.to_string()).with_fix("zetscope recover FILE");
        self.shared.lock().phase = SinkPhase::Stopped(reason);
    }

    fn tell(&self) {
        let mut told = self.shared.lock();
        let (mut bytes, mut passes) = self.before;
        if let Some(part) = &self.part {
            bytes += part.writer.bytes();
            passes += part.writer.passes();
            told.path.clone_from(&part.path);
        }
        told.files = self.number;
        (told.bytes, told.passes) = (bytes, passes);
    }

    fn end(mut self) -> Result<Vec<PathBuf>, WriteError> {
        let outcome = self.finish_part();
        if let Err(error) = &outcome {
            self.fail(error);
        }
        self.tell();
        outcome?;
        let parts: Vec<_> = self.kept.drain(..).map(|(path, _)| path).collect();
        let files = match self.options.keep_last {
            Some(keep) => self.join(&parts, keep)?,
            None => parts,
        };
        let mut told = self.shared.lock();
        if told.phase == SinkPhase::Recording {
            told.phase = SinkPhase::Finished;
        }
        Ok(files)
    }

    /// Makes one file of the parts that were kept, and removes them.
    fn join(&self, parts: &[PathBuf], keep: Duration) -> Result<Vec<PathBuf>, WriteError> {
        let nanos = i64::try_from(keep.as_nanos()).unwrap_or(i64::MAX);
        recover::join(
            parts,
            &self.options,
            self.session.clone(),
            self.last + nanos.saturating_neg(),
        )?;
        for path in parts {
            if let Err(error) = part::remove(path) {
                tracing::warn!(%error, path = %path.display(), "a part could not be removed");
            }
        }
        self.shared.lock().path.clone_from(&self.options.path);
        Ok(vec![self.options.path.clone()])
    }
}
