//! Furnishes rooms: columns, altars, beds, barrels and signs of age.

mod age;
mod arrangement;
mod board;
mod columns;
mod crypt;
mod frame;
mod hall;
mod library;
mod quarters;
mod ruin;
mod sacred;
mod scene;
mod springs;
mod stores;
#[cfg(test)]
mod tests;

use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::grid::{Pos, Rect};
use crate::base::promises::Promises;
use crate::base::rng::Seed;
use crate::base::tile::Tile;
use crate::generator::{Context, Entry, Generator, Kind};
use crate::map::decor::{self, Against};
use crate::map::{Decoration, Map, Room, RoomId, Shape, Turn};
use arrangement::choose;
use board::Board;
use frame::{Form, Frame};
use scene::{Label, Scene};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Registry entry of the step.
pub const ENTRY: Entry = Entry::new::<Furnish>("furnish", Kind::Place)
    .promising(Promises::FURNISHED)
    .preserving(Promises::ALL.without(Promises::POPULATED));

/// Furnishes rooms by purpose, shape and size, and scatters rubble and rocks in caves.
///
/// Columns along halls, coffins in crypts, beds in barracks, an altar at the far end of a temple;
/// many rooms have little or nothing. Furniture keeps away from doors, stairs and entrances, never
/// blocks a path, and leaves space for the room number. Furnished rooms do not change.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Furnish {
    /// Density of furniture: how many rooms are furnished, and how much stands in them. 0 leaves
    /// the map empty.
    #[schemars(range(min = 0, max = 100))]
    pub density_percent: u32,
    /// Apparent age of the map: cobwebs, rubble, cracks.
    #[schemars(range(min = 0, max = 100))]
    pub age_percent: u32,
}

impl Default for Furnish {
    fn default() -> Self {
        Furnish { density_percent: 60, age_percent: 30 }
    }
}

impl Generator for Furnish {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        cx.spend(map.size().area() as u64)?;
        // Furniture of an earlier step may block a path by now. Decorations of prefabs have no
        // facing, and stay.
        map.decorations.retain(|decoration| decor::facing(decoration).is_none());
        let mut decorations = self.decorations(map, cx.seed("furniture"));
        map.decorations.append(&mut decorations);
        cx.step("furniture", map);
        Ok(())
    }
}

/// Maximum side of a furnished room, in cells; a larger one is treated as open ground.
const MAX_ROOM_SIDE: i32 = 120;

/// Minimum number of cells for a room to get blocking furniture, and to get any furniture.
const MIN_ROOM_CELLS: (usize, usize) = (6, 3);

/// Returns furniture for a map, with the default density and age. The map does not change; its
/// existing furniture is taken into account.
///
/// For pictures of unfurnished maps. Equal seeds give equal furniture.
pub fn furnished(map: &Map, seed: Seed) -> Vec<Decoration> {
    Furnish::default().decorations(map, seed)
}

/// Returns the best place for a room number: two adjacent cells without a decoration, or else a
/// single one, as near to the middle of the room as possible. `None` if the room has no free cell.
pub fn label_place(map: &Map, room: &Room) -> Option<Rect> {
    let bounds = room.shape.bounds();
    let mut covered = BitGrid::new(bounds.size());
    for decoration in &map.decorations {
        covered.fill_rect(decor::footprint(decoration).moved(Pos::new(-bounds.x, -bounds.y)), true);
    }
    let free = |pos: Pos| {
        room.shape.contains(pos) && map.tiles.get(pos) == Some(&Tile::Floor) && !covered.contains(pos - bounds.origin())
    };
    scene::places(&room.shape, |rect| rect.positions().all(free)).into_iter().next()
}

