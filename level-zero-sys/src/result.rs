//! Result codes, and which of them are failures.
//!
//! Not every code but zero is a failure: some say "not yet", some "done, but". What a failure
//! means for the caller is decided where the call is made, not here.

use crate::declare::enums;

enums! {
    /// What a call answers.
    ze_result_t: "ZE_RESULT" {
        /// All went well.
        SUCCESS = 0,
        /// Nothing is wrong, but what was asked for is not there yet.
        NOT_READY = 1,
        /// The device hung, was reset, removed, or its driver was updated.
        ERROR_DEVICE_LOST = 0x7000_0001,
        /// The host has no memory left.
        ERROR_OUT_OF_HOST_MEMORY = 0x7000_0002,
        /// The device has no memory left.
        ERROR_OUT_OF_DEVICE_MEMORY = 0x7000_0003,
        ERROR_MODULE_BUILD_FAILURE = 0x7000_0004,
        ERROR_MODULE_LINK_FAILURE = 0x7000_0005,
        /// The device must be reset before it works again.
        ERROR_DEVICE_REQUIRES_RESET = 0x7000_0006,
        /// The device sleeps and will not wake for this call.
        ERROR_DEVICE_IN_LOW_POWER_STATE = 0x7000_0007,
        EXP_ERROR_DEVICE_IS_NOT_VERTEX = 0x7ff0_0001,
        EXP_ERROR_VERTEX_IS_NOT_DEVICE = 0x7ff0_0002,
        EXP_ERROR_REMOTE_DEVICE = 0x7ff0_0003,
        EXP_ERROR_OPERANDS_INCOMPATIBLE = 0x7ff0_0004,
        /// The build needs more memory and can be tried again.
        EXP_RTAS_BUILD_RETRY = 0x7ff0_0005,
        /// The build goes on in the background.
        EXP_RTAS_BUILD_DEFERRED = 0x7ff0_0006,
        /// The user may not do this.
        ERROR_INSUFFICIENT_PERMISSIONS = 0x7001_0000,
        /// Another program holds what was asked for.
        ERROR_NOT_AVAILABLE = 0x7001_0001,
        /// Something the driver needs is missing or switched off, such as metrics.
        ERROR_DEPENDENCY_UNAVAILABLE = 0x7002_0000,
        /// The call worked, but data was lost before it.
        WARNING_DROPPED_DATA = 0x7002_0001,
        /// The start-up call is missing, or no driver started.
        ERROR_UNINITIALIZED = 0x7800_0001,
        /// The version asked for is not offered.
        ERROR_UNSUPPORTED_VERSION = 0x7800_0002,
        /// The driver does not offer this.
        ERROR_UNSUPPORTED_FEATURE = 0x7800_0003,
        ERROR_INVALID_ARGUMENT = 0x7800_0004,
        ERROR_INVALID_NULL_HANDLE = 0x7800_0005,
        ERROR_HANDLE_OBJECT_IN_USE = 0x7800_0006,
        ERROR_INVALID_NULL_POINTER = 0x7800_0007,
        ERROR_INVALID_SIZE = 0x7800_0008,
        ERROR_UNSUPPORTED_SIZE = 0x7800_0009,
        ERROR_UNSUPPORTED_ALIGNMENT = 0x7800_000a,
        ERROR_INVALID_SYNCHRONIZATION_OBJECT = 0x7800_000b,
        ERROR_INVALID_ENUMERATION = 0x7800_000c,
        ERROR_UNSUPPORTED_ENUMERATION = 0x7800_000d,
        ERROR_UNSUPPORTED_IMAGE_FORMAT = 0x7800_000e,
        ERROR_INVALID_NATIVE_BINARY = 0x7800_000f,
        ERROR_INVALID_GLOBAL_NAME = 0x7800_0010,
        ERROR_INVALID_KERNEL_NAME = 0x7800_0011,
        ERROR_INVALID_FUNCTION_NAME = 0x7800_0012,
        ERROR_INVALID_GROUP_SIZE_DIMENSION = 0x7800_0013,
        ERROR_INVALID_GLOBAL_WIDTH_DIMENSION = 0x7800_0014,
        ERROR_INVALID_KERNEL_ARGUMENT_INDEX = 0x7800_0015,
        ERROR_INVALID_KERNEL_ARGUMENT_SIZE = 0x7800_0016,
        ERROR_INVALID_KERNEL_ATTRIBUTE_VALUE = 0x7800_0017,
        ERROR_INVALID_MODULE_UNLINKED = 0x7800_0018,
        ERROR_INVALID_COMMAND_LIST_TYPE = 0x7800_0019,
        ERROR_OVERLAPPING_REGIONS = 0x7800_001a,
        /// The call worked, but takes effect only after something else is done.
        WARNING_ACTION_REQUIRED = 0x7800_001b,
        ERROR_INVALID_KERNEL_HANDLE = 0x7800_001c,
        /// The build needs more memory and can be tried again.
        EXT_RTAS_BUILD_RETRY = 0x7800_001d,
        /// The build goes on in the background.
        EXT_RTAS_BUILD_DEFERRED = 0x7800_001e,
        EXT_ERROR_OPERANDS_INCOMPATIBLE = 0x7800_001f,
        /// The device runs on an emergency firmware.
        ERROR_SURVIVABILITY_MODE_DETECTED = 0x7800_0020,
        ERROR_ADDRESS_NOT_FOUND = 0x7800_0021,
        /// The answer is yes.
        QUERY_TRUE = 0x7800_0022,
        /// The answer is no.
        QUERY_FALSE = 0x7800_0023,
        ERROR_INVALID_GRAPH = 0x7800_0024,
        ERROR_GRAPH_CAPTURE_UNSUPPORTED = 0x7800_0025,
        ERROR_GRAPH_CAPTURE_INVALIDATED = 0x7800_0026,
        ERROR_GRAPH_CAPTURE_MERGE_ATTEMPT = 0x7800_0027,
        ERROR_COMMAND_LIST_NOT_CAPTURING = 0x7800_0028,
        ERROR_GRAPH_UNJOINED_FORKS = 0x7800_0029,
        ERROR_GRAPH_INTERNAL_EVENT = 0x7800_002a,
        /// The driver does not say what went wrong; a missing permission can look like this.
        ERROR_UNKNOWN = 0x7fff_fffe,
    }
}

