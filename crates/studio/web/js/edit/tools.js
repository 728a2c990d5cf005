// The tools of the edit mode: pointer gestures and keys on the map, with a preview until the server
// has answered.

import { byId } from "../dom.js";
import { get, on, set } from "../store.js";
import { css, mark } from "../map/colours.js";
import { hoveredCell } from "../map/cursor.js";
import { visibleRoomAt } from "../map/describe.js";
import { cellAt, selectRoomAt, setToolProvider } from "../map/input.js";
import { roomOutline } from "../map/overlays.js";
import { currentBoard, previewTiles, clearPreview } from "../map/display.js";
import { camera, requestRedraw, addPainter } from "../map/canvas.js";
import { onBeforeMapChange } from "../request/saved-edits.js";
import { applyEdit, isPending, onSettled, showMessage } from "./edits.js";
import { openNoteDialog } from "./note-dialog.js";
import { onToolChange, toolSettings } from "./settings.js";

/** @typedef {import("../map/input.js").Tool} Tool */
/** @typedef {import("../map/input.js").Point} Point */
/** @typedef {import("../map/canvas.js").Frame} Frame */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Box} Box */
/** @typedef {import("../types.js").RoomView} RoomView */

/** Radius around a handle within which it can be grabbed, in pixels. */
const HANDLE_RADIUS = 9;
const HANDLE_RADIUS_TOUCH = 20;
/** Arrow keys pressed within this time become one edit, in milliseconds. */
const ARROW_PAUSE = 350;

/**
 * The gesture in progress. Its preview stays until the server has answered.
 * @typedef {{do: "move", room: RoomView, from: Point, by: Cell} | {do: "resize", room: RoomView, edges: [number, number], rect: Box} | {do: "add", from: Cell, to: Cell, rect: Box} | {do: "point", at: Cell} | {do: "paint", cells: Set<number>, last: Cell}} Gesture
 */

/** @type {Gesture | null} */
let gesture = null;
/** Whether the gesture was sent and waits for the server. */
let sent = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let arrowTimer;
/**
 * The last door that was placed: another click there changes it to the next kind.
 * @type {{at: Cell, sent: string} | null}
 */
let lastDoor = null;

/** Registers the tools. */
export function startTools() {
  setToolProvider(() => (get().mode === "edit" ? TOOL : null));
  addPainter(50, draw);
  onSettled(() => {
    if (sent) clearGesture();
  });
  on(["mode"], () => {
    flushArrowMoves();
    clearGesture();
  });
  onBeforeMapChange(flushArrowMoves);
  onToolChange(() => {
    lastDoor = null;
  });
}

/** Turns pending moves of the arrow keys into an edit at once. */
function flushArrowMoves() {
  if (arrowTimer === undefined || sent || gesture?.do !== "move") return;
  clearTimeout(arrowTimer);
  arrowTimer = undefined;
  TOOL.up();
}

/** The selected room. @returns {RoomView | null} */
export function selectedRoom() {
  const { selection } = get();
  return selection?.kind === "room" ? (currentBoard()?.room(selection.id) ?? null) : null;
}

/** Removes the selected room. */
export function removeSelectedRoom() {
  const room = selectedRoom();
  if (!room) return;
  set({ selection: null });
  applyEdit({ do: "remove-room", room: room.id });
}

function clearGesture() {
  clearTimeout(arrowTimer);
  arrowTimer = undefined;
  gesture = null;
  sent = false;
  requestRedraw();
}

/** @param {import("../types.js").Edit} edit */
function send(edit) {
  sent = true;
  applyEdit(edit);
}

