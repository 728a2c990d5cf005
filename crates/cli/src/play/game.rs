//! [`Game`]: the rules of the game, independent of the terminal.

use super::LevelSource;
use super::floor::Floor;
use super::pathfinding;
use crate::failure::Failure;
use mapwright::game::descend;
use mapwright::{Dir, DoorKind, DoorState, EntityKind, Level, Pos, Rect, Tile};
use std::collections::BTreeMap;

/// Action of the player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// One step: columns and rows.
    Walk(i32, i32),
    Wait,
    Search,
    /// Take stairs, or walk to them if they are explored.
    Stairs(Level),
    /// Take the stairs under the player.
    Use,
    Explore,
    ToggleMap,
    ToggleHelp,
    /// Leave the view, or the game.
    Quit,
    /// Leave the game from any view.
    Stop,
    /// Any other key.
    Nothing,
}

/// View of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum View {
    /// The level around the player.
    Around,
    /// The explored part of the level.
    Whole,
    /// The keys.
    Help,
}

/// State of the game.
pub(crate) struct Game {
    levels: Box<dyn LevelSource>,
    /// Visited levels by number.
    visited: BTreeMap<u32, Floor>,
    pub(crate) number: u32,
    pub(crate) pos: Pos,
    light: u32,
    pub(crate) steps: u64,
    pub(crate) items: u32,
    pub(crate) message: String,
    pub(crate) view: View,
    pub(crate) over: bool,
}

/// Maximum number of steps per key.
const MAX_STEPS: usize = 1_000;

impl Game {
    /// Starts on this level.
    pub(crate) fn new(levels: Box<dyn LevelSource>, number: u32, light: u32) -> Result<Game, Failure> {
        if levels.count().is_some_and(|count| number > count) {
            let count = levels.count().unwrap_or_default();
            return Err(Failure::bad_input(format!("--level {number}: the last level is {count}")));
        }
        let floor = Floor::new(levels.level(number, None)?);
        let Some(pos) = floor.map.way_in().or_else(|| floor.map.floor_positions().next()) else {
            return Err(Failure::bad_input(format!("level {number} has no floor to stand on")));
        };
        let mut game = Game {
            levels,
            visited: BTreeMap::from([(number, floor)]),
            number,
            pos,
            light,
            steps: 0,
            items: 0,
            message: "Welcome! Press ? for help.".to_owned(),
            view: View::Around,
            over: false,
        };
        game.look();
        Ok(game)
    }

    /// Returns the current level.
    pub(crate) fn floor(&self) -> &Floor {
        &self.visited[&self.number]
    }

    pub(crate) fn floor_mut(&mut self) -> &mut Floor {
        self.visited.get_mut(&self.number).expect("the current level was visited")
    }

    pub(crate) fn danger(&self) -> u32 {
        let said = self.floor().map.stats.get("danger").and_then(|&danger| u32::try_from(danger).ok());
        said.unwrap_or_else(|| self.levels.danger(self.number))
    }

    pub(crate) fn title(&self) -> String {
        self.levels.title(self.number)
    }

    pub(crate) fn count(&self) -> Option<u32> {
        self.levels.count()
    }

    /// Describes the cell under the player.
    pub(crate) fn underfoot(&self) -> String {
        let floor = self.floor();
        if let Some(thing) = floor.things(self.pos).next() {
            return a(name_of(thing.kind, &thing.name));
        }
        if floor.map.exits.iter().any(|exit| exit.pos == self.pos) {
            return "an exit".to_owned();
        }
        match (floor.tile(self.pos), floor.theme(self.pos)) {
            (Tile::Floor, Some((title, _))) => title.to_lowercase(),
            (tile, _) => tile.to_string(),
        }
    }

