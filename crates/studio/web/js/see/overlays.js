// What lies over the map: the grid, heat, zones, rooms, the way from start to goal, findings, pins, the chosen room and the keyboard's cursor.

import { measure, told } from "../api.js";
import { aborted } from "../dom.js";
import { get, on } from "../store.js";
import { bytes } from "./board.js";
import { ZONE_BYTES, css, heatPalette, mark, zonePalette } from "./colours.js";
import { cursor } from "./cursor.js";
import { forPlayers } from "./describe.js";
import { Flat } from "./flat.js";
import { shown } from "./show.js";
import { invalidate, painter } from "./view.js";

/** @typedef {NonNullable<MeasureView["heat"]>} Heat */

/** Lines every so many tiles where the map keeps to no grid. */
const COARSE = 10;
const FINE = 5;
/** So many pixels a tile before each has its lines. */
const TILES_FROM = 14;
/** More markers than this would only hide the map. */
const MOST_MARKERS = 500;
/** How long a map has been the newest before its heat is asked for, in milliseconds: while a slider moves, pictures come first. */
const REST = 120;

/** @type {{of: string, flat: Flat, heat: Heat} | null} */
let heat = null;
/** Asked for, or the one that is shown. */
let heatKey = "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let heatTimer;
/** @type {AbortController | null} */
let asking = null;
/** @type {{of: string, flat: Flat} | null} */
let zones = null;
/** @type {{of: Board, id: number, path: Path2D} | null} */
let outline = null;
/** @type {{of: Board, path: Path2D} | null} */
let way = null;
/** Why there is no heat map. */
let why = "";
/** @type {((heat: Heat | null, why: string) => void)[]} */
const listeners = [];

/** Whether this lies over the map. @param {string} name */
export function lies(name) {
  return get().overlays.includes(name);
}

/** Calls `listen` whenever another heat map is shown, or none, and why there is none. @param {(heat: Heat | null, why: string) => void} listen */
export function onHeat(listen) {
  listeners.push(listen);
}

/** Begins to listen. */
export function startOverlays() {
  on(["overlays"], askHeat);
  on(["map", "busy"], () => {
    clearTimeout(heatTimer);
    heatTimer = setTimeout(askHeat, REST);
  });
  on(["overlays", "pins", "selection", "mode"], invalidate);
  const unlessReplay = (/** @type {(frame: Frame, board: Board) => void} */ draw) => (/** @type {Frame} */ frame) => {
    const board = shown();
    if (board && get().mode !== "replay") draw(frame, board);
  };
  painter(10, unlessReplay((frame, board) => {
    if (heat && heat.of === board.view.id) heat.flat.draw(frame);
    if (lies("zones") && board.view.zones.length > 0) zonesOf(board).draw(frame);
  }));
  painter(20, (frame) => {
    if (lies("grid")) drawGrid(frame);
  });
  painter(30, unlessReplay((frame, board) => {
    if (lies("rooms")) drawRooms(frame, board);
    if (lies("path")) drawPath(frame, board);
    drawPins(frame, board);
    drawSelection(frame, board);
    // An edit that breaks something shows at once.
    if (lies("findings") || (get().mode === "edit" && board.view.edited)) drawFindings(frame, board);
  }));
  painter(90, drawCursor);
}

/** Asks for the heat map that should be shown, once the map is the newest. */
function askHeat() {
  const { overlays, map, made, busy } = get();
  const name = overlays.find((name) => name.startsWith("heat:"))?.slice(5);
  const key = name && map ? `${name} ${map.id}` : "";
  if (key === heatKey || (key && busy)) return;
  heatKey = key;
  asking?.abort();
  asking = null;
  if (!name || !map || !made) {
    heat = null;
    why = "";
    tellHeat();
    return;
  }
  const controller = new AbortController();
  asking = controller;
  measure(made, name, controller.signal).then(
    (answer) => {
      if (controller.signal.aborted || !answer.heat) return;
      why = "";
      heat = { of: map.id, heat: answer.heat, flat: new Flat(map.size, bytes(answer.heat.values), heatPalette()) };
      tellHeat();
    },
    (error) => {
      if (aborted(error)) return;
      heat = null;
      why = told(error).message;
      tellHeat();
    },
  );
}

