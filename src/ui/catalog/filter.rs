//! Which metrics a typed text means, and which characters of a name it hit.
//!
//! Words are separated by spaces and all must be found: in the metric's name, in its group's
//! name, or as they stand in the names around them. A word may leave characters out
//! (`ctxsw` finds ContextSwitches), yet not so many that it finds everything.

use nucleo_matcher::pattern::{Atom, AtomKind, CaseMatching, Normalization};
use nucleo_matcher::{Config, Matcher, Utf32Str};

/// Of the score that a word would have as an unbroken part of the name, at least this share must
/// be reached. Lower, and scattered letters of long names match nearly anything.
const ENOUGH: f64 = 0.70;

/// A typed filter.
pub(super) struct Filter {
    text: String,
    words: Vec<Word>,
    matcher: Matcher,
    characters: Vec<char>,
}

struct Word {
    fuzzy: Atom,
    plain: Atom,
    enough: u16,
}

impl Default for Filter {
    fn default() -> Self {
        Self {
            text: String::new(),
            words: Vec::new(),
            matcher: Matcher::new(Config::DEFAULT),
            characters: Vec::new(),
        }
    }
}

impl Filter {
    /// The text as typed.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether everything passes.
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Filters by `text` from now on.
    pub(super) fn set(&mut self, text: &str) {
        if text == self.text {
            return;
        }
        text.clone_into(&mut self.text);
        self.words = text
            .split_whitespace()
            .map(|word| self.word(word))
            .collect();
    }

    fn word(&mut self, text: &str) -> Word {
        let atom = |kind| {
            let (case, accents) = (CaseMatching::Smart, Normalization::Smart);
            Atom::new(text, case, accents, kind, false)
        };
        let (fuzzy, plain) = (atom(AtomKind::Fuzzy), atom(AtomKind::Substring));
        let itself = Utf32Str::new(text, &mut self.characters);
        let best = plain.score(itself, &mut self.matcher).unwrap_or(0);
        Word {
            fuzzy,
            plain,
            enough: (f64::from(best) * ENOUGH) as u16,
        }
    }

    /// Which words are found in a group's name or, as they stand, in the names around it.
    pub(super) fn found_around(&mut self, group: &str, around: &[&str]) -> Vec<bool> {
        let Self {
            words,
            matcher,
            characters,
            ..
        } = self;
        let mut found = |word: &Word| {
            word.is_in(group, matcher, characters)
                || around
                    .iter()
                    .any(|name| word.stands_in(name, matcher, characters))
        };
        words.iter().map(&mut found).collect()
    }

    /// Whether every word is found in `name`, in `component`, or around them as `found_around`
    /// says; and if so, the characters of `name` that were hit, ascending.
    pub(super) fn hits(
        &mut self,
        name: &str,
        component: &str,
        found_around: &[bool],
    ) -> Option<Vec<u32>> {
        let mut hits = Vec::new();
        for (word, around) in self.words.iter().zip(found_around) {
            let (matcher, characters) = (&mut self.matcher, &mut self.characters);
            if !word.hits(name, matcher, characters, &mut hits)
                && !around
                && !word.stands_in(component, matcher, characters)
            {
                return None;
            }
        }
        hits.sort_unstable();
        hits.dedup();
        Some(hits)
    }
}

impl Word {
    fn is_in(&self, name: &str, matcher: &mut Matcher, characters: &mut Vec<char>) -> bool {
        let score = self.fuzzy.score(Utf32Str::new(name, characters), matcher);
        score.is_some_and(|score| score >= self.enough)
    }

    fn stands_in(&self, name: &str, matcher: &mut Matcher, characters: &mut Vec<char>) -> bool {
        let name = Utf32Str::new(name, characters);
        self.plain.score(name, matcher).is_some()
    }

    fn hits(
        &self,
        name: &str,
        matcher: &mut Matcher,
        characters: &mut Vec<char>,
        hits: &mut Vec<u32>,
    ) -> bool {
        let before = hits.len();
        let name = Utf32Str::new(name, characters);
        let score = self.fuzzy.indices(name, matcher, hits);
        let found = score.is_some_and(|score| score >= self.enough);
        if !found {
            hits.truncate(before);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter(text: &str) -> Filter {
        let mut filter = Filter::default();
        filter.set(text);
        filter
    }

    fn finds(text: &str, name: &str) -> bool {
        let mut filter = filter(text);
        let around = filter.found_around("Scheduler", &["Host CPU"]);
        filter.hits(name, "Kernel", &around).is_some()
    }

    #[test]
    fn words_may_leave_characters_out() {
        for text in ["context", "switch", "ctxsw", "CtxSw", "conswi"] {
            assert!(finds(text, "ContextSwitches"), "{text}");
        }
    }

    #[test]
    fn scattered_letters_are_no_match() {
        for text in ["nits", "cih", "otwe"] {
            assert!(!finds(text, "ContextSwitches"), "{text}");
        }
        assert!(!finds("mem", "ModifiedExternalMutations"));
    }

    #[test]
    fn every_word_counts_and_names_around_count_too() {
        assert!(finds("sched switches", "ContextSwitches"));
        assert!(finds("host kernel switches", "ContextSwitches"));
        assert!(!finds("sched faults", "ContextSwitches"));
    }

    #[test]
    fn the_characters_that_were_hit_are_told() {
        let mut filter = filter("sched switch");
        let around = filter.found_around("Scheduler", &[]);
        let hits = filter.hits("ContextSwitches", "", &around);
        assert_eq!(hits, Some(vec![7, 8, 9, 10, 11, 12]));
    }
}
