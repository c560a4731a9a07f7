//! One pass over one memory: which loads, in which order, and whether they belong together.
//!
//! A plan is made once, when a group is opened, and checked against the size of its memory then.
//! Consecutive values of one type become one run, so that a pass decides per run, not per value.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{Ordering, fence};

use crate::driver::error::DriverError;
use crate::driver::layout::{Field, Layout, Sequence, unknown};
use crate::driver::memory::Memory;
use crate::driver::window::Window;
use crate::model::batch::Integrity;
use crate::model::reason::Reason;
use crate::model::value::ValueType;

/// How often a record that moves while it is read is read again.
const ATTEMPTS: u32 = 16;

/// Consecutive values of one type that go to consecutive slots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Run {
    offset: usize,
    value_type: ValueType,
    slot: usize,
    count: usize,
}

/// The loads of one pass over one memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    runs: Vec<Run>,
    sequence: Option<Sequence>,
    extent: Range<usize>,
}

impl Plan {
    /// Whether every value of `layout` lies inside a memory of `size` bytes.
    ///
    /// # Errors
    /// The reason why one does not.
    pub(super) fn check(layout: &Layout, size: u64) -> Result<(), Reason> {
        let word = layout.sequence.map(|word| (word.offset, word.value_type));
        layout
            .fields
            .iter()
            .map(|field| (field.offset, field.value_type))
            .chain(word)
            .try_for_each(|(offset, value_type)| inside(size as usize, offset, value_type))
    }

    /// Plans to read those metrics of `layout` that are in `columns`, ascending, each into the
    /// slot of its position there.
    ///
    /// # Errors
    /// The reason why the layout does not fit a memory of `len` bytes.
    pub(super) fn new(layout: &Layout, columns: &[u32], len: usize) -> Result<Self, Reason> {
        Self::check(layout, len as u64)?;
        let fields = layout.fields.iter();
        let fields: BTreeMap<u32, &Field> = fields.map(|field| (field.metric, field)).collect();
        let mut runs: Vec<Run> = Vec::new();
        for (slot, metric) in columns.iter().enumerate() {
            let Some(field) = fields.get(metric) else {
                continue;
            };
            match runs.last_mut() {
                Some(run) if continues(run, field, slot) => run.count += 1,
                _ => runs.push(Run {
                    offset: field.offset as usize,
                    value_type: field.value_type,
                    slot,
                    count: 1,
                }),
            }
        }
        Ok(Self {
            extent: extent(&runs),
            runs,
            sequence: layout.sequence,
        })
    }

    /// Reads one pass; slots of metrics that lie elsewhere are left alone.
    ///
    /// # Errors
    /// Why the memory cannot be read, now or ever.
    #[inline]
    pub(super) fn read(
        &self,
        memory: &Memory,
        slots: &mut [u64],
    ) -> Result<Integrity, DriverError> {
        match self.sequence {
            None => self.load(memory, slots).map(|()| Integrity::Whole),
            Some(sequence) => self.load_sequenced(memory, sequence, slots),
        }
    }

    #[inline]
    fn load(&self, memory: &Memory, slots: &mut [u64]) -> Result<(), DriverError> {
        memory.with(self.extent.clone(), |window| {
            for run in &self.runs {
                let slots = &mut slots[run.slot..][..run.count];
                window.load(run.offset, run.value_type, slots);
            }
        })
    }

    /// Memory that is copied before it is read must be copied anew for each look at the word, so
    /// each look asks for its own bytes.
    fn load_sequenced(
        &self,
        memory: &Memory,
        sequence: Sequence,
        slots: &mut [u64],
    ) -> Result<Integrity, DriverError> {
        for _ in 0..ATTEMPTS {
            let before = sequence.load(memory)?;
            // Keeps the loads of the record between the two loads of the word.
            fence(Ordering::Acquire);
            self.load(memory, slots)?;
            fence(Ordering::Acquire);
            if sequence.load(memory)? == before && !sequence.says_written(before) {
                return Ok(Integrity::Whole);
            }
            std::hint::spin_loop();
        }
        Ok(Integrity::Torn)
    }
}

