// The beginning of a visit: a shared map from the address, the last visit, or a map worth seeing. And what is kept for the next one.

import { importText, openShare, told } from "../api.js";
import { debounced } from "../dom.js";
import { putAside, startKeeping } from "../make/kept.js";
import { begin, beginImported, choose } from "../make/wishes.js";
import { note, unnote } from "../note.js";
import { oneLine, sentence } from "../format.js";
import { get, on, set } from "../store.js";
import { load, save } from "./remember.js";

/** Shown when nobody was here before, if the server has it. */
const FIRST = "one-page-dungeon";
/** Larger files are opened again by hand. */
const LARGEST_KEPT = 2_000_000;

const KEPT = /** @type {const} */ (["what", "recipe", "imported", "size", "seed", "populate", "edits", "undone", "pins", "locks", "look"]);

/** @param {unknown} value @returns {value is Record<string, any>} */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @param {unknown} value @returns {value is Recipe} */
function isRecipe(value) {
  return isObject(value) && Array.isArray(value.step) && value.step.every((step) => isObject(step) && typeof step.use === "string" && (step.with === undefined || isObject(step.with)));
}

/** @param {unknown} value @returns {value is [number, number]} */
function isSize(value) {
  return Array.isArray(value) && value.length === 2 && value.every((side) => Number.isInteger(side) && side > 0);
}

/** Of what was kept, what can be trusted. @param {unknown} kept @returns {Partial<State>} */
export function sound(kept) {
  if (!isObject(kept)) return {};
  /** @type {Partial<State>} */
  const state = {};
  if (typeof kept.what === "string") state.what = kept.what;
  if (isRecipe(kept.recipe)) state.recipe = kept.recipe;
  if (isObject(kept.imported) && ["map", "name", "text"].every((key) => typeof kept.imported[key] === "string")) state.imported = /** @type {State["imported"]} */ (kept.imported);
  if (isSize(kept.size)) state.size = kept.size;
  if (typeof kept.seed === "string" && kept.seed !== "") state.seed = kept.seed;
  if (Number.isInteger(kept.populate) && kept.populate > 0) state.populate = kept.populate;
  for (const key of /** @type {const} */ (["edits", "undone"])) {
    if (Array.isArray(kept[key]) && kept[key].every((edit) => isObject(edit) && typeof edit.do === "string")) state[key] = kept[key];
  }
  if (Array.isArray(kept.pins) && kept.pins.every(Number.isInteger)) state.pins = kept.pins;
  if (Array.isArray(kept.locks) && kept.locks.every((lock) => typeof lock === "string")) state.locks = kept.locks;
  if (isObject(kept.look)) state.look = soundLook(kept.look);
  return state;
}

/** @param {Record<string, any>} kept @returns {Look} */
function soundLook(kept) {
  const { list } = get();
  /** @type {Record<string, unknown>} */
  const look = {};
  for (const key of ["numbers", "furnish", "compass", "scale", "legend", "crop"]) if (typeof kept[key] === "boolean") look[key] = kept[key];
  if (list?.styles.some(({ name }) => name === kept.style)) look.style = kept.style;
  if (list?.views.includes(kept.view)) look.view = kept.view;
  if (list?.water.includes(kept.water)) look.water = kept.water;
  if (typeof kept.title === "string") look.title = oneLine(kept.title).slice(0, 100);
  if (Number.isInteger(kept.danger)) look.danger = kept.danger;
  if (Array.isArray(kept.without)) look.without = kept.without.filter((layer) => list?.layers.includes(layer));
  return { style: "ink", view: "gm", ...look };
}

/** Opens a share code. @param {string} code @returns {Promise<void>} Throws what the server says against it. */
export async function openCode(code) {
  const shared = await openShare(decodeURIComponent(code));
  const { list } = get();
  const only = shared.recipe.step.length === 1 ? shared.recipe.step[0].use : "";
  const preset = list?.presets.find((preset) => preset.title === shared.recipe.title);
  begin(preset?.name ?? only, shared.recipe, shared.size, shared.seed);
}

/** Why a code cannot be opened. @param {unknown} error */
export function noCode(error) {
  return error instanceof URIError ? "it is neither a link nor a code of the studio." : sentence(told(error).message);
}

/** The share code in the address, if there is one. */
function codeInAddress() {
  return /^#s=(.+)$/.exec(location.hash)?.[1] ?? null;
}

/** @returns {Promise<boolean>} Whether a shared map was opened. */
async function openAddress() {
  const code = codeInAddress();
  if (!code) return false;
  // The map is the person's own from here on: a reload shows what became of it.
  history.replaceState(null, "", location.pathname);
  try {
    await openCode(code);
    unnote("link");
    return true;
  } catch (error) {
    note("link", `The link holds no map: ${noCode(error)}`, { bad: true });
    return false;
  }
}

/** Opens what there is to open, and keeps what becomes of it. */
export async function startRestoring() {
  const kept = sound(load("state"));
  startKeeping(sound);
  set({ locks: kept.locks ?? [], look: kept.look ?? get().look });
  const keep = () => {
    const state = get();
    const { imported, recipe } = state;
    if (!recipe && !imported) return;
    const small = imported && imported.text.length <= LARGEST_KEPT ? imported : null;
    save("state", { ...Object.fromEntries(KEPT.map((key) => [key, state[key]])), imported: small, ...(imported && !small ? { edits: [], undone: [], pins: [] } : {}) });
  };
  on([...KEPT], debounced(200, keep));
  // Somebody may leave sooner than that.
  window.addEventListener("pagehide", keep);
  window.addEventListener("hashchange", openAddress);
  const { what = "", recipe = null, imported = null, size = null, seed = get().seed, populate = null, edits = [], undone = [], pins = [] } = kept;
  if (codeInAddress()) {
    putAside({ what, recipe, imported, size, seed, populate }, { edits, undone, pins });
    if (await openAddress()) return;
  }
  if (kept.recipe || kept.imported) set(kept);
  else choose(get().list?.presets.some((preset) => preset.name === FIRST) ? FIRST : get().list?.presets[0]?.name ?? "");
}

/** Opens a text of any kind: a recipe or a map. @param {string} name Of the file. @param {string} text @returns {Promise<void>} */
export async function openText(name, text) {
  const view = await importText(name, text);
  const plain = name.replace(/\.[^.]*$/, "");
  if (view.kind === "recipe" && view.recipe) begin(view.recipe.title ?? plain, view.recipe, view.size ?? view.recipe.size ?? get().size, view.seed ?? get().seed);
  else if (view.map) beginImported({ map: view.map, name, text });
}
