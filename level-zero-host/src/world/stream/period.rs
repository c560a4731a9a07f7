//! Which periods a streamer is granted.

/// The longest period that is not above `asked` and is `shortest` doubled any number of times.
///
/// What is asked below the shortest period gets the shortest. All in nanoseconds.
pub(super) fn granted(asked: u32, shortest: u32) -> u32 {
    let shortest = shortest.max(1);
    shortest << (asked / shortest).max(1).ilog2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_are_rewritten_as_intels_driver_does() {
        assert_eq!(granted(1_000_000, 13_312), 851_968);
        assert_eq!(granted(13_312, 13_312), 13_312);
        assert_eq!(granted(26_623, 13_312), 13_312);
    }

    #[test]
    fn no_wish_is_too_small_or_too_large() {
        assert_eq!(granted(0, 13_312), 13_312);
        assert_eq!(granted(u32::MAX, 13_312), 13_312 << 18);
        assert_eq!(granted(u32::MAX, 1), 1 << 31);
        assert_eq!(granted(7, 0), 4);
    }
}
