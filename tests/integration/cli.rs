//! The command line as a script sees it: what it prints where, and how it ends.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::ffi::OsStrExt as _;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::support::shared_driver;

/// Nothing here takes this long unless it hangs.
const LONG: &str = "60s";

fn zetscope(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zetscope"));
    command
        .args(words)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("RUST_LOG")
        .stdin(Stdio::null());
    command
}

fn run(words: &[&str]) -> Output {
    zetscope(words).output().expect("the program starts")
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("output is text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// What `watch --format csv` printed: the header and the rows.
fn csv_of(output: &Output) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = csv::Reader::from_reader(output.stdout.as_slice());
    let fields = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
    let header = fields(reader.headers().expect("a header"));
    let rows = reader
        .records()
        .map(|record| fields(&record.expect("as wide as the header")))
        .collect();
    (header, rows)
}

/// The column whose heading has `part` in it.
fn column(header: &[String], part: &str) -> usize {
    let found = header.iter().position(|heading| heading.contains(part));
    found.unwrap_or_else(|| panic!("no {part} in {header:?}"))
}

#[test]
fn list_names_every_group_with_its_access_or_the_reason_why_not() {
    let output = run(&["list", "--json", "--patterns"]);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    let listing: Value = serde_json::from_slice(&output.stdout).expect("valid JSON");
    let drivers = listing["drivers"].as_array().expect("a list");
    assert!(drivers.iter().any(|driver| driver["origin"] == "built-in"));
    let mut groups = 0;
    for device in drivers
        .iter()
        .flat_map(|driver| driver["devices"].as_array().expect("a list"))
    {
        assert!(device["sub_devices"].is_array() && device["uuid"].is_string());
        for group in device["groups"].as_array().expect("a list") {
            let explained = group["access"].is_string() || group["reason"].is_string();
            assert!(explained, "{group}");
            for member in [
                "index",
                "name",
                "description",
                "domain",
                "sampling",
                "type",
                "export",
            ] {
                assert!(group.get(member).is_some(), "{member} of {group}");
            }
            for metric in group["metrics"].as_array().expect("a list") {
                for member in [
                    "name",
                    "description",
                    "component",
                    "tier",
                    "type",
                    "value_type",
                    "unit",
                    "kind",
                ] {
                    assert!(metric.get(member).is_some(), "{member} of {metric}");
                }
            }
            groups += 1;
        }
    }
    assert!(groups > 3, "{groups}");
}

#[test]
fn list_shows_the_same_through_the_systems_loader_and_its_validation_layer_is_silent() {
    let built_in = run(&["list", "--json", "--patterns", "--driver", "host"]);
    let through_loader = zetscope(&["list", "--json", "--driver", "system"])
        .env("ZE_ENABLE_ALT_DRIVERS", shared_driver())
        .env("ZE_ENABLE_VALIDATION_LAYER", "1")
        .env("ZE_ENABLE_PARAMETER_VALIDATION", "1")
        .env("ZETSCOPE_HOST_PATTERNS", "1")
        .output()
        .expect("the program starts");
    assert_eq!(stderr(&through_loader), "");
    let driver = |output: &Output| {
        let listing: Value = serde_json::from_slice(&output.stdout).expect("valid JSON");
        listing["drivers"][0].clone()
    };
    let (built_in, through_loader) = (driver(&built_in), driver(&through_loader));
    assert_eq!(through_loader["origin"], "loader");
    assert_eq!(through_loader["devices"], built_in["devices"]);
}

#[test]
fn list_for_people_shows_groups_and_on_request_metrics() {
    let brief = run(&["list", "--driver", "host", "--group", "CpuUtil*"]);
    assert!(
        stdout(&brief).contains("CpuUtilisation"),
        "{}",
        stdout(&brief)
    );
    assert!(!stdout(&brief).contains("CpuBusy"));
    assert!(!stdout(&brief).contains("Memory"));
    let long = run(&[
        "list",
        "--driver",
        "host",
        "--metrics",
        "--metric",
        "CpuBusy",
    ]);
    assert!(stdout(&long).contains("CpuBusy"), "{}", stdout(&long));
    assert!(!stdout(&long).contains("CpuIdleTime"));
}

#[test]
fn watch_prints_as_many_passes_as_asked_for_in_order_of_time() {
    let output = run(&[
        "watch", "--driver", "host", "--group", "*", "--rate", "100", "--count", "200", "--format",
        "csv",
    ]);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    let (header, rows) = csv_of(&output);
    assert_eq!(rows.len(), 200);
    assert_eq!(header[0], "t_ns");
    assert!(
        header
            .iter()
            .any(|heading| heading.ends_with("/CpuBusy [percent]")),
        "{header:?}"
    );
    let times: Vec<i64> = rows
        .iter()
        .map(|row| row[0].parse().expect("a time"))
        .collect();
    assert!(times.is_sorted(), "{times:?}");
    for row in &rows {
        let cells = row[1..].iter().filter(|cell| !cell.is_empty());
        assert!(cells.clone().count() > 0, "{row:?}");
        for cell in cells {
            assert!(cell.parse::<f64>().is_ok(), "{cell}");
        }
    }
}

#[test]
fn counters_beyond_a_doubles_precision_are_printed_with_every_digit() {
    let output = run(&[
        "watch",
        "--driver",
        "host",
        "--patterns",
        "--group",
        "Sequenced",
        "--rate",
        "50",
        "--count",
        "20",
        "--format",
        "csv",
    ]);
    let (header, rows) = csv_of(&output);
    let (wide, time) = (
        column(&header, "/WideCounter"),
        column(&header, "/Timestamp"),
    );
    let number = |row: &Vec<String>, at: usize| row[at].parse::<u64>().expect("an integer");
    // The counter counts nanoseconds, so it keeps its distance from the timestamp.
    let distances: Vec<u64> = rows
        .iter()
        .map(|row| number(row, wide).wrapping_sub(number(row, time)))
        .collect();
    assert!(number(&rows[0], wide) > 1 << 53, "{rows:?}");
    assert!(
        distances.iter().all(|distance| *distance == distances[0]),
        "{rows:?}"
    );
}

#[test]
fn not_a_number_was_read_and_an_empty_cell_was_not() {
    let output = run(&[
        "watch",
        "--driver",
        "host",
        "--patterns",
        "--metric",
        "NanBurst",
        "--metric",
        "Sine",
        "--group",
        "Waveforms",
        "--group",
        "Sequenced",
        "--rate",
        "100",
        "--duration",
        "1200ms",
        "--format",
        "csv",
    ]);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    let (header, rows) = csv_of(&output);
    let (burst, sine) = (
        column(&header, "/Waveforms/NanBurst"),
        column(&header, "/Sequenced/Sine"),
    );
    assert_eq!(header.len(), 4, "{header:?}");
    assert!(rows.iter().any(|row| row[burst] == "NaN"), "{rows:?}");
    // The two groups are read apart, so no row has both.
    assert!(
        rows.iter()
            .all(|row| row[burst].is_empty() != row[sine].is_empty()),
        "{rows:?}"
    );
}

#[test]
fn ndjson_begins_with_what_will_be_read_and_is_valid_throughout() {
    let output = run(&[
        "watch",
        "--driver",
        "host",
        "--patterns",
        "--group",
        "Waveforms",
        "--rate",
        "100",
        "--count",
        "120",
        "--format",
        "ndjson",
    ]);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    let lines = stdout(&output).lines();
    let lines: Vec<Value> = lines
        .map(|line| serde_json::from_str(line).expect("valid"))
        .collect();
    assert_eq!(lines[0]["type"], "start");
    let metrics = lines[0]["groups"][0]["metrics"].as_array().expect("a list");
    let passes: Vec<&Value> = lines.iter().filter(|line| line["type"] == "pass").collect();
    assert_eq!(passes.len(), 120);
    for pass in &passes {
        let values = pass["values"].as_object().expect("values by name");
        assert_eq!(values.len(), metrics.len());
        assert!(pass["t_ns"].is_i64() && pass["read_ns"].is_u64(), "{pass}");
    }
    assert!(
        passes
            .iter()
            .any(|pass| pass["values"]["NanBurst"] == "NaN")
    );
}

#[test]
fn a_table_that_nobody_sees_on_a_terminal_is_plain() {
    let output = run(&[
        "watch", "--driver", "host", "--format", "table", "--count", "5",
    ]);
    assert_eq!(code(&output), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("CpuBusy"), "{}", stdout(&output));
    assert!(!stdout(&output).contains('\x1b'));
}

#[test]
fn a_group_that_is_not_there_is_answered_with_those_that_come_near() {
    for command in ["watch", "list"] {
        let output = run(&[command, "--driver", "host", "--group", "CpuUtilization"]);
        assert_eq!(code(&output), Some(1));
        assert!(output.stdout.is_empty());
        let complaint = stderr(&output);
        assert!(complaint.contains("CpuUtilisation"), "{complaint}");
    }
}

#[test]
fn a_group_that_another_shuts_out_is_named_and_missing_in_the_exit_status() {
    let output = run(&[
        "watch",
        "--driver",
        "host",
        "--patterns",
        "--group",
        "Waveforms",
        "--group",
        "WaveformsRival",
        "--count",
        "3",
        "--format",
        "csv",
    ]);
    assert_eq!(code(&output), Some(3), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("WaveformsRival"),
        "{}",
        stderr(&output)
    );
    assert_eq!(csv_of(&output).1.len(), 3);
}

#[test]
fn a_lost_device_ends_the_watch_and_is_missing_in_the_exit_status() {
    let words = [
        "watch",
        "--driver",
        "host",
        "--patterns",
        "--group",
        "Waveforms",
        "--rate",
        "50",
        "--format",
        "ndjson",
        "--duration",
        LONG,
    ];
    let output = zetscope(&words)
        .env("ZETSCOPE_HOST_FAULTS", "lost-after=20")
        .output();
    let output = output.expect("the program starts");
    assert_eq!(code(&output), Some(3), "{}", stderr(&output));
    let last = stdout(&output).lines().last().expect("lines");
    let last: Value = serde_json::from_str(last).expect("valid");
    assert_eq!(
        (&last["type"], &last["group"]),
        (&"ended".into(), &"Waveforms".into())
    );
    assert!(stderr(&output).contains("lost"), "{}", stderr(&output));
}

#[test]
fn names_that_are_not_text_are_printed_as_text_all_the_same() {
    for fault in ["name-not-utf8", "name-unterminated", "name-empty"] {
        let words = ["list", "--driver", "host", "--patterns", "--json"];
        let output = zetscope(&words).env("ZETSCOPE_HOST_FAULTS", fault).output();
        let output = output.expect("the program starts");
        let listing: Value = serde_json::from_slice(&output.stdout).expect("valid JSON");
        let devices = listing["drivers"][0]["devices"].as_array().expect("a list");
        let groups = devices
            .iter()
            .flat_map(|device| device["groups"].as_array().expect("a list"));
        assert!(groups.clone().count() > 5, "{fault}");
        assert!(
            groups.into_iter().all(|group| group["name"] != ""),
            "{fault}"
        );
    }
}

#[test]
fn doctor_gives_every_finding_a_status_and_its_exit_status_follows() {
    let output = run(&["doctor", "--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("valid JSON");
    let findings = report["findings"].as_array().expect("a list");
    assert!(findings.iter().any(|finding| finding["topic"] == "display"));
    for finding in findings {
        let status = finding["status"].as_str().expect("a word");
        assert!(["ok", "warning", "problem"].contains(&status), "{finding}");
        assert!(
            finding["fix"].is_string() || finding["fix"].is_null(),
            "{finding}"
        );
    }
    let expected = i32::from(report["status"] == "problem");
    assert_eq!(code(&output), Some(expected), "{report}");
}

#[test]
fn words_that_make_no_sense_are_refused_with_status_2_and_nothing_on_stdout() {
    for words in [
        &["--bogus"][..],
        &["frobnicate"],
        &["watch", "--rate", "1THz"],
        &["watch", "--count", "0"],
        &["watch", "--count", "-1"],
        &["watch", "--duration", "never"],
        &["watch", "--format", "xml"],
        &["list", "--access", "telepathy"],
        &["list", "--driver"],
        &["--rate", "10", "list"],
        &["--group", "x", "watch"],
        &[""],
    ] {
        let output = run(words);
        assert_eq!(code(&output), Some(2), "{words:?}: {}", stderr(&output));
        assert!(
            output.stdout.is_empty() && !output.stderr.is_empty(),
            "{words:?}"
        );
    }
}

#[test]
fn patterns_and_paths_of_any_bytes_end_in_an_answer() {
    let odd = OsStr::from_bytes(b"\xff\xfe");
    let refused = zetscope(&["watch", "--group"])
        .arg(odd)
        .output()
        .expect("starts");
    assert_eq!(code(&refused), Some(2), "{}", stderr(&refused));
    let missing = zetscope(&["list", "--loader"])
        .arg(odd)
        .output()
        .expect("starts");
    assert_eq!(code(&missing), Some(0), "{}", stderr(&missing));
    assert_eq!(code(&run(&["watch", "--group", "["])), Some(1));
}

#[test]
fn help_and_version_are_results() {
    for words in [&["--help"][..], &["watch", "--help"], &["--version"]] {
        let output = run(words);
        assert_eq!(code(&output), Some(0));
        assert!(stdout(&output).contains("zetscope"), "{words:?}");
    }
}

#[test]
fn without_a_display_the_way_out_is_named() {
    let output = run(&[]);
    assert_eq!(code(&output), Some(1), "{}", stderr(&output));
    assert!(
        stderr(&output).contains("zetscope watch"),
        "{}",
        stderr(&output)
    );
}

/// A watch that goes on until it is stopped, after its first line.
fn endless_watch() -> (Child, BufReader<std::process::ChildStdout>) {
    let words = [
        "watch",
        "--driver",
        "host",
        "--rate",
        "200",
        "--format",
        "csv",
        "--duration",
        LONG,
    ];
    let child = zetscope(&words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.expect("the program starts");
    let mut reader = BufReader::new(child.stdout.take().expect("it is piped"));
    let mut header = String::new();
    reader.read_line(&mut header).expect("a header comes");
    assert!(header.starts_with("t_ns,"), "{header}");
    (child, reader)
}

#[test]
fn a_closed_pipe_is_a_clean_end() {
    let began = Instant::now();
    let (mut child, reader) = endless_watch();
    drop(reader);
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(0));
    assert!(
        began.elapsed() < Duration::from_secs(30),
        "it went on alone"
    );
    let mut complaints = String::new();
    let mut stderr = child.stderr.take().expect("it is piped");
    stderr.read_to_string(&mut complaints).expect("text");
    assert!(!complaints.contains("roken pipe"), "{complaints}");
}

#[test]
fn an_interrupt_ends_the_watch_after_a_whole_line() {
    let (mut child, mut reader) = endless_watch();
    let mut line = String::new();
    reader.read_line(&mut line).expect("a pass comes");
    let pid = Pid::from_child(&child);
    kill_process(pid, Signal::INT).expect("it can be interrupted");
    let mut rest = String::new();
    reader.read_to_string(&mut rest).expect("text");
    assert!(rest.is_empty() || rest.ends_with('\n'), "{rest}");
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}
