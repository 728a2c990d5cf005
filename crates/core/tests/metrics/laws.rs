//! Laws of all metrics: they do not depend on which way a map is turned, nor on the order of its
//! records. The map is turned here, tile by tile and record by record.

use super::make;
use mapwright::metrics::Metrics;
use mapwright::{
    CellSet, Dir, Grid, Kind, Map, Place, Pos, Rect, Rng, RoomId, Run, Seed, Shape, Size, presets, registry,
};

/// One of the eight symmetries of a square: columns mirrored, rows mirrored, and then both
/// exchanged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symmetry {
    columns: bool,
    rows: bool,
    exchanged: bool,
}

impl Symmetry {
    /// Returns all but the one that changes nothing.
    fn others() -> impl Iterator<Item = Symmetry> {
        (1..8).map(|bits| Symmetry { columns: bits & 1 != 0, rows: bits & 2 != 0, exchanged: bits & 4 != 0 })
    }

    fn size(self, size: Size) -> Size {
        if self.exchanged { Size::new(size.height, size.width) } else { size }
    }

    fn pos(self, size: Size, pos: Pos) -> Pos {
        let x = if self.columns { size.width - 1 - pos.x } else { pos.x };
        let y = if self.rows { size.height - 1 - pos.y } else { pos.y };
        if self.exchanged { Pos::new(y, x) } else { Pos::new(x, y) }
    }

    fn rect(self, size: Size, rect: Rect) -> Rect {
        let last = Pos::new(rect.right() - 1, rect.bottom() - 1);
        Rect::spanning(self.pos(size, rect.origin()), self.pos(size, last))
    }

    fn dir(self, dir: Dir) -> Dir {
        let here = Pos::new(0, 0);
        let there = self.pos(Size::new(1, 1), here.step(dir));
        Dir::ALL.into_iter().find(|&dir| here.step(dir) == there).expect("a neighbour stays one")
    }

    fn cells(self, size: Size, cells: &CellSet) -> CellSet {
        CellSet::filtered(cells.positions().map(|pos| self.pos(size, pos)), |_| true).expect("as many cells")
    }

    fn map(self, map: &Map) -> Map {
        let size = map.size();
        let mut tiles = Grid::new(self.size(size), mapwright::Tile::Wall);
        for pos in size.rect().positions() {
            tiles[self.pos(size, pos)] = map.tiles[pos];
        }
        let mut turned = map.clone();
        turned.tiles = tiles;
        for room in &mut turned.rooms {
            room.shape = match &room.shape {
                Shape::Rect(rect) => Shape::Rect(self.rect(size, *rect)),
                Shape::Circle(square) => Shape::Circle(self.rect(size, *square)),
                Shape::Cells(cells) => Shape::Cells(Box::new(self.cells(size, cells))),
            };
        }
        turned.zones.iter_mut().for_each(|zone| zone.cells = self.cells(size, &zone.cells));
        let at = |pos: &mut Pos| *pos = self.pos(size, *pos);
        turned.passages.iter_mut().flat_map(|passage| &mut passage.points).for_each(at);
        for door in &mut turned.doors {
            door.pos = self.pos(size, door.pos);
            door.facing = self.dir(door.facing);
        }
        turned.stairs.iter_mut().for_each(|stairs| at(&mut stairs.pos));
        turned.exits.iter_mut().for_each(|exit| at(&mut exit.pos));
        turned.entities.iter_mut().for_each(|entity| at(&mut entity.pos));
        turned.decorations.iter_mut().for_each(|decoration| at(&mut decoration.pos));
        turned.labels.iter_mut().for_each(|label| at(&mut label.pos));
        turned.mission.iter_mut().flat_map(|mission| &mut mission.locks).for_each(|lock| at(&mut lock.key));
        turned.grid = map.grid.map(|grid| self.size(grid));
        turned
    }
}

