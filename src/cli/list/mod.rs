//! `list`: what is there, complete, with the reason for what cannot be read.

mod catalog;
mod json;
mod tree;

use std::io::Write;

use anyhow::bail;

use crate::cli::args::{Choice, List, Pace, Sources};
use crate::cli::choice::{self, Patterned};
use crate::cli::connect;
use crate::cli::list::catalog::Driver;
use crate::cli::list::tree::Tree;
use crate::cli::outcome::Outcome;

/// Lists what `sources` offer.
///
/// # Errors
/// A pattern that is none or matches nothing, no thread, or output that cannot be written.
pub(crate) fn run(list: &List, sources: &Sources, out: &mut dyn Write) -> anyhow::Result<Outcome> {
    let patterns = Patterned::new(&list.choice)?;
    let capture = connect::start(sources, Pace::default())?;
    let state = capture.lock();
    let drivers = catalog::drivers(&state, &patterns);
    if list.choice != Choice::default() && drivers.iter().all(Driver::is_bare) {
        bail!(choice::why_none(&state, &list.choice));
    }
    if list.json {
        json::write(&drivers, &state.problems, out)?;
    } else {
        let mut tree = Tree {
            out,
            metrics: list.metrics,
        };
        for driver in &drivers {
            tree.driver(driver)?;
        }
        for problem in &state.problems {
            tree.problem(problem)?;
        }
    }
    Ok(if state.is_listed() {
        Outcome::Done
    } else {
        Outcome::Incomplete
    })
}
