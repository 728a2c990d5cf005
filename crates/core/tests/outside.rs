//! The public API as callers use it: custom algorithms, rejection, budgets, cancelling, tracing,
//! areas.

use mapwright::{
    Context, Entry, Error, ErrorKind, Generator, Kind, Map, Moment, Plan, Pos, Promises, Recipe, Rect, Run, Seed, Size,
    Tile, Tracer, check, layout, registry,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

/// A cross of corridors that is rejected at random.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Cross {
    /// Percentage of rejected maps.
    #[schemars(range(min = 0, max = 100))]
    refuse_percent: u32,
    /// Number of steps to spend.
    #[schemars(range(min = 0, max = 1_000_000))]
    work: u64,
}

const CROSS: Entry = Entry::new::<Cross>("cross", Kind::Layout)
    .revision(3)
    .promising(Promises::CONNECTED.and(Promises::CLOSED_BORDER))
    .natural(11, 9);

impl Generator for Cross {
    fn generate(&self, map: &mut Map, cx: &mut Context<'_>) -> Result<(), Error> {
        for _ in 0..self.work {
            cx.spend(1)?;
        }
        if cx.rng("mood").percent(self.refuse_percent) {
            return Err(Error::rejected("in a bad mood"));
        }
        let Size { width, height } = map.size();
        map.tiles.fill_rect(Rect::new(1, height / 2, width - 2, 1), Tile::Floor);
        map.tiles.fill_rect(Rect::new(width / 2, 1, 1, height - 2), Tile::Floor);
        cx.step("cross", map);
        Ok(())
    }

    fn min_size(&self) -> Size {
        Size::new(3, 3)
    }
}

fn plan(toml: &str) -> Result<Plan, Error> {
    let mut entries = registry::ALL.to_vec();
    entries.push(CROSS);
    Recipe::from_toml(toml)?.plan(&entries)
}

#[test]
fn an_algorithm_from_outside_works_like_our_own() {
    let map = plan("[[step]]\nuse = \"cross\"").unwrap().run(Seed::new(1)).unwrap();
    assert_eq!(map.size(), Size::new(11, 9));
    assert_eq!(map.tiles[Pos::new(5, 1)], Tile::Floor);
    assert_eq!(map.source.origin.revisions["cross"], 3);
    assert!(check(&map).is_empty());
    let error = plan("[[step]]\nuse = \"cros\"").unwrap_err();
    assert_eq!(error.to_string(), "step 1 /use: no algorithm is called \"cros\"; did you mean cross?");
    let error = plan("[[step]]\nuse = \"cross\"\nwith = { refuse_percent = 101 }").unwrap_err();
    assert_eq!(error.to_string(), "step 1 /with/refuse_percent: 101 is not between 0 and 100");
}

#[test]
fn rejections_are_retried_and_then_explained() {
    let sometimes = plan("[[step]]\nuse = \"cross\"\nwith = { refuse_percent = 50 }").unwrap();
    for seed in 0..50 {
        assert_eq!(sometimes.run(Seed::new(seed)).unwrap().source.seed, Seed::new(seed));
    }
    let never = plan("attempts = 7\n[[step]]\nuse = \"cross\"\nwith = { refuse_percent = 100 }").unwrap();
    let error = never.run(Seed::new(5)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::GaveUp);
    assert_eq!(error.to_string(), "gave up after 7 attempts with seed 5 at 11x9: in a bad mood (7 times)");
}

#[test]
fn budgets_are_counted_in_steps() {
    let busy = plan("[[step]]\nuse = \"cross\"\nwith = { work = 1000 }").unwrap();
    assert!(busy.run(Run::new(Seed::new(1)).budget(1_001)).is_ok());
    let error = busy.run(Run::new(Seed::new(1)).budget(1_000)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::GaveUp);
    assert!(error.to_string().contains("step 1 (cross): the budget of 1000 steps is spent"), "{error}");
}

