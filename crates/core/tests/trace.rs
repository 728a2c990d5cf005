//! Traces: every step is recorded, every frame can be reached directly, and files are validated.

use mapwright::trace::{self, Cursor, Limits, MAGIC, Recorder, Thing, Trace};
use mapwright::{ErrorKind, Hasher, Plan, Pos, Recipe, Run, Seed, Tile, layout::mining, registry};

fn mine(width: i32, height: i32, limit: Option<usize>) -> Trace {
    let plan = Plan::of(&mining::ENTRY, &mining::Mining { target_percent: 50, ..Default::default() }).unwrap();
    trace::record(&plan, Run::new(Seed::new(7)).size(width, height), limit).unwrap()
}

fn recorded(recipe: &str, seed: u64) -> Trace {
    let plan = Recipe::plan_from_toml(recipe, registry::ALL).unwrap();
    trace::record(&plan, Run::new(Seed::new(seed)), None).unwrap()
}

fn file(trace: &Trace) -> Vec<u8> {
    let mut file = Vec::new();
    trace.write(&mut file).unwrap();
    file
}

fn read(bytes: &[u8]) -> Result<Trace, mapwright::Error> {
    Trace::read(bytes, &Limits::default())
}

/// Updates the checksum, so that the damage before it is noticed.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let mut hasher = Hasher::default();
    hasher.bytes(bytes);
    [bytes, &hasher.digest().0.to_le_bytes()].concat()
}

#[test]
fn a_mine_keeps_every_single_step() {
    let trace = mine(200, 200, None);
    let counts: Vec<(&str, usize)> = trace.counts(trace.last());
    let count = |label: &str| counts.iter().find(|(known, _)| *known == label).map_or(0, |(_, count)| *count);
    let stats = &trace.map().stats;
    assert_eq!((count("break") as i64, count("backtrack") as i64), (stats["breaks"], stats["backtracks"]));
    assert!(trace.last() > 60_000, "{} moments", trace.last());
    assert_eq!(trace.merged(), 0);
    let bytes = file(&trace).len();
    assert!(bytes < 1_000_000, "{bytes} bytes for {} moments", trace.last());
    let mut last: Option<Pos> = None;
    for frame in 1..=trace.last() {
        let moment = trace.moment(frame).unwrap();
        let Some(at) = moment.at else { continue };
        assert!(last.is_none_or(|last| last.manhattan(at) <= 1), "the miner walks step by step, frame {frame}");
        assert_eq!(moment.changes, usize::from(moment.label == "break"), "frame {frame}");
        last = Some(at);
    }
}

#[test]
fn every_frame_is_reached_at_once() {
    for trace in [
        mine(40, 30, None),
        recorded("[[step]]\nuse = \"bsp\"\n[[step]]\nuse = \"lake\"\n[[step]]\nuse = \"monsters\"\n", 3),
    ] {
        let mut step = Cursor::new(&trace);
        let frames: Vec<_> = (0..=trace.last())
            .map(|frame| {
                step.go(frame);
                step.cells().clone()
            })
            .collect();
        let mut jump = Cursor::new(&trace);
        let mut rng = Seed::new(1).rng();
        for _ in 0..300 {
            let frame = rng.below(frames.len() as u32) as usize;
            jump.go(frame);
            assert!(*jump.cells() == frames[frame], "frame {frame}");
            let before = &frames[frame.saturating_sub(1)];
            let differ: Vec<Pos> =
                trace.size().rect().positions().filter(|&pos| before[pos] != frames[frame][pos]).collect();
            assert_eq!(jump.changed(), differ, "frame {frame}");
            assert_eq!(trace.moment(frame).map_or(0, |moment| moment.changes), differ.len());
        }
        jump.go(usize::MAX);
        assert_eq!(jump.frame(), trace.last());
    }
}

