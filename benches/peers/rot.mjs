// Prints the seconds per map of rot-js: `cellular 80x50: 0.0011`, or `cellular 1000x1000: about 90` where the time is
// extrapolated because it would take too long. Argument: the folder of the package.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const ROT = require(process.argv[2]);

const nothing = () => {};
const makers = {
  arena: (w, h) => new ROT.Map.Arena(w, h).create(nothing),
  // rot-js has no rooms-and-corridors; Rogue comes closest.
  "rooms-corridors": (w, h) => new ROT.Map.Rogue(w, h).create(nothing),
  rogue: (w, h) => new ROT.Map.Rogue(w, h).create(nothing),
  // These two stop after a second, finished or not.
  digger: (w, h) => new ROT.Map.Digger(w, h).create(nothing),
  uniform: (w, h) => new ROT.Map.Uniform(w, h).create(nothing),
  "maze, division": (w, h) => new ROT.Map.DividedMaze(w, h).create(nothing),
  "maze, eller": (w, h) => new ROT.Map.EllerMaze(w, h).create(nothing),
  "maze, icey": (w, h) => new ROT.Map.IceyMaze(w, h).create(nothing),
  cellular: (w, h) => {
    const map = new ROT.Map.Cellular(w, h, { born: [4, 5, 6, 7, 8], survive: [2, 3, 4, 5] });
    map.randomize(0.5);
    for (let round = 0; round < 5; round += 1) map.create();
    map.connect(nothing, 1);
  },
};

const maxSeconds = 2;
let seed = 1;

function once(make, width, height) {
  ROT.RNG.setSeed((seed += 1));
  const start = process.hrtime.bigint();
  make(width, height);
  return Number(process.hrtime.bigint() - start) / 1e9;
}

function best(make, width, height) {
  let least = Infinity;
  let spent = 0;
  // Slow maps are made once.
  for (let round = 0; round < 50 && spent < 0.4; round += 1) {
    let calls = 0;
    let took = 0;
    while (took < 0.005) {
      took += once(make, width, height);
      calls += 1;
    }
    spent += took;
    // Skip the first round: the code is compiled while it runs.
    if (round > 0 || took > 0.4) least = Math.min(least, took / calls);
  }
  return least;
}

for (const [name, make] of Object.entries(makers)) {
  const small = best(make, 80, 50);
  console.log(`${name} 80x50: ${small}`);
  let middle = Infinity;
  for (let round = 0; round < 5 && !(middle > 0.1 && middle < Infinity); round += 1) {
    middle = Math.min(middle, once(make, 250, 160));
  }
  const growth = Math.min(2.5, Math.max(1, Math.log(middle / small) / Math.log(10)));
  const large = middle * 25 ** growth;
  const stopsEarly = name === "digger" || name === "uniform";
  if (large > maxSeconds && !stopsEarly) console.log(`${name} 1000x1000: about ${large}`);
  else console.log(`${name} 1000x1000: ${best(make, 1000, 1000)}`);
}
