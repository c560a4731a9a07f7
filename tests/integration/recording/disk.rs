//! Disks that are full, and files that change while they are read.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use zetscope::recording::{
    Compression, ReadError, Recording, Sink, SinkOptions, SinkPhase, WriteError, Writer,
};

use super::sample::{self, Facts, Memory, NARROW, Step};

/// Takes a number of bytes and then no more.
struct Full {
    memory: Memory,
    left: usize,
}

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = bytes.len().min(self.left);
        if count == 0 && !bytes.is_empty() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.left -= count;
        self.memory.write(&bytes[..count])
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_disk_that_is_full_at_any_byte_costs_what_came_after() {
    let story = sample::small();
    let recorded = story.facts();
    let whole = story.file(Compression::Zstd(1)).len();
    for room in (0..whole).step_by(97) {
        let memory = Memory::default();
        let full = Full {
            memory: memory.clone(),
            left: room,
        };
        let outcome = record(full, &story);
        let intact = match outcome {
            Err((WriteError::Io(error), intact)) => {
                assert_eq!(error.kind(), io::ErrorKind::StorageFull);
                intact as usize
            }
            other => panic!("{room}: {other:?}"),
        };
        let bytes = memory.bytes();
        assert!(intact <= bytes.len() && bytes.len() <= room, "{room}");
        let Ok(recording) = sample::open(bytes[..intact].to_vec()) else {
            assert_eq!(intact, 0, "what is intact can be opened");
            continue;
        };
        let read = Facts::read(&recording, sample::always()).expect("reads");
        assert!(read.values.is_subset(&recorded.values));
    }
}

/// Records until the first error; returns it and the bytes that were intact then.
fn record(out: Full, story: &sample::Story) -> Result<(), (WriteError, u64)> {
    let session = story.session.clone();
    let mut writer = Writer::new(out, session, Compression::Zstd(1)).map_err(|error| (error, 0))?;
    for step in &story.steps {
        let outcome = match step {
            Some(Step::Batch(batch)) => writer.write(batch),
            Some(Step::Note(event)) => writer.note(event),
            None => writer.flush(),
        };
        if let Err(error) = outcome {
            assert!(
                matches!(writer.flush(), Err(WriteError::Failed)),
                "takes nothing more"
            );
            return Err((error, writer.intact_bytes()));
        }
    }
    let intact = writer.intact_bytes();
    writer.finish().map_err(|error| (error, intact))?;
    Ok(())
}

/// A file system of its own, of sixteen megabytes.
struct SmallDisk {
    folder: PathBuf,
    _holder: tempfile::TempDir,
}

impl SmallDisk {
    /// `None` where this user may not mount one.
    fn mount() -> Option<Self> {
        let holder = tempfile::tempdir().expect("a folder");
        let mut mount = Command::new("mount");
        mount
            .args(["-t", "tmpfs", "-o", "size=16m", "tmpfs"])
            .arg(holder.path());
        let is_mounted = mount.output().is_ok_and(|output| output.status.success());
        is_mounted.then(|| Self {
            folder: holder.path().to_path_buf(),
            _holder: holder,
        })
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let unmounted = Command::new("umount").arg(&self.folder).status();
        assert!(unmounted.expect("umount runs").success());
    }
}

/// Offers passes that do not compress until the sink ends by itself or `most` were offered.
fn fill(sink: &Sink, most: i64) {
    let noise = |time: i64| {
        let seed = (time as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        vec![
            seed ^ (seed >> 29),
            seed.wrapping_mul(0xbf58_476d_1ce4_e5b9),
        ]
    };
    let mut start = 0;
    while start < most && sink.status().phase == SinkPhase::Recording {
        if sink.status().waiting < 8 {
            let batch = sample::batch(NARROW, &[0, 1], start..start + 500, noise);
            sink.offer(&Arc::new(batch));
            start += 500;
        }
    }
}

#[test]
fn a_disk_that_fills_up_ends_the_file_properly() {
    let Some(disk) = SmallDisk::mount() else {
        println!("this user may not mount a small disk");
        return;
    };
    let options = SinkOptions::new(disk.folder.join("run.mcap"));
    let sink = Sink::start(sample::session(), options).expect("starts");
    fill(&sink, 1_000_000);
    let (files, status) = sink.finish().expect("the file has its end");
    let SinkPhase::Stopped(reason) = &status.phase else {
        panic!("ends by itself: {status:?}");
    };
    assert!(reason.what.contains("MiB are left"), "{reason}");
    let recording = Recording::open(&files[0]).expect("opens");
    assert!(recording.is_complete(), "{:?}", recording.damage());
    assert_eq!(recording.groups()[0].passes, status.passes);
}

#[test]
fn a_disk_that_is_full_already_keeps_what_was_flushed() {
    let Some(disk) = SmallDisk::mount() else {
        println!("this user may not mount a small disk");
        return;
    };
    let mut options = SinkOptions::new(disk.folder.join("run.mcap"));
    options.free_floor_bytes = 0;
    let sink = Sink::start(sample::session(), options).expect("starts");
    fill(&sink, 1_000_000);
    let (files, status) = sink.finish().expect("ended before");
    let SinkPhase::Stopped(reason) = &status.phase else {
        panic!("ends by itself: {status:?}");
    };
    assert!(reason.what.contains("space"), "{reason}");
    let recording = Recording::open(&files[0]).expect("opens");
    assert_eq!(
        recording
            .damage()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        ["the recording was not finished"]
    );
}

fn recorded(folder: &Path) -> PathBuf {
    let path = folder.join("run.mcap");
    fs::write(&path, sample::file(Compression::default())).expect("is written");
    path
}

#[test]
fn a_file_that_is_cut_while_it_is_read_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = recorded(folder.path());
    let recording = Recording::open(&path).expect("opens");
    let file = fs::OpenOptions::new()
        .write(true)
        .open(&path)
        .expect("opens");
    file.set_len(4000).expect("is cut");
    let outcome: Result<Vec<_>, _> = recording.read_all().collect();
    assert!(
        matches!(outcome, Err(ReadError::Shrunk { .. })),
        "{outcome:?}"
    );
}

#[test]
fn a_file_that_is_removed_while_it_is_read_can_be_read_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = recorded(folder.path());
    let recording = Recording::open(&path).expect("opens");
    fs::remove_file(&path).expect("is removed");
    let read = Facts::read(&recording, sample::always()).expect("reads");
    assert_eq!(read, sample::story().facts());
    assert!(matches!(
        Recording::open(&path),
        Err(ReadError::Open { .. })
    ));
}
