// The active tool and its options.

import { requestRedraw } from "../map/canvas.js";

/** @typedef {"select" | "paint" | "room" | "door" | "note"} ToolName */

/**
 * @typedef {object} Settings
 * @property {ToolName} tool
 * @property {string} tile the tile to paint
 * @property {number} brush width in tiles
 * @property {boolean} circle whether new rooms are circles
 * @property {string} kind kind of new doors; empty removes doors
 * @property {string} state state of new doors
 */

/** @type {Settings} */
const settings = { tool: "select", tile: "floor", brush: 1, circle: false, kind: "door", state: "closed" };
/** @type {(() => void)[]} */
const listeners = [];

/** @returns {Readonly<Settings>} */
export function toolSettings() {
  return settings;
}

/** Changes options of the tool. @param {Partial<Settings>} patch */
export function changeTool(patch) {
  Object.assign(settings, patch);
  for (const listen of listeners) listen();
  requestRedraw();
}

/** Calls `listen` after each change. @param {() => void} listen */
export function onToolChange(listen) {
  listeners.push(listen);
}
