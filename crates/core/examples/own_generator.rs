//! Two algorithms of your own: a layout and a placement step, used beside the shipped ones and
//! tested like them.
//!
//! `cargo run --example own_generator` prints a map.

use mapwright::place::start::{self, Start};
use mapwright::place::{PlacementIndex, monsters};
use mapwright::schemars::JsonSchema;
use mapwright::serde::{Deserialize, Serialize};
use mapwright::{
    Context, Entity, EntityKind, Entry, Error, Generator, Kind, Map, Pos, Promises, Recipe, Rect, Seed, Size, Tile,
    check,
};

// ANCHOR: layout
/// A wide hall with rows of columns.
///
/// The doc comment is the documentation of the algorithm, and those of the fields are the help of
/// its parameters, on the command line and in the studio.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(crate = "mapwright::serde", default, deny_unknown_fields)]
#[schemars(crate = "mapwright::schemars")]
struct Colonnade {
    /// Distance between the columns, in tiles.
    #[schemars(range(min = 2, max = 20))]
    spacing: i32,
    /// Percentage of columns that have fallen.
    #[schemars(range(min = 0, max = 100))]
    fallen_percent: u32,
}

impl Default for Colonnade {
    fn default() -> Self {
        Colonnade { spacing: 4, fallen_percent: 20 }
    }
}

impl Generator for Colonnade {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let Size { width, height } = map.size();
        let hall = Rect::new(1, 1, width - 2, height - 2);
        map.tiles.fill_rect(hall, Tile::Floor);
        cx.step("hall", map);
        // Every decision has a stream of its own: another parameter changes this decision only.
        let mut fallen = cx.rng("fallen");
        for y in (self.spacing..hall.bottom()).step_by(self.spacing as usize) {
            for x in (self.spacing..hall.right()).step_by(self.spacing as usize) {
                if !fallen.percent(self.fallen_percent) {
                    map.tiles[Pos::new(x, y)] = Tile::Wall;
                    cx.step_at("column", Pos::new(x, y), map);
                }
            }
        }
        Ok(())
    }

    fn min_size(&self) -> Size {
        Size::new(3, 3)
    }
}

const COLONNADE: Entry = Entry::new::<Colonnade>("colonnade", Kind::Layout)
    .promising(Promises::CONNECTED.and(Promises::CLOSED_BORDER))
    .natural(60, 20);
// ANCHOR_END: layout

// ANCHOR: placement
/// Lanterns, far from each other and never in the way.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(crate = "mapwright::serde", default, deny_unknown_fields)]
#[schemars(crate = "mapwright::schemars")]
struct Lanterns {
    /// Minimum distance between two lanterns, in steps.
    #[schemars(range(min = 1, max = 100))]
    distance: u32,
}

impl Default for Lanterns {
    fn default() -> Self {
        Lanterns { distance: 12 }
    }
}

impl Generator for Lanterns {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let mut index = PlacementIndex::take(map, cx)?;
        let mut cells: Vec<Pos> = index.free_cells().collect();
        cx.rng("cells").shuffle(&mut cells);
        let mut lit: Vec<Pos> = Vec::new();
        for pos in cells {
            cx.spend(1 + lit.len() as u64)?;
            let is_far = lit.iter().all(|other| other.manhattan(pos) as u32 >= self.distance);
            if is_far && index.fits_at(pos) {
                index.put_entity(map, Entity::new(EntityKind::Item, pos, "lantern"));
                cx.step_at("lantern", pos, map);
                lit.push(pos);
            }
        }
        index.leave(cx);
        Ok(())
    }
}

const LANTERNS: Entry = Entry::new::<Lanterns>("lanterns", Kind::Place).preserving(Promises::ALL);
// ANCHOR_END: placement

// ANCHOR: run
fn make(seed: Seed) -> Result<Map, Error> {
    Recipe::new()
        .titled("The old colonnade")
        .step(&COLONNADE, &Colonnade { spacing: 3, ..Colonnade::default() })?
        .step(&start::ENTRY, &Start::default())?
        .step(&LANTERNS, &Lanterns::default())?
        .step(&monsters::ENTRY, &monsters::Monsters::default())?
        .plan()?
        .run(seed)
}

fn main() -> Result<(), Error> {
    let map = make(Seed::new(7))?;
    print!("{}", map.to_ascii_with_entities());
    assert!(check(&map).is_empty());
    Ok(())
}
// ANCHOR_END: run

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright::testing;

    // ANCHOR: test
    #[test]
    fn both_keep_their_promises() {
        testing::hold(&COLONNADE);
        testing::hold(&LANTERNS);
    }
    // ANCHOR_END: test

    #[test]
    fn the_pipeline_makes_a_valid_map() {
        for seed in 0..20 {
            let map = make(Seed::new(seed)).unwrap();
            assert_eq!(check(&map), []);
            assert!(map.entities.iter().any(|entity| entity.name == "lantern"));
        }
        main().unwrap();
    }
}
