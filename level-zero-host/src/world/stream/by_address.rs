//! Reports that belong to an address, summed over it.

use std::collections::BTreeMap;

use crate::world::value::Value;

/// One group of values per address, in the order of addresses: the address, and then the sum of
/// each of the other values over all reports of that address.
///
/// `metrics` counts the values of a report, of which the first is its address. Other values than
/// whole numbers of 64 bits have no sum and are left as the first report gives them.
pub(crate) fn summed(values: &[Value], metrics: usize) -> Vec<Value> {
    let mut sums: BTreeMap<u64, Vec<Value>> = BTreeMap::new();
    for report in values.chunks_exact(metrics.max(1)) {
        let Some(Value::U64(address)) = report.first() else {
            continue;
        };
        match sums.get_mut(address) {
            None => drop(sums.insert(*address, report.to_vec())),
            Some(sum) => add(&mut sum[1..], &report[1..]),
        }
    }
    sums.into_values().flatten().collect()
}

fn add(sums: &mut [Value], values: &[Value]) {
    for (sum, value) in sums.iter_mut().zip(values) {
        if let (Value::U64(sum), Value::U64(value)) = (sum, value) {
            *sum = sum.wrapping_add(*value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_of_one_address_become_one() {
        let report = |address, active, stalled| [address, active, stalled].map(Value::U64);
        let reports = [report(0x40, 1, 2), report(0x10, 5, 0), report(0x40, 10, 20)];
        let expected = [report(0x10, 5, 0), report(0x40, 11, 22)].concat();
        assert_eq!(summed(&reports.concat(), 3), expected);
        assert_eq!(summed(&[], 3), []);
    }
}
