//! The command line: what to do, how it ended.
//!
//! Results go to standard output, everything else to standard error. Nothing here ends the
//! process or panics on an argument: [`main`] alone turns an outcome into an exit status.

mod args;
mod choice;
mod connect;
mod doctor;
mod list;
mod names;
mod outcome;
mod watch;

use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::process::ExitCode;

use clap::Parser as _;
use clap::error::ErrorKind;
use tracing_subscriber::filter::EnvFilter;

use crate::capture;
use crate::capture::live::{DriverChoice, LiveOptions};
use crate::cli::args::{Choice, Command, CommandLine, Pace};
use crate::cli::choice::Patterned;
use crate::cli::outcome::{Outcome, is_closed_pipe};
use crate::model::store::Store;

/// Opens the window on a live capture and returns when it is closed.
pub type Window = fn(DriverChoice, LiveOptions) -> anyhow::Result<()>;

/// Runs the whole program. `window` is what opens when no command is given, where this build
/// has one.
pub fn main(window: Option<Window>) -> ExitCode {
    let prepared = capture::prepare_environment();
    let line = match CommandLine::try_parse().and_then(checked) {
        Ok(line) => line,
        Err(error) => return refuse(&error),
    };
    log_to_stderr(line.verbose);
    if !prepared {
        tracing::warn!("other threads came first: drivers may offer no metrics");
    }
    let outcome = run(&line, window).unwrap_or_else(|error| {
        if is_closed_pipe(&error) {
            return Outcome::Done;
        }
        complain(&format!("zetscope: {error:#}"));
        Outcome::Failed
    });
    outcome.into()
}

/// Refuses what the grammar cannot: the window's own words before a command they do not reach.
fn checked(line: CommandLine) -> Result<CommandLine, clap::Error> {
    let stray = line.choice != Choice::default() || line.pace != Pace::default();
    if line.command.is_some() && stray {
        let message = "--group, --metric and --rate belong after the command";
        return Err(clap::Error::raw(
            ErrorKind::ArgumentConflict,
            format!("{message}\n"),
        ));
    }
    Ok(line)
}

fn refuse(error: &clap::Error) -> ExitCode {
    // Help and version are printed this way too; when nobody reads them, so be it.
    if error.print().is_err() || !error.use_stderr() {
        return Outcome::Done.into();
    }
    Outcome::Usage.into()
}

fn run(line: &CommandLine, window: Option<Window>) -> anyhow::Result<Outcome> {
    let sources = &line.sources;
    let mut out = BufWriter::new(io::stdout().lock());
    let outcome = match &line.command {
        Some(Command::List(list)) => list::run(list, sources, &mut out),
        Some(Command::Watch(watch)) => watch::run(watch, sources, &mut out),
        Some(Command::Doctor(doctor)) => doctor::run(doctor, sources, &mut out),
        None => return open(line, window),
    }?;
    out.flush()?;
    Ok(outcome)
}

fn open(line: &CommandLine, window: Option<Window>) -> anyhow::Result<Outcome> {
    let Some(window) = window else {
        anyhow::bail!("this build has no window; `zetscope watch` shows values as they are read");
    };
    if let Some(reason) = doctor::no_display() {
        anyhow::bail!("{reason}");
    }
    let selection = if line.choice == Choice::default() {
        capture::selection::starter()
    } else {
        Patterned::new(&line.choice)?.selection()
    };
    let options = LiveOptions {
        selection,
        rate: connect::rate(line.pace),
        budget_bytes: Store::DEFAULT_BUDGET,
    };
    window(connect::drivers(&line.sources), options)?;
    Ok(Outcome::Done)
}

/// Logs what we say from warnings on, and what the toolkit says from errors on, unless more is
/// wanted or `RUST_LOG` decides.
fn log_to_stderr(verbose: u8) {
    let (ours, others) = match verbose {
        0 => ("warn", "error"),
        1 => ("info", "error"),
        2 => ("debug", "info"),
        _ => ("trace", "trace"),
    };
    let wanted = std::env::var("RUST_LOG");
    let wanted = wanted.unwrap_or_else(|_unset| format!("{others},zetscope={ours}"));
    let filter = EnvFilter::builder().parse_lossy(wanted);
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .with_target(false)
        .without_time()
        .init();
}

/// Says something on standard error; that nobody may be there to read it changes nothing.
fn complain(message: &str) {
    drop(writeln!(io::stderr(), "{message}"));
}
