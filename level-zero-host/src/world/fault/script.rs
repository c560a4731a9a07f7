//! Scripts: which faults strike where, read from text.

use std::fmt;
use std::str::FromStr;

use super::{Fault, NUMBERED, Numbered, PLAIN};

/// A fault and what it strikes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strike {
    /// What goes wrong.
    pub fault: Fault,
    /// The only group it goes wrong for; every group if absent. Faults of the device, the driver
    /// or an import as a whole do not heed it.
    pub group: Option<String>,
}

/// All faults of one driver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults(Vec<Strike>);

/// A fault that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFault(String);

impl Faults {
    /// Whether nothing is scripted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a fault that strikes every group.
    #[must_use]
    pub fn with(mut self, fault: Fault) -> Self {
        self.0.push(Strike { fault, group: None });
        self
    }

    /// Adds a fault that strikes one group.
    #[must_use]
    pub fn with_on(mut self, fault: Fault, group: impl Into<String>) -> Self {
        let group = Some(group.into());
        self.0.push(Strike { fault, group });
        self
    }

    /// The faults that strike `group`, those without a target included.
    pub fn of_group(&self, group: &str) -> Self {
        let strikes = |strike: &&Strike| strike.group.as_deref().is_none_or(|name| name == group);
        Self(self.0.iter().filter(strikes).cloned().collect())
    }

    /// Whether `fault` is scripted.
    pub fn has(&self, fault: &Fault) -> bool {
        self.0.iter().any(|strike| strike.fault == *fault)
    }

    /// Every scripted fault.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.0.iter().map(|strike| &strike.fault)
    }

    /// The argument of the first fault of this kind.
    pub fn number(&self, kind: Numbered) -> Option<u64> {
        let of_kind = |number: u64, fault: &Fault| (kind(number) == *fault).then_some(number);
        self.iter()
            .find_map(|fault| of_kind(fault.argument()?, fault))
    }

    /// Whether looking up `symbol` yields nothing.
    pub fn hides(&self, symbol: &str) -> bool {
        self.iter()
            .any(|fault| matches!(fault, Fault::SymbolMissing(name) if name == symbol))
    }
}

impl Fault {
    /// The number after the name of a fault that has one.
    const fn argument(&self) -> Option<u64> {
        match self {
            Self::ShrinksAfter(number)
            | Self::LostAfter(number)
            | Self::BlockInUse(number)
            | Self::BlockNotAvailable(number)
            | Self::PeriodGranted(number)
            | Self::RingHolds(number)
            | Self::DropsEvery(number)
            | Self::SuspendsAfter(number) => Some(*number),
            _ => None,
        }
    }
}

impl FromStr for Faults {
    type Err = UnknownFault;

    /// Reads `fault[=argument][@group]`, separated by commas; an empty text has no faults.
    fn from_str(text: &str) -> Result<Self, UnknownFault> {
        text.split(',')
            .map(str::trim)
            .filter(|item| !item.is_empty())
            .map(str::parse)
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

impl FromStr for Strike {
    type Err = UnknownFault;

    fn from_str(text: &str) -> Result<Self, UnknownFault> {
        let (fault, group) = match text.split_once('@') {
            Some((fault, group)) => (fault, Some(group.to_owned())),
            None => (text, None),
        };
        Ok(Self {
            fault: fault.parse()?,
            group,
        })
    }
}

impl FromStr for Fault {
    type Err = UnknownFault;

    fn from_str(text: &str) -> Result<Self, UnknownFault> {
        let unknown = || UnknownFault(text.to_owned());
        let Some((name, argument)) = text.split_once('=') else {
            let plain = PLAIN.iter().find(|(name, _)| *name == text);
            return plain.map(|(_, fault)| fault.clone()).ok_or_else(unknown);
        };
        if name == "symbol-missing" && !argument.is_empty() {
            return Ok(Self::SymbolMissing(argument.to_owned()));
        }
        let numbered = NUMBERED.iter().find(|(known, _)| *known == name);
        let (_, fault) = numbered.ok_or_else(unknown)?;
        argument.parse().map(fault).or(Err(unknown()))
    }
}

impl fmt::Display for UnknownFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "no fault is called \"{}\"; see level_zero_host::world::Fault",
            self.0
        )
    }
}

impl std::error::Error for UnknownFault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_read_with_arguments_and_targets() {
        let faults: Faults = "fd-zero@Waveforms, lost-after=7,symbol-missing=zeInitDrivers"
            .parse()
            .expect("three good faults");
        assert!(faults.of_group("Waveforms").has(&Fault::FdZero));
        assert!(!faults.of_group("Many").has(&Fault::FdZero));
        assert_eq!(faults.number(Fault::LostAfter), Some(7));
        assert_eq!(faults.number(Fault::RingHolds), None);
        assert!(faults.hides("zeInitDrivers") && !faults.hides("zeInit"));
        assert!("".parse::<Faults>().expect("nothing is fine").is_empty());
    }

    #[test]
    fn every_numbered_fault_gives_its_number_back() {
        for (name, fault) in NUMBERED {
            let faults: Faults = format!("{name}=5").parse().expect(name);
            assert_eq!(faults.number(fault), Some(5), "{name}");
        }
    }

    #[test]
    fn a_misspelt_fault_is_named() {
        for text in [
            "fd-zer",
            "lost-after=x",
            "lost-after",
            "symbol-missing",
            "fd-zero=1",
        ] {
            let error = text.parse::<Faults>().expect_err(text);
            assert!(error.to_string().contains(text), "{error}");
        }
    }
}
