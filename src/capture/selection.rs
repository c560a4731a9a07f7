//! What a capture samples from the start, without anybody ticking a box.

use crate::model::catalog::{DeviceInfo, DeviceKind, GroupInfo, MetricInfo};

/// Names the metrics of a group to sample as soon as its device lists it.
///
/// Returns ascending indices into the group's metrics; none leaves the group off.
pub type Selection = Box<dyn Fn(&DeviceInfo, &GroupInfo) -> Vec<u32> + Send>;

/// Samples nothing until asked.
pub fn nothing() -> Selection {
    Box::new(|_device, _group| Vec::new())
}

/// Processors up to which the first charts show each of them.
const EACH_CPU_UP_TO: usize = 8;

/// What a first start charts: how busy this machine is, read from the built-in driver.
pub fn starter() -> Selection {
    Box::new(|device, group| {
        if device.kind != DeviceKind::Cpu {
            return Vec::new();
        }
        let wanted = starter_metrics(&group.name);
        let cpus = group.metrics.iter().filter(|m| is_one_cpu(&m.name)).count();
        metrics_with_timestamp(group, |metric| {
            wanted.contains(&metric.name.as_str())
                || (group.name == "CpuUtilisation"
                    && is_one_cpu(&metric.name)
                    && cpus <= EACH_CPU_UP_TO)
        })
    })
}

fn starter_metrics(group: &str) -> &'static [&'static str] {
    match group {
        "CpuUtilisation" => &["CpuBusy"],
        "Scheduler" => &["ContextSwitches", "Interrupts"],
        "Memory" => &["Used", "Cached"],
        "BlockIo" => &["BytesRead", "BytesWritten"],
        "Network" => &["RxBytes", "TxBytes"],
        _ => &[],
    }
}

/// Whether a metric is the busy share of one processor, such as `Cpu12Busy`.
fn is_one_cpu(name: &str) -> bool {
    name.strip_prefix("Cpu")
        .and_then(|rest| rest.strip_suffix("Busy"))
        .is_some_and(|number| number.parse::<u32>().is_ok())
}

/// The readable metrics of `group` for which `wanted` holds, and the group's timestamp with them
/// where there are any: rates are computed over the device's own time.
pub fn metrics_with_timestamp(group: &GroupInfo, wanted: impl Fn(&MetricInfo) -> bool) -> Vec<u32> {
    if !group.is_readable() {
        return Vec::new();
    }
    let readable = group.metrics.iter().filter(|metric| metric.is_readable());
    let mut metrics: Vec<u32> = readable
        .filter(|metric| wanted(metric))
        .map(|metric| metric.index)
        .collect();
    if let Some(timestamp) = group.timestamp()
        && !metrics.is_empty()
        && let Err(place) = metrics.binary_search(&timestamp.index)
    {
        metrics.insert(place, timestamp.index);
    }
    metrics
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::model::catalog::{Flags, Kind};
    use crate::model::value::ValueType;

    pub(crate) fn group(names: &[(&str, Kind)]) -> GroupInfo {
        let metric = |(index, (name, kind)): (usize, &(&str, Kind))| MetricInfo {
            index: index as u32,
            name: (*name).to_owned(),
            description: String::new(),
            component: String::new(),
            tier: 1,
            metric_type: String::new(),
            value_type: Some(ValueType::U64),
            value_type_name: "u64".to_owned(),
            unit: String::new(),
            kind: *kind,
            reason: None,
        };
        GroupInfo {
            index: 0,
            name: "G".to_owned(),
            description: String::new(),
            domain: 0,
            sampling: Flags::default(),
            kinds: Flags::default(),
            export_bytes: None,
            access: None,
            reason: None,
            metrics: names.iter().enumerate().map(metric).collect(),
        }
    }

    #[test]
    fn a_groups_time_is_read_along_but_never_alone() {
        let group = group(&[
            ("A", Kind::Gauge),
            ("Time", Kind::Timestamp),
            ("B", Kind::Gauge),
        ]);
        let select = |name: &'static str| metrics_with_timestamp(&group, move |m| m.name == name);
        assert_eq!(select("A"), [0, 1]);
        assert_eq!(select("B"), [1, 2]);
        assert_eq!(select("Time"), [1]);
        assert_eq!(select("C"), [] as [u32; 0]);
    }

    #[test]
    fn only_numbered_processors_are_single_ones() {
        assert!(is_one_cpu("Cpu12Busy"));
        assert!(!is_one_cpu("CpuBusy") && !is_one_cpu("CpuUserBusy"));
    }
}
