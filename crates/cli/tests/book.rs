//! Runs the commands of the README, of the start pages and of the tutorials, as a reader would.

#[path = "support/shell.rs"]
mod shell;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Commands that run until the user ends them; a `replay` that writes a file ends by itself.
const INTERACTIVE: [&str; 3] = ["studio", "play", "replay"];
/// Options whose value is a file that the command writes.
const WRITES: [&str; 5] = ["-o", "--plot", "--csv", "--trace", "--overview"];

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A part of a page, in its order.
enum Part {
    /// The text of a file that the reader is told to save.
    File { name: String, text: String },
    /// A line of shell.
    Command(String),
}

/// Returns what a reader of a page does: saving the files that are introduced as `` `name`: ``, and
/// typing the lines of the `sh` blocks.
fn parts(page: &str) -> Vec<Part> {
    let (mut parts, mut before) = (Vec::new(), "");
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            if language == "sh" {
                parts.extend(block.into_iter().map(|line| Part::Command(line.to_owned())));
            } else if let Some(name) = before.strip_suffix("`:").and_then(|text| text.rsplit('`').next()) {
                parts.push(Part::File { name: name.to_owned(), text: block.join("\n") + "\n" });
            }
            before = "";
        } else if !line.trim().is_empty() {
            before = line.trim_end();
        }
    }
    parts
}

/// Returns true for commands that would wait for the user.
fn is_interactive(args: &[&str]) -> bool {
    INTERACTIVE.contains(&args[0]) && !args.contains(&"-o")
}

/// Follows a page in an empty folder, and returns the number of commands that were run.
fn follow(page: &str) -> usize {
    let text = fs::read_to_string(project().join(page)).expect("a page");
    let folder = tempfile::tempdir().expect("a folder");
    let mut count = 0;
    for part in parts(&text) {
        match part {
            Part::File { name, text } => fs::write(folder.path().join(name), text).expect("written"),
            Part::Command(line) => {
                let words = shell::words(&line);
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                if let ["mapwright", args @ ..] = &words[..]
                    && !is_interactive(args)
                {
                    run(page, &line, args, folder.path());
                    count += 1;
                }
            }
        }
    }
    count
}

/// Runs a command in a folder; it succeeds, and the files that it names are there afterwards.
fn run(page: &str, line: &str, args: &[&str], folder: &Path) {
    let output = Command::new(env!("CARGO_BIN_EXE_mapwright")).args(args).current_dir(folder).output();
    let output = output.expect("the program starts");
    assert!(output.status.success(), "{page}: {line}\n{}", String::from_utf8_lossy(&output.stderr));
    let files = args.windows(2).filter(|pair| WRITES.contains(&pair[0]) && pair[1] != "-").map(|pair| pair[1]);
    for file in files {
        assert!(folder.join(file).exists(), "{page}: {line}\nthere is no {file}");
    }
}

/// Returns the pages in a folder of the book.
fn pages_in(folder: &str) -> Vec<String> {
    let files = fs::read_dir(project().join(folder)).expect("a folder");
    let mut pages: Vec<String> = files
        .map(|file| format!("{folder}/{}", file.expect("a file").file_name().to_string_lossy()))
        .filter(|path| path.ends_with(".md"))
        .collect();
    pages.sort();
    pages
}

#[test]
fn the_commands_of_the_readme_work() {
    assert!(follow("README.md") > 15);
}

#[test]
fn the_commands_of_the_start_pages_work() {
    let pages = pages_in("docs/start");
    assert_eq!(pages.len(), 3);
    for page in pages {
        assert!(follow(&page) > 1, "{page} has too few commands");
    }
    assert!(follow("docs/introduction.md") > 0);
}

#[test]
fn the_commands_of_the_tutorials_work() {
    let commands: usize = pages_in("docs/tutorials").iter().map(|page| follow(page)).sum();
    assert!(commands > 20, "only {commands} commands were run");
}

#[test]
fn pages_are_read_like_a_reader_would() {
    let page =
        "Save this as `a.toml`:\n\n```toml\nx = 1\n```\n\n```sh\nmapwright list # all\n```\n\n```text\nno\n```\n";
    let parts: Vec<String> = parts(page)
        .into_iter()
        .map(|part| match part {
            Part::File { name, text } => format!("{name}: {text}"),
            Part::Command(line) => line,
        })
        .collect();
    assert_eq!(parts, ["a.toml: x = 1\n", "mapwright list # all"]);
    assert!(is_interactive(&["replay", "mine.trace"]) && !is_interactive(&["replay", "mining", "-o", "mine.gif"]));
}
