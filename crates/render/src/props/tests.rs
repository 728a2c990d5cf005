//! Properties that hold for every drawing.

use super::{ALL, Draw, find};
use crate::pen::Pen;
use crate::scene::{Bounds, Group, Node, Path, Point, Turned, pt};
use crate::style::Style;
use mapwright::{Dir, Seed};

/// Sizes of things that face south and are larger than a cell, equal to those of the map's
/// decorations.
const SIZES: &[(&str, (f32, f32))] = &[
    ("altar", (2.0, 1.0)),
    ("fountain", (2.0, 2.0)),
    ("coffin", (1.0, 2.0)),
    ("casket", (1.0, 2.0)),
    ("dais", (3.0, 2.0)),
    ("table", (2.0, 1.0)),
    ("bed", (1.0, 2.0)),
    ("bookshelf", (2.0, 1.0)),
    ("rug", (2.0, 3.0)),
];

pub(crate) fn size(name: &str) -> (f32, f32) {
    SIZES.iter().find(|(known, _)| *known == name).map_or((1.0, 1.0), |(_, size)| *size)
}

/// Draws one thing, turned to its facing.
pub(crate) fn drawn(style: &Style, size: (f32, f32), facing: Dir, seed: u64, draw: impl Fn(&mut Pen<'_>)) -> Group {
    let mut group = Group::default();
    draw(&mut Pen::new(style, &mut group, size, pt(0.0, 0.0), facing, Seed::new(seed)));
    group
}

/// Returns the area of a thing of this size and facing.
pub(crate) fn area((width, height): (f32, f32), facing: Dir) -> Bounds {
    match facing {
        Dir::North | Dir::South => Bounds::new(0.0, 0.0, width, height),
        Dir::East | Dir::West => Bounds::new(0.0, 0.0, height, width),
    }
}

/// Returns the inked bounds of a group.
pub(crate) fn extent(group: &Group) -> Bounds {
    let inked = group.nodes.iter().flat_map(|node| {
        let Node::Shape(shape) = node else { panic!("pens draw shapes only") };
        let half = shape.stroke.map_or(0.0, |stroke| stroke.width / 2.0);
        let bounds = shape.path.bounds().expect("shapes are not empty").grown(half);
        [bounds.from, bounds.to]
    });
    Bounds::around(inked).expect("something is drawn")
}

/// Panics if any ink is outside the area, in any style and direction, for 20 seeds.
pub(crate) fn assert_stays_inside(name: &str, size: (f32, f32), draw: impl Fn(&mut Pen<'_>)) {
    for style in Style::names() {
        let look = Style::named(style).unwrap();
        for facing in Dir::ALL {
            for seed in 0..20 {
                let Bounds { from, to } = extent(&drawn(&look, size, facing, seed, &draw));
                let area = area(size, facing).to;
                let inside = from.x >= 0.0 && from.y >= 0.0 && to.x <= area.x && to.y <= area.y;
                assert!(inside, "{name} in {style}, {facing:?}, seed {seed}: {from:?} to {to:?}");
            }
        }
    }
}

#[test]
fn everything_is_found_by_its_name() {
    for (name, draw) in ALL {
        assert!(find(name).is_some_and(|found| std::ptr::fn_addr_eq(found, *draw)), "{name} twice");
    }
    assert!(find("nothing").is_none());
    assert!(SIZES.iter().all(|(name, _)| find(name).is_some()));
}

#[test]
fn everything_stays_in_its_area() {
    for (name, draw) in ALL {
        assert_stays_inside(name, size(name), draw);
    }
}

fn paths(group: &Group) -> Vec<Path> {
    let shapes = group.nodes.iter().filter_map(|node| if let Node::Shape(shape) = node { Some(shape) } else { None });
    shapes.map(|shape| shape.path.clone()).collect()
}

#[test]
fn the_same_seed_draws_the_same_picture() {
    let style = Style::default();
    let print = |name: &str, draw: Draw, seed| paths(&drawn(&style, size(name), Dir::East, seed, draw));
    for (name, draw) in ALL {
        assert_eq!(print(name, *draw, 7), print(name, *draw, 7), "{name}");
        // The T of a trap has no random parts.
        assert_eq!(print(name, *draw, 7) == print(name, *draw, 8), *name == "trap", "{name}");
    }
}

/// In a style without shadows there is no light direction, so a thing that is turned back looks as
/// before.
#[test]
fn turning_a_thing_only_rotates_it() {
    let style = Style::from_toml("[shadow]\nprop = 0\n[colors]\nprop_shadow = '#00000000'").unwrap();
    for (name, draw) in ALL {
        let size = size(name);
        let south = paths(&drawn(&style, size, Dir::South, 3, draw));
        for facing in Dir::ALL {
            let turned = paths(&drawn(&style, size, facing, 3, draw));
            let area = area(size, facing);
            let (quarters, to) = match facing {
                Dir::South => (0, Point::default()),
                Dir::West => (3, pt(0.0, area.width())),
                Dir::North => (2, area.to),
                Dir::East => (1, pt(area.height(), 0.0)),
            };
            // A trap stays upright.
            let back =
                if *name == "trap" { Turned { quarters: 0, to: Point::default() } } else { Turned { quarters, to } };
            assert_eq!(south.len(), turned.len(), "{name}");
            for (a, b) in south.iter().zip(&turned) {
                let b = b.mapped(|p| back.point(p));
                let apart = a.points().zip(b.points()).map(|(a, b)| a.distance(b)).fold(0.0, f32::max);
                assert!(apart < 1e-5, "{name} to {facing:?}: {apart}");
            }
        }
    }
}
