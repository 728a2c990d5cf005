"""Times the pictures that the package dungeongen makes of its own medium dungeons with pools: one line of JSON for each format.

The layout is made before, and turned into what the package draws, props and all. The first picture of a map lays its water
and prepares its hatching, which ours does for every picture; a second picture of the same map has both already.
"""

import contextlib
import json
import os
import statistics
import sys
import tempfile
import time

import skia
from dungeongen.constants import CELL_SIZE
from dungeongen.layout.generator import DungeonGenerator
from dungeongen.layout.params import DungeonSize, GenerationParams
from dungeongen.map.water_layer import WaterDepth
from dungeongen.webview.adapter import convert_dungeon

# What its own page in the browser asks for; the water is coarser than otherwise, and quicker.
WATER = {"water_depth": WaterDepth.POOLS, "water_scale": 0.018, "water_res": 0.2, "water_stroke": 3.5, "water_ripple": 8.0}
CELL = 40
# Squares of paper around the map, as ours has.
MARGIN = 1
SEEDS = 5
# Each seed counts with its best run, as ours do.
RUNS = 2


def prepared(dungeon):
    """What is drawn, and the size of its picture in pixels."""
    drawn = convert_dungeon(dungeon, **WATER)
    drawn.options.map_border_cells = MARGIN
    bounds = drawn.bounds
    return drawn, [round((side / CELL_SIZE + 2 * MARGIN) * CELL) for side in (bounds.width, bounds.height)]


def seconds(render, path, size):
    """The processor time that a picture takes."""
    start = time.process_time()
    render(path, *size)
    took = time.process_time() - start
    if os.path.getsize(path) < 10_000:
        sys.exit("dungeongen has drawn nothing")
    return took


def times(dungeon, suffix, folder):
    """Of a first and of a second picture, and the pixels of each."""
    drawn, size = prepared(dungeon)
    render = getattr(drawn, f"render_to_{suffix}")
    path = os.path.join(folder, f"picture.{suffix}")
    return seconds(render, path, size), seconds(render, path, size), size[0] * size[1]


# The package tells what it does, among our figures.
with (
    open(os.devnull, "w") as nowhere,
    contextlib.redirect_stdout(nowhere),
    tempfile.TemporaryDirectory() as folder,
):
    params = GenerationParams(size=DungeonSize.MEDIUM)
    dungeons = [DungeonGenerator(params).generate(seed) for seed in range(SEEDS)]
    # Fonts and the like are loaded by the very first one.
    times(dungeons[0], "png", folder)
    for suffix in ("svg", "png"):
        runs = [[times(dungeon, suffix, folder) for _ in range(RUNS)] for dungeon in dungeons]
        figures = {
            "format": suffix,
            "maps": SEEDS,
            "skia": skia.__version__,
            "first": statistics.median(min(run[0] for run in each) for each in runs),
            "again": statistics.median(min(run[1] for run in each) for each in runs),
            "pixels": statistics.median(each[0][2] for each in runs),
        }
        print(json.dumps(figures), file=sys.__stdout__, flush=True)
