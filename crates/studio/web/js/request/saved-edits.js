// Edits and pins belong to one map. When the user switches to another map they are stored, and
// restored when the user returns to the map.

import { load, save } from "../storage.js";
import { debounce } from "../dom.js";
import { showNote, dismissNote } from "../notes.js";
import { beforeSet, get, on, set } from "../store.js";
import { defaultOf } from "./schema.js";

/** @typedef {Pick<State, "edits" | "undone" | "pins">} Work the edits and pins of a map */
/**
 * @typedef {Pick<State, "what" | "recipe" | "imported" | "size" | "seed" | "populate">} Base identifies a map
 */
/** @typedef {{work: Work, base: Base | null}} Entry */

/** Maximum number of stored maps, and of characters in local storage. */
const MAX_MAPS = 50;
const MAX_SAVED_LENGTH = 1_000_000;

/** @type {Work} */
const NONE = { edits: [], undone: [], pins: [] };

/** Stored work by map key, the newest last. @type {Map<string, Entry>} */
const stored = new Map();
/** Callbacks that turn unfinished gestures into edits. @type {(() => void)[]} */
const finishers = [];

/** Calls `finish` before the map changes or an edit is undone. @param {() => void} finish */
export function onBeforeMapChange(finish) {
  finishers.push(finish);
}

/** Turns unfinished gestures into edits. */
export function finishPendingEdits() {
  for (const run of finishers) run();
}

/**
 * JSON with sorted keys, so that equal values give equal texts.
 * @param {unknown} value
 * @returns {string}
 */
function canonicalJson(value) {
  return JSON.stringify(value, (_, part) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/**
 * A key of the map. Titles, and values that equal the default, make no difference.
 * @param {Base} base
 */
function mapKey({ recipe, imported, size, seed, populate }) {
  if (imported) return `map ${imported.map}`;
  if (!recipe) return "";
  const { schemas } = get();
  const step = recipe.step.map(({ with: values = {}, off, ...step }) => {
    const known = schemas[step.use]?.properties ?? {};
    const own = Object.entries(values).filter(
      ([name, value]) => !known[name] || canonicalJson(value) !== canonicalJson(defaultOf(known[name])),
    );
    return { ...step, ...(off ? { off } : {}), with: Object.fromEntries(own) };
  });
  return canonicalJson([{ ...recipe, title: undefined, summary: undefined, step }, size, seed, populate]);
}

/** @param {Readonly<State>} state @returns {Base} */
function baseOf({ what, recipe, imported, size, seed, populate }) {
  return { what, recipe, imported, size, seed, populate };
}

/** @param {Work} work */
function hasWork({ edits, undone, pins }) {
  return edits.length + undone.length + pins.length > 0;
}

/** Stores the edits and pins of a map. @param {Base} base @param {Work} work */
export function storeEdits(base, { edits, undone, pins }) {
  const key = mapKey(base);
  stored.delete(key);
  if (key === "" || !hasWork({ edits, undone, pins })) return;
  stored.set(key, { work: { edits, undone, pins }, base });
  if (stored.size > MAX_MAPS) stored.delete([...stored.keys()][0]);
  if (edits.length > 0) showStoredNote(key, edits.length);
  saveStored();
}

/** @param {string} key @param {number} count */
function showStoredNote(key, count) {
  showNote(
    "kept",
    count === 1 ? "Your edit is saved with the previous map." : `Your ${count} edits are saved with the previous map.`,
    {
      action: "Go back",
      run: () => {
        const base = stored.get(key)?.base;
        if (base) set({ ...base, selection: null });
      },
    },
  );
}

const saveStored = debounce(300, () => {
  // A map from a file is too large to store twice; its edits return when the file is opened again.
  let entries = [...stored].map(([key, { work, base }]) => ({ key, work, base: base?.imported ? null : base }));
  while (entries.length > 0 && JSON.stringify(entries).length > MAX_SAVED_LENGTH)
    entries = entries.slice(Math.ceil(entries.length / 4));
  save("kept", entries);
});

/**
 * Loads stored edits and starts storing.
 * @param {(saved: unknown) => Partial<State>} validState returns the valid part of saved state
 */
export function startSavingEdits(validState) {
  const before = load("kept");
  for (const entry of Array.isArray(before) ? before.slice(-MAX_MAPS) : []) {
    if (typeof entry?.key !== "string") continue;
    const { recipe = null, what = "", size = null, seed = "7", populate = null } = validState(entry.base);
    stored.set(entry.key, {
      work: { ...NONE, ...validState(entry.work) },
      base: recipe ? { what, recipe, imported: null, size, seed, populate } : null,
    });
  }
  beforeSet((patch) => {
    if (!["recipe", "imported", "size", "seed", "populate"].some((key) => key in patch)) return patch;
    const next = { ...get(), ...patch };
    const key = mapKey(next);
    // After a restart the server may give a file another id.
    const same = key === mapKey(get()) || (next.imported !== null && next.imported.text === get().imported?.text);
    if (same) return patch;
    finishPendingEdits();
    const now = get();
    storeEdits(baseOf(now), now);
    const found = stored.get(key);
    if (found) {
      stored.delete(key);
      saveStored();
    }
    if (found?.work.edits.length) dismissNote("kept");
    return { ...NONE, ...found?.work, ...patch };
  });
  // The user now edits this map: the notification has served its purpose.
  on(["edits"], () => {
    if (get().edits.length > 0) dismissNote("kept");
  });
}
