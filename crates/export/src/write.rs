//! [`write()`]: one map or all levels of a campaign, in any format.

use crate::archive::zip;
use crate::error::Error;
use crate::format::Format;
use crate::job::{CampaignEntry, CampaignJob, Job, SideFile, for_seen_map};
use crate::options::ExportOptions;
use crate::{csv, fantasy_grounds, foundry, godot, graph, layers, ldtk, npy, tiled, uvtt, vtt_image, watabou};
use mapwright::{Map, saved, share};
use mapwright_render::View;
use std::borrow::Cow;
use std::io::Write;

/// Writes a map in a format, and returns the files that belong beside it.
///
/// `stem` is the name of the file without its extension: the names of side files begin with it.
pub fn write(
    map: &Map,
    format: Format,
    stem: &str,
    options: &ExportOptions,
    mut to: impl Write,
) -> Result<Vec<SideFile>, Error> {
    let none = Ok(Vec::new());
    if let Some(picture) = format.picture() {
        options.picture.write(map, picture, to)?;
        return none;
    }
    match format {
        Format::Txt => options.picture.write_text(map, to)?,
        Format::Json => saved::write(map, to)?,
        Format::Toml => match &map.source.origin.recipe {
            Some(recipe) => to.write_all(recipe.to_toml().as_bytes())?,
            None => return Err(Error::invalid("a hand-drawn map has no recipe")),
        },
        Format::Share => match share::code(map) {
            Some(code) => writeln!(to, "{code}")?,
            None => return Err(Error::invalid("a hand-drawn map has no share code")),
        },
        _ if format.is_recording() => {
            return Err(Error::invalid(format!("{} shows a run, not a map: use `mapwright replay`", format.name())));
        }
        _ => {
            let seen = options.picture.seen(map);
            let is_for_players = options.picture.look.view == View::Player;
            let job = Job { map: &seen, options: &for_seen_map(options), is_for_players, stem };
            return export(&job, format, &mut to);
        }
    }
    none
}

/// Writes a map and the files that belong beside it into one zip archive.
pub fn write_archive(
    map: &Map,
    format: Format,
    stem: &str,
    options: &ExportOptions,
    mut to: impl Write,
) -> Result<(), Error> {
    to.write_all(&zip(&files_of(map, format, stem, options)?)?)?;
    Ok(())
}

/// Returns the file of a map with the files beside it.
fn files_of(map: &Map, format: Format, stem: &str, options: &ExportOptions) -> Result<Vec<SideFile>, Error> {
    let mut bytes = Vec::new();
    let sides = write(map, format, stem, options, &mut bytes)?;
    let mut files = vec![SideFile { name: format!("{stem}.{}", format.extension()), bytes }];
    files.extend(sides);
    Ok(files)
}

/// Writes a map in a format of another program.
fn export(job: &Job<'_>, format: Format, to: &mut dyn Write) -> Result<Vec<SideFile>, Error> {
    let furnished = if shows_furniture(format) { job.furnished() } else { Cow::Borrowed(job.map) };
    let job = &Job { map: &furnished, ..*job };
    match format {
        Format::Vtt => vtt_image::write(job, to),
        Format::Dd2vtt => uvtt::write(job, to),
        Format::Foundry => foundry::write(job, to),
        Format::FoundryModule => foundry::write_module(job, to),
        Format::FantasyGrounds => fantasy_grounds::write(job, to),
        Format::Tmx => tiled::write_tmx(job, to),
        Format::Tmj => tiled::write_tmj(job, to),
        Format::Ldtk => ldtk::write(job, to),
        Format::Tscn => godot::write(job, to),
        Format::Layers => layers::write(job, to),
        Format::Csv => csv::write(job, to),
        Format::Npy => npy::write(job, to),
        Format::Dot => graph::write_dot(job, to),
        Format::Graph => graph::write_json(job, to),
        Format::Watabou => watabou::write(job, to),
        _ => Err(Error::invalid(format!("{} holds a campaign, not a map", format.name()))),
    }
}

/// Returns true if the format has tiles and records for furniture that a drawing adds.
fn shows_furniture(format: Format) -> bool {
    matches!(format, Format::Tmx | Format::Tmj | Format::World | Format::Ldtk | Format::Tscn)
}

/// Writes the file of a campaign and the files that belong beside it into one zip archive.
pub fn write_campaign_archive(
    campaign: &CampaignJob<'_>,
    format: Format,
    stem: &str,
    options: &ExportOptions,
    mut to: impl Write,
) -> Result<(), Error> {
    let mut bytes = Vec::new();
    let sides = write_campaign(campaign, format, stem, options, &mut bytes)?;
    let mut files = vec![SideFile { name: format!("{stem}.{}", format.extension()), bytes }];
    files.extend(sides);
    to.write_all(&zip(&files)?)?;
    Ok(())
}

/// Writes all levels of a campaign in one file: a world, a module, or an archive with one file per
/// level.
///
/// `stem` is the name of the file without its extension: the names of side files begin with it.
pub fn write_campaign(
    campaign: &CampaignJob<'_>,
    format: Format,
    stem: &str,
    options: &ExportOptions,
    mut to: impl Write,
) -> Result<Vec<SideFile>, Error> {
    let digits = campaign.levels.len().to_string().len().max(2);
    let stem_of = |number: u32| format!("level-{number:0digits$}");
    if !format.holds_a_campaign() {
        let mut files = Vec::new();
        for level in &campaign.levels {
            files.extend(files_of(level.map, format, &stem_of(level.number), options)?);
        }
        to.write_all(&zip(&files)?)?;
        return Ok(Vec::new());
    }
    let (inner, is_for_players) = (for_seen_map(options), options.picture.look.view == View::Player);
    let mut seen: Vec<Cow<'_, Map>> = campaign.levels.iter().map(|level| options.picture.seen(level.map)).collect();
    if shows_furniture(format) {
        for map in &mut seen {
            let job = Job { map, options: &inner, is_for_players, stem };
            if let Cow::Owned(furnished) = job.furnished() {
                *map = Cow::Owned(furnished);
            }
        }
    }
    let stems: Vec<String> = campaign.levels.iter().map(|level| format!("{stem}-{}", stem_of(level.number))).collect();
    let entries = campaign.levels.iter().zip(&seen).zip(&stems).map(|((level, map), stem)| CampaignEntry {
        number: level.number,
        name: level.name,
        job: Job { map, options: &inner, is_for_players, stem },
    });
    let entries: Vec<CampaignEntry<'_>> = entries.collect();
    match format {
        Format::World => tiled::write_campaign(&entries, campaign, stem, &mut to),
        Format::Ldtk => ldtk::write_campaign(&entries, campaign, stem, &mut to),
        _ => foundry::write_campaign(&entries, campaign, stem, &mut to),
    }
}
