#!/usr/bin/env bash
# Draws every NAME.dot of a folder with Graphviz, and compares the drawing with NAME.graph.json.
#
# Usage: graph.sh FOLDER
set -euo pipefail

folder=${1:?usage: graph.sh FOLDER}
command -v dot >/dev/null || { echo "graph.sh: Graphviz is missing (apt-get install graphviz)" >&2; exit 1; }
shopt -s nullglob
graphs=("$folder"/*.dot)
if [ ${#graphs[@]} -eq 0 ]; then
    echo "graph.sh: no file ends in .dot in $folder" >&2
    exit 1
fi
for graph in "${graphs[@]}"; do
    # Warnings are errors: Graphviz draws a graph with a mistake in its attributes as well as it can.
    warnings=$(dot -Tsvg "$graph" -o "${graph%.dot}.dot.svg" 2>&1) || { echo "graph.sh: $graph: $warnings" >&2; exit 1; }
    if [ -n "$warnings" ]; then
        echo "graph.sh: $graph: $warnings" >&2
        exit 1
    fi
    python3 - "$graph" "${graph%.dot}.graph.json" "${graph%.dot}.dot.svg" <<'PYTHON'
import json
import pathlib
import re
import sys

dot, data, drawing = map(pathlib.Path, sys.argv[1:])
svg = drawing.read_text(encoding="utf-8")
nodes = len(re.findall(r'<g id="node\d+" class="node">', svg))
edges = len(re.findall(r'<g id="edge\d+" class="edge">', svg))
if data.exists():
    graph = json.loads(data.read_text(encoding="utf-8"))
    ids = {node["id"] for node in graph["nodes"]}
    loose = [edge for edge in graph["edges"] if edge["from"] not in ids or edge["to"] not in ids]
    if loose:
        sys.exit(f"graph.sh: {data}: an edge to a node that does not exist: {loose[0]}")
    within = sum("in" in node for node in graph["nodes"])
    if (nodes, edges) != (len(ids), len(graph["edges"]) + within):
        sys.exit(f"graph.sh: {dot}: {nodes} nodes and {edges} edges drawn, "
                 f"{len(ids)} and {len(graph['edges']) + within} in {data.name}")
print(f"{dot.name}: {nodes} nodes, {edges} edges drawn")
PYTHON
done
