//! What the store summarised for the picture on screen, kept from frame to frame.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::catalog::{GroupId, MetricId};
use crate::model::decimate::{Cells, Trace};
use crate::model::store::Store;
use crate::ui::timeline::charts::{Chart, Series};
use crate::ui::timeline::figures::Figures;
use crate::ui::timeline::line::Line;
use crate::ui::timeline::time_scale::TimeScale;

/// One series of the picture.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    /// What lies in each pixel column.
    pub(super) trace: Trace,
    /// The curve through it.
    pub(super) line: Line,
    /// Its row of the legend.
    pub(super) figures: Figures,
}

impl Drawing {
    /// Whether there is anything to see.
    pub(super) fn is_visible(&self) -> bool {
        !self.trace.segments().is_empty()
    }
}

/// All series of the picture.
#[derive(Debug, Default)]
pub(super) struct Drawings {
    cells: BTreeMap<GroupId, Cells>,
    series: BTreeMap<MetricId, Drawing>,
}

impl Drawings {
    /// Forgets all but `metrics`.
    pub(super) fn retain(&mut self, metrics: &[MetricId]) {
        let kept: BTreeSet<MetricId> = metrics.iter().copied().collect();
        let groups: BTreeSet<GroupId> = metrics.iter().map(|metric| metric.group).collect();
        self.series.retain(|id, _| kept.contains(id));
        self.cells.retain(|id, _| groups.contains(id));
    }

    /// Summarises every series of `charts` that is not hidden. Once a frame: each group's cells
    /// are shared by all its series.
    pub(super) fn update(&mut self, charts: &[&Chart], store: &Store, time: &TimeScale) {
        let grid = time.grid();
        let visible = || {
            let all = charts.iter().flat_map(|chart| &chart.series);
            all.filter(|series| !series.hidden)
        };
        for (id, group) in store.groups() {
            if visible().any(|series| series.metric.group == id) {
                group.locate(&grid, self.cells.entry(id).or_default());
            }
        }
        for series in visible() {
            let id = series.metric;
            let drawing = self.series.entry(id).or_default();
            if let (Some(group), Some(cells)) = (store.group(id.group), self.cells.get(&id.group)) {
                group.decimate(id.index, series.view, cells, &mut drawing.trace);
            }
        }
    }

    /// The cells of a group, where one of its metrics is drawn.
    pub(super) fn cells(&self, group: GroupId) -> Option<&Cells> {
        self.cells.get(&group)
    }

    /// The drawing of `series`, unless it is hidden.
    pub(super) fn get(&self, series: &Series) -> Option<&Drawing> {
        self.series.get(&series.metric).filter(|_| !series.hidden)
    }

    /// The drawing of a metric, where it has one.
    pub(super) fn of(&self, metric: MetricId) -> Option<&Drawing> {
        self.series.get(&metric)
    }

    /// The drawing of a metric, for its parts that follow from the others.
    pub(super) fn entry(&mut self, metric: MetricId) -> &mut Drawing {
        self.series.entry(metric).or_default()
    }
}
