//! `docs/gallery.md` shows every algorithm and every preset as the program draws them. `cargo xtask
//! gallery` writes it.

#[path = "../../core/tests/golden/file.rs"]
mod file;

use mapwright::{Entry, Kind, Recipe, Size, Step, presets, reference, registry, value_from_text};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::process::Command;

const SEED: u64 = 7;

/// Best example map for an edit: a layout, and its parameters as a TOML table. Default: a cave.
const SHOWN_ON: &[(&str, &str, &str)] = &[
    ("border", "drunkard", "{}"),
    ("connect", "cellular", "{connect = 'none', min_pocket = 30}"),
    ("dead-ends", "maze", "{}"),
    ("doors", "bsp", "{}"),
    ("furnish", "bsp", "{}"),
    ("fill-unreachable", "cellular", "{connect = 'none', min_pocket = 0}"),
    ("keep-largest", "cellular", "{connect = 'none', min_pocket = 0}"),
    ("lake", "cellular", "{fill_percent = 46, born = [5, 6, 7, 8], survive = [4, 5, 6, 7, 8]}"),
    ("loops", "maze", "{}"),
    ("mirror", "drunkard", "{}"),
    ("smooth", "cellular", "{rounds = 1}"),
    ("void", "bsp", "{}"),
    ("widen", "maze", "{}"),
];

/// Parameters with a picture of every value. Other parameters need more than three values.
const PROGRAMS: [&str; 3] = ["algorithm", "program", "sample"];

/// Picture: its file below `docs/gallery/`, and its command.
struct Picture {
    file: String,
    what: String,
    command: Vec<String>,
}

impl Picture {
    fn new(file: impl Into<String>, what: impl Into<String>, args: &[&str]) -> Self {
        let words = ["generate"].iter().chain(args).map(|word| (*word).to_owned());
        let seed = ["--seed".to_owned(), SEED.to_string()];
        Picture { file: file.into(), what: what.into(), command: words.chain(seed).collect() }
    }

    /// Draws the picture with the program, or returns the error message.
    fn bytes(&self, width: i32) -> Result<Vec<u8>, String> {
        // About 520 pixels wide: three fit side by side.
        let cell = (520 / (width + 2).max(1)).clamp(5, 12).to_string();
        let output = Command::new(env!("CARGO_BIN_EXE_mapwright"))
            .args(&self.command)
            .args(["-o", "-", "--as", "png", "--quiet", "--cell", &cell])
            .current_dir(file::project())
            .output()
            .expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        if output.status.success() { Ok(output.stdout) } else { Err(said) }
    }

    fn image(&self) -> String {
        format!("![{}](gallery/{}.png)", self.what.replace('`', ""), self.file)
    }

    fn command(&self) -> String {
        let quoted = self.command.iter().map(|word| match word.contains(|c: char| " {}[]'\"".contains(c)) {
            true => format!("'{}'", word.replace('\'', "\"")),
            false => word.clone(),
        });
        format!("`mapwright {}`", quoted.collect::<Vec<_>>().join(" "))
    }

    /// Returns a table cell: picture, name, description, command.
    fn cell(&self, about: &str) -> String {
        let about = paragraph(&format!("**{}**: {about}", self.what));
        format!("{}\n\n{about}\n{}\n", self.image(), self.command())
    }
}

/// Pictures by file, and the page.
#[derive(Default)]
struct Gallery {
    page: String,
    files: BTreeMap<String, Vec<u8>>,
}

impl Gallery {
    fn add(&mut self, picture: &Picture, width: i32) -> Result<(), String> {
        let bytes = picture.bytes(width)?;
        let twice = self.files.insert(format!("{}.png", picture.file), bytes);
        assert!(twice.is_none(), "{} is the name of two pictures", picture.file);
        Ok(())
    }

    /// Returns the picture, or an equal one that exists already, as for the default value of a
    /// parameter.
    fn add_or_reuse(&mut self, picture: Picture, width: i32, older: &str) -> Option<Picture> {
        let bytes = picture.bytes(width).ok()?;
        if self.files.get(&format!("{older}.png")) == Some(&bytes) {
            return Some(Picture { file: older.to_owned(), ..picture });
        }
        self.add(&picture, width).ok().map(|()| picture)
    }

    fn must_add(&mut self, picture: &Picture, width: i32) {
        self.add(picture, width).unwrap_or_else(|error| panic!("{:?}: {error}", picture.command));
    }

