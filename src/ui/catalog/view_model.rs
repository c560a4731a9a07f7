//! The rows of the tree, in order, for what is known, expanded and filtered.
//!
//! A row names a thing and does not copy it: texts, ticks and values are looked up when the few
//! visible rows are painted, so thousands of metrics cost nothing until the catalog, the filter
//! or the expansion changes. Nothing here paints.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;

use crate::capture::state::{Device, Listing, Phase, State};
use crate::model::catalog::{DeviceId, DeviceInfo, GroupId, GroupInfo, MetricId};
use crate::model::reason::Reason;
use crate::ui::catalog::filter::Filter;

/// A group with at most this many metrics opens by itself when some are sampled from the start.
const OPENS_BY_ITSELF: usize = 12;

/// What a row of the tree stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Node {
    /// A driver, by its place in the state's list.
    Driver(usize),
    /// A device or sub-device.
    Device(DeviceId),
    /// The groups of a device that share a reason why they cannot be sampled, by the first.
    Unreadable(GroupId),
    /// A metric group.
    Group(GroupId),
    /// A metric.
    Metric(MetricId),
    /// Why something is missing, below what it belongs to.
    Note(Note),
    /// A device that has not answered yet.
    Pending(DeviceId),
    /// Drivers are still being looked for.
    Discovering,
}

/// Where a reason is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Note {
    /// What is missing altogether.
    Problem(usize),
    /// Why something of a driver is missing.
    Driver(usize),
    /// Why a device is gone.
    Lost(DeviceId),
    /// Why a device lists no groups.
    Listing(DeviceId),
    /// Why groups cannot be sampled.
    Unreadable(GroupId),
    /// Why a group that was asked for is not being read.
    Failed(GroupId),
}

impl Note {
    /// The reason itself, as long as it holds.
    pub(super) fn reason(self, state: &State) -> Option<&Reason> {
        match self {
            Self::Problem(index) => state.problems.get(index),
            Self::Driver(index) => state.drivers.get(index)?.reason.as_ref(),
            Self::Lost(device) => state.device(device)?.lost.as_ref(),
            Self::Listing(device) => match &state.device(device)?.listing {
                Listing::Failed(reason) => Some(reason),
                Listing::Pending | Listing::Ready(_) => None,
            },
            Self::Unreadable(group) => state.group_info(group)?.reason.as_ref(),
            Self::Failed(group) => match &state.groups.get(&group)?.phase {
                Phase::Failed(reason) => Some(reason),
                Phase::Off | Phase::Starting | Phase::On { .. } => None,
            },
        }
    }
}

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Steps of indentation.
    pub(super) depth: u8,
    /// What it stands for.
    pub(super) node: Node,
    /// Whether what is below is shown; `None` where nothing can be.
    pub(super) expanded: Option<bool>,
    /// Characters of its name that the filter hit, ascending.
    pub(super) hits: Vec<u32>,
}

/// Rows, and how many metrics passed the filter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rows {
    pub(super) list: Vec<Row>,
    /// Metrics that passed the filter, whether or not their group is open.
    pub(super) metrics_shown: usize,
    /// All metrics that have been listed.
    pub(super) metrics_known: usize,
}

/// What the user opened and closed, and typed.
#[derive(Default)]
pub(super) struct Tree {
    opened: BTreeMap<Node, bool>,
    /// The same while a filter is on, when everything is open at first.
    opened_in_filter: BTreeMap<Node, bool>,
    pub(super) filter: Filter,
}

impl Tree {
    /// Whether what is below `node` is to be shown.
    fn is_open(&self, node: Node) -> bool {
        let known = if self.filter.is_empty() {
            self.opened.get(&node).copied()
        } else {
            self.opened_in_filter.get(&node).copied().or(Some(true))
        };
        known.unwrap_or(!matches!(node, Node::Group(_) | Node::Unreadable(_)))
    }

    /// Opens or closes `node`.
    pub(super) fn open(&mut self, node: Node, open: bool) {
        if self.filter.is_empty() {
            self.opened.insert(node, open);
        } else {
            self.opened_in_filter.insert(node, open);
        }
    }

    /// Opens or closes every group that has been listed.
    pub(super) fn open_all(&mut self, state: &State, open: bool) {
        for (device, groups) in listed(state) {
            for index in 0..groups.len() as u32 {
                let group = GroupId {
                    device: device.id,
                    index,
                };
                self.open(Node::Group(group), open);
                self.open(Node::Unreadable(group), open);
            }
        }
    }

