//! [`Catalog`]: the tiles of every sheet in their order, and where each one is.

use super::SheetTile;
use super::blob;
use crate::band::{Axis, side};
use mapwright::{DecorKind, Dir, DoorKind, DoorState, Level, Pos, Rect, Size, Tile, decor};

/// Number of floor variants; the first one is the usual one.
pub(crate) const FLOORS: u32 = 4;

/// Walls that shade a floor tile, as bits of [`side`]: none, above, to the left, both, and only
/// diagonally.
pub(crate) const SHADES: [u8; 5] = [0, side::N, side::W, side::N | side::W, side::NW];

/// Directions in the order of tiles: a decoration faces south unless it is turned.
const FACINGS: [Dir; 4] = [Dir::South, Dir::West, Dir::North, Dir::East];

/// Picture on a tile.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Art {
    /// Floor, with the walls that shade it.
    Floor {
        variant: u32,
        shade: u8,
    },
    Void,
    /// Wall among these other walls.
    Wall(u8),
    /// Water among this other water.
    Water(u8),
    /// Open water with waves.
    Waves,
    Bridge(Axis),
    /// Stairs; spiral stairs have no direction.
    Stairs(Level, Option<Dir>),
    Door(DoorKind, DoorState, Dir),
    /// A cell of a decoration.
    Decoration {
        kind: usize,
        facing: Dir,
        cell: Pos,
    },
    /// A large decoration, scaled down to one cell.
    Small {
        kind: usize,
        facing: Dir,
    },
    /// A piece of a rug of any size: bits are the sides on which it continues, in the order of
    /// [`Dir`].
    RugPiece(u8),
}

/// All tiles in order.
#[derive(Clone, Debug)]
pub(crate) struct Catalog {
    pub(crate) arts: Vec<Art>,
    floor: u16,
    void: u16,
    /// Tiles by mask of neighbours.
    walls: Vec<u16>,
    water: Vec<u16>,
    waves: u16,
    bridge: u16,
    stairs: u16,
    doors: u16,
    /// First tiles of every kind of decoration.
    decorations: Vec<Decor>,
    rug_pieces: u16,
}

/// Tiles of a kind of decoration.
#[derive(Clone, Copy, Debug)]
struct Decor {
    /// True if it looks different from every side.
    turns: bool,
    first: u16,
    /// First tile of the small version, for kinds of several cells.
    small: u16,
}

impl Catalog {
    pub(crate) fn new() -> Catalog {
        let mut arts = Vec::new();
        let mut add = |art: Art| {
            arts.push(art);
            (arts.len() - 1) as u16
        };
        let floor = SHADES.map(|shade| {
            let first = add(Art::Floor { variant: 0, shade });
            (1..FLOORS).for_each(|variant| _ = add(Art::Floor { variant, shade }));
            first
        })[0];
        let void = add(Art::Void);
        let walls = of_masks(|mask| add(Art::Wall(mask)));
        let water = of_masks(|mask| add(Art::Water(mask)));
        let waves = add(Art::Waves);
        let bridge = add(Art::Bridge(Axis::EastWest));
        add(Art::Bridge(Axis::NorthSouth));
        let stairs = arts.len() as u16;
        for level in [Level::Up, Level::Down] {
            arts.extend(FACINGS.map(|facing| Art::Stairs(level, Some(facing))));
            arts.push(Art::Stairs(level, None));
        }
        let doors = arts.len() as u16;
        for kind in DoorKind::ALL {
            for state in DoorState::ALL {
                arts.extend(FACINGS.map(|facing| Art::Door(kind, state, facing)));
            }
        }
        let decorations =
            decor::ALL.iter().enumerate().map(|(kind, decor)| decoration(&mut arts, kind, decor)).collect();
        let rug_pieces = arts.len() as u16;
        arts.extend((0..16).map(Art::RugPiece));
        Catalog { arts, floor, void, walls, water, waves, bridge, stairs, doors, decorations, rug_pieces }
    }

    pub(crate) fn floor(&self, variant: u32, shade: u8) -> u16 {
        let shade = SHADES.iter().position(|known| *known == shade).unwrap_or(0);
        self.floor + (shade as u32 * FLOORS + variant) as u16
    }

    pub(crate) fn void(&self) -> u16 {
        self.void
    }

    /// Returns the wall for any mask of neighbours.
    pub(crate) fn wall(&self, mask: u8) -> u16 {
        self.walls[usize::from(mask)]
    }

