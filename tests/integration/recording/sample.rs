//! A small recording that has everything in it, and what must be found when it is read.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use zetscope::model::batch::{Batch, Gap, GapCause, GapMark};
use zetscope::model::catalog::{
    DeviceId, DeviceInfo, DeviceKind, DriverInfo, Flags, GroupId, GroupInfo, Kind, MetricInfo,
    Origin, Uuid, Version,
};
use zetscope::model::time::{Time, TimeSpan};
use zetscope::model::value::ValueType;
use zetscope::recording::{
    Compression, DeviceEntry, Event, ReadError, Recording, Session, What, Writer,
};

/// The wall-clock instant of the sessions here.
pub(crate) const BEGAN: i64 = 1_750_000_000_123_456_789;

/// A group with a metric of every value type.
pub(crate) const WIDE: GroupId = GroupId {
    device: DeviceId(0),
    index: 0,
};
/// A group of the same name with two counters.
pub(crate) const NARROW: GroupId = GroupId {
    device: DeviceId(0),
    index: 1,
};

/// A session with one device and two groups of one name.
pub(crate) fn session() -> Session {
    Session {
        began_unix_nanos: BEGAN,
        tool_version: "0.1.0".to_owned(),
        host: "lab".to_owned(),
        kernel: "Linux 6.12".to_owned(),
        drivers: vec![DriverInfo {
            origin: Origin::BuiltIn,
            api_version: Version(0x0001_000b),
            driver_version: 1,
            extensions: Vec::new(),
            reason: None,
        }],
        devices: vec![DeviceEntry {
            driver: 0,
            info: DeviceInfo {
                uuid: Uuid([7; 16]),
                name: "Arc B580".to_owned(),
                kind: DeviceKind::Gpu,
                simulated: true,
                sub_devices: Vec::new(),
            },
            groups: vec![
                group(0, &ValueType::ALL),
                group(1, &[ValueType::U64, ValueType::U64, ValueType::U32]),
            ],
            reason: None,
        }],
        ..Session::default()
    }
}

/// A group whose metrics have these types.
pub(crate) fn group(index: u32, types: &[ValueType]) -> GroupInfo {
    GroupInfo {
        index,
        name: "Compute".to_owned(),
        description: String::new(),
        domain: 1,
        sampling: Flags {
            bits: 4,
            names: vec!["tracer".to_owned()],
        },
        kinds: Flags::default(),
        export_bytes: None,
        access: None,
        reason: None,
        metrics: types.iter().enumerate().map(metric).collect(),
    }
}

fn metric((index, &value_type): (usize, &ValueType)) -> MetricInfo {
    MetricInfo {
        index: index as u32,
        name: format!("Counter{index}"),
        description: "counts".to_owned(),
        component: String::new(),
        tier: 1,
        metric_type: "event".to_owned(),
        value_type: Some(value_type),
        value_type_name: value_type.name().to_owned(),
        unit: "events".to_owned(),
        kind: Kind::Monotonic { bits: 32 },
        reason: None,
    }
}

/// A batch of passes; `row` gives the slots of the pass at a time.
pub(crate) fn batch(
    group: GroupId,
    columns: &[u32],
    times: impl IntoIterator<Item = i64>,
    row: impl Fn(i64) -> Vec<u64>,
) -> Batch {
    let mut batch = Batch::new(group, columns.into());
    for time in times {
        batch.times.push(Time(time));
        batch.read_nanos.push(time as u32 % 1000);
        batch.slots.extend(row(time));
    }
    batch
}

/// One value of every type, none of which survives a detour through a double.
pub(crate) fn every_type(time: i64) -> Vec<u64> {
    let seed = time as u64;
    vec![
        seed & 0xff,
        seed & 0xffff,
        seed.wrapping_mul(77) & 0xffff_ffff,
        u64::MAX - seed,
        u64::from((seed as f32 * 0.1).to_bits()),
        (seed as f64 * 0.1).to_bits(),
        seed & 1,
    ]
}

