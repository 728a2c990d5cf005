//! Connections between rooms, and their passages.

use super::delaunay;
use super::occupancy::{Occupancy, PASSAGE};
use super::orbit::{Group, Turn};
use super::placement::{Site, middle};
use super::route::{Route, Router};
use super::style::{Archetype, Style};
use crate::base::error::Error;
use crate::base::grid::{Pos, Rect};
use crate::base::rng::{Rng, Seed};
use crate::generator::Context;
use crate::spatial::region::find;
use crate::spatial::value_noise::ValueNoise;
use std::collections::BTreeSet;

/// A passage between two rooms, or from a room into the middle of another passage.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub(super) rooms: [usize; 2],
    pub(super) way: Route,
    /// Number shared by passages that are images of each other.
    pub(super) orbit: usize,
    /// Index of the passage in which it ends, if any.
    pub(super) joins: Option<usize>,
    /// True if a movement swaps its two ends.
    pub(super) turns_round: bool,
}

/// The rooms, and the passages between them so far.
pub(super) struct Network<'a> {
    style: &'a Style,
    pub(super) group: Group,
    pub(super) sites: Vec<Site>,
    /// For every room, its image under each movement.
    images: Vec<[usize; 4]>,
    pub(super) occupancy: Occupancy,
    router: Router,
    grain: ValueNoise,
    pub(super) links: Vec<Link>,
    orbits: usize,
    /// Union-find over rooms.
    groups: Vec<u32>,
    rng: Rng,
}

impl<'a> Network<'a> {
    pub(super) fn new(style: &'a Style, group: Group, sites: Vec<Site>, mut occupancy: Occupancy, seed: Seed) -> Self {
        sites.iter().for_each(|site| occupancy.add_room(site));
        let image = |site: &Site, turn: Turn| {
            let rect = group.rect(turn, site.rect);
            sites.iter().position(|other| other.orbit == site.orbit && other.rect == rect)
        };
        let images = sites.iter().enumerate().map(|(index, site)| {
            let mut images = [index; 4];
            for (slot, &turn) in images.iter_mut().zip(group.turns) {
                *slot = if site.free { index } else { image(site, turn).unwrap_or(index) };
            }
            images
        });
        let images = images.collect();
        let grain = ValueNoise::new(occupancy.size, 3, &mut seed.child("rock").rng());
        let router = Router::new(&occupancy, style.winding, style.lanes(), style.single_crossing);
        let groups = (0..sites.len() as u32).collect();
        let rng = seed.child("passages").rng();
        Network { style, group, sites, images, occupancy, router, grain, links: Vec::new(), orbits: 0, groups, rng }
    }

    /// Joins all rooms, near ones first, and then adds extra passages.
    pub(super) fn join(&mut self, cx: &mut Context<'_>) -> Result<(), Error> {
        let mut edges = self.edges();
        edges.sort_by_key(|&(a, b)| (self.weight(a, b), a, b));
        let mut left: Vec<(usize, usize)> = Vec::new();
        for (a, b) in edges {
            if self.apart(a, b) && self.link(a, b, Detour::Some, cx)? {
                continue;
            }
            left.push((a, b));
        }
        for detour in [Detour::Some, Detour::Any] {
            if !self.in_one_piece() {
                self.join_somehow(detour, cx)?;
            }
        }
        self.add_loops(&left, cx)
    }

    /// Returns neighbouring rooms, each pair once for all its images, and every room with the one
    /// it was placed from.
    fn edges(&self) -> Vec<(usize, usize)> {
        let middles: Vec<Pos> = self.sites.iter().map(|site| middle(site.rect)).collect();
        let placed = self.sites.iter().enumerate().filter_map(|(index, site)| Some((site.parent?, index)));
        let pairs = delaunay::neighbours(&middles).into_iter().chain(placed);
        let edges: BTreeSet<(usize, usize)> = pairs.map(|(a, b)| self.first_image(a, b)).collect();
        edges.into_iter().filter(|(a, b)| a != b).collect()
    }

    /// Returns the smallest image of a pair of rooms.
    fn first_image(&self, a: usize, b: usize) -> (usize, usize) {
        let turns = if self.sites[a].free || self.sites[b].free { 1 } else { self.group.turns.len() };
        let pair = |turn: usize| {
            let (a, b) = (self.images[a][turn], self.images[b][turn]);
            (a.min(b), a.max(b))
        };
        (0..turns).map(pair).min().unwrap_or((a, b))
    }

