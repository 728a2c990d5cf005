// The seed: a field, the New map button, and a history of seeds.

import { h } from "../dom.js";
import { icon } from "../icons.js";
import { load, save } from "../storage.js";
import { bind } from "../keys.js";
import { get, on, set } from "../store.js";

/** Maximum length of the history. */
const MAX_SEEDS = 200;

/** @type {string[]} */
let history = [];
let position = -1;

/** Returns a random seed. */
function randomSeed() {
  return String(crypto.getRandomValues(new Uint32Array(1))[0]);
}

/** Takes a random seed. */
function newMap() {
  if (get().imported) return;
  set({ seed: randomSeed() });
}

/** Moves through the history. @param {number} step */
function moveInHistory(step) {
  const seed = history[position + step];
  if (seed === undefined || get().imported) return;
  position += step;
  set({ seed });
}

/** Adds the current seed to the history and drops the seeds ahead of it, as a browser does. */
function recordSeed() {
  const { seed, imported } = get();
  if (history[position] === seed || imported) return;
  history = [...history.slice(0, position + 1), seed].slice(-MAX_SEEDS);
  position = history.length - 1;
}

/** @returns {HTMLElement} */
export function seedControl() {
  const saved = /** @type {any} */ (load("seeds"));
  const seeds = Array.isArray(saved) ? saved : saved?.seen;
  if (Array.isArray(seeds)) history = seeds.filter((seed) => typeof seed === "string").slice(-MAX_SEEDS);
  position = Number.isInteger(saved?.at) ? Math.min(history.length - 1, Math.max(0, saved.at)) : history.length - 1;

  const field = h("input", {
    type: "text",
    id: "seed",
    class: "seed-field",
    maxlength: 100,
    spellcheck: "false",
    autocomplete: "off",
    title: "A number or a word. The same seed gives the same map.",
  });
  const take = () => {
    const seed = field.value.trim();
    if (seed === "") show();
    else set({ seed });
  };
  field.addEventListener("change", take);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") take();
  });
  const back = h(
    "button",
    {
      type: "button",
      class: "icon-button",
      "aria-label": "Previous seed",
      title: "Previous seed ([)",
      onclick: () => moveInHistory(-1),
    },
    icon("back"),
  );
  const forward = h(
    "button",
    {
      type: "button",
      class: "icon-button",
      "aria-label": "Next seed",
      title: "Next seed (])",
      onclick: () => moveInHistory(1),
    },
    icon("forward"),
  );
  const roll = h(
    "button",
    { type: "button", class: "button main", id: "dice", title: "Generate with a random seed (R)", onclick: newMap },
    icon("dice"),
    "New map",
  );
  function show() {
    const { seed, imported } = get();
    if (field.value !== seed) field.value = seed;
    back.disabled = position <= 0 || imported !== null;
    forward.disabled = position >= history.length - 1 || imported !== null;
    roll.disabled = field.disabled = imported !== null;
  }
  on(["seed", "imported", "map"], () => {
    recordSeed();
    save("seeds", { seen: history, at: position });
    show();
  });
  bind("r", "New map with a random seed", newMap);
  bind("[", "Previous seed", () => moveInHistory(-1));
  bind("]", "Next seed", () => moveInHistory(1));
  show();
  return h(
    "div",
    { class: "bar-group", "data-field": "/seed" },
    h("label", { class: "bar-label", for: "seed" }, "Seed"),
    back,
    field,
    forward,
    roll,
    h("span", { class: "error" }),
  );
}
