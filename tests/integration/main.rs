//! Tests across module boundaries, in one binary so that they link once.

mod architecture;
mod capture;
mod cli;
mod driver;
mod recording;
mod support;
#[cfg(feature = "gui")]
mod ui;
