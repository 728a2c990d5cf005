//! Reads a map: the top-level keys of the file, in any order.

use super::bounded::Input;
use super::rows::Rows;
use super::{FORMAT, inside, keys, records};
use crate::base::error::{Error, ErrorKind};
use crate::base::grid::{Grid, Size};
use crate::base::promises::Promises;
use crate::base::rng::Seed;
use crate::base::tile::Tile;
use crate::content::themes;
use crate::edit::Edit;
use crate::map::facing;
use crate::map::{Map, Origin, Source, Theme};
use crate::params::schema::{self, printable};
use crate::recipe::Recipe;
use std::sync::Arc;

/// Major version that can be read.
const MAJOR: u32 = 1;

/// Reads the whole file.
pub(super) fn map(input: &mut Input<'_>) -> Result<Map, Error> {
    if input.peek()? != b'{' {
        return Err(input.bad("not a saved map: saved maps are JSON and begin with {"));
    }
    let nothing = Map::with_tiles(Grid::new(Size::new(0, 0), Tile::Void));
    let mut draft = Draft {
        map: nothing,
        size: None,
        rows: Rows::default(),
        unfaced: Vec::new(),
        seeded: false,
        has_content: false,
    };
    let needed = ["format", "version", "size", "tiles"];
    draft.map.extra = input.record(keys::MAP, &needed, |input, key| draft.field(input, key))?;
    input.end()?;
    draft.finish()
}

/// The parts read so far.
struct Draft {
    map: Map,
    size: Option<Size>,
    rows: Rows,
    /// Doors whose file entry has no facing.
    unfaced: Vec<usize>,
    /// True if there was a seed.
    seeded: bool,
    /// True if there was a setting or a list of themes.
    has_content: bool,
}

impl Draft {
    fn field(&mut self, input: &mut Input<'_>, key: &str) -> Result<(), Error> {
        let map = &mut self.map;
        match key {
            "format" => format(input)?,
            "version" => version(input)?,
            "size" => self.size = Some(size(input)?),
            "seed" => {
                map.source.seed = seed(input)?;
                self.seeded = true;
            }
            "source" => source(input, &mut map.source)?,
            "tiles" => self.rows = Rows::read(input, self.size)?,
            "rooms" => map.rooms = input.records(records::room)?,
            "passages" => map.passages = input.records(records::passage)?,
            "doors" => self.doors(input)?,
            "stairs" => map.stairs = input.records(records::stairs)?,
            "exits" => map.exits = input.records(records::exit)?,
            "zones" => map.zones = input.records(records::zone)?,
            "entities" => map.entities = input.records(records::entity)?,
            "decorations" => map.decorations = input.records(records::decoration)?,
            "labels" => map.labels = input.records(records::label)?,
            "grid" => map.grid = Some(size(input)?),
            "mission" => map.mission = Some(records::mission(input)?),
            "symmetry" => map.symmetry = Some(records::symmetry(input)?),
            "setting" => {
                map.setting = Some(input.string()?.into());
                self.has_content = true;
            }
            "themes" => {
                map.themes = own_themes(input)?;
                self.has_content = true;
            }
            "edits" => map.source.edits = input.records(edit)?,
            "stats" => input.named(
                |input| {
                    input.count_record()?;
                    input.whole(i64::MIN..=i64::MAX)
                },
                |name, number| map.stats.insert(name, number),
            )?,
            _ => map.notes = input.records(records::note)?,
        }
        Ok(())
    }

    fn doors(&mut self, input: &mut Input<'_>) -> Result<(), Error> {
        let (unfaced, mut index) = (&mut self.unfaced, 0);
        self.map.doors = input.records(|input| {
            let (door, facing) = records::door(input)?;
            if facing.is_none() {
                unfaced.push(index);
            }
            index += 1;
            Ok(door)
        })?;
        Ok(())
    }

    fn finish(mut self) -> Result<Map, Error> {
        let size = self.size.unwrap_or_default();
        self.map.tiles = self.rows.into_grid(size).map_err(|what| Error::new(ErrorKind::BadFile, what))?;
        if self.map.source.origin.recipe.is_some() && !self.seeded {
            let message = "seed is missing: a map with a recipe has one";
            return Err(Error::new(ErrorKind::BadFile, message));
        }
        if !self.has_content {
            content_of_recipe(&mut self.map);
        }
        inside::check(&self.map)?;
        for index in self.unfaced {
            // Derived from the open sides, as for a text map.
            self.map.doors[index].facing = facing(&self.map.tiles, self.map.doors[index].pos);
        }
        Ok(self.map)
    }
}

fn format(input: &mut Input<'_>) -> Result<(), Error> {
    let format = input.string()?;
    if format == FORMAT {
        return Ok(());
    }
    Err(input.bad(format!("this is a {} file, not a {FORMAT}", printable(&format))))
}