    /// Performs an action.
    pub(crate) fn act(&mut self, action: Action) {
        if self.view != View::Around && action != Action::Stop {
            // Any key closes the view; the key of another view opens that one.
            let view = self.view;
            self.view = match action {
                Action::ToggleMap if view != View::Whole => View::Whole,
                Action::ToggleHelp if view != View::Help => View::Help,
                _ => View::Around,
            };
            return;
        }
        self.message.clear();
        match action {
            Action::Walk(dx, dy) => self.walk(dx, dy),
            Action::Wait => self.steps += 1,
            Action::Search => self.search(),
            Action::Stairs(dir) => self.stairs(dir),
            Action::Use => match self.floor().tile(self.pos) {
                Tile::StairsDown => self.stairs(Level::Down),
                Tile::StairsUp => self.stairs(Level::Up),
                _ => self.say("There are no stairs here."),
            },
            Action::Explore => self.explore(),
            Action::ToggleMap => self.view = View::Whole,
            Action::ToggleHelp => self.view = View::Help,
            Action::Quit | Action::Stop => self.over = true,
            Action::Nothing => {}
        }
    }

    fn say(&mut self, what: impl Into<String>) {
        self.message = what.into();
    }

    fn look(&mut self) {
        let (pos, light) = (self.pos, self.light);
        self.floor_mut().look(pos, light);
    }

    /// Walks a step, or opens the door in the way.
    fn walk(&mut self, dx: i32, dy: i32) {
        let to = Pos::new(self.pos.x + dx, self.pos.y + dy);
        let floor = self.floor();
        if let Some(monster) = floor.monster(to) {
            let monster = capital(&a(name_of(monster.kind, &monster.name)));
            return self.say(format!("{monster} blocks the way."));
        }
        let stands = |pos: Pos| floor.tile(pos).is_walkable() && floor.tile(pos) != Tile::DoorSecret;
        if dx != 0 && dy != 0 && !(stands(Pos::new(to.x, self.pos.y)) && stands(Pos::new(self.pos.x, to.y))) {
            if stands(to) {
                self.say("You cannot walk diagonally around a corner.");
            }
            return;
        }
        match floor.tile(to) {
            Tile::Void | Tile::Wall | Tile::DoorSecret => {}
            Tile::Water => self.say("The water is too deep."),
            Tile::DoorClosed | Tile::DoorLocked | Tile::Portcullis => self.open(to),
            Tile::Floor | Tile::DoorOpen | Tile::Bridge | Tile::StairsUp | Tile::StairsDown => self.step(to),
        }
    }

    fn open(&mut self, pos: Pos) {
        let floor = self.floor();
        let tile = floor.tile(pos);
        let (kind, state, facing) = match floor.door(pos) {
            Some(door) => (door.kind, door.state, door.facing),
            None => (DoorKind::Door, DoorState::Closed, Dir::East),
        };
        if kind == DoorKind::OneWay && pos.step(facing) == self.pos {
            return self.say("This door only opens from the other side.");
        }
        let locked = state == DoorState::Locked || tile == Tile::DoorLocked;
        if locked && !floor.unlocks(pos) {
            return self.say("The door is locked. You need its key.");
        }
        self.floor_mut().open(pos);
        self.steps += 1;
        self.say(match (locked, tile) {
            (true, _) => "You unlock the door.",
            (_, Tile::Portcullis) => "You raise the portcullis.",
            _ => "The door opens.",
        });
        self.look();
    }

    fn step(&mut self, to: Pos) {
        self.pos = to;
        self.steps += 1;
        self.look();
        let taken = self.floor_mut().take(to);
        if !taken.is_empty() {
            let names: Vec<String> = taken.iter().map(|thing| a(name_of(thing.kind, &thing.name))).collect();
            self.items += taken.iter().filter(|thing| thing.kind == EntityKind::Item).count() as u32;
            return self.say(format!("You take {}.", names.join(" and ")));
        }
        let trap = self.floor().things(to).find(|thing| thing.kind == EntityKind::Trap);
        if let Some(trap) = trap {
            let what = a(name_of(trap.kind, &trap.name));
            return self.say(format!("Careful: {what}. It does not trigger."));
        }
        match self.floor().tile(to) {
            Tile::StairsDown if self.levels.count() == Some(self.number) => {
                self.say("These stairs are blocked by rubble.");
            }
            Tile::StairsDown => self.say("Stairs down. Press > to take them."),
            Tile::StairsUp if self.number == 1 => self.say("Stairs up, out of the dungeon."),
            Tile::StairsUp => self.say("Stairs up. Press < to take them."),
            _ => {}
        }
    }

