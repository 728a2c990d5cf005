//! Options of every command that makes a map. `WHAT`, size, seed and parameters become a plan that
//! can be run.

use crate::failure::{Failure, eprint_line};
use crate::interrupt;
use crate::what;
use mapwright::edit::{Edit, edited_by};
use mapwright::files::NamedBy;
use mapwright::{Digest, Map, Plan, Require, Run, Seed, Size, place, registry, value_from_text};

/// Size and seed, for every command that makes maps.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SizeAndSeedArgs {
    /// Width and height in tiles, like 80x50
    #[arg(long, value_name = "WxH", allow_hyphen_values = true)]
    pub(crate) size: Option<Size>,
    /// Seed: a number from 0 to 18446744073709551615 or any word [default: random, and printed]
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    pub(crate) seed: Option<Seed>,
}

/// Options that select a map.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct MapArgs {
    #[command(flatten)]
    size_and_seed: SizeAndSeedArgs,
    /// Set a parameter; 2.KEY or bsp.KEY selects a step if several have KEY; KEY=@FILE reads a
    /// file; may be repeated
    #[arg(long, value_name = "KEY=VALUE", value_parser = parse_setting)]
    set: Vec<(String, String)>,
    /// Add stairs, a start, an exit, monsters, treasure and traps for this danger, 1 to 1000
    #[arg(long, value_name = "DANGER", value_parser = clap::value_parser!(u32).range(1..=1000))]
    populate: Option<u32>,
    /// Ignore the metrics that the recipe requires
    #[arg(long)]
    no_require: bool,
}

/// Map to make: a plan, its size and its seed.
pub(crate) struct MapRequest {
    pub(crate) plan: Plan,
    pub(crate) seed: Seed,
    /// Requested size, or the size of the saved map.
    size: Option<Size>,
    /// Title of the recipe, or the argument `WHAT`.
    name: String,
    /// True if the seed was neither given nor saved.
    seed_is_random: bool,
    /// Digest of the saved map, if it is remade without changes.
    pub(crate) digest: Option<Digest>,
    /// Edits of the saved map, if it is remade without changes.
    edits: Vec<Edit>,
}

impl MapArgs {
    /// Returns the seed, if one was given.
    pub(crate) fn seed(&self) -> Option<Seed> {
        self.size_and_seed.seed
    }

    /// Returns these options with one more parameter set.
    pub(crate) fn with(&self, key: &str, value: &str) -> MapArgs {
        let mut args = self.clone();
        args.set.push((key.to_owned(), value.to_owned()));
        args
    }

    /// Returns true if no option is given.
    pub(crate) fn is_empty(&self) -> bool {
        let SizeAndSeedArgs { size, seed } = self.size_and_seed;
        size.is_none() && seed.is_none() && self.populate.is_none() && self.set.is_empty() && !self.no_require
    }

    /// Resolves `WHAT`, applies these options and checks the result.
    pub(crate) fn resolve(&self, name: &str) -> Result<MapRequest, Failure> {
        let what::What { mut recipe, made, mut sources } = what::resolve(name)?;
        if !self.is_empty() && made.as_ref().is_some_and(|made| !made.edits.is_empty()) {
            eprint_line(&format!("note: {name}: its edits are left out, because the options change the map"));
        }
        for (key, value) in &self.set {
            let place = format!("--set {key}");
            let at_place = |error| Failure::from(error).at(&place);
            let (step, parameter) = recipe.parameter(key, registry::ALL).map_err(at_place)?;
            let value = value_from_text(value);
            let value = sources.read(&recipe, step, parameter, value, NamedBy::User).map_err(at_place)?;
            recipe.set(key, value, registry::ALL).map_err(at_place)?;
        }
        if self.no_require {
            recipe.require = Require::default();
        }
        if let Some(danger) = self.populate {
            place::populate_with(&mut recipe, danger, registry::ALL);
        }
        let plan = recipe.plan(registry::ALL).map_err(|error| {
            let failure = Failure::from(error).naming(&sources);
            if recipe.steps.len() > 1 { failure.at(name) } else { failure }
        })?;
        let SizeAndSeedArgs { size, seed } = self.size_and_seed;
        Ok(MapRequest {
            plan,
            seed: seed.or(made.as_ref().map(|made| made.seed)).map_or_else(random_seed, Ok)?,
            size: size.or(made.as_ref().map(|made| made.size)),
            name: if recipe.title.is_empty() { name.to_owned() } else { recipe.title },
            seed_is_random: seed.is_none() && made.is_none(),
            digest: made.as_ref().and_then(|made| made.digest).filter(|_| self.is_empty()),
            edits: made.map(|made| made.edits).filter(|_| self.is_empty()).unwrap_or_default(),
        })
    }
}

impl MapRequest {
    /// Returns the size of the map.
    pub(crate) fn size(&self) -> Size {
        self.size.unwrap_or(self.plan.size())
    }

    /// Returns the options of the run. Ctrl-C cancels it.
    pub(crate) fn run<'a>(&self) -> Run<'a> {
        Run::new(self.seed).sized(self.size).cancel(interrupt::flag())
    }

    /// Applies the edits of the saved map.
    pub(crate) fn edited(&self, map: Map) -> Result<Map, Failure> {
        Ok(edited_by(map, &self.edits, registry::ALL, Some(interrupt::flag()))?)
    }

    /// Returns the title of the recipe, or the argument `WHAT`.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns name, size and seed in one line.
    pub(crate) fn title(&self) -> String {
        format!("{}, {}, seed {}", self.name, self.size(), self.seed.number())
    }

    /// Prints a random seed to stderr, with the option that makes the map again.
    pub(crate) fn print_seed(&self) {
        if self.seed_is_random {
            eprint_line(&format!("{}: to make it again, use --seed {}", self.title(), self.seed.number()));
        }
    }
}

/// Returns a random seed that is short enough to type.
pub(crate) fn random_seed() -> Result<Seed, Failure> {
    let number = getrandom::u64()
        .map_err(|error| Failure::bad_input(format!("the system has no random numbers ({error}): give a --seed")))?;
    Ok(Seed::new(number % 1_000_000_000))
}

fn parse_setting(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("expected KEY=VALUE, like fill_percent=48")?;
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}
