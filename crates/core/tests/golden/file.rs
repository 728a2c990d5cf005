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
    assert_bytes(path, text.as_bytes());
}

/// The same for any bytes.
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
