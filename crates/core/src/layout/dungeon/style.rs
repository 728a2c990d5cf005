//! Archetypes: the default values of all parameters, and special rules.

use super::orbit::DungeonSymmetry;
use super::{Bias, Density, DoorWeights, Dungeon, Water};
use crate::layout::alignment::Alignment;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Style of a dungeon.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Archetype {
    /// A bit of everything: rooms of all sizes, some round, some halls, doors of all kinds.
    #[default]
    Classic,
    /// Small rooms close together and many loops: goblins, rats, thieves.
    Warren,
    /// Two sides that mirror each other along a great nave, which leads to a sanctum.
    Temple,
    /// One long path past burial chambers at its sides; few loops, many dead ends.
    Crypt,
    /// Several approaches to one great chamber, where a monster lives.
    Lair,
    /// Irregular caves and winding passages, hardly a door.
    Cavern,
    /// Rooms in straight rows, straight passages, few and strong doors: a keep within a keep.
    Fortress,
}

impl Archetype {
    /// Returns the name in recipes.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Archetype::Classic => "classic",
            Archetype::Warren => "warren",
            Archetype::Temple => "temple",
            Archetype::Crypt => "crypt",
            Archetype::Lair => "lair",
            Archetype::Cavern => "cavern",
            Archetype::Fortress => "fortress",
        }
    }
}

/// All parameters, set by the user or by the archetype.
#[derive(Clone, Debug)]
pub(super) struct Style {
    pub(super) archetype: Archetype,
    pub(super) symmetry: DungeonSymmetry,
    pub(super) symmetry_break: u32,
    pub(super) spacing: (i32, i32),
    pub(super) bias: Bias,
    pub(super) round: u32,
    pub(super) halls: u32,
    pub(super) linearity: u32,
    pub(super) loops: u32,
    pub(super) junctions: u32,
    pub(super) width: i32,
    pub(super) winding: u32,
    /// Weights: archway, door, double, locked, portcullis, one-way, barred.
    pub(super) doors: [u32; 8],
    pub(super) secret: u32,
    /// True if a passage crosses at most one other.
    pub(super) single_crossing: bool,
    pub(super) water: Water,
    /// Grid that corners and sides of rooms snap to.
    pub(super) grid: Alignment,
    /// True if passages run along the lines of the grid.
    pub(super) grid_passages: bool,
    /// True if rooms are caves instead of squares and circles.
    pub(super) caves: bool,
    /// True if the first room is a great one: nave, lair or keep.
    pub(super) great: bool,
    /// True if rooms are alike and stand in rings around a keep.
    pub(super) regular: bool,
    /// True if small chambers line long galleries.
    pub(super) side_chambers: bool,
}

impl Style {
    pub(super) fn of(dungeon: &Dungeon) -> Style {
        use Archetype as A;
        let archetype = dungeon.archetype;
        let by =
            |classic: u32, warren: u32, temple: u32, crypt: u32, lair: u32, cavern: u32, fortress: u32| match archetype
            {
                A::Classic => classic,
                A::Warren => warren,
                A::Temple => temple,
                A::Crypt => crypt,
                A::Lair => lair,
                A::Cavern => cavern,
                A::Fortress => fortress,
            };
        let symmetry = dungeon.symmetry.unwrap_or(match archetype {
            A::Temple => DungeonSymmetry::Bilateral,
            _ => DungeonSymmetry::None,
        });
        let density = dungeon.density.unwrap_or(match archetype {
            A::Warren => Density::Tight,
            A::Cavern => Density::Sparse,
            _ => Density::Normal,
        });
        let doors: [u32; 8] = match archetype {
            A::Classic => [20, 55, 8, 5, 4, 3, 5, 0],
            A::Warren => [45, 45, 0, 3, 2, 3, 2, 0],
            A::Temple => [25, 25, 40, 5, 3, 0, 2, 0],
            A::Crypt => [15, 60, 0, 10, 10, 3, 2, 0],
            A::Lair => [60, 25, 5, 2, 4, 2, 2, 0],
            A::Cavern => [95, 5, 0, 0, 0, 0, 0, 0],
            A::Fortress => [5, 40, 10, 10, 20, 0, 15, 0],
        };
        let DoorWeights { archway, door, double, locked, portcullis, one_way, barred, open } = dungeon.doors;
        let set = [archway, door, double, locked, portcullis, one_way, barred, open];
        Style {
            archetype,
            symmetry,
            symmetry_break: dungeon.symmetry_break.unwrap_or(if symmetry == DungeonSymmetry::Partial { 35 } else { 0 }),
            spacing: density.spacing(),
            bias: bias(dungeon),
            round: dungeon.round_rooms.unwrap_or_else(|| by(12, 5, 20, 8, 10, 0, 40)),
            halls: dungeon.halls.unwrap_or_else(|| by(18, 5, 25, 10, 10, 0, 60)),
            linearity: dungeon.linearity.unwrap_or_else(|| by(35, 10, 30, 90, 25, 30, 20)),
            loops: dungeon.loops.unwrap_or_else(|| by(25, 60, 20, 5, 45, 30, 25)),
            junctions: dungeon.junctions.unwrap_or_else(|| by(25, 20, 10, 10, 35, 30, 0)),
            width: match dungeon.passage_width.unwrap_or(1) {
                2 if symmetry != DungeonSymmetry::None => 3,
                width => width,
            },
            single_crossing: dungeon.single_crossing,
            winding: dungeon.winding.unwrap_or_else(|| by(10, 25, 0, 10, 20, 90, 0)),
            doors: std::array::from_fn(|kind| set[kind].unwrap_or(doors[kind])),
            secret: dungeon.secret.unwrap_or_else(|| by(6, 6, 5, 8, 4, 0, 4)),
            water: dungeon.water.unwrap_or(if archetype == A::Cavern { Water::Pools } else { Water::Dry }),
            grid: if archetype == A::Cavern { Alignment::NONE } else { dungeon.alignment() },
            grid_passages: dungeon.grid_passages,
            caves: archetype == A::Cavern,
            great: matches!(archetype, A::Temple | A::Lair | A::Fortress),
            regular: archetype == A::Fortress,
            side_chambers: archetype == A::Crypt,
        }
    }

    /// Rounds up to a multiple of the wider spacing of the grid.
    pub(super) fn on_grid(&self, length: i32) -> i32 {
        let Alignment { x, y } = self.grid;
        if x.spacing() >= y.spacing() { x.up(length) } else { y.up(length) }
    }

    /// Returns the grid whose lines passages follow.
    pub(super) fn lanes(&self) -> Alignment {
        if self.grid_passages { self.grid } else { Alignment::NONE }
    }

    /// Returns the distance of rooms in which a passage on the grid can turn; 0 if passages need
    /// not be on it.
    pub(super) fn lane_gap(&self) -> i32 {
        if self.grid_passages { 2 * self.on_grid(1) } else { 0 }
    }
}

/// Returns the size of the rooms of a dungeon.
pub(super) fn bias(dungeon: &Dungeon) -> Bias {
    dungeon.room_size_bias.unwrap_or(match dungeon.archetype {
        Archetype::Warren | Archetype::Crypt => Bias::Cozy,
        Archetype::Temple | Archetype::Cavern => Bias::Grand,
        _ => Bias::Mixed,
    })
}
