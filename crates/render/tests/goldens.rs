//! Compares pictures of frozen maps with reviewed ones; `cargo xtask bless` draws them anew.
//!
//! The maps are files of their own, so that these pictures change only if drawing changes.

#[path = "../../core/tests/golden/file.rs"]
#[expect(dead_code, reason = "no text is compared here")]
mod file;
#[path = "support/frozen.rs"]
mod frozen;
#[path = "support/pixels.rs"]
mod pixels;

use frozen::frozen;
use mapwright::Map;
use mapwright_render::{Letters, Look, OverviewLevel, PdfLook, Style, View, WaterLevel, overview, pdf, png, svg};
use pixels::Pixels;
use std::collections::BTreeSet;
use std::fs;

/// Maximum difference per channel due to rounding on different machines.
const ROUNDING: u8 = 2;
/// Maximum size of all pictures together, in bytes.
const MAX_BYTES: u64 = 2_000_000;

/// A picture: its map and style, pixels per square, and changes to the look.
struct Golden {
    name: &'static str,
    map: &'static str,
    style: &'static str,
    cell: u32,
    change: fn(&mut Look),
}

const fn golden(
    name: &'static str,
    map: &'static str,
    style: &'static str,
    cell: u32,
    change: fn(&mut Look),
) -> Golden {
    Golden { name, map, style, cell, change }
}

static GOLDENS: &[Golden] = &[
    golden("one-page-dungeon", "one-page-dungeon.json", "ink", 14, |_| {}),
    golden("one-page-dungeon-titled", "one-page-dungeon.json", "parchment", 12, |look| {
        look.title = Some("The One-Page Dungeon".to_owned());
        (look.legend, look.compass, look.scale, look.crop) = (true, true, true, true);
    }),
    golden("one-page-dungeon-tiles", "one-page-dungeon.json", "tiles", 12, |_| {}),
    golden("sun-temple-pools", "sun-temple.json", "old-blue", 12, |look| look.water = WaterLevel::Pools),
    golden("family-crypt", "family-crypt.json", "night", 12, |_| {}),
    golden("family-crypt-player", "family-crypt.json", "ink", 12, |look| look.view = View::Player),
    golden("cave-lakes", "cave.json", "colour", 14, |look| look.water = WaterLevel::Lakes),
    golden("mine", "mine.json", "blueprint", 14, |_| {}),
    golden("cave-beside-keep", "cave-beside-keep.json", "minimal", 12, |_| {}),
    golden("themes", "themes.json", "colour", 16, |look| look.legend = true),
    golden("themes-ink", "themes.json", "ink", 16, |look| look.crop = true),
    golden("everything", "everything.txt", "colour", 16, |look| look.legend = true),
    golden("everything-player", "everything.txt", "parchment", 16, |look| look.view = View::Player),
    golden("everything-bare", "everything.txt", "ink", 12, |look| {
        look.furnish = false;
        look.layers =
            ["hatch", "grid", "labels"].iter().fold(look.layers, |layers, name| layers.without(name).unwrap());
    }),
];

/// Overviews of all frozen maps as the levels of a campaign: name, style and pixels per unit.
static OVERVIEWS: &[(&str, &str, u32)] = &[("overview", "ink", 20), ("overview-night", "night", 12)];

fn overview_png(style: &str, cell: u32) -> Vec<u8> {
    let names = ["one-page-dungeon", "sun-temple", "family-crypt", "cave", "mine", "cave-beside-keep"];
    let maps: Vec<Map> = names.iter().map(|name| frozen(&format!("{name}.json"))).collect();
    let level = |(number, (name, map))| OverviewLevel { number, name, danger: 5 * (number - 1), map };
    let levels: Vec<OverviewLevel<'_>> = (1..).zip(names.into_iter().zip(&maps)).map(level).collect();
    let title = Some("Six Levels Down".to_owned());
    let look = Look { style: Style::named(style).unwrap(), title, ..Look::default() };
    let mut bytes = Vec::new();
    overview(&levels, &look).unwrap().write_png(cell, &mut bytes).unwrap();
    bytes
}

