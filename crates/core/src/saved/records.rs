//! Reads rooms, passages, doors and the other records of a map.

use super::bounded::Input;
use super::keys;
use super::rows::Mask;
use crate::base::error::Error;
use crate::base::grid::{Dir, Pos, Rect};
use crate::map::{
    CellSet, Decoration, Door, DoorId, DoorKind, DoorState, Entity, EntityKind, Exit, Label, Level, Lock, Mission,
    Movement, Note, Passage, PassageId, Place, Room, RoomId, Shape, Stairs, Symmetry, Tags, Zone, ZoneId,
};
use smallvec::SmallVec;
use std::borrow::Cow;

/// Maximum width of a passage.
const MAX_WIDTH: i64 = 1000;

/// The bounds of a record, whose fields are read one by one.
#[derive(Default)]
struct Bounds {
    rect: Rect,
    rows: Option<Mask>,
}

impl Bounds {
    /// Reads a key of the bounds. Returns false if it is another key.
    fn field(&mut self, input: &mut Input<'_>, key: &str) -> Result<bool, Error> {
        match key {
            "x" => self.rect.x = input.count()?,
            "y" => self.rect.y = input.count()?,
            "width" => self.rect.width = input.side()?,
            "height" => self.rect.height = input.side()?,
            "rows" => self.rows = Some(Mask::read(input)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn pos(&self) -> Pos {
        self.rect.origin()
    }

    fn cells(self, input: &Input<'_>) -> Result<CellSet, Error> {
        match self.rows {
            Some(rows) => rows.into_cells(input, self.rect),
            None => Err(input.bad("rows is missing: it says which cells belong to it")),
        }
    }
}

pub(super) fn room(input: &mut Input<'_>) -> Result<Room, Error> {
    let (mut id, mut number, mut shape, mut tags) = (RoomId(0), 0, Shape::Rect(Rect::default()), Tags::new());
    let extra = input.record(keys::ROOM, &["id", "number", "shape"], |input, key| {
        match key {
            "id" => id = RoomId(input.id()?),
            "number" => number = input.id()?,
            "shape" => shape = self::shape(input)?,
            _ => tags = input.tags()?,
        }
        Ok(())
    })?;
    Ok(Room { id, number, shape, tags, extra })
}

fn shape(input: &mut Input<'_>) -> Result<Shape, Error> {
    let mut bounds = Bounds::default();
    let mut kind = String::new();
    input.exactly(keys::SHAPE, &["kind", "x", "y", "width", "height"], |input, key| {
        if !bounds.field(input, key)? {
            kind = input.string()?;
        }
        Ok(())
    })?;
    match (kind.as_str(), &bounds.rows) {
        ("cells", _) => bounds.cells(input).map(|cells| Shape::Cells(Box::new(cells))),
        ("rect" | "circle", Some(_)) => Err(input.bad(format!("a {kind} has no rows; only cells have"))),
        ("rect", None) => Ok(Shape::Rect(bounds.rect)),
        ("circle", None) if bounds.rect.width == bounds.rect.height => Ok(Shape::Circle(bounds.rect)),
        ("circle", None) => Err(input.bad("the width and height of a circle must be equal")),
        _ => Err(input.unknown_word(&kind, &["rect", "circle", "cells"])),
    }
}

pub(super) fn passage(input: &mut Input<'_>) -> Result<Passage, Error> {
    let (mut id, mut width, mut points, mut joins) = (PassageId(0), 1, SmallVec::new(), SmallVec::new());
    let mut ends_in = None;
    let extra = input.record(keys::PASSAGE, &["id", "width", "points"], |input, key| match key {
        "id" => {
            id = PassageId(input.id()?);
            Ok(())
        }
        "width" => {
            width = input.whole(1..=MAX_WIDTH)? as i32;
            Ok(())
        }
        "ends_in" => {
            ends_in = Some(PassageId(input.id()?));
            Ok(())
        }
        "points" => input.list(|input| {
            input.count_record()?;
            points.push(point(input)?);
            Ok(())
        }),
        _ => input.list(|input| {
            input.count_record()?;
            joins.push(RoomId(input.id()?));
            Ok(())
        }),
    })?;
    Ok(Passage { id, width, points, joins, ends_in, extra })
}

fn point(input: &mut Input<'_>) -> Result<Pos, Error> {
    let (mut numbers, mut count) = ([0; 2], 0);
    input.list(|input| {
        let Some(number) = numbers.get_mut(count) else {
            return Err(input.bad("a point has two numbers: [x, y]"));
        };
        *number = input.count()?;
        count += 1;
        Ok(())
    })?;
    if count < 2 {
        return Err(input.bad("a point has two numbers: [x, y]"));
    }
    Ok(Pos::new(numbers[0], numbers[1]))
}

/// Reads a door and its facing, which is `None` if the file has none.
pub(super) fn door(input: &mut Input<'_>) -> Result<(Door, Option<Dir>), Error> {
    let (mut id, mut at, mut facing, mut joins) = (DoorId(0), Bounds::default(), None, SmallVec::new());
    let (mut kind, mut state) = (DoorKind::Door, DoorState::Closed);
    let extra = input.record(keys::DOOR, &["id", "x", "y", "kind", "state"], |input, key| {
        match key {
            "id" => id = DoorId(input.id()?),
            "facing" => facing = Some(input.word()?),
            "kind" => kind = input.word()?,
            "state" => state = input.word()?,
            "joins" => input.list(|input| {
                input.count_record()?;
                joins.push(side(input)?);
                Ok(())
            })?,
            _ => {
                at.field(input, key)?;
            }
        }
        Ok(())
    })?;
    let door = Door { id, pos: at.pos(), facing: facing.unwrap_or(Dir::South), kind, state, joins, extra };
    Ok((door, facing))
}

fn side(input: &mut Input<'_>) -> Result<Place, Error> {
    let mut place = None;
    input.exactly(keys::SIDE, &[], |input, key| {
        let id = input.id()?;
        let this = if key == "room" { Place::Room(RoomId(id)) } else { Place::Passage(PassageId(id)) };
        match place.replace(this) {
            None => Ok(()),
            Some(_) => Err(input.bad("a side of a door is a room or a passage, not both")),
        }
    })?;
    place.ok_or_else(|| input.bad("a side of a door is {\"room\": id} or {\"passage\": id}"))
}

pub(super) fn stairs(input: &mut Input<'_>) -> Result<Stairs, Error> {
    let (mut at, mut dir) = (Bounds::default(), Level::Down);
    let extra = input.record(keys::STAIRS, keys::STAIRS, |input, key| {
        if !at.field(input, key)? {
            dir = input.word()?;
        }
        Ok(())
    })?;
    Ok(Stairs { pos: at.pos(), dir, extra })
}

pub(super) fn exit(input: &mut Input<'_>) -> Result<Exit, Error> {
    let mut at = Bounds::default();
    let extra = input.record(keys::EXIT, keys::EXIT, |input, key| at.field(input, key).map(|_| ()))?;
    Ok(Exit { pos: at.pos(), extra })
}

pub(super) fn zone(input: &mut Input<'_>) -> Result<Zone, Error> {
    let (mut id, mut at, mut tags, mut elements) = (ZoneId(0), Bounds::default(), Tags::new(), Vec::new());
    let extra = input.record(keys::ZONE, &keys::ZONE[..6], |input, key| {
        match key {
            "id" => id = ZoneId(input.id()?),
            "tags" => tags = input.tags()?,
            "elements" => input.list(|input| {
                input.count_record()?;
                elements.push(side(input)?);
                Ok(())
            })?,
            _ => {
                at.field(input, key)?;
            }
        }
        Ok(())
    })?;
    Ok(Zone { id, cells: at.cells(input)?, tags, elements, extra })
}

pub(super) fn entity(input: &mut Input<'_>) -> Result<Entity, Error> {
    let (mut kind, mut at, mut name) = (EntityKind::Start, Bounds::default(), String::new());
    let extra = input.record(keys::ENTITY, &["kind", "x", "y"], |input, key| {
        match key {
            "kind" => kind = input.word()?,
            "name" => name = input.string()?,
            _ => {
                at.field(input, key)?;
            }
        }
        Ok(())
    })?;
    Ok(Entity { kind, pos: at.pos(), name: Cow::Owned(name), extra })
}

pub(super) fn decoration(input: &mut Input<'_>) -> Result<Decoration, Error> {
    let (mut kind, mut at, mut tags) = (String::new(), Bounds::default(), Tags::new());
    let extra = input.record(keys::DECORATION, &["kind", "x", "y"], |input, key| {
        match key {
            "kind" => kind = input.string()?,
            "tags" => tags = input.tags()?,
            _ => {
                at.field(input, key)?;
            }
        }
        Ok(())
    })?;
    Ok(Decoration { kind: Cow::Owned(kind), pos: at.pos(), tags, extra })
}

pub(super) fn label(input: &mut Input<'_>) -> Result<Label, Error> {
    let (mut at, mut text) = (Bounds::default(), String::new());
    let extra = input.record(keys::LABEL, keys::LABEL, |input, key| {
        match key {
            "text" => text = input.string()?,
            _ => {
                at.field(input, key)?;
            }
        }
        Ok(())
    })?;
    Ok(Label { pos: at.pos(), text, extra })
}

pub(super) fn mission(input: &mut Input<'_>) -> Result<Mission, Error> {
    let (mut goal, mut locks) = (RoomId(0), Vec::new());
    input.exactly(keys::MISSION, keys::MISSION, |input, key| {
        match key {
            "goal" => goal = RoomId(input.id()?),
            _ => locks = input.records(lock)?,
        }
        Ok(())
    })?;
    Ok(Mission { goal, locks })
}

fn lock(input: &mut Input<'_>) -> Result<Lock, Error> {
    let (mut door, mut at) = (DoorId(0), Bounds::default());
    input.exactly(keys::LOCK, keys::LOCK, |input, key| {
        if !at.field(input, key)? {
            door = DoorId(input.id()?);
        }
        Ok(())
    })?;
    Ok(Lock { door, key: at.pos() })
}

pub(super) fn symmetry(input: &mut Input<'_>) -> Result<Symmetry, Error> {
    let (mut by, mut at, mut free_percent, mut images) = (Movement::Mirror, Bounds::default(), 0, Vec::new());
    input.exactly(keys::SYMMETRY, keys::SYMMETRY, |input, key| {
        match key {
            "by" => by = input.word()?,
            "free_percent" => free_percent = input.whole(0..=100)? as u32,
            "images" => images = input.records(rooms)?,
            _ => {
                at.field(input, key)?;
            }
        }
        Ok(())
    })?;
    Ok(Symmetry { by, area: at.rect, free_percent, images })
}

fn rooms(input: &mut Input<'_>) -> Result<SmallVec<[RoomId; 4]>, Error> {
    let mut rooms = SmallVec::new();
    input.list(|input| {
        input.count_record()?;
        rooms.push(RoomId(input.id()?));
        Ok(())
    })?;
    Ok(rooms)
}

pub(super) fn note(input: &mut Input<'_>) -> Result<Note, Error> {
    let [mut step, mut what, mut why] = [const { String::new() }; 3];
    let (mut asked, mut delivered) = (0, 0);
    input.exactly(keys::NOTE, keys::NOTE, |input, key| {
        match key {
            "step" => step = input.string()?,
            "what" => what = input.string()?,
            "asked" => asked = input.whole(i64::MIN..=i64::MAX)?,
            "delivered" => delivered = input.whole(i64::MIN..=i64::MAX)?,
            _ => why = input.string()?,
        }
        Ok(())
    })?;
    Ok(Note { step, what, asked, delivered, why })
}
