//! The values of one metric in one chunk, in the metric's own type, and their pyramids.

use std::fmt::Debug;
use std::ops::{ControlFlow, Range};

use crate::model::catalog::{Kind, View};
use crate::model::derive::{Step, rate};
use crate::model::pyramid::{BLOCK, Pyramid, Summary};
use crate::model::store::clock::{Clock, Link};
use crate::model::store::element::Element;
use crate::model::store::summary::{Levels, Steps, Totals};
use crate::model::value::{Value, ValueType};

/// What was noticed in rows when they arrived.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Findings {
    pub(super) non_finite: u64,
    pub(super) resets: u64,
    pub(super) wraps: u64,
}

/// The values of one metric in one chunk, whatever their type.
pub(super) trait Column: Debug + Send + Sync {
    /// Appends every `stride`th slot, making room for at most `limit` values in all.
    fn extend(&mut self, slots: &[u64], stride: usize, limit: usize);

    /// Takes account of the rows appended since the last call.
    fn settle(&mut self, clock: &Clock<'_>) -> Findings;

    /// Summarises the last, incomplete block and gives back spare room: nothing will follow.
    fn seal(&mut self, clock: &Clock<'_>);

    /// Treats the values as `kind` from now on, which takes a pass over all of them.
    fn set_kind(&mut self, kind: Kind, clock: &Clock<'_>) -> Findings;

    /// The value in `row` as it was read.
    fn value(&self, row: usize) -> Value;

    /// The value in `row`, or the last before the chunk for `None`, as a slot.
    fn slot(&self, row: Option<usize>) -> Option<u64>;

    /// What `rows` hold in `view`.
    fn fold(&self, view: View, rows: Range<usize>, clock: &Clock<'_>) -> Totals;

    /// The first value in `rows`.
    fn first(&self, view: View, rows: Range<usize>, clock: &Clock<'_>) -> Option<(usize, Value)>;

    /// The last value in `rows`.
    fn last(&self, view: View, rows: Range<usize>, clock: &Clock<'_>) -> Option<(usize, Value)>;

    /// Rows in which the counter started again, ascending.
    fn resets(&self) -> &[u32];

    /// The values, where they are unsigned 64-bit integers.
    fn as_u64s(&self) -> Option<&[u64]>;

    /// Bytes allocated.
    fn bytes(&self) -> usize;
}

/// An empty column for values of `value_type`; `carried` is the last value before it.
pub(super) fn column(value_type: ValueType, kind: Kind, carried: Option<u64>) -> Box<dyn Column> {
    match value_type {
        ValueType::U8 => Box::new(Series::<u8>::new(kind, carried)),
        ValueType::U16 => Box::new(Series::<u16>::new(kind, carried)),
        ValueType::U32 => Box::new(Series::<u32>::new(kind, carried)),
        ValueType::U64 => Box::new(Series::<u64>::new(kind, carried)),
        ValueType::F32 => Box::new(Series::<f32>::new(kind, carried)),
        ValueType::F64 => Box::new(Series::<f64>::new(kind, carried)),
        ValueType::Bool8 => Box::new(Series::<bool>::new(kind, carried)),
    }
}

/// The values of one metric in one chunk.
#[derive(Debug)]
struct Series<T> {
    values: Vec<T>,
    levels: Pyramid<Levels<T>>,
    /// The last value before the chunk, where this metric was read then.
    carried: Option<u64>,
    /// Rows looked through for resets.
    settled: usize,
    counter: Option<Counter>,
}

/// What is kept of a metric that counts.
#[derive(Debug)]
struct Counter {
    bits: u8,
    steps: Pyramid<Steps>,
    resets: Vec<u32>,
}

impl Counter {
    fn of(kind: Kind) -> Option<Self> {
        let Kind::Monotonic { bits } = kind else {
            return None;
        };
        Some(Self {
            bits,
            steps: Pyramid::new(),
            resets: Vec::new(),
        })
    }
}

/// A step's growth, rate and time, where they are known.
type Growth = Option<(Value, f64, u64)>;

impl<T: Element> Series<T> {
    fn new(kind: Kind, carried: Option<u64>) -> Self {
        Self {
            values: Vec::new(),
            levels: Pyramid::new(),
            carried,
            settled: 0,
            counter: Counter::of(kind),
        }
    }

    /// The step that leads to `row`; `None` where there is no sample before.
    #[inline]
    fn step(&self, row: usize, link: Link, bits: u8) -> Option<(Step, u64)> {
        let Link::Step { from, nanos } = link else {
            return None;
        };
        let old = match from {
            Some(from) => self.values[from],
            None => T::from_slot(self.carried?),
        };
        Some((T::step(old, self.values[row], bits), nanos))
    }

    /// What the step to `row` says; `None` where there is no sample before.
    #[inline]
    fn growth(&self, row: usize, link: Link, bits: u8) -> Option<Growth> {
        let (step, nanos) = self.step(row, link, bits)?;
        Some(step.growth().and_then(|growth| {
            let rate = rate(growth.as_f64(), nanos);
            rate.is_finite().then_some((growth, rate, nanos))
        }))
    }

    fn scan_levels(&self, rows: Range<usize>) -> Levels<T> {
        let mut total = Levels::EMPTY;
        for &value in &self.values[rows] {
            total.add(value);
        }
        total
    }

    fn scan_steps(&self, rows: Range<usize>, bits: u8, clock: &Clock<'_>) -> Steps {
        let mut total = Steps::EMPTY;
        clock.walk(rows, |row, link| {
            match self.growth(row, link, bits) {
                Some(Some((growth, rate, nanos))) => total.add(growth.as_f64(), rate, nanos),
                Some(None) => total.missing += 1,
                None => {}
            }
            ControlFlow::Continue(())
        });
        total
    }

    /// Adds the summaries of all blocks that end at or before row `end`.
    fn summarise(&mut self, end: usize, clock: &Clock<'_>) {
        while self.levels.blocks() * BLOCK < end {
            let start = self.levels.blocks() * BLOCK;
            let rows = start..(start + BLOCK).min(self.values.len());
            self.levels.push(self.scan_levels(rows.clone()));
            if let Some(bits) = self.counter.as_ref().map(|counter| counter.bits) {
                let steps = self.scan_steps(rows, bits, clock);
                self.counter
                    .iter_mut()
                    .for_each(|counter| counter.steps.push(steps));
            }
        }
    }

    /// Looks through the rows from `settled` on for counters that ran backwards.
    fn find_resets(&mut self, clock: &Clock<'_>) -> Findings {
        let mut findings = Findings::default();
        let Some(counter) = &self.counter else {
            return findings;
        };
        // A stale row may differ from its sample, so the sample is what the next row follows.
        let sample = self
            .settled
            .checked_sub(1)
            .and_then(|row| clock.sample_at(row));
        let before = match sample {
            Some(row) => Some(self.values[row]),
            None => self.carried.map(T::from_slot),
        };
        let fresh = &self.values[self.settled..];
        let starts_higher =
            before.is_some_and(|before| fresh.iter().take(1).any(|&first| first < before));
        let grows = !starts_higher && fresh.is_sorted();
        if grows {
            return findings;
        }
        let mut resets = Vec::new();
        clock.walk(self.settled..self.values.len(), |row, link| {
            match self.step(row, link, counter.bits) {
                Some((Step::Reset, _)) => resets.push(row as u32),
                Some((Step::Wrapped(_), _)) => findings.wraps += 1,
                _ => {}
            }
            ControlFlow::Continue(())
        });
        findings.resets = resets.len() as u64;
        self.counter
            .iter_mut()
            .for_each(|counter| counter.resets.append(&mut resets));
        findings
    }

    fn fold_levels(&self, rows: Range<usize>) -> Totals {
        let (head, blocks, tail) = self.levels.split(rows.clone(), self.values.len());
        let mut total = self.scan_levels(head);
        self.levels.fold(blocks, &mut total);
        total.merge(&self.scan_levels(tail));
        Totals {
            count: u64::from(total.count),
            missing: rows.len() as u64 - u64::from(total.count),
            range: (total.count > 0).then(|| (total.low.to_value(), total.high.to_value())),
            sum: total.sum,
            nanos: 0,
        }
    }

    fn fold_steps(&self, view: View, rows: Range<usize>, clock: &Clock<'_>) -> Totals {
        let Some(counter) = &self.counter else {
            return Totals::default();
        };
        let (head, blocks, tail) = counter.steps.split(rows, self.values.len());
        let mut total = self.scan_steps(head, counter.bits, clock);
        counter.steps.fold(blocks, &mut total);
        total.merge(&self.scan_steps(tail, counter.bits, clock));
        let (low, high) = match view {
            View::Rate => (total.rate_low, total.rate_high),
            View::Raw | View::Delta => (total.growth_low, total.growth_high),
        };
        Totals {
            count: u64::from(total.count),
            missing: u64::from(total.missing),
            range: (total.count > 0).then_some((Value::Double(low), Value::Double(high))),
            sum: total.growth_sum,
            nanos: total.nanos,
        }
    }

    /// Calls `visit` with the values of `view` in `rows` until it has had enough.
    fn values_in(
        &self,
        view: View,
        rows: Range<usize>,
        clock: &Clock<'_>,
        mut visit: impl FnMut(usize, Value) -> ControlFlow<()>,
    ) {
        if view == View::Raw {
            for (row, value) in rows.clone().zip(&self.values[rows]) {
                if value.is_finite() && visit(row, value.to_value()).is_break() {
                    break;
                }
            }
        } else if let Some(counter) = &self.counter {
            clock.walk(rows, |row, link| {
                match (view, self.growth(row, link, counter.bits).flatten()) {
                    (View::Rate, Some((_, rate, _))) => visit(row, Value::Double(rate)),
                    (_, Some((growth, _, _))) => visit(row, growth),
                    (_, None) => ControlFlow::Continue(()),
                }
            });
        }
    }

    /// Whether block `index` is known to hold no value in `view`.
    fn is_bare(&self, view: View, index: usize) -> bool {
        match (view, &self.counter) {
            (View::Raw, _) => index < self.levels.blocks() && self.levels.block(index).count == 0,
            (_, Some(counter)) => {
                index < counter.steps.blocks() && counter.steps.block(index).count == 0
            }
            (_, None) => true,
        }
    }

    /// The first row from `row` to `end` whose block may hold a value in `view`.
    fn next_value_block(&self, view: View, mut row: usize, end: usize) -> usize {
        while row < end && self.is_bare(view, row / BLOCK) {
            row = row - row % BLOCK + BLOCK;
        }
        row.min(end)
    }

    /// The row after the last one from `start` to `row` whose block may hold a value in `view`.
    fn last_value_block(&self, view: View, mut row: usize, start: usize) -> usize {
        while row > start && self.is_bare(view, (row - 1) / BLOCK) {
            row = (row - 1) / BLOCK * BLOCK;
        }
        row.max(start)
    }
}

impl<T: Element> Column for Series<T> {
    fn extend(&mut self, slots: &[u64], stride: usize, limit: usize) {
        let slots = slots.iter().step_by(stride);
        grow(&mut self.values, slots.len(), limit);
        self.values.extend(slots.map(|&slot| T::from_slot(slot)));
    }

    fn settle(&mut self, clock: &Clock<'_>) -> Findings {
        let len = self.values.len();
        if self.settled == len {
            return Findings::default();
        }
        let mut findings = self.find_resets(clock);
        let fresh = &self.values[self.settled..];
        findings.non_finite = fresh.iter().filter(|value| !value.is_finite()).count() as u64;
        self.settled = len;
        self.summarise(len - len % BLOCK, clock);
        findings
    }

    fn seal(&mut self, clock: &Clock<'_>) {
        self.summarise(self.values.len(), clock);
        self.values.shrink_to_fit();
        self.levels.close();
        if let Some(counter) = &mut self.counter {
            counter.steps.close();
            counter.resets.shrink_to_fit();
        }
    }

    fn set_kind(&mut self, kind: Kind, clock: &Clock<'_>) -> Findings {
        let sealed = self.levels.is_closed();
        self.levels = Pyramid::new();
        self.counter = Counter::of(kind);
        self.settled = 0;
        let findings = self.find_resets(clock);
        self.settled = self.values.len();
        if sealed {
            self.seal(clock);
        } else {
            self.summarise(self.settled - self.settled % BLOCK, clock);
        }
        findings
    }

    fn value(&self, row: usize) -> Value {
        self.values[row].to_value()
    }

    fn slot(&self, row: Option<usize>) -> Option<u64> {
        match row {
            Some(row) => Some(self.values[row].to_slot()),
            None => self.carried,
        }
    }

    fn fold(&self, view: View, rows: Range<usize>, clock: &Clock<'_>) -> Totals {
        match view {
            View::Raw => self.fold_levels(rows),
            View::Delta | View::Rate => self.fold_steps(view, rows, clock),
        }
    }

    fn first(&self, view: View, rows: Range<usize>, clock: &Clock<'_>) -> Option<(usize, Value)> {
        let mut start = rows.start;
        // Nearly always it is the very first row, so no summary is touched for that.
        let mut end = (start + 1).min(rows.end);
        let mut found = None;
        while found.is_none() && start < end {
            self.values_in(view, start..end, clock, |row, value| {
                found = Some((row, value));
                ControlFlow::Break(())
            });
            start = self.next_value_block(view, end, rows.end);
            end = (start - start % BLOCK + BLOCK).min(rows.end);
        }
        found
    }

    fn last(&self, view: View, rows: Range<usize>, clock: &Clock<'_>) -> Option<(usize, Value)> {
        let mut end = rows.end;
        let mut start = end.saturating_sub(1).max(rows.start);
        let mut found = None;
        while found.is_none() && start < end {
            self.values_in(view, start..end, clock, |row, value| {
                found = Some((row, value));
                ControlFlow::Continue(())
            });
            end = self.last_value_block(view, start, rows.start);
            start = (end.saturating_sub(1) / BLOCK * BLOCK).max(rows.start);
        }
        found
    }

    fn resets(&self) -> &[u32] {
        self.counter.as_ref().map_or(&[], |counter| &counter.resets)
    }

    fn as_u64s(&self) -> Option<&[u64]> {
        T::as_u64s(&self.values)
    }

    fn bytes(&self) -> usize {
        let counter = self.counter.as_ref().map_or(0, |counter| {
            counter.steps.bytes() + counter.resets.capacity() * size_of::<u32>()
        });
        size_of::<Self>() + self.values.capacity() * size_of::<T>() + self.levels.bytes() + counter
    }
}

/// Makes room for `extra` more values, at least doubling, but never for more than `limit`.
pub(super) fn grow<V>(values: &mut Vec<V>, extra: usize, limit: usize) {
    let needed = values.len() + extra;
    if needed > values.capacity() {
        let room = needed.max((values.capacity() * 2).min(limit));
        values.reserve_exact(room - values.len());
    }
}
