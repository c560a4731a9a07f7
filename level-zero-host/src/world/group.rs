//! A metric group: its metrics, and the memory or the reports through which it hands out values.
//!
//! Memory is created when it is first asked for, and filled at once, so that no client ever
//! sees bytes that nobody wrote. After that it is refreshed only while somebody has the group
//! active. Reports are taken only while somebody has a streamer open.

use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::world::clock::Clock;
use crate::world::content::{Content, Writer, lock};
use crate::world::device::Health;
use crate::world::device_clock::DeviceClock;
use crate::world::fault::{Fault, Faults};
use crate::world::layout::Layout;
use crate::world::memory::Memory;
use crate::world::metric::Metric;
use crate::world::refresher::Refresher;
use crate::world::source::Source;
use crate::world::stream::{self, Format, Notify, OpenError, Reports, Stream, Streamer, Terms};
use crate::world::value::Value;

/// How a group hands its values out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// As memory that clients map.
    Memory {
        /// What lies in which memory.
        export: Export,
        /// Refreshes a second.
        rate_hz: u32,
    },
    /// As reports, at a fixed period.
    Reports {
        /// Nanoseconds between two reports at least; longer periods are this one doubled.
        shortest_ns: u32,
        /// Values of each metric in a report, as from several sub-devices. The source gives
        /// those of one set after those of another.
        sets: usize,
        /// Whether a report belongs to the address in its first metric, over which calculation
        /// sums.
        by_address: bool,
    },
    /// Around commands, by queries. Such a group is listed, and hands out nothing.
    Queries,
}

/// What lies in which memory.
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
    /// One sentence; the refresh rate is appended to it where there is one.
    pub description: String,
    /// How values are handed out.
    pub delivery: Delivery,
    /// In the order in which they are listed and laid out.
    pub metrics: Vec<Metric>,
    /// Where values come from.
    pub source: Box<dyn Source>,
}

/// One metric group of a device.
pub struct Group {
    /// Unique within its device.
    pub name: String,
    /// One sentence, and how often the group is refreshed where it is.
    pub description: String,
    /// Groups of one domain cannot be active together.
    pub domain: u32,
    /// How values are handed out.
    pub delivery: Delivery,
    /// In the order in which they are listed and laid out.
    pub metrics: Vec<Metric>,
    /// What goes wrong here, on purpose.
    pub faults: Faults,
    layout: Layout,
    supply: Supply,
    active: Mutex<Active>,
}

/// Where a group's values come from.
enum Supply {
    Memory(Arc<Content>),
    Reports(Arc<Stream>),
    Nothing,
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
    pub(crate) device_clock: Arc<DeviceClock>,
    pub(crate) health: Arc<Health>,
    pub(crate) faults: Faults,
    pub(crate) shared: Option<Arc<Memory>>,
}

impl Group {
    pub(crate) fn new(spec: GroupSpec, domain: u32, setting: &Setting) -> Self {
        let faults = setting.faults.of_group(&spec.name);
        let layout = Layout::of(spec.metrics.iter().map(|metric| metric.value_type));
        let supply = match spec.delivery {
            Delivery::Memory { export, .. } => {
                let writer = Writer {
                    export,
                    offsets: layout.offsets.clone(),
                    clock: Arc::clone(&setting.clock),
                    health: Arc::clone(&setting.health),
                    shrinks_after: faults.number(Fault::ShrinksAfter),
                };
                let memories = setting.shared.iter().cloned().collect();
                Supply::Memory(Arc::new(Content::new(writer, spec.source, memories)))
            }
            Delivery::Reports {
                shortest_ns, sets, ..
            } => Supply::Reports(Arc::new(Stream::new(
                spec.source,
                Format::new(&spec.metrics, sets),
                shortest_ns,
                faults.clone(),
                Arc::clone(&setting.device_clock),
                Arc::clone(&setting.health),
            ))),
            Delivery::Queries => Supply::Nothing,
        };
        Self {
            description: with_rate(&spec.description, spec.delivery),
            name: spec.name,
            domain,
            delivery: spec.delivery,
            metrics: spec.metrics,
            faults,
            supply,
            layout,
            active: Mutex::default(),
        }
    }

    /// What lies in which memory, if the group exports any.
    pub const fn export(&self) -> Option<Export> {
        match self.delivery {
            Delivery::Memory { export, .. } => Some(export),
            Delivery::Reports { .. } | Delivery::Queries => None,
        }
    }

    /// Where each metric lies in the group's memory.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The memory that holds the whole group.
    ///
    /// # Errors
    /// No memory could be made; or the group has none of its own, which is `InvalidInput`.
    pub fn exported(&self) -> io::Result<Exported> {
        match self.export() {
            Some(Export::Whole | Export::Sequenced) => {
                let memory = self.memory(0)?;
                Ok(self.as_scripted(&memory, self.layout.size))
            }
            Some(Export::PerMetric) | None => Err(io::ErrorKind::InvalidInput.into()),
        }
    }

