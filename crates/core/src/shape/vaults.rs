//! Places prefab vaults and special rooms in the map.

mod site;

use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::grid::Pos;
use crate::base::promises::Promises;
use crate::base::rng::{Rng, Seed};
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::{Map, Passage};
use crate::prefab::{Choice, Library, Prefab, Role, Shipped, Stamp, name_sides};
use crate::spatial::splice;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use site::{Find, Fit, Site};
use smallvec::SmallVec;
use std::cmp::Reverse;

/// Registry entry of the step.
pub const ENTRY: Entry = Entry::new::<Vaults>("vaults", Kind::Shape)
    .revision(2)
    .preserving(Promises::CONNECTED.and(Promises::CLOSED_BORDER).and(Promises::ROOMS_DISJOINT));

/// Places hand-drawn vaults and special rooms where they fit and can be reached.
///
/// Treasuries, shrines, dens, crypts. They are dug into the rock beside floor, at dead ends, or
/// built inside rooms. They never cover doors, stairs, entities or decorations and never cut the
/// map in pieces. Use `library` to add your own vaults.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Vaults {
    /// Number of vaults. Fewer are placed if there is no space for more.
    #[schemars(range(min = 0, max = 1_000))]
    pub count: u32,
    /// Kind of place for the vaults.
    pub place: Where,
    /// Allow the same vault more than once.
    pub repeats: bool,
    /// Name of a vault, or a tag to choose by. Default: any vault.
    #[schemars(length(max = 60), example = &"", example = &"treasure", example = &"shrine")]
    pub pick: String,
    /// Depth of the map: only vaults for this depth are chosen. 0 allows any.
    #[schemars(range(min = 0, max = 1_000))]
    pub depth: u32,
    /// Your own vaults, each as the text of a file. On the command line, `library=@folder` reads
    /// all files of a folder.
    pub library: Library,
    /// When to choose from the shipped vaults.
    pub shipped: Shipped,
}

impl Default for Vaults {
    fn default() -> Self {
        Vaults {
            count: 4,
            place: Where::Anywhere,
            repeats: false,
            pick: String::new(),
            depth: 0,
            library: Library::default(),
            shipped: Shipped::default(),
        }
    }
}

/// Kind of place for a vault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Where {
    /// At dead ends, in rock or in rooms, at random.
    #[default]
    Anywhere,
    /// At dead ends, dug into the rock behind them.
    DeadEnds,
    /// Dug into the rock beside any floor.
    Rock,
    /// Inside rooms, on their floor; on open floor where the map has no rooms.
    Rooms,
}

impl Where {
    /// Returns the kinds of place in the order to try them.
    fn order(self, rng: &mut Rng) -> SmallVec<[Where; 3]> {
        let mut all = [Where::DeadEnds, Where::Rock, Where::Rooms];
        rng.shuffle(&mut all);
        if self == Where::Anywhere { SmallVec::from_slice(&all) } else { SmallVec::from_slice(&[self]) }
    }
}

impl Vaults {
    fn choice(&self) -> Choice<'_> {
        let Vaults { pick, depth, library, shipped, .. } = self;
        Choice { role: Role::Vault, pick, depth: *depth, library, shipped: *shipped }
    }
}

/// Vault to choose from, with the state of its search.
struct Candidate<'a> {
    prefab: &'a Prefab,
    /// Orientations without a fit, as one bit each for every kind of place. The map only gets
    /// fuller, so they are not tried again.
    hopeless: [u8; 4],
    /// True if the vault fits nowhere.
    homeless: bool,
    /// True if the vault was placed and repeats are not allowed.
    spent: bool,
}