/// Two counters beyond 2^53.
pub(crate) fn two_counters(time: i64) -> Vec<u64> {
    vec![(1 << 53) + time as u64, u64::MAX - time as u64]
}

/// A session and what happens in it; `None` flushes.
pub(crate) struct Story {
    pub(crate) session: Session,
    pub(crate) steps: Vec<Option<Step>>,
}

/// Three counters, two sets of them, three stretches: small, because every byte of it is
/// damaged in turn.
pub(crate) fn small() -> Story {
    let mut session = session();
    session.kernel = String::new();
    let groups = &mut session.devices[0].groups;
    groups.remove(0);
    groups[0].index = 0;
    groups[0].metrics[2].value_type = Some(ValueType::F32);
    let group = GroupId {
        device: DeviceId(0),
        index: 0,
    };
    let ms = 1_000_000;
    let three = |time: i64| vec![(1 << 53) + time as u64, u64::MAX - time as u64, 0x7fc0_1234];
    let mut torn = batch(group, &[0, 1, 2], (0..5).map(|n| n * 1000), three);
    torn.torn = vec![3];
    torn.gaps = vec![mark(2, 1000, 2000, 7, GapCause::Late)];
    let steps = vec![
        Some(Step::Batch(torn)),
        None,
        Some(Step::Batch(batch(group, &[0, 1, 2], [ms, 2 * ms], three))),
        Some(Step::Note(marker("half time"))),
        None,
        Some(Step::Batch(batch(
            group,
            &[1],
            [3 * ms, 3 * ms + 1],
            |time| vec![time as u64],
        ))),
    ];
    Story { session, steps }
}

/// Every type, gap and event.
pub(crate) fn story() -> Story {
    Story {
        session: session(),
        steps: steps(),
    }
}

fn steps() -> Vec<Option<Step>> {
    let mut torn = batch(NARROW, &[0, 1], (100..110).map(|n| n * 1000), two_counters);
    torn.torn = vec![3, 9];
    torn.gaps = vec![
        mark(0, 50_000, 100_000, 7, GapCause::Late),
        mark(4, 103_000, 104_000, 0, GapCause::ReadFailed),
        mark(10, 109_000, 110_000, u64::MAX, GapCause::QueueFull),
    ];
    let ms = 1_000_000;
    vec![
        Some(Step::Note(rate())),
        Some(Step::Batch(batch(
            WIDE,
            &[0, 1, 2, 3, 4, 5, 6],
            [0, 1, 5_000],
            every_type,
        ))),
        Some(Step::Batch(torn)),
        None,
        Some(Step::Batch(batch(
            WIDE,
            &[0, 1, 2, 3, 4, 5, 6],
            [ms, 2 * ms],
            every_type,
        ))),
        Some(Step::Batch(batch(NARROW, &[1], [ms, ms + 1], |time| {
            vec![time as u64]
        }))),
        Some(Step::Note(marker("half time"))),
        None,
        Some(Step::Batch(batch(NARROW, &[0, 1], [3 * ms], two_counters))),
        Some(Step::Batch(nan_batch())),
    ]
}

/// A step of a recording.
pub(crate) enum Step {
    Batch(Batch),
    Note(Event),
}

fn mark(row: u32, start: i64, end: i64, missed: u64, cause: GapCause) -> GapMark {
    let span = TimeSpan::new(Time(start), Time(end));
    GapMark {
        row,
        gap: Gap {
            span,
            missed,
            cause,
        },
    }
}

fn rate() -> Event {
    let what = What::Rate {
        group: NARROW,
        period_nanos: 1000,
    };
    Event {
        time: Time(0),
        what,
    }
}

/// A marker.
pub(crate) fn marker(text: &str) -> Event {
    let what = What::Marker {
        text: text.to_owned(),
    };
    Event {
        time: Time(2_500_000),
        what,
    }
}

/// Not numbers, with and without something in their unused bits, and infinities.
fn nan_batch() -> Batch {
    let single = u64::from(f32::NAN.to_bits() | 0x1234);
    let double = f64::NAN.to_bits() | 0x5678;
    let infinite = f64::NEG_INFINITY.to_bits();
    batch(WIDE, &[4, 5], [4_000_000, 4_000_001], |time| {
        vec![single, if time & 1 == 0 { double } else { infinite }]
    })
}

