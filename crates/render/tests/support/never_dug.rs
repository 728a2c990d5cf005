//! Removes the secrets of a saved map: an implementation of its own, on the JSON, that shares
//! nothing with the code under test.

use serde_json::{Value, json};
use std::collections::BTreeSet;

type Cell = (i64, i64);

/// Returns the saved map in which the secrets were never dug, and the number of hidden cells.
///
/// A secret door is wall. Gone is what can only be reached through secret doors, and corridors one
/// cell wide that lead nowhere but to a secret door. Visible rooms are numbered from 1.
pub(crate) fn never_dug(saved: &Value) -> (Value, usize) {
    let tiles = Tiles::of(saved);
    let hidden = hidden(saved, &tiles);
    let mut map = saved.clone();
    map["tiles"] = tiles.without(&hidden);
    let seen = |cell: &Cell| tiles.is_open(*cell) && !hidden.contains(cell);
    for list in ["doors", "stairs", "exits", "entities", "decorations", "labels"] {
        if let Some(records) = map.get_mut(list).and_then(Value::as_array_mut) {
            records.retain(|record| !hidden.contains(&at(record)));
        }
    }
    if let Some(passages) = map.get_mut("passages").and_then(Value::as_array_mut) {
        passages.retain(|passage| passage_cells(passage).iter().all(|cell| !hidden.contains(cell)));
    }
    if let Some(rooms) = map.get_mut("rooms").and_then(Value::as_array_mut) {
        rooms.retain(|room| shape_cells(&room["shape"]).iter().any(seen));
        for room in rooms.iter_mut() {
            let cells = shape_cells(&room["shape"]);
            if cells.iter().any(|cell| hidden.contains(cell)) {
                let left: BTreeSet<Cell> = cells.difference(&hidden).copied().collect();
                room["shape"] = rows_of(&left, json!({"kind": "cells"}));
            }
        }
        let numbers: Vec<i64> = rooms.iter().map(|room| number(&room["number"])).collect();
        for (room, own) in rooms.iter_mut().zip(&numbers) {
            room["number"] = json!(1 + numbers.iter().filter(|other| *other < own).count());
        }
    }
    if let Some(zones) = map.get_mut("zones").and_then(Value::as_array_mut) {
        for zone in zones.iter_mut() {
            let cells: BTreeSet<Cell> = row_cells(zone).difference(&hidden).copied().collect();
            *zone = rows_of(&cells, json!({"id": zone["id"], "tags": zone["tags"]}));
        }
        zones.retain(|zone| !row_cells(zone).is_empty());
    }
    remove_dangling(&mut map);
    (map, hidden.len())
}

/// Removes what refers to rooms and doors that are gone.
fn remove_dangling(map: &mut Value) {
    let rooms: BTreeSet<i64> = list(map, "rooms").iter().map(|room| number(&room["id"])).collect();
    let passages: BTreeSet<i64> = list(map, "passages").iter().map(|passage| number(&passage["id"])).collect();
    if let Some(object) = map.as_object_mut() {
        object.remove("mission");
    }
    if let Some(images) = map.pointer_mut("/symmetry/images").and_then(Value::as_array_mut) {
        for group in images.iter_mut().filter_map(Value::as_array_mut) {
            group.retain(|id| rooms.contains(&number(id)));
        }
        images.retain(|group| group.as_array().is_some_and(|group| !group.is_empty()));
    }
    for passage in map.get_mut("passages").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(joins) = passage["joins"].as_array_mut() {
            joins.retain(|id| rooms.contains(&number(id)));
        }
    }
    for door in map.get_mut("doors").and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(joins) = door["joins"].as_array_mut() {
            joins.retain(|place| match (place.get("room"), place.get("passage")) {
                (Some(room), _) => rooms.contains(&number(room)),
                (_, Some(passage)) => passages.contains(&number(passage)),
                _ => true,
            });
        }
    }
}

struct Tiles(Vec<Vec<char>>);

impl Tiles {
    fn of(saved: &Value) -> Tiles {
        Tiles(list(saved, "tiles").iter().map(|row| row.as_str().expect("a row").chars().collect()).collect())
    }

    fn get(&self, (x, y): Cell) -> char {
        let row = usize::try_from(y).ok().and_then(|y| self.0.get(y));
        row.and_then(|row| row.get(usize::try_from(x).ok()?)).copied().unwrap_or(' ')
    }

    fn is_open(&self, cell: Cell) -> bool {
        !matches!(self.get(cell), ' ' | '#')
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.0.iter().enumerate().flat_map(|(y, row)| (0..row.len()).map(move |x| (x as i64, y as i64)))
    }

