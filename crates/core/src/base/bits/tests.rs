use super::*;
use crate::base::rng::{Rng, Seed};
use std::collections::BTreeSet;

const SIZES: [Size; 7] = [
    Size::new(1, 1),
    Size::new(5, 3),
    Size::new(63, 4),
    Size::new(64, 5),
    Size::new(65, 6),
    Size::new(130, 20),
    Size::new(0, 0),
];

fn random(size: Size, rng: &mut Rng) -> BitGrid {
    BitGrid::from_fn(size, |_| rng.percent(55))
}

fn each(test: impl Fn(BitGrid, &mut Rng)) {
    let mut rng = Seed::new(3).rng();
    for size in SIZES {
        for _ in 0..20 {
            let set = random(size, &mut rng);
            test(set, &mut rng);
        }
    }
}

fn neighbours(set: &BitGrid, pos: Pos) -> usize {
    Rect::new(pos.x - 1, pos.y - 1, 3, 3).positions().filter(|&p| p != pos && set.contains(p)).count()
}

#[test]
fn counting_and_walking_agree() {
    each(|set, _| {
        let cells: Vec<Pos> = set.iter().collect();
        assert_eq!(cells.len(), set.count());
        assert!(cells.is_sorted());
        assert!(cells.iter().all(|&pos| set.contains(pos)));
        assert_eq!(set.is_empty(), cells.is_empty());
    });
}

#[test]
fn a_rectangle_is_clear_when_none_of_its_cells_is_set() {
    each(|set, rng| {
        let (x, y) = (rng.range(-3, set.size().width), rng.range(-3, set.size().height));
        for rect in [Rect::new(x, y, 1, 1), Rect::new(x, y, 3, 2), Rect::new(x, y, rng.range(0, 140), 1)] {
            let mut dots = set.clone();
            dots &= &BitGrid::from_fn(set.size(), |pos| pos.x % 64 == 0);
            for set in [&set, &dots] {
                assert_eq!(set.is_clear(rect), !rect.positions().any(|pos| set.contains(pos)), "{rect:?}");
            }
        }
    });
}

#[test]
fn inverting_keeps_the_right_edge_clear() {
    each(|set, _| {
        let mut other = set.clone();
        other.invert();
        assert_eq!(set.count() + other.count(), set.size().area());
        other |= &set;
        assert_eq!(other.count(), set.size().area());
        other.subtract(&set);
        other &= &set;
        assert!(other.is_empty());
        other ^= &set;
        assert_eq!(other, set);
    });
}

#[test]
fn shifting_moves_every_cell() {
    each(|set, rng| {
        let (dx, dy) = (rng.range(-140, 140), rng.range(-7, 7));
        let moved = set.shifted(dx, dy);
        let expected = BitGrid::from_fn(set.size(), |pos| set.contains(Pos::new(pos.x - dx, pos.y - dy)));
        assert_eq!(moved, expected, "by {dx},{dy}");
    });
}

#[test]
fn growing_reaches_all_cells_near_enough() {
    let mut rng = Seed::new(4).rng();
    for size in SIZES {
        for by in [0, 1, 2, 3, 5, 13, 14, 40, i32::MAX] {
            let sparse = BitGrid::from_fn(size, |_| rng.percent(3));
            let near = |pos: Pos| sparse.iter().any(|set| (set.x - pos.x).abs().max((set.y - pos.y).abs()) <= by);
            assert_eq!(sparse.grown(by), BitGrid::from_fn(size, near), "by {by}");
        }
    }
}

#[test]
fn neighbour_counts_equal_counting_by_hand() {
    each(|set, _| {
        let planes = set.neighbour_counts();
        for pos in set.size().rect().positions() {
            let count: usize = (0..4).map(|digit| usize::from(planes[digit].contains(pos)) << digit).sum();
            assert_eq!(count, neighbours(&set, pos), "{pos} of {set:?}");
        }
    });
}

#[test]
fn the_automaton_follows_any_rule() {
    each(|set, rng| {
        let rule = Rule { born: rng.below(512) as u16, survive: rng.below(512) as u16 };
        let mut next = set.clone();
        set.automaton(&rule, &mut next);
        let expected = BitGrid::from_fn(set.size(), |pos| {
            let bits = if set.contains(pos) { rule.survive } else { rule.born };
            bits >> neighbours(&set, pos) & 1 == 1
        });
        assert_eq!(next, expected, "{rule:?} on {set:?}");
    });
}

#[test]
fn runs_cover_exactly_the_set_cells() {
    each(|set, _| {
        let mut covered = BitGrid::new(set.size());
        for y in 0..set.size().height {
            let mut last = -1;
            for (start, end) in set.runs(y) {
                assert!(start > last && end > start, "maximal and in order");
                last = end;
                set_span(covered.row_mut(y), start, end, true);
            }
        }
        assert_eq!(covered, set);
    });
}

#[test]
fn flood_reaches_what_walking_reaches() {
    each(|set, _| {
        let Some(start) = set.iter().next() else { return };
        let mut seen = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(pos) = open.pop() {
            for dir in crate::base::grid::Dir::ALL {
                let near = pos.step(dir);
                if set.contains(near) && seen.insert(near) {
                    open.push(near);
                }
            }
        }
        assert_eq!(set.flood(start).iter().collect::<BTreeSet<_>>(), seen, "{set:?}");
    });
}

#[test]
fn flooding_from_many_cells_is_flooding_from_each() {
    each(|set, rng| {
        let starts = BitGrid::from_fn(set.size(), |_| rng.percent(4));
        let mut expected = BitGrid::new(set.size());
        starts.iter().for_each(|start| expected |= &set.flood(start));
        assert_eq!(set.flood_from(starts), expected, "{set:?}");
    });
}

#[test]
fn flood_crosses_words_both_ways() {
    let mut long = BitGrid::new(Size::new(200, 1));
    long.fill_rect(Rect::new(3, 0, 190, 1), true);
    for x in [3, 64, 100, 127, 192] {
        assert_eq!(long.flood(Pos::new(x, 0)), long, "from {x}");
    }
    assert!(long.flood(Pos::new(2, 0)).is_empty());
}
