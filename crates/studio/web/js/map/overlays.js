// The overlays: grid, heat maps, zones, rooms, the path to the goal, problems, pins, the selection
// and the keyboard cursor.

import { measure, toApiError } from "../api.js";
import { isAbort } from "../dom.js";
import { get, on } from "../store.js";
import { bytes } from "./board.js";
import { ZONE_BYTES, css, heatPalette, mark, zonePalette } from "./colours.js";
import { cursor } from "./cursor.js";
import { isPlayerView } from "./describe.js";
import { TileLayer } from "./tile-layer.js";
import { currentBoard } from "./display.js";
import { requestRedraw, addPainter } from "./canvas.js";

/** @typedef {NonNullable<MeasureView["heat"]>} Heat */

/** Spacing of grid lines in tiles, for maps without a grid. */
const COARSE = 10;
const FINE = 5;
/** Minimum pixels per tile for lines around every tile. */
const TILE_GRID_SCALE = 14;
/** Maximum number of markers; more would hide the map. */
const MAX_MARKERS = 500;
/**
 * Delay before the heat map of a new map is requested, in milliseconds: pictures come first while a
 * slider moves.
 */
const HEAT_DELAY = 120;

/** @type {{of: string, flat: TileLayer, heat: Heat} | null} */
let heat = null;
/** Key of the requested or shown heat map. */
let heatKey = "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let heatTimer;
/** @type {AbortController | null} */
let heatRequest = null;
/** @type {{of: string, flat: TileLayer} | null} */
let zones = null;
/** @type {{of: Board, id: number, path: Path2D} | null} */
let outline = null;
/** @type {{of: Board, path: Path2D} | null} */
let pathCache = null;
/** The reason why there is no heat map. */
let heatError = "";
/** @type {((heat: Heat | null, error: string) => void)[]} */
const listeners = [];

/** Whether an overlay is on. @param {string} name */
export function isOverlayOn(name) {
  return get().overlays.includes(name);
}

/**
 * Calls `listen` whenever the heat map changes, with the error if there is none.
 * @param {(heat: Heat | null, error: string) => void} listen
 */
export function onHeat(listen) {
  listeners.push(listen);
}

/** Adds the painters and starts listening. */
export function startOverlays() {
  on(["overlays"], requestHeat);
  on(["map", "busy"], () => {
    clearTimeout(heatTimer);
    heatTimer = setTimeout(requestHeat, HEAT_DELAY);
  });
  on(["overlays", "pins", "selection", "mode"], requestRedraw);
  const unlessReplay = (/** @type {(frame: Frame, board: Board) => void} */ draw) => (/** @type {Frame} */ frame) => {
    const board = currentBoard();
    if (board && get().mode !== "replay") draw(frame, board);
  };
  addPainter(
    10,
    unlessReplay((frame, board) => {
      if (heat && heat.of === board.view.id) heat.flat.draw(frame);
      if (isOverlayOn("zones") && board.view.zones.length > 0) zonesOf(board).draw(frame);
    }),
  );
  addPainter(20, (frame) => {
    if (isOverlayOn("grid")) drawGrid(frame);
  });
  addPainter(
    30,
    unlessReplay((frame, board) => {
      if (isOverlayOn("rooms")) drawRooms(frame, board);
      if (isOverlayOn("path")) drawPath(frame, board);
      drawPins(frame, board);
      drawSelection(frame, board);
      // In Edit, problems are always marked.
      if (isOverlayOn("findings") || (get().mode === "edit" && board.view.edited)) drawFindings(frame, board);
    }),
  );
  addPainter(90, drawCursor);
}

