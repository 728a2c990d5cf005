//! Writes a map row by row and record by record, through one buffer that is reused.

use super::{FORMAT, VERSION, keys};
use crate::base::grid::{Pos, Rect};
use crate::base::tile::Tile;
use crate::map::{
    CellSet, Decoration, Door, Entity, Exit, Extra, Label, Map, Mission, Passage, Room, Shape, Stairs, Symmetry, Zone,
};
use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io::{self, Write};

/// Buffer size at which it is flushed.
const FULL: usize = 1 << 16;

/// The byte of every tile, by its code. None of them needs an escape.
const BYTES: [u8; Tile::ALL.len()] = {
    let mut bytes = [0; Tile::ALL.len()];
    let mut code = 0;
    while code < bytes.len() {
        bytes[code] = Tile::ALL[code].1 as u8;
        code += 1;
    }
    bytes
};

/// The eight cells of every byte of a mask.
static MEMBERS: [[u8; 8]; 256] = {
    let mut members = [[b'.'; 8]; 256];
    let mut cell = 0;
    while cell < 256 * 8 {
        if (cell / 8) >> (cell % 8) & 1 == 1 {
            members[cell / 8][cell % 8] = b'#';
        }
        cell += 1;
    }
    members
};

/// Writes the whole file.
pub(super) fn map(map: &Map, to: &mut dyn Write) -> io::Result<()> {
    let mut out = Out { to, buffer: Vec::with_capacity(FULL + FULL / 4), fresh: true };
    out.buffer.push(b'{');
    out.line("format", &FORMAT);
    out.line("version", &VERSION);
    out.line("size", &map.size());
    out.line("seed", &map.source.seed.number().to_string());
    out.start("source");
    source(&mut out, map);
    out.each("tiles", map.tiles.rows(), tiles)?;
    out.each("rooms", &map.rooms, room)?;
    out.each("passages", &map.passages, passage)?;
    out.each("doors", &map.doors, door)?;
    out.each("stairs", &map.stairs, stairs)?;
    out.each("exits", &map.exits, exit)?;
    out.each("zones", &map.zones, zone)?;
    out.each("entities", &map.entities, entity)?;
    out.each("decorations", &map.decorations, decoration)?;
    if !map.labels.is_empty() {
        out.each("labels", &map.labels, label)?;
    }
    if let Some(grid) = &map.grid {
        out.line("grid", grid);
    }
    if let Some(mission) = &map.mission {
        out.start("mission");
        self::mission(&mut out, mission)?;
    }
    if let Some(symmetry) = &map.symmetry {
        out.start("symmetry");
        self::symmetry(&mut out, symmetry)?;
    }
    if let Some(setting) = &map.setting {
        out.line("setting", setting);
    }
    if !map.themes.is_empty() {
        out.each("themes", &map.themes, plain)?;
    }
    if !map.source.edits.is_empty() {
        out.each("edits", &map.source.edits, plain)?;
    }
    out.line("stats", &map.stats);
    out.each("notes", &map.notes, plain)?;
    for (key, value) in unknown(&map.extra, keys::MAP) {
        out.line(key, value);
        out.spill()?;
    }
    out.buffer.extend_from_slice(b"\n}\n");
    out.to.write_all(&out.buffer)
}

/// Writes a record that serializes as it is written.
fn plain(out: &mut Out<'_>, record: &impl Serialize) -> io::Result<()> {
    out.json(record);
    Ok(())
}

fn source(out: &mut Out<'_>, map: &Map) {
    let origin = &map.source.origin;
    out.open();
    out.field("recipe", &origin.recipe);
    out.field("revisions", &origin.revisions);
    out.field("program", &origin.program);
    out.field("promises", &map.source.promises.names().collect::<Vec<_>>());
    out.close(&Extra::default(), keys::SOURCE);
}

fn tiles(out: &mut Out<'_>, row: &[Tile]) -> io::Result<()> {
    out.buffer.push(b'"');
    out.buffer.extend(row.iter().map(|tile| BYTES[usize::from(tile.code())]));
    out.buffer.push(b'"');
    Ok(())
}

