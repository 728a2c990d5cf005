//! A scene from a map: one layer after the other, from back to front.

mod decorations;
mod doors;
mod floor;
mod grid;
mod hatch;
pub(crate) mod heat;
mod initials;
pub(crate) mod labels;
pub(crate) mod legend;
mod notes;
mod shadow;
mod symbols;
mod themes;
mod tiles;
mod walls;
mod water;

use crate::error::Error;
use crate::geometry::field::{FINE, Field, MARGIN};
use crate::geometry::floor::Floor;
use crate::ground::Grounds;
use crate::look::Look;
use crate::picture::accepts;
use crate::scene::{Bounds, Group, Node, Scene};
use crate::style::Style;
use crate::text::Font;
use crate::view::{View, player_map};
use crate::water::{Water, WaterLevel};
use decorations::Thing;
use mapwright::place::furnish::furnished;
use mapwright::{BitGrid, Map, Pos, Rect, Seed, Tile, decor};
use std::borrow::Cow;

/// Draws one layer.
type Layer = fn(&Plan<'_>, &mut Group);

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
    /// Cells with water in them, if only a little.
    pub(crate) wet: BitGrid,
    /// The themes of the map, where they are drawn.
    pub(crate) grounds: Option<Grounds>,
    /// The decorations that can be drawn.
    pub(crate) things: Vec<Thing<'a>>,
}

impl Plan<'_> {
    /// What chance decides about the thing at this place.
    pub(crate) fn seed_at(&self, what: &'static str, pos: Pos) -> Seed {
        self.seed.child(what).nth(u64::from(pos.y as u32) << 32 | u64::from(pos.x as u32))
    }
}