    /// Searches for secret doors within two cells.
    fn search(&mut self) {
        self.steps += 1;
        let around = Rect::new(self.pos.x, self.pos.y, 1, 1).grown(2);
        let floor = self.floor();
        let visible = floor.seen.visible();
        let hidden = |pos: &Pos| visible.contains(*pos) && floor.tile(*pos) == Tile::DoorSecret;
        let found: Vec<Pos> = around.positions().filter(hidden).collect();
        found.iter().for_each(|&pos| self.floor_mut().find(pos));
        self.look();
        self.say(if found.is_empty() { "You find nothing." } else { "You find a secret door!" });
    }

    fn stairs(&mut self, dir: Level) {
        let (tile, way) = match dir {
            Level::Down => (Tile::StairsDown, "down"),
            Level::Up => (Tile::StairsUp, "up"),
        };
        if self.floor().tile(self.pos) == tile {
            return self.change_level(dir);
        }
        let steps = pathfinding::to_explored(self.floor(), self.pos, self.floor().stairs(dir));
        if steps.is_empty() {
            return self.say(format!("You have not found any stairs {way}."));
        }
        self.follow(&steps);
    }

    fn change_level(&mut self, dir: Level) {
        let number = match dir {
            Level::Down if self.levels.count() == Some(self.number) => {
                return self.say("This is the last level.");
            }
            Level::Up if self.number == 1 => {
                return self.say("These stairs lead out of the dungeon. Press q to quit.");
            }
            Level::Down => self.number + 1,
            Level::Up => self.number - 1,
        };
        match self.enter(number, dir) {
            Ok(pos) => {
                (self.number, self.pos) = (number, pos);
                self.steps += 1;
                self.look();
                let danger = self.danger();
                self.say(format!("Level {number}, danger {danger}."));
            }
            Err(failure) => self.say(format!("The way is blocked: {}", failure.into_lines().join("; "))),
        }
    }

    /// Makes the level if it is new, and returns the position of arrival.
    fn enter(&mut self, number: u32, dir: Level) -> Result<Pos, Failure> {
        let from = self.pos;
        let back = if dir == Level::Down { Level::Up } else { Level::Down };
        if !self.visited.contains_key(&number) {
            let mut map = self.levels.level(number, (dir == Level::Down).then_some(from))?;
            if dir == Level::Down {
                descend(&self.floor().map, from, &mut map)?;
            }
            self.visited.insert(number, Floor::new(map));
        }
        let floor = &self.visited[&number];
        let stairs = || floor.stairs(back);
        let arrival = stairs().find(|&pos| pos == from).or_else(|| stairs().next()).or_else(|| floor.map.way_in());
        arrival.ok_or_else(|| Failure::bad_input(format!("no stairs lead back from level {number}")))
    }

    /// Walks towards unexplored cells until something comes into view.
    fn explore(&mut self) {
        let steps = pathfinding::to_unexplored(self.floor(), self.pos);
        if steps.is_empty() {
            let down = self.floor().stairs(Level::Down).any(|pos| self.floor().seen.explored().contains(pos));
            return self.say(if down {
                "Nothing left to explore. Press > to walk to the stairs down."
            } else {
                "Nothing left to explore. Press s to search for secret doors."
            });
        }
        self.follow(&steps);
    }

