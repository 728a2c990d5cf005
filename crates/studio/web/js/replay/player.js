// The replay player: loads the trace of the map, moves through its frames and draws them on the
// stage.

import { trace as askTrace, toApiError } from "../api.js";
import { isAbort } from "../dom.js";
import { capitalize } from "../format.js";
import { get, on } from "../store.js";
import { css, mark, tilePalette } from "../map/colours.js";
import { TileLayer } from "../map/tile-layer.js";
import { drawText } from "../map/overlays.js";
import { replaceMapDrawing } from "../map/display.js";
import { camera, requestRedraw, cameraMoved, addPainter } from "../map/canvas.js";
import { FrameBuffer, Trace } from "./trace.js";

/**
 * Playback speeds in frames per second. The fastest plays 64 frames per screen refresh at 60 Hz.
 */
export const SPEEDS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 960, 1920, 3840];
/** Maximum number of highlighted cells, and the duration of a highlight in milliseconds. */
const MAX_GLOWING = 4096;
const GLOW_DURATION = 450;
/** Minimum pixels per tile for the letters of entities. */
const LETTER_SCALE = 11;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * The playback state.
 * @typedef {object} Playing
 * @property {Trace | null} trace
 * @property {number} frame
 * @property {boolean} playing
 * @property {number} speed index into `SPEEDS`
 * @property {string} error why there is no trace
 * @property {number | null} milliseconds duration of the run
 */

/** @type {Playing} */
const state = { trace: null, frame: 0, playing: false, speed: 5, error: "", milliseconds: null };
/** @type {FrameBuffer | null} */
let buffer = null;
/** @type {TileLayer | null} */
let tileLayer = null;
/** Id of the map of the trace. */
let mapId = "";
/** @type {AbortController | null} */
let request = null;
/** Fraction of the next frame that is due, and the time of the last redraw. */
let due = 0;
let lastTime = 0;
/** Ring buffer of the cells that changed recently, with their times. */
const glowCell = new Uint32Array(MAX_GLOWING);
const glowTime = new Float64Array(MAX_GLOWING);
let glowNext = 0;
/** @type {((what: "trace" | "frame") => void)[]} */
const listeners = [];

/** @returns {Readonly<Playing>} */
export function playing() {
  return state;
}

/** Number of tiles of the current frame by code. @returns {Uint32Array} */
export function tileCounts() {
  const counts = new Uint32Array(16);
  const bytes = buffer?.bytes ?? new Uint8Array(0);
  for (let i = 0; i < bytes.length; i++) counts[bytes[i] & 15]++;
  return counts;
}

/**
 * Calls `listen` when the trace changes ("trace"), or the frame, speed or play state ("frame").
 * @param {(what: "trace" | "frame") => void} listen
 */
export function onPlaying(listen) {
  listeners.push(listen);
}

/** @param {"trace" | "frame"} what */
function notify(what) {
  for (const listen of listeners) listen(what);
  document.documentElement.dataset.frame = state.trace ? String(state.frame) : "";
  requestRedraw();
}

/** Goes to a frame, or the nearest valid one. @param {number} frame */
export function go(frame) {
  if (!buffer || !state.trace) return;
  const { trace } = state;
  const to = Math.min(trace.frameCount, Math.max(0, Math.round(frame)));
  if (to === state.frame) return;
  const now = performance.now();
  // Highlight all changes on the way; after a jump, only those of the last frame.
  const jumped = Math.abs(to - state.frame) > 256;
  if (
    buffer.go(to, (cell, byte) => {
      tileLayer?.put(cell, byte);
      if (!jumped) glow(cell, now);
    })
  ) {
    tileLayer?.renew();
  }
  state.frame = to;
  if (jumped && to > 0)
    for (let i = trace.first[to - 1]; i < Math.min(trace.first[to], trace.first[to - 1] + MAX_GLOWING); i++)
      glow(trace.cell[i], now);
  notify("frame");
}

/** @param {number} cell @param {number} now */
function glow(cell, now) {
  glowCell[glowNext] = cell;
  glowTime[glowNext] = now;
  glowNext = (glowNext + 1) % MAX_GLOWING;
}

/**
 * Goes to the next or previous frame with a label, by default that of the current frame; if no
 * other frame has that, to one that changed a tile.
 * @param {1 | -1} direction
 * @param {number} [label]
 */
export function goToSameLabel(direction, label) {
  const { trace, frame } = state;
  if (!trace) return;
  go(label === undefined ? trace.nextAlike(frame, direction) : trace.nextWithLabel(frame, label, direction));
}

/** Plays or pauses; at the end, playback restarts. @param {boolean} [on] */
export function play(on = !state.playing) {
  if (!state.trace) return;
  if (on && state.frame === state.trace.frameCount) go(0);
  state.playing = on;
  due = 0;
  lastTime = 0;
  notify("frame");
}

/** @param {number} speed index into `SPEEDS` */
export function setSpeed(speed) {
  state.speed = Math.min(SPEEDS.length - 1, Math.max(0, speed));
  notify("frame");
}

