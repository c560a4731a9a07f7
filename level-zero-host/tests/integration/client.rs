//! A minimal client, which trusts the driver: what it is told is checked by the tests.

use std::ffi::{c_char, c_void};
use std::fs::File;
use std::os::unix::fs::FileExt as _;

use level_zero_host::Instance;
use level_zero_host::world::Options;
use level_zero_host::world::fault::Faults;
use level_zero_sys::*;

/// Asserts that a call went well.
pub(crate) fn ok(result: ze_result_t) {
    assert_eq!(result, ze_result_t::SUCCESS);
}

/// Calls an optional function, which must be there.
macro_rules! call {
    ($function:expr, $($argument:expr),*) => {
        // SAFETY: the arguments are live memory and whatever handles the test tries.
        unsafe { $function.expect("the driver has it")($($argument),*) }
    };
}
pub(crate) use call;

/// A started driver of its own, with a context.
pub(crate) struct Client {
    pub(crate) api: Api,
    pub(crate) driver: ze_driver_handle_t,
    pub(crate) context: ze_context_handle_t,
    instance: Option<Instance>,
}

/// What a group says about itself and its memory.
#[derive(Clone, Copy)]
pub(crate) struct GroupFacts {
    pub(crate) handle: zet_metric_group_handle_t,
    pub(crate) properties: zet_metric_group_properties_t,
    pub(crate) kind: zet_metric_group_type_exp_flags_t,
    pub(crate) fd: i32,
    pub(crate) size: usize,
}

/// What a metric says about itself and its memory.
#[derive(Clone, Copy)]
pub(crate) struct MetricFacts {
    pub(crate) properties: zet_metric_properties_t,
    pub(crate) fd: i32,
    pub(crate) size: usize,
}

impl Client {
    /// The pattern generator alone, on a clock that `instance().world()` moves.
    pub(crate) fn patterns(faults: &str) -> Self {
        Self::new(Options {
            host: false,
            patterns: true,
            faults: faults.parse::<Faults>().expect("known faults"),
            manual_clock: Some(1_000_000_007),
            ..Options::default()
        })
    }

    pub(crate) fn new(options: Options) -> Self {
        let instance = Instance::new(options).expect("a free slot");
        // SAFETY: the driver answers addresses of its own functions.
        let api = unsafe { Api::from_lookup(|symbol| instance.lookup(symbol)) };
        let mut client = Self::start(api.expect("every required function"));
        assert_eq!(client.driver, instance.driver_handle());
        client.instance = Some(instance);
        client
    }

    /// Starts the only driver behind `api`.
    pub(crate) fn start(api: Api) -> Self {
        let mut driver = ze_driver_handle_t::null();
        let mut count = 1;
        // SAFETY: there is room for what is asked.
        unsafe {
            ok((api.driver.zeInit)(ze_init_flags_t::empty()));
            ok((api.driver.zeDriverGet)(&raw mut count, &raw mut driver));
        }
        assert_eq!(count, 1);
        let mut client = Self {
            api,
            driver,
            context: ze_context_handle_t::null(),
            instance: None,
        };
        client.context = client.new_context();
        client
    }

    /// One more context, which the caller gives back.
    pub(crate) fn new_context(&self) -> ze_context_handle_t {
        let (desc, mut context) = (ze_context_desc_t::default(), ze_context_handle_t::null());
        let create = self.api.context.zeContextCreate;
        ok(call!(
            create,
            self.driver,
            &raw const desc,
            &raw mut context
        ));
        context
    }

    pub(crate) fn instance(&self) -> &Instance {
        self.instance.as_ref().expect("a driver in this process")
    }

    pub(crate) fn devices(&self) -> Vec<ze_device_handle_t> {
        // SAFETY: there is room for what is asked.
        entries(|count, out| unsafe { (self.api.device.zeDeviceGet)(self.driver, count, out) })
    }

    pub(crate) fn device(&self) -> ze_device_handle_t {
        self.devices()[0]
    }

    pub(crate) fn group_handles(
        &self,
        device: ze_device_handle_t,
    ) -> Vec<zet_metric_group_handle_t> {
        // SAFETY: there is room for what is asked.
        entries(|count, out| unsafe { (self.api.metric.zetMetricGroupGet)(device, count, out) })
    }

