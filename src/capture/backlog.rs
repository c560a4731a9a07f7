//! What arrived while a view held the state.
//!
//! A frame may take long to lay out, and the queue from the samplers is short where many slow
//! groups each send a batch a pass. So the ingest thread never waits for a view: it takes in
//! what arrives here, and hands it on as soon as the state is free.

use std::collections::VecDeque;

use crate::capture::cost::Cost;
use crate::capture::live::Findings;
use crate::model::batch::Batch;
use crate::sampler::message::Event;

/// Bytes of passes that may wait before the thread waits for the state after all.
const MOST_BYTES: usize = 128 << 20;

/// Something to be told to the state.
pub(crate) enum Arrival {
    /// Passes.
    Batch(Batch),
    /// News from a sampler.
    Event(Event),
    /// What a discovery found.
    Findings(Findings),
    /// What this program cost of late.
    Cost(Cost),
}

/// Arrivals in their order.
#[derive(Default)]
pub(crate) struct Backlog {
    arrivals: VecDeque<Arrival>,
    bytes: usize,
}

impl Backlog {
    /// Takes something in behind everything else.
    pub(crate) fn push(&mut self, arrival: Arrival) {
        self.bytes += bytes(&arrival);
        self.arrivals.push_back(arrival);
    }

    /// Whether nothing waits.
    pub(crate) fn is_empty(&self) -> bool {
        self.arrivals.is_empty()
    }

    /// Whether so much waits that nothing more should be taken in.
    pub(crate) fn is_full(&self) -> bool {
        self.bytes >= MOST_BYTES
    }

    /// Everything that waits, oldest first; nothing does afterwards.
    pub(crate) fn take(&mut self) -> VecDeque<Arrival> {
        self.bytes = 0;
        std::mem::take(&mut self.arrivals)
    }
}

/// What an arrival takes, roughly; small things count too, so that none pile up for nothing.
fn bytes(arrival: &Arrival) -> usize {
    let passes = match arrival {
        Arrival::Batch(batch) => size_of_val(&*batch.slots) + size_of_val(&*batch.times),
        Arrival::Event(_) | Arrival::Findings(_) | Arrival::Cost(_) => 0,
    };
    size_of::<Arrival>() + passes
}
