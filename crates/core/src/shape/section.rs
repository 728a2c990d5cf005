//! Places a prefab section on the map and joins it to the rest.

mod joining;

use crate::base::error::Error;
use crate::base::grid::{Pos, Size};
use crate::base::promises::Promises;
use crate::base::rng::Rng;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{EntityKind, Map};
use crate::prefab::{Choice, Library, Role, Shipped, Spot, Stamp, name_sides};
use crate::spatial::splice;
use joining::Joining;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Registry entry of the step.
pub const ENTRY: Entry = Entry::new::<Section>("section", Kind::Shape)
    .revision(2)
    .preserving(Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT));

/// Places a hand-drawn section on the map: a gatehouse, a throne hall, a graveyard.
///
/// The section replaces part of the map and is joined to the rest at its doors and openings;
/// anything it cuts off is joined again. Of a dozen random positions it takes the one that costs
/// the least floor. Use `library` to add your own sections.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Section {
    /// Name of a section, or a tag to choose by. Default: any section.
    #[schemars(length(max = 60), example = &"", example = &"section", example = &"cloister")]
    pub pick: String,
    /// Depth of the map: only sections for this depth are chosen. 0 allows any.
    #[schemars(range(min = 0, max = 1_000))]
    pub depth: u32,
    /// Position on the map.
    pub spot: Spot,
    /// Your own sections, each as the text of a file. On the command line, `library=@folder` reads
    /// all files of a folder.
    pub library: Library,
    /// When to choose from the shipped sections.
    pub shipped: Shipped,
}

impl Default for Section {
    fn default() -> Self {
        let (pick, library) = (String::new(), Library::default());
        Section { pick, depth: 0, spot: Spot::Anywhere, library, shipped: Shipped::default() }
    }
}

/// Number of positions tried.
const PLACES: usize = 12;

impl Section {
    fn choice(&self) -> Choice<'_> {
        let Section { pick, depth, library, shipped, .. } = self;
        Choice { role: Role::Section, pick, depth: *depth, library, shipped: *shipped }
    }

    /// Returns the best orientation and position: the one that covers the fewest starts, stairs and
    /// exits, then the one that covers the least floor.
    fn place<'a>(&self, ways: &[Stamp<'a>], map: &Map, rng: &mut Rng) -> Option<(Stamp<'a>, Pos)> {
        let floor = map.walkable();
        let starts = map.entities.iter().filter(|entity| entity.kind == EntityKind::Start).map(|entity| entity.pos);
        let goals: Vec<Pos> = starts
            .chain(map.stairs.iter().map(|stairs| stairs.pos))
            .chain(map.exits.iter().map(|exit| exit.pos))
            .collect();
        let mut best: Option<(u64, Stamp<'a>, Pos)> = None;
        for _ in 0..PLACES {
            let stamp = *rng.pick(ways)?;
            let origin = self.spot.among(stamp.places(map.size()), rng);
            let covers = stamp.covers();
            let lost = covers.iter().filter(|&pos| floor.contains(pos + origin)).count() as u64;
            let ways_out = goals.iter().filter(|&&goal| covers.contains(goal - origin)).count() as u64;
            let cost = ways_out << 32 | lost;
            if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                best = Some((cost, stamp, origin));
            }
        }
        best.map(|(_, stamp, origin)| (stamp, origin))
    }
}

impl Generator for Section {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let (ways, mut rng) = self.choice().draw(map.size(), cx.seed("section"))?;
        let Some((stamp, origin)) = self.place(&ways, map, &mut rng) else { return Ok(()) };
        cx.spend((PLACES * stamp.size().area()) as u64)?;
        let covers = stamp.covers();
        let joining = Joining::plan(map, stamp, origin, cx)?;
        let area = stamp.size().rect().moved(origin);
        let part = stamp.alone(|pos| joining.opened(pos + origin), &mut rng);
        splice::replace(map, part, area, |pos| covers.contains(pos - origin));
        cx.step("section", map);
        joining.dig(map);
        map.settle();
        for pos in joining.doors() {
            name_sides(map, pos);
        }
        cx.step("join", map);
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
    use crate::check::check;

    fn glue(text: &str, section: &str, spot: Spot, seed: u64) -> Map {
        let mut map = Map::from_ascii(text).unwrap();
        let section = Section { library: Library::from(vec![section.to_owned()]), spot, ..Section::default() };
        section.generate(&mut map, &mut Context::new(Seed::new(seed))).unwrap();
        map
    }

    #[test]
    fn a_section_in_rock_is_joined_at_its_anchor() {
        let rock = "\n##############\n#...##########\n#...##########\n#...##########\n##############";
        let room = "turns = false\nmirrors = false\n---\n#####\n#...#\n*...*\n#####";
        let map = glue(rock, room, Spot::Middle, 1);
        assert_eq!(map.to_ascii(), "##############\n#...#...######\n#.......######\n#...##########\n##############\n");
        assert_eq!(check(&map), []);
    }

    #[test]
    fn regions_cut_off_by_a_section_are_rejoined() {
        let hall =
            "\n#############\n#...........#\n#...........#\n#...........#\n#...........#\n#...........#\n#############";
        let wall = "name = \"wall\"\nturns = false\n---\n#####\n#...#\n#...L\n#...#\n#####";
        for seed in 0..30 {
            for spot in [Spot::Middle, Spot::Anywhere, Spot::Side, Spot::Corner] {
                let map = glue(hall, wall, spot, seed);
                let floor = map.walkable();
                assert_eq!(floor.flood(floor.iter().next().unwrap()), floor, "\n{}", map.to_ascii());
                assert_eq!(check(&map), [], "\n{}", map.to_ascii());
            }
        }
    }

    #[test]
    fn shipped_sections_join_any_map() {
        let mut used = std::collections::BTreeSet::new();
        for seed in 0..60 {
            let recipe = "[[step]]\nuse = \"rooms-corridors\"\n[[step]]\nuse = \"section\"";
            let recipe = crate::Recipe::from_toml(recipe).unwrap();
            let map = recipe.plan(crate::registry::ALL).unwrap().run(Seed::new(seed)).unwrap();
            assert_eq!(check(&map), [], "\n{}", map.to_ascii());
            assert!(map.source.promises.has(Promises::CONNECTED.and(Promises::ROOMS_DISJOINT)));
            let rooms = map.rooms.iter().filter(|room| room.tags.iter().any(|tag| tag == "section"));
            used.extend(rooms.flat_map(|room| room.tags.iter()).map(ToString::to_string));
        }
        assert!(used.len() > 12, "{used:?}");
    }
}
