// Pointer, wheel and keyboard input on the map: panning, zooming, selecting rooms, and the edit
// tools.

import { bind } from "../keys.js";
import { get, set } from "../store.js";
import { cursor, hideCursor, moveCursor, setHovered } from "./cursor.js";
import { visibleRoomAt } from "./describe.js";
import { currentBoard } from "./display.js";
import { camera, cameraMoved } from "./canvas.js";

/** @typedef {[number, number]} Point in tiles, with fractions */

/**
 * A tool that handles the pointer instead of panning.
 * @typedef {object} Tool
 * @property {(at: Point, event: PointerEvent) => boolean} down returns whether the tool handles the pointer until it is released
 * @property {(at: Point, event: PointerEvent) => void} move
 * @property {() => void} up
 * @property {() => void} cancel
 * @property {(at: Cell) => boolean} enter handles Enter at the keyboard cursor; returns whether it did
 * @property {(by: Cell) => boolean} arrow handles an arrow key; returns whether it did
 */

/** A pointer that moves further than this many pixels drags instead of clicking. */
const CLICK_TOLERANCE = 5;
/** Zoom per wheel pixel (as an exponent) and per key press (as a factor). */
const WHEEL_ZOOM = 0.0016;
const KEY_ZOOM = 1.4;
/** Pixels panned by an arrow key. */
const PAN_STEP = 80;
/** Pixels per line, for wheels that report lines. */
const LINE_HEIGHT = 16;

/** @type {() => Tool | null} */
let tool = () => null;

/** Sets the function that returns the active tool, or `null`. @param {() => Tool | null} which */
export function setToolProvider(which) {
  tool = which;
}

/** @param {Point} at @returns {Cell} */
export function cellAt([x, y]) {
  return [Math.floor(x), Math.floor(y)];
}

/** Selects the room at a tile, or nothing. @param {Cell} at */
export function selectRoomAt(at) {
  const board = currentBoard();
  const room = board && visibleRoomAt(board, at);
  set({ selection: room ? { kind: "room", id: room.id } : null });
}

/** @param {number} factor @param {number} [sx] @param {number} [sy] */
export function zoom(factor, sx, sy) {
  camera.zoom(factor, sx, sy);
  cameraMoved();
}

/** Fits the whole map. */
export function fit() {
  camera.fit();
  cameraMoved();
}

/** Starts listening on the canvas. @param {HTMLCanvasElement} canvas */
export function startInput(canvas) {
  /** Positions of the pressed pointers. @type {Map<number, Point>} */
  const down = new Map();
  /** The gesture in progress. @type {"pan" | "tool" | "pinch" | null} */
  let gesture = null;
  let travelled = 0;
  /** @type {Tool | null} */
  let activeTool = null;
  let toolUsed = false;

  const place = (/** @type {MouseEvent} */ event) => {
    const { left, top } = canvas.getBoundingClientRect();
    return /** @type {Point} */ ([event.clientX - left, event.clientY - top]);
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button > 2) return;
    canvas.setPointerCapture(event.pointerId);
    const at = place(event);
    down.set(event.pointerId, at);
    hideCursor();
    if (down.size === 2) {
      activeTool?.cancel();
      activeTool = null;
      gesture = "pinch";
    } else if (down.size === 1) {
      travelled = 0;
      activeTool = event.button === 0 ? tool() : null;
      gesture = activeTool?.down(camera.tile(...at), event) ? "tool" : "pan";
      toolUsed = gesture === "tool";
    }
  });

  canvas.addEventListener("pointermove", (event) => {
    const at = place(event);
    const cell = cellAt(camera.tile(...at));
    setHovered(currentBoard()?.holds(cell) ? cell : null);
    const before = down.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [at[0] - before[0], at[1] - before[1]];
    travelled += Math.hypot(dx, dy);
    if (gesture === "pinch") {
      const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const middle = (/** @type {Point} */ p) =>
          /** @type {Point} */ ([(p[0] + other[0]) / 2, (p[1] + other[1]) / 2]);
        const apart = (/** @type {Point} */ p) => Math.max(1, Math.hypot(p[0] - other[0], p[1] - other[1]));
        const [from, to] = [middle(before), middle(at)];
        camera.pan(from[0] - to[0], from[1] - to[1]);
        camera.zoom(apart(at) / apart(before), to[0], to[1], false);
        cameraMoved();
      }
    } else if (gesture === "tool") {
      activeTool?.move(camera.tile(...at), event);
    } else if (gesture === "pan" && travelled > CLICK_TOLERANCE) {
      canvas.dataset.dragging = "";
      camera.pan(-dx, -dy);
      cameraMoved();
    }
    down.set(event.pointerId, at);
  });

  const ended = (/** @type {PointerEvent} */ event) => {
    if (!down.delete(event.pointerId)) return;
    if (gesture === "tool") {
      if (event.type === "pointerup") activeTool?.up();
      else activeTool?.cancel();
    } else if (gesture === "pan" && event.type === "pointerup" && travelled <= CLICK_TOLERANCE && event.button === 0) {
      selectRoomAt(cellAt(camera.tile(...place(event))));
    }
    if (down.size === 0) {
      gesture = null;
      activeTool = null;
      delete canvas.dataset.dragging;
    } else if (gesture === "tool") {
      gesture = null;
    } else {
      gesture = "pan";
    }
    if (event.pointerType === "touch") setHovered(null);
  };
  canvas.addEventListener("pointerup", ended);
  canvas.addEventListener("pointercancel", ended);
  canvas.addEventListener("pointerleave", () => {
    if (down.size === 0) setHovered(null);
  });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  // A touch that used a tool must not also become a click, which would land on the dialog that the
  // tool opened.
  canvas.addEventListener(
    "touchend",
    (event) => {
      if (toolUsed && event.cancelable) event.preventDefault();
    },
    { passive: false },
  );
  canvas.addEventListener("dblclick", () => {
    if (!tool()) fit();
  });
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const delta = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_HEIGHT);
      // A pinch on a touch pad arrives as a wheel event with ctrl and smaller deltas.
      zoom(Math.exp(-Math.max(-240, Math.min(240, delta)) * WHEEL_ZOOM * (event.ctrlKey ? 5 : 1)), ...place(event));
    },
    { passive: false },
  );
  startKeys();
}

function startKeys() {
  /** @type {[string, number, number][]} */
  const arrows = [
    ["ArrowLeft", -1, 0],
    ["ArrowRight", 1, 0],
    ["ArrowUp", 0, -1],
    ["ArrowDown", 0, 1],
  ];
  for (const [key, dx, dy] of arrows) {
    const pan = () => {
      camera.pan(dx * PAN_STEP, dy * PAN_STEP, true);
      cameraMoved();
    };
    bind(key, "Pan; in Edit, move the selected room", () => {
      if (!tool()?.arrow([dx, dy])) pan();
    });
    bind(`ctrl+${key}`, "", pan);
    bind(`shift+${key}`, "Move the map cursor, which describes each tile", () => moveCursor(dx, dy));
  }
  bind("Enter", "Select the room at the cursor; in Edit, use the tool", () => {
    const at = cursor();
    if (at && !tool()?.enter(at)) selectRoomAt(at);
  });
  bind("Escape", "Clear the selection and hide the cursor", () => {
    hideCursor();
    tool()?.cancel();
    if (get().selection) set({ selection: null });
  });
  bind("+", "Zoom in", () => zoom(KEY_ZOOM));
  bind("=", "", () => zoom(KEY_ZOOM));
  bind("-", "Zoom out", () => zoom(1 / KEY_ZOOM));
  bind("0", "Fit the map", fit);
}
