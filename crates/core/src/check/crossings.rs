//! Rules about meeting passages, if tidy passages are promised: they cross at right angles, or one
//! ends in the other.

use super::findings::{Effort, Findings};
use super::ground::Bitmap;
use super::line::Line;
use super::passages::legs;
use super::{Rule, Subject};
use crate::base::bits::ones;
use crate::base::grid::Pos;
use crate::map::Passage;
use std::collections::BTreeSet;

/// Maximum number of visits to shared cells: far more than tidy passages have.
const MAX_VISITS: usize = 1 << 22;

/// Checks every cell that passages share, and returns all of them.
pub(super) fn check(subject: &Subject<'_>, found: &mut Findings) -> Bitmap {
    let (passages, size) = (&subject.map.passages, subject.ground.size());
    let (mut taken, mut shared) = (Bitmap::empty(size), Bitmap::empty(size));
    let mut effort = Effort::on(size);
    for passage in passages {
        for leg in legs(passage) {
            // Another rule reports passages that are too long altogether.
            if !effort.spend(2 * leg.cost(size)) {
                return shared;
            }
            leg.each_word(size, |y, index, bits| *shared.word_mut(y, index) |= bits & taken.word(y, index));
        }
        for leg in legs(passage) {
            leg.each_word(size, |y, index, bits| *taken.word_mut(y, index) |= bits);
        }
    }
    match visits(subject, &shared) {
        Ok(visits) => {
            let hosts = hosts(passages, &visits);
            meetings(passages, &visits, &hosts, found);
            spacing(passages, &visits, &hosts, found);
        }
        Err(pos) => {
            let message = format_args!("passages share too many cells up to {pos}; the rest is not checked");
            found.add(Rule::PassageOverlap, pos, message);
        }
    }
    shared
}

/// The course of a passage through a shared cell, the most important one first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Course {
    /// It turns there, or has no other cell.
    Bends,
    /// It ends there after a segment along the row or column.
    Ends(Along),
    /// It goes straight on.
    Passes(Along),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Along {
    Row,
    Column,
}

/// A passage in a shared cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Visit {
    pos: Pos,
    passage: usize,
    course: Course,
}

/// Returns all visits to shared cells in reading order, one per passage and cell, or the first cell
/// past the limit if there are too many.
fn visits(subject: &Subject<'_>, shared: &Bitmap) -> Result<Vec<Visit>, Pos> {
    let size = subject.ground.size();
    let mut visits: Vec<Visit> = Vec::new();
    for (passage, record) in subject.map.passages.iter().enumerate() {
        let Some(line) = Line::of(record) else { continue };
        for (leg, block) in line.legs().enumerate() {
            let mut too_many = None;
            block.each_word(size, |y, index, bits| {
                for bit in ones(bits & shared.word(y, index)) {
                    let pos = Pos::new(index as i32 * 64 + bit, y as i32);
                    if visits.len() >= MAX_VISITS {
                        too_many = Some(pos);
                        return;
                    }
                    visits.push(Visit { pos, passage, course: course(&line, leg, pos) });
                }
            });
            too_many.map_or(Ok(()), Err)?;
        }
    }
    visits.sort_unstable();
    visits.dedup_by_key(|visit| (visit.pos, visit.passage));
    Ok(visits)
}

/// Returns the course of the passage in a cell of one of its segments.
fn course(line: &Line, leg: usize, pos: Pos) -> Course {
    let last = line.points.len() - 1;
    if last == 0 {
        return Course::Bends;
    }
    let along = if line.points[leg].1 == line.points[leg + 1].1 { Along::Row } else { Along::Column };
    let at = |point: usize| line.square(point).contains(pos.x.into(), pos.y.into());
    match [leg, leg + 1].into_iter().find(|&point| at(point)) {
        None => Course::Passes(along),
        Some(point) if point == 0 || point == last => Course::Ends(along),
        Some(_) => Course::Bends,
    }
}

/// Returns true if two passages with these courses may share a cell.
fn is_square(one: Course, other: Course) -> bool {
    match (one, other) {
        (Course::Passes(one), Course::Passes(other) | Course::Ends(other))
        | (Course::Ends(other), Course::Passes(one)) => one != other,
        _ => false,
    }
}

