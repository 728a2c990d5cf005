// Requests to the server. They are retried while the server is unreachable, and an imported map
// that the server has dropped is uploaded again.

import { delay } from "./dom.js";
import { get, set } from "./store.js";

/** An error response of the server. */
export class RequestError extends Error {
  /** @param {ApiError} error @param {number} status */
  constructor(error, status) {
    super(error.message);
    this.name = "Refused";
    this.error = error;
    this.status = status;
  }
}

/**
 * Converts any thrown value to an error with a message for the user.
 * @param {unknown} error
 * @returns {ApiError}
 */
export function toApiError(error) {
  if (error instanceof RequestError) return error.error;
  return { code: "page", message: error instanceof Error ? error.message : String(error), problems: [] };
}

/** All problems of an error as one text. @param {unknown} error */
export function errorText(error) {
  const { message, problems } = toApiError(error);
  return problems.length > 0 ? problems.map((problem) => problem.message).join(" ") : message;
}

/** Delays before a request is retried, in milliseconds. */
const MIN_RETRY_DELAY = 400;
const MAX_RETRY_DELAY = 2000;

/** Callbacks that end the delay of a pending retry. @type {Set<() => void>} */
const pendingRetries = new Set();
window.addEventListener("online", retryNow);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) retryNow();
});

/** Retries all waiting requests at once. */
export function retryNow() {
  for (const retry of [...pendingRetries]) retry();
}

/**
 * Waits before a retry; `retryNow` ends the wait early.
 * @param {number} ms
 * @param {AbortSignal} [signal]
 */
async function backoff(ms, signal) {
  /** @type {() => void} */
  let retry = () => {};
  /** @type {Promise<void>} */
  const woken = new Promise((resolve) => {
    retry = resolve;
  });
  pendingRetries.add(retry);
  try {
    await Promise.race([delay(ms, signal), woken]);
  } finally {
    pendingRetries.delete(retry);
  }
}

/** Records that the server has answered, and retries the other waiting requests. */
function markOnline() {
  if (get().online) return;
  set({ online: true });
  retryNow();
}

/**
 * Sends a request and retries it until the server has answered in full.
 * @template T
 * @param {string} path
 * @param {unknown} body `undefined` for GET.
 * @param {(response: Response) => Promise<T>} read Reads a successful response.
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>} Rejects with a `RequestError`.
 */
