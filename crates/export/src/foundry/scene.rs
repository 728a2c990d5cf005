//! The scene: a picture with walls, doors, lights, notes and regions on it.

use super::document::{Documents, Empty, Form, Nothing, Ownership, Stats};
use super::ids::{Id, Ids};
use super::light::{AmbientLight, lights};
use super::note::{Note, PageLink, notes};
use super::open_doors::sight;
use super::pixels::Pixels;
use super::region::{Region, regions};
use super::wall::{Wall, walls};
use super::words;
use crate::error::{Error, ErrorKind};
use crate::job::Job;
use crate::options::{ExportOptions, SecretDoors};
use crate::vtt_image::{VttAudience, VttPicture, cell, picture};
use mapwright_render::{Look, accepts_png};
use serde::Serialize;

/// Distance between the lines of the grid, in units.
pub(crate) const DISTANCE: u32 = 5;
/// The smallest grid that Foundry VTT accepts, in pixels.
const MIN_CELL: u32 = 20;
/// The side of a square on the screen when the scene opens, in pixels.
const FIRST_CELL: f64 = 60.0;

/// A scene of Foundry VTT.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Scene {
    #[serde(rename = "_id")]
    pub(crate) id: Id,
    name: String,
    active: bool,
    navigation: bool,
    background: Background,
    foreground: Option<String>,
    thumb: Option<String>,
    width: u32,
    height: u32,
    /// Empty space around the picture. It would move all coordinates.
    padding: u32,
    initial: View,
    background_color: &'static str,
    grid: Grid,
    token_vision: bool,
    fog: Fog,
    environment: Environment,
    drawings: Nothing,
    tokens: Nothing,
    pub(crate) lights: Documents<AmbientLight>,
    pub(crate) notes: Documents<Note>,
    sounds: Nothing,
    pub(crate) regions: Documents<Region>,
    templates: Nothing,
    tiles: Nothing,
    pub(crate) walls: Documents<Wall>,
    journal: Option<Id>,
    journal_entry_page: Option<Id>,
    folder: Option<Id>,
    sort: i32,
    ownership: Ownership,
    flags: Empty,
    #[serde(rename = "_stats")]
    stats: Stats,
}

#[derive(Serialize)]
struct Background {
    src: String,
}

/// The part of the scene that shows first: its middle in pixels, and how large it is.
#[derive(Serialize)]
struct View {
    x: i32,
    y: i32,
    scale: f64,
}

#[derive(Serialize)]
struct Grid {
    #[serde(rename = "type")]
    kind: u8,
    size: u32,
    style: &'static str,
    thickness: u32,
    color: &'static str,
    alpha: f64,
    distance: u32,
    units: &'static str,
}

/// Squares.
const SQUARE_GRID: u8 = 1;

#[derive(Serialize)]
struct Fog {
    exploration: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Environment {
    darkness_level: f64,
    darkness_lock: bool,
    global_light: GlobalLight,
    cycle: bool,
}

#[derive(Serialize)]
struct GlobalLight {
    enabled: bool,
}

/// Where a scene belongs: what a writer knows that the map does not.
pub(crate) struct Place<'a> {
    /// Name of the scene.
    pub(crate) name: &'a str,
    /// Path of the picture in the folder of user data.
    pub(crate) picture_path: String,
    /// Page of the journal about the scene, if there is a journal.
    pub(crate) page: Option<PageLink>,
    /// Position among the scenes.
    pub(crate) sort: i32,
}

/// Makes the scene of a map, and its picture.
pub(crate) fn scene(job: &Job<'_>, place: Place<'_>, ids: &Ids) -> Result<(Scene, VttPicture), Error> {
    let options = options_of(job)?;
    let job = &Job { map: job.map, options: &options, is_for_players: job.is_for_players, stem: job.stem };
    let picture = picture(job, VttAudience::Table)?;
    let pixels = Pixels::new(picture.cell);
    let sight = sight(job.map, &options)?;
    let id = ids.id("scene", 0);
    let lights = lights(&sight, options.light_intensity.unwrap_or(1.0), pixels, ids);
    let scene = Scene {
        id,
        name: words::name(place.name),
        active: false,
        navigation: true,
        background: Background { src: place.picture_path },
        foreground: None,
        thumb: None,
        width: picture.width,
        height: picture.height,
        padding: 0,
        initial: first_view(job, pixels, &picture),
        background_color: "#000000",
        grid: Grid {
            kind: SQUARE_GRID,
            size: picture.cell,
            style: "solidLines",
            thickness: 1,
            color: "#000000",
            alpha: 0.2,
            distance: DISTANCE,
            units: "ft",
        },
        token_vision: true,
        fog: Fog { exploration: true },
        environment: Environment {
            darkness_level: 0.0,
            darkness_lock: false,
            // A map without lights of its own would be black.
            global_light: GlobalLight { enabled: lights.is_empty() },
            cycle: true,
        },
        drawings: [],
        tokens: [],
        lights: Documents::new("scenes.lights", id, lights),
        notes: Documents::new("scenes.notes", id, notes(job, place.page, pixels, ids)),
        sounds: [],
        regions: Documents::new("scenes.regions", id, regions(job.map, pixels, ids)),
        templates: [],
        tiles: [],
        walls: Documents::new("scenes.walls", id, walls(&sight, pixels, ids)),
        journal: place.page.map(|page| page.entry),
        journal_entry_page: place.page.map(|page| page.page),
        folder: None,
        sort: place.sort,
        ownership: Ownership::NONE,
        flags: Empty {},
        stats: Stats::HERE,
    };
    Ok((scene, picture))
}

impl Scene {
    /// Sets how walls, lights, notes and regions are written.
    pub(crate) fn set_form(&mut self, form: Form) {
        self.lights.set_form(form);
        self.notes.set_form(form);
        self.regions.set_form(form);
        self.walls.set_form(form);
    }
}

/// Returns the options for a scene. Foundry VTT shows secret doors to game masters only, whatever
/// other tables need: they are doors. It needs no square pictures, and no small squares.
fn options_of(job: &Job<'_>) -> Result<ExportOptions, Error> {
    let options = ExportOptions { secret: SecretDoors::Door, pad_square: false, ..job.options.clone() };
    match cell(job, job.map.size()) {
        MIN_CELL.. => Ok(options),
        small if options.vtt.is_some() => Err(Error::invalid(format!(
            "Foundry VTT needs at least {MIN_CELL} pixels per square, and {small} were requested: use --vtt {MIN_CELL}"
        ))),
        _ => {
            let (size, look) = (job.map.size(), Look { margin: 0.0, ..options.picture.look.clone() });
            accepts_png(size, &look, MIN_CELL).map_err(|error| {
                let least = format!("which needs at least {MIN_CELL} pixels per square");
                let message = format!("a map of {size} tiles is too large for Foundry VTT, {least}: {error}");
                Error::new(ErrorKind::TooBig, message)
            })?;
            Ok(ExportOptions { vtt: Some(MIN_CELL), ..options })
        }
    }
}

/// Returns the first view: around the place where players enter, or the middle of the map.
fn first_view(job: &Job<'_>, pixels: Pixels, picture: &VttPicture) -> View {
    let way_in = job.map.way_in().filter(|&pos| job.map.size().contains(pos));
    let middle = [picture.width as i32 / 2, picture.height as i32 / 2];
    let [x, y] = way_in.map_or(middle, |pos| pixels.middle(pos));
    let scale = (FIRST_CELL / f64::from(picture.cell)).clamp(0.25, 1.0);
    View { x, y, scale: (scale * 100.0).round() / 100.0 }
}
