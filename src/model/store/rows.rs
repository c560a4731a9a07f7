//! Rows one after another with every value as it was read, for tables and exports.

use crate::model::batch::Gap;
use crate::model::catalog::View;
use crate::model::store::chunk::Chunk;
use crate::model::store::group::GroupStore;
use crate::model::time::{Time, TimeSpan};
use crate::model::value::Value;

/// One pass as it is stored.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a> {
    chunk: &'a Chunk,
    at: usize,
}

impl<'a> Row<'a> {
    /// The row's number in its group.
    pub fn number(&self) -> u64 {
        self.chunk.first_row + self.at as u64
    }

    /// When the pass began.
    pub fn time(&self) -> Time {
        self.chunk.times[self.at]
    }

    /// How long reading took, in nanoseconds.
    pub fn read_nanos(&self) -> u32 {
        self.chunk.read_nanos[self.at]
    }

    /// Whether the record moved while it was read.
    pub fn is_torn(&self) -> bool {
        self.chunk.torn.binary_search(&(self.at as u32)).is_ok()
    }

    /// The metrics that were read, ascending.
    pub fn metrics(&self) -> &'a [u32] {
        &self.chunk.metrics
    }

    /// The value of `metric`, where it has one in `view`; raw values may be NaN or infinite.
    pub fn value(&self, metric: u32, view: View) -> Option<Value> {
        self.chunk.value(metric, view, self.at)
    }

    /// The gaps that stand directly before this row.
    pub fn gaps_before(&self) -> impl Iterator<Item = Gap> + use<'a> {
        self.chunk.gaps.iter(self.at..self.at + 1)
    }
}

impl GroupStore {
    /// The rows whose time lies in `span`, in order.
    pub fn rows(&self, span: TimeSpan) -> impl DoubleEndedIterator<Item = Row<'_>> {
        let rows = self.rows_in(span);
        let chunks = self.chunks_of(&rows);
        chunks.flat_map(move |chunk| chunk.local(&rows).map(move |at| Row { chunk, at }))
    }

    /// Row `number`, where it is here.
    pub fn row(&self, number: u64) -> Option<Row<'_>> {
        let chunk = self.chunk_of(number)?;
        let at = (number - chunk.first_row) as usize;
        Some(Row { chunk, at })
    }
}