/** @type {Tool} */
const TOOL = {
  down(at, event) {
    const cell = cellAt(at);
    const board = currentBoard();
    if (!board) return false;
    flushArrowMoves();
    clearGesture();
    const { tool, tile } = toolSettings();
    if (tool === "select") return select(at, event);
    if (!board.holds(cell)) return false;
    if (tool === "paint") {
      gesture = { do: "paint", cells: new Set(), last: cell };
      brush(cell, tile);
    } else if (tool === "room") {
      gesture = { do: "add", from: cell, to: cell, rect: snapToGrid([cell[0], cell[1], 1, 1], event.altKey) };
    } else {
      gesture = { do: "point", at: cell };
    }
    requestRedraw();
    return true;
  },
  move(at, event) {
    const cell = cellAt(at);
    if (!gesture || sent) return;
    if (gesture.do === "move") {
      const [gx, gy] = gridStep(event.altKey);
      gesture.by = [Math.round((at[0] - gesture.from[0]) / gx) * gx, Math.round((at[1] - gesture.from[1]) / gy) * gy];
    } else if (gesture.do === "resize") {
      gesture.rect = resized(gesture.room.bounds, gesture.edges, at, event.altKey);
    } else if (gesture.do === "add") {
      gesture.to = cell;
      gesture.rect = snapToGrid(rectBetween(gesture.from, cell), event.altKey);
    } else if (gesture.do === "point") {
      gesture.at = cell;
    } else {
      forLine(gesture.last, cell, (each) => brush(each, toolSettings().tile));
      gesture.last = cell;
    }
    requestRedraw();
  },
  up() {
    if (!gesture || sent) return;
    if (gesture.do === "move") {
      if (gesture.by[0] === 0 && gesture.by[1] === 0) clearGesture();
      else send({ do: "move-room", room: gesture.room.id, by: gesture.by });
    } else if (gesture.do === "resize") {
      if (String(gesture.rect) === String(gesture.room.bounds)) clearGesture();
      else send({ do: "resize-room", room: gesture.room.id, rect: gesture.rect });
    } else if (gesture.do === "add" && String(gesture.from) === String(gesture.to)) {
      clearGesture();
      showMessage("Drag from corner to corner to add a room. With the keyboard, press Enter at two corners.");
    } else if (gesture.do === "point") {
      const { at } = gesture;
      clearGesture();
      clickTile(at);
    } else if (gesture.do === "add") {
      send({ do: "add-room", rect: gesture.rect, ...(toolSettings().circle ? { circle: true } : {}) });
    } else {
      const { cells } = gesture;
      gesture = null;
      if (cells.size > 0) applyEdit({ do: "paint", tile: toolSettings().tile, rects: runs(cells) });
    }
  },
  cancel() {
    if (gesture?.do === "paint") clearPreview();
    clearGesture();
  },
  enter(at) {
    const { tool, tile } = toolSettings();
    if (tool === "select") {
      if (gesture) return false;
      selectRoomAt(at);
    } else if (tool === "paint") {
      gesture = { do: "paint", cells: new Set(), last: at };
      brush(at, tile);
      TOOL.up();
    } else if (tool === "room") {
      // The first Enter sets one corner, the second the opposite corner.
      if (gesture?.do === "add") {
        gesture.to = at;
        gesture.rect = snapToGrid(rectBetween(gesture.from, at), false);
        TOOL.up();
      } else {
        gesture = { do: "add", from: at, to: at, rect: [at[0], at[1], 1, 1] };
      }
    } else {
      clickTile(at);
    }
    requestRedraw();
    return true;
  },
  arrow([dx, dy]) {
    const room = selectedRoom();
    if (!room || toolSettings().tool !== "select") return false;
    const [gx, gy] = gridStep(false);
    const by = gesture?.do === "move" && !sent ? gesture.by : [0, 0];
    gesture = { do: "move", room, from: [0, 0], by: [by[0] + dx * gx, by[1] + dy * gy] };
    sent = false;
    camera.reveal(
      room.bounds[0] + gesture.by[0] + room.bounds[2] / 2,
      room.bounds[1] + gesture.by[1] + room.bounds[3] / 2,
    );
    clearTimeout(arrowTimer);
    arrowTimer = setTimeout(() => TOOL.up(), ARROW_PAUSE);
    requestRedraw();
    return true;
  },
};

/**
 * Grabs the handle or room at a point; returns whether there is one.
 * @param {Point} at
 * @param {PointerEvent} event
 */
function select(at, event) {
  const room = selectedRoom();
  const edges = room && handleAt(room, at, event.pointerType === "touch" ? HANDLE_RADIUS_TOUCH : HANDLE_RADIUS);
  if (room && edges) {
    gesture = { do: "resize", room, edges, rect: room.bounds };
    return true;
  }
  const cell = cellAt(at);
  const board = currentBoard();
  const under = board && visibleRoomAt(board, cell);
  if (!under) return false;
  set({ selection: { kind: "room", id: under.id } });
  gesture = { do: "move", room: under, from: at, by: [0, 0] };
  return true;
}

