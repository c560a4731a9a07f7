//! Which groups can be active together.

/// Sorts groups, given by their domains, into as few sets as there are groups of one domain: no
/// set has two of one, and groups keep their order within a set.
pub fn sets(domains: &[u32]) -> Vec<Vec<usize>> {
    let mut sets: Vec<Vec<usize>> = Vec::new();
    for (group, domain) in domains.iter().enumerate() {
        let free = |set: &&mut Vec<usize>| set.iter().all(|other| domains[*other] != *domain);
        match sets.iter_mut().find(free) {
            Some(set) => set.push(group),
            None => sets.push(vec![group]),
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_of_one_domain_come_into_sets_of_their_own() {
        let found = sets(&[3, 3, 100, 3, 7, 100]);
        assert_eq!(found, [vec![0, 2, 4], vec![1, 5], vec![3]]);
        assert_eq!(sets(&[]), Vec::<Vec<usize>>::new());
    }
}
