//! The colours of walls and monsters in the game.

use crate::fullscreen::paint::{Rgb, kind};
use mapwright::{Entity, EntityKind};

/// Somebody or something; monsters go by their names.
pub(crate) fn thing(entity: &Entity) -> (char, Rgb) {
    if entity.kind != EntityKind::Monster {
        return kind(entity.kind);
    }
    let letter = entity.name.chars().find(char::is_ascii_alphabetic).unwrap_or('m');
    // A small one is a key.
    (if letter == 'k' { 'K' } else { letter }, MONSTERS[kind_of(&entity.name) % MONSTERS.len()])
}

/// Colours that differ from those of everything else.
const MONSTERS: [Rgb; 6] =
    [[240, 80, 80], [240, 110, 200], [150, 200, 70], [220, 150, 90], [180, 140, 255], [230, 220, 130]];

/// A number for a name: the same name has the same colour everywhere.
fn kind_of(name: &str) -> usize {
    name.bytes().fold(7, |sum, byte| (sum * 31 + usize::from(byte)) % 1_000_003)
}

/// Walls are grey where there is no danger, green where there is some, and purple where there is most.
const DANGERS: [(u32, Rgb); 3] = [(0, [132, 134, 142]), (12, [72, 158, 82]), (25, [152, 72, 196])];

/// The colour of walls at this danger.
pub(crate) fn walls(danger: u32) -> Rgb {
    let after = DANGERS.iter().position(|(at, _)| *at >= danger).unwrap_or(DANGERS.len() - 1);
    let ((low, from), (high, to)) = (DANGERS[after.saturating_sub(1)], DANGERS[after]);
    let span = (high - low).max(1);
    let share = danger.min(high).saturating_sub(low);
    let mix = |from: u8, to: u8| ((u32::from(from) * (span - share) + u32::from(to) * share) / span) as u8;
    [mix(from[0], to[0]), mix(from[1], to[1]), mix(from[2], to[2])]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fullscreen::paint::{Colors, Light, Paint};

    #[test]
    fn walls_turn_from_grey_to_green_to_purple() {
        assert_eq!(
            [walls(0), walls(12), walls(25), walls(9_999)],
            [DANGERS[0].1, DANGERS[1].1, DANGERS[2].1, DANGERS[2].1]
        );
        assert!(walls(6) != walls(0) && walls(6) != walls(12));
        let strongest =
            |danger| walls(danger).iter().enumerate().max_by_key(|(_, part)| **part).map(|(index, _)| index);
        assert_eq!((strongest(12), strongest(25)), (Some(1), Some(2)));
        let paint = Paint { ascii: true, colors: Colors::Sixteen };
        let shown = |danger| paint.style(walls(danger), Light::Lit);
        assert_ne!((shown(0), shown(12)), (shown(12), shown(25)), "in sixteen colours too");
    }

    #[test]
    fn walls_that_are_remembered_look_other_than_those_that_are_seen() {
        for colors in [Colors::None, Colors::Sixteen, Colors::TwoHundred, Colors::All] {
            let paint = Paint { ascii: true, colors };
            for danger in [0, 12, 25] {
                assert_ne!(paint.style(walls(danger), Light::Lit), paint.style(walls(danger), Light::Remembered));
            }
        }
    }
}