    /// Filters by `text`; what was closed meanwhile opens again, so that every match shows.
    pub(super) fn set_filter(&mut self, text: &str) {
        self.filter.set(text);
        self.opened_in_filter.clear();
    }

    /// Opens the small groups of `device` of which something is sampled from the start.
    fn open_sampled(&mut self, state: &State, device: DeviceId, groups: &[GroupInfo]) {
        for (index, group) in (0..).zip(groups) {
            let id = GroupId { device, index };
            let sampled = state
                .groups
                .get(&id)
                .is_some_and(|group| !group.wanted.is_empty());
            if sampled && group.metrics.len() <= OPENS_BY_ITSELF {
                self.opened.entry(Node::Group(id)).or_insert(true);
            }
        }
    }
}

/// Keeps rows until something they depend on changes.
#[derive(Default)]
pub(super) struct Cache {
    fingerprint: Option<u64>,
    listed: Vec<DeviceId>,
    rows: Arc<Rows>,
}

impl Cache {
    /// The rows for `state` and `tree`, built anew only when they may differ.
    pub(super) fn rows(&mut self, state: &State, tree: &mut Tree) -> Arc<Rows> {
        for (device, groups) in listed(state) {
            if !self.listed.contains(&device.id) {
                self.listed.push(device.id);
                tree.open_sampled(state, device.id, groups);
                self.fingerprint = None;
            }
        }
        let fingerprint = fingerprint(state);
        if self.fingerprint != Some(fingerprint) {
            self.rows = Arc::new(build(state, tree));
            self.fingerprint = Some(fingerprint);
        }
        Arc::clone(&self.rows)
    }

    /// The tree has changed: filter or expansion.
    pub(super) fn invalidate(&mut self) {
        self.fingerprint = None;
    }
}

fn listed(state: &State) -> impl Iterator<Item = (&Device, &Arc<[GroupInfo]>)> {
    state
        .devices
        .iter()
        .filter_map(|device| match &device.listing {
            Listing::Ready(groups) => Some((device, groups)),
            Listing::Pending | Listing::Failed(_) => None,
        })
}

/// A number that changes whenever the state's part of the rows does.
fn fingerprint(state: &State) -> u64 {
    let mut hasher = DefaultHasher::new();
    (state.discovering > 0, state.drivers.len(), &state.problems).hash(&mut hasher);
    for device in &state.devices {
        device.lost.is_some().hash(&mut hasher);
        match &device.listing {
            Listing::Pending => 0_usize.hash(&mut hasher),
            Listing::Failed(reason) => reason.hash(&mut hasher),
            Listing::Ready(groups) => (groups.as_ptr() as usize, groups.len()).hash(&mut hasher),
        }
    }
    for (id, group) in &state.groups {
        if let Phase::Failed(reason) = &group.phase {
            (id, reason).hash(&mut hasher);
        }
    }
    hasher.finish()
}

/// Lists the rows.
pub(super) fn build(state: &State, tree: &mut Tree) -> Rows {
    let mut builder = Builder {
        state,
        tree,
        rows: Rows::default(),
    };
    for index in 0..state.drivers.len() {
        builder.driver(index);
    }
    if state.discovering > 0 {
        builder.push(0, Node::Discovering);
    }
    for index in 0..state.problems.len() {
        builder.push(0, Node::Note(Note::Problem(index)));
    }
    builder.rows
}

struct Builder<'a> {
    state: &'a State,
    tree: &'a mut Tree,
    rows: Rows,
}

impl<'a> Builder<'a> {
    fn push(&mut self, depth: u8, node: Node) {
        self.rows.list.push(Row {
            depth,
            node,
            expanded: None,
            hits: Vec::new(),
        });
    }

    /// Pushes a row that can be opened; returns whether it is.
    fn push_parent(&mut self, depth: u8, node: Node) -> bool {
        let open = self.tree.is_open(node);
        self.push(depth, node);
        if let Some(row) = self.rows.list.last_mut() {
            row.expanded = Some(open);
        }
        open
    }

    fn driver(&mut self, index: usize) {
        let open = self.push_parent(0, Node::Driver(index));
        if self.state.drivers[index].reason.is_some() {
            self.push(1, Node::Note(Note::Driver(index)));
        }
        let state = self.state;
        let devices: Vec<&Device> = state
            .devices
            .iter()
            .filter(|device| device.driver == index)
            .collect();
        let mut rest = devices.as_slice();
        while let Some((device, others)) = rest.split_first() {
            // A device's sub-devices follow it.
            let tiles = device.info.sub_devices.len().min(others.len());
            self.device(device, &others[..tiles], 1, open);
            rest = &others[tiles..];
        }
    }

