//! Start-up, drivers and what a driver says about itself.

use std::ffi::{c_char, c_void};

use crate::declare::{constants, enums, flags, functions, handles, structs};
use crate::ze_structure_type_t;

constants! {
    /// Bytes in a driver's identity.
    pub const ZE_MAX_DRIVER_UUID_SIZE: usize = 16;
    /// Bytes in an extension's name, terminator included.
    pub const ZE_MAX_EXTENSION_NAME: usize = 256;
    /// Bytes in a universally unique identifier.
    pub const ZE_MAX_UUID_SIZE: usize = 16;
    /// Extension whose handles begin with pointers to the driver's own dispatch tables.
    pub const ZE_DRIVER_DDI_HANDLES_EXT_NAME: &str = "ZE_extension_driver_ddi_handles";
}

handles! {
    /// One driver: a vendor's library, or one of several drivers inside it.
    ze_driver_handle_t,
}

enums! {
    /// Version of the specification; the upper half is the major, the lower half the minor number.
    ze_api_version_t: "ZE_API_VERSION" {
        _1_0 = 0x0001_0000,
        _1_1 = 0x0001_0001,
        _1_2 = 0x0001_0002,
        _1_3 = 0x0001_0003,
        _1_4 = 0x0001_0004,
        _1_5 = 0x0001_0005,
        _1_6 = 0x0001_0006,
        _1_7 = 0x0001_0007,
        _1_8 = 0x0001_0008,
        _1_9 = 0x0001_0009,
        _1_10 = 0x0001_000a,
        _1_11 = 0x0001_000b,
        _1_12 = 0x0001_000c,
        _1_13 = 0x0001_000d,
        _1_14 = 0x0001_000e,
        _1_15 = 0x0001_000f,
        _1_16 = 0x0001_0010,
        _1_17 = 0x0001_0011,
        CURRENT = 0x0001_0011,
    }
}

flags! {
    /// Which kinds of driver `zeInit` starts; none set means all.
    ze_init_flags_t: "ZE_INIT_FLAG" {
        GPU_ONLY = 0x1,
        VPU_ONLY = 0x2,
    }

    /// Which kinds of driver `zeInitDrivers` starts; none set is an error, `u32::MAX` means all.
    ze_init_driver_type_flags_t: "ZE_INIT_DRIVER_TYPE_FLAG" {
        GPU = 0x1,
        NPU = 0x2,
    }

    /// What a driver can share with another process.
    ze_ipc_property_flags_t: "ZE_IPC_PROPERTY_FLAG" {
        MEMORY = 0x1,
        EVENT_POOL = 0x2,
        FABRIC_ACCESSIBLE = 0x4,
    }

    /// Whether a driver's handles carry its dispatch tables.
    ze_driver_ddi_handle_ext_flags_t: "ZE_DRIVER_DDI_HANDLE_EXT_FLAG" {
        DDI_HANDLE_EXT_SUPPORTED = 0x1,
    }
}

structs! {
    /// Head of every structure the caller hands over to be filled.
    ze_base_properties_t {
        stype: ze_structure_type_t,
        pNext: *mut c_void,
    }

    /// Head of every structure that describes what the caller wants.
    ze_base_desc_t {
        stype: ze_structure_type_t,
        pNext: *const c_void,
    }

    /// A universally unique identifier.
    ze_uuid_t {
        id: [u8; ZE_MAX_UUID_SIZE],
    }

    /// Kinds of driver to start.
    ze_init_driver_type_desc_t: ze_structure_type_t::INIT_DRIVER_TYPE_DESC {
        stype: ze_structure_type_t,
        pNext: *const c_void,
        flags: ze_init_driver_type_flags_t,
    }

    /// Identity of a driver; it may differ between two starts.
    ze_driver_uuid_t {
        id: [u8; ZE_MAX_DRIVER_UUID_SIZE],
    }

    /// Identity and version of a driver.
    ze_driver_properties_t: ze_structure_type_t::DRIVER_PROPERTIES {
        stype: ze_structure_type_t,
        pNext: *mut c_void,
        uuid: ze_driver_uuid_t,
        /// Packed in the driver's own way.
        driverVersion: u32,
    }

    /// What a driver can share with another process.
    ze_driver_ipc_properties_t: ze_structure_type_t::DRIVER_IPC_PROPERTIES {
        stype: ze_structure_type_t,
        pNext: *mut c_void,
        flags: ze_ipc_property_flags_t,
    }

    /// One extension a driver offers.
    ze_driver_extension_properties_t {
        /// Ends at the first NUL, if there is one.
        name: [c_char; ZE_MAX_EXTENSION_NAME],
        /// Version of the extension in `ze_api_version_t` packing.
        version: u32,
    }

    /// Whether a driver's handles carry its dispatch tables.
    ze_driver_ddi_handles_ext_properties_t: ze_structure_type_t::DRIVER_DDI_HANDLES_EXT_PROPERTIES {
        stype: ze_structure_type_t,
        pNext: *mut c_void,
        flags: ze_driver_ddi_handle_ext_flags_t,
    }
}

functions! {
    /// Starts the drivers; must come before every other call.
    ze_pfnInit_t = fn zeInit(flags: ze_init_flags_t);

    /// Starts the drivers of the kinds asked for and lists them.
    ze_pfnInitDrivers_t = fn zeInitDrivers(
        pCount: *mut u32,
        phDrivers: *mut ze_driver_handle_t,
        desc: *mut ze_init_driver_type_desc_t,
    );

    /// Lists the drivers that have started.
    ze_pfnDriverGet_t = fn zeDriverGet(pCount: *mut u32, phDrivers: *mut ze_driver_handle_t);

    /// Tells the specification a driver was written for.
    ze_pfnDriverGetApiVersion_t = fn zeDriverGetApiVersion(
        hDriver: ze_driver_handle_t,
        version: *mut ze_api_version_t,
    );

    /// Tells identity and version of a driver.
    ze_pfnDriverGetProperties_t = fn zeDriverGetProperties(
        hDriver: ze_driver_handle_t,
        pDriverProperties: *mut ze_driver_properties_t,
    );

    /// Tells what a driver can share with another process.
    ze_pfnDriverGetIpcProperties_t = fn zeDriverGetIpcProperties(
        hDriver: ze_driver_handle_t,
        pIpcProperties: *mut ze_driver_ipc_properties_t,
    );

    /// Lists the extensions a driver offers.
    ze_pfnDriverGetExtensionProperties_t = fn zeDriverGetExtensionProperties(
        hDriver: ze_driver_handle_t,
        pCount: *mut u32,
        pExtensionProperties: *mut ze_driver_extension_properties_t,
    );

    /// Finds a function that is not part of the dispatch tables.
    ze_pfnDriverGetExtensionFunctionAddress_t = fn zeDriverGetExtensionFunctionAddress(
        hDriver: ze_driver_handle_t,
        name: *const c_char,
        ppFunctionAddress: *mut *mut c_void,
    );

    /// Gives the driver's own words for this thread's latest failure.
    ze_pfnDriverGetLastErrorDescription_t = fn zeDriverGetLastErrorDescription(
        hDriver: ze_driver_handle_t,
        ppString: *mut *const c_char,
    );
}

impl ze_api_version_t {
    /// Packs a version.
    pub const fn new(major: u16, minor: u16) -> Self {
        Self((major as u32) << 16 | minor as u32)
    }

    /// The first number.
    pub const fn major(self) -> u16 {
        (self.0 >> 16) as u16
    }

    /// The second number.
    pub const fn minor(self) -> u16 {
        self.0 as u16
    }
}
