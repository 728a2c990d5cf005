"""Times how the package dungeongen draws its own medium dungeons with pools: prints one line of JSON for each format.

Layouts and props are made before the clock starts. The first picture of a map also computes water and hatching, as
Mapwright does for every picture; the second picture of that map reuses both.
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

# The settings of its web page: the water is coarser than by default, and faster.
WATER = {"water_depth": WaterDepth.POOLS, "water_scale": 0.018, "water_res": 0.2, "water_stroke": 3.5, "water_ripple": 8.0}
CELL = 40
# Margin around the map in squares, as in our pictures.
MARGIN = 1
SEEDS = 5
# The best run of each seed counts, as in our own benchmarks.
RUNS = 2


def prepared(dungeon):
    """Returns the map to draw and the size of its picture in pixels."""
    drawn = convert_dungeon(dungeon, **WATER)
    drawn.options.map_border_cells = MARGIN
    bounds = drawn.bounds
    return drawn, [round((side / CELL_SIZE + 2 * MARGIN) * CELL) for side in (bounds.width, bounds.height)]


def seconds(render, path, size):
    """Returns the CPU time of drawing one picture, in seconds."""
    start = time.process_time()
    render(path, *size)
    took = time.process_time() - start
    if os.path.getsize(path) < 10_000:
        sys.exit("dungeongen drew nothing")
    return took


def times(dungeon, suffix, folder):
    """Returns the times of a first and a second picture, and the pixels of each."""
    drawn, size = prepared(dungeon)
    render = getattr(drawn, f"render_to_{suffix}")
    path = os.path.join(folder, f"picture.{suffix}")
    return seconds(render, path, size), seconds(render, path, size), size[0] * size[1]


# The package prints progress messages to stdout, where our figures go.
with (
    open(os.devnull, "w") as nowhere,
    contextlib.redirect_stdout(nowhere),
    tempfile.TemporaryDirectory() as folder,
):
    params = GenerationParams(size=DungeonSize.MEDIUM)
    dungeons = [DungeonGenerator(params).generate(seed) for seed in range(SEEDS)]
    # The very first picture loads fonts.
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
