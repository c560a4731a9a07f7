//! Units as drivers spell them, and what they are written as.

use std::borrow::Cow;

use crate::model::catalog::View;

/// What sort of thing a unit measures, as far as the meaning of values depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// No unit was given.
    Nothing,
    /// Things that are counted: events, cycles, messages, and every word that is not known.
    Count,
    /// Bytes.
    Bytes,
    /// A length of time.
    Time,
    /// Energy.
    Energy,
    /// A share in percent.
    Percent,
    /// Something that goes up and down: a frequency, a throughput, a temperature, a voltage.
    Level,
    /// An address.
    Address,
}

/// How large and small numbers of a unit are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Prefixes {
    /// Never with a prefix: percent, degrees.
    None,
    /// k, M, G before a word, and nothing below one: `1.23 M events`.
    Thousands,
    /// All SI prefixes, at a symbol: `1.23 mV`.
    Si,
    /// Ki, Mi, Gi: `1.23 MiB`.
    Binary,
    /// ns, µs, ms, s, then min, h and d.
    Time,
}

/// A unit, and the factor that turns values into it.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    quantity: Quantity,
    symbol: Cow<'static, str>,
    scale: f64,
    pub(super) prefixes: Prefixes,
}

/// Spellings in lower case, what they measure, the symbol to show, the factor to it.
const KNOWN: &[(&[&str], Quantity, &str, f64, Prefixes)] = &[
    (
        &["", "(null)", "none", "n/a", "number", "unitless"],
        Quantity::Nothing,
        "",
        1.0,
        Prefixes::Thousands,
    ),
    (
        &["percent", "%", "percentage"],
        Quantity::Percent,
        "%",
        1.0,
        Prefixes::None,
    ),
    (
        &["bytes", "byte", "b"],
        Quantity::Bytes,
        "B",
        1.0,
        Prefixes::Binary,
    ),
    (&["kib"], Quantity::Bytes, "B", 1024.0, Prefixes::Binary),
    (
        &["mib"],
        Quantity::Bytes,
        "B",
        1_048_576.0,
        Prefixes::Binary,
    ),
    (
        &["gib"],
        Quantity::Bytes,
        "B",
        1_073_741_824.0,
        Prefixes::Binary,
    ),
    (
        &["ns", "nanoseconds"],
        Quantity::Time,
        "s",
        1e-9,
        Prefixes::Time,
    ),
    (
        &["us", "µs", "microseconds"],
        Quantity::Time,
        "s",
        1e-6,
        Prefixes::Time,
    ),
    (
        &["ms", "milliseconds"],
        Quantity::Time,
        "s",
        1e-3,
        Prefixes::Time,
    ),
    (
        &["s", "sec", "seconds"],
        Quantity::Time,
        "s",
        1.0,
        Prefixes::Time,
    ),
    (
        &["uj", "µj", "microjoules"],
        Quantity::Energy,
        "J",
        1e-6,
        Prefixes::Si,
    ),
    (
        &["mj", "millijoules"],
        Quantity::Energy,
        "J",
        1e-3,
        Prefixes::Si,
    ),
    (&["j", "joules"], Quantity::Energy, "J", 1.0, Prefixes::Si),
    (&["hz", "hertz"], Quantity::Level, "Hz", 1.0, Prefixes::Si),
    (&["khz"], Quantity::Level, "Hz", 1e3, Prefixes::Si),
    (&["mhz"], Quantity::Level, "Hz", 1e6, Prefixes::Si),
    (&["ghz"], Quantity::Level, "Hz", 1e9, Prefixes::Si),
    (
        &["b/s", "bps", "bytes/s"],
        Quantity::Level,
        "B/s",
        1.0,
        Prefixes::Binary,
    ),
    (
        &["kbps", "kb/s"],
        Quantity::Level,
        "B/s",
        1e3,
        Prefixes::Binary,
    ),
    (
        &["mbps", "mb/s"],
        Quantity::Level,
        "B/s",
        1e6,
        Prefixes::Binary,
    ),
    (
        &["gbps", "gb/s"],
        Quantity::Level,
        "B/s",
        1e9,
        Prefixes::Binary,
    ),
    (
        &["celsius", "c", "°c", "degc", "degrees celsius"],
        Quantity::Level,
        "°C",
        1.0,
        Prefixes::None,
    ),
    (
        &["millicelsius"],
        Quantity::Level,
        "°C",
        1e-3,
        Prefixes::None,
    ),
    (&["v", "volts"], Quantity::Level, "V", 1.0, Prefixes::Si),
    (
        &["mv", "millivolts"],
        Quantity::Level,
        "V",
        1e-3,
        Prefixes::Si,
    ),
    (&["w", "watts"], Quantity::Level, "W", 1.0, Prefixes::Si),
    (
        &["mw", "milliwatts"],
        Quantity::Level,
        "W",
        1e-3,
        Prefixes::Si,
    ),
    (&["a", "amperes"], Quantity::Level, "A", 1.0, Prefixes::Si),
    (&["rpm"], Quantity::Level, "rpm", 1.0, Prefixes::None),
    (
        &["tasks", "threads", "processes"],
        Quantity::Level,
        "tasks",
        1.0,
        Prefixes::Si,
    ),
    (&["address"], Quantity::Address, "", 1.0, Prefixes::None),
];

