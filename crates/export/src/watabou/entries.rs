//! The entries of a file, checked one by one.

use super::{DoorType, Leads};
use crate::error::{Error, ErrorKind};
use mapwright::{Dir, Pos, Rect};
use serde_json::{Map, Value};

/// Largest coordinate, and its negative the smallest.
const MAX_COORDINATE: i64 = 1_000_000;
/// Largest side of a rect.
const MAX_SIDE: i64 = 10_000;
/// Largest room number.
const MAX_NUMBER: i64 = 1_000_000;
/// Longest text, in characters.
const MAX_TEXT: usize = 10_000;

/// A part of the floor.
#[derive(Clone, Debug)]
pub(super) struct RectEntry {
    pub(super) area: Rect,
    pub(super) is_rotunda: bool,
    pub(super) is_ending: bool,
    /// Number of the room, in files of ours.
    pub(super) room: Option<u32>,
}

/// A door, or what else stands in the square of a door.
#[derive(Clone, Debug)]
pub(super) struct DoorEntry {
    pub(super) pos: Pos,
    pub(super) facing: Dir,
    pub(super) kind: DoorType,
    /// In files of ours.
    pub(super) leads: Option<Leads>,
}

/// A text.
#[derive(Clone, Debug)]
pub(super) struct NoteEntry {
    pub(super) text: String,
    /// The number printed on the map.
    pub(super) reference: String,
    pub(super) at: (f64, f64),
}

/// An entry of a list, or the file itself, with its place in the file.
pub(super) struct Entry<'a> {
    /// Place in the file, for example `rects[3]`.
    path: String,
    value: &'a Value,
}

/// Creates the error for a place of the file.
pub(super) fn bad(path: &str, message: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::BadFile, format!("{path}: {message}"))
}

impl<'a> Entry<'a> {
    pub(super) fn new(path: String, value: &'a Value) -> Self {
        Entry { path, value }
    }

    fn object(&self) -> Result<&'a Map<String, Value>, Error> {
        self.value.as_object().ok_or_else(|| self.expected("an object"))
    }

    /// Returns the value of a key, if it is there.
    fn get(&self, key: &str) -> Result<Option<Entry<'a>>, Error> {
        let found = self.object()?.get(key).filter(|value| !value.is_null());
        Ok(found.map(|value| Entry { path: format!("{}.{key}", self.path), value }))
    }

    fn need(&self, key: &str) -> Result<Entry<'a>, Error> {
        self.get(key)?.ok_or_else(|| bad(&self.path, format_args!("`{key}` is missing")))
    }

    fn expected(&self, what: &str) -> Error {
        bad(&self.path, format_args!("expected {what}, found {}", brief(self.value)))
    }

    /// Returns a whole number, also one that is written as `3.0`.
    fn whole(&self, from: i64, to: i64) -> Result<i32, Error> {
        let written = self.value.as_f64().filter(|number| number.fract() == 0.0 && number.abs() < 1e15);
        let whole = self.value.as_i64().or(written.map(|number| number as i64));
        let fits = whole.filter(|number| (from..=to).contains(number));
        fits.map(|number| number as i32).ok_or_else(|| self.expected(&format!("a whole number from {from} to {to}")))
    }

    fn coordinate(&self) -> Result<i32, Error> {
        self.whole(-MAX_COORDINATE, MAX_COORDINATE)
    }

    fn number(&self) -> Result<f64, Error> {
        let fits = self.value.as_f64().filter(|number| number.abs() <= MAX_COORDINATE as f64);
        fits.ok_or_else(|| self.expected(&format!("a number from -{MAX_COORDINATE} to {MAX_COORDINATE}")))
    }

    fn flag(&self) -> Result<bool, Error> {
        self.value.as_bool().ok_or_else(|| self.expected("true or false"))
    }

    /// Returns a text in one line, without control characters.
    pub(super) fn text(&self) -> Result<String, Error> {
        let text = self.value.as_str().ok_or_else(|| self.expected("a text"))?;
        if text.len() > 4 * MAX_TEXT || text.chars().count() > MAX_TEXT {
            let length = text.chars().count();
            return Err(bad(&self.path, format_args!("a text of {length} characters; the limit is {MAX_TEXT}")));
        }
        let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        Ok(clean.trim().to_owned())
    }

    pub(super) fn pos(&self) -> Result<Pos, Error> {
        Ok(Pos::new(self.need("x")?.coordinate()?, self.need("y")?.coordinate()?))
    }

    /// Returns a point, which may lie between squares.
    pub(super) fn point(&self) -> Result<(f64, f64), Error> {
        Ok((self.need("x")?.number()?, self.need("y")?.number()?))
    }

    pub(super) fn room_count(&self) -> Result<u32, Error> {
        Ok(self.whole(0, MAX_NUMBER)? as u32)
    }

    fn flag_at(&self, key: &str) -> Result<bool, Error> {
        self.get(key)?.map_or(Ok(false), |flag| flag.flag())
    }

    pub(super) fn rect(&self) -> Result<RectEntry, Error> {
        let side = |key: &str| self.need(key)?.whole(1, MAX_SIDE);
        let Pos { x, y } = self.pos()?;
        let area = Rect::new(x, y, side("w")?, side("h")?);
        let room = self.get("room")?.map(|room| room.whole(1, MAX_NUMBER)).transpose()?;
        let is_rotunda = self.flag_at("rotunda")?;
        if is_rotunda && area.width != area.height {
            let (width, height) = (area.width, area.height);
            return Err(bad(&self.path, format_args!("a rotunda is as wide as high; this one is {width}x{height}")));
        }
        Ok(RectEntry { area, is_rotunda, is_ending: self.flag_at("ending")?, room: room.map(|room| room as u32) })
    }

    pub(super) fn door(&self) -> Result<DoorEntry, Error> {
        let kind = self.need("type")?.whole(0, DoorType::ALL.len() as i64 - 1)?;
        let dir = self.need("dir")?;
        let (dx, dy) = (dir.need("x")?.whole(-1, 1)?, dir.need("y")?.whole(-1, 1)?);
        let facing = Dir::ALL.into_iter().find(|facing| facing.delta() == (dx, dy));
        let facing = facing
            .ok_or_else(|| bad(&dir.path, format_args!("expected one of 0,-1, 1,0, 0,1 and -1,0, found {dx},{dy}")))?;
        let leads = self.get("leads")?.map(|leads| {
            let known = Leads::ALL.into_iter().find(|(_, word)| leads.value.as_str() == Some(word));
            known.map(|(leads, _)| leads).ok_or_else(|| leads.expected("up, down or out"))
        });
        Ok(DoorEntry { pos: self.pos()?, facing, kind: DoorType::ALL[kind as usize], leads: leads.transpose()? })
    }

    pub(super) fn note(&self) -> Result<NoteEntry, Error> {
        let at = self.need("pos")?.point()?;
        // Other programs write the printed number as a number.
        let reference = self.get("ref")?.map_or(Ok(String::new()), |it| match it.value {
            Value::Number(number) => Ok(number.to_string()),
            _ => it.text(),
        })?;
        Ok(NoteEntry { text: self.need("text")?.text()?, reference, at })
    }
}

/// Returns a value for messages, shortened, on one line.
fn brief(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        Value::String(text) => format!("{:?}", text.chars().take(40).collect::<String>()),
        other => other.to_string(),
    }
}