function tellHeat() {
  for (const listen of listeners) listen(heat?.heat ?? null, why);
  document.documentElement.dataset.heat = heat?.heat.name ?? "";
  invalidate();
}

/** @param {Board} board @returns {Flat} */
function zonesOf(board) {
  if (zones?.of !== board.view.id) {
    const values = new Uint8Array(board.tiles.length);
    const { zone_runs: runs } = board.view;
    for (let i = 0, at = 0; i + 1 < runs.length; at += runs[i + 1], i += 2) {
      if (runs[i] > 0) values.fill(1 + ((runs[i] - 1) % ZONE_BYTES), at, at + runs[i + 1]);
    }
    zones = { of: board.view.id, flat: new Flat(board.view.size, values, zonePalette()) };
  }
  return zones.flat;
}

/** Lines of one pixel at multiples of a step. @param {Frame} frame @param {[number, number]} step @param {string} color */
function lines({ ctx, x, y, seen, ratio }, [dx, dy], color) {
  const board = shown();
  if (!board) return;
  const thick = Math.max(1, Math.round(ratio));
  const [left, right] = [Math.round(x(0)), Math.round(x(board.width))];
  const [top, bottom] = [Math.round(y(0)), Math.round(y(board.height))];
  ctx.fillStyle = color;
  for (let column = Math.max(0, Math.ceil(seen[0] / dx) * dx); column <= Math.min(board.width, seen[2]); column += dx) {
    ctx.fillRect(Math.round(x(column)), top, thick, bottom - top);
  }
  for (let row = Math.max(0, Math.ceil(seen[1] / dy) * dy); row <= Math.min(board.height, seen[3]); row += dy) {
    ctx.fillRect(left, Math.round(y(row)), right - left, thick);
  }
}

/** @param {Frame} frame */
function drawGrid(frame) {
  const own = get().map?.grid;
  const color = mark();
  const pixels = frame.scale / frame.ratio;
  if (pixels >= TILES_FROM) lines(frame, [1, 1], css(color, 0.14));
  if (own) {
    lines(frame, own, css(color, 0.5));
    return;
  }
  if (pixels * FINE >= 12) lines(frame, [FINE, FINE], css(color, 0.22));
  const coarse = COARSE * Math.max(1, 2 ** Math.ceil(Math.log2(20 / (pixels * COARSE))));
  lines(frame, [coarse, coarse], css(color, 0.4));
}

/** @param {Frame} frame @param {Board} board */
function drawRooms({ ctx, x, y, scale, ratio, seen }, board) {
  const size = Math.max(10 * ratio, Math.min(scale * 1.1, 22 * ratio));
  ctx.strokeStyle = css(mark(), 0.7);
  ctx.fillStyle = css(mark(), 0.1);
  ctx.lineWidth = 1.5 * ratio;
  const seenRooms = forPlayers() && board.hidden().includes(1) ? board.view.rooms.filter((room) => !board.isRoomHidden(room)) : board.view.rooms;
  const rooms = seenRooms.filter(({ bounds: [left, top, width, height] }) => left <= seen[2] && top <= seen[3] && left + width >= seen[0] && top + height >= seen[1]);
  for (const { bounds: [left, top, width, height] } of rooms) {
    ctx.fillRect(x(left), y(top), width * scale, height * scale);
    // Thousands of tiny frames would be a grey area that takes long to draw.
    if (Math.min(width, height) * scale > 5 * ratio) ctx.strokeRect(x(left), y(top), width * scale, height * scale);
  }
  for (const { bounds, number } of rooms) {
    if (bounds[2] * scale < size || bounds[3] * scale < size) continue;
    words(ctx, String(number), x(bounds[0] + bounds[2] / 2), y(bounds[1] + bounds[3] / 2), size, css(mark()));
  }
}

