//! A whole hand-drawn level.

use crate::base::error::Error;
use crate::base::grid::Size;
use crate::base::promises::Promises;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::Map;
use crate::prefab::{Choice, Library, Role, Shipped, Spot};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the `prefab` layout.
pub const ENTRY: Entry = Entry::new::<Prefab>("prefab", Kind::Layout)
    .promising(Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT))
    .natural(64, 40);

/// A whole level drawn by hand, set into solid rock: temples, keeps, prisons, arenas.
///
/// For places that a story needs exactly as drawn. Levels are rotated and mirrored where their
/// drawing allows it, and the details that the legend leaves open are random. Draw your own levels
/// as text files and pass them as the `library`.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Prefab {
    /// Name of a level, or a tag to choose by. Empty chooses among all levels.
    #[schemars(length(max = 60), example = &"", example = &"level", example = &"temple")]
    pub pick: String,
    /// Depth of the map. Only levels for this depth are chosen; 0 allows any.
    #[schemars(range(min = 0, max = 1_000))]
    pub depth: u32,
    /// Position of the level, on a map with space to spare.
    pub spot: Spot,
    /// Your own levels, each as the text of a file. On the command line `library=@folder` reads all
    /// files of a folder.
    pub library: Library,
    /// When to include the shipped levels in the choice.
    pub shipped: Shipped,
}

impl Prefab {
    fn choice(&self) -> Choice<'_> {
        let Prefab { pick, depth, library, shipped, .. } = self;
        Choice { role: Role::Level, pick, depth: *depth, library, shipped: *shipped }
    }
}

impl Generator for Prefab {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let (ways, mut rng) = self.choice().draw(map.size(), cx.seed("prefab"))?;
        let Some(stamp) = rng.pick(&ways) else { return Ok(()) };
        cx.spend(stamp.size().area() as u64)?;
        let origin = self.spot.among(stamp.places(map.size()), &mut rng);
        // No corridor leads to its anchors.
        stamp.draw(map, origin, |_| false, &mut rng);
        cx.step("level", map);
        Ok(())
    }

    fn min_size(&self) -> Size {
        self.choice().min_size()
    }

    fn refuses(&self, size: Size) -> Option<String> {
        self.choice().refuses(size)
    }

    fn conflicts(&self) -> Vec<(&'static str, String)> {
        self.choice().conflicts()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::base::tile::Tile;
    use crate::check::check;

    fn make(prefab: &Prefab, size: Size, seed: u64) -> Map {
        let mut map = Map::new(size, Tile::Wall);
        prefab.generate(&mut map, &mut Context::new(Seed::new(seed))).unwrap();
        map
    }

    #[test]
    fn a_custom_drawing_lies_in_the_middle_of_the_rock() {
        let library = Library::from(vec!["####\n#..*\n####".to_owned()]);
        let own = Prefab { library, ..Prefab::default() };
        assert_eq!(own.min_size(), Size::new(3, 3), "turned by a quarter");
        assert!(own.refuses(Size::new(3, 3)).unwrap().ends_with("of 4x3"));
        let map = make(&own, Size::new(8, 5), 2);
        assert_eq!(map.to_ascii(), "########\n########\n###..###\n########\n########\n");
        assert_eq!(map.rooms[0].tags, ["text-1"]);
    }

    #[test]
    fn every_level_comes_up() {
        let seen: std::collections::BTreeSet<String> = (0..200)
            .map(|seed| make(&Prefab::default(), Size::new(64, 40), seed).rooms[0].tags[1].to_string())
            .collect();
        assert!(seen.len() >= 6, "{seen:?}");
    }

    #[test]
    fn a_level_by_name_has_its_ways_in_and_out() {
        let temple = Prefab { pick: "temple".to_owned(), ..Prefab::default() };
        for seed in 0..20 {
            let map = make(&temple, Size::new(60, 40), seed);
            assert_eq!(check(&map), []);
            assert_eq!(map.stairs.len(), 2);
            assert!(map.rooms.iter().any(|room| room.tags.iter().any(|tag| tag == "sanctum")));
        }
    }
}
