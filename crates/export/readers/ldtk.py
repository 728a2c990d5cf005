"""Checks LDtk projects in a folder: structure, references, and the picture of the tile set.

    python3 ldtk.py FOLDER [SCHEMA]

With the official JSON schema of LDtk 1.5.3 and the package jsonschema, files are validated too.
Exits with a message on the first mismatch.
"""

import json
import re
import struct
import sys
from pathlib import Path


def fail(path, message):
    sys.exit(f"{path}: {message}")


def png_size(path):
    head = path.read_bytes()[:24]
    if head[:8] != b"\x89PNG\r\n\x1a\n":
        fail(path, "not a PNG file")
    return struct.unpack(">II", head[16:24])


def check_tiles(path, layer, tile_set):
    columns, side = tile_set["__cWid"], tile_set["tileGridSize"]
    taken = set()
    for tile in layer["gridTiles"]:
        t, cell = tile["t"], tile["d"][0]
        if tile["src"] != [t % columns * side, t // columns * side]:
            fail(path, f"tile {tile} is elsewhere in the picture")
        if tile["px"] != [cell % layer["__cWid"] * side, cell // layer["__cWid"] * side]:
            fail(path, f"tile {tile} is not in its cell")
        if t >= columns * tile_set["__cHei"] or cell in taken or cell >= layer["__cWid"] * layer["__cHei"]:
            fail(path, f"tile {tile} cannot be there")
        taken.add(cell)


def check(path):
    project = json.loads(path.read_text(encoding="utf-8"))
    if project["jsonVersion"] != "1.5.3":
        fail(path, f"version {project['jsonVersion']}")
    defs = project["defs"]
    tile_set = defs["tilesets"][0]
    if list(png_size(path.parent / tile_set["relPath"])) != [tile_set["pxWid"], tile_set["pxHei"]]:
        fail(path, "the picture of the tile set has another size")
    kinds = {kind["uid"]: kind for kind in defs["entities"]}
    values = {value["value"] for layer in defs["layers"] for value in layer["intGridValues"]}
    iids, references, count = set(), [], 0
    for level in project["levels"]:
        if not re.fullmatch("[A-Za-z][A-Za-z0-9_]*", level["identifier"]):
            fail(path, f"identifier {level['identifier']!r}")
        iids.add(level["iid"])
        for layer in level["layerInstances"]:
            iids.add(layer["iid"])
            if set(layer["intGridCsv"]) - values - {0}:
                fail(path, "a code without definition")
            check_tiles(path, layer, tile_set)
            for entity in layer["entityInstances"]:
                count += 1
                kind = kinds[entity["defUid"]]
                if entity["iid"] in iids:
                    fail(path, f"id {entity['iid']} twice")
                iids.add(entity["iid"])
                x, y = entity["px"]
                if x < 0 or y < 0 or x + entity["width"] > level["pxWid"] or y + entity["height"] > level["pxHei"]:
                    fail(path, f"{kind['identifier']} at {x},{y} lies outside")
                for field in entity["fieldInstances"]:
                    if "EntityRef" in field["__type"] and field["__value"]:
                        found = field["__value"]
                        references += found if isinstance(found, list) else [found]
    iids.add(project["dummyWorldIid"])
    for reference in references:
        if not set(reference.values()) <= iids:
            fail(path, f"{reference} leads nowhere")
    return project, count


def main():
    folder = Path(sys.argv[1])
    files = sorted(folder.rglob("*.ldtk"))
    if not files:
        sys.exit(f"{folder}: no LDtk projects")
    validator = None
    if len(sys.argv) > 2:
        import jsonschema

        validator = jsonschema.Draft7Validator(json.loads(Path(sys.argv[2]).read_text(encoding="utf-8")))
    for path in files:
        project, count = check(path)
        note = ""
        if validator is not None:
            errors = list(validator.iter_errors(project))
            for error in errors[:5]:
                print(f"{path}: {'/'.join(map(str, error.absolute_path))}: {error.message[:200]}", file=sys.stderr)
            if errors:
                fail(path, f"{len(errors)} errors against the schema")
            note = ", 0 schema errors"
        print(f"{path.name}: {len(project['levels'])} levels, {count} entities{note}")


main()
