//! Tests that no crate has an import cycle between its top-level modules.
//!
//! The modules of a crate form layers: a module may use those below it, never one that uses it in
//! turn. Only then can a reader understand one folder without all the others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The crates of the project, except `doctests`, which has no modules.
const CRATES: [&str; 7] = ["crates/core", "crates/render", "crates/studio", "crates/cli", "benches", "soak", "xtask"];

/// The names that each top-level module of a crate imports from its crate.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// Reads which names each top-level module of the crate in this folder imports from its crate.
fn imports(folder: &str) -> Imports {
    let src = &crate::commands::project().join(folder).join("src");
    let mut imports = Imports::new();
    for file in files(src) {
        let inside = file.strip_prefix(src).expect("a file of this folder");
        let first = inside.components().next().expect("a file has a name").as_os_str().to_string_lossy();
        let module = first.trim_end_matches(".rs").to_owned();
        let text = fs::read_to_string(&file).expect("a source file is text");
        // Tests may use everything; the crate root ties all modules together.
        if !["lib", "main"].contains(&&*module) && !file.ends_with("tests.rs") {
            imports.entry(module).or_default().extend(used(&text));
        }
    }
    imports.iter_mut().for_each(|(module, uses)| _ = uses.remove(module));
    imports
}

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries =
        fs::read_dir(folder).expect("a folder of sources").map(|entry| entry.expect("a readable entry").path());
    let nested = entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] });
    nested.filter(|path| path.extension().is_some_and(|ending| ending == "rs")).collect()
}

/// Returns the names that follow `crate::` in a source text, outside comments and unit tests.
fn used(text: &str) -> BTreeSet<String> {
    let code: String =
        text.lines().map(|line| line.split("//").next().unwrap_or_default()).fold(String::new(), |mut code, line| {
            code.push_str(line);
            code.push('\n');
            code
        });
    let code = code.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let code = code.split("\n#[test]").next().unwrap_or_default();
    let name =
        |text: &str| text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut names = BTreeSet::new();
    for after in code.split("crate::").skip(1) {
        match after.strip_prefix('{') {
            Some(list) => names.extend(items(list).into_iter().map(name)),
            None => _ = names.insert(name(after)),
        }
    }
    names.remove("");
    names
}

/// Splits `a, b::{c, d}, e}; …` into `a`, `b::{c, d}` and `e`.
fn items(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut items) = (0, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                items.push(&list[start..at]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    items
}

/// Removes modules that use none of the others until none can be removed, and returns the rest.
///
/// The rest is empty if and only if there is no cycle.
fn knot(imports: &Imports) -> BTreeSet<String> {
    let mut left: BTreeSet<String> = imports.keys().cloned().collect();
    loop {
        let free: Vec<String> =
            left.iter().filter(|module| imports[*module].iter().all(|other| !left.contains(other))).cloned().collect();
        if free.is_empty() {
            return left;
        }
        free.iter().for_each(|module| _ = left.remove(module));
    }
}

#[test]
fn no_crate_has_an_import_cycle_between_its_top_level_modules() {
    for folder in CRATES {
        let imports = imports(folder);
        let knot = knot(&imports);
        let edges: Vec<String> = knot
            .iter()
            .flat_map(|module| imports[module].intersection(&knot).map(move |other| format!("{module} -> {other}")))
            .collect();
        assert!(knot.is_empty(), "{folder}: some of these imports close a cycle: {}", edges.join(", "));
    }
}

/// The crate root re-exports items of all modules, so an import from it could hide a cycle.
#[test]
fn modules_import_from_modules_and_not_from_the_crate_root() {
    for folder in CRATES {
        let imports = imports(folder);
        for (module, names) in &imports {
            let items: Vec<_> = names.iter().filter(|name| !imports.contains_key(*name)).collect();
            assert!(items.is_empty(), "{folder}: import from its module what {module} takes from the root: {items:?}");
        }
    }
}

#[test]
fn a_cycle_is_found() {
    let text =
        "use crate::{b, c::{x, y}};\n// crate::d\nfn f() { crate::e::g() }\n#[cfg(test)]\nmod tests { use crate::f; }";
    assert_eq!(used(text), ["b", "c", "e"].map(String::from).into());
    let imports = |edges: &[(&str, &[&str])]| -> Imports {
        edges.iter().map(|(from, to)| ((*from).to_owned(), to.iter().map(|to| (*to).to_owned()).collect())).collect()
    };
    assert!(knot(&imports(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])])).is_empty());
    assert_eq!(knot(&imports(&[("a", &["b"]), ("b", &["c"]), ("c", &["b"])])).len(), 3);
}
