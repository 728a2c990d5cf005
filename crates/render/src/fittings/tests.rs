//! Properties of the drawings of doors, stairs and tokens, and sheets of all drawings for review.

use super::{bridge, door, entrance, stairs, token};
use crate::backend;
use crate::pen::Pen;
use crate::props;
use crate::props::tests::{area, assert_stays_inside, drawn, size};
use crate::scene::{Bounds, Group, Path, Scene, Stroke, pt};
use crate::style::Style;
use mapwright::{Dir, DoorKind, DoorState, EntityKind, Level, Seed};

struct Sample {
    name: String,
    size: (f32, f32),
    draw: Box<dyn Fn(&mut Pen<'_>)>,
}

fn sample(name: impl Into<String>, size: (f32, f32), draw: impl Fn(&mut Pen<'_>) + 'static) -> Sample {
    Sample { name: name.into(), size, draw: Box::new(draw) }
}

fn doors() -> Vec<Sample> {
    let both = DoorState::ALL.into_iter().flat_map(|state| DoorKind::ALL.map(|kind| (kind, state)));
    let to_sample =
        |(kind, state)| sample(format!("{kind:?} {state:?}"), (1.0, 1.0), move |pen| door::draw(pen, kind, state));
    both.map(to_sample).collect()
}

fn others() -> Vec<Sample> {
    let mut all = vec![sample("entrance", (1.0, 1.0), entrance::draw)];
    for dir in [Level::Down, Level::Up] {
        all.push(sample(format!("straight {dir:?}"), (1.0, 1.0), move |pen| stairs::straight(pen, dir)));
        all.push(sample(format!("spiral {dir:?}"), (1.0, 1.0), move |pen| stairs::spiral(pen, dir)));
    }
    for (kind, _) in EntityKind::ALL {
        all.push(sample(format!("{kind:?}"), (1.0, 1.0), move |pen| token::draw(pen, kind)));
    }
    for size in [(1.0, 1.0), (1.0, 3.0), (2.0, 2.0)] {
        all.push(sample(format!("bridge {size:?}"), size, bridge::draw));
    }
    all
}

#[test]
fn everything_stays_in_its_area() {
    for sample in doors().iter().chain(&others()) {
        assert_stays_inside(&sample.name, sample.size, &sample.draw);
    }
}

#[test]
fn all_doors_and_tokens_look_different() {
    let style = Style::default();
    let all: Vec<Sample> = doors().into_iter().chain(others()).collect();
    let look = |sample: &Sample, facing| format!("{:?}", drawn(&style, sample.size, facing, 5, &sample.draw).nodes);
    for facing in Dir::ALL {
        for (i, one) in all.iter().enumerate() {
            assert_eq!(look(one, facing), look(one, facing), "{}", one.name);
            for other in &all[..i] {
                assert_ne!(look(one, facing), look(other, facing), "{} and {}", one.name, other.name);
            }
        }
    }
}

/// Writes sheets of everything in all styles and directions to `target/sheets`:
/// `cargo test -p mapwright-render --lib sheet -- --ignored`.
#[test]
#[ignore = "writes pictures for visual review"]
fn sheet() {
    let target =
        std::env::var("CARGO_TARGET_DIR").unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target").into());
    let folder = std::path::Path::new(&target).join("sheets");
    std::fs::create_dir_all(&folder).unwrap();
    let things: Vec<Sample> =
        props::ALL.iter().map(|&(name, draw)| sample(name, size(name), draw)).chain(others()).collect();
    let turns = [Dir::South, Dir::West, Dir::North, Dir::East];
    for name in Style::names() {
        let style = Style::named(name).unwrap();
        let sheets = [
            ("things", laid_out(&style, &things, &turns[..1], 14.0)),
            ("turned", laid_out(&style, &things, &turns, 28.0)),
            ("doors", laid_out(&style, &doors(), &turns, 12.0)),
        ];
        for (what, scene) in sheets {
            for cell in [20, 40, 80] {
                let file = std::fs::File::create(folder.join(format!("{name}-{what}-{cell}.png"))).unwrap();
                backend::png::write(&scene, cell, file).unwrap();
            }
        }
    }
}

/// Lays out the samples in rows on a floor with a grid; doors get their necks.
fn laid_out(style: &Style, samples: &[Sample], turns: &[Dir], width: f32) -> Scene {
    let (mut things, mut necks) = (Group::named("things"), Group::named("necks"));
    let (mut at, mut row_height) = (pt(0.0, 0.0), 0.0_f32);
    let mut seed = 0;
    for sample in samples {
        for &facing in turns {
            let area = area(sample.size, facing).to;
            if at.x + area.x > width {
                at = pt(0.0, at.y + row_height);
                row_height = 0.0;
            }
            if DoorKind::ALL.iter().any(|kind| sample.name.starts_with(&format!("{kind:?} "))) {
                let mut pen = Pen::new(style, &mut necks, sample.size, at, facing, Seed::new(0));
                for (left, line) in [(0.0, door::JAMB), (1.0 - door::JAMB, 1.0 - door::JAMB)] {
                    pen.tint(&Path::rect(left, 0.0, door::JAMB, 1.0), style.colors.hatch_ground);
                    pen.tint(&Path::rect(line - 0.055, 0.0, 0.11, 1.0), style.colors.wall);
                }
            }
            (sample.draw)(&mut Pen::new(style, &mut things, sample.size, at, facing, Seed::new(seed)));
            seed += 1;
            at.x += area.x;
            row_height = row_height.max(area.y);
        }
    }
    let height = at.y + row_height;
    let mut floor = Group::named("floor");
    floor.fill(Path::rect(0.0, 0.0, width, height), style.colors.floor);
    let across = (0..=height as u32).map(|y| [pt(0.0, y as f32), pt(width, y as f32)]);
    let down = (0..=width as u32).map(|x| [pt(x as f32, 0.0), pt(x as f32, height)]);
    let dash = Some([0.04, 0.085]);
    floor.lines(across.chain(down).collect(), Stroke { dash, ..Stroke::new(style.colors.grid, style.grid.width) });
    Scene {
        bounds: Bounds::new(0.0, 0.0, width, height).grown(0.25),
        paper: style.colors.paper,
        title: String::new(),
        layers: vec![floor, necks, things],
    }
}
