//! The texts of rooms, for the game master.

use mapwright::{EntityKind, Grid, Map, Pos, Room};
use std::collections::BTreeMap;

/// Returns the index of the room plus one, for every square of the map.
pub(super) fn room_squares(map: &Map) -> Grid<u32> {
    let mut squares = Grid::new(map.size(), 0);
    for (index, room) in (1..).zip(&map.rooms) {
        for pos in room.shape.positions().filter(|pos| map.size().contains(*pos)) {
            squares[pos] = index;
        }
    }
    squares
}

/// Returns the index of the room at a square.
pub(super) fn room_at(squares: &Grid<u32>, pos: Pos) -> Option<usize> {
    squares.get(pos)?.checked_sub(1).map(|index| index as usize)
}

/// Returns the text of every room that has one: its purpose, and what is in it. `rooms` are the
/// [`room_squares`] of the map.
pub(super) fn room_notes<'a>(map: &'a Map, rooms: &Grid<u32>) -> Vec<(&'a Room, String)> {
    let mut things: Vec<BTreeMap<&str, usize>> = vec![BTreeMap::new(); map.rooms.len()];
    for entity in map.entities.iter().filter(|entity| entity.kind != EntityKind::Start) {
        let name = if entity.name.is_empty() { entity.kind.word() } else { &entity.name };
        if let Some(things) = room_at(rooms, entity.pos).and_then(|room| things.get_mut(room)) {
            *things.entry(name).or_default() += 1;
        }
    }
    let text = |(room, things): (&'_ Room, &BTreeMap<&str, usize>)| {
        let purpose = room.tags.iter().map(|tag| tag.replace(['-', '_'], " ")).collect::<Vec<_>>().join(", ");
        let counted = |(name, count): (&&str, &usize)| match count {
            1 => (*name).to_owned(),
            _ => format!("{count} x {name}"),
        };
        let contents = things.iter().map(counted).collect::<Vec<_>>().join(", ");
        let sentences = [purpose, contents].into_iter().filter(|part| !part.is_empty());
        sentences.map(|part| format!("{}.", capitalized(&part))).collect::<Vec<_>>().join(" ")
    };
    let texts = map.rooms.iter().zip(&things).map(|(room, things)| (room, text((room, things))));
    texts.filter(|(_, text)| !text.is_empty()).collect()
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright::Rect;

    #[test]
    fn purpose_and_contents_are_sentences() {
        let mut map = Map::from_ascii("\n########\n#@m$m#.#\n########").unwrap();
        map.dig_room(Rect::new(1, 1, 4, 1));
        map.dig_room(Rect::new(6, 1, 1, 1));
        map.rooms[0].tags = vec!["boss".into(), "guard-room".into()];
        map.entities[2].name = "potion".into();
        let notes: Vec<(u32, String)> =
            room_notes(&map, &room_squares(&map)).into_iter().map(|(room, text)| (room.number, text)).collect();
        assert_eq!(notes, [(1, "Boss, guard room. 2 x monster, potion.".to_owned())]);
    }
}