impl Golden {
    fn look(&self) -> Look {
        let mut look = Look { style: Style::named(self.style).unwrap(), ..Look::default() };
        (self.change)(&mut look);
        look
    }

    /// Returns the difference to the reviewed picture, if there is any.
    fn compare(&self) -> Option<String> {
        let mut bytes = Vec::new();
        png(&frozen(self.map), &self.look(), self.cell, &mut bytes).unwrap();
        compare(self.name, &bytes)
    }
}

/// Returns the difference to the reviewed picture of this name, if there is any.
fn compare(name: &str, bytes: &[u8]) -> Option<String> {
    let path = format!("goldens/pictures/{name}.png");
    let drawn = Pixels::read(bytes);
    let reviewed = fs::read(file::project().join(&path)).ok().map(|bytes| Pixels::read(&bytes));
    if reviewed.as_ref().is_some_and(|reviewed| reviewed.is_close(&drawn, ROUNDING)) {
        // Blessing keeps pictures that differ only by rounding.
        return None;
    }
    if file::blessing() {
        // Compressed more tightly than pictures for users, who wait for them.
        file::assert_bytes(&path, &drawn.to_png());
        return None;
    }
    let Some(reviewed) = reviewed else { return Some(format!("{path} is missing")) };
    let folder = file::project().join("target/pictures-failed");
    fs::create_dir_all(&folder).expect("the project can be written to");
    fs::write(folder.join(format!("{name}.png")), reviewed.beside(&drawn, ROUNDING).to_png())
        .expect("the project can be written to");
    let differing = reviewed.differing(&drawn, ROUNDING);
    Some(format!(
        "{path}: {differing}; target/pictures-failed/{name}.png shows the reviewed one, the new one and the difference"
    ))
}

#[test]
fn pictures_match_the_reviewed_ones() {
    let overviews = OVERVIEWS.iter().filter_map(|(name, style, cell)| compare(name, &overview_png(style, *cell)));
    let wrong: Vec<String> = GOLDENS.iter().filter_map(Golden::compare).chain(overviews).collect();
    assert!(wrong.is_empty(), "{}\nif the changes are intended, run: cargo xtask bless", wrong.join("\n"));
}

#[test]
fn every_style_has_a_picture_and_every_picture_is_used() {
    let styles: BTreeSet<&str> = GOLDENS.iter().map(|golden| golden.style).collect();
    assert_eq!(styles, Style::names().collect());
    let names = GOLDENS.iter().map(|golden| golden.name).chain(OVERVIEWS.iter().map(|(name, ..)| *name));
    let names: BTreeSet<String> = names.map(|name| format!("{name}.png")).collect();
    assert_eq!(names.len(), GOLDENS.len() + OVERVIEWS.len(), "a name is used twice");
    let mut bytes = 0;
    for entry in fs::read_dir(file::project().join("goldens/pictures")).unwrap().map(Result::unwrap) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".png") {
            assert!(names.contains(&name), "nothing draws goldens/pictures/{name}");
            bytes += entry.metadata().unwrap().len();
        } else {
            assert!(GOLDENS.iter().any(|golden| golden.map == name), "nothing uses goldens/pictures/{name}");
        }
    }
    assert!(bytes <= MAX_BYTES, "the pictures have {bytes} bytes");
}

#[test]
fn drawing_twice_gives_the_same_bytes() {
    for golden in GOLDENS {
        let (map, look) = (frozen(golden.map), golden.look());
        let files = || {
            let mut files = [Vec::new(), Vec::new(), Vec::new(), Vec::new()];
            let [a, b, c, d] = &mut files;
            png(&map, &look, golden.cell, a).unwrap();
            svg(&map, &look, golden.cell, Letters::Outlines, b).unwrap();
            svg(&map, &look, golden.cell, Letters::Text, c).unwrap();
            pdf(&map, &look, &PdfLook::default(), d).unwrap();
            files
        };
        assert!(files() == files(), "{}", golden.name);
    }
}
