// Edits on their way to the server. One that it refuses is taken back, and the reason said in words; but never one that was on the map before.

import { get, on, set } from "../store.js";
import { onShown, unsketch } from "../see/show.js";

/** @typedef {import("../types.js").Edit} Edit */

/** @type {((text: string, bad: boolean) => void)[]} */
const listeners = [];
/** @type {(() => void)[]} */
const settled = [];
/** Those that no map has shown yet. @type {Set<Edit>} */
const fresh = new Set();

/** Calls `listen` when there is something to say about an edit. @param {(text: string, bad: boolean) => void} listen */
export function onWord(listen) {
  listeners.push(listen);
}

/** Calls `listen` when the last edit shows on the map, or was refused. @param {() => void} listen */
export function onSettled(listen) {
  settled.push(listen);
}

/** @param {string} text @param {boolean} [bad] */
export function say(text, bad = false) {
  for (const listen of listeners) listen(text, bad);
}

/** Makes an edit: the next map has it. @param {Edit} edit */
export function act(edit) {
  say("");
  fresh.add(edit);
  set({ edits: [...get().edits, edit], undone: [] });
}

/** Whether an edit is still on its way to the map. */
export function isPending() {
  const { edits } = get();
  return fresh.has(edits[edits.length - 1]);
}

/** Makes all but the pinned rooms again. */
export function reroll() {
  const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
  act({ do: "reroll", seed, keep: get().pins });
}

/** Begins to listen. */
export function startEdits() {
  on(["problem"], () => {
    const { problem, edits } = get();
    const about = problem?.problems.find(({ field }) => /^\/wish\/edits(\/|$)/.test(field));
    // Which one it is about; where that is not said, the last.
    const index = Number(about?.field.split("/")[3] ?? edits.length - 1);
    if (!about || !edits[index]) return;
    unsketch();
    if (fresh.delete(edits[index])) {
      set({ edits: edits.filter((_, i) => i !== index), problem: null });
      say(`Taken back: ${about.message}`, true);
    }
    for (const listen of settled) listen();
  });
  on(["map"], () => {
    for (const edit of get().made?.edits ?? []) fresh.delete(edit);
  });
  onShown(() => {
    for (const listen of settled) listen();
  });
}
