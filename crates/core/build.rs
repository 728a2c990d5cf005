//! Embeds the files of `data/`: adding one needs a file and nothing else. For every folder it
//! writes a list of `ShippedFile`, which the macro `shipped!` includes.

#![expect(clippy::disallowed_methods, reason = "cargo passes paths to build scripts in environment variables")]

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    for folder in ["recipes", "campaigns", "dangers", "prefabs", "rewrites", "samples", "tables", "themes"] {
        embed(folder)?;
    }
    Ok(())
}

/// Writes a list of the TOML and text files of a folder, in the order of their names.
fn embed(name: &str) -> io::Result<()> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("data").join(name);
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files: Vec<PathBuf> = Vec::new();
    for file in fs::read_dir(&folder)? {
        let path = file?.path();
        if path.extension().is_some_and(|ending| ending == "toml" || ending == "txt") {
            files.push(path.canonicalize()?);
        }
    }
    files.sort();
    let mut code = String::from("&[\n");
    for path in files {
        println!("cargo::rerun-if-changed={}", path.display());
        let name = path.file_stem().expect("a file has a name").to_string_lossy();
        code.push_str(&format!("    crate::base::shipped::ShippedFile::new({name:?}, include_str!({path:?})),\n"));
    }
    code.push(']');
    fs::write(Path::new(&env::var("OUT_DIR").expect("cargo sets it")).join(format!("{name}.rs")), code)
}
