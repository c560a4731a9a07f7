//! The last value of each metric on screen, refreshed a few times a second.
//!
//! Figures that change sixty times a second cannot be read, and formatting them costs more than
//! painting them.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::capture::state::State;
use crate::model::catalog::{MetricId, MetricInfo, View};
use crate::model::format;
use crate::model::format::Unit;

/// How long a value stays on screen.
const STAYS: Duration = Duration::from_millis(250);

/// A value as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shown {
    /// In the metric's usual view, with its unit.
    pub(super) short: String,
    /// As it was read, all digits.
    pub(super) exact: String,
}

/// The values that were on screen lately.
#[derive(Default)]
pub(super) struct Values {
    since: Option<Instant>,
    shown: BTreeMap<MetricId, Option<Shown>>,
}

impl Values {
    /// A frame begins: what was shown long enough is forgotten.
    pub(super) fn begin_frame(&mut self, now: Instant) {
        if self.since.is_none_or(|since| now - since >= STAYS) {
            self.since = Some(now);
            self.shown.clear();
        }
    }

    /// The last value of `metric`, where one was read.
    pub(super) fn last(
        &mut self,
        state: &State,
        id: MetricId,
        metric: &MetricInfo,
    ) -> Option<&Shown> {
        let shown = self.shown.entry(id);
        shown.or_insert_with(|| last(state, id, metric)).as_ref()
    }
}

fn last(state: &State, id: MetricId, metric: &MetricInfo) -> Option<Shown> {
    let series = state.store.group(id.group)?;
    let view = metric.kind.default_view();
    let raw = series.latest(id.index, View::Raw)?;
    let short = match series.latest(id.index, view) {
        Some(sample) => {
            format::value(sample.value, &Unit::parse(&metric.unit).of_view(view)).to_string()
        }
        None => "–".to_owned(),
    };
    Some(Shown {
        short,
        exact: format!("{} {}", raw.value, metric.unit),
    })
}
