//! [`Ground`]: the tiles as marks for steps that edit them, with a rim around the map so that every
//! cell has all neighbours.

use crate::base::grid::{Dir, Pos, Rect, Size};
use crate::base::tile::Tile;
use crate::map::{Map, Shape};

/// Marks for every cell of a map, with a rim of unmarked cells around it. Cells are addressed by
/// index: neighbours are found by adding offsets.
#[derive(Clone)]
pub(crate) struct Ground {
    size: Size,
    stride: usize,
    /// 2^64 divided by the stride, rounded up: multiplying by it divides all numbers up to 2^32
    /// exactly.
    inverse: u64,
    marks: Vec<u8>,
}

impl Ground {
    /// Walkable.
    pub(crate) const OPEN: u8 = 1;
    /// Plain floor.
    pub(crate) const FLOOR: u8 = 2;
    /// Wall or void.
    pub(crate) const SOLID: u8 = 4;
    /// A door.
    pub(crate) const DOOR: u8 = 8;
    /// Something stands there: the cell must not change.
    pub(crate) const KEEP: u8 = 16;
    /// Free for use by the caller, who gives it a name.
    pub(crate) const FREE_1: u8 = 32;
    /// Free for use by the caller.
    pub(crate) const FREE_2: u8 = 64;
    /// Free for use by the caller.
    pub(crate) const FREE_3: u8 = 128;

    /// Creates the ground of a map.
    pub(crate) fn of(map: &Map) -> Ground {
        let size = map.size();
        let stride = size.width as usize + 2;
        let mut marks = vec![0; stride * (size.height as usize + 2)];
        for (row, tiles) in marks.chunks_exact_mut(stride).skip(1).zip(map.tiles.rows()) {
            for (mark, tile) in row[1..].iter_mut().zip(tiles) {
                *mark = MARKS[tile.code() as usize];
            }
        }
        Ground { size, stride, inverse: u64::MAX / stride as u64 + 1, marks }
    }

    /// Returns the size of the map.
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// Returns the number of indices.
    pub(crate) fn len(&self) -> usize {
        self.marks.len()
    }

    #[inline]
    pub(crate) fn index(&self, pos: Pos) -> usize {
        (pos.y + 1) as usize * self.stride + (pos.x + 1) as usize
    }

    #[inline]
    pub(crate) fn pos(&self, index: usize) -> Pos {
        let row = ((index as u128 * u128::from(self.inverse)) >> 64) as usize;
        Pos::new((index - row * self.stride) as i32 - 1, row as i32 - 1)
    }

    /// Iterates over every cell of the map, in reading order.
    pub(crate) fn cells(&self) -> impl Iterator<Item = usize> + use<> {
        let (stride, width) = (self.stride, self.size.width as usize);
        (1..=self.size.height as usize).flat_map(move |y| y * stride + 1..y * stride + 1 + width)
    }

    /// Returns the neighbour of this cell, which must lie on the map.
    #[inline]
    pub(crate) fn step(&self, index: usize, dir: Dir) -> usize {
        match dir {
            Dir::North => index - self.stride,
            Dir::East => index + 1,
            Dir::South => index + self.stride,
            Dir::West => index - 1,
        }
    }

    /// Returns the four neighbours of this cell, clockwise from north.
    #[inline]
    pub(crate) fn beside(&self, index: usize) -> [usize; 4] {
        [index - self.stride, index + 1, index + self.stride, index - 1]
    }

    /// Returns the eight neighbours of this cell, clockwise from north.
    #[inline]
    pub(crate) fn around(&self, index: usize) -> [usize; 8] {
        let (up, down) = (index - self.stride, index + self.stride);
        [up, up + 1, index + 1, down + 1, down, down - 1, index - 1, up - 1]
    }

    /// Returns true if the cell has one of these marks.
    #[inline]
    pub(crate) fn is(&self, index: usize, marks: u8) -> bool {
        self.marks[index] & marks != 0
    }

    /// Returns the marks of every index.
    pub(crate) fn all(&self) -> &[u8] {
        &self.marks
    }

    /// Returns the number of cells that have one of these marks.
    pub(crate) fn count(&self, marks: u8) -> u64 {
        self.marks.iter().map(|mark| u64::from(mark & marks != 0)).sum()
    }

    /// Returns all marks of the cell.
    #[inline]
    pub(crate) fn marks(&self, index: usize) -> u8 {
        self.marks[index]
    }

    #[inline]
    pub(crate) fn set(&mut self, index: usize, marks: u8) {
        self.marks[index] |= marks;
    }

    #[inline]
    pub(crate) fn clear(&mut self, index: usize, marks: u8) {
        self.marks[index] &= !marks;
    }

    /// Turns the cell into plain floor.
    #[inline]
    pub(crate) fn open(&mut self, index: usize) {
        self.marks[index] = self.marks[index] & !Ground::SOLID | Ground::OPEN | Ground::FLOOR;
    }

    /// Sets the tile of the cell and clears all other marks.
    #[inline]
    pub(crate) fn put(&mut self, index: usize, tile: Tile) {
        self.marks[index] = MARKS[tile.code() as usize];
    }

