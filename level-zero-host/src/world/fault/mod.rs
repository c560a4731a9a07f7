//! Scripted misbehaviour: what a hostile or broken driver does, on demand.
//!
//! Faults strike simulated devices only, never this machine's own counters; the few that
//! concern the driver as a whole ([`Fault::ExtensionNotAdvertised`], [`Fault::SymbolMissing`])
//! necessarily show on every device. What each one does to a call is in `exports`.

mod script;

pub use script::{Faults, Strike, UnknownFault};

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
    /// `lost-after=N`: after N refreshes and reports of active groups, all together, the device
    /// is lost and its memory stands still.
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
    /// `streamer-refused`: opening a streamer answers "unknown error", as Intel's driver does
    /// where the user lacks the permission.
    StreamerRefused,
    /// `block-in-use=N`: N attempts to open a streamer answer "object in use", as while another
    /// profiler holds the hardware.
    BlockInUse(u64),
    /// `block-not-available=N`: as `block-in-use`, and the answer is "not available".
    BlockNotAvailable(u64),
    /// `period-granted=NANOS`: streamers are granted this period, whatever they ask for.
    PeriodGranted(u64),
    /// `ring-holds=N`: streamers keep no more than N reports that nobody has read.
    RingHolds(u64),
    /// `drops-every=N`: every Nth report of a group is lost on its way to the ring.
    DropsEvery(u64),
    /// `drops-without-data`: a read that tells of lost reports returns none; those that wait come
    /// with the next read.
    DropsWithoutData,
    /// `nothing-is-not-ready`: a read that finds no report answers "not ready", not success.
    NothingIsNotReady,
    /// `suspends-after=N`: after N reports of a group the device sleeps for a second. No report
    /// is taken then, and the device's clock begins again at 0.
    SuspendsAfter(u64),
}

/// Every fault without an argument, by its name.
const PLAIN: [(&str, Fault); 26] = [
    ("fd-zero", Fault::FdZero),
    ("fd-negative", Fault::FdNegative),
    ("fd-closed", Fault::FdClosed),
    ("size-zero", Fault::SizeZero),
    ("size-mismatch", Fault::SizeMismatch),
    ("size-beyond-file", Fault::SizeBeyondFile),
    ("unsealed", Fault::Unsealed),
    ("several-type-bits", Fault::SeveralTypeBits),
    ("old-type-bits", Fault::OldTypeBits),
    ("chain-untouched", Fault::ChainUntouched),
    ("name-unterminated", Fault::NameUnterminated),
    ("name-not-utf8", Fault::NameNotUtf8),
    ("name-empty", Fault::NameEmpty),
    ("count-grows", Fault::CountGrows),
    ("unknown-types", Fault::UnknownTypes),
    ("activation-denied", Fault::ActivationDenied),
    ("extension-not-advertised", Fault::ExtensionNotAdvertised),
    ("metrics-disabled", Fault::MetricsDisabled),
    ("import-refused", Fault::ImportRefused),
    ("host-import-refused", Fault::HostImportRefused),
    ("close-on-import", Fault::CloseOnImport),
    ("device-readable", Fault::DeviceReadable),
    ("shared-fd", Fault::SharedFd),
    ("streamer-refused", Fault::StreamerRefused),
    ("drops-without-data", Fault::DropsWithoutData),
    ("nothing-is-not-ready", Fault::NothingIsNotReady),
];

/// A kind of fault whose argument is a number, such as [`Fault::LostAfter`].
pub type Numbered = fn(u64) -> Fault;

/// Every such kind by its name.
const NUMBERED: [(&str, Numbered); 8] = [
    ("shrinks-after", Fault::ShrinksAfter),
    ("lost-after", Fault::LostAfter),
    ("block-in-use", Fault::BlockInUse),
    ("block-not-available", Fault::BlockNotAvailable),
    ("period-granted", Fault::PeriodGranted),
    ("ring-holds", Fault::RingHolds),
    ("drops-every", Fault::DropsEvery),
    ("suspends-after", Fault::SuspendsAfter),
];
