//! Pictures of crisp colour tiles, as PNG.

mod art;
pub(crate) mod figure;
pub(crate) mod sprite;
pub(crate) mod tileset;

use crate::band::Band;
use crate::error::Error;
use crate::error::io_error::keep_io_error;
use crate::ground::Grounds;
use crate::limits::{pixels, some};
use crate::style::palette::{Palette, tinted};
use ::png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};
use figure::Figures;
use mapwright::{Map, Size};
use sprite::Sprites;
use std::io::Write;

/// Look of a picture of tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileLook {
    /// Pixels per tile side, 1 to 256. Below 4, every tile is a plain square. From 4 on, doors,
    /// stairs and figures have shapes, which look best at multiples of 8.
    pub cell: u32,
    /// Colours.
    pub palette: Palette,
    /// If true, draws exits and entities where there is space.
    pub entities: bool,
}

impl Default for TileLook {
    fn default() -> Self {
        TileLook { cell: 8, palette: Palette::default(), entities: true }
    }
}

/// Writes the map as a picture of crisp colour tiles. The same map and look give the same bytes.
///
/// A picture has at most 16,384 pixels per side; the error for a larger one names the cell size
/// that fits. Only one row of pixels is in memory at a time.
///
/// Rows are stored as differences to the row above, since most rows of a tile repeat it, and
/// compressed at deflate level 1. That is as fast as the encoder's own fast mode, but less than
/// half the size; level 2 takes twice the time.
pub fn tile_png(map: &Map, look: &TileLook, to: impl Write) -> Result<(), Error> {
    let (width, height) = tile_pixels(map.size(), look.cell)?;
    keep_io_error(to, |to| write(map, look, (width, height), to))
}