    fn device(&mut self, device: &'a Device, tiles: &[&'a Device], depth: u8, shown: bool) {
        let start = self.rows.list.len();
        let open = self.push_parent(depth, Node::Device(device.id)) && shown;
        if device.lost.is_some() {
            self.push(depth + 1, Node::Note(Note::Lost(device.id)));
        }
        let content = self.rows.list.len();
        for tile in tiles {
            self.device(tile, &[], depth + 1, open);
        }
        match &device.listing {
            Listing::Pending if open => self.push(depth + 1, Node::Pending(device.id)),
            Listing::Failed(_) if open => {
                self.push(depth + 1, Node::Note(Note::Listing(device.id)));
            }
            Listing::Pending | Listing::Failed(_) => {}
            Listing::Ready(groups) => self.groups(device, groups, depth + 1, open),
        }
        let nothing_passed = self.rows.list.len() == content && !self.tree.filter.is_empty();
        if !shown || open && nothing_passed {
            self.rows.list.truncate(start);
        }
    }

    fn groups(&mut self, device: &'a Device, groups: &'a [GroupInfo], depth: u8, shown: bool) {
        let mut unreadable: Vec<(&Reason, Vec<u32>)> = Vec::new();
        for (index, group) in (0..).zip(groups) {
            match &group.reason {
                None => self.group(&device.info, id(device, index), group, depth, shown),
                Some(reason) => match unreadable.iter_mut().find(|(known, _)| *known == reason) {
                    Some((_, indices)) => indices.push(index),
                    None => unreadable.push((reason, vec![index])),
                },
            }
        }
        for (_, indices) in unreadable {
            self.unreadable(device, groups, &indices, depth, shown);
        }
    }

    fn unreadable(
        &mut self,
        device: &'a Device,
        groups: &'a [GroupInfo],
        indices: &[u32],
        depth: u8,
        shown: bool,
    ) {
        let first = id(device, indices[0]);
        let start = self.rows.list.len();
        if let [index] = *indices {
            let group = &groups[index as usize];
            self.group(&device.info, first, group, depth, shown);
            self.note_below(start, Note::Unreadable(first));
            return;
        }
        let open = self.push_parent(depth, Node::Unreadable(first)) && shown;
        self.push(depth + 1, Node::Note(Note::Unreadable(first)));
        let rows = self.rows.list.len();
        for &index in indices {
            let group = &groups[index as usize];
            self.group(&device.info, id(device, index), group, depth + 1, open);
        }
        let empty = self.rows.list.len() == rows && !self.tree.filter.is_empty();
        if !shown || empty && open {
            self.rows.list.truncate(start);
        }
    }

    /// Puts a reason below the row at `index`, if there is such a row.
    fn note_below(&mut self, index: usize, note: Note) {
        let Some(depth) = self.rows.list.get(index).map(|row| row.depth) else {
            return;
        };
        self.push(depth + 1, Node::Note(note));
        self.rows.list[index + 1..].rotate_right(1);
    }

    fn group(
        &mut self,
        device: &DeviceInfo,
        id: GroupId,
        group: &GroupInfo,
        depth: u8,
        shown: bool,
    ) {
        self.rows.metrics_known += group.metrics.len();
        let start = self.rows.list.len();
        let open = self.push_parent(depth, Node::Group(id)) && shown;
        if Note::Failed(id).reason(self.state).is_some() {
            self.push(depth + 1, Node::Note(Note::Failed(id)));
        }
        let passed = self.metrics(device, id, group, depth + 1, open);
        self.rows.metrics_shown += passed;
        if !shown || passed == 0 && !self.tree.filter.is_empty() {
            self.rows.list.truncate(start);
        }
    }

    /// Pushes the metrics that pass the filter, if `shown`; returns how many pass.
    fn metrics(
        &mut self,
        device: &DeviceInfo,
        id: GroupId,
        group: &GroupInfo,
        depth: u8,
        shown: bool,
    ) -> usize {
        let filter = &mut self.tree.filter;
        let around = filter.found_around(&group.name, &[&device.name]);
        let mut passed = 0;
        for (index, metric) in (0..).zip(&group.metrics) {
            let Some(hits) = filter.hits(&metric.name, &metric.component, &around) else {
                continue;
            };
            passed += 1;
            if shown {
                self.rows.list.push(Row {
                    depth,
                    node: Node::Metric(MetricId { group: id, index }),
                    expanded: None,
                    hits,
                });
            }
        }
        passed
    }
}