/// The picture of a map, ready to be written in any format.
pub fn draw(map: &Map, look: &Look) -> Result<Scene, Error> {
    accepts(map.size(), look)?;
    if look.is_tiles() {
        return tiles::scene(map, look);
    }
    Ok(planned(map, look, |plan: &Plan<'_>| Plan::scene(plan)))
}

/// Decides all that the layers look at, and hands it on.
fn planned<T>(map: &Map, look: &Look, then: impl FnOnce(&Plan<'_>) -> T) -> T {
    let size = map.size();
    let seed = map.source.seed.child("picture");
    let mut map = Cow::Borrowed(map);
    // Somebody's furniture faces somewhere; what prefabs bring does not, and leaves the other rooms bare.
    let is_bare = map.decorations.iter().all(|decoration| decor::facing(decoration).is_none());
    if look.furnish && look.layers.has("decorations") && is_bare {
        // All that the game master sees, so that the players' room is the same one.
        let decorations = furnished(&map, seed);
        map.to_mut().decorations.extend(decorations);
    }
    let whole: &Map = &map;
    let players = (look.view == View::Player).then(|| player_map(whole));
    let map = players.as_ref().unwrap_or(whole);
    let floor = Floor::of(map, &look.style.walls, seed);
    let inside = Field::inside(size, &floor.area);
    let mut water = None;
    if look.layers.has("water") {
        // Players see the game master's water, as far as they see the floor.
        let hidden = look.view == View::Player && look.water != WaterLevel::Dry;
        let laid = hidden.then(|| Field::inside(size, &Floor::of(whole, &look.style.walls, seed).area));
        let on = laid.as_ref().unwrap_or(&inside);
        water = Water::of(whole, map, &floor, on, look.water, look.style.water.ripples, seed);
    }
    let wet = water.as_ref().map_or_else(|| BitGrid::new(size), |water| water.cells(size));
    let things = decorations::things(map, &inside, &wet);
    let grounds = look.layers.has("themes").then(|| Grounds::of(map)).flatten();
    then(&Plan { map, look, style: &look.style, seed, floor, inside, water, wet, grounds, things })
}

impl Plan<'_> {
    fn scene(&self) -> Scene {
        let look = self.look;
        let drawn: [(&'static str, Layer); 10] = [
            ("hatch", hatch::draw),
            ("shadow", shadow::draw),
            ("floor", floor::draw),
            ("themes", themes::draw),
            ("grid", grid::draw),
            ("water", water::draw),
            ("decorations", decorations::draw),
            ("walls", walls::draw),
            ("doors", doors::draw),
            ("labels", labels_layer),
        ];
        let layer = |(name, draw): (&'static str, Layer)| {
            let mut group = Group::named(name);
            draw(self, &mut group);
            group
        };
        let mut layers: Vec<Group> = drawn.into_iter().filter(|(name, _)| look.layers.has(name)).map(layer).collect();
        let mut bounds = self.shown().grown(look.margin);
        if look.layers.has("legend") {
            let symbols = if look.legend { symbols::symbols(self) } else { Vec::new() };
            let title = look.title.as_deref().unwrap_or_default();
            let wanted = legend::Wanted { title, compass: look.compass, scale: look.scale, symbols: &symbols };
            let mut font = Font::of(self.style.text.font);
            let legend = legend::legend(self.map, bounds, &wanted, self.style, &mut font);
            bounds.from.y -= legend.top;
            bounds.to.y += legend.bottom;
            layers.push(legend.group);
        }
        let paper = self.style.colors.paper;
        let paper = if look.layers.has("paper") { paper } else { paper.faded(0.0) };
        Scene { bounds, paper, title: look.title.clone().unwrap_or_default(), layers }
    }

    /// The part of the plane that the map takes: all of it, or what is not empty.
    fn shown(&self) -> Bounds {
        let size = self.map.size();
        let whole = Bounds::new(0.0, 0.0, size.width as f32, size.height as f32);
        // The size of a sheet would tell players how much they do not see.
        let crop = self.look.crop || self.look.view == View::Player;
        let floor = crop.then(|| Bounds::around(self.floor.area.lines.iter().flatten().copied())).flatten();
        floor.map_or(whole, |floor| {
            // Whole squares, and the strokes around them.
            let reach = self.style.hatch.reach.ceil().min(4.0);
            let (from, to) = (floor.grown(reach - 0.3).from, floor.grown(reach - 0.3).to);
            Bounds::new(from.x.floor(), from.y.floor(), to.x.ceil(), to.y.ceil())
        })
    }

    /// What is drawn on the floor: nothing else may lie there.
    pub(crate) fn obstacles(&self) -> Vec<Bounds> {
        let cell = |pos: Pos| Bounds::from(Rect::new(pos.x, pos.y, 1, 1));
        let mut obstacles: Vec<Bounds> = Vec::new();
        if self.look.layers.has("decorations") {
            obstacles.extend(self.things.iter().map(|thing| Bounds::from(thing.area)));
        }
        if self.look.layers.has("doors") {
            obstacles.extend(self.floor.openings.iter().map(|opening| cell(opening.pos)));
            // By their tiles: not all have a record.
            let is_drawn = |tile: Tile| matches!(tile, Tile::Bridge | Tile::StairsUp | Tile::StairsDown);
            let tiles = self.map.tiles.cells().iter().zip(self.map.size().rect().positions());
            obstacles.extend(tiles.filter(|(tile, _)| is_drawn(**tile)).map(|(_, pos)| cell(pos)));
            obstacles.extend(self.map.exits.iter().map(|exit| cell(exit.pos)));
            obstacles.extend(self.map.entities.iter().map(|entity| cell(entity.pos)));
        }
        obstacles
    }

    /// Cells of which rounded walls take a part.
    fn cut(&self) -> BitGrid {
        BitGrid::from_fn(self.map.size(), |pos| {
            let (x, y) = (((pos.x + MARGIN) * FINE) as usize, (pos.y + MARGIN) * FINE);
            (0..FINE).any(|dy| self.inside.row(y + dy)[x..x + FINE as usize].contains(&false))
        })
    }

    /// The numbers of the rooms, where they are shown.
    pub(crate) fn numbers(&self) -> Vec<labels::Label> {
        if !self.look.numbers.unwrap_or(self.look.view == View::Gm) {
            return Vec::new();
        }
        let mut font = Font::of(self.style.text.font);
        labels::numbers(self.map, &self.obstacles(), (&self.wet, &self.cut()), self.style, &mut font)
    }
}

fn labels_layer(plan: &Plan<'_>, group: &mut Group) {
    group.nodes.extend(plan.numbers().into_iter().map(|label| Node::Text(label.text)));
    notes::draw(plan, group);
}

#[cfg(test)]
mod tests;
