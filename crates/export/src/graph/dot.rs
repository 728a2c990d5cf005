//! The graph in the language of Graphviz.

use super::model::{Edge, EdgeDoor, Graph, Node, NodeKind};
use mapwright::DoorKind;
use std::fmt::Write as _;

/// Returns the whole file.
pub(super) fn text(graph: &Graph) -> String {
    let mut out = String::new();
    let title = quoted(&graph.title);
    // Writing to a string cannot fail.
    let _ = writeln!(out, "graph {title} {{\n  label={title};\n  node [fontname=\"sans-serif\"];");
    let _ = writeln!(out, "  edge [fontname=\"sans-serif\", fontsize=10];");
    for node in &graph.nodes {
        let attributes = node_attributes(node);
        let _ = writeln!(out, "  {} [label={}{attributes}];", quoted(&node.id), quoted(&node_label(node)));
    }
    for edge in &graph.edges {
        let (from, to) = (quoted(&edge.from), quoted(&edge.to));
        let _ = writeln!(out, "  {from} -- {to} [{}];", edge_attributes(edge));
    }
    for node in &graph.nodes {
        if let Some(within) = &node.within {
            let _ = writeln!(out, "  {} -- {} [style=dotted];", quoted(within), quoted(&node.id));
        }
    }
    out.push_str("}\n");
    out
}

fn node_label(node: &Node) -> String {
    let mut lines = vec![match node.kind {
        NodeKind::Room => node.number.unwrap_or_default().to_string(),
        NodeKind::Corridor => String::new(),
        NodeKind::Area | NodeKind::Key => node.id.replace('-', " "),
        kind => kind.word().replace('-', " "),
    }];
    lines.extend(node.tags.iter().cloned());
    lines.extend(node.goal.then(|| "goal".to_owned()));
    lines.join("\n")
}

fn node_attributes(node: &Node) -> &'static str {
    match node.kind {
        NodeKind::Room if node.goal => ", shape=box, peripheries=2",
        NodeKind::Room => ", shape=box",
        NodeKind::Area => ", shape=ellipse",
        NodeKind::Corridor => ", shape=point",
        NodeKind::Start => ", shape=triangle",
        NodeKind::Exit => ", shape=house",
        NodeKind::StairsUp => ", shape=trapezium",
        NodeKind::StairsDown => ", shape=invtrapezium",
        NodeKind::Key => ", shape=plaintext",
    }
}

fn edge_attributes(edge: &Edge) -> String {
    let mut lines: Vec<String> = edge.doors.iter().map(door_label).collect();
    lines.extend(edge.length.map(|length| if length == 1 { "1 step".to_owned() } else { format!("{length} steps") }));
    let mut attributes = format!("label={}", quoted(&lines.join("\n")));
    if edge.doors.iter().any(|door| door.secret) {
        attributes.push_str(", style=dashed");
    }
    if edge.doors.iter().any(|door| door.locked) {
        attributes.push_str(", color=\"#b03030\", penwidth=2");
    }
    if let Some(width) = edge.width.filter(|width| *width > 1 && edge.doors.is_empty()) {
        let _ = write!(attributes, ", penwidth={}", width.min(6));
    }
    attributes
}

fn door_label(door: &EdgeDoor) -> String {
    let mut words = vec![door.kind.word().to_owned()];
    if door.kind != DoorKind::Archway {
        words.push(door.state.word().to_owned());
    }
    if matches!(door.kind, DoorKind::OneWay | DoorKind::Barred) {
        words.push(format!("faces {}", door.facing));
    }
    words.extend(door.key.as_ref().map(|key| key.replace('-', " ")));
    words.join(", ")
}

/// Returns a text in quotation marks: line breaks as `\n`, other control characters as spaces.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() => quoted.push(' '),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped() {
        assert_eq!(quoted("a \"b\" \\N\nc\t"), r#""a \"b\" \\N\nc ""#);
    }
}
