//! The module: a folder with scenes and a journal in compendiums.

use super::document::{Document, Documents, Form, Keyed, key};
use super::facts::{self, LevelLink, Neighbours};
use super::ids::{Id, Ids};
use super::journal::{Journal, Page};
use super::leveldb::Database;
use super::note::PageLink;
use super::readme;
use super::scene::{Place, Scene, scene};
use super::words::{html, slug};
use crate::error::Error;
use crate::job::{Job, SideFile};
use serde::Serialize;

/// A level of a module.
pub(crate) struct ModuleLevel<'a> {
    /// Number of the level in its campaign.
    pub(crate) number: u32,
    /// Name of the scene, which players may see at the top of the screen.
    pub(crate) name: String,
    /// Name of the page about it.
    pub(crate) page_name: String,
    /// The map of the level.
    pub(crate) job: &'a Job<'a>,
}

/// The manifest of a module.
#[derive(Serialize)]
struct Manifest<'a> {
    id: &'a str,
    title: &'a str,
    description: String,
    version: &'static str,
    compatibility: Compatibility,
    authors: [u8; 0],
    packs: [Pack; 2],
}

#[derive(Serialize)]
struct Compatibility {
    minimum: &'static str,
    verified: &'static str,
}

/// A compendium. Players do not see it in the list, because it tells everything.
#[derive(Serialize)]
struct Pack {
    name: &'static str,
    label: String,
    path: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    ownership: PackOwnership,
}

#[derive(Serialize)]
#[serde(rename_all = "UPPERCASE")]
struct PackOwnership {
    player: &'static str,
    assistant: &'static str,
}

/// Returns the files of a module, its folder first in every name.
pub(crate) fn module(title: &str, levels: &[ModuleLevel<'_>]) -> Result<Vec<SideFile>, Error> {
    let id = id_of(title);
    let ids = Ids::new(title, levels.iter().map(|level| level.job.map));
    let entry = ids.id("journal", 0);
    let pages: Vec<Id> = levels.iter().map(|level| ids.part(level.number).id("page", 0)).collect();
    let mut files = Files { folder: &id, list: Vec::new() };
    let mut scenes = Database::new();
    files.json("module.json", &manifest(&id, title, levels.len()))?;
    files.add("README.txt", readme::module(title, &id, levels.len() > 1).into_bytes());
    let digits = levels.iter().map(|level| level.number).max().unwrap_or(1).to_string().len().max(2);
    for (index, (level, &page)) in levels.iter().zip(&pages).enumerate() {
        let file = format!("level-{:0digits$}", level.number);
        let place = Place {
            name: &level.name,
            picture_path: format!("modules/{id}/scenes/{file}.png"),
            page: Some(PageLink { entry, page }),
            sort: index as i32,
        };
        let (mut scene, picture) = scene(level.job, place, &ids.part(level.number))?;
        files.add(&format!("scenes/{file}.png"), picture.png);
        store_scene(&mut scenes, &mut scene)?;
        scene.set_form(Form::Source);
        files.json(&format!("packs/_source/scenes/{file}.json"), &Keyed::new(&key("scenes", scene.id), &scene))?;
    }
    files.list.extend(scenes.files(&format!("{id}/packs/scenes")));
    let mut journal = journal(title, entry, levels, &pages);
    let mut database = Database::new();
    store(&mut database, &journal.pages)?;
    journal.set_form(Form::Stored);
    database.put(&key("journal", entry), &json(&journal)?);
    journal.set_form(Form::Source);
    files.json("packs/_source/journal/journal.json", &Keyed::new(&key("journal", entry), &journal))?;
    files.list.extend(database.files(&format!("{id}/packs/journal")));
    Ok(files.list)
}

/// Returns the id of a module, which is the name of its folder as well.
pub(crate) fn id_of(title: &str) -> String {
    format!("mapwright-{}", slug(title))
}

fn manifest<'a>(id: &'a str, title: &'a str, levels: usize) -> Manifest<'a> {
    let pack = |name, label: String, path, kind| Pack {
        name,
        label,
        path,
        kind,
        ownership: PackOwnership { player: "NONE", assistant: "OWNER" },
    };
    let scenes = if levels == 1 { "A scene".to_owned() } else { format!("{levels} scenes") };
    Manifest {
        id,
        title,
        description: format!("<p>{scenes} and a journal: {}</p>", html(title)),
        version: "1.0.0",
        compatibility: Compatibility { minimum: "12", verified: "13" },
        authors: [],
        packs: [
            pack("scenes", format!("{title}: scenes"), "packs/scenes", "Scene"),
            pack("journal", format!("{title}: journal"), "packs/journal", "JournalEntry"),
        ],
    }
}

/// Returns the journal: one page for every level, which the stairs link.
fn journal(title: &str, entry: Id, levels: &[ModuleLevel<'_>], pages: &[Id]) -> Journal {
    let link = |number: Option<u32>| {
        let number = number?;
        let index = levels.iter().position(|level| level.number == number)?;
        Some(LevelLink { number, page: pages[index] })
    };
    let page = |(index, (level, &page)): (usize, (&ModuleLevel<'_>, &Id))| {
        let neighbours =
            Neighbours { above: link(level.number.checked_sub(1)), below: link(level.number.checked_add(1)) };
        let content = facts::page(level.job.map, level.job.is_for_players, &neighbours);
        Page::new(page, &level.page_name, content, index)
    };
    Journal::new(entry, title, levels.iter().zip(pages).enumerate().map(page).collect())
}

/// Puts a scene into a database, and everything in it.
fn store_scene(database: &mut Database, scene: &mut Scene) -> Result<(), Error> {
    store(database, &scene.walls)?;
    store(database, &scene.lights)?;
    store(database, &scene.notes)?;
    store(database, &scene.regions)?;
    scene.set_form(Form::Stored);
    database.put(&key("scenes", scene.id), &json(scene)?);
    Ok(())
}

/// Puts the documents of a list into a database.
fn store<D: Document>(database: &mut Database, documents: &Documents<D>) -> Result<(), Error> {
    documents.entries().try_for_each(|(key, document)| {
        database.put(&key, &json(document)?);
        Ok(())
    })
}

fn json(value: &impl Serialize) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(value).map_err(|error| std::io::Error::from(error).into())
}

/// The files of the module's folder.
struct Files<'a> {
    folder: &'a str,
    list: Vec<SideFile>,
}

impl Files<'_> {
    fn add(&mut self, name: &str, bytes: Vec<u8>) {
        self.list.push(SideFile { name: format!("{}/{name}", self.folder), bytes });
    }

    fn json(&mut self, name: &str, value: &impl Serialize) -> Result<(), Error> {
        let mut bytes = serde_json::to_vec_pretty(value).map_err(std::io::Error::from)?;
        bytes.push(b'\n');
        self.add(name, bytes);
        Ok(())
    }
}
