//! What a writer gets, and what it returns beside the file.

use crate::error::Error;
use crate::options::{ExportOptions, SHEET_TILE};
use mapwright::{Map, Seed};
use mapwright_render::{Look, TileSheet, View, with_furniture};
use std::borrow::Cow;

/// Minimum pixels per tile side of tile sets: below, nothing can be recognized.
const MIN_TILE: u32 = 8;

/// A map to write, as its audience sees it.
pub(crate) struct Job<'a> {
    /// The map. For players: without everything hidden.
    pub(crate) map: &'a Map,
    /// Options, with the view of the game master: the map is already that of the audience.
    pub(crate) options: &'a ExportOptions,
    /// True if the file is for players, who must not learn seed and recipe.
    pub(crate) is_for_players: bool,
    /// Name of the file without its extension. Side files begin with it.
    pub(crate) stem: &'a str,
}

impl Job<'_> {
    /// Returns the seed of the map, unless players could make the whole map with it.
    pub(crate) fn seed(&self) -> Option<Seed> {
        (!self.is_for_players).then_some(self.map.source.seed)
    }

    /// Returns the title of the map: that of the picture, or of the recipe, or the file's name.
    pub(crate) fn title(&self) -> &str {
        let recipe = self.map.source.origin.recipe.as_ref().filter(|_| !self.is_for_players);
        let title = recipe.map_or("", |recipe| recipe.title.as_str());
        match &self.options.picture.look.title {
            Some(title) => title,
            None if title.is_empty() => self.stem,
            None => title,
        }
    }

    /// Returns true if the audience sees the numbers of rooms.
    pub(crate) fn shows_numbers(&self) -> bool {
        self.options.picture.look.numbers == Some(true)
    }

    /// Draws the tile set in the style of the picture, with at least [`MIN_TILE`] pixels per tile.
    pub(crate) fn tile_sheet(&self) -> Result<TileSheet, Error> {
        let picture = &self.options.picture;
        Ok(TileSheet::draw(&picture.look.style, picture.cell.unwrap_or(SHEET_TILE).max(MIN_TILE))?)
    }

    /// Returns the map with the furniture of its drawing, for tiles that show what a picture shows.
    pub(crate) fn furnished(&self) -> Cow<'_, Map> {
        if self.options.picture.look.furnish { with_furniture(self.map) } else { Cow::Borrowed(self.map) }
    }
}

/// A file that belongs beside the main one, for example the picture of a tile set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideFile {
    /// File name, in the same folder.
    pub name: String,
    /// Contents.
    pub bytes: Vec<u8>,
}

/// The levels of a campaign, to be written together.
#[derive(Clone, Debug)]
pub struct CampaignJob<'a> {
    /// Title of the campaign.
    pub title: &'a str,
    /// Seed of the campaign.
    pub seed: Seed,
    /// The levels, from the top.
    pub levels: Vec<CampaignLevel<'a>>,
}

/// A level of a campaign.
#[derive(Clone, Copy, Debug)]
pub struct CampaignLevel<'a> {
    /// Number of the level, from 1 at the top.
    pub number: u32,
    /// Name of the level, for example that of its layout.
    pub name: &'a str,
    /// The map of the level.
    pub map: &'a Map,
}

/// A level of a campaign, as its audience sees it.
pub(crate) struct CampaignEntry<'a> {
    /// Number of the level, from 1 at the top.
    pub(crate) number: u32,
    /// Name of the level.
    pub(crate) name: &'a str,
    /// The map to write.
    pub(crate) job: Job<'a>,
}

/// Returns the options for writing a map that is already that of its audience.
pub(crate) fn for_seen_map(options: &ExportOptions) -> ExportOptions {
    let picture = &options.picture;
    let numbers = picture.look.numbers.unwrap_or(picture.look.view == View::Gm);
    let look = Look { view: View::Gm, numbers: Some(numbers), ..picture.look.clone() };
    ExportOptions { picture: mapwright_render::PictureOptions { look, ..picture.clone() }, ..options.clone() }
}
