//! Overview of a campaign: all levels on one picture.

use crate::failure::Failure;
use crate::picture::{PictureFile, UNIT};
use mapwright::Size;
use mapwright_render::{Look, OverviewLevel, PictureOptions, overview};

/// Maximum number of tiles of all levels together.
const MAX_TILES: u64 = 64 << 20;

/// Returns true if this many levels of this size fit one overview.
pub(crate) fn fits(levels: usize, size: Size) -> bool {
    levels as u64 * size.width as u64 * size.height as u64 <= MAX_TILES
}

/// Draws the overview.
pub(crate) fn write(
    file: PictureFile,
    levels: &[OverviewLevel<'_>],
    title: &str,
    options: &PictureOptions,
) -> Result<(), Failure> {
    let title = options.look.title.clone().or_else(|| (!title.is_empty()).then(|| title.to_owned()));
    let look = Look { title, ..options.look.clone() };
    file.write(&overview(levels, &look)?, UNIT, options)
}
