// Actions that change the request: choosing a preset, setting values, locks, random values, undo
// and redo.

import { generate } from "../api.js";
import { get, set, mapRequest } from "../store.js";
import { finishPendingEdits } from "./saved-edits.js";
import { isWide, shapeOf, defaultOf, unset } from "./schema.js";

/** State that does not carry over to another map; `saved-edits.js` stores edits and pins. */
const CLEARED = { imported: null, selection: null };

/**
 * A name that identifies a step across recipes: its algorithm, numbered if the recipe has several
 * of it.
 * @param {Step[]} steps
 * @param {number} index
 */
function stepName(steps, index) {
  const { use } = steps[index];
  const before = steps.slice(0, index).filter((step) => step.use === use).length;
  return before === 0 ? use : `${use}#${before + 1}`;
}

/** @param {number} index of the step @param {string} name */
function lockName(index, name) {
  return `${stepName(get().recipe?.step ?? [], index)}/${name}`;
}

/** @param {number} index of the step @param {string} name */
export function isLocked(index, name) {
  return get().recipe?.step[index] !== undefined && get().locks.includes(lockName(index, name));
}

/** @param {number} index of the step @param {string} name */
export function toggleLock(index, name) {
  const { locks } = get();
  const lock = lockName(index, name);
  set({ locks: locks.includes(lock) ? locks.filter((other) => other !== lock) : [...locks, lock] });
}

/**
 * Copies the locked values of the current recipe into another recipe.
 * @param {Recipe} next
 * @returns {Recipe}
 */
function withLockedValues(next) {
  const { recipe, locks } = get();
  if (!recipe || locks.length === 0) return next;
  const step = next.step.map((step, index) => {
    const here = stepName(next.step, index);
    const before = recipe.step.find((_, other) => stepName(recipe.step, other) === here);
    if (!before) return step;
    const values = { ...step.with };
    for (const lock of locks) {
      const [use, name] = lock.split("/");
      if (use !== here) continue;
      const value = before.with?.[name];
      if (value === undefined) delete values[name];
      else values[name] = value;
    }
    return { ...step, with: values };
  });
  return { ...next, step };
}

/** Starts with a preset or an algorithm. @param {string} name a name of the list */
export function choosePreset(name) {
  const { list } = get();
  const preset = list?.presets.find((preset) => preset.name === name);
  if (preset) return startFromRecipe(name, withLockedValues(structuredClone(preset.recipe)), preset.size);
  const layout = list?.generators.find((generator) => generator.id === name);
  if (layout) startFromRecipe(name, withLockedValues({ step: [{ use: name }] }), layout.natural_size);
}

/**
 * Starts with a recipe.
 * @param {string} what
 * @param {Recipe} recipe
 * @param {[number, number] | null} size
 * @param {string} [seed]
 */
export function startFromRecipe(what, recipe, size, seed = get().seed) {
  set({ ...CLEARED, what, recipe, size, seed });
}

/**
 * Starts with a map from a file; the file name tells the server its format.
 * @param {{map: string, name: string, text: string}} imported
 */
export function startFromFile(imported) {
  set({ ...CLEARED, imported });
}

/** Replaces a map from a file by one generated from the recipe in the file. */
export function regenerateFromFile() {
  const { map, seed } = get();
  if (map?.recipe) startFromRecipe("", map.recipe, map.size, map.seed ?? seed);
}

/**
 * Title and summary of the preset, recipe or file of the map.
 * @returns {{title: string, summary: string}}
 */
export function sourceText() {
  const { list, what, recipe, imported } = get();
  if (imported) return { title: imported.name.replace(/\.[^.]*$/, ""), summary: "Map from a file" };
  const known = list?.presets.find((preset) => preset.name === what);
  const layout = list?.generators.find((generator) => generator.id === what);
  return {
    title: recipe?.title ?? known?.title ?? (what || "Custom recipe"),
    summary: recipe?.summary ?? known?.summary ?? layout?.summary ?? "",
  };
}

/**
 * Changes one step.
 * @param {number} index
 * @param {Partial<Step>} patch `undefined` removes a key
 */
