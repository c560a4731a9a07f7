//! Going through a whole file once.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::model::catalog::GroupId;
use crate::model::value::ValueType;
use crate::recording::error::ReadError;
use crate::recording::event::Event;
use crate::recording::overview::{Builder, Overview};
use crate::recording::reader::Recording;
use crate::recording::reader::channels::Content;

/// What going through a whole file brings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// The file seen from far away.
    pub overview: Overview,
    /// Every event, in the order of the file.
    pub events: Vec<Event>,
    /// Passes of each group that can be read.
    pub passes: BTreeMap<GroupId, u64>,
}

/// See [`Recording::scan`].
pub(super) fn scan(
    recording: &Recording,
    progress: &mut dyn FnMut(u64) -> bool,
) -> Result<Scan, ReadError> {
    let types = types(recording);
    let mut builder = Builder::default();
    let mut scan = Scan::default();
    let mut passes = recording.read_all();
    passes.keep_events();
    while let Some(batch) = passes.next() {
        let batch = batch?;
        if let Some(types) = types.get(&(batch.group, Arc::clone(&batch.columns))) {
            builder.add(&batch, types);
        }
        *scan.passes.entry(batch.group).or_default() += batch.len() as u64;
        if !progress(passes.bytes_done()) {
            return Err(ReadError::Cancelled);
        }
    }
    scan.events = passes.drain_events();
    scan.overview = builder.overview();
    Ok(scan)
}

/// The types of the columns of every channel.
fn types(recording: &Recording) -> BTreeMap<(GroupId, Arc<[u32]>), Vec<ValueType>> {
    let channels = recording.channels.values();
    channels
        .filter_map(|channel| match &channel.content {
            Content::Passes {
                group,
                columns,
                types,
                ..
            } => Some(((*group, Arc::clone(columns)), types.clone())),
            Content::Events | Content::Unreadable => None,
        })
        .collect()
}
