//! Composes the scene of a map, one layer after the other, from back to front.

pub(crate) mod decorations;
mod doors;
mod floor;
pub(crate) mod floor_plan;
pub(crate) mod furniture;
mod grid;
mod hatch;
pub(crate) mod heat;
mod initials;
pub(crate) mod labels;
pub(crate) mod legend;
mod notes;
pub(crate) mod scale;
mod shadow;
mod symbols;
mod themes;
mod tiles;
mod walls;
mod water;

use crate::error::Error;
use crate::geometry::field::{FINE, Field, MARGIN};
use crate::geometry::floor::Floor;
use crate::geometry::water::{Water, WaterLevel};
use crate::ground::Grounds;
use crate::limits;
use crate::look::view::{View, player_map};
use crate::look::{Look, accepts, seen as seen_in_tiles};
use crate::scene::{Bounds, Group, Node, Scene};
use crate::style::Style;
use crate::text::Font;
use decorations::Thing;
use mapwright::{BitGrid, Map, Pos, Rect, Seed, Tile};
use std::borrow::Cow;

/// Draws one layer.
type Layer = fn(&Plan<'_>, &mut Group);

/// Everything the layers read.
pub(crate) struct Plan<'a> {
    pub(crate) map: &'a Map,
    pub(crate) look: &'a Look,
    pub(crate) style: &'a Style,
    pub(crate) seed: Seed,
    pub(crate) floor: Floor,
    /// Samples that lie on the floor.
    pub(crate) inside: Field<bool>,
    pub(crate) water: Option<Water>,
    /// Cells that hold any water, however little.
    pub(crate) wet: BitGrid,
    /// Grounds of the map's themes; `None` if they are not drawers.
    pub(crate) grounds: Option<Grounds>,
    /// Decorations that can be drawn.
    pub(crate) things: Vec<Thing<'a>>,
}

impl Plan<'_> {
    /// Returns the seed for random choices about one thing, from its kind and its cell.
    pub(crate) fn seed_at(&self, what: &'static str, pos: Pos) -> Seed {
        self.seed.child(what).nth(u64::from(pos.y as u32) << 32 | u64::from(pos.x as u32))
    }
}

/// Draws a map as a scene, which can be written in any format.
pub fn draw(map: &Map, look: &Look) -> Result<Scene, Error> {
    accepts(map.size(), look)?;
    if look.is_tiles() {
        return tiles::scene(map, look);
    }
    with_plan(map, look, |plan: &Plan<'_>| Plan::scene(plan))
}

/// Computes everything the layers need and passes it to `then`.
///
/// The picture for players is drawn from [`player_map`] and nothing else, so that it equals the
/// picture of a map without secrets. The game master's furniture and water are those of the
/// players wherever the players look.
fn with_plan<T>(map: &Map, look: &Look, then: impl FnOnce(&Plan<'_>) -> T) -> Result<T, Error> {
    let size = map.size();
    let seed = map.source.seed.child("picture");
    let has_pools = look.layers.has("water") && look.water != WaterLevel::Dry;
    let Furnished { seen, drawn } = furnished(map, look, has_pools);
    let map: &Map = if look.view == View::Player { &seen } else { &drawn };
    if look.layers.has("labels") {
        let numbered = if look.has_numbers() { &map.rooms[..] } else { &[] };
        limits::letters(&map.labels, numbered)?;
    }
    let floor = Floor::of(map, &look.style.walls, seed);
    let inside = Field::inside(size, &floor.area);
    let mut water = None;
    if look.layers.has("water") {
        let pools = has_pools && look.view == View::Gm;
        let of_players = pools.then(|| Field::inside(size, &Floor::of(&seen, &look.style.walls, seed).area));
        let known = (&*seen, of_players.as_ref().unwrap_or(&inside));
        water = Water::of(map, known, &floor, look.water, look.style.water.ripples, seed);
    }
    let wet = water.as_ref().map_or_else(|| BitGrid::new(size), |water| water.cells(size));
    let things = decorations::things(map, &inside, &wet);
    let grounds = look.layers.has("themes").then(|| Grounds::of(map)).flatten();
    Ok(then(&Plan { map, look, style: &look.style, seed, floor, inside, water, wet, grounds, things }))
}

/// A map with the furniture of the drawing, as both audiences see it.
struct Furnished<'a> {
    /// For players, if that is needed; otherwise the map itself.
    seen: Cow<'a, Map>,
    /// For the game master.
    drawn: Cow<'a, Map>,
}

fn furnished<'a>(map: &'a Map, look: &Look, has_pools: bool) -> Furnished<'a> {
    let seed = map.source.seed.child("picture");
    let is_furnished = look.furnish && look.layers.has("decorations");
    let (mut seen, mut drawn) = (Cow::Borrowed(map), Cow::Borrowed(map));
    if look.view == View::Player || is_furnished || has_pools {
        let mut players = player_map(map);
        if is_furnished {
            let furniture = furniture::for_players(&players, seed);
            if look.view == View::Gm {
                drawn.to_mut().decorations.extend(furniture::for_game_master(map, &players, &furniture, seed));
            }
            players.decorations.extend(furniture);
        }
        seen = Cow::Owned(players);
    }
    Furnished { seen, drawn }
}

