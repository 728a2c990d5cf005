//! Zones: the floor cut into compact connected parts that never straddle a wall.

mod assignment;

use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::grid::{Pos, Rect};
use crate::generator::Context;
use crate::map::{CellSet, Zone, ZoneId};
use crate::spatial::region::find;
use assignment::Assignment;

/// Minimum size of a zone, in tiles.
const MIN_ZONE_CELLS: u32 = 10;
/// Marks a cell that belongs to no piece.
const NOBODY: u32 = u32::MAX;

/// Cuts the floor into zones of about `target` tiles, the largest first; areas of up to a quarter
/// more stay whole.
///
/// The map is divided into blocks that contain a fraction of the floor of a zone. Each connected
/// part inside a block is a piece. Pieces are merged with a neighbour that they touch, small ones
/// first, until they are about as large as a zone should be; so every zone is connected too.
/// Then zones whose pieces find room in the zones around them are dissolved.
///
/// Where the floor is much denser than elsewhere on the map, a piece becomes too large and is cut
/// again by itself.
pub(crate) fn zones(floor: &BitGrid, target: u32, cx: &mut Context<'_>) -> Result<Vec<Zone>, Error> {
    let count = floor.count() as u64;
    if count == 0 || target == 0 {
        return Ok(Vec::new());
    }
    let parts = (count + u64::from(target) / 2) / u64::from(target);
    let mut done = Vec::new();
    let mut open = cut(floor, target, parts.max(1), cx)?;
    for _ in 0..RECUTS {
        let mut again = Vec::new();
        for (cells, size) in open {
            if u64::from(size) > most(target) {
                let parts = u64::from(size).div_ceil(target.into()).max(2);
                again.extend(
                    cut(cells.mask(), target, parts, cx)?
                        .into_iter()
                        .map(|(part, size)| (part.moved(cells.bounds().origin()), size)),
                );
            } else {
                done.push((cells, size));
            }
        }
        open = again;
    }
    done.append(&mut open);
    done.sort_by_key(|(cells, size)| (std::cmp::Reverse(*size), cells.positions().next()));
    let zone = |(id, (cells, _))| Zone::new(ZoneId(id), cells);
    Ok((0..).zip(done).map(zone).collect())
}

/// Returns the conflicts of a parameter `zone_size` that lies in its range.
pub(crate) fn conflicts(zone_size: u32) -> Vec<(&'static str, String)> {
    // With smaller zones there would be as many zones as tiles, and they would take more memory
    // than the map.
    let tiny = (1..20).contains(&zone_size);
    tiny.then(|| ("zone_size", format!("{zone_size} is less than 20; 0 makes no zones"))).into_iter().collect()
}

/// Number of times that a too large zone is cut again before it is left as it is.
const RECUTS: usize = 3;

/// Smallest average size of a piece, in tiles.
const MIN_PIECE: u32 = 25;
/// Number of pieces for every zone, and their number on a map of very many zones.
const FINE: u64 = 16;
const COARSE: u64 = 4;
const MANY_PARTS: u64 = 2_000;

/// Returns the maximum number of tiles that stay whole: one and a quarter times the target.
fn most(target: u32) -> u64 {
    (u64::from(target) * 5 / 4).max(MIN_ZONE_CELLS.into())
}

/// Cuts the floor into about `parts` zones, each with its number of tiles.
fn cut(floor: &BitGrid, target: u32, parts: u64, cx: &mut Context<'_>) -> Result<Vec<(CellSet, u32)>, Error> {
    // Pieces of small zones, and of very many zones, are not worth their memory.
    let fineness = u64::from(target / MIN_PIECE).clamp(1, if parts > MANY_PARTS { COARSE } else { FINE });
    let mut pieces = Pieces::of(floor, parts * fineness, cx)?;
    pieces.unite_small_areas(target);
    let edges = pieces.touching.clone();
    for part in [16, 8, 4, 2, 1] {
        pieces.merge_small((target / part).max(MIN_ZONE_CELLS), most(target));
    }
    let zones = pieces.assignment().dissolve_zones(&edges, most(target));
    Ok(pieces.into_cell_sets(&zones))
}

