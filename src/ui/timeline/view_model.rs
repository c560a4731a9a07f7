//! What a chart shows, decided but not painted.
//!
//! Pure: the same capture, view and size always give the same model, and the tests read it
//! instead of pixels. Curves are not copied into it; they stay in the [`Drawings`].

use std::collections::BTreeMap;

use crate::capture::state::State;
use crate::model::catalog::{GroupId, Kind, MetricId, View};
use crate::model::decimate::{GapSpan, Mark, MarkKind};
use crate::model::format::Unit;
use crate::model::reason::Reason;
use crate::model::time::Time;
use crate::ui::theme::palette::SeriesSlot;
use crate::ui::timeline::charts::{Chart, ChartId, Series, Subject};
use crate::ui::timeline::drawings::Drawings;
use crate::ui::timeline::figures::long;
use crate::ui::timeline::line::ValueScale;
use crate::ui::timeline::notice::{lateness, notice};
use crate::ui::timeline::time_scale::TimeScale;
use crate::ui::timeline::value_axis::{ValueAxis, range};
use crate::ui::timeline::value_range::{Anchor, AutoRange, ValueRange};

/// Points from one label of the value axis to the next, at least.
const LABEL_DISTANCE: f32 = 28.0;
/// Points from one mark to the next of its kind, at least.
const MARK_DISTANCE: f32 = 4.0;
/// More labels than this do not make an axis easier to read.
const MOST_LABELS: usize = 8;
/// Points between the ends of a value axis and the edges of its chart.
const MARGIN: f32 = 4.0;

/// The value ranges of all charts, which change slowly.
pub(super) type Ranges = BTreeMap<(ChartId, Subject), AutoRange>;

/// What all charts of a frame have in common.
#[derive(Clone, Copy)]
pub(super) struct Moment<'a> {
    /// The capture.
    pub(super) state: &'a State,
    /// Session time on screen.
    pub(super) time: &'a TimeScale,
    /// The newest instant there can be data of.
    pub(super) edge: Time,
    /// Whether the view goes along with it.
    pub(super) following: bool,
    /// What to call each metric.
    pub(super) labels: &'a BTreeMap<MetricId, String>,
    /// Seconds of any steady clock.
    pub(super) seconds: f64,
}

impl Moment<'_> {
    /// What to call `metric`.
    pub(super) fn label(&self, metric: MetricId) -> &str {
        self.labels.get(&metric).map_or("", String::as_str)
    }
}

/// A chart's curves have this much room, in physical pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// From the upper edge to the lanes.
    pub(super) height: f32,
    /// Physical pixels a point.
    pub(super) pixels_per_point: f32,
}

impl Room {
    /// Puts values on this room; `factor` turns them into the unit of `range`.
    fn scale(self, range: ValueRange, factor: f64) -> ValueScale {
        ValueScale {
            range,
            factor,
            height: self.height,
            margin: (MARGIN * self.pixels_per_point).min(self.height / 4.0),
        }
    }
}

/// What a chart shows.
#[derive(Debug, Default)]
pub(super) struct ChartModel {
    /// What it is about.
    pub(super) title: String,
    /// The value axes, one for each unit; see [`ChartModel::labelled`].
    pub(super) axes: Vec<AxisModel>,
    /// The curves, each on one of the axes.
    pub(super) curves: Vec<CurveModel>,
    /// The lanes, from top to bottom.
    pub(super) lanes: Vec<LaneModel>,
    /// Where nothing was read, in pixels from the left edge, in order and apart.
    pub(super) gaps: Vec<(f32, f32)>,
    /// What happened.
    pub(super) marks: Vec<MarkModel>,
    /// Why nothing can be seen, where that is so.
    pub(super) notice: Option<Reason>,
    /// How late the newest value is, where that is worth a word.
    pub(super) late: Option<String>,
}

/// A value axis.
#[derive(Clone, Debug)]
pub(super) struct AxisModel {
    /// Its unit.
    pub(super) unit: Unit,
    /// What stands beside it.
    pub(super) axis: ValueAxis,
    /// Where its marks lie.
    pub(super) scale: ValueScale,
}

/// A curve; its shape is in the drawing of its metric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CurveModel {
    /// Whose values.
    pub(super) metric: MetricId,
    /// Colour and dash.
    pub(super) slot: SeriesSlot,
    /// How values are put on pixels.
    pub(super) scale: ValueScale,
    /// The position of its axis.
    pub(super) axis: usize,
}