/// Returns the map with rooms in another order and with other ids and numbers, and all other
/// records in another order. The first exit and the first stairs stay first: they are the way in.
fn renumbered(map: &Map, rng: &mut Rng) -> Map {
    let mut other = map.clone();
    rng.shuffle(&mut other.rooms);
    let mut ids: Vec<(RoomId, RoomId)> = Vec::new();
    for (index, room) in (0..).zip(&mut other.rooms) {
        ids.push((room.id, RoomId(index)));
        room.id = RoomId(index);
        room.number = index + 1;
    }
    let renamed = |id: &mut RoomId| *id = ids.iter().find(|(old, _)| old == id).map_or(*id, |(_, new)| *new);
    other.passages.iter_mut().flat_map(|passage| &mut passage.joins).for_each(renamed);
    for place in other.doors.iter_mut().flat_map(|door| &mut door.joins) {
        if let Place::Room(id) = place {
            renamed(id);
        }
    }
    other.mission.iter_mut().for_each(|mission| renamed(&mut mission.goal));
    other.symmetry.iter_mut().flat_map(|symmetry| symmetry.images.iter_mut().flatten()).for_each(renamed);
    rng.shuffle(&mut other.passages);
    rng.shuffle(&mut other.doors);
    rng.shuffle(&mut other.zones);
    rng.shuffle(&mut other.entities);
    rng.shuffle(&mut other.decorations);
    other.exits.get_mut(1..).into_iter().for_each(|exits| rng.shuffle(exits));
    other.stairs.get_mut(1..).into_iter().for_each(|stairs| rng.shuffle(stairs));
    other
}

/// Asserts that the numbers of a map are those of its eight images and of the renumbered map.
pub(super) fn hold(map: &Map, said: &str) {
    let expected = Metrics::of(map);
    let differing = |other: &Map, how: &dyn std::fmt::Debug| {
        let metrics = Metrics::of(other);
        let pairs = mapwright::metrics::ALL
            .iter()
            .map(|metric| (metric.name, expected.get(metric.name), metrics.get(metric.name)));
        let wrong: Vec<_> = pairs.filter(|(_, a, b)| a != b).collect();
        assert!(wrong.is_empty(), "{said}, {how:?}: {wrong:?}");
    };
    for symmetry in Symmetry::others() {
        differing(&symmetry.map(map), &symmetry);
    }
    let mut rng = Seed::new(map.rooms.len() as u64).rng();
    for _ in 0..2 {
        differing(&renumbered(map, &mut rng), &"renumbered");
    }
}

#[test]
fn turned_and_renumbered_layouts_have_the_same_numbers() {
    let mut measured = 0;
    for entry in registry::ALL.iter().filter(|entry| entry.kind == Kind::Layout) {
        for (size, seeds) in [((16, 16), 0..4), ((40, 25), 0..4), ((70, 9), 0..2), ((80, 50), 0..2)] {
            for steps in [&[][..], &["doors", "zones", "start", "stairs", "monsters", "traps", "treasure"]] {
                for seed in seeds.clone() {
                    let Some(map) = make(entry, size, seed, steps) else { continue };
                    hold(&map, &format!("{} {}x{} seed {seed} with {steps:?}", entry.id, size.0, size.1));
                    measured += 1;
                }
            }
        }
    }
    assert!(measured > 300, "only {measured} maps");
}

#[test]
fn turned_and_renumbered_presets_have_the_same_numbers() {
    for preset in presets::ALL {
        let plan = preset.recipe().plan(registry::ALL).expect("presets are valid");
        let map = plan.run(Run::new(Seed::new(7))).expect("presets give maps");
        hold(&map, preset.name);
    }
}

#[test]
fn every_symmetry_is_one() {
    let map = Map::from_ascii("\n#####\n#@+.#\n##.>#").expect("a map");
    let mut images: Vec<String> =
        Symmetry::others().map(|symmetry| symmetry.map(&map).to_ascii_with_entities()).collect();
    images.push(map.to_ascii_with_entities());
    images.sort();
    images.dedup();
    assert_eq!(images.len(), 8);
    let turn = Symmetry { columns: false, rows: true, exchanged: true };
    assert_eq!(turn.map(&map).to_ascii_with_entities().trim_end(), "###\n#@#\n.+#\n>.#\n###".trim_end());
    let mut four = map;
    (0..4).for_each(|_| four = turn.map(&four));
    assert_eq!(
        four.to_ascii_with_entities(),
        images[images.iter().position(|image| *image == four.to_ascii_with_entities()).expect("an image")]
    );
}