/// Returns the map with all decorations that its drawing shows, those the drawing adds included.
pub fn furnished_map<'a>(map: &'a Map, look: &Look) -> Cow<'a, Map> {
    if look.is_tiles() {
        return seen_in_tiles(map, look);
    }
    let Furnished { seen, drawn } = furnished(map, look, false);
    if look.view == View::Player { seen } else { drawn }
}

impl Plan<'_> {
    fn scene(&self) -> Scene {
        let look = self.look;
        let drawers: [(&'static str, Layer); 10] = [
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
        let mut layers: Vec<Group> = drawers.into_iter().filter(|(name, _)| look.layers.has(name)).map(layer).collect();
        let mut bounds = self.shown().grown(look.margin);
        if look.layers.has("legend") {
            let symbols = if look.legend { symbols::symbols(self) } else { Vec::new() };
            let title = look.title.as_deref().unwrap_or_default();
            let parts = legend::LegendParts { title, compass: look.compass, scale: look.scale, symbols: &symbols };
            let mut font = Font::of(self.style.text.font);
            let legend = legend::legend(self.map, bounds, &parts, self.style, &mut font);
            bounds.from.y -= legend.top;
            bounds.to.y += legend.bottom;
            layers.push(legend.group);
        }
        let paper = self.style.colors.paper;
        let paper = if look.layers.has("paper") { paper } else { paper.faded(0.0) };
        Scene { bounds, paper, title: look.title.clone().unwrap_or_default(), layers }
    }

    /// Returns the bounds to draw: the whole map, or only its floor if the picture is cropped.
    fn shown(&self) -> Bounds {
        let size = self.map.size();
        let whole = Bounds::new(0.0, 0.0, size.width as f32, size.height as f32);
        // The size of an uncropped sheet would tell players how much they do not see.
        let crop = self.look.crop || self.look.view == View::Player;
        let floor = crop.then(|| Bounds::around(self.floor.area.lines.iter().flatten().copied())).flatten();
        floor.map_or(whole, |floor| {
            // Whole squares, including the strokes around the floor.
            let reach = self.style.hatch.reach.ceil().min(4.0);
            let (from, to) = (floor.grown(reach - 0.3).from, floor.grown(reach - 0.3).to);
            Bounds::new(from.x.floor(), from.y.floor(), to.x.ceil(), to.y.ceil())
        })
    }

    /// Returns the bounds of everything drawn on the floor, which numbers and marks must avoid.
    pub(crate) fn obstacles(&self) -> Vec<Bounds> {
        let cell = |pos: Pos| Bounds::from(Rect::new(pos.x, pos.y, 1, 1));
        let mut obstacles: Vec<Bounds> = Vec::new();
        if self.look.layers.has("decorations") {
            obstacles.extend(self.things.iter().map(|thing| Bounds::from(thing.area)));
        }
        if self.look.layers.has("doors") {
            obstacles.extend(self.floor.openings.iter().map(|opening| cell(opening.pos)));
            // Found by tile, because not every one of them has a record.
            let is_drawn = |tile: Tile| matches!(tile, Tile::Bridge | Tile::StairsUp | Tile::StairsDown);
            let tiles = self.map.tiles.cells().iter().zip(self.map.size().rect().positions());
            obstacles.extend(tiles.filter(|(tile, _)| is_drawn(**tile)).map(|(_, pos)| cell(pos)));
            obstacles.extend(self.map.exits.iter().map(|exit| cell(exit.pos)));
            obstacles.extend(self.map.entities.iter().map(|entity| cell(entity.pos)));
        }
        obstacles
    }

    /// Returns the cells that rounded walls cover in part.
    fn cut(&self) -> BitGrid {
        BitGrid::from_fn(self.map.size(), |pos| {
            let (x, y) = (((pos.x + MARGIN) * FINE) as usize, (pos.y + MARGIN) * FINE);
            (0..FINE).any(|dy| self.inside.row(y + dy)[x..x + FINE as usize].contains(&false))
        })
    }

    /// Returns the room numbers, or nothing if the look hides them.
    pub(crate) fn numbers(&self) -> Vec<labels::Label> {
        if !self.look.has_numbers() {
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
