//! Letters that stand for monsters on a map: the first letter of the name, and the second one too
//! where two names begin alike.

use mapwright::{EntityKind, Map};
use std::collections::BTreeMap;

/// Returns the letters of every named monster on the map, by name.
pub(super) fn initials(map: &Map) -> BTreeMap<&str, String> {
    let monsters = map.entities.iter().filter(|entity| entity.kind == EntityKind::Monster);
    let mut letters: BTreeMap<&str, String> =
        monsters.filter_map(|entity| Some((&*entity.name, first(&entity.name)?.to_string()))).collect();
    let mut count: BTreeMap<String, u32> = BTreeMap::new();
    letters.values().for_each(|letter| *count.entry(letter.clone()).or_default() += 1);
    for (name, letters) in &mut letters {
        if count[letters] > 1 {
            letters.extend(name.chars().filter(|c| c.is_alphanumeric()).nth(1));
        }
    }
    letters
}

fn first(name: &str) -> Option<char> {
    name.chars().find(|c| c.is_alphanumeric()).and_then(|c| c.to_uppercase().next())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_begin_alike_have_two_letters() {
        let mut map = Map::from_ascii("mmmmmm$").unwrap();
        for (entity, name) in map.entities.iter_mut().zip(["goblin", "ghoul", "goblin", "orc", "", "??", "gold"]) {
            entity.name = name.into();
        }
        let letters = initials(&map);
        let expected = [("ghoul", "Gh"), ("goblin", "Go"), ("orc", "O")];
        assert_eq!(letters, expected.map(|(name, letters)| (name, letters.to_owned())).into());
    }
}
