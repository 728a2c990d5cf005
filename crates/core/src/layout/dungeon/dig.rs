//! Conversion of the plan of a dungeon to the map.

use super::Dungeon;
use super::caves;
use super::fittings::{self, Fitting, Graph};
use super::mission;
use super::network::{Link, Network};
use super::numbering;
use super::occupancy::{BESIDE, BLOCKED, DOOR, MARGIN, Occupancy, PASSAGE, ROOM, cardinal};
use super::orbit::Group;
use super::placement::Site;
use super::records;
use super::route::is_lane;
use super::style::{Archetype, Style};
use super::tags::Roles;
use crate::base::error::Error;
use crate::base::grid::{Dir, Pos, Rect};
use crate::base::tile::Tile;
use crate::generator::Context;
use crate::map::{Exit, Extra, Level, Map, Mission, Passage, PassageId, Place, RoomId, Shape, Stairs, Symmetry, Turn};
use crate::spatial::value_noise::ValueNoise;

/// An entrance from outside: a room, the cells from it to the edge of the map, and the direction
/// outwards. Without cells the room itself leads outside on that side.
#[derive(Clone, Debug)]
pub(super) struct Entrance {
    pub(super) room: usize,
    pub(super) line: Vec<Pos>,
    pub(super) out: Dir,
}

/// Results of digging a dungeon.
pub(super) struct Dug {
    /// Number of rooms.
    pub(super) rooms: usize,
    /// For every door, the number shared with its images.
    pub(super) orbits: Vec<(usize, u64)>,
    pub(super) mission: Option<Mission>,
    pub(super) symmetry: Option<Symmetry>,
}

/// Digs the whole dungeon.
pub(super) fn dig(
    dungeon: &Dungeon,
    style: &Style,
    mut network: Network<'_>,
    map: &mut Map,
    cx: &mut Context<'_>,
) -> Result<Dug, Error> {
    // Rooms without a path to the others are dropped.
    let reached: Vec<bool> = (0..network.sites.len()).map(|site| network.is_reached(site)).collect();
    let Network { sites, mut occupancy, mut links, group, .. } = network;
    give_up(&mut links, &reached);
    let wanted = dungeon.entrances.unwrap_or(1);
    let entrances = entrances(style, group, &sites, &reached, &occupancy, wanted as usize);
    let inside = map.size().rect().grown(-1);
    let leads_out = |entrance: &&Entrance| {
        !entrance.line.is_empty() || !inside.contains(cardinal(sites[entrance.room].rect, entrance.out))
    };
    let delivered = entrances.iter().filter(leads_out).count() as u32;
    if delivered < wanted {
        let why = "not enough rooms have a free path to the outside".to_owned();
        cx.note(map, "entrances", wanted.into(), delivered.into(), why);
    }
    let (first, heading) =
        entrances.first().map_or((0, Dir::North), |entrance| (entrance.room, entrance.out.opposite()));
    let order: Vec<usize> =
        numbering::order(&sites, &links, (first, heading)).into_iter().filter(|&site| reached[site]).collect();
    let shapes = caves::shapes(group, &sites, &ValueNoise::new(map.size(), 3, &mut cx.rng("caves")));
    let ids = dig_rooms(&shapes, &order, map, cx);
    let passages: Vec<PassageId> = links.iter().map(|link| dig_passage(link, &ids, map, cx)).collect();
    widen(style, &links, &mut occupancy, map);
    cx.step("widen", map);
    if style.caves {
        caves::roughen(group, &links, &occupancy, &ValueNoise::new(map.size(), 2, &mut cx.rng("rough")), map);
        cx.step("rough walls", map);
    }
    let graph = Graph::of(sites.len(), &links);
    let mut fittings = fittings::choose(style, &links, cx);
    let roles = Roles::of(style, &sites, &links, &order, &entrances);
    let ways_in: Vec<usize> = entrances.iter().map(|entrance| entrance.room).collect();
    let (goal, locks) =
        mission::lock(dungeon.keys, &graph, &mut fittings, (&ways_in, &roles.ends), &mut cx.rng("keys")).unzip();
    let locks = locks.unwrap_or_default();
    let proof = goal.and_then(|goal| mission::solve(&graph, &fittings, &locks, (first, goal)));
    let mut doors = Vec::with_capacity(fittings.len());
    let orbits = fittings.iter().map(|fitting| fitting.orbit).collect();
    for Fitting { link, pos, facing, kind, state, rooms, .. } in fittings {
        let mut joins: Vec<Place> = rooms.iter().map(|&room| Place::Room(ids[room])).collect();
        if joins.len() < 2 {
            joins.push(Place::Passage(passages[link]));
        }
        doors.push(map.add_door(pos, facing, kind, state, &joins));
        cx.step_at("door", pos, map);
    }
    dig_entrances(style, &entrances, (&sites, &ids), map, cx);
    let locked: Vec<Pos> = locks.iter().map(|lock| map.doors[lock.door].pos).collect();
    stairs(dungeon.stairs, (&links, &sites, &locked), map, cx);
    roles.write(&order, map);
    let dug: Vec<Option<RoomId>> = ids.iter().zip(&reached).map(|(id, reached)| reached.then_some(*id)).collect();
    let symmetry = records::symmetry(style, group, &sites, &dug);
    if let Some(symmetry) = symmetry.as_ref().filter(|symmetry| symmetry.free_percent > style.symmetry_break) {
        let why = "some rooms could not be reached and were dropped, so their images have no counterpart".to_owned();
        cx.note(map, "symmetry_break", style.symmetry_break.into(), symmetry.free_percent.into(), why);
    }
    let proof = proof.unwrap_or_default();
    debug_assert_eq!(proof.len(), locks.len(), "every lock can be opened");
    let mission = goal.map(|goal| records::mission(&locks, &proof, (&doors, &sites), ids[goal], map));
    let opened = mission.as_ref().map_or(0, |mission| mission.locks.len());
    if (opened as u32) < dungeon.keys {
        let why = "not enough doors are the only access to a place".to_owned();
        cx.note(map, "keys", dungeon.keys.into(), opened as i64, why);
    }
    Ok(Dug { rooms: order.len(), orbits, mission, symmetry })
}