impl Sequence {
    fn load(self, memory: &Memory) -> Result<u64, DriverError> {
        let mut word = [0];
        let offset = self.offset as usize;
        let extent = offset..offset + self.value_type.size();
        memory.with(extent, |window| {
            window.load(offset, self.value_type, &mut word);
        })?;
        Ok(word[0])
    }

    fn says_written(self, word: u64) -> bool {
        self.odd_while_written && word & 1 == 1
    }
}

/// Whether `field` lies right behind `run`, in memory and in the slots.
fn continues(run: &Run, field: &Field, slot: usize) -> bool {
    run.value_type == field.value_type
        && run.offset + run.count * run.value_type.size() == field.offset as usize
        && run.slot + run.count == slot
}

fn inside(len: usize, offset: u64, value_type: ValueType) -> Result<(), Reason> {
    let holds =
        usize::try_from(offset).is_ok_and(|offset| Window::holds(len, offset, value_type, 1));
    if holds {
        return Ok(());
    }
    Err(unknown(&format!(
        "a {} at byte {offset} does not lie aligned inside {len} bytes",
        value_type.name()
    )))
}

/// The bytes that a pass touches, from the first to the last.
fn extent(runs: &[Run]) -> Range<usize> {
    runs.iter()
        .map(|run| run.offset..run.offset + run.count * run.value_type.size())
        .reduce(|all, next| all.start.min(next.start)..all.end.max(next.end))
        .unwrap_or(0..0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(metric: u32, offset: u64, value_type: ValueType) -> Field {
        Field {
            metric,
            offset,
            value_type,
        }
    }

    fn read(plan: &Plan, words: &[u64], slots: &mut [u64]) -> Integrity {
        plan.read(&Memory::holding(words), slots).expect("readable")
    }

    #[test]
    fn only_the_columns_are_read_each_into_its_slot() {
        let types = [Some(ValueType::U64); 4];
        let layout = Layout::packed(&types, 32).expect("four words");
        let plan = Plan::new(&layout, &[0, 2, 3], 32).expect("inside");
        assert_eq!(plan.runs.len(), 2);
        assert_eq!(plan.extent, 0..32);
        let mut slots = [0; 3];
        assert_eq!(read(&plan, &[10, 11, 12, 13], &mut slots), Integrity::Whole);
        assert_eq!(slots, [10, 12, 13]);
    }

    #[test]
    fn a_layout_from_a_file_may_lie_in_any_order() {
        let layout = Layout {
            fields: vec![field(1, 0, ValueType::U64), field(0, 8, ValueType::U64)],
            sequence: None,
        };
        let plan = Plan::new(&layout, &[0, 1], 16).expect("inside");
        let mut slots = [0; 2];
        read(&plan, &[1, 2], &mut slots);
        assert_eq!(slots, [2, 1]);
    }

    #[test]
    fn a_field_outside_or_unaligned_is_an_unknown_layout() {
        for offset in [9, 4, 16, u64::MAX, u64::MAX - 7] {
            let layout = Layout {
                fields: vec![field(0, offset, ValueType::U64)],
                sequence: None,
            };
            let reason = Plan::new(&layout, &[0], 16).expect_err("not inside");
            assert!(reason.what.starts_with("unknown layout"), "{reason}");
        }
    }

    #[test]
    fn a_sequence_word_that_says_written_tears_the_pass() {
        let sequenced = |odd_while_written| Layout {
            fields: vec![field(0, 8, ValueType::U64)],
            sequence: Some(Sequence {
                offset: 0,
                value_type: ValueType::U64,
                odd_while_written,
            }),
        };
        let mut slots = [0];
        let seqlock = Plan::new(&sequenced(true), &[0], 16).expect("inside");
        assert_eq!(read(&seqlock, &[3, 7], &mut slots), Integrity::Torn);
        assert_eq!(read(&seqlock, &[4, 7], &mut slots), Integrity::Whole);
        let counter = Plan::new(&sequenced(false), &[0], 16).expect("inside");
        assert_eq!(read(&counter, &[3, 7], &mut slots), Integrity::Whole);
        assert_eq!(slots, [7]);
    }
}