/** Requests the heat map of the current map. */
function requestHeat() {
  const { overlays, map, made, busy } = get();
  const name = overlays.find((name) => name.startsWith("heat:"))?.slice(5);
  const key = name && map ? `${name} ${map.id}` : "";
  if (key === heatKey || (key && busy)) return;
  heatKey = key;
  heatRequest?.abort();
  heatRequest = null;
  if (!name || !map || !made) {
    heat = null;
    heatError = "";
    notifyHeat();
    return;
  }
  const controller = new AbortController();
  heatRequest = controller;
  measure(made, name, controller.signal).then(
    (answer) => {
      if (controller.signal.aborted || !answer.heat) return;
      heatError = "";
      heat = { of: map.id, heat: answer.heat, flat: new TileLayer(map.size, bytes(answer.heat.values), heatPalette()) };
      notifyHeat();
    },
    (error) => {
      if (isAbort(error)) return;
      heat = null;
      heatError = toApiError(error).message;
      notifyHeat();
    },
  );
}

function notifyHeat() {
  for (const listen of listeners) listen(heat?.heat ?? null, heatError);
  document.documentElement.dataset.heat = heat?.heat.name ?? "";
  requestRedraw();
}

/** @param {Board} board @returns {TileLayer} */
function zonesOf(board) {
  if (zones?.of !== board.view.id) {
    const values = new Uint8Array(board.tiles.length);
    const { zone_runs: runs } = board.view;
    for (let i = 0, at = 0; i + 1 < runs.length; at += runs[i + 1], i += 2) {
      if (runs[i] > 0) values.fill(1 + ((runs[i] - 1) % ZONE_BYTES), at, at + runs[i + 1]);
    }
    zones = { of: board.view.id, flat: new TileLayer(board.view.size, values, zonePalette()) };
  }
  return zones.flat;
}

/**
 * Draws grid lines of one pixel.
 * @param {Frame} frame
 * @param {[number, number]} step
 * @param {string} color
 */
function lines({ ctx, x, y, visible, ratio }, [dx, dy], color) {
  const board = currentBoard();
  if (!board) return;
  const thick = Math.max(1, Math.round(ratio));
  const [left, right] = [Math.round(x(0)), Math.round(x(board.width))];
  const [top, bottom] = [Math.round(y(0)), Math.round(y(board.height))];
  ctx.fillStyle = color;
  for (
    let column = Math.max(0, Math.ceil(visible[0] / dx) * dx);
    column <= Math.min(board.width, visible[2]);
    column += dx
  ) {
    ctx.fillRect(Math.round(x(column)), top, thick, bottom - top);
  }
  for (let row = Math.max(0, Math.ceil(visible[1] / dy) * dy); row <= Math.min(board.height, visible[3]); row += dy) {
    ctx.fillRect(left, Math.round(y(row)), right - left, thick);
  }
}

/** @param {Frame} frame */
function drawGrid(frame) {
  const own = get().map?.grid;
  const color = mark();
  const pixels = frame.scale / frame.ratio;
  if (pixels >= TILE_GRID_SCALE) lines(frame, [1, 1], css(color, 0.14));
  if (own) {
    lines(frame, own, css(color, 0.5));
    return;
  }
  if (pixels * FINE >= 12) lines(frame, [FINE, FINE], css(color, 0.22));
  const coarse = COARSE * Math.max(1, 2 ** Math.ceil(Math.log2(20 / (pixels * COARSE))));
  lines(frame, [coarse, coarse], css(color, 0.4));
}

/** @param {Frame} frame @param {Board} board */
function drawRooms({ ctx, x, y, scale, ratio, visible }, board) {
  const size = Math.max(10 * ratio, Math.min(scale * 1.1, 22 * ratio));
  ctx.strokeStyle = css(mark(), 0.7);
  ctx.fillStyle = css(mark(), 0.1);
  ctx.lineWidth = 1.5 * ratio;
  const shownRooms =
    isPlayerView() && board.hidden().includes(1)
      ? board.view.rooms.filter((room) => !board.isRoomHidden(room))
      : board.view.rooms;
  const rooms = shownRooms.filter(
    ({ bounds: [left, top, width, height] }) =>
      left <= visible[2] && top <= visible[3] && left + width >= visible[0] && top + height >= visible[1],
  );
  for (const {
    bounds: [left, top, width, height],
  } of rooms) {
    ctx.fillRect(x(left), y(top), width * scale, height * scale);
    // Outlines of thousands of tiny rooms would merge into grey and be slow to draw.
    if (Math.min(width, height) * scale > 5 * ratio) ctx.strokeRect(x(left), y(top), width * scale, height * scale);
  }
  for (const { bounds, number } of rooms) {
    if (bounds[2] * scale < size || bounds[3] * scale < size) continue;
    drawText(ctx, String(number), x(bounds[0] + bounds[2] / 2), y(bounds[1] + bounds[3] / 2), size, css(mark()));
  }
}