    /// Estimates the cost of a passage between these rooms.
    fn weight(&self, a: usize, b: usize) -> i32 {
        let apart = distance(self.sites[a].rect, self.sites[b].rect);
        let kin = self.sites[a].parent == Some(b) || self.sites[b].parent == Some(a);
        let leaf = self.sites[a].leaf || self.sites[b].leaf;
        // The rings of a fortress are joined by few passages.
        let rings = if self.sites[a].ring == self.sites[b].ring { 0 } else { LAST_RESORT_COST };
        let stranger = if leaf && !kin { LAST_RESORT_COST } else { 0 };
        rings + stranger + if kin { apart * (100 - self.style.linearity as i32 * 3 / 4) / 100 } else { apart }
    }

    fn apart(&mut self, a: usize, b: usize) -> bool {
        find(&mut self.groups, a as u32) != find(&mut self.groups, b as u32)
    }

    fn in_one_piece(&mut self) -> bool {
        let first = find(&mut self.groups, 0);
        (1..self.sites.len() as u32).all(|site| find(&mut self.groups, site) == first)
    }

    /// Returns the number of rooms connected to the first, itself included.
    pub(super) fn reached(&mut self) -> usize {
        (0..self.sites.len()).filter(|&site| self.is_reached(site)).count()
    }

    /// Returns whether the room is connected to the first.
    pub(super) fn is_reached(&mut self, site: usize) -> bool {
        !self.apart(0, site)
    }

    /// Searches for a path between two rooms and adds it as a passage, with all its images.
    fn link(&mut self, a: usize, b: usize, detour: Detour, cx: &mut Context<'_>) -> Result<bool, Error> {
        let junction = self.rng.percent(self.style.junctions);
        self.link_by(a, b, junction, detour, cx)
    }

    fn link_by(
        &mut self,
        a: usize,
        b: usize,
        junction: bool,
        detour: Detour,
        cx: &mut Context<'_>,
    ) -> Result<bool, Error> {
        let before = self.router.effort;
        let links = &self.links;
        let joins = |owner: u32| junction && links.get(owner as usize).is_some_and(|link| link.rooms.contains(&b));
        let longest = detour.longest(distance(self.sites[a].rect, self.sites[b].rect) as u32);
        let way = self.router.find(&self.occupancy, &self.grain, [&self.sites[a], &self.sites[b]], longest, joins);
        cx.spend(self.router.effort - before + 1)?;
        let Some(way) = way else { return Ok(false) };
        // The start of a path may have changed after its crossings were counted.
        let crossings = way.line.iter().filter(|&&pos| self.occupancy.at(pos) & PASSAGE != 0).count();
        if self.style.single_crossing && crossings > 1 {
            return Ok(false);
        }
        let free = self.sites[a].free || self.sites[b].free;
        let turns = if free { &self.group.turns[..1] } else { self.group.turns };
        let mut images: Vec<(usize, Turn, Route)> = Vec::new();
        let mut turns_round = false;
        for (index, &turn) in turns.iter().enumerate() {
            let image = moved(&way, self.group, turn);
            turns_round |= way.into == Some(image.out.opposite()) && image.line.first() == way.line.last();
            let twin = images.iter().any(|(_, _, other)| same_cells(&other.line, &image.line));
            if !twin {
                images.push((index, turn, image));
            }
        }
        if touches_itself(&way.line) || images.iter().skip(1).any(|(_, _, image)| collide(&way, image)) {
            return Ok(false);
        }
        // Rooms without an image make passages without one, and these may block the images of
        // others.
        let alike = |(_, turn, image): &(usize, Turn, Route)| {
            let cells = way.line.iter().zip(&image.line).chain(way.junction.iter().zip(&image.junction));
            let mut cells = cells.map(|(&pos, &to)| (Occupancy::turned(self.occupancy.at(pos), *turn), to));
            cells.all(|(flags, to)| flags == self.occupancy.at(to))
        };
        if !images.iter().all(alike) {
            return Ok(false);
        }
        for (index, _, way) in images {
            let rooms = [self.images[a][index], self.images[b][index]];
            let rooms = if free { [a, b] } else { rooms };
            let name = self.links.len();
            let doors = [Some(way.out), way.into];
            let joins = way.junction.map(|pos| self.occupancy.owner(pos) as usize);
            self.occupancy.add_passage(name as u32, &way.line, doors);
            way.junction.into_iter().for_each(|pos| self.occupancy.add_junction(pos));
            let [one, other] = rooms.map(|room| find(&mut self.groups, room as u32));
            self.groups[one.max(other) as usize] = one.min(other);
            self.links.push(Link { rooms, way, orbit: self.orbits, joins, turns_round });
        }
        self.orbits += 1;
        Ok(true)
    }

