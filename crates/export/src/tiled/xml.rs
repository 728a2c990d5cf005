//! Writes maps as XML (TMX). Tiles are written row by row, so that large maps need little memory.

use super::model::{Object, Outline, Property, TILED_VERSION, TiledMap, VERSION, Value, short, tile_properties};
use mapwright::Grid;
use std::fmt::{self, Display};
use std::io::{self, Write};

/// Writes a map.
pub(super) fn write(map: &TiledMap<'_>, to: &mut dyn Write) -> io::Result<()> {
    let tile = map.sheet.tile();
    writeln!(to, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(
        to,
        concat!(
            r#"<map version="{}" tiledversion="{}" orientation="orthogonal" renderorder="right-down" width="{}" "#,
            r#"height="{}" tilewidth="{}" tileheight="{}" infinite="0" nextlayerid="{}" nextobjectid="{}">"#,
        ),
        VERSION,
        TILED_VERSION,
        map.size.width,
        map.size.height,
        tile,
        tile,
        map.next_layer(),
        map.next_object(),
    )?;
    properties(&map.properties, 1, to)?;
    tile_set(map, to)?;
    for (id, layer) in (1..).zip(&map.tile_layers) {
        let size = layer.tiles.size();
        writeln!(to, r#" <layer id="{id}" name="{}" width="{}" height="{}">"#, layer.name, size.width, size.height)?;
        writeln!(to, r#"  <data encoding="csv">"#)?;
        tiles(&layer.tiles, to)?;
        writeln!(to, "  </data>\n </layer>")?;
    }
    for (id, layer) in (map.first_object_layer()..).zip(&map.object_layers) {
        write!(to, r#" <objectgroup draworder="topdown" id="{id}" name="{}""#, layer.name)?;
        if layer.objects.is_empty() {
            writeln!(to, "/>")?;
            continue;
        }
        writeln!(to, ">")?;
        layer.objects.iter().try_for_each(|it| object(it, to))?;
        writeln!(to, " </objectgroup>")?;
    }
    writeln!(to, "</map>")
}

fn properties(list: &[Property], indent: usize, to: &mut dyn Write) -> io::Result<()> {
    if list.is_empty() {
        return Ok(());
    }
    let space = " ".repeat(indent);
    writeln!(to, "{space}<properties>")?;
    for Property { name, value } in list {
        write!(to, r#"{space} <property name="{}""#, Escaped(name))?;
        if !matches!(value, Value::Text(_)) {
            write!(to, r#" type="{}""#, value.kind())?;
        }
        match value {
            Value::Text(text) => write!(to, r#" value="{}""#, Escaped(text))?,
            Value::Int(number) => write!(to, r#" value="{number}""#)?,
            Value::Bool(value) => write!(to, r#" value="{value}""#)?,
            Value::Object(number) => write!(to, r#" value="{number}""#)?,
        }
        writeln!(to, "/>")?;
    }
    writeln!(to, "{space}</properties>")
}

fn tile_set(map: &TiledMap<'_>, to: &mut dyn Write) -> io::Result<()> {
    let (sheet, tile) = (map.sheet, map.sheet.tile());
    writeln!(
        to,
        concat!(
            r#" <tileset firstgid="1" name="Mapwright" tilewidth="{}" tileheight="{}" spacing="0" margin="0" "#,
            r#"tilecount="{}" columns="{}">"#,
        ),
        tile,
        tile,
        sheet.tiles().len(),
        sheet.columns(),
    )?;
    let (width, height) = sheet.size();
    writeln!(to, r#"  <image source="{}" width="{width}" height="{height}"/>"#, Escaped(map.image))?;
    for (id, tile) in sheet.tiles().iter().enumerate() {
        writeln!(to, r#"  <tile id="{id}" type="{}">"#, tile.class)?;
        properties(&tile_properties(tile), 3, to)?;
        writeln!(to, "  </tile>")?;
    }
    writeln!(to, "  <wangsets>")?;
    for set in &map.wang_sets {
        writeln!(to, r#"   <wangset name="{}" type="mixed" tile="{}">"#, set.name, set.tile)?;
        let (name, color, tile) = (set.name, set.color, set.tile);
        writeln!(to, r#"    <wangcolor name="{name}" color="{color}" tile="{tile}" probability="1"/>"#)?;
        for (id, [a, b, c, d, e, f, g, h]) in &set.tiles {
            writeln!(to, r#"    <wangtile tileid="{id}" wangid="{a},{b},{c},{d},{e},{f},{g},{h}"/>"#)?;
        }
        writeln!(to, "   </wangset>")?;
    }
    writeln!(to, "  </wangsets>\n </tileset>")
}

/// Writes the numbers of tiles as CSV.
fn tiles(tiles: &Grid<u16>, to: &mut dyn Write) -> io::Result<()> {
    let mut line = Vec::new();
    let last = tiles.size().height - 1;
    for (y, row) in (0..).zip(tiles.rows()) {
        line.clear();
        for &number in row {
            push_number(number, &mut line);
            line.push(b',');
        }
        if y == last {
            line.pop();
        }
        line.push(b'\n');
        to.write_all(&line)?;
    }
    Ok(())
}

/// Appends a number in decimal, which takes most of the time of a large map.
fn push_number(number: u16, to: &mut Vec<u8>) {
    let mut rest = number;
    let mut digits = [0; 5];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    to.extend_from_slice(&digits[at..]);
}

fn object(object: &Object, to: &mut dyn Write) -> io::Result<()> {
    let Object { id, class, .. } = object;
    write!(to, r#"  <object id="{id}" name="{}" type="{class}""#, Escaped(&object.name))?;
    write!(to, r#" x="{}" y="{}""#, short(object.at.0), short(object.at.1))?;
    if object.size != (0.0, 0.0) {
        write!(to, r#" width="{}" height="{}""#, short(object.size.0), short(object.size.1))?;
    }
    writeln!(to, ">")?;
    properties(&object.properties, 3, to)?;
    match &object.outline {
        Outline::Rect => {}
        Outline::Ellipse => writeln!(to, "   <ellipse/>")?,
        Outline::Point => writeln!(to, "   <point/>")?,
        Outline::Polygon(corners) => points("polygon", corners, to)?,
        Outline::Polyline(line) => points("polyline", line, to)?,
    }
    writeln!(to, "  </object>")
}

fn points(element: &str, points: &[(f64, f64)], to: &mut dyn Write) -> io::Result<()> {
    write!(to, r#"   <{element} points=""#)?;
    for (index, (x, y)) in points.iter().enumerate() {
        let space = if index == 0 { "" } else { " " };
        write!(to, "{space}{},{}", short(*x), short(*y))?;
    }
    writeln!(to, r#""/>"#)
}

/// Text inside an attribute. XML has no way to write most control characters: they are replaced.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\t' => f.write_str("&#9;")?,
                '\n' => f.write_str("&#10;")?,
                '\r' => f.write_str("&#13;")?,
                '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => f.write_str("\u{fffd}")?,
                _ => fmt::Write::write_char(f, c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_outside_cannot_leave_its_attribute() {
        let text = Escaped("a\"><b a='&\n\u{1}\u{ffff}é").to_string();
        assert_eq!(text, "a&quot;&gt;&lt;b a='&amp;&#10;\u{fffd}\u{fffd}é");
    }

    #[test]
    fn numbers_are_decimal() {
        let mut line = Vec::new();
        for number in [0, 9, 10, 409, 65535] {
            push_number(number, &mut line);
            line.push(b' ');
        }
        assert_eq!(line, b"0 9 10 409 65535 ");
    }
}
