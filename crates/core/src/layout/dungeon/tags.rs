//! Purpose of rooms, derived from their position.

use super::dig::Entrance;
use super::network::Link;
use super::placement::Site;
use super::style::{Archetype, Style};
use crate::map::Map;
use crate::spatial::breadth_first::breadth_first;

/// Purposes of some rooms.
pub(super) struct Roles {
    /// Candidates for the goal of a mission, the best first: the boss's room or the sanctum, then
    /// all others, the furthest first.
    pub(super) ends: Vec<usize>,
    tags: Vec<(usize, &'static str)>,
}

impl Roles {
    /// Assigns purposes by position in the dungeon. `order` is the rooms by number.
    pub(super) fn of(style: &Style, sites: &[Site], links: &[Link], order: &[usize], entrances: &[Entrance]) -> Roles {
        let first = entrances.first().map_or(0, |entrance| entrance.room);
        let (steps, before) = walk(sites.len(), links, first);
        let others = || order.iter().copied().filter(|&room| room != first);
        let great = others().find(|&room| sites[room].great);
        let goal = match style.archetype {
            Archetype::Lair | Archetype::Fortress => great,
            Archetype::Temple => others().find(|&room| sites[room].sanctum),
            _ => None,
        };
        let goal = goal.or_else(|| others().max_by_key(|&room| (steps[room], sites[room].rect.size().area(), room)));
        let mut tags: Vec<(usize, &'static str)> = Vec::new();
        tags.extend(entrances.iter().map(|entrance| (entrance.room, "entrance")));
        if let Some(goal) = goal {
            tags.push((goal, if style.archetype == Archetype::Temple { "sanctum" } else { "boss" }));
            tags.extend((before[goal] != first).then_some((before[goal], "guard")));
        }
        tags.extend(great.filter(|_| style.archetype == Archetype::Temple).map(|room| (room, "nave")));
        for room in others() {
            let ways = neighbours(links, room).count();
            if ways == 1 {
                tags.push((room, "dead-end"));
                tags.extend((Some(room) != goal && steps[room] > 2).then_some((room, "treasure")));
            }
            tags.extend((ways >= 4).then_some((room, "hub")));
        }
        let mut ends: Vec<usize> = others().collect();
        ends.sort_by_key(|&room| (Some(room) != goal, std::cmp::Reverse(steps[room]), room));
        Roles { ends, tags }
    }

    /// Writes the tags on the rooms of the map.
    pub(super) fn write(&self, order: &[usize], map: &mut Map) {
        for &(room, tag) in &self.tags {
            let Some(number) = order.iter().position(|&site| site == room) else { continue };
            let tags = &mut map.rooms[number].tags;
            if !tags.iter().any(|known| known == tag) {
                tags.push(tag.into());
            }
        }
    }
}

fn neighbours(links: &[Link], room: usize) -> impl Iterator<Item = usize> + '_ {
    links.iter().filter_map(move |link| match link.rooms {
        [a, b] if a == room && b != room => Some(b),
        [a, b] if b == room && a != room => Some(a),
        _ => None,
    })
}

/// Returns the distance of every room from the first, in rooms, and the room before it on the path.
fn walk(rooms: usize, links: &[Link], first: usize) -> (Vec<usize>, Vec<usize>) {
    let (mut steps, mut before) = (vec![usize::MAX; rooms], vec![first; rooms]);
    steps[first] = 0;
    breadth_first(&mut vec![first], |room, queue| {
        for next in neighbours(links, room) {
            if steps[next] == usize::MAX {
                (steps[next], before[next]) = (steps[room] + 1, room);
                queue.push(next);
            }
        }
    });
    (steps, before)
}