    /// The memory that holds metric number `index` alone.
    ///
    /// # Errors
    /// No memory could be made; or the metric has none of its own, which is `InvalidInput`.
    pub fn exported_metric(&self, index: usize) -> io::Result<Exported> {
        match self.metrics.get(index) {
            Some(metric) if self.export() == Some(Export::PerMetric) => {
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
        if let (0, Supply::Memory(content)) = (active.users, &self.supply) {
            content.prepare(|| self.make_memories())?;
            content.start()?;
            active.refresher = self.refresher(content).inspect_err(|_| content.stop())?;
        }
        active.users += 1;
        Ok(())
    }

    /// Takes one user back; the last one stops the refresher.
    pub fn deactivate(&self) {
        let mut active = lock(&self.active);
        if let (1, Supply::Memory(content)) = (active.users, &self.supply) {
            active.refresher = None;
            content.stop();
        }
        active.users = active.users.saturating_sub(1);
    }

    /// Whether anybody has the group active.
    pub fn is_active(&self) -> bool {
        self.users() > 0
    }

    /// How many have the group active.
    pub(crate) fn users(&self) -> usize {
        lock(&self.active).users
    }

    /// Refreshes while somebody had the group active.
    pub fn refreshes(&self) -> u64 {
        match &self.supply {
            Supply::Memory(content) => content.refreshes(),
            Supply::Reports(_) | Supply::Nothing => 0,
        }
    }

    /// Opens the group's one streamer, and has `notify` called when enough reports wait.
    ///
    /// # Errors
    /// Another streamer is open, or the script says so; a group without reports answers
    /// `Unknown`.
    pub fn stream(&self, asked: Terms, notify: Option<Notify>) -> Result<Streamer, OpenError> {
        match &self.supply {
            Supply::Reports(stream) => stream.open(self.thread_name(), asked, notify),
            Supply::Memory(_) | Supply::Nothing => Err(OpenError::Unknown),
        }
    }

    /// Whether a streamer is open.
    pub fn is_streamed(&self) -> bool {
        matches!(&self.supply, Supply::Reports(stream) if stream.is_open())
    }

    /// What became of the group's reports so far.
    pub fn reports(&self) -> Reports {
        match &self.supply {
            Supply::Reports(stream) => stream.reports(),
            Supply::Memory(_) | Supply::Nothing => Reports::default(),
        }
    }

    /// Bytes of one raw report; 0 for a group without.
    pub fn report_size(&self) -> usize {
        match &self.supply {
            Supply::Reports(stream) => stream.format.size(),
            Supply::Memory(_) | Supply::Nothing => 0,
        }
    }

    /// The values of raw reports, set by set. Those of a set follow in the order of reports and
    /// then of metrics, or one row for each address where reports belong to one.
    ///
    /// # Errors
    /// `InvalidInput`: the group has no reports, or these are not whole.
    pub fn calculate(&self, raw: &[u8]) -> io::Result<Vec<Vec<Value>>> {
        let Supply::Reports(stream) = &self.supply else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        let mut sets = stream.format.read(raw)?;
        if let Delivery::Reports {
            by_address: true, ..
        } = self.delivery
        {
            for values in &mut sets {
                *values = stream::summed(values, self.metrics.len());
            }
        }
        Ok(sets)
    }

    /// Refreshes the group at once if it is active, and takes the reports that are due.
    pub(crate) fn refresh_if_active(&self) {
        match &self.supply {
            Supply::Memory(content) if self.is_active() => content.refresh(),
            Supply::Reports(stream) => stream.take_due(),
            Supply::Memory(_) | Supply::Nothing => {}
        }
    }

    fn refresher(&self, content: &Arc<Content>) -> io::Result<Option<Refresher>> {
        let Delivery::Memory { rate_hz, .. } = self.delivery else {
            return Ok(None);
        };
        if !content.is_driven_by_time() {
            return Ok(None);
        }
        let period = Duration::from_secs(1) / rate_hz.max(1);
        let content = Arc::clone(content);
        Refresher::start(self.thread_name(), period, move || content.refresh()).map(Some)
    }

    /// Linux shows 15 bytes of a thread's name.
    fn thread_name(&self) -> String {
        format!("host {}", self.name).chars().take(15).collect()
    }

    fn memory(&self, index: usize) -> io::Result<Arc<Memory>> {
        let Supply::Memory(content) = &self.supply else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        content.prepare(|| self.make_memories())?;
        let memory = content.memory(index);
        memory.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn make_memories(&self) -> io::Result<Vec<Arc<Memory>>> {
        let make = |name: &str, size| {
            if self.faults.has(&Fault::Unsealed)
                || self.faults.number(Fault::ShrinksAfter).is_some()
            {
                Memory::unsealed(name, size).map(Arc::new)
            } else {
                Memory::sealed(name, size).map(Arc::new)
            }
        };
        match self.export() {
            None => Ok(Vec::new()),
            Some(Export::Whole | Export::Sequenced) => {
                Ok(vec![make(&self.name, self.layout().size)?])
            }
            Some(Export::PerMetric) => {
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

fn with_rate(description: &str, delivery: Delivery) -> String {
    match delivery {
        Delivery::Memory { rate_hz: 1, .. } => format!("{description} Refreshed once a second."),
        Delivery::Memory { rate_hz, .. } => {
            format!("{description} Refreshed {rate_hz} times a second.")
        }
        Delivery::Reports { .. } | Delivery::Queries => description.to_owned(),
    }
}
