//! A scene from a map: one layer after the other, from back to front.

mod decorations;
mod doors;
mod floor;
mod grid;
mod hatch;
mod shadow;
mod walls;
mod water;

use crate::error::{Error, ErrorKind};
use crate::geometry::field::Field;
use crate::geometry::floor::Floor;
use crate::look::Look;
use crate::scene::{Bounds, Group, Scene};
use crate::style::Style;
use crate::view::{View, player_map};
use crate::water::Water;
use mapwright::place::furnish::furnished;
use mapwright::{Map, Pos, Seed};
use std::borrow::Cow;

/// What all layers look at.
pub(crate) struct Plan<'a> {
    pub(crate) map: &'a Map,
    pub(crate) look: &'a Look,
    pub(crate) style: &'a Style,
    pub(crate) seed: Seed,
    pub(crate) floor: Floor,
    /// The samples that lie on the floor.
    pub(crate) inside: Field<bool>,
    pub(crate) water: Option<Water>,
}

impl Plan<'_> {
    /// What chance decides about the thing at this place.
    pub(crate) fn seed_at(&self, what: &'static str, pos: Pos) -> Seed {
        self.seed.child(what).nth(u64::from(pos.y as u32) << 32 | u64::from(pos.x as u32))
    }
}

/// The picture of a map, ready to be written in any format.
pub fn scene(map: &Map, look: &Look) -> Result<Scene, Error> {
    let size = map.size();
    if size.area() == 0 {
        return Err(Error::new(ErrorKind::Invalid, format!("a map of {size} tiles has nothing to draw")));
    }
    let seed = map.source.seed.child("picture");
    let mut map = Cow::Borrowed(map);
    if look.furnish && look.layers.has("decorations") && map.decorations.is_empty() {
        // All that the game master sees, so that the players' room is the same one.
        let decorations = furnished(&map, seed);
        map.to_mut().decorations = decorations;
    }
    if look.view == View::Player {
        map = Cow::Owned(player_map(&map));
    }
    let floor = Floor::of(&map, &look.style.walls, seed);
    let inside = Field::inside(size, &floor.area);
    let water = look.layers.has("water").then(|| {
        Water::of(&map, &floor, &inside, look.water, look.style.water.ripples, seed)
    });
    let plan = Plan { map: &map, look, style: &look.style, seed, floor, inside, water: water.flatten() };
    let drawn: [(&'static str, fn(&Plan<'_>, &mut Group)); 8] = [
        ("hatch", hatch::draw),
        ("shadow", shadow::draw),
        ("floor", floor::draw),
        ("grid", grid::draw),
        ("water", water::draw),
        ("decorations", decorations::draw),
        ("walls", walls::draw),
        ("doors", doors::draw),
    ];
    let layers = drawn.into_iter().filter(|(name, _)| look.layers.has(name)).map(|(name, draw)| {
        let mut group = Group::named(name);
        draw(&plan, &mut group);
        group
    });
    let bounds = Bounds::new(0.0, 0.0, size.width as f32, size.height as f32).grown(look.margin);
    let paper = if look.layers.has("paper") { look.style.colors.paper } else { look.style.colors.paper.faded(0.0) };
    Ok(Scene { bounds, paper, title: look.title.clone().unwrap_or_default(), layers: layers.collect() })
}
