//! Runs the program, and provides temporary folders.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Output and exit code of a run.
pub(crate) struct Out {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the program with these arguments.
pub(crate) fn mapwright(args: &[&str]) -> Out {
    with_stdin(args, b"")
}

/// Runs the program with these arguments and this input.
pub(crate) fn with_stdin(args: &[&str], input: &[u8]) -> Out {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mapwright"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // It may end without reading.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    let output = child.wait_with_output().expect("it ends");
    Out {
        code: output.status.code().expect("it is not killed"),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// Temporary folder for one test.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(TempDir::new().expect("a folder"))
    }

    /// Returns the path of a file in the folder.
    pub(crate) fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("a plain name").to_owned()
    }

    /// Writes a file and returns its path.
    #[allow(dead_code, reason = "not every test writes files")]
    pub(crate) fn write(&self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).expect("written");
        self.path(name)
    }

    /// Returns the sorted names of all files in the folder.
    #[allow(dead_code, reason = "not every test looks into its folder")]
    pub(crate) fn names(&self) -> Vec<String> {
        let files = fs::read_dir(self.0.path()).expect("a folder");
        let mut names: Vec<String> =
            files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}