async function send(path, body, read, signal) {
  for (let wait = MIN_RETRY_DELAY; ; wait = Math.min(wait * 2, MAX_RETRY_DELAY)) {
    try {
      const response = await fetch(path, {
        method: body === undefined ? "GET" : "POST",
        headers: body === undefined ? {} : { "content-type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
      });
      if (response.status === 503) {
        markOnline();
        const seconds = Number(response.headers.get("retry-after") ?? "1");
        await delay(Math.max(0.1, Math.min(seconds || 1, 30)) * 1000, signal);
        continue;
      }
      const answer = response.ok ? await read(response) : await readError(response);
      markOnline();
      if (answer instanceof RequestError) throw answer;
      return answer;
    } catch (error) {
      signal?.throwIfAborted();
      // `fetch` throws a TypeError when the network fails, before the response or in the middle of
      // it.
      if (!(error instanceof TypeError)) throw error;
      set({ online: false });
      await backoff(wait, signal);
    }
  }
}

/**
 * Rewrites technical phrases of error messages for people who fill in a form.
 * @type {[RegExp, string][]}
 */
const PHRASES = [
  [/^a list of 0, where a list of 1 to \d+, each a table is expected$/, "a recipe needs at least one step"],
  [/^a list of (\d+), where a list of (\d+) to (\d+).* is expected$/, "$1 entries; allowed are $2 to $3"],
  [
    /invalid value: (?:integer|floating point) `(-[\d.]+)`, expected [ui](?:8|16|32|64|128|size)/g,
    "$1 is not a whole number of 0 or more",
  ],
  [
    /invalid (?:value|type): (?:integer|floating point) `([^`]*)`, expected [ui](?:8|16|32|64|128|size)/g,
    "$1 is not a whole number in range",
  ],
  [/invalid type: string "([^"]*)", expected [uif](?:8|16|32|64|128|size)/g, "“$1” is not a number"],
];

/** @param {string} message */
function rephrase(message) {
  return PHRASES.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), message);
}

/**
 * Rephrases a problem and puts the name of its field in front: no form field is beside it to say
 * so.
 * @param {ApiProblem} problem
 * @returns {ApiProblem}
 */
function withFieldName(problem) {
  const name = problem.field.split("/").pop() ?? "";
  const message = rephrase(problem.message);
  return {
    ...problem,
    message:
      name === "" ||
      name === "toml" ||
      /^\d+$/.test(name) ||
      message.split(/[^\w-]+/).includes(name) ||
      /^no algorithm /.test(message) ||
      message === rephrase("a list of 0, where a list of 1 to 1, each a table is expected")
        ? message
        : `${name}: ${message}`,
  };
}

/**
 * Reads the error from a response; without one, the status is the message.
 * @param {Response} response
 * @returns {Promise<RequestError>}
 */
async function readError(response) {
  try {
    const { error } = await response.json();
    if (typeof error?.message === "string") {
      const problems = (error.problems ?? []).map((/** @type {ApiProblem} */ problem) =>
        problem.message.startsWith("unknown;")
          ? withFieldName(problem)
          : { ...problem, message: rephrase(problem.message) },
      );
      return new RequestError({ code: error.code ?? "", message: rephrase(error.message), problems }, response.status);
    }
  } catch {
    // Not JSON: the status below has to do.
  }
  return new RequestError(
    { code: "unknown", message: `The server answered with status ${response.status}.`, problems: [] },
    response.status,
  );
}

/**
 * Like `send`. If the server no longer has the imported map of the request, uploads it and retries.
 * @template T
 * @param {string} path
 * @param {unknown} body
 * @param {(response: Response) => Promise<T>} read
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
async function request(path, body, read, signal) {
  try {
    return await send(path, body, read, signal);
  } catch (error) {
    const { imported } = get();
    const wish = /** @type {{wish?: MapRequest} | undefined} */ (body)?.wish;
    if (
      !(error instanceof RequestError) ||
      error.error.code !== "unknown-map" ||
      !imported ||
      wish?.map !== imported.map
    )
      throw error;
    const again = await importText(imported.name, imported.text, signal);
    if (!again.map) throw error;
    if (again.map !== imported.map) set({ imported: { ...imported, map: again.map } });
    return send(path, { .../** @type {object} */ (body), wish: { ...wish, map: again.map } }, read, signal);
  }
}

/** @param {Response} response @returns {Promise<any>} */
const json = (response) => response.json();

/** @returns {Promise<List>} */
export function list() {
  return request("/api/list", undefined, json);
}

/** @returns {Promise<Record<string, Schema>>} */
export function schemas() {
  return request("/api/schema", undefined, json);
}

/** @param {MapRequest} map @param {AbortSignal} [signal] @returns {Promise<MapView>} */
export function generate(map, signal) {
  return request("/api/generate", { wish: map }, json, signal);
}

/**
 * Returns the rendered file.
 * @param {RenderRequest} render
 * @param {AbortSignal} [signal]
 * @returns {Promise<Blob>}
 */
export function render(render, signal) {
  return request("/api/render", render, (response) => response.blob(), signal);
}

/**
 * @param {MapRequest} map
 * @param {string} [heat]
 * @param {AbortSignal} [signal]
 * @returns {Promise<MeasureView>}
 */
export function measure(map, heat, signal) {
  return request("/api/measure", heat ? { wish: map, heat } : { wish: map }, json, signal);
}

/**
 * Walls, doors and lights for virtual tables.
 * @param {MapRequest} map
 * @param {Look} look
 * @param {AbortSignal} [signal]
 * @returns {Promise<SightView>}
 */
export function sight(map, look, signal) {
  return request("/api/sight", { wish: map, look }, json, signal);
}

/**
 * Returns the binary trace, whose format `docs/studio.md` describes, and the duration of the run in
 * milliseconds, which is `null` for a trace from a file.
 * @param {MapRequest} map
 * @param {number} [moments]
 * @param {AbortSignal} [signal]
 * @returns {Promise<{bytes: ArrayBuffer, milliseconds: number | null}>}
 */
export function trace(map, moments, signal) {
  return request(
    "/api/trace",
    moments ? { wish: map, moments } : { wish: map },
    async (response) => {
      const duration = /\brun;dur=([\d.]+)/.exec(response.headers.get("server-timing") ?? "")?.[1];
      return { bytes: await response.arrayBuffer(), milliseconds: duration ? Number(duration) : null };
    },
    signal,
  );
}

/**
 * @param {{toml: string} | {recipe: Recipe}} what
 * @param {AbortSignal} [signal]
 * @returns {Promise<RecipeView>}
 */
export function readRecipe(what, signal) {
  return request("/api/recipe", what, json, signal).then((/** @type {RecipeView} */ view) => ({
    ...view,
    problems: view.problems.map(withFieldName),
  }));
}

/**
 * @param {string} name
 * @param {string} text
 * @param {AbortSignal} [signal]
 * @returns {Promise<ImportView>}
 */
export function importText(name, text, signal) {
  return request("/api/import", { name, text }, json, signal);
}

/** @param {string} code @returns {Promise<SharedView>} */
export function openShare(code) {
  return request("/api/share", { code }, json);
}

/** The address of the thumbnail of a preset or an algorithm. @param {string} name */
export function thumbnail(name) {
  return `/api/thumbnail/${encodeURIComponent(name)}.png`;
}
