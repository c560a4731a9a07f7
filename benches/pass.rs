//! One pass over 64 exported counters, against a volatile copy of as many bytes.
//!
//! The budget is a ratio within one run, so that it holds on any machine: reading through the
//! driver layer costs at most three times the loads themselves.

#![expect(unsafe_code, reason = "a volatile copy is what is compared with")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{Criterion, criterion_group, criterion_main};
use level_zero_host::Instance;
use level_zero_host::world::Options;
use level_zero_sys::Api;
use zetscope::driver::{Device, OpenGroup, drivers_of};
use zetscope::model::catalog::Origin;

const COUNTERS: usize = 64;
const MOST_TIMES_A_COPY: f64 = 3.0;

/// Calls between two clock reads.
const ROUND: u32 = 10_000;
const ROUNDS: usize = 50;

fn copy(source: &[u64; COUNTERS], slots: &mut [u64; COUNTERS]) {
    for (from, slot) in source.iter().zip(slots) {
        // SAFETY: a reference is valid to be read.
        *slot = unsafe { std::ptr::from_ref(from).read_volatile() };
    }
}

/// The group of 64 counters; device and driver must live as long as it is read.
fn open() -> (OpenGroup, Device, Instance) {
    let options = Options {
        host: false,
        patterns: true,
        ..Options::default()
    };
    let instance = Instance::new(options).expect("a free slot");
    // SAFETY: the instance answers its own functions, with the signatures of the C headers.
    let api = unsafe { Api::from_lookup(|symbol| instance.lookup(symbol)) };
    let drivers = drivers_of(api.expect("complete"), Origin::BuiltIn, None);
    let mut device = drivers.expect("started").remove(0).devices.remove(0);
    let groups = device.groups().expect("listed");
    let group = groups.iter().find(|group| group.name == "Counters64");
    let metrics: Vec<u32> = (0..COUNTERS as u32).collect();
    let index = group.expect("patterns are on").index;
    let open = device.open(index, &metrics).expect("readable");
    (open, device, instance)
}

/// The shortest of many rounds of calls: what disturbs a round only makes it longer.
fn shortest(mut call: impl FnMut()) -> Duration {
    let rounds = (0..ROUNDS).map(|_| {
        let start = Instant::now();
        (0..ROUND).for_each(|_| call());
        start.elapsed()
    });
    rounds.min().unwrap_or_default()
}

fn pass(criterion: &mut Criterion) {
    let (mut open, _device, _instance) = open();
    let source = [7; COUNTERS];
    let mut slots = [0; COUNTERS];
    let mut group = criterion.benchmark_group("pass over 64 u64 counters");
    group.bench_function("volatile copy", |bencher| {
        bencher.iter(|| copy(black_box(&source), black_box(&mut slots)));
    });
    group.bench_function("exported memory", |bencher| {
        bencher.iter(|| open.read(black_box(&mut slots)));
    });
    group.finish();
    let copied = shortest(|| copy(black_box(&source), black_box(&mut slots)));
    let read = shortest(|| {
        black_box(open.read(black_box(&mut slots))).expect("a pass");
    });
    let ratio = read.as_secs_f64() / copied.as_secs_f64();
    assert!(
        ratio <= MOST_TIMES_A_COPY,
        "{ROUND} passes take {ratio:.2} times as many copies ({read:?} and {copied:?})"
    );
}

criterion_group!(benches, pass);
criterion_main!(benches);
