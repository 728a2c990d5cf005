//! Options of pictures.

use crate::failure::{Failure, eprint_line};
use crate::input;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use mapwright_render::{
    BadOption, Error, LAYERS, Letters, LookRequest, MAX_CELL, Pages, Paper, PictureOptions, PictureRequest, Square,
    Style, TileSet, View, WaterLevel, water_level,
};
use std::fs;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

/// Options of pictures, shared by all commands that draw.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Pictures")]
pub(crate) struct LookArgs {
    #[arg(long, value_name = "NAME", default_value = Style::DEFAULT_NAME, help = style_help())]
    style: String,
    /// gm shows everything; player hides secrets, traps, monsters, treasure and room numbers
    #[arg(long, value_name = "VIEW", default_value = default_name(View::ALL), value_parser = one_of(&View::ALL))]
    view: View,
    /// Pixels per tile, 1 to 256 [default: 40, or 8 for the style tiles; smaller for large maps]
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_CELL)))]
    cell: Option<u32>,
    /// Title above the map
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Draw a compass
    #[arg(long)]
    compass: bool,
    /// Draw a scale bar: one tile is five feet
    #[arg(long)]
    scale: bool,
    /// Draw a legend below the map
    #[arg(long)]
    legend: bool,
    /// Show room numbers in the player view too
    #[arg(long, conflicts_with = "no_numbers")]
    numbers: bool,
    /// Hide room numbers
    #[arg(long)]
    no_numbers: bool,
    /// Do not add furniture to a map that has none
    #[arg(long)]
    bare: bool,
    #[arg(
        long,
        value_name = "LEVEL",
        help = water_help(),
        default_value = default_name(water_names()),
        value_parser = water
    )]
    water: String,
    /// Tint the walls by danger, 0 to 25 [default: the danger of the map]
    #[arg(long, value_name = "N")]
    danger: Option<u32>,
    #[arg(long, value_name = "LAYER", help = without_help())]
    without: Vec<String>,
    /// Crop empty space around the map
    #[arg(long)]
    crop: bool,
    /// PDF paper size: a4, letter, a3, or fit for one page of the map's size
    #[arg(long, value_name = "NAME", default_value = default_name(Paper::ALL), value_parser = name_of::<Paper>)]
    paper: String,
    /// PDF tile size: inch or 25mm
    #[arg(long, value_name = "SIZE", default_value = default_name(Square::ALL), value_parser = name_of::<Square>)]
    square: String,
    /// PDF pages: tiled at full size, or one with the whole map
    #[arg(long, value_name = "HOW", default_value = default_name(Pages::ALL), value_parser = name_of::<Pages>)]
    pages: String,
    /// Draw with the tile images of a folder: floor.png or floors/*.png, wall.png, stairs-up.png, …
    #[arg(long, value_name = "FOLDER")]
    tiles: Option<String>,
    /// SVG text: outlines look identical everywhere, text can be searched
    #[arg(long, value_name = "HOW", default_value = default_name(Letters::ALL), value_parser = one_of(&Letters::ALL))]
    letters: Letters,
    /// Include exits and entities in text files
    #[arg(long)]
    entities: bool,
}

/// Returns the help of an option that takes a style.
pub(crate) fn style_help() -> String {
    format!("Style: {}, or a .toml file", Style::names().collect::<Vec<_>>().join(", "))
}

