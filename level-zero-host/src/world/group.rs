//! A metric group: its metrics, the memory it exports, and the source that fills it.
//!
//! Memory is created when it is first asked for, and filled at once, so that no client ever
//! sees bytes that nobody wrote. After that it is refreshed only while somebody has the group
//! active.

use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::world::clock::Clock;
use crate::world::content::{Content, Writer, lock};
use crate::world::device::Health;
use crate::world::fault::{Fault, Faults};
use crate::world::layout::Layout;
use crate::world::memory::Memory;
use crate::world::metric::Metric;
use crate::world::refresher::Refresher;
use crate::world::source::Source;

/// How a group hands its values out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Export {
    /// One memory holds the whole group, in the default layout.
    Whole,
    /// As `Whole`, where the first and the last metric are sequence words: both equal and even
    /// while the record is whole, the first one odd while it is being written.
    Sequenced,
    /// Every metric has a memory of its own, with its value at offset 0.
    PerMetric,
}

/// What a group is made from.
pub struct GroupSpec {
    /// Unique within its device.
    pub name: String,
    /// One sentence; the refresh rate is appended to it.
    pub description: String,
    /// How values are handed out.
    pub export: Export,
    /// Refreshes a second.
    pub rate_hz: u32,
    /// In the order in which they are listed and laid out.
    pub metrics: Vec<Metric>,
    /// Where values come from.
    pub source: Box<dyn Source>,
}

/// One metric group of a device.
pub struct Group {
    /// Unique within its device.
    pub name: String,
    /// One sentence, and how often the group is refreshed.
    pub description: String,
    /// Groups of one domain cannot be active together.
    pub domain: u32,
    /// How values are handed out.
    pub export: Export,
    /// In the order in which they are listed and laid out.
    pub metrics: Vec<Metric>,
    /// Refreshes a second.
    pub rate_hz: u32,
    /// What goes wrong here, on purpose.
    pub faults: Faults,
    layout: Layout,
    content: Arc<Content>,
    active: Mutex<Active>,
}

/// A descriptor and the number of bytes it is said to hold. Both may be lies, if scripted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exported {
    /// Stays the driver's.
    pub fd: i32,
    /// Bytes.
    pub size: usize,
}

#[derive(Default)]
struct Active {
    users: usize,
    refresher: Option<Refresher>,
}

/// What all groups of one device have in common.
pub(crate) struct Setting {
    pub(crate) clock: Arc<Clock>,
    pub(crate) health: Arc<Health>,
    pub(crate) faults: Faults,
    pub(crate) shared: Option<Arc<Memory>>,
}

impl Group {
    pub(crate) fn new(spec: GroupSpec, domain: u32, setting: &Setting) -> Self {
        let faults = setting.faults.of_group(&spec.name);
        let layout = Layout::of(spec.metrics.iter().map(|metric| metric.value_type));
        let writer = Writer {
            export: spec.export,
            offsets: layout.offsets.clone(),
            clock: Arc::clone(&setting.clock),
            health: Arc::clone(&setting.health),
            shrinks_after: faults.shrinks_after(),
        };
        let memories = setting.shared.iter().cloned().collect();
        Self {
            description: with_rate(&spec.description, spec.rate_hz),
            name: spec.name,
            domain,
            export: spec.export,
            metrics: spec.metrics,
            rate_hz: spec.rate_hz,
            faults,
            content: Arc::new(Content::new(writer, spec.source, memories)),
            layout,
            active: Mutex::default(),
        }
    }

