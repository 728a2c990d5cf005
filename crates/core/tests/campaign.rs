//! Campaigns: levels do not depend on their order, stairs match, and all errors are reported at
//! once.

use mapwright::campaign::{Campaign, CampaignPlan, check as check_campaign, level_seed};
use mapwright::{
    Context, Entry, Error, ErrorKind, Generator, Kind, Level, Map, Moment, Pos, Progress, Recipe, Run, Seed, Tracer,
    campaign, check, registry,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

fn plan(text: &str) -> CampaignPlan {
    Campaign::from_toml(text)
        .and_then(|campaign| campaign.plan(registry::ALL))
        .unwrap_or_else(|error| panic!("{error}"))
}

fn problems(text: &str) -> Vec<String> {
    let planned = Campaign::from_toml(text).and_then(|campaign| campaign.plan(registry::ALL));
    planned.expect_err("something is wrong").problems().to_vec()
}

fn all(plan: &CampaignPlan, seed: u64) -> Vec<Map> {
    plan.run(Seed::new(seed)).map(|level| level.unwrap_or_else(|error| panic!("seed {seed}: {error}"))).collect()
}

fn stairs(map: &Map, dir: Level) -> Option<Pos> {
    map.stairs.iter().find(|stairs| stairs.dir == dir).map(|stairs| stairs.pos)
}

#[test]
fn every_level_of_every_shipped_campaign_is_in_order() {
    for shipped in campaign::ALL {
        let plan = shipped.campaign().plan(registry::ALL).unwrap();
        for seed in 0..3 {
            let levels = all(&plan, seed);
            assert_eq!(levels.len(), plan.levels() as usize);
            for (number, map) in (1..).zip(&levels) {
                let place = format!("{}, seed {seed}, level {number}", shipped.name);
                assert_eq!(check(map), [], "{place}");
                assert_eq!(map.size(), plan.size(), "{place}");
                assert_eq!(map.stats["level"], i64::from(number), "{place}");
                assert_eq!(map.stats["danger"], i64::from(plan.danger(number)), "{place}");
                assert!(stairs(map, Level::Up).is_some(), "{place}");
                assert_eq!(stairs(map, Level::Down).is_some(), number < plan.levels(), "{place}");
                assert_eq!(map.stairs.len(), 1 + usize::from(number < plan.levels()), "{place}");
                assert_eq!(map.start(), stairs(map, Level::Up), "{place}: one begins on the stairs");
                assert_eq!(map.start().and_then(|start| monster_near(map, start)), None, "{place}");
            }
            let levels: Vec<&Map> = levels.iter().collect();
            assert_eq!(plan.check(&levels), [], "{}, seed {seed}", shipped.name);
        }
    }
}

#[test]
fn any_level_alone_in_any_order_is_the_same() {
    for shipped in campaign::ALL {
        let plan = shipped.campaign().plan(registry::ALL).unwrap();
        let seed = Seed::new(11);
        let levels = all(&plan, 11);
        for number in (1..=plan.levels()).rev() {
            let alone = plan.level(number, seed).unwrap();
            assert_eq!(alone, levels[number as usize - 1], "{} level {number}", shipped.name);
        }
    }
}

#[test]
fn a_level_is_an_ordinary_map_and_made_again_from_its_recipe() {
    for shipped in campaign::ALL {
        let plan = shipped.campaign().plan(registry::ALL).unwrap();
        let seed = Seed::new(5);
        for (number, map) in (1..).zip(all(&plan, 5)) {
            let recipe = plan.recipe(number, seed).unwrap();
            assert_eq!(map.source.origin.recipe.as_ref(), Some(&recipe));
            assert_eq!(map.source.seed, level_seed(seed, number));
            let written = Recipe::from_toml(&recipe.to_toml()).unwrap();
            let again = written.plan(registry::ALL).unwrap().run(map.source.seed).unwrap();
            assert_eq!(again, map, "{} level {number}", shipped.name);
        }
    }
}

/// A placement that rejects some maps.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Picky {}

impl Generator for Picky {
    fn generate(&self, _: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        if cx.rng("mood").percent(60) { Err(Error::rejected("not this one")) } else { Ok(()) }
    }
}

#[test]
fn a_placement_that_rejects_a_layout_is_tried_with_the_next_as_in_any_recipe() {
    let entries = [registry::ALL, &[Entry::new::<Picky>("picky", Kind::Place)]].concat();
    let text = "levels = 8\nsize = [40, 30]\ntable = \"classic\"\nplace = [{ use = \"picky\" }]";
    let plan = Campaign::from_toml(text).unwrap().plan(&entries).unwrap();
    for (number, map) in (1..).zip(all(&plan, 4)) {
        let recipe = plan.recipe(number, Seed::new(4)).unwrap();
        assert_eq!(recipe.plan(&entries).unwrap().run(map.source.seed).unwrap(), map);
        assert_eq!(plan.level(number, Seed::new(4)).unwrap(), map);
    }
}

#[test]
fn stairs_lie_far_apart() {
    let plan = campaign::find("descent").unwrap().campaign().plan(registry::ALL).unwrap();
    let (mut steps, mut levels) = (0, 0);
    for seed in 0..3 {
        for (number, map) in (1..).zip(all(&plan, seed)) {
            let summary = plan.summary(number, Seed::new(seed), &map).unwrap();
            if number < plan.levels() {
                steps += summary.steps_to_stairs.expect("a way down");
                levels += 1;
            }
        }
    }
    // Half the circumference of the map on average.
    assert!(steps / levels >= 65, "{}", steps / levels);
}

#[test]
fn levels_without_rooms_for_stairs_say_so() {
    // Floor is on the left of odd levels and on the right of even ones: they share no cell.
    let text = r#"
        levels = 4
        size = [40, 12]
        danger = [1, 2, 1, 2]
        place = []
        [[range]]
        danger = [1, 1]
        layout = [{ steps = [{ use = "arena", area = { x = 0, width = 15, height = 12 } }] }]
        [[range]]
        danger = [2, 2]
        layout = [{ steps = [{ use = "arena", area = { x = 25, width = 15, height = 12 } }] }]
    "#;
    let plan = plan(text);
    let levels = all(&plan, 1);
    for map in &levels {
        assert_eq!(check(map), []);
    }
    let noted = levels.iter().filter(|map| map.notes.iter().any(|note| note.what == "stairs"));
    assert_eq!(noted.count(), 3);
    let findings = check_campaign(&levels.iter().collect::<Vec<_>>());
    assert_eq!(findings.iter().map(|finding| finding.rule).collect::<Vec<_>>(), ["stairs"; 3]);
    assert_eq!(plan.level(3, Seed::new(1)).unwrap(), levels[2]);
}

#[test]
fn locks_of_a_layout_stay_where_one_arrives_before_them() {
    let text = r#"
        levels = 6
        size = [72, 54]
        danger = [1]
        [[range]]
        danger = [1, 1]
        layout = [{ use = "dungeon", with = { size = "large", keys = 2, doors = { locked = 0 } } }]
    "#;
    let plan = plan(text);
    let mut kept = 0;
    for seed in 0..4 {
        for map in all(&plan, seed) {
            assert_eq!(check(&map), []);
            let told = map.notes.iter().any(|note| ["mission", "keys"].contains(&&*note.what));
            assert!(map.mission.is_some() || told, "a mission goes with a word: {:?}", map.notes);
            kept += usize::from(map.mission.is_some());
        }
    }
    assert!(kept >= 20, "{kept} of 24");
}

#[test]
fn one_level_is_a_campaign_too() {
    let plan = plan("levels = 1\nsize = [30, 20]\ntable = \"classic\"");
    let levels = all(&plan, 3);
    assert_eq!((levels.len(), levels[0].stairs.len()), (1, 1));
    assert_eq!(plan.level(0, Seed::new(3)).unwrap_err().to_string(), "there is no level 0; the campaign has 1 to 1");
    assert_eq!(plan.level(2, Seed::new(3)).unwrap_err().kind(), ErrorKind::Invalid);
}

#[test]
fn missing_dangers_are_filled_in() {
    let text = r#"
        levels = 2
        size = [40, 30]
        danger = [7, 9]
        table = "classic"
        place = [{ use = "start" }, { use = "monsters" }, { use = "traps", with = { danger = 3 } }]
    "#;
    let recipe = plan(text).recipe(2, Seed::new(1)).unwrap();
    let step = |id: &str| recipe.steps.iter().find(|step| step.uses == id).unwrap();
    assert_eq!((&step("monsters").with["danger"], &step("traps").with["danger"]), (&9.into(), &3.into()));
    assert_eq!((&step("level").with["number"], &step("level").with["danger"]), (&2.into(), &9.into()));
    assert_eq!(recipe.title, "Level 2");
}

#[test]
fn set_pieces_have_a_title_and_a_danger_of_their_own() {
    let text = r#"
        title = "Down"
        levels = 4
        size = [72, 48]
        danger = { from = 1, to = 4 }
        table = "classic"
        [[set_piece]]
        every = 2
        title = "A hall"
        use = "arena"
        [[set_piece]]
        level = "last"
        title = "The end"
        preset = "grand-arena"
        danger = "+6"
    "#;
    let plan = plan(text);
    let seed = Seed::new(2);
    let layouts: Vec<String> = (1..=4).map(|level| plan.layout(level, seed).unwrap()).collect();
    assert_eq!(layouts, ["digger", "A hall", "digger", "The end"]);
    assert_eq!((1..=4).map(|level| plan.danger(level)).collect::<Vec<_>>(), [1, 2, 3, 10]);
    assert_eq!(plan.recipe(4, seed).unwrap().title, "Down, level 4: The end");
    let shorter = plan.campaign().clone().with_levels(2).plan(registry::ALL).unwrap();
    assert_eq!(shorter.layout(2, seed).unwrap(), "The end");
}

#[test]
fn all_errors_are_reported_at_once() {
    let text = r#"
        levels = 5
        danger = { from = 1, to = 9 }
        [[range]]
        danger = [1, 2]
        layout = [{ use = "diger" }]
        [[range]]
        danger = [6, 9]
        layout = [{ use = "digger" }]
        [[set_piece]]
        level = 5
        preset = "grand-areno"
        [[set_piece]]
        level = "last"
        use = "arena"
        [[place]]
        use = "monster"
        [[place]]
        use = "lake"
    "#;
    assert_eq!(
        problems(text),
        [
            "/set_piece/1/level: level 5 has a set piece already: /set_piece/0",
            "/set_piece/0/preset: no preset is called \"grand-areno\"; did you mean grand-arena?",
            "/danger: level 2: danger 3 lies in a gap of the table, between 2 and 6",
            "/danger: level 3: danger 5 lies in a gap of the table, between 2 and 6",
            "/range/0/layout/0/use: no algorithm is called \"diger\"; did you mean digger?",
            "/place/0/use: no algorithm is called \"monster\"; did you mean monsters?",
            "/place/1/use: lake changes the layout; only steps that place things are allowed here, \
             put others into the table",
        ]
    );
}

#[test]
fn bad_forms_are_refused() {
    assert_eq!(problems("levels = 0"), ["/levels: 0 is not between 1 and 1000"]);
    assert_eq!(problems("levels = 1001"), ["/levels: 1001 is not between 1 and 1000"]);
    assert_eq!(problems("danger = { from = 1, too = 5 }").len(), 2);
    assert_eq!(problems("danger = [1, 5000]"), ["/danger/1: 5000 is not between 0 and 1000"]);
    assert_eq!(problems("table = \"ritch\""), ["/table: no danger table is called \"ritch\"; did you mean rich?"]);
    let both = "table = \"rich\"\n[[range]]\ndanger = [1, 30]\nlayout = [{ use = \"arena\" }]";
    assert_eq!(problems(both), ["/table: the campaign also has ranges of its own; remove one of them"]);
    assert!(
        problems("size = [100000, 100000]")[0].starts_with("/size: levels of 100000x100000 have 10000000000 tiles")
    );
    assert!(problems("size = [4, 4]\ntable = \"classic\"")[0].starts_with("table classic /range/0/layout/0: "));
    let huge = Campaign::from_toml(&" ".repeat(50 << 20)).unwrap_err();
    assert_eq!(huge.kind(), ErrorKind::TooBig);
    let twice = "place = [{ use = \"start\", id = \"a\" }, { use = \"traps\", id = \"a\" }]\ntable = \"classic\"";
    assert_eq!(problems(twice), ["/place: two steps of a level would be called \"a\""]);
}

/// Counts the moments of a run.
#[derive(Default)]
struct Counter(usize);

impl Tracer for Counter {
    fn moment(&mut self, _: Moment<'_>) {
        self.0 += 1;
    }
}

#[test]
fn a_level_with_options_is_the_same_level() {
    let text = "levels = 7\nsize = [50, 30]\ndanger = { from = 1, to = 4 }\n";
    let plan = Campaign::from_toml(text).unwrap().plan(registry::ALL).unwrap();
    let seed = Seed::new(11);
    for level in 1..=7 {
        let (told, mut counter) = (RefCell::new(Vec::new()), Counter::default());
        let progress = |progress: Progress| told.borrow_mut().push((progress.done, progress.total));
        let plain = plan.level_with(level, Run::new(seed).progress(&progress)).unwrap();
        assert_eq!(plain, plan.level(level, seed).unwrap());
        let told = told.into_inner();
        assert!(told.iter().map(|(done, _)| *done).eq(1..=told.len()), "level {level}: {told:?}");
        assert!(told.iter().all(|(_, total)| *total == told.len()), "level {level}: {told:?}");
        assert_eq!(plan.level_with(level, Run::new(seed).tracer(&mut counter)).unwrap(), plain);
        assert!(counter.0 > 0);
    }
    let stop = AtomicBool::new(true);
    let refused = |run: Run<'_>| plan.level_with(2, run).unwrap_err();
    assert_eq!(refused(Run::new(seed).cancel(&stop)).kind(), ErrorKind::Cancelled);
    assert_eq!(refused(Run::new(seed).budget(1)).kind(), ErrorKind::GaveUp);
    assert_eq!(refused(Run::new(seed).max_tiles(9)).kind(), ErrorKind::TooBig);
    assert_eq!(
        refused(Run::new(seed).size(60, 30)).to_string(),
        "the levels of this campaign are 50x30, not 60x30; leave out the size"
    );
    assert_eq!(plan.level_with(8, seed).unwrap_err().kind(), ErrorKind::Invalid);
    assert_eq!(plan.run(seed).len(), 7);
}

/// Twenty levels of caves whose table has placers of its own.
const PLACERS: &str = r#"
    levels = 20
    size = [70, 45]
    danger = { from = 1, to = 20 }
    [[range]]
    danger = [0, 30]
    layout = [
        { use = "cellular", exits = { with = { style = "rim", count = 2 } } },
        { name = "halls", steps = [{ use = "digger" }, { use = "monsters", with = { style = "rooms" } }] },
    ]
    finish = [
        { use = "monsters", with = { style = "clusters" }, after = ["cellular"] },
        { use = "treasure", with = { per_thousand = 20 } },
        { use = "loops", chance = 50 },
    ]
"#;

/// Returns the cells within some steps.
fn within(map: &Map, from: Pos, steps: u32) -> Vec<Pos> {
    let mut met = vec![from];
    for _ in 0..steps {
        for pos in met.clone() {
            let near = mapwright::Dir::ALL.map(|dir| pos.step(dir)).into_iter();
            met.extend(near.filter(|&near| map.tiles.get(near).is_some_and(|tile| tile.is_walkable())));
        }
        met.sort_unstable();
        met.dedup();
    }
    met
}

/// Returns a monster within four steps.
fn monster_near(map: &Map, start: Pos) -> Option<Pos> {
    let near = within(map, start, 4);
    let mut monsters = map.entities.iter().filter(|it| it.kind == mapwright::EntityKind::Monster);
    monsters.find(|it| near.contains(&it.pos)).map(|it| it.pos)
}

#[test]
fn placers_of_a_danger_table_run_after_the_start_with_the_danger_of_the_level() {
    let plan = plan(PLACERS);
    let mut exits = 0;
    for seed in 0..4 {
        for (number, map) in (1..).zip(all(&plan, seed)) {
            let place = format!("seed {seed}, level {number}\n{}", map.to_ascii_with_entities());
            assert_eq!(check(&map), [], "{place}");
            let recipe = map.source.origin.recipe.as_ref().unwrap();
            let at = |id: &str| recipe.steps.iter().position(|step| step.uses == id).unwrap();
            let count = |id: &str| recipe.steps.iter().filter(|step| step.uses == id).count();
            assert_eq!((count("monsters"), count("treasure"), count("traps")), (1, 1, 1), "{place}");
            assert!(
                at("level") < at("stairs") && at("stairs") < at("start") && at("start") < at("monsters"),
                "{place}"
            );
            for id in ["monsters", "treasure", "traps"] {
                assert_eq!(recipe.steps[at(id)].with["danger"], plan.danger(number), "{id}, {place}");
            }
            let style = if recipe.steps[0].uses == "cellular" { "clusters" } else { "rooms" };
            assert_eq!(recipe.steps[at("monsters")].with["style"], style, "{place}");
            assert_eq!(recipe.steps[at("treasure")].with["per_thousand"], 20, "{place}");
            let start = map.start().unwrap();
            let monsters = map.entities.iter().filter(|it| it.kind == mapwright::EntityKind::Monster);
            assert!(monsters.clone().all(|it| !within(&map, start, 4).contains(&it.pos)), "{place}");
            assert!(monsters.count() > 0, "{place}");
            assert_eq!(map.exits.len(), if style == "clusters" { 2 } else { 0 }, "{place}");
            exits += map.exits.len();
        }
    }
    assert!(exits > 20, "both layouts occur");
}

#[test]
fn one_arrives_away_from_drawn_monsters() {
    // On these levels the stairs were beside monsters of a hand-drawn room.
    let levels = [("descent", 0, 24), ("descent", 27, 20), ("descent", 39, 22), ("descent", 51, 8)];
    for (name, seed, number) in levels.into_iter().chain([("caves-below", 29, 6), ("caves-below", 34, 6)]) {
        let plan = campaign::find(name).unwrap().campaign().plan(registry::ALL).unwrap();
        let map = plan.level(number, Seed::new(seed)).unwrap();
        let place = format!("{name}, seed {seed}, level {number}\n{}", map.to_ascii_with_entities());
        assert_eq!(map.start().and_then(|start| monster_near(&map, start)), None, "{place}");
    }
}

/// Places a monster in every corner of a zone: a step of one's own.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Owls {
    /// Danger of the level.
    danger: u32,
}

