// Generates the map whenever the request changes. The last good map stays while a newer one is
// generated, or if that fails.

import { generate, toApiError } from "../api.js";
import { isAbort } from "../dom.js";
import { get, on, set, mapRequest } from "../store.js";

/**
 * An outdated request may run for this many milliseconds in total, so that a moving slider shows
 * intermediate maps.
 */
const OUTDATED_TIMEOUT = 150;

/** @type {{request: MapRequest, since: number, controller: AbortController} | null} */
let running = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let abortTimer;
/** @type {MapRequest | null} */
let next = null;

/** Generates the map that the store describes. */
function regenerate() {
  const { recipe, imported } = get();
  if (!recipe && !imported) return;
  next = mapRequest();
  set({ busy: true });
  if (!running) {
    void run();
    return;
  }
  const { controller, since } = running;
  // A map without the newest edit would only flicker.
  const left = running.request.edits === next.edits ? OUTDATED_TIMEOUT - (performance.now() - since) : 0;
  clearTimeout(abortTimer);
  if (left <= 0) controller.abort();
  else abortTimer = setTimeout(() => controller.abort(), left);
}

/** Generates until there is no newer request. */
async function run() {
  while (next) {
    const controller = new AbortController();
    const wanted = next;
    next = null;
    running = { request: wanted, since: performance.now(), controller };
    try {
      const map = await generate(wanted, controller.signal);
      set(next ? { map, made: wanted } : { map, made: wanted, busy: false, problem: null });
    } catch (error) {
      if (!isAbort(error) && !next) set({ busy: false, problem: toApiError(error) });
    }
    clearTimeout(abortTimer);
  }
  running = null;
}

/** Starts listening for changes. */
export function startRegenerating() {
  on(["recipe", "imported", "size", "seed", "populate", "edits"], regenerate);
}
