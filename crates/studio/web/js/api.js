// All that the page asks of the server. Requests wait for a server that went away, and bring back a map that it forgot.

import { pause } from "./dom.js";
import { get, set } from "./store.js";

/** @typedef {import("./types.js").ApiError} ApiError */
/** @typedef {import("./types.js").Wish} Wish */

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
const LONGEST_WAIT = 4000;

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

/**
 * One request, repeated until the server answers.
 * @param {string} path
 * @param {unknown} body Nothing for GET.
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function send(path, body, signal) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    /** @type {Response} */
    let response;
    try {
      response = await fetch(path, {
        method: body === undefined ? "GET" : "POST",
        headers: body === undefined ? {} : { "content-type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
      });
    } catch (error) {
      signal?.throwIfAborted();
      set({ online: false });
      await backoff(wait, signal);
      continue;
    }
    set({ online: true });
    if (response.status !== 503) return response;
    const seconds = Number(response.headers.get("retry-after") ?? "1");
    await pause(Math.max(0.1, Math.min(seconds || 1, 30)) * 1000, signal);
  }
}

/** The error of a response, or one that says how little is known. @param {Response} response @returns {Promise<Refused>} */
async function refusal(response) {
  try {
    const { error } = await response.json();
    if (typeof error?.message === "string") return new Refused({ code: error.code ?? "", message: error.message, problems: error.problems ?? [] }, response.status);
  } catch {
    // Not JSON: below.
  }
  return new Refused({ code: "unknown", message: `The server answered with status ${response.status}.`, problems: [] }, response.status);
}

/**
 * A request that succeeds or throws `Refused`. A wish for an imported map that the server no longer has is repeated after importing it again.
 * @param {string} path
 * @param {unknown} [body]
 * @param {AbortSignal} [signal]
 */
async function ask(path, body, signal) {
  const response = await send(path, body, signal);
  if (response.ok) return response;
  const refused = await refusal(response);
  const { imported } = get();
  const wish = /** @type {{wish?: Wish} | undefined} */ (body)?.wish;
  if (refused.error.code !== "unknown-map" || !imported || wish?.map !== imported.map) throw refused;
  const again = await importText(imported.name, imported.text, signal);
  if (!again.map) throw refused;
  if (again.map !== imported.map) set({ imported: { ...imported, map: again.map } });
  const repeated = await send(path, { .../** @type {object} */ (body), wish: { ...wish, map: again.map } }, signal);
  if (!repeated.ok) throw await refusal(repeated);
  return repeated;
}

/** @returns {Promise<import("./types.js").List>} */
export async function list() {
  return (await ask("/api/list")).json();
}

/** @returns {Promise<Record<string, import("./types.js").Schema>>} */
export async function schemas() {
  return (await ask("/api/schema")).json();
}

/** @param {Wish} wish @param {AbortSignal} [signal] @returns {Promise<import("./types.js").MapView>} */
export async function generate(wish, signal) {
  return (await ask("/api/generate", { wish }, signal)).json();
}

/** The file itself. @param {import("./types.js").RenderWish} render @param {AbortSignal} [signal] @returns {Promise<Blob>} */
export async function render(render, signal) {
  return (await ask("/api/render", render, signal)).blob();
}

/** @param {Wish} wish @param {string} [heat] @param {AbortSignal} [signal] @returns {Promise<import("./types.js").MeasureView>} */
export async function measure(wish, heat, signal) {
  return (await ask("/api/measure", heat ? { wish, heat } : { wish }, signal)).json();
}

/** The binary of the trace; `docs/studio.md` has its form. @param {Wish} wish @param {number} [moments] @param {AbortSignal} [signal] @returns {Promise<ArrayBuffer>} */
export async function trace(wish, moments, signal) {
  return (await ask("/api/trace", moments ? { wish, moments } : { wish }, signal)).arrayBuffer();
}

/** @param {{toml: string} | {recipe: import("./types.js").Recipe}} what @param {AbortSignal} [signal] @returns {Promise<import("./types.js").RecipeView>} */
export async function readRecipe(what, signal) {
  return (await ask("/api/recipe", what, signal)).json();
}

/** @param {string} name @param {string} text @param {AbortSignal} [signal] @returns {Promise<import("./types.js").ImportView>} */
export async function importText(name, text, signal) {
  return (await ask("/api/import", { name, text }, signal)).json();
}

/** @param {string} code @returns {Promise<import("./types.js").SharedView>} */
export async function openShare(code) {
  return (await ask("/api/share", { code })).json();
}

/** Where the small picture of a preset or an algorithm is. @param {string} name */
export function thumbnail(name) {
  return `/api/thumbnail/${encodeURIComponent(name)}.png`;
}
