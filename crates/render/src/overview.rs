//! [`overview()`]: all levels of a campaign on one sheet, as small plans in reading order.

mod flags;
pub(crate) mod plan;

use crate::compose::legend::Ink;
use crate::error::{Error, ErrorKind};
use crate::limits;
use crate::look::Look;
use crate::scene::{Bounds, Color, Group, Node, Path, Point, Scene, Stroke, pt};
use crate::text::{Anchor, Font};
use crate::view::seen;
use mapwright::Map;

/// A level of an overview.
#[derive(Clone, Copy, Debug)]
pub struct OverviewLevel<'a> {
    /// Its number, from 1.
    pub number: u32,
    /// How it was made: the name of its layout or preset.
    pub name: &'a str,
    /// How dangerous it is there; walls turn to the colour of danger as in other pictures.
    pub danger: u32,
    /// The level itself.
    pub map: &'a Map,
}

/// No overview shows more levels.
const MOST: usize = 1_000;
/// The width of a plan, on a sheet whose units are those of its letters.
const WIDTH: f32 = 10.0;
/// From one plan to the next, beside each other and below each other.
const GAP: f32 = 0.9;
/// What stands above a plan.
const HEAD: f32 = 1.15;
/// Free room within the frame of a plan.
const EDGE: f32 = 0.35;
/// The size of letters, and of the number of a level.
const LETTERS: f32 = 0.58;
const NUMBER: f32 = 0.95;

/// All levels as small plans in rows, each with its number, its name and its danger. Start and stairs are marked, and every stair says to
/// which level it leads. The sheet can be written in any format; about 40 pixels a unit show everything.
///
/// Style, view, title and layers of the look are heeded: in the players' view nothing is there that they may not see.
///
/// ```
/// use mapwright::{Map, Seed, Size, generate};
/// use mapwright_render::{Look, OverviewLevel, overview};
/// let maps: Vec<Map> = (1..=3).map(|seed| generate("digger", Size::new(60, 40), Seed::new(seed))).collect::<Result<_, _>>()?;
/// let levels: Vec<OverviewLevel<'_>> =
///     (1..).zip(&maps).map(|(number, map)| OverviewLevel { number, name: "digger", danger: 5 * number, map }).collect();
/// let mut picture = Vec::new();
/// overview(&levels, &Look::default())?.write_png(20, &mut picture)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn overview(levels: &[OverviewLevel<'_>], look: &Look) -> Result<Scene, Error> {
    if levels.is_empty() || levels.len() > MOST {
        let message = format!("an overview shows 1 to {MOST} levels, not {}", levels.len());
        return Err(Error::new(ErrorKind::Invalid, message));
    }
    levels.iter().try_for_each(|level| limits::some(level.map.size()))?;
    let sheet = Sheet::of(levels, look);
    let mut layers = Vec::new();
    if look.layers.has("labels") || look.layers.has("legend") {
        layers.push(sheet.words());
    }
    layers.extend(sheet.plans());
    let colors = &look.style.colors;
    let paper = if look.layers.has("paper") { colors.paper } else { colors.paper.faded(0.0) };
    Ok(Scene { bounds: sheet.bounds(), paper, title: look.title.clone().unwrap_or_default(), layers })
}

/// Where everything lies.
struct Sheet<'a> {
    levels: &'a [OverviewLevel<'a>],
    look: &'a Look,
    columns: usize,
    /// The height of a plan.
    height: f32,
    /// The height of the title, with the room below it.
    title: f32,
}