#[test]
fn a_run_can_be_cancelled() {
    let stop = AtomicBool::new(true);
    let cave = plan("[[step]]\nuse = \"cellular\"").unwrap();
    let error = cave.run(Run::new(Seed::new(1)).cancel(&stop)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Cancelled);
    assert!(cave.run(Run::new(Seed::new(1)).cancel(&AtomicBool::new(false))).is_ok());
}

#[test]
fn sizes_are_refused_before_anything_is_allocated() {
    let cave = plan("[[step]]\nuse = \"cellular\"").unwrap();
    for (width, height) in [(1_000_000_000, 1_000_000_000), (i32::MAX, i32::MAX), (16_385, 16_384)] {
        let error = cave.run(Run::new(Seed::new(1)).size(width, height)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooBig, "{error}");
    }
    for (width, height) in [(0, 0), (-5, 10), (i32::MIN, i32::MIN), (3, 2)] {
        let error = cave.run(Run::new(Seed::new(1)).size(width, height)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DoesNotFit, "{error}");
    }
    let small = Run::new(Seed::new(1)).max_tiles(100);
    assert_eq!(cave.run(small.size(11, 10)).unwrap_err().kind(), ErrorKind::TooBig);
}

#[test]
fn a_step_inserted_or_renamed_moves_no_wall_of_another() {
    let alone = plan("size = [60, 40]\n[[step]]\nuse = \"cellular\"").unwrap().run(Seed::new(7)).unwrap();
    let followed = "size = [60, 40]\n[[step]]\nuse = \"cellular\"\n[[step]]\nuse = \"connect\"";
    assert_eq!(plan(followed).unwrap().run(Seed::new(7)).unwrap().tiles, alone.tiles);
    let with_keep = "\
        size = [60, 40]\n[[step]]\nuse = \"cellular\"\n[[step]]\nuse = \"arena\"\n\
        area = { x = 40, y = 20, width = 10, height = 10 }";
    let with_keep = plan(with_keep).unwrap().run(Seed::new(7)).unwrap();
    for pos in alone.size().rect().positions() {
        let inside = Rect::new(40, 20, 10, 10).contains(pos);
        assert!(inside || with_keep.tiles[pos] == alone.tiles[pos], "{pos} changed");
    }
}

#[test]
fn a_step_limited_to_an_area_stays_in_it() {
    let text = "\
        size = [40, 20]\n[[step]]\nuse = \"arena\"\narea = { width = \"50%\", height = \"100%\" }\n\
        [[step]]\nuse = \"bsp\"\nwith = { min_room = 3, max_room = 5 }\n\
        area = { x = \"50%\", width = \"50%\", height = \"100%\" }";
    let map = plan(text).unwrap().run(Seed::new(3)).unwrap();
    let ids: Vec<u32> = map.rooms.iter().map(|room| room.id.0).collect();
    assert_eq!(ids, (0..ids.len() as u32).collect::<Vec<_>>(), "names follow one another");
    assert!(map.rooms[1..].iter().all(|room| room.shape.bounds().x >= 20), "the second half");
    assert!(!map.source.promises.has(Promises::CONNECTED), "two parts, side by side");
    assert!(check(&map).is_empty(), "{:?}", check(&map));
    let joined = plan(&format!("{text}\n[[step]]\nuse = \"connect\"")).unwrap().run(Seed::new(3)).unwrap();
    assert!(joined.source.promises.has(Promises::CONNECTED));
    assert!(check(&joined).is_empty(), "{:?}", check(&joined));
}

