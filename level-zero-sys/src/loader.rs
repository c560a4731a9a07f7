//! What the loader itself tells: which components it holds, and their versions.

use std::ffi::{c_char, c_int};

use crate::declare::{constants, functions, structs};
use crate::{Api, Outcome, ze_api_version_t};

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
    /// Lists the loader and its layers with their versions; old loaders know them only after a
    /// driver has started.
    zel_pfnLoaderGetVersions_t = fn zelLoaderGetVersions(
        num_elems: *mut usize,
        versions: *mut zel_component_version_t,
    );

    /// Tells the version of the loader, at any time.
    zel_pfnGetLoaderVersion_t = fn zelGetLoaderVersion(version: *mut zel_component_version_t);
}

/// Most components that are asked for; a loader has about ten.
const MAX_COMPONENTS: usize = 64;

/// One component of the loader, in Rust's own types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// What the component calls itself, such as `loader`.
    pub name: String,
    /// The specification it was built for.
    pub specification: ze_api_version_t,
    /// Its own version, such as `1.8.12`.
    pub version: String,
}

impl Api {
    /// Asks the loader for its components and their versions. Empty where there is no loader or
    /// it does not tell: 1.8.12 does so only after a driver has started.
    #[doc(alias("zelLoaderGetVersions", "zelGetLoaderVersion"))]
    pub fn components(&self) -> Vec<Component> {
        let components = self.listed_components();
        let components = if components.is_empty() {
            self.own_component()
        } else {
            components
        };
        components.iter().map(Component::from).collect()
    }

    fn listed_components(&self) -> Vec<zel_component_version_t> {
        let Some(get) = self.loader.zelLoaderGetVersions else {
            return Vec::new();
        };
        let mut count = 0;
        // SAFETY: a null list asks for the count alone.
        let counted = unsafe { get(&raw mut count, std::ptr::null_mut()) };
        let mut list = vec![zel_component_version_t::default(); count.min(MAX_COMPONENTS)];
        count = list.len();
        if counted.sort() == Outcome::Error || list.is_empty() {
            return Vec::new();
        }
        // SAFETY: the list has room for `count` components, and no more are asked for.
        let listed = unsafe { get(&raw mut count, list.as_mut_ptr()) };
        list.truncate(if listed.sort() == Outcome::Error {
            0
        } else {
            count
        });
        list
    }

    fn own_component(&self) -> Vec<zel_component_version_t> {
        let mut component = zel_component_version_t::default();
        let asked = self.loader.zelGetLoaderVersion.map(|get| {
            // SAFETY: the component is writable for the length of the call.
            unsafe { get(&raw mut component) }
        });
        let told = asked.is_some_and(|result| result.sort() != Outcome::Error);
        if told { vec![component] } else { Vec::new() }
    }
}

impl From<&zel_component_version_t> for Component {
    fn from(component: &zel_component_version_t) -> Self {
        let name = component.component_name.iter().map(|byte| *byte as u8);
        let name: Vec<u8> = name.take_while(|byte| *byte != 0).collect();
        let zel_version_t {
            major,
            minor,
            patch,
        } = component.component_lib_version;
        Self {
            name: String::from_utf8_lossy(&name).into_owned(),
            specification: component.spec_version,
            version: format!("{major}.{minor}.{patch}"),
        }
    }
}
