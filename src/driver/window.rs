//! Loads from memory that somebody else writes at the same time.
//!
//! The only door to exported bytes: no reference and no slice to them ever exists, and each
//! value is read with one aligned volatile load of its own width.

use std::marker::PhantomData;
use std::ptr::NonNull;

use crate::model::value::ValueType;

/// Readable bytes, aligned to 8, for as long as `'a`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window<'a> {
    start: NonNull<u8>,
    len: usize,
    memory: PhantomData<&'a ()>,
}

impl Window<'_> {
    /// A window over `len` bytes from `start`.
    ///
    /// # Safety
    /// For all of `'a` the bytes must be readable and Rust code must hold no unique reference to
    /// them, and `start` must be aligned to 8.
    pub(super) unsafe fn new(start: NonNull<u8>, len: usize) -> Self {
        debug_assert!(start.cast::<u64>().is_aligned());
        Self {
            start,
            len,
            memory: PhantomData,
        }
    }

    /// Loads consecutive values of one type into consecutive slots, zero-extended.
    ///
    /// Loads nothing where the values would not lie aligned inside the window; callers check
    /// that once with [`Window::holds`], not every pass.
    #[inline]
    pub(super) fn load(&self, offset: usize, value_type: ValueType, slots: &mut [u64]) {
        debug_assert!(Self::holds(self.len, offset, value_type, slots.len()));
        match value_type.size() {
            1 => self.load_as::<u8>(offset, slots),
            2 => self.load_as::<u16>(offset, slots),
            4 => self.load_as::<u32>(offset, slots),
            _ => self.load_as::<u64>(offset, slots),
        }
    }

    /// Whether `count` values from `offset` lie aligned inside a window of `len` bytes.
    pub(super) fn holds(len: usize, offset: usize, value_type: ValueType, count: usize) -> bool {
        let size = value_type.size();
        let end = size
            .checked_mul(count)
            .and_then(|bytes| bytes.checked_add(offset));
        offset.is_multiple_of(size) && end.is_some_and(|end| end <= len)
    }

    #[inline]
    fn load_as<T: Copy + Into<u64>>(&self, offset: usize, slots: &mut [u64]) {
        let room = self.len.saturating_sub(offset) / size_of::<T>();
        if slots.len() > room || !offset.is_multiple_of(size_of::<T>()) {
            return;
        }
        for (index, slot) in slots.iter_mut().enumerate() {
            // SAFETY: `offset` plus the bytes of all slots lie inside the window, as just
            // checked, and are readable; the start is aligned to 8 and the offset to `T`.
            *slot = unsafe {
                let first = self.start.as_ptr().add(offset).cast::<T>();
                first.add(index).read_volatile()
            }
            .into();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_width_is_loaded_and_zero_extended() {
        let bytes = [0x8877_6655_4433_2211_u64, u64::MAX];
        let start = NonNull::from(&bytes).cast();
        // SAFETY: the array outlives the window and nobody writes it.
        let window = unsafe { Window::new(start, 16) };
        for (value_type, offset, expected) in [
            (ValueType::U8, 1, 0x22),
            (ValueType::Bool8, 7, 0x88),
            (ValueType::U16, 2, 0x4433),
            (ValueType::F32, 4, 0x8877_6655),
            (ValueType::U64, 8, u64::MAX),
        ] {
            let mut slot = [0];
            window.load(offset, value_type, &mut slot);
            assert_eq!(slot, [expected], "{value_type:?}");
        }
    }

    #[test]
    fn nothing_outside_or_across_alignment_is_held() {
        assert!(Window::holds(16, 8, ValueType::U64, 1));
        assert!(!Window::holds(16, 8, ValueType::U64, 2));
        assert!(!Window::holds(16, 4, ValueType::F64, 1));
        assert!(!Window::holds(15, 8, ValueType::U64, 1));
        assert!(!Window::holds(
            usize::MAX,
            8,
            ValueType::U64,
            usize::MAX / 4
        ));
    }
}
