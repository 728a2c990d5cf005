//! Test cases: a recipe, a size and a seed, drawn at random.

use crate::args::Args;
use mapwright::{Entry, Kind, Recipe, Rng, Seed, Size, Step, param_samples, registry};
use serde_json::{Map as Object, Value};

/// Everything needed to make one map.
pub(crate) struct Case {
    /// The recipe, with its size set.
    pub(crate) recipe: Recipe,
    pub(crate) seed: Seed,
    /// True if every step accepts the size.
    pub(crate) fits: bool,
}

impl Case {
    /// Draws case `number` of an algorithm; `None` if the parameters contradict each other.
    ///
    /// Another `draw` of the case gives other parameters.
    pub(crate) fn draw(args: &Args, entry: &Entry, number: u64, draw: u32) -> Option<Case> {
        let seed = args.seed.child("soak").child(entry.id).nth(number).nth(draw.into());
        let mut recipe = recipe(entry, args.all, &mut seed.child("recipe").rng());
        let generators = recipe.steps.iter().map(|step| {
            let entry = registry::find(args.all, &step.uses).expect("drawn from the registry");
            let built = entry.build(&Value::Object(step.with.clone()));
            let unread = built.as_ref().err().and_then(|problems| problems.iter().find(|(path, _)| path.is_empty()));
            assert!(
                unread.is_none(),
                "the schema accepts parameters that cannot be deserialized: {unread:?}, {:?}",
                step.with
            );
            built.ok()
        });
        let generators = generators.collect::<Option<Vec<_>>>()?;
        let needs = generators.iter().map(|generator| generator.min_size());
        let min_size = needs.fold(Size::new(1, 1), |a, b| Size::new(a.width.max(b.width), a.height.max(b.height)));
        let size = size(min_size, &mut seed.child("size").rng());
        recipe.size = Some([size.width, size.height]);
        let fits = size.holds(min_size) && generators.iter().all(|generator| generator.refuses(size).is_none());
        let seed = Seed::new(seed.child("map").rng().next_u64());
        Some(Case { recipe, seed, fits })
    }

    /// Returns a shell command that reproduces the map.
    pub(crate) fn command(&self) -> String {
        let (seed, recipe) = (self.seed.number(), self.recipe.to_toml());
        format!("mapwright generate - --seed {seed} <<'END'\n{}\nEND", recipe.trim_end())
    }
}

/// Draws a recipe that ends with the algorithm, some of its parameters random.
///
/// A layout and sometimes other steps come before an algorithm that is not a layout.
fn recipe(entry: &Entry, all: &[Entry], rng: &mut Rng) -> Recipe {
    let share = *rng.pick(&[0, 10, 25, 25, 50, 50, 100]).expect("a list");
    let mut with = param_samples::parameters(entry, share, rng);
    // TOML has no null: leave such parameters out.
    with.retain(|_, value| !value.is_null());
    let mut recipe = Recipe::default();
    if entry.kind != Kind::Layout {
        let (layouts, edits): (Vec<&Entry>, Vec<&Entry>) = all.iter().partition(|entry| entry.kind == Kind::Layout);
        recipe.steps.extend(rng.pick(&layouts).map(|layout| step(layout, Object::new())));
        let before = if rng.percent(40) { rng.range(1, 2) } else { 0 };
        recipe.steps.extend((0..before).filter_map(|_| rng.pick(&edits)).map(|edit| step(edit, Object::new())));
    }
    recipe.steps.push(step(entry, with));
    recipe
}

fn step(entry: &Entry, with: Object<String, Value>) -> Step {
    Step { uses: entry.id.to_owned(), with, ..Step::default() }
}

/// Draws a size: mostly small or medium, sometimes thin or large, often the minimum size.
fn size(min_size: Size, rng: &mut Rng) -> Size {
    let (max_width, max_height) = *rng
        .pick(&[
            (30, 30),
            (30, 30),
            (60, 40),
            (60, 40),
            (60, 40),
            (100, 70),
            (100, 70),
            (100, 70),
            (12, 150),
            (150, 12),
        ])
        .expect("a list");
    let (max_width, max_height) = if rng.percent(4) { (300, 200) } else { (max_width, max_height) };
    let (width, height) = (rng.range(7, max_width), rng.range(7, max_height));
    let largest = Size::new(300, 200);
    // If the minimum is larger than that, most draws use the minimum.
    match rng.below(10) {
        0 => Size::new(width, height),
        1 if largest.holds(min_size) => min_size,
        _ => Size::new(width.max(min_size.width.min(largest.width)), height.max(min_size.height.min(largest.height))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args() -> Args {
        Args { maps: 1, seed: Seed::new(3), all: registry::ALL, entries: registry::ALL.iter().collect() }
    }

    #[test]
    fn drawing_a_case_is_deterministic() {
        let args = args();
        for entry in registry::ALL {
            for number in 0..50 {
                let draw = || Case::draw(&args, entry, number, 0).map(|case| case.command());
                assert_eq!(draw(), draw());
            }
        }
    }

    #[test]
    fn the_command_holds_the_whole_recipe() {
        let args = args();
        for entry in registry::ALL {
            for case in (0..50).filter_map(|number| Case::draw(&args, entry, number, 0)) {
                let text = case.command();
                let toml = text.split_once('\n').and_then(|(_, rest)| rest.strip_suffix("\nEND")).expect("a recipe");
                assert_eq!(Recipe::from_toml(toml).unwrap(), case.recipe);
                let [width, height] = case.recipe.size.expect("every case has a size");
                assert!(width <= 300 && height <= 200, "{width}x{height}");
            }
        }
    }
}
