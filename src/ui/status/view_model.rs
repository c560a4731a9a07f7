//! The figures of the status line, summed up from all groups that are being sampled.

use crate::capture::GroupStatus;
use crate::capture::state::{Phase, State};
use crate::model::catalog::GroupId;
use crate::model::rate::SampleRate;
use crate::ui::quantity;

/// Below this share of the requested rate a group counts as late.
const LATE: f64 = 0.95;

/// How sampling goes, over all groups.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Sampling {
    /// Groups that are being read, in the order of their ids.
    pub(super) groups: Vec<(GroupId, String, Option<GroupStatus>)>,
    /// Lowest and highest requested rate.
    pub(super) requested: Option<(SampleRate, SampleRate)>,
    /// Lowest share of its requested rate that a group achieves.
    pub(super) achieved: Option<f64>,
    /// Passes that were read and lost.
    pub(super) dropped: u64,
    /// Deadlines without a pass.
    pub(super) missed: u64,
    /// Passes whose record moved while it was read.
    pub(super) torn: u64,
    /// Reads that failed.
    pub(super) failed: u64,
    /// Gaps in what is stored.
    pub(super) gaps: u64,
    /// Share of a core that the sampler threads take, all together.
    pub(super) sampler_cores: f64,
}

impl Sampling {
    /// Sums up `state`.
    pub(super) fn new(state: &State) -> Self {
        let mut sampling = Self::default();
        for (id, group) in &state.groups {
            if !matches!(group.phase, Phase::On { .. }) {
                continue;
            }
            let name = state
                .group_info(*id)
                .map_or_else(String::new, |info| info.name.clone());
            sampling.request(group.rate);
            if let Some(status) = &group.status {
                sampling.add(status);
            }
            sampling.groups.push((*id, name, group.status));
        }
        let series = state.store.groups();
        sampling.gaps = series.map(|(_, group)| group.counts().gaps).sum();
        // A thread that samples nothing reports nothing: its last figure is an old one.
        let sampled = |id| sampling.groups.iter().any(|(group, ..)| group.device == id);
        let devices = state.devices.iter().filter(|device| sampled(device.id));
        // A sum of nothing would be -0.0.
        sampling.sampler_cores = devices.fold(0.0, |sum, device| sum + device.cpu_share);
        sampling
    }

    fn request(&mut self, rate: SampleRate) {
        // A rate is kept as its period, so the lowest rate is the greatest one.
        let (slow, fast) = self.requested.unwrap_or((rate, rate));
        self.requested = Some((slow.max(rate), fast.min(rate)));
    }

    fn add(&mut self, status: &GroupStatus) {
        let share = status.achieved_hz / status.requested.hz();
        self.achieved = Some(self.achieved.map_or(share, |lowest| lowest.min(share)));
        self.dropped += status.dropped;
        self.missed += status.missed;
        self.torn += status.torn;
        self.failed += status.failed;
    }

    /// The rate or the span of rates that was asked for.
    pub(super) fn requested_text(&self) -> String {
        match self.requested {
            None => "nothing sampled".to_owned(),
            Some((slow, fast)) if slow == fast => slow.to_string(),
            Some((slow, fast)) => format!("{slow} – {fast}"),
        }
    }

    /// What is achieved: as a rate where all groups were asked for the same, else as a share.
    pub(super) fn achieved_text(&self) -> String {
        match (self.requested, self.achieved) {
            (Some((slow, fast)), Some(share)) if slow == fast => quantity::hertz(share * slow.hz()),
            (Some(_), Some(share)) => format!("{:.1} %", share * 100.0),
            _ => "–".to_owned(),
        }
    }

    /// Whether a group falls behind what was asked for.
    pub(super) fn is_late(&self) -> bool {
        self.achieved.is_some_and(|share| share < LATE)
    }
}

/// What the program itself takes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Own {
    pub(super) cpu: String,
    pub(super) sampler: String,
    pub(super) resident: String,
    pub(super) stored: String,
    /// Share of the budget that is taken.
    pub(super) full: f64,
}

impl Own {
    /// Reads them from `state`.
    pub(super) fn new(state: &State, sampling: &Sampling) -> Self {
        let (bytes, budget) = (state.store.bytes(), state.store.budget());
        let resident = state.cost.resident_bytes;
        Self {
            cpu: percent(state.cost.cpu_cores),
            sampler: percent(sampling.sampler_cores),
            resident: resident.map_or_else(|| "–".to_owned(), quantity::bytes),
            stored: format!(
                "{} of {}",
                quantity::bytes(bytes as u64),
                quantity::bytes(budget as u64)
            ),
            full: bytes as f64 / budget.max(1) as f64,
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(hz: f64) -> SampleRate {
        SampleRate::from_hz(hz).expect("valid")
    }

    #[test]
    fn one_rate_is_shown_as_a_rate_and_several_as_a_share() {
        let mut sampling = Sampling::default();
        assert_eq!(sampling.requested_text(), "nothing sampled");
        sampling.request(rate(100.0));
        sampling.achieved = Some(0.998);
        assert_eq!(sampling.requested_text(), "100 Hz");
        assert_eq!(sampling.achieved_text(), "99.8 Hz");
        sampling.request(rate(1000.0));
        sampling.request(rate(1.0));
        assert_eq!(sampling.requested_text(), "1 Hz – 1 kHz");
        assert_eq!(sampling.achieved_text(), "99.8 %");
        assert!(!sampling.is_late());
    }
}
