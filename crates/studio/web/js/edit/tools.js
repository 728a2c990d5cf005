// What the pointer and the keys do on the map in the edit mode, tool by tool, with a ghost of what is to come.

import { byId } from "../dom.js";
import { get, on, set } from "../store.js";
import { css, mark } from "../see/colours.js";
import { pointedAt } from "../see/cursor.js";
import { roomSeen } from "../see/describe.js";
import { cellAt, chooseAt, useTools } from "../see/input.js";
import { edgeOf } from "../see/overlays.js";
import { shown, sketch, unsketch } from "../see/show.js";
import { camera, invalidate, painter } from "../see/view.js";
import { beforeLeaving } from "../make/kept.js";
import { act, isPending, onSettled, say } from "./edits.js";
import { askNote } from "./note.js";
import { onSetting, setting } from "./settings.js";

/** @typedef {import("../see/input.js").Tool} Tool */
/** @typedef {import("../see/input.js").Point} Point */
/** @typedef {import("../see/view.js").Frame} Frame */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Box} Box */
/** @typedef {import("../types.js").RoomView} RoomView */

/** How near to a handle is on it, in pixels. */
const REACH = 9;
const REACH_TOUCH = 20;
/** How long arrow keys may pause before the moves become one edit, in milliseconds. */
const PAUSE = 350;

/**
 * What is being done; it stays as a ghost until the server has answered.
 * @typedef {{do: "move", room: RoomView, from: Point, by: Cell} | {do: "resize", room: RoomView, edges: [number, number], rect: Box} | {do: "add", from: Cell, to: Cell, rect: Box} | {do: "point", at: Cell} | {do: "paint", cells: Set<number>, last: Cell}} Doing
 */

/** @type {Doing | null} */
let doing = null;
/** Whether it waits for the server. */
let sent = false;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let arrows;
/** The door that was put last: once more at the same place is the next kind. @type {{at: Cell, sent: string} | null} */
let door = null;

/** Begins to listen. */
export function startTools() {
  useTools(() => (get().mode === "edit" ? TOOL : null));
  painter(50, draw);
  onSettled(() => {
    if (sent) drop();
  });
  on(["mode"], () => {
    flush();
    drop();
  });
  beforeLeaving(flush);
  onSetting(() => {
    door = null;
  });
}

/** What arrow keys moved becomes an edit now. */
function flush() {
  if (arrows === undefined || sent || doing?.do !== "move") return;
  clearTimeout(arrows);
  arrows = undefined;
  TOOL.up();
}

/** The chosen room. @returns {RoomView | null} */
export function chosen() {
  const { selection } = get();
  return selection?.kind === "room" ? (shown()?.room(selection.id) ?? null) : null;
}

/** Takes the chosen room away. */
export function removeChosen() {
  const room = chosen();
  if (!room) return;
  set({ selection: null });
  act({ do: "remove-room", room: room.id });
}

function drop() {
  clearTimeout(arrows);
  arrows = undefined;
  doing = null;
  sent = false;
  invalidate();
}

/** @param {import("../types.js").Edit} edit */
function send(edit) {
  sent = true;
  act(edit);
}

