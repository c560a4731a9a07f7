//! Last values as a table: refreshed in place on a terminal, one table after another elsewhere.

use std::io::{self, Write};

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, ContentArrangement, Table};
use rustix::termios::tcgetwinsize;

use crate::capture::Capture;
use crate::capture::state::{Phase, State};
use crate::cli::watch::plan::{Column, Watched};
use crate::cli::watch::printer::{Pass, Printer};
use crate::model::catalog::View;
use crate::model::format::{self, Unit};
use crate::model::store::GroupStore;
use crate::model::time::{Time, TimeSpan};
use crate::model::value::Value;

/// Time between two tables on a terminal, and elsewhere.
const REFRESH_NANOS: (i64, i64) = (250_000_000, 1_000_000_000);
/// What a rate is taken over.
const RATE_NANOS: i64 = 1_000_000_000;

/// Draws tables.
pub(crate) struct TablePrinter<'a> {
    groups: &'a [Watched],
    on_terminal: bool,
    out: &'a mut dyn Write,
    due: Time,
    /// Lines of the table that is on the screen.
    drawn: usize,
}

impl<'a> TablePrinter<'a> {
    /// Draws nothing yet.
    pub(crate) fn new(groups: &'a [Watched], on_terminal: bool, out: &'a mut dyn Write) -> Self {
        Self {
            groups,
            on_terminal,
            out,
            due: Time(i64::MIN),
            drawn: 0,
        }
    }

    fn draw(&mut self, capture: &Capture, now: Time) -> io::Result<()> {
        let mut lines = {
            let state = capture.lock();
            lines(self.groups, &state, now)
        };
        if self.on_terminal {
            fit_screen(&mut lines);
            if self.drawn > 0 {
                write!(self.out, "\x1b[{}A", self.drawn)?;
            }
            for line in &lines {
                writeln!(self.out, "\r{line}\x1b[K")?;
            }
            write!(self.out, "\x1b[J")?;
            self.drawn = lines.len();
        } else {
            for line in &lines {
                writeln!(self.out, "{}", line.trim_end())?;
            }
            writeln!(self.out)?;
        }
        Ok(())
    }
}

impl Printer for TablePrinter<'_> {
    fn pass(&mut self, _pass: &Pass<'_>) -> io::Result<()> {
        Ok(())
    }

    fn tick(&mut self, capture: &Capture, now: Time) -> io::Result<()> {
        if now < self.due {
            return Ok(());
        }
        let (terminal, elsewhere) = REFRESH_NANOS;
        let first = self.due == Time(i64::MIN);
        self.due = now
            + if self.on_terminal {
                terminal
            } else {
                elsewhere
            };
        // The first table elsewhere waits until there is something in it.
        if first && !self.on_terminal {
            return Ok(());
        }
        self.draw(capture, now)
    }

    fn finish(&mut self, capture: &Capture, now: Time) -> io::Result<()> {
        self.draw(capture, now)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Leaves out what does not fit, and says so: a table taller than the screen cannot be refreshed.
fn fit_screen(lines: &mut Vec<String>) {
    let Ok(size) = tcgetwinsize(io::stdout()) else {
        return;
    };
    let (height, width) = (usize::from(size.ws_row), usize::from(size.ws_col));
    if height > 1 && lines.len() >= height {
        let hidden = lines.len() - (height - 2);
        lines.truncate(height - 2);
        lines.push(format!(
            "{hidden} more lines: choose with --metric, or use --format csv"
        ));
    }
    if width > 0 {
        for line in lines {
            *line = line.chars().take(width).collect();
        }
    }
}

/// A heading for each group and a line for each of its metrics, in columns over all groups.
fn lines(groups: &[Watched], state: &State, now: Time) -> Vec<String> {
    let mut table = Table::new();
    table
        .load_style(NOTHING)
        .set_content_arrangement(ContentArrangement::Disabled);
    for group in groups {
        for column in charted(group) {
            table.add_row(row(group, column, state, now));
        }
    }
    for index in 1..=2 {
        if let Some(column) = table.column_mut(index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    let mut rows = table.lines();
    let mut lines = Vec::new();
    for group in groups {
        lines.push(format!("{}  {}", group.place.path(), pace(group, state)));
        lines.extend(rows.by_ref().take(charted(group).count()));
    }
    lines
}

/// The columns worth a line.
fn charted(group: &Watched) -> impl Iterator<Item = &Column> {
    let columns = group.columns.iter();
    columns.filter(|column| column.metric.kind.is_charted())
}

/// Name, last value and rate; empty cells for what is not known.
fn row(group: &Watched, column: &Column, state: &State, now: Time) -> [String; 3] {
    let store = state.store.group(group.id);
    [
        format!("  {}", column.name),
        store.map_or_else(String::new, |store| last_value(store, column)),
        store.map_or_else(String::new, |store| rate(store, column, now)),
    ]
}

/// The achieved rate, or why there is none.
fn pace(group: &Watched, state: &State) -> String {
    let Some(sampling) = state.groups.get(&group.id) else {
        return String::new();
    };
    match (&sampling.phase, &sampling.status) {
        (Phase::Failed(reason), _) => reason.what.clone(),
        (_, Some(status)) => {
            let lost = status.missed + status.dropped + status.failed;
            let lost = match lost {
                0 => String::new(),
                lost => format!(", {lost} missing"),
            };
            format!("{:.1} of {}{lost}", status.achieved_hz, status.requested)
        }
        (_, None) => format!("asked for {}", sampling.rate),
    }
}

/// The value of the newest pass, not finite ones included; empty before the first.
fn last_value(store: &GroupStore, column: &Column) -> String {
    let rows = store.row_numbers();
    let metric = column.metric.index;
    let last = rows.end.checked_sub(1);
    let value = last.and_then(|row| store.value(metric, View::Raw, row));
    let unit = Unit::parse(&column.metric.unit);
    value.map_or_else(String::new, |value| match value {
        Value::Flag(flag) => flag.to_string(),
        value => format::value(value, &unit).to_string(),
    })
}

/// What a counter did over the last second, per second; empty where that is not known.
fn rate(store: &GroupStore, column: &Column, now: Time) -> String {
    let metric = &column.metric;
    if metric.kind.default_view() != View::Rate {
        return String::new();
    }
    let span = TimeSpan::new(now + -RATE_NANOS, now);
    let statistics = store.statistics(metric.index, View::Rate, span);
    let unit = Unit::parse(&metric.unit).of_view(View::Rate);
    let mean = statistics.mean;
    mean.map_or_else(String::new, |mean| format::number(mean, &unit).to_string())
}