/// A flag over time.
#[derive(Clone, Debug)]
pub(super) struct LaneModel {
    /// Colour and dash.
    pub(super) slot: SeriesSlot,
    /// What stands in the gutter.
    pub(super) label: String,
    /// Where it is up, in pixels, and whether it is so only some of the time.
    pub(super) spans: Vec<(f32, f32, bool)>,
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MarkModel {
    /// Pixels from the left edge.
    pub(super) x: f32,
    /// What.
    pub(super) kind: MarkKind,
    /// The series it happened to, where it was one alone.
    pub(super) slot: Option<SeriesSlot>,
}

impl ChartModel {
    /// Decides what `chart` shows, and draws its curves into `drawings`, which are up to date.
    pub(super) fn new(
        chart: &Chart,
        moment: &Moment<'_>,
        room: Room,
        drawings: &mut Drawings,
        ranges: &mut Ranges,
    ) -> Self {
        let mut model = Self {
            title: title(chart, moment),
            ..Self::default()
        };
        model.add_axes(chart, moment, room, drawings, ranges);
        model.add_lanes(chart, moment, drawings);
        model.add_gaps(chart, moment, drawings);
        model.add_marks(chart, moment, room, drawings);
        let (state, edge) = (moment.state, moment.edge);
        model.notice = notice(chart, state, drawings, moment.time.span(), edge);
        model.late = Some(moment.following && model.notice.is_none())
            .filter(|asked| *asked)
            .and_then(|_| lateness(chart, state, edge));
        model
    }

    /// The axis whose labels are shown: that of the metric pointed at, or the first.
    pub(super) fn labelled(&self, strong: Option<MetricId>) -> Option<&AxisModel> {
        let pointed = |curve: &&CurveModel| Some(curve.metric) == strong;
        let axis = self
            .curves
            .iter()
            .find(pointed)
            .map_or(0, |curve| curve.axis);
        self.axes.get(axis)
    }

    fn add_axes(
        &mut self,
        chart: &Chart,
        moment: &Moment<'_>,
        room: Room,
        drawings: &mut Drawings,
        ranges: &mut Ranges,
    ) {
        let fit = (room.height / room.pixels_per_point / LABEL_DISTANCE) as usize;
        let most = fit.clamp(1, MOST_LABELS);
        for (subject, members) in by_subject(chart) {
            let wanted = wanted_range(&members, drawings);
            let auto = ranges.entry((chart.id, subject)).or_default();
            let range = match wanted {
                Some(wanted) => auto.settle(wanted, moment.seconds),
                None => auto.shown().unwrap_or_else(|| default_range(&members)),
            };
            for series in members.iter().filter(|series| !series.hidden) {
                let scale = room.scale(range, series.unit().scale());
                let drawing = drawings.entry(series.metric);
                drawing.line.draw(&drawing.trace, moment.time, &scale);
                self.curves.push(CurveModel {
                    metric: series.metric,
                    slot: series.slot,
                    scale,
                    axis: self.axes.len(),
                });
            }
            let unit = members[0].unit();
            self.axes.push(AxisModel {
                axis: ValueAxis::new(&unit, range, most),
                unit,
                scale: room.scale(range, 1.0),
            });
        }
    }

    fn add_lanes(&mut self, chart: &Chart, moment: &Moment<'_>, drawings: &Drawings) {
        let scale = moment.time.pixels_per_second();
        let lanes = chart
            .series
            .iter()
            .filter(|series| series.kind == Kind::Flag);
        for series in lanes {
            let Some(drawing) = drawings.get(series) else {
                continue;
            };
            let spans = drawing.trace.flags().iter().map(|span| {
                let (start, end) = ((span.start * scale) as f32, (span.end * scale) as f32);
                (start, end.max(start + 1.0), span.mixed)
            });
            self.lanes.push(LaneModel {
                slot: series.slot,
                label: moment.label(series.metric).to_owned(),
                spans: spans.collect(),
            });
        }
    }

    fn add_gaps(&mut self, chart: &Chart, moment: &Moment<'_>, drawings: &Drawings) {
        let scale = moment.time.pixels_per_second();
        let bands = |gaps: &[GapSpan]| -> Vec<(f32, f32)> {
            let band = |gap: &GapSpan| {
                let (start, end) = ((gap.start * scale) as f32, (gap.end * scale) as f32);
                (start, end.max(start + 1.0))
            };
            gaps.iter().map(band).collect()
        };
        let groups = groups(chart);
        let all = groups.iter().filter_map(|group| drawings.cells(*group));
        let mut bands: Vec<_> = all.flat_map(|cells| bands(cells.gaps())).collect();
        bands.sort_by(|a, b| a.0.total_cmp(&b.0));
        for band in bands {
            match self.gaps.last_mut() {
                Some(last) if band.0 <= last.1 => last.1 = last.1.max(band.1),
                _ => self.gaps.push(band),
            }
        }
    }

