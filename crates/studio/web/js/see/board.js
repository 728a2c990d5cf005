// A map as the stage looks at it: decoded, and with what is needed to say what is where.

import { EDGE } from "./colours.js";

const WALL = 1;

/** @param {string} text base64 @returns {Uint8Array} */
export function bytes(text) {
  const raw = atob(text);
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
  return out;
}

/** @param {number[]} runs value, length, and so on @param {number} length @returns {Uint32Array} */
function unrolled(runs, length) {
  const out = new Uint32Array(length);
  for (let i = 0, at = 0; i + 1 < runs.length; i += 2) {
    out.fill(runs[i], at, at + runs[i + 1]);
    at += runs[i + 1];
  }
  return out;
}

/** Once made, kept. @template T @param {() => T} make @returns {() => T} */
function once(make) {
  /** @type {{value: T} | null} */
  let made = null;
  return () => (made ??= { value: make() }).value;
}

export class Board {
  /** @param {MapView} view */
  constructor(view) {
    this.view = view;
    this.width = view.size[0];
    this.height = view.size[1];
    this.tiles = bytes(view.tiles);
    /** For each tile its place in `view.rooms` plus one, 0 for none. */
    this.rooms = once(() => unrolled(view.room_runs, this.tiles.length));
    /** For each tile its place in `view.zones` plus one, 0 for none. */
    this.zones = once(() => unrolled(view.zone_runs, this.tiles.length));
    this.doors = once(() => new Map(view.doors.map((door) => [this.index(door.at), door])));
    this.labels = once(() => new Map(view.labels.map((label) => [this.index(label.at), label.text])));
    /** What stands on a tile, in words. */
    this.things = once(() => {
      /** @type {Map<number, string[]>} */
      const all = new Map();
      const add = (/** @type {Cell} */ at, /** @type {string} */ what) => all.set(this.index(at), [...(all.get(this.index(at)) ?? []), what]);
      for (const { at, kind, name } of view.entities) add(at, name && name !== kind ? `${name} (${kind})` : kind);
      for (const { at, dir } of view.stairs) add(at, `stairs ${dir}`);
      for (const { at } of view.exits) add(at, "exit");
      return all;
    });
  }

  /** @param {Cell} at */
  index([x, y]) {
    return y * this.width + x;
  }

  /** @param {Cell} at */
  holds([x, y]) {
    return x >= 0 && y >= 0 && x < this.width && y < this.height;
  }

  /** @param {Cell} at @returns {RoomView | null} */
  roomAt(at) {
    return this.holds(at) ? (this.view.rooms[this.rooms()[this.index(at)] - 1] ?? null) : null;
  }

  /** @param {number} id @returns {RoomView | null} */
  room(id) {
    return this.view.rooms.find((room) => room.id === id) ?? null;
  }

  /** The tiles for a flat map: walls that touch something open are told from those that do not. @returns {Uint8Array} */
  flat() {
    const { tiles, width, height } = this;
    const out = tiles.slice();
    const open = (/** @type {number} */ i) => tiles[i] > WALL;
    for (let y = 0; y < height; y++) {
      const up = y > 0;
      const down = y + 1 < height;
      for (let x = 0; x < width; x++) {
        const i = y * width + x;
        if (tiles[i] !== WALL) continue;
        const left = x > 0;
        const right = x + 1 < width;
        if (
          (left && open(i - 1)) || (right && open(i + 1)) ||
          (up && (open(i - width) || (left && open(i - width - 1)) || (right && open(i - width + 1)))) ||
          (down && (open(i + width) || (left && open(i + width - 1)) || (right && open(i + width + 1))))
        ) {
          out[i] = EDGE;
        }
      }
    }
    return out;
  }
}
