//! How often a frame is drawn.
//!
//! The sampler may have news thousands of times a second; a frame that nobody can see differ is
//! wasted, and in software rendering each one costs tens of milliseconds of processor time that
//! the observed program needs. So news asks for a frame no earlier than the last one's successor
//! is due, and frames are due the more rarely the more they cost.

use std::sync::atomic::{AtomicI64, AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// The most a window that runs along may take of one core, all its threads together.
const SHARE: f64 = 0.4;
/// Sixty frames a second at best.
const FASTEST: Duration = Duration::from_micros(16_667);
/// Five frames a second however dear they are: fewer look like a hang.
const SLOWEST: Duration = Duration::from_millis(200);
/// Figures alone, while the charts stand still.
const FIGURES: Duration = Duration::from_secs(1);
/// Nothing is sampled: only this program's own cost changes.
const IDLE: Duration = Duration::from_secs(3);

/// What the window is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activity {
    /// Charts run along with time.
    Running,
    /// Charts stand still, figures go on.
    Still,
    /// Nothing is sampled, or nobody looks.
    Idle,
}

/// When the next frame is due; shared with whoever brings news.
#[derive(Debug)]
pub struct Pace {
    began: Instant,
    /// Nanoseconds since `began` before which no news asks for a frame.
    due: AtomicI64,
    frames: AtomicU32,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            began: Instant::now(),
            due: AtomicI64::new(0),
            frames: AtomicU32::new(0),
        }
    }
}

impl Pace {
    /// How long news that has just come has to wait for its frame.
    pub fn delay(&self) -> Duration {
        let due = Duration::from_nanos(self.due.load(Ordering::Relaxed).max(0) as u64);
        due.saturating_sub(self.began.elapsed())
    }

    /// A frame begins; the next is due after `interval`.
    pub fn frame(&self, interval: Duration) {
        let due = self.began.elapsed() + interval;
        self.due.store(due.as_nanos() as i64, Ordering::Relaxed);
        self.frames.fetch_add(1, Ordering::Relaxed);
    }

    /// Frames since the call before.
    pub fn take_frames(&self) -> u32 {
        self.frames.swap(0, Ordering::Relaxed)
    }
}

/// Learns what a frame costs.
#[derive(Debug, Default)]
pub struct FrameCost {
    seconds: f64,
    measured: f64,
}

impl FrameCost {
    /// Takes in that the program took `cores` of a core, `samplers` of it to sample, while
    /// `frames` were drawn in one second.
    pub fn measure(&mut self, cores: f64, samplers: f64, frames: u32) {
        self.measured = cores;
        if frames == 0 {
            return;
        }
        let seconds = ((cores - samplers) / f64::from(frames)).max(0.0);
        // The first one counts fully, later ones smooth it.
        self.seconds = match self.seconds {
            0.0 => seconds,
            known => 0.5 * known + 0.5 * seconds,
        };
    }

    /// Whether `cores` is a measurement that was not taken in yet.
    pub fn is_news(&self, cores: f64) -> bool {
        self.measured != cores
    }

    /// From one frame to the next.
    pub fn interval(&self, activity: Activity) -> Duration {
        match activity {
            Activity::Running => {
                let seconds = (self.seconds / SHARE).min(SLOWEST.as_secs_f64());
                Duration::from_secs_f64(seconds).max(FASTEST)
            }
            Activity::Still => FIGURES,
            Activity::Idle => IDLE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dear_frames_are_drawn_rarely_and_cheap_ones_often() {
        let mut cost = FrameCost::default();
        assert_eq!(cost.interval(Activity::Running), FASTEST);
        cost.measure(0.26, 0.2, 60);
        assert_eq!(cost.interval(Activity::Running), FASTEST);
        let mut cost = FrameCost::default();
        cost.measure(0.6, 0.0, 30);
        assert_eq!(cost.interval(Activity::Running), Duration::from_millis(50));
        let mut cost = FrameCost::default();
        cost.measure(2.0, 0.0, 2);
        assert_eq!(cost.interval(Activity::Running), SLOWEST);
    }

    #[test]
    fn the_share_holds_whatever_a_frame_costs() {
        for frame in [0.01, 0.03, 0.07] {
            let mut cost = FrameCost::default();
            cost.measure(frame * 10.0, 0.0, 10);
            let frames_a_second = 1.0 / cost.interval(Activity::Running).as_secs_f64();
            assert!(frames_a_second * frame <= 0.5, "{frame}");
        }
    }

    #[test]
    fn news_waits_until_a_frame_is_due() {
        let pace = Pace::default();
        assert_eq!(pace.delay(), Duration::ZERO);
        pace.frame(Duration::from_mins(1));
        assert!(pace.delay() > Duration::from_secs(50));
        assert_eq!((pace.take_frames(), pace.take_frames()), (1, 0));
    }
}
