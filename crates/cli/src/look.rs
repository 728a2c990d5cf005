//! How pictures look: what people type, and what becomes of it.

use crate::failure::Failure;
use crate::input;
use mapwright::{Map, Size, did_you_mean};
use mapwright_render::{
    Layers, Letters, Look, Pages, Paper, PdfLook, Square, Style, TileSet, View, WaterLevel, player_map,
};
use std::borrow::Cow;
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// How pictures look.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "How pictures look")]
pub(crate) struct LookArgs {
    /// ink, parchment, old-blue, blueprint, night, minimal, colour, tiles, or a file of your own (.toml)
    #[arg(long, value_name = "NAME", default_value = "ink")]
    style: String,
    /// gm shows all; player shows no secret, no trap, no number
    #[arg(long, value_name = "WHO", default_value = "gm", value_parser = ["gm", "player"])]
    view: String,
    /// Pixels a square, 1 to 256; 40 where the picture does not become too large, 8 for tiles
    #[arg(long, value_name = "PX", value_parser = clap::value_parser!(u32).range(1..=256))]
    cell: Option<u32>,
    /// A title above the map
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Draw a compass
    #[arg(long)]
    compass: bool,
    /// Draw a scale: a square is five feet
    #[arg(long)]
    scale: bool,
    /// Explain the symbols below the map
    #[arg(long)]
    legend: bool,
    /// Number the rooms in the players' view too
    #[arg(long, conflicts_with = "no_numbers")]
    numbers: bool,
    /// Leave the rooms without numbers
    #[arg(long)]
    no_numbers: bool,
    /// Put no furniture into bare rooms
    #[arg(long)]
    bare: bool,
    /// Shallow water for the picture: dry, puddles, pools, lakes, flooded
    #[arg(long, value_name = "LEVEL", default_value = "dry", value_parser = water)]
    water: WaterLevel,
    /// How dangerous it is, 0 to 25: walls turn to the colour of danger
    #[arg(long, value_name = "N")]
    danger: Option<u32>,
    /// Leave out a layer; may be given several times: paper, hatch, shadow, floor, themes, grid, water, decorations, walls, doors, labels, legend
    #[arg(long, value_name = "LAYER")]
    without: Vec<String>,
    /// Cut away the empty paper around the map
    #[arg(long)]
    crop: bool,
    /// Paper of a PDF: a4, letter, a3, or fit for one page as large as the map
    #[arg(long, value_name = "NAME", default_value = "a4")]
    paper: Paper,
    /// Squares of a PDF: inch or 25mm
    #[arg(long, value_name = "SIZE", default_value = "inch")]
    square: Square,
    /// Pages of a PDF: tiled, or one with the whole map on it
    #[arg(long, value_name = "HOW", default_value = "tiled")]
    pages: Pages,
    /// A folder with images of tiles (floor.png, wall.png, stairs-up.png, …), drawn in place of everything
    #[arg(long, value_name = "FOLDER")]
    tiles: Option<String>,
    /// Letters of an SVG: outlines look the same everywhere, text can be searched
    #[arg(long, value_name = "HOW", default_value = "outlines", value_parser = ["outlines", "text"])]
    letters: String,
    /// Draw exits and entities in text files too
    #[arg(long)]
    entities: bool,
}

fn water(text: &str) -> Result<WaterLevel, String> {
    let names = WaterLevel::ALL.map(|(name, _)| name);
    let found = WaterLevel::ALL.into_iter().find(|(name, _)| *name == text);
    found.map(|(_, level)| level).ok_or_else(|| format!("no such level; {}", did_you_mean(text, names)))
}

/// What was typed, with all files read.
pub(crate) struct Drawing {
    pub(crate) look: Look,
    pub(crate) pdf: PdfLook,
    pub(crate) letters: Letters,
    pub(crate) entities: bool,
    cell: Option<u32>,
}

impl LookArgs {
    pub(crate) fn resolve(&self) -> Result<Drawing, Failure> {
        let layers = self.without.iter().try_fold(Layers::default(), |layers, name| layers.without(name));
        let look = Look {
            style: style(&self.style)?,
            view: if self.view == "player" { View::Player } else { View::Gm },
            layers: layers.map_err(|error| Failure::bad_input(error.to_string()).at("--without"))?,
            numbers: match (self.numbers, self.no_numbers) {
                (true, _) => Some(true),
                (_, true) => Some(false),
                _ => None,
            },
            furnish: !self.bare,
            water: self.water,
            danger: self.danger,
            title: self.title.clone(),
            compass: self.compass,
            scale: self.scale,
            legend: self.legend,
            crop: self.crop,
            tile_set: self.tiles.as_deref().map(tile_set).transpose()?.map(Arc::new),
            ..Look::default()
        };
        Ok(Drawing {
            look,
            pdf: PdfLook { paper: self.paper, square: self.square, pages: self.pages },
            letters: if self.letters == "text" { Letters::Text } else { Letters::Outlines },
            entities: self.entities,
            cell: self.cell,
        })
    }
}

/// A shipped style, or that of a file.
pub(crate) fn style(name: &str) -> Result<Style, Failure> {
    let is_file = Path::new(name).extension().is_some_and(|ending| ending == "toml") || name.contains(['/', '\\']);
    let style = if is_file { Style::from_toml(&input::text(name)?) } else { Style::named(name) };
    style.map_err(|error| Failure::bad_input(error.to_string()).at(if is_file { name } else { "--style" }))
}

/// No image of a tile has so many bytes.
const MOST_BYTES: u64 = 4 << 20;

/// The images of a folder.
fn tile_set(folder: &str) -> Result<TileSet, Failure> {
    let cannot = |error: std::io::Error| Failure::bad_input(format!("cannot read {folder}: {error}"));
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let entry = entry.map_err(cannot)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_image = Path::new(&name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
        if !is_image {
            continue;
        }
        let about = fs::metadata(entry.path()).map_err(cannot)?;
        if about.len() > MOST_BYTES {
            return Err(Failure::bad_input(format!("{folder}/{name}: more than {MOST_BYTES} bytes for a tile")));
        }
        files.push((name, fs::read(entry.path()).map_err(cannot)?));
    }
    // Folders are listed in any order.
    files.sort();
    TileSet::read(files).map_err(|error| Failure::bad_input(error.to_string()).at(folder))
}

/// The longest side of a picture for which nobody says how large it is to be.
const USUAL_SIDE: u32 = 6_000;

impl Drawing {
    /// Pixels a square.
    pub(crate) fn cell(&self, size: Size) -> u32 {
        let usual = match &self.look.tile_set {
            Some(tiles) => tiles.side(),
            None if self.look.is_tiles() => 8,
            None => 40,
        };
        let longest = size.width.max(size.height).max(1) as u32 + 2;
        self.cell.unwrap_or_else(|| usual.min(USUAL_SIDE / longest).max(1))
    }

    /// The map as it is to be seen.
    pub(crate) fn seen<'a>(&self, map: &'a Map) -> Cow<'a, Map> {
        match self.look.view {
            View::Gm => Cow::Borrowed(map),
            View::Player => Cow::Owned(player_map(map)),
        }
    }
}
