//! Sampling rates as they are asked for.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// A requested sampling rate between 1 Hz and 200 kHz, as the period between two passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SampleRate {
    period_nanos: u32,
}

impl SampleRate {
    /// The slowest rate that can be asked for, 1 Hz.
    pub const SLOWEST: Self = Self {
        period_nanos: 1_000_000_000,
    };
    /// The fastest rate that can be asked for, 200 kHz.
    pub const FASTEST: Self = Self {
        period_nanos: 5_000,
    };

    /// A rate in passes a second, to the nearest nanosecond of period.
    ///
    /// # Errors
    /// [`RateError::OutOfRange`] below 1 Hz, above 200 kHz, or for a non-number.
    pub fn from_hz(hz: f64) -> Result<Self, RateError> {
        if !(1.0..=200_000.0).contains(&hz) {
            return Err(RateError::OutOfRange);
        }
        Ok(Self {
            period_nanos: (1e9 / hz).round() as u32,
        })
    }

    /// Passes a second.
    pub fn hz(self) -> f64 {
        1e9 / f64::from(self.period_nanos)
    }

    /// Nanoseconds between two passes.
    pub fn period_nanos(self) -> i64 {
        i64::from(self.period_nanos)
    }
}

impl fmt::Display for SampleRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hz = self.hz();
        let (value, unit) = if hz >= 1000.0 {
            (hz / 1000.0, "kHz")
        } else {
            (hz, "Hz")
        };
        write!(f, "{} {unit}", (value * 1000.0).round() / 1000.0)
    }
}

impl FromStr for SampleRate {
    type Err = RateError;

    /// Reads `250`, `250Hz`, `10 kHz`, `0.1kHz`; the unit's case does not matter.
    fn from_str(text: &str) -> Result<Self, RateError> {
        let text = text.trim().to_ascii_lowercase();
        let (number, factor) = match text.strip_suffix("khz") {
            Some(number) => (number, 1000.0),
            None => (text.strip_suffix("hz").unwrap_or(&text), 1.0),
        };
        let value: f64 = number
            .trim()
            .parse()
            .map_err(|_not_a_number: std::num::ParseFloatError| RateError::NotARate)?;
        Self::from_hz(value * factor)
    }
}

/// Why a text or number is not a sampling rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RateError {
    /// The number lies outside what can be asked for.
    OutOfRange,
    /// The text is no number with an optional Hz or kHz.
    NotARate,
}

impl fmt::Display for RateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OutOfRange => "a rate lies between 1 Hz and 200 kHz",
            Self::NotARate => "a rate is a number with Hz or kHz, such as 100Hz or 10kHz",
        })
    }
}

impl Error for RateError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_and_spaces_are_understood() {
        for (text, hz) in [
            ("1", 1.0),
            ("250Hz", 250.0),
            ("10 kHz", 10_000.0),
            ("0.1khz", 100.0),
        ] {
            assert_eq!(
                text.parse::<SampleRate>(),
                SampleRate::from_hz(hz),
                "{text}"
            );
        }
    }

    #[test]
    fn what_cannot_be_sampled_is_refused() {
        for text in ["0", "0.99", "200.1kHz", "NaN", "-5", "inf"] {
            assert_eq!(
                text.parse::<SampleRate>(),
                Err(RateError::OutOfRange),
                "{text}"
            );
        }
        for text in ["", "fast", "10 MHz"] {
            assert_eq!(
                text.parse::<SampleRate>(),
                Err(RateError::NotARate),
                "{text}"
            );
        }
    }

    #[test]
    fn rates_read_as_they_were_asked_for() {
        for (text, shown) in [
            ("3Hz", "3 Hz"),
            ("100Hz", "100 Hz"),
            ("2.5kHz", "2.5 kHz"),
            ("200kHz", "200 kHz"),
        ] {
            assert_eq!(
                text.parse::<SampleRate>().expect("valid").to_string(),
                shown
            );
        }
    }
}
