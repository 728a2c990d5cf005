// The hand-drawn picture: all of a map where that is not too much, else the part that is seen, asked for when the camera rests. Coarser pieces stay below finer
// ones, and old ones until the first new one is there.

import { render, told } from "../api.js";
import { aborted, debounced } from "../dom.js";
import { note, unnote } from "../note.js";
import { camera, invalidate, onRest, ratio } from "./view.js";

/** @typedef {{box: Box, cell: number}} Part a rectangle of tiles, and how many pixels each has */
/** @typedef {Part & {bitmap: ImageBitmap, fresh: boolean}} Piece */
/** @typedef {{wish: Wish, look: Look, size: [number, number]}} Subject */

/** Pixels a tile has in a picture. */
const CELLS = [4, 6, 8, 12, 16, 20, 24, 32, 40, 64];
/** A map that cannot have as many in a picture of the whole is drawn in parts. */
const FINE = 8;
/** Pixels of a first picture, which is there at once; of a whole map, of a part, and of all that are kept. */
const MOST_DRAFT = 7e5;
const MOST_WHOLE = 6e6;
const MOST_PART = 4e6;
const MOST_KEPT = 24e6;
/** With fewer pixels a tile, a large map is better flat. */
const FLAT_BELOW = 5;
/** Parts begin and end at multiples of this. */
const SNAP = 16;
/** How long the camera has rested before a finer part is asked for, in milliseconds. */
const REST = 90;

/** @type {Subject | null} */
let subject = null;
/** @type {Piece[]} */
let pieces = [];
/** @type {(Part & {controller: AbortController}) | null} */
let loading = null;
/** Parts that the server would not draw. @type {Set<string>} */
let refused = new Set();
let arrived = () => {};

/** Begins to listen. @param {() => void} listen called when a piece of the newest picture is there */
export function startPictures(listen) {
  arrived = listen;
  onRest(loadLater);
}

/** From now on a picture of this is wanted. @param {Subject} wanted @returns {boolean} whether there will be one: a large map that is seen from afar has none */
export function want(wanted) {
  subject = wanted;
  refused = new Set();
  loading?.controller.abort();
  loading = null;
  for (const piece of pieces) piece.fresh = false;
  load();
  return loading !== null;
}

/** Forgets pieces of older pictures. */
export function dropOld() {
  keep(pieces.filter(({ fresh }) => fresh));
}

/** Whether there are pieces of an older picture. */
export function hasOld() {
  return pieces.some(({ fresh }) => !fresh);
}

/** Whether the newest picture, or else an older one, covers these tiles of the map. @param {Box} seen @returns {"fresh" | "old" | null} */
export function covers(seen) {
  const piece = pieces.find(({ box }) => within(seen, box));
  return piece ? (piece.fresh ? "fresh" : "old") : null;
}

/** @param {Frame} frame */
export function drawPictures({ ctx, x, y, scale, seen }) {
  ctx.imageSmoothingEnabled = true;
  const base = wholes().find(({ cell }) => cell >= scale * 0.9) ?? wholes().at(-1);
  for (const piece of [...(base ? [base] : []), ...pieces.filter((piece) => !isWhole(piece) && (!base || piece.cell > base.cell))]) {
    const [left, top, width, height] = piece.box;
    if (left > seen[2] || top > seen[3] || left + width < seen[0] || top + height < seen[1]) continue;
    const [px, py] = [Math.round(x(left)), Math.round(y(top))];
    ctx.drawImage(piece.bitmap, px, py, Math.round(x(left + width)) - px, Math.round(y(top + height)) - py);
  }
}

/** Pieces that hold all of the map, the coarsest first. */
function wholes() {
  return pieces.filter(isWhole).sort((a, b) => a.cell - b.cell);
}

/** @param {Part} part */
function isWhole({ box }) {
  return box[0] < 0 && box[1] < 0 && box[0] + box[2] > camera.map[0] && box[1] + box[3] > camera.map[1];
}

/** The rectangle of tiles that is seen once the camera is at rest, no larger than the map. @param {[number, number]} size @returns {Box} */
function seenOf(size) {
  const [left, top, right, bottom] = camera.seen(camera.ahead(size));
  const [x, y] = [Math.max(0, Math.floor(left)), Math.max(0, Math.floor(top))];
  return [x, y, Math.max(0, Math.min(size[0], Math.ceil(right)) - x), Math.max(0, Math.min(size[1], Math.ceil(bottom)) - y)];
}

/** @param {Box} inner @param {Box} outer */
function within(inner, outer) {
  return inner[0] >= outer[0] && inner[1] >= outer[1] && inner[0] + inner[2] <= outer[0] + outer[2] && inner[1] + inner[3] <= outer[1] + outer[3];
}