    pub(crate) fn groups(&self, device: ze_device_handle_t) -> Vec<GroupFacts> {
        self.group_handles(device)
            .into_iter()
            .map(|handle| self.facts(handle))
            .collect()
    }

    pub(crate) fn group(&self, name: &str) -> GroupFacts {
        let groups = self.groups(self.device());
        let found = groups
            .into_iter()
            .find(|group| text(&group.properties.name) == name);
        found.unwrap_or_else(|| panic!("no group {name}"))
    }

    pub(crate) fn facts(&self, handle: zet_metric_group_handle_t) -> GroupFacts {
        let mut memory = zet_export_dma_buf_exp_properties_t {
            fd: -7,
            ..Default::default()
        };
        let mut kind = zet_metric_group_type_exp_t {
            pNext: (&raw mut memory).cast(),
            ..Default::default()
        };
        let mut properties = zet_metric_group_properties_t {
            pNext: (&raw mut kind).cast(),
            ..Default::default()
        };
        // SAFETY: the chained structures live until the end of this function.
        ok(unsafe { (self.api.metric.zetMetricGroupGetProperties)(handle, &raw mut properties) });
        GroupFacts {
            handle,
            properties,
            kind: kind.r#type,
            fd: memory.fd,
            size: memory.size,
        }
    }

    pub(crate) fn metrics(&self, group: zet_metric_group_handle_t) -> Vec<MetricFacts> {
        // SAFETY: there is room for what is asked.
        let handles: Vec<zet_metric_handle_t> =
            entries(|count, out| unsafe { (self.api.metric.zetMetricGet)(group, count, out) });
        let facts = handles.into_iter().map(|handle| {
            let mut memory = zet_export_dma_buf_exp_properties_t {
                fd: -7,
                ..Default::default()
            };
            let mut properties = zet_metric_properties_t {
                pNext: (&raw mut memory).cast(),
                ..Default::default()
            };
            // SAFETY: the chained structure lives until the end of this closure.
            ok(unsafe { (self.api.metric.zetMetricGetProperties)(handle, &raw mut properties) });
            MetricFacts {
                properties,
                fd: memory.fd,
                size: memory.size,
            }
        });
        facts.collect()
    }

    pub(crate) fn activate(&self, groups: &[zet_metric_group_handle_t]) -> ze_result_t {
        let mut groups = groups.to_vec();
        let activate = self.api.metric.zetContextActivateMetricGroups;
        let count = groups.len() as u32;
        call!(
            activate,
            self.context,
            self.device(),
            count,
            groups.as_mut_ptr()
        )
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if let Some(destroy) = self.api.context.zeContextDestroy {
            // SAFETY: made by this client and not used any more.
            unsafe { destroy(self.context) };
        }
    }
}

/// Asks how many there are, then for all of them.
pub(crate) fn entries<T: Default + Clone>(ask: impl Fn(*mut u32, *mut T) -> ze_result_t) -> Vec<T> {
    let mut count = 0;
    ok(ask(&raw mut count, std::ptr::null_mut()));
    let mut entries = vec![T::default(); count as usize];
    ok(ask(&raw mut count, entries.as_mut_ptr()));
    entries.truncate(count as usize);
    entries
}

/// A text that must be terminated and UTF-8.
pub(crate) fn text(array: &[c_char]) -> String {
    let bytes: Vec<u8> = array
        .iter()
        .map(|c| *c as u8)
        .take_while(|byte| *byte != 0)
        .collect();
    assert!(bytes.len() < array.len(), "not terminated");
    String::from_utf8(bytes).expect("UTF-8")
}

/// The first bytes of an exported memory, read through a descriptor of the test's own.
pub(crate) fn bytes(fd: i32, size: usize) -> Vec<u8> {
    let file = File::open(format!("/proc/self/fd/{fd}")).expect("an open descriptor");
    let mut bytes = vec![0; size];
    file.read_exact_at(&mut bytes, 0)
        .expect("as long as it claims");
    bytes
}

/// Bytes at a pointer that the driver says the host can read.
pub(crate) fn readable(pointer: *const c_void, size: usize) -> Vec<u8> {
    // SAFETY: the test has just been told that this is host memory of that size.
    unsafe { std::slice::from_raw_parts(pointer.cast::<u8>(), size) }.to_vec()
}
