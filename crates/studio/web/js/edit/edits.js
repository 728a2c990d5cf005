// Sends edits to the server. An edit that the server rejects is undone, with the reason as a
// message; an edit that was already part of a map is never removed.

import { capitalize } from "../format.js";
import { get, on, set } from "../store.js";
import { onBoardChange, clearPreview } from "../map/display.js";

/** @typedef {import("../types.js").Edit} Edit */

/** @type {((text: string, bad: boolean) => void)[]} */
const messageListeners = [];
/** @type {(() => void)[]} */
const settledListeners = [];
/** Edits that no generated map contains yet. @type {Set<Edit>} */
const unconfirmed = new Set();

/**
 * Calls `listen` with each message about an edit.
 * @param {(text: string, bad: boolean) => void} listen
 */
export function onMessage(listen) {
  messageListeners.push(listen);
}

/**
 * Calls `listen` when the last edit is visible on the map or was rejected.
 * @param {() => void} listen
 */
export function onSettled(listen) {
  settledListeners.push(listen);
}

/** Shows a message; an empty one hides it. @param {string} text @param {boolean} [bad] */
export function showMessage(text, bad = false) {
  for (const listen of messageListeners) listen(text, bad);
}

/** Adds an edit to the request. @param {Edit} edit */
export function applyEdit(edit) {
  showMessage("");
  unconfirmed.add(edit);
  set({ edits: [...get().edits, edit], undone: [] });
}

/** Whether the last edit still waits for its map. */
export function isPending() {
  const { edits } = get();
  return unconfirmed.has(edits[edits.length - 1]);
}

/** Regenerates everything except the pinned rooms. */
export function reroll() {
  const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
  applyEdit({ do: "reroll", seed, keep: get().pins });
}

/** The reason as a sentence, and that the edit was undone. @param {string} reason */
function undoneText(reason) {
  const text = capitalize(reason.trim());
  return `${text}${/[.!?]$/.test(text) ? "" : "."} Undone.`;
}

/** Starts listening for results. */
export function startEdits() {
  on(["problem"], () => {
    const { problem, edits } = get();
    const rejection = problem?.problems.find(({ field }) => /^\/wish\/edits(\/|$)/.test(field));
    // Without an index the last edit is at fault.
    const index = Number(rejection?.field.split("/")[3] ?? edits.length - 1);
    if (!rejection || !edits[index]) return;
    clearPreview();
    if (unconfirmed.delete(edits[index])) {
      set({ edits: edits.filter((_, i) => i !== index), problem: null });
      showMessage(undoneText(rejection.message), true);
    }
    for (const listen of settledListeners) listen();
  });
  on(["map"], () => {
    for (const edit of get().made?.edits ?? []) unconfirmed.delete(edit);
  });
  onBoardChange(() => {
    for (const listen of settledListeners) listen();
  });
}
