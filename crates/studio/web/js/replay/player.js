// Plays a run: asks for its trace, goes to and fro in it, and draws where it is on the stage.

import { trace as askTrace, told } from "../api.js";
import { aborted } from "../dom.js";
import { sentence } from "../format.js";
import { get, on } from "../store.js";
import { css, mark, tilePalette } from "../see/colours.js";
import { Flat } from "../see/flat.js";
import { words } from "../see/overlays.js";
import { showInstead } from "../see/show.js";
import { camera, invalidate, moving, painter } from "../see/view.js";
import { Film, Trace } from "./trace.js";

/** Moments a second: the slowest is to be followed by eye, the fastest is 64 in each sixtieth. */
export const SPEEDS = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 960, 1920, 3840];
/** How many changed cells glow at most, and for how long, in milliseconds. */
const GLOWING = 4096;
const GLOW = 450;
/** So many pixels a tile before things have their letters. */
const LETTERS_FROM = 11;

const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * What the bar and the panel show.
 * @typedef {object} Playing
 * @property {Trace | null} trace
 * @property {number} frame
 * @property {boolean} playing
 * @property {number} speed place in `SPEEDS`
 * @property {string} why there is no trace
 */

/** @type {Playing} */
const state = { trace: null, frame: 0, playing: false, speed: 5, why: "" };
/** @type {Film | null} */
let film = null;
/** @type {Flat | null} */
let flat = null;
/** For which map. */
let of = "";
/** @type {AbortController | null} */
let asking = null;
/** Moments that are due but not whole, and when the last frame was. */
let due = 0;
let last = 0;
/** Cells that changed a moment ago, and when; a ring. */
const glowCell = new Uint32Array(GLOWING);
const glowTime = new Float64Array(GLOWING);
let glowNext = 0;
/** @type {((what: "trace" | "frame") => void)[]} */
const listeners = [];

/** @returns {Readonly<Playing>} */
export function playing() {
  return state;
}

/** Calls `listen` when there is another trace, or another frame or way of playing. @param {(what: "trace" | "frame") => void} listen */
export function onPlaying(listen) {
  listeners.push(listen);
}

/** @param {"trace" | "frame"} what */
function tell(what) {
  for (const listen of listeners) listen(what);
  document.documentElement.dataset.frame = state.trace ? String(state.frame) : "";
  invalidate();
}

/** Goes to a frame, as near as there is one. @param {number} frame */
export function go(frame) {
  if (!film || !state.trace) return;
  const { trace } = state;
  const to = Math.min(trace.moments, Math.max(0, Math.round(frame)));
  if (to === state.frame) return;
  const now = performance.now();
  // What was passed glows as far as one can see it go by; after a jump only what the last moment changed.
  const jumped = Math.abs(to - state.frame) > 256;
  if (film.go(to, (cell, byte) => {
    flat?.put(cell, byte);
    if (!jumped) glow(cell, now);
  })) {
    flat?.renew();
  }
  state.frame = to;
  if (jumped && to > 0) for (let i = trace.first[to - 1]; i < Math.min(trace.first[to], trace.first[to - 1] + GLOWING); i++) glow(trace.cell[i], now);
  tell("frame");
}

/** @param {number} cell @param {number} now */
function glow(cell, now) {
  glowCell[glowNext] = cell;
  glowTime[glowNext] = now;
  glowNext = (glowNext + 1) % GLOWING;
}

/** To the next or previous moment of the same label, or of this one. @param {1 | -1} way @param {number} [label] */
export function goAlike(way, label) {
  const { trace, frame } = state;
  if (trace) go(trace.alike(frame, label ?? trace.labelAt(frame), way));
}

/** Plays or pauses; at the end it begins again. @param {boolean} [on] */
export function play(on = !state.playing) {
  if (!state.trace) return;
  if (on && state.frame === state.trace.moments) go(0);
  state.playing = on;
  due = 0;
  last = 0;
  tell("frame");
}

/** @param {number} speed place in `SPEEDS` */
export function setSpeed(speed) {
  state.speed = Math.min(SPEEDS.length - 1, Math.max(0, speed));
  tell("frame");
}

/** Begins to listen: the trace is asked for when the mode begins. */
export function startPlayer() {
  on(["mode", "map", "busy"], () => {
    const { mode, map, busy } = get();
    if (mode !== "replay") {
      if (state.playing) play(false);
      invalidate();
      return;
    }
    if (map && !busy && map.id !== of) void load(map.id);
  });
  on(["look"], () => flat?.renew(tilePalette()));
  showInstead((frame) => {
    if (get().mode !== "replay" || !flat) return false;
    flat.draw(frame);
    return true;
  });
  painter(40, draw);
}