#[test]
fn a_step_limited_to_a_zone_stays_in_it() {
    let cave = "\
        size = [80, 50]\n[[step]]\nuse = \"cellular\"\n\
        with = { min_pocket = 30, fill_percent = 40, born = [5,6,7,8], survive = [4,5,6,7,8] }";
    let before = plan(cave).unwrap().run(Seed::new(3)).unwrap();
    let text =
        format!("{cave}\n[[step]]\nuse = \"rooms-corridors\"\nzone = 0\nwith = {{ min_room = 2, max_room = 4 }}");
    let after = plan(&text).unwrap().run(Seed::new(3)).unwrap();
    let zone = &before.zones[0].cells;
    let changed = before.size().rect().positions().filter(|&pos| before.tiles[pos] != after.tiles[pos]);
    let mut count = 0;
    for pos in changed {
        assert!(zone.contains(pos), "{pos} lies outside the zone");
        count += 1;
    }
    assert!(count > 20, "only {count} tiles changed");
    assert!(!after.rooms.is_empty());
    assert!(check(&after).is_empty(), "{:?}", check(&after));
    let text = format!("attempts = 3\n{cave}\n[[step]]\nuse = \"arena\"\nzone = 99");
    let error = plan(&text).unwrap().run(Seed::new(3)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::GaveUp, "another branch of the seed may have more zones");
    assert!(error.to_string().contains("arena: there is no zone 99"), "{error}");
}

#[test]
fn an_area_that_does_not_fit_is_refused_with_its_place() {
    let refused = |area: &str| {
        let recipe = |size: &str| format!("size = {size}\n[[step]]\nuse = \"bsp\"\narea = {area}");
        // The size of the recipe is checked by `plan`, any other size by `run`.
        let early = plan(&recipe("[40, 20]")).unwrap_err().to_string();
        if let Ok(plan) = plan(&recipe("[4000, 2000]")) {
            let late = plan.run(Run::new(Seed::new(3)).size(40, 20)).unwrap_err();
            assert_eq!(late.kind(), ErrorKind::DoesNotFit);
            assert_eq!(late.to_string().replace("step 1 (bsp):", "step 1 /area:"), early);
        }
        early
    };
    assert_eq!(
        refused("{ x = 35, width = 10, height = 10 }"),
        "step 1 /area: its area at 35,0 of 10x10 is not on the map of 40x20"
    );
    assert_eq!(
        refused("{ width = 7, height = 10 }"),
        "step 1 /area: its area of 7x10 is too small for bsp: it needs at least 8x8"
    );
    assert!(refused("{ x = 268435456, width = 268435456, height = 1 }").contains("is not on the map"));
}

#[test]
fn editing_an_area_keeps_the_rooms_around_it() {
    let text =
        "size = [60, 30]\n[[step]]\nuse = \"bsp\"\n[[step]]\nuse = \"connect\"\narea = { width = 30, height = 30 }";
    let with = plan(text).unwrap().run(Seed::new(9)).unwrap();
    let without = plan("size = [60, 30]\n[[step]]\nuse = \"bsp\"").unwrap().run(Seed::new(9)).unwrap();
    assert_eq!(with.rooms, without.rooms);
    assert_eq!(with.passages, without.passages);
}

/// Digs a closet, tags the first room, and places a door in the middle.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Closet {}

impl Generator for Closet {
    fn generate(&self, map: &mut Map, _: &mut Context<'_>) -> Result<(), Error> {
        if let Some(room) = map.rooms.first_mut() {
            room.tags.push("seen".into());
        }
        let first = map.rooms.first().map(|room| room.id);
        let closet = map.dig_room(Rect::new(0, 0, 2, 2));
        map.dig_passage(1, &[Pos::new(0, 0), Pos::new(1, 0)], &[closet]);
        assert_ne!(first, Some(closet));
        Ok(())
    }
}

