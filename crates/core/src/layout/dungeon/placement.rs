//! Placement of the rooms of a dungeon.

use super::Bias;
use super::orbit::{Group, Turn};
use super::style::{Archetype, Style};
use crate::base::bits::BitGrid;
use crate::base::error::Error;
use crate::base::grid::{Dir, Pos, Rect, Size};
use crate::base::rng::Rng;
use crate::generator::Context;
use crate::layout::alignment::{Alignment, Axis};
use smallvec::SmallVec;

/// Form of a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// With straight walls.
    Straight,
    /// Round, with equal and odd sides.
    Round,
    /// A cave inside the rectangle that touches the middle of each side; its sides are odd.
    Cave,
}

/// A planned room.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) rect: Rect,
    pub(super) form: Form,
    /// Number shared by rooms that are images of each other.
    pub(super) orbit: usize,
    /// Room from which it was placed.
    pub(super) parent: Option<usize>,
    /// True for the great chamber or the nave.
    pub(super) great: bool,
    /// True for the sanctum of a temple.
    pub(super) sanctum: bool,
    /// True if it was placed without images.
    pub(super) free: bool,
    /// True for a side chamber, which leads nowhere else.
    pub(super) leaf: bool,
    /// Ring of a fortress; 0 in all other dungeons.
    pub(super) ring: u32,
}

impl Site {
    pub(super) fn new(rect: Rect, form: Form) -> Site {
        Site { rect, form, orbit: 0, parent: None, great: false, sanctum: false, free: false, leaf: false, ring: 0 }
    }
}

/// The rooms placed so far, and the free space.
pub(super) struct Placement<'a> {
    style: &'a Style,
    group: Group,
    /// Area available for rooms.
    inside: Rect,
    taken: BitGrid,
    pub(super) sites: Vec<Site>,
    pub(super) orbits: usize,
    rng: Rng,
}

/// Maximum number of attempts per requested room.
const MAX_ATTEMPTS_PER_ROOM: u32 = 120;
/// Minimum distance between two rooms for a passage with a bend.
const MIN_BEND_GAP: i32 = 3;

