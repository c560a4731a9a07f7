//! The one place that joins drivers to samplers.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Sender, bounded};

use crate::capture::selection::Selection;
use crate::capture::{Found, Shared};
use crate::driver::{self, Device, Discovery, DriverError, OpenGroup};
use crate::model::catalog::{Access, DeviceInfo, DriverInfo, GroupInfo};
use crate::model::rate::SampleRate;
use crate::model::reason::Reason;
use crate::sampler::source::{Enabled, Passes, Source, SourceError};

pub use crate::driver::{LoaderInfo, prepare_environment};

/// One way to drivers. Runs on a thread of its own: drivers take their time.
pub type Way = Box<dyn FnOnce() -> Discovery + Send>;

/// Where a live capture looks for drivers.
#[derive(Clone, Debug)]
pub struct DriverChoice {
    /// Through the system's Level Zero loader.
    pub system: bool,
    /// In this program itself.
    pub host: bool,
    /// Let the built-in driver offer its pattern generator too.
    pub patterns: bool,
    /// The loader to use instead of the system's.
    pub loader: Option<PathBuf>,
    /// Read exported memory this way only.
    pub access: Option<Access>,
}

impl DriverChoice {
    /// The ways to look, each independent of the others: a loader that hangs does not keep the
    /// built-in driver waiting.
    pub fn ways(&self) -> Vec<Way> {
        let ways = [(self.host, false), (false, self.system)];
        let chosen = ways.into_iter().filter(|(host, system)| *host || *system);
        chosen
            .map(|(host, system)| {
                let options = driver::Options {
                    system,
                    host,
                    patterns: self.patterns,
                    loader: self.loader.clone(),
                    access: self.access,
                };
                Box::new(move || driver::discover(&options)) as Way
            })
            .collect()
    }
}

/// How a live capture begins.
pub struct LiveOptions {
    /// What to sample from the start.
    pub selection: Selection,
    /// The rate groups start with.
    pub rate: SampleRate,
    /// How much memory the values may take, in bytes.
    pub budget_bytes: usize,
}

/// What one discovery found.
pub(crate) struct Findings {
    pub(crate) drivers: Vec<FoundDriver>,
    pub(crate) problems: Vec<Reason>,
    pub(crate) loader: Option<LoaderInfo>,
}

/// A driver and its devices, ready for their sampler threads.
pub(crate) struct FoundDriver {
    pub(crate) info: DriverInfo,
    pub(crate) devices: Vec<FoundDevice>,
}

/// A device, ready for its sampler thread.
pub(crate) struct FoundDevice {
    pub(crate) info: DeviceInfo,
    pub(crate) source: Box<dyn Source + Send>,
}

/// Starts a discovery thread for each way to drivers.
pub(crate) fn discover(ways: Vec<Way>, shared: &Arc<Shared>) -> io::Result<Found> {
    let (sender, found) = bounded(ways.len());
    for way in ways {
        let sender: Sender<Findings> = sender.clone();
        shared.lock().discovering += 1;
        thread::Builder::new()
            .name("discovery".to_owned())
            .spawn(move || {
                // Nobody listens any more when the capture has ended meanwhile.
                drop(sender.send(findings(way())));
            })?;
    }
    Ok(found)
}

fn findings(discovery: Discovery) -> Findings {
    let drivers = discovery.drivers.into_iter().map(|driver| FoundDriver {
        info: driver.info,
        devices: driver.devices.into_iter().map(found_device).collect(),
    });
    Findings {
        drivers: drivers.collect(),
        problems: discovery.problems,
        loader: discovery.loader,
    }
}

fn found_device(device: Device) -> FoundDevice {
    FoundDevice {
        info: device.info().clone(),
        source: Box::new(DeviceSource {
            open: BTreeMap::new(),
            device,
        }),
    }
}

/// A Level Zero device as a [`Source`]. Groups are declared before the device, so that they are
/// released first.
struct DeviceSource {
    open: BTreeMap<u32, OpenGroup>,
    device: Device,
}

impl Source for DeviceSource {
    fn enumerate(&mut self) -> Result<Vec<GroupInfo>, SourceError> {
        self.device.groups().map_err(source_error)
    }

    fn enable(&mut self, group: u32, metrics: &[u32]) -> Result<Enabled, SourceError> {
        self.open.remove(&group);
        let opened = self.device.open(group, metrics).map_err(source_error)?;
        let enabled = Enabled {
            columns: Arc::from(opened.columns()),
            refused: opened.refused().to_vec(),
            access: opened.access(),
        };
        self.open.insert(group, opened);
        Ok(enabled)
    }

    fn disable(&mut self, group: u32) -> Result<(), SourceError> {
        match self.open.remove(&group) {
            Some(opened) => opened.close().map_err(source_error),
            None => Ok(()),
        }
    }

    fn read(&mut self, group: u32, passes: &mut Passes<'_>) -> Result<(), SourceError> {
        let Some(opened) = self.open.get_mut(&group) else {
            return Err(SourceError::Refused(Reason::new("the group is not open")));
        };
        passes
            .take(|slots| opened.read(slots))
            .map_err(source_error)
    }
}

fn source_error(error: DriverError) -> SourceError {
    match error {
        DriverError::DeviceLost(reason) => SourceError::DeviceLost(reason),
        DriverError::Transient(reason) => SourceError::Transient(reason),
        DriverError::Refused(reason) => SourceError::Refused(reason),
    }
}
