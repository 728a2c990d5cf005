//! What is to be made, as every command that makes a map is told it: `WHAT`, size, seed and parameters become a plan and its run.

use crate::failure::{Failure, say};
use crate::from_files::Said;
use crate::interrupt;
use crate::what;
use mapwright::edit::{Edit, edited_by};
use mapwright::{Digest, Map, Plan, Require, Run, Seed, Size, place, registry, value_from_text};

/// Which map of all that `WHAT` can be.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct MakingArgs {
    /// How wide and high, in tiles
    #[arg(long, value_name = "WxH", value_parser = parse_size, allow_hyphen_values = true)]
    size: Option<Size>,
    /// A number from 0 to 18446744073709551615, or any word; without one a fresh seed is chosen and printed
    #[arg(long, value_name = "SEED", value_parser = parse_seed, allow_negative_numbers = true)]
    seed: Option<Seed>,
    /// Set a parameter; 2.key=value sets one of the second step, key=@file takes the text of a file
    #[arg(long, value_name = "KEY=VALUE", value_parser = parse_setting)]
    set: Vec<(String, String)>,
    /// Also place stairs, a start, monsters, treasure and traps for a level of this danger, 1 to 1000
    #[arg(long, value_name = "DANGER", value_parser = clap::value_parser!(u32).range(1..=1000))]
    populate: Option<u32>,
    /// Make the map whatever the recipe requires of its numbers
    #[arg(long)]
    no_require: bool,
}

/// What they mean: a plan, and the size and the seed that it is run with.
pub(crate) struct Making {
    pub(crate) plan: Plan,
    pub(crate) seed: Seed,
    /// The size that was asked for, or that of the saved map.
    size: Option<Size>,
    /// The title of the recipe, or what was typed.
    title: String,
    /// Whether the seed was typed.
    seed_is_known: bool,
    /// What stands for the saved map that is to be made again, and nothing but that.
    pub(crate) digest: Option<Digest>,
    /// What was changed by hand on that map.
    edits: Vec<Edit>,
}

impl MakingArgs {
    /// The seed that was typed.
    pub(crate) fn seed(&self) -> Option<Seed> {
        self.seed
    }

    /// The same with one more parameter set.
    pub(crate) fn with(&self, key: &str, value: &str) -> MakingArgs {
        let mut args = self.clone();
        args.set.push((key.to_owned(), value.to_owned()));
        args
    }

    /// Whether nothing is asked for but `WHAT`.
    pub(crate) fn is_empty(&self) -> bool {
        let typed = self.size.is_some() || self.seed.is_some() || self.populate.is_some();
        !typed && self.set.is_empty() && !self.no_require
    }

    /// Finds out what is meant by `WHAT` with these arguments; everything that is wrong is said here.
    pub(crate) fn resolve(&self, name: &str) -> Result<Making, Failure> {
        let what::What { mut recipe, made, mut sources } = what::resolve(name)?;
        if !self.is_empty() && made.as_ref().is_some_and(|made| !made.edits.is_empty()) {
            say(&format!("note: {name}: the edits are of the map as it was; they are left out"));
        }
        for (key, value) in &self.set {
            let place = format!("--set {key}");
            let (step, parameter) = recipe.parameter(key, registry::ALL).map_err(|error| Failure::from(error).at(&place))?;
            let value = value_from_text(value);
            let value = sources.read(&recipe, step, parameter, value, Said::Typed);
            let value = value.map_err(|failure| failure.at(&place))?;
            recipe.set(key, value, registry::ALL).map_err(|error| Failure::from(error).at(&place))?;
        }
        if self.no_require {
            recipe.require = Require::default();
        }
        if let Some(danger) = self.populate {
            place::populate(&mut recipe, danger);
        }
        let plan = recipe.plan(registry::ALL).map_err(|error| match name {
            name if recipe.steps.len() > 1 => sources.name(Failure::from(error)).at(name),
            _ => sources.name(Failure::from(error)),
        })?;
        let title = if recipe.title.is_empty() { name.to_owned() } else { recipe.title };
        Ok(Making {
            plan,
            seed: self.seed.or(made.as_ref().map(|made| made.seed)).map_or_else(fresh_seed, Ok)?,
            size: self.size.or(made.as_ref().map(|made| made.size)),
            title,
            seed_is_known: self.seed.is_some(),
            digest: made.as_ref().and_then(|made| made.digest).filter(|_| self.is_empty()),
            edits: made.map(|made| made.edits).filter(|_| self.is_empty()).unwrap_or_default(),
        })
    }
}

impl Making {
    /// How large the map is going to be.
    pub(crate) fn size(&self) -> Size {
        self.size.unwrap_or(self.plan.size())
    }

    /// How the plan is run: Ctrl-C stops it.
    pub(crate) fn run<'a>(&self) -> Run<'a> {
        Run { size: self.size, cancel: Some(interrupt::flag()), ..Run::new(self.seed) }
    }

    /// The map as it was edited, where it is one that somebody edited and that is made again just as it was.
    pub(crate) fn edited(&self, map: Map) -> Result<Map, Failure> {
        Ok(edited_by(map, &self.edits, registry::ALL, Some(interrupt::flag()))?)
    }

    /// What it is called.
    pub(crate) fn name(&self) -> &str {
        &self.title
    }

    /// What it is, in a line: its title, size and seed.
    pub(crate) fn title(&self) -> String {
        format!("{}, {}, seed {}", self.title, self.size(), self.seed.number())
    }

    /// Says on stderr how to have the map again, where nobody typed its seed.
    pub(crate) fn tell_seed(&self) {
        if !self.seed_is_known {
            say(&format!("{}: --seed {} gives it again", self.title(), self.seed.number()));
        }
    }
}

/// A seed that nobody chose.
pub(crate) fn fresh_seed() -> Result<Seed, Failure> {
    let number = getrandom::u64()
        .map_err(|error| Failure::bad_input(format!("no fresh seed to be had ({error}): give one with --seed")))?;
    // Short enough to read out to somebody.
    Ok(Seed::new(number % 1_000_000_000))
}

pub(crate) fn parse_size(text: &str) -> Result<Size, String> {
    let expected = || format!("expected WxH in tiles, like 80x50; a map has at most {} tiles", Run::MAX_TILES);
    let (width, height) = text.split_once(['x', 'X']).ok_or_else(expected)?;
    let side = |text: &str| text.parse::<i32>().ok().filter(|side| *side >= 0).ok_or_else(expected);
    Ok(Size { width: side(width)?, height: side(height)? })
}

pub(crate) fn parse_seed(text: &str) -> Result<Seed, String> {
    Seed::from_word(text).ok_or_else(|| "expected a whole number from 0 to 18446744073709551615, or a word".to_owned())
}

fn parse_setting(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("expected key=value, like fill_percent=48")?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}
