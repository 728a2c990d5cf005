//! Parameters that are read from files: `library = "@vaults"` stands for the text of the file
//! `vaults`, or for every `.txt` and `.toml` file in the folder `vaults`.
//!
//! A text that begins with `@` itself is written `@@…`, and a text of several lines is never the
//! name of a file. [`Recipe::from_file`] reads a recipe with all the files that it names;
//! [`ParamFiles`] is for programs that also take names from the user, or that show which file an
//! error is about.

use crate::base::error::{Error, ErrorKind};
use crate::generator::Entry;
use crate::recipe::Recipe;
use crate::registry;
use serde_json::Value;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

/// Maximum length of a file, in bytes.
const MAX_BYTES: u64 = 1 << 18;
/// Maximum number of files of a parameter.
const MAX_FILES: usize = 1_000;

/// The text that named a file, which decides where it may lie.
#[derive(Clone, Copy, Debug)]
pub enum NamedBy<'a> {
    /// The user of the program: any file, relative to the current folder.
    User,
    /// The recipe in this file, which may come from anyone: files beside the recipe and in folders
    /// below.
    Recipe(&'a Path),
}

/// The files that the parameters of a recipe were read from, for messages.
#[derive(Clone, Default, Debug)]
pub struct ParamFiles(Vec<ParamFile>);

/// The files of one parameter.
#[derive(Clone, Debug)]
struct ParamFile {
    /// Number of the step, from 1.
    step: usize,
    parameter: String,
    /// Name of the file of every text; empty for a text that came from no file.
    files: Vec<String>,
}

impl Recipe {
    /// Reads a recipe from a file, with the files and folders that its parameters name as `@name`.
    /// Names are relative to the folder of the recipe, and may not leave it.
    ///
    /// ```no_run
    /// use mapwright::{Recipe, Seed, registry};
    /// let recipe = Recipe::from_file("recipes/crypt.toml")?;
    /// let map = recipe.plan(registry::ALL)?.run(Seed::new(7))?;
    /// # Ok::<(), mapwright::Error>(())
    /// ```
    #[doc(alias = "load")]
    pub fn from_file(path: impl AsRef<Path>) -> Result<Recipe, Error> {
        let path = path.as_ref();
        let text = text_of(path, Recipe::MAX_BYTES as u64)?;
        let place = |error: Error| error.at(&path.display().to_string());
        let mut recipe = Recipe::from_toml(&text).map_err(place)?;
        ParamFiles::default().fill(&mut recipe, NamedBy::Recipe(path)).map_err(place)?;
        Ok(recipe)
    }
}

impl ParamFiles {
    /// Replaces the names of files by their texts, in every step.
    pub fn fill(&mut self, recipe: &mut Recipe, named_by: NamedBy<'_>) -> Result<(), Error> {
        for index in 0..recipe.steps.len() {
            let names: Vec<String> = recipe.steps[index].with.keys().cloned().collect();
            for name in names {
                let value = recipe.steps[index].with[&name].clone();
                let value = self.read(recipe, index, &name, value, named_by)?;
                recipe.steps[index].with.insert(name, value);
            }
        }
        Ok(())
    }

    /// Returns the value of a parameter of a step (from 0), with the texts of files in place of
    /// their names.
    pub fn read(
        &mut self,
        recipe: &Recipe,
        step: usize,
        parameter: &str,
        value: Value,
        named_by: NamedBy<'_>,
    ) -> Result<Value, Error> {
        let mentions = |value: &Value| value.as_str().is_some_and(|text| text.starts_with('@') && !text.contains('\n'));
        let is_list = value.as_array().is_some_and(|items| items.iter().any(mentions));
        if !mentions(&value) && !is_list {
            return Ok(value);
        }
        let place = |error: Error| error.at(&format!("step {} /with/{parameter}", step + 1));
        let wants_list = recipe.steps.get(step).is_some_and(|step| wants_list(&step.uses, parameter));
        let items = match value {
            Value::Array(items) => items,
            single => vec![single],
        };
        let (mut texts, mut files) = (Vec::new(), Vec::new());
        for item in items {
            match item.as_str().filter(|_| mentions(&item)).map(|text| &text[1..]) {
                None => {
                    files.push(String::new());
                    texts.push(item);
                }
                Some(text) if text.starts_with('@') => {
                    files.push(String::new());
                    texts.push(Value::String(text.to_owned()));
                }
                Some(name) => {
                    for file in list(name, named_by, wants_list).map_err(place)? {
                        texts.push(Value::String(text_of(&file, MAX_BYTES).map_err(place)?));
                        files.push(file.display().to_string());
                        if texts.len() > MAX_FILES {
                            return Err(place(bad(format!("more than {MAX_FILES} files, which is the limit"))));
                        }
                    }
                }
            }
        }
        let value = if wants_list || is_list { Value::Array(texts) } else { texts.pop().unwrap_or(Value::Null) };
        self.0.retain(|file| (file.step, file.parameter.as_str()) != (step + 1, parameter));
        self.0.push(ParamFile { step: step + 1, parameter: parameter.to_owned(), files });
        Ok(value)
    }