/** Why a map from a file has no replay. */
function fromFile() {
  return `It was opened from a file, which does not say how it was made.${get().map?.recipe ? " It holds its recipe, though: in the Make mode you can make it anew, and then see how that goes." : ""}`;
}

/** @param {string} id */
async function load(id) {
  const { made, list } = get();
  if (!made) return;
  of = id;
  asking?.abort();
  const controller = new AbortController();
  asking = controller;
  Object.assign(state, { trace: null, frame: 0, playing: false, why: "" });
  film = null;
  flat = null;
  tell("trace");
  try {
    const trace = new Trace(await askTrace(made, list?.limits.moments, controller.signal));
    film = new Film(trace);
    flat = new Flat(trace.size, film.bytes, tilePalette());
    state.trace = trace;
    glowTime.fill(-Infinity);
    camera.show(trace.size);
    moving();
  } catch (error) {
    if (aborted(error)) return;
    of = "";
    state.why = get().imported ? fromFile() : sentence(told(error).message);
  }
  tell("trace");
}

/** @param {Frame} frame @returns {boolean} whether there is more to come */
function draw(frame) {
  const { trace } = state;
  if (get().mode !== "replay" || !trace || !film) return false;
  advance(frame.now);
  drawThings(frame, trace, film.bytes);
  const glowing = drawGlow(frame, trace);
  const walker = state.frame > 0 ? trace.walker[state.frame - 1] : 0;
  if (walker > 0) drawWalker(frame, (walker - 1) % trace.size[0], Math.floor((walker - 1) / trace.size[0]));
  return state.playing || glowing;
}

/** Goes on as far as time did. @param {number} now */
function advance(now) {
  if (!state.playing || !state.trace) return;
  if (last > 0) due += (Math.min(now - last, 250) / 1000) * SPEEDS[state.speed];
  last = now;
  const whole = Math.floor(due);
  if (whole === 0) return;
  due -= whole;
  go(state.frame + whole);
  if (state.frame === state.trace.moments) play(false);
}

/** The letters of what stands there, where they can be read. @param {Frame} frame @param {Trace} trace @param {Uint8Array} bytes */
function drawThings({ ctx, x, y, scale, ratio, seen }, { size }, bytes) {
  if (scale / ratio < LETTERS_FROM) return;
  const things = get().list?.things ?? [];
  for (let row = Math.max(0, Math.floor(seen[1])); row < Math.min(size[1], seen[3]); row++) {
    for (let column = Math.max(0, Math.floor(seen[0])); column < Math.min(size[0], seen[2]); column++) {
      const code = bytes[row * size[0] + column] >> 4;
      if (code === 0) continue;
      const thing = things.find((thing) => thing.code === code);
      if (thing) words(ctx, thing.char, x(column + 0.5), y(row + 0.5), scale * 0.7, css(mark()));
    }
  }
}

/** What changed a moment ago, brighter the less long ago. @param {Frame} frame @param {Trace} trace @returns {boolean} */
function drawGlow({ ctx, x, y, scale, ratio, seen, now }, trace) {
  const size = Math.max(scale, 2 * ratio);
  let glowing = false;
  ctx.fillStyle = "#f2b705";
  const at = (/** @type {number} */ cell, /** @type {number} */ alpha) => {
    const column = cell % trace.size[0];
    const row = (cell - column) / trace.size[0];
    if (column + 1 < seen[0] || row + 1 < seen[1] || column > seen[2] || row > seen[3]) return;
    ctx.globalAlpha = alpha;
    ctx.fillRect(x(column), y(row), size, size);
  };
  if (!still.matches) {
    for (let i = 0; i < GLOWING; i++) {
      const left = 1 - (now - glowTime[i]) / GLOW;
      if (left <= 0) continue;
      glowing = true;
      at(glowCell[i], 0.75 * Math.min(1, left));
    }
  }
  // While it stands still, what this very moment changed stays marked.
  if (!state.playing && state.frame > 0) {
    const [from, to] = [trace.first[state.frame - 1], trace.first[state.frame]];
    for (let i = from; i < Math.min(to, from + GLOWING); i++) at(trace.cell[i], 0.6);
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
