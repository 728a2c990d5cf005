use super::*;
use crate::style::Style;
use mapwright::{Size, generate};

/// What closed lines enclose, holes left out: those run the other way round.
fn measured(area: &Area) -> f32 {
    let line = |line: &Vec<Point>| {
        let next = line.iter().cycle().skip(1);
        line.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f32>() / 2.0
    };
    area.lines.iter().map(line).sum::<f32>().abs()
}

/// How many per cent of the floor are under water.
fn covered(map: &Map, level: WaterLevel) -> f32 {
    let seed = map.source.seed.child("picture");
    let floor = Floor::of(map, &Style::default().walls, seed);
    let inside = Field::inside(map.size(), &floor.area);
    let water = Water::of(map, &floor, &inside, level, 2, seed);
    water.map_or(0.0, |water| 100.0 * measured(&water.area) / measured(&floor.area))
}

#[test]
fn every_level_covers_what_it_promises() {
    for (layout, size) in [("dungeon", Size::new(52, 44)), ("cellular", Size::new(80, 50))] {
        let maps: Vec<Map> = (0..20).map(|seed| generate(layout, size, Seed::new(seed)).unwrap()).collect();
        for (name, level) in WaterLevel::ALL {
            let promised = level.percent() as f32;
            let all: Vec<f32> = maps.iter().map(|map| covered(map, level)).collect();
            let mean = all.iter().sum::<f32>() / all.len() as f32;
            assert!((mean - promised).abs() <= 2.0, "{layout}, {name}: {mean} % on average, not {promised}");
            for (seed, share) in all.iter().enumerate() {
                let off = (share - promised).abs();
                assert!(off <= 6.0, "{layout} --seed {seed} --water {name}: {share} %, not {promised}");
            }
        }
    }
}

#[test]
fn water_lies_on_the_floor_and_nowhere_else() {
    let map = generate("cellular", Size::new(60, 40), Seed::new(3)).unwrap();
    let seed = map.source.seed.child("picture");
    let floor = Floor::of(&map, &Style::default().walls, seed);
    let inside = Field::inside(map.size(), &floor.area);
    let water = Water::of(&map, &floor, &inside, WaterLevel::Flooded, 2, seed).unwrap();
    let (wet, both) = (measured(&water.area), measured(&water.area.common(&floor.area)));
    assert!((wet - both).abs() < 0.01 * wet, "{wet} squares, of which {both} on the floor");
}
