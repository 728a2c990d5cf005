//! Tests of the Markdown: every link leads somewhere, the book has every page, and lines are short.

use crate::commands::project;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Maximum length of a line of prose.
const COLUMNS: usize = 120;

/// A Markdown file of the project.
struct Page {
    /// Path from the folder of the project.
    path: PathBuf,
    /// Its lines without code blocks.
    prose: Vec<String>,
    /// All of its text.
    text: String,
}

impl Page {
    fn read(path: PathBuf) -> Page {
        let text = fs::read_to_string(project().join(&path)).expect("a page is text");
        let mut in_code = false;
        let mut prose = Vec::new();
        for line in text.lines() {
            if line.trim_start().starts_with("```") {
                in_code = !in_code;
            } else if !in_code {
                prose.push(line.to_owned());
            }
        }
        Page { path, prose, text }
    }

    fn is_in_book(&self) -> bool {
        self.path.starts_with("docs")
    }

    /// Returns the targets of all links and pictures.
    fn links(&self) -> Vec<String> {
        self.prose.iter().flat_map(|line| links(line)).collect()
    }

    /// Returns the anchors of its headings, as mdBook and forges make them.
    fn anchors(&self) -> Vec<String> {
        let mut seen = BTreeMap::new();
        let headings = self.prose.iter().filter(|line| line.starts_with('#'));
        let anchor = |line: &String| {
            let anchor = anchor(line.trim_start_matches('#').trim());
            let count = seen.entry(anchor.clone()).and_modify(|count| *count += 1).or_insert(0);
            if *count == 0 { anchor } else { format!("{anchor}-{count}") }
        };
        headings.map(anchor).collect()
    }
}

/// Returns the targets of the links in a line: `[text](target)` outside code.
fn links(line: &str) -> Vec<String> {
    let outside_code: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
    let targets = outside_code.split("](").skip(1).filter_map(|after| after.split(')').next());
    targets.map(|target| target.split(' ').next().unwrap_or_default().to_owned()).collect()
}

fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || "_- ".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

/// Returns every Markdown file of the project, except those of dependencies.
fn pages() -> Vec<Page> {
    fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(project().join(folder)).expect("a folder") {
            let name = entry.expect("a readable entry").file_name();
            let path = folder.join(&name);
            if project().join(&path).is_dir() {
                if !["target", "node_modules", ".git"].iter().any(|skipped| name == *skipped) {
                    collect(&path, found);
                }
            } else if path.extension().is_some_and(|ending| ending == "md") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    collect(Path::new(""), &mut found);
    found.sort();
    found.into_iter().map(Page::read).collect()
}

/// Resolves `..` in a path.
fn resolved(path: &Path) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    parts
}

/// Returns what is wrong with a link of a page.
fn problem(page: &Page, link: &str) -> Option<String> {
    if ["https://", "http://", "mailto:"].iter().any(|scheme| link.starts_with(scheme)) {
        return None;
    }
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    let folder = page.path.parent().expect("a file lies in a folder");
    let target = if file.is_empty() { page.path.clone() } else { resolved(&folder.join(file)) };
    if !project().join(&target).exists() {
        return Some(format!("{} does not exist", target.display()));
    }
    if page.is_in_book() && !target.starts_with("docs") {
        return Some(format!("{} is outside docs/, so the book does not have it", target.display()));
    }
    let anchor = anchor?;
    let anchors = Page::read(target).anchors();
    (!anchors.iter().any(|known| known == anchor)).then(|| format!("no heading has the anchor {anchor}"))
}

