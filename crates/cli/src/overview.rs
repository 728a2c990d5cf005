//! The overview of a campaign: all levels on one picture.

use crate::failure::Failure;
use crate::picture::{Picture, UNIT};
use mapwright::Size;
use mapwright_render::{Look, OverviewLevel, PictureOptions, overview};

/// The most tiles of all levels together that are kept for an overview.
const MOST_TILES: u64 = 64 << 20;

/// Whether so many levels of this size are kept for an overview.
pub(crate) fn has_place(levels: usize, size: Size) -> bool {
    levels as u64 * size.width as u64 * size.height as u64 <= MOST_TILES
}

/// Draws the overview.
pub(crate) fn write(
    picture: Picture,
    levels: &[OverviewLevel<'_>],
    title: &str,
    options: &PictureOptions,
) -> Result<(), Failure> {
    let title = options.look.title.clone().or_else(|| (!title.is_empty()).then(|| title.to_owned()));
    let look = Look { title, ..options.look.clone() };
    let scene = overview(levels, &look).map_err(|error| Failure::bad_input(error.to_string()))?;
    picture.write(&scene, UNIT, options)
}
