//! The PCI link of a device: place, speed and traffic.

use std::ffi::c_void;

use crate::declare::{enums, flags, functions, structs};
use crate::{ze_bool_t, zes_device_handle_t, zes_structure_type_t};

enums! {
    /// Health of the link.
    zes_pci_link_status_t: "ZES_PCI_LINK_STATUS" {
        UNKNOWN = 0,
        GOOD = 1,
        QUALITY_ISSUES = 2,
        STABILITY_ISSUES = 3,
    }

    /// What a base address register leads to.
    zes_pci_bar_type_t: "ZES_PCI_BAR_TYPE" {
        MMIO = 0,
        ROM = 1,
        MEM = 2,
    }
}

flags! {
    /// Why a link is slower than it could be.
    zes_pci_link_qual_issue_flags_t: "ZES_PCI_LINK_QUAL_ISSUE_FLAG" {
        REPLAYS = 0x1,
        SPEED = 0x2,
    }

    /// Why a link is not stable.
    zes_pci_link_stab_issue_flags_t: "ZES_PCI_LINK_STAB_ISSUE_FLAG" {
        RETRAINING = 0x1,
    }
}

structs! {
    /// Place on the PCI bus.
    zes_pci_address_t {
        domain: u32,
        bus: u32,
        device: u32,
        function: u32,
    }

    /// Speed of the link; -1 where unknown.
    zes_pci_speed_t {
        r#gen: i32,
        width: i32,
        /// Bytes per second, all lanes together.
        maxBandwidth: i64,
    }

    /// Place on the bus, fastest link, and which counters exist.
    zes_pci_properties_t: zes_structure_type_t::PCI_PROPERTIES {
        stype: zes_structure_type_t,
        pNext: *mut c_void,
        address: zes_pci_address_t,
        maxSpeed: zes_pci_speed_t,
        haveBandwidthCounters: ze_bool_t,
        havePacketCounters: ze_bool_t,
        haveReplayCounters: ze_bool_t,
    }

    /// Health and present speed of the link.
    zes_pci_state_t: zes_structure_type_t::PCI_STATE {
        stype: zes_structure_type_t,
        pNext: *const c_void,
        status: zes_pci_link_status_t,
        qualityIssues: zes_pci_link_qual_issue_flags_t,
        stabilityIssues: zes_pci_link_stab_issue_flags_t,
        speed: zes_pci_speed_t,
    }

    /// One base address register.
    zes_pci_bar_properties_t: zes_structure_type_t::PCI_BAR_PROPERTIES {
        stype: zes_structure_type_t,
        pNext: *mut c_void,
        r#type: zes_pci_bar_type_t,
        index: u32,
        base: u64,
        /// Bytes.
        size: u64,
    }

    /// Traffic of the link since some moment.
    zes_pci_stats_t {
        /// Microseconds; only differences mean anything.
        timestamp: u64,
        replayCounter: u64,
        packetCounter: u64,
        /// Bytes received.
        rxCounter: u64,
        /// Bytes sent.
        txCounter: u64,
        speed: zes_pci_speed_t,
    }
}

functions! {
    /// Tells the place of a device on the bus.
    zes_pfnDevicePciGetProperties_t = fn zesDevicePciGetProperties(
        hDevice: zes_device_handle_t,
        pProperties: *mut zes_pci_properties_t,
    );

    /// Tells health and present speed of the link.
    zes_pfnDevicePciGetState_t = fn zesDevicePciGetState(
        hDevice: zes_device_handle_t,
        pState: *mut zes_pci_state_t,
    );

    /// Lists the base address registers.
    zes_pfnDevicePciGetBars_t = fn zesDevicePciGetBars(
        hDevice: zes_device_handle_t,
        pCount: *mut u32,
        pProperties: *mut zes_pci_bar_properties_t,
    );

    /// Reads the traffic counters of the link.
    zes_pfnDevicePciGetStats_t = fn zesDevicePciGetStats(
        hDevice: zes_device_handle_t,
        pStats: *mut zes_pci_stats_t,
    );
}
