//! How a command ended, and the exit status that tells a script.

use std::io;
use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Everything that was asked for is there.
    Done,
    /// Nothing useful came of it.
    Failed,
    /// The command line made no sense.
    Usage,
    /// It ended as asked, but data is missing: passes were dropped or a device was lost.
    Incomplete,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        Self::from(match outcome {
            Outcome::Done => 0,
            Outcome::Failed => 1,
            Outcome::Usage => 2,
            Outcome::Incomplete => 3,
        })
    }
}

/// Whether `error` says that whoever read our output has gone, which is a clean end.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    })
}

#[cfg(test)]
mod tests {
    use anyhow::Context as _;

    use super::*;

    #[test]
    fn a_closed_pipe_is_seen_through_its_context() {
        let broken: Result<(), _> = Err(io::Error::from(io::ErrorKind::BrokenPipe));
        let error = broken.context("printing").expect_err("it is an error");
        assert!(is_closed_pipe(&error));
        assert!(!is_closed_pipe(&anyhow::anyhow!("printing")));
    }
}
