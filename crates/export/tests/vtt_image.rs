//! Checks pictures for virtual tables: their canvas, and what they leave out.

use mapwright::{Entity, EntityKind, Map, Pos};
use mapwright_export::{ExportOptions, Format, write};
use mapwright_render::{Look, PictureOptions, Style, View};
use std::io::Cursor;

const MAP: &str = "
##############
#......S.....#
#.@....#.....#
#......#######
########      
";

struct Picture {
    size: [usize; 2],
    /// Red, green and blue.
    pixels: Vec<[u8; 3]>,
}

fn options(view: View) -> ExportOptions {
    let look = Look { view, style: Style::named("blueprint").unwrap(), furnish: false, ..Look::default() };
    ExportOptions {
        picture: PictureOptions { look, ..PictureOptions::default() },
        vtt: Some(20),
        ..ExportOptions::default()
    }
}

fn picture(map: &Map, options: &ExportOptions) -> Picture {
    let mut bytes = Vec::new();
    write(map, Format::Vtt, "map", options, &mut bytes).unwrap();
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut data = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut data).unwrap();
    let samples = info.color_type.samples();
    let pixel = |pixel: &[u8]| if samples < 3 { [pixel[0]; 3] } else { [pixel[0], pixel[1], pixel[2]] };
    Picture { size: [info.width as usize, info.height as usize], pixels: data.chunks(samples).map(pixel).collect() }
}

fn map() -> Map {
    Map::from_ascii(MAP).unwrap()
}

impl Picture {
    /// Returns the colour at a point in squares of 20 pixels.
    fn at(&self, x: f32, y: f32) -> [u8; 3] {
        self.pixels[(y * 20.0) as usize * self.size[0] + (x * 20.0) as usize]
    }
}

#[test]
fn game_master_and_players_get_the_same_canvas() {
    let size = |view: View| picture(&map(), &options(view)).size;
    assert_eq!(size(View::Gm), [14 * 20, 5 * 20]);
    assert_eq!(size(View::Gm), size(View::Player));
}

#[test]
fn title_legend_and_margin_take_no_space() {
    let mut decorated = options(View::Gm);
    let look = &mut decorated.picture.look;
    (look.title, look.compass, look.scale, look.legend) = (Some("The Keep".to_owned()), true, true, true);
    (look.margin, look.crop) = (3.0, true);
    assert_eq!(picture(&map(), &decorated).pixels, picture(&map(), &options(View::Gm)).pixels);
}

#[test]
fn the_floor_has_no_grid() {
    let picture = picture(&map(), &options(View::Player));
    let floor = picture.at(3.5, 2.5);
    for step in 0..40 {
        let along = 2.5 + step as f32 / 20.0;
        assert_eq!((picture.at(along, 2.0), picture.at(along, 2.5)), (floor, floor), "{along}");
    }
}

#[test]
fn the_game_master_sees_secrets_and_players_do_not() {
    let (gm, player) = (picture(&map(), &options(View::Gm)), picture(&map(), &options(View::Player)));
    let (floor, rock) = (gm.at(3.5, 2.5), player.at(10.5, 2.0));
    assert_ne!(floor, rock);
    assert_eq!((gm.at(10.5, 2.0), player.at(10.5, 1.5)), (floor, rock));
}

#[test]
fn creatures_are_in_the_game_masters_picture_only() {
    let mut crowded = map();
    crowded.entities.push(Entity::new(EntityKind::Monster, Pos::new(4, 2), "ogre"));
    let of = |map: &Map, view: View| picture(map, &options(view)).pixels;
    assert_ne!(of(&crowded, View::Gm), of(&map(), View::Gm));
    assert_eq!(of(&crowded, View::Player), of(&map(), View::Player));
}

#[test]
fn pictures_of_tiles_have_the_same_squares() {
    let mut tiles = options(View::Gm);
    tiles.picture.look.style = Style::named("tiles").unwrap();
    assert_eq!(picture(&map(), &tiles).size, [14 * 20, 5 * 20]);
    tiles.pad_square = true;
    assert_eq!(picture(&map(), &tiles).size, [14 * 20, 14 * 20]);
}

#[test]
fn padding_is_paper_to_the_right_and_below() {
    let padded = picture(&map(), &ExportOptions { pad_square: true, ..options(View::Gm) });
    let plain = picture(&map(), &options(View::Gm));
    assert_eq!(padded.size, [280, 280]);
    let beyond = padded.at(5.0, 9.0);
    assert!(padded.pixels[280 * 110..].iter().all(|&pixel| pixel == beyond));
    assert_eq!(padded.at(3.5, 2.5), plain.at(3.5, 2.5));
}