/// A connected part inside a block: a mask of its rows, in the block's columns.
struct Piece {
    /// Left column of the block, and the piece's first row.
    at: Pos,
    /// Index of its first row in the list of all rows.
    first: u32,
    height: u32,
    /// The columns in which it has a cell.
    columns: u64,
}

impl Piece {
    /// Returns the top-left and the bottom-right cell of the rectangle around it.
    fn corners(&self) -> (Pos, Pos) {
        let (first, last) = (self.columns.trailing_zeros() as i32, 63 - self.columns.leading_zeros() as i32);
        let bottom = self.at.y + self.height as i32 - 1;
        (Pos::new(self.at.x + first, self.at.y), Pos::new(self.at.x + last, bottom))
    }
}

/// Returns the corners of the rectangle around two rectangles.
fn around((low, high): (Pos, Pos), (other_low, other_high): (Pos, Pos)) -> (Pos, Pos) {
    let low = Pos::new(low.x.min(other_low.x), low.y.min(other_low.y));
    (low, Pos::new(high.x.max(other_high.x), high.y.max(other_high.y)))
}

struct Pieces {
    pieces: Vec<Piece>,
    rows: Vec<u64>,
    /// Union-find over pieces: the parent of each, a smaller number or itself.
    parents: Vec<u32>,
    /// Number of tiles of the zone; valid at its root.
    sizes: Vec<u32>,
    /// Top-left and bottom-right cell of the zone; valid at its root.
    boxes: Vec<(Pos, Pos)>,
    /// Pieces that touch across the edge of a block.
    touching: Vec<(u32, u32)>,
}

/// Pieces along an edge of a block, each with its cells there.
type Edge = Vec<(u32, u64)>;

impl Pieces {
    /// Divides the map into about `parts` blocks, as square as possible and at most 64 cells a
    /// side.
    fn of(floor: &BitGrid, parts: u64, cx: &mut Context<'_>) -> Result<Pieces, Error> {
        let size = floor.size();
        // Blocks of the same size inside of the border make pieces of the same size.
        let inside = floor.bounds().unwrap_or(size.rect());
        let (width, height) = (inside.width as u64, inside.height as u64);
        let root = |square: u64| (square * 4).isqrt().div_ceil(2);
        let across = root(parts * width / height).clamp(width.div_ceil(64), width);
        let down = ((parts + across / 2) / across).clamp(height.div_ceil(64), height);
        let (across, down) = (across as i32, down as i32);
        let bound =
            |index: i32, parts: i32, length: i32| (i64::from(index) * i64::from(length) / i64::from(parts)) as i32;
        let mut pieces = Pieces {
            pieces: Vec::with_capacity((across * down) as usize * 16),
            rows: Vec::with_capacity(size.height as usize * across as usize * 4),
            parents: Vec::new(),
            sizes: Vec::with_capacity((across * down) as usize * 16),
            boxes: Vec::new(),
            touching: Vec::new(),
        };
        // The lower edges of the blocks above and of this row, one after the other, and the index
        // where each begins.
        let (mut above, mut below) = (Edge::new(), Edge::new());
        let (mut starts, mut next_starts) = (vec![0; across as usize + 1], vec![0; across as usize + 1]);
        let mut beside = Edge::new();
        for row in 0..down {
            let (top, bottom) = (bound(row, down, inside.height), bound(row + 1, down, inside.height));
            cx.spend(i64::from(size.width).unsigned_abs())?;
            beside.clear();
            below.clear();
            for column in 0..across {
                let (left, right) = (bound(column, across, inside.width), bound(column + 1, across, inside.width));
                let area = Rect::new(inside.x + left, inside.y + top, right - left, bottom - top);
                let over = &above[starts[column as usize]..starts[column as usize + 1]];
                pieces.add_block(floor, area, over, &mut beside, &mut below);
                next_starts[column as usize + 1] = below.len();
            }
            std::mem::swap(&mut above, &mut below);
            std::mem::swap(&mut starts, &mut next_starts);
        }
        pieces.parents = (0..pieces.pieces.len() as u32).collect();
        pieces.boxes = pieces.pieces.iter().map(Piece::corners).collect();
        Ok(pieces)
    }

