//! Finds the parts that are separated when some cells are closed.

use super::Subject;
use super::block::beside;
use super::findings::MAX_FINDINGS;
use super::regions::Sweep;
use crate::base::grid::Pos;
use std::collections::BTreeMap;

/// The effect of closing cells on a map.
#[derive(Default)]
pub(super) struct Parted {
    /// Pairs of cells that are no longer connected, with the number given for the closed cell
    /// beside the first one.
    pub(super) pairs: Vec<(usize, Pos, Pos)>,
    /// The numbers given for closed cells that leave no cell of their region open.
    pub(super) covered: Vec<usize>,
}

/// Closes cells, each given with the number of its occupant, and examines the rest.
///
/// Two sweeps go over the map side by side, one over all walkable cells and one over the cells left
/// open. A region that is split has cells beside closed ones in each of its parts, so only these
/// cells are examined.
pub(super) fn parted(mut taken: Vec<(Pos, usize)>, subject: &Subject<'_>) -> Parted {
    let mut parted = Parted::default();
    taken.retain(|(pos, _)| subject.ground.tile(*pos).is_some());
    if taken.is_empty() {
        return parted;
    }
    taken.sort_unstable();
    let mut asked: Vec<(Pos, usize)> = taken.clone();
    for &(pos, index) in &taken {
        let [_, around @ ..] = beside(pos);
        let walkable = around.into_iter().filter(|&(x, y)| subject.ground.is_walkable(x, y));
        asked.extend(walkable.map(|(x, y)| (Pos::new(x as i32, y as i32), index)));
    }
    asked.sort_unstable();
    asked.dedup_by_key(|(pos, _)| *pos);

    let (mut whole, mut left) = (Sweep::default(), Sweep::default());
    let (mut next, mut free) = (0, Vec::new());
    // The marks of every examined cell: in its original region, and in the part left open.
    let mut marks: Vec<(Option<u32>, Option<u32>)> = Vec::new();
    for y in 0..subject.ground.size().height {
        let row = subject.ground.walkable.row(y as usize);
        whole.row(y, row);
        free.clear();
        free.extend_from_slice(row);
        let first = taken.partition_point(|(pos, _)| pos.y < y);
        for (pos, _) in taken[first..].iter().take_while(|(pos, _)| pos.y == y) {
            free[pos.x as usize / 64] &= !(1 << (pos.x % 64));
        }
        left.row(y, &free);
        while let Some((pos, _)) = asked.get(next).filter(|(pos, _)| pos.y == y) {
            marks.push((whole.mark(pos.x), left.mark(pos.x)));
            next += 1;
        }
    }
    // The parts of every region, each with its first examined cell.
    let mut regions: BTreeMap<u32, Vec<(u32, Pos)>> = BTreeMap::new();
    let mut covered: BTreeMap<u32, usize> = BTreeMap::new();
    for (&(pos, index), (was, is)) in asked.iter().zip(marks) {
        let Some(was) = was.map(|mark| whole.region(mark)) else { continue };
        let Some(is) = is.map(|mark| left.region(mark)) else {
            covered.insert(was, index);
            continue;
        };
        let parts = regions.entry(was).or_default();
        if parts.iter().any(|(part, _)| *part == is) {
            continue;
        }
        parts.push((is, pos));
        if let [(_, first), _, ..] = parts[..] {
            parted.pairs.push((index, pos, first));
        }
        // If a map is split into very many parts, only some of them are reported.
        if parted.pairs.len() as u64 > MAX_FINDINGS {
            return parted;
        }
    }
    parted.covered =
        covered.into_iter().filter(|(region, _)| !regions.contains_key(region)).map(|(_, index)| index).collect();
    parted
}
