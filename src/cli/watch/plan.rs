//! What is being read, and the columns it becomes.

use crate::capture::state::{Group, Phase, State};
use crate::cli::names;
use crate::cli::watch::wanted::{Place, Wanted};
use crate::model::catalog::{GroupId, MetricInfo};
use crate::model::reason::Reason;

/// A group that is being read.
#[derive(Clone, Debug)]
pub(crate) struct Watched {
    /// The group.
    pub(crate) id: GroupId,
    /// Its names.
    pub(crate) place: Place,
    /// What to print of each pass.
    pub(crate) columns: Vec<Column>,
}

/// A metric to print.
#[derive(Clone, Debug)]
pub(crate) struct Column {
    /// Where its value stands in a pass.
    pub(crate) slot: usize,
    /// Its name, unique within the group.
    pub(crate) name: String,
    /// What it is.
    pub(crate) metric: MetricInfo,
}

impl Watched {
    /// The heading of a column: `device/group/metric [unit]`.
    pub(crate) fn heading(&self, column: &Column) -> String {
        let unit = match column.metric.unit.as_str() {
            "" => String::new(),
            unit => format!(" [{unit}]"),
        };
        format!("{}/{}{unit}", self.place.path(), column.name)
    }
}

/// What became of a request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// Groups that are being read, in the order of discovery.
    pub(crate) groups: Vec<Watched>,
    /// What was asked for and is not being read, as `device/group[/metric]`, with reasons.
    pub(crate) refused: Vec<(String, Reason)>,
}

impl Plan {
    /// What drivers made of `wanted`. Each group has been answered for, or counts as silent.
    pub(crate) fn new(state: &State, wanted: &[Wanted]) -> Self {
        let mut plan = Self::default();
        for wanted in wanted {
            match state.groups.get(&wanted.id) {
                Some(group) => plan.add(state, wanted, group),
                None => plan.refuse(wanted, Reason::new("it is no longer listed")),
            }
        }
        plan
    }

    fn add(&mut self, state: &State, wanted: &Wanted, group: &Group) {
        match &group.phase {
            Phase::On { columns, .. } => {
                self.add_columns(state, wanted, columns);
                self.refuse_metrics(state, wanted, &group.refused);
            }
            Phase::Failed(reason) => self.refuse(wanted, reason.clone()),
            Phase::Off | Phase::Starting => {
                self.refuse(wanted, Reason::new("the driver does not answer"));
            }
        }
    }

    fn add_columns(&mut self, state: &State, wanted: &Wanted, read: &[u32]) {
        let Some(info) = state.group_info(wanted.id) else {
            return;
        };
        let names = names::unique(info.metrics.iter().map(|metric| metric.name.as_str()));
        let columns = read.iter().enumerate().filter_map(|(slot, index)| {
            let metric = info.metrics.get(*index as usize)?;
            wanted.print.contains(index).then(|| Column {
                slot,
                name: names[*index as usize].clone(),
                metric: metric.clone(),
            })
        });
        self.groups.push(Watched {
            id: wanted.id,
            place: wanted.place.clone(),
            columns: columns.collect(),
        });
    }

    fn refuse(&mut self, wanted: &Wanted, reason: Reason) {
        self.refused.push((wanted.place.path(), reason));
    }

    fn refuse_metrics(&mut self, state: &State, wanted: &Wanted, refused: &[(u32, Reason)]) {
        let metrics = state.group_info(wanted.id).map(|info| &info.metrics);
        for (index, reason) in refused
            .iter()
            .filter(|(index, _)| wanted.print.contains(index))
        {
            let metric = metrics.and_then(|metrics| metrics.get(*index as usize));
            let name = metric.map_or("", |metric| &metric.name);
            let path = format!("{}/{name}", wanted.place.path());
            self.refused.push((path, reason.clone()));
        }
    }
}
