// Makes the map anew whenever the wish changes. The last good map stays while a newer one is on its way or is impossible.

import { generate, told } from "./api.js";
import { aborted } from "./dom.js";
import { get, on, set, wish } from "./store.js";

/** A request may finish although the wish changed, so that a slider shows something while it moves; but not for longer than this. */
const PATIENCE = 150;

/** @type {{wish: Wish, since: number, controller: AbortController} | null} */
let running = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let stopping;
/** @type {Wish | null} */
let next = null;

/** Makes the map that the store wishes for now. */
export function make() {
  const { recipe, imported } = get();
  if (!recipe && !imported) return;
  next = wish();
  set({ busy: true });
  if (!running) {
    void run();
    return;
  }
  const { controller, since } = running;
  // An edit builds on the one before it: a map without it would only flicker.
  const left = running.wish.edits === next.edits ? PATIENCE - (performance.now() - since) : 0;
  clearTimeout(stopping);
  if (left <= 0) controller.abort();
  else stopping = setTimeout(() => controller.abort(), left);
}

/** Works until there is no newer wish. */
async function run() {
  while (next) {
    const controller = new AbortController();
    const wanted = next;
    next = null;
    running = { wish: wanted, since: performance.now(), controller };
    try {
      const map = await generate(wanted, controller.signal);
      set(next ? { map, made: wanted } : { map, made: wanted, busy: false, problem: null });
    } catch (error) {
      if (!aborted(error) && !next) set({ busy: false, problem: told(error) });
    }
    clearTimeout(stopping);
  }
  running = null;
}

/** Listens from now on. */
export function startMaker() {
  on(["recipe", "imported", "size", "seed", "populate", "edits"], make);
}
