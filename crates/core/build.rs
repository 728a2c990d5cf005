//! Embeds the files of `data/`: `recipes/`, `campaigns/`, `dangers/`, `prefabs/`, `rewrites/`,
//! `samples/`, `tables/` and `themes/`. A new file there needs no code.

#![expect(clippy::disallowed_methods, reason = "cargo passes paths to build scripts in environment variables")]

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let preset = |name: &str, path: &Path| format!("Preset {{ name: {name:?}, text: include_str!({path:?}) }}");
    let pair = |name: &str, path: &Path| format!("({name:?}, include_str!({path:?}))");
    let shipped = |name: &str, path: &Path| format!("Shipped {{ name: {name:?}, text: include_str!({path:?}) }}");
    embed("recipes", &["toml"], "presets.rs", preset)?;
    embed("campaigns", &["toml"], "campaigns.rs", shipped)?;
    embed("dangers", &["toml"], "dangers.rs", shipped)?;
    embed("prefabs", &["txt", "toml"], "prefabs.rs", pair)?;
    embed("rewrites", &["txt"], "rewrites.rs", pair)?;
    embed("samples", &["txt"], "samples.rs", pair)?;
    embed("tables", &["toml"], "tables.rs", pair)?;
    embed("themes", &["toml"], "themes.rs", pair)
}

/// Writes a list of the files of a folder, in the order of their names, each as `item` says.
fn embed(folder: &str, endings: &[&str], list: &str, item: impl Fn(&str, &Path) -> String) -> io::Result<()> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("data").join(folder);
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> = Vec::new();
    for file in fs::read_dir(&folder)? {
        let path = file?.path();
        if path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known)) {
            files.push(path.canonicalize()?);
        }
    }
    files.sort();
    let mut code = String::from("&[\n");
    for path in files {
        println!("cargo::rerun-if-changed={}", path.display());
        let name = path.file_stem().expect("a file has a name").to_string_lossy();
        code.push_str(&format!("    {},\n", item(&name, &path)));
    }
    code.push(']');
    fs::write(Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join(list), code)
}
