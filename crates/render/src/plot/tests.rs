//! Plots are legible for any values: text does not overlap, and everything is on the paper.

use super::*;
use crate::scene::{Bounds, Group, Node, Scene};
use crate::style::Style;
use mapwright::{Map, Size, Tile};

/// Returns extreme inputs.
fn sets() -> Vec<Vec<f64>> {
    vec![
        vec![],
        vec![f64::NAN, f64::INFINITY],
        vec![0.0],
        vec![-17.25],
        vec![3.0; 50],
        vec![1e300, -1e300, f64::MAX],
        vec![1e-12, 3e-12, 2e-12],
        vec![123_456_789.5, 123_456_790.25],
        vec![0.0, 0.0, 0.0, 1e6],
        (0..2000).map(|i| f64::from(i * 7919 % 83)).collect(),
        (0..300).map(|i| f64::from(i * i % 997) / 7.0).collect(),
    ]
}

fn walk<'a>(group: &'a Group, found: &mut Vec<(Bounds, Option<&'a str>)>) {
    for node in &group.nodes {
        match node {
            Node::Shape(shape) => found.push((shape.path.bounds().expect("a shape"), None)),
            Node::Lines(lines) => {
                found.extend(Bounds::around(lines.lines.iter().flatten().copied()).map(|b| (b, None)));
            }
            Node::Text(text) => found.push((text.outline.bounds().expect("letters"), Some(&text.text))),
            Node::Group(group) => walk(group, found),
            Node::Image(image) => found.push((image.bounds, None)),
        }
    }
}

/// Returns all text, after checking that everything is on the paper and no text overlaps.
fn assert_legible<'a>(scene: &'a Scene, what: &str) -> Vec<&'a str> {
    let mut all = Vec::new();
    scene.layers.iter().for_each(|layer| walk(layer, &mut all));
    let Bounds { from, to } = scene.bounds;
    for (ink, word) in &all {
        let is_in = from.x <= ink.from.x && from.y <= ink.from.y && ink.to.x <= to.x && ink.to.y <= to.y;
        assert!(is_in, "{what}: {word:?} at {ink:?} is not on {:?}", scene.bounds);
    }
    let words: Vec<(Bounds, &str)> = all.into_iter().filter_map(|(ink, word)| Some((ink, word?))).collect();
    for (index, (ink, word)) in words.iter().enumerate() {
        for (other, second) in &words[..index] {
            assert!(!ink.overlaps(*other), "{what}: {word:?} lies on {second:?}");
        }
    }
    assert!(scene.bounds.width() < 40.0 && scene.bounds.height() < 40.0, "{what}: {:?}", scene.bounds);
    words.into_iter().map(|(_, word)| word).collect()
}

const TITLE: &str =
    "The results of a thousand runs of one recipe, described in far more words than a plot of this size has space for";

#[test]
fn histograms_show_any_values_in_every_style() {
    for style in Style::names() {
        for values in sets() {
            let measured = Measured { title: "nearest-enemy", unit: "steps", values: &values };
            let scene = histogram(&HistogramPlot { title: TITLE, measured }, &Style::named(style).unwrap());
            let words = assert_legible(&scene, &format!("{style}: {:?}", &values[..values.len().min(3)]));
            let is_empty = values.iter().all(|value| !value.is_finite());
            assert_eq!(words.contains(&"nothing to show"), is_empty);
            assert!(words.contains(&"nearest-enemy (steps)"), "{words:?}");
        }
    }
}

#[test]
fn bars_are_as_high_as_their_counts() {
    let measured = Measured { title: "rooms", unit: "", values: &[4.0, 5.0, 5.0, 7.0, 5.0] };
    let scene = histogram(&HistogramPlot { title: "Rooms", measured }, &Style::default());
    let bars = scene.layers.iter().find(|layer| layer.name == "bars").unwrap();
    let mut found = Vec::new();
    walk(bars, &mut found);
    let heights: Vec<f32> = found.iter().map(|(bounds, _)| bounds.height()).collect();
    assert_eq!(heights.len(), 3, "nothing is drawn for six rooms");
    assert!((heights[1] / heights[0] - 3.0).abs() < 1e-3 && (heights[2] / heights[0] - 1.0).abs() < 1e-3);
    let words = assert_legible(&scene, "rooms");
    for word in ["median 5", "mean 5.2", "5 maps", "maps", "Rooms"] {
        assert!(words.contains(&word), "{word} is not in {words:?}");
    }
}

