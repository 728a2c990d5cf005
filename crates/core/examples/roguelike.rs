//! A small roguelike: a campaign of four levels, sight and memory, monsters that chase the player,
//! doors and keys, saving and loading.
//!
//! `cargo run --example roguelike` reads commands from standard input, one a line: `n`, `e`, `s`,
//! `w` to walk, `>` to go down, `save`, `load` and `quit`. The test at the end plays the game.

// ANCHOR: setup
use mapwright::campaign::{Campaign, CampaignPlan};
use mapwright::game::{Costs, DistanceField, Occupants, Seen, Sight, Steps, Walker};
use mapwright::serde::{Deserialize, Serialize};
use mapwright::{Dir, DoorState, EntityKind, Map, Pos, Seed, Tile, registry, serde_json};
use std::error::Error;
use std::io::{self, BufRead};

const CAMPAIGN: &str = r#"
    levels = 4
    size = [60, 24]
    danger = { from = 1, to = 4 }
    place = [{ use = "start" }, { use = "keys" }, { use = "monsters" }, { use = "treasure" }]

    [[range]]
    danger = [0, 9]
    layout = [{ use = "bsp", weight = 1 }]
    finish = [{ use = "doors", with = { secret = 0 } }]
"#;

/// Everything that is saved.
#[derive(Serialize, Deserialize)]
#[serde(crate = "mapwright::serde")]
struct Game {
    seed: Seed,
    player: Pos,
    health: i32,
    /// The levels entered so far. The player is on the last one.
    floors: Vec<Floor>,
}

/// A level as the player left it. Things are entities of the map, by their place in its list.
#[derive(Serialize, Deserialize)]
#[serde(crate = "mapwright::serde")]
struct Floor {
    map: Map,
    seen: Seen,
    things: Occupants<u32>,
}

impl Floor {
    fn new(map: Map) -> Floor {
        let mut things = Occupants::new(map.size());
        for (id, entity) in (0..).zip(&map.entities).filter(|(_, entity)| entity.kind != EntityKind::Start) {
            things.put(id, entity.pos);
        }
        Floor { seen: Seen::new(map.size()), map, things }
    }

    /// Returns the thing of this kind in a cell.
    fn find(&self, kind: EntityKind, pos: Pos) -> Option<u32> {
        self.things.at(pos).find(|&id| self.map.entities[id as usize].kind == kind)
    }

    fn all(&self, kind: EntityKind) -> impl Iterator<Item = (u32, Pos)> {
        self.things.iter().filter(move |(id, _)| self.map.entities[*id as usize].kind == kind)
    }
    // ANCHOR_END: setup

    // ANCHOR: doors
    /// Returns true if the key of a locked door was taken from where it lay.
    fn has_key(&self, door: Pos) -> bool {
        let id = self.map.doors.iter().find(|it| it.pos == door).map(|it| it.id);
        let lock = self.map.mission.iter().flat_map(|mission| &mission.locks).find(|lock| Some(lock.door) == id);
        lock.is_none_or(|lock| self.find(EntityKind::Key, lock.key).is_none())
    }
    // ANCHOR_END: doors

    // ANCHOR: draw
    fn draw(&self, player: Pos) -> String {
        let mut text = String::new();
        for pos in self.map.size().rect().positions() {
            let thing = self.things.at(pos).next().filter(|_| self.seen.visible().contains(pos));
            text.push(match (thing, self.map.tiles[pos]) {
                _ if pos == player => '@',
                (Some(id), _) => self.map.entities[id as usize].kind.to_char(),
                _ if !self.seen.explored().contains(pos) => ' ',
                (None, Tile::DoorSecret) => '#',
                (None, tile) => tile.to_char(),
            });
            if pos.x + 1 == self.map.size().width {
                text.push('\n');
            }
        }
        text
    }
    // ANCHOR_END: draw
}

impl Game {
    fn new(plan: &CampaignPlan, seed: Seed) -> Result<Game, mapwright::Error> {
        let map = plan.level(1, seed)?;
        let player = map.way_in().expect("the campaign places a start");
        let mut game = Game { seed, player, health: 40, floors: vec![Floor::new(map)] };
        game.look();
        Ok(game)
    }

    // ANCHOR: turn
    fn floor(&mut self) -> &mut Floor {
        self.floors.last_mut().expect("a game has a level")
    }

    fn look(&mut self) {
        let player = self.player;
        let floor = self.floor();
        floor.seen.look(&Sight::of(&floor.map), player, 9);
    }

    /// Walks a step, or fights or opens what is in the way; then the monsters act.
    fn walk(&mut self, dir: Dir) -> String {
        let to = self.player.step(dir);
        let floor = self.floor();
        let said = if let Some(id) = floor.find(EntityKind::Monster, to) {
            floor.things.remove(id);
            format!("You slay the {}.", floor.map.entities[id as usize].name)
        } else {
            match floor.map.tiles[to] {
                Tile::DoorLocked if !floor.has_key(to) => "The door is locked.".to_owned(),
                Tile::DoorClosed | Tile::DoorLocked | Tile::Portcullis => {
                    floor.map.set_door(to, DoorState::Open);
                    "The door opens.".to_owned()
                }
                Tile::Wall | Tile::Void | Tile::DoorSecret | Tile::Water => "You cannot go there.".to_owned(),
                _ => self.enter(to),
            }
        };
        self.look();
        self.monsters_act();
        said
    }