/// What a result code means for the data that came with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The call did what was asked.
    Success,
    /// The call worked, or will when repeated; the code tells what to heed.
    Warning,
    /// The call did nothing that can be relied on.
    Error,
}

impl ze_result_t {
    /// Sorts the code into success, warning or error. A code this crate does not know is an error.
    pub const fn sort(self) -> Outcome {
        match self {
            Self::SUCCESS | Self::QUERY_TRUE | Self::QUERY_FALSE => Outcome::Success,
            Self::NOT_READY
            | Self::WARNING_DROPPED_DATA
            | Self::WARNING_ACTION_REQUIRED
            | Self::EXP_RTAS_BUILD_RETRY
            | Self::EXP_RTAS_BUILD_DEFERRED
            | Self::EXT_RTAS_BUILD_RETRY
            | Self::EXT_RTAS_BUILD_DEFERRED => Outcome::Warning,
            _ => Outcome::Error,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_by_what_their_name_promises() {
        for (name, code) in ze_result_t::NAMES {
            let expected = match *name {
                "SUCCESS" | "QUERY_TRUE" | "QUERY_FALSE" => Outcome::Success,
                "NOT_READY" => Outcome::Warning,
                name if name.starts_with("WARNING_") => Outcome::Warning,
                name if name.contains("_RTAS_BUILD_") => Outcome::Warning,
                name if name.contains("ERROR_") => Outcome::Error,
                name => panic!("{name} belongs to no sort of result"),
            };
            assert_eq!(ze_result_t(*code).sort(), expected, "{name}");
        }
    }

    #[test]
    fn an_unknown_code_is_an_error_and_prints_in_hex() {
        let unknown = ze_result_t(0x7800_ffff);
        assert_eq!(unknown.sort(), Outcome::Error);
        assert_eq!(unknown.to_string(), "0x7800ffff");
    }

    #[test]
    fn a_known_code_prints_its_c_name() {
        let lost = ze_result_t::ERROR_DEVICE_LOST;
        assert_eq!(lost.to_string(), "ZE_RESULT_ERROR_DEVICE_LOST");
    }
}