impl Generator for Vaults {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let seed = cx.seed("vaults");
        let mut site = Site::of(map);
        let candidates = self.choice().candidates();
        let mut candidates: Vec<Candidate<'_>> =
            candidates.map(|prefab| Candidate { prefab, hopeless: [0; 4], homeless: false, spent: false }).collect();
        let mut found = Vec::new();
        for number in 0..self.count {
            let own = seed.nth(number.into());
            let Some((stamp, fit)) = self.find(&mut candidates, &mut site, own, cx)? else { break };
            site.take(stamp, fit);
            found.push((stamp, fit, own.child("contents").rng()));
        }
        let placed = found.len() as u32;
        if placed < self.count {
            let why = if site.is_tired() {
                "the search for places reached its limit"
            } else if !self.repeats && candidates.iter().all(|candidate| candidate.spent) {
                "every vault was used once; set repeats for more"
            } else {
                "no other vault fits"
            };
            cx.note(map, "vaults", self.count.into(), placed.into(), why);
        }
        clear(map, &found);
        for (stamp, fit, mut rng) in found {
            set(map, stamp, fit, &mut rng);
            cx.step("vault", map);
        }
        map.settle();
        cx.step("settle", map);
        Ok(())
    }

    fn conflicts(&self) -> Vec<(&'static str, String)> {
        self.choice().conflicts()
    }
}