    /// Walks a path until there is a message or something new in sight.
    fn follow(&mut self, steps: &[Pos]) {
        let mut in_sight = self.in_sight();
        for &to in steps.iter().take(MAX_STEPS) {
            let from = self.pos;
            self.walk(to.x - from.x, to.y - from.y);
            let opened = self.pos == from && self.message == "The door opens.";
            if opened {
                self.walk(to.x - from.x, to.y - from.y);
            }
            let now = self.in_sight();
            if self.pos == from || !self.message.is_empty() && !opened {
                return;
            }
            self.message.clear();
            if now.iter().any(|pos| !in_sight.contains(pos)) {
                return self.describe_new(&now, &in_sight);
            }
            in_sight = now;
        }
    }

    fn describe_new(&mut self, now: &[Pos], before: &[Pos]) {
        let new = now.iter().filter(|pos| !before.contains(pos));
        let things = new.filter_map(|&pos| self.floor().things(pos).next());
        let names: Vec<String> = things.map(|thing| a(name_of(thing.kind, &thing.name))).collect();
        if let [first, rest @ ..] = &names[..] {
            let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
            self.say(format!("You see {first}{more}."));
        }
    }

    /// Returns the positions of visible entities.
    fn in_sight(&self) -> Vec<Pos> {
        let floor = self.floor();
        let kinds = [EntityKind::Monster, EntityKind::Item, EntityKind::Key, EntityKind::Trap];
        let all = kinds.into_iter().flat_map(|kind| floor.all(kind));
        all.filter(|&pos| floor.seen.visible().contains(pos)).collect()
    }
}

/// Returns the name of an entity, or a default.
fn name_of(kind: EntityKind, name: &str) -> &str {
    match kind {
        _ if !name.is_empty() => name,
        EntityKind::Start => "start",
        EntityKind::Monster => "monster",
        EntityKind::Item => "item",
        EntityKind::Trap => "trap",
        EntityKind::Key => "key",
        _ => "thing",
    }
}

