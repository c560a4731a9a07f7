//! From the command line's words to a running capture.

use std::time::Duration;

use anyhow::Context as _;

use crate::capture::Capture;
use crate::capture::live::{DriverChoice, LiveOptions};
use crate::capture::selection;
use crate::capture::state::State;
use crate::cli::args::{Pace, Sources, Which};
use crate::model::rate::SampleRate;

/// How long drivers and devices may take to answer before the rest goes on without them.
const PATIENCE: Duration = Duration::from_secs(30);
/// What the values of a command may take: it prints them and looks back a second at most.
const BUDGET_BYTES: usize = 64 << 20;
/// The rate when none is asked for.
const DEFAULT_HZ: f64 = 10.0;

/// Where `sources` say to look.
pub(crate) fn drivers(sources: &Sources) -> DriverChoice {
    DriverChoice {
        system: sources.driver != Which::Host,
        host: sources.driver != Which::System,
        patterns: sources.patterns,
        loader: sources.loader.clone(),
        access: sources.access,
    }
}

/// The rate to read at.
pub(crate) fn rate(pace: Pace) -> SampleRate {
    pace.rate
        .or_else(|| SampleRate::from_hz(DEFAULT_HZ).ok())
        .unwrap_or(SampleRate::SLOWEST)
}

/// Starts a capture that samples nothing yet, and waits until every driver and device has
/// answered, or long enough.
///
/// # Errors
/// The system's error when no thread can be started.
pub(crate) fn start(sources: &Sources, pace: Pace) -> anyhow::Result<Capture> {
    let options = LiveOptions {
        selection: selection::nothing(),
        rate: rate(pace),
        budget_bytes: BUDGET_BYTES,
    };
    let capture = Capture::live(drivers(sources).ways(), options, Box::new(|| ()))
        .context("no thread can be started")?;
    if !capture.wait_until(PATIENCE, State::is_listed) {
        tracing::warn!("not every driver answers; going on without the others");
    }
    Ok(capture)
}
