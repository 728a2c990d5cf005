//! Colours of walls and monsters.

use crate::fullscreen::paint::{self, Rgb};
use mapwright::{Entity, EntityKind};

/// Returns the glyph and the colour of an entity. A monster has the first letter of its name.
pub(crate) fn entity_glyph(entity: &Entity) -> (char, Rgb) {
    if entity.kind != EntityKind::Monster {
        return paint::entity_glyph(entity.kind);
    }
    let letter = entity.name.chars().find(char::is_ascii_alphabetic).unwrap_or('m');
    // A lower-case k is a key.
    (if letter == 'k' { 'K' } else { letter }, MONSTERS[name_hash(&entity.name) % MONSTERS.len()])
}

/// Colours of monsters.
const MONSTERS: [Rgb; 6] =
    [[240, 80, 80], [240, 110, 200], [150, 200, 70], [220, 150, 90], [180, 140, 255], [230, 220, 130]];

/// Returns a number for a name, so that equal monsters have equal colours.
fn name_hash(name: &str) -> usize {
    name.bytes().fold(7, |sum, byte| (sum * 31 + usize::from(byte)) % 1_000_003)
}

/// Colours of walls by danger: from grey over green to purple.
const DANGER_COLORS: [(u32, Rgb); 3] = [(0, [132, 134, 142]), (12, [72, 158, 82]), (25, [152, 72, 196])];

/// Returns the colour of walls at this danger.
pub(crate) fn wall_color(danger: u32) -> Rgb {
    let after = DANGER_COLORS.iter().position(|(at, _)| *at >= danger).unwrap_or(DANGER_COLORS.len() - 1);
    let ((low, from), (high, to)) = (DANGER_COLORS[after.saturating_sub(1)], DANGER_COLORS[after]);
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
            [wall_color(0), wall_color(12), wall_color(25), wall_color(9_999)],
            [DANGER_COLORS[0].1, DANGER_COLORS[1].1, DANGER_COLORS[2].1, DANGER_COLORS[2].1]
        );
        assert!(wall_color(6) != wall_color(0) && wall_color(6) != wall_color(12));
        let strongest =
            |danger| wall_color(danger).iter().enumerate().max_by_key(|(_, part)| **part).map(|(index, _)| index);
        assert_eq!((strongest(12), strongest(25)), (Some(1), Some(2)));
        let paint = Paint { ascii: true, colors: Colors::Ansi16 };
        let shown = |danger| paint.style(wall_color(danger), Light::Lit);
        assert_ne!((shown(0), shown(12)), (shown(12), shown(25)), "in 16 colours too");
    }

    #[test]
    fn remembered_walls_look_different_from_visible_ones() {
        for colors in [Colors::None, Colors::Ansi16, Colors::Ansi256, Colors::TrueColor] {
            let paint = Paint { ascii: true, colors };
            for danger in [0, 12, 25] {
                assert_ne!(
                    paint.style(wall_color(danger), Light::Lit),
                    paint.style(wall_color(danger), Light::Remembered)
                );
            }
        }
    }
}