fn room(out: &mut Out<'_>, room: &Room) -> io::Result<()> {
    out.open();
    out.field("id", &room.id);
    out.field("number", &room.number);
    out.key("shape");
    out.open();
    let (kind, bounds) = match &room.shape {
        Shape::Rect(rect) => ("rect", *rect),
        Shape::Circle(square) => ("circle", *square),
        Shape::Cells(cells) => ("cells", cells.bounds()),
    };
    out.field("kind", kind);
    out.rect(bounds);
    if let Shape::Cells(cells) = &room.shape {
        mask(out, cells)?;
    }
    out.close(&Extra::default(), keys::SHAPE);
    out.field("tags", &room.tags);
    out.close(&room.extra, keys::ROOM);
    Ok(())
}

fn passage(out: &mut Out<'_>, passage: &Passage) -> io::Result<()> {
    let points: Vec<[i32; 2]> = passage.points.iter().map(|point| [point.x, point.y]).collect();
    out.open();
    out.field("id", &passage.id);
    out.field("width", &passage.width);
    out.field("points", &points);
    out.field("joins", &passage.joins[..]);
    if let Some(id) = &passage.ends_in {
        out.field("ends_in", id);
    }
    out.close(&passage.extra, keys::PASSAGE);
    Ok(())
}

fn door(out: &mut Out<'_>, door: &Door) -> io::Result<()> {
    out.open();
    out.field("id", &door.id);
    out.pos(door.pos);
    out.field("facing", &door.facing);
    out.field("kind", &door.kind);
    out.field("state", &door.state);
    out.field("joins", &door.joins[..]);
    out.close(&door.extra, keys::DOOR);
    Ok(())
}

fn stairs(out: &mut Out<'_>, stairs: &Stairs) -> io::Result<()> {
    out.open();
    out.pos(stairs.pos);
    out.field("dir", &stairs.dir);
    out.close(&stairs.extra, keys::STAIRS);
    Ok(())
}

fn exit(out: &mut Out<'_>, exit: &Exit) -> io::Result<()> {
    out.open();
    out.pos(exit.pos);
    out.close(&exit.extra, keys::EXIT);
    Ok(())
}

fn zone(out: &mut Out<'_>, zone: &Zone) -> io::Result<()> {
    out.open();
    out.field("id", &zone.id);
    out.rect(zone.cells.bounds());
    mask(out, &zone.cells)?;
    out.field("tags", &zone.tags);
    if !zone.elements.is_empty() {
        out.field("elements", &zone.elements);
    }
    out.close(&zone.extra, keys::ZONE);
    Ok(())
}

fn entity(out: &mut Out<'_>, entity: &Entity) -> io::Result<()> {
    out.open();
    out.field("kind", &entity.kind);
    out.pos(entity.pos);
    out.field("name", &entity.name);
    out.close(&entity.extra, keys::ENTITY);
    Ok(())
}

fn decoration(out: &mut Out<'_>, decoration: &Decoration) -> io::Result<()> {
    out.open();
    out.field("kind", &decoration.kind);
    out.pos(decoration.pos);
    out.field("tags", &decoration.tags);
    out.close(&decoration.extra, keys::DECORATION);
    Ok(())
}

fn label(out: &mut Out<'_>, label: &Label) -> io::Result<()> {
    out.open();
    out.pos(label.pos);
    out.field("text", &label.text);
    out.close(&label.extra, keys::LABEL);
    Ok(())
}

fn mission(out: &mut Out<'_>, mission: &Mission) -> io::Result<()> {
    out.open();
    out.field("goal", &mission.goal);
    out.key("locks");
    out.listed(&mission.locks, |out, lock| {
        out.open();
        out.field("door", &lock.door);
        out.pos(lock.key);
        out.close(&Extra::default(), keys::LOCK);
    })?;
    out.close(&Extra::default(), keys::MISSION);
    Ok(())
}

fn symmetry(out: &mut Out<'_>, symmetry: &Symmetry) -> io::Result<()> {
    out.open();
    out.field("by", &symmetry.by);
    out.rect(symmetry.area);
    out.field("free_percent", &symmetry.free_percent);
    out.key("images");
    out.listed(&symmetry.images, |out, rooms| out.json(&rooms[..]))?;
    out.close(&Extra::default(), keys::SYMMETRY);
    Ok(())
}

