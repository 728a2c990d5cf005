//! Expected files, which tests compare with and `cargo xtask bless` rewrites.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// Returns the root folder of the project.
pub(crate) fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns true while `cargo xtask bless` rewrites the files.
pub(crate) fn blessing() -> bool {
    env::var_os("MAPWRIGHT_BLESS").is_some()
}

/// Asserts that the file holds exactly this text; while blessing, writes the file instead.
pub(crate) fn assert_file(path: &str, text: &str) {
    assert_bytes(path, text.as_bytes());
}

/// Asserts that the file holds exactly these bytes; while blessing, writes the file instead.
pub(crate) fn assert_bytes(path: &str, bytes: &[u8]) {
    let file = project().join(path);
    if blessing() {
        fs::create_dir_all(file.parent().expect("a file lies in a folder")).expect("the project can be written to");
        fs::write(&file, bytes).expect("the project can be written to");
        return;
    }
    let kept = fs::read(&file).unwrap_or_default();
    if kept != bytes {
        let same = kept.iter().zip(bytes).take_while(|(kept, made)| kept == made);
        let line = same.filter(|(byte, _)| **byte == b'\n').count() + 1;
        panic!("{path} is out of date from line {line} on; if the change is meant, run: cargo xtask bless");
    }
}