fn version(input: &mut Input<'_>) -> Result<(), Error> {
    let text = input.string()?;
    let number =
        |digits: &str| digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse::<u32>().ok()).flatten();
    let parts = text.split_once('.').and_then(|(major, minor)| Some((number(major)?, number(minor)?)));
    match parts {
        Some((MAJOR, _)) => Ok(()),
        Some((major, _)) if major > MAJOR => {
            let text = printable(&text);
            Err(input.bad(format!("version {text} is newer than this program reads ({MAJOR}.x); update mapwright")))
        }
        _ => Err(input.bad(format!("{:?} is not a version that this program reads ({MAJOR}.x)", printable(&text)))),
    }
}

fn size(input: &mut Input<'_>) -> Result<Size, Error> {
    let (mut width, mut height) = (0, 0);
    input.exactly(keys::SIZE, keys::SIZE, |input, key| {
        *(if key == "width" { &mut width } else { &mut height }) = input.side()?;
        Ok(())
    })?;
    let tiles = i64::from(width) * i64::from(height);
    let limit = input.limits().max_tiles;
    if tiles as u64 > limit as u64 {
        return Err(input.too_big(format!("{width}x{height} has {tiles} tiles; the limit is {limit}")));
    }
    Ok(Size::new(width, height))
}

fn seed(input: &mut Input<'_>) -> Result<Seed, Error> {
    if input.peek()? != b'"' {
        return Err(input.unexpected("a text with a whole number, like \"7\","));
    }
    let text = input.string()?;
    let digits = text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    digits.map(Seed::new).ok_or_else(|| {
        let text = printable(&text);
        input.bad(format!("{text:?} is not a whole number from 0 to {}", u64::MAX))
    })
}

fn source(input: &mut Input<'_>, source: &mut Source) -> Result<(), Error> {
    let mut origin = Origin::default();
    input.exactly(keys::SOURCE, &[], |input, key| {
        match key {
            "recipe" => origin.recipe = recipe(input)?,
            "revisions" => input.named(
                |input| {
                    input.count_record()?;
                    input.id()
                },
                |id, revision| origin.revisions.insert(id, revision),
            )?,
            "program" => origin.program = input.string()?,
            _ => source.promises = promises(input)?,
        }
        Ok(())
    })?;
    source.origin = Arc::new(origin);
    Ok(())
}

/// A recipe follows the rules for recipes, which people write: unknown keys are refused.
fn recipe(input: &mut Input<'_>) -> Result<Option<Recipe>, Error> {
    let value = input.value()?;
    if value.is_null() {
        return Ok(None);
    }
    Recipe::from_value(value).map(Some).map_err(|error| {
        let (first, others) = (&error.problems()[0], error.problems().len() - 1);
        let more = if others == 0 { String::new() } else { format!("; and {others} more") };
        input.bad(format!("{first}{more}"))
    })
}

/// Records setting and themes of a file from before version 1.3, which has them in its recipe only.
/// Themes that cannot be read are dropped, as they always were.
fn content_of_recipe(map: &mut Map) {
    let origin = Arc::clone(&map.source.origin);
    let steps = || origin.recipe.iter().flat_map(Recipe::running);
    let setting =
        steps().next().map(|step| step.with.get("archetype").and_then(|it| it.as_str()).unwrap_or(&step.uses));
    map.setting = setting.map(|setting| setting.to_owned().into());
    let own = steps().filter(|step| step.uses == "themes").filter_map(|step| step.with.get("own")?.as_str());
    map.add_themes(own.filter_map(|text| themes::from_toml(text).ok()).flatten());
}

/// A theme is validated like one in a recipe, because games and pictures rely on its limits.
fn own_themes(input: &mut Input<'_>) -> Result<Vec<Theme>, Error> {
    let schema = schema::of::<Theme>();
    let list = input.records(|input| {
        let value = input.value()?;
        let problems = schema::check(schema, &value);
        match problems.first() {
            None => serde_json::from_value(value).map_err(|error| input.bad(printable(&error.to_string()))),
            Some((path, problem)) if path.is_empty() => Err(input.bad(problem)),
            Some((path, problem)) => Err(input.bad(format!("{path}: {problem}"))),
        }
    })?;
    match themes::problems_of(&list).first() {
        None => Ok(list),
        Some((path, problem)) => Err(input.bad(format!("{path}: {problem}"))),
    }
}

/// An edit is validated too, because it may be applied again.
fn edit(input: &mut Input<'_>) -> Result<Edit, Error> {
    let value = input.value()?;
    serde_json::from_value(value).map_err(|error| input.bad(printable(&error.to_string())))
}

fn promises(input: &mut Input<'_>) -> Result<Promises, Error> {
    let mut promises = Promises::NONE;
    input.list(|input| {
        let name = input.string()?;
        let known: Vec<&str> = Promises::ALL.names().collect();
        let promise = Promises::from_name(&name).ok_or_else(|| input.unknown_word(&name, &known))?;
        promises = promises | promise;
        Ok(())
    })?;
    Ok(promises)
}