#[test]
fn every_link_leads_somewhere() {
    let pages = pages();
    assert!(pages.len() > 25, "only {} pages were found", pages.len());
    let mut problems = Vec::new();
    for page in &pages {
        for link in page.links() {
            problems.extend(problem(page, &link).map(|why| format!("{}: [{link}] {why}", page.path.display())));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn the_book_has_every_page_once() {
    let summary = Page::read("docs/SUMMARY.md".into());
    let mut listed: Vec<PathBuf> = summary.links().iter().map(|link| Path::new("docs").join(link)).collect();
    listed.sort();
    let pages = pages().into_iter().filter(|page| page.is_in_book() && page.path != summary.path);
    let all: Vec<PathBuf> = pages.map(|page| page.path).collect();
    assert_eq!(listed, all, "docs/SUMMARY.md lists the left pages, docs/ has the right ones");
}

/// Pages include code with `{{#include FILE:ANCHOR}}`; mdBook leaves a hole where either is
/// missing.
#[test]
fn included_code_exists() {
    let mut problems = Vec::new();
    for page in pages() {
        let folder = page.path.parent().expect("a file lies in a folder");
        for include in page.text.split("{{#include ").skip(1).filter_map(|after| after.split("}}").next()) {
            let (file, anchor) = include.split_once(':').map_or((include, None), |(file, name)| (file, Some(name)));
            let file = resolved(&folder.join(file));
            match (fs::read_to_string(project().join(&file)), anchor) {
                (Err(_), _) => problems.push(format!("{}: {} does not exist", page.path.display(), file.display())),
                (Ok(code), Some(name)) if !has_anchor(&code, name) => {
                    problems.push(format!("{}: {} has no anchor {name}", page.path.display(), file.display()));
                }
                _ => {}
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Returns whether code has `ANCHOR: name` and `ANCHOR_END: name`.
fn has_anchor(code: &str, name: &str) -> bool {
    let has = |mark: &str| code.lines().any(|line| line.trim_end().ends_with(&format!("{mark}: {name}")));
    has("ANCHOR") && has("ANCHOR_END")
}

/// The sample is the text of a file that the tests of `core` compile and run.
#[test]
fn the_contributing_guide_shows_a_layout_that_compiles() {
    let file = "crates/core/src/layout/tests/pillars.rs";
    let code = fs::read_to_string(project().join(file)).expect("a source file is text");
    let indented = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("   {line}\n") };
    let shown: String = code.lines().map(indented).collect();
    assert!(Page::read("CONTRIBUTING.md".into()).text.contains(&shown), "CONTRIBUTING.md does not show {file}");
}

#[test]
fn lines_of_prose_are_short() {
    let mut long = Vec::new();
    // Rows of tables, pictures and commands cannot be broken.
    let is_whole = |line: &str| ["|", "![", "`mapwright "].into_iter().any(|start| line.starts_with(start));
    for page in &pages() {
        let prose = page.prose.iter().filter(|line| !is_whole(line));
        let too_long = prose.filter(|line| line.chars().count() > COLUMNS);
        long.extend(too_long.map(|line| format!("{}: {line}", page.path.display())));
    }
    assert!(long.is_empty(), "lines over {COLUMNS} columns:\n{}", long.join("\n"));
}

#[test]
fn links_and_anchors_are_found() {
    assert_eq!(links("a [b](c.md#d) `[no](code)` ![e](f.png \"title\")"), ["c.md#d", "f.png"]);
    assert_eq!(anchor("Looking at a run: `mapwright replay`"), "looking-at-a-run-mapwright-replay");
    let page = |text: &str| Page {
        path: "docs/a.md".into(),
        prose: text.lines().map(str::to_owned).collect(),
        text: text.to_owned(),
    };
    assert_eq!(page("# One\n## Two\n## One").anchors(), ["one", "two", "one-1"]);
    assert!(problem(&page(""), "nowhere.md").is_some_and(|why| why == "docs/nowhere.md does not exist"));
    assert!(problem(&page(""), "../README.md").is_some_and(|why| why.contains("outside docs/")));
    assert!(problem(&page("# One"), "https://example.com").is_none());
    assert!(has_anchor("// ANCHOR: x\n1\n// ANCHOR_END: x\n", "x") && !has_anchor("// ANCHOR: xy\n", "x"));
}
