// Colours: palettes for tile layers, derived from the style, and the colour scale of heat maps.

import { get } from "../store.js";

/** @typedef {[number, number, number]} Rgb */

/** Fallback for styles without colours. @type {StyleColors} */
const INK = {
  paper: "#ffffff",
  floor: "#ffffff",
  wall: "#161616",
  line: "#161616",
  water: "#d8d8d8",
  hatch: "#2b2b2b",
  hatch_ground: "#e1e1e1",
  text: "#161616",
};

/** Heat map colours of evenly increasing lightness, readable with red-green colour blindness. */
const RAMP = ["#404899", "#376daf", "#2a93b6", "#3eb3a7", "#79ce8c", "#c1e06e", "#f7f08a"].map((text) => rgb(text));

/** Colours of zones; neighbours in the list are clearly different. */
const ZONES = [
  "#3a7ca5",
  "#d98e3f",
  "#5b9f62",
  "#b5548a",
  "#8a7fc7",
  "#c4b13d",
  "#4aa8a0",
  "#c2584a",
  "#7d8b99",
  "#8fb04a",
].map((text) => rgb(text));

/** Byte of a wall next to an open tile in a tile layer. */
export const EDGE = 0xf0;
/** Byte of a transparent tile. */
export const CLEAR = 0xff;

/** Colours of the entities in a replay, by name. @type {Record<string, string>} */
const THINGS = {
  start: "#2f9e52",
  exit: "#2f9e52",
  monster: "#b3322c",
  item: "#b98a1d",
  trap: "#b3562c",
  key: "#b98a1d",
  decoration: "#84735c",
  stairs: "#3a8480",
};

/** @param {string} hex @param {Rgb} [under] background of a translucent colour @returns {Rgb} */
export function rgb(hex, under = [255, 255, 255]) {
  const number = parseInt(hex.slice(1, 7), 16);
  const alpha = hex.length > 7 ? parseInt(hex.slice(7, 9), 16) / 255 : 1;
  return mix(under, [number >> 16, (number >> 8) & 255, number & 255], alpha);
}

/** @param {Rgb} a @param {Rgb} b @param {number} share of `b` @returns {Rgb} */
export function mix(a, b, share) {
  return /** @type {Rgb} */ (a.map((value, i) => Math.round(value + (b[i] - value) * share)));
}

/** @param {Rgb} color @param {number} [alpha] */
export function css([r, g, b], alpha = 1) {
  return `rgb(${r} ${g} ${b} / ${alpha})`;
}

/**
 * Packs a colour in the byte order of `ImageData`.
 * @param {Rgb} color
 * @param {number} [alpha] 0 to 255
 */
function pack([r, g, b], alpha = 255) {
  return ((alpha << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

/** @param {Rgb} color 0 to 255 */
function lightness([r, g, b]) {
  return 0.299 * r + 0.587 * g + 0.114 * b;
}

/** The colours of the selected style. @returns {StyleColors} */
function style() {
  const { list, look } = get();
  return list?.styles.find(({ name }) => name === look.style)?.colors ?? INK;
}

/** The colour of the paper. @returns {Rgb} */
export function paper() {
  return rgb(style().paper);
}

/** A colour for lines over the map that contrasts with the floor. @returns {Rgb} */
export function mark() {
  return lightness(rgb(style().floor)) > 110 ? [0, 95, 115] : [126, 214, 223];
}

/**
 * The palette of tiles; the upper four bits of a byte are an entity of a replay.
 * @returns {Uint32Array}
 */
export function tilePalette() {
  const colors = style();
  const ground = rgb(colors.paper);
  const floor = rgb(colors.floor, ground);
  const wall = rgb(colors.wall, ground);
  const hatch = mix(rgb(colors.hatch_ground, ground), rgb(colors.hatch, ground), 0.16);
  // Rock differs from floor at any size: if a style has one colour for both, rock is darkened.
  const rock = Math.abs(lightness(hatch) - lightness(floor)) < 16 ? mix(hatch, wall, 0.16) : hatch;
  const water =
    Math.abs(lightness(rgb(colors.water, floor)) - lightness(floor)) < 8
      ? mix(floor, [70, 130, 180], 0.35)
      : mix(rgb(colors.water, floor), [70, 130, 180], 0.25);
  const door = mix(wall, [160, 100, 40], 0.55);
  /** Colours by tile code. @type {Rgb[]} */
  const tiles = [
    ground,
    rock,
    floor,
    door,
    mix(floor, door, 0.5),
    mix(wall, [190, 40, 40], 0.7),
    mix(wall, [140, 90, 200], 0.6),
    mix(floor, wall, 0.6),
    water,
    mix(floor, [160, 110, 60], 0.6),
    mix(floor, [40, 140, 110], 0.75),
    mix(floor, [20, 90, 110], 0.85),
  ];
  const palette = new Uint32Array(256);
  const things = get().list?.things ?? [];
  for (let byte = 0; byte < 256; byte++) {
    const tile = tiles[byte & 15] ?? floor;
    const thing = things.find(({ code }) => code !== 0 && code === byte >> 4);
    palette[byte] = pack(thing ? mix(tile, rgb(THINGS[thing.name] ?? "#84735c"), 0.75) : tile);
  }
  palette[EDGE] = pack(mix(rock, wall, 0.72));
  palette[CLEAR] = 0;
  return palette;
}

/** The heat map colour of a share from 0 (low) to 1 (high). @param {number} share @returns {Rgb} */
export function heat(share) {
  const place = Math.min(1, Math.max(0, share)) * (RAMP.length - 1);
  return mix(RAMP[Math.floor(place)], RAMP[Math.min(RAMP.length - 1, Math.floor(place) + 1)], place % 1);
}

/** The palette of heat maps: 0 no value, 1 low, 255 high. @returns {Uint32Array} */
export function heatPalette() {
  return Uint32Array.from({ length: 256 }, (_, byte) => (byte === 0 ? 0 : pack(heat((byte - 1) / 254), 205)));
}

/** The colour of a zone, by its index. @param {number} index @returns {Rgb} */
export function zone(index) {
  return ZONES[index % ZONES.length];
}

/**
 * The palette of zones: 0 none, else the index plus one; the colours repeat.
 * @returns {Uint32Array}
 */
export function zonePalette() {
  return Uint32Array.from({ length: 256 }, (_, byte) => (byte === 0 ? 0 : pack(zone(byte - 1), 110)));
}

/** Number of bytes used for zones, a multiple of the number of colours. */
export const ZONE_BYTES = ZONES.length * 25;
