//! A prefab in one of its eight orientations, and placing it on a map.

use super::legend::Content;
use super::structure::{Entrance, Side};
use super::{Prefab, Turn};
use crate::base::bits::BitGrid;
use crate::base::grid::{Dir, Pos, Rect, Size};
use crate::base::rng::Rng;
use crate::base::tile::Tile;
use crate::map::{CellSet, Decoration, Entity, Exit, Extra, Level, Map, PassageId, Place, RoomId, Shape, Stairs, Tags};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Position on the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    /// In the middle.
    #[default]
    Middle,
    /// Anywhere.
    Anywhere,
    /// At one of the four sides.
    Side,
    /// In one of the four corners.
    Corner,
}

impl Spot {
    /// Returns a position in this rectangle of possible positions.
    pub(crate) fn among(self, places: Rect, rng: &mut Rng) -> Pos {
        let last = Pos::new(places.right() - 1, places.bottom() - 1);
        let (x, y) = (rng.range(places.x, last.x), rng.range(places.y, last.y));
        let (left, top, upright) = (rng.percent(50), rng.percent(50), rng.percent(50));
        let side = Pos::new(if left { places.x } else { last.x }, if top { places.y } else { last.y });
        match self {
            Spot::Middle => Pos::new((places.x + last.x) / 2, (places.y + last.y) / 2),
            Spot::Anywhere => Pos::new(x, y),
            Spot::Side if upright => Pos::new(side.x, y),
            Spot::Side => Pos::new(x, side.y),
            Spot::Corner => side,
        }
    }
}

/// Data of a prefab in one orientation.
#[derive(Clone, Debug)]
pub(super) struct Laid {
    covers: BitGrid,
    floor: BitGrid,
    /// A few cells of both sets.
    probes: [Vec<Pos>; 2],
    rooms: Vec<Shape>,
    anchors: Vec<Entrance>,
    open_edge: Vec<Entrance>,
}

impl Laid {
    fn new(prefab: &Prefab, turn: Turn) -> Laid {
        let (structure, size) = (&prefab.structure, prefab.size());
        let set = |set: &BitGrid| {
            let mut turned = BitGrid::new(turn.size(size));
            set.iter().for_each(|pos| turned.insert(turn.pos(pos, size)));
            turned
        };
        let entrance = |it: &Entrance| Entrance { pos: turn.pos(it.pos, size), out: turn.dir(it.out) };
        let shape = |shape: &Shape| match shape {
            Shape::Rect(rect) => Shape::Rect(turn.rect(*rect, size)),
            Shape::Circle(square) => Shape::Circle(turn.rect(*square, size)),
            Shape::Cells(cells) => {
                let bounds = turn.rect(cells.bounds(), size);
                let mut mask = BitGrid::new(bounds.size());
                cells.positions().for_each(|pos| mask.insert(turn.pos(pos, size) - bounds.origin()));
                Shape::Cells(Box::new(CellSet::new(bounds.origin(), mask)))
            }
        };
        let (covers, floor) = (set(&prefab.covers), set(&structure.floor));
        Laid {
            probes: [scattered(&covers), scattered(&floor)],
            covers,
            floor,
            rooms: structure.rooms.iter().map(shape).collect(),
            anchors: structure.anchors.iter().map(entrance).collect(),
            open_edge: structure.open_edge.iter().map(entrance).collect(),
        }
    }
}

/// Returns a few cells of the set, each far from those before it: if a drawing does not fit,
/// usually one of them already shows it.
fn scattered(set: &BitGrid) -> Vec<Pos> {
    let all: Vec<Pos> = set.iter().collect();
    // Steps of about the golden section avoid cells near earlier ones.
    let step = (all.len() * 5 / 8) | 1;
    (0..all.len().min(16)).map(|i| all[i * step % all.len()]).collect()
}

/// Prefab in one orientation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stamp<'a> {
    prefab: &'a Prefab,
    turn: Turn,
}

impl<'a> Stamp<'a> {
    pub(crate) fn new(prefab: &'a Prefab, turn: Turn) -> Self {
        Stamp { prefab, turn }
    }

