//! SVG files are small and well-formed, and contain nothing a browser would run or fetch.

use mapwright::{Map, Seed, Size, generate};
use mapwright_render::{Letters, Look, Style, WaterLevel, svg};
use roxmltree::Document;

const HOSTILE_TITLE: &str =
    "</title><script>alert(\"1\")</script> & 'quotes' <a href=\"http://example.org\">\u{0}\u{8}\u{ffff} ]]> é";

fn dungeon(seed: u64) -> Map {
    generate("dungeon", Size::new(52, 44), Seed::new(seed)).unwrap()
}

fn to_svg(map: &Map, look: &Look, letters: Letters) -> String {
    let mut bytes = Vec::new();
    svg(map, look, 40, letters, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_medium_dungeon_with_pools_is_a_small_file() {
    let look = Look { water: WaterLevel::Pools, ..Look::default() };
    for seed in 0..10 {
        let bytes = to_svg(&dungeon(seed), &look, Letters::Outlines).len();
        assert!(bytes <= 600_000, "mapwright generate dungeon --seed {seed} --water pools: {bytes} bytes");
    }
}

#[test]
fn every_style_writes_well_formed_files_that_run_and_fetch_nothing() {
    let map = dungeon(3);
    for name in Style::names() {
        for letters in [Letters::Outlines, Letters::Text] {
            let look = Look {
                style: Style::named(name).unwrap(),
                title: Some(HOSTILE_TITLE.to_owned()),
                legend: true,
                compass: true,
                scale: true,
                ..Look::default()
            };
            let text = to_svg(&map, &look, letters);
            let document = Document::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
            for node in document.descendants().filter(roxmltree::Node::is_element) {
                let tag = node.tag_name().name();
                assert!(!["script", "a", "foreignObject", "animate"].contains(&tag), "{name}: <{tag}>");
                for attribute in node.attributes() {
                    let (key, value) = (attribute.name(), attribute.value());
                    assert!(!key.starts_with("on"), "{name}: {key}");
                    // References only to its own paths or embedded images.
                    let is_own = value.starts_with("data:image/png;base64,") || value.starts_with("#p");
                    assert!(key != "href" || is_own, "{name}: {key}={value:.40}");
                }
            }
            assert!(!text.contains("<script") && !text.contains("href=\"http"), "{name}");
        }
    }
}

#[test]
fn markup_in_a_title_is_text() {
    let look = Look { title: Some(HOSTILE_TITLE.to_owned()), ..Look::default() };
    for letters in [Letters::Outlines, Letters::Text] {
        let text = to_svg(&dungeon(3), &look, letters);
        let document = Document::parse(&text).unwrap();
        let title = document.descendants().find(|node| node.has_tag_name("title")).and_then(|node| node.text());
        let expected: String = HOSTILE_TITLE.chars().filter(|&c| c >= ' ' && c != '\u{ffff}').collect();
        assert_eq!(title, Some(expected.as_str()));
    }
}
