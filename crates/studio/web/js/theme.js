// Light and dark: what the person chose, else what the system says. The root element always carries the one that holds.

import { load, save } from "./keep/remember.js";

/** @typedef {"auto" | "light" | "dark"} Theme */

const dark = window.matchMedia("(prefers-color-scheme: dark)");

/** @type {Theme} */
let chosen = "auto";

/** What was chosen. @returns {Theme} */
export function theme() {
  return chosen;
}

/** Chooses, shows and keeps it. @param {Theme} next */
export function choose(next) {
  chosen = next;
  save("theme", next);
  show();
}

/** @type {(() => void)[]} */
const listeners = [];
/** The colour of the table, which the canvas cannot read from a style sheet by itself. */
let ground = "";

/** Calls `listen` whenever the colours of the page are others. @param {() => void} listen */
export function onTheme(listen) {
  listeners.push(listen);
}

/** The colour below the map. @returns {string} */
export function table() {
  return (ground ||= getComputedStyle(document.documentElement).getPropertyValue("--table"));
}

function show() {
  const name = chosen === "auto" ? (dark.matches ? "dark" : "light") : chosen;
  document.documentElement.dataset.theme = name;
  ground = "";
  for (const listen of listeners) listen();
}

/** Shows what was chosen the last time, and follows the system from now on. */
export function startTheme() {
  const kept = load("theme");
  if (kept === "light" || kept === "dark") chosen = kept;
  dark.addEventListener("change", show);
  show();
}
