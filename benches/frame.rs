//! CPU time of a whole frame of charts, layout and tessellation included, with ten thousand and
//! with ten million samples of each of 16 series in view.
//!
//! Between two frames the next samples arrive, a sixtieth of a second's worth, as they do in a
//! live window; appending them is not measured. The budget is a time and a ratio within one run:
//! what a frame costs must not depend on how much there is to see.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use egui::{Context, Event, RawInput, Rect, pos2, vec2};
use rustix::time::{ClockId, clock_gettime};
use zetscope::capture::state::{Device, Group, Listing, Phase, State};
use zetscope::model::batch::Batch;
use zetscope::model::catalog::{
    Access, DeviceId, DeviceInfo, DeviceKind, Flags, GroupId, GroupInfo, Kind, MetricId,
    MetricInfo, Uuid,
};
use zetscope::model::rate::SampleRate;
use zetscope::model::time::Time;
use zetscope::model::value::ValueType;
use zetscope::ui::theme;
use zetscope::ui::timeline::Timeline;

const SERIES: u32 = 16;
const FEW: i64 = 10_000;
const MANY: i64 = 10_000_000;
/// What all samples together last, and what is shown.
const SPAN_NANOS: i64 = 100_000_000_000;
const FRAMES_A_SECOND: i64 = 60;

const MOST_TIME: Duration = Duration::from_millis(4);
const MOST_RATIO: f64 = 1.3;
const FRAMES: usize = 301;

const GROUP: GroupId = GroupId {
    device: DeviceId(0),
    index: 0,
};

/// A window of charts and the capture behind it.
struct Window {
    context: Context,
    state: State,
    timeline: Timeline,
    samples: i64,
    rows: i64,
    frames: u32,
}

impl Window {
    /// Follows `samples` samples of each series.
    fn new(samples: i64) -> Self {
        let context = Context::default();
        theme::install(&context);
        let mut timeline = Timeline::new();
        let shown: Vec<MetricId> = (0..SERIES).map(metric_id).collect();
        timeline.set_shown(&shown);
        timeline.set_span(SPAN_NANOS);
        let mut window = Self {
            context,
            state: state(),
            timeline,
            samples,
            rows: 0,
            frames: 0,
        };
        while window.rows < samples {
            window.append((samples - window.rows).min(100_000));
        }
        for _ in 0..10 {
            window.next_frame();
        }
        window
    }

    fn period(&self) -> i64 {
        SPAN_NANOS / self.samples
    }

    /// The next `count` passes: noise around slow waves, every value another.
    fn append(&mut self, count: i64) {
        let columns: Vec<u32> = (0..SERIES).collect();
        let mut batch = Batch::new(GROUP, Arc::from(columns));
        for row in self.rows..self.rows + count {
            batch.times.push(Time(row * self.period()));
            batch.read_nanos.push(1000);
            let noise = (row as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54;
            let wave = (row * self.period() / 10_000_000) as u64 % 1000;
            let slots = (0..u64::from(SERIES)).map(|series| match series % 4 {
                0 | 1 => wave * series + noise + series * 5000,
                _ => row as u64 * (series + 200) + noise / 6,
            });
            batch.slots.extend(slots);
        }
        self.state.store.append(&batch).expect("a sound batch");
        self.rows += count;
    }

    /// Appends what arrives meanwhile, then draws; returns what drawing took.
    fn next_frame(&mut self) -> Duration {
        self.frames += 1;
        let due = SPAN_NANOS + i64::from(self.frames) * 1_000_000_000 / FRAMES_A_SECOND;
        let missing = due / self.period() - self.rows;
        self.append(missing);
        let start = cpu_time();
        self.draw(Time(due));
        cpu_time().saturating_sub(start)
    }

    fn draw(&mut self, now: Time) {
        let size = vec2(1600.0, 1000.0);
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), size)),
            time: Some(f64::from(self.frames) / FRAMES_A_SECOND as f64),
            events: vec![Event::PointerMoved(pos2(400.0, 300.0))],
            ..RawInput::default()
        };
        let (state, timeline) = (&self.state, &mut self.timeline);
        let mut actions = Vec::new();
        let output = self.context.run_ui(input, |ui| {
            timeline.ui(ui, state, now, &mut actions);
        });
        let shapes = output.shapes.clone();
        output.drop_without_applying_deltas();
        black_box(self.context.tessellate(shapes, 1.0));
    }
}