    /// Returns a problem of the recipe, as in [`Error::problems`], with the name of the file in
    /// place of the number of the text that it is about.
    pub fn name_file(&self, problem: String) -> String {
        self.0.iter().find_map(|file| file.name_file(&problem)).unwrap_or(problem)
    }
}

impl ParamFile {
    /// Returns the problem with the names of files, if it is about this parameter and one of them.
    fn name_file(&self, problem: &str) -> Option<String> {
        let place = format!("step {} /with/{}", self.step, self.parameter);
        let said = problem.strip_prefix(&place)?;
        let (file, what) = match said.strip_prefix('/') {
            // A value of the wrong type is given by its index, from 0.
            Some(rest) => rest.split_once(": ").map(|(index, what)| (self.file(index, 0), what))?,
            None => {
                let what = said.strip_prefix(": ")?;
                let numbered = what.strip_prefix("text ").and_then(|rest| rest.split_once(": "));
                let of_one = || self.file("0", 0).filter(|_| self.files.len() == 1);
                match numbered.map(|(number, rest)| (self.file(number, 1), rest)) {
                    Some((Some(file), rest)) => (Some(file), rest),
                    _ => (of_one(), what),
                }
            }
        };
        let another = what.strip_suffix(" too").and_then(|rest| rest.rsplit_once("text "));
        let another = another.and_then(|(before, number)| Some(format!("{before}{} too", self.file(number, 1)?)));
        match (file, another) {
            (None, None) => None,
            (None, Some(what)) => Some(format!("{place}: {what}")),
            (Some(file), another) => Some(format!("{place}: {file}: {}", another.as_deref().unwrap_or(what))),
        }
    }

    /// Returns the file of a text by its number, counted from `first`; `None` for a text that came
    /// from no file.
    fn file(&self, number: &str, first: usize) -> Option<&str> {
        let index = number.parse::<usize>().ok()?.checked_sub(first)?;
        self.files.get(index).map(String::as_str).filter(|file| !file.is_empty())
    }
}

fn bad(message: String) -> Error {
    Error::new(ErrorKind::BadFile, message)
}

/// Returns true if the parameter is a list, according to its schema.
fn wants_list(id: &str, parameter: &str) -> bool {
    let schema = registry::find(registry::ALL, id).map(Entry::schema);
    let kind = schema.as_ref().and_then(|schema| schema.pointer(&format!("/properties/{parameter}/type")));
    kind.is_some_and(|kind| kind == "array")
}

