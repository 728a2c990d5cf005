//! LDtk: projects with the levels of a campaign.
//!
//! [LDtk](https://ldtk.io) is a level editor with importers for Bevy, Godot, Unity, Excalibur and
//! others. The file is a project by the full schema of version 1.5.3, with the tile set as a
//! picture beside it.
//!
//! A level has a layer of entities, layers of painted tiles, and an IntGrid layer with the code of
//! every tile, where 0 is nothing. Entities are rooms, passages, zones, decorations, doors,
//! stairs, exits, the start, monsters, items, traps, keys and notes. Keys and locked doors, doors
//! and rooms, and the stairs of neighbouring levels refer to each other. Levels of a campaign lie
//! above each other: `worldDepth` is 0 at the top.
//!
//! Files for players have no monsters, items, traps, keys, notes and locks, no tags of rooms, room
//! numbers only if they were asked for, and no seed. Even the instance ids are made from what is
//! visible.

mod defs;
mod entities;
mod ids;
mod kinds;
mod level;

use crate::error::{Error, ErrorKind};
use crate::job::{CampaignEntry, CampaignJob, Job, SideFile};
use defs::{BACKGROUND, FIRST_LEVEL_UID};
use entities::{Neighbours, Reference, entities};
use ids::Ids;
use kinds::{KINDS, LEVEL_FIELDS, PLAYER_LEVEL_FIELDS};
use level::LevelOut;
use mapwright::Seed;
use mapwright_render::TileSheet;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::{Value, json};
use std::io::{BufWriter, Write};

/// Cells of all levels together: LDtk reads a file as one string, which has 512 MB at most, and a
/// cell takes up to 100 bytes in every layer.
const MAX_CELLS: usize = 4_000_000;

/// Writes the map.
pub(crate) fn write(job: &Job<'_>, to: &mut dyn Write) -> Result<Vec<SideFile>, Error> {
    let title = job.title().to_owned();
    write_project(&[Part { number: 1, title, job }], job.seed(), job.stem, to)
}

/// Writes all levels of a campaign.
pub(crate) fn write_campaign(
    levels: &[CampaignEntry<'_>],
    campaign: &CampaignJob<'_>,
    stem: &str,
    to: &mut dyn Write,
) -> Result<Vec<SideFile>, Error> {
    let parts: Vec<Part<'_>> = levels
        .iter()
        .map(|level| {
            // The name of a layout is part of the recipe.
            let title = match level.name {
                name if name.is_empty() || level.job.is_for_players => format!("Level {}", level.number),
                name => name.to_owned(),
            };
            Part { number: level.number, title, job: &level.job }
        })
        .collect();
    let seed = levels.iter().all(|level| !level.job.is_for_players).then_some(campaign.seed);
    write_project(&parts, seed, stem, to)
}

/// A level of a project.
struct Part<'a> {
    number: u32,
    title: String,
    job: &'a Job<'a>,
}

/// Writes a project with these levels, from the top.
fn write_project(
    parts: &[Part<'_>],
    seed: Option<Seed>,
    stem: &str,
    to: &mut dyn Write,
) -> Result<Vec<SideFile>, Error> {
    let Some(first) = parts.first() else {
        return Err(Error::invalid("an LDtk project needs a level; the campaign has none"));
    };
    let cells: usize = parts.iter().map(|part| part.job.map.size().area()).sum();
    if cells > MAX_CELLS {
        let why = format!("LDtk opens files up to 512 MB, which is {MAX_CELLS} tiles; the map has {cells}");
        return Err(Error::new(ErrorKind::TooBig, format!("{why}: make it smaller, or save as tmx or csv")));
    }
    let sheet = first.job.tile_sheet()?;
    let picture = format!("{stem}-tiles.png");
    let ids = Ids::of(seed, parts.iter().map(|part| part.job));
    let neighbour = |index: Option<usize>| index.and_then(|index| parts.get(index));
    let levels = parts.iter().enumerate().map(|(index, part)| {
        let (above, below) = (neighbour(index.checked_sub(1)), neighbour(Some(index + 1)));
        let numbered = |part: Option<&'_ Part<'_>>| part.map(|part| part.number);
        LevelOut {
            job: part.job,
            number: part.number,
            depth: -(index as i32),
            title: part.title.clone(),
            entities: entities(
                part.job,
                &ids,
                part.number,
                &Neighbours {
                    above: above.map(|part| (part.number, part.job.map)),
                    below: below.map(|part| (part.number, part.job.map)),
                },
            ),
            ids: &ids,
            sheet: &sheet,
            picture: &picture,
            above: numbered(above),
            below: numbered(below),
        }
    });
    let project = Project { levels: levels.collect(), ids: &ids, sheet: &sheet, picture: &picture };
    let mut to = BufWriter::with_capacity(1 << 16, to);
    serde_json::to_writer(&mut to, &project).map_err(std::io::Error::from)?;
    to.flush()?;
    let mut bytes = Vec::new();
    sheet.write_png(&mut bytes)?;
    Ok(vec![SideFile { name: picture, bytes }])
}

/// The whole file, to be serialized.
struct Project<'a> {
    levels: Vec<LevelOut<'a>>,
    ids: &'a Ids,
    sheet: &'a TileSheet,
    picture: &'a str,
}

