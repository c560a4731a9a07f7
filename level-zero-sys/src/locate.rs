//! Which file a function came from, as far as the system tells.

use std::ffi::c_void;
use std::path::PathBuf;

/// The file that is mapped at an address of this process; `None` if the system does not tell.
#[cfg(target_os = "linux")]
pub(crate) fn file_of(address: *const c_void) -> Option<PathBuf> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    maps.lines().find_map(|line| file_at(line, address.addr()))
}

/// The file that is mapped at an address of this process; `None` if the system does not tell.
#[cfg(not(target_os = "linux"))]
pub(crate) fn file_of(_address: *const c_void) -> Option<PathBuf> {
    None
}

/// The file of one line of the map, if the line covers the address.
///
/// A line reads `start-end rights offset device inode path`, where only the path has spaces.
#[cfg(target_os = "linux")]
fn file_at(line: &str, address: usize) -> Option<PathBuf> {
    let (range, rest) = line.split_once(' ')?;
    let (start, end) = range.split_once('-')?;
    let hex = |text| usize::from_str_radix(text, 16).ok();
    let path = &rest[rest.find('/')?..];
    (hex(start)?..hex(end)?)
        .contains(&address)
        .then(|| PathBuf::from(path))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_function_of_this_program_is_found_in_its_file() {
        let here = file_of as fn(*const c_void) -> Option<PathBuf>;
        let found = file_of(here as *const c_void);
        assert_eq!(found, std::env::current_exe().ok());
    }

    #[test]
    fn an_address_of_no_file_is_of_no_file() {
        let value = Box::new(0_u64);
        assert_eq!(file_of((&raw const *value).cast()), None);
        assert_eq!(file_of(std::ptr::null()), None);
    }

    #[test]
    fn a_path_keeps_its_spaces() {
        let line = "7f00-7f80 r-xp 00000000 fd:00 42         /opt/level zero/libze_loader.so.1";
        let path = PathBuf::from("/opt/level zero/libze_loader.so.1");
        assert_eq!(file_at(line, 0x7f7f), Some(path));
        assert_eq!(file_at(line, 0x7f80), None);
    }
}