/// Returns the file with this name, or the files of the folder, sorted by name.
fn list(name: &str, named_by: NamedBy<'_>, folders: bool) -> Result<Vec<PathBuf>, Error> {
    let path = match named_by {
        NamedBy::User => PathBuf::from(name),
        NamedBy::Recipe(recipe) => {
            let plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
            if !Path::new(name).components().all(plain) {
                return Err(bad(format!(
                    "a recipe names files beside it or in folders below, and {name:?} is neither"
                )));
            }
            recipe.parent().unwrap_or(Path::new("")).join(name)
        }
    };
    let shown = path.display().to_string();
    let cannot = |error: io::Error| bad(format!("cannot read {shown}: {error}"));
    if !path.is_dir() {
        // Reading a pipe or a device might block, or never end.
        return match named_by {
            NamedBy::Recipe(_) if path.exists() && !path.is_file() => {
                Err(bad(format!("cannot read {shown}: it is not a regular file")))
            }
            _ => Ok(vec![path]),
        };
    }
    if !folders {
        return Err(bad(format!("cannot read {shown}: it is a folder, and one text is expected")));
    }
    let mut files = Vec::new();
    for file in fs::read_dir(&path).map_err(cannot)? {
        let file = file.map_err(cannot)?.path();
        if file.extension().is_some_and(|ending| ending == "txt" || ending == "toml") && !file.is_dir() {
            files.push(file);
        }
    }
    if files.is_empty() {
        return Err(bad(format!("{shown}: no .txt or .toml file is in this folder")));
    }
    files.sort();
    Ok(files)
}

/// Reads a file of at most this many bytes.
fn text_of(path: &Path, max_bytes: u64) -> Result<String, Error> {
    let shown = path.display();
    let cannot = |error: io::Error| bad(format!("cannot read {shown}: {error}"));
    let mut bytes = Vec::new();
    File::open(path).map_err(cannot)?.take(max_bytes + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > max_bytes {
        return Err(bad(format!("{shown}: more than {max_bytes} bytes, which is the limit")));
    }
    let text = String::from_utf8(bytes)
        .map_err(|error| bad(format!("{shown}: not text: byte {} is no UTF-8", error.utf8_error().valid_up_to())))?;
    if text.trim().is_empty() {
        return Err(bad(format!("{shown}: nothing is in this file")));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Seed;

    /// A folder that is removed afterwards.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("mapwright-{}-{name}", std::process::id()));
            fs::create_dir_all(path.join("vaults")).unwrap();
            Folder(path)
        }

        fn write(&self, name: &str, text: &str) -> PathBuf {
            fs::write(self.0.join(name), text).unwrap();
            self.0.join(name)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn folders_and_files_beside_the_recipe_are_read() {
        let folder = Folder::new("read");
        folder.write("vaults/cell.txt", "#####\n#...#\n#.$.#\n#...#\n##+##\n");
        folder.write("vaults/hall.txt", "#######\n#.....#\n#..m..#\n###+###\n");
        folder.write("vaults/notes.md", "not a vault");
        let recipe = |library: &str| {
            let text =
                format!("[[step]]\nuse = \"bsp\"\n[[step]]\nuse = \"vaults\"\nwith = {{ library = {library} }}\n");
            Recipe::from_file(folder.write("recipe.toml", &text))
        };
        let all = recipe("\"@vaults\"").unwrap();
        assert_eq!(all.steps[1].with["library"].as_array().map(Vec::len), Some(2));
        assert!(all.plan(registry::ALL).unwrap().run(Seed::new(1)).is_ok());
        let one = recipe("[\"@vaults/cell.txt\", \"@@x\"]").unwrap();
        assert_eq!(one.steps[1].with["library"][1], "@x");
        for (library, wrong) in [
            ("\"@../x\"", "recipe.toml: step 2 /with/library: a recipe names files beside it"),
            ("\"@none\"", "cannot read"),
            ("\"@vaults/x.txt\"", "x.txt"),
        ] {
            let error = recipe(library).unwrap_err().to_string();
            assert!(error.contains(wrong), "{error}");
        }
    }

    #[test]
    fn long_files_and_bytes_are_refused() {
        let folder = Folder::new("refused");
        let long = folder.write("long.toml", &"#".repeat(Recipe::MAX_BYTES + 1));
        assert!(
            Recipe::from_file(&long).unwrap_err().to_string().ends_with("more than 1048576 bytes, which is the limit")
        );
        fs::write(folder.0.join("bytes.toml"), [b'a', 0xff]).unwrap();
        let error = Recipe::from_file(folder.0.join("bytes.toml")).unwrap_err();
        assert!(error.to_string().ends_with("not text: byte 1 is no UTF-8"), "{error}");
        assert!(Recipe::from_file(&folder.0).is_err(), "a folder");
        assert!(Recipe::from_file(folder.write("empty.toml", " ")).is_err());
    }
}
