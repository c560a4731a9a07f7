//! Devices and sub-devices: what they are and what they can do.

use std::ffi::{c_char, c_void};

use crate::declare::{constants, enums, flags, functions, handles, structs};
use crate::{ze_driver_handle_t, ze_structure_type_t};

constants! {
    /// Bytes in a device's identity.
    pub const ZE_MAX_DEVICE_UUID_SIZE: usize = 16;
    /// Bytes in a device's name, terminator included.
    pub const ZE_MAX_DEVICE_NAME: usize = 256;
    /// Most sub-group sizes a device can list.
    pub const ZE_SUBGROUPSIZE_COUNT: usize = 8;
    /// Extension that tells where on the PCI bus a device sits.
    pub const ZE_PCI_PROPERTIES_EXT_NAME: &str = "ZE_extension_pci_properties";
    /// Extension that tells the hardware generation of a device.
    pub const ZE_DEVICE_IP_VERSION_EXT_NAME: &str = "ZE_extension_device_ip_version";
}

handles! {
    /// One device, or one sub-device of it.
    ze_device_handle_t,
}

enums! {
    /// Kind of a device.
    ze_device_type_t: "ZE_DEVICE_TYPE" {
        GPU = 1,
        CPU = 2,
        FPGA = 3,
        MCA = 4,
        VPU = 5,
    }
}

flags! {
    /// Yes-or-no traits of a device.
    ze_device_property_flags_t: "ZE_DEVICE_PROPERTY_FLAG" {
        INTEGRATED = 0x1,
        SUBDEVICE = 0x2,
        ECC = 0x4,
        ONDEMANDPAGING = 0x8,
    }

    /// What the queues of one group can execute.
    ze_command_queue_group_property_flags_t: "ZE_COMMAND_QUEUE_GROUP_PROPERTY_FLAG" {
        COMPUTE = 0x1,
        COPY = 0x2,
        COOPERATIVE_KERNELS = 0x4,
        METRICS = 0x8,
    }

    /// Reserved; no trait is defined yet.
    ze_device_memory_property_flags_t: "ZE_DEVICE_MEMORY_PROPERTY_FLAG" {
        TBD = 0x1,
    }

    /// How a kind of allocation may be accessed.
    ze_memory_access_cap_flags_t: "ZE_MEMORY_ACCESS_CAP_FLAG" {
        RW = 0x1,
        ATOMIC = 0x2,
        CONCURRENT = 0x4,
        CONCURRENT_ATOMIC = 0x8,
    }

    /// Kinds of handle through which memory crosses a driver's border.
    ze_external_memory_type_flags_t: "ZE_EXTERNAL_MEMORY_TYPE_FLAG" {
        OPAQUE_FD = 0x1,
        DMA_BUF = 0x2,
        OPAQUE_WIN32 = 0x4,
        OPAQUE_WIN32_KMT = 0x8,
        D3D11_TEXTURE = 0x10,
        D3D11_TEXTURE_KMT = 0x20,
        D3D12_HEAP = 0x40,
        D3D12_RESOURCE = 0x80,
    }
}

structs! {
    /// Identity of a device, the same after a restart.
    ze_device_uuid_t {
        id: [u8; ZE_MAX_DEVICE_UUID_SIZE],
    }

    /// What a device is.
    ze_device_properties_t: ze_structure_type_t::DEVICE_PROPERTIES {
        stype: ze_structure_type_t,
        pNext: *mut c_void,
        r#type: ze_device_type_t,
        vendorId: u32,
        deviceId: u32,
        flags: ze_device_property_flags_t,
        subdeviceId: u32,
        /// Highest clock in MHz.
        coreClockRate: u32,
        /// Bytes of the largest single allocation.
        maxMemAllocSize: u64,
        maxHardwareContexts: u32,
        maxCommandQueuePriority: u32,
        numThreadsPerEU: u32,
        physicalEUSimdWidth: u32,
        numEUsPerSubslice: u32,
        numSubslicesPerSlice: u32,
        numSlices: u32,
        /// Nanoseconds per tick; ticks per second if `stype` is `DEVICE_PROPERTIES_1_2`.
        timerResolution: u64,
        /// Bits of a device timestamp that count; the rest is zero.
        timestampValidBits: u32,
        /// Bits of a kernel timestamp that count.
        kernelTimestampValidBits: u32,
        uuid: ze_device_uuid_t,
        name: [c_char; ZE_MAX_DEVICE_NAME],
    }

    /// Limits of the device's compute engine.
    ze_device_compute_properties_t: ze_structure_type_t::DEVICE_COMPUTE_PROPERTIES {
        stype: ze_structure_type_t,
        pNext: *mut c_void,
        maxTotalGroupSize: u32,
        maxGroupSizeX: u32,
        maxGroupSizeY: u32,
        maxGroupSizeZ: u32,
        maxGroupCountX: u32,
        maxGroupCountY: u32,
        maxGroupCountZ: u32,
        /// Bytes.
        maxSharedLocalMemory: u32,
        numSubGroupSizes: u32,
        subGroupSizes: [u32; ZE_SUBGROUPSIZE_COUNT],
    }

    /// One group of equal command queues.
    ze_command_queue_group_properties_t: ze_structure_type_t::COMMAND_QUEUE_GROUP_PROPERTIES {
        stype: ze_structure_type_t,
        pNext: *mut c_void,
        flags: ze_command_queue_group_property_flags_t,
        maxMemoryFillPatternSize: usize,
        numQueues: u32,
    }

    /// One local memory of a device.
    ze_device_memory_properties_t: ze_structure_type_t::DEVICE_MEMORY_PROPERTIES {
        stype: ze_structure_type_t,
        pNext: *mut c_void,
        flags: ze_device_memory_property_flags_t,
        maxClockRate: u32,
        maxBusWidth: u32,
        /// Bytes the device may use.
        totalSize: u64,
        name: [c_char; ZE_MAX_DEVICE_NAME],
    }

    /// How each kind of allocation may be accessed by the device.
    ze_device_memory_access_properties_t: ze_structure_type_t::DEVICE_MEMORY_ACCESS_PROPERTIES {
        stype: ze_structure_type_t,
        pNext: *mut c_void,
        hostAllocCapabilities: ze_memory_access_cap_flags_t,
        deviceAllocCapabilities: ze_memory_access_cap_flags_t,
        sharedSingleDeviceAllocCapabilities: ze_memory_access_cap_flags_t,
        sharedCrossDeviceAllocCapabilities: ze_memory_access_cap_flags_t,
        sharedSystemAllocCapabilities: ze_memory_access_cap_flags_t,
    }

    /// Which kinds of handle the device imports and exports.
    ze_device_external_memory_properties_t: ze_structure_type_t::DEVICE_EXTERNAL_MEMORY_PROPERTIES {
        stype: ze_structure_type_t,
        pNext: *mut c_void,
        memoryAllocationImportTypes: ze_external_memory_type_flags_t,
        memoryAllocationExportTypes: ze_external_memory_type_flags_t,
        imageImportTypes: ze_external_memory_type_flags_t,
        imageExportTypes: ze_external_memory_type_flags_t,
    }

    /// Hardware generation of a device.
    ze_device_ip_version_ext_t: ze_structure_type_t::DEVICE_IP_VERSION_EXT {
        stype: ze_structure_type_t,
        pNext: *const c_void,
        ipVersion: u32,
    }

    /// Place on the PCI bus.
    ze_pci_address_ext_t {
        domain: u32,
        bus: u32,
        device: u32,
        function: u32,
    }

    /// Speed of a PCI link; -1 where unknown.
    ze_pci_speed_ext_t {
        genVersion: i32,
        width: i32,
        /// Bytes per second, all lanes together.
        maxBandwidth: i64,
    }

    /// Where a device sits on the PCI bus, and its fastest link.
    ze_pci_ext_properties_t: ze_structure_type_t::PCI_EXT_PROPERTIES {
        stype: ze_structure_type_t,
        pNext: *mut c_void,
        address: ze_pci_address_ext_t,
        maxSpeed: ze_pci_speed_ext_t,
    }
}