/// Digs the rooms in this order. Returns the id of every site; `u32::MAX` for one without a room.
fn dig_rooms(shapes: &[Shape], order: &[usize], map: &mut Map, cx: &mut Context<'_>) -> Vec<RoomId> {
    let mut ids = vec![RoomId(u32::MAX); shapes.len()];
    for &site in order {
        ids[site] = match &shapes[site] {
            Shape::Rect(rect) => map.dig_room(*rect),
            shape => {
                shape.positions().for_each(|pos| map.tiles[pos] = Tile::Floor);
                map.add_room(shape.clone())
            }
        };
        cx.step_in("room", shapes[site].bounds(), map);
    }
    ids
}

fn dig_passage(link: &Link, ids: &[RoomId], map: &mut Map, cx: &mut Context<'_>) -> PassageId {
    let joins = link.rooms.map(|room| ids[room]);
    let joins: &[RoomId] = match link.joins {
        Some(_) => &joins[..1],
        None => &joins,
    };
    let mut points = Passage::corners(&link.way.line);
    // A passage that ends in another ends in its middle.
    if let Some(junction) = link.way.junction {
        let mut line = link.way.line.clone();
        line.push(junction);
        points = Passage::corners(&line);
    }
    let id = map.dig_passage(1, &points, joins);
    cx.step_passage("passage", map);
    id
}

/// Digs the ways in, with their doors and exits. An entrance without a line is an exit in its room,
/// in the middle of a side.
fn dig_entrances(
    style: &Style,
    entrances: &[Entrance],
    (sites, ids): (&[Site], &[RoomId]),
    map: &mut Map,
    cx: &mut Context<'_>,
) {
    for (index, Entrance { room, line, out }) in (0..).zip(entrances) {
        if let Some(&last) = line.last() {
            let passage = map.dig_passage(1, &Passage::corners(line), &[ids[*room]]);
            // A door needs floor on both sides.
            if line.len() > 1 {
                let (kind, state) = fittings::front_door(style, &mut cx.seed("front doors").nth(index).rng());
                let joins = [Place::Room(ids[*room]), Place::Passage(passage)];
                map.add_door(line[0], out.opposite(), kind, state, &joins);
            }
            map.exits.push(Exit { pos: last, extra: Extra::default() });
        } else {
            let pos = cardinal(sites[*room].rect, *out).step(out.opposite());
            map.exits.push(Exit { pos, extra: Extra::default() });
        }
    }
}

