//! What structures have in common: they may start out as zeroes, and many can be chained.

use std::ffi::{c_char, c_void};

/// A type for which zeroed bytes are a valid value.
///
/// # Safety
/// Zeroed bytes must be a valid value of the type.
pub unsafe trait ZeroIsValid {}

macro_rules! zero_is_valid {
    ($($type:ty),*) => {
        $(
            // SAFETY: plain numbers may be zero.
            unsafe impl ZeroIsValid for $type {}
        )*
    };
}

zero_is_valid!(c_char, u8, u16, u32, u64, usize, i32, i64, f32, f64);

// SAFETY: a raw pointer may be null.
unsafe impl<T> ZeroIsValid for *mut T {}
// SAFETY: a raw pointer may be null.
unsafe impl<T> ZeroIsValid for *const T {}
// SAFETY: an array may be zero if its elements may.
unsafe impl<T: ZeroIsValid, const N: usize> ZeroIsValid for [T; N] {}

/// A structure that begins with its own number (`stype`) and a pointer to the next (`pNext`).
///
/// # Safety
/// The type must be `repr(C)` and begin with a `Tag` followed by a pointer, and `Tag` must be a
/// transparent `u32`.
pub unsafe trait Extensible: Default + Copy {
    /// The enumeration that numbers the structures of this family.
    type Tag: Copy + PartialEq;

    /// The number of this structure, which `Default` writes into `stype`.
    const STYPE: Self::Tag;
}

/// Longest chain that is followed; a longer one, or a ring, is taken to end here.
const MAX_LINKS: usize = 64;

/// Finds the first structure of type `T` in a chain that begins at `first`.
///
/// A driver that fills the structure may write through the result if the chain came to it as
/// mutable (`*mut c_void`).
///
/// # Safety
/// `first` must be null or lead to a live structure of `T`'s family, and so must every `pNext`
/// behind it; a structure whose number is `T::STYPE` must be a `T`.
pub unsafe fn find_in_chain<T: Extensible>(first: *const c_void) -> Option<*const T> {
    let mut link = first.cast::<Head<T::Tag>>();
    for _ in 0..MAX_LINKS {
        if link.is_null() {
            break;
        }
        // SAFETY: the caller vouches for every structure of the chain, and all begin like `Head`.
        let head = unsafe { link.read() };
        if head.stype == T::STYPE {
            return Some(link.cast());
        }
        link = head.next.cast();
    }
    None
}

/// What every extensible structure begins with.
#[repr(C)]
#[derive(Clone, Copy)]
struct Head<Tag: Copy> {
    stype: Tag,
    next: *const c_void,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::*;

    #[test]
    fn default_sets_the_number_and_leaves_the_rest_zero() {
        let group = zet_metric_group_type_exp_t::default();
        assert_eq!(group.stype, zet_structure_type_t::METRIC_GROUP_TYPE_EXP);
        assert!(group.pNext.is_null());
        assert!(group.r#type.is_empty());
    }

    #[test]
    fn a_structure_is_found_behind_others() {
        let mut memory = zet_export_dma_buf_exp_properties_t::default();
        let mut kind = zet_metric_group_type_exp_t {
            pNext: (&raw mut memory).cast(),
            ..Default::default()
        };
        let first = (&raw mut kind).cast::<c_void>();
        // SAFETY: both structures live to the end of this test and are linked above.
        let found = unsafe { find_in_chain::<zet_export_dma_buf_exp_properties_t>(first) };
        assert_eq!(found, Some(&raw const memory));
        // SAFETY: as above.
        let absent = unsafe { find_in_chain::<zet_metric_source_id_exp_t>(first) };
        assert_eq!(absent, None);
    }

    #[test]
    fn a_ring_ends() {
        let mut ring = zet_metric_group_type_exp_t::default();
        let first = &raw mut ring;
        // SAFETY: the one structure lives to the end of this test.
        let absent = unsafe {
            (*first).pNext = first.cast();
            find_in_chain::<zet_metric_source_id_exp_t>(first.cast())
        };
        assert_eq!(absent, None);
    }
}