functions! {
    /// Lists the root devices of a driver.
    ze_pfnDeviceGet_t = fn zeDeviceGet(
        hDriver: ze_driver_handle_t,
        pCount: *mut u32,
        phDevices: *mut ze_device_handle_t,
    );

    /// Finds the root device of a sub-device; null for a root device.
    ze_pfnDeviceGetRootDevice_t = fn zeDeviceGetRootDevice(
        hDevice: ze_device_handle_t,
        phRootDevice: *mut ze_device_handle_t,
    );

    /// Lists the sub-devices of a device.
    ze_pfnDeviceGetSubDevices_t = fn zeDeviceGetSubDevices(
        hDevice: ze_device_handle_t,
        pCount: *mut u32,
        phSubdevices: *mut ze_device_handle_t,
    );

    /// Tells what a device is.
    ze_pfnDeviceGetProperties_t = fn zeDeviceGetProperties(
        hDevice: ze_device_handle_t,
        pDeviceProperties: *mut ze_device_properties_t,
    );

    /// Tells the limits of the compute engine.
    ze_pfnDeviceGetComputeProperties_t = fn zeDeviceGetComputeProperties(
        hDevice: ze_device_handle_t,
        pComputeProperties: *mut ze_device_compute_properties_t,
    );

    /// Lists the groups of command queues.
    ze_pfnDeviceGetCommandQueueGroupProperties_t = fn zeDeviceGetCommandQueueGroupProperties(
        hDevice: ze_device_handle_t,
        pCount: *mut u32,
        pCommandQueueGroupProperties: *mut ze_command_queue_group_properties_t,
    );

    /// Lists the local memories of a device.
    ze_pfnDeviceGetMemoryProperties_t = fn zeDeviceGetMemoryProperties(
        hDevice: ze_device_handle_t,
        pCount: *mut u32,
        pMemProperties: *mut ze_device_memory_properties_t,
    );

    /// Tells how each kind of allocation may be accessed.
    ze_pfnDeviceGetMemoryAccessProperties_t = fn zeDeviceGetMemoryAccessProperties(
        hDevice: ze_device_handle_t,
        pMemAccessProperties: *mut ze_device_memory_access_properties_t,
    );

    /// Tells which kinds of handle can be imported and exported.
    ze_pfnDeviceGetExternalMemoryProperties_t = fn zeDeviceGetExternalMemoryProperties(
        hDevice: ze_device_handle_t,
        pExternalMemoryProperties: *mut ze_device_external_memory_properties_t,
    );

    /// Asks whether a device is still there.
    ze_pfnDeviceGetStatus_t = fn zeDeviceGetStatus(hDevice: ze_device_handle_t);

    /// Reads the clocks of host (nanoseconds) and device (ticks) at one moment.
    ze_pfnDeviceGetGlobalTimestamps_t = fn zeDeviceGetGlobalTimestamps(
        hDevice: ze_device_handle_t,
        hostTimestamp: *mut u64,
        deviceTimestamp: *mut u64,
    );

    /// Tells where a device sits on the PCI bus.
    ze_pfnDevicePciGetPropertiesExt_t = fn zeDevicePciGetPropertiesExt(
        hDevice: ze_device_handle_t,
        pPciProperties: *mut ze_pci_ext_properties_t,
    );
}