/// Widens straight stretches of the passages where there is space.
fn widen(style: &Style, links: &[Link], occupancy: &mut Occupancy, map: &mut Map) {
    if style.width < 2 {
        return;
    }
    let (before, after) = Passage::reach(style.width);
    let mut orbits: Vec<usize> = links.iter().map(|link| link.orbit).collect();
    orbits.dedup();
    for orbit in orbits {
        let images: Vec<(usize, &Link)> = links.iter().enumerate().filter(|(_, link)| link.orbit == orbit).collect();
        let stretches = |link: &Link| {
            let trim = (1 + before.max(after)) as usize;
            let line = &link.way.line;
            let inner = if line.len() > 2 * trim { line[trim..line.len() - trim].to_vec() } else { Vec::new() };
            let corners = Passage::corners(&inner);
            corners.windows(2).map(|ends| (ends[0], ends[1])).collect::<Vec<_>>()
        };
        let legs: Vec<Vec<(Pos, Pos)>> = images.iter().map(|(_, link)| stretches(link)).collect();
        for leg in 0..legs.first().map_or(0, Vec::len) {
            let rects: Vec<Rect> = legs
                .iter()
                .filter_map(|legs| legs.get(leg))
                .map(|&(a, b)| {
                    let line = Rect::spanning(a, b);
                    Rect::new(
                        line.x - before,
                        line.y - before,
                        line.width + before + after,
                        line.height + before + after,
                    )
                })
                .collect();
            let free = |(rect, &(name, _)): (&Rect, &(usize, &Link))| {
                rect.positions().all(|pos| occupancy.at(pos) & (ROOM | MARGIN | BLOCKED | DOOR) == 0)
                    && rect
                        .grown(1)
                        .positions()
                        .all(|pos| occupancy.at(pos) & PASSAGE == 0 || occupancy.owner(pos) == name as u32)
            };
            let apart = rects
                .iter()
                .enumerate()
                .all(|(at, rect)| rects[..at].iter().all(|other| !rect.grown(1).overlaps(*other)));
            if apart && rects.iter().zip(&images).all(free) {
                for (rect, &(name, _)) in rects.iter().zip(&images) {
                    let line: Vec<Pos> = rect.positions().collect();
                    line.iter().for_each(|&pos| occupancy.add_passage(name as u32, &[pos], [None, None]));
                }
                for legs in &legs {
                    if let Some(&(a, b)) = legs.get(leg) {
                        map.dig_passage(style.width, &[a, b], &[]);
                    }
                }
            }
        }
    }
}

/// Finds straight paths from rooms to the edge of the map, the shortest first, at most one per
/// room; ties go to the bottom. All of them are at the edge of the dungeon, and most at the edge of
/// the map. A mirrored dungeon is entered on its axis, a linear one at its start. If passages lie
/// around all rooms, a room at the edge leads outside.
fn entrances(
    style: &Style,
    group: Group,
    sites: &[Site],
    reached: &[bool],
    occupancy: &Occupancy,
    wanted: usize,
) -> Vec<Entrance> {
    let mut found = Vec::new();
    let mirrored = group.turns.get(1) == Some(&Turn::Mirrored);
    // A fortress is entered from outside.
    let outermost = sites.iter().map(|site| site.ring).max().unwrap_or(0);
    for (room, site) in sites
        .iter()
        .enumerate()
        .filter(|(room, site)| reached[*room] && !site.great && !site.sanctum && site.ring == outermost)
    {
        for (rank, out) in WAYS_IN.into_iter().enumerate() {
            let lanes = occupancy.doorsteps(site, out).filter(|&pos| is_lane(style.lanes(), pos, out));
            let doorsteps: Vec<Pos> = lanes.collect();
            let Some(&start) = doorsteps.get(doorsteps.len() / 2) else { continue };
            let on_axis = mirrored && group.pos(Turn::Mirrored, start) == start;
            let begins = room == 0 && style.archetype == Archetype::Crypt && !mirrored;
            let rank_first = match (on_axis, begins) {
                (true, _) => rank,
                (_, true) => 0,
                _ => WAYS_IN.len(),
            };
            if let Some((far, line)) = straight_out(occupancy, start, out, if on_axis { 24 } else { 12 }) {
                found.push(((far > line.len(), rank_first, far, rank, room), Entrance { room, line, out }));
            }
        }
    }
    found.sort_by_key(|(key, _)| *key);
    let mut entrances: Vec<Entrance> = Vec::new();
    for (_, entrance) in found {
        let apart = |other: &Entrance| {
            let near = |pos: &Pos| entrance.line.iter().any(|own| own.manhattan(*pos) <= 1);
            other.room != entrance.room && !other.line.iter().any(near)
        };
        if entrances.len() < wanted && entrances.iter().all(apart) {
            entrances.push(entrance);
        }
    }
    if entrances.is_empty() {
        entrances.extend(side_entrance(sites, reached, occupancy));
    }
    entrances
}

/// Sides of a room in the order in which an entrance is looked for.
const WAYS_IN: [Dir; 4] = [Dir::South, Dir::West, Dir::East, Dir::North];