    fn heading(&mut self, text: &str) {
        write!(self.page, "\n{text}\n\n").expect("a string takes text");
    }

    /// Writes cells, three per row. A table of Markdown would have a line of all texts per row.
    fn table(&mut self, cells: &[String]) {
        self.page.push_str("<table>\n");
        for row in cells.chunks(3) {
            self.page.push_str("<tr>\n");
            for cell in row {
                write!(self.page, "<td width=\"33%\" valign=\"top\">\n\n{cell}\n</td>\n").expect("a string takes text");
            }
            self.page.push_str("</tr>\n");
        }
        self.page.push_str("</table>\n");
    }
}

/// Breaks a text into lines as long as those of other documents.
fn paragraph(text: &str) -> String {
    reference::wrap(text, "", 120)
}

fn of_kind(wanted: impl Fn(Kind) -> bool) -> impl Iterator<Item = &'static Entry> {
    registry::ALL.iter().filter(move |entry| wanted(entry.kind))
}

fn layouts(gallery: &mut Gallery) {
    let mut cells = Vec::new();
    for entry in of_kind(|kind| kind == Kind::Layout) {
        let picture = Picture::new(entry.id, format!("`{}`", entry.id), &[entry.id]);
        let own_size = entry.build(&json!({})).ok().and_then(|it| it.natural_size());
        gallery.must_add(&picture, own_size.unwrap_or(entry.natural).width);
        cells.push(picture.cell(&entry.summary()));
    }
    gallery.heading("## Layouts");
    gallery.table(&cells);
    for entry in of_kind(|kind| kind == Kind::Layout) {
        for parameter in reference::parameters(entry) {
            words(entry, &parameter, gallery);
        }
    }
}