    /// Finds the pieces of a block. `beside` is the right edge of the block before, and becomes
    /// that of this one.
    fn add_block(&mut self, floor: &BitGrid, area: Rect, above: &[(u32, u64)], beside: &mut Edge, below: &mut Edge) {
        let mut rest = [0; 64];
        let height = area.height as usize;
        for (y, row) in (area.y..).zip(&mut rest[..height]) {
            *row = window(floor.row(y), area.x, area.width);
        }
        let before = beside.len();
        let mut piece = [0; 64];
        let mut top = 0;
        while top < height {
            if rest[top] == 0 {
                top += 1;
                continue;
            }
            let past = take_piece(&mut rest[..height], &mut piece, top);
            let name = self.pieces.len() as u32;
            let first = self.rows.len() as u32;
            let (mut columns, mut left, mut right, mut size) = (0, 0, 0, 0);
            for (y, row) in (top..).zip(&mut piece[top..past]) {
                let bits = std::mem::take(row);
                columns |= bits;
                left |= (bits & 1) << y;
                right |= (bits >> (area.width - 1) & 1) << y;
                size += bits.count_ones();
                self.rows.push(bits);
            }
            let row_at = |y: usize| self.rows[first as usize + y - top];
            if top == 0 && !above.is_empty() {
                let upper = row_at(0);
                self.touching
                    .extend(above.iter().filter(|(_, bits)| bits & upper != 0).map(|&(other, _)| (other, name)));
            }
            if past == height {
                below.push((name, row_at(height - 1)));
            }
            if left != 0 {
                let touching = beside[..before].iter().filter(|(_, bits)| bits & left != 0);
                self.touching.extend(touching.map(|&(other, _)| (other, name)));
            }
            if right != 0 {
                beside.push((name, right));
            }
            let at = Pos::new(area.x, area.y + top as i32);
            self.pieces.push(Piece { at, first, height: (past - top) as u32, columns });
            self.sizes.push(size);
        }
        beside.drain(..before);
    }

    fn find(&mut self, piece: u32) -> u32 {
        find(&mut self.parents, piece)
    }

    fn union(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        if a != b {
            let (root, other) = (a.min(b), a.max(b));
            self.parents[other as usize] = root;
            self.sizes[root as usize] += self.sizes[other as usize];
            self.boxes[root as usize] = around(self.boxes[root as usize], self.boxes[other as usize]);
        }
    }

    /// Makes one zone of every area that is not much larger than a zone.
    fn unite_small_areas(&mut self, target: u32) {
        let mut areas: Vec<u32> = (0..self.parents.len() as u32).collect();
        let mut sizes = self.sizes.clone();
        for &(a, b) in &self.touching {
            let (a, b) = (find(&mut areas, a), find(&mut areas, b));
            if a != b {
                areas[a.max(b) as usize] = a.min(b);
                sizes[a.min(b) as usize] += sizes[a.max(b) as usize];
            }
        }
        for (a, b) in std::mem::take(&mut self.touching) {
            let area = find(&mut areas, a);
            if u64::from(sizes[area as usize]) <= most(target) {
                self.union(a, b);
            } else {
                self.touching.push((a, b));
            }
        }
    }