/// Finds an entrance where no room has a straight path out from the middle of a side: a path from
/// anywhere on a side, or else the room nearest to the edge of the map, which leads outside itself.
fn side_entrance(sites: &[Site], reached: &[bool], occupancy: &Occupancy) -> Option<Entrance> {
    let rooms = || sites.iter().enumerate().filter(|(room, _)| reached[*room]);
    let sides = || rooms().flat_map(|(room, site)| WAYS_IN.into_iter().map(move |out| (room, site, out)));
    let paths = sides().flat_map(|(room, site, out)| {
        let lines = occupancy.doorsteps(site, out).filter_map(move |start| straight_out(occupancy, start, out, 12));
        lines.map(move |(far, line)| (far, Entrance { room, line, out }))
    });
    let path = paths.min_by_key(|(far, _)| *far).map(|(_, entrance)| entrance);
    path.or_else(|| {
        let to_edge = |&(_, site, out): &(usize, &Site, Dir)| match out {
            Dir::North => site.rect.y,
            Dir::South => occupancy.size.height - site.rect.bottom(),
            Dir::West => site.rect.x,
            Dir::East => occupancy.size.width - site.rect.right(),
        };
        let is_free = |&(_, site, out): &(usize, &Site, Dir)| occupancy.at(cardinal(site.rect, out)) & DOOR == 0;
        let nearest = sides().filter(is_free).min_by_key(to_edge).or_else(|| sides().min_by_key(to_edge));
        nearest.map(|(room, _, out)| Entrance { room, line: Vec::new(), out })
    })
}

/// Returns the cells of an exit path from the doorstep and the distance to the edge, if nothing
/// blocks it. Where the edge is further than `longest` cells, which would look like a mistake, the
/// path ends in the rock outside the dungeon.
fn straight_out(occupancy: &Occupancy, start: Pos, out: Dir, longest: usize) -> Option<(usize, Vec<Pos>)> {
    /// Length of a path that ends in the rock.
    const ROCK_EXIT_LENGTH: usize = 5;
    let inside = occupancy.size.rect().grown(-1);
    let mut line = vec![start];
    let mut pos = start.step(out);
    while inside.contains(pos) {
        if occupancy.at(pos) & (ROOM | MARGIN | BLOCKED | PASSAGE | BESIDE | DOOR) != 0 {
            return None;
        }
        line.push(pos);
        pos = pos.step(out);
    }
    let free = |pos: &Pos| inside.contains(*pos) && occupancy.at(*pos) & (BESIDE | PASSAGE | DOOR | BLOCKED) == 0;
    if !line.iter().all(free) {
        return None;
    }
    let far = line.len();
    line.truncate(if far > longest { ROCK_EXIT_LENGTH } else { far });
    Some((far, line))
}

/// Places stairs in straight stretches of passages, alternating down and up. Stairs up lead in, so
/// they are not behind the locked doors of the mission.
fn stairs(wanted: u32, (links, sites, locked): (&[Link], &[Site], &[Pos]), map: &mut Map, cx: &mut Context<'_>) {
    let mut open = map.walkable();
    locked.iter().for_each(|&pos| open.remove(pos));
    let entrance = map.exits.first().map(|exit| exit.pos);
    let before_locks = entrance.filter(|_| !locked.is_empty()).map(|entrance| open.flood(entrance));
    let mut rng = cx.rng("stairs");
    let open = |map: &Map, pos: Pos, dir: Dir| map.tiles.get(pos.step(dir)).is_some_and(|tile| tile.is_walkable());
    let mut spots: Vec<Pos> =
        links.iter().flat_map(|link| link.way.line.iter().skip(2).rev().skip(2).copied()).collect();
    spots.retain(|&pos| {
        let [north, east, south, west] = Dir::ALL.map(|dir| open(map, pos, dir));
        north == south && east == west && north != east
    });
    rng.shuffle(&mut spots);
    // Rooms are used where passages are too short.
    let mut rooms: Vec<Pos> = sites.iter().map(|site| site.rect.center()).collect();
    rng.shuffle(&mut rooms);
    spots.extend(rooms);
    let mut placed: u32 = 0;
    for pos in spots {
        if placed == wanted {
            return;
        }
        let apart = map.stairs.iter().all(|other| other.pos.manhattan(pos) > 6);
        let dir = if placed.is_multiple_of(2) { Level::Down } else { Level::Up };
        let suits = dir == Level::Down || before_locks.as_ref().is_none_or(|cells| cells.contains(pos));
        if apart && suits && map.tiles[pos] == Tile::Floor && map.exits.iter().all(|exit| exit.pos != pos) {
            let stairs = Stairs { pos, dir, extra: Extra::default() };
            map.tiles[pos] = stairs.tile();
            map.stairs.push(stairs);
            placed += 1;
        }
    }
    if placed < wanted {
        let why = "not enough straight passages and rooms are far enough apart".to_owned();
        cx.note(map, "stairs", wanted.into(), placed.into(), why);
    }
}

/// Drops the passages of dropped rooms, and updates the indices of passages that end in each other.
fn give_up(links: &mut Vec<Link>, reached: &[bool]) {
    let kept = |link: &Link| reached[link.rooms[0]];
    let mut places = Vec::with_capacity(links.len());
    let mut next = 0;
    for link in links.iter() {
        places.push(next);
        next += usize::from(kept(link));
    }
    links.retain(kept);
    links.iter_mut().for_each(|link| link.joins = link.joins.map(|other| places[other]));
}
