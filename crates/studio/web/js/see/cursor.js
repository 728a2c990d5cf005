// The keyboard's cursor: a tile that keys move, which does what the pointer does. And the tile below the pointer.

import { camera, invalidate, moving } from "./view.js";

/** @type {Cell | null} */
let at = null;
/** @type {Cell | null} */
let pointed = null;
/** @type {(() => void)[]} */
const listeners = [];

/** Where it is; nowhere until a key moved it. @returns {Cell | null} */
export function cursor() {
  return at;
}

/** The tile below the pointer, else that of the cursor. @returns {Cell | null} */
export function pointedAt() {
  return pointed ?? at;
}

/** Calls `listen` whenever it is on another tile. @param {() => void} listen */
export function onPointed(listen) {
  listeners.push(listen);
}

/** Moves it; the first time it appears in the middle of what is seen. @param {number} dx @param {number} dy */
export function moveCursor(dx, dy) {
  const [x, y] = at ? [at[0] + dx, at[1] + dy] : [Math.floor(camera.at.x + camera.left / 2 / camera.at.scale), Math.floor(camera.at.y + camera.top / 2 / camera.at.scale)];
  at = [Math.min(camera.map[0] - 1, Math.max(0, x)), Math.min(camera.map[1] - 1, Math.max(0, y))];
  pointed = null;
  camera.reveal(at[0], at[1]);
  moving();
  tell();
}

/** Takes it away. */
export function hideCursor() {
  if (!at) return;
  at = null;
  invalidate();
  tell();
}

/** The pointer is over this tile, or beside the map. @param {Cell | null} cell */
export function point(cell) {
  if (String(pointed) === String(cell)) return;
  pointed = cell;
  tell();
}

function tell() {
  for (const listen of listeners) listen();
}
