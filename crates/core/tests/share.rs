//! Share codes of every preset, and invalid codes.

use mapwright::{ErrorKind, Map, Run, Seed, presets, registry, share};

#[test]
fn every_preset_comes_back_from_its_code() {
    for preset in presets::ALL {
        let plan = preset.recipe().plan(registry::ALL).unwrap();
        let map = plan.run(Run::new(Seed::new(u64::MAX))).unwrap();
        let code = share::code(&map).unwrap();
        assert!(code.len() < 2000, "{}: a code of {} letters", preset.name, code.len());
        assert!(code.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte)), "{code}");
        let shared = share::read(&format!(" {code}\n"), registry::ALL).unwrap();
        let again = shared.recipe.plan(registry::ALL).unwrap().run(shared.run()).unwrap();
        assert_eq!(again, map, "{}", preset.name);
    }
}

#[test]
fn a_map_drawn_by_hand_has_no_code() {
    assert_eq!(share::code(&Map::from_ascii("###\n#.#\n###").unwrap()), None);
}

#[test]
fn truncated_and_mistyped_codes_are_reported() {
    let map = presets::ALL[0].recipe().plan(registry::ALL).unwrap().run(Run::new(Seed::new(7))).unwrap();
    let code = share::code(&map).unwrap();
    for end in 0..code.len() {
        assert!(share::read(&code[..end], registry::ALL).is_err(), "cut at {end}");
    }
    for at in share::PREFIX.len()..code.len() {
        let mut letters = code.clone().into_bytes();
        letters[at] = if letters[at] == b'A' { b'B' } else { b'A' };
        let read = share::read(&String::from_utf8(letters).unwrap(), registry::ALL);
        // The last letter may hold unused bits: a change there is refused or without effect.
        assert!(read.is_err() || read.ok() == share::read(&code, registry::ALL).ok(), "letter {at}");
    }
    for (code, words) in [
        ("", "begin with mw1."),
        ("hello", "begin with mw1."),
        ("mw2.abc", "newer"),
        ("mw1.", "damaged"),
        ("mw1.!!!!", "damaged"),
    ] {
        let error = share::read(code, registry::ALL).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BadFile);
        assert!(error.to_string().contains(words), "{code}: {error}");
    }
}

#[test]
fn another_revision_is_refused_by_name() {
    let map =
        mapwright::Recipe::of("maze", serde_json::Map::new()).plan(registry::ALL).unwrap().run(Seed::new(7)).unwrap();
    let code = share::code(&map).unwrap();
    let mut entries = registry::ALL.to_vec();
    entries.retain(|entry| entry.id != "maze");
    let error = share::read(&code, &entries).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::UnknownName);
    assert!(error.to_string().contains("made by maze, which this program does not have"), "{error}");
    let maze = registry::find(registry::ALL, "maze").unwrap();
    entries.push(maze.revision(maze.revision + 1));
    let error = share::read(&code, &entries).unwrap_err();
    assert!(
        error.to_string().contains(&format!("revision {}, this program has {}", maze.revision, maze.revision + 1)),
        "{error}"
    );
}
