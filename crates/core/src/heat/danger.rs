//! Proximity of monsters and traps.

use super::blank;
use crate::base::error::{Error, ErrorKind};
use crate::base::grid::Grid;
use crate::map::EntityKind;
use crate::metrics::Terrain;
use crate::spatial::ground::Ground;

/// Returns the danger that an entity adds in its cell. It falls by one with every step.
const fn threat(kind: EntityKind) -> u32 {
    match kind {
        EntityKind::Monster => 10,
        EntityKind::Trap => 5,
        EntityKind::Start | EntityKind::Item | EntityKind::Key => 0,
    }
}

pub(super) fn cells(terrain: &Terrain<'_>) -> Result<Grid<Option<u32>>, Error> {
    let threats = terrain.map.entities.iter().filter(|entity| threat(entity.kind) > 0);
    if threats.clone().next().is_none() {
        let message = "there is no danger on this map: it has neither a monster nor a trap";
        return Err(Error::new(ErrorKind::Invalid, message));
    }
    let ground = terrain.ground();
    let mut sums = vec![0u32; ground.len()];
    // The last walk that visited each cell.
    let mut met = vec![0u32; ground.len()];
    let mut queue: Vec<usize> = Vec::new();
    for (walk, entity) in (1..).zip(threats.filter(|entity| terrain.walkable().contains(entity.pos))) {
        let from = ground.index(entity.pos);
        queue.clear();
        queue.push(from);
        met[from] = walk;
        let mut first = 0;
        for adds in (1..=threat(entity.kind)).rev() {
            let past = queue.len();
            for at in first..past {
                sums[queue[at]] = sums[queue[at]].saturating_add(adds);
                for near in ground.beside(queue[at]) {
                    if ground.is(near, Ground::OPEN) && met[near] != walk {
                        met[near] = walk;
                        queue.push(near);
                    }
                }
            }
            first = past;
        }
    }
    let mut cells = blank(terrain);
    for (cell, number) in ground.cells().zip(cells.cells_mut()) {
        *number = ground.is(cell, Ground::OPEN).then_some(sums[cell]);
    }
    Ok(cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Pos;
    use crate::base::rng::Seed;
    use crate::heat::tests::drawn;
    use crate::heat::{Heat, heat_map};
    use crate::metrics::scribble;
    use crate::spatial::distance::Distances;

    #[test]
    fn danger_falls_off_with_every_step() {
        assert_eq!(drawn("\n............m", Heat::Danger), "\n000123456789a");
        assert_eq!(drawn("\n.......^", Heat::Danger), "\n00012345");
        assert_eq!(drawn("\nm#.\n...", Heat::Danger), "\na 6\n987", "on foot");
        assert_eq!(drawn("\n.^m.", Heat::Danger), "\nceec");
        assert_eq!(drawn("\nm#..", Heat::Danger), "\na 00", "not through walls");
    }

    #[test]
    fn dangers_add_up() {
        let mut rng = Seed::new(9).rng();
        for _ in 0..150 {
            let mut map = scribble(&mut rng);
            let floor: Vec<Pos> = map.floor_positions().collect();
            for _ in 0..rng.range(1, 8) {
                let Some(&pos) = rng.pick(&floor) else { continue };
                let kind = if rng.percent(50) { EntityKind::Monster } else { EntityKind::Trap };
                map.entities.push(crate::Entity { kind, pos, name: "".into(), extra: crate::Extra::default() });
            }
            let Ok(made) = heat_map(&map, Heat::Danger) else { continue };
            let ground = Ground::of(&map);
            let mut expected = vec![0; ground.len()];
            for entity in &map.entities {
                let mut steps = Distances::on(&ground);
                steps.walk(&ground, Ground::OPEN, [ground.index(entity.pos)], |_| ());
                ground.cells().for_each(|cell| expected[cell] += threat(entity.kind).saturating_sub(steps.to(cell)));
            }
            for pos in floor {
                assert_eq!(made.cells[pos], Some(expected[ground.index(pos)]), "{pos}");
            }
        }
    }
}
