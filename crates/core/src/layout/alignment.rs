//! Rooms and corridors on a regular grid: the parameters `grid`, `grid_x` and `grid_y`.
//!
//! All values are drawn from multiples of the spacing in the first place. Rounding afterwards, the
//! usual approach, either leaves the grid or makes rooms overlap. With a spacing of 1 every draw
//! equals the draw without a grid.

use crate::base::grid::{Pos, Rect, Size};
use crate::base::rng::Rng;
use crate::map::Passage;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// Distance between two grid lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spacing {
    /// A fixed distance of 1 to 8 tiles.
    Tiles(i32),
    /// A distance fitted to the room sizes: the widest spacing that leaves at least two room sizes
    /// to choose from.
    Auto,
}

impl Spacing {
    /// Widest possible spacing.
    pub const MAX_TILES: i32 = 8;
}

/// The grid that rooms and corridors snap to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Alignment {
    pub(crate) x: Axis,
    pub(crate) y: Axis,
}

/// The multiples of a spacing along one side of the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Axis(i32);

impl Alignment {
    /// No grid: every cell is on it.
    pub(crate) const NONE: Alignment = Alignment { x: Axis(1), y: Axis(1) };

    /// Creates the grid from the three parameters, for rooms with sides from `min_room` to
    /// `max_room`.
    pub(crate) fn new(grid: Spacing, grid_x: i32, grid_y: i32, min_room: i32, max_room: i32) -> Self {
        let both = match grid {
            Spacing::Tiles(tiles) => tiles,
            Spacing::Auto => {
                let sizes = |spacing: i32| max_room / spacing - (min_room - 1) / spacing;
                let widest = |least: i32| (1..=Spacing::MAX_TILES).rev().find(|&spacing| sizes(spacing) >= least);
                widest(2).or_else(|| widest(1)).unwrap_or(1)
            }
        };
        let axis = |own: i32| Axis(if own == 0 { both } else { own });
        Alignment { x: axis(grid_x), y: axis(grid_y) }
    }

    /// Returns the spacing in both directions, as stored in the map.
    pub(crate) fn spacing(self) -> Size {
        Size::new(self.x.0, self.y.0)
    }

    /// Returns the smallest map that holds a room of this side on the grid, with a wall around it.
    pub(crate) fn min_size(self, min_room: i32) -> Size {
        let side = |axis: Axis| axis.0 + axis.up(min_room) + 1;
        Size::new(side(self.x), side(self.y))
    }

    /// Returns a cell near the centre of the room, on grid lines, from which a passage of this
    /// width stays inside the room. Rooms have sides of at least `min_room`.
    pub(crate) fn doorstep(self, room: Rect, width: i32, min_room: i32) -> Pos {
        let (before, after) = Passage::reach(width);
        let middle = room.center();
        let within = |axis: Axis, middle: i32, first: i32, past: i32| {
            let lane = axis.lane(width, min_room);
            let (low, high) = (first + before, past - 1 - after);
            let below = axis.down(middle.min(high) - lane) + lane;
            if below >= low { below } else { axis.up(low - lane) + lane }
        };
        Pos::new(within(self.x, middle.x, room.x, room.right()), within(self.y, middle.y, room.y, room.bottom()))
    }

    /// Returns the conflicts between the grid and the sizes of rooms.
    pub(crate) fn conflicts(self, min_room: i32, max_room: i32) -> Vec<(&'static str, String)> {
        let of = |axis: Axis| {
            let rooms = format!("rooms from {min_room} to {max_room} tiles");
            let why = format!("no multiple of the grid's {} suits {rooms}", axis.0);
            (axis.up(min_room) > max_room).then_some(("min_room", why))
        };
        if min_room > max_room {
            // `room_conflicts` reports this, with a clearer message.
            return Vec::new();
        }
        let mut conflicts: Vec<_> = [self.x, self.y].into_iter().filter_map(of).collect();
        conflicts.dedup();
        conflicts
    }
}

impl Axis {
    /// Returns the distance from a grid line to the centre line of a corridor. It is 0, so that
    /// the centre line lies on the grid, unless the smallest room is too narrow for that: then the
    /// left or upper side of the corridor lies on the grid.
    fn lane(self, width: i32, min_room: i32) -> i32 {
        let (before, after) = Passage::reach(width);
        if self.up(before) + after < self.up(min_room) { 0 } else { before }
    }

    /// Returns the spacing.
    pub(crate) fn spacing(self) -> i32 {
        self.0
    }

    /// Rounds up to a multiple of the spacing.
    pub(crate) fn up(self, number: i32) -> i32 {
        (number + self.0 - 1).div_euclid(self.0) * self.0
    }

    /// Rounds down to a multiple of the spacing.
    pub(crate) fn down(self, number: i32) -> i32 {
        number.div_euclid(self.0) * self.0
    }

