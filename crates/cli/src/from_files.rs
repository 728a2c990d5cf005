//! Parameters that stand in files of their own: `library=@vaults` is the text of the file `vaults`, or of every `.txt` and
//! `.toml` in the folder.
//!
//! The library knows no files: what it gets is the texts. A text that begins with `@` itself is written `@@…`, and a text
//! of several lines is always meant as it stands.

use crate::failure::Failure;
use mapwright::{Entry, Recipe, registry};
use serde_json::Value;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

/// The longest file, in bytes.
const MAX_BYTES: u64 = 1 << 18;
/// The most files of a folder.
const MAX_FILES: usize = 1_000;

/// Who names the files.
#[derive(Clone, Copy)]
pub(crate) enum Said<'a> {
    /// The person at the command line: any file, from where they stand.
    Typed,
    /// A recipe, which may come from anybody: files beside it and below, by the name of its own file.
    Written(&'a str),
}

/// Which texts came from which files, for messages.
#[derive(Default)]
pub(crate) struct Sources(Vec<Source>);

struct Source {
    /// From 1.
    step: usize,
    parameter: String,
    files: Vec<String>,
}

impl Sources {
    /// Puts the texts of files in place of their names, in every step.
    pub(crate) fn fill(&mut self, recipe: &mut Recipe, said: Said<'_>) -> Result<(), Failure> {
        for index in 0..recipe.steps.len() {
            let names: Vec<String> = recipe.steps[index].with.keys().cloned().collect();
            for name in names {
                let value = recipe.steps[index].with[&name].clone();
                let value = self.read(recipe, index, &name, value, said)?;
                recipe.steps[index].with.insert(name, value);
            }
        }
        Ok(())
    }

    /// The value of a parameter, with the texts of files in place of their names.
    pub(crate) fn read(
        &mut self,
        recipe: &Recipe,
        step: usize,
        parameter: &str,
        value: Value,
        said: Said<'_>,
    ) -> Result<Value, Failure> {
        let mentions = |value: &Value| value.as_str().is_some_and(|text| text.starts_with('@') && !text.contains('\n'));
        let is_list = value.as_array().is_some_and(|items| items.iter().any(mentions));
        if !mentions(&value) && !is_list {
            return Ok(value);
        }
        let place = |failure: Failure| failure.at(&format!("step {} /with/{parameter}", step + 1));
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
                    for file in list(name, said, wants_list).map_err(place)? {
                        texts.push(Value::String(text_of(&file).map_err(place)?));
                        files.push(file.display().to_string());
                        if texts.len() > MAX_FILES {
                            let message = format!("more than {MAX_FILES} files, which is the limit");
                            return Err(place(Failure::bad_input(message)));
                        }
                    }
                }
            }
        }
        let value = if wants_list || is_list { Value::Array(texts) } else { texts.pop().unwrap_or(Value::Null) };
        self.0.retain(|source| (source.step, source.parameter.as_str()) != (step + 1, parameter));
        self.0.push(Source { step: step + 1, parameter: parameter.to_owned(), files });
        Ok(value)
    }

    /// The failure with the names of files in place of the numbers of texts.
    pub(crate) fn name(&self, failure: Failure) -> Failure {
        failure.with_lines(|line| self.0.iter().find_map(|source| source.tell(&line)).unwrap_or(line))
    }
}

impl Source {
    /// The same line with the names of files, if it is about this parameter and one of them.
    fn tell(&self, line: &str) -> Option<String> {
        let place = format!("step {} /with/{}", self.step, self.parameter);
        let said = line.strip_prefix(&place)?;
        let (file, what) = match said.strip_prefix('/') {
            // What is no text of its kind is told by its index, from 0.
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

    /// The file of a text by its number, counted from `first`; none for a text that came from no file.
    fn file(&self, number: &str, first: usize) -> Option<&str> {
        let index = number.parse::<usize>().ok()?.checked_sub(first)?;
        self.files.get(index).map(String::as_str).filter(|file| !file.is_empty())
    }
}

/// Whether the parameter is a list, going by its schema.
fn wants_list(id: &str, parameter: &str) -> bool {
    let schema = registry::find(registry::ALL, id).map(Entry::schema);
    let kind = schema.as_ref().and_then(|schema| schema.pointer(&format!("/properties/{parameter}/type")));
    kind.is_some_and(|kind| kind == "array")
}

/// The file of that name, or the files of the folder, sorted by name.
fn list(name: &str, said: Said<'_>, folders: bool) -> Result<Vec<PathBuf>, Failure> {
    let path = match said {
        Said::Typed => PathBuf::from(name),
        Said::Written(recipe) => {
            let plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
            if !Path::new(name).components().all(plain) {
                let message = format!("a recipe names files beside it or in folders below, and {name:?} is neither");
                return Err(Failure::bad_input(message));
            }
            Path::new(recipe).parent().unwrap_or(Path::new("")).join(name)
        }
    };
    let shown = path.display().to_string();
    let cannot = |error: io::Error| Failure::bad_input(format!("cannot read {shown}: {error}"));
    if !path.is_dir() {
        // A pipe or a device beside a recipe would keep us waiting, or never end.
        return match said {
            Said::Written(_) if path.exists() && !path.is_file() => {
                Err(Failure::bad_input(format!("cannot read {shown}: it is no plain file")))
            }
            _ => Ok(vec![path]),
        };
    }
    if !folders {
        return Err(Failure::bad_input(format!("cannot read {shown}: it is a folder, and one text is expected")));
    }
    let mut files = Vec::new();
    for file in fs::read_dir(&path).map_err(cannot)? {
        let file = file.map_err(cannot)?.path();
        if file.extension().is_some_and(|ending| ending == "txt" || ending == "toml") && !file.is_dir() {
            files.push(file);
        }
    }
    if files.is_empty() {
        return Err(Failure::bad_input(format!("{shown}: no .txt or .toml file is in this folder")));
    }
    files.sort();
    Ok(files)
}

fn text_of(path: &Path) -> Result<String, Failure> {
    let shown = path.display();
    let cannot = |error: io::Error| Failure::bad_input(format!("cannot read {shown}: {error}"));
    let mut bytes = Vec::new();
    File::open(path).map_err(cannot)?.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Failure::bad_input(format!("{shown}: more than {MAX_BYTES} bytes, which is the limit")));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        Failure::bad_input(format!("{shown}: not text: byte {} is no UTF-8", error.utf8_error().valid_up_to()))
    })?;
    if text.trim().is_empty() {
        return Err(Failure::bad_input(format!("{shown}: nothing is in this file")));
    }
    Ok(text)
}
