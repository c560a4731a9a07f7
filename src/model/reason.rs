//! Why something is not there, and what the user can do about it.
//!
//! Every empty list, greyed-out group and ended stream carries one of these, so that no view
//! has to invent an explanation of its own.

use std::fmt;

/// A cause in one sentence, and where there is one the remedy.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reason {
    /// What was found, as a whole sentence without a trailing full stop.
    pub what: String,
    /// The command or step that changes it, ready to copy; `None` when there is none.
    pub fix: Option<String>,
}

impl Reason {
    /// A cause nobody can do anything about here.
    pub fn new(what: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            fix: None,
        }
    }

    /// The same cause with the step that changes it.
    #[must_use]
    pub fn with_fix(mut self, fix: impl Into<String>) -> Self {
        self.fix = Some(fix.into());
        self
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        match &self.fix {
            Some(fix) => write!(f, " (try: {fix})"),
            None => Ok(()),
        }
    }
}
