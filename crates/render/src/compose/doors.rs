//! Doors, stairs and ways in.

use super::Plan;
use crate::scene::Group;

pub(super) fn draw(_plan: &Plan<'_>, _group: &mut Group) {}