#[test]
fn an_edit_of_an_area_adds_and_changes_rooms() {
    let mut entries = registry::ALL.to_vec();
    entries.push(Entry::new::<Closet>("closet", Kind::Shape));
    let text = "\
        size = [80, 50]\n[[step]]\nuse = \"bsp\"\n[[step]]\nuse = \"closet\"\n\
        area = { x = 30, y = 20, width = 30, height = 30 }";
    let with = Recipe::from_toml(text).unwrap().plan(&entries).unwrap().run(Seed::new(9)).unwrap();
    let without = mapwright::generate("bsp", Size::new(80, 50), Seed::new(9)).unwrap();
    assert_eq!(with.rooms.len(), without.rooms.len() + 1, "the closet is there");
    let closet = with.rooms.last().unwrap();
    assert_eq!(closet.shape.bounds(), Rect::new(30, 20, 2, 2));
    assert!(without.rooms.iter().all(|room| room.id != closet.id && room.number != closet.number));
    assert_eq!(with.passages.last().unwrap().joins[..], [closet.id], "joins follow the new name");
    assert_eq!(with.rooms.iter().filter(|room| !room.tags.is_empty()).count(), 1, "the tag stays");
    assert_eq!(with.passages.len(), without.passages.len() + 1);
    assert!(with.source.promises == Promises::FINISHABLE, "it preserves nothing, and the run keeps this");
}

#[test]
fn a_second_algorithm_of_the_same_name_is_refused() {
    let mut entries = registry::ALL.to_vec();
    entries.push(Entry::new::<Closet>("bsp", Kind::Shape));
    let error = Recipe::from_toml("[[step]]\nuse = \"bsp\"").unwrap().plan(&entries).unwrap_err();
    assert!(error.to_string().contains("repeats the id \"bsp\""), "{error}");
}

#[test]
fn syntax_and_semantic_problems_are_reported_together() {
    let text = "\
        titel = 1\n[[step]]\nuse = \"bps\"\n[[step]]\nuse = \"bsp\"\nwith = { min_room = 99 }\n\
        area = { width = \"101%\", height = 5 }";
    let error = Recipe::plan_from_toml(text, registry::ALL).unwrap_err();
    let all = error.problems().join("\n");
    for piece in [
        "/titel: unknown; did you mean title?",
        "step 1 /use: no algorithm is called \"bps\"",
        "step 2 /with/min_room: 99 is larger",
        "step 2 /area/width: \"101%\" where",
    ] {
        assert!(all.contains(piece), "{piece} in\n{all}");
    }
}

#[test]
fn parts_of_maps_may_lie_anywhere() {
    let map = mapwright::generate("bsp", Size::new(40, 30), Seed::new(1)).unwrap();
    assert_eq!(map.part(Rect::new(5, 5, i32::MAX, i32::MAX)).size(), Size::new(35, 25));
    assert_eq!(map.part(Rect::new(100, 100, 5, 5)).size(), Size::new(0, 0));
    assert_eq!(map.part(map.size().rect()).rooms, map.rooms);
}

struct Places(Vec<(usize, Pos)>);

impl Tracer for Places {
    fn moment(&mut self, moment: Moment<'_>) {
        self.0.push((moment.step, moment.origin));
    }
}

#[test]
fn tracers_get_the_offset_of_a_part() {
    let text = "\
        size = [60, 30]\n[[step]]\nuse = \"arena\"\n[[step]]\nuse = \"arena\"\nid = \"pit\"\n\
        area = { x = 7, y = 8, width = 9, height = 9 }";
    let mut places = Places(Vec::new());
    plan(text).unwrap().run(Run::new(Seed::new(1)).tracer(&mut places)).unwrap();
    assert_eq!(places.0, [(0, Pos::new(0, 0)), (1, Pos::new(7, 8))]);
}

#[test]
fn parameters_set_in_code_are_range_checked() {
    let wide = layout::bsp::Bsp { corridor_width: 99, ..Default::default() };
    let error = Plan::of(&layout::bsp::ENTRY, &wide).unwrap_err();
    assert_eq!(error.to_string(), "step 1 /with/corridor_width: 99 is not between 1 and 9");
    let plan = Plan::of(&layout::bsp::ENTRY, &layout::bsp::Bsp::default()).unwrap();
    let by_name = mapwright::generate("bsp", Size::new(80, 50), Seed::new(3)).unwrap();
    assert_eq!(plan.run(Run::new(Seed::new(3)).size(80, 50)).unwrap().digest(), by_name.digest());
}
