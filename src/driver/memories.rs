//! The memories of a device, each opened once however many groups and metrics export it.
//!
//! Only where a later export claims more bytes of a memory that is open is it opened again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Weak};

use crate::driver::descriptor::Identity;
use crate::driver::judge::{Findings, Part};
use crate::driver::layout::Layout;
use crate::driver::memory::{Export, Memory};
use crate::driver::plan::Plan;
use crate::driver::raw_device::RawDevice;
use crate::model::catalog::Access;
use crate::model::reason::Reason;

/// Memories that are open as long as somebody reads them.
pub(super) struct Memories {
    /// The only strategy that may be used, where one is asked for.
    forced: Option<Access>,
    open: BTreeMap<Identity, Weak<Memory>>,
}

/// What of a group is ready to be read.
pub(super) struct Readable {
    /// Each open memory and what lies in it of the metrics that were asked for.
    pub(super) parts: Vec<(Layout, Arc<Memory>)>,
    /// Why the other metrics that were asked for cannot be read.
    pub(super) refused: BTreeMap<u32, Reason>,
}

impl Memories {
    pub(super) fn new(forced: Option<Access>) -> Self {
        Self {
            forced,
            open: BTreeMap::new(),
        }
    }

    /// Opens the memories in which metrics of `wanted` lie.
    pub(super) fn open(
        &mut self,
        device: &Arc<RawDevice>,
        findings: Findings,
        wanted: &BTreeSet<u32>,
    ) -> Readable {
        let mut readable = Readable {
            parts: Vec::new(),
            refused: findings.refused,
        };
        readable.refused.retain(|metric, _| wanted.contains(metric));
        for mut part in findings.parts {
            part.layout
                .fields
                .retain(|field| wanted.contains(&field.metric));
            if part.layout.fields.is_empty() {
                continue;
            }
            match self.open_part(device, &part) {
                Ok(memory) => readable.parts.push((part.layout, memory)),
                Err(reason) => readable.refuse(&part.layout, &reason),
            }
        }
        readable.refuse_unknown(wanted);
        readable
    }

    fn open_part(&mut self, device: &Arc<RawDevice>, part: &Part) -> Result<Arc<Memory>, Reason> {
        Plan::check(&part.layout, part.export.size)?;
        let known = self.open.get(&part.export.identity).and_then(Weak::upgrade);
        match known {
            Some(memory) if memory.len() as u64 >= part.export.size => Ok(memory),
            _ => self.open_anew(device, &part.export),
        }
    }

    fn open_anew(
        &mut self,
        device: &Arc<RawDevice>,
        export: &Export,
    ) -> Result<Arc<Memory>, Reason> {
        let memory = Arc::new(Memory::open(device, export, self.forced)?);
        self.open.retain(|_, memory| memory.strong_count() > 0);
        self.open.insert(export.identity, Arc::downgrade(&memory));
        Ok(memory)
    }
}

impl Readable {
    /// The metrics that can be read, ascending.
    pub(super) fn columns(&self) -> Vec<u32> {
        let fields = self.parts.iter().flat_map(|(layout, _)| &layout.fields);
        let metrics: BTreeSet<u32> = fields.map(|field| field.metric).collect();
        metrics.into_iter().collect()
    }

    /// How the first memory is read; `None` where nothing can be.
    pub(super) fn access(&self) -> Option<Access> {
        self.parts.first().map(|(_, memory)| memory.access())
    }

    fn refuse(&mut self, layout: &Layout, reason: &Reason) {
        for field in &layout.fields {
            self.refused.insert(field.metric, reason.clone());
        }
    }

    fn refuse_unknown(&mut self, wanted: &BTreeSet<u32>) {
        let columns: BTreeSet<u32> = self.columns().into_iter().collect();
        for metric in wanted {
            if !columns.contains(metric) {
                let reason = || Reason::new(format!("the group has no metric {metric}"));
                self.refused.entry(*metric).or_insert_with(reason);
            }
        }
    }
}