impl Generator for Owls {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        let mut index = mapwright::place::PlacementIndex::take(map, cx)?;
        index.keep_within_reach(map, cx);
        let firsts = index.zones().filter_map(|zone| {
            let fits = |pos: &Pos| index.fits_at(*pos) && !index.is_near_start(*pos);
            zone.cells().find(fits)
        });
        for pos in firsts.collect::<Vec<_>>() {
            let owl = format!("owl of danger {}", self.danger);
            index.put_entity(map, mapwright::Entity::new(mapwright::EntityKind::Monster, pos, owl));
        }
        index.leave(cx);
        Ok(())
    }
}

#[test]
fn an_algorithm_of_ones_own_says_how_its_monsters_come() {
    use mapwright::{Placer, Placers, Promises, layout, place};
    let owls = Entry::new::<Owls>("owls", Kind::Place).preserving(Promises::ALL);
    let with_owls = || Placers { monsters: Some(Placer::own("owls")), exits: None };
    let entries = registry::with(registry::ALL, [owls, layout::cellular::ENTRY.placed_by(with_owls)]);
    let campaign = Campaign::from_toml(
        "levels = 4\nsize = [60, 40]\ndanger = { from = 7, to = 7 }\n[[range]]\ndanger = [0, 9]\nlayout = [{ use = \"cellular\" }]",
    );
    let names = |map: &Map| {
        let monsters = map.entities.iter().filter(|it| it.kind == mapwright::EntityKind::Monster);
        monsters.map(|it| it.name.to_string()).collect::<std::collections::BTreeSet<_>>()
    };
    for level in campaign.unwrap().plan(&entries).unwrap().run(Seed::new(3)) {
        let level = level.unwrap();
        assert_eq!((check(&level), names(&level)), (vec![], ["owl of danger 7".to_owned()].into()));
    }
    let mut recipe = Recipe::of("cellular", serde_json::Map::new());
    place::populate_with(&mut recipe, 5, &entries);
    let uses: Vec<&str> = recipe.steps.iter().map(|step| &*step.uses).collect();
    assert_eq!(uses, ["cellular", "stairs", "start", "exits", "owls", "treasure", "traps"]);
    let map = recipe.plan(&entries).unwrap().run(Seed::new(3)).unwrap();
    assert_eq!((check(&map), names(&map)), (vec![], ["owl of danger 5".to_owned()].into()));
}

