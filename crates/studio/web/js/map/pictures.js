// Loads the hand-drawn picture: of the whole map if that is small enough, or else of the visible
// part when the camera rests. Coarse pieces stay below finer ones, and stale pieces stay until the
// first new piece has loaded.

import { render, toApiError } from "../api.js";
import { isAbort, debounce } from "../dom.js";
import { showNote, dismissNote } from "../notes.js";
import { camera, requestRedraw, onCameraRest, pixelRatio } from "./canvas.js";

/** @typedef {{box: Box, cell: number}} Part a rectangle of tiles, and the pixels per tile */
/** @typedef {Part & {bitmap: ImageBitmap, fresh: boolean}} Piece */
/** @typedef {{wish: MapRequest, look: Look, size: [number, number]}} Subject */

/** Pixels per tile of pictures. */
const CELLS = [4, 6, 8, 12, 16, 20, 24, 32, 40, 64];
/** A map whose whole picture cannot have this many pixels per tile is drawn in parts. */
const MIN_WHOLE_CELL = 8;
/**
 * Maximum pixels of the quick first picture, of a whole map, of a part, and of all cached pieces.
 */
const MAX_DRAFT = 7e5;
const MAX_WHOLE = 6e6;
const MAX_PART = 4e6;
const MAX_CACHED = 24e6;
/** Below this many pixels per tile, large maps are shown as coloured tiles. */
const MIN_PART_CELL = 5;
/** Parts are aligned to multiples of this many tiles. */
const SNAP = 16;
/** Time that the camera rests before a finer part is requested, in milliseconds. */
const REST_DELAY = 90;

/** @type {Subject | null} */
let subject = null;
/** @type {Piece[]} */
let pieces = [];
/** @type {(Part & {controller: AbortController}) | null} */
let loading = null;
/** Parts that the server failed to draw. @type {Set<string>} */
let failed = new Set();
let onLoaded = () => {};

/**
 * Starts loading.
 * @param {() => void} listen called when a piece of the newest picture has loaded
 */
export function startPictures(listen) {
  onLoaded = listen;
  onCameraRest(loadLater);
}

/**
 * Requests the picture of a map.
 * @param {Subject} wanted
 * @returns {boolean} whether one will load: a large map, zoomed out, has none
 */
export function requestPicture(wanted) {
  subject = wanted;
  failed = new Set();
  loading?.controller.abort();
  loading = null;
  for (const piece of pieces) piece.fresh = false;
  load();
  return loading !== null;
}

/** Drops the pieces of older pictures. */
export function dropStale() {
  keep(pieces.filter(({ fresh }) => fresh));
}

/** Whether there are pieces of an older picture. */
export function hasStale() {
  return pieces.some(({ fresh }) => !fresh);
}

/**
 * Whether the newest picture, or else an older one, covers an area.
 * @param {Box} area
 * @returns {"fresh" | "old" | null}
 */
export function covers(area) {
  const piece = pieces.find(({ box }) => within(area, box));
  return piece ? (piece.fresh ? "fresh" : "old") : null;
}

/** @param {Frame} frame */
export function drawPictures({ ctx, x, y, scale, visible }) {
  ctx.imageSmoothingEnabled = true;
  const base = wholePieces().find(({ cell }) => cell >= scale * 0.9) ?? wholePieces().at(-1);
  for (const piece of [
    ...(base ? [base] : []),
    ...pieces.filter((piece) => !isWhole(piece) && (!base || piece.cell > base.cell)),
  ]) {
    const [left, top, width, height] = piece.box;
    if (left > visible[2] || top > visible[3] || left + width < visible[0] || top + height < visible[1]) continue;
    const [px, py] = [Math.round(x(left)), Math.round(y(top))];
    ctx.drawImage(piece.bitmap, px, py, Math.round(x(left + width)) - px, Math.round(y(top + height)) - py);
  }
}

/** Pieces of the whole map, the coarsest first. */
function wholePieces() {
  return pieces.filter(isWhole).sort((a, b) => a.cell - b.cell);
}

/** @param {Part} part */
function isWhole({ box }) {
  return box[0] < 0 && box[1] < 0 && box[0] + box[2] > camera.map[0] && box[1] + box[3] > camera.map[1];
}

/**
 * The area of the map that is visible once the camera rests.
 * @param {[number, number]} size
 * @returns {Box}
 */
function visibleArea(size) {
  const [left, top, right, bottom] = camera.visible(camera.targetFor(size));
  const [x, y] = [Math.max(0, Math.floor(left)), Math.max(0, Math.floor(top))];
  return [
    x,
    y,
    Math.max(0, Math.min(size[0], Math.ceil(right)) - x),
    Math.max(0, Math.min(size[1], Math.ceil(bottom)) - y),
  ];
}

