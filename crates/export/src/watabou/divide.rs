//! Divides cells into few rectangles.

use mapwright::{Grid, Pos, Rect, Size};
use std::collections::BTreeMap;

/// The owner of cells that belong to nothing.
pub(super) const NONE: u32 = 0;

/// Divides the cells of every owner into disjoint rectangles that cover exactly these cells, sorted
/// by owner and then in reading order.
///
/// Rows of cells are joined with equal rows below them, or columns with equal columns beside them,
/// whichever gives fewer rectangles. That is not the minimum, which is much harder to find, but a
/// rectangular room is always one rectangle.
pub(super) fn divide(owners: &Grid<u32>) -> Vec<(u32, Rect)> {
    let by_rows = join_rows(owners);
    let by_columns: Vec<(u32, Rect)> =
        join_rows(&turned(owners)).into_iter().map(|(owner, rect)| (owner, turned_rect(rect))).collect();
    let mut counts: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    by_rows.iter().for_each(|(owner, _)| counts.entry(*owner).or_default().0 += 1);
    by_columns.iter().for_each(|(owner, _)| counts.entry(*owner).or_default().1 += 1);
    let rows_win = |owner: &u32| counts.get(owner).is_some_and(|(rows, columns)| rows <= columns);
    let mut rects: Vec<(u32, Rect)> = by_rows.into_iter().filter(|(owner, _)| rows_win(owner)).collect();
    rects.extend(by_columns.into_iter().filter(|(owner, _)| !rows_win(owner)));
    rects.sort_by_key(|(owner, rect)| (*owner, rect.origin()));
    rects
}

/// Returns the grid mirrored along its diagonal.
fn turned(owners: &Grid<u32>) -> Grid<u32> {
    let Size { width, height } = owners.size();
    let mut turned = Grid::new(Size::new(height, width), NONE);
    for y in 0..height {
        for (x, &owner) in (0..).zip(owners.row(y)) {
            turned[Pos::new(y, x)] = owner;
        }
    }
    turned
}

const fn turned_rect(rect: Rect) -> Rect {
    Rect::new(rect.y, rect.x, rect.height, rect.width)
}

/// Divides every row into runs of one owner, and joins equal runs in consecutive rows.
fn join_rows(owners: &Grid<u32>) -> Vec<(u32, Rect)> {
    let mut done = Vec::new();
    let mut open: Vec<(u32, Rect)> = Vec::new();
    for y in 0..owners.size().height {
        let mut next = Vec::new();
        let mut above = open.into_iter().peekable();
        for (owner, x, width) in runs(owners.row(y)) {
            // Runs above that end before this one begins have no equal.
            while let Some(ended) = above.next_if(|(_, rect)| rect.x < x) {
                done.push(ended);
            }
            let equal = |(other, rect): &(u32, Rect)| *other == owner && rect.x == x && rect.width == width;
            match above.next_if(equal) {
                Some((owner, rect)) => next.push((owner, Rect::new(x, rect.y, width, rect.height + 1))),
                None => next.push((owner, Rect::new(x, y, width, 1))),
            }
        }
        done.extend(above);
        open = next;
    }
    done.extend(open);
    done
}

/// Iterates over the runs of a row: owner, first column, width.
fn runs(row: &[u32]) -> impl Iterator<Item = (u32, i32, i32)> + '_ {
    let mut x = 0;
    row.chunk_by(|a, b| a == b).filter_map(move |run| {
        let (first, width) = (x, run.len() as i32);
        x += width;
        (run[0] != NONE).then_some((run[0], first, width))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(text: &str) -> Grid<u32> {
        let lines: Vec<&str> = text.trim().lines().collect();
        let size = Size::new(lines[0].len() as i32, lines.len() as i32);
        let cells = lines.iter().flat_map(|line| line.chars()).map(|c| c.to_digit(10).unwrap_or(NONE));
        Grid::from_cells(size, cells.collect()).unwrap()
    }

    #[test]
    fn rectangles_cover_each_cell_once() {
        let owners = grid("..1122.\n..1122.\n3333.2.\n3..3.22\n33331.2");
        let rects = divide(&owners);
        let mut covered = Grid::new(owners.size(), NONE);
        for &(owner, rect) in &rects {
            for pos in rect.positions() {
                assert_eq!((covered[pos], owners[pos]), (NONE, owner), "{pos}");
                covered[pos] = owner;
            }
        }
        assert_eq!(covered, owners);
        let of = |wanted: u32| rects.iter().filter(|(owner, _)| *owner == wanted).count();
        assert_eq!([of(1), of(2), of(3)], [2, 3, 4]);
    }

    #[test]
    fn the_better_of_both_directions_is_taken() {
        let comb = grid("1.1.1.1\n1.1.1.1\n1111111");
        assert_eq!(divide(&comb).len(), 5);
        let lying = grid("111\n1..\n111\n1..\n111");
        assert_eq!(divide(&lying).len(), 4);
        assert_eq!(divide(&grid("....")), []);
    }
}
