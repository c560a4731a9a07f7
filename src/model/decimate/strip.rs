//! What is known of consecutive cells, kept while the view moves over them.

use std::collections::VecDeque;
use std::ops::Range;

/// An item for each of some consecutive cells.
#[derive(Debug)]
pub(super) struct Strip<T> {
    first: i64,
    items: VecDeque<T>,
}

impl<T> Default for Strip<T> {
    fn default() -> Self {
        Self {
            first: 0,
            items: VecDeque::new(),
        }
    }
}

impl<T> Strip<T> {
    /// The cells there are items for.
    pub(super) fn cells(&self) -> Range<i64> {
        self.first..self.first + self.items.len() as i64
    }

    /// The item of the first cell.
    pub(super) fn front(&self) -> Option<&T> {
        self.items.front()
    }

    /// The item of the last cell.
    pub(super) fn back(&self) -> Option<&T> {
        self.items.back()
    }

    /// The item of `cell`, where there is one.
    pub(super) fn get(&self, cell: i64) -> Option<&T> {
        self.items
            .get(usize::try_from(cell.checked_sub(self.first)?).ok()?)
    }

    /// The items in the order of their cells.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.items.iter()
    }

    /// Drops the items of all cells outside `cells`.
    pub(super) fn keep(&mut self, cells: &Range<i64>) {
        let mine = self.cells();
        let start = cells.start.clamp(mine.start, mine.end);
        let end = cells.end.clamp(start, mine.end);
        self.items.truncate((end - mine.start) as usize);
        self.items.drain(..(start - mine.start) as usize);
        self.first = if self.items.is_empty() {
            cells.start
        } else {
            start
        };
    }

    /// Adds items for the cells directly before the first.
    pub(super) fn prepend(&mut self, items: impl DoubleEndedIterator<Item = T>) {
        for item in items.rev() {
            self.items.push_front(item);
            self.first -= 1;
        }
    }

    /// Adds the item for the cell directly after the last.
    pub(super) fn push(&mut self, item: T) {
        self.items.push_back(item);
    }
}