impl<'a> Placement<'a> {
    pub(super) fn new(style: &'a Style, group: Group, map: Size, rng: Rng) -> Placement<'a> {
        let taken = BitGrid::new(map);
        Placement { style, group, inside: map.rect().grown(-1), taken, sites: Vec::new(), orbits: 0, rng }
    }

    /// Places rooms until there are `wanted`, never more than `most`.
    pub(super) fn fill(&mut self, wanted: u32, most: u32, cx: &mut Context<'_>) -> Result<(), Error> {
        self.first();
        let free_from = wanted - wanted * self.style.symmetry_break / 100;
        match self.style.archetype {
            Archetype::Temple => self.spine(most),
            Archetype::Fortress if free_from < wanted => self.rings(free_from, free_from),
            Archetype::Fortress => self.rings(wanted, most),
            _ => {}
        }
        let mut attempts_left = wanted * MAX_ATTEMPTS_PER_ROOM;
        while (self.sites.len() as u32) < wanted && attempts_left > 0 {
            attempts_left -= 1;
            cx.spend(1)?;
            let free = self.sites.len() as u32 >= free_from && self.style.symmetry_break > 0;
            // Towards the end anything that fits is accepted.
            let hurry = attempts_left < wanted * MAX_ATTEMPTS_PER_ROOM / 2;
            if self.grow(most, free, hurry) {
                // Rooms without images are counted, so that there are no more of them than
                // requested.
                self.side_chambers(if free { wanted } else { most }, free);
            }
        }
        Ok(())
    }

    /// Places the sanctum at one end of a temple's nave, and an antechamber at the other.
    fn spine(&mut self, most: u32) {
        let nave = self.sites[0].rect;
        for (dir, size, form) in [
            (Dir::North, Size::new(9, 9), Form::Round),
            (Dir::North, Size::new(7, 7), Form::Round),
            (Dir::North, Size::new(5, 5), Form::Straight),
            (Dir::South, Size::new(7, 5), Form::Straight),
            (Dir::South, Size::new(5, 3), Form::Straight),
        ] {
            let taken = self.sites.iter().skip(1).any(|site| (site.rect.y < nave.y) == (dir == Dir::North));
            let Alignment { x: across, y: down } = self.style.grid;
            let gap = down.up(self.style.spacing.0.max(MIN_BEND_GAP));
            let size = Size::new(own_image(across, size.width), down.up(size.height));
            let y = if dir == Dir::North { nave.y - gap - size.height } else { nave.bottom() + gap };
            let rect = Rect::new(nave.x + (nave.width - size.width) / 2, y, size.width, size.height);
            if !taken && self.sites.len() < most as usize {
                let site = Site { sanctum: dir == Dir::North, ..Site::new(rect, form) };
                self.add(rect, site, gap, Some(0));
            }
        }
    }

    /// Places rings of rooms around the keep in the middle, in straight rows and columns: towers at
    /// the corners, halls or single rooms between them.
    fn rings(&mut self, wanted: u32, most: u32) {
        let keep = self.sites[0].rect;
        let side = self.style.on_grid((self.style.bias.sides().0 + 1) | 1);
        let gap = self.style.on_grid((self.style.spacing.0 + self.style.width - 1).max(MIN_BEND_GAP));
        let pitch = side + gap;
        for ring in 1..12_i32 {
            // Distance from the middle of the keep to the middle of the ring.
            let away = |length: i32| length / 2 + gap + side / 2 + 1 + (ring - 1) * pitch;
            let (across, down) = (away(keep.width), away(keep.height));
            let middle = keep.center();
            let around = |x: i32, y: i32, width: i32, height: i32| {
                Rect::new(middle.x + x - width / 2, middle.y + y - height / 2, width, height)
            };
            let tower = if self.rng.percent(self.style.round) { Form::Round } else { Form::Straight };
            let towers = [(-1, -1), (1, -1), (1, 1), (-1, 1)].map(|(x, y)| around(x * across, y * down, side, side));
            let mut walls = Vec::new();
            for dir in [Dir::South, Dir::North, Dir::West, Dir::East] {
                let flat = matches!(dir, Dir::North | Dir::South);
                let free = if flat { across } else { down } - side / 2 - 1 - gap;
                let at = |along: i32, length: i32| match dir {
                    Dir::North => around(along, -down, length, side),
                    Dir::South => around(along, down, length, side),
                    Dir::West => around(-across, along, side, length),
                    Dir::East => around(across, along, side, length),
                };
                if self.rng.percent(self.style.halls) {
                    walls.push(at(0, (free * 2 - 1).max(side)));
                } else {
                    walls.extend((0..ring).flat_map(|step| [step * pitch, -step * pitch]).map(|along| at(along, side)));
                }
            }
            walls.dedup();
            // The keep may stand in a cross of halls; a ring that cannot be completed becomes a row
            // of gates.
            let no_towers = ring == 1 && self.rng.percent(60) || self.sites.len() as u32 + 4 > most;
            if !no_towers {
                towers.into_iter().for_each(|rect| self.add_to_ring(rect, tower, ring, most));
            }
            for rect in walls {
                if self.sites.len() as u32 >= wanted {
                    return;
                }
                self.add_to_ring(rect, Form::Straight, ring, most);
            }
            if self.sites.len() as u32 >= wanted {
                return;
            }
        }
    }

    fn add_to_ring(&mut self, rect: Rect, form: Form, ring: i32, most: u32) {
        if self.sites.len() as u32 + self.images(rect).len() as u32 <= most {
            let site = Site { ring: ring as u32, ..Site::new(rect, form) };
            self.add(rect, site, self.style.spacing.0.max(1), Some(0));
        }
    }

    /// Places small chambers in a row on both sides of the gallery that was placed last.
    fn side_chambers(&mut self, most: u32, free: bool) {
        let parent = self.sites.len() - 1;
        let gallery = self.sites[parent].rect;
        let flat = gallery.width > gallery.height;
        let length = gallery.width.max(gallery.height);
        if !self.style.side_chambers || length < 6 {
            return;
        }
        let Alignment { x, y } = self.style.grid;
        let (lengthwise, across) = if flat { (x, y) } else { (y, x) };
        let (between, wall) = (lengthwise.up(1), across.up(1));
        let (wide, deep) = (self.rng.range(2, 3), self.rng.range(2, 4));
        let (wide, deep) = (lengthwise.up(wide), across.up(deep));
        let first = self.rng.range(0, (length % (wide + between)).min(1));
        for step in 0..(length - first) / (wide + between) {
            for near in [true, false] {
                let along = first + step * (wide + between);
                let rect = match (flat, near) {
                    (true, true) => Rect::new(gallery.x + along, gallery.y - wall - deep, wide, deep),
                    (true, false) => Rect::new(gallery.x + along, gallery.bottom() + wall, wide, deep),
                    (false, true) => Rect::new(gallery.x - wall - deep, gallery.y + along, deep, wide),
                    (false, false) => Rect::new(gallery.right() + wall, gallery.y + along, deep, wide),
                };
                let images = if free { 1 } else { self.images(rect).len() as u32 };
                if self.sites.len() as u32 + images <= most && self.rng.percent(88) {
                    let site = Site { leaf: true, free, ..Site::new(rect, Form::Straight) };
                    self.add(rect, site, 1, Some(parent));
                }
            }
        }
    }

    /// Returns a long room in the direction of the path, for a crypt.
    fn gallery(&mut self, dir: Dir) -> Size {
        let (long, wide) = (self.rng.range(7, 12), self.rng.range(2, 3));
        if matches!(dir, Dir::North | Dir::South) { Size::new(wide, long) } else { Size::new(long, wide) }
    }

    /// Places the first room: in the middle, or where the archetype wants it; its own image in any
    /// symmetry.
    fn first(&mut self) {
        let great = self.style.great;
        let Size { width, height } = self.group.area.size();
        for shrink in 0..12 {
            let (mut size, form) = match self.style.archetype {
                Archetype::Temple => (Size::new(7 - shrink / 3, (height / 3).min(17) - shrink), Form::Straight),
                Archetype::Lair => (Size::new(13 - shrink, 11 - shrink), Form::Straight),
                Archetype::Fortress => (self.keep(shrink), Form::Straight),
                Archetype::Crypt => (Size::new(5 - shrink / 3, 5 - shrink / 3), Form::Straight),
                _ => self.room(),
            };
            size = Size::new(size.width.clamp(1, width), size.height.clamp(1, height));
            // The parity of the area decides which rooms can be their own images.
            if !self.group.turns[1..].is_empty() && form == Form::Straight {
                size.width -= i32::from((width - size.width) % 2 != 0);
                size.height -= i32::from((height - size.height) % 2 != 0);
                if self.group.turns.len() == 4 {
                    let side = size.width.min(size.height);
                    size = Size::new(side, side);
                }
            }
            let along = match self.style.archetype {
                Archetype::Crypt if self.group.turns.len() == 1 => height / 2 - size.height,
                _ => 0,
            };
            let Alignment { x, y } = self.style.grid;
            let rect = self.group.centred(own_image(x, size.width), own_image(y, size.height), along);
            if rect.is_some_and(|rect| self.add(rect, Site { great, ..Site::new(rect, form) }, 1, None)) {
                return;
            }
        }
        // A cell that is its own image, or failing that any cell.
        let side = |axis: Axis, length: i32| match axis.spacing() {
            1 if length % 2 == 0 => 2.min(length),
            spacing => spacing,
        };
        let Alignment { x, y } = self.style.grid;
        if let Some(rect) = self.group.centred(side(x, width), side(y, height), 0) {
            self.add(rect, Site::new(rect, Form::Straight), 0, None);
        }
    }

    /// Places the keep of a fortress.
    fn keep(&mut self, shrink: i32) -> Size {
        let side = |rng: &mut Rng| (rng.range(7, 12) - shrink) | 1;
        Size::new(side(&mut self.rng), side(&mut self.rng))
    }

    /// Tries to place one more room beside an existing one.
    fn grow(&mut self, most: u32, free: bool, hurry: bool) -> bool {
        let parent = self.parent();
        let dir = Dir::ALL[self.rng.below(4) as usize];
        let (size, form) = if hurry && self.rng.percent(50) { self.small() } else { self.room() };
        let gallery = self.style.side_chambers && form == Form::Straight && self.rng.percent(60);
        let size = if gallery { self.gallery(dir) } else { size };
        let size = if self.style.caves || form != Form::Straight { size } else { self.rounded(size) };
        let (least, widest) = self.style.spacing;
        let wide = self.style.width - 1;
        let gap = if hurry { least + wide } else { self.rng.range(least, widest) + wide };
        // A passage needs space to turn between doors that face each other only by chance.
        let crooked = form != Form::Straight || self.sites[parent].form != Form::Straight;
        let Alignment { x, y } = self.style.grid;
        let axis = if matches!(dir, Dir::North | Dir::South) { y } else { x };
        let gap = if crooked { gap.max(MIN_BEND_GAP) } else { gap };
        let gap = axis.up(gap).max(if self.style.grid_passages { 2 * axis.spacing() } else { 0 });
        let size = Size::new(x.up(size.width), y.up(size.height));
        let from = self.sites[parent].rect;
        let spine = self.style.archetype == Archetype::Temple || self.rng.percent(40);
        let rect = self
            .on_spine(parent, dir, size, form, gap)
            .filter(|_| spine && !free)
            .unwrap_or_else(|| self.beside(from, dir, size, gap));
        let rect = self.snapped(rect);
        let images = if free { 1 } else { self.images(rect).len() as u32 };
        if self.sites.len() as u32 + images > most {
            return false;
        }
        let least = if form == Form::Straight { least.max(1) } else { least.max(MIN_BEND_GAP) };
        let ring = self.sites[parent].ring;
        self.add(rect, Site { free, ring, ..Site::new(rect, form) }, least, Some(parent))
    }

    /// Returns the room from which the next one grows: the last one in a linear dungeon, a random
    /// one in others.
    fn parent(&mut self) -> usize {
        let count = self.sites.len();
        let any = if self.rng.percent(self.style.linearity) {
            // One of the last ones, in case there is no space around the very last.
            count - 1 - (self.rng.below(3).min(self.rng.below(3)) as usize).min(count - 1)
        } else {
            self.rng.below(count as u32) as usize
        };
        // Nothing lies behind a side chamber or a sanctum, unless sanctums lie on all four sides of
        // the nave.
        let last = |site: &Site| site.leaf || site.sanctum && self.group.turns.len() < 4;
        (0..=any).rev().find(|&site| !last(&self.sites[site])).unwrap_or(0)
    }

    /// Returns a place on the other side of a gap, so that the two rooms face each other at least a
    /// little.
    fn beside(&mut self, from: Rect, dir: Dir, size: Size, gap: i32) -> Rect {
        let slide = |rng: &mut Rng, start: i32, length: i32, own: i32, regular: bool| {
            if regular {
                return start + (length - own) / 2;
            }
            let (low, high) = (start - own + 2.min(own), start + length - 2.min(length));
            if low <= high { rng.range(low, high) } else { start }
        };
        let regular = self.style.regular || self.style.archetype == Archetype::Temple && self.rng.percent(50);
        let rng = &mut self.rng;
        match dir {
            Dir::North | Dir::South => {
                let x = slide(rng, from.x, from.width, size.width, regular);
                let y = if dir == Dir::North { from.y - gap - size.height } else { from.bottom() + gap };
                Rect::new(x, y, size.width, size.height)
            }
            Dir::East | Dir::West => {
                let y = slide(rng, from.y, from.height, size.height, regular);
                let x = if dir == Dir::West { from.x - gap - size.width } else { from.right() + gap };
                Rect::new(x, y, size.width, size.height)
            }
        }
    }

    /// Returns a place on the axis, above or below a room on the axis.
    fn on_spine(&mut self, parent: usize, dir: Dir, size: Size, form: Form, gap: i32) -> Option<Rect> {
        let from = self.sites[parent].rect;
        let mirrored = self.group.turns.len() == 2 && self.images(from).len() == 1;
        if !mirrored || matches!(dir, Dir::East | Dir::West) {
            return None;
        }
        let off = i32::from((self.group.area.width - size.width) % 2 != 0);
        if off != 0 && form != Form::Straight {
            return None;
        }
        let axis = self.style.grid.x;
        let width = if axis.spacing() > 1 { own_image(axis, size.width) } else { size.width + off };
        let centred = self.group.centred(width, size.height, 0)?;
        let y = if dir == Dir::North { from.y - gap - size.height } else { from.bottom() + gap };
        Some(Rect { y, ..centred })
    }

    /// Returns the rectangle and its images, each once.
    fn images(&self, rect: Rect) -> SmallVec<[(usize, Rect); 4]> {
        let mut images: SmallVec<[(usize, Rect); 4]> = SmallVec::new();
        for (index, &turn) in self.group.turns.iter().enumerate() {
            let image = self.group.rect(turn, rect);
            if images.iter().all(|(_, other)| *other != image) {
                images.push((index, image));
            }
        }
        images
    }

    /// Adds the room and its images if all of them fit.
    fn add(&mut self, rect: Rect, site: Site, gap: i32, parent: Option<usize>) -> bool {
        let rect = self.snapped(rect);
        let round = rect.width == rect.height && rect.width % 2 == 1 && !self.style.grid_passages;
        let form = if site.form == Form::Round && !round { Form::Straight } else { site.form };
        let images = if site.free { SmallVec::from_slice(&[(0, rect)]) } else { self.images(rect) };
        let bounds = if site.free { self.inside } else { self.group.area };
        let apart = |(at, &(_, one)): (usize, &(usize, Rect))| {
            images[..at].iter().all(|&(_, other)| !one.grown(gap).overlaps(other))
        };
        let fits = |&(_, image): &(usize, Rect)| {
            bounds.encloses(image) && self.taken.is_clear(image.grown(gap)) && self.snapped(image) == image
        };
        if rect.is_empty() || !images.iter().all(fits) || !images.iter().enumerate().all(apart) {
            return false;
        }
        for &(turn, image) in &images {
            self.taken.fill_rect(image, true);
            let parent = parent.map(|parent| self.image_of(parent, turn, site.free));
            self.sites.push(Site { rect: image, form, orbit: self.orbits, parent, ..site.clone() });
        }
        self.orbits += 1;
        true
    }

    /// Returns the image of a room under this movement.
    fn image_of(&self, site: usize, turn: usize, free: bool) -> usize {
        let image = self.group.rect(self.group.turns[turn], self.sites[site].rect);
        let orbit = self.sites[site].orbit;
        if free || self.sites[site].free {
            return site;
        }
        self.sites.iter().position(|other| other.orbit == orbit && other.rect == image).unwrap_or(site)
    }

    /// Returns the rooms, moved to the middle of the map as far as the symmetry allows.
    pub(super) fn into_sites(mut self) -> Vec<Site> {
        let Some(first) = self.sites.first().map(|site| site.rect) else { return self.sites };
        let join = |a: Rect, b: Rect| {
            let (low, high) =
                (Pos::new(a.x.min(b.x), a.y.min(b.y)), Pos::new(a.right().max(b.right()), a.bottom().max(b.bottom())));
            Rect::new(low.x, low.y, high.x - low.x, high.y - low.y)
        };
        let all = self.sites.iter().map(|site| site.rect).fold(first, join);
        let spare = |start: i32, length: i32, low: i32, whole: i32| low + (whole - length) / 2 - start;
        let by = Pos::new(
            spare(all.x, all.width, self.inside.x, self.inside.width),
            spare(all.y, all.height, self.inside.y, self.inside.height),
        );
        let snap = |axis: Axis, by: i32| by / axis.spacing() * axis.spacing();
        let Alignment { x, y } = self.style.grid;
        let by = match self.group.turns.len() {
            1 => Pos::new(snap(x, by.x), snap(y, by.y)),
            2 if self.group.turns[1] == Turn::Mirrored => Pos::new(0, snap(y, by.y)),
            _ => Pos::new(0, 0),
        };
        self.sites.iter_mut().for_each(|site| site.rect = site.rect.moved(by));
        self.sites
    }

    /// Snaps the rectangle to the grid; it may become larger.
    fn snapped(&self, rect: Rect) -> Rect {
        // Rounds down, but not over the edge.
        let near = |axis: Axis, at: i32, edge: i32| match axis.down(at) {
            _ if axis.spacing() == 1 => at,
            at if at < edge => at + axis.spacing(),
            at => at,
        };
        let Alignment { x, y } = self.style.grid;
        let (left, top) = (near(x, rect.x, self.inside.x), near(y, rect.y, self.inside.y));
        Rect::new(left, top, x.up(rect.width), y.up(rect.height))
    }

    /// Draws the size and form of the next room.
    fn room(&mut self) -> (Size, Form) {
        let style = self.style;
        let (least, most) = style.bias.sides();
        let most = most.min(self.group.area.width.min(self.group.area.height) / 2).max(least.min(3));
        let least = least.min(most);
        let odd = |side: i32| side | 1;
        if style.caves {
            let (width, height) = (self.rng.range(least + 1, most + 3), self.rng.range(least + 1, most + 1));
            return (Size::new(odd(width), odd(height)), Form::Cave);
        }
        if self.rng.percent(style.round) {
            let side = odd(self.rng.range(least.max(3), most.max(3)).max(3));
            return (Size::new(side, side), Form::Round);
        }
        if self.rng.percent(style.halls) {
            let (long, wide) = (self.rng.range(most, most + most / 2 + 2), self.rng.range(least, least + 1).max(2));
            let size = if self.rng.percent(50) { Size::new(long, wide) } else { Size::new(wide, long) };
            return (size, Form::Straight);
        }
        if style.regular {
            let side = (least + most) / 2;
            return (Size::new(side, side), Form::Straight);
        }
        (Size::new(self.rng.range(least, most), self.rng.range(least, most)), Form::Straight)
    }

    /// Temples prefer odd sides, so that their doors are in the middle.
    fn rounded(&self, size: Size) -> Size {
        let odd = |side: i32| if side > 2 { (side - 1) | 1 } else { side };
        match self.style.archetype {
            Archetype::Temple | Archetype::Fortress => Size::new(odd(size.width), odd(size.height)),
            _ => size,
        }
    }

    /// Returns the smallest rooms that the bias allows.
    fn small(&self) -> (Size, Form) {
        let least = self.style.bias.sides().0;
        match self.style.caves {
            true => (Size::new(least | 1, least | 1), Form::Cave),
            false => (Size::new(least, least), Form::Straight),
        }
    }
}

impl Bias {
    /// Returns the minimum and maximum side of ordinary rooms.
    pub(super) fn sides(self) -> (i32, i32) {
        match self {
            Bias::Cozy => (2, 4),
            Bias::Mixed => (3, 7),
            Bias::Grand => (5, 9),
        }
    }
}

/// Returns the side of a room in the middle: an odd number of grid squares.
fn own_image(axis: Axis, side: i32) -> i32 {
    match axis.spacing() {
        1 => side.max(1),
        spacing => ((axis.up(side) / spacing) | 1) * spacing,
    }
}

/// Returns the middle of a room, doubled, so that it is an integer.
pub(super) fn middle(rect: Rect) -> Pos {
    Pos::new(2 * rect.x + rect.width, 2 * rect.y + rect.height)
}
