// The light and the dark theme: the choice of the user, or else that of the system. The root
// element carries the theme in effect in `data-theme`.

import { load, save } from "./storage.js";

/** @typedef {"auto" | "light" | "dark"} Theme */

const dark = window.matchMedia("(prefers-color-scheme: dark)");

/** @type {Theme} */
let chosen = "auto";

/** The choice of the user. @returns {Theme} */
export function theme() {
  return chosen;
}

/** Applies and saves a choice. @param {Theme} next */
export function setTheme(next) {
  chosen = next;
  save("theme", next);
  apply();
}

/** @type {(() => void)[]} */
const listeners = [];
/** The background behind the map, cached: a canvas cannot use CSS variables. */
let background = "";

/** Calls `listen` whenever the theme changes. @param {() => void} listen */
export function onThemeChange(listen) {
  listeners.push(listen);
}

/** The background colour behind the map. @returns {string} */
export function backgroundColour() {
  return (background ||= getComputedStyle(document.documentElement).getPropertyValue("--table"));
}

function apply() {
  const name = chosen === "auto" ? (dark.matches ? "dark" : "light") : chosen;
  document.documentElement.dataset.theme = name;
  background = "";
  for (const listen of listeners) listen();
}

/** Applies the saved choice and follows changes of the system theme. */
export function startTheme() {
  const saved = load("theme");
  if (saved === "light" || saved === "dark") chosen = saved;
  dark.addEventListener("change", apply);
  apply();
}
