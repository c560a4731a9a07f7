//! Which series stand on which chart, in which order, colour and height.
//!
//! Pure bookkeeping: the set of shown metrics comes from the capture, how they are put together
//! from the user. What the series look like on screen is said in the view model.

use std::collections::BTreeMap;

use crate::model::catalog::{Kind, MetricId, MetricInfo, View};
use crate::model::format::Unit;
use crate::ui::action::ChartLayout;
use crate::ui::theme::palette::SeriesSlot;

/// No chart is lower than this, in points.
pub(super) const MIN_HEIGHT: f32 = 96.0;

/// Series a chart takes before another of its kind is begun: as many as colours and dashes tell
/// apart.
const MOST_SERIES: usize = 24;

/// A chart of this session; stays the same when others come and go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ChartId(u64);

/// What all series of a chart have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Subject {
    /// The unit of what is drawn.
    Unit {
        /// The symbol, without a prefix.
        symbol: String,
        /// Whether these are differences from one pass to the next.
        delta: bool,
    },
    /// True or false: lanes, not curves.
    Flags,
    /// Nothing but the metric.
    Metric(MetricId),
    /// Nothing at all.
    All,
}

/// A metric on a chart.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Series {
    /// Whose values.
    pub(super) metric: MetricId,
    /// What they mean.
    pub(super) kind: Kind,
    /// How they are looked at.
    pub(super) view: View,
    /// Colour and dash, different from those of the other series of the chart.
    pub(super) slot: SeriesSlot,
    /// Whether the curve is left out while the legend still names it.
    pub(super) hidden: bool,
    /// The unit the values are read in.
    unit: Unit,
}

impl Series {
    /// The unit of what is drawn.
    pub(super) fn unit(&self) -> Unit {
        self.unit.of_view(self.view)
    }

    /// What it has in common with others of its unit.
    pub(super) fn subject(&self) -> Subject {
        if self.kind == Kind::Flag {
            return Subject::Flags;
        }
        Subject::Unit {
            symbol: self.unit().symbol().to_owned(),
            delta: self.view == View::Delta,
        }
    }
}

/// A chart.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    /// Its number in this session.
    pub(super) id: ChartId,
    /// What its series have in common.
    pub(super) subject: Subject,
    /// Its series in the order they came.
    pub(super) series: Vec<Series>,
    /// The height that was asked for, in points; charts are stretched to fill the window.
    height: f32,
}

/// The stack of charts.
#[derive(Clone, Debug, Default)]
pub(super) struct Charts {
    layout: ChartLayout,
    stack: Vec<Chart>,
    known: Vec<(MetricId, Kind)>,
    next_id: u64,
}

impl Charts {
    /// The charts from top to bottom.
    pub(super) fn charts(&self) -> &[Chart] {
        &self.stack
    }

    /// How series are put on charts.
    pub(super) fn layout(&self) -> ChartLayout {
        self.layout
    }

    /// Puts all series on charts anew in this manner.
    pub(super) fn set_layout(&mut self, layout: ChartLayout) {
        if self.layout == layout {
            return;
        }
        self.layout = layout;
        let mut series: Vec<Series> = self
            .stack
            .drain(..)
            .flat_map(|chart| chart.series)
            .collect();
        series.sort_by_key(|series| series.metric);
        for series in series {
            self.place(series);
        }
    }

