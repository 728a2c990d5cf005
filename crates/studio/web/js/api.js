// All that the page asks of the server. Requests wait for a server that went away, and bring back a map that it forgot.

import { pause } from "./dom.js";
import { get, set } from "./store.js";

/** The server understood, and said no. */
export class Refused extends Error {
  /** @param {ApiError} error @param {number} status */
  constructor(error, status) {
    super(error.message);
    this.name = "Refused";
    this.error = error;
    this.status = status;
  }
}

/** What went wrong, in the words of the server where it has some. @param {unknown} error @returns {ApiError} */
export function told(error) {
  if (error instanceof Refused) return error.error;
  return { code: "page", message: error instanceof Error ? error.message : String(error), problems: [] };
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 2000;

/** Ends the wait of those who try again later. @type {Set<() => void>} */
const waiting = new Set();
window.addEventListener("online", wake);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) wake();
});

/** Tries at once what waits for the server. */
export function wake() {
  for (const go of [...waiting]) go();
}

/** Waits, but no longer than until somebody calls `wake`. @param {number} ms @param {AbortSignal} [signal] */
async function backoff(ms, signal) {
  /** @type {() => void} */
  let go = () => {};
  /** @type {Promise<void>} */
  const called = new Promise((resolve) => {
    go = resolve;
  });
  waiting.add(go);
  try {
    await Promise.race([pause(ms, signal), called]);
  } finally {
    waiting.delete(go);
  }
}

/** The server is there, for all who wait for it. */
function answered() {
  if (get().online) return;
  set({ online: true });
  wake();
}

/**
 * One request, repeated until the server has answered all of it.
 * @template T
 * @param {string} path
 * @param {unknown} body Nothing for GET.
 * @param {(response: Response) => Promise<T>} read What it says, if it does not refuse.
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>} Throws `Refused`.
 */
async function send(path, body, read, signal) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      const response = await fetch(path, {
        method: body === undefined ? "GET" : "POST",
        headers: body === undefined ? {} : { "content-type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
      });
      if (response.status === 503) {
        answered();
        const seconds = Number(response.headers.get("retry-after") ?? "1");
        await pause(Math.max(0.1, Math.min(seconds || 1, 30)) * 1000, signal);
        continue;
      }
      const said = response.ok ? await read(response) : await refusal(response);
      answered();
      if (said instanceof Refused) throw said;
      return said;
    } catch (error) {
      signal?.throwIfAborted();
      // Only the network fails in this way, be it before the answer or in the middle of it.
      if (!(error instanceof TypeError)) throw error;
      set({ online: false });
      await backoff(wait, signal);
    }
  }
}

