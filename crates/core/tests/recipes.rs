//! Recipes as people write and change them: steps that are left out.

use mapwright::{Error, Map, Recipe, Run, Seed, check, registry, saved};

fn run(text: &str, seed: u64) -> Result<Map, Error> {
    Recipe::plan_from_toml(text, registry::ALL)?.run(Run::new(Seed::new(seed)))
}

#[test]
fn a_step_that_is_off_changes_nothing_about_the_others() {
    let steps = |loops: &str, start: &str| {
        format!("size = [60, 40]\n[[step]]\nuse = \"bsp\"\n{loops}\n[[step]]\nuse = \"doors\"\n{start}")
    };
    let without = run(&steps("", "[[step]]\nuse = \"start\""), 7).unwrap();
    let off = run(&steps("[[step]]\nuse = \"loops\"\noff = true", "[[step]]\nuse = \"start\""), 7).unwrap();
    let on = run(&steps("[[step]]\nuse = \"loops\"\noff = false", "[[step]]\nuse = \"start\""), 7).unwrap();
    assert_eq!(off.digest(), without.digest());
    assert_eq!(off.tiles, without.tiles);
    assert_ne!(on.digest(), without.digest());
    assert_eq!(check(&off), []);
    assert_eq!(saved::from_str(&saved::to_string(&off)).unwrap(), off);
    let recipe = off.source.origin.recipe.as_ref().unwrap();
    assert_eq!((recipe.steps.len(), recipe.running().count()), (4, 3));
    assert_eq!(Recipe::from_toml(&recipe.to_toml()).unwrap(), *recipe);
}

#[test]
fn a_layout_that_is_off_is_none() {
    let two = |first: &str, second: &str| {
        run(&format!("[[step]]\nuse = \"bsp\"\n{first}\n[[step]]\nuse = \"arena\"\n{second}"), 1)
    };
    assert!(two("", "").unwrap_err().to_string().contains("would wipe out"));
    assert_eq!(two("off = true", "").unwrap().size(), run("[[step]]\nuse = \"arena\"", 1).unwrap().size());
    assert_eq!(two("", "off = true").unwrap().digest(), run("[[step]]\nuse = \"bsp\"", 1).unwrap().digest());
    let nothing = two("off = true", "off = true").unwrap_err();
    assert_eq!(nothing.to_string(), "/step: no step lays out a map; begin with a layout");
}

#[test]
fn a_step_that_is_off_is_checked_and_need_not_fit() {
    let wrong = run("[[step]]\nuse = \"arena\"\n[[step]]\nuse = \"loops\"\noff = true\nwith = { min = 1 }", 1);
    assert!(wrong.unwrap_err().to_string().starts_with("step 2 /with/min: unknown"));
    let large = "size = [9, 9]\n[[step]]\nuse = \"dungeon\"\noff = true\n[[step]]\nuse = \"arena\"";
    assert_eq!(run(large, 1).unwrap().size().width, 9);
}
