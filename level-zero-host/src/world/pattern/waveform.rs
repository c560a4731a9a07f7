//! The published functions: what each simulated metric holds at a time in nanoseconds.
//!
//! All are total, pure, and computed from integer phases, so that equal times give equal bits.

use std::f64::consts::TAU;

use crate::world::device_clock::Counting;

/// Nanoseconds in a second.
const SECOND: u64 = 1_000_000_000;

/// Position within a period, in 0.0 ..< 1.0.
fn phase(t_ns: u64, period_ns: u64) -> f64 {
    (t_ns % period_ns) as f64 / period_ns as f64
}

/// Sine of amplitude 1 and period 1 s.
pub fn sine(t_ns: u64) -> f64 {
    (TAU * phase(t_ns, SECOND)).sin()
}

/// Rises from 0 to 100 in 2 s, then starts again.
pub fn ramp(t_ns: u64) -> f64 {
    100.0 * phase(t_ns, 2 * SECOND)
}

/// Microseconds within the current second, as a 32-bit float.
pub fn ramp_f32(t_ns: u64) -> f32 {
    ramp_u32(t_ns) as f32
}

/// Microseconds within the current second.
pub fn ramp_u32(t_ns: u64) -> u32 {
    (t_ns % SECOND / 1000) as u32
}

/// 0 for half a second, then 1 for half a second.
pub fn square(t_ns: u64) -> u32 {
    u32::from(flag(t_ns))
}

/// False for half a second, then true for half a second.
pub fn flag(t_ns: u64) -> bool {
    t_ns % SECOND >= SECOND / 2
}

/// Counts 1.5 a nanosecond in 32 bits: wraps every 2.86 s.
pub fn wrapping_counter(t_ns: u64) -> u32 {
    (t_ns.wrapping_mul(3) / 2) as u32
}

/// Counts nanoseconds from 2^53 + 1: a double cannot tell neighbouring values apart.
pub fn wide_counter(t_ns: u64) -> u64 {
    t_ns.wrapping_add((1 << 53) + 1)
}

/// Counts microseconds, and starts again at 0 every 5 s.
pub fn resetting_counter(t_ns: u64) -> u64 {
    t_ns % (5 * SECOND) / 1000
}

/// [`sine`], but not a number in the first 50 ms of each second.
pub fn nan_burst(t_ns: u64) -> f64 {
    if t_ns % SECOND < SECOND / 20 {
        f64::NAN
    } else {
        sine(t_ns)
    }
}

/// [`ramp`], but +infinity in the first 20 ms of each second, and -infinity in the 20 ms after
/// its middle.
pub fn infinities(t_ns: u64) -> f64 {
    match t_ns % SECOND / (SECOND / 50) {
        0 => f64::INFINITY,
        25 => f64::NEG_INFINITY,
        _ => ramp(t_ns),
    }
}

/// 1000 in the first millisecond of each second, else 0.
pub fn spike(t_ns: u64) -> f64 {
    if t_ns % SECOND < SECOND / 1000 {
        1000.0
    } else {
        0.0
    }
}

/// Percent: a triangle from 0 to 100 and back in 4 s.
pub fn ratio(t_ns: u64) -> f64 {
    100.0 * (1.0 - (2.0 * phase(t_ns, 4 * SECOND) - 1.0).abs())
}

/// Percent: [`ratio`] stretched to 120, as drivers report now and then.
pub fn ratio_above_hundred(t_ns: u64) -> f64 {
    1.2 * ratio(t_ns)
}

/// Counter number `index` of `Counters64`: `index` + 1 events a microsecond.
pub fn counter(index: usize, t_ns: u64) -> u64 {
    (t_ns / 1000).wrapping_mul(index as u64 + 1)
}

/// Metric number `index` of `Many`: microseconds plus `index`, in 32 bits.
pub fn many(index: usize, t_ns: u64) -> u32 {
    ((t_ns / 1000) as u32).wrapping_add(index as u32)
}

/// Clocks of a simulated core at 1.5 GHz.
pub fn cycles(t_ns: u64) -> u64 {
    t_ns.wrapping_mul(3) / 2
}

/// A million events a second, at a rate that rises from none to twice the mean in each second.
pub fn bursts(t_ns: u64) -> u64 {
    let micros = t_ns % SECOND / 1000;
    t_ns / SECOND * 1_000_000 + micros * micros / 1_000_000
}

/// 12 bytes a nanosecond.
pub fn bytes_moved(t_ns: u64) -> u64 {
    t_ns.wrapping_mul(12)
}

/// Percent, as a 32-bit float: [`ratio`].
pub fn busy(t_ns: u64) -> f32 {
    ratio(t_ns) as f32
}

/// Gigabytes a second: a triangle from 0 to 10 and back in 4 s.
pub fn throughput(t_ns: u64) -> f32 {
    busy(t_ns) / 10.0
}

/// The device's timestamp: ticks of 52 ns, which begin again at 0 after 32 bits.
pub fn report_time(t_ns: u64) -> u64 {
    Counting::GPU.ticks(t_ns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waveforms_have_the_shape_they_promise() {
        assert_eq!(sine(0), 0.0);
        assert!((sine(SECOND / 4) - 1.0).abs() < 1e-12);
        assert_eq!(sine(7 * SECOND + 5), sine(5));
        assert_eq!(ramp(SECOND), 50.0);
        assert_eq!((square(0), square(SECOND / 2)), (0, 1));
        assert_eq!(ratio(2 * SECOND), 100.0);
        assert_eq!(ratio_above_hundred(2 * SECOND), 120.0);
        assert!(nan_burst(3 * SECOND).is_nan() && !nan_burst(SECOND / 2).is_nan());
        assert_eq!(infinities(SECOND), f64::INFINITY);
        assert_eq!(infinities(SECOND / 2), f64::NEG_INFINITY);
    }

    #[test]
    fn bursts_rise_within_each_second_and_never_fall() {
        let rate = |at: u64| bursts(at + SECOND / 10) - bursts(at);
        assert_eq!((rate(0), rate(9 * SECOND / 10)), (10_000, 190_000));
        assert_eq!(bursts(3 * SECOND), 3_000_000);
        assert_eq!(bursts(3 * SECOND - 1), 2_999_998);
    }

    #[test]
    fn counters_wrap_reset_and_outgrow_a_double() {
        let before = (1_u64 << 32) * 2 / 3;
        assert!(wrapping_counter(before + 1) < wrapping_counter(before - 1));
        assert!(resetting_counter(5 * SECOND) < resetting_counter(5 * SECOND - 1));
        let (a, b) = (wide_counter(10), wide_counter(11));
        assert!(a < b && a as f64 == b as f64);
    }
}