/// Writes the rows of a mask on the line of their record, which may be as long as the whole map.
fn mask(out: &mut Out<'_>, cells: &CellSet) -> io::Result<()> {
    let size = cells.bounds().size();
    out.key("rows");
    out.buffer.push(b'[');
    for y in 0..size.height {
        out.buffer.extend_from_slice(if y == 0 { b"\"" } else { b", \"" });
        let start = out.buffer.len();
        let bytes = cells.mask().row(y).iter().flat_map(|word| word.to_le_bytes());
        bytes.for_each(|byte| out.buffer.extend_from_slice(&MEMBERS[usize::from(byte)]));
        out.buffer.truncate(start + size.width as usize);
        out.buffer.push(b'"');
        out.spill()?;
    }
    out.buffer.push(b']');
    Ok(())
}

/// Returns the keys that another program added, except those that would repeat a known key.
fn unknown<'a>(extra: &'a Extra, known: &'a [&str]) -> impl Iterator<Item = (&'a String, &'a serde_json::Value)> {
    extra.iter().filter(|(key, _)| !known.contains(&key.as_str()))
}

struct Out<'a> {
    to: &'a mut dyn Write,
    buffer: Vec<u8>,
    /// True while the current object has no keys yet.
    fresh: bool,
}

impl Out<'_> {
    fn spill(&mut self) -> io::Result<()> {
        if self.buffer.len() >= FULL {
            self.to.write_all(&self.buffer)?;
            self.buffer.clear();
        }
        Ok(())
    }

    fn json(&mut self, value: &(impl Serialize + ?Sized)) {
        let mut serializer = Serializer::with_formatter(&mut self.buffer, Spaced);
        value.serialize(&mut serializer).expect("plain data, written to memory");
    }

    /// Starts a top-level key on a new line.
    fn start(&mut self, key: &str) {
        self.buffer.extend_from_slice(if self.fresh { b"\n  " } else { b",\n  " });
        self.fresh = false;
        self.json(key);
        self.buffer.extend_from_slice(b": ");
    }

    fn line(&mut self, key: &str, value: &(impl Serialize + ?Sized)) {
        self.start(key);
        self.json(value);
    }

    /// Writes a list with one line per item.
    fn each<T>(
        &mut self,
        key: &str,
        items: impl IntoIterator<Item = T>,
        write: impl Fn(&mut Self, T) -> io::Result<()>,
    ) -> io::Result<()> {
        self.start(key);
        self.buffer.push(b'[');
        let mut empty = true;
        for item in items {
            self.buffer.extend_from_slice(if empty { b"\n    " } else { b",\n    " });
            empty = false;
            write(self, item)?;
            self.spill()?;
        }
        self.buffer.extend_from_slice(if empty { b"]" } else { b"\n  ]" });
        Ok(())
    }

    /// Writes a list on the line of its object.
    fn listed<T>(&mut self, items: &[T], write: impl Fn(&mut Self, &T)) -> io::Result<()> {
        self.buffer.push(b'[');
        for (index, item) in items.iter().enumerate() {
            self.buffer.extend_from_slice(if index == 0 { b"" } else { b", " });
            write(self, item);
            self.spill()?;
        }
        self.buffer.push(b']');
        Ok(())
    }

    fn open(&mut self) {
        self.buffer.push(b'{');
        self.fresh = true;
    }

    fn close(&mut self, extra: &Extra, known: &[&str]) {
        unknown(extra, known).for_each(|(key, value)| self.field(key, value));
        self.buffer.push(b'}');
        self.fresh = false;
    }

    fn key(&mut self, key: &str) {
        if !self.fresh {
            self.buffer.extend_from_slice(b", ");
        }
        self.fresh = false;
        self.json(key);
        self.buffer.extend_from_slice(b": ");
    }

    fn field(&mut self, key: &str, value: &(impl Serialize + ?Sized)) {
        self.key(key);
        self.json(value);
    }

    fn pos(&mut self, pos: Pos) {
        self.field("x", &pos.x);
        self.field("y", &pos.y);
    }

    fn rect(&mut self, rect: Rect) {
        self.pos(rect.origin());
        self.field("width", &rect.width);
        self.field("height", &rect.height);
    }
}

/// Formats JSON on one line with a space after every comma and colon.
struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + Write>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        to.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, to: &mut W, first: bool) -> io::Result<()> {
        to.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, to: &mut W) -> io::Result<()> {
        to.write_all(b": ")
    }
}
