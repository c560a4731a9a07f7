//! Criterion measurements whose medians can be compared within the run, and what is measured.

use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId};
use rustix::time::{ClockId, clock_gettime};
use zetscope::model::catalog::{DeviceId, Flags, GroupId, GroupInfo, Kind, MetricInfo};
use zetscope::model::value::ValueType;

/// The group that is measured.
pub(crate) const GROUP: GroupId = GroupId {
    device: DeviceId(0),
    index: 0,
};

/// A group of `count` metrics of one type and kind.
pub(crate) fn group_info(count: u32, value_type: ValueType, kind: Kind) -> GroupInfo {
    let metric = |index| MetricInfo {
        index,
        name: format!("metric {index}"),
        description: String::new(),
        component: String::new(),
        tier: 1,
        metric_type: "event".to_owned(),
        value_type: Some(value_type),
        value_type_name: value_type.name().to_owned(),
        unit: "events".to_owned(),
        kind,
        reason: None,
    };
    GroupInfo {
        index: 0,
        name: "group".to_owned(),
        description: String::new(),
        domain: 0,
        sampling: Flags::default(),
        kinds: Flags::default(),
        export_bytes: None,
        access: None,
        reason: None,
        metrics: (0..count).map(metric).collect(),
    }
}

/// Measures `frame` as `id` and returns the median CPU time of a call, in nanoseconds.
///
/// CPU time and not elapsed time, so that a busy machine does not decide a comparison.
/// `prepare` makes what each sample begins with and is not measured.
pub(crate) fn median<S>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    id: BenchmarkId,
    mut prepare: impl FnMut() -> S,
    mut frame: impl FnMut(&mut S),
) -> f64 {
    let mut samples = Vec::new();
    group.bench_function(id, |bencher| {
        bencher.iter_custom(|calls| {
            let mut state = prepare();
            let start = cpu_time();
            for _ in 0..calls {
                frame(&mut state);
            }
            let elapsed = cpu_time().saturating_sub(start);
            samples.push(elapsed.as_nanos() as f64 / calls as f64);
            elapsed.max(Duration::from_nanos(1))
        });
    });
    samples.sort_by(f64::total_cmp);
    samples.get(samples.len() / 2).copied().unwrap_or(f64::NAN)
}

/// CPU time this thread has used.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