/// Returns the values of a parameter that are worth a picture.
fn words(entry: &Entry, parameter: &reference::Parameter, gallery: &mut Gallery) {
    let programs = PROGRAMS.contains(&parameter.name.as_str());
    let mut choices = parameter.choices.clone();
    if choices.is_empty() && programs {
        let schema = entry.schema();
        let examples = schema["properties"][&parameter.name]["examples"].as_array().cloned().unwrap_or_default();
        let names = examples.iter().filter_map(|example| example.as_str()).filter(|name| is_name(name));
        choices.extend(names.map(|name| (name.to_owned(), String::new())));
    }
    if choices.len() <= 3 && !(programs && choices.len() > 1) {
        return;
    }
    let natural = entry.natural;
    let small = Size::new(natural.width.min(49), natural.height.min(31));
    let mut cells = Vec::new();
    for (choice, about) in &choices {
        let (name, file) = (format!("`{choice}`"), format!("{}-{}-{choice}", entry.id, parameter.name));
        let set = format!("{}={choice}", parameter.name);
        // Values that need a larger map or another parameter are not shown.
        let own_size = entry.build(&json!({ &parameter.name: choice })).ok().and_then(|it| it.natural_size());
        let shown = match own_size {
            Some(size) => {
                let picture = Picture::new(&file, &name, &[entry.id, "--set", &set]);
                gallery.add_or_reuse(picture, size.width, entry.id)
            }
            None => [small, natural].into_iter().find_map(|size| {
                let picture = Picture::new(&file, &name, &[entry.id, "--size", &size.to_string(), "--set", &set]);
                gallery.add(&picture, size.width).ok().map(|()| picture)
            }),
        };
        cells.extend(shown.map(|picture| picture.cell(about)));
    }
    if !cells.is_empty() {
        gallery.heading(&format!("### `{}` by `{}`", entry.id, parameter.name));
        gallery.table(&cells);
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.len() <= 40 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// Formats a value as typed: words without quotes.
fn bare(value: &Value) -> String {
    value.as_str().filter(|text| is_name(text)).map_or_else(|| value.to_string(), str::to_owned)
}

/// Draws the map before and after an edit.
fn edits(gallery: &mut Gallery) {
    let size = Size::new(60, 36);
    let mut cells = Vec::new();
    for entry in of_kind(|kind| kind != Kind::Layout) {
        let (layout, with) = shown_on(entry);
        let with = value_from_text(with).as_object().cloned().expect("a table");
        let layout_step = Step { uses: layout.id.to_owned(), with: with.clone(), ..Step::default() };
        let edit = Step { uses: entry.id.to_owned(), ..Step::default() };
        let recipe =
            Recipe { size: Some([size.width, size.height]), steps: vec![layout_step, edit], ..Recipe::default() };
        // The recipe must be there before the program can read it.
        let path = format!("docs/gallery/{}.toml", entry.id);
        file::assert_file(&path, &recipe.to_toml());
        gallery.files.insert(format!("{}.toml", entry.id), recipe.to_toml().into_bytes());

        let settings: Vec<String> =
            with.iter().flat_map(|(key, value)| ["--set".to_owned(), format!("{key}={}", bare(value))]).collect();
        let shown_size = size.to_string();
        let mut args = vec![layout.id, "--size", &shown_size];
        args.extend(settings.iter().map(String::as_str));
        if entry.kind == Kind::Place {
            // Empty rooms are furnished in pictures, unless the command has --bare.
            args.push("--bare");
        }
        let before = Picture::new(format!("{}-before", entry.id), format!("`{}`", layout.id), &args);
        let after = Picture::new(entry.id, format!("`{}`", entry.id), &[&path]);
        gallery.must_add(&before, size.width);
        gallery.must_add(&after, size.width);
        let picture = |picture: &Picture| format!("{}\n\n{}\n", picture.image(), picture.command());
        cells.push(paragraph(&format!("**{}**: {}", after.what, entry.summary())));
        cells.extend([picture(&before), picture(&after)]);
    }
    gallery.heading("## Shapes");
    gallery.page.push_str("Each row shows a map before and after the step.\n\n");
    gallery.table(&cells);
}

fn shown_on(entry: &Entry) -> (&'static Entry, &'static str) {
    let wish = SHOWN_ON.iter().find(|(id, ..)| *id == entry.id).map(|(_, layout, with)| (*layout, *with));
    let find = |(id, with): (&str, &'static str)| registry::find(registry::ALL, id).map(|layout| (layout, with));
    wish.and_then(find).or_else(|| find(("cellular", "{}"))).expect("there are caves")
}

fn shipped_recipes(gallery: &mut Gallery) {
    let mut cells = Vec::new();
    for preset in presets::ALL {
        let recipe = preset.recipe();
        let picture = Picture::new(preset.name, format!("`{}`", preset.name), &[preset.name]);
        gallery.must_add(&picture, recipe.size.map_or(80, |[width, _]| width));
        cells.push(picture.cell(&recipe.summary));
    }
    gallery.heading("## Presets");
    gallery.table(&cells);
}

#[test]
fn the_gallery_shows_every_algorithm_and_every_preset() {
    let mut gallery = Gallery::default();
    gallery.page.push_str(
        "# Gallery\n\n\
         Every algorithm with its default parameters, and every preset, as `cargo xtask gallery` draws them.\n\
         The command below a picture makes its map again; add `-o picture.png` for a file.\n",
    );
    layouts(&mut gallery);
    edits(&mut gallery);
    shipped_recipes(&mut gallery);

    let names = registry::ALL.iter().map(|entry| entry.id).chain(presets::ALL.iter().map(|preset| preset.name));
    for name in names {
        assert!(gallery.page.contains(&format!("](gallery/{name}.png)")), "{name} has no picture");
    }
    let folder = file::project().join("docs/gallery");
    fs::create_dir_all(&folder).expect("the project can be written to");
    for stale in fs::read_dir(&folder).expect("a folder").map(|file| file.expect("a file").file_name()) {
        if !gallery.files.contains_key(&*stale.to_string_lossy()) {
            assert!(file::blessing(), "docs/gallery/{} is on no page; run: cargo xtask gallery", stale.display());
            fs::remove_file(folder.join(&stale)).expect("the project can be written to");
        }
    }
    for (name, bytes) in &gallery.files {
        file::assert_bytes(&format!("docs/gallery/{name}"), bytes);
    }
    file::assert_file("docs/gallery.md", &gallery.page);

    // Two edits may well come to the same on one map.
    let edits: Vec<&str> =
        registry::ALL.iter().filter(|entry| entry.kind != Kind::Layout).map(|entry| entry.id).collect();
    let shown = |name: &str| {
        let name = name.trim_end_matches(".png").trim_end_matches("-before");
        !edits.iter().any(|edit| name.starts_with(edit))
    };
    let mut seen = BTreeSet::new();
    for (name, bytes) in gallery.files.iter().filter(|(name, _)| shown(name)) {
        assert!(seen.insert(bytes), "{name} looks like another picture");
    }
}
