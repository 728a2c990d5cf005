// Shows the current map. A new map appears as coloured tiles until its hand-drawn picture has
// loaded; if the picture loads soon enough, the coloured tiles are skipped.

import { get, on } from "../store.js";
import { backgroundColour, onThemeChange } from "../theme.js";
import { Board } from "./board.js";
import { CLEAR, css, paper, tilePalette } from "./colours.js";
import { isPlayerView } from "./describe.js";
import { TileLayer } from "./tile-layer.js";
import { covers, drawPictures, dropStale, hasStale, startPictures, requestPicture } from "./pictures.js";
import { camera, requestRedraw, cameraMoved, addPainter } from "./canvas.js";

/** Time that the old map stays while the picture of the new one loads, in milliseconds. */
const PICTURE_TIMEOUT = 80;
/**
 * Up to this share of changed tiles, the old picture stays with the changed tiles drawn over it.
 */
const MAX_PATCHED_SHARE = 0.25;
/** Minimum margin of paper around the map, in pixels; the margin is at least one tile. */
const MIN_MARGIN = 12;
/** Widths of the lines that form the shadow, in pixels. */
const SHADOW = [1, 2, 3, 4, 5, 6, 8, 10, 12];

/** @type {Board | null} */
let board = null;
/**
 * The next map, shown when its picture has loaded or the timeout has passed.
 * @type {Board | null}
 */
let nextBoard = null;
/**
 * The newest map while an earlier picture is loading, so that a moving slider shows intermediate
 * pictures.
 * @type {MapView | null}
 */
let queued = null;
/** The request of the next or current map. @type {MapRequest | null} */
let made = null;
/** The map of the last loaded picture. @type {Board | null} */
let pictured = null;
/** @type {TileLayer | null} */
let tileLayer = null;
/** Whether the tile layer hides what players must not see. */
let tilesForPlayers = false;
/** Tiles that differ from the picture below. @type {TileLayer | null} */
let patch = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {((board: Board) => void)[]} */
const listeners = [];
/**
 * Draws something else than the map, such as a replay.
 * @type {((frame: Frame) => boolean) | null}
 */
let replacement = null;

/** The map that is shown. @returns {Board | null} */
export function currentBoard() {
  return board;
}

/** Calls `listen` whenever another map is shown. @param {(board: Board) => void} listen */
export function onBoardChange(listen) {
  listeners.push(listen);
}

/**
 * Lets `draw` replace the drawing of the map; it returns whether it drew.
 * @param {(frame: Frame) => boolean} draw
 */
export function replaceMapDrawing(draw) {
  replacement = draw;
}

/**
 * Draws tiles of an edit at once, before the server has answered.
 * @param {number[]} cells
 * @param {number} code
 */
export function previewTiles(cells, code) {
  if (!board) return;
  patch ??= new TileLayer([board.width, board.height], new Uint8Array(board.tiles.length).fill(CLEAR), tilePalette());
  for (const cell of cells) patch.put(cell, code);
  requestRedraw();
}

/** Removes the preview, unless a new map is about to replace it. */
export function clearPreview() {
  if (nextBoard || queued) return;
  patch = null;
  requestRedraw();
}

/** Starts listening for maps. */
export function startDisplay() {
  startPictures(() => {
    patch = null;
    if (nextBoard) swap();
    pictured = board;
    if (queued) showNext(queued);
    mirrorState();
  });
  on(["map"], () => {
    const { map } = get();
    if (!map) return;
    if (map.id === (queued ?? (nextBoard ?? board)?.view)?.id) {
      // The tiles are equal, but findings or notes may differ.
      if (board && !nextBoard) board = new Board(map);
      if (!queued) {
        const edits = made?.edits;
        made = get().made;
        // A note changes the picture but no tile.
        if (made?.edits !== edits) requestCurrentPicture();
      }
      clearPreview();
      for (const listen of listeners) if (board) listen(board);
      return;
    }
    // The preview of an edit must not disappear with an older picture, so maps with edits are not
    // queued.
    if (nextBoard && !get().made?.edits) queued = map;
    else showNext(map);
    mirrorState();
  });
  onThemeChange(requestRedraw);
  on(["look"], () => {
    if (board && tilesForPlayers !== isPlayerView()) tileLayer = tileLayerOf(board);
    else tileLayer?.renew(tilePalette());
    requestCurrentPicture();
    mirrorState();
    requestRedraw();
  });
  addPainter(0, (frame) => {
    const { visible } = frame;
    drawSheet(frame);
    if (replacement?.(frame) || !board) return;
    const box = visibleTiles(visible);
    if (!covers(box)) tileLayer?.draw(frame);
    drawPictures(frame);
    patch?.draw(frame);
    mirrorState(box);
  });
}

