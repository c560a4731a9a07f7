//! `watch`: values on the terminal or down a pipe as they are read.

mod csv_printer;
mod merge;
mod ndjson;
mod plan;
mod printer;
mod session;
mod stop;
mod table;
mod tally;
mod wanted;

use std::io::{self, IsTerminal as _, Write};
use std::time::Duration;

use crate::capture::Capture;
use crate::capture::state::{Phase, State};
use crate::cli::args::{Format, Sources, Watch};
use crate::cli::complain;
use crate::cli::connect;
use crate::cli::outcome::Outcome;
use crate::cli::watch::csv_printer::CsvPrinter;
use crate::cli::watch::ndjson::NdjsonPrinter;
use crate::cli::watch::plan::{Plan, Watched};
use crate::cli::watch::printer::Printer;
use crate::cli::watch::session::{Limits, Session};
use crate::cli::watch::stop::Stop;
use crate::cli::watch::table::TablePrinter;
use crate::cli::watch::wanted::Wanted;

/// Batches that may wait to be printed.
const QUEUE: usize = 1024;
/// How long drivers may take to start reading a group.
const PATIENCE: Duration = Duration::from_secs(10);

/// Prints what is asked for until the count, the time, Ctrl-C or the last group ends it.
///
/// # Errors
/// Nothing matches or can be read, or the output cannot be written.
pub(crate) fn run(
    watch: &Watch,
    sources: &Sources,
    out: &mut dyn Write,
) -> anyhow::Result<Outcome> {
    let capture = connect::start(sources, watch.pace)?;
    let request = wanted::find(&capture.lock(), &watch.choice)?;
    for (place, reason) in &request.unreadable {
        complain(&format!("{}: {reason}", place.path()));
    }
    let stop = Stop::on_signal()?;
    let tap = capture.tap(QUEUE);
    let limits = Limits {
        passes: watch.count,
        end: watch
            .duration
            .map(|duration| capture.now() + nanos(duration)),
    };
    let plan = enable(&capture, &request.groups)?;
    let mut printer = printer(watch, &plan.groups, &capture, out)?;
    let mut session = Session::new(&capture, &tap, &plan, limits);
    session.run(&mut *printer, &stop)?;
    printer.finish(&capture, capture.now())?;
    printer.flush()?;
    Ok(session.last_words())
}

/// Has `wanted` read, and says what of it is not.
fn enable(capture: &Capture, wanted: &[Wanted]) -> anyhow::Result<Plan> {
    for group in wanted {
        if let Err(reason) = capture.set_metrics(group.id, group.read.clone()) {
            complain(&format!("{}: {reason}", group.place.path()));
        }
    }
    let answered = |state: &State| {
        let phases = wanted
            .iter()
            .filter_map(|group| state.groups.get(&group.id));
        phases
            .into_iter()
            .all(|group| group.phase != Phase::Starting)
    };
    if !capture.wait_until(PATIENCE, answered) {
        tracing::warn!("not every group starts; going on without the others");
    }
    let plan = Plan::new(&capture.lock(), wanted);
    for (path, reason) in &plan.refused {
        complain(&format!("{path}: {reason}"));
    }
    if plan.groups.is_empty() {
        anyhow::bail!("no group that matches can be read");
    }
    Ok(plan)
}

fn printer<'a>(
    watch: &Watch,
    groups: &'a [Watched],
    capture: &Capture,
    out: &'a mut dyn Write,
) -> io::Result<Box<dyn Printer + 'a>> {
    let on_terminal = io::stdout().is_terminal();
    let usual = if on_terminal {
        Format::Table
    } else {
        Format::Csv
    };
    Ok(match watch.format.unwrap_or(usual) {
        Format::Table => Box::new(TablePrinter::new(groups, on_terminal, out)),
        Format::Csv => Box::new(CsvPrinter::new(groups, out)?),
        Format::Ndjson => {
            let began = capture.lock().began;
            Box::new(NdjsonPrinter::new(groups, began, out)?)
        }
    })
}

fn nanos(duration: Duration) -> i64 {
    i64::try_from(duration.as_nanos()).unwrap_or(i64::MAX)
}