/// The trace is long enough for several keyframes.
#[test]
fn a_long_run_is_crossed_at_once() {
    let mining = mining::Mining { break_weight: 1, backtrack_weight: 20, ..Default::default() };
    let plan = Plan::of(&mining::ENTRY, &mining).unwrap();
    let trace = trace::record(&plan, Run::new(Seed::new(7)).size(100, 100), None).unwrap();
    assert!(trace.last() > 200_000, "{}", trace.last());
    let mut cursor = Cursor::new(&trace);
    let places: Vec<usize> = (0..=20).map(|part| trace.last() * part / 20).collect();
    let seen: Vec<_> = places
        .iter()
        .map(|&place| {
            (cursor.frame()..=place).for_each(|frame| cursor.go(frame));
            cursor.cells().clone()
        })
        .collect();
    for (from, to) in (0..=20).flat_map(|from| (0..=20).map(move |to| (from, to))) {
        cursor.go(places[from]);
        cursor.go(places[to]);
        assert!(*cursor.cells() == seen[to], "from {from} to {to}");
    }
}

#[test]
fn the_next_alike_of_a_mine_is_the_next_break() {
    let trace = mine(30, 20, None);
    let label = |frame: usize| trace.moment(frame).unwrap().label;
    let first = trace.next_alike(0).unwrap();
    assert_eq!((first, label(first)), (1, "break"));
    let back = (1..trace.last()).find(|&frame| label(frame) == "backtrack").unwrap();
    let next = trace.next_alike(back).unwrap();
    assert!(next > back && label(next) == "break");
    assert!((back + 1..next).all(|frame| label(frame) != "break"), "none is left out");
    let previous = trace.previous_alike(next).unwrap();
    assert!(previous < back && label(previous) == "break");
    assert_eq!(trace.previous_alike(next - 1), Some(previous), "from a backtrack too");
    assert_eq!((trace.previous_alike(0), trace.previous_alike(1), trace.next_alike(trace.last())), (None, None, None));
}

#[test]
fn a_limit_merges_and_says_so() {
    let whole = mine(60, 40, None);
    for limit in [1, 2, 7, 100, 1_000] {
        let few = mine(60, 40, Some(limit));
        assert!(few.last() <= limit && 2 * few.last() >= limit.min(whole.last()), "{} for {limit}", few.last());
        assert_eq!(few.merged() as usize + few.last(), whole.last());
        assert_eq!(few.map(), whole.map());
        let mut cursor = Cursor::new(&few);
        cursor.go(few.last());
        let mut end = Cursor::new(&whole);
        end.go(whole.last());
        assert!(cursor.cells() == end.cells());
        assert!(read(&file(&few)).unwrap() == few);
    }
    assert_eq!(mine(60, 40, Some(1_000_000)).merged(), 0, "nothing is merged that need not be");
}

#[test]
fn things_are_seen_to_be_placed() {
    let trace = recorded("[[step]]\nuse = \"bsp\"\n[[step]]\nuse = \"start\"\n[[step]]\nuse = \"monsters\"\n", 5);
    let mut cursor = Cursor::new(&trace);
    let start = (1..=trace.last()).find(|&frame| trace.moment(frame).unwrap().label == "start").unwrap();
    cursor.go(start);
    let at = trace.map().start().unwrap();
    assert_eq!((cursor.changed(), cursor.cells()[at].thing()), (vec![at], Some(Thing::Start)));
    let count =
        |cursor: &Cursor<'_>| cursor.cells().cells().iter().filter(|cell| cell.thing() == Some(Thing::Monster)).count();
    assert_eq!(count(&cursor), 0);
    cursor.go(trace.last());
    assert!(count(&cursor) > 3);
    assert_eq!(trace.steps(), ["bsp", "start", "monsters"]);
    assert_eq!(trace.moment(trace.last()).unwrap().step, 2);
}

#[test]
fn rejected_attempts_are_traced() {
    let text = "\
        size = [40, 30]\nattempts = 50\nrequire = { openness = \"45..\" }\n[[step]]\n\
        use = \"drunkard\"\nwith = { floor_percent = 20 }\n[[step]]\nuse = \"cellular\"\n\
        area = { x = 1, y = 1, width = 38, height = 28 }\n";
    let plan = Recipe::plan_from_toml(text, registry::ALL).unwrap();
    let found = (0..200).find_map(|seed| {
        let trace = trace::record(&plan, Run::new(Seed::new(seed)), None).ok()?;
        (trace.moment(trace.last())?.attempt > 0).then_some(trace)
    });
    let trace = found.expect("a seed that needs two attempts");
    let rejected = (1..=trace.last()).find(|&frame| trace.moment(frame).unwrap().label == "rejected").unwrap();
    let mut cursor = Cursor::new(&trace);
    cursor.go(rejected);
    assert!(cursor.cells().cells().iter().all(|cell| cell.tile() == Tile::Wall && cell.thing().is_none()));
    cursor.go(trace.last());
    assert!(cursor.cells().cells().iter().map(|cell| cell.tile()).eq(trace.map().tiles.cells().iter().copied()));
}

