//! The zetscope binary: hands the window, where this build has one, to the command line.

use std::process::ExitCode;

use zetscope::cli;

fn main() -> ExitCode {
    cli::main(None)
}
