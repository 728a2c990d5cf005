//! Checks that everything that was read lies on the map. This happens at the end, because a file
//! may state its size last.

use crate::base::error::{Error, ErrorKind};
use crate::base::grid::{Pos, Rect};
use crate::map::Map;

/// Refuses a map with anything outside its tiles, and names the first record outside.
pub(super) fn check(map: &Map) -> Result<(), Error> {
    let point = |pos: Pos| Rect::new(pos.x, pos.y, 1, 1);
    let rooms = map.rooms.iter().map(|room| room.shape.bounds());
    fits(map, "rooms", rooms.enumerate())?;
    let points = map.passages.iter().enumerate();
    let points = points.flat_map(|(index, passage)| passage.points.iter().map(move |&pos| (index, point(pos))));
    fits(map, "passages", points)?;
    fits(map, "doors", map.doors.iter().map(|door| point(door.pos)).enumerate())?;
    fits(map, "zones", map.zones.iter().map(|zone| zone.cells.bounds()).enumerate())?;
    if let Some((list, index, pos)) = map.content_cells().find(|(.., pos)| is_outside(map, point(*pos))) {
        fit(map, &format!("{list}[{index}]"), point(pos))?;
    }
    let locks = map.mission.iter().flat_map(|mission| &mission.locks);
    fits(map, "mission.locks", locks.map(|lock| point(lock.key)).enumerate())?;
    map.symmetry.as_ref().map_or(Ok(()), |symmetry| fit(map, "symmetry", symmetry.area))?;
    bounded(map)
}

/// Rooms and passages may cover the map this many times in total, and this many cells in any case.
const TIMES: u64 = 64;
const SMALL: u64 = 1 << 20;

/// Refuses thousands of records on top of each other: processing all of them would take hours.
fn bounded(map: &Map) -> Result<(), Error> {
    let area = |rect: Rect| u64::from(rect.width.unsigned_abs()) * u64::from(rect.height.unsigned_abs());
    let rooms = map.rooms.iter().map(|room| area(room.shape.bounds()));
    let side = |a: i32, b: i32, width: i32| u64::from(a.abs_diff(b)) + u64::from(width.unsigned_abs());
    let passages = map.passages.iter().flat_map(|passage| {
        let leg = |ends: &[Pos]| {
            side(ends[0].x, ends[1].x, passage.width).saturating_mul(side(ends[0].y, ends[1].y, passage.width))
        };
        passage.points.windows(2).map(leg)
    });
    let covered = rooms.chain(passages).fold(0u64, u64::saturating_add);
    let most = (map.size().area() as u64).saturating_mul(TIMES).max(SMALL);
    if covered > most {
        let message = format!("rooms and passages cover {covered} cells in total; the limit is {most}");
        return Err(Error::new(ErrorKind::TooBig, message));
    }
    Ok(())
}

fn fits(map: &Map, list: &str, mut records: impl Iterator<Item = (usize, Rect)>) -> Result<(), Error> {
    match records.find(|(_, rect)| is_outside(map, *rect)) {
        None => Ok(()),
        Some((index, rect)) => fit(map, &format!("{list}[{index}]"), rect),
    }
}

fn fit(map: &Map, what: &str, rect: Rect) -> Result<(), Error> {
    if !is_outside(map, rect) {
        return Ok(());
    }
    let (Rect { x, y, width, height }, size) = (rect, map.size());
    let message = format!("{what}: {x},{y} of {width}x{height} is not on the map of {size}");
    Err(Error::new(ErrorKind::BadFile, message))
}

fn is_outside(map: &Map, rect: Rect) -> bool {
    let size = map.size();
    // Sums use a wider type, because the numbers may be as large as their type allows.
    let past = |start: i32, length: i32| i64::from(start) + i64::from(length);
    let (right, bottom) = (past(rect.x, rect.width), past(rect.y, rect.height));
    rect.x < 0 || rect.y < 0 || right > size.width.into() || bottom > size.height.into()
}
