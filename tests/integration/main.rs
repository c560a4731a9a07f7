//! Tests across module boundaries, in one binary so that they link once.

mod architecture;
mod capture;
mod driver;
mod support;
