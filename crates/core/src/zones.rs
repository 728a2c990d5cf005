//! Zones: the floor cut into compact pieces that never straddle a wall.

use crate::bits::BitGrid;
use crate::error::Error;
use crate::generator::Context;
use crate::grid::{Pos, Rect};
use crate::map::{CellSet, Extra, Tags, Zone, ZoneId};
use crate::region::find;

/// Areas of fewer tiles are no zone.
const LEAST: u32 = 10;
/// Marks a cell that belongs to no piece.
const NOBODY: u32 = u32::MAX;

/// Cuts the floor into zones of about `target` tiles, the largest first; areas of up to a quarter more stay whole.
///
/// The map is laid out in blocks that hold about as much floor as a zone should. What hangs together inside a block is a
/// piece; pieces that turn out small go to the smallest neighbour they touch, so every zone hangs together too.
///
/// Where floor is much denser than elsewhere on the map a zone comes out too large; it is then cut again by itself.
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
    let zone = |(id, (cells, _))| Zone { id: ZoneId(id), cells, tags: Tags::new(), extra: Extra::default() };
    Ok((0..).zip(done).map(zone).collect())
}

/// How often a zone that came out too large is cut again before it is left as it is.
const RECUTS: usize = 3;

/// The most tiles that stay whole: one and a quarter times the target.
fn most(target: u32) -> u64 {
    (u64::from(target) * 5 / 4).max(LEAST.into())
}

/// Cuts the floor into about `parts` zones, each with its number of tiles.
fn cut(floor: &BitGrid, target: u32, parts: u64, cx: &mut Context<'_>) -> Result<Vec<(CellSet, u32)>, Error> {
    let mut pieces = Pieces::of(floor, parts, cx)?;
    pieces.unite_small_areas(target);
    pieces.give_away_small_pieces(target);
    Ok(pieces.into_cell_sets())
}

/// A horizontal run inside a block, packed: row and columns inside the block (6 bits each), then the piece inside the block.
#[derive(Clone, Copy)]
struct Segment(u32);

impl Segment {
    const MOST_PIECES: usize = 1 << 14;

    fn new(y: i32, start: i32, end: i32, piece: u32) -> Self {
        Segment((y as u32) | (start as u32) << 6 | ((end - start - 1) as u32) << 12 | piece << 18)
    }

    fn row(self) -> i32 {
        (self.0 & 63) as i32
    }

    fn columns(self) -> (i32, i32) {
        let start = (self.0 >> 6 & 63) as i32;
        (start, start + (self.0 >> 12 & 63) as i32 + 1)
    }

    fn piece(self) -> u32 {
        self.0 >> 18
    }
}

struct Block {
    area: Rect,
    first_segment: u32,
    first_piece: u32,
}

struct Pieces {
    blocks: Vec<Block>,
    segments: Vec<Segment>,
    /// Union-find over pieces: each one's parent, a smaller number or itself.
    parents: Vec<u32>,
    /// Tiles of the zone, right at its root.
    sizes: Vec<u32>,
    /// Pieces that touch across the edge of a block.
    touching: Vec<(u32, u32)>,
}

impl Pieces {
    /// Lays the map out in about `parts` blocks, as square as can be and at most 64 cells a side.
    fn of(floor: &BitGrid, parts: u64, cx: &mut Context<'_>) -> Result<Pieces, Error> {
        let size = floor.size();
        let (width, height) = (size.width as u64, size.height as u64);
        let root = |square: u64| (square * 4).isqrt().div_ceil(2);
        let across = root(parts * width / height).clamp(width.div_ceil(64), width);
        let down = ((parts + across / 2) / across).clamp(height.div_ceil(64), height);
        let (across, down) = (across as i32, down as i32);
        let bound =
            |index: i32, parts: i32, length: i32| (i64::from(index) * i64::from(length) / i64::from(parts)) as i32;
        let mut pieces = Pieces {
            blocks: Vec::with_capacity((across * down) as usize),
            segments: Vec::new(),
            parents: Vec::new(),
            sizes: Vec::new(),
            touching: Vec::new(),
        };
        // The pieces along the lower edge of the blocks above, and along the right edge of the block before.
        let mut above = vec![NOBODY; size.width as usize];
        let mut below = vec![NOBODY; size.width as usize];
        let mut local = Local::default();
        for row in 0..down {
            let (top, bottom) = (bound(row, down, size.height), bound(row + 1, down, size.height));
            cx.spend(i64::from(size.width).unsigned_abs())?;
            let mut beside = [NOBODY; 64];
            below.fill(NOBODY);
            for column in 0..across {
                let (left, right) = (bound(column, across, size.width), bound(column + 1, across, size.width));
                let area = Rect::new(left, top, right - left, bottom - top);
                pieces.add_block(floor, area, &mut local, &above, &mut below, &mut beside);
            }
            std::mem::swap(&mut above, &mut below);
        }
        Ok(pieces)
    }

