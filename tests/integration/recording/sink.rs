//! The thread that records: nothing lost without being counted, files that end properly.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use zetscope::model::batch::{Batch, GapCause};
use zetscope::model::catalog::{DeviceId, GroupId};
use zetscope::model::time::Time;
use zetscope::recording::{
    Event, Recording, Rotate, Sink, SinkOptions, SinkPhase, What, WriteError,
};

use super::sample::{self, Facts, NARROW, Step};

/// Passes of the two counters, `count` of them, a microsecond apart.
fn counters(start: i64, count: i64) -> Arc<Batch> {
    let times = (start..start + count).map(|step| step * 1000);
    Arc::new(sample::batch(NARROW, &[0, 1], times, sample::two_counters))
}

fn options(folder: &Path) -> SinkOptions {
    SinkOptions::new(folder.join("run.mcap"))
}

fn passes(path: &Path) -> Vec<Batch> {
    let recording = Recording::open(path).expect("opens");
    assert!(
        recording.is_complete(),
        "{}: {:?}",
        path.display(),
        recording.damage()
    );
    recording
        .read_all()
        .map(|batch| batch.expect("reads"))
        .collect()
}

#[test]
fn a_sink_records_what_it_is_offered() {
    let folder = tempfile::tempdir().expect("a folder");
    let sink = Sink::start(sample::session(), options(folder.path())).expect("starts");
    for step in sample::story().steps.into_iter().flatten() {
        match step {
            Step::Batch(batch) => sink.offer(&Arc::new(batch)),
            Step::Note(event) => sink.note(event),
        }
    }
    let (files, status) = sink.finish().expect("finishes");
    let [file] = &files[..] else {
        panic!("one file: {files:?}");
    };
    assert_eq!(status.phase, SinkPhase::Finished);
    assert_eq!((status.passes, status.dropped), (20, 0));
    assert_eq!(status.bytes, file.metadata().expect("is there").len());
    assert!(status.since_sync.is_some());
    let recording = Recording::open(file).expect("opens");
    assert!(recording.is_complete(), "{:?}", recording.damage());
    let read = Facts::read(&recording, sample::always()).expect("reads");
    assert_eq!(read, sample::story().facts());
}

#[test]
fn passes_that_find_no_room_are_counted_and_become_gaps() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut options = options(folder.path());
    options.queue = 1;
    let sink = Sink::start(sample::session(), options).expect("starts");
    let (batches, each) = (400, 250);
    for number in 0..batches {
        sink.offer(&counters(number * each, each));
    }
    let (files, status) = sink.finish().expect("finishes");
    let offered = (batches * each) as u64;
    assert_eq!(status.passes + status.dropped, offered);
    let batches = passes(&files[0]);
    let read: usize = batches.iter().map(Batch::len).sum();
    assert_eq!(read as u64, status.passes);
    let gaps = batches
        .iter()
        .flat_map(|batch| &batch.gaps)
        .map(|mark| mark.gap);
    let lost = gaps.filter(|gap| gap.cause == GapCause::NotRecorded);
    assert_eq!(lost.map(|gap| gap.missed).sum::<u64>(), status.dropped);
}

#[test]
fn rotation_makes_files_that_are_complete_each_for_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut options = options(folder.path());
    options.rotate = Some(Rotate::Bytes(40_000));
    options.sync_interval = Duration::ZERO;
    let sink = Sink::start(sample::session(), options).expect("starts");
    sink.note(Event {
        time: Time(0),
        what: What::Rate {
            group: NARROW,
            period_nanos: 1000,
        },
    });
    for number in 0..40 {
        sink.offer(&counters(number * 500, 500));
    }
    let (files, status) = sink.finish().expect("finishes");
    assert_eq!(status.dropped, 0);
    assert!(files.len() > 2, "{files:?}");
    assert_eq!(files[1], folder.path().join("run-0002.mcap"));
    let mut next = 0;
    for file in &files {
        let rate = |event: &Event| matches!(event.what, What::Rate { .. });
        let recording = Recording::open(file).expect("opens");
        assert!(
            recording.events().expect("are there").iter().any(rate),
            "{file:?}"
        );
        for batch in passes(file) {
            for time in batch.times {
                assert_eq!(time, Time(next * 1000));
                next += 1;
            }
        }
    }
    assert_eq!(next, 20_000);
}