/** Draws the background and the paper below the map. @param {Frame} frame */
function drawSheet({ ctx, width, height, x, y, scale, ratio }) {
  ctx.fillStyle = backgroundColour();
  ctx.fillRect(0, 0, width, height);
  const edge = Math.max(scale, MIN_MARGIN * ratio);
  const [left, top] = [Math.round(x(0) - edge), Math.round(y(0) - edge)];
  const [wide, high] = [Math.round(x(camera.map[0]) + edge) - left, Math.round(y(camera.map[1]) + edge) - top];
  // Faint lines make the shadow: a blur of this size would cost more than drawing the map.
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
function visibleTiles([left, top, right, bottom]) {
  const [x, y] = [Math.max(0, left), Math.max(0, top)];
  return [x, y, Math.max(0, Math.min(camera.map[0], right) - x), Math.max(0, Math.min(camera.map[1], bottom) - y)];
}

/** Requests the picture of a map and shows the map when it has loaded. @param {MapView} map */
function showNext(map) {
  nextBoard = new Board(map);
  queued = null;
  made = get().made;
  clearTimeout(timer);
  // Edits appear at once, because the next edit builds on them.
  if (requestCurrentPicture() && board && !made?.edits) timer = setTimeout(swapWithoutPicture, PICTURE_TIMEOUT);
  else swapWithoutPicture();
}

/** @returns {boolean} whether a picture will load */
function requestCurrentPicture() {
  const of = nextBoard ?? board;
  return made !== null && of !== null && requestPicture({ wish: made, look: get().look, size: of.view.size });
}

/**
 * Shows the next map without its picture: as tiles, or as the old picture with the changed tiles
 * over it.
 */
function swapWithoutPicture() {
  if (queued) showNext(queued);
  const old = pictured;
  const next = nextBoard;
  if (!next) return;
  const same = old && old.width === next.width && old.height === next.height && hasStale();
  const changed = same ? next.tiles.reduce((sum, tile, i) => sum + (tile === old.tiles[i] ? 0 : 1), 0) : Infinity;
  swap();
  if (same && changed <= MAX_PATCHED_SHARE * next.tiles.length) {
    const bytes = next.flat(isPlayerView());
    for (let i = 0; i < bytes.length; i++) if (next.tiles[i] === old.tiles[i]) bytes[i] = CLEAR;
    patch = new TileLayer(next.view.size, bytes, tilePalette());
  } else {
    patch = null;
    dropStale();
  }
  requestRedraw();
}

/** @param {Board} board */
function tileLayerOf(board) {
  tilesForPlayers = isPlayerView();
  return new TileLayer(board.view.size, board.flat(tilesForPlayers), tilePalette());
}

/** Makes the next map the current one. */
function swap() {
  clearTimeout(timer);
  if (!nextBoard) return;
  board = nextBoard;
  nextBoard = null;
  tileLayer = tileLayerOf(board);
  camera.show(board.view.size);
  for (const listen of listeners) listen(board);
  cameraMoved();
}

/** Mirrors to the root element whether the picture is visible, for tests. @param {Box} [box] */
function mirrorState(box = visibleTiles(camera.visible())) {
  document.documentElement.dataset.picture = covers(box) === "fresh" ? "drawn" : "flat";
}
