//! Every row the declaring macros recorded, gathered by hand; a test counts the hands.

use super::{Constant, Enum, Function, Struct, Table};
use crate::{core, ddi, loader, metrics, result, sysman};

pub(super) const CONSTANTS: &[&[Constant]] = &[
    core::device::CONSTANTS,
    core::driver::CONSTANTS,
    loader::CONSTANTS,
    metrics::calculate::CONSTANTS,
    metrics::group::CONSTANTS,
    metrics::tracer::CONSTANTS,
    sysman::device::CONSTANTS,
    sysman::driver::CONSTANTS,
    sysman::engine::CONSTANTS,
    sysman::fan::CONSTANTS,
    sysman::power::CONSTANTS,
    sysman::ras::CONSTANTS,
];

pub(super) const ENUMS: &[&[Enum]] = &[
    core::command::ENUMS,
    core::device::ENUMS,
    core::driver::ENUMS,
    core::memory::ENUMS,
    core::structure_type::ENUMS,
    metrics::calculate::ENUMS,
    metrics::group::ENUMS,
    metrics::query::ENUMS,
    metrics::structure_type::ENUMS,
    metrics::value::ENUMS,
    result::ENUMS,
    sysman::device::ENUMS,
    sysman::engine::ENUMS,
    sysman::fan::ENUMS,
    sysman::frequency::ENUMS,
    sysman::memory::ENUMS,
    sysman::pci::ENUMS,
    sysman::power::ENUMS,
    sysman::psu::ENUMS,
    sysman::ras::ENUMS,
    sysman::standby::ENUMS,
    sysman::structure_type::ENUMS,
    sysman::temperature::ENUMS,
];

pub(super) const FLAGS: &[&[Enum]] = &[
    core::command::FLAGS,
    core::context::FLAGS,
    core::device::FLAGS,
    core::driver::FLAGS,
    core::event::FLAGS,
    core::memory::FLAGS,
    metrics::group::FLAGS,
    sysman::device::FLAGS,
    sysman::driver::FLAGS,
    sysman::frequency::FLAGS,
    sysman::pci::FLAGS,
];

pub(super) const STRUCTS: &[&[Struct]] = &[
    core::command::STRUCTS,
    core::context::STRUCTS,
    core::device::STRUCTS,
    core::driver::STRUCTS,
    core::event::STRUCTS,
    core::memory::STRUCTS,
    loader::STRUCTS,
    metrics::calculate::STRUCTS,
    metrics::group::STRUCTS,
    metrics::query::STRUCTS,
    metrics::streamer::STRUCTS,
    metrics::tracer::STRUCTS,
    metrics::value::STRUCTS,
    sysman::device::STRUCTS,
    sysman::driver::STRUCTS,
    sysman::engine::STRUCTS,
    sysman::fan::STRUCTS,
    sysman::frequency::STRUCTS,
    sysman::memory::STRUCTS,
    sysman::pci::STRUCTS,
    sysman::power::STRUCTS,
    sysman::psu::STRUCTS,
    sysman::ras::STRUCTS,
    sysman::standby::STRUCTS,
    sysman::temperature::STRUCTS,
];

pub(super) const UNIONS: &[&[Struct]] = &[metrics::value::UNIONS];

pub(super) const FUNCTIONS: &[&[Function]] = &[
    core::command::FUNCTIONS,
    core::context::FUNCTIONS,
    core::device::FUNCTIONS,
    core::driver::FUNCTIONS,
    core::event::FUNCTIONS,
    core::memory::FUNCTIONS,
    loader::FUNCTIONS,
    metrics::calculate::FUNCTIONS,
    metrics::group::FUNCTIONS,
    metrics::query::FUNCTIONS,
    metrics::streamer::FUNCTIONS,
    metrics::tracer::FUNCTIONS,
    sysman::device::FUNCTIONS,
    sysman::driver::FUNCTIONS,
    sysman::engine::FUNCTIONS,
    sysman::fan::FUNCTIONS,
    sysman::frequency::FUNCTIONS,
    sysman::memory::FUNCTIONS,
    sysman::pci::FUNCTIONS,
    sysman::power::FUNCTIONS,
    sysman::psu::FUNCTIONS,
    sysman::ras::FUNCTIONS,
    sysman::standby::FUNCTIONS,
    sysman::temperature::FUNCTIONS,
];

pub(super) const TABLES: &[&[Table]] =
    &[ddi::core::TABLES, ddi::metrics::TABLES, ddi::sysman::TABLES];

#[test]
fn no_declaration_is_missing_here() {
    let gathered = [
        ("constants", CONSTANTS.len()),
        ("enums", ENUMS.len()),
        ("flags", FLAGS.len()),
        ("structs", STRUCTS.len()),
        ("unions", UNIONS.len()),
        ("functions", FUNCTIONS.len()),
        ("tables", TABLES.len()),
    ];
    let sources = sources();
    for (declaring, gathered) in gathered {
        let opening = format!("\n{declaring}! {{");
        let declared: usize = sources
            .iter()
            .map(|source| source.matches(&opening).count())
            .sum();
        assert_eq!(declared, gathered, "uses of {declaring}!");
    }
}

#[test]
fn nothing_is_declared_without_a_macro() {
    let layout = ["#[repr", "(C)]"].concat();
    let declaring = sources()
        .iter()
        .filter(|source| source.contains(&layout))
        .count();
    assert_eq!(
        declaring, 2,
        "only declare.rs and extensible.rs may lay out memory"
    );
}

/// The text of every source file of this crate.
fn sources() -> Vec<String> {
    let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the source folder is readable") {
            let path = entry.expect("a folder entry is readable").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                sources.push(std::fs::read_to_string(path).expect("sources are text"));
            }
        }
    }
    sources
}
