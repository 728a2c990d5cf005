//! Foundry VTT: a scene with its picture, or a module with scenes and a journal.
//!
//! Version 13 reads both, and 14 migrates them; the module works from version 12 on. A scene has
//! walls, doors of every kind and state, lights, notes and regions. It is imported with a
//! right-click on an empty scene, and its picture lies in the user's data folder. A module is
//! installed, and brings its scenes and a journal as compendiums: databases that Foundry VTT opens,
//! and their sources for its packer.
//!
//! The picture is what players see where the fog lifts. Secret doors are drawn as wall, and are
//! always secret doors in the scene, whatever [`SecretDoors`](crate::SecretDoors) says: Foundry VTT
//! shows those to game masters only.
//!
//! | door | in Foundry VTT |
//! |---|---|
//! | archway | a gap |
//! | open, closed, locked | a door in that state |
//! | secret | a secret door |
//! | portcullis | a locked door that lets light and sight through |
//! | barred | a locked door |
//! | one-way | a door that blocks only from the side that it faces |
//!
//! *What it tells.* For game masters: everything above; numbers of rooms and labels as notes; the
//! themed zones as regions; in modules, rooms with their doors, inhabitants, treasure and traps as
//! a journal. Decorations are in the picture only. For players: what
//! [`player_map`](mapwright_render::player_map) leaves, so no secret doors, notes of the game
//! master, creatures and traps; the journal lists rooms and visible doors. The ids of documents
//! come from the visible tiles. No file has the seed.

mod document;
mod facts;
mod ids;
mod journal;
mod leveldb;
mod light;
mod module;
mod note;
mod open_doors;
mod pixels;
mod readme;
mod region;
mod scene;
mod wall;
mod words;

use crate::archive::zip;
use crate::error::Error;
use crate::job::{CampaignEntry, CampaignJob, Job, SideFile};
use ids::Ids;
use module::{ModuleLevel, module};
use scene::{Place, scene};
use std::io::Write;
use words::slug;

/// Folder of all scenes, in the folder of user data.
const FOLDER: &str = "mapwright";

/// Writes the scene of a map, its picture and a README.
pub(crate) fn write(job: &Job<'_>, to: &mut dyn Write) -> Result<Vec<SideFile>, Error> {
    let (title, file) = (words::name(job.title()), slug(job.stem));
    let folder = format!("{FOLDER}/{file}");
    let ids = Ids::new(&title, [job.map]);
    let place = Place { name: &title, picture_path: format!("{folder}/{file}.png"), page: None, sort: 0 };
    let (scene, picture) = scene(job, place, &ids)?;
    let json = serde_json::to_vec(&scene).map_err(std::io::Error::from)?;
    let files = [
        ("README.txt".to_owned(), readme::scene(&title, &folder, &file, job.is_for_players).into_bytes()),
        (format!("{file}.json"), json),
        (format!("{file}.png"), picture.png),
    ];
    let files = files.map(|(name, bytes)| SideFile { name: format!("{folder}/{name}"), bytes });
    to.write_all(&zip(&files)?)?;
    Ok(Vec::new())
}

/// Writes a module with one map.
pub(crate) fn write_module(job: &Job<'_>, to: &mut dyn Write) -> Result<Vec<SideFile>, Error> {
    let title = words::name(job.title());
    let level = ModuleLevel { number: 1, name: title.clone(), page_name: title.clone(), job };
    to.write_all(&zip(&module(&title, &[level])?)?)?;
    Ok(Vec::new())
}

/// Writes a module with all levels of a campaign.
pub(crate) fn write_campaign(
    levels: &[CampaignEntry<'_>],
    campaign: &CampaignJob<'_>,
    stem: &str,
    to: &mut dyn Write,
) -> Result<Vec<SideFile>, Error> {
    // Titles and names of levels come from the recipe, which players do not get.
    let is_for_players = levels.iter().any(|level| level.job.is_for_players);
    let given = levels.first().and_then(|level| level.job.options.picture.look.title.as_deref());
    let own = if is_for_players || campaign.title.is_empty() { stem } else { campaign.title };
    let title = words::name(given.unwrap_or(own));
    let levels: Vec<ModuleLevel<'_>> = levels.iter().map(|entry| level_of(entry, &title)).collect();
    to.write_all(&zip(&module(&title, &levels)?)?)?;
    Ok(Vec::new())
}

/// Returns the level of a module. Its own name may give away what waits there: only the journal has
/// it.
fn level_of<'a>(entry: &'a CampaignEntry<'a>, title: &str) -> ModuleLevel<'a> {
    let name = format!("{title}, level {}", entry.number);
    let page_name = match entry.name {
        own if entry.job.is_for_players || own.is_empty() => name.clone(),
        own => format!("{name}: {own}"),
    };
    ModuleLevel { number: entry.number, name, page_name, job: &entry.job }
}