/**
 * Draws text with an outline, readable on any background.
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} text
 * @param {number} px
 * @param {number} py
 * @param {number} size
 * @param {string} color
 */
export function drawText(ctx, text, px, py, size, color) {
  ctx.font = `600 ${Math.round(size)}px system-ui, sans-serif`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  ctx.lineWidth = size / 4;
  ctx.strokeStyle = mark()[0] < 60 ? "rgb(255 255 255 / .85)" : "rgb(0 0 0 / .8)";
  ctx.strokeText(text, px, py);
  ctx.fillStyle = color;
  ctx.fillText(text, px, py);
}

/** The path to the goal as a polyline, in tiles. @param {Board} board @returns {Path2D} */
function pathOutline(board) {
  if (pathCache?.of === board) return pathCache.path;
  const cells = board.view.critical_path;
  const path = new Path2D();
  cells.forEach(([x, y], i) => {
    const [before, after] = [cells[i - 1], cells[i + 1]];
    const straight = before && after && after[0] - x === x - before[0] && after[1] - y === y - before[1];
    if (!straight) path.lineTo(x + 0.5, y + 0.5);
  });
  pathCache = { of: board, path };
  return path;
}

/** @param {Frame} frame @param {Board} board */
function drawPath({ ctx, x, y, scale, ratio }, board) {
  const path = board.view.critical_path;
  if (path.length === 0) return;
  const middle = (/** @type {Cell} */ at) => /** @type {[number, number]} */ ([x(at[0] + 0.5), y(at[1] + 0.5)]);
  ctx.save();
  ctx.translate(x(0), y(0));
  ctx.scale(scale, scale);
  ctx.lineJoin = "round";
  ctx.lineCap = "round";
  for (const [width, color] of /** @type {[number, string][]} */ ([
    [6, "rgb(255 255 255 / .75)"],
    [3, "#c2410c"],
  ])) {
    ctx.lineWidth = (width * ratio) / scale;
    ctx.strokeStyle = color;
    ctx.stroke(pathOutline(board));
  }
  ctx.restore();
  for (const [at, color] of /** @type {[Cell, string][]} */ ([
    [path[0], "#15803d"],
    [path[path.length - 1], "#c2410c"],
  ])) {
    ctx.beginPath();
    ctx.arc(...middle(at), Math.max(5 * ratio, Math.min(scale * 0.4, 9 * ratio)), 0, 2 * Math.PI);
    ctx.fillStyle = color;
    ctx.fill();
    ctx.lineWidth = 2 * ratio;
    ctx.strokeStyle = "#fff";
    ctx.stroke();
  }
}

/** @param {Frame} frame @param {Board} board */
function drawFindings({ ctx, x, y, ratio }, board) {
  for (const finding of board.view.findings.slice(0, MAX_MARKERS)) {
    const [px, py] = [x(finding.x + 0.5), y(finding.y + 0.5)];
    ctx.beginPath();
    ctx.arc(px, py, 9 * ratio, 0, 2 * Math.PI);
    ctx.fillStyle = "#b91c1c";
    ctx.fill();
    ctx.lineWidth = 2 * ratio;
    ctx.strokeStyle = "#fff";
    ctx.stroke();
    ctx.fillStyle = "#fff";
    ctx.fillRect(px - ratio, py - 5 * ratio, 2 * ratio, 6 * ratio);
    ctx.fillRect(px - ratio, py + 2.5 * ratio, 2 * ratio, 2 * ratio);
  }
}

