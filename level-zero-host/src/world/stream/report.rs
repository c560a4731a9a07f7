//! Raw reports: what a group's values look like as bytes, and the values of a report.
//!
//! A raw report holds the values of each set in metric order, every one at its natural
//! alignment, as memory would; what the sets are is the group's business. Only the driver that
//! made a report is supposed to understand it.

use std::io;

use crate::world::layout::Layout;
use crate::world::metric::Metric;
use crate::world::value::{Value, ValueType};

/// How a group's reports are made and read.
pub(crate) struct Format {
    /// Type of each value of a report, set after set.
    types: Vec<ValueType>,
    /// Whether each value is a count, so that a report holds what it grew by.
    counted: Vec<bool>,
    layout: Layout,
    metrics: usize,
}

impl Format {
    /// The format of reports that hold `sets` values of each metric.
    pub(crate) fn new(metrics: &[Metric], sets: usize) -> Self {
        let all = || (0..sets).flat_map(|_| metrics);
        let types: Vec<ValueType> = all().map(|metric| metric.value_type).collect();
        Self {
            layout: Layout::of(types.iter().copied()),
            counted: all().map(Metric::is_counted).collect(),
            types,
            metrics: metrics.len(),
        }
    }

    /// Bytes of one report.
    pub(crate) const fn size(&self) -> usize {
        self.layout.size
    }

    /// Writes the report of the time between two readings of a source.
    ///
    /// A count is what it grew by, and 0 where one of the readings has none: nothing was seen to
    /// be counted. Another value is that of the later reading, and not a number where it has none.
    pub(super) fn write(
        &self,
        before: &[Option<Value>],
        after: &[Option<Value>],
        report: &mut [u8],
    ) {
        let places = self.layout.offsets.iter().zip(&self.types);
        for (index, (offset, value_type)) in places.enumerate() {
            let after = after.get(index).copied().flatten();
            let value = if self.counted[index] {
                let before = before.get(index).copied().flatten();
                before.zip(after).and_then(|(a, b)| b.grown_since(a))
            } else {
                after
            };
            let value = value.unwrap_or_else(|| value_type.nothing());
            value.write(&mut report[*offset..offset + value_type.size()]);
        }
    }

    /// The values of raw reports, set by set: those of every report after one another.
    ///
    /// # Errors
    /// `InvalidInput`: the bytes are no whole number of reports.
    pub(crate) fn read(&self, raw: &[u8]) -> io::Result<Vec<Vec<Value>>> {
        if raw.is_empty() || !raw.len().is_multiple_of(self.size()) {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let sets = 0..self.types.len() / self.metrics.max(1);
        let values = sets.map(|set| {
            let places = set * self.metrics..(set + 1) * self.metrics;
            let reports = raw.chunks_exact(self.size());
            reports
                .flat_map(|report| places.clone().map(|place| self.value(report, place)))
                .collect()
        });
        Ok(values.collect())
    }

    fn value(&self, report: &[u8], place: usize) -> Value {
        let (offset, value_type) = (self.layout.offsets[place], self.types[place]);
        Value::read(value_type, &report[offset..offset + value_type.size()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::metric::MetricKind;

    fn format(sets: usize) -> Format {
        let metrics = [
            Metric::count("Events", "events"),
            Metric::new("Small", MetricKind::Event, ValueType::U32, "events"),
            Metric::percent("Share"),
        ];
        Format::new(&metrics, sets)
    }

    fn written(
        format: &Format,
        before: &[Option<Value>],
        after: &[Option<Value>],
    ) -> Vec<Vec<Value>> {
        let mut report = vec![0; format.size()];
        format.write(before, after, &mut report);
        format.read(&report).expect("a report")
    }

    #[test]
    fn counts_are_differences_across_a_wrap_and_the_rest_is_as_read() {
        let before = [
            Some(Value::U64(u64::MAX)),
            Some(Value::U32(u32::MAX - 1)),
            Some(Value::F64(3.0)),
        ];
        let after = [
            Some(Value::U64(9)),
            Some(Value::U32(1)),
            Some(Value::F64(4.5)),
        ];
        let expected = vec![vec![Value::U64(10), Value::U32(3), Value::F64(4.5)]];
        assert_eq!(written(&format(1), &before, &after), expected);
    }

    #[test]
    fn what_was_not_read_counts_nothing_and_is_no_number() {
        let values = written(&format(1), &[None; 3], &[Some(Value::U64(7)), None, None]);
        assert_eq!(values[0][..2], [Value::U64(0), Value::U32(0)]);
        assert!(matches!(values[0][2], Value::F64(share) if share.is_nan()));
    }

    #[test]
    fn reports_of_several_sets_are_sorted_by_set() {
        let format = format(2);
        let reading = |base: u64| {
            let set = |at: u64| {
                [
                    Some(Value::U64(at)),
                    Some(Value::U32(at as u32)),
                    Some(Value::F64(at as f64)),
                ]
            };
            [set(base), set(10 * base)].concat()
        };
        let mut raw = vec![0; 2 * format.size()];
        let (first, second) = raw.split_at_mut(format.size());
        format.write(&reading(0), &reading(1), first);
        format.write(&reading(1), &reading(3), second);
        let sets = format.read(&raw).expect("two reports");
        let of = |count, level| {
            [
                Value::U64(count),
                Value::U32(count as u32),
                Value::F64(level),
            ]
        };
        assert_eq!(sets[0], [of(1, 1.0), of(2, 3.0)].concat());
        assert_eq!(sets[1], [of(10, 10.0), of(20, 30.0)].concat());
    }

    #[test]
    fn half_a_report_is_refused() {
        let format = format(1);
        assert!(format.read(&vec![0; format.size() + 1]).is_err());
        assert!(format.read(&[]).is_err());
    }
}