    /// Joins any two rooms that are still separate after joining the neighbours, the nearest first.
    fn join_somehow(&mut self, detour: Detour, cx: &mut Context<'_>) -> Result<(), Error> {
        let count = self.sites.len();
        let mut pairs: Vec<(usize, usize)> = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
        pairs.sort_by_key(|&(a, b)| (distance(self.sites[a].rect, self.sites[b].rect), a, b));
        for (a, b) in pairs {
            if self.apart(a, b) && !self.link_by(a, b, true, detour, cx)? {
                self.link_by(b, a, true, detour, cx)?;
            }
            if self.in_one_piece() {
                break;
            }
        }
        Ok(())
    }

    /// Adds more passages than needed, to make loops.
    fn add_loops(&mut self, left: &[(usize, usize)], cx: &mut Context<'_>) -> Result<(), Error> {
        let wanted = (self.sites.len() as u32 * self.style.loops).div_ceil(100) as usize;
        // Side chambers stay dead ends, and the rings of a fortress stay separate.
        let fits = |a: usize, b: usize| {
            let (a, b) = (&self.sites[a], &self.sites[b]);
            !a.leaf && !b.leaf && a.ring == b.ring
        };
        let near = |&&(a, b): &&(usize, usize)| {
            fits(a, b) && distance(self.sites[a].rect, self.sites[b].rect) <= self.style.spacing.1 * 2 + 4
        };
        let mut left: Vec<(usize, usize)> = left.iter().filter(near).copied().collect();
        self.rng.shuffle(&mut left);
        if self.style.archetype == Archetype::Lair {
            // Passages to the great chamber come first.
            left.sort_by_key(|&(a, b)| !(self.sites[a].great || self.sites[b].great));
        }
        let before = self.links.len();
        for (a, b) in left {
            if self.links.len() - before >= wanted {
                break;
            }
            if self.links.iter().all(|link| link.rooms != [a, b] && link.rooms != [b, a]) {
                self.link(a, b, Detour::Little, cx)?;
            }
        }
        Ok(())
    }
}

/// Maximum length of a passage compared with the distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Detour {
    /// For an extra passage: a detour around half the dungeon to the next room would be useless.
    Little,
    /// For a needed passage, while there may be a shorter one to another room.
    Some,
    /// For a passage without which rooms would be lost.
    Any,
}

impl Detour {
    fn longest(self, apart: u32) -> u32 {
        match self {
            Detour::Little => apart * 2 + 8,
            Detour::Some => apart * 3 + 12,
            Detour::Any => u32::MAX,
        }
    }
}

/// Penalty of passages that are made only as a last resort.
const LAST_RESORT_COST: i32 = 10_000;

/// Returns the distance of two rectangles, along rows and columns.
fn distance(a: Rect, b: Rect) -> i32 {
    let gap = |a: i32, a_past: i32, b: i32, b_past: i32| (b - a_past).max(a - b_past).max(0);
    gap(a.x, a.right(), b.x, b.right()) + gap(a.y, a.bottom(), b.y, b.bottom())
}

fn moved(way: &Route, group: Group, turn: Turn) -> Route {
    Route {
        line: way.line.iter().map(|&pos| group.pos(turn, pos)).collect(),
        out: turn.dir(way.out),
        into: way.into.map(|dir| turn.dir(dir)),
        junction: way.junction.map(|pos| group.pos(turn, pos)),
    }
}

fn same_cells(a: &[Pos], b: &[Pos]) -> bool {
    let sorted = |line: &[Pos]| {
        let mut line = line.to_vec();
        line.sort_unstable();
        line
    };
    a.len() == b.len() && sorted(a) == sorted(b)
}

/// Returns whether two passages share a cell or lie side by side somewhere.
fn collide(a: &Route, b: &Route) -> bool {
    let near = |one: &Pos| b.line.iter().any(|other| one.manhattan(*other) <= 1);
    a.line.iter().any(near) || a.junction.is_some_and(|pos| b.junction == Some(pos))
}

/// Returns whether a passage runs beside itself.
fn touches_itself(line: &[Pos]) -> bool {
    line.iter().enumerate().any(|(index, one)| line.iter().skip(index + 2).any(|other| one.manhattan(*other) <= 1))
}
