//! [`overview()`]: all levels of a campaign on one sheet, as small plans in reading order.

mod flags;
pub(crate) mod plan;

use crate::compose::legend::Ink;
use crate::error::{Error, ErrorKind};
use crate::limits;
use crate::look::Look;
use crate::look::seen;
use crate::scene::{Bounds, Color, Group, Node, Path, Point, Scene, Stroke, pt};
use crate::text::{Anchor, Font};
use mapwright::Map;

/// A level of an overview.
#[derive(Clone, Copy, Debug)]
pub struct OverviewLevel<'a> {
    /// Number of the level, from 1.
    pub number: u32,
    /// Name of its layout or preset.
    pub name: &'a str,
    /// Danger of the level; walls are tinted by it as in other pictures.
    pub danger: u32,
    /// Map of the level.
    pub map: &'a Map,
}

/// Maximum number of levels.
const MAX_LEVELS: usize = 1_000;
/// Width of a plan, in units of the sheet.
const PLAN_WIDTH: f32 = 10.0;
/// Gap between plans, in both directions.
const GAP: f32 = 0.9;
/// Height of the text above a plan.
const HEADER: f32 = 1.15;
/// Margin inside the frame of a plan.
const MARGIN: f32 = 0.35;
/// Font sizes of the text and of level numbers.
const FONT_SIZE: f32 = 0.58;
const NUMBER_SIZE: f32 = 0.95;

/// Draws all levels as small plans in rows, each with its number, name and danger. The start and
/// the stairs are marked, and every stair shows the level it leads to. The sheet can be written in
/// any format; about 40 pixels per unit make everything legible.
///
/// Uses the style, view, title and layers of the look. In the player view, everything hidden from
/// players is left out.
///
/// ```
/// use mapwright::{Map, Seed, Size, generate};
/// use mapwright_render::{Look, OverviewLevel, overview};
/// let maps: Vec<Map> = (1..=3)
///     .map(|seed| generate("digger", Size::new(60, 40), Seed::new(seed)))
///     .collect::<Result<_, _>>()?;
/// let levels: Vec<OverviewLevel<'_>> = (1..)
///     .zip(&maps)
///     .map(|(number, map)| OverviewLevel { number, name: "digger", danger: 5 * number, map })
///     .collect();
/// let mut picture = Vec::new();
/// overview(&levels, &Look::default())?.write_png(20, &mut picture)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn overview(levels: &[OverviewLevel<'_>], look: &Look) -> Result<Scene, Error> {
    if levels.is_empty() || levels.len() > MAX_LEVELS {
        let message = format!("an overview shows 1 to {MAX_LEVELS} levels, not {}", levels.len());
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

/// Layout of the sheet.
struct Sheet<'a> {
    levels: &'a [OverviewLevel<'a>],
    look: &'a Look,
    columns: usize,
    /// Height of a plan.
    height: f32,
    /// Height of the title, including the gap below it.
    title: f32,
}

impl<'a> Sheet<'a> {
    fn of(levels: &'a [OverviewLevel<'a>], look: &'a Look) -> Self {
        // As high as the tallest level needs, within limits.
        let aspect_ratios = levels.iter().map(|level| level.map.size().height as f32 / level.map.size().width as f32);
        let inside = PLAN_WIDTH - 2.0 * MARGIN;
        let height = inside * aspect_ratios.fold(0.3, f32::max).min(1.1) + 2.0 * MARGIN;
        let columns = columns(levels.len(), (HEADER + height + GAP) / (PLAN_WIDTH + GAP));
        let has_title =
            look.title.as_deref().is_some_and(|title| !title.trim().is_empty()) && look.layers.has("legend");
        Sheet { levels, look, columns, height, title: if has_title { 2.6 } else { 0.0 } }
    }

    fn bounds(&self) -> Bounds {
        let rows = self.levels.len().div_ceil(self.columns) as f32;
        let width = self.columns as f32 * (PLAN_WIDTH + GAP) - GAP;
        let height = self.title + rows * (HEADER + self.height + GAP) - GAP;
        Bounds::new(0.0, 0.0, width, height).grown(1.0)
    }

    /// Returns the frame of a plan.
    fn frame(&self, index: usize) -> Bounds {
        let (column, row) = ((index % self.columns) as f32, (index / self.columns) as f32);
        let (x, y) = (column * (PLAN_WIDTH + GAP), self.title + row * (HEADER + self.height + GAP) + HEADER);
        Bounds::new(x, y, x + PLAN_WIDTH, y + self.height)
    }

    fn danger(&self, level: &OverviewLevel<'_>) -> f32 {
        (level.danger as f32 / 25.0).min(1.0)
    }

    /// Draws the title and the text above every plan.
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
            let number =
                font.text(&level.number.to_string(), Anchor::Left, pt(frame.from.x, line), NUMBER_SIZE, ink.text);
            let name_left = frame.from.x + font.width(&number.text, NUMBER_SIZE) + 0.35;
            write(&mut group, number);
            let danger = format!("danger {}", level.danger);
            let pill = font.width(&danger, FONT_SIZE) + 0.5;
            let left = frame.to.x - pill;
            self.pill(&mut group, Bounds::new(left, line - 0.56, frame.to.x, line + 0.2), self.danger(level), &ink);
            let color = self.tint(level).readable(ink.text, ink.paper);
            let danger = font.text(&danger, Anchor::Left, pt(left + 0.25, line), FONT_SIZE, color);
            write(&mut group, danger);
            let name = font.shortened(level.name, FONT_SIZE, (left - 0.3 - name_left).max(0.0));
            write(&mut group, font.text(&name, Anchor::Left, pt(name_left, line), FONT_SIZE, ink.text));
        }
        group
    }

    /// Returns the colour of a level's danger, which is the paper's colour if there is none.
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

    /// Draws the plans, with one layer each for frames, floors, walls and marks, so that styles are
    /// switched rarely.
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
            let plan = plan::Plan::of(&map, frame.grown(-MARGIN));
            plan.draw(style, self.danger(level), self.look, [&mut floors, &mut walls]);
            if self.look.layers.has("doors") {
                let has = |number: Option<u32>| {
                    number.filter(|&number| self.levels.iter().any(|level| level.number == number))
                };
                let others = [has(level.number.checked_sub(1)), has(level.number.checked_add(1))];
                // The start is known to everyone.
                flags::draw((level.map, &map), &plan, others, (style, ground), &mut font, &mut marks);
            }
        }
        let layer = |group: &Group| self.look.layers.has(group.name) || group.name == "frames";
        [frames, floors, walls, marks].into_iter().filter(layer).collect()
    }
}

/// Returns the number of plans per row, so that the sheet is a good deal wider than high and its
/// last row nearly full.
fn columns(count: usize, height: f32) -> usize {
    let cost = |columns: usize| {
        let rows = count.div_ceil(columns);
        let shape = columns as f32 / (rows as f32 * height) / 1.6;
        let empty = (rows * columns - count) as f32 / count as f32;
        shape.max(1.0 / shape) + 3.3 * empty
    };
    (1..=count).min_by(|&a, &b| cost(a).total_cmp(&cost(b))).unwrap_or(1)
}

fn write(group: &mut Group, text: crate::scene::Text) {
    if !text.outline.is_empty() {
        group.nodes.push(Node::Text(text));
    }
}

/// Returns the middle of a cell.
fn middle(pos: mapwright::Pos) -> Point {
    Point::from(pos) + pt(0.5, 0.5)
}

#[cfg(test)]
mod tests;
