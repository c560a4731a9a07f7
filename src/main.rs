//! The zetscope binary: hands the window, where this build has one, to the command line.

use std::process::ExitCode;

use zetscope::cli;

#[cfg(feature = "gui")]
const WINDOW: Option<cli::Window> =
    Some(|drivers, options| zetscope::ui::run(drivers.ways(), options));
#[cfg(not(feature = "gui"))]
const WINDOW: Option<cli::Window> = None;

fn main() -> ExitCode {
    cli::main(WINDOW)
}