/** Which part to ask for next; nothing where the pieces do. @param {Subject} of @returns {Part | null} */
function missing({ size }) {
  const fresh = pieces.filter((piece) => piece.fresh);
  const pixels = camera.ahead(size).scale * ratio();
  const [width, height] = [size[0] + 2, size[1] + 2];
  /** @type {Box} */
  const whole = [-1, -1, width, height];
  const most = (/** @type {number} */ pixels) => CELLS.filter((cell) => width * height * cell * cell <= pixels).at(-1) ?? 0;
  const largest = most(MOST_WHOLE) >= FINE ? most(MOST_WHOLE) : 0;
  const cell = CELLS.find((cell) => cell >= pixels * 0.9) ?? CELLS[CELLS.length - 1];
  const seen = seenOf(size);
  const done = (/** @type {Box} */ box, /** @type {number} */ cell) => fresh.some((piece) => piece.cell >= cell && within(box, piece.box));
  if (cell <= largest) {
    if (done(whole, cell)) return null;
    return { box: whole, cell: done(whole, 0) ? cell : Math.min(cell, most(MOST_DRAFT) || cell) };
  }
  if (pixels >= FLAT_BELOW && seen[2] > 0 && seen[3] > 0) {
    const part = partFor(seen, size, cell);
    if (!done(seen, part.cell) && !refused.has(String([part.box, part.cell]))) return part;
  }
  return largest > 0 && !done(whole, largest) ? { box: whole, cell: largest } : null;
}

/** The part that shows what is seen and something around it. @param {Box} seen @param {[number, number]} size @param {number} cell @returns {Part} */
function partFor(seen, size, cell) {
  for (const grow of [0.4, 0.15, 0]) {
    const [gx, gy] = [seen[2] * grow, seen[3] * grow];
    const left = Math.max(-1, Math.floor((seen[0] - gx) / SNAP) * SNAP);
    const top = Math.max(-1, Math.floor((seen[1] - gy) / SNAP) * SNAP);
    const right = Math.min(size[0] + 1, Math.ceil((seen[0] + seen[2] + gx) / SNAP) * SNAP);
    const bottom = Math.min(size[1] + 1, Math.ceil((seen[1] + seen[3] + gy) / SNAP) * SNAP);
    /** @type {Box} */
    const box = [left, top, right - left, bottom - top];
    if (box[2] * box[3] * cell * cell <= MOST_PART) return { box, cell };
    if (grow === 0) return { box, cell: Math.max(4, Math.floor(Math.sqrt(MOST_PART / (box[2] * box[3])))) };
  }
  throw new Error("the last growth is none");
}

const loadLater = debounced(REST, load);

/** Asks for what is missing, one part after another. */
function load() {
  if (!subject) return;
  const of = subject;
  const part = missing(of);
  if (loading && part && loading.cell >= part.cell && within(part.box, loading.box)) return;
  loading?.controller.abort();
  loading = null;
  if (!part || refused.has(String([part.box, part.cell]))) return;
  const controller = new AbortController();
  const now = { ...part, controller };
  loading = now;
  void fetchPart(of, part, controller.signal).then(
    (bitmap) => {
      if (controller.signal.aborted) {
        bitmap.close();
        return;
      }
      loading = null;
      unnote("picture");
      const piece = { ...part, bitmap, fresh: true };
      dropOld();
      keep([piece, ...pieces]);
      arrived();
      invalidate();
      // A finer one follows when nobody wants another map meanwhile.
      loadLater();
    },
    (error) => {
      if (loading === now) loading = null;
      if (aborted(error) || controller.signal.aborted) return;
      refused.add(String([part.box, part.cell]));
      load();
      // Where a coarser one does, nobody misses anything.
      if (!loading && !pieces.some(({ fresh }) => fresh)) note("picture", `The picture cannot be drawn: ${told(error).message}`, { bad: true });
    },
  );
}

/** @param {Subject} of @param {Part} part @param {AbortSignal} signal @returns {Promise<ImageBitmap>} */
async function fetchPart({ wish, look }, { box, cell }, signal) {
  const file = await render({ wish, look, format: "png", cell, window: box }, signal);
  return createImageBitmap(file);
}

/** Keeps these, the newest first, as far as there is room for them. @param {Piece[]} wanted */
function keep(wanted) {
  let pixels = 0;
  const kept = wanted.filter(({ bitmap }) => (pixels += bitmap.width * bitmap.height) <= MOST_KEPT);
  for (const piece of pieces) {
    if (!kept.includes(piece)) piece.bitmap.close();
  }
  pieces = kept;
}