impl Furnish {
    /// Returns furniture for a map, which does not change.
    pub fn decorations(&self, map: &Map, seed: Seed) -> Vec<Decoration> {
        let (density, age) = (self.density_percent, self.age_percent);
        if density == 0 {
            return Vec::new();
        }
        let (mut board, entrances) = Board::of(map);
        let setting = map.setting.as_deref().unwrap_or_default();
        let leaders = leaders(map);
        // Items placed in each room that other rooms are images of.
        let mut patterns: BTreeMap<RoomId, (usize, usize)> = BTreeMap::new();
        // Ground outside built rooms: passages, caves, open ground.
        let mut wild = board.rooms.clone();
        wild.invert();
        for (index, room) in map.rooms.iter().enumerate() {
            let bounds = room.shape.bounds();
            if !map.size().rect().encloses(bounds) {
                continue;
            }
            if matches!(room.shape, Shape::Cells(_)) || bounds.width > MAX_ROOM_SIDE || bounds.height > MAX_ROOM_SIDE {
                if room.shape.positions().nth(MIN_ROOM_CELLS.1 - 1).is_some() {
                    room.shape.positions().for_each(|pos| wild.insert(pos));
                    let label = Label::of(&room.shape, &board);
                    label.place().into_iter().for_each(|place| wild.fill_rect(place, false));
                }
                continue;
            }
            let open = room.shape.positions().filter(|&pos| board.is_open(pos)).count();
            if open < MIN_ROOM_CELLS.1 || room.shape.positions().any(|pos| board.is_covered(pos)) {
                continue;
            }
            let seed = seed.child("rooms").nth(index as u64);
            let mut rng = seed.rng();
            let arrangement = choose(room, setting, density, &mut rng).filter(|_| open >= MIN_ROOM_CELLS.0);
            let form = arrangement.map_or(Form::Any, |arrangement| arrangement.form);
            let frame = Frame::of(bounds, &entrances[index], form, &mut rng);
            let label = Label::of(&room.shape, &board);
            let first = board.placed.len();
            let mut scene = Scene { board: &mut board, shape: &room.shape, frame, rng, density, label };
            let image = leaders.get(&room.id).and_then(|(leader, turn)| Some((patterns.get(leader)?, *turn)));
            match (image, arrangement) {
                (Some((&(first, past), turn)), _) => repeat(&mut scene, first..past, turn, map),
                (None, Some(arrangement)) => (arrangement.furnish)(&mut scene),
                (None, None) => {}
            }
            let past = scene.board.placed.len();
            patterns.insert(room.id, (first, past));
            scene.rng = seed.child("age").rng();
            age::age_room(&mut scene, age);
        }
        age::strew(&mut board, &wild, density, age, &mut seed.child("ground").rng());
        board.placed
    }
}

/// Returns, for rooms that are images of an earlier room, that room and the turn between them.
fn leaders(map: &Map) -> BTreeMap<RoomId, (RoomId, Turn)> {
    let mut leaders = BTreeMap::new();
    let Some(symmetry) = &map.symmetry else { return leaders };
    let order: BTreeMap<RoomId, (usize, Rect)> =
        map.rooms.iter().enumerate().map(|(index, room)| (room.id, (index, room.shape.bounds()))).collect();
    for images in &symmetry.images {
        let known = images.iter().filter_map(|id| Some((*order.get(id)?, *id)));
        let Some(((_, bounds), leader)) = known.clone().min_by_key(|((index, _), _)| *index) else { continue };
        for ((_, own), id) in known.filter(|(_, id)| *id != leader) {
            let turn = symmetry.by.turns().iter().find(|turn| symmetry.rect(**turn, bounds) == own);
            leaders.extend(turn.map(|turn| (id, (leader, *turn))));
        }
    }
    leaders
}

/// Repeats the furniture of a room in its image.
fn repeat(scene: &mut Scene<'_, '_>, placed: std::ops::Range<usize>, turn: Turn, map: &Map) {
    let Some(symmetry) = &map.symmetry else { return };
    for index in placed {
        let decoration = &scene.board.placed[index];
        let (Some(kind), Some(facing)) = (decor::find(&decoration.kind), decor::facing(decoration)) else { continue };
        let rect = symmetry.rect(turn, decor::footprint(decoration));
        // A mirror swaps left and right: the back of the item is now at its side.
        let turned = match (turn, kind.against) {
            (Turn::Mirrored, Against::Corner) => turn.dir(facing.right()).opposite(),
            _ => turn.dir(facing),
        };
        scene.put_on_map(kind, rect, turned);
    }
}
