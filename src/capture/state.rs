//! Everything a view of a capture shows.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::SystemTime;

use crate::capture::cost::Cost;
use crate::capture::live::LoaderInfo;
use crate::capture::tap::Feed;
use crate::capture::unknown_group;
use crate::model::catalog::{Access, DeviceId, DeviceInfo, DriverInfo, GroupId, GroupInfo};
use crate::model::rate::SampleRate;
use crate::model::reason::Reason;
use crate::model::store::Store;
use crate::model::time::Time;
use crate::sampler::Sampler;
use crate::sampler::message::{Command, GroupStatus};

/// Log entries kept; older ones are forgotten.
const LOG_ENTRIES: usize = 1000;

/// The whole state of a capture.
pub struct State {
    /// The wall-clock instant of [`Time::ZERO`].
    pub began: SystemTime,
    /// Discoveries still under way; while there are any, more drivers may appear.
    pub discovering: u32,
    /// Drivers in the order they answered.
    pub drivers: Vec<DriverInfo>,
    /// Devices; a [`DeviceId`] is an index into this list.
    pub devices: Vec<Device>,
    /// What is missing altogether, such as the system's loader.
    pub problems: Vec<Reason>,
    /// The system's Level Zero loader, where one was found.
    pub loader: Option<LoaderInfo>,
    /// Each known group's sampling.
    pub groups: BTreeMap<GroupId, Group>,
    /// The values.
    pub store: Store,
    /// What happened, oldest first.
    pub log: VecDeque<LogEntry>,
    /// What this program itself costs.
    pub cost: Cost,
    pub(crate) taps: Vec<Feed>,
    samplers: BTreeMap<DeviceId, Sampler>,
}

/// A device of the capture.
#[derive(Clone, Debug)]
pub struct Device {
    /// Its number in this session.
    pub id: DeviceId,
    /// Index of its driver in [`State::drivers`].
    pub driver: usize,
    /// What the driver says of it.
    pub info: DeviceInfo,
    /// Its metric groups.
    pub listing: Listing,
    /// Why it is gone, when it is.
    pub lost: Option<Reason>,
    /// Share of a core its sampler thread uses, 0 to 1; 0 while nothing is sampled.
    pub cpu_share: f64,
}

/// The metric groups of a device.
#[derive(Clone, Debug)]
pub enum Listing {
    /// The device has not answered yet.
    Pending,
    /// The groups; a [`GroupId`]'s index is an index into this list.
    Ready(Arc<[GroupInfo]>),
    /// The device lists none, and why.
    Failed(Reason),
}

/// The sampling of a group.
#[derive(Clone, Debug)]
pub struct Group {
    /// The metrics that were asked for, ascending; empty when the group is off.
    pub wanted: Vec<u32>,
    /// The rate that is asked for.
    pub rate: SampleRate,
    /// Whether it is being read.
    pub phase: Phase,
    /// Metrics that were asked for and cannot be read.
    pub refused: Vec<(u32, Reason)>,
    /// How sampling goes, a few times a second while it is being read.
    pub status: Option<GroupStatus>,
}

/// Whether a group is being read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Nobody asked for it.
    Off,
    /// Asked for; the driver has not answered yet.
    Starting,
    /// Being read.
    On {
        /// The metrics in each pass, ascending.
        columns: Arc<[u32]>,
        /// How the memory is read.
        access: Access,
    },
    /// Asked for and not being read, and why.
    Failed(Reason),
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// When.
    pub time: Time,
    /// The device it happened to.
    pub device: DeviceId,
    /// The group it happened to, when it was one.
    pub group: Option<GroupId>,
    /// What happened.
    pub reason: Reason,
}

impl State {
    /// A capture of nothing yet, whose values may take `budget_bytes` of memory.
    pub fn new(budget_bytes: usize) -> Self {
        let mut store = Store::new();
        store.set_budget(budget_bytes);
        Self {
            began: SystemTime::now(),
            discovering: 0,
            drivers: Vec::new(),
            devices: Vec::new(),
            problems: Vec::new(),
            loader: None,
            groups: BTreeMap::new(),
            store,
            log: VecDeque::new(),
            cost: Cost::default(),
            taps: Vec::new(),
            samplers: BTreeMap::new(),
        }
    }

    /// The device numbered `id`.
    pub fn device(&self, id: DeviceId) -> Option<&Device> {
        self.devices.get(id.0 as usize)
    }

    /// The description of group `id`, once its device has listed it.
    pub fn group_info(&self, id: GroupId) -> Option<&GroupInfo> {
        match &self.device(id.device)?.listing {
            Listing::Ready(groups) => groups.get(id.index as usize),
            Listing::Pending | Listing::Failed(_) => None,
        }
    }

    /// Whether every driver and device has answered, one way or the other.
    pub fn is_listed(&self) -> bool {
        self.discovering == 0
            && self
                .devices
                .iter()
                .all(|device| !matches!(device.listing, Listing::Pending))
    }

    /// Asks the group's sampler to read exactly `metrics`.
    pub(crate) fn request_metrics(&mut self, id: GroupId, metrics: Vec<u32>) -> Result<(), Reason> {
        let group = self.groups.get(&id).ok_or_else(unknown_group)?;
        let (rate, was_off) = (group.rate, group.wanted.is_empty());
        if metrics.is_empty() && was_off {
            return Ok(());
        }
        let index = id.index;
        let command = if metrics.is_empty() {
            Command::Disable { group: index }
        } else {
            Command::Enable {
                group: index,
                metrics: metrics.clone(),
                rate,
            }
        };
        self.send(id.device, command)?;
        if let Some(group) = self.groups.get_mut(&id) {
            group.phase = if metrics.is_empty() {
                Phase::Off
            } else {
                Phase::Starting
            };
            group.wanted = metrics;
        }
        Ok(())
    }

    pub(crate) fn send(&self, device: DeviceId, command: Command) -> Result<(), Reason> {
        let sampler = self
            .samplers
            .get(&device)
            .ok_or_else(|| Reason::new("the device's sampler could not be started"))?;
        sampler
            .send(command)
            .map_err(|error| Reason::new(error.to_string()))
    }

    pub(crate) fn add_sampler(&mut self, device: DeviceId, sampler: Sampler) {
        self.samplers.insert(device, sampler);
    }

    pub(crate) fn take_samplers(&mut self) -> BTreeMap<DeviceId, Sampler> {
        std::mem::take(&mut self.samplers)
    }

    pub(crate) fn note(&mut self, entry: LogEntry) {
        if self.log.len() == LOG_ENTRIES {
            self.log.pop_front();
        }
        self.log.push_back(entry);
    }
}
