//! Scripted misbehaviour: what a hostile or broken driver does, on demand.
//!
//! Faults strike the simulated device only, never this machine's own counters; the few that
//! concern the driver as a whole ([`Fault::ExtensionNotAdvertised`], [`Fault::SymbolMissing`])
//! necessarily show on every device. What each one does to a call is in `exports`.

use std::fmt;
use std::str::FromStr;

/// One kind of misbehaviour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// `fd-zero`: exported memory comes with descriptor 0.
    FdZero,
    /// `fd-negative`: exported memory comes with descriptor -1.
    FdNegative,
    /// `fd-closed`: exported memory comes with a descriptor number that is not open.
    FdClosed,
    /// `size-zero`: exported memory claims a size of 0.
    SizeZero,
    /// `size-mismatch`: the claimed size is smaller than the metrics need.
    SizeMismatch,
    /// `size-beyond-file`: the claimed size is a mebibyte more than the file has.
    SizeBeyondFile,
    /// `unsealed`: the exported file is not sealed against shrinking.
    Unsealed,
    /// `shrinks-after=N`: the exported file is unsealed and is cut to nothing at refresh N of its
    /// group while active.
    ShrinksAfter(u64),
    /// `several-type-bits`: the group's type has EXPORT_DMA_BUF and OTHER set. This is legal.
    SeveralTypeBits,
    /// `old-type-bits`: types in the numbering of late 2024 (bit 0 other, bit 1 dma-buf).
    OldTypeBits,
    /// `chain-untouched`: structures chained into a query are not filled.
    ChainUntouched,
    /// `name-unterminated`: names fill their whole array without a NUL.
    NameUnterminated,
    /// `name-not-utf8`: names contain bytes that are not UTF-8.
    NameNotUtf8,
    /// `name-empty`: names are empty.
    NameEmpty,
    /// `count-grows`: a list is asked for its length and then is one longer; the second call
    /// claims more entries than the caller made room for, and writes no more than that.
    CountGrows,
    /// `unknown-types`: metric and value types that no specification knows.
    UnknownTypes,
    /// `lost-after=N`: after N refreshes of active groups, all together, the device is lost and
    /// its memory stands still.
    LostAfter(u64),
    /// `activation-denied`: activating groups answers "insufficient permissions".
    ActivationDenied,
    /// `extension-not-advertised`: the driver does not list the export extension.
    ExtensionNotAdvertised,
    /// `symbol-missing=NAME`: looking up the C function NAME yields nothing.
    SymbolMissing(String),
    /// `metrics-disabled`: no groups until ZET_ENABLE_METRICS or zetDeviceEnableMetricsExp.
    MetricsDisabled,
    /// `import-refused`: neither device nor host allocations import a descriptor.
    ImportRefused,
    /// `host-import-refused`: host allocations do not import a descriptor.
    HostImportRefused,
    /// `close-on-import`: a successful import closes the descriptor it was given.
    CloseOnImport,
    /// `device-readable`: device allocations can be read by the CPU, and say so.
    DeviceReadable,
    /// `shared-fd`: all memories of the device are one, with one descriptor.
    SharedFd,
}

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

    /// After how many refreshes the device is lost.
    pub fn lost_after(&self) -> Option<u64> {
        self.iter().find_map(|fault| match fault {
            Fault::LostAfter(refreshes) => Some(*refreshes),
            _ => None,
        })
    }

    /// At which refresh exported files shrink.
    pub fn shrinks_after(&self) -> Option<u64> {
        self.iter().find_map(|fault| match fault {
            Fault::ShrinksAfter(refreshes) => Some(*refreshes),
            _ => None,
        })
    }

    /// Whether looking up `symbol` yields nothing.
    pub fn hides(&self, symbol: &str) -> bool {
        self.iter()
            .any(|fault| matches!(fault, Fault::SymbolMissing(name) if name == symbol))
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
        let (name, argument) = text.split_once('=').unwrap_or((text, ""));
        let number = || argument.parse().or(Err(unknown()));
        let fault = match name {
            "shrinks-after" => return number().map(Self::ShrinksAfter),
            "lost-after" => return number().map(Self::LostAfter),
            "symbol-missing" if argument.is_empty() => return Err(unknown()),
            "symbol-missing" => return Ok(Self::SymbolMissing(argument.to_owned())),
            "fd-zero" => Self::FdZero,
            "fd-negative" => Self::FdNegative,
            "fd-closed" => Self::FdClosed,
            "size-zero" => Self::SizeZero,
            "size-mismatch" => Self::SizeMismatch,
            "size-beyond-file" => Self::SizeBeyondFile,
            "unsealed" => Self::Unsealed,
            "several-type-bits" => Self::SeveralTypeBits,
            "old-type-bits" => Self::OldTypeBits,
            "chain-untouched" => Self::ChainUntouched,
            "name-unterminated" => Self::NameUnterminated,
            "name-not-utf8" => Self::NameNotUtf8,
            "name-empty" => Self::NameEmpty,
            "count-grows" => Self::CountGrows,
            "unknown-types" => Self::UnknownTypes,
            "activation-denied" => Self::ActivationDenied,
            "extension-not-advertised" => Self::ExtensionNotAdvertised,
            "metrics-disabled" => Self::MetricsDisabled,
            "import-refused" => Self::ImportRefused,
            "host-import-refused" => Self::HostImportRefused,
            "close-on-import" => Self::CloseOnImport,
            "device-readable" => Self::DeviceReadable,
            "shared-fd" => Self::SharedFd,
            _ => return Err(unknown()),
        };
        if argument.is_empty() {
            Ok(fault)
        } else {
            Err(unknown())
        }
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
        assert_eq!(faults.lost_after(), Some(7));
        assert!(faults.hides("zeInitDrivers") && !faults.hides("zeInit"));
        assert!("".parse::<Faults>().expect("nothing is fine").is_empty());
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
