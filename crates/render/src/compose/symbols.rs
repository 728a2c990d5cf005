//! The symbols on a map, for its legend.

use super::Plan;
use super::initials::initials;
use super::legend::Drawing;
use crate::fittings::{door, entrance, stairs, token};
use crate::ground::pattern::Hand;
use crate::pen::Pen;
use crate::pen::Weight::Fine;
use crate::props;
use crate::scene::{Group, Path, Point, pt};
use crate::text::Font;
use mapwright::{Dir, DoorKind, DoorState, EntityKind, Level, Seed, Tile, decor};

/// Returns the name of each symbol on the map and the function that draws it.
pub(super) fn symbols<'a>(plan: &'a Plan<'_>) -> Vec<(String, Drawing<'a>)> {
    let mut symbols: Vec<(String, Drawing<'a>)> = Vec::new();
    let mut add = |name: &str, size: (f32, f32), draw: Box<dyn Fn(&mut Pen<'_>) + 'a>| {
        let style = plan.style;
        // Anything larger than a square is scaled down.
        let scale = 1.0 / size.0.max(size.1);
        let drawing = move |group: &mut Group, at: Point| {
            let middle = Point { x: (1.0 - size.0 * scale) / 2.0, y: (1.0 - size.1 * scale) / 2.0 };
            let scale = Point { x: scale, y: scale };
            draw(&mut Pen::scaled(style, group, size, scale, at + middle, Dir::South, Seed::new(1)));
        };
        symbols.push((name.to_owned(), Box::new(drawing)));
    };
    let square = (1.0, 1.0);
    let doors = plan.floor.openings.iter().map(|opening| (opening.kind, opening.state));
    for (kind, state, name) in DOORS {
        if doors.clone().any(|door| door == (kind, state)) {
            add(name, square, Box::new(move |pen| door::draw(pen, kind, state)));
        }
    }
    let tiles = plan.map.tiles.cells();
    for (tile, dir, name) in [(Tile::StairsUp, Level::Up, "stairs up"), (Tile::StairsDown, Level::Down, "stairs down")]
    {
        if tiles.contains(&tile) {
            add(name, square, Box::new(move |pen| stairs::straight(pen, dir)));
        }
    }
    if !plan.map.exits.is_empty() {
        add("way in", square, Box::new(entrance::draw));
    }
    let initials = initials(plan.map);
    for (name, letters) in initials.iter().take(MAX_MONSTER_NAMES) {
        let letters = letters.clone();
        let draw = move |pen: &mut Pen<'_>| token::lettered(pen, &letters, &mut Font::of(plan.style.text.font));
        add(name, square, Box::new(draw));
    }
    let is_here = |kind: EntityKind| {
        let mut entities = plan.map.entities.iter().filter(|entity| entity.kind == kind);
        entities.any(|entity| kind != EntityKind::Monster || !initials.contains_key(&*entity.name))
    };
    for (kind, name) in ENTITIES.into_iter().filter(|(kind, _)| is_here(*kind)) {
        add(name, square, Box::new(move |pen| token::draw(pen, kind)));
    }
    if let Some(trap) = props::find("trap").filter(|_| is_here(EntityKind::Trap)) {
        add("trap", square, Box::new(trap));
    }
    for kind in decor::ALL.iter().filter(|kind| plan.things.iter().any(|thing| thing.name == kind.name)) {
        if let Some(draw) = props::find(kind.name) {
            let name = kind.name.split('-').rev().collect::<Vec<_>>().join(" ");
            add(&name, (kind.size.width as f32, kind.size.height as f32), Box::new(draw));
        }
    }
    for ground in plan.grounds.iter().flat_map(|grounds| &grounds.all) {
        let draw = move |pen: &mut Pen<'_>| {
            let swatch = Path::rounded(0.1, 0.1, 0.8, 0.8, 0.12);
            pen.tint(&swatch, plan.style.colors.floor);
            if let Some(tint) = ground.tint {
                pen.tint(&swatch, tint.faded(plan.style.themes.tint));
            }
            let mut marks = Path::new();
            if let Some(pattern) = ground.pattern {
                pattern.draw(&mut Hand { at: pt(0.5, 0.5), path: &mut marks, rng: &mut pen.rng });
            }
            pen.line(&marks, Fine);
            pen.line(&swatch, Fine);
        };
        add(&ground.title.to_lowercase(), square, Box::new(draw));
    }
    symbols
}

/// Maximum number of monster names in a legend.
const MAX_MONSTER_NAMES: usize = 24;

const ENTITIES: [(EntityKind, &str); 4] = [
    (EntityKind::Start, "start"),
    (EntityKind::Monster, "monster"),
    (EntityKind::Item, "item"),
    (EntityKind::Key, "key"),
];

const DOORS: [(DoorKind, DoorState, &str); 17] = {
    use DoorKind::{Archway, Barred, Door, Double, OneWay, Portcullis, Secret};
    use DoorState::{Closed, Locked, Open};
    [
        (Archway, Open, "archway"),
        (Door, Open, "open door"),
        (Door, Closed, "door"),
        (Door, Locked, "locked door"),
        (Double, Open, "open double door"),
        (Double, Closed, "double door"),
        (Double, Locked, "locked double door"),
        (Secret, Open, "secret door, open"),
        (Secret, Closed, "secret door"),
        (Secret, Locked, "secret door, locked"),
        (Portcullis, Open, "portcullis, up"),
        (Portcullis, Closed, "portcullis"),
        (Portcullis, Locked, "portcullis, locked"),
        (OneWay, Closed, "one-way door"),
        (OneWay, Locked, "one-way door, locked"),
        (Barred, Closed, "barred door"),
        (Barred, Locked, "barred door, locked"),
    ]
};