/// Puts an article before a name.
fn a(name: &str) -> String {
    let vowel = name.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']);
    let several = name.ends_with('s') && !name.ends_with("ss");
    let name = name.replace('-', " ");
    if several {
        format!("some {name}")
    } else if vowel {
        format!("an {name}")
    } else {
        format!("a {name}")
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
pub(super) mod testing {
    use super::*;
    use mapwright::Map;

    /// Hand-drawn levels.
    pub(crate) struct Drawn(pub(crate) Vec<&'static str>);

    impl LevelSource for Drawn {
        fn level(&self, number: u32, _: Option<Pos>) -> Result<Map, Failure> {
            let mut map = Map::from_ascii(self.0[number as usize - 1])?;
            for entity in map.entities.iter_mut().filter(|entity| entity.kind == EntityKind::Monster) {
                entity.name = "orc".into();
            }
            Ok(map)
        }

        fn danger(&self, number: u32) -> u32 {
            4 * number
        }

        fn count(&self) -> Option<u32> {
            Some(self.0.len() as u32)
        }

        fn title(&self, number: u32) -> String {
            format!("Cellar {number}")
        }
    }

    pub(crate) fn game(levels: &[&'static str]) -> Game {
        Game::new(Box::new(Drawn(levels.to_vec())), 1, 8).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::testing::game;
    use super::*;

    const EAST: Action = Action::Walk(1, 0);
    const WEST: Action = Action::Walk(-1, 0);

    fn said(game: &mut Game, actions: &[Action]) -> String {
        actions.iter().for_each(|&action| game.act(action));
        game.message.clone()
    }

    #[test]
    fn walls_stop_and_floor_does_not() {
        let mut game = game(&["\n#####\n#@..#\n#####"]);
        assert_eq!(said(&mut game, &[WEST]), "");
        assert_eq!((game.pos, game.steps), (Pos::new(1, 1), 0));
        said(&mut game, &[EAST, EAST, EAST]);
        assert_eq!((game.pos, game.steps), (Pos::new(3, 1), 2));
    }

    #[test]
    fn doors_open_before_the_player_walks_through() {
        let mut game = game(&["\n#######\n#@+|..#\n#######"]);
        assert!(!game.floor().seen.explored().contains(Pos::new(4, 1)));
        assert_eq!(said(&mut game, &[EAST]), "The door opens.");
        assert_eq!(game.pos, Pos::new(1, 1));
        assert!(game.floor().seen.visible().contains(Pos::new(4, 1)), "through the portcullis");
        assert_eq!(said(&mut game, &[EAST, EAST]), "You raise the portcullis.");
        said(&mut game, &[EAST, EAST]);
        assert_eq!(game.pos, Pos::new(4, 1));
    }

    #[test]
    fn monsters_block_the_way_and_items_are_taken() {
        let mut game = game(&["\n#######\n#@$^m.#\n#######"]);
        assert_eq!(said(&mut game, &[EAST]), "You take an item.");
        assert_eq!(said(&mut game, &[EAST]), "Careful: a trap. It does not trigger.");
        assert_eq!(said(&mut game, &[EAST]), "An orc blocks the way.");
        assert_eq!((game.pos, game.items), (Pos::new(3, 1), 1));
    }

    #[test]
    fn locked_doors_need_their_key() {
        let mut game = game(&["\n########\n#k@L..~#\n########"]);
        assert_eq!(said(&mut game, &[EAST]), "The door is locked. You need its key.");
        assert_eq!(said(&mut game, &[WEST]), "You take a key.");
        assert_eq!(said(&mut game, &[EAST, EAST]), "You unlock the door.");
        assert_eq!(said(&mut game, &[EAST, EAST, EAST, EAST]), "The water is too deep.");
    }

    #[test]
    fn secret_doors_are_found_by_searching() {
        let mut game = game(&["\n#######\n#@.S..#\n#######"]);
        assert_eq!(said(&mut game, &[Action::Search]), "You find a secret door!");
        assert_eq!(said(&mut game, &[Action::Search]), "You find nothing.");
        assert_eq!(said(&mut game, &[EAST, EAST]), "The door opens.");
        let mut game = self::game(&["\n#######\n#@.S..#\n#######"]);
        said(&mut game, &[EAST, EAST]);
        assert_eq!(game.pos, Pos::new(2, 1), "it looks like a wall");
    }

    #[test]
    fn one_way_doors_open_one_way() {
        let mut game = game(&["\n#####\n#@+.#\n#####"]);
        let door = &mut game.floor_mut().map.doors[0];
        (door.kind, door.facing) = (DoorKind::OneWay, Dir::West);
        assert_eq!(said(&mut game, &[EAST]), "This door only opens from the other side.");
        game.floor_mut().map.doors[0].facing = Dir::East;
        assert_eq!(said(&mut game, &[EAST]), "The door opens.");
    }

    #[test]
    fn corners_block_diagonal_steps() {
        let mut game = game(&["\n####\n#@##\n#..#\n####"]);
        assert_eq!(said(&mut game, &[Action::Walk(1, 1)]), "You cannot walk diagonally around a corner.");
        assert_eq!(game.pos, Pos::new(1, 1));
    }

    #[test]
    fn stairs_lead_down_and_back_to_one_position() {
        let levels = ["\n######\n#@.>.#\n######", "\n######\n#....#\n######", "\n######\n#..>.#\n######"];
        let mut game = game(&levels);
        assert_eq!(said(&mut game, &[Action::Use]), "There are no stairs here.");
        assert_eq!(said(&mut game, &[EAST, EAST]), "Stairs down. Press > to take them.");
        assert_eq!(said(&mut game, &[Action::Stairs(Level::Down)]), "Level 2, danger 8.");
        assert_eq!((game.number, game.pos, game.underfoot()), (2, Pos::new(3, 1), "stairs up".to_owned()));
        said(&mut game, &[EAST]);
        assert_eq!(said(&mut game, &[Action::Stairs(Level::Down)]), "You have not found any stairs down.");
        assert_eq!(said(&mut game, &[Action::Stairs(Level::Up)]), "Stairs up. Press < to take them.");
        assert_eq!(said(&mut game, &[Action::Use]), "Level 1, danger 4.");
        assert_eq!((game.number, game.pos), (1, Pos::new(3, 1)));
        assert!(game.floor().seen.explored().contains(Pos::new(1, 1)), "remembered");
    }

    #[test]
    fn nothing_leads_below_the_last_level() {
        let mut game = game(&["\n######\n#@>..#\n######"]);
        assert_eq!(said(&mut game, &[EAST]), "These stairs are blocked by rubble.");
        assert!(said(&mut game, &[Action::Use]).starts_with("This is the last level"));
        let drawn = testing::Drawn(vec!["@"]);
        let refused = Game::new(Box::new(drawn), 2, 8).err().map(Failure::into_lines);
        assert_eq!(refused, Some(vec!["--level 2: the last level is 1".to_owned()]));
    }

    #[test]
    fn a_level_that_cannot_be_made_leaves_the_game_unchanged() {
        let mut game = game(&["\n######\n#@..>#\n######", "\n###\n#.#\n###"]);
        said(&mut game, &[EAST, EAST, EAST]);
        assert!(said(&mut game, &[Action::Use]).starts_with("The way is blocked: "));
        assert_eq!((game.number, game.pos), (1, Pos::new(4, 1)));
    }

    #[test]
    fn exploring_reveals_the_whole_level() {
        let mut game = game(&["
##################
#@.....+........##
######.#.........#
######.#######L###
#.....S......#k..#
##################"]);
        for _ in 0..200 {
            game.act(Action::Explore);
        }
        assert_eq!(game.message, "Nothing left to explore. Press s to search for secret doors.");
        let seen = |x, y| game.floor().seen.explored().contains(Pos::new(x, y));
        assert!(seen(9, 1) && seen(16, 2) && !seen(15, 4) && !seen(1, 4), "{:?}", game.floor().seen.explored());
    }

    #[test]
    fn exploring_stops_when_a_monster_comes_into_view() {
        let mut game = game(&["\n######################\n#@...............m...#\n######################"]);
        assert_eq!(said(&mut game, &[Action::Explore]), "You see an orc.");
        assert!(game.pos.x < 12);
    }

    #[test]
    fn views_open_and_close() {
        let mut game = game(&["\n####\n#@.#\n####"]);
        for (action, view) in [
            (Action::ToggleMap, View::Whole),
            (EAST, View::Around),
            (Action::ToggleHelp, View::Help),
            (Action::ToggleMap, View::Whole),
            (Action::ToggleMap, View::Around),
            (Action::ToggleHelp, View::Help),
            (Action::Nothing, View::Around),
            (Action::ToggleMap, View::Whole),
            (Action::Quit, View::Around),
        ] {
            game.act(action);
            assert_eq!(game.view, view);
        }
        assert_eq!(game.pos, Pos::new(1, 1), "keys of a view do not walk");
        assert!(!game.over);
        game.act(Action::Quit);
        assert!(game.over);
        let mut game = self::game(&["\n####\n#@.#\n####"]);
        game.act(Action::ToggleHelp);
        game.act(Action::Stop);
        assert!(game.over, "from any view");
    }

    #[test]
    fn names_have_an_article() {
        assert_eq!([a("goblin"), a("ogre"), a("spear-trap")], ["a goblin", "an ogre", "a spear trap"]);
        assert_eq!([a("coins"), a("lioness")], ["some coins", "a lioness"]);
        assert_eq!(capital("an ogre"), "An ogre");
    }
}
