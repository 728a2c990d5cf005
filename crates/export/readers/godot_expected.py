"""Reads scenes of a folder without Godot, and writes beside each what Godot must find in it.

    python3 godot_expected.py FOLDER
"""

import base64
import json
import re
import struct
import sys
from pathlib import Path

LAYER = re.compile(r'\[node name="([^"]*)" type="TileMapLayer"[^\n]*\]\ntile_map_data = PackedByteArray\("([^"]*)"\)')


def expected(text):
    solid = {tuple(map(int, found)) for found in re.findall(r"^(\d+):(\d+)/(\d+)/physics_layer_0/polygon_0", text, re.M)}
    ways = {tuple(map(int, found)) for found in re.findall(r"^(\d+):(\d+)/(\d+)/navigation_layer_0/", text, re.M)}
    counts, walls, open_cells = {}, set(), set()
    for name, data in LAYER.findall(text):
        cells = list(struct.iter_unpack("<6H", base64.b64decode(data)[2:]))
        counts[name] = len(cells)
        walls |= {cell[:2] for cell in cells if cell[3:] in solid}
        open_cells |= {cell[:2] for cell in cells if cell[3:] in ways}
    return {
        "layers": counts,
        "markers": len(re.findall(r'^\[node [^\n]*type="Marker2D"', text, re.M)),
        "solid": len(walls),
        "ways": len(open_cells),
        "terrains": len(re.findall(r"^terrain_set_0/terrain_\d+/name", text, re.M)),
    }


def main():
    for path in sorted(Path(sys.argv[1]).glob("*.tscn")):
        path.with_suffix(".expected").write_text(json.dumps(expected(path.read_text(encoding="utf-8"))))


main()
