//! Metric groups and metrics as their driver describes them. What of them can be read is
//! decided in `judge`.

use level_zero_sys::{
    zet_metric_group_handle_t, zet_metric_group_sampling_type_flags_t as sampling_t,
    zet_metric_group_type_exp_flags_t as kinds_t, zet_metric_handle_t, zet_metric_properties_t,
    zet_metric_type_t,
};

use crate::driver::error::DriverError;
use crate::driver::raw_device::RawDevice;
use crate::driver::{convert, list, query, text};
use crate::model::catalog::{Flags, GroupInfo, MetricInfo};
use crate::model::reason::Reason;

/// A metric group and its handle.
pub(super) struct Group {
    pub(super) handle: zet_metric_group_handle_t,
    /// As described, not yet judged.
    pub(super) info: GroupInfo,
    /// Whether the group's type says that it exports memory.
    pub(super) exports: bool,
    pub(super) sampling: sampling_t,
    pub(super) metrics: Vec<Metric>,
}

/// A metric's handle.
pub(super) struct Metric {
    pub(super) handle: zet_metric_handle_t,
    /// Whether the metric's type says that it exports memory of its own.
    pub(super) exports: bool,
}

// SAFETY: Level Zero handles belong to no thread.
unsafe impl Send for Group {}

impl Group {
    /// Asks what group `index` and its metrics are; of what sort the group is only where
    /// `exports_memory` says that the driver can tell. A group that does not answer is described
    /// by the reason.
    ///
    /// # Errors
    /// [`DriverError::DeviceLost`], after which no other group will answer either.
    pub(super) fn describe(
        device: &RawDevice,
        handle: zet_metric_group_handle_t,
        index: u32,
        exports_memory: bool,
    ) -> Result<Self, DriverError> {
        match Self::ask(device, handle, index, exports_memory) {
            Err(DriverError::Refused(reason) | DriverError::Transient(reason)) => {
                Ok(Self::silent(handle, index, reason))
            }
            outcome => outcome,
        }
    }

    fn ask(
        device: &RawDevice,
        handle: zet_metric_group_handle_t,
        index: u32,
        exports_memory: bool,
    ) -> Result<Self, DriverError> {
        let (properties, kinds) = query::group_properties(device.api(), handle, exports_memory)?;
        let (metrics, infos) = metrics(device, handle)?;
        Ok(Self {
            handle,
            exports: kinds.contains(kinds_t::EXPORT_DMA_BUF),
            sampling: properties.samplingType,
            metrics,
            info: GroupInfo {
                index,
                name: text::name(&properties.name, || format!("(unnamed group {index})")),
                description: text::text(&properties.description),
                domain: properties.domain,
                sampling: convert::sampling(properties.samplingType),
                kinds: convert::group_kinds(kinds),
                export_bytes: None,
                access: None,
                reason: None,
                metrics: infos,
            },
        })
    }

    fn silent(handle: zet_metric_group_handle_t, index: u32, reason: Reason) -> Self {
        Self {
            handle,
            exports: false,
            sampling: sampling_t::empty(),
            metrics: Vec::new(),
            info: GroupInfo {
                index,
                name: format!("(unnamed group {index})"),
                description: String::new(),
                domain: 0,
                sampling: Flags::default(),
                kinds: Flags::default(),
                export_bytes: None,
                access: None,
                reason: Some(reason),
                metrics: Vec::new(),
            },
        }
    }
}

#[doc(alias = "zetMetricGet")]
fn metrics(
    device: &RawDevice,
    group: zet_metric_group_handle_t,
) -> Result<(Vec<Metric>, Vec<MetricInfo>), DriverError> {
    let handles = list::fetch("zetMetricGet", |count, metrics| {
        // SAFETY: the group's handle is alive; `fetch` hands over a count and room for as many.
        unsafe { (device.api().metric.zetMetricGet)(group, count, metrics) }
    })?;
    let described = (0..)
        .zip(handles)
        .map(|(index, handle)| metric(device, handle, index));
    Ok(described
        .collect::<Result<Vec<_>, _>>()?
        .into_iter()
        .unzip())
}

fn metric(
    device: &RawDevice,
    handle: zet_metric_handle_t,
    index: u32,
) -> Result<(Metric, MetricInfo), DriverError> {
    let (properties, reason) = match query::metric_properties(device.api(), handle) {
        Ok(properties) => (properties, None),
        Err(DriverError::DeviceLost(reason)) => return Err(DriverError::DeviceLost(reason)),
        Err(error) => (
            zet_metric_properties_t::default(),
            Some(error.into_reason()),
        ),
    };
    let mut info = convert::metric(&properties, index);
    if reason.is_some() {
        info.value_type = None;
        info.reason = reason;
    }
    let exports = properties.metricType == zet_metric_type_t::EXP_EXPORT_DMA_BUF;
    Ok((Metric { handle, exports }, info))
}
