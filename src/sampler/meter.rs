//! How well the sampling of one group goes: counts since it was enabled, figures since the
//! report before.

use crate::model::catalog::GroupId;
use crate::model::rate::SampleRate;
use crate::sampler::message::GroupStatus;
use crate::sampler::schedule::Due;

/// Collects what a [`GroupStatus`] reports.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Meter {
    passes: u64,
    missed: u64,
    failed: u64,
    torn: u64,
    interval: Interval,
}

/// Sums since the report before.
#[derive(Clone, Copy, Debug, Default)]
struct Interval {
    passes: u64,
    read_nanos: u64,
    served: u64,
    lateness_sum: f64,
    lateness_squares: f64,
    lateness_max: i64,
}

impl Meter {
    /// A deadline was taken.
    pub(crate) fn due(&mut self, due: Due) {
        self.missed += due.missed;
        let late = due.lateness as f64;
        self.interval.served += 1;
        self.interval.lateness_sum += late;
        self.interval.lateness_squares += late * late;
        self.interval.lateness_max = self.interval.lateness_max.max(due.lateness);
    }

    /// Passes were read.
    pub(crate) fn read(&mut self, read_nanos: &[u32], torn: usize) {
        let passes = read_nanos.len() as u64;
        self.passes += passes;
        self.torn += torn as u64;
        self.interval.passes += passes;
        self.interval.read_nanos += read_nanos
            .iter()
            .map(|nanos| u64::from(*nanos))
            .sum::<u64>();
    }

    /// A read failed.
    pub(crate) fn failed(&mut self) {
        self.failed += 1;
    }

    /// The report over the last `interval_nanos`; the figures begin anew.
    pub(crate) fn report(
        &mut self,
        group: GroupId,
        requested: SampleRate,
        dropped: u64,
        interval_nanos: i64,
    ) -> GroupStatus {
        let interval = std::mem::take(&mut self.interval);
        let served = interval.served.max(1) as f64;
        let mean = interval.lateness_sum / served;
        let variance = (interval.lateness_squares / served - mean * mean).max(0.0);
        GroupStatus {
            group,
            requested,
            achieved_hz: interval.passes as f64 * 1e9 / interval_nanos.max(1) as f64,
            lateness_mean_nanos: mean,
            lateness_max_nanos: interval.lateness_max,
            jitter_nanos: variance.sqrt(),
            pass_nanos: interval.read_nanos as f64 / interval.passes.max(1) as f64,
            passes: self.passes,
            missed: self.missed,
            dropped,
            failed: self.failed,
            torn: self.torn,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::catalog::DeviceId;

    #[test]
    fn a_report_covers_its_own_interval_and_counts_go_on() {
        let group = GroupId {
            device: DeviceId(0),
            index: 3,
        };
        let rate = SampleRate::from_hz(100.0).expect("valid");
        let mut meter = Meter::default();
        for lateness in [10, 30] {
            meter.due(Due {
                lateness,
                missed: 1,
            });
            meter.read(&[200], 0);
        }
        let report = meter.report(group, rate, 5, 20_000_000);
        assert_eq!(report.achieved_hz, 100.0);
        assert_eq!(report.lateness_mean_nanos, 20.0);
        assert_eq!(report.jitter_nanos, 10.0);
        assert_eq!(report.lateness_max_nanos, 30);
        assert_eq!(report.pass_nanos, 200.0);
        assert_eq!((report.passes, report.missed, report.dropped), (2, 2, 5));
        let quiet = meter.report(group, rate, 5, 20_000_000);
        assert_eq!(quiet.achieved_hz, 0.0);
        assert_eq!(quiet.passes, 2);
    }
}
