// The facts panel as a drawer, on screens too narrow for a third column.

import { byId } from "./dom.js";

/** Opens or closes the drawer. @param {boolean} open */
export function setFactsOpen(open) {
  document.documentElement.dataset.facts = open ? "open" : "closed";
  byId("facts-toggle").setAttribute("aria-expanded", String(open));
  if (open) byId("facts").focus();
}

/** Whether the drawer is open. */
export function isFactsOpen() {
  return document.documentElement.dataset.facts === "open";
}