#[test]
fn expressive_ranges_show_any_values_and_their_pictures() {
    let maps = [(80, 50), (1, 1), (3, 200), (500, 20), (0, 0)].map(|(x, y)| Map::new(Size::new(x, y), Tile::Floor));
    for (index, x) in sets().into_iter().enumerate() {
        for y in sets() {
            let picks = range_picks(&x, &y);
            let captions: Vec<String> =
                picks.iter().map(|pick| pick.caption("openness", "mean-visible-area")).collect();
            let pictures = picks.iter().zip(&captions).zip(&maps);
            let thumbnails: Vec<Thumbnail<'_>> = pictures
                .map(|((pick, caption), map)| Thumbnail {
                    index: pick.index,
                    caption,
                    label: "seed 18446744073709551615",
                    map,
                })
                .collect();
            let plot = RangePlot {
                title: TITLE,
                x: Measured { title: "openness", unit: "%", values: &x },
                y: Measured { title: "mean-visible-area", unit: "cells", values: &y },
                thumbnails: &thumbnails,
            };
            let style = Style::names().nth(index % Style::names().count()).unwrap();
            let scene = expressive_range(&plot, &Style::named(style).unwrap());
            let words =
                assert_legible(&scene, &format!("{style}: {:?} {:?}", &x[..x.len().min(3)], &y[..y.len().min(3)]));
            let labels = words.iter().filter(|word| word.starts_with("seed ")).count();
            assert_eq!(labels, picks.len(), "{words:?}");
        }
    }
}

#[test]
fn squares_are_coloured_by_their_count() {
    let (x, y) = ([1.0, 1.0, 1.0, 2.0, 5.0], [1.0, 1.0, 1.0, 2.0, 5.0]);
    let plot = RangePlot {
        title: "Two",
        x: Measured { title: "x", unit: "", values: &x },
        y: Measured { title: "y", unit: "", values: &y },
        thumbnails: &[],
    };
    let scene = expressive_range(&plot, &Style::default());
    let cells = scene.layers.iter().find(|layer| layer.name == "cells").unwrap();
    let grey: Vec<i32> = cells
        .nodes
        .iter()
        .map(|node| if let Node::Shape(shape) = node { shape.fill.unwrap().lightness() } else { panic!("{node:?}") })
        .collect();
    assert_eq!(grey.len(), 3);
    assert!(grey[0] < grey[1] && grey[1] == grey[2], "high counts are dark on light paper: {grey:?}");
}

#[test]
fn sweeps_show_numbers_and_words() {
    let sets = sets();
    for style in ["ink", "blueprint", "parchment"] {
        for count in [0, 1, 2, 5, 11, 40] {
            let values = |index: usize| &*sets[index % sets.len()];
            let numbers = |index: usize| SweepAt::Number([0.0, 1e9, -3.5, 1e-9, 7.0][index % 5] * index as f64);
            let words = |_: usize| SweepAt::Word("rooms and very long corridors");
            for at in [&numbers as &dyn Fn(usize) -> SweepAt<'static>, &words] {
                let points: Vec<SweepPoint<'_>> =
                    (0..count).map(|index| SweepPoint { at: at(index), values: values(index) }).collect();
                let plot =
                    SweepPlot { title: TITLE, parameter: "fill_percent", measured: "loops", unit: "", points: &points };
                let scene = sweep(&plot, &Style::named(style).unwrap());
                let words = assert_legible(&scene, &format!("{style}: {count}"));
                assert_eq!(words.contains(&"nothing to show"), count <= 2, "only the third set has a number");
            }
        }
    }
}

#[test]
fn medians_follow_the_parameter_for_any_input_order() {
    let point = |at: f64, values: &'static [f64]| SweepPoint { at: SweepAt::Number(at), values };
    let points = [point(3.0, &[30.0, 31.0, 32.0]), point(1.0, &[9.0, 10.0, 99.0]), point(2.0, &[20.0])];
    let plot = SweepPlot { title: "", parameter: "p", measured: "m", unit: "", points: &points };
    let scene = sweep(&plot, &Style::default());
    let line = scene.layers.iter().find(|layer| layer.name == "median").unwrap();
    let Node::Shape(line) = &line.nodes[0] else { panic!("a line") };
    let places: Vec<_> = line.path.points().collect();
    assert!(places.windows(2).all(|two| two[0].x < two[1].x && two[0].y > two[1].y), "{places:?}");
}
