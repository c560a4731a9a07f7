//! What the loader itself tells: which components it holds, and their versions.

use std::ffi::{c_char, c_int};

use crate::declare::{constants, functions, structs};
use crate::ze_api_version_t;

constants! {
    /// Bytes in a component's name, terminator included.
    pub const ZEL_COMPONENT_STRING_SIZE: usize = 64;
}

structs! {
    /// Version of a library.
    zel_version_t {
        major: c_int,
        minor: c_int,
        patch: c_int,
    }

    /// One component of the loader.
    zel_component_version_t {
        /// Ends at the first NUL, if there is one.
        component_name: [c_char; ZEL_COMPONENT_STRING_SIZE],
        spec_version: ze_api_version_t,
        component_lib_version: zel_version_t,
    }
}

functions! {
    /// Lists the loader and its layers with their versions; works after start-up only.
    ze_pfnlLoaderGetVersions_t = fn zelLoaderGetVersions(
        num_elems: *mut usize,
        versions: *mut zel_component_version_t,
    );

    /// Tells the version of the loader, at any time.
    ze_pfnlGetLoaderVersion_t = fn zelGetLoaderVersion(version: *mut zel_component_version_t);
}
