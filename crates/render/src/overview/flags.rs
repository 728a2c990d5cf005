//! Small flags beside the start and the stairs of a level, each with a line to its cell.

use super::middle;
use super::plan::Plan;
use crate::pen::polar;
use crate::scene::{Bounds, Color, Group, Node, Path, Point, Stroke, pt};
use crate::style::Style;
use crate::text::Font;
use mapwright::{EntityKind, Level, Map, Pos};

/// Height of a flag.
const HEIGHT: f32 = 0.62;
/// Font size.
const FONT_SIZE: f32 = 0.5;

/// Content of a flag.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Sign {
    Start,
    /// Stairs, and the level they lead to, if it is on the sheet.
    Stairs(Level, Option<u32>),
}

/// A placed flag.
struct Flag {
    sign: Sign,
    /// Position it marks.
    to: Point,
    bounds: Bounds,
}

/// Marks the start of the whole map and the stairs of its visible part, on a ground of this colour.
/// Stairs lead to the levels above and below.
pub(super) fn draw(
    (whole, seen): (&Map, &Map),
    plan: &Plan,
    [above, below]: [Option<u32>; 2],
    (style, ground): (&Style, Color),
    font: &mut Font,
    group: &mut Group,
) {
    let start = whole.entities.iter().filter(|entity| entity.kind == EntityKind::Start).map(|entity| entity.pos);
    let start = start.filter(|&pos| whole.size().contains(pos)).take(1).map(|pos| (pos, Sign::Start));
    let stairs = seen.stairs.iter().map(|stairs| match stairs.dir {
        Level::Up => (stairs.pos, Sign::Stairs(Level::Up, above)),
        Level::Down => (stairs.pos, Sign::Stairs(Level::Down, below)),
    });
    let signs: Vec<(Pos, Sign)> = stairs.chain(start).collect();
    let flags = place_flags(&signs, plan, font);
    let colors = &style.colors;
    // One of these stands out from the ground, the other from the first.
    let strong = ground.readable(colors.line, colors.light);
    let weak = strong.readable(colors.line, colors.light);
    for flag in &flags {
        let line = Path::polyline(&[flag.to, nearest(flag.bounds, flag.to)]);
        group.stroke(line.clone(), Stroke::new(weak, 0.11));
        group.shape(Path::circle(flag.to, 0.085), Some(strong), Some(Stroke::new(weak, 0.04)));
        group.stroke(line, Stroke::new(strong, 0.05));
    }
    for Flag { sign, bounds, .. } in flags {
        let (fill, ink) = match sign {
            Sign::Start => (colors.glow, colors.glow.readable(colors.line, colors.light)),
            Sign::Stairs(Level::Up, _) => (weak, strong),
            Sign::Stairs(Level::Down, _) => (strong, weak),
        };
        let path = Path::rounded(bounds.from.x, bounds.from.y, bounds.width(), bounds.height(), 0.16);
        group.shape(path, Some(fill), Some(Stroke::new(strong, 0.045)));
        let at = bounds.from + pt(HEIGHT / 2.0, HEIGHT / 2.0);
        match sign {
            Sign::Start => {
                let corner = |i: u32| polar(at, if i.is_multiple_of(2) { 0.23 } else { 0.1 }, i as f32 / 10.0 - 0.25);
                group.fill(Path::polygon(&(0..10).map(corner).collect::<Vec<_>>()), ink);
            }
            Sign::Stairs(dir, number) => {
                let direction = if dir == Level::Down { 1.0 } else { -1.0 };
                let corners = [pt(-0.17, -0.13 * direction), pt(0.17, -0.13 * direction), pt(0.0, 0.16 * direction)];
                group.fill(Path::polygon(&corners.map(|corner| at + corner)), ink);
                if let Some(number) = number {
                    let room = Bounds { from: pt(bounds.from.x + HEIGHT * 0.86, bounds.from.y), to: bounds.to };
                    let at = room.center() - pt(0.06, 0.0);
                    group.nodes.push(Node::Text(font.centered(&number.to_string(), at, FONT_SIZE, ink).0));
                }
            }
        }
    }
}

/// Places the flags near their cells, clear of each other and of all marked cells, as long as there
/// is space in the frame.
fn place_flags(signs: &[(Pos, Sign)], plan: &Plan, font: &mut Font) -> Vec<Flag> {
    let spots: Vec<Point> = signs.iter().map(|(pos, _)| plan.place(middle(*pos))).collect();
    let mut flags: Vec<Flag> = Vec::new();
    for (&(_, sign), &to) in signs.iter().zip(&spots) {
        let width = match sign {
            Sign::Stairs(_, Some(number)) => HEIGHT * 0.86 + font.width(&number.to_string(), FONT_SIZE) + 0.2,
            _ => HEIGHT,
        };
        let half = pt(width, HEIGHT) * 0.5;
        // Candidates around the cell, nearer ones first, beginning in the upper right.
        let candidates =
            (0..6).flat_map(|ring| (0..12).map(move |turn| (ring as f32 * 0.45, turn as f32 / 12.0 - 0.1)));
        let mut bounds = candidates.map(|(more, turn)| {
            let direction = polar(pt(0.0, 0.0), 1.0, turn);
            let center = to + pt(direction.x * (half.x + 0.22 + more), direction.y * (half.y + 0.22 + more));
            Bounds { from: center - half, to: center + half }
        });
        let is_free = |bounds: &Bounds| {
            let frame = plan.frame.grown(0.3);
            let inside = frame.from.x <= bounds.from.x
                && frame.from.y <= bounds.from.y
                && bounds.to.x <= frame.to.x
                && bounds.to.y <= frame.to.y;
            let holds = |p: &Point| bounds.grown(0.12).overlaps(Bounds { from: *p, to: *p + pt(0.01, 0.01) });
            inside && !spots.iter().any(holds) && flags.iter().all(|flag| !flag.bounds.overlaps(bounds.grown(0.08)))
        };
        // A level with very many stairs may leave some without a flag.
        if let Some(bounds) = bounds.find(is_free) {
            flags.push(Flag { sign, to, bounds });
        }
    }
    flags
}

/// Returns the point of a rectangle nearest to another point.
fn nearest(bounds: Bounds, p: Point) -> Point {
    pt(p.x.clamp(bounds.from.x, bounds.to.x), p.y.clamp(bounds.from.y, bounds.to.y))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use mapwright::Stairs;

    #[test]
    fn flags_do_not_overlap_even_for_adjacent_stairs() {
        let mut map = Map::from_ascii(&format!("{0}{0}{0}{0}", ".".repeat(12) + "\n")).unwrap();
        let dirs = [Level::Up, Level::Down];
        map.stairs = (0..8).map(|i| Stairs::new(Pos::new(3 + i / 2, 1 + i % 2), dirs[i as usize % 2])).collect();
        let plan = Plan::of(&map, Bounds::new(0.0, 0.0, 9.0, 6.0));
        let signs: Vec<(Pos, Sign)> =
            map.stairs.iter().map(|stairs| (stairs.pos, Sign::Stairs(stairs.dir, Some(100)))).collect();
        let flags = place_flags(&signs, &plan, &mut Font::of(Style::default().text.font));
        assert_eq!(flags.len(), 8);
        for (index, flag) in flags.iter().enumerate() {
            assert!(flags[..index].iter().all(|other| !other.bounds.overlaps(flag.bounds)), "{index}");
            assert_eq!(flag.to, plan.place(middle(signs[index].0)));
        }
    }
}
