"""Times the layouts of the package dungeongen and counts their defects: prints one line of JSON for each size.

Only layouts are made, nothing is drawn. Importing the whole package needs a drawing library; the layouts do not, so
only they are imported.
"""

import importlib.util
import json
import statistics
import sys
import time
import types
from collections import Counter

found = importlib.util.find_spec("dungeongen")
if found is None:
    sys.exit("dungeongen is not installed")
package = types.ModuleType("dungeongen")
package.__path__ = list(found.submodule_search_locations)
sys.modules["dungeongen"] = package

from dungeongen.layout.generator import DungeonGenerator  # noqa: E402
from dungeongen.layout.params import DungeonSize, GenerationParams  # noqa: E402
from dungeongen.layout.validator import DungeonValidator  # noqa: E402

SEEDS = {"medium": 30, "xlarge": 10}
# The best run of each seed counts, as in our own benchmarks.
RUNS = 2


def make(params, seed):
    """Returns a dungeon, its generator, and the CPU time in seconds."""
    generator = DungeonGenerator(params)
    start = time.process_time()
    dungeon = generator.generate(seed)
    return dungeon, generator, time.process_time() - start


def cut_off(dungeon, generator, touching):
    """Counts the rooms outside the largest connected group; with `touching`, passages that share a tile connect too."""
    above = {}

    def top(node):
        while above.setdefault(node, node) != node:
            node = above[node]
        return node

    for passage in dungeon.passages.values():
        # A passage that ends in another one names no room there.
        joined = [room for room in (passage.start_room, passage.end_room) if room in dungeon.rooms]
        if touching:
            joined += generator.occupancy.get_passage_cells(passage.waypoints, passage.width)
        for node in joined:
            above[top(node)] = top(joined[0])
    groups = Counter(top(room) for room in dungeon.rooms)
    return len(dungeon.rooms) - max(groups.values(), default=0)


for name, seeds in SEEDS.items():
    params = GenerationParams(size=DungeonSize[name.upper()])
    fewest, _ = params.get_room_count_range()
    took, defects = [], Counter()
    for seed in range(seeds):
        runs = [make(params, seed) for _ in range(RUNS)]
        took.append(min(seconds for _, _, seconds in runs))
        dungeon, generator, _ = runs[0]
        defects["few_rooms"] += len(dungeon.rooms) < fewest
        defects["cut_off"] += cut_off(dungeon, generator, touching=True) > 0
        defects["cut_off_by_records"] += cut_off(dungeon, generator, touching=False) > 0
        defects["faulty"] += len(DungeonValidator(dungeon).validate()) > 0
    figures = {"size": name, "maps": seeds, "runs": RUNS, "median": statistics.median(took), **defects}
    print(json.dumps(figures), flush=True)
