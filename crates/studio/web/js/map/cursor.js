// The keyboard cursor, and the tile below the pointer.

import { camera, requestRedraw, cameraMoved } from "./canvas.js";

/** @type {Cell | null} */
let at = null;
/** @type {Cell | null} */
let hovered = null;
/** @type {(() => void)[]} */
const listeners = [];

/** The tile of the keyboard cursor; `null` until a key moves it. @returns {Cell | null} */
export function cursor() {
  return at;
}

/** The tile below the pointer, or else that of the cursor. @returns {Cell | null} */
export function hoveredCell() {
  return hovered ?? at;
}

/** Calls `listen` whenever the hovered tile changes. @param {() => void} listen */
export function onHoverChange(listen) {
  listeners.push(listen);
}

/**
 * Moves the cursor; it first appears at the centre of the visible area.
 * @param {number} dx
 * @param {number} dy
 */
export function moveCursor(dx, dy) {
  const [x, y] = at
    ? [at[0] + dx, at[1] + dy]
    : [
        Math.floor(camera.at.x + camera.left / 2 / camera.at.scale),
        Math.floor(camera.at.y + camera.top / 2 / camera.at.scale),
      ];
  at = [Math.min(camera.map[0] - 1, Math.max(0, x)), Math.min(camera.map[1] - 1, Math.max(0, y))];
  hovered = null;
  camera.reveal(at[0], at[1]);
  cameraMoved();
  notify();
}

/** Hides the cursor. */
export function hideCursor() {
  if (!at) return;
  at = null;
  requestRedraw();
  notify();
}

/** Sets the tile below the pointer; `null` outside the map. @param {Cell | null} cell */
export function setHovered(cell) {
  if (String(hovered) === String(cell)) return;
  hovered = cell;
  notify();
}

function notify() {
  for (const listen of listeners) listen();
}
