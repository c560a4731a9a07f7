//! Summaries of summaries: what a block of rows holds, eight blocks, sixty-four, and so on.
//!
//! A [`Pyramid`] answers for any run of blocks in a logarithmic number of merges. It grows at
//! its end only. Blocks lie in one allocation and all levels above in another, where a summary
//! of eight is written right behind the last of its eight (post-order): nothing ever moves when
//! a level is born, and what is read together lies together. It knows nothing of rows, types or
//! time; what is summarised is up to [`Summary`].

use std::ops::Range;

/// Rows summarised by one block.
pub(crate) const BLOCK: usize = 128;

/// Summaries merged into one of the level above.
pub(crate) const FAN: usize = 8;

/// What a pyramid is made of.
pub(crate) trait Summary: Copy {
    /// The summary of nothing, neutral in [`Summary::merge`].
    const EMPTY: Self;

    /// Takes in what `other` summarises.
    fn merge(&mut self, other: &Self);
}

/// Summaries of consecutive blocks and of ever larger groups of them.
#[derive(Debug)]
pub(crate) struct Pyramid<S> {
    blocks: Vec<S>,
    above: Vec<S>,
    /// Whether the last of `above` summarises all blocks.
    closed: bool,
}

impl<S: Summary> Pyramid<S> {
    /// A pyramid without a block.
    pub(crate) fn new() -> Self {
        Self {
            blocks: Vec::new(),
            above: Vec::new(),
            closed: false,
        }
    }

    /// Number of blocks summarised.
    pub(crate) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// Bytes allocated.
    pub(crate) fn bytes(&self) -> usize {
        (self.blocks.capacity() + self.above.capacity()) * size_of::<S>()
    }

    /// Adds the next block, and every summary above that it completes.
    pub(crate) fn push(&mut self, block: S) {
        let mut index = self.blocks.len();
        self.blocks.push(block);
        let mut level = 0;
        while index % FAN == FAN - 1 {
            let mut parent = S::EMPTY;
            for child in index + 1 - FAN..=index {
                parent.merge(self.node(level, child));
            }
            self.above.push(parent);
            index /= FAN;
            level += 1;
        }
    }

    /// The summary of one block. Panics where there is none.
    pub(crate) fn block(&self, index: usize) -> &S {
        &self.blocks[index]
    }

    /// Summary `index` of `level`, where level 0 are the blocks.
    fn node(&self, level: usize, index: usize) -> &S {
        if level == 0 {
            &self.blocks[index]
        } else {
            &self.above[position(level, index)]
        }
    }

    /// Merges the summaries of `blocks` into `total`, a logarithmic number of them.
    pub(crate) fn fold(&self, blocks: Range<usize>, total: &mut S) {
        if let Some(all) = self
            .above
            .last()
            .filter(|_| self.closed && blocks == (0..self.blocks()))
        {
            total.merge(all);
            return;
        }
        let (mut start, mut end, mut level) = (blocks.start, blocks.end, 0);
        while start < end {
            while start < end && !start.is_multiple_of(FAN) {
                total.merge(self.node(level, start));
                start += 1;
            }
            while start < end && !end.is_multiple_of(FAN) {
                end -= 1;
                total.merge(self.node(level, end));
            }
            start /= FAN;
            end /= FAN;
            level += 1;
        }
    }

    /// Splits `rows` of a column with `len` rows into those before the first whole block,
    /// the whole blocks that are summarised, and the rows after them.
    pub(crate) fn split(
        &self,
        rows: Range<usize>,
        len: usize,
    ) -> (Range<usize>, Range<usize>, Range<usize>) {
        let first = rows.start.div_ceil(BLOCK);
        // Only the last block of a sealed column may be summarised without being full.
        let whole = if rows.end == len {
            self.blocks()
        } else {
            rows.end / BLOCK
        };
        let end = whole.min(self.blocks());
        if first >= end {
            return (rows, 0..0, 0..0);
        }
        let head = rows.start..first * BLOCK;
        (head, first..end, (end * BLOCK).min(rows.end)..rows.end)
    }

    /// Adds the summary of everything and gives back spare room: no block will follow.
    pub(crate) fn close(&mut self) {
        let mut all = S::EMPTY;
        self.fold(0..self.blocks(), &mut all);
        self.above.push(all);
        self.closed = true;
        self.blocks.shrink_to_fit();
        self.above.shrink_to_fit();
    }

    /// Whether no block will follow.
    pub(crate) fn is_closed(&self) -> bool {
        self.closed
    }
}

/// Where the summary `index` of `level` lies among those above the blocks.
fn position(level: usize, index: usize) -> usize {
    let last_child = (index + 1) * FAN.pow(level as u32 - 1) - 1;
    let mut position = last_child + level - 1;
    let mut complete = last_child / FAN;
    while complete > 0 {
        position += complete;
        complete /= FAN;
    }
    position
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The sum of some numbers and how often [`Summary::merge`] was needed for it.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Sum(u64, u32);

    impl Summary for Sum {
        const EMPTY: Self = Self(0, 0);

        fn merge(&mut self, other: &Self) {
            self.0 += other.0;
            self.1 += 1;
        }
    }

    fn of(count: u64) -> Pyramid<Sum> {
        let mut pyramid = Pyramid::new();
        (0..count).for_each(|number| pyramid.push(Sum(number * number, 0)));
        pyramid
    }

    proptest! {
        #[test]
        fn any_run_sums_as_its_blocks_do(count in 0..3000_u64, a in 0..3000_u64, b in 0..3000_u64) {
            let mut pyramid = of(count);
            let (start, end) = (a.min(b).min(count), a.max(b).min(count));
            let mut total = Sum::EMPTY;
            pyramid.fold(start as usize..end as usize, &mut total);
            prop_assert_eq!(total.0, (start..end).map(|number| number * number).sum::<u64>());
            prop_assert!(total.1 <= 2 * 7 * 4, "{} merges", total.1);
            pyramid.close();
            let mut again = Sum::EMPTY;
            pyramid.fold(start as usize..end as usize, &mut again);
            prop_assert_eq!(again.0, total.0);
        }
    }

    #[test]
    fn every_block_stays_where_it_was_put() {
        let pyramid = of(700);
        for index in 0..700 {
            assert_eq!(pyramid.block(index).0, (index * index) as u64);
        }
        assert_eq!(pyramid.above.len(), 87 + 10 + 1);
    }
}