/// A file in memory that stays when the writer is gone.
#[derive(Clone, Default)]
pub(crate) struct Memory(Arc<Mutex<Vec<u8>>>);

impl Memory {
    /// What was written.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.0.lock().expect("nobody panicked").clone()
    }
}

impl std::io::Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0
            .lock()
            .expect("nobody panicked")
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Story {
    /// The story as a file.
    pub(crate) fn file(&self, compression: Compression) -> Vec<u8> {
        let memory = Memory::default();
        let session = self.session.clone();
        let mut writer = Writer::new(memory.clone(), session, compression).expect("begins");
        for step in &self.steps {
            match step {
                Some(Step::Batch(batch)) => writer.write(batch),
                Some(Step::Note(event)) => writer.note(event),
                None => writer.flush(),
            }
            .expect("is written");
        }
        writer.finish().expect("is finished");
        memory.bytes()
    }

    /// What must be found in it.
    pub(crate) fn facts(&self) -> Facts {
        let mut facts = Facts::default();
        for step in self.steps.iter().flatten() {
            if let Step::Batch(batch) = step {
                facts.add(&self.session, batch);
            }
        }
        facts
            .gaps
            .sort_by_key(|(group, gap)| (*group, gap.span.start));
        facts
    }
}

/// The sample recording as a file.
pub(crate) fn file(compression: Compression) -> Vec<u8> {
    story().file(compression)
}

/// Opens bytes as a recording.
pub(crate) fn open(bytes: Vec<u8>) -> Result<Recording, ReadError> {
    Recording::from_source(Box::new(bytes))
}

/// Everything that can be told of one value: device, group and metric as people see them, the
/// time, the slot, and whether the pass was torn.
pub(crate) type Fact = (String, i64, u64, bool);

/// What was read: values, gaps and events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) values: BTreeSet<Fact>,
    pub(crate) gaps: Vec<(GroupId, Gap)>,
    pub(crate) passes: usize,
}

impl Facts {
    fn add(&mut self, session: &Session, batch: &Batch) {
        let info = session
            .group(batch.group)
            .expect("the group is in the catalog");
        let device = &session.devices[batch.group.device.0 as usize].info;
        self.passes += batch.len();
        self.gaps
            .extend(batch.gaps.iter().map(|mark| (batch.group, mark.gap)));
        let place = format!("{} {} {}", device.name, device.uuid, info.name);
        for (at, &column) in batch.columns.iter().enumerate() {
            let metric = &info.metrics[column as usize];
            let what = (&metric.unit, metric.kind, metric.value_type);
            let name = format!("{place} {} {what:?}", metric.name);
            for row in 0..batch.len() {
                let torn = batch.torn.contains(&(row as u32));
                let slot = batch.row(row)[at];
                self.values
                    .insert((name.clone(), batch.times[row].0, slot, torn));
            }
        }
    }

    /// What is read of `span`; also checks that batches keep what they promise.
    pub(crate) fn read(recording: &Recording, span: TimeSpan) -> Result<Self, ReadError> {
        let mut facts = Self::default();
        let mut last: BTreeMap<GroupId, Time> = BTreeMap::new();
        for batch in recording.read(span, |_| true) {
            let batch = batch?;
            assert_eq!(batch.times.len(), batch.read_nanos.len());
            assert_eq!(batch.slots.len(), batch.times.len() * batch.columns.len());
            for &time in &batch.times {
                let before = last.insert(batch.group, time);
                assert!(before.is_none_or(|before| before < time), "times go on");
            }
            assert!(batch.gaps.is_sorted_by_key(|mark| mark.row));
            facts.add(recording.session(), &batch);
        }
        facts
            .gaps
            .sort_by_key(|(group, gap)| (*group, gap.span.start));
        Ok(facts)
    }
}

/// All of session time.
pub(crate) fn always() -> TimeSpan {
    TimeSpan::new(Time(i64::MIN), Time(i64::MAX))
}