    /// Merges every zone of fewer than `small` tiles with the zone beside it that makes the most
    /// compact zone with it, as long as both together have at most `most` tiles. Zones too small
    /// to exist are merged in any case.
    fn merge_small(&mut self, small: u32, most: u64) {
        let mut best = vec![(i32::MAX, u32::MAX, NOBODY); self.parents.len()];
        let fits = |sizes: &[u32], one: u32, other: u32| {
            let (one, other) = (sizes[one as usize], sizes[other as usize]);
            u64::from(one) + u64::from(other) <= most || one.min(other) < MIN_ZONE_CELLS
        };
        loop {
            let mut last = (NOBODY, NOBODY);
            let mut any_small = false;
            let mut touching = std::mem::take(&mut self.touching);
            touching.retain_mut(|edge| {
                let (a, b) = (self.find(edge.0), self.find(edge.1));
                if a == b || last == (a, b) {
                    return false;
                }
                (last, *edge) = ((a, b), (a, b));
                let (size_a, size_b) = (self.sizes[a as usize], self.sizes[b as usize]);
                if size_a.min(size_b) < small && fits(&self.sizes, a, b) {
                    any_small = true;
                    let (low, high) = around(self.boxes[a as usize], self.boxes[b as usize]);
                    let length = low.manhattan(high);
                    if size_a < small {
                        best[a as usize] = best[a as usize].min((length, size_b, b));
                    }
                    if size_b < small {
                        best[b as usize] = best[b as usize].min((length, size_a, a));
                    }
                }
                true
            });
            self.touching = touching;
            if !any_small {
                return;
            }
            let mut merged = false;
            for piece in 0..best.len() as u32 {
                let (.., other) = std::mem::replace(&mut best[piece as usize], (i32::MAX, u32::MAX, NOBODY));
                if other == NOBODY {
                    continue;
                }
                let (root, other) = (self.find(piece), self.find(other));
                if root != other && self.sizes[root as usize] < small && fits(&self.sizes, root, other) {
                    self.union(root, other);
                    merged = true;
                }
            }
            if !merged {
                return;
            }
        }
    }

    fn assignment(&mut self) -> Assignment {
        let zones = (0..self.parents.len() as u32).map(|piece| self.find(piece)).collect();
        let tiles = |piece: &Piece| {
            let rows = &self.rows[piece.first as usize..][..piece.height as usize];
            rows.iter().map(|row| row.count_ones()).sum()
        };
        Assignment::new(zones, self.pieces.iter().map(tiles).collect())
    }

    fn into_cell_sets(self, zones: &Assignment) -> Vec<(CellSet, u32)> {
        struct Draft {
            size: u32,
            low: Pos,
            high: Pos,
        }
        let mut drafts: Vec<Draft> = Vec::new();
        let mut places = vec![NOBODY; self.pieces.len()];
        for (piece, &zone) in self.pieces.iter().zip(&zones.of_piece) {
            let (place, size) = (&mut places[zone as usize], zones.sizes[zone as usize]);
            if size < MIN_ZONE_CELLS {
                continue;
            }
            if *place == NOBODY {
                *place = drafts.len() as u32;
                let (low, high) = (Pos::new(i32::MAX, i32::MAX), Pos::new(i32::MIN, i32::MIN));
                drafts.push(Draft { size, low, high });
            }
            let draft = &mut drafts[*place as usize];
            (draft.low, draft.high) = around((draft.low, draft.high), piece.corners());
        }
        let mask = |draft: &Draft| (draft.low, BitGrid::new(Rect::spanning(draft.low, draft.high).size()));
        let mut masks: Vec<(Pos, BitGrid)> = drafts.iter().map(mask).collect();
        for (piece, &zone) in self.pieces.iter().zip(&zones.of_piece) {
            let Some((low, mask)) = masks.get_mut(places[zone as usize] as usize) else { continue };
            let rows = &self.rows[piece.first as usize..][..piece.height as usize];
            for (y, &bits) in (piece.at.y - low.y..).zip(rows) {
                add_bits(mask.row_mut(y), piece.at.x - low.x, bits);
            }
        }
        let sized = |((low, mask), draft): ((Pos, BitGrid), Draft)| (CellSet::new(low, mask), draft.size);
        masks.into_iter().zip(drafts).map(sized).collect()
    }
}

/// Moves the piece that contains the first cell of the row `top` from `rest`, whose rows above are
/// empty, to `piece`. Returns the row past its last.
///
/// Sweeps down and up again, all cells of a row at once, until nothing is added.
fn take_piece(rest: &mut [u64], piece: &mut [u64; 64], top: usize) -> usize {
    let first = rest[top] & rest[top].wrapping_neg();
    piece[top] = runs_through(first, rest[top]);
    let mut past = top + 1;
    let mut grown = true;
    while grown {
        grown = false;
        let mut y = top + 1;
        while y < rest.len() {
            let from = piece[y - 1] & rest[y] & !piece[y];
            if from != 0 {
                piece[y] |= runs_through(from, rest[y]);
                past = past.max(y + 1);
                grown = true;
            } else if y >= past {
                break;
            }
            y += 1;
        }
        if !grown {
            break;
        }
        grown = false;
        for y in (top..past - 1).rev() {
            let from = piece[y + 1] & rest[y] & !piece[y];
            if from != 0 {
                piece[y] |= runs_through(from, rest[y]);
                grown = true;
            }
        }
    }
    rest[top..past].iter_mut().zip(&piece[top..past]).for_each(|(rest, piece)| *rest &= !piece);
    past
}

