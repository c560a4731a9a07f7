//! What it costs to keep a value, against pushing the same values onto plain vectors.

mod measured;

use std::hint::black_box;
use std::sync::Arc;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use zetscope::model::batch::Batch;
use zetscope::model::catalog::Kind;
use zetscope::model::store::Store;
use zetscope::model::time::Time;
use zetscope::model::value::ValueType;

use self::measured::{GROUP, group_info};

const METRICS: u32 = 64;
/// Passes in a batch: 10 ms at 10 kHz.
const ROWS: usize = 100;
/// Bytes kept, by the store and by the plain vectors.
const BYTES: usize = 64 << 20;
/// Times the cost of a plain push that keeping a value may take.
const BUDGET: f64 = 4.0;

/// A batch of counters that all grow.
fn batch() -> Batch {
    let mut batch = Batch::new(GROUP, (0..METRICS).collect::<Arc<[u32]>>());
    for row in 0..ROWS as u64 {
        batch.times.push(Time(row as i64 * 100_000));
        batch.read_nanos.push(2_000);
        batch
            .slots
            .extend((0..u64::from(METRICS)).map(|metric| row * (metric + 3)));
    }
    batch
}

/// Moves a batch to directly after itself.
fn advance(batch: &mut Batch) {
    let nanos = ROWS as i64 * 100_000;
    batch
        .times
        .iter_mut()
        .for_each(|time| *time = *time + nanos);
    let width = batch.columns.len();
    for row in batch.slots.chunks_exact_mut(width) {
        for (slot, growth) in row.iter_mut().zip(3..) {
            *slot += ROWS as u64 * growth;
        }
    }
}

fn push(columns: &mut [Vec<u64>], batch: &Batch) {
    for row in 0..batch.len() {
        for (column, &slot) in columns.iter_mut().zip(batch.row(row)) {
            column.push(slot);
        }
    }
}

fn ingest(criterion: &mut Criterion) {
    let values = ROWS as u64 * u64::from(METRICS);
    let mut group = criterion.benchmark_group("ingest");
    group.throughput(Throughput::Elements(values));
    let plain = measured::median(
        &mut group,
        BenchmarkId::from_parameter("plain push"),
        || (vec![Vec::new(); METRICS as usize], batch()),
        |(columns, batch)| {
            push(columns, black_box(batch));
            advance(batch);
            // As much as the store may keep.
            if columns[0].len() * columns.len() * size_of::<u64>() >= BYTES {
                columns.iter_mut().for_each(Vec::clear);
            }
        },
    );
    for (name, value_type, kind) in [
        (
            "64 x u64 counter",
            ValueType::U64,
            Kind::Monotonic { bits: 64 },
        ),
        (
            "64 x u32 counter",
            ValueType::U32,
            Kind::Monotonic { bits: 32 },
        ),
        ("64 x f32 gauge", ValueType::F32, Kind::Gauge),
    ] {
        let kept = measured::median(
            &mut group,
            BenchmarkId::from_parameter(name),
            || {
                let mut store = Store::new();
                store.set_budget(BYTES);
                store.add_group(GROUP, &group_info(METRICS, value_type, kind));
                (store, batch())
            },
            |(store, batch)| {
                store.append(black_box(batch)).expect("a sound batch");
                advance(batch);
            },
        );
        report(name, kept / values as f64, kept / plain);
    }
    group.finish();
}

#[expect(clippy::print_stdout, reason = "the ratio is what the bench is for")]
fn report(name: &str, nanos: f64, ratio: f64) {
    println!("{name}: {nanos:.2} ns a value, {ratio:.1} times a plain push");
    assert!(
        ratio <= BUDGET,
        "keeping a value costs {ratio:.1} times a plain push"
    );
}

criterion_group!(benches, ingest);
criterion_main!(benches);