    fn enter(&mut self, to: Pos) -> String {
        self.player = to;
        let floor = self.floor();
        let Some(id) = [EntityKind::Key, EntityKind::Item].into_iter().find_map(|kind| floor.find(kind, to)) else {
            return String::new();
        };
        floor.things.remove(id);
        let taken = &floor.map.entities[id as usize];
        if taken.name.is_empty() {
            format!("You take the {}.", taken.kind)
        } else {
            format!("You take the {}.", taken.name)
        }
    }
    // ANCHOR_END: turn

    // ANCHOR: monsters
    /// Monsters that see the player come nearer, and hit when they are beside the player.
    fn monsters_act(&mut self) {
        let player = self.player;
        let floor = self.floor();
        let costs = Costs::of(
            &floor.map,
            &Walker { steps: Steps::Four, opens_doors: false, raises_gratings: false, ..Walker::default() },
        );
        let toward_player = DistanceField::toward(&costs, [player]);
        let awake = floor.all(EntityKind::Monster).filter(|(_, pos)| floor.seen.visible().contains(*pos));
        let mut hits = 0;
        for (id, pos) in awake.collect::<Vec<_>>() {
            match toward_player.next(&costs, pos) {
                Some(next) if next == player => hits += 1,
                Some(next) if floor.find(EntityKind::Monster, next).is_none() => floor.things.put(id, next),
                _ => {}
            }
        }
        self.health -= hits;
    }
    // ANCHOR_END: monsters

    // ANCHOR: stairs
    fn descend(&mut self, plan: &CampaignPlan) -> Result<String, mapwright::Error> {
        let (player, next) = (self.player, self.floors.len() as u32 + 1);
        if self.floor().map.tiles[player] != Tile::StairsDown {
            return Ok("There are no stairs down here.".to_owned());
        }
        self.floors.push(Floor::new(plan.level(next, self.seed)?));
        // Stairs line up from level to level, or nearly so on a small map.
        self.player = self.floor().map.way_in().expect("every level has stairs up");
        self.look();
        Ok(format!("Level {next}."))
    }
    // ANCHOR_END: stairs
}

// ANCHOR: main
fn main() -> Result<(), Box<dyn Error>> {
    let plan = Campaign::from_toml(CAMPAIGN)?.plan(registry::ALL)?;
    let mut game = Game::new(&plan, Seed::new(7))?;
    // ANCHOR_END: main
    for line in io::stdin().lock().lines() {
        let said = match line?.trim() {
            "n" => game.walk(Dir::North),
            "e" => game.walk(Dir::East),
            "s" => game.walk(Dir::South),
            "w" => game.walk(Dir::West),
            ">" => game.descend(&plan)?,
            // ANCHOR: save
            "save" => std::fs::write("roguelike.json", serde_json::to_string(&game)?).map(|()| "Saved.".to_owned())?,
            "load" => {
                game = serde_json::from_str(&std::fs::read_to_string("roguelike.json")?)?;
                "Loaded.".to_owned()
            }
            // ANCHOR_END: save
            "quit" => break,
            _ => "Commands: n, e, s, w, >, save, load, quit.".to_owned(),
        };
        let player = game.player;
        println!("{}{said} Health {}.", game.floor().draw(player), game.health);
        if game.health <= 0 {
            println!("You die on level {}.", game.floors.len());
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use mapwright::Level;

    /// Returns the direction of the nearest key, or of the stairs down once no key is in reach.
    fn advice(game: &mut Game) -> Option<Dir> {
        let player = game.player;
        let floor = game.floor();
        let mut costs = Costs::of(&floor.map, &Walker { steps: Steps::Four, ..Walker::default() });
        for door in floor.map.doors.iter().filter(|door| door.state == DoorState::Locked && floor.has_key(door.pos)) {
            costs.set(door.pos, 100);
        }
        let stairs = floor.map.stairs.iter().filter(|stairs| stairs.dir == Level::Down).map(|stairs| stairs.pos);
        let goals = [floor.all(EntityKind::Key).map(|(_, pos)| pos).collect::<Vec<_>>(), stairs.collect()];
        let next = goals.into_iter().find_map(|goals| DistanceField::toward(&costs, goals).next(&costs, player))?;
        Dir::ALL.into_iter().find(|&dir| player.step(dir) == next)
    }

    #[test]
    fn the_last_level_is_reached_alive() {
        let plan = Campaign::from_toml(CAMPAIGN).unwrap().plan(registry::ALL).unwrap();
        let mut game = Game::new(&plan, Seed::new(7)).unwrap();
        for _turn in 0..1_000 {
            if game.health <= 0 || game.floors.len() == 4 {
                break;
            }
            match advice(&mut game) {
                Some(dir) => drop(game.walk(dir)),
                None => drop(game.descend(&plan).unwrap()),
            }
            // Saving and loading after every turn changes nothing.
            game = serde_json::from_str(&serde_json::to_string(&game).unwrap()).unwrap();
        }
        let player = game.player;
        assert!(game.floor().draw(player).contains('@'));
        assert!(game.health > 0 && game.floors.len() == 4, "health {}, level {}", game.health, game.floors.len());
        assert!(game.floors.iter().any(|floor| floor.map.mission.is_some()), "there are keys");
    }
}
