use super::*;
use crate::look::view::player_map;
use crate::style::Style;
use mapwright::{Size, generate};

/// Returns the enclosed area, without holes, which run the other way round.
fn area_of(area: &Area) -> f32 {
    let line = |line: &Vec<Point>| {
        let next = line.iter().cycle().skip(1);
        line.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f32>() / 2.0
    };
    area.lines.iter().map(line).sum::<f32>().abs()
}

/// Returns the percentage of the floor that is under water.
fn covered(map: &Map, level: WaterLevel) -> f32 {
    let seed = map.source.seed.child("picture");
    let floor = Floor::of(map, &Style::default().walls, seed);
    let inside = Field::inside(map.size(), &floor.area);
    let water = Water::of(map, (map, &inside), &floor, level, 2, seed);
    water.map_or(0.0, |water| 100.0 * area_of(&water.area) / area_of(&floor.area))
}

#[test]
fn every_level_covers_its_percentage() {
    for (layout, size) in [("dungeon", Size::new(52, 44)), ("cellular", Size::new(80, 50))] {
        let maps: Vec<Map> = (0..20).map(|seed| generate(layout, size, Seed::new(seed)).unwrap()).collect();
        for (name, level) in WaterLevel::ALL {
            let expected = level.percent() as f32;
            let all: Vec<f32> = maps.iter().map(|map| covered(map, level)).collect();
            let mean = all.iter().sum::<f32>() / all.len() as f32;
            assert!((mean - expected).abs() <= 2.0, "{layout}, {name}: {mean} % on average, not {expected}");
            for (seed, share) in all.iter().enumerate() {
                let off = (share - expected).abs();
                assert!(off <= 6.0, "{layout} --seed {seed} --water {name}: {share} %, not {expected}");
            }
        }
    }
}

#[test]
fn each_ripple_of_a_wide_lake_is_drawn() {
    let row = format!("#{}#\n", "~".repeat(38));
    let wall = "#".repeat(40);
    let map = Map::from_ascii(&format!("\n{wall}\n{}{wall}", row.repeat(24))).unwrap();
    let seed = map.source.seed.child("picture");
    let floor = Floor::of(&map, &Style::default().walls, seed);
    let inside = Field::inside(map.size(), &floor.area);
    let drawn = |ripples| {
        let water = Water::of(&map, (&map, &inside), &floor, WaterLevel::Dry, ripples, seed);
        water.unwrap().ripples.segments().len()
    };
    for ripples in 0..12 {
        assert!(drawn(ripples) < drawn(ripples + 1), "{ripples}");
    }
}

#[test]
fn water_lies_only_on_the_floor() {
    let map = generate("cellular", Size::new(60, 40), Seed::new(3)).unwrap();
    let seed = map.source.seed.child("picture");
    let floor = Floor::of(&map, &Style::default().walls, seed);
    let inside = Field::inside(map.size(), &floor.area);
    let water = Water::of(&map, (&map, &inside), &floor, WaterLevel::Flooded, 2, seed).unwrap();
    let (wet, both) = (area_of(&water.area), area_of(&water.area.intersection(&floor.area)));
    assert!((wet - both).abs() < 0.01 * wet, "{wet} squares, of which {both} on the floor");
}

/// Returns a hall above a hidden one, with a pool at the wall between them and a secret door in the
/// given column of that wall.
fn halls(column: usize) -> Map {
    let wall: String = (0..12).map(|x| if x == column { 'S' } else { '#' }).collect();
    Map::from_ascii(&format!(
        "############\n#E.........#\n#..........#\n#...~......#\n{wall}\n#..........#\n############\n"
    ))
    .unwrap()
}

#[test]
fn the_shore_does_not_reveal_a_secret_door() {
    let map = halls(4);
    let seen = player_map(&map);
    let inside = Field::new(map.size(), true);
    let mut field = Field::new(map.size(), -1.0f32);
    let seed = map.source.seed;
    assert!(add_basins(&seen, (&seen, &inside), WaterLevel::Flooded, (Wobble::new(seed), seed), &mut field));
    let at = |x: f32, y: f32| field.nearest(Point { x, y });
    assert_eq!(at(1.5, 1.5), -0.05, "the entrance is dry");
    assert_ne!(at(4.5, 4.5), -0.05, "the secret door looks like rock");
}

#[test]
fn deep_water_does_not_reveal_secrets() {
    let [one, other] = [4, 9].map(|column| {
        let map = halls(column);
        let seen = player_map(&map);
        let floor = Floor::of(&seen, &Style::default().walls, map.source.seed);
        let inside = Field::inside(map.size(), &floor.area);
        Water::of(&seen, (&seen, &inside), &floor, WaterLevel::Dry, 2, map.source.seed).unwrap().area.lines
    });
    assert_eq!(one, other);
}