    fn add_marks(&mut self, chart: &Chart, moment: &Moment<'_>, room: Room, drawings: &Drawings) {
        let scale = moment.time.pixels_per_second();
        let apart = MARK_DISTANCE * room.pixels_per_point;
        let groups = groups(chart);
        let shared = groups.iter().filter_map(|group| drawings.cells(*group));
        for cells in shared {
            self.marks.extend(sparse(cells.marks(), scale, apart, None));
        }
        for series in &chart.series {
            if let Some(drawing) = drawings.get(series) {
                let marks = drawing.trace.marks();
                self.marks
                    .extend(sparse(marks, scale, apart, Some(series.slot)));
            }
        }
    }

    /// The chart in a sentence, for those who cannot see it.
    pub(super) fn sentence(&self, chart: &Chart, moment: &Moment<'_>) -> String {
        let count = match chart.series.len() {
            1 => "1 series".to_owned(),
            count => format!("{count} series"),
        };
        let unit = self.axes.first().map_or("", |axis| axis.unit.symbol());
        let unit = if unit.is_empty() || self.axes.len() > 1 {
            String::new()
        } else {
            format!(" in {unit}")
        };
        let last = |series: &Series| {
            let id = series.metric;
            let latest = moment
                .state
                .store
                .group(id.group)?
                .latest(id.index, series.view)?;
            let value = long(latest.value, &series.unit());
            Some(format!("{} last {value}", moment.label(id)))
        };
        let lasts: Vec<String> = chart.series.iter().filter_map(last).take(4).collect();
        let mut sentence = format!("Chart of {}{unit}, {count}", self.title);
        if !lasts.is_empty() {
            sentence = format!("{sentence}: {}", lasts.join(", "));
        }
        match &self.notice {
            Some(reason) => format!("{sentence}; {reason}"),
            None => sentence,
        }
    }
}

/// Marks so far apart that each can be seen: those that would cover the one before are left out.
fn sparse(marks: &[Mark], scale: f64, apart: f32, slot: Option<SeriesSlot>) -> Vec<MarkModel> {
    let mut kept: Vec<MarkModel> = Vec::new();
    for mark in marks {
        let (x, kind) = ((mark.x * scale) as f32, mark.kind);
        let mut before = kept.iter().rev().filter(|other| other.kind == kind);
        if before.next().is_none_or(|other| x - other.x >= apart) {
            kept.push(MarkModel { x, kind, slot });
        }
    }
    kept
}

/// The groups that series of `chart` are read from.
fn groups(chart: &Chart) -> Vec<GroupId> {
    let all = chart.series.iter();
    let mut groups: Vec<_> = all.map(|series| series.metric.group).collect();
    groups.sort();
    groups.dedup();
    groups
}

/// The curves of `chart` by what they have in common, in the order of the first of each.
fn by_subject(chart: &Chart) -> Vec<(Subject, Vec<&Series>)> {
    let mut parts: Vec<(Subject, Vec<&Series>)> = Vec::new();
    for series in chart
        .series
        .iter()
        .filter(|series| series.kind != Kind::Flag)
    {
        let subject = series.subject();
        match parts.iter_mut().find(|(known, _)| *known == subject) {
            Some((_, members)) => members.push(series),
            None => parts.push((subject, vec![series])),
        }
    }
    parts
}

/// The range that shows all values in view, in the symbol of their unit.
fn wanted_range(members: &[&Series], drawings: &Drawings) -> Option<ValueRange> {
    let extent = |series: &&Series| {
        let (low, high) = drawings.get(series)?.trace.y_range()?;
        let factor = series.unit().scale();
        Some((low * factor, high * factor))
    };
    let (low, high) = members
        .iter()
        .filter_map(extent)
        .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
    Some(range(&members[0].unit(), low, high, anchor(members)))
}

/// Where no value was ever seen.
fn default_range(members: &[&Series]) -> ValueRange {
    range(&members[0].unit(), 0.0, 1.0, anchor(members))
}

fn anchor(members: &[&Series]) -> Anchor {
    let percent = |series: &&Series| series.unit().symbol() == "%";
    if members.iter().all(percent) {
        Anchor::Percent
    } else if members.iter().any(|series| series.view != View::Raw) {
        Anchor::Zero
    } else {
        Anchor::Free
    }
}

/// What `chart` is about, in a few words.
fn title(chart: &Chart, moment: &Moment<'_>) -> String {
    if let [only] = chart.series.as_slice() {
        return moment.label(only.metric).to_owned();
    }
    if chart.subject == Subject::All {
        return "all metrics".to_owned();
    }
    let flags = if chart.subject == Subject::Flags {
        " flags"
    } else {
        ""
    };
    let name = |group| {
        moment
            .state
            .group_info(group)
            .map(|info| info.name.as_str())
    };
    let names: Vec<&str> = groups(chart).into_iter().filter_map(name).collect();
    match names.as_slice() {
        [.., _, _, _, _] => format!("{} groups{flags}", names.len()),
        few => format!("{}{flags}", few.join(", ")),
    }
}
