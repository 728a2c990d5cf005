// Which tool is in hand, and what it is set to.

import { invalidate } from "../see/view.js";

/** @typedef {"select" | "paint" | "room" | "door" | "note"} ToolName */

/**
 * @typedef {object} Settings
 * @property {ToolName} tool
 * @property {string} tile what is painted
 * @property {number} brush how many tiles wide
 * @property {boolean} circle whether new rooms are round
 * @property {string} kind of doors; empty removes them
 * @property {string} state of doors
 */

/** @type {Settings} */
const settings = { tool: "select", tile: "floor", brush: 1, circle: false, kind: "door", state: "closed" };
/** @type {(() => void)[]} */
const listeners = [];

/** @returns {Readonly<Settings>} */
export function setting() {
  return settings;
}

/** @param {Partial<Settings>} patch */
export function change(patch) {
  Object.assign(settings, patch);
  for (const listen of listeners) listen();
  invalidate();
}

/** Calls `listen` after each change. @param {() => void} listen */
export function onSetting(listen) {
  listeners.push(listen);
}
