//! [`Id`]: the names of documents, which Foundry VTT wants to be 16 letters and digits.

use mapwright::{Hasher, Map};
use serde::{Serialize, Serializer};
use std::fmt;

/// Name of a document.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Id([u8; 16]);

/// The letters of an id.
const LETTERS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&letter| fmt::Write::write_char(f, char::from(letter)))
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// Makes the ids of one scene or module. They depend on its name and on the tiles that the file
/// shows, and on nothing else, so that a file for players tells nothing about hidden rooms and an
/// export with another style has the ids of the first.
#[derive(Clone, Debug)]
pub(crate) struct Ids(Hasher);

impl Ids {
    /// Creates the ids of documents about these maps.
    pub(crate) fn new<'a>(name: &str, maps: impl IntoIterator<Item = &'a Map>) -> Ids {
        let mut hasher = Hasher::default();
        hasher.text(name);
        for map in maps {
            hasher.number(map.size().width.into());
            hasher.number(map.size().height.into());
            for row in map.tiles.rows() {
                let codes: Vec<u8> = row.iter().map(|tile| tile.code()).collect();
                hasher.bytes(&codes);
            }
        }
        Ids(hasher)
    }

    /// Returns the ids of one part, for example a level.
    pub(crate) fn part(&self, number: u32) -> Ids {
        let mut hasher = self.0.clone();
        hasher.text("part");
        hasher.number(number.into());
        Ids(hasher)
    }

    /// Returns the id of a document: of which kind it is, and which one of them.
    pub(crate) fn id(&self, kind: &str, index: usize) -> Id {
        let mut hasher = self.0.clone();
        hasher.text(kind);
        hasher.number(index as i64);
        let mut rest = hasher.digest().0;
        Id(std::array::from_fn(|_| {
            let letter = LETTERS[(rest % 62) as usize];
            rest /= 62;
            letter
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> Ids {
        Ids::new("crypt", [&Map::from_ascii(text).unwrap()])
    }

    #[test]
    fn ids_are_16_letters_and_digits() {
        let id = ids("\n###\n#.#\n###").id("wall", 0).to_string();
        assert!(id.len() == 16 && id.bytes().all(|letter| letter.is_ascii_alphanumeric()), "{id}");
    }

    #[test]
    fn every_document_has_an_id_of_its_own() {
        let map = "\n###\n#.#\n###";
        let one = ids(map);
        let all = [one.id("wall", 0), one.id("wall", 1), one.id("light", 0), one.part(1).id("wall", 0)];
        let other = ids("\n####\n#..#\n####").id("wall", 0);
        for (index, id) in all.iter().enumerate() {
            assert!(!all[..index].contains(id) && *id != other, "{id}");
        }
        assert_eq!(ids(map).id("light", 0), all[2], "made again");
    }
}