    /// Returns the number of open cells among the four neighbours.
    #[inline]
    pub(crate) fn ways(&self, index: usize) -> usize {
        self.beside(index).into_iter().filter(|&near| self.is(near, Ground::OPEN)).count()
    }

    /// Returns true if the open neighbours are connected directly around the cell, so that closing
    /// it cuts nothing off.
    #[inline]
    pub(crate) fn is_loose(&self, index: usize) -> bool {
        self.is_loose_among(index, |marks| marks & Ground::OPEN != 0)
    }

    /// Returns true if the neighbours whose marks pass the test are connected directly around the
    /// cell.
    #[inline]
    pub(crate) fn is_loose_among(&self, index: usize, test: impl Fn(u8) -> bool) -> bool {
        let [a, b, c, d, e, f, g, h] = self.around(index).map(|near| usize::from(test(self.marks[near])));
        LOOSE[a | b << 1 | c << 2 | d << 3 | e << 4 | f << 5 | g << 6 | h << 7]
    }

    /// Returns true if the cell is part of a square of four open cells, so not in a corridor.
    #[inline]
    pub(crate) fn is_roomy(&self, index: usize) -> bool {
        let open = self.around(index).map(|near| self.is(near, Ground::OPEN));
        self.is(index, Ground::OPEN) && [1, 3, 5, 7].into_iter().any(|c| open[c - 1] && open[c] && open[(c + 1) % 8])
    }

    /// Returns the direction of passage through the cell if it is an opening: open before and
    /// behind, solid on both sides.
    #[inline]
    pub(crate) fn opening(&self, index: usize) -> Option<Dir> {
        let [north, east, south, west] = self.beside(index).map(|near| self.marks[near]);
        let (solid, open) = (Ground::SOLID, Ground::OPEN);
        if north & south & open != 0 && east & west & solid != 0 {
            Some(Dir::South)
        } else if east & west & open != 0 && north & south & solid != 0 {
            Some(Dir::East)
        } else {
            None
        }
    }

    /// Returns the plain floor that a straight tunnel from this cell reaches, and the length of the
    /// tunnel: at most `most` cells of rock, with only rock on both sides.
    ///
    /// A tunnel like this completes no square of four open cells, takes no opening from a door, and
    /// a door can stand anywhere in it.
    #[inline]
    pub(crate) fn bore(&self, from: usize, dir: Dir, most: i32) -> Option<(usize, i32)> {
        let (mut at, mut length) = (self.step(from, dir), 0);
        while self.is(at, Ground::SOLID) && length < most {
            let sides = [dir.right(), dir.right().opposite()].map(|side| self.step(at, side));
            if !sides.into_iter().all(|side| self.is(side, Ground::SOLID)) {
                return None;
            }
            at = self.step(at, dir);
            length += 1;
        }
        (length > 0 && self.is(at, Ground::FLOOR)).then_some((at, length))
    }

    /// Marks the cells that an edit must not change: stairs, exits, entities, decorations, and the
    /// edge of the map. There may be more map beyond the edge, because a step that works on a part
    /// of a map does not see the rest.
    pub(crate) fn keep_contents(&mut self, map: &Map) {
        let stairs = map.stairs.iter().map(|it| it.pos);
        let others = map.exits.iter().map(|it| it.pos).chain(map.entities.iter().map(|it| it.pos));
        for pos in stairs.chain(others).chain(map.decorations.iter().map(|it| it.pos)) {
            self.keep(pos);
        }
        self.mark_edge(Ground::KEEP);
    }

    fn keep(&mut self, pos: Pos) {
        self.mark_rect(Rect::new(pos.x, pos.y, 1, 1), Ground::KEEP);
    }

    /// Marks the edge of the map.
    pub(crate) fn mark_edge(&mut self, marks: u8) {
        let Size { width, height } = self.size;
        [0, height - 1].into_iter().for_each(|y| self.mark_rect(Rect::new(0, y, width, 1), marks));
        [0, width - 1].into_iter().for_each(|x| self.mark_rect(Rect::new(x, 0, 1, height), marks));
    }

    /// Marks the cells of every room.
    pub(crate) fn mark_rooms(&mut self, map: &Map, marks: u8) {
        for room in &map.rooms {
            match &room.shape {
                Shape::Rect(rect) => self.mark_rect(*rect, marks),
                shape => shape.positions().for_each(|pos| self.mark_rect(Rect::new(pos.x, pos.y, 1, 1), marks)),
            }
        }
    }

    /// Marks a rectangle. Cells outside the map are ignored.
    pub(crate) fn mark_rect(&mut self, rect: Rect, marks: u8) {
        let rect = rect.intersection(self.size.rect());
        for y in rect.y..rect.bottom() {
            let first = self.index(Pos::new(rect.x, y));
            self.marks[first..first + rect.width as usize].iter_mut().for_each(|mark| *mark |= marks);
        }
    }
}

