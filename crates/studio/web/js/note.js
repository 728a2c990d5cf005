// Quiet words in the corner of the map, with something to do about them. They stay until they are closed, or no longer true.

import { h } from "./dom.js";
import { icon } from "./icons.js";

const corner = h("div", { id: "notes", role: "status" });
/** @type {Map<string, HTMLElement>} */
const notes = new Map();

/** Where they are. */
export function noteCorner() {
  return corner;
}

/**
 * Says something, in place of what was said of the same kind.
 * @param {string} kind
 * @param {string} text
 * @param {{bad?: boolean, action?: string, run?: () => void}} [options]
 */
export function note(kind, text, { bad = false, action, run } = {}) {
  unnote(kind);
  const act = () => {
    unnote(kind);
    run?.();
  };
  const element = h(
    "div",
    { class: bad ? "note bad" : "note", "data-note": kind },
    h("p", {}, text),
    action && h("button", { type: "button", class: "button small", onclick: act }, action),
    h("button", { type: "button", class: "icon-button", "aria-label": "Close", title: "Close", onclick: () => unnote(kind) }, icon("close")),
  );
  notes.set(kind, element);
  corner.append(element);
}

/** What was said of this kind is no longer so. @param {string} kind */
export function unnote(kind) {
  notes.get(kind)?.remove();
  notes.delete(kind);
}