#[test]
fn a_rolling_recording_keeps_the_last_stretch_in_one_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut options = options(folder.path());
    let keep = Duration::from_millis(80);
    options.keep_last = Some(keep);
    let sink = Sink::start(sample::session(), options).expect("starts");
    let began = Instant::now();
    let mut last = 0;
    // Enough parts that some must have been removed.
    while sink.status().files < 20 || began.elapsed() < keep * 2 {
        let now = began.elapsed().as_nanos() as i64;
        if now > last + 500_000 {
            last = now;
            let batch = sample::batch(NARROW, &[0, 1], [now], sample::two_counters);
            sink.offer(&Arc::new(batch));
        }
        std::thread::yield_now();
    }
    let (files, _) = sink.finish().expect("finishes");
    assert_eq!(files, [folder.path().join("run.mcap")]);
    let left: Vec<_> = folder.path().read_dir().expect("can be listed").collect();
    assert_eq!(left.len(), 1, "the parts are gone");
    let times: Vec<_> = passes(&files[0])
        .into_iter()
        .flat_map(|batch| batch.times)
        .collect();
    assert_eq!(times.last(), Some(&Time(last)));
    assert!(times[0] >= Time(last - keep.as_nanos() as i64));
}

#[test]
fn groups_that_are_not_in_the_catalog_are_told_of_until_they_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut early = sample::session();
    early.devices[0].groups.truncate(1);
    let sink = Sink::start(early, options(folder.path())).expect("starts");
    sink.offer(&counters(0, 10));
    sink.set_session(sample::session());
    sink.offer(&counters(10, 10));
    let (files, status) = sink.finish().expect("finishes");
    assert_eq!((status.passes, status.dropped), (10, 10));
    let warning = status.warning.expect("tells of it");
    assert!(warning.what.contains("group 1 of device 0"), "{warning}");
    let recording = Recording::open(&files[0]).expect("opens");
    assert_eq!(recording.session(), &sample::session());
}

#[test]
fn a_file_that_is_there_is_not_replaced_unasked() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut options = options(folder.path());
    std::fs::write(&options.path, "precious").expect("is written");
    let refused = Sink::start(sample::session(), options.clone());
    assert!(matches!(refused, Err(WriteError::Create { .. })));
    options.replace = true;
    drop(Sink::start(sample::session(), options.clone()).expect("starts"));
    assert!(passes(&options.path).is_empty());
}

#[test]
fn a_device_that_is_full_is_refused_at_once() {
    let mut options = SinkOptions::new("/dev/full");
    options.replace = true;
    let refused = Sink::start(sample::session(), options);
    let Err(WriteError::Io(error)) = refused else {
        panic!("a full device takes nothing");
    };
    assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
}

#[test]
fn sets_of_metrics_that_come_back_use_their_channel_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let sink = Sink::start(sample::session(), options(folder.path())).expect("starts");
    let mut expected = BTreeMap::new();
    for step in 0..30 {
        let columns: &[u32] = [&[0_u32, 1][..], &[1], &[0, 2]][step % 3];
        let row = |time: i64| {
            columns
                .iter()
                .map(|column| u64::from(*column) + time as u64)
                .collect()
        };
        let batch = sample::batch(NARROW, columns, [step as i64], row);
        expected.insert(batch.times[0], (columns.to_vec(), batch.slots.clone()));
        sink.offer(&Arc::new(batch));
    }
    let (files, _) = sink.finish().expect("finishes");
    let recording = Recording::open(&files[0]).expect("opens");
    assert_eq!(recording.groups()[0].topics.len(), 3);
    let batches = recording.read_all().map(|batch| batch.expect("reads"));
    let read: BTreeMap<_, _> = batches
        .map(|batch| (batch.times[0], (batch.columns.to_vec(), batch.slots)))
        .collect();
    assert_eq!(read, expected);
    let other = GroupId {
        device: DeviceId(9),
        index: 0,
    };
    assert_eq!(
        recording
            .read(sample::always(), |group| group == other)
            .count(),
        0
    );
}
