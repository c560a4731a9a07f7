//! Names that tell things apart, and patterns that pick them.
//!
//! Drivers repeat names: two equal GPUs, one group once per sampling type. Where a name is not
//! enough, its number in the driver's list follows: `RenderBasic#3`.

use std::collections::BTreeMap;

use anyhow::Context as _;
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

/// The names with `#` and the position appended to those that are not unique.
pub(crate) fn unique<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut names: Vec<String> = names.map(ToOwned::to_owned).collect();
    loop {
        let mut seen = BTreeMap::<&str, u32>::new();
        for name in &names {
            *seen.entry(name).or_default() += 1;
        }
        let repeated: Vec<bool> = names.iter().map(|name| seen[name.as_str()] > 1).collect();
        if !repeated.contains(&true) {
            return names;
        }
        for (index, name) in names.iter_mut().enumerate() {
            if repeated[index] {
                *name = format!("{name}#{index}");
            }
        }
    }
}

/// Patterns of which one must match; without any, everything does.
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    globs: Option<GlobSet>,
}

impl Patterns {
    /// Reads globs; upper and lower case are the same to them, and `*` crosses slashes.
    ///
    /// # Errors
    /// The pattern that is none, and why.
    pub(crate) fn new(patterns: &[String]) -> anyhow::Result<Self> {
        if patterns.is_empty() {
            return Ok(Self { globs: None });
        }
        let mut globs = GlobSetBuilder::new();
        for pattern in patterns {
            let glob = GlobBuilder::new(pattern).case_insensitive(true).build();
            globs.add(glob.with_context(|| format!("`{pattern}` is no pattern"))?);
        }
        let globs = globs
            .build()
            .context("these patterns are too much at once")?;
        Ok(Self { globs: Some(globs) })
    }

    /// Whether nothing was asked for in particular.
    pub(crate) fn is_open(&self) -> bool {
        self.globs.is_none()
    }

    /// Whether the name alone, or with what it belongs to in front, matches.
    pub(crate) fn pick(&self, name: &str, path: &str) -> bool {
        self.globs
            .as_ref()
            .is_none_or(|globs| globs.is_match(name) || globs.is_match(path))
    }
}

/// The names most like `wanted`, best first, at most three; none that are too far off.
pub(crate) fn near<'a>(wanted: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = wanted.trim_matches('*').to_lowercase();
    let mut ranked: Vec<(usize, &str)> = names
        .map(|name| (distance(&wanted, &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= name.len().max(wanted.len()) / 2)
        .collect();
    ranked.sort_unstable();
    ranked.dedup();
    ranked.into_iter().take(3).map(|(_, name)| name).collect()
}

/// How many letters to add, leave out or exchange; 0 when one contains the other.
fn distance(a: &str, b: &str) -> usize {
    if !a.is_empty() && (a.contains(b) || b.contains(a)) {
        return 0;
    }
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let exchanged = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = exchanged.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_repeated_names_carry_a_number_and_all_end_up_different() {
        let names = unique(["a", "b", "a", "a#0"].into_iter());
        assert_eq!(names, ["a#0#0", "b", "a#2", "a#0#3"]);
        assert_eq!(unique(["x", "y"].into_iter()), ["x", "y"]);
    }

    #[test]
    fn patterns_match_the_name_or_the_whole_path_in_any_case() {
        let patterns = Patterns::new(&["cpu*".to_owned(), "*/Memory".to_owned()]).expect("valid");
        assert!(patterns.pick("CpuUtilisation", "Host/CpuUtilisation"));
        assert!(patterns.pick("Memory", "Host/Memory"));
        assert!(!patterns.pick("Network", "Host/Network"));
        assert!(Patterns::new(&["[".to_owned()]).is_err());
    }

    #[test]
    fn misspelt_names_are_recognised_and_strangers_are_not() {
        let names = ["CpuUtilisation", "Memory", "Network"];
        assert_eq!(
            near("cpuutilization", names.into_iter()),
            ["CpuUtilisation"]
        );
        assert_eq!(near("*cpu*", names.into_iter()), ["CpuUtilisation"]);
        assert_eq!(near("memry", names.into_iter()), ["Memory"]);
        assert!(near("RenderBasic", names.into_iter()).is_empty());
    }
}
