//! A watch under way: passes from the tap to the printer, and what ends it.

use std::io;
use std::time::Duration;

use crate::capture::Capture;
use crate::capture::state::Phase;
use crate::capture::tap::Tap;
use crate::cli::complain;
use crate::cli::outcome::Outcome;
use crate::cli::watch::merge::{Item, Merge};
use crate::cli::watch::plan::{Plan, Watched};
use crate::cli::watch::printer::{Pass, Printer};
use crate::cli::watch::stop::Stop;
use crate::cli::watch::tally::Tally;
use crate::model::time::Time;

/// How often the end, lost groups and the screen are looked after.
const TICK: Duration = Duration::from_millis(50);
/// How long a silent group holds up the passes of others.
const HORIZON_NANOS: i64 = 250_000_000;

/// What ends a watch that nobody interrupts.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Limits {
    /// Passes to print, all groups together.
    pub(crate) passes: Option<u64>,
    /// When passes are no longer printed.
    pub(crate) end: Option<Time>,
}

/// A watch under way.
pub(crate) struct Session<'a> {
    capture: &'a Capture,
    tap: &'a Tap,
    groups: &'a [Watched],
    merge: Merge,
    /// Which groups have ended.
    ended: Vec<bool>,
    passes_left: u64,
    end: Option<Time>,
    tally: Tally,
}

impl<'a> Session<'a> {
    /// A watch of what `plan` reads, by way of `tap`.
    pub(crate) fn new(capture: &'a Capture, tap: &'a Tap, plan: &'a Plan, limits: Limits) -> Self {
        Self {
            capture,
            tap,
            groups: &plan.groups,
            merge: Merge::new(plan.groups.len()),
            ended: vec![false; plan.groups.len()],
            passes_left: limits.passes.unwrap_or(u64::MAX),
            end: limits.end,
            tally: Tally {
                failed: plan.refused.len() as u64,
                ..Tally::default()
            },
        }
    }

    /// Prints passes until a limit, an interrupt or the last group ends it.
    ///
    /// # Errors
    /// What the output answers.
    pub(crate) fn run(&mut self, printer: &mut dyn Printer, stop: &Stop) -> io::Result<()> {
        loop {
            let waited = self.tap.batches.recv_timeout(TICK);
            let closed = matches!(&waited, Err(error) if error.is_disconnected());
            for batch in waited.into_iter().chain(self.tap.batches.try_iter()) {
                let place = self.groups.iter().position(|group| group.id == batch.group);
                if let Some(place) = place {
                    self.merge.push(place, batch);
                }
            }
            let now = self.capture.now();
            if self.print(printer, now + -HORIZON_NANOS)? {
                return Ok(());
            }
            self.look_after_groups(printer, now)?;
            printer.tick(self.capture, now)?;
            printer.flush()?;
            let overdue = self.end.is_some_and(|end| now - end > HORIZON_NANOS);
            let over = overdue || closed || !self.ended.contains(&false);
            if over || stop.is_asked() {
                self.print(printer, now)?;
                return Ok(());
            }
        }
    }

    /// Prints what is in order up to `horizon`; returns whether that was all that was wanted.
    fn print(&mut self, printer: &mut dyn Printer, horizon: Time) -> io::Result<bool> {
        while self.passes_left > 0 {
            let Some(item) = self.merge.next(horizon) else {
                return Ok(false);
            };
            match item {
                Item::Gap { group, gap } => {
                    self.tally.gap(&gap);
                    printer.gap(&self.groups[group], &gap)?;
                }
                Item::Pass { batch, row, .. } if self.is_over(batch.times[row]) => {
                    return Ok(true);
                }
                Item::Pass { group, batch, row } => {
                    let torn = batch.torn.binary_search(&(row as u32)).is_ok();
                    printer.pass(&Pass {
                        group,
                        watched: &self.groups[group],
                        time: batch.times[row],
                        read_nanos: batch.read_nanos[row],
                        torn,
                        slots: batch.row(row),
                    })?;
                    self.passes_left -= 1;
                    self.tally.passes += 1;
                    self.tally.torn += u64::from(torn);
                }
            }
        }
        Ok(true)
    }

    /// Whether the time that was asked for is up. Passes come in order: none before it follows.
    fn is_over(&self, time: Time) -> bool {
        self.end.is_some_and(|end| time >= end)
    }

    /// Notes groups that have ended.
    fn look_after_groups(&mut self, printer: &mut dyn Printer, now: Time) -> io::Result<()> {
        for (place, watched) in self.groups.iter().enumerate() {
            if self.ended[place] {
                continue;
            }
            let failed = {
                let state = self.capture.lock();
                let group = state.groups.get(&watched.id);
                group.and_then(|group| match &group.phase {
                    Phase::Failed(reason) => Some(reason.clone()),
                    Phase::Off | Phase::Starting | Phase::On { .. } => None,
                })
            };
            if let Some(reason) = failed {
                self.ended[place] = true;
                self.merge.end(place);
                self.tally.failed += 1;
                complain(&format!("{}: {reason}", watched.place.path()));
                printer.ended(watched, now, &reason)?;
            }
        }
        Ok(())
    }

    /// Says what is missing; returns how it ended.
    pub(crate) fn last_words(mut self) -> Outcome {
        self.tally.unprinted = self.tap.lost();
        self.tally.out_of_order = self.merge.late();
        for remark in self.tally.remarks() {
            complain(&format!("zetscope: {remark}"));
        }
        self.tally.outcome()
    }
}