/// What this thread has computed for so far: others that want the processor do not count.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

fn metric_id(index: u32) -> MetricId {
    MetricId {
        group: GROUP,
        index,
    }
}

/// Four units, so four charts of four series; half of them rates of counters.
fn metric(index: u32) -> MetricInfo {
    let (unit, kind) = match index % 4 {
        0 => ("percent", Kind::Ratio),
        1 => ("MHz", Kind::Gauge),
        2 => ("bytes", Kind::Monotonic { bits: 32 }),
        _ => ("events", Kind::Monotonic { bits: 32 }),
    };
    MetricInfo {
        index,
        name: format!("Metric{index}"),
        description: String::new(),
        component: String::new(),
        tier: 1,
        metric_type: String::new(),
        value_type: Some(ValueType::U32),
        value_type_name: "u32".to_owned(),
        unit: unit.to_owned(),
        kind,
        reason: None,
    }
}

fn state() -> State {
    let info = GroupInfo {
        index: 0,
        name: "Group".to_owned(),
        description: String::new(),
        domain: 0,
        sampling: Flags::default(),
        kinds: Flags::default(),
        export_bytes: None,
        access: Some(Access::Map),
        reason: None,
        metrics: (0..SERIES).map(metric).collect(),
    };
    let mut state = State::new(4 << 30);
    state.store.add_group(GROUP, &info);
    let all: Vec<u32> = (0..SERIES).collect();
    let group = Group {
        wanted: all.clone(),
        rate: SampleRate::FASTEST,
        phase: Phase::On {
            columns: Arc::from(all),
            access: Access::Map,
        },
        refused: Vec::new(),
        status: None,
    };
    state.groups.insert(GROUP, group);
    state.devices.push(Device {
        id: GROUP.device,
        driver: 0,
        info: DeviceInfo {
            uuid: Uuid::default(),
            name: "Device".to_owned(),
            kind: DeviceKind::Gpu,
            simulated: true,
            sub_devices: Vec::new(),
        },
        listing: Listing::Ready(Arc::from([info])),
        lost: None,
        cpu_share: 0.0,
    });
    state
}

fn median(window: &mut Window) -> Duration {
    let mut times: Vec<Duration> = (0..FRAMES).map(|_| window.next_frame()).collect();
    times.sort();
    times[FRAMES / 2]
}

fn frame(criterion: &mut Criterion) {
    // Under `cargo test` nothing is optimised: it is enough that it works, with less to see.
    let measured = std::env::args().any(|argument| argument == "--bench");
    let many = if measured { MANY } else { FEW };
    let mut group = criterion.benchmark_group("frame of 16 series");
    let mut medians = Vec::new();
    for (name, samples) in [
        ("10 thousand samples each", FEW),
        ("10 million samples each", many),
    ] {
        let mut window = Window::new(samples);
        group.bench_function(name, |bencher| {
            bencher.iter_custom(|count| (0..count).map(|_| window.next_frame()).sum());
        });
        medians.push(median(&mut window));
    }
    group.finish();
    let ratio = medians[1].as_secs_f64() / medians[0].as_secs_f64();
    assert!(
        !measured || (medians[1] <= MOST_TIME && ratio <= MOST_RATIO),
        "a frame takes {:?}, {ratio:.2} times as long as with few samples",
        medians[1]
    );
}

criterion_group!(benches, frame);
criterion_main!(benches);