/** @type {Tool} */
const TOOL = {
  down(at, event) {
    const cell = cellAt(at);
    const board = shown();
    if (!board) return false;
    flush();
    drop();
    const { tool, tile } = setting();
    if (tool === "select") return select(at, event);
    if (!board.holds(cell)) return false;
    if (tool === "paint") {
      doing = { do: "paint", cells: new Set(), last: cell };
      brush(cell, tile);
    } else if (tool === "room") {
      doing = { do: "add", from: cell, to: cell, rect: snapped([cell[0], cell[1], 1, 1], event.altKey) };
    } else {
      doing = { do: "point", at: cell };
    }
    invalidate();
    return true;
  },
  move(at, event) {
    const cell = cellAt(at);
    if (!doing || sent) return;
    if (doing.do === "move") {
      const [gx, gy] = step(event.altKey);
      doing.by = [Math.round((at[0] - doing.from[0]) / gx) * gx, Math.round((at[1] - doing.from[1]) / gy) * gy];
    } else if (doing.do === "resize") {
      doing.rect = resized(doing.room.bounds, doing.edges, at, event.altKey);
    } else if (doing.do === "add") {
      doing.to = cell;
      doing.rect = snapped(spanned(doing.from, cell), event.altKey);
    } else if (doing.do === "point") {
      doing.at = cell;
    } else {
      line(doing.last, cell, (each) => brush(each, setting().tile));
      doing.last = cell;
    }
    invalidate();
  },
  up() {
    if (!doing || sent) return;
    if (doing.do === "move") {
      if (doing.by[0] === 0 && doing.by[1] === 0) drop();
      else send({ do: "move-room", room: doing.room.id, by: doing.by });
    } else if (doing.do === "resize") {
      if (String(doing.rect) === String(doing.room.bounds)) drop();
      else send({ do: "resize-room", room: doing.room.id, rect: doing.rect });
    } else if (doing.do === "add" && String(doing.from) === String(doing.to)) {
      drop();
      say("Drag from corner to corner; with keys, Enter at one corner and at the other.");
    } else if (doing.do === "point") {
      const { at } = doing;
      drop();
      point(at);
    } else if (doing.do === "add") {
      send({ do: "add-room", rect: doing.rect, ...(setting().circle ? { circle: true } : {}) });
    } else {
      const { cells } = doing;
      doing = null;
      if (cells.size > 0) act({ do: "paint", tile: setting().tile, rects: runs(cells) });
    }
  },
  cancel() {
    if (doing?.do === "paint") unsketch();
    drop();
  },
  enter(at) {
    const { tool, tile } = setting();
    if (tool === "select") {
      if (doing) return false;
      chooseAt(at);
    } else if (tool === "paint") {
      doing = { do: "paint", cells: new Set(), last: at };
      brush(at, tile);
      TOOL.up();
    } else if (tool === "room") {
      // The first Enter is one corner, the second the other.
      if (doing?.do === "add") {
        doing.to = at;
        doing.rect = snapped(spanned(doing.from, at), false);
        TOOL.up();
      } else {
        doing = { do: "add", from: at, to: at, rect: [at[0], at[1], 1, 1] };
      }
    } else {
      point(at);
    }
    invalidate();
    return true;
  },
  arrow([dx, dy]) {
    const room = chosen();
    if (!room || setting().tool !== "select") return false;
    const [gx, gy] = step(false);
    const by = doing?.do === "move" && !sent ? doing.by : [0, 0];
    doing = { do: "move", room, from: [0, 0], by: [by[0] + dx * gx, by[1] + dy * gy] };
    sent = false;
    camera.reveal(room.bounds[0] + doing.by[0] + room.bounds[2] / 2, room.bounds[1] + doing.by[1] + room.bounds[3] / 2);
    clearTimeout(arrows);
    arrows = setTimeout(() => TOOL.up(), PAUSE);
    invalidate();
    return true;
  },
};

/** Takes a handle or a room; whether there was one. @param {Point} at @param {PointerEvent} event */
function select(at, event) {
  const room = chosen();
  const edges = room && handleAt(room, at, event.pointerType === "touch" ? REACH_TOUCH : REACH);
  if (room && edges) {
    doing = { do: "resize", room, edges, rect: room.bounds };
    return true;
  }
  const cell = cellAt(at);
  const board = shown();
  const under = board && roomSeen(board, cell);
  if (!under) return false;
  set({ selection: { kind: "room", id: under.id } });
  doing = { do: "move", room: under, from: at, by: [0, 0] };
  return true;
}

/** Doors and notes: a click is all. @param {Cell} at */
function point(at) {
  const board = shown();
  const { tool, kind, state } = setting();
  if (!board?.holds(at)) return;
  if (tool === "note") {
    askNote(board.labels().get(board.index(at)) ?? "", (text) => act({ do: "label", at, text }), () => byId("map").focus());
    return;
  }
  const again = String(door?.at) === String(at) ? door : null;
  const there = board.doors().get(board.index(at));
  // The map may not show yet what the last click did.
  const now = again && isPending() ? again.sent : (there?.kind ?? "");
  if (kind === "") {
    if (now !== "") act({ do: "remove-door", at });
    door = { at, sent: "" };
    return;
  }
  const kinds = get().list?.door_kinds ?? [kind];
  // Once more on the same door, or on one that is of this kind already, and it becomes one of the next.
  const step = now !== "" && (again || (there?.kind === kind && (kind === "archway" || there.state === state)));
  const next = step ? kinds[(kinds.indexOf(now) + 1) % kinds.length] : kind;
  door = { at, sent: next };
  act(next === "archway" ? { do: "door", at, kind: next } : { do: "door", at, kind: next, state });
}

/** Tiles that rooms move by: those of the grid, where the map keeps to one. @param {boolean} free @returns {[number, number]} */
function step(free) {
  return (!free && shown()?.view.grid) || [1, 1];
}

/** The rectangle on the grid on which the map's rooms lie. @param {Box} rect @param {boolean} free @returns {Box} */
function snapped(rect, free) {
  const board = shown();
  const [gx, gy] = step(free);
  const like = board?.view.rooms.find(({ shape }) => shape === "rect")?.bounds;
  if (!board || !like || (gx === 1 && gy === 1)) return rect;
  const near = (/** @type {number} */ value, /** @type {number} */ grid, /** @type {number} */ offset) => Math.round((value - offset) / grid) * grid + offset;
  const [left, top] = [near(rect[0], gx, like[0] % gx), near(rect[1], gy, like[1] % gy)];
  const right = near(rect[0] + rect[2], gx, (like[0] + like[2]) % gx);
  const bottom = near(rect[1] + rect[3], gy, (like[1] + like[3]) % gy);
  const width = right > left ? right - left : right - left + gx;
  const height = bottom > top ? bottom - top : bottom - top + gy;
  return [left, top, Math.max(1, width), Math.max(1, height)];
}

