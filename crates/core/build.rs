//! Embeds every recipe of `recipes/`: adding a preset needs a file and nothing else.

#![expect(clippy::disallowed_methods, reason = "cargo tells build scripts where things are by the environment")]

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../recipes");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    for file in fs::read_dir(&folder)? {
        let path = file?.path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            files.push(path.canonicalize()?);
        }
    }
    files.sort();
    let mut code = String::from("&[\n");
    for path in files {
        println!("cargo::rerun-if-changed={}", path.display());
        let name = path.file_stem().expect("a file has a name").to_string_lossy();
        code.push_str(&format!("    Preset {{ name: {name:?}, text: include_str!({path:?}) }},\n"));
    }
    code.push(']');
    fs::write(Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join("presets.rs"), code)
}