impl<'a> Sheet<'a> {
    fn of(levels: &'a [OverviewLevel<'a>], look: &'a Look) -> Self {
        // As high as the highest needs, within reason.
        let tall = levels.iter().map(|level| level.map.size().height as f32 / level.map.size().width as f32);
        let inside = WIDTH - 2.0 * EDGE;
        let height = inside * tall.fold(0.3, f32::max).min(1.1) + 2.0 * EDGE;
        let columns = columns(levels.len(), (HEAD + height + GAP) / (WIDTH + GAP));
        let named = look.title.as_deref().is_some_and(|title| !title.trim().is_empty()) && look.layers.has("legend");
        Sheet { levels, look, columns, height, title: if named { 2.6 } else { 0.0 } }
    }

    fn bounds(&self) -> Bounds {
        let rows = self.levels.len().div_ceil(self.columns) as f32;
        let width = self.columns as f32 * (WIDTH + GAP) - GAP;
        let height = self.title + rows * (HEAD + self.height + GAP) - GAP;
        Bounds::new(0.0, 0.0, width, height).grown(1.0)
    }

    /// The frame of a plan.
    fn frame(&self, index: usize) -> Bounds {
        let (column, row) = ((index % self.columns) as f32, (index / self.columns) as f32);
        let (x, y) = (column * (WIDTH + GAP), self.title + row * (HEAD + self.height + GAP) + HEAD);
        Bounds::new(x, y, x + WIDTH, y + self.height)
    }

    fn danger(&self, level: &OverviewLevel<'_>) -> f32 {
        (level.danger as f32 / 25.0).min(1.0)
    }

    /// The title, and what stands above every plan.
    fn words(&self) -> Group {
        let mut group = Group::named("labels");
        let (style, ink) = (&self.look.style, Ink::on_paper(&self.look.style));
        let mut font = Font::of(style.text.font);
        let bounds = self.bounds().grown(-1.0);
        if let Some(title) = self.look.title.as_deref().filter(|_| self.title > 0.0) {
            let room = bounds.width();
            let size = (1.7 * room / font.width(title, 1.7).max(0.1)).clamp(0.85, 1.7);
            let title = font.shortened(title, size, room);
            write(&mut group, font.text(&title, Anchor::Middle, pt(bounds.center().x, 1.45), size, ink.text));
        }
        if !self.look.layers.has("labels") {
            return group;
        }
        for (index, level) in self.levels.iter().enumerate() {
            let frame = self.frame(index);
            let line = frame.from.y - 0.32;
            let number = font.text(&level.number.to_string(), Anchor::Left, pt(frame.from.x, line), NUMBER, ink.text);
            let begin = frame.from.x + font.width(&number.text, NUMBER) + 0.35;
            write(&mut group, number);
            let danger = format!("danger {}", level.danger);
            let pill = font.width(&danger, LETTERS) + 0.5;
            let left = frame.to.x - pill;
            self.pill(&mut group, Bounds::new(left, line - 0.56, frame.to.x, line + 0.2), self.danger(level), &ink);
            let color = self.tint(level).readable(ink.text, ink.paper);
            let danger = font.text(&danger, Anchor::Left, pt(left + 0.25, line), LETTERS, color);
            write(&mut group, danger);
            let name = font.shortened(level.name, LETTERS, (left - 0.3 - begin).max(0.0));
            write(&mut group, font.text(&name, Anchor::Left, pt(begin, line), LETTERS, ink.text));
        }
        group
    }

    /// The colour of a level's danger: that of the paper where there is none.
    fn tint(&self, level: &OverviewLevel<'_>) -> Color {
        let colors = &self.look.style.colors;
        colors.paper.toward(colors.danger, 0.85 * self.danger(level))
    }

    fn pill(&self, group: &mut Group, bounds: Bounds, danger: f32, ink: &Ink) {
        let colors = &self.look.style.colors;
        let Bounds { from, .. } = bounds;
        let path = Path::rounded(from.x, from.y, bounds.width(), bounds.height(), 0.38);
        let line = Stroke::new(ink.line.toward(colors.danger, danger), 0.035);
        group.shape(path, Some(colors.paper.toward(colors.danger, 0.85 * danger)), Some(line));
    }

    /// The plans, a layer each for frames, floors, walls and marks, so that every pen is picked up once.
    fn plans(&self) -> Vec<Group> {
        let style = &self.look.style;
        let names = ["frames", "floor", "walls", "doors"];
        let [mut frames, mut floors, mut walls, mut marks] = names.map(Group::named);
        let mut font = Font::of(style.text.font);
        for (index, level) in self.levels.iter().enumerate() {
            let frame = self.frame(index);
            let map = seen(level.map, self.look);
            let path = Path::rounded(frame.from.x, frame.from.y, frame.width(), frame.height(), 0.25);
            let ground = plan::ground(style);
            frames.shape(path, Some(ground), Some(Stroke::new(style.colors.grid, 0.035)));
            let plan = plan::Plan::of(&map, frame.grown(-EDGE));
            plan.draw(style, self.danger(level), self.look, [&mut floors, &mut walls]);
            if self.look.layers.has("doors") {
                let has = |number: Option<u32>| {
                    number.filter(|&number| self.levels.iter().any(|level| level.number == number))
                };
                let others = [has(level.number.checked_sub(1)), has(level.number.checked_add(1))];
                // Where somebody begins is known to all.
                flags::draw((level.map, &map), &plan, others, (style, ground), &mut font, &mut marks);
            }
        }
        let layer = |group: &Group| self.look.layers.has(group.name) || group.name == "frames";
        [frames, floors, walls, marks].into_iter().filter(layer).collect()
    }
}

/// How many plans a row has: the sheet is a good deal wider than high, and its last row is nearly full.
fn columns(count: usize, height: f32) -> usize {
    let untidy = |columns: usize| {
        let rows = count.div_ceil(columns);
        let shape = columns as f32 / (rows as f32 * height) / 1.6;
        let empty = (rows * columns - count) as f32 / count as f32;
        shape.max(1.0 / shape) + 3.3 * empty
    };
    (1..=count).min_by(|&a, &b| untidy(a).total_cmp(&untidy(b))).unwrap_or(1)
}

fn write(group: &mut Group, text: crate::scene::Text) {
    if !text.outline.is_empty() {
        group.nodes.push(Node::Text(text));
    }
}

/// The middle of a cell.
fn middle(pos: mapwright::Pos) -> Point {
    Point::from(pos) + pt(0.5, 0.5)
}

#[cfg(test)]
mod tests;