#[test]
fn stairs_and_start_come_before_the_things_that_a_recipe_has() {
    let text =
        "[[step]]\nuse = \"bsp\"\n[[step]]\nuse = \"monsters\"\nwith = { danger = 9 }\n[[step]]\nuse = \"furnish\"";
    let mut recipe = Recipe::from_toml(text).unwrap();
    mapwright::place::populate(&mut recipe, 5);
    let uses: Vec<&str> = recipe.steps.iter().map(|step| &*step.uses).collect();
    assert_eq!(uses, ["bsp", "stairs", "start", "exits", "monsters", "furnish", "treasure", "traps"]);
    assert_eq!(recipe.steps[4].with["danger"], 9, "its own");
}

#[test]
fn records_are_checked_like_everything_else() {
    let text = r#"
        levels = 2
        [[range]]
        danger = [0, 9]
        layout = [
            { use = "cellular", monsters = { use = "monster" }, exits = { with = { style = "rims" } } },
            { use = "bsp", monsters = { use = "loops" } },
        ]
    "#;
    let found = problems(text);
    assert_eq!(found[0], "/range/0/layout/0/monsters/use: no algorithm is called \"monster\"; did you mean monsters?");
    assert!(found[1].starts_with("/range/0/layout/0/exits/with/style: "), "{found:?}");
    assert_eq!(found[2], "/range/0/layout/1/monsters/use: loops changes the layout; monsters need a step that places");
    let recipe = Recipe::from_toml("exits = { with = { count = -1 } }\n[[step]]\nuse = \"bsp\"").unwrap();
    assert_eq!(recipe.plan(registry::ALL).unwrap_err().problems(), ["/exits/with/count: -1 is not between 0 and 1000"]);
}
