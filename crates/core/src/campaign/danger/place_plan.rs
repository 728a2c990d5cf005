//! [`PlacePlan`]: a checked placement of a level, and the order in which placements run.
//!
//! A layout may bring placements of its own: its record of how monsters and exits come, the
//! placements among its steps, and those among the finishing steps. They run where the placement of
//! the same role of the campaign would run, and instead of it: after the level has its stairs and
//! its start, and with the danger of the level.

use super::layout_source::Problems;
use super::plan_step;
use crate::base::grid::Size;
use crate::generator::{Entry, Kind};
use crate::place::takes_danger;
use crate::recipe::{Placers, Step};
use crate::registry;
use crate::run::plan::PlannedStep;

/// Placement, and the parameters that the campaign fills in.
#[derive(Clone, Debug)]
pub(crate) struct PlacePlan {
    /// Id of the placement that it stands for.
    pub(crate) role: String,
    pub(crate) step: Step,
    pub(crate) planned: PlannedStep,
    /// True if the step has a `danger` parameter that is not set.
    pub(crate) takes_danger: bool,
}

/// Placements that every level needs before all others, if it has them.
const ARRIVAL: [&str; 3] = ["level", "stairs", "start"];

impl PlacePlan {
    pub(crate) fn new(step: Step, planned: PlannedStep) -> PlacePlan {
        let takes_danger = takes_danger(&planned.entry) && !step.with.contains_key("danger");
        PlacePlan { role: step.uses.clone(), step, planned, takes_danger }
    }

    /// Checks the placements of a record.
    pub(crate) fn of_record(
        placers: &Placers,
        entries: &[Entry],
        size: Option<Size>,
        problems: &mut Problems,
    ) -> Vec<PlacePlan> {
        let mut plans = Vec::new();
        for (role, placer) in placers.iter() {
            let step = placer.step(role);
            // A list of one's own may lack the default steps; then nothing of the kind is placed.
            if step.uses == role && registry::find(entries, role).is_none() {
                continue;
            }
            let under = |(path, what): (String, String)| (format!("/{role}{path}"), what);
            match plan_step(&step, entries, size) {
                Ok(planned) if planned.entry.kind == Kind::Place => {
                    plans.push(PlacePlan { role: role.to_owned(), ..PlacePlan::new(step, planned) });
                }
                Ok(planned) => {
                    let what = format!("{} changes the layout; {role} need a step that places", planned.entry.id);
                    problems.push((format!("/{role}/use"), what));
                }
                Err(wrong) => problems.extend(wrong.into_iter().map(under)),
            }
        }
        plans
    }
}

/// Adds placements to a list, in which they replace those of the same role.
pub(crate) fn overrule(list: &mut Vec<PlacePlan>, stronger: Vec<PlacePlan>) {
    list.retain(|weak| !stronger.iter().any(|strong| strong.role == weak.role));
    list.extend(stronger);
}

/// Returns the placements of a level in order: those of the campaign, of which a layout's own
/// placements replace those of the same role. Further placements of the layout run right after the
/// start.
pub(crate) fn in_order(places: &[PlacePlan], own: &[PlacePlan]) -> Vec<PlacePlan> {
    let of_role = |role: &str| own.iter().filter(|it| it.role == role).cloned().collect::<Vec<_>>();
    let mut order: Vec<PlacePlan> = Vec::with_capacity(places.len() + own.len());
    for place in places {
        let instead = of_role(&place.role);
        if instead.is_empty() {
            order.push(place.clone());
        } else if !order.iter().any(|it| it.role == place.role) {
            order.extend(instead);
        }
    }
    let arrived = order.iter().rposition(|it| ARRIVAL.contains(&&*it.role)).map_or(0, |at| at + 1);
    let others = own.iter().filter(|it| !places.iter().any(|place| place.role == it.role)).cloned();
    order.splice(arrived..arrived, others.collect::<Vec<_>>());
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(ids: &[&str]) -> Vec<PlacePlan> {
        let plan = |id: &&str| {
            let (role, uses) = id.split_once('=').unwrap_or((id, id));
            let step = Step { uses: uses.to_owned(), ..Step::default() };
            let planned = plan_step(&step, registry::ALL, None).unwrap();
            PlacePlan { role: role.to_owned(), ..PlacePlan::new(step, planned) }
        };
        ids.iter().map(plan).collect()
    }

    fn ordered(usual: &[&str], own: &[&str]) -> String {
        let order = in_order(&places(usual), &places(own));
        order.iter().map(|place| &*place.step.uses).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn placements_of_a_layout_run_at_their_place_and_instead_of_the_usual_ones() {
        let usual = ["level", "stairs", "start", "themes", "monsters", "treasure"];
        assert_eq!(ordered(&usual, &[]), "level stairs start themes monsters treasure");
        assert_eq!(ordered(&usual, &["monsters=scatter"]), "level stairs start themes scatter treasure");
        assert_eq!(ordered(&usual, &["exits", "treasure"]), "level stairs start exits themes monsters treasure");
        assert_eq!(ordered(&usual, &["monsters", "monsters"]), "level stairs start themes monsters monsters treasure");
        assert_eq!(ordered(&usual, &["start", "keys"]), "level stairs start keys themes monsters treasure");
        assert_eq!(ordered(&["level", "stairs"], &["monsters"]), "level stairs monsters");
    }

    #[test]
    fn finishing_steps_overrule_the_record() {
        let mut own = places(&["monsters=scatter", "exits"]);
        overrule(&mut own, places(&["monsters"]));
        let names: Vec<&str> = own.iter().map(|place| &*place.step.uses).collect();
        assert_eq!(names, ["exits", "monsters"]);
    }
}
