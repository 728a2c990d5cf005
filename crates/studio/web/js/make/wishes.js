// Changes of the wish that several parts of the page make: another preset, another value, locks and dice.

import { generate } from "../api.js";
import { get, set, wish } from "../store.js";
import { finish } from "./kept.js";
import { isWide, shapeOf, standard } from "./shape.js";

/** What an imported map leaves behind does not fit another recipe. Edits and pins are put aside by `kept.js`. */
const CLEAN = { imported: null, selection: null };

/** A name for a step that it has in another recipe too: its algorithm, and which of several of the same. @param {Step[]} steps @param {number} index */
function stepName(steps, index) {
  const { use } = steps[index];
  const before = steps.slice(0, index).filter((step) => step.use === use).length;
  return before === 0 ? use : `${use}#${before + 1}`;
}

/** @param {number} index Of the step. @param {string} name */
function lockName(index, name) {
  return `${stepName(get().recipe?.step ?? [], index)}/${name}`;
}

/** @param {number} index Of the step. @param {string} name */
export function isLocked(index, name) {
  return get().recipe?.step[index] !== undefined && get().locks.includes(lockName(index, name));
}

/** @param {number} index Of the step. @param {string} name */
export function toggleLock(index, name) {
  const { locks } = get();
  const lock = lockName(index, name);
  set({ locks: locks.includes(lock) ? locks.filter((other) => other !== lock) : [...locks, lock] });
}

/** A recipe in which locked values are those of the recipe that holds now. @param {Recipe} next @returns {Recipe} */
function withLocked(next) {
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

/** Begins with a preset or an algorithm. @param {string} name Of one that the list has. */
export function choose(name) {
  const { list } = get();
  const preset = list?.presets.find((preset) => preset.name === name);
  if (preset) return begin(name, withLocked(structuredClone(preset.recipe)), preset.size);
  const layout = list?.generators.find((generator) => generator.id === name);
  if (layout) begin(name, withLocked({ step: [{ use: name }] }), layout.natural_size);
}

/** Begins with a recipe of any origin. @param {string} what @param {Recipe} recipe @param {[number, number] | null} size @param {string} [seed] */
export function begin(what, recipe, size, seed = get().seed) {
  set({ ...CLEAN, what, recipe, size, seed });
}

/** Begins with a map that was read from a file; its name says to the server of which kind it is. @param {{map: string, name: string, text: string}} imported */
export function beginImported(imported) {
  set({ ...CLEAN, imported });
}

/** Leaves the file from which a map was opened, and makes it again from the recipe that it holds. */
export function beginAnew() {
  const { map, seed } = get();
  if (map?.recipe) begin("", map.recipe, map.size, map.seed ?? seed);
}

/** What the recipe began as, in words. @returns {{title: string, summary: string}} */
export function chosen() {
  const { list, what, recipe, imported } = get();
  if (imported) return { title: imported.name.replace(/\.[^.]*$/, ""), summary: "A map from a file" };
  const known = list?.presets.find((preset) => preset.name === what);
  const layout = list?.generators.find((generator) => generator.id === what);
  return {
    title: recipe?.title ?? known?.title ?? (what || "A recipe of your own"),
    summary: recipe?.summary ?? known?.summary ?? layout?.summary ?? "",
  };
}

/** Changes one step. @param {number} index @param {Partial<Step>} patch `undefined` takes away. */
export function changeStep(index, patch) {
  const { recipe } = get();
  if (!recipe) return;
  const step = recipe.step.map((step, at) => (at === index ? /** @type {Step} */ (without({ ...step, ...patch })) : step));
  set({ recipe: { ...recipe, step } });
}

/** Drops what is not set. @param {Record<string, any>} object */
function without(object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** Sets a parameter of a step; `undefined` gives it back its default. @param {number} index @param {string} name @param {unknown} value */
export function setValue(index, name, value) {
  const step = get().recipe?.step[index];
  if (!step) return;
  const values = without({ ...step.with, [name]: value });
  changeStep(index, { with: Object.keys(values).length > 0 ? values : undefined });
}

/** Gives all values back that nobody locked: those of the preset where the recipe began as one, else the defaults. */
export function resetAll() {
  const { recipe, list, what } = get();
  if (!recipe) return;
  const preset = list?.presets.find((preset) => preset.name === what);
  const step = recipe.step.map((step, index) => {
    const before = preset?.recipe.step[index];
    const values = before?.use === step.use ? before.with : undefined;
    return /** @type {Step} */ (without({ ...step, with: values }));
  });
  set({ recipe: withLocked({ ...recipe, step }) });
}

/** How often the dice are thrown for a map that can be made. */
const THROWS = 6;

/** Throws dice for every value that nobody locked, until a map comes of it. @returns {Promise<boolean>} Whether one did. */
export async function surprise() {
  for (let round = 0; round < THROWS; round += 1) {
    const { recipe, imported } = get();
    if (!recipe || imported) return false;
    const next = { ...recipe, step: recipe.step.map(thrown) };
    try {
      await generate({ ...wish(), recipe: next, edits: undefined });
    } catch {
      continue;
    }
    set({ recipe: next });
    return true;
  }
  return false;
}

/** A step with other values. @param {Step} step @param {number} index @returns {Step} */
function thrown(step, index) {
  const schema = get().schemas[step.use];
  if (step.off || !schema?.properties) return step;
  /** @type {Record<string, unknown>} */
  const values = { ...step.with };
  for (const [name, field] of Object.entries(schema.properties)) {
    if (isLocked(index, name)) continue;
    const shape = shapeOf(field);
    const usual = values[name] ?? standard(field);
    if (shape.kind === "switch") values[name] = Math.random() < 0.5;
    else if (shape.kind === "choice") values[name] = anyOf(shape.options).value;
    else if (shape.kind === "number" && (!shape.none || Math.random() < 0.5)) values[name] = near(typeof usual === "number" ? usual : (shape.min + shape.max) / 2, shape);
    else if (shape.kind === "number") delete values[name];
  }
  return { ...step, with: values };
}

/** @template T @param {T[]} options @returns {T} */
function anyOf(options) {
  return options[Math.floor(Math.random() * options.length)];
}

/** A value around the usual one: few maps come of the ends of every range. @param {number} usual @param {{min: number, max: number, whole: boolean}} range */
function near(usual, { min, max, whole }) {
  const swing = Math.random() - Math.random();
  const value = isWide(min, max) ? (usual + 1) * 4 ** swing - 1 : usual + swing * (max - min) * 0.5;
  const within = Math.min(max, Math.max(min, value));
  return whole ? Math.round(within) : within;
}

/** Takes the last edit back, or does it again. */
export function undo() {
  finish();
  const { edits, undone } = get();
  if (edits.length > 0) set({ edits: edits.slice(0, -1), undone: [...undone, edits[edits.length - 1]] });
}

export function redo() {
  const { edits, undone } = get();
  if (undone.length > 0) set({ edits: [...edits, undone[undone.length - 1]], undone: undone.slice(0, -1) });
}