/** Applies the door or note tool to a tile. @param {Cell} at */
function clickTile(at) {
  const board = currentBoard();
  const { tool, kind, state } = toolSettings();
  if (!board?.holds(at)) return;
  if (tool === "note") {
    openNoteDialog(
      board.labels().get(board.index(at)) ?? "",
      (text) => applyEdit({ do: "label", at, text }),
      () => byId("map").focus(),
    );
    return;
  }
  const again = String(lastDoor?.at) === String(at) ? lastDoor : null;
  const there = board.doors().get(board.index(at));
  // The map may not show the result of the last click yet.
  const now = again && isPending() ? again.sent : (there?.kind ?? "");
  if (kind === "") {
    if (now !== "") applyEdit({ do: "remove-door", at });
    lastDoor = { at, sent: "" };
    return;
  }
  const kinds = get().list?.door_kinds ?? [kind];
  // Another click on the same door, or a click on a door of this kind, changes it to the next kind.
  const cycle = now !== "" && (again || (there?.kind === kind && (kind === "archway" || there.state === state)));
  const next = cycle ? kinds[(kinds.indexOf(now) + 1) % kinds.length] : kind;
  lastDoor = { at, sent: next };
  applyEdit(next === "archway" ? { do: "door", at, kind: next } : { do: "door", at, kind: next, state });
}

/**
 * The distance by which rooms move: the grid of the map, or one tile.
 * @param {boolean} free whether to ignore the grid
 * @returns {[number, number]}
 */
function gridStep(free) {
  return (!free && currentBoard()?.view.grid) || [1, 1];
}

/**
 * Snaps a rectangle to the grid of the map's rooms.
 * @param {Box} rect
 * @param {boolean} free
 * @returns {Box}
 */
function snapToGrid(rect, free) {
  const board = currentBoard();
  const [gx, gy] = gridStep(free);
  const reference = board?.view.rooms.find(({ shape }) => shape === "rect")?.bounds;
  if (!board || !reference || (gx === 1 && gy === 1)) return rect;
  const snap = (/** @type {number} */ value, /** @type {number} */ grid, /** @type {number} */ offset) =>
    Math.round((value - offset) / grid) * grid + offset;
  const [left, top] = [snap(rect[0], gx, reference[0] % gx), snap(rect[1], gy, reference[1] % gy)];
  const right = snap(rect[0] + rect[2], gx, (reference[0] + reference[2]) % gx);
  const bottom = snap(rect[1] + rect[3], gy, (reference[1] + reference[3]) % gy);
  const width = right > left ? right - left : right - left + gx;
  const height = bottom > top ? bottom - top : bottom - top + gy;
  return [left, top, Math.max(1, width), Math.max(1, height)];
}

/** The rectangle with two opposite corners. @param {Cell} a @param {Cell} b @returns {Box} */
function rectBetween(a, b) {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.abs(a[0] - b[0]) + 1, Math.abs(a[1] - b[1]) + 1];
}

/**
 * Finds the handle at a point and returns the edges that it moves: -1 left or top, 1 right or
 * bottom, 0 neither.
 * @param {RoomView} room
 * @param {Point} at
 * @param {number} radius
 * @returns {[number, number] | null}
 */
function handleAt({ bounds: [x, y, width, height] }, at, radius) {
  const near = radius / camera.at.scale;
  for (const ex of [-1, 0, 1]) {
    for (const ey of [-1, 0, 1]) {
      if (ex === 0 && ey === 0) continue;
      const [hx, hy] = [x + (width * (ex + 1)) / 2, y + (height * (ey + 1)) / 2];
      if (Math.abs(at[0] - hx) <= near && Math.abs(at[1] - hy) <= near) return [ex, ey];
    }
  }
  return null;
}

/**
 * @param {Box} bounds
 * @param {[number, number]} edges
 * @param {Point} at
 * @param {boolean} free
 * @returns {Box}
 */
function resized([x, y, width, height], [ex, ey], at, free) {
  const [gx, gy] = gridStep(free);
  const moved = (
    /** @type {number} */ from,
    /** @type {number} */ length,
    /** @type {number} */ edge,
    /** @type {number} */ to,
    /** @type {number} */ grid,
  ) => {
    const by = edge === 0 ? 0 : Math.round((to - (edge < 0 ? from : from + length)) / grid) * grid;
    if (edge < 0) {
      const shift = Math.min(by, length - 1);
      return [from + shift, length - shift];
    }
    return [from, Math.max(1, length + by)];
  };
  const [left, wide] = moved(x, width, ex, at[0], gx);
  const [top, high] = moved(y, height, ey, at[1], gy);
  return [left, top, wide, high];
}