    fn add_block(
        &mut self,
        floor: &BitGrid,
        area: Rect,
        local: &mut Local,
        above: &[u32],
        below: &mut [u32],
        beside: &mut [u32; 64],
    ) {
        let first_piece = self.parents.len() as u32;
        let first_segment = self.segments.len() as u32;
        local.label(floor, area, &mut self.segments);
        self.parents.extend((0..local.pieces).map(|piece| first_piece + piece));
        self.sizes.resize(self.parents.len(), 0);
        let mut right_edge = [NOBODY; 64];
        for index in first_segment as usize..self.segments.len() {
            let segment = self.segments[index];
            let (row, (start, end)) = (segment.row(), segment.columns());
            let piece = first_piece + local.finished(segment.piece());
            self.segments[index] = Segment::new(row, start, end, piece - first_piece);
            self.sizes[piece as usize] += (end - start) as u32;
            if start == 0 {
                self.touch(beside[row as usize], piece);
            }
            if end == area.width {
                right_edge[row as usize] = piece;
            }
            if row == 0 {
                (start..end).for_each(|x| self.touch(above[(area.x + x) as usize], piece));
            }
            if row == area.height - 1 {
                below[(area.x + start) as usize..(area.x + end) as usize].fill(piece);
            }
        }
        *beside = right_edge;
        self.blocks.push(Block { area, first_segment, first_piece });
    }