/// Returns the runs of the row that contain one of these cells.
#[inline]
fn runs_through(cells: u64, row: u64) -> u64 {
    // Adding a cell to its run carries to the end of the run: the cells that change are those after
    // it.
    let mut runs = (row ^ row.wrapping_add(cells)) & row | cells;
    let mut free = row;
    for shift in [1, 2, 4, 8, 16, 32] {
        runs |= free & runs >> shift;
        free &= free >> shift;
    }
    runs
}

/// Sets the cells `bits` from column `x` on, which may lie to the left of the row as long as no
/// cell does.
#[inline]
fn add_bits(row: &mut [u64], x: i32, bits: u64) {
    if x < 0 {
        row[0] |= bits >> -x;
        return;
    }
    let (word, bit) = (x as usize / 64, x as usize % 64);
    row[word] |= bits << bit;
    if bit > 0 && bits >> (64 - bit) != 0 {
        row[word + 1] |= bits >> (64 - bit);
    }
}

/// Returns the columns `x..x + width` of a row as one word; `width` is at most 64.
fn window(row: &[u64], x: i32, width: i32) -> u64 {
    let (word, bit) = (x as usize / 64, x as usize % 64);
    let mut bits = row[word] >> bit;
    if bit > 0 && word + 1 < row.len() {
        bits |= row[word + 1] << (64 - bit);
    }
    if width < 64 { bits & ((1 << width) - 1) } else { bits }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::grid::Size;
    use crate::base::rng::Seed;

    fn zones(floor: &BitGrid, target: u32) -> Vec<Zone> {
        let zones = super::zones(floor, target, &mut Context::new(Seed::new(1))).unwrap();
        let mut left = floor.clone();
        for zone in &zones {
            let mut own = BitGrid::new(floor.size());
            for pos in zone.cells.positions() {
                assert!(left.contains(pos), "{pos} lies in two zones or in a wall");
                left.remove(pos);
                own.insert(pos);
            }
            let first = zone.cells.positions().next().unwrap();
            assert_eq!(own.flood(first), own, "a zone in one piece");
        }
        assert!(zones.windows(2).all(|pair| pair[0].cells.count() >= pair[1].cells.count()), "largest first");
        // The remaining cells lie in areas too small for a zone.
        for pos in left.iter() {
            assert!(floor.flood(pos).count() < MIN_ZONE_CELLS as usize, "{pos} of {floor:?} lies in no zone");
        }
        zones
    }

    #[test]
    fn a_hall_is_cut_into_even_parts() {
        let mut hall = BitGrid::new(Size::new(80, 50));
        hall.fill_rect(Rect::new(1, 1, 78, 48), true);
        let sizes: Vec<usize> = zones(&hall, 400).iter().map(|zone| zone.cells.count()).collect();
        assert!(sizes.iter().all(|size| (300..=500).contains(size)), "{sizes:?}");
    }

    #[test]
    fn an_area_a_little_larger_than_a_zone_stays_whole() {
        let mut hall = BitGrid::new(Size::new(200, 60));
        hall.fill_rect(Rect::new(3, 3, 50, 10), true);
        hall.fill_rect(Rect::new(100, 3, 9, 1), true);
        assert_eq!(zones(&hall, 400).len(), 1);
        hall.fill_rect(Rect::new(3, 13, 1, 1), true);
        assert!(zones(&hall, 400).len() > 1);
    }

    #[test]
    fn any_noise_is_cut_into_whole_zones() {
        let mut rng = Seed::new(8).rng();
        for _ in 0..150 {
            let size = Size::new(rng.range(1, 200), rng.range(1, 120));
            let percent = rng.range(1, 100) as u32;
            let noise = BitGrid::from_fn(size, |_| rng.percent(percent));
            for target in [1, 30, 400] {
                zones(&noise, target);
            }
        }
    }
}
