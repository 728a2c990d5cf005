// The session: opens the map of a share link, the last session or a default map, and saves the
// state for the next visit.

import { importText, openShare, toApiError } from "../api.js";
import { debounce } from "../dom.js";
import { storeEdits, startSavingEdits } from "../request/saved-edits.js";
import { startFromRecipe, startFromFile, choosePreset } from "../request/actions.js";
import { showNote, dismissNote } from "../notes.js";
import { singleLine, capitalize } from "../format.js";
import { get, on, set } from "../store.js";
import { load, save } from "../storage.js";

/** The preset of the first visit. */
const DEFAULT_PRESET = "one-page-dungeon";
/** Files with more characters are not saved; the user opens them again. */
const MAX_SAVED_FILE = 2_000_000;

const SAVED_KEYS = /** @type {const} */ ([
  "what",
  "recipe",
  "imported",
  "size",
  "seed",
  "populate",
  "edits",
  "undone",
  "pins",
  "locks",
  "look",
]);

/** @param {unknown} value @returns {value is Record<string, any>} */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {unknown} value @returns {value is Recipe} */
function isRecipe(value) {
  return (
    isObject(value) &&
    Array.isArray(value.step) &&
    value.step.every(
      (step) => isObject(step) && typeof step.use === "string" && (step.with === undefined || isObject(step.with)),
    )
  );
}

/** @param {unknown} value @returns {value is [number, number]} */
function isSize(value) {
  return Array.isArray(value) && value.length === 2 && value.every((side) => Number.isInteger(side) && side > 0);
}

/** Returns the valid part of saved state. @param {unknown} saved @returns {Partial<State>} */
export function validState(saved) {
  if (!isObject(saved)) return {};
  /** @type {Partial<State>} */
  const state = {};
  if (typeof saved.what === "string") state.what = saved.what;
  if (isRecipe(saved.recipe)) state.recipe = saved.recipe;
  if (isObject(saved.imported) && ["map", "name", "text"].every((key) => typeof saved.imported[key] === "string"))
    state.imported = /** @type {State["imported"]} */ (saved.imported);
  if (isSize(saved.size)) state.size = saved.size;
  if (typeof saved.seed === "string" && saved.seed !== "") state.seed = saved.seed;
  if (Number.isInteger(saved.populate) && saved.populate > 0) state.populate = saved.populate;
  for (const key of /** @type {const} */ (["edits", "undone"])) {
    if (Array.isArray(saved[key]) && saved[key].every((edit) => isObject(edit) && typeof edit.do === "string"))
      state[key] = saved[key];
  }
  if (Array.isArray(saved.pins) && saved.pins.every(Number.isInteger)) state.pins = saved.pins;
  if (Array.isArray(saved.locks) && saved.locks.every((lock) => typeof lock === "string")) state.locks = saved.locks;
  if (isObject(saved.look)) state.look = validLook(saved.look);
  return state;
}

/** @param {Record<string, any>} saved @returns {Look} */
function validLook(saved) {
  const { list } = get();
  /** @type {Record<string, unknown>} */
  const look = {};
  for (const key of ["numbers", "furnish", "compass", "scale", "legend", "crop"])
    if (typeof saved[key] === "boolean") look[key] = saved[key];
  if (list?.styles.some(({ name }) => name === saved.style)) look.style = saved.style;
  if (list?.views.includes(saved.view)) look.view = saved.view;
  if (list?.water.includes(saved.water)) look.water = saved.water;
  if (typeof saved.title === "string") look.title = singleLine(saved.title).slice(0, 100);
  if (Number.isInteger(saved.danger)) look.danger = saved.danger;
  if (Array.isArray(saved.without)) look.without = saved.without.filter((layer) => list?.layers.includes(layer));
  return { style: "ink", view: "gm", ...look };
}

/**
 * Opens a share code.
 * @param {string} code
 * @returns {Promise<void>} rejects with the error of the server
 */
export async function openCode(code) {
  const shared = await openShare(decodeURIComponent(code));
  const { list } = get();
  const onlyStep = shared.recipe.step.length === 1 ? shared.recipe.step[0].use : "";
  const preset = list?.presets.find((preset) => preset.title === shared.recipe.title);
  startFromRecipe(preset?.name ?? onlyStep, shared.recipe, shared.size, shared.seed);
}

/** The message for a code that cannot be opened. @param {unknown} error */
export function codeErrorText(error) {
  return error instanceof URIError ? "This is not a share link or code." : capitalize(toApiError(error).message);
}

/** The share code in the address, or `null`. */
function codeInAddress() {
  return /^#s=(.+)$/.exec(location.hash)?.[1] ?? null;
}

/** Opens the share code in the address. @returns {Promise<boolean>} whether a map was opened */
async function openAddress() {
  const code = codeInAddress();
  if (!code) return false;
  // Remove the code from the address, so that a reload restores the session with its changes.
  history.replaceState(null, "", location.pathname);
  try {
    await openCode(code);
    dismissNote("link");
    return true;
  } catch (error) {
    showNote("link", `Cannot open the link. ${codeErrorText(error)}`, { bad: true });
    return false;
  }
}

/** Restores the session and starts saving it. */
export async function restoreSession() {
  const saved = validState(load("state"));
  startSavingEdits(validState);
  set({ locks: saved.locks ?? [], look: saved.look ?? get().look });
  const saveSession = () => {
    const state = get();
    const { imported, recipe } = state;
    if (!recipe && !imported) return;
    const small = imported && imported.text.length <= MAX_SAVED_FILE ? imported : null;
    save("state", {
      ...Object.fromEntries(SAVED_KEYS.map((key) => [key, state[key]])),
      imported: small,
      ...(imported && !small ? { edits: [], undone: [], pins: [] } : {}),
    });
  };
  on([...SAVED_KEYS], debounce(200, saveSession));
  // The page may close before the delay ends.
  window.addEventListener("pagehide", saveSession);
  window.addEventListener("hashchange", openAddress);
  const {
    what = "",
    recipe = null,
    imported = null,
    size = null,
    seed = get().seed,
    populate = null,
    edits = [],
    undone = [],
    pins = [],
  } = saved;
  if (codeInAddress()) {
    storeEdits({ what, recipe, imported, size, seed, populate }, { edits, undone, pins });
    if (await openAddress()) return;
  }
  if (saved.recipe || saved.imported) set(saved);
  else
    choosePreset(
      get().list?.presets.some((preset) => preset.name === DEFAULT_PRESET)
        ? DEFAULT_PRESET
        : (get().list?.presets[0]?.name ?? ""),
    );
}

/**
 * Opens the text of a file: a recipe, a map or a trace, which the replay shows.
 * @param {string} name of the file
 * @param {string} text
 * @returns {Promise<void>}
 */
export async function openText(name, text) {
  const view = await importText(name, text);
  const title = name.replace(/\.[^.]*$/, "");
  if (view.kind === "recipe" && view.recipe)
    startFromRecipe(
      view.recipe.title ?? title,
      view.recipe,
      view.size ?? view.recipe.size ?? get().size,
      view.seed ?? get().seed,
    );
  else if (view.map) {
    startFromFile({ map: view.map, name, text });
    if (view.trace) set({ mode: "replay" });
  }
}