impl Project<'_> {
    /// Returns everything before the definitions.
    fn header(&self) -> Value {
        let tile = self.sheet.tile();
        let side = |most: Option<i32>| most.unwrap_or(1) as u32 * tile;
        let sizes = || self.levels.iter().map(|level| level.job.map.size());
        let (width, height) = (side(sizes().map(|size| size.width).max()), side(sizes().map(|size| size.height).max()));
        let is_for_players = self.levels.iter().any(|level| level.job.is_for_players);
        let level_fields = if is_for_players { PLAYER_LEVEL_FIELDS } else { LEVEL_FIELDS.len() };
        json!({
            "__header__": {
                "fileType": "LDtk Project JSON",
                "app": "LDtk",
                "doc": "https://ldtk.io/json",
                "schema": "https://ldtk.io/files/JSON_SCHEMA.json",
                "appAuthor": "Sebastien 'deepnight' Benard",
                "appVersion": "1.5.3",
                "url": "https://ldtk.io",
            },
            "iid": self.ids.iid(0, "Project", 0),
            "jsonVersion": "1.5.3",
            "appBuildId": 473_702,
            "nextUid": FIRST_LEVEL_UID + self.levels.iter().map(|level| level.number).max().unwrap_or(0) + 1,
            "identifierStyle": "Free",
            "toc": self.contents(),
            "worldLayout": "Free",
            "worldGridWidth": width,
            "worldGridHeight": height,
            "defaultLevelWidth": width,
            "defaultLevelHeight": height,
            "defaultPivotX": 0,
            "defaultPivotY": 0,
            "defaultGridSize": tile,
            "defaultEntityWidth": tile,
            "defaultEntityHeight": tile,
            "bgColor": BACKGROUND,
            "defaultLevelBgColor": BACKGROUND,
            "minifyJson": true,
            "externalLevels": false,
            "exportTiled": false,
            "simplifiedExport": false,
            "imageExportMode": "None",
            "exportLevelBg": true,
            "pngFilePattern": null,
            "backupOnSave": false,
            "backupLimit": 10,
            "backupRelPath": null,
            "levelNamePattern": "Level_%idx1",
            "tutorialDesc": null,
            "customCommands": [],
            "flags": [],
            "defs": defs::definitions(self.sheet, self.picture, level_fields),
        })
    }

    /// Returns the table of contents: where games look for the start, stairs, exits and keys.
    fn contents(&self) -> Value {
        let tile = self.sheet.tile() as i32;
        let instances = |kind: &'static str| {
            let all = self.levels.iter().flat_map(|level| level.entities.iter().map(move |it| (level.number, it)));
            let all = all.filter(move |(_, it)| it.kind().identifier == kind);
            all.map(move |(level, it)| {
                json!({
                    "iids": Reference::new(self.ids, level, it.iid),
                    "worldX": it.area.x * tile,
                    "worldY": it.area.y * tile,
                    "widPx": it.area.width * tile,
                    "heiPx": it.area.height * tile,
                    "fields": {},
                })
            })
        };
        let listed = KINDS.iter().filter(|kind| kind.is_in_toc).map(|kind| {
            let instances: Vec<Value> = instances(kind.identifier).collect();
            json!({ "identifier": kind.identifier, "instances": [], "instancesData": instances })
        });
        listed.collect()
    }
}

impl Serialize for Project<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        if let Value::Object(header) = self.header() {
            for (key, value) in &header {
                map.serialize_entry(key, value)?;
            }
        }
        map.serialize_entry("levels", &self.levels)?;
        map.serialize_entry("worlds", &[(); 0])?;
        map.serialize_entry("dummyWorldIid", &self.ids.iid(0, "World", 0))?;
        map.end()
    }
}
