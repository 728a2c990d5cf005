//! [`Map::digest`]: a hash of everything that a game would notice.

use super::{CellSet, Door, Map, Mission, Passage, Place, Room, Shape, Symmetry, Tags};
use crate::base::digest::{Digest, Hasher};
use crate::base::grid::{Pos, Rect};

impl Map {
    /// Returns a 128-bit hash of everything that a game would notice: tiles and structure, but not
    /// the source, grid, setting, themes, notes or statistics.
    ///
    /// Numbers are hashed as eight bytes, lowest first; lists as their length, then their items;
    /// tiles as one byte each. The optional parts (mission, symmetry and labels) come last, each
    /// after its name, and only if present.
    pub fn digest(&self) -> Digest {
        let mut hasher = Hasher::default();
        hasher.text("mapwright-map 1");
        hasher.rect(self.size().rect());
        let mut codes = [0; 4096];
        for tiles in self.tiles.cells().chunks(codes.len()) {
            codes.iter_mut().zip(tiles).for_each(|(code, tile)| *code = tile.code());
            hasher.bytes(&codes[..tiles.len()]);
        }
        hasher.list(&self.rooms, Hasher::room);
        hasher.list(&self.passages, Hasher::passage);
        hasher.list(&self.doors, Hasher::door);
        hasher.list(&self.stairs, |hasher, stairs| {
            hasher.pos(stairs.pos);
            hasher.bytes(&[stairs.dir as u8]);
        });
        hasher.list(&self.exits, |hasher, exit| hasher.pos(exit.pos));
        hasher.list(&self.zones, |hasher, zone| {
            hasher.number(zone.id.0.into());
            hasher.cells(&zone.cells);
            hasher.tags(&zone.tags);
        });
        hasher.list(&self.entities, |hasher, entity| {
            hasher.bytes(&[entity.kind as u8]);
            hasher.pos(entity.pos);
            hasher.text(&entity.name);
        });
        hasher.list(&self.decorations, |hasher, decoration| {
            hasher.text(&decoration.kind);
            hasher.pos(decoration.pos);
            hasher.tags(&decoration.tags);
        });
        if let Some(mission) = &self.mission {
            hasher.mission(mission);
        }
        if let Some(symmetry) = &self.symmetry {
            hasher.symmetry(symmetry);
        }
        if !self.labels.is_empty() {
            hasher.text("labels");
            hasher.list(&self.labels, |hasher, label| {
                hasher.pos(label.pos);
                hasher.text(&label.text);
            });
        }
        hasher.digest()
    }
}

impl Hasher {
    fn list<T>(&mut self, items: &[T], mut hash: impl FnMut(&mut Self, &T)) {
        self.number(items.len() as i64);
        items.iter().for_each(|item| hash(self, item));
    }

    fn pos(&mut self, pos: Pos) {
        self.number(pos.x.into());
        self.number(pos.y.into());
    }

    fn rect(&mut self, rect: Rect) {
        self.pos(rect.origin());
        self.pos(Pos::new(rect.width, rect.height));
    }

    fn cells(&mut self, cells: &CellSet) {
        self.rect(cells.bounds());
        for y in 0..cells.bounds().height {
            cells.mask().row(y).iter().for_each(|&word| self.number(word as i64));
        }
    }

    fn tags(&mut self, tags: &Tags) {
        self.list(tags, |hasher, tag| hasher.text(tag));
    }

    fn room(&mut self, room: &Room) {
        self.number(room.id.0.into());
        self.number(room.number.into());
        match &room.shape {
            Shape::Rect(area) => {
                self.number(0);
                self.rect(*area);
            }
            Shape::Circle(square) => {
                self.number(1);
                self.rect(*square);
            }
            Shape::Cells(set) => {
                self.number(2);
                self.cells(set);
            }
        }
        self.tags(&room.tags);
    }

    fn passage(&mut self, passage: &Passage) {
        self.number(passage.id.0.into());
        self.number(passage.width.into());
        self.list(&passage.points, |hasher, &point| hasher.pos(point));
        self.list(&passage.joins, |hasher, room| hasher.number(room.0.into()));
    }

    fn door(&mut self, door: &Door) {
        self.number(door.id.0.into());
        self.pos(door.pos);
        self.bytes(&[door.facing as u8, door.kind as u8, door.state as u8]);
        self.list(&door.joins, |hasher, place| match place {
            Place::Room(id) => hasher.number(id.0.into()),
            Place::Passage(id) => hasher.number(-1 - i64::from(id.0)),
        });
    }

    fn mission(&mut self, Mission { goal, locks }: &Mission) {
        self.text("mission");
        self.number(goal.0.into());
        self.list(locks, |hasher, lock| {
            hasher.number(lock.door.0.into());
            hasher.pos(lock.key);
        });
    }

    fn symmetry(&mut self, Symmetry { by, area, free_percent, images }: &Symmetry) {
        self.text("symmetry");
        self.bytes(&[*by as u8]);
        self.rect(*area);
        self.number((*free_percent).into());
        self.list(images, |hasher, rooms| {
            hasher.list(rooms, |hasher, room| hasher.number(room.0.into()));
        });
    }
}
