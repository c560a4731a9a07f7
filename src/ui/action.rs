//! What the user asked for. Panels push actions while they paint; the application applies them
//! afterwards, when nothing is locked.

use crate::model::catalog::{GroupId, MetricId, View};
use crate::model::rate::SampleRate;

/// A change somebody asked for with a click or a key.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Sample and chart this metric, or stop doing so.
    ShowMetric(MetricId, bool),
    /// Sample and chart every metric of the group that can be charted, or none.
    ShowGroup(GroupId, bool),
    /// Sample nothing any more.
    ShowNothing,
    /// Sample and chart what is charted at the first start.
    ShowUsual,
    /// Ask once more for a group that could not be read.
    Retry(GroupId),
    /// Read the group at this rate.
    SetRate(GroupId, SampleRate),
    /// Read every group at this rate.
    SetAllRates(SampleRate),
    /// Make this metric the one that details are shown of; none closes them.
    Select(Option<MetricId>),
    /// Let the charts run along with time, or hold them still while sampling goes on.
    Follow(bool),
    /// Show this many nanoseconds of session time.
    SetSpan(i64),
    /// Put series on charts in this manner.
    SetLayout(ChartLayout),
    /// Look at the values of this metric in another way.
    SetView(MetricId, View),
    /// Follow the system's theme, or always use this one.
    SetTheme(egui::ThemePreference),
    /// Put the text on the clipboard.
    Copy(String),
    /// Open or close one of the windows on top of the charts.
    Toggle(Overlay),
    /// Do not show the explanation of the first start again.
    DismissWelcome,
}

/// How series are put on charts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ChartLayout {
    /// One chart for each unit.
    #[default]
    PerUnit,
    /// One chart for each metric.
    PerMetric,
    /// All series on one chart.
    Single,
}

impl ChartLayout {
    /// Every layout.
    pub const ALL: [Self; 3] = [Self::PerUnit, Self::PerMetric, Self::Single];

    /// The words used on buttons.
    pub fn name(self) -> &'static str {
        match self {
            Self::PerUnit => "One chart per unit",
            Self::PerMetric => "One chart per metric",
            Self::Single => "One chart for all",
        }
    }
}

/// A window on top of the charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overlay {
    /// Keys and gestures.
    Help,
    /// What happened, newest first.
    Messages,
}