    /// Returns all orientations that fit on a map of this size, the drawn one first.
    pub(crate) fn fitting(prefab: &'a Prefab, size: Size) -> impl Iterator<Item = Stamp<'a>> {
        prefab.ways().map(move |turn| Stamp { prefab, turn }).filter(move |stamp| size.holds(stamp.needs()))
    }

    /// Returns its width and height in this orientation.
    pub(crate) fn size(self) -> Size {
        self.turn.size(self.prefab.size())
    }

    /// Returns the size of the smallest map that has space for it: floor at its edge needs a wall
    /// beside it.
    pub(crate) fn needs(self) -> Size {
        let [north, east, south, west] = self.margins();
        let size = self.size();
        Size::new(size.width + east + west, size.height + north + south)
    }

    /// Returns the possible positions of its top-left corner on a map of this size; empty if it
    /// does not fit.
    pub(crate) fn places(self, map: Size) -> Rect {
        let ([north, _, _, west], needs) = (self.margins(), self.needs());
        Rect::new(west, north, map.width - needs.width + 1, map.height - needs.height + 1)
    }

    fn margins(self) -> [i32; 4] {
        let mut margins = [0; 4];
        for (dir, bare) in Dir::ALL.into_iter().zip(self.prefab.structure.bare) {
            margins[self.turn.dir(dir) as usize] = i32::from(bare);
        }
        margins
    }

    fn pos(self, pos: Pos) -> Pos {
        self.turn.pos(pos, self.prefab.size())
    }

    /// Returns the data of this orientation, computed once and reused for every map.
    fn laid(self) -> &'a Laid {
        self.prefab.laid[self.turn.index()].get_or_init(|| Laid::new(self.prefab, self.turn))
    }

    /// Returns the cells that the drawing defines.
    pub(crate) fn covers(self) -> &'a BitGrid {
        &self.laid().covers
    }

    /// Returns the walkable cells, without anchors.
    pub(crate) fn floor(self) -> &'a BitGrid {
        &self.laid().floor
    }

    /// Returns a few of the cells that the drawing defines.
    pub(crate) fn cover_probes(self) -> &'a [Pos] {
        &self.laid().probes[0]
    }

    /// Returns a few of the walkable cells.
    pub(crate) fn floor_probes(self) -> &'a [Pos] {
        &self.laid().probes[1]
    }

    /// Returns the openings and doors at its edge.
    pub(crate) fn anchors(self) -> &'a [Entrance] {
        &self.laid().anchors
    }

    /// Returns the floor cells at its edge.
    pub(crate) fn open_edge(self) -> &'a [Entrance] {
        &self.laid().open_edge
    }

    /// Draws it as a separate map, with the anchors open for which `opened` returns true.
    pub(crate) fn alone(self, opened: impl Fn(Pos) -> bool, rng: &mut Rng) -> Map {
        let mut map = Map::new(self.size(), Tile::Wall);
        self.draw(&mut map, Pos::new(0, 0), opened, rng);
        map
    }

    /// Draws it onto an empty map, with rock in the cells that it does not define.
    pub(crate) fn draw(self, map: &mut Map, origin: Pos, opened: impl Fn(Pos) -> bool, rng: &mut Rng) {
        self.lay_tiles(map, origin);
        let structure = &self.prefab.structure;
        let room = map.rooms.last().map_or(0, |room| room.id.0 + 1);
        let way = map.passages.last().map_or(0, |passage| passage.id.0 + 1);
        let first = map.rooms.len();
        for shape in &self.laid().rooms {
            map.add_room(shape.moved(origin));
        }
        map.rooms[first..].iter_mut().for_each(|room| room.tags = self.tags());
        for passage in &structure.passages {
            let points: SmallVec<[Pos; 8]> = passage.points.iter().map(|&pos| self.pos(pos) + origin).collect();
            let joins: SmallVec<[RoomId; 2]> = passage.joins.iter().map(|index| RoomId(room + index)).collect();
            map.dig_passage(1, &points, &joins);
        }
        let place = |side: &Side| match side {
            Side::Room(index) => Place::Room(RoomId(room + index)),
            Side::Way(index) => Place::Passage(PassageId(way + index)),
        };
        // All three lists are in reading order.
        let (mut doors, mut anchors) = (structure.doors.iter().peekable(), structure.anchors.iter().peekable());
        for &(drawn, within) in &structure.special {
            let symbol = &self.prefab.symbols[self.prefab.cells[drawn] as usize];
            let thing = match &symbol.things[..] {
                [thing] => thing,
                things => &things[rng.below(things.len() as u32) as usize],
            };
            let door = doors.next_if(|door| door.pos == drawn);
            let anchor = anchors.next_if(|anchor| anchor.pos == drawn);
            let pos = self.pos(drawn) + origin;
            if anchor.is_some() && !opened(self.pos(drawn)) {
                map.tiles[pos] = Tile::Wall;
                continue;
            }
            let tile = thing.tile.unwrap_or(Tile::Wall);
            map.tiles[pos] = tile;
            if let (Some((kind, state)), Some(spot)) = (thing.door, door) {
                let joins: SmallVec<[Place; 2]> = spot.joins.iter().map(place).collect();
                map.add_door(pos, self.turn.dir(spot.facing), kind, state, &joins);
            }
            let level = match tile {
                Tile::StairsUp => Some(Level::Up),
                Tile::StairsDown => Some(Level::Down),
                _ => None,
            };
            map.stairs.extend(level.map(|dir| Stairs { pos, dir, extra: Extra::default() }));
            put(map, pos, within.map(|index| first + index as usize), &thing.contents);
        }
    }

    /// Copies the tiles, row by row of the map.
    fn lay_tiles(self, map: &mut Map, origin: Pos) {
        let (from, size) = (self.prefab.size(), self.size());
        let cells = self.prefab.tiles.cells();
        // A turn is an affine map: the source of the first cell, and the change for each step to
        // the right or down.
        let source = |pos: Pos| {
            let pos = self.turn.back().pos(pos, size);
            pos.y as isize * from.width as isize + pos.x as isize
        };
        let first = source(Pos::new(0, 0));
        let (right, down) = (source(Pos::new(1, 0)) - first, source(Pos::new(0, 1)) - first);
        for y in 0..size.height {
            let row = &mut map.tiles.row_mut(origin.y + y)[origin.x as usize..][..size.width as usize];
            let start = first + down * y as isize;
            match right {
                1 => row.copy_from_slice(&cells[start as usize..][..row.len()]),
                -1 => {
                    let past = start as usize + 1;
                    let line = &cells[past - row.len()..past];
                    row.iter_mut().zip(line.iter().rev()).for_each(|(tile, from)| *tile = *from);
                }
                _ => {
                    let mut at = start;
                    for tile in row {
                        *tile = cells[at as usize];
                        at += right;
                    }
                }
            }
        }
    }

    /// Returns the tags of its rooms: its own tags and its name.
    fn tags(self) -> Tags {
        let Prefab { name, tags, .. } = self.prefab;
        let mut all = Tags::with_capacity(tags.len() + 2);
        all.extend(tags.iter().cloned());
        all.extend(Some(name).filter(|name| !name.is_empty() && !tags.contains(name)).cloned());
        all
    }
}

