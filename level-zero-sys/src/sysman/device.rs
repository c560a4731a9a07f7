//! Devices under management: identity, health and the processes that use them.

use std::ffi::{c_char, c_void};

use crate::declare::{constants, enums, flags, functions, structs};
use crate::{
    ze_bool_t, ze_device_properties_t, zes_device_handle_t, zes_driver_handle_t,
    zes_structure_type_t,
};

constants! {
    /// Bytes in a text property, terminator included.
    pub const ZES_STRING_PROPERTY_SIZE: usize = 64;
    /// Bytes in a device's identity.
    pub const ZES_MAX_UUID_SIZE: usize = 16;
    /// Extension that matches management devices to core devices.
    pub const ZES_SYSMAN_DEVICE_MAPPING_EXP_NAME: &str = "ZES_experimental_sysman_device_mapping";
}

enums! {
    /// Kind of a device.
    zes_device_type_t: "ZES_DEVICE_TYPE" {
        GPU = 1,
        CPU = 2,
        FPGA = 3,
        MCA = 4,
        VPU = 5,
    }

    /// Whether a device has been repaired.
    zes_repair_status_t: "ZES_REPAIR_STATUS" {
        UNSUPPORTED = 0,
        NOT_PERFORMED = 1,
        PERFORMED = 2,
    }

    /// How deep a reset goes.
    zes_reset_type_t: "ZES_RESET_TYPE" {
        WARM = 0,
        COLD = 1,
        FLR = 2,
    }
}

flags! {
    /// Yes-or-no traits of a device.
    zes_device_property_flags_t: "ZES_DEVICE_PROPERTY_FLAG" {
        INTEGRATED = 0x1,
        SUBDEVICE = 0x2,
        ECC = 0x4,
        ONDEMANDPAGING = 0x8,
    }

    /// Kinds of engine.
    zes_engine_type_flags_t: "ZES_ENGINE_TYPE_FLAG" {
        OTHER = 0x1,
        COMPUTE = 0x2,
        _3D = 0x4,
        MEDIA = 0x8,
        DMA = 0x10,
        RENDER = 0x20,
    }

    /// Why a device needs a reset.
    zes_reset_reason_flags_t: "ZES_RESET_REASON_FLAG" {
        WEDGED = 0x1,
        REPAIR = 0x2,
    }
}

structs! {
    /// Identity of a device.
    zes_uuid_t {
        id: [u8; ZES_MAX_UUID_SIZE],
    }

    /// What a device is, for who looks after it.
    zes_device_properties_t: zes_structure_type_t::DEVICE_PROPERTIES {
        stype: zes_structure_type_t,
        pNext: *mut c_void,
        core: ze_device_properties_t,
        numSubdevices: u32,
        serialNumber: [c_char; ZES_STRING_PROPERTY_SIZE],
        boardNumber: [c_char; ZES_STRING_PROPERTY_SIZE],
        brandName: [c_char; ZES_STRING_PROPERTY_SIZE],
        modelName: [c_char; ZES_STRING_PROPERTY_SIZE],
        vendorName: [c_char; ZES_STRING_PROPERTY_SIZE],
        driverVersion: [c_char; ZES_STRING_PROPERTY_SIZE],
    }

    /// Identity, kind and traits of a device.
    zes_device_ext_properties_t: zes_structure_type_t::DEVICE_EXT_PROPERTIES {
        stype: zes_structure_type_t,
        pNext: *mut c_void,
        uuid: zes_uuid_t,
        r#type: zes_device_type_t,
        flags: zes_device_property_flags_t,
    }

    /// Identity of a sub-device.
    zes_subdevice_exp_properties_t: zes_structure_type_t::SUBDEVICE_EXP_PROPERTIES {
        stype: zes_structure_type_t,
        pNext: *mut c_void,
        subdeviceId: u32,
        uuid: zes_uuid_t,
    }

    /// Health of a device.
    zes_device_state_t: zes_structure_type_t::DEVICE_STATE {
        stype: zes_structure_type_t,
        pNext: *const c_void,
        reset: zes_reset_reason_flags_t,
        repaired: zes_repair_status_t,
    }

    /// Wishes for a reset.
    zes_reset_properties_t: zes_structure_type_t::RESET_PROPERTIES {
        stype: zes_structure_type_t,
        pNext: *mut c_void,
        force: ze_bool_t,
        resetType: zes_reset_type_t,
    }

    /// One process that uses a device.
    zes_process_state_t: zes_structure_type_t::PROCESS_STATE {
        stype: zes_structure_type_t,
        pNext: *const c_void,
        processId: u32,
        /// Bytes of device memory the process holds.
        memSize: u64,
        /// Bytes of shared memory the process has mapped.
        sharedSize: u64,
        engines: zes_engine_type_flags_t,
    }
}

functions! {
    /// Lists the devices of a driver.
    zes_pfnDeviceGet_t = fn zesDeviceGet(
        hDriver: zes_driver_handle_t,
        pCount: *mut u32,
        phDevices: *mut zes_device_handle_t,
    );

    /// Tells what a device is.
    zes_pfnDeviceGetProperties_t = fn zesDeviceGetProperties(
        hDevice: zes_device_handle_t,
        pProperties: *mut zes_device_properties_t,
    );

    /// Tells the health of a device.
    zes_pfnDeviceGetState_t = fn zesDeviceGetState(
        hDevice: zes_device_handle_t,
        pState: *mut zes_device_state_t,
    );

    /// Resets a device.
    zes_pfnDeviceReset_t = fn zesDeviceReset(hDevice: zes_device_handle_t, force: ze_bool_t);

    /// Resets a device to a chosen depth.
    zes_pfnDeviceResetExt_t = fn zesDeviceResetExt(
        hDevice: zes_device_handle_t,
        pProperties: *mut zes_reset_properties_t,
    );

    /// Lists the processes that use a device.
    zes_pfnDeviceProcessesGetState_t = fn zesDeviceProcessesGetState(
        hDevice: zes_device_handle_t,
        pCount: *mut u32,
        pProcesses: *mut zes_process_state_t,
    );

    /// Lists the identities of a device's sub-devices.
    zes_pfnDeviceGetSubDevicePropertiesExp_t = fn zesDeviceGetSubDevicePropertiesExp(
        hDevice: zes_device_handle_t,
        pCount: *mut u32,
        pSubdeviceProps: *mut zes_subdevice_exp_properties_t,
    );

    /// Finds the management device of a core device's identity.
    zes_pfnDriverGetDeviceByUuidExp_t = fn zesDriverGetDeviceByUuidExp(
        hDriver: zes_driver_handle_t,
        uuid: zes_uuid_t,
        phDevice: *mut zes_device_handle_t,
        onSubdevice: *mut ze_bool_t,
        subdeviceId: *mut u32,
    );
}
