use super::*;
use crate::style::Style;
use crate::view::player_map;
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
    let water = Water::of(map, map, &floor, &inside, level, 2, seed);
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
    let water = Water::of(&map, &map, &floor, &inside, WaterLevel::Flooded, 2, seed).unwrap();
    let (wet, both) = (measured(&water.area), measured(&water.area.common(&floor.area)));
    assert!((wet - both).abs() < 0.01 * wet, "{wet} squares, of which {both} on the floor");
}

/// The samples with water in the players' picture.
fn seen_water(map: &Map, level: WaterLevel) -> Field<bool> {
    let (seed, walls) = (map.source.seed.child("picture"), &Style::default().walls);
    let seen = player_map(map);
    let floor = Floor::of(&seen, walls, seed);
    let all = Field::inside(map.size(), &Floor::of(map, walls, seed).area);
    let water = Water::of(map, &seen, &floor, &all, level, 2, seed);
    water.map_or_else(|| Field::new(map.size(), false), |water| Field::inside(map.size(), &water.area))
}

/// A hall above a hidden one, with the secret door between them in this column.
fn halls(column: usize, hall: &str) -> Map {
    let wall: String = (0..21).map(|x| if x == column { 'S' } else { '#' }).collect();
    let edge = "#".repeat(21);
    let open = |cells: &str| format!("#{}#\n", cells.repeat(19));
    let (dry, wet) = (open("."), open(hall));
    Map::from_ascii(&format!("{edge}\n#E{}{}{wet}{wall}\n{}{}{}{edge}\n", &dry[2..], dry.repeat(2), dry, dry, dry))
        .unwrap()
}

#[test]
fn the_shore_tells_players_nothing_of_a_secret_door() {
    // Two places for the door, and the water in front of each as if it were not there.
    let (mut apart, mut wet) = (0, 0);
    for seed in 0..40 {
        let [one, other] = [5, 14].map(|column| {
            let mut map = halls(column, ".");
            map.source.seed = Seed::new(seed);
            seen_water(&map, WaterLevel::Flooded)
        });
        apart += one.values.iter().zip(&other.values).filter(|(one, other)| one != other).count();
        wet += one.values.iter().filter(|wet| **wet).count();
    }
    // Where the door is decides by a hair how high the water stands.
    assert!(apart * 1000 < wet, "{apart} of {wet} samples tell where the door is");
}

#[test]
fn deep_water_tells_nothing_of_it_either() {
    let [one, other] = [5, 14].map(|column| seen_water(&halls(column, "~"), WaterLevel::Dry));
    assert!(one.values.contains(&true) && one.values == other.values);
}
