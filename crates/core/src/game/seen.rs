//! [`Seen`]: the cells visible now, and the cells ever seen.

use super::Sight;
use crate::base::bits::BitGrid;
use crate::base::grid::{Pos, Rect, Size};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// The cells that a viewer sees, and the cells that it remembers of a level.
///
/// ```
/// use mapwright::game::{Seen, Sight};
/// use mapwright::{Map, Pos};
/// let map = Map::from_ascii("#.....#")?;
/// let (sight, mut seen) = (Sight::of(&map), Seen::new(map.size()));
/// seen.look(&sight, Pos::new(1, 0), 2);
/// seen.look(&sight, Pos::new(5, 0), 2);
/// assert!(!seen.visible().contains(Pos::new(1, 0)));
/// assert!(seen.explored().contains(Pos::new(1, 0)));
/// # Ok::<(), mapwright::Error>(())
/// ```
#[doc(alias = "fov")]
#[doc(alias = "field of view")]
#[doc(alias = "explored")]
#[doc(alias = "fog of war")]
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Seen {
    visible: BitGrid,
    explored: BitGrid,
    /// Bounds of all visible cells, so that only this area has to be cleared.
    lit: Rect,
}

impl Seen {
    /// Creates the memory of a map of this size, with nothing seen yet.
    pub fn new(size: Size) -> Seen {
        Seen { visible: BitGrid::new(size), explored: BitGrid::new(size), lit: Rect::default() }
    }

    /// Looks around from this cell: replaces the visible cells and adds them to the explored ones.
    pub fn look(&mut self, sight: &Sight, from: Pos, radius: u32) {
        self.visible.fill_rect(self.lit, false);
        sight.cast(from, radius, &mut self.visible);
        self.lit = Sight::reach(sight.size(), from, radius);
        if self.lit.is_empty() {
            return;
        }
        let words = self.lit.x as usize / 64..=(self.lit.right() as usize - 1) / 64;
        for y in self.lit.y..self.lit.bottom() {
            let visible = &self.visible.row(y)[words.clone()];
            self.explored.row_mut(y)[words.clone()].iter_mut().zip(visible).for_each(|(known, new)| *known |= new);
        }
    }

    /// Returns the cells visible now.
    pub const fn visible(&self) -> &BitGrid {
        &self.visible
    }

    /// Returns the cells ever seen.
    pub const fn explored(&self) -> &BitGrid {
        &self.explored
    }

    /// Marks a cell as explored without seeing it, for example because of a map that was found or a
    /// spell.
    pub fn reveal(&mut self, pos: Pos) {
        self.explored.insert(pos);
    }
}

impl<'de> Deserialize<'de> for Seen {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Written {
            visible: BitGrid,
            explored: BitGrid,
            lit: Rect,
        }
        let Written { visible, explored, lit } = Written::deserialize(deserializer)?;
        if visible.size() != explored.size() {
            let (visible, explored) = (visible.size(), explored.size());
            return Err(D::Error::custom(format!("{visible} visible cells and {explored} explored ones")));
        }
        if !lit.is_empty() && !visible.size().rect().encloses(lit) {
            return Err(D::Error::custom("the lit area lies outside the map"));
        }
        if visible.iter().any(|pos| !lit.contains(pos)) {
            return Err(D::Error::custom("a visible cell lies outside the lit area"));
        }
        Ok(Seen { visible, explored, lit })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;

    #[test]
    fn what_was_seen_reads_back() {
        let size = Size::new(90, 9);
        let (sight, mut seen) = (Sight::blocked_at(BitGrid::new(size)), Seen::new(size));
        assert_eq!(serde_json::from_value::<Seen>(serde_json::to_value(&seen).unwrap()).unwrap(), seen);
        seen.look(&sight, Pos::new(70, 4), 6);
        seen.look(&sight, Pos::new(20, 4), 6);
        let written = serde_json::to_value(&seen).unwrap();
        let mut again: Seen = serde_json::from_value(written.clone()).unwrap();
        assert_eq!(again, seen);
        again.look(&sight, Pos::new(50, 4), 6);
        seen.look(&sight, Pos::new(50, 4), 6);
        assert_eq!(again, seen);
        let mut other = written.clone();
        other["explored"] = serde_json::to_value(BitGrid::new(Size::new(3, 3))).unwrap();
        assert_eq!(
            serde_json::from_value::<Seen>(other).unwrap_err().to_string(),
            "90x9 visible cells and 3x3 explored ones"
        );
        for lit in [Rect::new(0, 0, 5, 5), Rect::new(80, 0, 50, 9), Rect::default()] {
            let mut other = written.clone();
            other["lit"] = serde_json::to_value(lit).unwrap();
            assert!(serde_json::from_value::<Seen>(other).is_err(), "{lit:?}");
        }
    }

    #[test]
    fn only_the_last_look_is_visible_and_all_are_remembered() {
        let mut rng = Seed::new(1).rng();
        for _ in 0..40 {
            let size = Size::new(rng.range(1, 200), rng.range(1, 20));
            let sight = Sight::blocked_at(BitGrid::from_fn(size, |_| rng.percent(20)));
            let mut seen = Seen::new(size);
            let mut all = BitGrid::new(size);
            for _ in 0..20 {
                let from = Pos::new(rng.range(-1, size.width), rng.range(-1, size.height));
                let radius = rng.below(40);
                let mut now = BitGrid::new(size);
                sight.cast(from, radius, &mut now);
                all |= &now;
                seen.look(&sight, from, radius);
                assert_eq!((seen.visible(), seen.explored()), (&now, &all));
            }
        }
    }

    #[test]
    fn revealed_cells_are_remembered_but_not_visible() {
        let mut seen = Seen::new(Size::new(3, 1));
        seen.reveal(Pos::new(2, 0));
        assert!(seen.explored().contains(Pos::new(2, 0)) && seen.visible().is_empty());
    }
}