    /// Shows exactly these metrics: new ones join the chart they belong on, missing ones leave.
    /// Returns whether that changes anything.
    pub(super) fn set_shown<'a>(
        &mut self,
        shown: Vec<(MetricId, Kind)>,
        info: impl Fn(MetricId) -> Option<&'a MetricInfo>,
    ) -> bool {
        if shown == self.known {
            return false;
        }
        let mut missing: BTreeMap<MetricId, Kind> = shown.iter().copied().collect();
        for chart in &mut self.stack {
            chart.series.retain(|series| {
                let stays = missing.get(&series.metric) == Some(&series.kind);
                stays && missing.remove(&series.metric).is_some()
            });
        }
        self.stack.retain(|chart| !chart.series.is_empty());
        for (metric, kind) in missing {
            if let Some(info) = info(metric) {
                self.place(Series {
                    metric,
                    kind,
                    view: kind.default_view(),
                    slot: SeriesSlot::default(),
                    hidden: false,
                    unit: Unit::parse(&info.unit),
                });
            }
        }
        self.known = shown;
        true
    }

    /// All metrics, chart by chart.
    pub(super) fn metrics(&self) -> impl Iterator<Item = MetricId> {
        let all = self.stack.iter().flat_map(|chart| &chart.series);
        all.map(|series| series.metric)
    }

    /// The series of `metric`.
    pub(super) fn series(&self, metric: MetricId) -> Option<&Series> {
        let mut all = self.stack.iter().flat_map(|chart| &chart.series);
        all.find(|series| series.metric == metric)
    }

    /// The counters on the chart of `metric`.
    pub(super) fn counters_beside(&self, metric: MetricId) -> impl Iterator<Item = MetricId> {
        let has = |chart: &&Chart| chart.series.iter().any(|series| series.metric == metric);
        let series = self.stack.iter().find(has).map(|chart| &chart.series);
        let counts = |series: &&Series| matches!(series.kind, Kind::Monotonic { .. });
        let counters = series.into_iter().flatten().filter(counts);
        counters.map(|series| series.metric)
    }

    /// Looks at `metric` in another way, which may move it to another chart.
    pub(super) fn set_view(&mut self, metric: MetricId, view: View) {
        if self.series(metric).is_none_or(|series| series.view == view) {
            return;
        }
        let Some(mut series) = self.take(metric) else {
            return;
        };
        series.view = view;
        self.place(series);
        self.stack.retain(|chart| !chart.series.is_empty());
    }

    /// Hides the curve of `metric` or shows it again.
    pub(super) fn toggle_hidden(&mut self, metric: MetricId) {
        if let Some(series) = self.series_mut(metric) {
            series.hidden = !series.hidden;
        }
    }

    /// Hides every curve of the metric's chart but its own; shows all when it was alone before.
    pub(super) fn isolate(&mut self, metric: MetricId) {
        let has = |chart: &&mut Chart| chart.series.iter().any(|series| series.metric == metric);
        let Some(chart) = self.stack.iter_mut().find(has) else {
            return;
        };
        let alone = chart
            .series
            .iter()
            .all(|series| series.hidden == (series.metric != metric));
        for series in &mut chart.series {
            series.hidden = !alone && series.metric != metric;
        }
    }

    /// The charts' heights when `available` points are there for them and the separators.
    pub(super) fn heights(&self, available: f32) -> Vec<f32> {
        let asked: f32 = self.stack.iter().map(|chart| chart.height).sum();
        let stretch = (available / asked).max(1.0);
        self.stack
            .iter()
            .map(|chart| chart.height * stretch)
            .collect()
    }

    /// Moves the lower edge of chart `index` by `points`, at the cost of the one below.
    pub(super) fn drag_edge(&mut self, index: usize, points: f32, available: f32) {
        let mut heights = self.heights(available);
        if !points.is_finite() || index >= heights.len() {
            return;
        }
        heights[index] = (heights[index] + points).max(MIN_HEIGHT);
        if let Some(below) = heights.get_mut(index + 1) {
            *below = (*below - points).max(MIN_HEIGHT);
        }
        let total: f32 = heights.iter().sum();
        let lowest = heights.iter().copied().fold(f32::INFINITY, f32::min);
        // What fits may shrink with the window again; what does not is meant as it is.
        let scale = if total <= available + 1.0 {
            MIN_HEIGHT / lowest
        } else {
            1.0
        };
        for (chart, height) in self.stack.iter_mut().zip(heights) {
            chart.height = height * scale;
        }
    }

    fn series_mut(&mut self, metric: MetricId) -> Option<&mut Series> {
        let mut all = self.stack.iter_mut().flat_map(|chart| &mut chart.series);
        all.find(|series| series.metric == metric)
    }

    fn take(&mut self, metric: MetricId) -> Option<Series> {
        self.stack.iter_mut().find_map(|chart| {
            let at = chart
                .series
                .iter()
                .position(|series| series.metric == metric)?;
            Some(chart.series.remove(at))
        })
    }

    /// Puts `series` on the chart it belongs on, in a colour that is free there.
    fn place(&mut self, mut series: Series) {
        let subject = self.subject(&series);
        let has_room = |chart: &Chart| {
            let full = chart.series.len() >= MOST_SERIES;
            chart.subject == subject && !full
        };
        let found = self.stack.iter().position(has_room);
        let index = found.unwrap_or_else(|| {
            self.stack.push(Chart {
                id: ChartId(self.next_id),
                subject,
                series: Vec::new(),
                height: MIN_HEIGHT,
            });
            self.next_id += 1;
            self.stack.len() - 1
        });
        let chart = &mut self.stack[index].series;
        let taken = |slot: SeriesSlot| chart.iter().any(|other| other.slot == slot);
        if taken(series.slot) {
            series.slot = (0..=chart.len())
                .map(SeriesSlot)
                .find(|slot| !taken(*slot))
                .unwrap_or_default();
        }
        chart.push(series);
    }

    fn subject(&self, series: &Series) -> Subject {
        match self.layout {
            ChartLayout::PerMetric => Subject::Metric(series.metric),
            ChartLayout::Single => Subject::All,
            ChartLayout::PerUnit => series.subject(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::timeline::fixture::{id, metric};

    const COUNTER: Kind = Kind::Monotonic { bits: 64 };

    fn show(charts: &mut Charts, metrics: &[MetricInfo]) {
        let shown = metrics
            .iter()
            .map(|metric| (id(metric.index), metric.kind))
            .collect();
        charts.set_shown(shown, |id| {
            metrics.iter().find(|metric| metric.index == id.index)
        });
    }

    fn five() -> Vec<MetricInfo> {
        vec![
            metric(0, "bytes", COUNTER),
            metric(1, "percent", Kind::Ratio),
            metric(2, "bytes", COUNTER),
            metric(3, "bytes", Kind::Gauge),
            metric(4, "", Kind::Flag),
        ]
    }

    fn members(charts: &Charts) -> Vec<Vec<u32>> {
        let indices = |chart: &Chart| chart.series.iter().map(|s| s.metric.index).collect();
        charts.charts().iter().map(indices).collect()
    }

    #[test]
    fn every_unit_has_its_chart_and_a_rate_is_another_unit() {
        let mut charts = Charts::default();
        show(&mut charts, &five());
        assert_eq!(members(&charts), [vec![0, 2], vec![1], vec![3], vec![4]]);
        charts.set_view(id(0), View::Raw);
        assert_eq!(members(&charts), [vec![2], vec![1], vec![3, 0], vec![4]]);
        charts.set_layout(ChartLayout::Single);
        assert_eq!(members(&charts), [vec![0, 1, 2, 3, 4]]);
        assert_eq!(
            charts.series(id(0)).map(|series| series.view),
            Some(View::Raw)
        );
        charts.set_layout(ChartLayout::PerMetric);
        assert_eq!(charts.charts().len(), 5);
    }

    #[test]
    fn all_counters_of_a_chart_are_known_together() {
        let mut charts = Charts::default();
        show(&mut charts, &five());
        let beside = |charts: &Charts, index| {
            let counters = charts.counters_beside(id(index));
            counters.map(|metric| metric.index).collect::<Vec<_>>()
        };
        assert_eq!(beside(&charts, 2), [0, 2]);
        assert!(beside(&charts, 1).is_empty());
        assert!(beside(&charts, 9).is_empty());
    }

    #[test]
    fn who_stays_keeps_colour_and_state_when_others_leave() {
        let mut charts = Charts::default();
        show(&mut charts, &five());
        charts.toggle_hidden(id(2));
        let before = charts.series(id(2)).cloned();
        show(&mut charts, &five()[1..]);
        assert_eq!(charts.series(id(2)).cloned(), before);
        assert_eq!(charts.series(id(0)), None);
        show(&mut charts, &five());
        assert_eq!(charts.series(id(0)).map(|s| s.slot), Some(SeriesSlot(0)));
    }

    #[test]
    fn colours_of_one_chart_differ() {
        let mut charts = Charts::default();
        show(&mut charts, &five());
        charts.set_layout(ChartLayout::Single);
        let mut slots: Vec<_> = charts.charts()[0].series.iter().map(|s| s.slot).collect();
        slots.sort();
        slots.dedup();
        assert_eq!(slots.len(), 5);
    }

    #[test]
    fn thousands_of_metrics_go_on_many_charts() {
        let mut charts = Charts::default();
        let many: Vec<_> = (0..4096)
            .map(|index| metric(index, "", Kind::Gauge))
            .collect();
        show(&mut charts, &many);
        assert_eq!(charts.charts().len(), 4096_usize.div_ceil(MOST_SERIES));
        for chart in charts.charts() {
            let slots = chart.series.iter().map(|series| series.slot.0);
            assert!(slots.eq(0..chart.series.len()));
        }
        show(&mut charts, &many[4000..]);
        assert_eq!(charts.metrics().count(), 96);
    }

    #[test]
    fn isolating_twice_shows_all_again() {
        let mut charts = Charts::default();
        show(&mut charts, &five());
        charts.set_layout(ChartLayout::Single);
        let hidden = |charts: &Charts| {
            charts.charts()[0]
                .series
                .iter()
                .filter(|s| s.hidden)
                .count()
        };
        charts.isolate(id(1));
        assert_eq!(hidden(&charts), 4);
        charts.isolate(id(1));
        assert_eq!(hidden(&charts), 0);
    }

    #[test]
    fn charts_fill_the_window_and_scroll_when_they_are_many() {
        let mut charts = Charts::default();
        show(&mut charts, &five());
        assert_eq!(charts.heights(800.0), [200.0; 4]);
        assert_eq!(charts.heights(100.0), [MIN_HEIGHT; 4]);
        charts.drag_edge(0, 60.0, 800.0);
        let heights = charts.heights(800.0);
        assert!((heights[0] - 260.0).abs() < 0.5 && (heights[1] - 140.0).abs() < 0.5);
        assert!((heights.iter().sum::<f32>() - 800.0).abs() < 0.5);
        charts.drag_edge(0, f32::NAN, 800.0);
        charts.drag_edge(0, -5000.0, 800.0);
        assert!(
            charts
                .heights(800.0)
                .iter()
                .all(|height| *height >= MIN_HEIGHT - 0.1)
        );
    }
}
