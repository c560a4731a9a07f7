//! Who may import whom, read from the source itself: inside one crate the compiler does not mind.
//!
//! The tables below are the ones ARCHITECTURE.md explains; change both in one commit. Lines are
//! read as text, comments left out: enough to catch a wrong direction, not a Rust parser.

use std::fs;
use std::path::{Path, PathBuf};

/// Each folder of `src`, and the other folders it may name.
const IMPORTS: [(&str, &[&str]); 7] = [
    ("model", &[]),
    ("driver", &["model"]),
    ("sampler", &["model"]),
    ("recording", &["model"]),
    ("capture", &["model", "driver", "sampler", "recording"]),
    ("ui", &["capture", "model"]),
    ("cli", &["capture", "recording", "model"]),
];

/// External crates, and the only places of `src` that may name them.
const CRATES: [(&str, &[&str]); 14] = [
    ("eframe", &["ui"]),
    ("egui", &["ui"]),
    ("egui_plot", &["ui"]),
    ("nucleo_matcher", &["ui"]),
    ("clap", &["cli"]),
    ("comfy_table", &["cli"]),
    ("csv", &["cli"]),
    ("ctrlc", &["cli"]),
    ("tracing_subscriber", &["cli"]),
    ("anyhow", &["cli", "main.rs", "ui"]),
    ("mcap", &["recording"]),
    ("level_zero_host", &["driver"]),
    ("level_zero_sys", &["driver"]),
    ("crossbeam_channel", &["capture", "recording", "sampler"]),
];

/// What a folder must not name although every folder could.
const FORBIDDEN: [(&str, &[&str]); 2] = [
    (
        "model",
        &[
            "std::fs",
            "std::thread",
            "Instant::now",
            "SystemTime::now",
            "tracing",
        ],
    ),
    ("ui", &["std::fs", "std::thread"]),
];

/// Folders of the app that may hold unsafe code.
const UNSAFE: [&str; 1] = ["driver"];

/// File names that say who uses the code and not what it is.
const NAMELESS: [&str; 5] = ["common", "helpers", "misc", "types", "utils"];

#[test]
fn imports_follow_the_table() {
    assert_none(&offences_below("src", |place, line| {
        let allowed = IMPORTS.iter().find(|(folder, _)| *folder == place);
        import_offence(place, allowed.map(|(_, allowed)| *allowed), line)
    }));
}

#[test]
fn external_crates_stay_where_they_belong() {
    assert_none(&offences_below("src", crate_offence));
}

#[test]
fn what_a_folder_does_without_is_not_named_there() {
    assert_none(&offences_below("src", |place, line| {
        let (_, words) = FORBIDDEN.iter().find(|(folder, _)| *folder == place)?;
        let word = words.iter().find(|word| names(line, word))?;
        Some(format!("`{place}` does without `{word}`"))
    }));
}

#[test]
fn unsafe_code_stays_with_the_driver() {
    assert_none(&offences_below("src", |place, line| {
        let found = names(line, "unsafe") && !UNSAFE.contains(&place);
        found.then(|| format!("`{place}` has no business with unsafe code"))
    }));
}

#[test]
fn one_file_alone_joins_drivers_to_samplers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let capture = root.join("capture");
    assert_none(&offences_in(&root, &|file, line| {
        let outside = file.starts_with(&capture) && !file.ends_with("live.rs");
        let found = outside && names(line, "crate::driver");
        found.then(|| "only capture/live.rs joins drivers to samplers".to_owned())
    }));
}

#[test]
fn files_are_named_for_what_they_hold() {
    let nameless: Vec<_> = all_sources()
        .into_iter()
        .filter(|path| {
            path.components().any(|part| {
                let name = Path::new(part.as_os_str()).with_extension("");
                NAMELESS.iter().any(|word| name == Path::new(word))
            })
        })
        .collect();
    assert!(nameless.is_empty(), "say what these are: {nameless:?}");
}

#[test]
fn no_source_leaves_work_for_later() {
    let later = [
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("#[ig", "nore"),
    ];
    let mut offences = Vec::new();
    for path in all_sources() {
        // Comments count here, so the whole text is searched.
        for (number, line) in read(&path).lines().enumerate() {
            if later.iter().any(|word| line.contains(word)) {
                offences.push(located(&path, number, line, "finish it or leave it out"));
            }
        }
    }
    assert_none(&offences);
}

#[test]
fn tests_do_not_sleep() {
    let sleep = concat!("thread::", "sleep");
    let mut offences = Vec::new();
    for path in all_sources() {
        let mut in_tests = path.components().any(|part| part.as_os_str() == "tests");
        for (number, line) in read(&path).lines().enumerate() {
            in_tests |= line.contains("#[cfg(test)]");
            if in_tests && line.contains(sleep) {
                offences.push(located(&path, number, line, "wait for an event instead"));
            }
        }
    }
    assert_none(&offences);
}

