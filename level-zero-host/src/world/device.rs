//! A device: who it is, its groups, and whether it is still there.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::world::clock::Clock;
use crate::world::content::lock;
use crate::world::device_clock::{Counting, DeviceClock};
use crate::world::fault::{Fault, Faults};
use crate::world::group::{Group, GroupSpec, Setting};
use crate::world::memory::Memory;

/// What kind of device it says it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceKind {
    /// The host's processors.
    Cpu,
    /// A graphics device.
    Gpu,
}

/// A counter this machine lacks, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Absent {
    /// Name of the group that is therefore not listed.
    pub group: &'static str,
    /// Why not, as one sentence.
    pub reason: String,
}

/// What a device is made from.
pub(crate) struct DeviceSpec {
    pub(crate) name: String,
    pub(crate) kind: DeviceKind,
    pub(crate) uuid: [u8; 16],
    pub(crate) counting: Counting,
    /// Each group with its domain.
    pub(crate) groups: Vec<(u32, GroupSpec)>,
    pub(crate) tiles: Vec<DeviceSpec>,
    pub(crate) absent: Vec<Absent>,
}

/// One device of a world.
pub struct Device {
    /// Shown to users.
    pub name: String,
    /// What kind of device it says it is.
    pub kind: DeviceKind,
    /// The same on every start of the same machine.
    pub uuid: [u8; 16],
    /// By which it stamps its reports.
    pub clock: Arc<DeviceClock>,
    /// In the order in which they are listed.
    pub groups: Vec<Arc<Group>>,
    /// Parts of this device with groups of their own. They are lost and found with it.
    pub tiles: Vec<Arc<Device>>,
    /// Groups that are not listed because the machine lacks them.
    pub absent: Vec<Absent>,
    /// What goes wrong here, on purpose.
    pub faults: Faults,
    health: Arc<Health>,
    metrics_enabled: Arc<AtomicBool>,
    activation: Mutex<()>,
}

/// Whether a device still answers.
pub(crate) struct Health {
    lost: AtomicBool,
    refreshes: AtomicU64,
    lost_after: Option<u64>,
}

impl Device {
    pub(crate) fn new(spec: DeviceSpec, clock: &Arc<Clock>, faults: Faults) -> Self {
        let health = Arc::new(Health {
            lost: AtomicBool::new(false),
            refreshes: AtomicU64::new(0),
            lost_after: faults.number(Fault::LostAfter),
        });
        let enabled = Arc::new(AtomicBool::new(starts_enabled(&faults)));
        let setting = Setting {
            clock: Arc::clone(clock),
            device_clock: Arc::new(DeviceClock::new(clock, spec.counting)),
            health,
            shared: shared_memory(&faults),
            faults,
        };
        Self::part(spec, &setting, &enabled)
    }

    /// A device or tile; all parts of a device share a setting.
    fn part(spec: DeviceSpec, setting: &Setting, metrics_enabled: &Arc<AtomicBool>) -> Self {
        let groups = spec.groups.into_iter();
        let tiles = spec.tiles.into_iter();
        Self {
            name: spec.name,
            kind: spec.kind,
            uuid: spec.uuid,
            clock: Arc::clone(&setting.device_clock),
            groups: groups
                .map(|(domain, group)| Arc::new(Group::new(group, domain, setting)))
                .collect(),
            tiles: tiles
                .map(|tile| Arc::new(Self::part(tile, setting, metrics_enabled)))
                .collect(),
            absent: spec.absent,
            metrics_enabled: Arc::clone(metrics_enabled),
            faults: setting.faults.clone(),
            health: Arc::clone(&setting.health),
            activation: Mutex::default(),
        }
    }

    /// Held by whoever changes which groups are active.
    pub(crate) fn activation(&self) -> MutexGuard<'_, ()> {
        lock(&self.activation)
    }

    /// The other groups of a group's domain.
    pub(crate) fn rivals(&self, group: &Arc<Group>) -> impl Iterator<Item = &Arc<Group>> {
        let groups = self.groups.iter();
        groups.filter(move |other| other.domain == group.domain && !Arc::ptr_eq(other, group))
    }

    /// Refreshes every active group once, those of tiles included.
    pub(crate) fn refresh(&self) {
        for group in &self.groups {
            group.refresh_if_active();
        }
        self.tiles.iter().for_each(|tile| tile.refresh());
    }

    /// Whether the device is lost: calls on it fail and its memory stands still.
    pub fn is_lost(&self) -> bool {
        self.health.is_lost()
    }

    /// Loses the device, or brings it back.
    pub fn set_lost(&self, lost: bool) {
        self.health.lost.store(lost, Ordering::Release);
    }

    /// Whether groups are listed at all.
    pub fn metrics_enabled(&self) -> bool {
        self.metrics_enabled.load(Ordering::Acquire)
    }

    /// Switches metrics on, or off again where they were off from the start.
    pub fn enable_metrics(&self, enabled: bool) {
        let always = !self.faults.has(&Fault::MetricsDisabled);
        self.metrics_enabled
            .store(enabled || always, Ordering::Release);
    }
}

impl Health {
    pub(crate) fn is_lost(&self) -> bool {
        self.lost.load(Ordering::Acquire)
    }

    pub(crate) fn count_refresh(&self) {
        let refreshes = self.refreshes.fetch_add(1, Ordering::AcqRel) + 1;
        if self.lost_after == Some(refreshes) {
            self.lost.store(true, Ordering::Release);
        }
    }
}

/// Whether metrics are on without being switched on, which the environment can do as well.
fn starts_enabled(faults: &Faults) -> bool {
    let variable = std::env::var_os("ZET_ENABLE_METRICS");
    !faults.has(&Fault::MetricsDisabled) || variable.is_some_and(|value| value == "1")
}

/// One memory for every group, large enough for the largest, where the script asks for it.
fn shared_memory(faults: &Faults) -> Option<Arc<Memory>> {
    const SIZE: usize = 64 << 10;
    faults
        .has(&Fault::SharedFd)
        .then(|| Memory::sealed("shared", SIZE).map(Arc::new).ok())
        .flatten()
}
