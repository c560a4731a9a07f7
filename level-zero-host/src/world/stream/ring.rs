//! Reports that nobody has read yet, and room for a fixed number of them.

/// A ring of reports of one size. A report that finds it full takes the place of the oldest.
pub(super) struct Ring {
    bytes: Vec<u8>,
    report_size: usize,
    capacity: usize,
    /// Place of the oldest report, in reports.
    first: usize,
    len: usize,
}

impl Ring {
    /// Room for `capacity` reports of `report_size` bytes, both at least 1.
    pub(super) fn new(report_size: usize, capacity: usize) -> Self {
        Self {
            bytes: vec![0; report_size * capacity],
            report_size,
            capacity,
            first: 0,
            len: 0,
        }
    }

    /// Reports that wait.
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Most reports that can wait.
    pub(super) const fn capacity(&self) -> usize {
        self.capacity
    }

    /// The bytes to write a new report to; `true` if the oldest was lost for it.
    pub(super) fn push(&mut self) -> (&mut [u8], bool) {
        let full = self.len == self.capacity;
        if full {
            self.first = (self.first + 1) % self.capacity;
        } else {
            self.len += 1;
        }
        let place = (self.first + self.len - 1) % self.capacity * self.report_size;
        (&mut self.bytes[place..place + self.report_size], full)
    }

    /// Takes up to `count` reports, the oldest first.
    pub(super) fn pop(&mut self, count: usize) -> Vec<u8> {
        let count = count.min(self.len);
        let mut taken = Vec::with_capacity(count * self.report_size);
        let before_end = count.min(self.capacity - self.first);
        for (place, reports) in [(self.first, before_end), (0, count - before_end)] {
            let start = place * self.report_size;
            taken.extend_from_slice(&self.bytes[start..start + reports * self.report_size]);
        }
        self.first = (self.first + count) % self.capacity;
        self.len -= count;
        taken
    }

    /// Forgets every report and says how many there were.
    pub(super) fn clear(&mut self) -> usize {
        std::mem::take(&mut self.len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn push(ring: &mut Ring, value: u8) -> bool {
        let (place, lost) = ring.push();
        place.fill(value);
        lost
    }

    #[test]
    fn reports_come_out_in_order_across_the_end() {
        let mut ring = Ring::new(2, 3);
        assert!(![1, 2].into_iter().any(|value| push(&mut ring, value)));
        assert_eq!(ring.pop(1), [1, 1]);
        assert!(![3, 4].into_iter().any(|value| push(&mut ring, value)));
        assert_eq!(ring.pop(9), [2, 2, 3, 3, 4, 4]);
        assert_eq!(ring.pop(9), []);
    }

    #[test]
    fn a_full_ring_loses_its_oldest() {
        let mut ring = Ring::new(1, 2);
        let lost: Vec<bool> = [1, 2, 3, 4].map(|value| push(&mut ring, value)).to_vec();
        assert_eq!(lost, [false, false, true, true]);
        assert_eq!((ring.len(), ring.pop(2)), (2, vec![3, 4]));
        push(&mut ring, 5);
        assert_eq!((ring.clear(), ring.len()), (1, 0));
    }
}
