//! Fantasy Grounds Unity: an archive with a picture, and its line of sight and lights as XML.
//!
//! Fantasy Grounds reads the XML file beside a picture of the same name when the picture is added to
//! a campaign. Coordinates are pixels from the middle of the picture, y grows up.
//!
//! Walls are plain occluders. A closed door can be toggled; a portcullis too, and it lets sight
//! through; a secret door looks like wall and can be toggled by the game master. Columns and statues
//! are terrain: they block sight, but are seen themselves. Marked areas run counterclockwise.
//!
//! *What it tells.* As in Universal VTT: the drawn walls, doors and lights, and the picture of the
//! table, without creatures, traps, numbers and notes. Locks are not written. The players' file has
//! nothing hidden. No file has seed, recipe or title.

use crate::archive::zip;
use crate::error::Error;
use crate::job::{Job, SideFile};
use crate::number::Short;
use crate::sight::{Light, Sight, SightDoor};
use crate::vtt_image::{VttAudience, VttPicture, picture};
use mapwright::DoorKind;
use mapwright_render::Rgb;
use mapwright_render::scene::Point;
use std::fmt::{self, Write as _};
use std::io::Write;

/// Half the thickness of a door, in squares.
const HALF_DOOR: f32 = 0.14;

/// Writes the map.
pub(crate) fn write(job: &Job<'_>, to: &mut dyn Write) -> Result<Vec<SideFile>, Error> {
    let sight = Sight::of(job.map, job.options)?;
    let picture = picture(job, VttAudience::Table)?;
    let mut xml = String::new();
    compose(&sight, &picture, &mut xml).map_err(std::io::Error::other)?;
    let name = |ending: &str| format!("{}.{ending}", job.stem);
    let files =
        [SideFile { name: name("png"), bytes: picture.png }, SideFile { name: name("xml"), bytes: xml.into_bytes() }];
    to.write_all(&zip(&files)?)?;
    Ok(Vec::new())
}

fn compose(sight: &Sight, picture: &VttPicture, xml: &mut String) -> fmt::Result {
    let sheet = Sheet { picture };
    let cell = picture.cell;
    writeln!(xml, r#"<?xml version="1.0" encoding="utf-8"?>"#)?;
    writeln!(xml, r#"<root version="4.1" dataversion="20210302">"#)?;
    writeln!(xml, "  <gridsize>{cell},{cell}</gridsize>\n  <occluders>")?;
    let walls = sight.walls.iter().map(|line| (line.clone(), ""));
    let doors = sight.doors.iter().map(|door| (counterclockwise(leaf(door)), flags(door.kind)));
    let objects = sight.objects.iter().map(|line| (counterclockwise(line.clone()), TERRAIN));
    for (id, (line, flags)) in walls.chain(doors).chain(objects).enumerate() {
        write!(xml, "    <occluder><id>{id}</id><points>")?;
        for (index, &point) in line.iter().enumerate() {
            write!(xml, "{}{}", if index == 0 { "" } else { "," }, sheet.at(point))?;
        }
        writeln!(xml, "</points>{flags}</occluder>")?;
    }
    writeln!(xml, "  </occluders>\n  <lights>")?;
    for (id, &Light { at, radius, color: Rgb(red, green, blue) }) in sight.lights.iter().enumerate() {
        let (at, bright, dim) = (sheet.at(at), Short(radius), Short(2.0 * radius));
        write!(xml, "    <light><id>{id}</id><position>{at}</position>")?;
        write!(xml, "<color>#FF{red:02X}{green:02X}{blue:02X}</color>")?;
        writeln!(xml, "<range>{bright},0.75,{dim},0.5</range><on /></light>")?;
    }
    writeln!(xml, "  </lights>\n</root>")
}

/// Marks of things that block sight and are seen themselves.
const TERRAIN: &str = "<terrain /><hidden /><single_sided /><allow_move /><closed /><counterclockwise /><toggleable />";

/// Returns the marks of a closed door.
const fn flags(kind: DoorKind) -> &'static str {
    match kind {
        DoorKind::Portcullis => "<toggleable /><closed /><allow_vision />",
        DoorKind::Secret => "<toggleable /><closed />",
        _ => "<toggleable /><closed /><single_sided /><counterclockwise />",
    }
}

/// Returns the outline of a door's leaf.
fn leaf(door: &SightDoor) -> Vec<Point> {
    let [from, to] = door.ends;
    let (dx, dy) = door.facing.delta();
    let thick = Point { x: dx as f32, y: dy as f32 } * HALF_DOOR;
    vec![from + thick, to + thick, to - thick, from - thick]
}

/// Returns a closed line that runs counterclockwise on the screen, as the marks say.
fn counterclockwise(mut line: Vec<Point>) -> Vec<Point> {
    let next = line.iter().cycle().skip(1);
    let turn: f32 = line
        .iter()
        .zip(next)
        .map(|(a, b)| (a.x - line[0].x) * (b.y - line[0].y) - (b.x - line[0].x) * (a.y - line[0].y))
        .sum();
    // With y down, a positive sum is clockwise.
    if turn > 0.0 {
        line.reverse();
    }
    line
}

/// Coordinates of the picture.
struct Sheet<'a> {
    picture: &'a VttPicture,
}

impl Sheet<'_> {
    /// Returns a point of the map in pixels from the middle of the picture, y up.
    fn at(&self, p: Point) -> String {
        let VttPicture { width, height, cell, .. } = *self.picture;
        let pixels = |squares: f32, side: u32| Short(squares * cell as f32 - side as f32 / 2.0);
        let (x, y) = (pixels(p.x, width), pixels(p.y, height));
        format!("{x},{}", Short(-y.0))
    }
}