fn id(device: &Device, index: u32) -> GroupId {
    GroupId {
        device: device.id,
        index,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::samples::{group, state, unreadable};

    /// The rows as an indented list.
    fn text(state: &State, tree: &mut Tree) -> String {
        let rows = build(state, tree);
        let mut text = format!("{} of {} metrics\n", rows.metrics_shown, rows.metrics_known);
        for row in &rows.list {
            let mark = match row.expanded {
                Some(true) => "v ",
                Some(false) => "> ",
                None => "- ",
            };
            let indent = "  ".repeat(usize::from(row.depth));
            text += &[&indent, mark, &name(state, row.node), "\n"].concat();
        }
        text
    }

    fn name(state: &State, node: Node) -> String {
        let group = |id| state.group_info(id).expect("listed").name.clone();
        match node {
            Node::Driver(index) => format!("{} driver", state.drivers[index].origin.name()),
            Node::Device(id) => state.device(id).expect("found").info.name.clone(),
            Node::Group(id) => group(id),
            Node::Metric(id) => {
                let info = state.group_info(id.group).expect("listed");
                info.metrics[id.index as usize].name.clone()
            }
            Node::Note(note) => format!("! {}", note.reason(state).expect("there")),
            Node::Unreadable(id) => format!("unreadable from {}", group(id)),
            Node::Pending(_) => "asking".to_owned(),
            Node::Discovering => "looking".to_owned(),
        }
    }

    fn ready(groups: Vec<GroupInfo>) -> Listing {
        Listing::Ready(groups.into())
    }

    fn machine() -> State {
        let closed = || {
            Reason::new("reading needs more rights")
                .with_fix("sudo sysctl dev.xe.observation_paranoid=0")
        };
        let groups = vec![
            group("Scheduler", 3),
            unreadable("RenderBasic", closed()),
            group("Memory", 3),
            unreadable("ComputeBasic", closed()),
            unreadable("Oa", Reason::new("the layout is unknown")),
        ];
        let mut state = state(vec![
            ("Host CPU", ready(groups)),
            ("Slow GPU", Listing::Pending),
            (
                "Broken GPU",
                Listing::Failed(Reason::new("zetMetricGroupGet answered 0x70000001")),
            ),
        ]);
        state
            .problems
            .push(Reason::new("no loader was found").with_fix("sudo apt install libze1"));
        state
    }

    #[test]
    fn everything_known_has_its_row_and_everything_missing_its_reason() {
        let mut state = machine();
        state.discovering = 1;
        let scheduler = GroupId {
            device: DeviceId(0),
            index: 0,
        };
        let failed = Phase::Failed(Reason::new("the memory shrank"));
        state.groups.get_mut(&scheduler).expect("listed").phase = failed;
        state.devices[1].lost = Some(Reason::new("it fell off the bus"));
        let mut tree = Tree::default();
        tree.open(Node::Group(scheduler), true);
        insta::assert_snapshot!(text(&state, &mut tree));
    }

    #[test]
    fn a_filter_opens_what_it_finds_and_hides_the_rest() {
        let state = machine();
        let mut tree = Tree::default();
        tree.set_filter("mem counter");
        insta::assert_snapshot!(text(&state, &mut tree));
    }

    #[test]
    fn sub_devices_lie_below_their_device() {
        let one = || ready(vec![group("Oa", 2)]);
        let mut state = state(vec![
            ("GPU", one()),
            ("Tile 0", one()),
            ("Tile 1", one()),
            ("CPU", one()),
        ]);
        let tiles = vec![state.devices[1].info.clone(), state.devices[2].info.clone()];
        state.devices[0].info.sub_devices = tiles;
        insta::assert_snapshot!(text(&state, &mut Tree::default()));
    }

    #[test]
    fn closing_a_filter_brings_back_what_was_open() {
        let state = machine();
        let mut tree = Tree::default();
        let before = text(&state, &mut tree);
        tree.set_filter("counter");
        tree.open(Node::Device(DeviceId(0)), false);
        tree.set_filter("");
        assert_eq!(text(&state, &mut tree), before);
    }

    #[test]
    fn rows_are_kept_until_something_changes() {
        let mut state = machine();
        let mut tree = Tree::default();
        let mut cache = Cache::default();
        let first = cache.rows(&state, &mut tree);
        assert!(Arc::ptr_eq(&first, &cache.rows(&state, &mut tree)));
        state.devices[0].lost = Some(Reason::new("it fell off the bus"));
        assert!(!Arc::ptr_eq(&first, &cache.rows(&state, &mut tree)));
    }
}