/** @param {Box} inner @param {Box} outer */
function within(inner, outer) {
  return (
    inner[0] >= outer[0] &&
    inner[1] >= outer[1] &&
    inner[0] + inner[2] <= outer[0] + outer[2] &&
    inner[1] + inner[3] <= outer[1] + outer[3]
  );
}

/**
 * The part to request next, or `null` if the pieces suffice.
 * @param {Subject} of
 * @returns {Part | null}
 */
function missing({ size }) {
  const fresh = pieces.filter((piece) => piece.fresh);
  const pixels = camera.targetFor(size).scale * pixelRatio();
  const [width, height] = [size[0] + 2, size[1] + 2];
  /** @type {Box} */
  const whole = [-1, -1, width, height];
  const maxCell = (/** @type {number} */ pixels) =>
    CELLS.filter((cell) => width * height * cell * cell <= pixels).at(-1) ?? 0;
  const largest = maxCell(MAX_WHOLE) >= MIN_WHOLE_CELL ? maxCell(MAX_WHOLE) : 0;
  const cell = CELLS.find((cell) => cell >= pixels * 0.9) ?? CELLS[CELLS.length - 1];
  const seen = visibleArea(size);
  const done = (/** @type {Box} */ box, /** @type {number} */ cell) =>
    fresh.some((piece) => piece.cell >= cell && within(box, piece.box));
  if (cell <= largest) {
    if (done(whole, cell)) return null;
    return { box: whole, cell: done(whole, 0) ? cell : Math.min(cell, maxCell(MAX_DRAFT) || cell) };
  }
  if (pixels >= MIN_PART_CELL && seen[2] > 0 && seen[3] > 0) {
    const part = partFor(seen, size, cell);
    if (!done(seen, part.cell) && !failed.has(String([part.box, part.cell]))) return part;
  }
  return largest > 0 && !done(whole, largest) ? { box: whole, cell: largest } : null;
}

/**
 * The part with the visible area and a margin.
 * @param {Box} seen
 * @param {[number, number]} size
 * @param {number} cell
 * @returns {Part}
 */
function partFor(seen, size, cell) {
  for (const grow of [0.4, 0.15, 0]) {
    const [gx, gy] = [seen[2] * grow, seen[3] * grow];
    const left = Math.max(-1, Math.floor((seen[0] - gx) / SNAP) * SNAP);
    const top = Math.max(-1, Math.floor((seen[1] - gy) / SNAP) * SNAP);
    const right = Math.min(size[0] + 1, Math.ceil((seen[0] + seen[2] + gx) / SNAP) * SNAP);
    const bottom = Math.min(size[1] + 1, Math.ceil((seen[1] + seen[3] + gy) / SNAP) * SNAP);
    /** @type {Box} */
    const box = [left, top, right - left, bottom - top];
    if (box[2] * box[3] * cell * cell <= MAX_PART) return { box, cell };
    if (grow === 0) return { box, cell: Math.max(4, Math.floor(Math.sqrt(MAX_PART / (box[2] * box[3])))) };
  }
  throw new Error("unreachable: the last margin is 0");
}

const loadLater = debounce(REST_DELAY, load);

/** Requests the missing parts one after another. */
function load() {
  if (!subject) return;
  const of = subject;
  const part = missing(of);
  if (loading && part && loading.cell >= part.cell && within(part.box, loading.box)) return;
  loading?.controller.abort();
  loading = null;
  if (!part || failed.has(String([part.box, part.cell]))) return;
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
      dismissNote("picture");
      const piece = { ...part, bitmap, fresh: true };
      dropStale();
      keep([piece, ...pieces]);
      onLoaded();
      requestRedraw();
      // A finer piece follows unless another map is requested first.
      loadLater();
    },
    (error) => {
      if (loading === now) loading = null;
      if (isAbort(error) || controller.signal.aborted) return;
      failed.add(String([part.box, part.cell]));
      load();
      // A coarser piece is good enough to stay silent.
      if (!loading && !pieces.some(({ fresh }) => fresh))
        showNote("picture", `Cannot draw the picture: ${toApiError(error).message}`, { bad: true });
    },
  );
}

/**
 * @param {Subject} of
 * @param {Part} part
 * @param {AbortSignal} signal
 * @returns {Promise<ImageBitmap>}
 */
async function fetchPart({ wish, look }, { box, cell }, signal) {
  const file = await render({ wish, look, format: "png", cell, window: box }, signal);
  return createImageBitmap(file);
}

/** Caches pieces, the newest first, within the pixel limit. @param {Piece[]} wanted */
function keep(wanted) {
  let pixels = 0;
  const kept = wanted.filter(({ bitmap }) => (pixels += bitmap.width * bitmap.height) <= MAX_CACHED);
  for (const piece of pieces) {
    if (!kept.includes(piece)) piece.bitmap.close();
  }
  pieces = kept;
}
