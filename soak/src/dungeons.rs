//! Soak test of every archetype, symmetry and density of the dungeon layout:
//! `cargo xtask soak --dungeons 1000`.

use mapwright::{DoorKind, Map, Plan, Pos, Recipe, Room, Seed, check, registry};
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

const ARCHETYPES: [&str; 7] = ["classic", "warren", "temple", "crypt", "lair", "cavern", "fortress"];
const SYMMETRIES: [&str; 5] = ["none", "bilateral", "radial-2", "radial-4", "partial"];
const DENSITIES: [&str; 3] = ["sparse", "normal", "tight"];
/// Number of rooms of a medium dungeon.
const ROOMS: std::ops::RangeInclusive<usize> = 10..=16;

/// Results of one kind of dungeon.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Tally {
    made: u64,
    /// Dungeons with too many or too few rooms.
    wrong_count: u64,
    /// Dungeons with missing rooms and no note about them.
    unreported: u64,
    /// The first defect, with the command that reproduces it.
    defect: Option<String>,
}

/// Makes all dungeons and prints a table; returns true if all of them are valid.
pub(crate) fn soak(seeds: u64, threads: usize) -> bool {
    let start = Instant::now();
    let kinds: Vec<[&str; 3]> = ARCHETYPES
        .iter()
        .flat_map(|a| SYMMETRIES.iter().flat_map(move |s| DENSITIES.iter().map(move |d| [*a, *s, *d])))
        .collect();
    let tallies = tallies(&kinds, seeds, threads);
    println!("{:<10} {:>8} {:>10} {:>8}", "archetype", "made", "room count", "invalid");
    let mut passed = true;
    for archetype in ARCHETYPES {
        let own = || kinds.iter().zip(&tallies).filter(|(kind, _)| kind[0] == archetype).map(|(_, tally)| tally);
        let made: u64 = own().map(|tally| tally.made).sum();
        let wrong_count: u64 = own().map(|tally| tally.wrong_count).sum();
        let invalid = own().filter(|tally| tally.defect.is_some()).count();
        let correct_percent = 100.0 - 100.0 * wrong_count as f64 / made.max(1) as f64;
        println!("{archetype:<10} {made:>8} {correct_percent:>8.2} % {invalid:>8}");
        passed &= invalid == 0 && wrong_count * 100 <= made && own().all(|tally| tally.unreported == 0);
    }
    tallies.iter().filter_map(|tally| tally.defect.as_ref()).take(5).for_each(|defect| println!("\nFAILED {defect}"));
    let made: u64 = tallies.iter().map(|tally| tally.made).sum();
    println!("{made} dungeons in {:.0} s on {threads} threads", start.elapsed().as_secs_f64());
    passed
}

/// Returns the tally of every kind, in order; the number of threads does not matter.
fn tallies(kinds: &[[&str; 3]], seeds: u64, threads: usize) -> Vec<Tally> {
    let next = AtomicUsize::new(0);
    let tallies: Vec<Mutex<Tally>> = kinds.iter().map(|_| Mutex::default()).collect();
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((kind, tally)) = Some(next.fetch_add(1, Ordering::Relaxed))
                    .and_then(|index| Some((kinds.get(index)?, tallies.get(index)?)))
                {
                    *tally.lock().unwrap_or_else(PoisonError::into_inner) = of_kind(*kind, seeds);
                }
            });
        }
    });
    tallies.into_iter().map(|tally| tally.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
}

fn of_kind([archetype, symmetry, density]: [&str; 3], seeds: u64) -> Tally {
    let with = json!({ "archetype": archetype, "symmetry": symmetry, "density": density });
    let recipe = Recipe::of("dungeon", with.as_object().cloned().unwrap_or_default());
    let plan = recipe.plan(registry::ALL).expect("every kind of dungeon is accepted");
    let mut tally = Tally::default();
    for seed in 0..seeds {
        if let Err(defect) = one(&plan, seed, &mut tally) {
            let command = || format!("{defect}\nmapwright generate dungeon --seed {seed} --set archetype={archetype} ");
            let set = format!("--set symmetry={symmetry} --set density={density}");
            tally.defect.get_or_insert_with(|| command() + &set);
        }
    }
    tally
}

fn one(plan: &Plan, seed: u64, tally: &mut Tally) -> Result<(), String> {
    tally.made += 1;
    let map = plan.run(Seed::new(seed)).map_err(|error| error.to_string())?;
    if let Some(finding) = check(&map).first() {
        return Err(format!("{}: {}", finding.rule, finding.message));
    }
    if !ROOMS.contains(&map.rooms.len()) {
        tally.wrong_count += 1;
        tally.unreported += u64::from(map.notes.iter().all(|note| note.what != "rooms"));
    }
    match cut_off(&map) {
        Some(room) => Err(format!("room {} cannot be reached without a secret door", room.number)),
        None => Ok(()),
    }
}

/// Returns a room that can be reached only through a secret door.
fn cut_off(map: &Map) -> Option<&Room> {
    let mut open = map.walkable();
    let secret = map.doors.iter().filter(|door| door.kind == DoorKind::Secret);
    secret.for_each(|door| open.remove(door.pos));
    let inside = |room: &Room| -> Option<Pos> { room.shape.positions().find(|&pos| open.contains(pos)) };
    let reached = open.flood(inside(map.rooms.first()?)?);
    map.rooms.iter().find(|room| inside(room).is_some_and(|pos| !reached.contains(pos)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_result_does_not_depend_on_the_number_of_threads() {
        let kinds = [["classic", "none", "tight"], ["cavern", "radial-4", "normal"], ["crypt", "partial", "sparse"]];
        let alone = tallies(&kinds, 3, 1);
        assert_eq!(alone, tallies(&kinds, 3, 3));
        assert!(alone.iter().all(|tally| tally.made == 3 && tally.defect.is_none()), "{alone:?}");
    }

    #[test]
    fn a_room_behind_a_secret_door_is_found() {
        let recipe = json!({ "secret": 100, "hidden_rooms": true, "loops": 0 });
        let plan = Recipe::of("dungeon", recipe.as_object().cloned().unwrap()).plan(registry::ALL).unwrap();
        assert!(cut_off(&plan.run(Seed::new(1)).unwrap()).is_some());
    }
}