/// The marks of every tile.
static MARKS: [u8; Tile::ALL.len()] = {
    let mut marks = [Ground::OPEN; Tile::ALL.len()];
    let mut code = 0;
    while code < marks.len() {
        let tile = Tile::ALL[code].0;
        if tile.is_door() {
            marks[code] |= Ground::DOOR;
        }
        code += 1;
    }
    marks[Tile::Void as usize] = Ground::SOLID;
    marks[Tile::Wall as usize] = Ground::SOLID;
    marks[Tile::Water as usize] = 0;
    marks[Tile::Floor as usize] |= Ground::FLOOR;
    marks
};

/// For every ring of eight cells (bit 0 is north, then clockwise): whether the set cells to the
/// north, east, south and west are connected along the ring, and there is at least one.
static LOOSE: [bool; 256] = {
    let mut loose = [false; 256];
    let mut ring = 0;
    while ring < 256 {
        // Stretches of the ring that contain a side and not only a corner.
        let mut stretches = 0;
        let mut side = 0;
        while side < 8 {
            // A side begins a stretch if the corner before it or the side before that is not set.
            let set = ring >> side & 1 == 1;
            let linked = ring >> ((side + 7) % 8) & 1 == 1 && ring >> ((side + 6) % 8) & 1 == 1;
            if set && !linked {
                stretches += 1;
            }
            side += 2;
        }
        // A complete ring has no beginning.
        loose[ring] = stretches == 1 || ring == 255;
        ring += 1;
    }
    loose
};

#[cfg(test)]
mod tests {
    use super::*;

    fn ground(text: &str) -> (Ground, usize) {
        let ground = Ground::of(&Map::from_ascii(text).unwrap());
        let middle = ground.index(Pos::new(1, 1));
        (ground, middle)
    }

    #[test]
    fn a_cell_is_loose_when_its_neighbours_need_it_for_nothing() {
        for text in
            ["...\n...\n...", "#..\n...\n...", "##.\n#..\n...", "#.#\n#.#\n###", "..#\n..#\n###", "...\n..#\n..."]
        {
            let (ground, middle) = ground(text);
            assert!(ground.is_loose(middle), "{text}");
        }
        for text in
            ["#.#\n#.#\n#.#", "#.#\n..#\n###", "...\n#.#\n...", "#..\n..#\n#..", "###\n#.#\n###", ".#.\n#.#\n.#."]
        {
            let (ground, middle) = ground(text);
            assert!(!ground.is_loose(middle), "{text}");
        }
    }

    #[test]
    fn openings_lead_somewhere_between_two_walls() {
        for (text, dir) in [
            ("###\n...\n###", Some(Dir::East)),
            ("#.#\n#.#\n#.#", Some(Dir::South)),
            ("#~#\n...\n###", None),
            ("###\n..#\n###", None),
            ("#.#\n...\n###", None),
        ] {
            let (ground, middle) = ground(text);
            assert_eq!(ground.opening(middle), dir, "{text}");
        }
    }

    #[test]
    fn tunnels_are_bored_through_rock_that_is_rock_on_both_sides() {
        let ground =
            Ground::of(&Map::from_ascii("\n##########\n#.##.#~#.#\n#####.##+#\n#.###.##.#\n##########").unwrap());
        let bore = |x, y, dir, most| ground.bore(ground.index(Pos::new(x, y)), dir, most);
        let at = |x, y| ground.index(Pos::new(x, y));
        assert_eq!(bore(1, 1, Dir::East, 2), Some((at(4, 1), 2)));
        assert_eq!(bore(1, 1, Dir::East, 1), None, "too thick");
        assert_eq!(bore(1, 1, Dir::South, 9), Some((at(1, 3), 1)));
        assert_eq!(bore(1, 3, Dir::East, 9), Some((at(5, 3), 3)));
        assert_eq!(bore(4, 1, Dir::East, 9), None, "open on one side, and water behind");
        assert_eq!(bore(5, 2, Dir::East, 9), None, "a door behind");
        assert_eq!(bore(1, 1, Dir::West, 9), None, "the edge of the map");
    }

    #[test]
    fn corridors_are_not_roomy() {
        let ground = Ground::of(&Map::from_ascii("\n......\n..####\n..#+..").unwrap());
        let roomy: Vec<bool> = ground.cells().map(|cell| ground.is_roomy(cell)).collect();
        let text: String = roomy.iter().map(|&roomy| if roomy { 'x' } else { '-' }).collect();
        assert_eq!(text, "xx----xx----xx----");
    }

    #[test]
    fn indices_and_places_agree() {
        let ground = Ground::of(&Map::new(Size::new(5, 3), Tile::Floor));
        let places: Vec<Pos> = ground.cells().map(|index| ground.pos(index)).collect();
        assert_eq!(places, Size::new(5, 3).rect().positions().collect::<Vec<_>>());
        for (index, pos) in ground.cells().zip(places) {
            assert_eq!(ground.index(pos), index);
            for (near, dir) in ground.beside(index).into_iter().zip(Dir::ALL) {
                assert_eq!((ground.step(index, dir), ground.pos(near)), (near, pos.step(dir)));
                assert_eq!(ground.is(near, Ground::OPEN), Size::new(5, 3).contains(pos.step(dir)));
            }
        }
    }
}