    fn touch(&mut self, other: u32, piece: u32) {
        if other != NOBODY && self.touching.last() != Some(&(other, piece)) {
            self.touching.push((other, piece));
        }
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

    /// Gives every piece smaller than a quarter of a zone to the smallest zone that it touches, until none is left.
    fn give_away_small_pieces(&mut self, target: u32) {
        let small = (target / 4).max(LEAST);
        let mut best = vec![NOBODY; self.parents.len()];
        loop {
            for (a, b) in std::mem::take(&mut self.touching) {
                let (a, b) = (self.find(a), self.find(b));
                if a == b || self.touching.last() == Some(&(a, b)) {
                    continue;
                }
                self.touching.push((a, b));
                for (one, other) in [(a, b), (b, a)] {
                    let rank = |piece: u32| (self.sizes[piece as usize], piece);
                    let slot = best[one as usize];
                    if self.sizes[one as usize] < small && (slot == NOBODY || rank(other) < rank(slot)) {
                        best[one as usize] = other;
                    }
                }
            }
            let mut given = false;
            for piece in 0..best.len() as u32 {
                let other = std::mem::replace(&mut best[piece as usize], NOBODY);
                let root = self.find(piece);
                if other != NOBODY && self.sizes[root as usize] < small {
                    self.union(root, other);
                    given = true;
                }
            }
            if !given {
                return;
            }
        }
    }

    fn into_cell_sets(mut self) -> Vec<(CellSet, u32)> {
        struct Draft {
            size: u32,
            low: Pos,
            high: Pos,
        }
        let mut drafts: Vec<Draft> = Vec::new();
        let mut places = vec![NOBODY; self.parents.len()];
        for piece in 0..self.parents.len() as u32 {
            if self.find(piece) == piece && self.sizes[piece as usize] >= LEAST {
                places[piece as usize] = drafts.len() as u32;
                let size = self.sizes[piece as usize];
                let (low, high) = (Pos::new(i32::MAX, i32::MAX), Pos::new(i32::MIN, i32::MIN));
                drafts.push(Draft { size, low, high });
            }
        }
        let roots: Vec<u32> = (0..self.parents.len() as u32).map(|piece| self.find(piece)).collect();
        self.for_each_segment(|first_piece, segment, y, start, end| {
            let place = places[roots[(first_piece + segment.piece()) as usize] as usize];
            if let Some(draft) = drafts.get_mut(place as usize) {
                draft.low = Pos::new(draft.low.x.min(start), draft.low.y.min(y));
                draft.high = Pos::new(draft.high.x.max(end - 1), draft.high.y.max(y));
            }
        });
        let mask = |draft: &Draft| (draft.low, BitGrid::new(Rect::spanning(draft.low, draft.high).size()));
        let mut masks: Vec<(Pos, BitGrid)> = drafts.iter().map(mask).collect();
        self.for_each_segment(|first_piece, segment, y, start, end| {
            let place = places[roots[(first_piece + segment.piece()) as usize] as usize];
            if let Some((low, mask)) = masks.get_mut(place as usize) {
                crate::bits::set_span(mask.row_mut(y - low.y), start - low.x, end - low.x, true);
            }
        });
        let sized = |((low, mask), draft): ((Pos, BitGrid), Draft)| (CellSet::new(low, mask), draft.size);
        masks.into_iter().zip(drafts).map(sized).collect()
    }

    /// Calls `visit(first piece of the block, segment, row, first column, past the last)` with places on the map.
    fn for_each_segment(&self, mut visit: impl FnMut(u32, Segment, i32, i32, i32)) {
        let ends = self.blocks.iter().skip(1).map(|block| block.first_segment).chain([self.segments.len() as u32]);
        for (block, end) in self.blocks.iter().zip(ends) {
            for &segment in &self.segments[block.first_segment as usize..end as usize] {
                let (start, past) = segment.columns();
                let (x, y) = (block.area.x, block.area.y);
                visit(block.first_piece, segment, y + segment.row(), x + start, x + past);
            }
        }
    }
}

/// Finds the pieces inside one block of at most 64x64 cells.
#[derive(Default)]
struct Local {
    parents: Vec<u32>,
    names: Vec<u32>,
    pieces: u32,
    above: Vec<(i32, i32, u32)>,
    here: Vec<(i32, i32, u32)>,
}

impl Local {
    /// Adds the block's runs to `segments`, each with a label that [`Local::finished`] turns into its piece.
    fn label(&mut self, floor: &BitGrid, area: Rect, segments: &mut Vec<Segment>) {
        self.parents.clear();
        self.above.clear();
        for row in 0..area.height {
            self.here.clear();
            let mut bits = window(floor.row(area.y + row), area.x, area.width);
            let mut at = 0;
            while bits != 0 {
                let start = bits.trailing_zeros() as i32;
                let end = start + (!(bits >> start)).trailing_zeros() as i32;
                bits = if end == 64 { 0 } else { bits >> end << end };
                while self.above.get(at).is_some_and(|run| run.1 <= start) {
                    at += 1;
                }
                let mut label = NOBODY;
                let mut touching = at;
                while let Some(&(_, _, other)) = self.above.get(touching).filter(|run| run.0 < end) {
                    let other = find(&mut self.parents, other);
                    if label == NOBODY || label == other {
                        label = other;
                    } else {
                        self.parents[label.max(other) as usize] = label.min(other);
                        label = label.min(other);
                    }
                    touching += 1;
                }
                if label == NOBODY {
                    label = self.parents.len() as u32;
                    self.parents.push(label);
                }
                debug_assert!((label as usize) < Segment::MOST_PIECES, "a block has at most 2,048 pieces");
                segments.push(Segment::new(row, start, end, label));
                self.here.push((start, end, label));
            }
            std::mem::swap(&mut self.above, &mut self.here);
        }
        self.names.clear();
        self.pieces = 0;
        for label in 0..self.parents.len() as u32 {
            let root = find(&mut self.parents, label);
            let name = if root == label {
                self.pieces += 1;
                self.pieces - 1
            } else {
                self.names[root as usize]
            };
            self.names.push(name);
        }
    }

    fn finished(&self, label: u32) -> u32 {
        self.names[label as usize]
    }
}

/// Columns `x..x + width` of a row as one word; `width` is at most 64.
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
    use crate::grid::Size;
    use crate::rng::Seed;

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
        // What is left over lies in areas too small for a zone.
        for pos in left.iter() {
            assert!(floor.flood(pos).count() < LEAST as usize, "{pos} of {floor:?} lies in no zone");
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