/** @param {Cell} a @param {Cell} b @returns {Box} */
function spanned(a, b) {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.abs(a[0] - b[0]) + 1, Math.abs(a[1] - b[1]) + 1];
}

/** Which edges a handle moves: -1 left or top, 1 right or bottom, 0 neither. @param {RoomView} room @param {Point} at @param {number} reach @returns {[number, number] | null} */
function handleAt({ bounds: [x, y, width, height] }, at, reach) {
  const near = reach / camera.at.scale;
  for (const ex of [-1, 0, 1]) {
    for (const ey of [-1, 0, 1]) {
      if (ex === 0 && ey === 0) continue;
      const [hx, hy] = [x + (width * (ex + 1)) / 2, y + (height * (ey + 1)) / 2];
      if (Math.abs(at[0] - hx) <= near && Math.abs(at[1] - hy) <= near) return [ex, ey];
    }
  }
  return null;
}

/** @param {Box} bounds @param {[number, number]} edges @param {Point} at @param {boolean} free @returns {Box} */
function resized([x, y, width, height], [ex, ey], at, free) {
  const [gx, gy] = step(free);
  const moved = (/** @type {number} */ from, /** @type {number} */ length, /** @type {number} */ edge, /** @type {number} */ to, /** @type {number} */ grid) => {
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

/** Paints a square of tiles around one. @param {Cell} at @param {string} tile */
function brush(at, tile) {
  const board = shown();
  if (!board || doing?.do !== "paint") return;
  const { brush } = setting();
  const code = get().list?.tiles.find(({ name }) => name === tile)?.code ?? 2;
  const back = Math.floor((brush - 1) / 2);
  const fresh = [];
  for (let y = at[1] - back; y < at[1] - back + brush; y++) {
    for (let x = at[0] - back; x < at[0] - back + brush; x++) {
      const cell = board.index([x, y]);
      if (!board.holds([x, y]) || doing.cells.has(cell)) continue;
      doing.cells.add(cell);
      fresh.push(cell);
    }
  }
  sketch(fresh, code);
}

/** Every tile between two. @param {Cell} from @param {Cell} to @param {(at: Cell) => void} each */
function line(from, to, each) {
  const steps = Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
  for (let i = 1; i <= steps; i++) each([Math.round(from[0] + ((to[0] - from[0]) * i) / steps), Math.round(from[1] + ((to[1] - from[1]) * i) / steps)]);
}

/** Cells as rectangles of one row each. @param {Set<number>} cells @returns {Box[]} */
function runs(cells) {
  const width = shown()?.width ?? 1;
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
  const board = shown();
  if (!board || get().mode !== "edit") return;
  const { ctx, x, y, scale, ratio } = frame;
  const { tool, brush } = setting();
  const color = mark();
  const box = (/** @type {Box} */ [left, top, width, height], round = false) => {
    ctx.beginPath();
    if (round) ctx.ellipse(x(left + width / 2), y(top + height / 2), (width * scale) / 2, (height * scale) / 2, 0, 0, 2 * Math.PI);
    else ctx.rect(x(left), y(top), width * scale, height * scale);
    ctx.fillStyle = css(color, 0.22);
    ctx.fill();
    ctx.lineWidth = 2 * ratio;
    ctx.strokeStyle = css(color);
    ctx.setLineDash([6 * ratio, 4 * ratio]);
    ctx.stroke();
    ctx.setLineDash([]);
  };
  if (doing?.do === "add") box(doing.rect, setting().circle);
  if (doing?.do === "resize") box(doing.rect, doing.room.shape === "circle");
  if (doing?.do === "move" && (doing.by[0] !== 0 || doing.by[1] !== 0)) {
    ctx.save();
    ctx.translate(x(doing.by[0]), y(doing.by[1]));
    ctx.scale(scale, scale);
    const edge = edgeOf(board, doing.room);
    ctx.lineWidth = (2 * ratio) / scale;
    ctx.fillStyle = css(color, 0.22);
    if (doing.room.shape === "rect") ctx.fill(edge);
    ctx.strokeStyle = css(color);
    ctx.setLineDash([(6 * ratio) / scale, (4 * ratio) / scale]);
    ctx.stroke(edge);
    ctx.restore();
  }
  const room = chosen();
  if (tool === "select" && room && !doing) drawHandles(frame, room.bounds);
  const at = pointedAt();
  if (at && !doing && tool !== "select") {
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
  for (const [hx, hy] of [[0, 0], [1, 0], [2, 0], [0, 1], [2, 1], [0, 2], [1, 2], [2, 2]]) {
    const [px, py] = [x(left + (width * hx) / 2), y(top + (height * hy) / 2)];
    ctx.fillRect(px - side, py - side, 2 * side, 2 * side);
    ctx.strokeRect(px - side, py - side, 2 * side, 2 * side);
  }
}
