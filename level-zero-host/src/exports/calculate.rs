//! From raw reports to values.

use level_zero_sys::{
    ze_result_t, zet_metric_group_calculation_type_t, zet_metric_group_handle_t, zet_typed_value_t,
    zet_value_t,
};

use super::metric::value_type;
use super::{Answer, filled, guard, list, listed};
use crate::handle;
use crate::object::{GroupObject, present};
use crate::world::value::Value;

/// Calculates the first set alone, as Intel's driver does.
pub(super) unsafe extern "C" fn metric_values(
    group: zet_metric_group_handle_t,
    kind: zet_metric_group_calculation_type_t,
    raw_size: usize,
    raw: *const u8,
    count: *mut u32,
    values: *mut zet_typed_value_t,
) -> ze_result_t {
    guard(|| {
        // SAFETY: the client hands over as many bytes as it says, or null.
        let sets = unsafe { calculated(group, kind, raw_size, raw) }?;
        let first = sets.first().map(Vec::as_slice).unwrap_or_default();
        // SAFETY: the client hands over room for what it says.
        unsafe { list(first, count, values) }
    })
}

pub(super) unsafe extern "C" fn multiple_metric_values(
    group: zet_metric_group_handle_t,
    kind: zet_metric_group_calculation_type_t,
    raw_size: usize,
    raw: *const u8,
    set_count: *mut u32,
    total: *mut u32,
    counts: *mut u32,
    values: *mut zet_typed_value_t,
) -> ze_result_t {
    guard(|| {
        // SAFETY: the client hands over as many bytes as it says, or null.
        let sets = unsafe { calculated(group, kind, raw_size, raw) }?;
        let lengths: Vec<u32> = sets.iter().map(|values| values.len() as u32).collect();
        let all = sets.concat();
        // SAFETY: the client hands over room for what it says.
        unsafe {
            // A client that asks for one of the numbers is told both.
            if *filled(set_count)? == 0 || *filled(total)? == 0 {
                (*set_count, *total) = (0, 0);
            }
            list(&lengths, set_count, counts)?;
            list(&all, total, values)
        }
    })
}

/// The values of each set in the client's raw bytes.
///
/// # Safety
/// `raw` must be null or valid for reads of `raw_size` bytes until the C function returns.
unsafe fn calculated(
    group: zet_metric_group_handle_t,
    kind: zet_metric_group_calculation_type_t,
    raw_size: usize,
    raw: *const u8,
) -> Answer<Vec<Vec<zet_typed_value_t>>> {
    let object = handle::get::<GroupObject>(group.0)?;
    present(&object.device)?;
    match kind {
        zet_metric_group_calculation_type_t::METRIC_VALUES => {}
        // What a counter can reach at most, this driver does not know.
        zet_metric_group_calculation_type_t::MAX_METRIC_VALUES => {
            return Err(ze_result_t::ERROR_UNSUPPORTED_FEATURE);
        }
        _ => return Err(ze_result_t::ERROR_INVALID_ENUMERATION),
    }
    if raw.is_null() {
        return Err(ze_result_t::ERROR_INVALID_NULL_POINTER);
    }
    let raw_size = u32::try_from(raw_size).or(Err(ze_result_t::ERROR_INVALID_SIZE))?;
    // SAFETY: the caller vouches for the bytes.
    let raw = unsafe { listed(raw, raw_size) }?;
    let sets = object.group.calculate(raw);
    let sets = sets.or(Err(ze_result_t::ERROR_INVALID_SIZE))?;
    let typed = sets
        .into_iter()
        .map(|set| set.into_iter().map(typed).collect());
    Ok(typed.collect())
}

pub(super) fn typed(value: Value) -> zet_typed_value_t {
    zet_typed_value_t {
        r#type: value_type(value.value_type()),
        value: union_of(value),
    }
}

/// Every byte of the union is written, so that a client may copy it whole.
pub(super) fn union_of(value: Value) -> zet_value_t {
    let mut bytes = zet_value_t { ui64: 0 };
    match value {
        Value::U32(value) => bytes.ui32 = value,
        Value::U64(value) => bytes.ui64 = value,
        Value::F32(value) => bytes.fp32 = value,
        Value::F64(value) => bytes.fp64 = value,
        Value::Bool8(value) => bytes.b8 = u8::from(value),
    }
    bytes
}