#[test]
fn every_folder_of_src_is_in_the_table() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for entry in fs::read_dir(root).expect("src can be listed") {
        let path = entry.expect("src can be listed").path();
        let name = path.file_name().expect("an entry has a name");
        let known = IMPORTS.iter().any(|(folder, _)| name == *folder);
        assert!(known || path.is_file(), "{name:?} is not in the table");
    }
}

#[test]
fn the_rules_see_what_they_should() {
    let ui: Option<&[&str]> = Some(&["capture", "model"]);
    for line in [
        "use crate::driver::Device;",
        "use crate::{model::time::Time, driver::Device};",
        "    let device = crate::sampler::Sampler::start();",
        "use super::driver::Device;",
    ] {
        assert!(import_offence("ui", ui, line).is_some(), "{line}");
    }
    for line in [
        "use crate::capture::Capture;",
        "use crate::ui::app::App;",
        "use super::theme;",
        "use mycrate::driver::Device;",
    ] {
        assert_eq!(import_offence("ui", ui, line), None, "{line}");
    }
    assert!(crate_offence("cli", "use egui::Ui;").is_some());
    assert!(crate_offence("ui", "use egui_plot::Plot;").is_none());
    assert_eq!(code("let x = 1; // unsafe"), "let x = 1; ");
    assert_eq!(code(r#"let x = "http://a";"#), r#"let x = "http://a";"#);
    assert!(!names("unsafe_code", "unsafe") && names("(unsafe {", "unsafe"));
}

/// Why `line`, in folder `place`, names a folder it must not.
fn import_offence(place: &str, allowed: Option<&[&str]>, line: &str) -> Option<String> {
    let folders = IMPORTS.iter().map(|(folder, _)| *folder);
    for folder in folders.filter(|folder| *folder != place) {
        let named = names(line, &format!("crate::{folder}"))
            || (line.contains("crate::{") && names(line, folder))
            || names(line, &format!("zetscope::{folder}"));
        let sideways = names(line, &format!("super::{folder}"));
        let permitted = match place {
            "lib.rs" => true,
            "main.rs" => matches!(folder, "cli" | "ui"),
            _ => allowed.is_some_and(|allowed| allowed.contains(&folder)),
        };
        if sideways || (named && !permitted) {
            return Some(format!("`{place}` must not import `{folder}` here"));
        }
    }
    None
}

/// Why `line`, in folder `place`, names an external crate it must not.
fn crate_offence(place: &str, line: &str) -> Option<String> {
    CRATES.iter().find_map(|(name, places)| {
        let named = names(line, &format!("{name}::")) && !names(line, &format!("::{name}::"));
        (named && !places.contains(&place)).then(|| format!("`{name}` belongs to {places:?}"))
    })
}

/// Every offence in the code of the files below `root`; `judge` sees the folder and the line.
fn offences_below(root: &str, judge: impl Fn(&str, &str) -> Option<String>) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(root);
    offences_in(&root, &|file, line| {
        let place = file.strip_prefix(&root).expect("below the root");
        let place = place.components().next().expect("not the root itself");
        judge(place.as_os_str().to_str()?, line)
    })
}

fn offences_in(root: &Path, judge: &dyn Fn(&Path, &str) -> Option<String>) -> Vec<String> {
    let mut offences = Vec::new();
    for path in sources(root) {
        for (number, line) in read(&path).lines().enumerate() {
            if let Some(why) = judge(&path, code(line)) {
                offences.push(located(&path, number, line, &why));
            }
        }
    }
    offences
}

fn located(path: &Path, number: usize, line: &str, why: &str) -> String {
    format!("{}:{}: {why}: {}", path.display(), number + 1, line.trim())
}

fn assert_none(offences: &[String]) {
    assert!(offences.is_empty(), "\n{}", offences.join("\n"));
}

/// The line without its comment; two slashes inside a string stay.
fn code(line: &str) -> &str {
    let mut in_string = false;
    for (at, character) in line.char_indices() {
        match character {
            '"' => in_string = !in_string,
            '/' if !in_string && line[at..].starts_with("//") => return &line[..at],
            _ => {}
        }
    }
    line
}

/// Whether `line` has `word` as a whole word: no letter, digit or underscore on either side.
fn names(line: &str, word: &str) -> bool {
    let part_of_word = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + word.len()..].chars().next();
        let open_end = word.ends_with(':') || !after.is_some_and(part_of_word);
        !before.is_some_and(part_of_word) && open_end
    })
}

fn all_sources() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [
        "src",
        "tests",
        "benches",
        "level-zero-sys/src",
        "level-zero-sys/tests",
        "level-zero-host/src",
        "level-zero-host/tests",
    ];
    folders
        .iter()
        .map(|folder| root.join(folder))
        .filter(|folder| folder.is_dir())
        .flat_map(|folder| sources(&folder))
        .collect()
}

/// The Rust files below `root`, in order of name.
fn sources(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder can be listed") {
            let path = entry.expect("the folder can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a source file is readable text")
}
