//! An overview as bytes and back.
//!
//! Little endian: the count of groups as `u32`; each group as `u32 device`, `u32 group`,
//! `i64 width_ns`, `i64 first`, `u32 buckets`, `u32 metrics`, then for each bucket
//! `u32 passes`, `i64 first_ns`, `i64 last_ns`, then each metric as `u32 metric`, `u32 type`
//! (1 to 7: u8, u16, u32, u64, f32, f64, bool8) and for each bucket `u32 count` and the slots
//! `first`, `last`, `min`, `max` as `u64`.

use crate::model::catalog::{DeviceId, GroupId};
use crate::model::time::Time;
use crate::model::value::ValueType;
use crate::recording::overview::{Bucket, Cell, GroupOverview, MetricOverview, Overview};

/// Bytes of one bucket.
const BUCKET_BYTES: usize = 4 + 8 + 8;
/// Bytes of one cell.
const CELL_BYTES: usize = 4 + 4 * 8;

/// The overview as bytes.
pub(crate) fn encode(overview: &Overview) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_u32(&mut bytes, overview.groups.len() as u32);
    for group in &overview.groups {
        put_u32(&mut bytes, group.group.device.0);
        put_u32(&mut bytes, group.group.index);
        put_i64(&mut bytes, group.width_nanos);
        put_i64(&mut bytes, group.first);
        put_u32(&mut bytes, group.buckets.len() as u32);
        put_u32(&mut bytes, group.metrics.len() as u32);
        for bucket in &group.buckets {
            put_u32(&mut bytes, bucket.passes);
            put_i64(&mut bytes, bucket.first.0);
            put_i64(&mut bytes, bucket.last.0);
        }
        for metric in &group.metrics {
            put_u32(&mut bytes, metric.metric);
            put_u32(&mut bytes, type_number(metric.value_type));
            for cell in &metric.cells {
                put_u32(&mut bytes, cell.count);
                for slot in [cell.first, cell.last, cell.min, cell.max] {
                    bytes.extend(slot.to_le_bytes());
                }
            }
        }
    }
    bytes
}

/// Reads bytes back; `None` when they are not an overview. Never takes more memory than a
/// few times their length.
pub(crate) fn decode(bytes: &[u8]) -> Option<Overview> {
    let mut bytes = Bytes(bytes);
    let count = bytes.u32()?;
    let groups = (0..count)
        .map(|_| group(&mut bytes))
        .collect::<Option<Vec<_>>>()?;
    bytes.0.is_empty().then_some(Overview { groups })
}

fn group(bytes: &mut Bytes<'_>) -> Option<GroupOverview> {
    let group = GroupId {
        device: DeviceId(bytes.u32()?),
        index: bytes.u32()?,
    };
    let (width_nanos, first) = (bytes.i64()?, bytes.i64()?);
    let (buckets, metrics) = (bytes.u32()? as usize, bytes.u32()?);
    // Lengths are checked before anything is reserved for them.
    (width_nanos > 0 && bytes.holds(buckets, BUCKET_BYTES)).then_some(())?;
    Some(GroupOverview {
        group,
        width_nanos,
        first,
        buckets: (0..buckets).map(|_| bucket(bytes)).collect::<Option<_>>()?,
        metrics: (0..metrics)
            .map(|_| metric(bytes, buckets))
            .collect::<Option<_>>()?,
    })
}

fn bucket(bytes: &mut Bytes<'_>) -> Option<Bucket> {
    Some(Bucket {
        passes: bytes.u32()?,
        first: Time(bytes.i64()?),
        last: Time(bytes.i64()?),
    })
}

fn metric(bytes: &mut Bytes<'_>, buckets: usize) -> Option<MetricOverview> {
    let (metric, number) = (bytes.u32()?, bytes.u32()?);
    let is_number = |known: &ValueType| type_number(*known) == number;
    bytes.holds(buckets, CELL_BYTES).then_some(())?;
    Some(MetricOverview {
        metric,
        value_type: ValueType::ALL.into_iter().find(is_number)?,
        cells: (0..buckets).map(|_| cell(bytes)).collect::<Option<_>>()?,
    })
}

fn cell(bytes: &mut Bytes<'_>) -> Option<Cell> {
    Some(Cell {
        count: bytes.u32()?,
        first: bytes.u64()?,
        last: bytes.u64()?,
        min: bytes.u64()?,
        max: bytes.u64()?,
    })
}

fn type_number(value_type: ValueType) -> u32 {
    match value_type {
        ValueType::U8 => 1,
        ValueType::U16 => 2,
        ValueType::U32 => 3,
        ValueType::U64 => 4,
        ValueType::F32 => 5,
        ValueType::F64 => 6,
        ValueType::Bool8 => 7,
    }
}

fn put_u32(bytes: &mut Vec<u8>, number: u32) {
    bytes.extend(number.to_le_bytes());
}

fn put_i64(bytes: &mut Vec<u8>, number: i64) {
    bytes.extend(number.to_le_bytes());
}

/// What is left to read.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    fn u32(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }

    fn i64(&mut self) -> Option<i64> {
        self.take().map(i64::from_le_bytes)
    }

    /// Whether `count` entries of `size` bytes can follow.
    fn holds(&self, count: usize, size: usize) -> bool {
        count
            .checked_mul(size)
            .is_some_and(|needed| needed <= self.0.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::sample;

    fn overview() -> Overview {
        Overview {
            groups: vec![GroupOverview {
                group: sample::GROUP,
                width_nanos: 1 << 20,
                first: -3,
                buckets: vec![
                    Bucket {
                        passes: 5,
                        first: Time(-9),
                        last: Time(8)
                    };
                    3
                ],
                metrics: vec![MetricOverview {
                    metric: 2,
                    value_type: ValueType::F64,
                    cells: vec![
                        Cell {
                            count: 5,
                            first: 1,
                            last: 2,
                            min: 3,
                            max: u64::MAX
                        };
                        3
                    ],
                }],
            }],
        }
    }

    #[test]
    fn an_overview_reads_back() {
        assert_eq!(decode(&encode(&overview())), Some(overview()));
    }

    #[test]
    fn anything_shorter_longer_or_absurd_is_refused() {
        let bytes = encode(&overview());
        for length in 0..bytes.len() {
            assert_eq!(decode(&bytes[..length]), None, "{length}");
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert_eq!(decode(&longer), None);
        let mut absurd = bytes;
        absurd[28..32].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(decode(&absurd), None);
    }
}