    /// Where each metric lies in the group's memory.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The memory that holds the whole group.
    ///
    /// # Errors
    /// No memory could be made; or the group exports per metric, which is `InvalidInput`.
    pub fn exported(&self) -> io::Result<Exported> {
        if self.export == Export::PerMetric {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let memory = self.memory(0)?;
        Ok(self.as_scripted(&memory, self.layout.size))
    }

    /// The memory that holds metric number `index` alone.
    ///
    /// # Errors
    /// No memory could be made; or the metric has none of its own, which is `InvalidInput`.
    pub fn exported_metric(&self, index: usize) -> io::Result<Exported> {
        match self.metrics.get(index) {
            Some(metric) if self.export == Export::PerMetric => {
                let memory = self.memory(index)?;
                Ok(self.as_scripted(&memory, metric.value_type.size()))
            }
            _ => Err(io::ErrorKind::InvalidInput.into()),
        }
    }

    /// Makes the group active for one more user; the first one starts its refresher.
    ///
    /// # Errors
    /// The source or the memory could not be opened; the group is then as before.
    pub fn activate(&self) -> io::Result<()> {
        let mut active = lock(&self.active);
        if active.users == 0 {
            self.content.prepare(|| self.make_memories())?;
            self.content.start()?;
            active.refresher = self.refresher().inspect_err(|_| self.content.stop())?;
        }
        active.users += 1;
        Ok(())
    }

    /// Takes one user back; the last one stops the refresher.
    pub fn deactivate(&self) {
        let mut active = lock(&self.active);
        if active.users == 1 {
            active.refresher = None;
            self.content.stop();
        }
        active.users = active.users.saturating_sub(1);
    }

    /// Whether anybody has the group active.
    pub fn is_active(&self) -> bool {
        lock(&self.active).users > 0
    }

    /// Refreshes while somebody had the group active.
    pub fn refreshes(&self) -> u64 {
        self.content.refreshes()
    }

    /// Refreshes the group at once if it is active.
    pub(crate) fn refresh_if_active(&self) {
        if self.is_active() {
            self.content.refresh();
        }
    }

    fn refresher(&self) -> io::Result<Option<Refresher>> {
        if !self.content.is_driven_by_time() {
            return Ok(None);
        }
        let period = Duration::from_secs(1) / self.rate_hz.max(1);
        let content = Arc::clone(&self.content);
        // Linux shows 15 bytes of a thread's name.
        let name = format!("host {}", self.name).chars().take(15).collect();
        Refresher::start(name, period, move || content.refresh()).map(Some)
    }

    fn memory(&self, index: usize) -> io::Result<Arc<Memory>> {
        self.content.prepare(|| self.make_memories())?;
        let memory = self.content.memory(index);
        memory.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn make_memories(&self) -> io::Result<Vec<Arc<Memory>>> {
        let make = |name: &str, size| {
            if self.faults.has(&Fault::Unsealed) || self.faults.shrinks_after().is_some() {
                Memory::unsealed(name, size).map(Arc::new)
            } else {
                Memory::sealed(name, size).map(Arc::new)
            }
        };
        match self.export {
            Export::Whole | Export::Sequenced => Ok(vec![make(&self.name, self.layout().size)?]),
            Export::PerMetric => {
                let metrics = self.metrics.iter();
                metrics
                    .map(|metric| make(&metric.name, metric.value_type.size()))
                    .collect()
            }
        }
    }

    fn as_scripted(&self, memory: &Memory, size: usize) -> Exported {
        let fd = match () {
            () if self.faults.has(&Fault::FdZero) => 0,
            () if self.faults.has(&Fault::FdNegative) => -1,
            // Far above any limit on open files.
            () if self.faults.has(&Fault::FdClosed) => 0x3fff_fff0,
            () => memory.fd(),
        };
        let size = match () {
            () if self.faults.has(&Fault::SizeZero) => 0,
            () if self.faults.has(&Fault::SizeMismatch) => size.div_ceil(2),
            () if self.faults.has(&Fault::SizeBeyondFile) => memory.size() + (1 << 20),
            () => size,
        };
        Exported { fd, size }
    }
}

fn with_rate(description: &str, rate_hz: u32) -> String {
    match rate_hz {
        1 => format!("{description} Refreshed once a second."),
        _ => format!("{description} Refreshed {rate_hz} times a second."),
    }
}
