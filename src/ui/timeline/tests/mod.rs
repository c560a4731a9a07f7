//! The charts as a whole: what they show, and how they answer to pointer and keys.

mod picture;
mod window;

use std::sync::Arc;

use crate::capture::state::{Listing, Phase, State};
use crate::model::catalog::{Access, Kind, MetricInfo};
use crate::model::time::Time;
use crate::ui::action::Action;
use crate::ui::samples;
use crate::ui::timeline::Timeline;
use crate::ui::timeline::fixture::{GROUP, batch, group, id, metric};

const SECOND: i64 = 1_000_000_000;
const COUNTER: Kind = Kind::Monotonic { bits: 64 };

/// The charts with a capture of one group.
struct Bench {
    state: State,
    timeline: Timeline,
    now: Time,
    actions: Vec<Action>,
}

impl Bench {
    /// Two percentages, a counter and a flag; nothing read yet.
    fn new() -> Self {
        Self::of(vec![
            metric(0, "percent", Kind::Ratio),
            metric(1, "percent", Kind::Ratio),
            metric(2, "bytes", COUNTER),
            metric(3, "", Kind::Flag),
        ])
    }

    fn of(metrics: Vec<MetricInfo>) -> Self {
        let count = metrics.len() as u32;
        let listing = Listing::Ready(Arc::from([group(metrics)]));
        let mut state = samples::state(vec![("host", listing)]);
        let all: Vec<u32> = (0..count).collect();
        let sampled = state.groups.get_mut(&GROUP).expect("added");
        sampled.wanted.clone_from(&all);
        sampled.phase = Phase::On {
            columns: Arc::from(all),
            access: Access::Map,
        };
        let mut timeline = Timeline::new();
        timeline.set_shown(&(0..count).map(id).collect::<Vec<_>>());
        Self {
            state,
            timeline,
            now: Time(10 * SECOND),
            actions: Vec::new(),
        }
    }

    /// Ten seconds of passes, ten a second.
    fn filled(mut self) -> Self {
        let values: Vec<[u64; 4]> = (0..100)
            .map(|step| [step, 100 - step, step * 1000, step / 10 % 2])
            .collect();
        let passes: Vec<_> = values
            .iter()
            .zip(0..)
            .map(|(values, step)| (step * SECOND / 10, values.as_slice()))
            .collect();
        self.state.store.append(&batch(&passes)).expect("sound");
        self
    }
}