/** Text with a pale edge, so that it is read on anything. @param {CanvasRenderingContext2D} ctx @param {string} text @param {number} px @param {number} py @param {number} size @param {string} color */
export function words(ctx, text, px, py, size, color) {
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

/** The way to the goal in tiles, from corner to corner. @param {Board} board @returns {Path2D} */
function wayOf(board) {
  if (way?.of === board) return way.path;
  const cells = board.view.critical_path;
  const path = new Path2D();
  cells.forEach(([x, y], i) => {
    const [before, after] = [cells[i - 1], cells[i + 1]];
    const straight = before && after && after[0] - x === x - before[0] && after[1] - y === y - before[1];
    if (!straight) path.lineTo(x + 0.5, y + 0.5);
  });
  way = { of: board, path };
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
  for (const [width, color] of /** @type {[number, string][]} */ ([[6, "rgb(255 255 255 / .75)"], [3, "#c2410c"]])) {
    ctx.lineWidth = (width * ratio) / scale;
    ctx.strokeStyle = color;
    ctx.stroke(wayOf(board));
  }
  ctx.restore();
  for (const [at, color] of /** @type {[Cell, string][]} */ ([[path[0], "#15803d"], [path[path.length - 1], "#c2410c"]])) {
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
  for (const finding of board.view.findings.slice(0, MOST_MARKERS)) {
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
    if (!room || (forPlayers() && board.isRoomHidden(room))) return;
    strokeRoom(frame, board, room, "rgb(255 255 255 / .8)", 5);
    strokeRoom(frame, board, room, css(mark()), 2.5);
  } else if (selection?.kind === "cell") {
    ring(frame, selection.at, "#c2410c");
  }
}

/** Along the edge of the tiles that a room has. @param {Frame} frame @param {Board} board @param {RoomView} room @param {string} color @param {number} width */
function strokeRoom({ ctx, x, y, scale, ratio }, board, room, color, width) {
  ctx.save();
  ctx.strokeStyle = color;
  ctx.translate(x(0), y(0));
  ctx.scale(scale, scale);
  ctx.lineWidth = (width * ratio) / scale;
  ctx.setLineDash(ctx.getLineDash().map((length) => length / scale));
  ctx.stroke(edgeOf(board, room));
  ctx.restore();
}

/** The edge of a room in tiles. @param {Board} board @param {RoomView} room @returns {Path2D} */
export function edgeOf(board, room) {
  const [left, top, width, height] = room.bounds;
  const path = new Path2D();
  if (room.shape === "rect") {
    path.rect(left, top, width, height);
    return path;
  }
  if (outline?.of === board && outline.id === room.id) return outline.path;
  const number = board.view.rooms.indexOf(room) + 1;
  const rooms = board.rooms();
  const mine = (/** @type {number} */ x, /** @type {number} */ y) => board.holds([x, y]) && rooms[board.index([x, y])] === number;
  for (let y = top; y <= top + height; y++) {
    for (let x = left; x <= left + width; x++) {
      if (mine(x, y) !== mine(x, y - 1)) {
        path.moveTo(x, y);
        path.lineTo(x + 1, y);
      }
      if (mine(x, y) !== mine(x - 1, y)) {
        path.moveTo(x, y);
        path.lineTo(x, y + 1);
      }
    }
  }
  outline = { of: board, id: room.id, path };
  return path;
}

/** A frame around a tile. @param {Frame} frame @param {Cell} at @param {string} color */
function ring({ ctx, x, y, scale, ratio }, [cx, cy], color) {
  const grow = Math.max(0, 5 * ratio - scale / 2);
  for (const [width, paint] of /** @type {[number, string][]} */ ([[5, "rgb(255 255 255 / .85)"], [2.5, color]])) {
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
