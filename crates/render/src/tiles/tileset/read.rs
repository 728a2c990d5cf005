//! Reads tile sets from files.

use super::TileSet;
use super::kind::Kind;
use super::picture::Picture;
use crate::error::{Error, ErrorKind};
use crate::style::palette::Palette;
use ::png::{ColorType, Decoder, Limits, Transformations};
use mapwright::did_you_mean;
use std::io::Cursor;

/// Maximum side of a tile, in pixels.
const MAX_SIDE: u32 = 256;
/// Maximum number of files, so that a folder of unrelated pictures is not read.
const MAX_FILES: usize = 512;
/// Memory limit of the decoder, besides the pixels.
const DECODER_BYTES: usize = 4 << 20;

pub(super) fn read(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Result<TileSet, Error> {
    let mut files: Vec<_> = files.into_iter().filter(|(name, _)| !is_text_file(name)).take(MAX_FILES + 1).collect();
    if files.len() > MAX_FILES {
        return Err(invalid(format!("a tile set has at most {MAX_FILES} files: remove files that are not tiles")));
    }
    // Folders are listed in any order.
    files.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut kinds = vec![Vec::new(); Kind::ALL.len()];
    let mut first: Option<(u32, &str)> = None;
    for (name, bytes) in &files {
        let kind = kind(name)?;
        let picture = picture(name, bytes)?;
        let (side, reference) = *first.get_or_insert((picture.side(), name));
        if picture.side() != side {
            let own = picture.side();
            return Err(file_error(
                name,
                format!(
                    "{own}x{own} pixels, but {reference} has {side}x{side}: all tiles of a set must have the same size"
                ),
            ));
        }
        kinds[kind as usize].push(picture);
    }
    // One picture of stairs may serve both directions.
    for (stairs, other) in [(Kind::StairsUp, Kind::StairsDown), (Kind::StairsDown, Kind::StairsUp)] {
        if kinds[stairs as usize].is_empty() {
            kinds[stairs as usize] = kinds[other as usize].clone();
        }
    }
    for needed in [Kind::Floor, Kind::Wall, Kind::StairsDown] {
        if kinds[needed as usize].is_empty() {
            let name = needed.name();
            return Err(invalid(format!(
                "{name}.png is missing: a tile set needs floor, wall, and stairs-down or stairs-up"
            )));
        }
    }
    let (side, _) = first.expect("there is a floor");
    fill_missing(&mut kinds);
    Ok(TileSet { side, kinds })
}

/// Fills the kinds without pictures from other kinds.
fn fill_missing(kinds: &mut [Vec<Picture>]) {
    for door in [Kind::DoorOpen, Kind::DoorLocked, Kind::DoorSecret, Kind::Portcullis] {
        if kinds[door as usize].is_empty() {
            kinds[door as usize] = kinds[Kind::Door as usize].clone();
        }
    }
    let floor = kinds[Kind::Floor as usize].clone();
    if kinds[Kind::Bridge as usize].is_empty() {
        kinds[Kind::Bridge as usize] = floor.clone();
    }
    if kinds[Kind::Water as usize].is_empty() {
        kinds[Kind::Water as usize] = floor.iter().map(|floor| floor.tinted(Palette::default().water)).collect();
    }
}

/// Returns whether the file is one of the texts that accompany the pictures.
fn is_text_file(name: &str) -> bool {
    let name = name.rsplit_once('/').map_or(name, |(_, name)| name);
    let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
    name.starts_with('.') || ending.is_none_or(|ending| ending == "txt" || ending == "md")
}

fn kind(name: &str) -> Result<Kind, Error> {
    let lower = name.to_ascii_lowercase().replace('_', "-");
    let Some(stem) = lower.strip_suffix(".png") else {
        return Err(file_error(name, "not a PNG file: save it as PNG or remove it from the folder"));
    };
    // In a folder named after a tile, the files may have any names.
    if let Some((folder, _)) = stem.split_once('/') {
        return Kind::from_folder(folder).ok_or_else(|| {
            let hint = did_you_mean(folder, Kind::ALL.iter().map(|(_, name)| *name));
            file_error(name, format!("no folder of tiles is called {folder:?}; {hint}"))
        });
    }
    Kind::from_stem(stem).ok_or_else(|| {
        let hint = did_you_mean(stem, Kind::ALL.iter().map(|(_, name)| *name));
        file_error(name, format!("no tile is called {stem:?}; {hint}"))
    })
}

fn picture(name: &str, bytes: &[u8]) -> Result<Picture, Error> {
    if bytes.is_empty() {
        return Err(file_error(name, "the file is empty: save it again"));
    }
    if !bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        return Err(file_error(name, "this is not a PNG file, despite its name: save it as PNG"));
    }
    let broken = |cause: ::png::DecodingError| file_error(name, format!("the PNG is broken ({cause}): save it again"));
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: DECODER_BYTES });
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let mut reader = decoder.read_info().map_err(broken)?;
    let (width, height) = reader.info().size();
    if width != height || width > MAX_SIDE {
        let side = width.max(height).min(MAX_SIDE);
        let message = format!(
            "{width}x{height} pixels: a tile must be a square with a side of 1 to {MAX_SIDE} pixels; \
             crop or scale it to {side}x{side}"
        );
        return Err(file_error(name, message));
    }
    let mut pixels = vec![0; reader.output_buffer_size().unwrap_or(0)];
    let info = reader.next_frame(&mut pixels).map_err(broken)?;
    let pixels = &pixels[..info.buffer_size()];
    let rgba = match info.color_type {
        ColorType::Rgba => pixels.as_chunks::<4>().0.to_vec(),
        _ => pixels.as_chunks::<2>().0.iter().map(|&[gray, opacity]| [gray, gray, gray, opacity]).collect(),
    };
    Ok(Picture::new(width, rgba))
}

fn file_error(name: &str, what: impl std::fmt::Display) -> Error {
    // File names may contain anything, but messages must be one line.
    invalid(format!("{}: {what}", name.escape_debug()))
}

fn invalid(message: String) -> Error {
    Error::new(ErrorKind::Invalid, message)
}
