// A decoded map, with lookups for rooms, doors, zones and entities by tile.

import { EDGE } from "./colours.js";

const WALL = 1;
/** A secret door. */
const SECRET = 6;

/** Decodes base64. @param {string} text @returns {Uint8Array} */
export function bytes(text) {
  const raw = atob(text);
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
  return out;
}

/**
 * Decodes a run-length encoding.
 * @param {number[]} runs value, length, and so on
 * @param {number} length
 * @returns {Uint32Array}
 */
function decodeRuns(runs, length) {
  const out = new Uint32Array(length);
  for (let i = 0, at = 0; i + 1 < runs.length; i += 2) {
    out.fill(runs[i], at, at + runs[i + 1]);
    at += runs[i + 1];
  }
  return out;
}

/** Computes a value on first use. @template T @param {() => T} make @returns {() => T} */
function lazy(make) {
  /** @type {{value: T} | null} */
  let made = null;
  return () => (made ??= { value: make() }).value;
}

/**
 * Finds the tiles that pictures for players hide: secret doors, areas reached only through them,
 * and corridors that
 * would lead nowhere else.
 * @param {MapView} view @param {Uint8Array} tiles @param {() => Uint32Array} rooms @returns {Uint8Array} 1 for each hidden tile
 */
function hiddenOf({ size: [width], exits, stairs, entities }, tiles, rooms) {
  const hidden = new Uint8Array(tiles.length);
  /** @type {number[]} */
  const secrets = [];
  tiles.forEach((tile, i) => {
    if (tile === SECRET) secrets.push(i);
  });
  if (secrets.length === 0) return hidden;
  const open = tiles.map((tile) => (tile > WALL && tile !== SECRET ? 1 : 0));
  const openNeighbours = (/** @type {number} */ i) =>
    [i - width, i + width, ...(i % width > 0 ? [i - 1] : []), ...(i % width < width - 1 ? [i + 1] : [])].filter(
      (next) => open[next] === 1,
    );
  const flood = (/** @type {number} */ from) => {
    const part = new Set([from]);
    for (const at of part) for (const next of openNeighbours(at)) part.add(next);
    return part;
  };
  const index = (/** @type {{at: Cell}} */ { at: [x, y] }) => y * width + x;
  const around = secrets.flatMap(openNeighbours);
  /** @type {Set<number>} */
  let known = new Set();
  for (const at of [...exits, ...entities.filter(({ kind }) => kind === "start")].map(index)) {
    if (open[at] === 1 && !known.has(at)) for (const next of flood(at)) known.add(next);
  }
  // Without an entrance or start, the largest area counts as known.
  if (known.size === 0) {
    for (const at of around) {
      if (known.has(at)) continue;
      const part = flood(at);
      if (part.size > known.size) known = part;
    }
  }
  for (const at of secrets) hidden[at] = 1;
  for (const at of around) if (!known.has(at) && hidden[at] === 0) for (const next of flood(at)) hidden[next] = 1;
  for (let i = 0; i < hidden.length; i++) if (hidden[i] === 1) open[i] = 0;
  const room = rooms();
  const kept = new Set([...exits, ...stairs].map(index));
  for (let at of around) {
    while (open[at] === 1 && room[at] === 0 && !kept.has(at)) {
      const next = openNeighbours(at);
      if (next.length > 1) break;
      open[at] = 0;
      hidden[at] = 1;
      if (next.length === 0) break;
      at = next[0];
    }
  }
  return hidden;
}

export class Board {
  /** @param {MapView} view */
  constructor(view) {
    this.view = view;
    this.width = view.size[0];
    this.height = view.size[1];
    this.tiles = bytes(view.tiles);
    /** Index into `view.rooms` plus one for each tile, 0 for none. */
    this.rooms = lazy(() => decodeRuns(view.room_runs, this.tiles.length));
    /** Index into `view.zones` plus one for each tile, 0 for none. */
    this.zones = lazy(() => decodeRuns(view.zone_runs, this.tiles.length));
    this.doors = lazy(() => new Map(view.doors.map((door) => [this.index(door.at), door])));
    this.labels = lazy(() => new Map(view.labels.map((label) => [this.index(label.at), label.text])));
    /** 1 for each tile that pictures for players hide. */
    this.hidden = lazy(() => hiddenOf(view, this.tiles, this.rooms));
    /** Names of the entities, stairs and exits on a tile. */
    this.things = lazy(() => {
      /** @type {Map<number, string[]>} */
      const all = new Map();
      const add = (/** @type {Cell} */ at, /** @type {string} */ what) =>
        all.set(this.index(at), [...(all.get(this.index(at)) ?? []), what]);
      for (const { at, kind, name } of view.entities) add(at, name && name !== kind ? `${name} (${kind})` : kind);
      for (const { at, dir } of view.stairs) add(at, `stairs ${dir}`);
      for (const { at } of view.exits) add(at, "exit");
      return all;
    });
  }

  /** Whether a tile is hidden from players. @param {Cell} at */
  isHidden(at) {
    return this.hidden()[this.index(at)] === 1;
  }

  /** Whether a room is hidden from players. @param {RoomView} room */
  isRoomHidden(room) {
    const number = this.view.rooms.indexOf(room) + 1;
    const hidden = this.hidden();
    return hidden.includes(1) && !this.rooms().some((at, i) => at === number && hidden[i] === 0);
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

  /**
   * The bytes of the tile layer; walls next to open tiles get a code of their own.
   * @param {boolean} forPlayers
   * @returns {Uint8Array}
   */
  flat(forPlayers) {
    const { width, height } = this;
    const hidden = forPlayers ? this.hidden() : null;
    const tiles = hidden?.includes(1) ? this.tiles.map((tile, i) => (hidden[i] === 1 ? WALL : tile)) : this.tiles;
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
          (left && open(i - 1)) ||
          (right && open(i + 1)) ||
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
