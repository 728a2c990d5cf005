// The overlay of walls, doors and lights, as files for virtual tables hold them.

import { sight as requestSight, toApiError } from "../api.js";
import { isAbort } from "../dom.js";
import { formatNumber } from "../format.js";
import { get, on } from "../store.js";
import { addPainter, requestRedraw } from "./canvas.js";
import { currentBoard } from "./display.js";

/** Delay before the walls of a new map are requested, in milliseconds: pictures come first. */
const DELAY = 150;
const WALLS = "#d6336c";
const OBJECTS = "#9c36b5";
const DOORS = "#1971c2";

/** @type {{of: string, view: SightView, walls: Path2D, objects: Path2D} | null} */
let shown = null;
/** Key of the requested or shown walls. */
let key = "";
/** The reason why there are no walls. */
let problem = "";
/** @type {AbortController | null} */
let pending = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {(() => void)[]} */
const listeners = [];

/** Calls `listen` whenever other walls are shown. @param {() => void} listen */
export function onSight(listen) {
  listeners.push(listen);
}

/** The numbers of walls, doors and lights in one line, or why there are none. */
export function sightSummary() {
  if (problem !== "") return problem;
  if (!shown) return "";
  const { walls, objects, doors, lights } = shown.view;
  const segments = [...walls, ...objects].reduce((sum, line) => sum + line.length - 1, 0);
  const count = (/** @type {number} */ n, /** @type {string} */ one) => `${formatNumber(n)} ${one}${n === 1 ? "" : "s"}`;
  return `${count(segments, "wall segment")}, ${count(doors.length, "door")}, ${count(lights.length, "light")}.`;
}

/** Adds the painter and starts listening. */
export function startSight() {
  on(["overlays", "look"], update);
  on(["map", "busy"], () => {
    clearTimeout(timer);
    timer = setTimeout(update, DELAY);
  });
  addPainter(25, (frame) => {
    const board = currentBoard();
    if (shown && board && shown.of === board.view.id && get().mode !== "replay") draw(frame, shown);
  });
}

/** Requests the walls of the current map, if the overlay is on. */
function update() {
  const { overlays, map, made, busy, look } = get();
  const isOn = overlays.includes("sight");
  const wanted = isOn && map ? `${map.id} ${JSON.stringify(look)}` : "";
  if (wanted === key || (wanted !== "" && busy)) return;
  key = wanted;
  pending?.abort();
  pending = null;
  problem = "";
  if (!isOn || !map || !made) {
    shown = null;
    notify();
    return;
  }
  const controller = new AbortController();
  pending = controller;
  requestSight(made, look, controller.signal).then(
    (view) => {
      if (controller.signal.aborted) return;
      shown = { of: map.id, view, walls: pathOf(view.walls), objects: pathOf(view.objects) };
      notify();
    },
    (error) => {
      if (isAbort(error)) return;
      shown = null;
      problem = toApiError(error).message;
      notify();
    },
  );
}

function notify() {
  document.documentElement.dataset.sight = shown ? String(shown.view.walls.length) : "";
  for (const listen of listeners) listen();
  requestRedraw();
}

/** @param {[number, number][][]} lines */
function pathOf(lines) {
  const path = new Path2D();
  for (const line of lines) {
    line.forEach(([x, y], i) => (i === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
  }
  return path;
}

/** @param {Frame} frame @param {{view: SightView, walls: Path2D, objects: Path2D}} what */
function draw({ ctx, x, y, scale, ratio }, { view, walls, objects }) {
  ctx.save();
  ctx.translate(x(0), y(0));
  ctx.scale(scale, scale);
  ctx.lineJoin = "round";
  ctx.lineCap = "round";
  for (const light of view.lights) {
    for (const [reach, alpha] of [
      [2, 0.16],
      [1, 0.24],
    ]) {
      ctx.globalAlpha = alpha;
      ctx.fillStyle = light.color;
      ctx.beginPath();
      ctx.arc(light.at[0], light.at[1], light.radius * reach, 0, 2 * Math.PI);
      ctx.fill();
    }
  }
  ctx.globalAlpha = 1;
  const stroke = (/** @type {Path2D} */ path, /** @type {string} */ color, /** @type {number} */ width) => {
    for (const [extra, paint] of /** @type {[number, string][]} */ ([
      [2, "rgb(255 255 255 / .8)"],
      [0, color],
    ])) {
      ctx.lineWidth = ((width + extra) * ratio) / scale;
      ctx.strokeStyle = paint;
      ctx.stroke(path);
    }
  };
  stroke(walls, WALLS, 2);
  stroke(objects, OBJECTS, 2);
  stroke(pathOf(view.doors.map((door) => door.ends)), DOORS, 4);
  ctx.restore();
}
