//! The command line's grammar, and nothing else: what the words mean is decided elsewhere.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use jiff::SignedDuration;

use crate::model::catalog::Access;
use crate::model::rate::SampleRate;

/// An oscilloscope for GPU counters: lists, samples and shows the metrics that Level Zero drivers
/// export.
///
/// Without a command it opens the window.
#[derive(Debug, Parser)]
#[command(name = "zetscope", version)]
pub(crate) struct CommandLine {
    #[command(flatten)]
    pub(crate) choice: Choice,
    #[command(flatten)]
    pub(crate) pace: Pace,
    /// Say more on standard error; three times for everything
    #[arg(short, long, action = clap::ArgAction::Count, global = true)]
    pub(crate) verbose: u8,
    #[command(flatten)]
    pub(crate) sources: Sources,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

/// What to do instead of opening the window.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List drivers, devices, metric groups and metrics
    List(List),
    /// Print values as they are read
    Watch(Watch),
    /// Say what this machine lacks, and how to fix it
    Doctor(Doctor),
}

/// Where to look for drivers, and how to read what they export.
#[derive(Args, Debug)]
#[command(next_help_heading = "Drivers")]
pub(crate) struct Sources {
    /// Drivers to use
    #[arg(long, value_name = "WHICH", default_value = "all", global = true)]
    pub(crate) driver: Which,
    /// Let the built-in driver offer simulated signals too
    #[arg(long, global = true)]
    pub(crate) patterns: bool,
    /// Level Zero loader to use instead of the system's
    #[arg(long, value_name = "PATH", global = true)]
    pub(crate) loader: Option<PathBuf>,
    /// Read exported memory in this way only
    #[arg(long, value_name = "HOW", value_parser = access, global = true)]
    pub(crate) access: Option<Access>,
}

/// Which drivers to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Which {
    /// Those of the system's Level Zero loader
    System,
    /// The built-in one, which shows this machine's own counters
    Host,
    /// Both
    All,
}

/// Which groups and metrics are meant.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Choice {
    /// Only groups whose name, or device/group, matches; may be repeated
    #[arg(long, value_name = "GLOB")]
    pub(crate) group: Vec<String>,
    /// Only metrics whose name, or device/group/metric, matches; may be repeated
    #[arg(long, value_name = "GLOB")]
    pub(crate) metric: Vec<String>,
}

/// How often to read.
#[derive(Args, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pace {
    /// Passes a second, such as 100 or 10kHz [default: 10]
    #[arg(long, value_name = "RATE")]
    pub(crate) rate: Option<SampleRate>,
}

/// Arguments of `list`.
#[derive(Args, Debug)]
pub(crate) struct List {
    #[command(flatten)]
    pub(crate) choice: Choice,
    /// Name each metric, not only how many there are
    #[arg(short, long)]
    pub(crate) metrics: bool,
    /// Print JSON, complete and documented in docs/json.md
    #[arg(long)]
    pub(crate) json: bool,
}

/// Arguments of `watch`.
#[derive(Args, Debug)]
pub(crate) struct Watch {
    #[command(flatten)]
    pub(crate) choice: Choice,
    #[command(flatten)]
    pub(crate) pace: Pace,
    /// How to print [default: table on a terminal, else csv]
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<Format>,
    /// End after this many passes, all groups together
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) count: Option<u64>,
    /// End after this time, such as 10s or 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) duration: Option<Duration>,
}

/// How `watch` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Last values, refreshed in place on a terminal
    Table,
    /// A header, then one row a pass; an empty cell where nothing was read
    Csv,
    /// One JSON object a line: passes, gaps and events
    Ndjson,
}

/// Arguments of `doctor`.
#[derive(Args, Debug)]
pub(crate) struct Doctor {
    /// Print JSON, complete and documented in docs/json.md
    #[arg(long)]
    pub(crate) json: bool,
}

fn access(text: &str) -> Result<Access, String> {
    let found = Access::ALL.into_iter().find(|access| access.name() == text);
    found.ok_or_else(|| {
        let names: Vec<_> = Access::ALL.iter().map(|access| access.name()).collect();
        format!("one of {} is meant", names.join(", "))
    })
}

/// Reads `10s`, `1h 30m`, `250ms`; a number alone is seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let seconds = text.parse::<f64>().ok();
    let duration = match seconds {
        Some(seconds) => Duration::try_from_secs_f64(seconds).ok(),
        None => text
            .parse::<SignedDuration>()
            .ok()
            .and_then(|duration| Duration::try_from(duration).ok()),
    };
    duration
        .filter(|duration| !duration.is_zero())
        .ok_or_else(|| "a time is a number with a unit, such as 500ms, 10s or 2m".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_grammar_is_sound() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn times_have_units_and_are_never_zero_or_negative() {
        for (text, nanos) in [
            ("10s", 10_000_000_000),
            ("2m", 120_000_000_000),
            ("1h 30m", 5_400_000_000_000),
            ("250ms", 250_000_000),
            ("0.5", 500_000_000),
        ] {
            assert_eq!(duration(text), Ok(Duration::from_nanos(nanos)), "{text}");
        }
        for text in ["", "0", "0s", "-5s", "-1", "NaN", "inf", "1e400", "soon"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn shared_words_may_stand_before_or_after_the_command() {
        for words in [
            ["zetscope", "--driver", "host", "list"],
            ["zetscope", "list", "--driver", "host"],
        ] {
            let line = CommandLine::try_parse_from(words).expect("valid");
            assert_eq!(line.sources.driver, Which::Host);
        }
    }

    #[test]
    fn rates_and_accesses_are_read_or_refused_with_a_hint() {
        let line = CommandLine::try_parse_from(["zetscope", "--rate", "10kHz", "--access", "copy"])
            .expect("valid");
        assert_eq!(line.pace.rate.map(SampleRate::hz), Some(10_000.0));
        assert_eq!(line.sources.access, Some(Access::Copy));
        let refused = CommandLine::try_parse_from(["zetscope", "--rate", "1MHz"]).unwrap_err();
        assert!(refused.to_string().contains("10kHz"), "{refused}");
    }
}
