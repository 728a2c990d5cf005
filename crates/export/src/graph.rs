//! The graph of rooms and connections, for Graphviz (DOT) or as JSON.
//!
//! Nodes are rooms, corridors where ways meet, other floor, and the start, exits, stairs and keys,
//! each with the room it is in. On a map without rooms, nodes are its zones, or the areas between its
//! doors. Edges are the ways between nodes, with the doors on them (kind, state, facing, and the key
//! of a lock) and width and length of the corridor.
//!
//! What it tells: that, and the purpose of rooms. A file for players has no secret doors and nothing
//! behind them, no keys, locks, start or goal, and no purpose of rooms.

mod areas;
mod dot;
mod features;
mod model;
mod rooms;

use crate::error::Error;
use crate::job::{Job, SideFile};
use model::Graph;
use std::io::Write;

/// Writes the graph for Graphviz.
pub(crate) fn write_dot(job: &Job<'_>, to: &mut dyn Write) -> Result<Vec<SideFile>, Error> {
    to.write_all(dot::text(&graph(job)).as_bytes())?;
    Ok(Vec::new())
}

/// Writes the graph as JSON.
pub(crate) fn write_json(job: &Job<'_>, to: &mut dyn Write) -> Result<Vec<SideFile>, Error> {
    let mut text = serde_json::to_vec_pretty(&graph(job)).map_err(std::io::Error::from)?;
    text.push(b'\n');
    to.write_all(&text)?;
    Ok(Vec::new())
}

fn graph(job: &Job<'_>) -> Graph {
    let map = job.map;
    let keys = features::LockKeys::of(map);
    let mut graph = Graph::new(job.title());
    let places = if map.rooms.is_empty() {
        areas::add(&mut graph, map, &keys)
    } else {
        rooms::add(&mut graph, map, &keys, job.is_for_players)
    };
    features::add(&mut graph, map, &keys, &places);
    graph
}

#[cfg(test)]
mod tests;