/// Places the contents of a cell; `room` is the index of the surrounding room.
fn put(map: &mut Map, pos: Pos, room: Option<usize>, contents: &[Content]) {
    for content in contents {
        let extra = Extra::default();
        match content {
            Content::Entity(kind, name) => map.entities.push(Entity { kind: *kind, pos, name: name.clone(), extra }),
            Content::Decoration(kind) => {
                map.decorations.push(Decoration { kind: kind.clone(), pos, tags: Tags::new(), extra });
            }
            Content::Exit => map.exits.push(Exit { pos, extra }),
            Content::Tag(word) => {
                let tags = room.map(|index| &mut map.rooms[index].tags);
                if let Some(tags) = tags.filter(|tags| !tags.contains(word)) {
                    tags.push(word.clone());
                }
            }
        }
    }
}

/// Updates the two sides of the door in this cell, if there is one.
pub(crate) fn name_sides(map: &mut Map, pos: Pos) {
    let Some(index) = map.doors.iter().position(|door| door.pos == pos) else { return };
    let facing = map.doors[index].facing;
    let mut joins: SmallVec<[Place; 2]> = SmallVec::new();
    for side in [pos.step(facing.opposite()), pos.step(facing)] {
        let room = map.rooms.iter().find(|room| room.shape.contains(side)).map(|room| Place::Room(room.id));
        let passage = || map.passages.iter().find(|passage| passage.legs().any(|leg| leg.contains(side)));
        let place = room.or_else(|| passage().map(|passage| Place::Passage(passage.id)));
        joins.extend(place.filter(|place| !joins.contains(place)));
    }
    map.doors[index].joins = joins;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;
    use crate::check::check;

    fn all(text: &str) -> Vec<String> {
        let prefab = &Prefab::read(text).unwrap()[0];
        let stamps = prefab.ways().map(|turn| Stamp::new(prefab, turn));
        stamps.map(|stamp| stamp.alone(|_| true, &mut Seed::new(1).rng()).to_ascii()).collect()
    }

    #[test]
    fn a_drawing_has_eight_orientations() {
        let drawn = all("####\n#<.+\n#~##");
        assert_eq!(drawn[0], "####\n#<.+\n#~##\n");
        assert_eq!(drawn[1], "###\n~<#\n#.#\n#+#\n");
        assert_eq!(drawn[2], "##~#\n+.<#\n####\n");
        assert_eq!(drawn[3], "#+#\n#.#\n#<~\n###\n");
        assert_eq!(drawn[4], "####\n+.<#\n##~#\n");
        assert_eq!(drawn.len(), 8);
        assert_eq!(all("turns = false\n---\n####\n#<.+\n#~##").len(), 4);
        assert_eq!(all("turns = false\nmirrors = false\n---\n.").len(), 1);
    }

    #[test]
    fn everything_turns_with_the_tiles() {
        let text = "\
            name = \"p\"\n\
            legend = { o = \"decoration column\" }\n\
            ---\n\
            ########\n\
            #o.+,,.#\n\
            #m.#####\n\
            #..+.>.#\n\
            ########";
        let prefab = &Prefab::read(text).unwrap()[0];
        for turn in prefab.ways() {
            let mut map = Map::new(Size::new(20, 20), Tile::Wall);
            Stamp::new(prefab, turn).draw(&mut map, Pos::new(3, 5), |_| false, &mut Seed::new(1).rng());
            assert_eq!(check(&map), [], "{turn:?}\n{}", map.to_ascii());
            assert_eq!((map.rooms.len(), map.doors.len(), map.passages.len(), map.stairs.len()), (3, 2, 1, 1));
            assert_eq!((map.entities.len(), map.decorations.len()), (1, 1));
            assert_eq!(map.decorations[0].pos.manhattan(map.entities[0].pos), 1);
            let settled = {
                let mut settled = map.clone();
                settled.settle();
                settled
            };
            assert_eq!(settled, map, "nothing was out of place");
        }
    }

    #[test]
    fn floor_at_the_edge_needs_a_wall_beside_it() {
        let prefab = &Prefab::read(".##\n###").unwrap()[0];
        let stamp = Stamp::new(prefab, Turn::ALL[0]);
        assert_eq!((stamp.needs(), stamp.places(Size::new(6, 3))), (Size::new(4, 3), Rect::new(1, 1, 3, 1)));
        for spot in [Spot::Middle, Spot::Anywhere, Spot::Side, Spot::Corner] {
            let pos = spot.among(Rect::new(1, 1, 3, 1), &mut Seed::new(4).rng());
            assert!(Rect::new(1, 1, 3, 1).contains(pos));
        }
    }

    #[test]
    fn the_dice_decide_what_the_legend_leaves_open() {
        let text = "legend = { x = [\"monster rat\", \"item cheese\", \"floor\"] }\n---\nxxxxxxxxxxxxxxxxxxxx";
        let prefab = &Prefab::read(text).unwrap()[0];
        let stamp = Stamp::new(prefab, Turn::ALL[0]);
        let draw = |seed: u64| stamp.alone(|_| false, &mut Seed::new(seed).rng());
        assert_eq!(draw(1).entities, draw(1).entities);
        assert_ne!(draw(1).entities, draw(2).entities);
        assert!((5..19).contains(&draw(1).entities.len()));
    }

    #[test]
    fn words_in_a_room_become_its_tags() {
        let tags = |legend: &str, seed: u64| {
            let text = format!("name = \"n\"\nlegend = {{ b = {legend} }}\n---\n#######\n#.b.+.#\n#...###\n#######");
            let prefab = &Prefab::read(&text).unwrap()[0];
            let map = Stamp::new(prefab, Turn::ALL[0]).alone(|_| false, &mut Seed::new(seed).rng());
            assert_eq!(map.rooms[1].tags, ["n"]);
            map.rooms[0].tags.join(" ")
        };
        assert_eq!(tags("\"room boss, room n, monster ogre\"", 1), "n boss");
        let mut seen: Vec<String> =
            (0..20).map(|seed| tags("[\"monster ogre, room lair\", \"item, room hoard\", \"floor\"]", seed)).collect();
        seen.sort();
        seen.dedup();
        assert_eq!(seen, ["n", "n hoard", "n lair"], "the word goes with what the dice picked");
    }
}