/// Checks every pair of passages in every cell, and reports each pair once.
fn meetings(passages: &[Passage], visits: &[Visit], hosts: &[Option<usize>], found: &mut Findings) {
    let mut told = BTreeSet::new();
    for here in visits.chunk_by(|a, b| a.pos == b.pos) {
        for (index, visit) in here.iter().enumerate() {
            for other in &here[..index] {
                if found.is_full(Rule::PassageOverlap) {
                    return;
                }
                let pair = [other, visit].map(|visit| hosts[visit.passage].unwrap_or(visit.passage));
                let widened = hosts[visit.passage].is_some() || hosts[other.passage].is_some();
                let fits = pair[0] == pair[1] || !widened && is_square(visit.course, other.course);
                if !fits && told.insert((other.passage, visit.passage)) {
                    let [one, other] = [other, visit].map(|visit| passages[visit.passage].id.0);
                    let (pos, how) =
                        (visit.pos, if widened { "where one of them is widened" } else { "not at right angles" });
                    let message = format_args!("passages {one} and {other} share the cell at {pos}, {how}");
                    found.add(Rule::PassageOverlap, pos, message);
                }
            }
        }
    }
}

/// Checks that no passage meets others in two neighbouring cells: it crosses one passage, and then
/// another or the same one again. A passage that ends in this one does not count.
fn spacing(passages: &[Passage], visits: &[Visit], hosts: &[Option<usize>], found: &mut Findings) {
    let mut crossed: Vec<(usize, Pos)> = Vec::new();
    for here in visits.chunk_by(|a, b| a.pos == b.pos) {
        for visit in here.iter().filter(|visit| hosts[visit.passage].is_none()) {
            let is_crossed = |other: &&Visit| {
                hosts[other.passage].is_none()
                    && matches!(other.course, Course::Passes(_))
                    && is_square(visit.course, other.course)
            };
            if here.iter().any(|other| is_crossed(&other)) {
                crossed.push((visit.passage, visit.pos));
            }
        }
    }
    crossed.sort_unstable();
    let mut told = None;
    for &(passage, pos) in &crossed {
        let next = [pos.x.checked_add(1).map(|x| Pos::new(x, pos.y)), pos.y.checked_add(1).map(|y| Pos::new(pos.x, y))];
        let near = next.into_iter().flatten().find(|&next| crossed.binary_search(&(passage, next)).is_ok());
        if let Some(near) = near.filter(|_| told != Some(passage)) {
            told = Some(passage);
            let id = passages[passage].id.0;
            let message = format_args!("passage {id} meets other passages at {pos} and at {near}, two in a row");
            found.add(Rule::CrossingSpacing, pos, message);
        }
    }
}

/// Returns for every passage the one that it widens: it is wide, joins nothing, and its two points
/// lie on one segment of the other.
fn hosts(passages: &[Passage], visits: &[Visit]) -> Vec<Option<usize>> {
    let widens = |passage: &Passage| passage.width > 1 && passage.joins.is_empty() && passage.points.len() == 2;
    let mut effort = MAX_VISITS;
    let mut host = |passage: &Passage| {
        let ends = [*passage.points.first()?, *passage.points.last()?];
        let first = visits.partition_point(|visit| visit.pos < ends[0]);
        let here = visits[first..].iter().take_while(|visit| visit.pos == ends[0]);
        for visit in here.filter(|visit| !widens(&passages[visit.passage])) {
            let other = &passages[visit.passage];
            effort = effort.checked_sub(other.points.len())?;
            let lies_on = |pair: &[Pos]| {
                let (a, b) = (pair[0], pair[1]);
                let between = |at: i32, a: i32, b: i32| (a.min(b)..=a.max(b)).contains(&at);
                ends.iter().all(|end| between(end.x, a.x, b.x) && between(end.y, a.y, b.y))
            };
            if other.points.windows(2).any(lies_on) {
                return Some(visit.passage);
            }
        }
        None
    };
    passages.iter().map(|passage| if widens(passage) { host(passage) } else { None }).collect()
}