    /// Returns everything that can be reached from there without a secret door.
    fn region(&self, from: Cell) -> BTreeSet<Cell> {
        let (mut found, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(cell) = open.pop() {
            if self.is_open(cell) && self.get(cell) != 'S' && found.insert(cell) {
                open.extend(beside(cell));
            }
        }
        found
    }

    /// Returns the rows with rock in place of the hidden cells.
    fn without(&self, hidden: &BTreeSet<Cell>) -> Value {
        let touches = |cell: Cell, is: &dyn Fn(Cell) -> bool| around(cell).any(is);
        let is_seen = |cell: Cell| self.is_open(cell) && !hidden.contains(&cell);
        // Rock far from all floor: void or wall, whichever is more frequent.
        let far = |kind: char| {
            self.cells().filter(|&cell| self.get(cell) == kind && !touches(cell, &|cell| self.is_open(cell))).count()
        };
        let rock = if far(' ') > far('#') { ' ' } else { '#' };
        let tile = |cell: Cell| {
            let was_wall = self.get(cell) == '#' && touches(cell, &|cell| hidden.contains(&cell));
            match hidden.contains(&cell) || was_wall {
                true if touches(cell, &is_seen) => '#',
                true => rock,
                false => self.get(cell),
            }
        };
        let row = |y: usize| (0..self.0[y].len()).map(|x| tile((x as i64, y as i64))).collect::<String>();
        json!((0..self.0.len()).map(row).collect::<Vec<String>>())
    }
}

fn hidden(saved: &Value, tiles: &Tiles) -> BTreeSet<Cell> {
    let secrets: Vec<Cell> = tiles.cells().filter(|&cell| tiles.get(cell) == 'S').collect();
    let exits: Vec<Cell> = list(saved, "exits").iter().map(at).collect();
    let starts = list(saved, "entities").iter().filter(|entity| entity["kind"] == "start").map(at);
    let mut known: BTreeSet<Cell> = exits.iter().copied().chain(starts).flat_map(|cell| tiles.region(cell)).collect();
    let regions: Vec<BTreeSet<Cell>> =
        secrets.iter().flat_map(|&cell| beside(cell)).map(|cell| tiles.region(cell)).collect();
    if known.is_empty() {
        // The map does not say where players come in: they know the largest part.
        let mut largest = BTreeSet::new();
        for region in &regions {
            if region.len() > largest.len() {
                largest.clone_from(region);
            }
        }
        known = largest;
    }
    let mut hidden: BTreeSet<Cell> = secrets.into_iter().collect();
    for region in regions.iter().filter(|region| region.is_disjoint(&known)) {
        hidden.extend(region);
    }
    let stairs = list(saved, "stairs").iter().map(at);
    let mut kept: BTreeSet<Cell> = stairs.chain(exits).collect();
    kept.extend(list(saved, "rooms").iter().flat_map(|room| shape_cells(&room["shape"])));
    // Fill corridors from their dead end, as long as there is one beside something hidden.
    loop {
        let is_seen = |cell: &Cell| tiles.is_open(*cell) && !hidden.contains(cell);
        let beside_hidden = hidden.iter().flat_map(|&cell| beside(cell)).filter(is_seen);
        let ends: Vec<Cell> = beside_hidden
            .filter(|cell| !kept.contains(cell) && beside(*cell).iter().filter(|cell| is_seen(cell)).count() <= 1)
            .collect();
        match ends.first() {
            Some(&end) => hidden.insert(end),
            None => return hidden,
        };
    }
}

fn beside((x, y): Cell) -> [Cell; 4] {
    [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]
}

fn around((x, y): Cell) -> impl Iterator<Item = Cell> {
    (-1..=1).flat_map(move |dy| (-1..=1).map(move |dx| (x + dx, y + dy)))
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn number(value: &Value) -> i64 {
    value.as_i64().expect("a number")
}

fn at(record: &Value) -> Cell {
    (number(&record["x"]), number(&record["y"]))
}

fn shape_cells(shape: &Value) -> BTreeSet<Cell> {
    let kind = shape["kind"].as_str().expect("a kind");
    if kind == "cells" {
        return row_cells(shape);
    }
    let ((left, top), width, height) = (at(shape), number(&shape["width"]), number(&shape["height"]));
    let is_in = |(x, y): Cell| {
        let (dx, dy) = (2 * (x - left) + 1 - width, 2 * (y - top) + 1 - height);
        kind == "rect" || dx * dx + dy * dy <= width.min(height).pow(2)
    };
    let all = (top..top + height).flat_map(|y| (left..left + width).map(move |x| (x, y)));
    all.filter(|&cell| is_in(cell)).collect()
}

fn row_cells(record: &Value) -> BTreeSet<Cell> {
    let (left, top) = at(record);
    let rows = (top..).zip(list(record, "rows"));
    let cells = rows.flat_map(|(y, row)| {
        let row = row.as_str().expect("a row").chars();
        (left..).zip(row).filter(|(_, c)| *c == '#').map(move |(x, _)| (x, y))
    });
    cells.collect()
}

/// Adds the rows of these cells to a record.
fn rows_of(cells: &BTreeSet<Cell>, mut record: Value) -> Value {
    let (left, right) = (cells.iter().map(|cell| cell.0).min(), cells.iter().map(|cell| cell.0).max());
    let (top, bottom) = (cells.iter().map(|cell| cell.1).min(), cells.iter().map(|cell| cell.1).max());
    let (left, right) = (left.unwrap_or(0), right.unwrap_or(-1));
    let (top, bottom) = (top.unwrap_or(0), bottom.unwrap_or(-1));
    let row = |y: i64| (left..=right).map(|x| if cells.contains(&(x, y)) { '#' } else { '.' }).collect::<String>();
    let rows: Vec<String> = (top..=bottom).map(row).collect();
    let object = record.as_object_mut().expect("an object");
    for (key, value) in [("x", left), ("y", top), ("width", right - left + 1), ("height", bottom - top + 1)] {
        object.insert(key.to_owned(), json!(value));
    }
    object.insert("rows".to_owned(), json!(rows));
    record
}

fn passage_cells(passage: &Value) -> Vec<Cell> {
    let width = number(&passage["width"]);
    let (before, after) = ((width - 1) / 2, width / 2);
    let points: Vec<Cell> =
        list(passage, "points").iter().map(|point| (number(&point[0]), number(&point[1]))).collect();
    let mut cells = Vec::new();
    let ends = if points.len() == 1 { vec![points[0], points[0]] } else { points };
    for (from, to) in ends.iter().zip(ends.iter().skip(1)) {
        for y in from.1.min(to.1) - before..=from.1.max(to.1) + after {
            for x in from.0.min(to.0) - before..=from.0.max(to.0) + after {
                cells.push((x, y));
            }
        }
    }
    cells
}
