// Edits and pins belong to one map. Whoever goes to another one finds them again on the way back: they are put aside with the map that they were made on.

import { load, save } from "../keep/remember.js";
import { debounced } from "../dom.js";
import { note, unnote } from "../note.js";
import { amend, get, on, set } from "../store.js";
import { standard } from "./shape.js";

/** @typedef {Pick<State, "edits" | "undone" | "pins">} Work what somebody did to a map */
/** @typedef {Pick<State, "what" | "recipe" | "imported" | "size" | "seed" | "populate">} Base which map it is */
/** @typedef {{work: Work, base: Base | null}} Entry */

/** So many maps with edits are remembered, and so many letters of them from visit to visit. */
const MOST = 50;
const MOST_SAVED = 1_000_000;

/** @type {Work} */
const NONE = { edits: [], undone: [], pins: [] };

/** By the map, the newest last. @type {Map<string, Entry>} */
const kept = new Map();
/** What is under way and becomes an edit has to before the map is another. @type {(() => void)[]} */
const finishing = [];

/** Calls `finish` before the map becomes another, or an edit is undone. @param {() => void} finish */
export function beforeLeaving(finish) {
  finishing.push(finish);
}

/** Makes edits of what is under way. */
export function finish() {
  for (const run of finishing) run();
}

/** The same text for the same value, in whichever order it was written. @param {unknown} value @returns {string} */
function plain(value) {
  return JSON.stringify(value, (_, part) => (typeof part === "object" && part !== null && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part));
}

/** A name of the map: one for all wishes that differ in nothing but words, and in values that are the default anyway. @param {Base} base */
function keyOf({ recipe, imported, size, seed, populate }) {
  if (imported) return `map ${imported.map}`;
  if (!recipe) return "";
  const { schemas } = get();
  const step = recipe.step.map(({ with: values = {}, off, ...step }) => {
    const known = schemas[step.use]?.properties ?? {};
    const own = Object.entries(values).filter(([name, value]) => !known[name] || plain(value) !== plain(standard(known[name])));
    return { ...step, ...(off ? { off } : {}), with: Object.fromEntries(own) };
  });
  return plain([{ ...recipe, title: undefined, summary: undefined, step }, size, seed, populate]);
}

/** @param {Readonly<State>} state @returns {Base} */
function baseOf({ what, recipe, imported, size, seed, populate }) {
  return { what, recipe, imported, size, seed, populate };
}

/** @param {Work} work */
function isSome({ edits, undone, pins }) {
  return edits.length + undone.length + pins.length > 0;
}

/** Puts work aside with its map. @param {Base} base @param {Work} work */
export function putAside(base, { edits, undone, pins }) {
  const key = keyOf(base);
  kept.delete(key);
  if (key === "" || !isSome({ edits, undone, pins })) return;
  kept.set(key, { work: { edits, undone, pins }, base });
  if (kept.size > MOST) kept.delete([...kept.keys()][0]);
  if (edits.length > 0) tell(key, edits.length);
  keep();
}

/** @param {string} key @param {number} count */
function tell(key, count) {
  note("kept", count === 1 ? "Your edit is kept with the map it was made on." : `Your ${count} edits are kept with the map they were made on.`, {
    action: "Back to it",
    run: () => {
      const base = kept.get(key)?.base;
      if (base) set({ ...base, selection: null });
    },
  });
}

const keep = debounced(300, () => {
  // A map from a file is too much to keep twice; its edits come back when the file is opened again.
  let entries = [...kept].map(([key, { work, base }]) => ({ key, work, base: base?.imported ? null : base }));
  while (entries.length > 0 && JSON.stringify(entries).length > MOST_SAVED) entries = entries.slice(Math.ceil(entries.length / 4));
  save("kept", entries);
});

/** Listens from now on. @param {(kept: unknown) => Partial<State>} sound Of what an earlier visit left, what can be trusted. */
export function startKeeping(sound) {
  const before = load("kept");
  for (const entry of Array.isArray(before) ? before.slice(-MOST) : []) {
    if (typeof entry?.key !== "string") continue;
    const { recipe = null, what = "", size = null, seed = "7", populate = null } = sound(entry.base);
    kept.set(entry.key, { work: { ...NONE, ...sound(entry.work) }, base: recipe ? { what, recipe, imported: null, size, seed, populate } : null });
  }
  amend((patch) => {
    if (!["recipe", "imported", "size", "seed", "populate"].some((key) => key in patch)) return patch;
    const next = { ...get(), ...patch };
    const key = keyOf(next);
    // A server that forgot a file may give it another name.
    const same = key === keyOf(get()) || (next.imported !== null && next.imported.text === get().imported?.text);
    if (same) return patch;
    finish();
    const now = get();
    putAside(baseOf(now), now);
    const found = kept.get(key);
    if (found) {
      kept.delete(key);
      keep();
    }
    if (found?.work.edits.length) unnote("kept");
    return { ...NONE, ...found?.work, ...patch };
  });
  // Who goes on with another map no longer wonders.
  on(["edits"], () => {
    if (get().edits.length > 0) unnote("kept");
  });
}