impl Vaults {
    /// Returns the first vault in the draw that fits, with its orientation and position.
    fn find<'a>(
        &self,
        candidates: &mut [Candidate<'a>],
        site: &mut Site,
        seed: Seed,
        cx: &mut Context<'_>,
    ) -> Result<Option<(Stamp<'a>, Fit)>, Error> {
        let mut ranked: Vec<&mut Candidate<'a>> =
            candidates.iter_mut().filter(|candidate| !candidate.spent && !candidate.homeless).collect();
        cx.spend(ranked.len() as u64)?;
        ranked.sort_by_cached_key(|candidate| (Reverse(candidate.prefab.lot(seed)), candidate.prefab.name.clone()));
        for candidate in ranked {
            let mut rng = seed.child(&candidate.prefab.name).rng();
            let places = self.place.order(&mut rng);
            let mut ways: Vec<(usize, Stamp<'a>)> = Stamp::fitting(candidate.prefab, site.size()).enumerate().collect();
            rng.shuffle(&mut ways);
            for place in places {
                let hopeless = &mut candidate.hopeless[place as usize];
                for &(way, stamp) in &ways {
                    if *hopeless >> way & 1 == 1 {
                        continue;
                    }
                    let looks = site.looks();
                    let found = site.find(stamp, place, &mut rng);
                    cx.spend(site.looks() - looks)?;
                    match found {
                        Find::Fit(fit) => {
                            candidate.spent = !self.repeats;
                            return Ok(Some((stamp, fit)));
                        }
                        Find::Nowhere => *hopeless |= 1 << way,
                        Find::Tired => return Ok(None),
                    }
                }
            }
            candidate.homeless = true;
        }
        Ok(None)
    }
}

/// Makes room for all vaults at once, so that a room that many of them share is processed once.
fn clear(map: &mut Map, vaults: &[(Stamp<'_>, Fit, Rng)]) {
    let mut taken = BitGrid::new(map.size());
    for (stamp, fit, _) in vaults {
        stamp.covers().iter().for_each(|pos| taken.insert(pos + fit.origin));
    }
    pull_back(map, |pos| taken.contains(pos));
    splice::clear(map, &taken);
}

/// Places the vault where it fits.
fn set(map: &mut Map, stamp: Stamp<'_>, fit: Fit, rng: &mut Rng) {
    let part = stamp.alone(|pos| fit.anchor.is_some_and(|anchor| anchor.pos == pos), rng);
    let area = stamp.size().rect().moved(fit.origin);
    splice::add(map, part, area, |pos| stamp.covers().contains(pos - fit.origin));
    if let Some(anchor) = fit.anchor {
        name_sides(map, anchor.pos + fit.origin);
    }
}

/// Shortens passages that run far into the rooms they join, if that keeps them intact.
fn pull_back(map: &mut Map, lost: impl Fn(Pos) -> bool) {
    let hit = |passage: &Passage| passage.legs().any(|leg| leg.positions().any(&lost));
    for index in 0..map.passages.len() {
        if !hit(&map.passages[index]) {
            continue;
        }
        let passage = &map.passages[index];
        let in_room = |pos: Pos| {
            let mut rooms = passage.joins.iter().filter_map(|id| map.room(*id));
            rooms.find(|room| room.shape.contains(pos)).map(|room| room.id)
        };
        let mut line: Vec<Pos> = Vec::new();
        for ends in passage.points.windows(2) {
            let step = |a: i32, b: i32| (b - a).signum();
            let (mut here, by) = (ends[0], Pos::new(step(ends[0].x, ends[1].x), step(ends[0].y, ends[1].y)));
            while here != ends[1] {
                line.push(here);
                here = here + by;
            }
        }
        line.extend(passage.points.last());
        let inner = |cells: &mut dyn Iterator<Item = &Pos>| {
            let first = cells.next().and_then(|&pos| in_room(pos));
            first.map_or(0, |room| cells.take_while(|&&pos| in_room(pos) == Some(room)).count())
        };
        let (skip, drop) = (inner(&mut line.iter()), inner(&mut line.iter().rev()));
        if skip + drop >= line.len() {
            continue;
        }
        let line = &line[skip..line.len() - drop];
        let shorter = Passage { points: Passage::corners(line), ..passage.clone() };
        if !hit(&shorter) {
            map.passages[index] = shorter;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Rect;
    use crate::base::tile::Tile;
    use crate::check::check;

    fn run(text: &str, vaults: &Vaults, seed: u64) -> Map {
        let mut map = Map::from_ascii(text).unwrap();
        vaults.generate(&mut map, &mut Context::new(Seed::new(seed))).unwrap();
        assert_eq!(check(&map), [], "\n{}", map.to_ascii());
        map
    }

    fn own(text: &str, place: Where, count: u32) -> Vaults {
        Vaults { library: Library::from(vec![text.to_owned()]), place, count, ..Vaults::default() }
    }

    const HALL: &str = "\
        \n\
        ##############\n\
        ##############\n\
        ##############\n\
        ##############\n\
        #............#\n\
        #............#\n\
        ##############";

    #[test]
    fn a_vault_is_dug_beside_floor() {
        let vault = "name = \"v\"\ntags = [\"treasure\"]\n---\n#####\n#$..#\n##L##";
        for seed in 0..20 {
            let map = run(HALL, &own(vault, Where::Rock, 1), seed);
            assert_eq!((map.rooms.len(), map.doors.len(), map.entities.len()), (1, 1, 1));
            assert_eq!(map.rooms[0].tags, ["treasure", "v"]);
            assert_eq!(map.tiles[map.doors[0].pos], Tile::DoorLocked);
            assert_eq!(map.floor_positions().count(), 24 + 4, "{}", map.to_ascii());
        }
    }

    #[test]
    fn a_vault_takes_the_dead_end_that_there_is() {
        let maze = "\
            \n\
            ##############\n\
            #.........####\n\
            #.#####.#.####\n\
            #.#####.#.####\n\
            #.......#.####\n\
            #########.####\n\
            #########.####\n\
            ##############\n\
            ##############\n\
            ##############\n\
            ##############";
        let vault = "turns = false\n---\n##*##\n#...#\n#####";
        for seed in 0..10 {
            let map = run(maze, &own(vault, Where::DeadEnds, 1), seed);
            assert_eq!(map.tiles[Pos::new(9, 7)], Tile::Floor, "{}", map.to_ascii());
            assert_eq!(map.rooms.len(), 1);
        }
    }

    #[test]
    fn a_vault_in_a_room_cuts_nothing_off() {
        let room =
            "\n#########\n#.......#\n#.......#\n#.......#\n#.......#\n#.......#\n####+####\n####.####\n#########";
        let vault = "###\n#.*\n###";
        for seed in 0..40 {
            let map = run(room, &own(vault, Where::Rooms, 1), seed);
            assert!(map.notes.is_empty(), "{}", map.to_ascii());
            assert_eq!(map.doors.len(), 1, "the door keeps its opening");
        }
        // The only remaining ground would cut the hall in two.
        let hall = "\n#########\n#.......#\n#.......#\n#.......#\n#########";
        let bar = "name = \"bar\"\nmirrors = false\nturns = false\n---\n###\n#.#\n#.*\n#.#\n###";
        let map = run(hall, &own(bar, Where::Rooms, 1), 1);
        let floor = map.walkable();
        assert_eq!(floor.flood(floor.iter().next().unwrap()), floor, "{}", map.to_ascii());
    }

    #[test]
    fn existing_things_are_never_covered() {
        let room = "\n########\n#@....m#\n#.$..>.#\n#..k...#\n#E....^#\n########";
        let before = Map::from_ascii(room).unwrap();
        for seed in 0..40 {
            let map = run(room, &own("...\n...", Where::Rooms, 9), seed);
            assert_eq!((&map.entities, &map.stairs, &map.exits), (&before.entities, &before.stairs, &before.exits));
        }
    }

    #[test]
    fn fewer_than_asked_is_said() {
        let map = run(HALL, &own("name = \"v\"\n---\n####\n#..#\n#*##", Where::Rock, 3), 1);
        assert_eq!(map.notes[0].delivered, 1);
        assert!(map.notes[0].why.contains("every vault was used once"), "{:?}", map.notes);
        let many = Vaults { repeats: true, ..own("####\n#..#\n#*##", Where::Rock, 1_000) };
        let map = run(HALL, &many, 1);
        assert!(
            map.notes[0].delivered >= 2 && map.notes[0].why.contains("fits"),
            "{:?}\n{}",
            map.notes,
            map.to_ascii()
        );
        let map = run("\n###\n#.#\n###", &Vaults::default(), 1);
        assert_eq!(map.notes[0].delivered, 0);
    }

    #[test]
    fn large_maps_hold_many_vaults() {
        let recipe = "\
            size = [1000, 1000]\n[[step]]\nuse = \"mining\"\n[[step]]\nuse = \"vaults\"\n\
            with = { count = 1000, repeats = true }";
        let plan = crate::Recipe::from_toml(recipe).unwrap().plan(crate::registry::ALL).unwrap();
        let map = plan.run(Seed::new(1)).unwrap();
        assert_eq!(map.notes, []);
        assert_eq!(check(&map), []);
    }

    #[test]
    fn passages_are_pulled_back_out_of_the_way() {
        let mut map = Map::from_ascii(
            "\
            \n\
            ##################\n\
            #.......##########\n\
            #................#\n\
            #.......##########\n\
            #.......##########\n\
            ##################",
        )
        .unwrap();
        let rooms = [Rect::new(1, 1, 7, 4), Rect::new(16, 2, 1, 1)].map(|rect| map.dig_room(rect));
        map.dig_passage(1, &[Pos::new(2, 2), Pos::new(16, 2)], &rooms);
        pull_back(&mut map, |pos| pos == Pos::new(3, 2));
        assert_eq!(map.passages[0].points[..], [Pos::new(7, 2), Pos::new(16, 2)]);
        assert_eq!(check(&map), []);
        pull_back(&mut map, |pos| pos == Pos::new(10, 2));
        assert_eq!(map.passages[0].points[0], Pos::new(7, 2), "what leads through stays for settling");
    }

    #[test]
    fn shipped_vaults_find_places_on_most_maps() {
        for layout in ["bsp", "rooms-corridors", "cellular"] {
            let recipe = format!("[[step]]\nuse = \"{layout}\"\n[[step]]\nuse = \"vaults\"");
            let plan = crate::Recipe::from_toml(&recipe).unwrap().plan(crate::registry::ALL).unwrap();
            let mut placed = 0;
            for seed in 0..40 {
                let map = plan.run(Seed::new(seed)).unwrap();
                assert_eq!(check(&map), [], "\n{}", map.to_ascii());
                assert!(map.source.promises.has(Promises::CONNECTED.and(Promises::ROOMS_DISJOINT)));
                placed += 4 - map.notes.iter().map(|note| note.asked - note.delivered).sum::<i64>();
            }
            assert!(placed > 140, "{layout}: {placed} of 160");
        }
    }
}
