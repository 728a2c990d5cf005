// The canvas and its frames. Whoever has something to draw adds a painter; whoever changed something calls `invalidate`, and the next frame draws all.

import { Camera } from "./camera.js";

/**
 * What a painter draws with. Its pixels are those of the screen, not of CSS.
 * @typedef {object} Frame
 * @property {CanvasRenderingContext2D} ctx
 * @property {number} width
 * @property {number} height
 * @property {number} ratio pixels of the screen a pixel of CSS
 * @property {number} scale pixels a tile
 * @property {[number, number, number, number]} seen the tiles that are seen: left, top, right, bottom
 * @property {(x: number) => number} x where a column of tiles begins
 * @property {(y: number) => number} y where a row of tiles begins
 * @property {number} now milliseconds
 */

/** Lower is further back. @typedef {{order: number, draw: (frame: Frame) => boolean | void}} Painter */

export const camera = new Camera();

/** @type {Painter[]} */
const painters = [];
/** @type {(() => void)[]} */
const resters = [];
/** @type {HTMLCanvasElement | null} */
let canvas = null;
/** @type {CanvasRenderingContext2D | null} */
let context = null;
let asked = false;
/** When the last frame was, while one follows another. */
let last = 0;
let moved = false;

/** Adds what is drawn in every frame; a painter that returns true wants another frame. @param {number} order @param {Painter["draw"]} draw */
export function painter(order, draw) {
  painters.push({ order, draw });
  painters.sort((a, b) => a.order - b.order);
}

/** Calls `listen` whenever the camera has come to rest at another place. @param {() => void} listen */
export function onRest(listen) {
  resters.push(listen);
}

/** Something is to be drawn anew. */
export function invalidate() {
  if (asked || !canvas) return;
  asked = true;
  requestAnimationFrame(frame);
}

/** The camera was told to go elsewhere. */
export function moving() {
  moved = true;
  invalidate();
}

/** Pixels of the screen a pixel of CSS, of which more than two are seen by nobody. */
export function ratio() {
  return Math.min(2, Math.max(1, devicePixelRatio || 1));
}

/** Draws on this canvas from now on, which fills its parent. @param {HTMLCanvasElement} on */
export function attach(on) {
  canvas = on;
  context = on.getContext("2d", { alpha: false });
  new ResizeObserver(() => {
    const [width, height] = [on.clientWidth, on.clientHeight];
    if (width === 0 || height === 0) return;
    camera.resize(width, height);
    on.width = Math.round(width * ratio());
    on.height = Math.round(height * ratio());
    draw(performance.now());
    moving();
  }).observe(on);
}

/** @param {number} now */
function frame(now) {
  asked = false;
  const on = camera.step(last > 0 ? now - last : 16);
  const more = draw(now);
  last = on || more ? now : 0;
  if (on || more) invalidate();
  if (moved && !on) {
    moved = false;
    for (const listen of resters) listen();
  }
}

/** @param {number} now @returns {boolean} */
function draw(now) {
  if (!canvas || !context) return false;
  const { at } = camera;
  const scale = (at.scale * canvas.width) / camera.width;
  const [left, top] = [canvas.width / 2 - at.x * scale, canvas.height / 2 - at.y * scale];
  /** @type {Frame} */
  const frame = {
    ctx: context,
    width: canvas.width,
    height: canvas.height,
    ratio: canvas.width / camera.width,
    scale,
    seen: camera.seen(),
    x: (x) => left + x * scale,
    y: (y) => top + y * scale,
    now,
  };
  let more = false;
  for (const painter of painters) more = painter.draw(frame) === true || more;
  return more;
}