    /// Returns the water for any mask of neighbours.
    pub(crate) fn water(&self, mask: u8) -> u16 {
        self.water[usize::from(mask)]
    }

    pub(crate) fn waves(&self) -> u16 {
        self.waves
    }

    pub(crate) fn bridge(&self, axis: Axis) -> u16 {
        self.bridge + u16::from(axis == Axis::NorthSouth)
    }

    pub(crate) fn stairs(&self, level: Level, facing: Option<Dir>) -> u16 {
        self.stairs + 5 * level as u16 + facing.map_or(4, number)
    }

    pub(crate) fn door(&self, kind: DoorKind, state: DoorState, facing: Dir) -> u16 {
        self.doors + (kind as u16 * 3 + state as u16) * 4 + number(facing)
    }

    /// Returns the tiles of a decoration for every cell of its footprint, row by row.
    pub(crate) fn decoration(&self, kind: usize, facing: Dir) -> impl Iterator<Item = u16> + use<> {
        let (size, known) = (&decor::ALL[kind], self.decorations[kind]);
        let count = size.size.area() as u16;
        let first = known.first + if known.turns { number(facing) * count } else { 0 };
        first..first + count
    }

    /// Returns the tile of a decoration that is scaled down to one cell.
    pub(crate) fn small(&self, kind: usize, facing: Dir) -> u16 {
        let known = self.decorations[kind];
        known.small + if known.turns { number(facing) } else { 0 }
    }

    pub(crate) fn rug_piece(&self, sides: u8) -> u16 {
        self.rug_pieces + u16::from(sides)
    }
}

fn of_masks(mut add: impl FnMut(u8) -> u16) -> Vec<u16> {
    let mut tiles = vec![0; 256];
    blob::all().for_each(|mask| tiles[usize::from(mask)] = add(mask));
    (0..=u8::MAX).map(|mask| tiles[usize::from(blob::reduced(mask))]).collect()
}

fn number(facing: Dir) -> u16 {
    FACINGS.iter().position(|known| *known == facing).unwrap_or(0) as u16
}

/// Kinds that look the same from every side, apart from chance.
const ROUND: [&str; 23] = [
    "column-round",
    "column-square",
    "fountain",
    "well",
    "table-round",
    "barrels",
    "crates",
    "brazier",
    "rubble",
    "rocks",
    "cracks",
    "pit",
    "trap",
    "tree",
    "bush",
    "mushrooms",
    "bones",
    "crystals",
    "reeds",
    "cactus",
    "stalagmites",
    "puddle",
    "statue",
];

fn decoration(arts: &mut Vec<Art>, kind: usize, decor: &DecorKind) -> Decor {
    let turns = !ROUND.contains(&decor.name);
    let facings = if turns { &FACINGS[..] } else { &FACINGS[..1] };
    let first = arts.len() as u16;
    for &facing in facings {
        let cells = decor.turned(facing).rect().positions();
        arts.extend(cells.map(|cell| Art::Decoration { kind, facing, cell }));
    }
    let small = if decor.size == Size::new(1, 1) { first } else { arts.len() as u16 };
    if small != first {
        arts.extend(facings.iter().map(|&facing| Art::Small { kind, facing }));
    }
    Decor { turns, first, small }
}

