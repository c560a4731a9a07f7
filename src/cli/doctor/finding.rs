//! What the doctor says: one finding a line, each with the one command that changes it.

use std::io::{self, Write};

use serde::Serialize;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    /// As it should be.
    Ok,
    /// Something is not there; the rest works without it.
    Warning,
    /// Something is there and cannot be used.
    Problem,
}

impl Status {
    fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Problem => "problem",
        }
    }
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Finding {
    /// What was looked at, in one word.
    pub(crate) topic: &'static str,
    /// How bad it is.
    pub(crate) status: Status,
    /// What was seen, without a full stop.
    pub(crate) what: String,
    /// The command that changes it, ready to copy.
    pub(crate) fix: Option<String>,
}

impl Finding {
    /// All is well.
    pub(crate) fn ok(topic: &'static str, what: impl Into<String>) -> Self {
        Self::new(topic, Status::Ok, what.into())
    }

    /// Something is not there.
    pub(crate) fn warning(topic: &'static str, what: impl Into<String>) -> Self {
        Self::new(topic, Status::Warning, what.into())
    }

    /// Something cannot be used.
    pub(crate) fn problem(topic: &'static str, what: impl Into<String>) -> Self {
        Self::new(topic, Status::Problem, what.into())
    }

    fn new(topic: &'static str, status: Status, what: String) -> Self {
        Self {
            topic,
            status,
            what,
            fix: None,
        }
    }

    /// The same with the command that changes it.
    #[must_use]
    pub(crate) fn with_fix(mut self, fix: impl Into<Option<String>>) -> Self {
        self.fix = fix.into();
        self
    }
}

/// The worst status among `findings`.
pub(crate) fn worst(findings: &[Finding]) -> Status {
    let statuses = findings.iter().map(|finding| finding.status);
    statuses.max().unwrap_or(Status::Ok)
}

/// Writes the findings for people, commands indented below what they fix.
pub(crate) fn write_text(findings: &[Finding], out: &mut dyn Write) -> io::Result<()> {
    for finding in findings {
        let status = finding.status.word();
        writeln!(out, "{status:<8} {:<8} {}", finding.topic, finding.what)?;
        if let Some(fix) = &finding.fix {
            writeln!(out, "{:<17} fix: {fix}", "")?;
        }
    }
    Ok(())
}
