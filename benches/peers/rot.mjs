// Prints seconds a map for the maps that rot-js has: `cellular 80x50 0.0011`. Called with the folder of the package.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const ROT = require(process.argv[2]);

const makers = {
  "rooms-corridors": (w, h) => new ROT.Map.Rogue(w, h).create(() => {}),
  cellular: (w, h) => {
    const map = new ROT.Map.Cellular(w, h, { born: [4, 5, 6, 7, 8], survive: [2, 3, 4, 5] });
    map.randomize(0.5);
    for (let round = 0; round < 5; round += 1) map.create();
    map.connect(() => {}, 1);
  },
  arena: (w, h) => new ROT.Map.Arena(w, h).create(() => {}),
};

for (const [width, height] of [[80, 50], [400, 250]]) {
  for (const [name, make] of Object.entries(makers)) {
    let best = Infinity;
    // What takes seconds is called once.
    for (let round = 0; round < 5 && !(best > 1 && best < Infinity); round += 1) {
      let calls = 0;
      const start = process.hrtime.bigint();
      let took = 0;
      while (took < 0.15) {
        ROT.RNG.setSeed(round * 100000 + calls + 1);
        make(width, height);
        calls += 1;
        took = Number(process.hrtime.bigint() - start) / 1e9;
      }
      best = Math.min(best, took / calls);
    }
    console.log(`${name} ${width}x${height} ${best}`);
  }
}
