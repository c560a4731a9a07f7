//! A device: its metric groups, and opening them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use level_zero_sys::zet_metric_group_handle_t;

use crate::driver::error::DriverError;
use crate::driver::groups::Group;
use crate::driver::judge::{Findings, judge};
use crate::driver::layout::Layout;
use crate::driver::list;
use crate::driver::memories::Memories;
use crate::driver::open_group::{Activation, OpenGroup};
use crate::driver::raw_device::RawDevice;
use crate::model::catalog::{Access, DeviceInfo, GroupInfo};
use crate::model::reason::Reason;

/// A device or sub-device, owned by the thread that reads it.
pub struct Device {
    info: DeviceInfo,
    raw: Arc<RawDevice>,
    /// Why no group of this device exports memory, where its driver says so.
    no_exports: Option<Reason>,
    groups: Vec<Group>,
    layouts: BTreeMap<u32, Layout>,
    memories: Memories,
}

const _: () = {
    const fn is_send<T: Send + 'static>() {}
    is_send::<Device>();
    is_send::<OpenGroup>();
};

impl Device {
    pub(super) fn new(
        info: DeviceInfo,
        raw: RawDevice,
        no_exports: Option<Reason>,
        forced: Option<Access>,
    ) -> Self {
        Self {
            info,
            raw: Arc::new(raw),
            no_exports,
            groups: Vec::new(),
            layouts: BTreeMap::new(),
            memories: Memories::new(forced),
        }
    }

    /// What the driver says of the device.
    pub fn info(&self) -> &DeviceInfo {
        &self.info
    }

    /// Lists the device's metric groups and judges how each can be read, or why it cannot.
    ///
    /// # Errors
    /// Why the device cannot list any.
    #[doc(alias = "zetMetricGroupGet")]
    pub fn groups(&mut self) -> Result<Vec<GroupInfo>, DriverError> {
        let handles = self.group_handles()?;
        if handles.is_empty() {
            return Err(Reason::new("the driver lists no metric groups for this device").into());
        }
        self.groups = (0..)
            .zip(handles)
            .map(|(index, handle)| {
                Group::describe(&self.raw, handle, index, self.no_exports.is_none())
            })
            .collect::<Result<_, _>>()?;
        let indices = 0..self.groups.len();
        indices.map(|index| self.judged(index)).collect()
    }

    /// From now on reads the memory of group `group` by `layout` instead of the default one.
    pub fn set_layout(&mut self, group: u32, layout: Layout) {
        self.layouts.insert(group, layout);
    }

    /// Activates group `index`, makes its memories readable and prepares to read `metrics`, as
    /// indices into the group's list. Metrics that cannot be read are left out, with reasons.
    ///
    /// # Errors
    /// Why nothing of the group can be read.
    #[doc(alias = "zetContextActivateMetricGroups")]
    pub fn open(&mut self, index: u32, metrics: &[u32]) -> Result<OpenGroup, DriverError> {
        if self.groups.is_empty() {
            self.groups()?;
        }
        let Some(group) = self.groups.get(index as usize) else {
            return Err(Reason::new(format!("the device has no metric group {index}")).into());
        };
        // Judged before, so that a group that cannot be read is not activated at all, and again
        // after, because what is exported may depend on the group being active.
        self.findings(group)?;
        let activation = self.activate(group)?;
        let findings = self.findings(group)?;
        let wanted: BTreeSet<u32> = metrics.iter().copied().collect();
        let readable = self.memories.open(&self.raw, findings, &wanted);
        OpenGroup::new(readable, activation)
    }

    fn group_handles(&self) -> Result<Vec<zet_metric_group_handle_t>, DriverError> {
        match self.ask_groups() {
            Err(DriverError::Refused(reason)) => match self.raw.enable_metrics() {
                Ok(()) => self.ask_groups(),
                Err(_) => Err(DriverError::Refused(reason)),
            },
            outcome => outcome,
        }
    }

    fn ask_groups(&self) -> Result<Vec<zet_metric_group_handle_t>, DriverError> {
        list::fetch("zetMetricGroupGet", |count, groups| {
            let device = self.raw.handle();
            // SAFETY: the device is alive; `fetch` hands over a count and room for as many.
            unsafe { (self.raw.api().metric.zetMetricGroupGet)(device, count, groups) }
        })
    }

    fn findings(&self, group: &Group) -> Result<Findings, DriverError> {
        if let Some(reason) = &self.no_exports {
            return Err(reason.clone().into());
        }
        judge(&self.raw, group, self.layouts.get(&group.info.index))
    }

    /// Describes group `index` together with how it can be read, which is tried.
    fn judged(&mut self, index: usize) -> Result<GroupInfo, DriverError> {
        let group = &self.groups[index];
        let mut info = group.info.clone();
        let findings = self.findings(group);
        match findings {
            Err(DriverError::DeviceLost(reason)) => return Err(DriverError::DeviceLost(reason)),
            Err(error) => info.reason = Some(error.into_reason()),
            Ok(findings) => {
                info.export_bytes = findings.bytes;
                let every = (0..info.metrics.len() as u32).collect();
                let readable = self.memories.open(&self.raw, findings, &every);
                info.access = readable.access();
                if info.access.is_none() {
                    info.reason = readable.refused.values().next().cloned();
                }
                for (metric, reason) in readable.refused {
                    info.metrics[metric as usize].reason.get_or_insert(reason);
                }
            }
        }
        Ok(info)
    }

    /// Activates `group`; where that fails beside a group of the same domain, says so.
    fn activate(&self, group: &Group) -> Result<Activation, DriverError> {
        let error = match Activation::begin(&self.raw, group.handle) {
            Err(DriverError::Refused(reason)) => reason,
            outcome => return outcome,
        };
        let active = self.raw.active();
        let rival = self.groups.iter().find(|other| {
            other.info.domain == group.info.domain
                && other.handle != group.handle
                && active.contains(&other.handle)
        });
        Err(DriverError::Refused(match rival {
            Some(rival) => Reason::new(format!(
                "only one group of domain {} can be read at a time, and {} is being read",
                group.info.domain, rival.info.name
            )),
            None => error,
        }))
    }
}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Device").field(&self.info.name).finish()
    }
}
