// Notifications in the corner of the map, each with an optional button. They stay until the user
// closes them or the page withdraws them.

import { h } from "./dom.js";
import { icon } from "./icons.js";

const corner = h("div", { id: "notes", role: "status" });
/** @type {Map<string, HTMLElement>} */
const notes = new Map();

/** The element that holds the notifications. */
export function notesElement() {
  return corner;
}

/**
 * Shows a notification. It replaces the one of the same kind.
 * @param {string} kind
 * @param {string} text
 * @param {{bad?: boolean, action?: string, run?: () => void}} [options]
 */
export function showNote(kind, text, { bad = false, action, run } = {}) {
  dismissNote(kind);
  const applyEdit = () => {
    dismissNote(kind);
    run?.();
  };
  const element = h(
    "div",
    { class: bad ? "note bad" : "note", "data-note": kind },
    h("p", {}, text),
    action && h("button", { type: "button", class: "button small", onclick: applyEdit }, action),
    h(
      "button",
      { type: "button", class: "icon-button", "aria-label": "Close", title: "Close", onclick: () => dismissNote(kind) },
      icon("close"),
    ),
  );
  notes.set(kind, element);
  corner.append(element);
}

/** Removes the notification of a kind. @param {string} kind */
export function dismissNote(kind) {
  notes.get(kind)?.remove();
  notes.delete(kind);
}