impl Art {
    /// Returns what programs know about the tile.
    pub(crate) fn tile(self) -> SheetTile {
        let kind_of = |kind: usize| &decor::ALL[kind];
        let (name, class, tile) = match self {
            Art::Floor { variant, shade } => {
                let shade = match shade {
                    0 => "",
                    side::N => "-below-wall",
                    side::W => "-beside-wall",
                    side::NW => "-near-wall",
                    _ => "-in-corner",
                };
                (format!("floor-{}{shade}", variant + 1), "floor", Some(Tile::Floor))
            }
            Art::Void => ("void".to_owned(), "void", Some(Tile::Void)),
            Art::Wall(mask) => (format!("wall-{mask}"), "wall", Some(Tile::Wall)),
            Art::Water(mask) => (format!("water-{mask}"), "water", Some(Tile::Water)),
            Art::Waves => ("water-waves".to_owned(), "water", Some(Tile::Water)),
            Art::Bridge(axis) => {
                let axis = if axis == Axis::EastWest { "east-west" } else { "north-south" };
                (format!("bridge-{axis}"), "bridge", Some(Tile::Bridge))
            }
            Art::Stairs(level, facing) => {
                let facing = facing.map_or("spiral", decor::word);
                let tile = if level == Level::Up { Tile::StairsUp } else { Tile::StairsDown };
                (format!("stairs-{level}-{facing}"), "stairs", Some(tile))
            }
            Art::Door(kind, state, facing) => {
                (format!("door-{kind}-{state}-{}", decor::word(facing)), "door", Some(kind.tile(state)))
            }
            Art::Decoration { kind, facing, cell } => {
                let (decor, facing_word) = (kind_of(kind), decor::word(facing));
                let cell =
                    if decor.size.area() > 1 { format!("-{}-{}", cell.x + 1, cell.y + 1) } else { String::new() };
                (format!("{}-{facing_word}{cell}", decor.name), "decoration", None)
            }
            Art::Small { kind, facing } => {
                (format!("{}-small-{}", kind_of(kind).name, decor::word(facing)), "decoration", None)
            }
            Art::RugPiece(sides) => (format!("rug-piece-{sides}"), "decoration", None),
        };
        let blocks = match self {
            Art::Decoration { kind, .. } | Art::Small { kind, .. } => kind_of(kind).blocks,
            _ => tile.is_some_and(|tile| !tile.is_walkable()),
        };
        let (terrain, wang) = match self {
            Art::Wall(mask) => (Some("wall"), Some(blob::flags(mask))),
            Art::Water(mask) => (Some("water"), Some(blob::flags(mask))),
            Art::Waves => (Some("water"), Some(blob::flags(blob::ALL_SIDES))),
            _ => (None, None),
        };
        SheetTile { name, class, blocks, terrain, wang, tile }
    }

    /// Returns the area of the whole thing on the tile, whose cell is at the origin.
    pub(crate) fn area(self) -> Rect {
        match self {
            Art::Decoration { kind, facing, cell } => {
                decor::ALL[kind].turned(facing).rect().moved(Pos::new(-cell.x, -cell.y))
            }
            Art::RugPiece(sides) => {
                let [north, east, south, west] = [0, 1, 2, 3].map(|bit| i32::from(sides >> bit & 1));
                Rect::new(-west, -north, 1 + west + east, 1 + north + south)
            }
            _ => Rect::new(0, 0, 1, 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_that_never_turn_are_decorations() {
        assert!(ROUND.iter().all(|name| decor::find(name).is_some()));
    }

    #[test]
    fn every_tile_is_found_where_it_is() {
        let catalog = Catalog::new();
        let art = |index: u16| catalog.arts[usize::from(index)];
        assert_eq!(art(catalog.floor(2, side::W)), Art::Floor { variant: 2, shade: side::W });
        assert_eq!(art(catalog.void()), Art::Void);
        for mask in 0..=u8::MAX {
            assert_eq!(art(catalog.wall(mask)), Art::Wall(blob::reduced(mask)));
            assert_eq!(art(catalog.water(mask)), Art::Water(blob::reduced(mask)));
        }
        assert_eq!(art(catalog.waves()), Art::Waves);
        assert_eq!(art(catalog.bridge(Axis::NorthSouth)), Art::Bridge(Axis::NorthSouth));
        for facing in [None, Some(Dir::North), Some(Dir::East)] {
            assert_eq!(art(catalog.stairs(Level::Down, facing)), Art::Stairs(Level::Down, facing));
        }
        for kind in DoorKind::ALL {
            let (state, facing) = (DoorState::Locked, Dir::West);
            assert_eq!(art(catalog.door(kind, state, facing)), Art::Door(kind, state, facing));
        }
        for (kind, decor) in decor::ALL.iter().enumerate() {
            for facing in Dir::ALL {
                let cells = decor.turned(facing).rect().positions();
                for (cell, index) in cells.zip(catalog.decoration(kind, facing)) {
                    let Art::Decoration { kind: found, facing: shown, cell: at } = art(index) else {
                        panic!("{index}")
                    };
                    assert_eq!((found, at), (kind, cell));
                    assert!(shown == facing || ROUND.contains(&decor.name));
                }
                let small = art(catalog.small(kind, facing));
                assert!(
                    matches!(small, Art::Small { kind: found, .. } | Art::Decoration { kind: found, .. } if found == kind)
                );
            }
        }
        assert_eq!(art(catalog.rug_piece(15)), Art::RugPiece(15));
    }
}