/** @param {Frame} frame @param {Board} board */
function drawPins(frame, board) {
  const { ctx, x, y, ratio } = frame;
  for (const id of get().pins) {
    const room = board.room(id);
    if (!room) continue;
    ctx.lineWidth = 2 * ratio;
    ctx.setLineDash([6 * ratio, 4 * ratio]);
    strokeRoom(frame, board, room, css(mark(), 0.9), 2);
    ctx.setLineDash([]);
    const [px, py] = [x(room.bounds[0] + room.bounds[2]), y(room.bounds[1])];
    ctx.beginPath();
    ctx.arc(px, py, 6 * ratio, 0, 2 * Math.PI);
    ctx.fillStyle = css(mark());
    ctx.fill();
    ctx.strokeStyle = "#fff";
    ctx.stroke();
  }
}

/** @param {Frame} frame @param {Board} board */
function drawSelection(frame, board) {
  const { selection } = get();
  if (selection?.kind === "room") {
    const room = board.room(selection.id);
    if (!room || (isPlayerView() && board.isRoomHidden(room))) return;
    strokeRoom(frame, board, room, "rgb(255 255 255 / .8)", 5);
    strokeRoom(frame, board, room, css(mark()), 2.5);
  } else if (selection?.kind === "cell") {
    ring(frame, selection.at, "#c2410c");
  }
}

/**
 * Strokes the outline of a room.
 * @param {Frame} frame
 * @param {Board} board
 * @param {RoomView} room
 * @param {string} color
 * @param {number} width
 */
function strokeRoom({ ctx, x, y, scale, ratio }, board, room, color, width) {
  ctx.save();
  ctx.strokeStyle = color;
  ctx.translate(x(0), y(0));
  ctx.scale(scale, scale);
  ctx.lineWidth = (width * ratio) / scale;
  ctx.setLineDash(ctx.getLineDash().map((length) => length / scale));
  ctx.stroke(roomOutline(board, room));
  ctx.restore();
}

/**
 * The outline of a room, in tiles.
 * @param {Board} board
 * @param {RoomView} room
 * @returns {Path2D}
 */
export function roomOutline(board, room) {
  const [left, top, width, height] = room.bounds;
  const path = new Path2D();
  if (room.shape === "rect") {
    path.rect(left, top, width, height);
    return path;
  }
  if (outline?.of === board && outline.id === room.id) return outline.path;
  const number = board.view.rooms.indexOf(room) + 1;
  const rooms = board.rooms();
  const inRoom = (/** @type {number} */ x, /** @type {number} */ y) =>
    board.holds([x, y]) && rooms[board.index([x, y])] === number;
  for (let y = top; y <= top + height; y++) {
    for (let x = left; x <= left + width; x++) {
      if (inRoom(x, y) !== inRoom(x, y - 1)) {
        path.moveTo(x, y);
        path.lineTo(x + 1, y);
      }
      if (inRoom(x, y) !== inRoom(x - 1, y)) {
        path.moveTo(x, y);
        path.lineTo(x, y + 1);
      }
    }
  }
  outline = { of: board, id: room.id, path };
  return path;
}

/** Draws a frame around a tile. @param {Frame} frame @param {Cell} at @param {string} color */
function ring({ ctx, x, y, scale, ratio }, [cx, cy], color) {
  const grow = Math.max(0, 5 * ratio - scale / 2);
  for (const [width, paint] of /** @type {[number, string][]} */ ([
    [5, "rgb(255 255 255 / .85)"],
    [2.5, color],
  ])) {
    ctx.lineWidth = width * ratio;
    ctx.strokeStyle = paint;
    ctx.strokeRect(x(cx) - grow, y(cy) - grow, scale + 2 * grow, scale + 2 * grow);
  }
}

/** @param {Frame} frame */
function drawCursor(frame) {
  const at = cursor();
  if (at) ring(frame, at, css(mark()));
}
