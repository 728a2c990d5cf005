//! [`FloorPlan`]: what a drawing shows, as geometry for programs that compute lines of sight.

use super::decorations::{Stance, Thing, things};
use crate::band;
use crate::error::Error;
use crate::geometry::field::Field;
use crate::geometry::floor::{Doorways, Floor};
use crate::geometry::opening::Opening;
use crate::look::{Look, accepts};
use crate::pen::turned;
use crate::scene::{Point, Turned, pt};
use mapwright::{BitGrid, Dir, DoorKind, DoorState, Map, Pos, outlines};

/// Accuracy of curves, in squares.
const TOLERANCE: f32 = 0.003;

/// The floor of a drawing, its doors and the things on it, in squares from the top left corner of
/// the map.
#[derive(Clone, Debug)]
pub struct FloorPlan {
    /// The outline of the floor as drawn, with all doors open. The last point of a line is joined
    /// to its first.
    pub outline: Vec<Vec<Point>>,
    /// All doors in reading order.
    pub doors: Vec<PlanDoor>,
    /// Decorations that are drawn.
    pub things: Vec<PlanThing>,
}

/// A door of a [`FloorPlan`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlanDoor {
    /// The cell of the door.
    pub pos: Pos,
    /// Direction of passage.
    pub facing: Dir,
    /// Construction of the door.
    pub kind: DoorKind,
    /// State of the door.
    pub state: DoorState,
    /// True for a wall on the left and on the right, seen in the direction that the door faces.
    pub walls: [bool; 2],
}

impl PlanDoor {
    /// Returns whether it separates its two sides: archways and open doors do not.
    pub fn is_shut(&self) -> bool {
        Opening::from(*self).is_shut()
    }
}

impl From<PlanDoor> for Opening {
    fn from(PlanDoor { pos, facing, kind, state, walls }: PlanDoor) -> Self {
        Opening { pos, facing, kind, state, walls }
    }
}

impl From<Opening> for PlanDoor {
    fn from(Opening { pos, facing, kind, state, walls }: Opening) -> Self {
        PlanDoor { pos, facing, kind, state, walls }
    }
}

/// A decoration of a [`FloorPlan`].
#[derive(Clone, PartialEq, Debug)]
pub struct PlanThing {
    /// Kind, as in the map.
    pub kind: String,
    /// Name of the drawing: similar kinds share one.
    pub drawn_as: &'static str,
    turned: Turned,
    scale: Point,
    size: Point,
}

impl PlanThing {
    fn of(thing: &Thing<'_>, drawn_as: &'static str) -> PlanThing {
        let Stance { size: (width, height), scale, at, facing } = thing.stance();
        let turned = turned((width * scale.x, height * scale.y), at, facing);
        PlanThing { kind: thing.kind.to_owned(), drawn_as, turned, scale, size: pt(width, height) }
    }

    /// Converts a point of the drawing of this kind, which faces south and begins at 0, 0, to its
    /// place on the map.
    pub fn point(&self, p: Point) -> Point {
        self.turned.point(pt(p.x * self.scale.x, p.y * self.scale.y))
    }

    /// Returns the middle of the thing.
    pub fn center(&self) -> Point {
        self.point(self.size * 0.5)
    }
}

/// Returns the outline of the floor, the doors and the things that a drawing of the map shows.
///
/// The map is taken as it is: see [`furnished_map`](crate::furnished_map) for the furniture that
/// the drawing adds, and [`player_map`](crate::player_map) for what players see.
pub fn floor_plan(map: &Map, look: &Look) -> Result<FloorPlan, Error> {
    accepts(map.size(), look)?;
    let openings = Opening::all(map);
    let doors = openings.iter().map(|&opening| opening.into()).collect();
    if look.is_tiles() {
        let open = BitGrid::from_fn(map.size(), |pos| band::is_open(map.tiles[pos]));
        let line = |line: Vec<Pos>| line.into_iter().map(Point::from).collect();
        return Ok(FloorPlan { outline: outlines(&open).into_iter().map(line).collect(), doors, things: Vec::new() });
    }
    let (seed, walls) = (map.source.seed.child("picture"), &look.style.walls);
    let area = Floor::area(map, walls, seed, (&openings, Doorways::Whole));
    let mut drawn = Vec::new();
    if look.layers.has("decorations") && !map.decorations.is_empty() {
        let inside = Field::inside(map.size(), &Floor::of(map, walls, seed).area);
        let known = |thing: &Thing<'_>| crate::props::drawing(thing.name).map(|name| PlanThing::of(thing, name));
        // Water hides only dirt, which blocks no sight and gives no light.
        drawn.extend(things(map, &inside, &BitGrid::new(map.size())).iter().filter_map(known));
    }
    Ok(FloorPlan { outline: area.to_path().flattened(TOLERANCE), doors, things: drawn })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::furnished_map;
    use crate::style::Style;

    fn plan(text: &str, style: &str) -> FloorPlan {
        let look = Look { style: Style::named(style).unwrap(), ..Look::default() };
        floor_plan(&furnished_map(&Map::from_ascii(text).unwrap(), &look), &look).unwrap()
    }

    #[test]
    fn the_outline_leads_through_closed_doors() {
        let map = "\n#######\n#..+..#\n#######\n";
        for (style, neck) in [("minimal", 0.16), ("tiles", 0.0)] {
            let plan = plan(map, style);
            assert_eq!(plan.outline.len(), 1, "{style}");
            let reaches = |x: f32, y: f32| plan.outline[0].iter().any(|p| p.distance(pt(x, y)) < 0.01);
            assert!(reaches(1.0, 1.0) && reaches(6.0, 2.0), "{style}");
            assert!(neck == 0.0 || reaches(3.0, 1.0 + neck), "{style}");
            assert!(plan.doors[0].is_shut() && plan.doors[0].walls == [true; 2], "{style}");
        }
    }

    #[test]
    fn the_middle_of_a_thing_is_that_of_its_cells() {
        let mut map = Map::from_ascii("\n#####\n#...#\n#...#\n#...#\n#####\n").unwrap();
        let bed = mapwright::Decoration::new("bed", Pos::new(2, 1)).with_tags(vec!["east".into()]);
        map.decorations = vec![bed, mapwright::Decoration::new("pillar", Pos::new(1, 3))];
        let plan = floor_plan(&map, &Look::default()).unwrap();
        let found: Vec<_> = plan.things.iter().map(|thing| (&*thing.kind, thing.drawn_as, thing.center())).collect();
        assert_eq!(found, [("bed", "bed", pt(3.0, 1.5)), ("pillar", "column-square", pt(1.5, 3.5))]);
    }
}