/** What is known of values, as people say it. @type {[RegExp, string][]} */
const WORDS = [
  [/^a list of 0, where a list of 1 to \d+, each a table is expected$/, "a recipe needs at least one step"],
  [/^a list of (\d+), where a list of (\d+) to (\d+).* is expected$/, "$1 entries will not do: it has to be from $2 to $3"],
  [/ is not in (-?[\d.]+?)\.\.=(-?[\d.]+)/g, " will not do: it has to be from $1 to $2"],
  [/invalid value: (?:integer|floating point) `(-[\d.]+)`, expected [ui](?:8|16|32|64|128|size)/g, "$1 will not do: it has to be a whole number from 0 on"],
  [/invalid (?:value|type): (?:integer|floating point) `([^`]*)`, expected [ui](?:8|16|32|64|128|size)/g, "$1 will not do: it has to be a whole number, and no larger than there is room for"],
  [/invalid type: string "([^"]*)", expected [uif](?:8|16|32|64|128|size)/g, "“$1” will not do: it has to be a number"],
  [/(-?\d[\d.]*?)\.\.=(-?\d[\d.]*)/g, "$1 to $2"],
];

/** @param {string} message */
function inWords(message) {
  return WORDS.reduce((text, [found, words]) => text.replace(found, words), message);
}

/** A problem of a text: in words, and with the name of what it is about, which no form stands beside. @param {ApiProblem} problem @returns {ApiProblem} */
function named(problem) {
  const name = problem.field.split("/").pop() ?? "";
  const message = inWords(problem.message);
  return { ...problem, message: name === "" || name === "toml" || /^\d+$/.test(name) || message.split(/[^\w-]+/).includes(name) || /^no algorithm /.test(message) || message === inWords("a list of 0, where a list of 1 to 1, each a table is expected") ? message : `${name}: ${message}` };
}

/** The error of a response, or one that says how little is known. @param {Response} response @returns {Promise<Refused>} */
async function refusal(response) {
  try {
    const { error } = await response.json();
    if (typeof error?.message === "string") {
      const problems = (error.problems ?? []).map((/** @type {ApiProblem} */ problem) => (problem.message.startsWith("unknown;") ? named(problem) : { ...problem, message: inWords(problem.message) }));
      return new Refused({ code: error.code ?? "", message: inWords(error.message), problems }, response.status);
    }
  } catch {
    // Not JSON: below.
  }
  return new Refused({ code: "unknown", message: `The server answered with status ${response.status}.`, problems: [] }, response.status);
}

/**
 * As `send`; a wish for an imported map that the server no longer has is repeated after importing it again.
 * @template T
 * @param {string} path
 * @param {unknown} body
 * @param {(response: Response) => Promise<T>} read
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
async function ask(path, body, read, signal) {
  try {
    return await send(path, body, read, signal);
  } catch (refused) {
    const { imported } = get();
    const wish = /** @type {{wish?: Wish} | undefined} */ (body)?.wish;
    if (!(refused instanceof Refused) || refused.error.code !== "unknown-map" || !imported || wish?.map !== imported.map) throw refused;
    const again = await importText(imported.name, imported.text, signal);
    if (!again.map) throw refused;
    if (again.map !== imported.map) set({ imported: { ...imported, map: again.map } });
    return send(path, { .../** @type {object} */ (body), wish: { ...wish, map: again.map } }, read, signal);
  }
}

/** @param {Response} response @returns {Promise<any>} */
const json = (response) => response.json();

/** @returns {Promise<List>} */
export function list() {
  return ask("/api/list", undefined, json);
}

/** @returns {Promise<Record<string, Schema>>} */
export function schemas() {
  return ask("/api/schema", undefined, json);
}

/** @param {Wish} wish @param {AbortSignal} [signal] @returns {Promise<MapView>} */
export function generate(wish, signal) {
  return ask("/api/generate", { wish }, json, signal);
}

/** The file itself. @param {RenderWish} render @param {AbortSignal} [signal] @returns {Promise<Blob>} */
export function render(render, signal) {
  return ask("/api/render", render, (response) => response.blob(), signal);
}

/** @param {Wish} wish @param {string} [heat] @param {AbortSignal} [signal] @returns {Promise<MeasureView>} */
export function measure(wish, heat, signal) {
  return ask("/api/measure", heat ? { wish, heat } : { wish }, json, signal);
}

/** The binary of the trace; `docs/studio.md` has its form. @param {Wish} wish @param {number} [moments] @param {AbortSignal} [signal] @returns {Promise<ArrayBuffer>} */
export function trace(wish, moments, signal) {
  return ask("/api/trace", moments ? { wish, moments } : { wish }, (response) => response.arrayBuffer(), signal);
}

/** @param {{toml: string} | {recipe: Recipe}} what @param {AbortSignal} [signal] @returns {Promise<RecipeView>} */
export function readRecipe(what, signal) {
  return ask("/api/recipe", what, json, signal).then((/** @type {RecipeView} */ view) => ({ ...view, problems: view.problems.map(named) }));
}

/** @param {string} name @param {string} text @param {AbortSignal} [signal] @returns {Promise<ImportView>} */
export function importText(name, text, signal) {
  return ask("/api/import", { name, text }, json, signal);
}

/** @param {string} code @returns {Promise<SharedView>} */
export function openShare(code) {
  return ask("/api/share", { code }, json);
}

/** Where the small picture of a preset or an algorithm is. @param {string} name */
export function thumbnail(name) {
  return `/api/thumbnail/${encodeURIComponent(name)}.png`;
}