fn water_names() -> [(WaterLevel, &'static str); WaterLevel::ALL.len()] {
    WaterLevel::ALL.map(|(name, level)| (level, name))
}

fn water_help() -> String {
    format!("Shallow water, in pictures only: {}", water_names().map(|(_, name)| name).join(", "))
}

fn without_help() -> String {
    format!("Leave out a layer: {}; may be repeated", LAYERS.join(", "))
}

/// Returns a parser for a fixed set of names, which the help lists.
fn one_of<T: FromStr<Err = Error> + Clone + Send + Sync + 'static>(
    known: &[(T, &'static str)],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(known.iter().map(|(_, name)| *name)).try_map(|text| text.parse::<T>())
}

/// Returns the name of the default value.
fn default_name<T: Default + PartialEq>(known: impl IntoIterator<Item = (T, &'static str)>) -> &'static str {
    known.into_iter().find(|(value, _)| *value == T::default()).map_or("", |(_, name)| name)
}

/// Checks the name of a value and returns the name.
fn name_of<T: FromStr>(text: &str) -> Result<String, T::Err> {
    text.parse::<T>().map(|_| text.to_owned())
}

fn water(text: &str) -> Result<String, Error> {
    water_level(text).map(|_| text.to_owned())
}

impl LookArgs {
    /// Looks up all names and reads all files.
    pub(crate) fn resolve(&self) -> Result<PictureOptions, Failure> {
        let (request, style) = (self.request(), style(&self.style)?);
        let options = request.look.look_in(style).and_then(|look| request.options_with(look));
        let mut options =
            options.map_err(|BadOption { option, error, .. }| Failure::from(error).at(&format!("--{option}")))?;
        options.look.tile_set = self.tiles.as_deref().map(tile_set).transpose()?.map(Arc::new);
        let unused: Vec<String> = options.look.without_effect().iter().map(|name| format!("--{name}")).collect();
        if !unused.is_empty() {
            eprint_line(&format!("note: {} has no effect on pictures of tiles", unused.join(", ")));
        }
        Ok(options)
    }

    /// Returns the request without the style, which may be a file.
    fn request(&self) -> PictureRequest {
        let look = LookRequest {
            style: None,
            view: self.view,
            without: self.without.clone(),
            numbers: match (self.numbers, self.no_numbers) {
                (true, _) => Some(true),
                (_, true) => Some(false),
                _ => None,
            },
            furnish: Some(!self.bare),
            water: Some(self.water.clone()),
            danger: self.danger,
            title: self.title.clone(),
            compass: self.compass,
            scale: self.scale,
            legend: self.legend,
            crop: self.crop,
        };
        PictureRequest {
            look,
            cell: self.cell,
            paper: Some(self.paper.clone()),
            square: Some(self.square.clone()),
            pages: Some(self.pages.clone()),
            letters: self.letters,
            entities: self.entities,
        }
    }
}

/// Returns a shipped style, or reads it from a file.
pub(crate) fn style(name: &str) -> Result<Style, Failure> {
    let is_file =
        Path::new(name).extension().is_some_and(|extension| extension == "toml") || name.contains(['/', '\\']);
    let style = if is_file { Style::from_toml(&input::text(name)?) } else { Style::named(name) };
    style.map_err(|error| Failure::from(error).at(if is_file { name } else { "--style" }))
}

/// Maximum size of a tile image, in bytes.
const MAX_TILE_BYTES: u64 = 4 << 20;

/// Maximum depth of folders in a folder of tile images.
const MAX_TILE_FOLDERS: usize = 3;
/// Maximum number of tile images that are read before the set is refused.
const MAX_TILE_FILES: usize = 1_000;

/// Reads the tile images of a folder.
fn tile_set(folder: &str) -> Result<TileSet, Failure> {
    let mut files = Vec::new();
    tile_files(folder, "", MAX_TILE_FOLDERS, &mut files)?;
    // The system lists folders in any order.
    files.sort();
    TileSet::read(files).map_err(|error| Failure::from(error).at(folder))
}

/// Reads the tile images of a folder and of the folders in it. Their names begin with `prefix`.
fn tile_files(folder: &str, prefix: &str, depth: usize, files: &mut Vec<(String, Vec<u8>)>) -> Result<(), Failure> {
    let cannot = |error: std::io::Error| Failure::bad_input(format!("cannot read {folder}: {error}"));
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let (path, about) = (entry.path(), fs::metadata(entry.path()).map_err(cannot)?);
        if about.is_dir() {
            if depth > 1 && !name.starts_with('.') {
                tile_files(&path.to_string_lossy(), &format!("{prefix}{name}/"), depth - 1, files)?;
            }
            continue;
        }
        let is_image = Path::new(&name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
        if !is_image {
            continue;
        }
        if about.len() > MAX_TILE_BYTES || files.len() >= MAX_TILE_FILES {
            return Err(Failure::bad_input(match files.len() {
                MAX_TILE_FILES.. => {
                    format!("{folder}: more than {MAX_TILE_FILES} images; remove those that are not tiles")
                }
                _ => format!("{folder}/{name}: larger than {MAX_TILE_BYTES} bytes, the limit for a tile image"),
            }));
        }
        files.push((format!("{prefix}{name}"), fs::read(path).map_err(cannot)?));
    }
    Ok(())
}
