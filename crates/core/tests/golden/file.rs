//! Files that tests compare with and `cargo xtask bless` writes anew.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The folder of the whole project.
pub(crate) fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Whether files are to be written anew.
pub(crate) fn blessing() -> bool {
    env::var_os("MAPWRIGHT_BLESS").is_some()
}

/// Fails unless the file holds exactly this text; while blessing, makes it so.
pub(crate) fn assert_file(path: &str, text: &str) {
    let file = project().join(path);
    if blessing() {
        fs::create_dir_all(file.parent().expect("a file lies in a folder")).expect("the project can be written to");
        fs::write(&file, text).expect("the project can be written to");
        return;
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    if kept != text {
        let differs = kept.lines().zip(text.lines()).position(|(kept, made)| kept != made);
        let line = differs.unwrap_or_else(|| kept.lines().count().min(text.lines().count())) + 1;
        panic!("{path} is out of date from line {line} on; if the change is meant, run: cargo xtask bless");
    }
}
