// The seed: a field, dice, and the way back and forward through the seeds seen.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { load, save } from "../keep/remember.js";
import { bind } from "../keys.js";
import { get, on, set } from "../store.js";

/** How many seeds are remembered. */
const MOST = 200;

/** @type {string[]} */
let seen = [];
let at = -1;

/** A seed that nobody chose. */
export function freshSeed() {
  return String(crypto.getRandomValues(new Uint32Array(1))[0]);
}

/** Another map of the same recipe. */
export function dice() {
  if (get().imported) return;
  set({ seed: freshSeed() });
}

/** @param {number} step */
function walk(step) {
  const seed = seen[at + step];
  if (seed === undefined || get().imported) return;
  at += step;
  set({ seed });
}

/** Takes a new seed into the row; those ahead of it are forgotten, as in a browser. */
function note() {
  const { seed, imported } = get();
  if (seen[at] === seed || imported) return;
  seen = [...seen.slice(0, at + 1), seed].slice(-MOST);
  at = seen.length - 1;
}

/** @returns {HTMLElement} */
export function seedControl() {
  const kept = /** @type {any} */ (load("seeds"));
  const row = Array.isArray(kept) ? kept : kept?.seen;
  if (Array.isArray(row)) seen = row.filter((seed) => typeof seed === "string").slice(-MOST);
  at = Number.isInteger(kept?.at) ? Math.min(seen.length - 1, Math.max(0, kept.at)) : seen.length - 1;

  const field = h("input", { type: "text", id: "seed", class: "seed-field", maxlength: 100, spellcheck: "false", autocomplete: "off", title: "A number or a word; the same seed gives the same map" });
  const take = () => {
    const seed = field.value.trim();
    if (seed === "") show();
    else set({ seed });
  };
  field.addEventListener("change", take);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") take();
  });
  const back = h("button", { type: "button", class: "icon-button", "aria-label": "Seed before", title: "Seed before ([)", onclick: () => walk(-1) }, icon("back"));
  const forward = h("button", { type: "button", class: "icon-button", "aria-label": "Seed after", title: "Seed after (])", onclick: () => walk(1) }, icon("forward"));
  const roll = h("button", { type: "button", class: "button main", id: "dice", title: "Another map of the same kind (r)", onclick: dice }, icon("dice"), "New map");
  function show() {
    const { seed, imported } = get();
    if (field.value !== seed) field.value = seed;
    back.disabled = at <= 0 || imported !== null;
    forward.disabled = at >= seen.length - 1 || imported !== null;
    roll.disabled = field.disabled = imported !== null;
  }
  on(["seed", "imported", "map"], () => {
    note();
    save("seeds", { seen, at });
    show();
  });
  bind("r", "Dice: a new seed", dice);
  bind("[", "The seed before", () => walk(-1));
  bind("]", "The seed after", () => walk(1));
  show();
  return h("div", { class: "bar-group", "data-field": "/seed" }, h("label", { class: "bar-label", for: "seed" }, "Seed"), back, field, forward, roll, h("span", { class: "error" }));
}
