// The canvas and its frame loop. Modules draw with `addPainter`, and call `requestRedraw` after a
// change.

import { Camera } from "./camera.js";

/**
 * The drawing state of a frame, in device pixels.
 * @typedef {object} Frame
 * @property {CanvasRenderingContext2D} ctx
 * @property {number} width
 * @property {number} height
 * @property {number} ratio device pixels per CSS pixel
 * @property {number} scale pixels per tile
 * @property {[number, number, number, number]} visible the visible area in tiles: left, top, right, bottom
 * @property {(x: number) => number} x left edge of a column of tiles
 * @property {(y: number) => number} y top edge of a row of tiles
 * @property {number} now time in milliseconds
 */

/**
 * Painters run in ascending order.
 * @typedef {{order: number, draw: (frame: Frame) => boolean | void}} Painter
 */

export const camera = new Camera();

/** @type {Painter[]} */
const painters = [];
/** @type {(() => void)[]} */
const restListeners = [];
/** @type {HTMLCanvasElement | null} */
let canvas = null;
/** @type {CanvasRenderingContext2D | null} */
let context = null;
let redrawRequested = false;
/** Time of the last frame, or 0 after a pause. */
let lastFrame = 0;
let hasMoved = false;

/**
 * Adds a painter, called for every frame; it returns true to request another frame.
 * @param {number} order
 * @param {Painter["draw"]} draw
 */
export function addPainter(order, draw) {
  painters.push({ order, draw });
  painters.sort((a, b) => a.order - b.order);
}

/** Calls `listen` whenever the camera comes to rest after a movement. @param {() => void} listen */
export function onCameraRest(listen) {
  restListeners.push(listen);
}

/** Requests a redraw in the next frame. */
export function requestRedraw() {
  if (redrawRequested || !canvas) return;
  redrawRequested = true;
  requestAnimationFrame(frame);
}

/** Call after moving the camera. */
export function cameraMoved() {
  hasMoved = true;
  requestRedraw();
}

/** Device pixels per CSS pixel, at most 2: more make no visible difference. */
export function pixelRatio() {
  return Math.min(2, Math.max(1, devicePixelRatio || 1));
}

/** Draws on this canvas. @param {HTMLCanvasElement} on */
export function attachCanvas(on) {
  canvas = on;
  context = on.getContext("2d", { alpha: false });
  new ResizeObserver(() => {
    const [width, height] = [on.clientWidth, on.clientHeight];
    if (width === 0 || height === 0) return;
    camera.resize(width, height);
    on.width = Math.round(width * pixelRatio());
    on.height = Math.round(height * pixelRatio());
    draw(performance.now());
    cameraMoved();
  }).observe(on);
}

/** @param {number} now */
function frame(now) {
  redrawRequested = false;
  const on = camera.step(lastFrame > 0 ? now - lastFrame : 16);
  const more = draw(now);
  lastFrame = on || more ? now : 0;
  if (on || more) requestRedraw();
  if (hasMoved && !on) {
    hasMoved = false;
    for (const listen of restListeners) listen();
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
    visible: camera.visible(),
    x: (x) => left + x * scale,
    y: (y) => top + y * scale,
    now,
  };
  let more = false;
  for (const addPainter of painters) more = addPainter.draw(frame) === true || more;
  return more;
}