impl Unit {
    /// Reads a unit as a driver gives it; case does not matter.
    ///
    /// Level Zero's `GBpS` is 10^9 bytes a second. A word that is not known counts things of
    /// that name.
    pub fn parse(text: &str) -> Self {
        let lower = text.trim().to_lowercase();
        let known = KNOWN
            .iter()
            .find(|(names, ..)| names.contains(&lower.as_str()));
        match known {
            Some(&(_, quantity, symbol, scale, prefixes)) => Self {
                quantity,
                symbol: Cow::Borrowed(symbol),
                scale,
                prefixes,
            },
            None => Self {
                quantity: Quantity::Count,
                symbol: Cow::Owned(lower),
                scale: 1.0,
                prefixes: Prefixes::Thousands,
            },
        }
    }

    /// The unit of a view of metrics in this unit.
    ///
    /// A rate is per second, with three names of its own: bytes become B/s, energy becomes
    /// power in W, and time becomes a busy share in percent (a billion ns a second is 100 %).
    pub fn of_view(&self, view: View) -> Self {
        if view != View::Rate {
            return self.clone();
        }
        let (symbol, scale, prefixes) = match self.quantity {
            Quantity::Time => (Cow::Borrowed("%"), self.scale * 100.0, Prefixes::None),
            Quantity::Energy => (Cow::Borrowed("W"), self.scale, Prefixes::Si),
            _ => (
                Cow::Owned(format!("{}/s", self.symbol)),
                self.scale,
                self.prefixes,
            ),
        };
        Self {
            quantity: Quantity::Level,
            symbol,
            scale,
            prefixes,
        }
    }

    /// What it measures.
    pub fn quantity(&self) -> Quantity {
        self.quantity
    }

    /// What is written behind a number without a prefix; empty where there is no unit.
    pub fn symbol(&self) -> &str {
        &self.symbol
    }

    /// What values are multiplied by to be in [`Unit::symbol`].
    pub fn scale(&self) -> f64 {
        self.scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_drivers_are_understood() {
        for (text, quantity, symbol, scale) in [
            ("", Quantity::Nothing, "", 1.0),
            ("(null)", Quantity::Nothing, "", 1.0),
            ("percent", Quantity::Percent, "%", 1.0),
            ("MHz", Quantity::Level, "Hz", 1e6),
            ("GBpS", Quantity::Level, "B/s", 1e9),
            ("ns", Quantity::Time, "s", 1e-9),
            ("cycles", Quantity::Count, "cycles", 1.0),
            ("Events", Quantity::Count, "events", 1.0),
            ("bytes", Quantity::Bytes, "B", 1.0),
            ("messages", Quantity::Count, "messages", 1.0),
            ("microjoules", Quantity::Energy, "J", 1e-6),
            ("celsius", Quantity::Level, "°C", 1.0),
            ("tasks", Quantity::Level, "tasks", 1.0),
            ("Address", Quantity::Address, "", 1.0),
            (" eu sends ", Quantity::Count, "eu sends", 1.0),
        ] {
            let unit = Unit::parse(text);
            assert_eq!(
                (unit.quantity(), unit.symbol(), unit.scale()),
                (quantity, symbol, scale),
                "{text}"
            );
        }
    }

    #[test]
    fn rates_have_units_of_their_own() {
        for (text, symbol, scale) in [
            ("events", "events/s", 1.0),
            ("", "/s", 1.0),
            ("bytes", "B/s", 1.0),
            ("ns", "%", 1e-7),
            ("microjoules", "W", 1e-6),
        ] {
            let unit = Unit::parse(text).of_view(View::Rate);
            assert_eq!(unit.symbol(), symbol);
            assert!(
                (unit.scale() / scale - 1.0).abs() < 1e-12,
                "{text}: {}",
                unit.scale()
            );
        }
        let bytes = Unit::parse("bytes");
        assert_eq!(bytes.of_view(View::Delta), bytes);
    }
}
