//! Universal VTT (`.dd2vtt`, `.df2vtt`, `.uvtt`): picture, walls, doors and lights in one JSON file.
//!
//! Foundry reads it with the Universal Battlemap Importer; MapTool, Arkenforge, Fantasy Grounds and
//! other tables read it themselves. All coordinates are squares from the top left corner.
//!
//! Some rules of the file are not in any specification, but in its readers: the origin is 0, 0,
//! because readers differ in what they add it to; walls have gaps where doors are; every portal is
//! a closed door, because an open one is a window for some readers and nothing for others, so
//! archways and open doors are gaps; colours have their opacity first; all keys are present.
//!
//! *What it tells.* The drawn walls, doors and lights, and the picture of the table: no creatures,
//! traps, numbers or notes. In the game master's file, rooms behind secret doors are there, and
//! their doors are wall, or doors if the options say so; the format has no kinds of doors. In the
//! players' file, all that is hidden is rock, as in the map where it was never dug. No file has
//! seed, recipe or title.

use crate::error::Error;
use crate::job::{Job, SideFile};
use crate::number::Short;
use crate::sight::{Light, Sight, SightDoor};
use crate::vtt_image::{VttAudience, VttPicture, canvas, picture};
use base64::engine::general_purpose::STANDARD;
use base64::write::EncoderWriter;
use mapwright::{Dir, Size};
use mapwright_render::Rgb;
use mapwright_render::scene::Point;
use std::collections::BTreeSet;
use std::f32::consts::FRAC_PI_2;
use std::fmt;
use std::io::{self, BufWriter, Write};

/// Writes the map.
pub(crate) fn write(job: &Job<'_>, to: &mut dyn Write) -> Result<Vec<SideFile>, Error> {
    let sight = Sight::of(job.map, job.options)?;
    let picture = picture(job, VttAudience::Table)?;
    let intensity = job.options.light_intensity.unwrap_or(1.0);
    let mut to = BufWriter::new(to);
    write_file(&sight, &picture, canvas(job, sight.size), intensity, &mut to)?;
    to.flush()?;
    Ok(Vec::new())
}

fn write_file(
    sight: &Sight,
    picture: &VttPicture,
    size: Size,
    intensity: f32,
    to: &mut impl Write,
) -> Result<(), io::Error> {
    writeln!(to, "{{\n\"format\":0.3,")?;
    let Size { width, height } = size;
    let cell = picture.cell;
    writeln!(
        to,
        r#""resolution":{{"map_origin":{{"x":0,"y":0}},"map_size":{{"x":{width},"y":{height}}},"pixels_per_grid":{cell}}},"#
    )?;
    list(to, "line_of_sight", sight.walls.iter().map(|line| Line(line)))?;
    list(to, "objects_line_of_sight", sight.objects.iter().map(|line| Line(line)))?;
    let ends: BTreeSet<[u32; 2]> =
        sight.walls.iter().flat_map(|line| [line[0], line[line.len() - 1]]).map(key).collect();
    // Neither end is at a wall.
    let freestanding = |door: &SightDoor| door.ends.into_iter().all(|end| !ends.contains(&key(end)));
    list(to, "portals", sight.doors.iter().map(|door| Portal { door, freestanding: freestanding(door) }))?;
    writeln!(to, r#""environment":{{"baked_lighting":false,"ambient_light":"ffffffff"}},"#)?;
    list(to, "lights", sight.lights.iter().map(|light| Lamp { light, intensity }))?;
    write!(to, "\"image\":\"")?;
    let mut encoder = EncoderWriter::new(&mut *to, &STANDARD);
    encoder.write_all(&picture.png)?;
    encoder.finish()?;
    drop(encoder);
    writeln!(to, "\"\n}}")
}

/// Writes a key with a list, one item per line.
fn list(to: &mut impl Write, key: &str, items: impl Iterator<Item = impl fmt::Display>) -> Result<(), io::Error> {
    write!(to, "\"{key}\":[")?;
    for (index, item) in items.enumerate() {
        write!(to, "{}{item}", if index == 0 { "\n" } else { ",\n" })?;
    }
    writeln!(to, "],")
}

/// Returns a key that equal points share.
fn key(p: Point) -> [u32; 2] {
    [p.x, p.y].map(f32::to_bits)
}

/// A point.
struct At(Point);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, r#"{{"x":{},"y":{}}}"#, Short(self.0.x), Short(self.0.y))
    }
}

/// A line of points.
struct Line<'a>(&'a [Point]);

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (index, &point) in self.0.iter().enumerate() {
            write!(f, "{}{}", if index == 0 { "" } else { "," }, At(point))?;
        }
        f.write_str("]")
    }
}

/// A door.
struct Portal<'a> {
    door: &'a SightDoor,
    freestanding: bool,
}

impl fmt::Display for Portal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [from, to] = self.door.ends;
        // The direction of the line between the ends.
        let rotation = if matches!(self.door.facing, Dir::East | Dir::West) { FRAC_PI_2 } else { 0.0 };
        let (at, bounds) = (At(from.toward(to, 0.5)), Line(&[from, to]));
        write!(f, r#"{{"position":{at},"bounds":{bounds},"rotation":{rotation:.6},"closed":true,"#)?;
        write!(f, r#""freestanding":{}}}"#, self.freestanding)
    }
}

/// A light.
struct Lamp<'a> {
    light: &'a Light,
    intensity: f32,
}

impl fmt::Display for Lamp<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Light { at, radius, color: Rgb(red, green, blue) } = *self.light;
        // The range of readers is that of dim light.
        let (at, range, intensity) = (At(at), Short(2.0 * radius), Short(self.intensity));
        write!(f, r#"{{"position":{at},"range":{range},"intensity":{intensity},"#)?;
        write!(f, r#""color":"ff{red:02x}{green:02x}{blue:02x}","shadows":true}}"#)
    }
}