/** Registers the player; the trace is loaded when the replay mode opens. */
export function startPlayer() {
  on(["mode", "map", "busy"], () => {
    const { mode, map, busy } = get();
    if (mode !== "replay") {
      if (state.playing) play(false);
      requestRedraw();
      return;
    }
    if (map && !busy && map.id !== mapId) void load(map.id);
  });
  on(["look"], () => tileLayer?.renew(tilePalette()));
  replaceMapDrawing((frame) => {
    if (get().mode !== "replay" || !tileLayer) return false;
    tileLayer.draw(frame);
    return true;
  });
  addPainter(40, draw);
}

/** @param {string} id */
async function load(id) {
  const { made, list } = get();
  if (!made) return;
  mapId = id;
  request?.abort();
  const controller = new AbortController();
  request = controller;
  Object.assign(state, { trace: null, frame: 0, playing: false, error: "", milliseconds: null });
  buffer = null;
  tileLayer = null;
  notify("trace");
  try {
    const { bytes, milliseconds } = await askTrace(made, list?.limits.moments, controller.signal);
    const trace = new Trace(bytes);
    state.milliseconds = milliseconds;
    buffer = new FrameBuffer(trace);
    tileLayer = new TileLayer(trace.size, buffer.bytes, tilePalette());
    state.trace = trace;
    glowTime.fill(-Infinity);
    camera.show(trace.size);
    cameraMoved();
  } catch (error) {
    if (isAbort(error)) return;
    mapId = "";
    state.error = `${capitalize(toApiError(error).message)}.`.replace(/([.!?])\.$/, "$1");
  }
  notify("trace");
}

/** @param {Frame} frame @returns {boolean} whether another frame is needed */
function draw(frame) {
  const { trace } = state;
  if (get().mode !== "replay" || !trace || !buffer) return false;
  advance(frame.now);
  drawThings(frame, trace, buffer.bytes);
  const glowing = drawGlow(frame, trace);
  const walker = state.frame > 0 ? trace.walker[state.frame - 1] : 0;
  if (walker > 0) drawWalker(frame, (walker - 1) % trace.size[0], Math.floor((walker - 1) / trace.size[0]));
  return state.playing || glowing;
}

/** Advances the playback to the current time. @param {number} now */
function advance(now) {
  if (!state.playing || !state.trace) return;
  if (lastTime > 0) due += (Math.min(now - lastTime, 250) / 1000) * SPEEDS[state.speed];
  lastTime = now;
  const whole = Math.floor(due);
  if (whole === 0) return;
  due -= whole;
  go(state.frame + whole);
  if (state.frame === state.trace.frameCount) play(false);
}

/**
 * Draws the letters of entities, if they are large enough to read.
 * @param {Frame} frame
 * @param {Trace} trace
 * @param {Uint8Array} bytes
 */
function drawThings({ ctx, x, y, scale, ratio, visible }, { size }, bytes) {
  if (scale / ratio < LETTER_SCALE) return;
  const things = get().list?.things ?? [];
  for (let row = Math.max(0, Math.floor(visible[1])); row < Math.min(size[1], visible[3]); row++) {
    for (let column = Math.max(0, Math.floor(visible[0])); column < Math.min(size[0], visible[2]); column++) {
      const code = bytes[row * size[0] + column] >> 4;
      if (code === 0) continue;
      const thing = things.find((thing) => thing.code === code);
      if (thing) drawText(ctx, thing.char, x(column + 0.5), y(row + 0.5), scale * 0.7, css(mark()));
    }
  }
}

/**
 * Draws the highlights of recent changes, which fade over time.
 * @param {Frame} frame
 * @param {Trace} trace
 * @returns {boolean}
 */
function drawGlow({ ctx, x, y, scale, ratio, visible, now }, trace) {
  const size = Math.max(scale, 2 * ratio);
  let glowing = false;
  ctx.fillStyle = "#f2b705";
  const at = (/** @type {number} */ cell, /** @type {number} */ alpha) => {
    const column = cell % trace.size[0];
    const row = (cell - column) / trace.size[0];
    if (column + 1 < visible[0] || row + 1 < visible[1] || column > visible[2] || row > visible[3]) return;
    ctx.globalAlpha = alpha;
    ctx.fillRect(x(column), y(row), size, size);
  };
  if (!reducedMotion.matches) {
    for (let i = 0; i < MAX_GLOWING; i++) {
      const left = 1 - (now - glowTime[i]) / GLOW_DURATION;
      if (left <= 0) continue;
      glowing = true;
      at(glowCell[i], 0.75 * Math.min(1, left));
    }
  }
  // While paused, the changes of the current frame stay marked.
  if (!state.playing && state.frame > 0) {
    const [from, to] = [trace.first[state.frame - 1], trace.first[state.frame]];
    for (let i = from; i < Math.min(to, from + MAX_GLOWING); i++) at(trace.cell[i], 0.6);
  }
  ctx.globalAlpha = 1;
  return glowing;
}

/** @param {Frame} frame @param {number} column @param {number} row */
function drawWalker({ ctx, x, y, scale, ratio }, column, row) {
  ctx.beginPath();
  ctx.arc(x(column + 0.5), y(row + 0.5), Math.max(4 * ratio, scale * 0.36), 0, 2 * Math.PI);
  ctx.fillStyle = "#1d6fd1";
  ctx.fill();
  ctx.lineWidth = Math.max(1.5 * ratio, scale * 0.08);
  ctx.strokeStyle = "#fff";
  ctx.stroke();
}
