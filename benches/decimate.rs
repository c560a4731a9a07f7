//! What it costs to draw 16 series, over ten thousand rows and over ten million.

mod measured;

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use zetscope::model::batch::Batch;
use zetscope::model::catalog::{Kind, View};
use zetscope::model::decimate::{Cells, Grid, Trace};
use zetscope::model::store::GroupStore;
use zetscope::model::time::{Time, TimeSpan};
use zetscope::model::value::ValueType;

use self::measured::{GROUP, group_info};

const SERIES: u32 = 16;
const PIXELS: u32 = 1000;
const FEW: i64 = 10_000;
const MANY: i64 = 10_000_000;
/// Nanoseconds all rows together last.
const LENGTH: i64 = 100_000_000_000;
/// Times the cost of a frame over few rows that one over many may take. Painting, which costs
/// far more, is the same for both.
const BUDGET: f64 = 2.0;
/// The same for the first frame, which knows nothing of the one before.
const FIRST_BUDGET: f64 = 20.0;

/// Counters that grow by changing steps, `rows` of them, evenly over [`LENGTH`].
fn series(rows: i64) -> GroupStore {
    let mut group = GroupStore::new(&group_info(
        SERIES,
        ValueType::U32,
        Kind::Monotonic { bits: 32 },
    ));
    let mut counts = [0_u32; SERIES as usize];
    for start in (0..rows).step_by(10_000) {
        let mut batch = Batch::new(GROUP, (0..SERIES).collect::<Arc<[u32]>>());
        for row in start..(start + 10_000).min(rows) {
            batch.times.push(Time(row * (LENGTH / rows)));
            batch.read_nanos.push(1_000);
            for (metric, count) in counts.iter_mut().enumerate() {
                let noise = (row as u32).wrapping_mul(2_654_435_761 + metric as u32) >> 20;
                *count = count.wrapping_add(noise);
                batch.slots.push(u64::from(*count));
            }
        }
        group.append(&batch).expect("a sound batch");
    }
    group
}

/// What a chart keeps from frame to frame.
#[derive(Default)]
struct Picture {
    cells: Cells,
    traces: [Trace; SERIES as usize],
    frame: i64,
}

impl Picture {
    /// Draws all series over nine tenths of the rows, `shift` nanoseconds from their start.
    fn draw(&mut self, group: &GroupStore, view: View, shift: i64) {
        let start = Time(shift);
        let span = TimeSpan::new(start, start + LENGTH / 10 * 9);
        let grid = Grid::covering(span, PIXELS, start);
        group.locate(black_box(&grid), &mut self.cells);
        for (metric, trace) in self.traces.iter_mut().enumerate() {
            group.decimate(metric as u32, view, &self.cells, trace);
            black_box(trace.points());
        }
    }

    /// The next frame of a view that moves by one cell each frame.
    fn scroll(&mut self, group: &GroupStore, view: View) {
        let cell = LENGTH / 10 * 9 / i64::from(PIXELS);
        self.frame = (self.frame + 1) % 100;
        self.draw(group, view, self.frame * cell);
    }
}

fn decimate(criterion: &mut Criterion) {
    let (few, many) = (series(FEW), series(MANY));
    let mut group = criterion.benchmark_group("decimate");
    for view in [View::Raw, View::Rate] {
        let mut frame = |rows: i64, series: &GroupStore, scrolling: bool| {
            let name = if scrolling { "scrolling" } else { "first" };
            let id = BenchmarkId::new(format!("{} {name}", view.name()), rows);
            let prepare = || {
                let mut picture = Picture::default();
                picture.draw(series, view, 0);
                picture
            };
            measured::median(&mut group, id, prepare, |picture| {
                if scrolling {
                    picture.scroll(series, view);
                } else {
                    *picture = Picture::default();
                    picture.draw(series, view, 0);
                }
            })
        };
        let first = (frame(FEW, &few, false), frame(MANY, &many, false));
        let scrolling = (frame(FEW, &few, true), frame(MANY, &many, true));
        report(&format!("{} first", view.name()), first, FIRST_BUDGET);
        report(&format!("{} scrolling", view.name()), scrolling, BUDGET);
    }
    let mut statistics = |rows: i64, series: &GroupStore| {
        let id = BenchmarkId::new("statistics", rows);
        measured::median(
            &mut group,
            id,
            || (),
            |()| {
                let span = TimeSpan::new(Time(LENGTH / 20), Time(LENGTH / 20 * 19));
                for metric in 0..SERIES {
                    black_box(series.statistics(metric, View::Rate, black_box(span)));
                }
            },
        )
    };
    let statistics = (statistics(FEW, &few), statistics(MANY, &many));
    report("statistics", statistics, f64::INFINITY);
    group.finish();
}

#[expect(clippy::print_stdout, reason = "the ratio is what the bench is for")]
fn report(name: &str, (few, many): (f64, f64), budget: f64) {
    let ratio = many / few;
    println!(
        "{name}: {:.3} ms and {:.3} ms, ratio {ratio:.2}",
        few * 1e-6,
        many * 1e-6
    );
    assert!(
        ratio <= budget,
        "a frame over {MANY} rows costs {ratio:.2} times one over {FEW}"
    );
}

criterion_group!(benches, decimate);
criterion_main!(benches);
