// Reads all NAME.tmj of a folder with the parser of Phaser, and compares the counts.
//
//   node phaser.mjs FOLDER      (finds phaser and jsdom from the current folder)
import { createRequire } from "node:module";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

const require = createRequire(join(process.cwd(), "package.json"));
const { JSDOM } = require("jsdom");
const dom = new JSDOM("<!doctype html>", { pretendToBeVisual: true });
const context = new Proxy({}, { get: () => () => ({ data: [0, 0, 0, 0] }) });
dom.window.HTMLCanvasElement.prototype.getContext = () => context;
for (const name of ["window", "document", "HTMLElement", "HTMLCanvasElement", "HTMLVideoElement", "Image", "Element"]) {
  globalThis[name] = name === "window" ? dom.window : dom.window[name];
}
Object.defineProperty(globalThis, "navigator", { value: dom.window.navigator, configurable: true });
const Phaser = require("phaser");

const folder = process.argv[2];
const check = (isTrue, message) => {
  if (!isTrue) {
    console.error(message);
    process.exit(1);
  }
};
let count = 0;
for (const name of readdirSync(folder).filter((name) => name.endsWith(".tmj"))) {
  const raw = JSON.parse(readFileSync(join(folder, name), "utf8"));
  const map = Phaser.Tilemaps.Parsers.Tiled.ParseJSONTiled(name, structuredClone(raw), false);
  check(map.width === raw.width && map.height === raw.height, `${name}: another size`);
  const tileLayers = raw.layers.filter((layer) => layer.data);
  check(map.layers.length === tileLayers.length, `${name}: ${map.layers.length} layers of tiles`);
  tileLayers.forEach((layer, index) => {
    const read = map.layers[index].data.flat().map((tile) => (tile && tile.index > 0 ? tile.index : 0));
    check(read.every((number, at) => number === layer.data[at]), `${name}: the tiles of ${layer.name} differ`);
  });
  const objectLayers = raw.layers.filter((layer) => layer.objects);
  check(map.objects.length === objectLayers.length, `${name}: ${map.objects.length} layers of objects`);
  objectLayers.forEach((layer, index) => {
    const objects = map.objects[index].objects;
    check(objects.length === layer.objects.length, `${name}: ${objects.length} objects in ${layer.name}`);
  });
  const blocking = Object.values(map.tilesets[0].tileProperties).filter((tile) => tile.blocks).length;
  check(blocking > 90, `${name}: ${blocking} tiles block`);
  count += 1;
}
check(count > 0, `no .tmj in ${folder}`);
console.log(`phaser: ${count} maps`);
process.exit(0);
