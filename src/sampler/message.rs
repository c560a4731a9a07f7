//! What is said between the sampler threads and the rest of the program.

use std::sync::Arc;

use crossbeam_channel::Sender;

use crate::model::batch::Batch;
use crate::model::catalog::{Access, DeviceId, GroupId, GroupInfo};
use crate::model::rate::SampleRate;
use crate::model::reason::Reason;
use crate::model::time::Time;

/// An order to a sampler thread.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Read these metrics of the group, and no others of it, at this rate.
    Enable {
        /// The group's index on the device.
        group: u32,
        /// Ascending metric indices; not empty.
        metrics: Vec<u32>,
        /// How often.
        rate: SampleRate,
    },
    /// Stop reading the group and release it.
    Disable {
        /// The group's index on the device.
        group: u32,
    },
    /// Read the group at another rate from now on.
    SetRate {
        /// The group's index on the device.
        group: u32,
        /// How often.
        rate: SampleRate,
    },
    /// List the metric groups again.
    Enumerate,
}

/// The two ways up, shared by all sampler threads of a session.
#[derive(Clone, Debug)]
pub struct Outputs {
    /// Passes. When it is full, batches are dropped and counted.
    pub batches: Sender<Batch>,
    /// News about devices and groups. When it is full, the thread keeps them and takes no
    /// further commands until they are delivered.
    pub events: Sender<Event>,
}

/// News from a sampler thread.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Who says so.
    pub device: DeviceId,
    /// When.
    pub time: Time,
    /// What.
    pub news: News,
}

/// What can happen to a device and its groups.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// The metric groups the device offers.
    Catalog(Vec<GroupInfo>),
    /// The device cannot list its metric groups.
    NoCatalog(Reason),
    /// A group is being read from now on, or with other metrics than before.
    Enabled(GroupEnabled),
    /// A group is no longer read: on request without a reason, else with one.
    Disabled {
        /// The group.
        group: GroupId,
        /// Why, when nobody asked for it.
        reason: Option<Reason>,
    },
    /// The device is lost; each of its groups was disabled.
    DeviceLost(Reason),
    /// How sampling went since the report before.
    Status(SamplerStatus),
}

/// What was granted to a request to read a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupEnabled {
    /// The group.
    pub group: GroupId,
    /// The metrics read in each pass, ascending.
    pub columns: Arc<[u32]>,
    /// The metrics that cannot be read, with reasons.
    pub refused: Vec<(u32, Reason)>,
    /// How the memory is read.
    pub access: Access,
    /// The rate in force.
    pub rate: SampleRate,
}

/// How one sampler thread is doing.
#[derive(Clone, Debug, PartialEq)]
pub struct SamplerStatus {
    /// Share of one CPU core the thread used since the report before, 0 to 1.
    pub cpu_share: f64,
    /// Each group that is being read.
    pub groups: Vec<GroupStatus>,
}

/// How the sampling of one group is going. Counts run since the group was enabled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupStatus {
    /// The group.
    pub group: GroupId,
    /// The rate asked for.
    pub requested: SampleRate,
    /// Passes a second since the report before.
    pub achieved_hz: f64,
    /// Mean time from a deadline to the pass that serves it, in nanoseconds.
    pub lateness_mean_nanos: f64,
    /// Largest such time since the report before, in nanoseconds.
    pub lateness_max_nanos: i64,
    /// Standard deviation of that time, the jitter, in nanoseconds.
    pub jitter_nanos: f64,
    /// Mean duration of a pass since the report before, in nanoseconds.
    pub pass_nanos: f64,
    /// Passes read.
    pub passes: u64,
    /// Deadlines that went by without a pass.
    pub missed: u64,
    /// Passes read and then lost because the queue was full.
    pub dropped: u64,
    /// Reads that failed.
    pub failed: u64,
    /// Passes whose record moved while it was read.
    pub torn: u64,
}
