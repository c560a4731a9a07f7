//! Passes as CSV, wide: a column for each metric, a row for each pass.
//!
//! A cell is empty where nothing was read. `NaN`, `inf` and `-inf` were read: they are what the
//! device holds. Numbers are written so that they read back to the same value.

use std::io::{self, Write};

use csv::{Terminator, Writer, WriterBuilder};

use crate::cli::watch::plan::{Column, Watched};
use crate::cli::watch::printer::{Pass, Printer};
use crate::model::value::Value;

/// Writes the header at once and rows as they come.
pub(crate) struct CsvPrinter<'a> {
    writer: Writer<&'a mut dyn Write>,
    /// The first column of each group, and the number of all columns.
    offsets: Vec<usize>,
    width: usize,
    cell: String,
}

impl<'a> CsvPrinter<'a> {
    /// Writes the header.
    ///
    /// # Errors
    /// What the output answers.
    pub(crate) fn new(groups: &[Watched], out: &'a mut dyn Write) -> io::Result<Self> {
        let mut writer = WriterBuilder::new()
            .terminator(Terminator::Any(b'\n'))
            .from_writer(out);
        let mut header = vec!["t_ns".to_owned()];
        let mut offsets = Vec::new();
        for group in groups {
            offsets.push(header.len());
            header.extend(group.columns.iter().map(|column| group.heading(column)));
        }
        writer.write_record(&header).map_err(io_error)?;
        Ok(Self {
            writer,
            offsets,
            width: header.len(),
            cell: String::new(),
        })
    }

    fn cell(&mut self, value: impl std::fmt::Display) -> io::Result<()> {
        use std::fmt::Write as _;

        self.cell.clear();
        write!(self.cell, "{value}").map_err(io::Error::other)?;
        self.writer.write_field(&self.cell).map_err(io_error)
    }

    fn empty_cells(&mut self, count: usize) -> io::Result<()> {
        for _ in 0..count {
            self.writer.write_field("").map_err(io_error)?;
        }
        Ok(())
    }

    fn value(&mut self, column: &Column, slots: &[u64]) -> io::Result<()> {
        match (column.metric.value_type, slots.get(column.slot)) {
            (Some(value_type), Some(slot)) => self.cell(Value::from_slot(value_type, *slot)),
            _ => self.empty_cells(1),
        }
    }
}

impl Printer for CsvPrinter<'_> {
    fn pass(&mut self, pass: &Pass<'_>) -> io::Result<()> {
        let (offset, columns) = (self.offsets[pass.group], &pass.watched.columns);
        self.cell(pass.time.0)?;
        self.empty_cells(offset - 1)?;
        for column in columns {
            self.value(column, pass.slots)?;
        }
        self.empty_cells(self.width - offset - columns.len())?;
        self.writer.write_record(None::<&[u8]>).map_err(io_error)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// The error of the output itself, so that a closed pipe is recognised.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