/** Previews the brush on the tiles around a tile. @param {Cell} at @param {string} tile */
function brush(at, tile) {
  const board = currentBoard();
  if (!board || gesture?.do !== "paint") return;
  const { brush } = toolSettings();
  const code = get().list?.tiles.find(({ name }) => name === tile)?.code ?? 2;
  const back = Math.floor((brush - 1) / 2);
  const added = [];
  for (let y = at[1] - back; y < at[1] - back + brush; y++) {
    for (let x = at[0] - back; x < at[0] - back + brush; x++) {
      const cell = board.index([x, y]);
      if (!board.holds([x, y]) || gesture.cells.has(cell)) continue;
      gesture.cells.add(cell);
      added.push(cell);
    }
  }
  previewTiles(added, code);
}

/**
 * Visits the tiles of a line.
 * @param {Cell} from
 * @param {Cell} to
 * @param {(at: Cell) => void} each
 */
function forLine(from, to, each) {
  const steps = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
  for (let i = 1; i <= steps; i++)
    each([
      Math.round(from[0] + ((to[0] - from[0]) * i) / steps),
      Math.round(from[1] + ((to[1] - from[1]) * i) / steps),
    ]);
}

/** Merges cells into rectangles of one row each. @param {Set<number>} cells @returns {Box[]} */
function runs(cells) {
  const width = currentBoard()?.width ?? 1;
  /** @type {Box[]} */
  const out = [];
  for (const cell of [...cells].sort((a, b) => a - b)) {
    const [x, y] = [cell % width, Math.floor(cell / width)];
    const last = out[out.length - 1];
    if (last && last[1] === y && last[0] + last[2] === x) last[2]++;
    else out.push([x, y, 1, 1]);
  }
  return out;
}

/** @param {Frame} frame */
function draw(frame) {
  const board = currentBoard();
  if (!board || get().mode !== "edit") return;
  const { ctx, x, y, scale, ratio } = frame;
  const { tool, brush } = toolSettings();
  const color = mark();
  const box = (/** @type {Box} */ [left, top, width, height], round = false) => {
    ctx.beginPath();
    if (round)
      ctx.ellipse(
        x(left + width / 2),
        y(top + height / 2),
        (width * scale) / 2,
        (height * scale) / 2,
        0,
        0,
        2 * Math.PI,
      );
    else ctx.rect(x(left), y(top), width * scale, height * scale);
    ctx.fillStyle = css(color, 0.22);
    ctx.fill();
    ctx.lineWidth = 2 * ratio;
    ctx.strokeStyle = css(color);
    ctx.setLineDash([6 * ratio, 4 * ratio]);
    ctx.stroke();
    ctx.setLineDash([]);
  };
  if (gesture?.do === "add") box(gesture.rect, toolSettings().circle);
  if (gesture?.do === "resize") box(gesture.rect, gesture.room.shape === "circle");
  if (gesture?.do === "move" && (gesture.by[0] !== 0 || gesture.by[1] !== 0)) {
    ctx.save();
    ctx.translate(x(gesture.by[0]), y(gesture.by[1]));
    ctx.scale(scale, scale);
    const edge = roomOutline(board, gesture.room);
    ctx.lineWidth = (2 * ratio) / scale;
    ctx.fillStyle = css(color, 0.22);
    if (gesture.room.shape === "rect") ctx.fill(edge);
    ctx.strokeStyle = css(color);
    ctx.setLineDash([(6 * ratio) / scale, (4 * ratio) / scale]);
    ctx.stroke(edge);
    ctx.restore();
  }
  const room = selectedRoom();
  if (tool === "select" && room && !gesture) drawHandles(frame, room.bounds);
  const at = hoveredCell();
  if (at && !gesture && tool !== "select") {
    const wide = tool === "paint" ? brush : 1;
    const back = Math.floor((wide - 1) / 2);
    ctx.lineWidth = 2 * ratio;
    ctx.strokeStyle = css(color);
    ctx.strokeRect(x(at[0] - back), y(at[1] - back), wide * scale, wide * scale);
  }
}

/** @param {Frame} frame @param {Box} bounds */
function drawHandles({ ctx, x, y, ratio }, [left, top, width, height]) {
  const side = 4.5 * ratio;
  ctx.lineWidth = 1.5 * ratio;
  ctx.strokeStyle = css(mark());
  ctx.fillStyle = "#fff";
  for (const [hx, hy] of [
    [0, 0],
    [1, 0],
    [2, 0],
    [0, 1],
    [2, 1],
    [0, 2],
    [1, 2],
    [2, 2],
  ]) {
    const [px, py] = [x(left + (width * hx) / 2), y(top + (height * hy) / 2)];
    ctx.fillRect(px - side, py - side, 2 * side, 2 * side);
    ctx.strokeRect(px - side, py - side, 2 * side, 2 * side);
  }
}
