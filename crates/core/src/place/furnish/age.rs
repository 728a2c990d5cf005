//! Signs of age: cobwebs in corners, rubble along the walls, cracks in the floor, rocks in caves.

use super::board::Board;
use super::scene::Scene;
use crate::base::bits::BitGrid;
use crate::base::grid::{Dir, Pos, Rect};
use crate::base::rng::Rng;
use crate::map::decor::{self, DecorKind};

/// Approximate maximum number of scatter places outside built rooms; on larger maps they are
/// further apart.
const MAX_TRACES: usize = 3_000;

/// Average number of cells between two scatter places.
const APART: u32 = 8;

fn cell(pos: Pos) -> Rect {
    Rect::new(pos.x, pos.y, 1, 1)
}

fn known(name: &str) -> &'static DecorKind {
    decor::find(name).expect("a kind of the list")
}

/// Ages a room by this percentage.
pub(super) fn age_room(scene: &mut Scene<'_, '_>, age: u32) {
    let bounds = scene.shape.bounds();
    let (right, bottom) = (bounds.right() - 1, bounds.bottom() - 1);
    let corners = [(bounds.x, bounds.y), (right, bounds.y), (right, bottom), (bounds.x, bottom)];
    for ((x, y), facing) in corners.into_iter().zip([Dir::South, Dir::West, Dir::North, Dir::East]) {
        if scene.rng.percent(age * 2 / 5) {
            scene.put_on_map(known("cobweb"), cell(Pos::new(x, y)), facing);
        }
    }
    let cells = bounds.width.min(60) * bounds.height.min(60);
    let pieces = cells as u32 * age / 2_000;
    let pieces = pieces + u32::from(scene.rng.percent(cells as u32 * age / 20 % 100));
    for _ in 0..pieces {
        let at = Pos::new(scene.rng.range(bounds.x, right), scene.rng.range(bounds.y, bottom));
        let facing = Dir::ALL[scene.rng.below(4) as usize];
        let beside_wall = Dir::ALL.into_iter().any(|dir| scene.board.is_wall(at.step(dir)));
        let kind = if beside_wall { scene.one_of(&["rubble", "rubble", "cracks"]) } else { "cracks" };
        scene.put_on_map(known(kind), cell(at), facing);
    }
}

/// Scatters things over these cells: few in passages, more in caves.
pub(super) fn strew(board: &mut Board<'_>, wild: &BitGrid, density: u32, age: u32, rng: &mut Rng) {
    let mut ground = board.clear_cells();
    ground &= wild;
    let cells = ground.count();
    if cells == 0 {
        return;
    }
    let far = (cells / (MAX_TRACES * APART as usize)).max(1) as u32;
    let mut wait = rng.below(2 * APART);
    for pos in ground.iter() {
        if wait > 0 {
            wait -= 1;
            continue;
        }
        wait = rng.range(1, (2 * APART * far) as i32) as u32;
        let sides = Dir::ALL.into_iter().filter(|&dir| board.is_wall(pos.step(dir))).count();
        let (percent, facing) = (rng.below(100), Dir::ALL[rng.below(4) as usize]);
        // Two walls or more: a passage or a nook.
        let (kinds, wanted): (&[&str], u32) = match sides {
            0 => (&["cracks", "cracks", "rubble"], age / 2),
            1 => (&["rocks", "rubble", "rocks"], density + age / 3),
            _ => (&["rubble", "cracks"], age / 2),
        };
        let kind = rng.pick(kinds).copied().unwrap_or("rubble");
        if percent < wanted {
            board.place(known(kind), cell(pos), facing, cell(pos));
        }
    }
}