fn write(map: &Map, look: &TileLook, (width, height): (u32, u32), to: impl Write) -> Result<(), Error> {
    let cell = look.cell as usize;
    let mut encoder = Encoder::new(to, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    let grounds = Grounds::of(map);
    let tints = grounds.iter().flat_map(|grounds| &grounds.all).map(|ground| ground.tint);
    encoder.set_palette(look.palette.table(tints));
    encoder.set_deflate_compression(DeflateCompression::Level(1));
    encoder.set_filter(Filter::Up);
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;

    let figures = if look.entities { Figures::of(map) } else { Figures::none() };
    let room = art::side(cell);
    let mut sprites = Sprites::new(cell);
    let mut places = Vec::with_capacity(map.size().width as usize);
    let mut pixels = vec![0; width as usize];
    for (y, band) in Band::all(map).enumerate() {
        places.clear();
        places.extend((0..band.tiles().len()).map(|x| sprites.find(band, x, y)));
        for line in 0..cell {
            for (pixels, &place) in pixels.chunks_exact_mut(cell).zip(&places) {
                pixels.copy_from_slice(sprites.row(place, line));
            }
            if let Some(grounds) = &grounds {
                let numbers = pixels.chunks_exact_mut(cell).zip(grounds.row(y as i32));
                for (pixels, &number) in numbers.filter(|(_, number)| **number > 0) {
                    pixels.iter_mut().for_each(|ink| *ink = tinted(*ink, number));
                }
            }
            if let Some((side, margin)) = room.filter(|(side, margin)| (*margin..margin + side).contains(&line)) {
                for (x, figure) in figures.row(y as i32) {
                    art::of(figure).draw(line - margin, side, &mut pixels[x * cell + margin..]);
                }
            }
            stream.write_all(&pixels)?;
        }
    }
    stream.finish()?;
    Ok(writer.finish()?)
}

/// Returns width and height of a picture of tiles, if it is within the limits.
pub(crate) fn tile_pixels(size: Size, cell: u32) -> Result<(u32, u32), Error> {
    some(size)?;
    pixels(size.width as f32, size.height as f32, cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rgb;
    use crate::error::ErrorKind;
    use crate::ground::MAX_GROUNDS;
    use crate::ground::tests::themed;
    use crate::style::palette::{Hue, Tone};
    use ::png::{Decoder, Transformations};
    use mapwright::Tile;
    use std::io::{self, Cursor};

    /// Every tile and every figure, in plausible places.
    const EVERYTHING: &str = "
###################
#.....#...........#  ####
#.@.$.+..m..^..<..####..#
#.....#.........>.L.k.E.#
###'#####S#########|#####
  #....#~~~~~#   #....#
  #....|==~~~'...+....#
  ######~~~~~#########";

    struct Picture {
        width: usize,
        height: usize,
        rgb: Vec<u8>,
    }

    impl Picture {
        fn of(map: &Map, look: &TileLook) -> Picture {
            let mut decoder = Decoder::new(Cursor::new(bytes(map, look)));
            decoder.set_transformations(Transformations::EXPAND);
            let mut reader = decoder.read_info().unwrap();
            let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
            let info = reader.next_frame(&mut rgb).unwrap();
            assert_eq!(info.color_type, ColorType::Rgb);
            Picture { width: info.width as usize, height: info.height as usize, rgb }
        }

        fn at(&self, x: usize, y: usize) -> Rgb {
            let first = (y * self.width + x) * 3;
            Rgb(self.rgb[first], self.rgb[first + 1], self.rgb[first + 2])
        }

        /// Returns the sums of red, green and blue over a tile.
        fn sums(&self, x: usize, y: usize, cell: usize) -> [u32; 3] {
            let pixels = (0..cell * cell).map(|i| self.at(x * cell + i % cell, y * cell + i / cell));
            pixels.fold([0; 3], |[r, g, b], Rgb(red, green, blue)| {
                [r + u32::from(red), g + u32::from(green), b + u32::from(blue)]
            })
        }
    }

    fn bytes(map: &Map, look: &TileLook) -> Vec<u8> {
        let mut bytes = Vec::new();
        tile_png(map, look, &mut bytes).unwrap();
        bytes
    }

    fn cell(cell: u32) -> TileLook {
        TileLook { cell, ..TileLook::default() }
    }

    #[test]
    fn the_same_map_gives_the_same_bytes_at_every_cell_size() {
        let map = Map::from_ascii(EVERYTHING).unwrap();
        for look in [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 31, 256].map(cell) {
            assert_eq!(bytes(&map, &look), bytes(&map.clone(), &look));
            let picture = Picture::of(&map, &look);
            let size = map.size();
            let expected = (size.width as usize * look.cell as usize, size.height as usize * look.cell as usize);
            assert_eq!((picture.width, picture.height), expected);
        }
    }

    #[test]
    fn one_pixel_per_tile_shows_the_palette() {
        let map = Map::from_ascii(" #####\n ##.+#\n#~~###\n").unwrap();
        let (look, palette) = (cell(1), Palette::default());
        let picture = Picture::of(&map, &look);
        assert_eq!(picture.at(0, 0), palette.void);
        assert_eq!(picture.at(3, 1), palette.floor);
        assert_eq!(picture.at(4, 1), palette.door);
        assert_eq!(picture.at(1, 2), palette.water);
        assert_eq!(picture.at(2, 0), palette.wall);
        assert_eq!(
            Picture::of(&Map::from_ascii("###").unwrap(), &look).at(1, 0),
            palette.rock,
            "it is visible from nowhere"
        );
    }

    #[test]
    fn every_kind_of_tile_has_its_own_average_colour() {
        for look in [1, 2, 3, 4, 6, 8, 12, 16].map(cell) {
            let side = look.cell as usize;
            let averages = Tile::ALL.map(|(tile, c)| {
                let map = Map::from_ascii(&format!("#####\n..{c}..\n#####")).unwrap();
                (tile, Picture::of(&map, &look).sums(2, 1, side).map(|sum| sum as i32 / (side * side) as i32))
            });
            for (i, (tile, average)) in averages.iter().enumerate() {
                for (other, theirs) in &averages[..i] {
                    let apart: i32 = average.iter().zip(theirs).map(|(a, b)| (a - b).abs()).sum();
                    assert!(apart >= 12, "{tile} {average:?} and {other} {theirs:?} at cell {side}");
                }
            }
        }
    }

    #[test]
    fn every_figure_has_its_own_average_colour() {
        for look in [4, 6, 8, 12, 16].map(cell) {
            let sums = ['.', '@', 'E', 'm', '$', '^', 'k'].map(|c| {
                let map = Map::from_ascii(&format!("...\n.{c}.\n...")).unwrap();
                Picture::of(&map, &look).sums(1, 1, look.cell as usize)
            });
            for (i, sum) in sums.iter().enumerate() {
                assert!(!sums[..i].contains(sum), "figure {i} at cell {}", look.cell);
            }
        }
    }

    #[test]
    fn a_door_is_a_bar_across_the_passage() {
        let palette = Palette::default();
        let across = Picture::of(&Map::from_ascii("###\n.+.\n###").unwrap(), &cell(8));
        assert_eq!((across.at(12, 12), across.at(9, 12)), (palette.door, palette.floor));
        let along = Picture::of(&Map::from_ascii("#.#\n#+#\n#.#").unwrap(), &cell(8));
        assert_eq!(along.at(12, 12), palette.door);
        assert_eq!((along.at(12, 15), along.at(12, 14)), (across.at(15, 12), palette.floor));
    }

    #[test]
    fn only_the_floor_of_a_theme_has_its_tint() {
        let text = "####\n#..+\n####";
        let columns = ["forest"; 4];
        for look in [1, 4, 8, 16].map(cell) {
            let (themed, plain) =
                (Picture::of(&themed(text, &columns), &look), Picture::of(&Map::from_ascii(text).unwrap(), &look));
            let side = look.cell as usize;
            let differs = |x: usize, y: usize| themed.sums(x, y, side) != plain.sums(x, y, side);
            assert!(differs(1, 1) && differs(2, 1) && !differs(0, 1) && !differs(2, 0), "at cell {side}");
        }
        // All grounds at once fit into the colour table of a picture.
        assert_eq!(tinted(0, 1), 0);
        assert!(
            tinted(Hue::Floor.tone(Tone::Deep).0, MAX_GROUNDS as u8) > tinted(Hue::Floor.pure().0, MAX_GROUNDS as u8)
        );
    }

    #[test]
    fn figures_are_left_out_on_request_and_in_small_tiles() {
        let (populated, empty) = (Map::from_ascii("@.m").unwrap(), Map::from_ascii("...").unwrap());
        assert_ne!(bytes(&populated, &cell(8)), bytes(&empty, &cell(8)));
        assert_eq!(bytes(&populated, &cell(3)), bytes(&empty, &cell(3)));
        let look = TileLook { entities: false, ..TileLook::default() };
        assert_eq!(bytes(&populated, &look), bytes(&empty, &look));
    }

    #[test]
    fn errors_for_large_pictures_name_the_cell_size_that_fits() {
        let reject = |width, height, cell| {
            let error = tile_pixels(Size::new(width, height), cell).unwrap_err();
            (error.kind(), error.to_string())
        };
        let (kind, message) = reject(4000, 3000, 8);
        assert_eq!(kind, ErrorKind::TooBig);
        assert_eq!(
            message,
            "4000x3000 squares at cell 8 make 32000x24000 pixels, more than 16384 a side: \
             cell 4 is the largest that fits"
        );
        let (kind, message) = reject(16_385, 1, 1);
        assert!(kind == ErrorKind::TooBig && message.ends_with("even at 1 pixel per tile"), "{message}");
        assert_eq!(reject(i32::MAX, i32::MAX, 256).0, ErrorKind::TooBig);
        for cell in [0, 257, 1_000_000_000, u32::MAX] {
            assert_eq!(reject(10, 10, cell), (ErrorKind::Invalid, format!("cell: {cell} is not between 1 and 256")));
        }
        assert_eq!(reject(0, 0, 8), (ErrorKind::Invalid, "a map of 0x0 tiles has nothing to draw".to_owned()));
        assert_eq!(tile_pixels(Size::new(1000, 1000), 8).unwrap(), (8000, 8000));
        assert_eq!(tile_pixels(Size::new(16_384, 16_384), 1).unwrap(), (16_384, 16_384));
    }

    #[test]
    fn a_rejected_picture_writes_nothing() {
        let mut bytes = Vec::new();
        let map = Map::new(Size::new(100, 0), Tile::Wall);
        assert_eq!(tile_png(&map, &TileLook::default(), &mut bytes).unwrap_err().kind(), ErrorKind::Invalid);
        assert!(bytes.is_empty());
    }

    #[test]
    fn the_error_of_the_writer_is_the_source() {
        /// A writer that accepts this many bytes and then fails.
        struct Closing(usize);
        impl Write for Closing {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::BrokenPipe)?;
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let map = Map::from_ascii(EVERYTHING).unwrap();
        for room in 0..bytes(&map, &TileLook::default()).len() {
            let error = tile_png(&map, &TileLook::default(), Closing(room)).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Io);
            let cause = std::error::Error::source(&error).unwrap().downcast_ref::<io::Error>().unwrap();
            assert_eq!(cause.kind(), io::ErrorKind::BrokenPipe, "after {room} bytes");
        }
    }
}
