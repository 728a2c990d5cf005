"""Compares NAME.tmx and NAME.tmj as pytiled-parser reads them, and the picture that Tiled makes of
the map (NAME.rasterized.png) with one made here from the numbers in the JSON and the tile sheet.

    check_tmx.py NAME
"""

import json
import pathlib
import sys

import pytiled_parser
from PIL import Image, ImageChops
from pytiled_parser.layer import ObjectLayer, TileLayer

name = sys.argv[1]
tmx, tmj = (pathlib.Path(name + ending) for ending in (".tmx", ".tmj"))


def check(is_true, message):
    if not is_true:
        sys.exit(f"{name}: {message}")


def wang_sets(tile_set):
    return [
        (kind.name, kind.wang_type, {number: tile.wang_id for number, tile in kind.wang_tiles.items()})
        for kind in tile_set.wang_sets
    ]


def properties(thing):
    # The reader gives references to objects as text in one format and as numbers in the other.
    return {key: str(value) for key, value in (thing.properties or {}).items()}


xml, parsed = pytiled_parser.parse_map(tmx), pytiled_parser.parse_map(tmj)
check(xml.map_size == parsed.map_size and xml.tile_size == parsed.tile_size, "the sizes differ")
check(properties(xml) == properties(parsed), "the properties differ")
one, two = xml.tilesets[1], parsed.tilesets[1]
check(one.tile_count == two.tile_count and one.columns == two.columns, "the tile sets differ")
check(wang_sets(one) == wang_sets(two), "the Wang sets differ")
check([len(tiles) for _, _, tiles in wang_sets(one)] == [47, 48], "the Wang sets are not complete")
for number, tile in one.tiles.items():
    check((tile.class_, properties(tile)) == (two.tiles[number].class_, properties(two.tiles[number])), f"tile {number}")

check([layer.name for layer in xml.layers] == [layer.name for layer in parsed.layers], "the layers differ")
tile_layers = 0
for one, two in zip(xml.layers, parsed.layers):
    if isinstance(one, TileLayer):
        tile_layers += 1
        check(one.data == two.data, f"the tiles of {one.name} differ")
    else:
        check(isinstance(one, ObjectLayer), f"{one.name} has no tiles and no objects")
        pairs = list(zip(one.tiled_objects, two.tiled_objects, strict=True))
        for a, b in pairs:
            same = (a.id, a.name, a.class_, a.coordinates, a.size) == (b.id, b.name, b.class_, b.coordinates, b.size)
            check(same and type(a) is type(b) and properties(a) == properties(b), f"object {a.id} differs")
            check(getattr(a, "points", None) == getattr(b, "points", None), f"the points of {a.id} differ")
check(tile_layers == 5, f"{tile_layers} layers of tiles")

raw = json.loads(tmj.read_text())
side, columns = raw["tilewidth"], raw["tilesets"][0]["columns"]
sheet = Image.open(tmj.parent / raw["tilesets"][0]["image"]).convert("RGBA")
check(sheet.size == (raw["tilesets"][0]["imagewidth"], raw["tilesets"][0]["imageheight"]), "the size of the sheet")
tiles = {}


def tile(number):
    if number not in tiles:
        x, y = (number - 1) % columns * side, (number - 1) // columns * side
        tiles[number] = sheet.crop((x, y, x + side, y + side))
    return tiles[number]


picture = Image.new("RGBA", (raw["width"] * side, raw["height"] * side))
for layer in raw["layers"]:
    for index, number in enumerate(layer.get("data", [])):
        if number:
            at = (index % raw["width"] * side, index // raw["width"] * side)
            picture.alpha_composite(tile(number), at)
rasterized = Image.open(name + ".rasterized.png").convert("RGBA")
check(rasterized.size == picture.size, f"Tiled makes {rasterized.size}, not {picture.size}")
off = ImageChops.difference(rasterized, picture)
# Blending rounds differently by one or two of 255.
most = max(high for _, high in off.getextrema())
check(most <= 3, f"the pictures differ by {most}")
picture.save(name + ".composed.png")
print(f"{name}: {len(raw['layers'])} layers, {picture.size[0]}x{picture.size[1]} pixels, off by at most {most}")
