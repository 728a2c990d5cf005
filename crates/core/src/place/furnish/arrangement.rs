//! [`Arrangement`]: one way to furnish a room, and the choice of one for a room.

use super::columns::COLONNADE;
use super::crypt::CRYPT;
use super::frame::Form;
use super::hall::{DINING, GUARD, THRONE};
use super::library::LIBRARY;
use super::quarters::{BARRACKS, BEDCHAMBER};
use super::ruin::RUIN;
use super::sacred::{NAVE, SHRINE};
use super::scene::Scene;
use super::springs::SPRING;
use super::stores::{STORE, TREASURY};
use crate::base::rng::Rng;
use crate::map::{Room, Shape};

/// One way to furnish a room.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrangement {
    /// Required orientation of the room.
    pub(super) form: Form,
    /// Minimum width and depth, seen from the door.
    pub(super) least: (i32, i32),
    /// Minimum diameter of a round room; 0 if it suits no round room.
    pub(super) round: i32,
    /// Places the furniture.
    pub(super) furnish: fn(&mut Scene<'_, '_>),
}

impl Arrangement {
    pub(super) fn suits(&self, shape: &Shape) -> bool {
        let size = shape.bounds().size();
        let (short, long) = (size.width.min(size.height), size.width.max(size.height));
        match shape {
            Shape::Rect(_) => {
                let (width, depth) = if self.form == Form::Broad { (long, short) } else { (short, long) };
                width >= self.least.0 && depth >= self.least.1
            }
            Shape::Circle(_) => self.round > 0 && short >= self.round,
            Shape::Cells(_) => false,
        }
    }
}

/// Arrangements with their weights.
type Choices = &'static [(Arrangement, u32)];

/// Arrangements for rooms by the tag that states their purpose.
const BY_TAG: &[(&str, Choices)] = &[
    ("sanctum", &[(NAVE, 3), (SHRINE, 1)]),
    ("nave", &[(NAVE, 1)]),
    ("boss", &[(THRONE, 3), (NAVE, 1), (COLONNADE, 1), (TREASURY, 1)]),
    ("guard", &[(GUARD, 3), (BARRACKS, 2)]),
    ("treasure", &[(TREASURY, 4), (STORE, 1)]),
    ("hub", &[(SPRING, 2), (COLONNADE, 3), (DINING, 1)]),
    ("entrance", &[(COLONNADE, 3), (SHRINE, 1), (GUARD, 1)]),
];

/// Arrangements for other rooms, by archetype or algorithm.
const BY_SETTING: &[(&str, Choices)] = &[
    ("warren", &[(STORE, 5), (BARRACKS, 3), (BEDCHAMBER, 1), (RUIN, 3), (GUARD, 2), (DINING, 1)]),
    ("temple", &[(SHRINE, 4), (COLONNADE, 4), (CRYPT, 2), (LIBRARY, 2), (BEDCHAMBER, 2), (SPRING, 1), (STORE, 1)]),
    ("crypt", &[(CRYPT, 10), (SHRINE, 2), (RUIN, 2), (COLONNADE, 1)]),
    ("lair", &[(RUIN, 5), (STORE, 3), (GUARD, 1), (TREASURY, 1), (SHRINE, 1)]),
    ("cavern", &[(RUIN, 1)]),
    (
        "fortress",
        &[(BARRACKS, 5), (STORE, 4), (GUARD, 4), (DINING, 3), (COLONNADE, 2), (SPRING, 1), (LIBRARY, 1), (SHRINE, 1)],
    ),
    ("house", &[(BEDCHAMBER, 5), (DINING, 4), (LIBRARY, 3), (STORE, 2)]),
];

/// Arrangements for rooms of unknown purpose.
const ANY: Choices = &[
    (STORE, 4),
    (COLONNADE, 3),
    (RUIN, 3),
    (SHRINE, 2),
    (DINING, 2),
    (BARRACKS, 2),
    (LIBRARY, 2),
    (GUARD, 2),
    (SPRING, 1),
    (BEDCHAMBER, 1),
];

/// Returns the arrangement for a room, if it gets one.
///
/// Tags decide first, then the setting, then the size. Some rooms stay empty even at a high
/// density.
pub(super) fn choose(room: &Room, setting: &str, density: u32, rng: &mut Rng) -> Option<Arrangement> {
    let size = room.shape.bounds().size();
    let (short, long) = (size.width.min(size.height), size.width.max(size.height));
    // A corridor, even if the algorithm calls it a room.
    if short <= 3 && long > 4 * short {
        return None;
    }
    let list = |lists: &'static [(&str, Choices)], word: &str| lists.iter().find(|(known, _)| *known == word);
    let tagged = BY_TAG.iter().find(|(word, _)| room.tags.iter().any(|tag| tag == word));
    // In a crypt, tags for other purposes do not turn rooms into something else.
    let tagged = tagged.filter(|(word, _)| setting != "crypt" || !matches!(*word, "treasure" | "guard"));
    let (first, percent) = match tagged {
        // The highlights of a dungeon are never empty.
        Some((word, choices)) if matches!(*word, "nave" | "sanctum" | "boss") => (*choices, density * 4),
        Some((_, choices)) => (*choices, density * 3 / 2),
        None => (list(BY_SETTING, setting).map_or(ANY, |(_, choices)| *choices), density * 5 / 4),
    };
    if !rng.percent(percent) {
        return None;
    }
    let own = list(BY_SETTING, setting).map_or(ANY, |(_, choices)| *choices);
    [first, own].into_iter().find_map(|choices| {
        let fitting: Vec<_> = choices.iter().filter(|(arrangement, _)| arrangement.suits(&room.shape)).collect();
        let mut left = rng.below(fitting.iter().map(|(_, weight)| weight).sum());
        fitting.into_iter().find_map(|(arrangement, weight)| match left.checked_sub(*weight) {
            None => Some(*arrangement),
            Some(rest) => {
                left = rest;
                None
            }
        })
    })
}
