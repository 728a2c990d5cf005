// Which map is shown. A new one is drawn flat at once and laid out by hand when its picture is there; if that comes soon enough, the flat one is never seen.

import { get, on } from "../store.js";
import { onTheme, table } from "../theme.js";
import { Board } from "./board.js";
import { CLEAR, css, paper, tilePalette } from "./colours.js";
import { forPlayers } from "./describe.js";
import { Flat } from "./flat.js";
import { covers, drawPictures, dropOld, hasOld, startPictures, want } from "./picture.js";
import { camera, invalidate, moving, painter } from "./view.js";

/** How long the old map waits for the picture of the new one, in milliseconds. */
const PATIENCE = 80;
/** Up to this share of changed tiles the old picture stays, with the changed tiles flat on it, until the new one is there. */
const FEW = 0.25;
/** The paper goes on beyond the map by a tile, or so many pixels. */
const EDGE_PIXELS = 12;
/** How far each line of the shadow reaches, in pixels. */
const SHADOW = [1, 2, 3, 4, 5, 6, 8, 10, 12];

/** @type {Board | null} */
let board = null;
/** The one whose picture is asked for; until that is there, or patience ends, the old one is seen. @type {Board | null} */
let coming = null;
/** The newest, where a picture is on its way already: a slider that moves shows one picture after another, not none until it rests. @type {MapView | null} */
let later = null;
/** What made the one that is coming or seen. @type {Wish | null} */
let made = null;
/** The one whose picture came last. @type {Board | null} */
let drawn = null;
/** @type {Flat | null} */
let flat = null;
/** Whether that is for players. */
let flatFor = false;
/** What changed since the picture below it was drawn. @type {Flat | null} */
let patch = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {((board: Board) => void)[]} */
const listeners = [];
/** Draws something else in place of the map, as a replay does. @type {{draw: (frame: Frame) => boolean} | null} */
let instead = null;

/** The map that is seen. @returns {Board | null} */
export function shown() {
  return board;
}

/** Calls `listen` whenever another map is seen. @param {(board: Board) => void} listen */
export function onShown(listen) {
  listeners.push(listen);
}

/** Shows something else in place of the map, where it has something: whether it drew. @param {(frame: Frame) => boolean} draw */
export function showInstead(draw) {
  instead = { draw };
}

/** Draws these tiles at once, before the server knows of them. @param {number[]} cells @param {number} code */
export function sketch(cells, code) {
  if (!board) return;
  patch ??= new Flat([board.width, board.height], new Uint8Array(board.tiles.length).fill(CLEAR), tilePalette());
  for (const cell of cells) patch.put(cell, code);
  invalidate();
}

/** What was sketched is no more. */
export function unsketch() {
  if (coming || later) return;
  patch = null;
  invalidate();
}

/** Begins to listen. */
export function startShow() {
  startPictures(() => {
    patch = null;
    if (coming) swap();
    drawn = board;
    if (later) begin(later);
    tell();
  });
  on(["map"], () => {
    const { map } = get();
    if (!map) return;
    if (map.id === (later ?? (coming ?? board)?.view)?.id) {
      // The same tiles, though its findings or notes may differ.
      if (board && !coming) board = new Board(map);
      if (!later) {
        const edits = made?.edits;
        made = get().made;
        // A note is in the picture, though it changes no tile.
        if (made?.edits !== edits) wantPicture();
      }
      unsketch();
      for (const listen of listeners) if (board) listen(board);
      return;
    }
    // What was sketched for an edit goes with its own picture, so no older one is waited for.
    if (coming && !get().made?.edits) later = map;
    else begin(map);
    tell();
  });
  onTheme(invalidate);
  on(["look"], () => {
    if (board && flatFor !== forPlayers()) flat = flatOf(board);
    else flat?.renew(tilePalette());
    wantPicture();
    tell();
    invalidate();
  });
  painter(0, (frame) => {
    const { seen } = frame;
    drawSheet(frame);
    if (instead?.draw(frame) || !board) return;
    const box = seenTiles(seen);
    if (!covers(box)) flat?.draw(frame);
    drawPictures(frame);
    patch?.draw(frame);
    tell(box);
  });
}

/** The table, and on it the paper that the map is drawn on, a tile larger on all sides. @param {Frame} frame */
function drawSheet({ ctx, width, height, x, y, scale, ratio }) {
  ctx.fillStyle = table();
  ctx.fillRect(0, 0, width, height);
  const edge = Math.max(scale, EDGE_PIXELS * ratio);
  const [left, top] = [Math.round(x(0) - edge), Math.round(y(0) - edge)];
  const [wide, high] = [Math.round(x(camera.map[0]) + edge) - left, Math.round(y(camera.map[1]) + edge) - top];
  // A shadow of a few faint lines: a blur of this size would cost more than the map.
  ctx.strokeStyle = "rgb(0 0 0 / 0.018)";
  ctx.lineJoin = "round";
  for (const far of SHADOW) {
    ctx.lineWidth = 2 * far * ratio;
    ctx.strokeRect(left, top + 2 * ratio, wide, high);
  }
  ctx.fillStyle = css(paper());
  ctx.fillRect(left, top, wide, high);
}

/** @param {[number, number, number, number]} seen @returns {Box} */
function seenTiles([left, top, right, bottom]) {
  const [x, y] = [Math.max(0, left), Math.max(0, top)];
  return [x, y, Math.max(0, Math.min(camera.map[0], right) - x), Math.max(0, Math.min(camera.map[1], bottom) - y)];
}

/** Asks for the picture of a map, to show it then. @param {MapView} map */
function begin(map) {
  coming = new Board(map);
  later = null;
  made = get().made;
  clearTimeout(timer);
  // The next edit builds on this one, so that it is seen at once.
  if (wantPicture() && board && !made?.edits) timer = setTimeout(swapFlat, PATIENCE);
  else swapFlat();
}

/** @returns {boolean} whether there will be one */
function wantPicture() {
  const of = coming ?? board;
  return made !== null && of !== null && want({ wish: made, look: get().look, size: of.view.size });
}

/** The picture is not there yet: the new map is shown flat, or as the old picture with what changed. */
function swapFlat() {
  if (later) begin(later);
  const old = drawn;
  const next = coming;
  if (!next) return;
  const same = old && old.width === next.width && old.height === next.height && hasOld();
  const changed = same ? next.tiles.reduce((sum, tile, i) => sum + (tile === old.tiles[i] ? 0 : 1), 0) : Infinity;
  swap();
  if (same && changed <= FEW * next.tiles.length) {
    const bytes = next.flat(forPlayers());
    for (let i = 0; i < bytes.length; i++) if (next.tiles[i] === old.tiles[i]) bytes[i] = CLEAR;
    patch = new Flat(next.view.size, bytes, tilePalette());
  } else {
    patch = null;
    dropOld();
  }
  invalidate();
}

/** @param {Board} board */
function flatOf(board) {
  flatFor = forPlayers();
  return new Flat(board.view.size, board.flat(flatFor), tilePalette());
}

/** From here on the new map is the one that is seen. */
function swap() {
  clearTimeout(timer);
  if (!coming) return;
  board = coming;
  coming = null;
  flat = flatOf(board);
  camera.show(board.view.size);
  for (const listen of listeners) listen(board);
  moving();
}

/** Says on the page what is seen, for those who wait for it. @param {Box} [box] */
function tell(box = seenTiles(camera.seen())) {
  document.documentElement.dataset.picture = covers(box) === "fresh" ? "drawn" : "flat";
}