    /// Draws a multiple from `low` to `high`, each equally likely. Returns the first multiple when
    /// the range holds none.
    pub(crate) fn range(self, low: i32, high: i32, rng: &mut Rng) -> i32 {
        rng.range(self.up(low) / self.0, self.down(high) / self.0) * self.0
    }
}

impl Serialize for Spacing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Spacing::Tiles(tiles) => serializer.serialize_i32(*tiles),
            Spacing::Auto => serializer.serialize_str("auto"),
        }
    }
}

impl<'de> Deserialize<'de> for Spacing {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Spacing;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a whole number from 1 to {}, or auto", Spacing::MAX_TILES)
            }
            fn visit_i64<E: serde::de::Error>(self, tiles: i64) -> Result<Spacing, E> {
                let fits = (1..=i64::from(Spacing::MAX_TILES)).contains(&tiles);
                fits.then_some(Spacing::Tiles(tiles as i32)).ok_or(E::invalid_value(Unexpected::Signed(tiles), &self))
            }
            fn visit_u64<E: serde::de::Error>(self, tiles: u64) -> Result<Spacing, E> {
                self.visit_i64(i64::try_from(tiles).unwrap_or(i64::MAX))
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Spacing, E> {
                if text == "auto" { Ok(Spacing::Auto) } else { Err(E::invalid_value(Unexpected::Str(text), &self)) }
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

impl JsonSchema for Spacing {
    fn schema_name() -> Cow<'static, str> {
        "Spacing".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"anyOf": [{"type": "integer", "minimum": 1, "maximum": Spacing::MAX_TILES}, {"const": "auto"}]})
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;

    fn on(x: i32, y: i32) -> Alignment {
        Alignment { x: Axis(x), y: Axis(y) }
    }

    #[test]
    fn auto_suits_the_sizes_of_the_rooms() {
        let auto = |min, max| Alignment::new(Spacing::Auto, 0, 0, min, max).spacing();
        assert_eq!(auto(4, 8), Size::new(4, 4));
        assert_eq!(auto(6, 10), Size::new(3, 3));
        assert_eq!(auto(8, 40), Size::new(8, 8));
        assert_eq!(auto(5, 5), Size::new(5, 5));
        assert_eq!(auto(1, 1), Size::new(1, 1));
        assert_eq!(Alignment::new(Spacing::Auto, 2, 0, 4, 8).spacing(), Size::new(2, 4));
    }

    #[test]
    fn a_doorstep_lies_on_the_grid_inside_the_room() {
        for (spacing, width) in (1..=8).flat_map(|spacing| (1..=9).map(move |width| (spacing, width))) {
            let grid = on(spacing, spacing);
            let (before, after) = Passage::reach(width);
            for min_room in (1..6).map(|n| n * spacing).filter(|&side| side >= width) {
                let lane = grid.x.lane(width, min_room);
                assert!(lane == 0 || lane == before);
                for side in [min_room, min_room + spacing, min_room + 3 * spacing] {
                    let room = Rect::new(spacing * 3, spacing, side, side);
                    let step = grid.doorstep(room, width, min_room);
                    assert_eq!(((step.x - lane) % spacing, (step.y - lane) % spacing), (0, 0));
                    let square = Rect::new(step.x - before, step.y - before, width, width);
                    assert!(
                        after + before + 1 == width && room.encloses(square),
                        "{spacing} {width} {min_room} {side}"
                    );
                }
            }
        }
        assert_eq!((Axis(4).lane(3, 4), Axis(4).lane(3, 8), Axis(4).lane(2, 4), Axis(1).lane(9, 9)), (1, 0, 0, 0));
    }

    #[test]
    fn multiples_are_drawn_evenly() {
        let mut rng = Seed::new(3).rng();
        let mut seen = [0; 3];
        (0..3_000).for_each(|_| seen[(Axis(4).range(3, 13, &mut rng) / 4 - 1) as usize] += 1);
        assert!(seen.iter().all(|&count| (900..1_100).contains(&count)), "{seen:?}");
    }

    #[test]
    fn sizes_that_fit_no_grid_are_reported() {
        assert_eq!(on(4, 4).conflicts(5, 7)[0].1, "no multiple of the grid's 4 suits rooms from 5 to 7 tiles");
        assert!(on(4, 4).conflicts(4, 8).is_empty());
    }

    #[test]
    fn spacing_is_a_number_or_auto() {
        let read = |text: &str| serde_json::from_str::<Spacing>(text);
        assert_eq!((read("3").unwrap(), read("\"auto\"").unwrap()), (Spacing::Tiles(3), Spacing::Auto));
        assert!(read("0").is_err() && read("9").is_err() && read("\"car\"").is_err() && read("null").is_err());
    }
}
