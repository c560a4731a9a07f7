//! What was recorded comes back bit for bit.

use std::collections::BTreeSet;

use zetscope::model::batch::GapCause;
use zetscope::model::time::{Time, TimeSpan};
use zetscope::recording::{Compression, What};

use super::sample::{self, Facts, NARROW, Step, WIDE};

#[test]
fn every_value_gap_and_event_comes_back() {
    for compression in [Compression::None, Compression::Lz4, Compression::Zstd(1)] {
        let recording = sample::open(sample::file(compression)).expect("opens");
        assert!(recording.is_complete(), "{:?}", recording.damage());
        assert_eq!(recording.session(), &sample::session());
        let read = Facts::read(&recording, sample::always()).expect("reads");
        assert_eq!(read, sample::story().facts());
        let events = recording.events().expect("are repeated at the end");
        let notes: Vec<_> = sample::story()
            .steps
            .into_iter()
            .filter_map(|step| match step {
                Some(Step::Note(event)) => Some(event),
                _ => None,
            })
            .collect();
        let is_gap = |what: &What| matches!(what, What::Gap { .. });
        let read: Vec<_> = events
            .iter()
            .filter(|event| !is_gap(&event.what))
            .cloned()
            .collect();
        assert_eq!(read, notes);
        assert_eq!(recording.scan(&mut |_| true).expect("scans").events, events);
    }
}

#[test]
fn gaps_stand_before_the_pass_they_stood_before() {
    let recording = sample::open(sample::file(Compression::default())).expect("opens");
    let batches = recording.read_all().map(|batch| batch.expect("reads"));
    let torn = batches
        .into_iter()
        .find(|batch| !batch.torn.is_empty())
        .expect("a torn one");
    let rows: Vec<_> = torn
        .gaps
        .iter()
        .map(|mark| (mark.row, mark.gap.cause))
        .collect();
    let expected = [
        (0, GapCause::Late),
        (4, GapCause::ReadFailed),
        (10, GapCause::QueueFull),
    ];
    assert_eq!(rows, expected);
    assert_eq!(torn.torn, [3, 9]);
}

#[test]
fn groups_tell_their_topics_metrics_and_passes() {
    let recording = sample::open(sample::file(Compression::default())).expect("opens");
    let groups = recording.groups();
    let told: Vec<_> = groups
        .iter()
        .map(|group| {
            (
                group.group,
                group.topics.join(" "),
                group.metrics.len(),
                group.passes,
            )
        })
        .collect();
    let expected = [
        (
            WIDE,
            "/Arc B580/Compute /Arc B580/Compute/2".to_owned(),
            7,
            7,
        ),
        (
            NARROW,
            "/Arc B580/Compute 2 /Arc B580/Compute 2/2".to_owned(),
            2,
            13,
        ),
    ];
    assert_eq!(told, expected);
    let span = TimeSpan::new(Time(0), Time(4_000_002));
    assert_eq!(recording.span(), Some(span));
}

#[test]
fn any_span_gives_exactly_its_passes_and_the_gaps_that_touch_it() {
    let recording = sample::open(sample::file(Compression::default())).expect("opens");
    let all = sample::story().facts();
    let times = [
        -1, 0, 1, 2, 60_000, 100_000, 103_500, 1_000_000, 2_000_001, 4_000_002, 9_999_999,
    ];
    for start in times {
        for end in times.into_iter().filter(|end| *end > start) {
            let span = TimeSpan::new(Time(start), Time(end));
            let read = Facts::read(&recording, span).expect("reads");
            let inside = |fact: &&sample::Fact| span.contains(Time(fact.1));
            let expected: BTreeSet<_> = all.values.iter().filter(inside).cloned().collect();
            assert_eq!(read.values, expected, "{span:?}");
            let touches = |gap: TimeSpan| gap.overlaps(span) || span.contains(gap.start);
            let gaps = all.gaps.iter().filter(|(_, gap)| touches(gap.span));
            assert_eq!(read.gaps, gaps.copied().collect::<Vec<_>>(), "{span:?}");
        }
    }
}

#[test]
fn groups_that_are_not_wanted_are_left_out() {
    let recording = sample::open(sample::file(Compression::default())).expect("opens");
    let batches: Vec<_> = recording
        .read(sample::always(), |group| group == NARROW)
        .map(|batch| batch.expect("reads"))
        .collect();
    assert!(batches.iter().all(|batch| batch.group == NARROW));
    assert_eq!(
        batches
            .iter()
            .map(zetscope::model::batch::Batch::len)
            .sum::<usize>(),
        13
    );
}
