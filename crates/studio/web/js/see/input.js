// Pointers, wheel and keys on the map: pan, zoom, choose a room, and the tools of the edit mode.

import { bind } from "../keys.js";
import { get, set } from "../store.js";
import { cursor, hideCursor, moveCursor, point } from "./cursor.js";
import { roomSeen } from "./describe.js";
import { shown } from "./show.js";
import { camera, moving } from "./view.js";

/** @typedef {[number, number]} Point in tiles, with fractions */

/**
 * What the pointer does in place of panning.
 * @typedef {object} Tool
 * @property {(at: Point, event: PointerEvent) => boolean} down whether it takes the pointer until it is up
 * @property {(at: Point, event: PointerEvent) => void} move
 * @property {() => void} up
 * @property {() => void} cancel
 * @property {(at: Cell) => boolean} enter what Enter does at the keyboard's cursor; whether it did something
 * @property {(by: Cell) => boolean} arrow what an arrow key does; whether it did something
 */

/** Further than this, in pixels, and it was no click. */
const SLACK = 5;
/** How much one notch of a wheel, and one key, zooms. */
const WHEEL = 0.0016;
const KEY_ZOOM = 1.4;
/** Pixels of one press of an arrow. */
const STEP = 80;
/** Pixels a line of a wheel that counts in lines. */
const LINE = 16;

/** @type {() => Tool | null} */
let tool = () => null;

/** Asks this for the tool in hand, whenever one may be used. @param {() => Tool | null} which */
export function useTools(which) {
  tool = which;
}

/** @param {Point} at @returns {Cell} */
export function cellAt([x, y]) {
  return [Math.floor(x), Math.floor(y)];
}

/** Chooses the room at a tile, or none. @param {Cell} at */
export function chooseAt(at) {
  const board = shown();
  const room = board && roomSeen(board, at);
  set({ selection: room ? { kind: "room", id: room.id } : null });
}

/** @param {number} factor @param {number} [sx] @param {number} [sy] */
export function zoom(factor, sx, sy) {
  camera.zoom(factor, sx, sy);
  moving();
}

/** Shows all of the map. */
export function fit() {
  camera.fit();
  moving();
}

/** Listens on the canvas from now on. @param {HTMLCanvasElement} canvas */
export function startInput(canvas) {
  /** Pointers that are down. @type {Map<number, Point>} */
  const down = new Map();
  /** What the first of them does. @type {"pan" | "tool" | "pinch" | null} */
  let doing = null;
  let travelled = 0;
  /** @type {Tool | null} */
  let inHand = null;
  let took = false;

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
      inHand?.cancel();
      inHand = null;
      doing = "pinch";
    } else if (down.size === 1) {
      travelled = 0;
      inHand = event.button === 0 ? tool() : null;
      doing = inHand?.down(camera.tile(...at), event) ? "tool" : "pan";
      took = doing === "tool";
    }
  });

  canvas.addEventListener("pointermove", (event) => {
    const at = place(event);
    const cell = cellAt(camera.tile(...at));
    point(shown()?.holds(cell) ? cell : null);
    const before = down.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [at[0] - before[0], at[1] - before[1]];
    travelled += Math.hypot(dx, dy);
    if (doing === "pinch") {
      const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const middle = (/** @type {Point} */ p) => /** @type {Point} */ ([(p[0] + other[0]) / 2, (p[1] + other[1]) / 2]);
        const apart = (/** @type {Point} */ p) => Math.max(1, Math.hypot(p[0] - other[0], p[1] - other[1]));
        const [from, to] = [middle(before), middle(at)];
        camera.pan(from[0] - to[0], from[1] - to[1]);
        camera.zoom(apart(at) / apart(before), to[0], to[1], false);
        moving();
      }
    } else if (doing === "tool") {
      inHand?.move(camera.tile(...at), event);
    } else if (doing === "pan" && travelled > SLACK) {
      canvas.dataset.dragging = "";
      camera.pan(-dx, -dy);
      moving();
    }
    down.set(event.pointerId, at);
  });

  const ended = (/** @type {PointerEvent} */ event) => {
    if (!down.delete(event.pointerId)) return;
    if (doing === "tool") {
      if (event.type === "pointerup") inHand?.up();
      else inHand?.cancel();
    } else if (doing === "pan" && event.type === "pointerup" && travelled <= SLACK && event.button === 0) {
      chooseAt(cellAt(camera.tile(...place(event))));
    }
    if (down.size === 0) {
      doing = null;
      inHand = null;
      delete canvas.dataset.dragging;
    } else if (doing === "tool") {
      doing = null;
    } else {
      doing = "pan";
    }
    if (event.pointerType === "touch") point(null);
  };
  canvas.addEventListener("pointerup", ended);
  canvas.addEventListener("pointercancel", ended);
  canvas.addEventListener("pointerleave", () => {
    if (down.size === 0) point(null);
  });
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  // A finger that used a tool is no click as well, which would fall on what the tool opened.
  canvas.addEventListener(
    "touchend",
    (event) => {
      if (took && event.cancelable) event.preventDefault();
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
      const delta = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE);
      // A pinch on a touch pad comes as a wheel with ctrl, in smaller numbers.
      zoom(Math.exp(-Math.max(-240, Math.min(240, delta)) * WHEEL * (event.ctrlKey ? 5 : 1)), ...place(event));
    },
    { passive: false },
  );
  startKeys();
}

function startKeys() {
  /** @type {[string, number, number][]} */
  const arrows = [["ArrowLeft", -1, 0], ["ArrowRight", 1, 0], ["ArrowUp", 0, -1], ["ArrowDown", 0, 1]];
  for (const [key, dx, dy] of arrows) {
    const pan = () => {
      camera.pan(dx * STEP, dy * STEP, true);
      moving();
    };
    bind(key, "Look around; in the edit mode, move the chosen room", () => {
      if (!tool()?.arrow([dx, dy])) pan();
    });
    bind(`ctrl+${key}`, "", pan);
    bind(`shift+${key}`, "Move the cursor on the map, which says what is there", () => moveCursor(dx, dy));
  }
  bind("Enter", "Choose the room at the cursor; in the edit mode, use the tool there", () => {
    const at = cursor();
    if (at && !tool()?.enter(at)) chooseAt(at);
  });
  bind("Escape", "Nothing chosen, no cursor", () => {
    hideCursor();
    tool()?.cancel();
    if (get().selection) set({ selection: null });
  });
  bind("+", "Nearer", () => zoom(KEY_ZOOM));
  bind("=", "", () => zoom(KEY_ZOOM));
  bind("-", "Further away", () => zoom(1 / KEY_ZOOM));
  bind("0", "All of the map", fit);
}