export function changeStep(index, patch) {
  const { recipe } = get();
  if (!recipe) return;
  const step = recipe.step.map((step, at) =>
    at === index ? /** @type {Step} */ (withoutUndefined({ ...step, ...patch })) : step,
  );
  set({ recipe: { ...recipe, step } });
}

/** Removes the keys with the value `undefined`. @param {Record<string, any>} object */
function withoutUndefined(object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/**
 * Sets a parameter of a step; `undefined` restores the default.
 * @param {number} index
 * @param {string} name
 * @param {unknown} value
 */
export function setValue(index, name, value) {
  const step = get().recipe?.step[index];
  if (!step) return;
  const values = withoutUndefined({ ...step.with, [name]: value });
  changeStep(index, { with: Object.keys(values).length > 0 ? values : undefined });
}

/** Resets all values that are not locked to those of the preset, or else to the defaults. */
export function resetAll() {
  const { recipe, list, what } = get();
  if (!recipe) return;
  const preset = list?.presets.find((preset) => preset.name === what);
  const step = recipe.step.map((step, index) => {
    const before = preset?.recipe.step[index];
    const values = before?.use === step.use ? before.with : undefined;
    return /** @type {Step} */ (withoutUndefined({ ...step, with: values }));
  });
  set({ recipe: withLockedValues({ ...recipe, step }) });
}

/** Attempts to find random values that generate a map. */
const MAX_ATTEMPTS = 6;

/**
 * Sets random values for all parameters that are not locked, such that a map can be generated.
 * @returns {Promise<boolean>} whether an attempt succeeded
 */
export async function randomizeValues() {
  for (let round = 0; round < MAX_ATTEMPTS; round += 1) {
    const { recipe, imported } = get();
    if (!recipe || imported) return false;
    const next = { ...recipe, step: recipe.step.map(randomStep) };
    try {
      await generate({ ...mapRequest(), recipe: next, edits: undefined });
    } catch {
      continue;
    }
    set({ recipe: next });
    return true;
  }
  return false;
}

/** A step with random values. @param {Step} step @param {number} index @returns {Step} */
function randomStep(step, index) {
  const schema = get().schemas[step.use];
  if (step.off || !schema?.properties) return step;
  /** @type {Record<string, unknown>} */
  const values = { ...step.with };
  for (const [name, field] of Object.entries(schema.properties)) {
    if (isLocked(index, name)) continue;
    const shape = shapeOf(field);
    const current = values[name] ?? defaultOf(field);
    if (shape.kind === "switch") values[name] = Math.random() < 0.5;
    else if (shape.kind === "choice") values[name] = randomOf(shape.options).value;
    else if (shape.kind === "number" && (!shape.none || Math.random() < 0.5))
      values[name] = randomNear(typeof current === "number" ? current : (shape.min + shape.max) / 2, shape);
    else if (shape.kind === "number") values[name] = unset(shape.none);
  }
  return { ...step, with: withoutUndefined(values) };
}

/** @template T @param {T[]} options @returns {T} */
function randomOf(options) {
  return options[Math.floor(Math.random() * options.length)];
}

/**
 * A random value near the current one: with every value at the end of its range, few maps can be
 * generated.
 * @param {number} current
 * @param {{min: number, max: number, whole: boolean}} range
 */
function randomNear(current, { min, max, whole }) {
  const swing = Math.random() - Math.random();
  const value = isWide(min, max) ? (current + 1) * 4 ** swing - 1 : current + swing * (max - min) * 0.5;
  const within = Math.min(max, Math.max(min, value));
  return whole ? Math.round(within) : within;
}

/** Undoes the last edit. */
export function undo() {
  finishPendingEdits();
  const { edits, undone } = get();
  if (edits.length > 0) set({ edits: edits.slice(0, -1), undone: [...undone, edits[edits.length - 1]] });
}

/** Redoes the edit that was undone last. */
export function redo() {
  const { edits, undone } = get();
  if (undone.length > 0) set({ edits: [...edits, undone[undone.length - 1]], undone: undone.slice(0, -1) });
}