#[test]
fn untrusted_files_are_validated() {
    let kind = |bytes: &[u8]| read(bytes).unwrap_err().kind();
    let told = |bytes: &[u8]| read(bytes).unwrap_err().to_string();
    let good = file(&mine(20, 15, None));
    for end in 0..good.len() {
        assert_eq!(kind(&good[..end]), ErrorKind::BadFile, "cut off at {end}");
    }
    for byte in MAGIC.len()..good.len() {
        let mut bad = good.clone();
        bad[byte] ^= 0x20;
        assert_eq!(kind(&bad), ErrorKind::BadFile, "changed at {byte}");
    }
    assert_eq!(told(b"\x89PNG..."), "not a trace file: it does not begin with mapwright-trace");
    assert!(told(&good[..100]).contains("its checksum is wrong"), "{}", told(&good[..100]));
    let newer = sealed(&[MAGIC, &[2, 0]].concat());
    assert_eq!(told(&newer), "a trace of version 2.0; this program reads version 1");
    let huge = |numbers: &[u8]| sealed(&[MAGIC, &[1, 0], numbers].concat());
    let most = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f];
    assert_eq!(kind(&huge(&[&most[..], &most[..]].concat())), ErrorKind::BadFile, "a size beyond numbers");
    assert_eq!(kind(&huge(&[0xff, 0xff, 0x7f, 0xff, 0xff, 0x7f])), ErrorKind::TooBig, "a size beyond the limit");
    assert_eq!(kind(&huge(&[&[5, 5][..], &most[..]].concat())), ErrorKind::TooBig, "labels without end");
    assert_eq!(kind(&huge(&[&[5, 5, 0, 0, 0][..], &most[..]].concat())), ErrorKind::TooBig, "moments without end");
    let small = Limits { max_bytes: 100, ..Limits::default() };
    assert_eq!(Trace::read(&good[..], &small).unwrap_err().kind(), ErrorKind::TooBig);
}

/// Damage with a valid checksum is rejected or harmless.
#[test]
fn damage_with_a_good_checksum_is_harmless() {
    let good = file(&mine(12, 10, None));
    let body = &good[..good.len() - 16];
    let mut rng = Seed::new(9).rng();
    let mut refused = 0;
    for _ in 0..4_000 {
        let mut bad = body.to_vec();
        for _ in 0..rng.range(1, 4) {
            let place = rng.below((bad.len() - MAGIC.len()) as u32) as usize + MAGIC.len();
            match rng.below(3) {
                0 => bad[place] = rng.below(256) as u8,
                1 => drop(bad.remove(place)),
                _ => bad.insert(place, rng.below(256) as u8),
            }
        }
        match read(&sealed(&bad)) {
            Err(error) => {
                assert!(matches!(error.kind(), ErrorKind::BadFile | ErrorKind::TooBig), "{error}");
                refused += 1;
            }
            Ok(trace) => {
                let mut cursor = Cursor::new(&trace);
                cursor.go(trace.last());
                cursor.go(0);
                trace.counts(trace.last());
                assert!(read(&file(&trace)).unwrap() == trace);
            }
        }
    }
    assert!(refused > 2_000, "{refused}");
}

#[test]
fn a_trace_that_ends_in_another_map_is_refused() {
    let good = file(&mine(20, 15, None));
    let row = good.windows(5).position(|five| five == b"\"####").expect("rows of the map");
    let mut other = good[..good.len() - 16].to_vec();
    let place = row + 2;
    assert_eq!(other[place], b'#');
    other[place] = b'.';
    let error = read(&sealed(&other)).unwrap_err().to_string();
    assert!(error.contains("does not match its map"), "{error}");
}

#[test]
fn a_recorder_is_told_the_size_that_it_gets() {
    let recorder = Recorder::new(mapwright::Size::new(10, 10));
    let map = mine(12, 10, None).into_map();
    assert_eq!(recorder.finish(map).unwrap_err().kind(), ErrorKind::Invalid);
}
